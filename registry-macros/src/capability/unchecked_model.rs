//! Declared models without the feature `catalog`: their capabilities are unknown and cannot be required.
//!
//! A model without `custom` is rejected, because it would be checked if another crate enabled the feature.

use super::CheckedModel;
use super::arguments::Arguments;
use crate::errors::Errors;
use proc_macro2::TokenStream;
use syn::LitStr;

const MISSING: &str = "needs the feature `catalog` of the package `named-capabilities`";

pub(crate) fn check(name: &LitStr, arguments: &Arguments, errors: &mut Errors) -> CheckedModel {
    if arguments.custom.is_none() && arguments.catalog.is_none() {
        errors.add(
            name.span(),
            format!("a model is checked against the catalog, which {MISSING}; without the feature, add `custom`"),
        );
    }
    if let Some(first) = arguments.requires.first() {
        errors.add(first.span(), format!("the argument `requires` {MISSING}"));
    }
    if let Some(entry) = &arguments.catalog {
        errors.add(entry.span(), format!("the argument `catalog` {MISSING}"));
    }
    CheckedModel::default()
}

pub(crate) fn known_capabilities(_: &str) -> Option<TokenStream> {
    None
}

pub(crate) fn declaration_hint(_: &str) -> Option<String> {
    None
}

pub(crate) fn similar_models(_: &str) -> Option<String> {
    None
}
