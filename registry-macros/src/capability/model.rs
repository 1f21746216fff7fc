//! Checks declared models against the catalog.

use super::CheckedModel;
use super::arguments::Arguments;
use crate::errors::Errors;
use crate::name_hash::located_at;
use catalog_seed::ModelCatalog;
use model_catalog::{Mode, ModelCatalogEntry, ModelFilter};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use std::cmp::Reverse;
use syn::{Ident, LitStr};
use vocabulary::{Capability, CapabilitySet, did_you_mean, or_did_you_mean};

pub(crate) fn check(name: &LitStr, arguments: &Arguments, errors: &mut Errors) -> CheckedModel {
    let required = capabilities(&arguments.requires, errors);
    let mut checked = CheckedModel::default();
    let set: CapabilitySet = required.iter().map(|(_, capability)| *capability).collect();
    if !set.is_empty() {
        let set = set_tokens(set);
        checked.facts.extend(quote!(.requiring(#set)));
    }
    if arguments.custom.is_some() {
        checked.known_capabilities = Some(capabilities_option(set));
        return checked;
    }
    let literal = arguments.catalog.as_ref().unwrap_or(name);
    let Some(entry) = ModelCatalog::seed().get_by_model_id(&literal.value()) else {
        errors.add(literal.span(), unknown(&literal.value(), arguments.catalog.is_some()));
        return checked;
    };
    let key = format!("{}/{}", entry.provider, entry.model_id);
    checked.facts.extend(quote!(.in_catalog(#key)));
    checked.known_capabilities = Some(capabilities_option(entry.capability_set()));
    for (ident, capability) in required {
        if !entry.capability_set().contains(capability) {
            errors.add(
                ident.span(),
                format!(
                    "according to the catalog, the model `{key}` lacks `{capability}`; it has {}{}",
                    capability_list(&entry),
                    alternatives(&entry, set)
                ),
            );
        }
    }
    checked.warning = retired(literal, &key, &entry).or_else(|| other_mode(literal, &key, &entry));
    checked
}

/// Returns the capabilities of the model with this name, if it is in the catalog.
pub(crate) fn known_capabilities(name: &str) -> Option<TokenStream> {
    ModelCatalog::seed().get_by_model_id(name).map(|entry| capabilities_option(entry.capability_set()))
}

/// Returns `Some` with a set as an expression.
fn capabilities_option(set: CapabilitySet) -> TokenStream {
    let set = set_tokens(set);
    quote!(__p::Some(#set))
}

/// Returns a set as an expression.
pub(crate) fn set_tokens(set: CapabilitySet) -> TokenStream {
    let bits = set.bits();
    quote!(__p::CapabilitySet::from_bits(#bits))
}

/// Parses the required capabilities.
pub(crate) fn capabilities<'a>(words: &'a [Ident], errors: &mut Errors) -> Vec<(&'a Ident, Capability)> {
    let mut set = CapabilitySet::EMPTY;
    let mut required = Vec::new();
    for word in words {
        match word.to_string().parse::<Capability>() {
            Ok(capability) if set.contains(capability) => {
                errors.add(word.span(), format!("`{capability}` is required twice"));
            }
            Ok(capability) => {
                set = set.with(capability);
                required.push((word, capability));
            }
            Err(error) => errors.add(word.span(), error),
        }
    }
    required
}

/// If the model with this name lacks one of these capabilities according to the catalog, returns a suggestion of others.
pub(crate) fn suggest_models(name: &str, required: CapabilitySet) -> Option<String> {
    let entry = ModelCatalog::seed().get_by_model_id(name)?;
    (!entry.capability_set().contains_all(required)).then(|| alternatives(&entry, required))
}

/// Returns the end of an error message with models of the same provider and mode that have the required capabilities. Those
/// with the longest common prefix of the id are listed.
fn alternatives(entry: &ModelCatalogEntry<'_>, required: CapabilitySet) -> String {
    const MAX_LISTED: usize = 3;
    let filter = ModelFilter {
        provider: Some(entry.provider.to_string()),
        mode: entry.mode,
        capabilities: required,
        ..ModelFilter::default()
    };
    let catalog = ModelCatalog::seed();
    let is_served = |other: &ModelCatalogEntry<'_>| other.deprecation_date.is_none_or(|date| date >= catalog.date());
    let others = catalog.search(&filter).filter(is_served).map(|other| other.model_id.into_owned());
    let common_prefix = |other: &str| other.chars().zip(entry.model_id.chars()).take_while(|(a, b)| a == b).count();
    let mut others: Vec<String> = others.collect();
    others.sort_by_key(|other| (Reverse(common_prefix(other)), other.len(), other.clone()));
    others.truncate(MAX_LISTED);
    let others: Vec<String> = others.iter().map(|other| format!("`{other}`")).collect();
    match others.split_last() {
        None => format!("; no model of `{}` in the catalog has all required capabilities", entry.provider),
        Some((only, [])) => format!("; {only} has all required capabilities"),
        Some((last, rest)) => format!("; {} and {last} have all required capabilities", rest.join(", ")),
    }
}

fn capability_list(entry: &ModelCatalogEntry<'_>) -> String {
    let set = entry.capability_set();
    if set.is_empty() { "no known capabilities".to_owned() } else { set.to_string() }
}

/// Returns a hint about an undeclared name if the catalog contains a model with that name.
pub(crate) fn declaration_hint(name: &str) -> Option<String> {
    ModelCatalog::seed().get_by_model_id(name)?;
    Some(format!("the catalog contains this model; declare it: `#[capability(model = {name:?})]`"))
}

/// Returns a hint with models in the catalog that have a similar name.
pub(crate) fn similar_models(name: &str) -> Option<String> {
    // A name without a digit, such as `default`, is not a model id, and the search takes milliseconds.
    if !name.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let near = ModelCatalog::seed().nearest(name);
    (!near.is_empty()).then(|| format!("{} These models are in the catalog", did_you_mean(near)))
}

fn unknown(id: &str, is_entry: bool) -> String {
    let near = match or_did_you_mean(ModelCatalog::seed().nearest(id)) {
        question if question.is_empty() => "; ".to_owned(),
        question => format!("{question} Otherwise "),
    };
    let remedy = if is_entry {
        "name an entry as `provider/model`, or write `custom` instead if the model is in no catalog"
    } else {
        "name its entry with `catalog = \"provider/model\"`, or add `custom` if the model is in no catalog"
    };
    format!("the model catalog ({}) has no model `{id}`{near}{remedy}", ModelCatalog::seed().snapshot_id())
}

/// Returns a warning about a model that its provider no longer serves.
fn retired(literal: &LitStr, key: &str, entry: &ModelCatalogEntry<'_>) -> Option<TokenStream> {
    let date = entry.deprecation_date.filter(|date| *date < ModelCatalog::seed().date())?;
    let successor = match &entry.successor {
        Some(successor) => format!("; its successor is `{successor}`"),
        None => String::new(),
    };
    let note = format!("the model `{key}` was retired on {date}{successor}");
    Some(warning("RETIRED_MODEL", &note, literal))
}

/// Returns a warning about a model whose mode is not chat.
fn other_mode(literal: &LitStr, key: &str, entry: &ModelCatalogEntry<'_>) -> Option<TokenStream> {
    let mode = entry.mode?;
    if matches!(mode, Mode::Chat | Mode::Responses | Mode::Completion | Mode::Realtime) {
        return None;
    }
    let note = format!("according to the catalog, the model `{key}` is for {mode}, not for chat");
    Some(warning("MODEL_OF_ANOTHER_MODE", &note, literal))
}

/// Returns a use of a deprecated item, because macros cannot emit warnings on stable Rust.
fn warning(name: &str, note: &str, literal: &LitStr) -> TokenStream {
    let name = Ident::new(name, located_at(literal.span()));
    let constant_use = quote_spanned!(located_at(literal.span())=> let () = #name;);
    quote! {
        #[deprecated(note = #note)]
        const #name: () = ();
        #constant_use
    }
}
