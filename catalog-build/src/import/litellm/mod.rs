//! The price and context map of the LiteLLM project, `model_prices_and_context_window.json` (MIT).
//!
//! - A key is `provider/id` or an id. The entry's provider comes from the member `litellm_provider`, in its canonical
//!   spelling: see [`canonical_provider`].
//! - Keys with the same provider and id are merged into one entry if they are equal. If they differ, they are kept as
//!   two: the one without a prefix keeps the id, and the other is named by its full key. Both keys can be looked up
//!   either way.
//! - A key with `alias_of` is an alias of that key's entry. If it overrides members or belongs to another provider, it
//!   is a separate entry based on the other's values.
//! - A key whose provider cannot be read is left out: its price is known, but not who charges it.
//! - `sample_spec` documents the map and is left out. Keys without a provider are settings of the map itself; they
//!   become entries of the provider `litellm`.

mod entry;
mod flags;
mod off_peak;
mod price_key;

use super::left_out::Mismatch;
use super::log::Log;
use super::value::{self, Read};
use super::{Action, Edition, Import, ImportError, Source};
use crate::import::duplicates::key_path;
use crate::import::members::member;
use entry::EntryReader;
use model_catalog::__private::{
    is_model_name, is_provider_name,
    json::{self, JsonError, RawObject},
};
use model_catalog::{ModelCatalogEntry, canonical_provider};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

const SOURCE: Source =
    Source { id: OWN, url: "https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json" };

/// The provider of the map's own settings.
const OWN: &str = "litellm";

/// The key under which the map documents itself.
const DOCUMENTATION: &str = "sample_spec";

/// The member that names the provider, and the one that makes a key an alias of another.
const PROVIDER: &str = "litellm_provider";
const ALIAS: &str = "alias_of";

/// The members of a key, in order.
type Members<'a> = Vec<(Cow<'a, str>, &'a RawValue)>;

type Map<'t> = BTreeMap<Cow<'t, str>, Members<'t>>;

/// Creates a snapshot from the text of the map.
///
/// ```
/// use catalog_build::import::{Edition, litellm};
///
/// let map = r#"{"azure/gpt-4o": {"litellm_provider": "azure", "mode": "chat", "input_cost_per_token": 2.4999999999999998e-06}}"#;
/// let edition = Edition { version: "1.0", date: "2026-08-21".parse()? };
/// let import = litellm::import(map, &edition)?;
/// let model = &import.snapshot.models[0];
/// assert_eq!((&*model.provider, &*model.model_id), ("azure", "gpt-4o"));
/// assert_eq!(model.pricing.input().unwrap().to_string(), "0.0000025");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ImportError`] if the text is not JSON of the expected type, if no entry can be used, or if `edition` breaks a
/// rule.
pub fn import(text: &str, edition: &Edition<'_>) -> Result<Import, ImportError> {
    SOURCE.import(text, edition, read)
}

/// Like [`import`], but rejects an input with duplicate keys or with anything that would be left out.
///
/// # Errors
///
/// [`ImportError`], also if a key is duplicate or if anything would be left out.
pub fn import_strict(text: &str, edition: &Edition<'_>) -> Result<Import, ImportError> {
    SOURCE.strict(text, import(text, edition))
}

fn read<'t>(text: &'t str, log: &mut Log<'t>) -> Result<Vec<ModelCatalogEntry<'static>>, JsonError> {
    let RawObject(keys) = json::parse(text, text)?;
    let mut map = Map::new();
    let mut disputed = Disputed::new();
    for (key, value) in keys {
        if key == DOCUMENTATION {
            log.note(Action::Dropped, "documents the map", &key);
            continue;
        }
        log.report.keys += 1;
        let paths = log.claim(&key, value.get());
        match entry(&key, value) {
            Ok(entry) => {
                if !paths.is_empty() {
                    disputed.insert(key.to_string(), paths);
                }
                map.insert(key, entry);
            }
            Err(mismatch) => log.leave_out_entry(&key, mismatch),
        }
    }
    log.claim_rest(|path| match path {
        [key] => (key.clone(), None),
        path => (key_path(path.get(..1).unwrap_or_default()), Some(key_path(path.get(1..).unwrap_or_default()))),
    });
    Ok(Importer::new(&map, &disputed, log).models())
}

