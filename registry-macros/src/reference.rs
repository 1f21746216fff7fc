//! A use of a name: resolved by rustc, with an error in our own words where nothing declares it.

use crate::capability::model;
use crate::declaration::declared_by;
use crate::declared_names;
use crate::name_hash::{located_at, name_type, name_type_text};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::str::FromStr as _;
use syn::LitStr;
use vocabulary::{Capability, ComponentKind};

/// An expression of the type behind a name.
pub(crate) fn resolve(kind: ComponentKind, name: &LitStr, krate: &TokenStream) -> TokenStream {
    let used = Use { kind, name, notes: &[], remedy: None, needs: &[] };
    let items = parsed(&used.items(0, true));
    let asked = used.asked(0);
    let ty = name_type(kind, name);
    let declared_by = declared_by(kind);
    let place = located_at(name.span());
    let refuse_without_value = quote_spanned! {place=>
        if let __p::Some(__why) = <Name as __Declared0<_>>::NO_VALUE {
            #krate::__private::panic!("{}", __why);
        }
    };
    let make = quote_spanned!(place=> <[(); __check::<()>()] as __Resolved<_, _>>::make());
    quote! {{
        use #krate::__private as __p;
        #items
        const fn __check<Name>() -> __p::usize {
            #asked
            #refuse_without_value
            0
        }
        trait __Resolved<Declaration, Item> {
            fn make() -> Item;
        }
        impl<Declaration, Item> __Resolved<Declaration, Item> for [(); 0]
        where
            #ty: #declared_by<Declaration, __p::u8>,
            Declaration: __p::ResolvesTo<Item>,
        {
            fn make() -> Item {
                <Declaration as __p::ResolvesTo<Item>>::make()
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

/// The checks of names, as items of one block.
///
/// Each name has a function of its own, because behind an error that stands in the same body rustc does not find that a name
/// is declared more than once. What it asks is whether its parameter has a trait whose text says what is wrong: of a parameter,
/// rustc does not add that it lacks the trait. What follows from the name asks for an array whose length is the function's
/// result. Where the function has an error, so have the length and every type that it is part of, and of those rustc says
/// nothing: one mistake is one error.
pub(crate) fn checks(uses: &[Use<'_>], krate: &TokenStream) -> TokenStream {
    let items: String = uses.iter().enumerate().map(|(number, used)| used.items(number, false)).collect();
    let items = parsed(&items);
    let checks = uses.iter().enumerate().map(|(number, used)| used.check(number, krate));
    quote!(#items #(#checks)*)
}

/// Text that rustc reads is a third of the work of putting tokens together.
fn parsed(items: &str) -> TokenStream {
    match proc_macro::TokenStream::from_str(items) {
        Ok(items) => items.into(),
        Err(error) => syn::Error::new(Span::call_site(), error).into_compile_error(),
    }
}

impl Use<'_> {
    fn items(&self, number: usize, with_value: bool) -> String {
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
        let elsewhere: String = ELSEWHERE.map(note).concat();
        let run_time = note(&run_time);
        let constant = |constant: &str, of: &str| {
            let is = format!("const {constant}: __p::Option<{of}>");
            (format!("{is};"), format!("{is} = <{ty} as __p::{kind:?}DeclaredBy<Declaration, __p::u8>>::{constant};"))
        };
        let (no_value, no_value_be) = constant("NO_VALUE", "&'static __p::str");
        let (no_value, no_value_be) = if with_value { (&*no_value, &*no_value_be) } else { ("", "") };
        let mut items = format!(
            r#"
            #[diagnostic::on_unimplemented(message = {unknown:?}, label = {label:?}, {places}{remedy}{hint}{elsewhere}{run_time})]
            trait __Declared{number}<Declaration> {{ type Found; {no_value} }}
            #[diagnostic::do_not_recommend]
            impl<Name, Declaration> __Declared{number}<Declaration> for Name where {declared_by}<Declaration, __p::u8> {{
                type Found = ();
                {no_value_be}
            }}
            "#
        );
        if !notes.is_empty() {
            items += &format!(
                r#"
                #[diagnostic::on_unimplemented(message = {ambiguous:?}, label = "more than one place declares it", {places}note = {every:?})]
                trait __Once{number}<Declaration, Times> {{ type Times; }}
                #[diagnostic::do_not_recommend]
                impl<Name, Declaration, Times> __Once{number}<Declaration, Times> for Name where {declared_by}<Declaration, Times> {{
                    type Times = Times;
                }}
                "#
            );
        }
        if !needs.is_empty() {
            let (can, can_be) = constant("CAN", "__p::CapabilitySet");
            items += &format!(
                r#"
                trait __Can{number}<Declaration> {{ {can} }}
                impl<Declaration> __Can{number}<Declaration> for [(); 0] where {declared_by}<Declaration, __p::u8> {{ {can_be} }}
                "#
            );
        }
        items
    }

    fn check(&self, number: usize, krate: &TokenStream) -> TokenStream {
        let check = format_ident!("__check_{number}");
        let place = located_at(self.name.span());
        let unmet = self.needs.iter().map(|Need { capability, place: needed, unmet }| {
            let (trait_, capability) = (format_ident!("__Can{number}"), format_ident!("{capability:?}"));
            let can = quote_spanned!(place=> <[(); #check::<()>()] as #trait_<_>>::CAN);
            quote_spanned!(located_at(*needed)=> const _: () = #krate::__private::assert!(__p::can(#can, __p::Capability::#capability), "{}", #unmet);)
        });
        let asked = self.asked(number);
        quote! {
            const fn #check<Name>() -> __p::usize {
                #asked
                0
            }
            #(#unmet)*
        }
    }

    /// The question whether the name is declared, and once, in a function whose parameter is `Name`.
    ///
    /// That it is declared twice is best said by the trait of its kind, since rustc then shows every place. Its text knows
    /// nothing of the use, though, and where there is more to say of that, a local trait says it.
    fn asked(&self, number: usize) -> TokenStream {
        let (declared, once) = (format_ident!("__Declared{number}"), format_ident!("__Once{number}"));
        let place = located_at(self.name.span());
        if self.notes.is_empty() {
            let ty = name_type(self.kind, self.name);
            let declared_by = declared_by(self.kind);
            quote_spanned! {place=>
                let _: <Name as #declared<_>>::Found = ();
                let _ = [<#ty as #declared_by<_, _>>::ONCE, __p::Some(0)];
            }
        } else {
            quote_spanned! {place=>
                let _: (<Name as #declared<_>>::Found, <Name as #once<_, _>>::Times) = ((), 0);
            }
        }
    }
}

/// What may be meant by a name that is perhaps not declared, or what to do about it.
fn hint(kind: ComponentKind, name: &str) -> Option<String> {
    let of_model = (kind == ComponentKind::Model).then_some(name);
    of_model
        .and_then(model::to_declare)
        .or_else(|| declared_names::hint(kind, name))
        .or_else(|| of_model.and_then(model::near))
}

/// Where a declaration may be that rustc does not see.
const ELSEWHERE: [&str; 2] = [
    "if another crate declares it, link that crate: `use that_crate as _;`; `#![warn(unused_crate_dependencies)]` shows which crates nothing links",
    "if it is declared behind a feature or another `cfg`, enable that",
];

/// Braces stand for parameters in the text of a diagnostic, unless they are doubled.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
