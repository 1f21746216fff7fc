//! The expansion of a reference to a name: rustc resolves it, with a custom error if the name is not declared.

use crate::capability::model;
use crate::declaration::declared_by;
use crate::name_hash::{located_at, name_type, name_type_text};
use crate::{declaration_hints, declared_names};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use std::str::FromStr as _;
use syn::LitStr;
use vocabulary::{Capability, ComponentKind};

/// Expands `resolve!`.
pub(crate) fn resolve(kind: ComponentKind, name: &LitStr, krate: &TokenStream) -> TokenStream {
    if declared_names::has_error(kind, &name.value()) {
        // An expression of any type that causes no further warnings.
        return quote!((|| loop {})());
    }
    let used = Use { kind, name, notes: &[], remedy: None, requirements: &[] };
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
                #other => match __p::unavailable(#other, #here::__private::module_path!()) {
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

/// What a reference needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The name must be declared.
    Name,
    /// The value of the declaration is used.
    Value,
}

/// A capability that a model must have, where it is required, and the error if the model lacks it.
pub(crate) struct Requirement {
    pub(crate) capability: Capability,
    pub(crate) place: Span,
    pub(crate) unmet: String,
}

/// A name that must be declared exactly once.
pub(crate) struct Use<'u> {
    pub(crate) kind: ComponentKind,
    pub(crate) name: &'u LitStr,
    /// Notes about where the name is used.
    pub(crate) notes: &'u [String],
    /// A specific remedy if the name is not declared, in addition to the general notes.
    pub(crate) remedy: Option<&'u str>,
    /// The capabilities that the model must have.
    pub(crate) requirements: &'u [Requirement],
}

/// Returns the checks of names as items of a block.
///
/// Each name is checked in its own function, because after another error in the same body rustc does not report that a name is
/// declared more than once. The function requires that its type parameter implements a trait with a custom error; for a
/// parameter, rustc does not add a second message about the missing implementation. Everything that depends on the name has a
/// type that contains the result of the function (`Checked` in `registry/src/declared.rs`). If the function has an error, so
/// has that type, and rustc suppresses further errors: one mistake is one error.
pub(crate) fn checks(uses: &[Use<'_>], krate: &TokenStream) -> TokenStream {
    let uses = || uses.iter().filter(|used| !declared_names::has_error(used.kind, &used.name.value())).enumerate();
    let items: String = uses().map(|(number, used)| used.items(number, Purpose::Name)).collect();
    let items = parsed(&items);
    let checks = uses().map(|(number, used)| used.check(number, krate));
    quote!(#items #(#checks)*)
}

/// Parsing text with rustc takes a third of the time of building the tokens individually.
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

    /// Returns the trait whose error reports an unknown name.
    fn declared(&self, number: usize, purpose: Purpose) -> String {
        let kind = self.kind;
        let text = self.name.value();
        let message = escaped(&format!("unknown {kind} `{text}`"));
        let label = escaped(&format!("no `#[capability({kind} = {text:?})]` is linked into this crate"));
        let run_time = "if it is registered at run time, ";
        let run_time = match purpose {
            Purpose::Name => format!("{run_time}declare it: `declare!({kind} {text:?})`"),
            Purpose::Value => format!("{run_time}look it up in a `CapabilityRegistry`"),
        };
        let hint = hint(kind, &text);
        let elsewhere = declaration_hints::notes();
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

    /// Returns the trait whose error reports a name with several declarations, if there are notes about the use.
    fn once(&self, number: usize) -> String {
        if self.notes.is_empty() {
            return String::new();
        }
        let (kind, text) = (self.kind, self.name.value());
        let message = escaped(&format!("the {kind} `{text}` is declared more than once"));
        let every = note(&format!("to see every place, temporarily add `declare!({kind} {text:?})` to this crate"));
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
        let unmet = self.requirements.iter().map(|Requirement { capability, place: required_at, unmet }| {
            let capability = format_ident!("{capability:?}");
            let can = quote_spanned!(place=> <__p::Checked<#ty, { #check::<()>() }> as __p::KnownModel<_>>::CAPABILITIES);
            let required_at = located_at(*required_at);
            let here = at(krate, required_at);
            quote_spanned!(required_at=> const _: () = #here::__private::assert!(__p::supports(#can, __p::Capability::#capability), "{}", #unmet);)
        });
        let statements = self.statements(number);
        quote! {
            const fn #check<Name>() -> __p::usize {
                #statements
                0
            }
            #(#unmet)*
        }
    }

    /// Returns the statements that check that the name is declared exactly once, for a function with the parameter `Name`.
    ///
    /// With the trait of the kind, the error about several declarations shows every place, but it cannot show notes about the
    /// use. If there are notes, a local trait is used instead.
    fn statements(&self, number: usize) -> TokenStream {
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

/// Moves a path to another span. Macros are called through this path and not through `__p`, because the import of `__p` is not
/// resolved while an attribute or a derive of the program is unresolved, which would cause a second error.
fn at(path: &TokenStream, place: Span) -> TokenStream {
    let moved = |mut token: TokenTree| {
        token.set_span(token.span().located_at(place));
        token
    };
    path.clone().into_iter().map(moved).collect()
}

/// Returns a suggestion for a name that may not be declared.
fn hint(kind: ComponentKind, name: &str) -> Option<String> {
    if declared_names::has(kind, name) {
        return None;
    }
    let model_name = (kind == ComponentKind::Model).then_some(name);
    model_name
        .and_then(model::declaration_hint)
        .or_else(|| declared_names::hint(kind, name))
        .or_else(|| model_name.filter(|_| declared_names::take_catalog_search()).and_then(model::similar_models))
}

/// Returns the `note` argument of a diagnostic attribute.
fn note(text: &str) -> String {
    format!("note = {:?}, ", escaped(text))
}

/// Doubles braces, which otherwise enclose parameters in the text of a diagnostic.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
