//! A use of a name: resolved by rustc, with an error in our own words where nothing declares it.

use crate::capability::model;
use crate::declaration::declared_by;
use crate::name_hash::{located_at, name_type, name_type_text};
use crate::{declared_names, elsewhere};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use std::str::FromStr as _;
use syn::LitStr;
use vocabulary::{Capability, ComponentKind};

/// An expression of the type behind a name.
pub(crate) fn resolve(kind: ComponentKind, name: &LitStr, krate: &TokenStream) -> TokenStream {
    if declared_names::has_error(kind, &name.value()) {
        // Of whatever type, and without a warning of what follows.
        return quote!((|| loop {})());
    }
    let used = Use { kind, name, notes: &[], remedy: None, needs: &[] };
    let items = parsed(&used.items(0, Purpose::Value));
    let check = used.check(0, krate);
    let (ty, number) = (name_type(kind, name), kind as u8);
    let place = located_at(name.span());
    let here = at(krate, place);
    let [other, why] = ["other", "why"].map(|name| Ident::new(name, Span::mixed_site()));
    let value = quote_spanned! {place=>
        <__p::Checked<#ty, {
            match <__p::Checked<#ty, { __check_0::<()>() }> as __p::Known<#number, _>>::VALUE {
                __p::Availability::Everywhere => 0,
                #other => match __p::refused(#other, #here::__private::module_path!()) {
                    __p::Some(#why) => #here::__private::panic!("{}", #why),
                    __p::Option::None => 0,
                },
            }
        }> as __p::Resolved<#number, _, _>>::make(#name)
    };
    quote! {{
        use #krate::__private as __p;
        #items
        #check
        #value
    }}
}

/// What a name is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// That it is declared.
    Name,
    /// The value of its declaration.
    Value,
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
/// rustc does not add that it lacks the trait. What follows from the name is of a type that the function's result is part of
/// (`Checked` in `registry/src/declared.rs`). Where the function has an error, so has that type, and rustc says nothing
/// more: one mistake is one error.
pub(crate) fn checks(uses: &[Use<'_>], krate: &TokenStream) -> TokenStream {
    let uses = || uses.iter().filter(|used| !declared_names::has_error(used.kind, &used.name.value())).enumerate();
    let items: String = uses().map(|(number, used)| used.items(number, Purpose::Name)).collect();
    let items = parsed(&items);
    let checks = uses().map(|(number, used)| used.check(number, krate));
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
    fn items(&self, number: usize, purpose: Purpose) -> String {
        [self.declared(number, purpose), self.once(number)].concat()
    }

    /// The trait that says that the name is unknown.
    fn declared(&self, number: usize, purpose: Purpose) -> String {
        let kind = self.kind;
        let text = self.name.value();
        let message = escaped(&format!("unknown {kind} `{text}`"));
        let label = escaped(&format!("no `#[capability({kind} = {text:?})]` is linked into this crate"));
        let run_time = "if it exists only while the program runs, ";
        let run_time = match purpose {
            Purpose::Name => format!("{run_time}declare it: `declare!({kind} {text:?})`"),
            Purpose::Value => format!("{run_time}there is nothing to resolve: ask a `CapabilityRegistry` for it"),
        };
        let hint = hint(kind, &text);
        let elsewhere = elsewhere::notes();
        let more = self.remedy.into_iter().chain(hint.as_deref());
        let more = more.chain(elsewhere.iter().map(String::as_str)).chain([&*run_time]);
        let (places, more) = (self.places(), more.map(note).collect::<String>());
        let bound = self.bound("__p::u8");
        format!(
            r"
            #[diagnostic::on_unimplemented(message = {message:?}, label = {label:?}, {places}{more})]
            trait __Declared{number}<Declaration> {{ type Found; }}
            #[diagnostic::do_not_recommend]
            impl<Name, Declaration> __Declared{number}<Declaration> for Name where {bound} {{
                type Found = ();
            }}
            "
        )
    }

    /// Where there is more to say of the use, the trait that says that the name is declared more than once.
    fn once(&self, number: usize) -> String {
        if self.notes.is_empty() {
            return String::new();
        }
        let (kind, text) = (self.kind, self.name.value());
        let message = escaped(&format!("the {kind} `{text}` is declared more than once"));
        let every = note(&format!("to see every place, add `declare!({kind} {text:?})` to this crate for a moment"));
        let (places, bound) = (self.places(), self.bound("Times"));
        format!(
            r#"
            #[diagnostic::on_unimplemented(message = {message:?}, label = "declared in more than one place", {places}{every})]
            trait __Once{number}<Declaration, Times> {{ type Times; }}
            #[diagnostic::do_not_recommend]
            impl<Name, Declaration, Times> __Once{number}<Declaration, Times> for Name where {bound} {{
                type Times = Times;
            }}
            "#
        )
    }

    fn places(&self) -> String {
        self.notes.iter().map(|place| note(place)).collect()
    }

    fn bound(&self, times: &str) -> String {
        let ty = name_type_text(self.kind, &self.name.value());
        format!("{ty}: __p::{:?}DeclaredBy<Declaration, {times}>", self.kind)
    }

    fn check(&self, number: usize, krate: &TokenStream) -> TokenStream {
        let check = format_ident!("__check_{number}");
        let place = located_at(self.name.span());
        let ty = name_type(self.kind, self.name);
        let unmet = self.needs.iter().map(|Need { capability, place: needed, unmet }| {
            let capability = format_ident!("{capability:?}");
            let can = quote_spanned!(place=> <__p::Checked<#ty, { #check::<()>() }> as __p::KnownModel<_>>::CAN);
            let needed = located_at(*needed);
            let here = at(krate, needed);
            quote_spanned!(needed=> const _: () = #here::__private::assert!(__p::can(#can, __p::Capability::#capability), "{}", #unmet);)
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

/// The path at another place. Macros are reached by it and not by `__p`: what that imports is not known as long as an attribute
/// or a derive of the program cannot be resolved, and then rustc has a second error.
fn at(path: &TokenStream, place: Span) -> TokenStream {
    let moved = |mut token: TokenTree| {
        token.set_span(token.span().located_at(place));
        token
    };
    path.clone().into_iter().map(moved).collect()
}

/// What may be meant by a name that is perhaps not declared, or what to do about it.
fn hint(kind: ComponentKind, name: &str) -> Option<String> {
    if declared_names::has(kind, name) {
        return None;
    }
    let of_model = (kind == ComponentKind::Model).then_some(name);
    of_model
        .and_then(model::to_declare)
        .or_else(|| declared_names::hint(kind, name))
        .or_else(|| of_model.filter(|_| declared_names::may_search()).and_then(model::near))
}

/// A note of a diagnostic.
fn note(text: &str) -> String {
    format!("note = {:?}, ", escaped(text))
}

/// Braces stand for parameters in the text of a diagnostic, unless they are doubled.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
