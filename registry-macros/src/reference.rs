//! A use of a name: resolved by rustc, with an error in our own words where nothing declares it.

use crate::capability::model;
use crate::name_hash::{located_at, name_type, name_type_text};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::str::FromStr as _;
use syn::LitStr;
use vocabulary::{Capability, ComponentKind};

/// An expression of the type behind a name.
///
/// The trait is local to the expression so that its text can hold the name as it is written.
pub(crate) fn resolve(kind: ComponentKind, name: &LitStr, krate: &TokenStream) -> TokenStream {
    let text = name.value();
    let ty = name_type(kind, name);
    let message = escaped(&format!("unknown {kind} `{text}`"));
    let label = escaped(&format!("no `#[capability({kind} = {text:?})]` with a value is linked into this crate"));
    let run_time = escaped(&format!(
        "if it exists only while the program runs, there is no value to resolve to: `declare!({kind} {text:?})` it and ask a `CapabilityRegistry`"
    ));
    let by_name_only = kind.is_name_only().then(|| {
        let note = format!(
            "if a type declares it, say how its value is made: `#[capability({kind} = {text:?}, init = path)]`"
        );
        let note = escaped(&note);
        quote!(, note = #note)
    });
    let hint = hint(kind, &text).map(|hint| escaped(&hint)).map(|hint| quote!(note = #hint,));
    let make = quote_spanned!(located_at(name.span())=> <() as __Resolved<_, _>>::make());
    quote! {{
        use #krate::__private as __p;
        #[diagnostic::on_unimplemented(message = #message, label = #label, #hint note = #LINK, note = #run_time #by_name_only)]
        trait __Resolved<Declaration, Item> {
            fn make() -> Item;
        }
        #[diagnostic::do_not_recommend]
        impl<Declaration, Item> __Resolved<Declaration, Item> for ()
        where
            #ty: __p::ResolvesTo<Declaration, Item>,
        {
            fn make() -> Item {
                <#ty as __p::ResolvesTo<Declaration, Item>>::make()
            }
        }
        #make
    }}
}

/// What a model has to be able to do, where that is written, and the error if the model cannot.
pub(crate) struct Need {
    pub(crate) capability: Capability,
    pub(crate) place: Span,
    pub(crate) unmet: String,
}

/// A name that has to be declared, and once, by somebody.
pub(crate) struct Use<'u> {
    pub(crate) kind: ComponentKind,
    pub(crate) name: &'u LitStr,
    /// More about where the name is used.
    pub(crate) notes: &'u [String],
    /// What to do where nothing declares the name, besides what is always said.
    pub(crate) remedy: Option<&'u str>,
    /// What the model of that name has to be able to do.
    pub(crate) needs: &'u [Need],
}

/// The checks of names, as items of one block. Each name has two traits, whose texts say what is wrong with it, and a
/// function of its own that asks them: behind an error that stands in the same body, rustc does not find that a name is
/// declared more than once.
pub(crate) fn checks(uses: &[Use<'_>]) -> TokenStream {
    let items: String = uses.iter().enumerate().map(|(number, used)| used.items(number)).collect();
    // Text that rustc reads is a third of the work of putting tokens together.
    let items: TokenStream = match proc_macro::TokenStream::from_str(&items) {
        Ok(items) => items.into(),
        Err(error) => syn::Error::new(Span::call_site(), error).into_compile_error(),
    };
    let asked = uses.iter().enumerate().map(|(number, used)| used.asked(number));
    quote!(#items #(#asked)*)
}

impl Use<'_> {
    fn items(&self, number: usize) -> String {
        let Use { kind, name, notes, remedy, needs } = *self;
        let text = name.value();
        let ty = name_type_text(kind, &text);
        let declared_by = format!("{ty}: __p::{kind:?}DeclaredBy");
        let unknown = escaped(&format!("unknown {kind} `{text}`"));
        let label = escaped(&format!("no `#[capability({kind} = {text:?})]` is linked into this crate"));
        let run_time = format!("if it exists only while the program runs, declare it: `declare!({kind} {text:?})`");
        let ambiguous = escaped(&format!("the {kind} `{text}` is declared more than once"));
        let every = escaped(&format!("to see every place, add `declare!({kind} {text:?})` to this crate for a moment"));
        let note = |note: &str| format!("note = {:?}, ", escaped(note));
        let places: String = notes.iter().map(|place| note(place)).collect();
        let remedy = remedy.map(note).unwrap_or_default();
        let hint = hint(kind, &text).map(|hint| note(&hint)).unwrap_or_default();
        let (link, run_time) = (note(LINK), note(&run_time));
        let (can, can_be) = if needs.is_empty() {
            (String::new(), String::new())
        } else {
            let can = "const CAN: __p::Option<__p::CapabilitySet>";
            let by = format!("<{ty} as __p::{kind:?}DeclaredBy<Declaration, __p::u8>>::CAN");
            (format!("{can};"), format!("{can} = {by};"))
        };
        format!(
            r#"
            #[diagnostic::on_unimplemented(message = {unknown:?}, label = {label:?}, {places}{remedy}{hint}{link}{run_time})]
            trait __Declared{number}<Declaration> {{ type Found; {can} }}
            #[diagnostic::do_not_recommend]
            impl<Declaration> __Declared{number}<Declaration> for () where {declared_by}<Declaration, __p::u8> {{
                type Found = ();
                {can_be}
            }}
            #[diagnostic::on_unimplemented(message = {ambiguous:?}, label = "more than one place declares it", {places}note = {every:?})]
            trait __Once{number}<Declaration, Times> {{ type Times; }}
            #[diagnostic::do_not_recommend]
            impl<Declaration, Times> __Once{number}<Declaration, Times> for () where {declared_by}<Declaration, Times> {{
                type Times = Times;
            }}
            "#
        )
    }

    fn asked(&self, number: usize) -> TokenStream {
        let (declared, once) = (format_ident!("__Declared{number}"), format_ident!("__Once{number}"));
        let check = format_ident!("__check_{number}");
        let place = located_at(self.name.span());
        let unmet = self.needs.iter().map(|Need { capability, place: needed, unmet }| {
            let capability = format_ident!("{capability:?}");
            let can = quote_spanned!(place=> <() as #declared<_>>::CAN);
            quote_spanned!(located_at(*needed)=> const _: () = __p::assert!(__p::can(#can, __p::Capability::#capability), "{}", #unmet);)
        });
        let asked = quote_spanned!(place=> let _: (<() as #declared<_>>::Found, <() as #once<_, _>>::Times) = ((), 0););
        quote! {
            #(#unmet)*
            fn #check() { #asked }
        }
    }
}

/// What the catalog knows about the name of a model that is perhaps not declared.
fn hint(kind: ComponentKind, name: &str) -> Option<String> {
    if kind == ComponentKind::Model { model::hint(name) } else { None }
}

const LINK: &str = "if another crate declares it, link that crate: `use that_crate as _;`";

/// Braces stand for parameters in the text of a diagnostic, unless they are doubled.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
