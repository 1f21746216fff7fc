//! The models of a source in which a provider may have several spellings.

use super::Action;
use super::log::Log;
use model_catalog::{ModelCatalogEntry, canonical_provider};
use std::collections::HashMap;

/// Models by their names in the spelling of their provider.
///
/// If two spellings of a provider have different models with the same id or alias, the name stands for the model whose
/// spelling
/// was added first. The other model is named `spelling/name`, which is where a lookup in that spelling finds it.
#[derive(Default)]
pub(super) struct Models {
    list: Vec<Model>,
    names: HashMap<(String, String), usize>,
}

#[derive(Clone)]
struct Model {
    spelling: String,
    key: String,
    /// The entry. Its aliases are the ones that it requests.
    entry: ModelCatalogEntry<'static>,
}

/// The rank of a provider's spelling within its source: canonical spellings come first, so that their models get the
/// plain
/// names.
pub(super) fn rank(spelling: &str) -> (bool, &str) {
    (canonical_provider(spelling) != spelling, spelling)
}

impl Models {
    /// Adds a model under this spelling of its provider, unless another spelling of the provider has an equal model.
    pub(super) fn add(&mut self, spelling: &str, mut entry: ModelCatalogEntry<'static>, log: &mut Log<'_>) {
        let key = format!("{spelling}/{}", entry.model_id);
        let first = self.owner(&entry.provider, &entry.model_id).filter(|first| first.spelling != spelling);
        if let Some(first) = first {
            if first.entry == entry {
                log.note(Action::Folded, "equal models with the same provider and id", &key);
                return;
            }
            log.note(Action::Kept, "different models with the same provider and id, as two models", &key);
            entry.model_id = key.clone().into();
        }
        let identity = (entry.provider.to_string(), entry.model_id.to_string());
        self.names.entry(identity).or_insert(self.list.len());
        self.list.push(Model { spelling: spelling.to_owned(), key, entry });
    }

    fn owner(&self, provider: &str, name: &str) -> Option<&Model> {
        self.list.get(*self.names.get(&(provider.to_owned(), name.to_owned()))?)
    }

    /// Returns the entries, each with the aliases that no other model of its provider has as a name.
    pub(super) fn finish(mut self, log: &mut Log<'_>) -> Vec<ModelCatalogEntry<'static>> {
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        order.sort_by_key(|&place| {
            let Model { spelling, key, .. } = &self.list[place];
            (rank(spelling), key)
        });
        for place in order {
            let Model { spelling, key, entry } = self.list[place].clone();
            let mut aliases = Vec::new();
            for alias in entry.aliases.iter() {
                if let Some(name) = self.free_name(&spelling, &key, &entry.provider, alias, log) {
                    self.names.insert((entry.provider.to_string(), name.clone()), place);
                    aliases.push(name);
                }
            }
            aliases.sort_unstable();
            self.list[place].entry.aliases = aliases.into();
        }
        self.list.into_iter().map(|model| model.entry).collect()
    }

    /// Returns the name under which the model `key` can have an alias.
    fn free_name(&self, spelling: &str, key: &str, provider: &str, alias: &str, log: &mut Log<'_>) -> Option<String> {
        let Some(owner) = self.owner(provider, alias) else { return Some(alias.to_owned()) };
        let full = format!("{spelling}/{alias}");
        if owner.spelling != spelling && self.owner(provider, &full).is_none() {
            let what = "an alias that is the name of a model under another spelling, as spelling/alias";
            log.note(Action::Kept, what, &full);
            return Some(full);
        }
        let what = "an alias that is the name of another model of the provider";
        log.note(Action::Dropped, what, &format!("{key}: {alias}"));
        None
    }
}
