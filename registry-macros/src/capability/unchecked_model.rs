//! A declared model where the feature `catalog` is off: nothing is known of it, and nothing can be required.
//!
//! One that does not say `custom` is refused, since another crate may switch the feature on, and it would then be checked.

use super::CheckedModel;
use super::arguments::Arguments;
use crate::problems::Problems;
use proc_macro2::TokenStream;
use syn::LitStr;

const MISSING: &str = "needs the feature `catalog` of the package `named-capabilities`";

pub(crate) fn check(name: &LitStr, arguments: &Arguments, problems: &mut Problems) -> CheckedModel {
    if arguments.custom.is_none() && arguments.catalog.is_none() {
        problems.error(
            name.span(),
            format!("whether the model exists is checked by the catalog, which {MISSING}; without it, write `custom`"),
        );
    }
    if let Some(first) = arguments.requires.first() {
        problems.error(first.span(), format!("the argument `requires` {MISSING}"));
    }
    if let Some(entry) = &arguments.catalog {
        problems.error(entry.span(), format!("the argument `catalog` {MISSING}"));
    }
    CheckedModel::default()
}

pub(crate) fn abilities(_: &str) -> Option<TokenStream> {
    None
}

pub(crate) fn to_declare(_: &str) -> Option<String> {
    None
}

pub(crate) fn near(_: &str) -> Option<String> {
    None
}
