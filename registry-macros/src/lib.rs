//! The macros of the capability registry. Use them through the crate `registry`, which documents them.
//!
//! - `capability/`: `#[capability(…)]`: what may be written, the item it stands on, how its value is made
//! - `declaration.rs`: what a declared name becomes
//! - `declared_names.rs`: the names that the crate has declared, for the errors of `reference.rs`
//! - `elsewhere.rs`: where else a name may be declared, for the errors of `reference.rs`
//! - `reference.rs`: what a use of a name becomes
//! - `blueprint.rs`: `include_rag!` and `rag!`
//! - `router.rs`: `model_router!`
//! - `link.rs`: `link!`
//! - `name_hash.rs`: the type that stands for a name
//! - `crate_path.rs`: where the registry's crate is found

#![cfg_attr(
    not(any(feature = "catalog", feature = "rag")),
    allow(dead_code, reason = "several names at once are checked in graphs and routers, and neither is there")
)]

#[cfg(feature = "rag")]
mod blueprint;
mod capability;
mod crate_path;
mod declaration;
mod declared_names;
mod elsewhere;
mod link;
mod name_hash;
mod named;
mod problems;
mod reference;
#[cfg(feature = "catalog")]
mod router;

use capability::model;
use declaration::{Declaration, Value, kind_path};
use name_hash::located_at;
use named::Named;
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

/// Behind `registry::resolve!`.
#[doc(hidden)]
#[proc_macro]
pub fn resolve(input: TokenStream) -> TokenStream {
    match syn::parse::<Named>(input) {
        Ok(Named { krate, kind, name }) => reference::resolve(kind, &name, &krate).into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// Behind `registry::declare!`.
#[doc(hidden)]
#[proc_macro]
pub fn declare(input: TokenStream) -> TokenStream {
    match syn::parse::<Named>(input) {
        Ok(Named { krate, kind, name }) => {
            let value = Value::Nothing(
                "it exists only once the program registers it: ask a `CapabilityRegistry` for it".to_owned(),
            );
            let mut declaration = Declaration::new(kind, &name, krate, value);
            let path = kind_path(kind);
            let declared = declaration.declared(&[], &quote::quote!(""));
            declaration.abilities = if kind == ComponentKind::Model { model::abilities(&name.value()) } else { None };
            declaration.registration =
                Some(quote_spanned!(located_at(name.span())=> __p::Registration::at_run_time(#path, #declared)));
            declaration.into_tokens().into()
        }
        Err(error) => error.into_compile_error().into(),
    }
}

/// Behind `registry::link!`.
#[doc(hidden)]
#[proc_macro]
pub fn link(input: TokenStream) -> TokenStream {
    link::expand(input.into()).into()
}

/// Behind `registry::include_rag!`.
#[cfg(feature = "rag")]
#[doc(hidden)]
#[proc_macro]
pub fn include_rag(input: TokenStream) -> TokenStream {
    expanded(blueprint::include.parse(input))
}

/// Behind `registry::rag!`.
#[cfg(feature = "rag")]
#[doc(hidden)]
#[proc_macro]
pub fn rag(input: TokenStream) -> TokenStream {
    expanded(blueprint::inline.parse(input))
}

/// Behind `registry::model_router!`.
#[cfg(feature = "catalog")]
#[doc(hidden)]
#[proc_macro]
pub fn model_router(input: TokenStream) -> TokenStream {
    expanded(router::expand.parse(input))
}

/// The expression, or all errors as one expression. The last of them is its value, which rustc gives no type: with a `;`
/// behind it, rustc would report a mismatched type as well.
#[cfg(any(feature = "catalog", feature = "rag"))]
fn expanded(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    let errors = match result {
        Ok(expression) => return expression.into(),
        Err(errors) => errors.into_iter().map(syn::Error::into_compile_error),
    };
    quote::quote!({ #(#errors);* }).into()
}
