//! A use of a name: resolved by rustc, with an error in our own words where nothing declares it.

use crate::capability::model;
use crate::name_hash::{located_at, name_type};
use catalog_build::Capability;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use rag::ComponentKind;
use syn::LitStr;

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
    let hint = hint(kind, &text);
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
    /// What the model of that name has to be able to do.
    pub(crate) needs: &'u [Need],
}

impl Use<'_> {
    /// The check of a name, as items that no other `number` in the same block has. Its traits have texts that say what is
    /// wrong with this name. They are asked in a function of their own: behind an error that stands in the same body,
    /// rustc does not find that a name is declared more than once.
    pub(crate) fn check(&self, number: usize) -> TokenStream {
        let Use { kind, name, notes, needs } = *self;
        let text = name.value();
        let ty = name_type(kind, name);
        let declared_by = format_ident!("{kind:?}DeclaredBy");
        let (declared, once) = (format_ident!("__Declared{number}"), format_ident!("__Once{number}"));
        let check = format_ident!("__check_{number}");
        let unknown = escaped(&format!("unknown {kind} `{text}`"));
        let label = escaped(&format!("no `#[capability({kind} = {text:?})]` is linked into this crate"));
        let run_time =
            escaped(&format!("if it exists only while the program runs, declare it: `declare!({kind} {text:?})`"));
        let hint = hint(kind, &text);
        let ambiguous = escaped(&format!("the {kind} `{text}` is declared more than once"));
        let every = escaped(&format!("to see every place, add `declare!({kind} {text:?})` to this crate for a moment"));
        let notes: Vec<String> = notes.iter().map(|note| escaped(note)).collect();
        let place = located_at(name.span());
        let (can, can_be) = if needs.is_empty() {
            (None, None)
        } else {
            let can = quote!(const CAN: __p::Option<__p::CapabilitySet>);
            (Some(quote!(#can;)), Some(quote!(#can = <#ty as __p::#declared_by<Declaration, __p::u8>>::CAN;)))
        };
        let unmet = needs.iter().map(|Need { capability, place: needed, unmet }| {
            let capability = format_ident!("{capability:?}");
            let can = quote_spanned!(place=> <() as #declared<_>>::CAN);
            quote_spanned!(located_at(*needed)=> const _: () = __p::assert!(__p::can(#can, __p::Capability::#capability), "{}", #unmet);)
        });
        let asked = quote_spanned!(place=> let _: (<() as #declared<_>>::Found, <() as #once<_, _>>::Times) = ((), 0););
        quote! {
            #[diagnostic::on_unimplemented(message = #unknown, label = #label, #(note = #notes,)* #hint note = #LINK, note = #run_time)]
            trait #declared<Declaration> {
                type Found;
                #can
            }
            #[diagnostic::do_not_recommend]
            impl<Declaration> #declared<Declaration> for ()
            where
                #ty: __p::#declared_by<Declaration, __p::u8>,
            {
                type Found = ();
                #can_be
            }
            #[diagnostic::on_unimplemented(message = #ambiguous, label = "more than one place declares it", #(note = #notes,)* note = #every)]
            trait #once<Declaration, Times> {
                type Times;
            }
            #[diagnostic::do_not_recommend]
            impl<Declaration, Times> #once<Declaration, Times> for ()
            where
                #ty: __p::#declared_by<Declaration, Times>,
            {
                type Times = Times;
            }
            #(#unmet)*
            fn #check() { #asked }
        }
    }
}

/// What the catalog knows about the name of a model that is perhaps not declared.
fn hint(kind: ComponentKind, name: &str) -> Option<TokenStream> {
    let hint = if kind == ComponentKind::Model { model::hint(name) } else { None };
    hint.map(|hint| escaped(&hint)).map(|hint| quote!(note = #hint,))
}

const LINK: &str = "if another crate declares it, link that crate: `use that_crate as _;`";

/// Braces stand for parameters in the text of a diagnostic, unless they are doubled.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