/// Returns the members of a key, unless the key cannot be a model.
fn entry<'t>(key: &str, value: &'t RawValue) -> Read<'t, Members<'t>> {
    let RawObject(members) = value::object(value)?;
    for name in [PROVIDER, ALIAS] {
        let Some(stated) = member(&members, name) else { continue };
        let found = format!("{name}: {}", stated.get());
        let text = value::text(stated).map_err(|mismatch| mismatch.found(&found))?;
        if name == PROVIDER && !is_provider_name(canonical_provider(&text)) {
            return Err(Mismatch::new(stated, "the name of a provider").found(&found));
        }
    }
    let provider = string(&members, PROVIDER).unwrap_or(OWN.into());
    if !is_model_name(key) || !is_model_name(without_provider(key, canonical_provider(&provider))) {
        let expected = "a key of 1 to 256 bytes, without control characters and without surrounding white space";
        return Err(Mismatch::new(value, expected).found(format_args!("{key:?}")));
    }
    Ok(members)
}

/// A key that is a model of its own.
#[derive(Clone)]
struct Model<'m, 'a> {
    key: &'m str,
    /// The canonical spelling of the provider.
    provider: String,
    members: Cow<'m, Members<'a>>,
}

/// A provider and its name for a model.
type Identity = (String, String);

/// What duplicate keys of an entry disagree on, by the key of the entry: the keys that lead to each disagreement.
type Disputed = HashMap<String, Vec<Vec<String>>>;

struct Importer<'m, 'a> {
    map: &'m Map<'a>,
    disputed: &'m Disputed,
    log: &'m mut Log<'a>,
    /// The identity under which each key is found.
    identities: HashMap<&'m str, Identity>,
    /// The names that are taken.
    taken: HashSet<Identity>,
}

impl<'m, 'a> Importer<'m, 'a> {
    fn new(map: &'m Map<'a>, disputed: &'m Disputed, log: &'m mut Log<'a>) -> Self {
        Self { map, disputed, log, identities: HashMap::new(), taken: HashSet::new() }
    }

    fn models(mut self) -> Vec<ModelCatalogEntry<'static>> {
        let mut models: Vec<Model<'m, 'a>> = Vec::new();
        let mut pure_aliases: Vec<(&'m str, &'m str)> = Vec::new();
        for (key, members) in self.map {
            match member(members, ALIAS) {
                None => {
                    let provider = self.provider(key, members);
                    models.push(Model { key, provider, members: Cow::Borrowed(members) });
                }
                Some(target) => match self.alias(key) {
                    Alias::Of(target) => pure_aliases.push((key, target)),
                    Alias::Model(model) => models.push(model),
                    Alias::Unresolved(reason) => {
                        self.log.note(Action::Dropped, reason, key);
                        self.log.leave_out_entry(key, Mismatch::new(target, "the key of a model in the map"));
                    }
                },
            }
        }

        let models = self.identify(models);
        let mut aliases: HashMap<Identity, Vec<String>> = HashMap::new();
        for (key, target) in pure_aliases {
            let Some((provider, target)) = self.identities.get(target).cloned() else { continue };
            let short = (provider.clone(), without_provider(key, &provider).to_owned());
            let name =
                if is_model_name(&short.1) && self.taken.insert(short.clone()) { short.1 } else { key.to_owned() };
            self.identities.insert(key, (provider.clone(), target.clone()));
            self.log.note(Action::Taken, ALIAS, key);
            aliases.entry((provider, target)).or_default().push(name);
        }

