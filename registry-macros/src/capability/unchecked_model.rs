//! A declared model where the feature `catalog` is off: nothing is known of it, and nothing can be required.

use super::CheckedModel;
use super::arguments::Arguments;
use crate::problems::Problems;
use proc_macro2::TokenStream;
use syn::LitStr;

const MISSING: &str = "needs the feature `catalog` of the package `named-capabilities`";

pub(crate) fn check(_: &LitStr, arguments: &Arguments, problems: &mut Problems) -> CheckedModel {
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

pub(crate) fn hint(_: &str) -> Option<String> {
    None
}
