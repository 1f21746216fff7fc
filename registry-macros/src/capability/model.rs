//! What the catalog says about a declared model.

use super::CheckedModel;
use super::arguments::Arguments;
use crate::name_hash::located_at;
use crate::problems::Problems;
use catalog_seed::ModelCatalog;
use model_catalog::{Mode, ModelCatalogEntry, ModelFilter};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use std::cmp::Reverse;
use syn::{Ident, LitStr};
use vocabulary::{Capability, CapabilitySet, did_you_mean, or_did_you_mean};

pub(crate) fn check(name: &LitStr, arguments: &Arguments, problems: &mut Problems) -> CheckedModel {
    let required = capabilities(&arguments.requires, problems);
    let mut checked = CheckedModel::default();
    let set: CapabilitySet = required.iter().map(|(_, capability)| *capability).collect();
    if !set.is_empty() {
        let set = set_tokens(set);
        checked.facts.extend(quote!(.requiring(#set)));
    }
    if arguments.custom.is_some() {
        checked.abilities = Some(known(set));
        return checked;
    }
    let literal = arguments.catalog.as_ref().unwrap_or(name);
    let Some(entry) = ModelCatalog::seed().get_by_model_id(&literal.value()) else {
        problems.error(literal.span(), unknown(&literal.value(), arguments.catalog.is_some()));
        return checked;
    };
    let key = format!("{}/{}", entry.provider, entry.model_id);
    checked.facts.extend(quote!(.in_catalog(#key)));
    checked.abilities = Some(known(entry.capability_set()));
    for (ident, capability) in required {
        if !entry.capability_set().contains(capability) {
            problems.error(
                ident.span(),
                format!(
                    "the catalog says that the model `{key}` lacks `{capability}`; it has {}{}",
                    had(&entry),
                    that_would_do(&entry, set)
                ),
            );
        }
    }
    checked.warning = retired(literal, &key, &entry).or_else(|| other_mode(literal, &key, &entry));
    checked
}

/// What a model of this name can do, where the catalog has it.
pub(crate) fn abilities(name: &str) -> Option<TokenStream> {
    ModelCatalog::seed().get_by_model_id(name).map(|entry| known(entry.capability_set()))
}

fn known(set: CapabilitySet) -> TokenStream {
    let set = set_tokens(set);
    quote!(__p::Some(#set))
}

/// The set as an expression.
pub(crate) fn set_tokens(set: CapabilitySet) -> TokenStream {
    let bits = set.bits();
    quote!(__p::CapabilitySet::from_bits(#bits))
}

/// The required capabilities, each with the word that names it.
pub(crate) fn capabilities<'a>(words: &'a [Ident], problems: &mut Problems) -> Vec<(&'a Ident, Capability)> {
    let mut set = CapabilitySet::EMPTY;
    let mut required = Vec::new();
    for word in words {
        match word.to_string().parse::<Capability>() {
            Ok(capability) if set.contains(capability) => {
                problems.error(word.span(), format!("`{capability}` is required twice"));
            }
            Ok(capability) => {
                set = set.with(capability);
                required.push((word, capability));
            }
            Err(error) => problems.error(word.span(), error),
        }
    }
    required
}

/// The model of this name, if the catalog has it and it lacks one of these capabilities, and which others have them all.
pub(crate) fn others_than(name: &str, required: CapabilitySet) -> Option<String> {
    let entry = ModelCatalog::seed().get_by_model_id(name)?;
    (!entry.capability_set().contains_all(required)).then(|| that_would_do(&entry, required))
}

/// Models of the same provider and mode that have what is required, the end of a message: those whose ids begin most alike.
fn that_would_do(entry: &ModelCatalogEntry<'_>, required: CapabilitySet) -> String {
    const MOST: usize = 3;
    let filter = ModelFilter {
        provider: Some(entry.provider.to_string()),
        mode: entry.mode,
        capabilities: required,
        ..ModelFilter::default()
    };
    let catalog = ModelCatalog::seed();
    let served = |other: &ModelCatalogEntry<'_>| other.deprecation_date.is_none_or(|date| date >= catalog.date());
    let others = catalog.search(&filter).filter(served).map(|other| other.model_id.into_owned());
    let alike = |other: &str| other.chars().zip(entry.model_id.chars()).take_while(|(a, b)| a == b).count();
    let mut others: Vec<String> = others.collect();
    others.sort_by_key(|other| (Reverse(alike(other)), other.len(), other.clone()));
    others.truncate(MOST);
    let others: Vec<String> = others.iter().map(|other| format!("`{other}`")).collect();
    match others.split_last() {
        None => format!("; no model of `{}` in the catalog has all that is required", entry.provider),
        Some((only, [])) => format!("; {only} has all that is required"),
        Some((last, rest)) => format!("; {} and {last} have all that is required", rest.join(", ")),
    }
}

fn had(entry: &ModelCatalogEntry<'_>) -> String {
    let set = entry.capability_set();
    if set.is_empty() { "no capability that it knows of".to_owned() } else { set.to_string() }
}

/// What to do about a name that is perhaps not declared, where the catalog has a model of that name.
pub(crate) fn to_declare(name: &str) -> Option<String> {
    ModelCatalog::seed().get_by_model_id(name)?;
    Some(format!("the catalog has this model; declare it: `#[capability(model = {name:?})]`"))
}

/// Which models of the catalog may be meant by a name.
pub(crate) fn near(name: &str) -> Option<String> {
    // A name without a digit, such as `default`, is the application's own: looking for near ones costs milliseconds.
    if !name.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let near = ModelCatalog::seed().nearest(name);
    (!near.is_empty()).then(|| format!("{} The catalog has models of nearly that name", did_you_mean(near)))
}

fn unknown(id: &str, is_entry: bool) -> String {
    let near = match or_did_you_mean(ModelCatalog::seed().nearest(id)) {
        question if question.is_empty() => "; ".to_owned(),
        question => format!("{question} Otherwise "),
    };
    let remedy = if is_entry {
        "name an entry as `provider/model`, or write `custom` instead if no catalog knows the model"
    } else {
        "name its entry with `catalog = \"provider/model\"`, or write `custom` if no catalog knows the model"
    };
    format!("the model catalog ({}) has no `{id}`{near}{remedy}", ModelCatalog::seed().snapshot_id())
}

/// A warning of a model that its provider no longer serves.
fn retired(literal: &LitStr, key: &str, entry: &ModelCatalogEntry<'_>) -> Option<TokenStream> {
    let date = entry.deprecation_date.filter(|date| *date < ModelCatalog::seed().date())?;
    let successor = match &entry.successor {
        Some(successor) => format!("; its successor is `{successor}`"),
        None => String::new(),
    };
    let note = format!("the model `{key}` was retired on {date}{successor}");
    Some(warning("RETIRED_MODEL", &note, literal))
}

/// A warning of a model that does not answer conversations, as a chat model does.
fn other_mode(literal: &LitStr, key: &str, entry: &ModelCatalogEntry<'_>) -> Option<TokenStream> {
    let mode = entry.mode?;
    if matches!(mode, Mode::Chat | Mode::Responses | Mode::Completion | Mode::Realtime) {
        return None;
    }
    let note = format!("the catalog says that the model `{key}` is for {mode} and not for chat");
    Some(warning("MODEL_OF_ANOTHER_MODE", &note, literal))
}

/// Stable macros cannot warn; using something deprecated can.
fn warning(name: &str, note: &str, literal: &LitStr) -> TokenStream {
    let name = Ident::new(name, located_at(literal.span()));
    let touch = quote_spanned!(located_at(literal.span())=> let () = #name;);
    quote! {
        #[deprecated(note = #note)]
        const #name: () = ();
        #touch
    }
}
