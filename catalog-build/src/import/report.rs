//! The report of an import: what happened to each part of its input.

use super::left_out::LeftOut;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use vocabulary::{is_bidi_control, keyed};

keyed! {
    /// What an import did with a part of its input.
    pub enum Action: "action" {
        /// It became a field of an entry.
        Taken = "taken",
        /// A value that the source does not state was derived from others.
        Inferred = "inferred",
        /// Two equal things were merged.
        Folded = "folded",
        /// Two things that share a name were kept as two, or a thing without its own name was given one.
        Kept = "kept",
        /// A price for which there is no field was kept among the other facts.
        PriceInExtra = "price kept in extra",
        /// A fact for which there is no field was kept among the other facts.
        Extra = "fact kept in extra",
        /// It does not describe a model and was dropped. What was left out because it could not be imported is in
        /// [`ImportReport::left_out`].
        Dropped = "dropped",
    }
}

/// The number of keys that a printed report shows per line.
const SHOWN: usize = 3;

/// The minimum percentage of entries that an import must be able to use.
const MIN_PERCENT_USED: usize = 99;

/// What happened to each part of an import's input: for each [`Action`] and what it was applied to, the keys of the
/// input at
/// which it happened; and what was left out, each with its position and reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportReport {
    /// The number of entries in the input.
    pub keys: usize,
    /// The number of models in the snapshot.
    pub models: usize,
    /// The number of aliases in the snapshot.
    pub aliases: usize,
    /// The number of input entries that became neither a model nor an alias, and that do not repeat one.
    pub entries_left_out: usize,
    /// What was left out because it could not be imported, in the order in which it was found.
    pub left_out: Vec<LeftOut>,
    /// The keys of the input, by action and by what it was applied to.
    pub notes: BTreeMap<Action, BTreeMap<String, Vec<String>>>,
}

impl ImportReport {
    /// Returns the number of keys at which `action` was applied to `what`.
    pub fn count(&self, action: Action, what: &str) -> usize {
        self.notes.get(&action).and_then(|notes| notes.get(what)).map_or(0, Vec::len)
    }

    /// Whether at least 99 % of the entries could be used. An alias counts as used, and so does an entry of which a
    /// part was left
    /// out.
    pub const fn is_mostly_used(&self) -> bool {
        self.entries_left_out * 100 <= self.keys * (100 - MIN_PERCENT_USED)
    }

    /// Whether `key` is the last key at which any action was applied to `what`.
    pub(crate) fn is_last_of_some(&self, what: &str, key: &str) -> bool {
        self.notes.values().filter_map(|notes| notes.get(what)).any(|keys| keys.last().is_some_and(|last| last == key))
    }

    pub(crate) fn note(&mut self, action: Action, what: impl Into<String>, key: &str) {
        self.notes.entry(action).or_default().entry(what.into()).or_default().push(key.to_owned());
    }

    /// Groups what was left out by member and reason, the most frequent group first.
    fn kinds(&self) -> Vec<(String, Vec<&LeftOut>)> {
        let mut kinds: BTreeMap<String, Vec<&LeftOut>> = BTreeMap::new();
        for left_out in &self.left_out {
            let what = left_out.member.as_deref().unwrap_or("the entry");
            let why = match left_out.other {
                Some(_) => "two values for the same thing".to_owned(),
                None => format!("expected {}", left_out.expected),
            };
            kinds.entry(format!("{what}: {why}")).or_default().push(left_out);
        }
        most_frequent_first(kinds.into_iter().collect())
    }
}

/// Sorts the lines of a report by the number of their keys, largest first.
fn most_frequent_first<T>(mut lines: Vec<(String, Vec<T>)>) -> Vec<(String, Vec<T>)> {
    lines.sort_by_key(|(_, counted)| std::cmp::Reverse(counted.len()));
    lines
}

/// Returns the first few of the things that a line counts.
fn examples<T>(counted: &[T], show: impl Fn(&T) -> String) -> String {
    let shown: Vec<String> = counted.iter().take(SHOWN).map(show).collect();
    format!("{}{}", shown.join(", "), if counted.len() > SHOWN { ", …" } else { "" })
}

/// Escapes text of the input that could control a terminal.
fn escaped(text: &str) -> String {
    let shown =
        |c: char| if c.is_control() || is_bidi_control(c) { c.escape_default().collect() } else { String::from(c) };
    text.chars().map(shown).collect()
}

impl fmt::Display for ImportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} keys: {} models, {} aliases", self.keys, self.models, self.aliases)?;
        if !self.left_out.is_empty() {
            let members = self.left_out.iter().filter(|left_out| left_out.member.is_some()).count();
            writeln!(f, "left out: {} entries, and {members} members of other entries", self.entries_left_out)?;
            for (kind, all) in self.kinds() {
                let example = |left_out: &&LeftOut| {
                    let LeftOut { key, found, position, .. } = left_out;
                    let place = position.map(|position| format!(" at {position}")).unwrap_or_default();
                    escaped(&format!("{key}: {found}{place}"))
                };
                writeln!(f, "  {:>5} {} ({})", all.len(), escaped(&kind), examples(&all, example))?;
            }
        }
        for (action, notes) in &self.notes {
            writeln!(f, "{action}:")?;
            let lines = notes.iter().map(|(what, keys)| (what.clone(), keys.iter().collect())).collect();
            for (what, keys) in most_frequent_first::<&String>(lines) {
                write!(f, "  {:>5} {}", keys.len(), escaped(&what))?;
                if *action != Action::Taken {
                    write!(f, " ({})", examples(&keys, |key| escaped(key)))?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
