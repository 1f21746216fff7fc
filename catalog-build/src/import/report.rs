//! What became of each part of an import's input.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use vocabulary::keyed;

keyed! {
    /// What an import did with a part of its input.
    pub enum Action: "action" {
        /// It became a field of an entry.
        Taken = "taken",
        /// A value that the source does not state follows from others.
        Inferred = "inferred",
        /// Two things that say the same became one.
        Folded = "folded",
        /// Two things that share a name stayed two, or a thing without a name of its own got one.
        Kept = "kept",
        /// A price that no field is for was kept among the other facts.
        PriceInExtra = "price kept in extra",
        /// A fact that no field is for was kept among the other facts.
        Extra = "fact kept in extra",
        /// It was left out.
        Dropped = "dropped",
    }
}

/// How many keys a printed report shows for each line.
const SHOWN: usize = 3;

/// What became of each part of an import's input: for each [`Action`] and each thing it was done to, the keys of the
/// input that it happened at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportReport {
    /// How many keys the input has.
    pub keys: usize,
    /// How many models the snapshot has.
    pub models: usize,
    /// How many aliases they have.
    pub aliases: usize,
    /// The keys of the input, by what was done and to what.
    pub notes: BTreeMap<Action, BTreeMap<String, Vec<String>>>,
}

impl ImportReport {
    /// At how many keys `action` was done to `what`.
    pub fn count(&self, action: Action, what: &str) -> usize {
        self.notes.get(&action).and_then(|notes| notes.get(what)).map_or(0, Vec::len)
    }

    /// Whether `key` is the last one of those at which something was done to `what`.
    pub(crate) fn is_last_of_some(&self, what: &str, key: &str) -> bool {
        self.notes.values().filter_map(|notes| notes.get(what)).any(|keys| keys.last().is_some_and(|last| last == key))
    }

    pub(crate) fn note(&mut self, action: Action, what: impl Into<String>, key: &str) {
        self.notes.entry(action).or_default().entry(what.into()).or_default().push(key.to_owned());
    }
}

impl fmt::Display for ImportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} keys: {} models, {} aliases", self.keys, self.models, self.aliases)?;
        for (action, notes) in &self.notes {
            writeln!(f, "{action}:")?;
            for (what, keys) in notes {
                write!(f, "  {:>5} {what}", keys.len())?;
                if *action != Action::Taken {
                    let more = if keys.len() > SHOWN { ", …" } else { "" };
                    write!(
                        f,
                        " ({}{more})",
                        keys.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ")
                    )?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
