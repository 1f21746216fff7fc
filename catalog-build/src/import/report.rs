//! What became of each part of an import's input.

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
        /// It says nothing about a model, and was dropped. What was left out because it cannot be taken is in
        /// [`ImportReport::left_out`].
        Dropped = "dropped",
    }
}

/// How many keys a printed report shows for each line.
const SHOWN: usize = 3;

/// Of a hundred entries, how many an import must be able to use.
const LEAST_USED: usize = 99;

/// What became of each part of an import's input: for each [`Action`] and each thing it was done to, the keys of the
/// input that it happened at; and what was left out, each with its place and reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportReport {
    /// How many entries the input has.
    pub keys: usize,
    /// How many models the snapshot has.
    pub models: usize,
    /// How many aliases they have.
    pub aliases: usize,
    /// How many entries of the input are neither a model nor an alias, nor say the same as one.
    pub entries_left_out: usize,
    /// What was left out since it cannot be taken, in the order in which it was met.
    pub left_out: Vec<LeftOut>,
    /// The keys of the input, by what was done and to what.
    pub notes: BTreeMap<Action, BTreeMap<String, Vec<String>>>,
}

impl ImportReport {
    /// At how many keys `action` was done to `what`.
    pub fn count(&self, action: Action, what: &str) -> usize {
        self.notes.get(&action).and_then(|notes| notes.get(what)).map_or(0, Vec::len)
    }

    /// Whether at least 99 % of the entries could be used. An alias counts as used, and so does an entry of which
    /// something was left out.
    pub const fn is_mostly_used(&self) -> bool {
        self.entries_left_out * 100 <= self.keys * (100 - LEAST_USED)
    }

    /// Whether `key` is the last one of those at which something was done to `what`.
    pub(crate) fn is_last_of_some(&self, what: &str, key: &str) -> bool {
        self.notes.values().filter_map(|notes| notes.get(what)).any(|keys| keys.last().is_some_and(|last| last == key))
    }

    pub(crate) fn note(&mut self, action: Action, what: impl Into<String>, key: &str) {
        self.notes.entry(action).or_default().entry(what.into()).or_default().push(key.to_owned());
    }

    /// What was left out, by what it is and why, with the first of each kind.
    fn kinds(&self) -> Vec<(String, Vec<&LeftOut>)> {
        let mut kinds: BTreeMap<String, Vec<&LeftOut>> = BTreeMap::new();
        for left_out in &self.left_out {
            let what = left_out.member.as_deref().unwrap_or("the entry");
            let why = match left_out.other {
                Some(_) => "two values for one thing".to_owned(),
                None => format!("expected {}", left_out.expected),
            };
            kinds.entry(format!("{what}: {why}")).or_default().push(left_out);
        }
        most_frequent_first(kinds.into_iter().collect())
    }
}

/// Lines of a report, each with what it counts.
fn most_frequent_first<T>(mut lines: Vec<(String, Vec<T>)>) -> Vec<(String, Vec<T>)> {
    lines.sort_by_key(|(_, counted)| std::cmp::Reverse(counted.len()));
    lines
}

/// The first few of what a line counts.
fn examples<T>(counted: &[T], show: impl Fn(&T) -> String) -> String {
    let shown: Vec<String> = counted.iter().take(SHOWN).map(show).collect();
    format!("{}{}", shown.join(", "), if counted.len() > SHOWN { ", …" } else { "" })
}

/// Text of the input, without power over a terminal.
fn harmless(text: &str) -> String {
    let shown =
        |c: char| if c.is_control() || is_bidi_control(c) { c.escape_default().collect() } else { String::from(c) };
    text.chars().map(shown).collect()
}

impl fmt::Display for ImportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} keys: {} models, {} aliases", self.keys, self.models, self.aliases)?;
        if !self.left_out.is_empty() {
            let members = self.left_out.iter().filter(|left_out| left_out.member.is_some()).count();
            writeln!(f, "left out: {} entries, {members} members of others", self.entries_left_out)?;
            for (kind, all) in self.kinds() {
                let example = |left_out: &&LeftOut| {
                    let LeftOut { key, found, position, .. } = left_out;
                    let place = position.map(|position| format!(" at {position}")).unwrap_or_default();
                    harmless(&format!("{key}: {found}{place}"))
                };
                writeln!(f, "  {:>5} {} ({})", all.len(), harmless(&kind), examples(&all, example))?;
            }
        }
        for (action, notes) in &self.notes {
            writeln!(f, "{action}:")?;
            let lines = notes.iter().map(|(what, keys)| (what.clone(), keys.iter().collect())).collect();
            for (what, keys) in most_frequent_first::<&String>(lines) {
                write!(f, "  {:>5} {}", keys.len(), harmless(&what))?;
                if *action != Action::Taken {
                    write!(f, " ({})", examples(&keys, |key| harmless(key)))?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
