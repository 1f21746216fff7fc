//! The models of a source in which one provider can have several spellings.

use super::Action;
use super::log::Log;
use model_catalog::{ModelCatalogEntry, canonical_provider};
use std::collections::HashMap;

/// Models by the names under which each of them is found in its provider's spelling.
///
/// An id or alias that two spellings of one provider give to different models is the name of the one whose spelling
/// came first; the other model has it as `spelling/name`, which is where a look-up in that spelling finds it.
#[derive(Default)]
pub(super) struct Models {
    list: Vec<Model>,
    names: HashMap<(String, String), usize>,
}

#[derive(Clone)]
struct Model {
    spelling: String,
    key: String,
    /// The entry. Its aliases are those that it would like to have.
    entry: ModelCatalogEntry<'static>,
}

/// The place of a provider among those of its source: what is spelled as people type it comes first, so that its models
/// have their plain names.
pub(super) fn rank(spelling: &str) -> (bool, &str) {
    (canonical_provider(spelling) != spelling, spelling)
}

impl Models {
    /// Adds the model that a provider of this spelling has, unless another spelling of the provider says the same of it.
    pub(super) fn add(&mut self, spelling: &str, mut entry: ModelCatalogEntry<'static>, log: &mut Log<'_>) {
        let key = format!("{spelling}/{}", entry.model_id);
        let first = self.owner(&entry.provider, &entry.model_id).filter(|first| first.spelling != spelling);
        if let Some(first) = first {
            if first.entry == entry {
                log.note(Action::Folded, "models of one provider and id that say the same", &key);
                return;
            }
            log.note(Action::Kept, "models of one provider and id that differ, as two models", &key);
            entry.model_id = key.clone().into();
        }
        let identity = (entry.provider.to_string(), entry.model_id.to_string());
        self.names.entry(identity).or_insert(self.list.len());
        self.list.push(Model { spelling: spelling.to_owned(), key, entry });
    }

    fn owner(&self, provider: &str, name: &str) -> Option<&Model> {
        self.list.get(*self.names.get(&(provider.to_owned(), name.to_owned()))?)
    }

    /// The entries, each with those of its aliases that no other model of its provider has as a name.
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

    /// The name that an alias of the model `key` can be.
    fn free_name(&self, spelling: &str, key: &str, provider: &str, alias: &str, log: &mut Log<'_>) -> Option<String> {
        let Some(owner) = self.owner(provider, alias) else { return Some(alias.to_owned()) };
        let full = format!("{spelling}/{alias}");
        if owner.spelling != spelling && self.owner(provider, &full).is_none() {
            let what = "an alias that a model of another spelling has as a name, as spelling/alias";
            log.note(Action::Kept, what, &full);
            return Some(full);
        }
        let what = "an alias that another model of the provider has as a name";
        log.note(Action::Dropped, what, &format!("{key}: {alias}"));
        None
    }
}