        models
            .into_iter()
            .map(|(identity, model)| {
                let reader = EntryReader::new(model.key, &identity, &self.identities, self.log);
                let disputed = self.disputed.get(model.key).map(Vec::as_slice).unwrap_or_default();
                let mut entry = reader.read(&model.members, disputed);
                if let Some(mut aliases) = aliases.remove(&identity) {
                    aliases.sort_unstable();
                    entry.aliases = aliases.into();
                }
                entry
            })
            .collect()
    }

    /// Returns the provider of a key in its canonical spelling, or the map itself for a key without a provider.
    fn provider(&mut self, key: &str, members: &Members<'_>) -> String {
        let stated = string(members, PROVIDER);
        if stated.is_none() {
            self.log.note(Action::Kept, "a setting of the map itself, as a model of the provider litellm", key);
        } else if member(members, "mode").is_none() {
            self.log.note(Action::Kept, "a price without a mode, as a model", key);
        }
        stated.map_or(OWN.to_owned(), |spelling| canonical_provider(&spelling).to_owned())
    }

    /// Resolves a key with `alias_of`.
    fn alias(&self, key: &'m str) -> Alias<'m, 'a> {
        let mut overrides: Vec<&'m Members<'a>> = Vec::new();
        let mut target = key;
        let mut seen = HashSet::new();
        let base = loop {
            if !seen.insert(target) {
                return Alias::Unresolved("alias_of that leads back to itself");
            }
            let Some((name, members)) = self.map.get_key_value(target) else {
                return Alias::Unresolved("alias_of a key that is not in the map");
            };
            let Some(next) = string(members, ALIAS) else {
                target = name;
                break members;
            };
            overrides.push(members);
            let Some((next, _)) = self.map.get_key_value(next.as_ref()) else {
                return Alias::Unresolved("alias_of a key that is not in the map");
            };
            target = next;
        };
        let stated = string(base, PROVIDER).unwrap_or(OWN.into());
        let own = canonical_provider(&stated);
        let head = key.split_once('/').map(|(head, _)| canonical_provider(head)).filter(|head| self.is_provider(head));
        let provider = head.unwrap_or(own);
        if provider == own && overrides.iter().all(|members| members.len() == 1) {
            return Alias::Of(target);
        }
        let mut merged: Members<'a> = base.clone();
        for (name, value) in overrides.into_iter().rev().flatten().filter(|(name, _)| name != ALIAS) {
            match merged.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => *known = value,
                None => merged.push((name.clone(), value)),
            }
        }
        Alias::Model(Model { key, provider: provider.to_owned(), members: Cow::Owned(merged) })
    }

    fn is_provider(&self, name: &str) -> bool {
        self.map.values().any(|members| string(members, PROVIDER).is_some_and(|p| canonical_provider(&p) == name))
    }

    /// Assigns each model its id, and merges equal ones.
    fn identify(&mut self, models: Vec<Model<'m, 'a>>) -> Vec<(Identity, Model<'m, 'a>)> {
        let mut groups: BTreeMap<Identity, Vec<Model<'m, 'a>>> = BTreeMap::new();
        for model in models {
            let Model { key, provider, .. } = &model;
            let mut id = without_provider(key, provider);
            if self.map.contains_key(id) && without_provider(id, provider) != id {
                // `p/p/m` next to `p/m`: without its prefix, the one key is equal to the other.
                self.log.note(Action::Kept, "a key whose id is another key, under its full key", key);
                id = key;
            }
            groups.entry((provider.clone(), id.to_owned())).or_default().push(model);
        }

        let mut named = Vec::new();
        for ((provider, id), mut models) in groups {
            // The key without a prefix keeps the id; next comes the one whose prefix is the provider's own id.
            models.sort_by_key(|Model { key, .. }| (*key != id, !key.starts_with(&format!("{provider}/")), *key));
            let mut different: Vec<(Identity, Model<'m, 'a>)> = Vec::new();
            for model in models {
                let key = model.key;
                if let Some((same, _)) = different.iter().find(|(_, other)| is_equal(&model.members, &other.members)) {
                    self.log.note(Action::Folded, "equal keys with the same provider and id", key);
                    self.identities.insert(key, same.clone());
                    continue;
                }
                let name = if different.is_empty() {
                    id.clone()
                } else {
                    self.log.note(Action::Kept, "different keys with the same provider and id, as two models", key);
                    key.to_owned()
                };
                let identity = (provider.clone(), name);
                self.taken.insert(identity.clone());
                self.identities.insert(key, identity.clone());
                different.push((identity, model));
            }
            named.extend(different);
        }
        named
    }
}

enum Alias<'m, 'a> {
    /// Another name for this key.
    Of(&'m str),
    /// A separate model, with that key's values where it has none.
    Model(Model<'m, 'a>),
    /// The reason why it leads nowhere.
    Unresolved(&'static str),
}

/// Returns the key without its provider as the first part.
fn without_provider<'k>(key: &'k str, provider: &str) -> &'k str {
    match key.split_once('/') {
        Some((head, rest)) if canonical_provider(head) == provider => rest,
        _ => key,
    }
}

/// Whether two keys have the same members, regardless of their order and of the spelling of the provider.
fn is_equal(a: &Members<'_>, b: &Members<'_>) -> bool {
    let facts = |members: &Members<'_>| -> BTreeMap<String, String> {
        let stated = members.iter().filter(|(name, _)| name != PROVIDER);
        stated.map(|(name, value)| (name.to_string(), json::compact(value.get()))).collect()
    };
    a.len() == b.len() && facts(a) == facts(b)
}

fn string<'a>(members: &Members<'a>, name: &str) -> Option<Cow<'a, str>> {
    json::string(member(members, name)?)
}
