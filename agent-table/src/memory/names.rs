//! The names, with indexes by order, tag and process.

use super::sorted::Sorted;
use super::{read, write};
use crate::{AgentError, Claimed, Filter, Page, Pid, RegistryEntry, Result};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, RwLock};

/// The number of locks for lookups. Each lookup takes one of them, so that concurrent lookups rarely contend.
const SHARDS: usize = 64;

/// Writers lock `index` for the whole operation, and lock the shards of all names that they change. Every operation is
/// therefore atomic, for lookups as well as for lists.
pub(super) struct Names {
    index: RwLock<Index>,
    shards: Box<[Shard]>,
}

/// Aligned to avoid false sharing of cache lines between neighbouring locks.
#[derive(Default)]
#[repr(align(128))]
struct Shard(RwLock<HashSet<ByName>>);

/// All entries in the order of their names: in total, by tag and by process.
#[derive(Default)]
struct Index {
    all: Sorted<ByName>,
    by_tag: HashMap<String, Sorted<ByName>>,
    by_pid: HashMap<Pid, Sorted<ByName>>,
}

/// An entry that is compared and hashed by its name.
#[derive(Clone, Debug)]
struct ByName(Arc<RegistryEntry>);

impl ByName {
    fn name(&self) -> &str {
        &self.0.name
    }
}

impl PartialEq for ByName {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for ByName {}

impl PartialOrd for ByName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ByName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl Hash for ByName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl Borrow<str> for ByName {
    fn borrow(&self) -> &str {
        self.name()
    }
}

impl Default for Names {
    fn default() -> Self {
        Self { index: RwLock::default(), shards: (0..SHARDS).map(|_| Shard::default()).collect() }
    }
}

impl Names {
    pub(super) fn find<T>(&self, name: &str, extract: impl FnOnce(&RegistryEntry) -> T) -> Result<T> {
        let shard = read(self.shard(name));
        match shard.get(name) {
            Some(entry) => Ok(extract(&entry.0)),
            None => Err(AgentError::RegistryNotFound { name: name.to_owned() }),
        }
    }

    pub(super) fn insert(&self, entry: RegistryEntry) -> Claimed {
        let mut index = write(&self.index);
        let mut shard = write(self.shard(&entry.name));
        if let Some(existing) = shard.get(entry.name.as_str()) {
            return Claimed::Existing(RegistryEntry::clone(&existing.0));
        }
        let entry = ByName(Arc::new(entry));
        shard.insert(entry.clone());
        index.insert(&entry);
        Claimed::Registered(RegistryEntry::clone(&entry.0))
    }

    /// Removes a name if `condition` holds for its entry.
    pub(super) fn remove(&self, name: &str, condition: impl FnOnce(&RegistryEntry) -> bool) -> u64 {
        let mut index = write(&self.index);
        let mut shard = write(self.shard(name));
        if !shard.get(name).is_some_and(|entry| condition(&entry.0)) {
            return 0;
        }
        let Some(entry) = shard.take(name) else { return 0 };
        index.remove(&entry);
        1
    }

    pub(super) fn remove_pid(&self, pid: Pid) -> u64 {
        let mut index = write(&self.index);
        let Some(entries) = index.by_pid.remove(&pid) else { return 0 };
        let mut shards: Vec<_> = self.shards.iter().map(|shard| write(&shard.0)).collect();
        for entry in entries.at(0..entries.len()) {
            if let Some(shard) = shards.get_mut(shard_of(entry.name())) {
                shard.remove(entry);
            }
            index.remove(entry);
        }
        entries.len() as u64
    }

    pub(super) fn list(&self, filter: &Filter<'_>) -> Page<RegistryEntry> {
        // Entries are copied after the lock is released.
        let (page, total) = read(&self.index).page(filter);
        Page { entries: page.iter().map(|entry| RegistryEntry::clone(&entry.0)).collect(), total }
    }

    fn shard(&self, name: &str) -> &RwLock<HashSet<ByName>> {
        &self.shards[shard_of(name)].0
    }
}

/// Returns the shard of a name. This is not a collision-resistant hash: names chosen to share a shard only cause lock
/// contention.
fn shard_of(name: &str) -> usize {
    let mix = |mixed: u64, word: u64| (mixed.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let (words, rest) = name.as_bytes().as_chunks();
    let mixed = words.iter().fold(0, |mixed, word| mix(mixed, u64::from_le_bytes(*word)));
    let mixed = mix(mixed, rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    usize::from(mixed.to_be_bytes()[0]) % SHARDS
}

impl Index {
    fn insert(&mut self, entry: &ByName) {
        self.all.insert(entry.clone());
        self.by_pid.entry(entry.0.pid).or_default().insert(entry.clone());
        for tag in &entry.0.tags {
            // Most tags already exist; only a new tag is copied.
            match self.by_tag.get_mut(tag) {
                Some(entries) => entries.insert(entry.clone()),
                None => self.by_tag.entry(tag.clone()).or_default().insert(entry.clone()),
            }
        }
    }

    fn remove(&mut self, entry: &ByName) {
        self.all.remove(entry);
        if let Some(entries) = self.by_pid.get_mut(&entry.0.pid) {
            entries.remove(entry);
            if entries.is_empty() {
                self.by_pid.remove(&entry.0.pid);
            }
        }
        for tag in &entry.0.tags {
            if let Some(entries) = self.by_tag.get_mut(tag) {
                entries.remove(entry);
                if entries.is_empty() {
                    self.by_tag.remove(tag);
                }
            }
        }
    }

    fn page(&self, filter: &Filter<'_>) -> (Vec<ByName>, u64) {
        let entries = match filter.tag {
            None => &self.all,
            Some(tag) => match self.by_tag.get(tag) {
                Some(entries) => entries,
                None => return (Vec::new(), 0),
            },
        };
        let matching = match filter.prefix {
            None => 0..entries.len(),
            Some(prefix) => {
                entries.rank(|entry| entry.name() < prefix)
                    ..entries.rank(|entry| entry.name() < prefix || entry.name().starts_with(prefix))
            }
        };
        (entries.at(super::page(&matching, filter.limit, filter.offset)).cloned().collect(), matching.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_spread_over_the_shards() {
        for pattern in ["/agents/researcher/{}", "/agents/{}/primary", "{}", "{}/services/research"] {
            let mut counts = [0_usize; SHARDS];
            for i in 0..6_400 {
                counts[shard_of(&pattern.replace("{}", &i.to_string()))] += 1;
            }
            // The mean is 100.
            assert!(counts.iter().all(|count| (25..=250).contains(count)), "{pattern}: {counts:?}");
        }
    }
}
