//! The macros of the capability registry. Use them through the crate `registry`, which documents them.
//!
//! - `capability/`: `#[capability(…)]`: the arguments, the annotated item, and the constructor
//! - `declaration.rs`: the expansion of a declared name
//! - `declared_names.rs`: the names that the crate has declared, for errors about unknown names
//! - `declaration_hints.rs`: where else a name may be declared, for errors about unknown names
//! - `reference.rs`: the expansion of a reference to a name
//! - `kind_and_name.rs`: the argument of `resolve!` and `declare!`
//! - `blueprint.rs`: `include_rag!` and `rag!`
//! - `router.rs`: `model_router!`
//! - `link.rs`: `link!`
//! - `name_hash.rs`: the type that represents a name
//! - `crate_path.rs`: the path of the registry's crate

#![cfg_attr(
    not(any(feature = "catalog", feature = "rag")),
    allow(dead_code, reason = "only graphs and routers check several names at once")
)]

#[cfg(feature = "rag")]
mod blueprint;
mod capability;
mod crate_path;
mod declaration;
mod declaration_hints;
mod declared_names;
mod errors;
mod kind_and_name;
mod link;
mod name_hash;
mod reference;
#[cfg(feature = "catalog")]
mod router;

use capability::model;
use declaration::{Declaration, Value, kind_path};
use kind_and_name::KindAndName;
use name_hash::located_at;
use proc_macro::TokenStream;
use quote::quote_spanned;
#[cfg(any(feature = "catalog", feature = "rag"))]
use syn::parse::Parser as _;
use vocabulary::ComponentKind;

/// Declares a capability; documented as `registry::capability`.
#[proc_macro_attribute]
pub fn capability(attribute: TokenStream, item: TokenStream) -> TokenStream {
    capability::expand(&attribute.into(), &item.into()).into()
}

/// The implementation of `registry::resolve!`.
#[doc(hidden)]
#[proc_macro]
pub fn resolve(input: TokenStream) -> TokenStream {
    match syn::parse::<KindAndName>(input) {
        Ok(KindAndName { krate, kind, name }) => reference::resolve(kind, &name, &krate).into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// The implementation of `registry::declare!`.
#[doc(hidden)]
#[proc_macro]
pub fn declare(input: TokenStream) -> TokenStream {
    match syn::parse::<KindAndName>(input) {
        Ok(KindAndName { krate, kind, name }) => {
            let value = Value::None("it is registered at run time; look it up in a `CapabilityRegistry`".to_owned());
            let mut declaration = Declaration::new(kind, &name, krate, value);
            let path = kind_path(kind);
            let declared = declaration.declared(&[], &quote::quote!(""));
            declaration.known_capabilities =
                if kind == ComponentKind::Model { model::known_capabilities(&name.value()) } else { None };
            declaration.registration =
                Some(quote_spanned!(located_at(name.span())=> __p::Registration::at_run_time(#path, #declared)));
            declaration.into_tokens().into()
        }
        Err(error) => error.into_compile_error().into(),
    }
}

/// The implementation of `registry::link!`.
#[doc(hidden)]
#[proc_macro]
pub fn link(input: TokenStream) -> TokenStream {
    link::expand(input.into()).into()
}

/// The implementation of `registry::include_rag!`.
#[cfg(feature = "rag")]
#[doc(hidden)]
#[proc_macro]
pub fn include_rag(input: TokenStream) -> TokenStream {
    expression_or_errors(blueprint::include.parse(input))
}

/// The implementation of `registry::rag!`.
#[cfg(feature = "rag")]
#[doc(hidden)]
#[proc_macro]
pub fn rag(input: TokenStream) -> TokenStream {
    expression_or_errors(blueprint::inline.parse(input))
}

/// The implementation of `registry::model_router!`.
#[cfg(feature = "catalog")]
#[doc(hidden)]
#[proc_macro]
pub fn model_router(input: TokenStream) -> TokenStream {
    expression_or_errors(router::expand.parse(input))
}

/// Returns the expression, or all errors as one expression. The last error must not end with `;`, or rustc would also report a
/// mismatched type.
#[cfg(any(feature = "catalog", feature = "rag"))]
fn expression_or_errors(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    let errors = match result {
        Ok(expression) => return expression.into(),
        Err(errors) => errors.into_iter().map(syn::Error::into_compile_error),
    };
    quote::quote!({ #(#errors);* }).into()
}
