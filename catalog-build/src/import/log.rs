//! The log of an import: the report, with the positions of what was left out.

use super::duplicates::{Disagreement, key_path};
use super::left_out::{LeftOut, Mismatch};
use super::{Action, ImportReport};
use model_catalog::JsonPosition;
use std::ops::Range;

/// The report of an import in progress, and the text that it reads.
pub(super) struct Log<'t> {
    text: &'t str,
    /// The offset of each line.
    lines: Vec<usize>,
    /// What duplicate keys disagree on and no entry has claimed yet, sorted by position.
    disagreements: Vec<Disagreement>,
    pub(super) report: ImportReport,
}

impl<'t> Log<'t> {
    pub(super) fn new(text: &'t str, mut disagreements: Vec<Disagreement>) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        disagreements.sort_by_key(|disagreement| disagreement.at);
        Self { text, lines: [0].into_iter().chain(breaks).collect(), disagreements, report: ImportReport::default() }
    }

    pub(super) fn note(&mut self, action: Action, what: impl Into<String>, key: &str) {
        self.report.note(action, what, key);
    }

    /// Leaves out a member of an entry.
    pub(super) fn leave_out(&mut self, key: &str, member: &str, mismatch: Mismatch<'_>) {
        self.add(key, Some(member.to_owned()), mismatch);
    }

    /// Leaves out a whole entry.
    pub(super) fn leave_out_entry(&mut self, key: &str, mismatch: Mismatch<'_>) {
        self.report.entries_left_out += 1;
        self.add(key, None, mismatch);
    }

    fn add(&mut self, key: &str, member: Option<String>, mismatch: Mismatch<'_>) {
        let Mismatch { at, other, found, expected } = mismatch;
        let [position, other] = [at, other].map(|part| part.map(|part| self.position(self.offset(part))));
        self.report.left_out.push(LeftOut { key: key.to_owned(), member, found, expected, position, other });
    }

    /// Leaves out what duplicate keys within an entry disagree on; `entry` is the text of the entry. Returns the keys
    /// that lead to
    /// each disagreement, starting at the entry.
    pub(super) fn claim(&mut self, key: &str, entry: &str) -> Vec<Vec<String>> {
        if self.disagreements.is_empty() {
            return Vec::new();
        }
        let start = self.offset(entry);
        let first = self.disagreements.partition_point(|disagreement| disagreement.at < start);
        let end = self.disagreements.partition_point(|disagreement| disagreement.at < start + entry.len());
        let mut paths = Vec::new();
        for disagreement in self.drain(first..end) {
            let path = disagreement.path_within(start).to_vec();
            self.add_disagreement(key.to_owned(), Some(key_path(&path)), disagreement);
            paths.push(path);
        }
        paths
    }

    /// Leaves out what duplicate keys outside entries disagree on. `name` names what is at a path: an entry, or a
    /// member of
    /// something that contains entries.
    pub(super) fn claim_rest(&mut self, name: impl Fn(&[String]) -> (String, Option<String>)) {
        let all = 0..self.disagreements.len();
        for disagreement in self.drain(all) {
            let (key, member) = name(&disagreement.path);
            if member.is_none() {
                self.report.keys += 1;
                self.report.entries_left_out += 1;
            }
            self.add_disagreement(key, member, disagreement);
        }
    }

    fn drain(&mut self, range: Range<usize>) -> Vec<Disagreement> {
        self.disagreements.drain(range).collect()
    }

    fn add_disagreement(&mut self, key: String, member: Option<String>, disagreement: Disagreement) {
        let Disagreement { at, other, found, expected, .. } = disagreement;
        let [position, other] = [at, other].map(|offset| Some(self.position(offset)));
        self.report.left_out.push(LeftOut { key, member, found, expected, position, other });
    }

    /// Returns the offset of a slice of the text.
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize)
    }

    fn position(&self, offset: usize) -> JsonPosition {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).and_then(|line| self.lines.get(line)).copied().unwrap_or_default();
        JsonPosition { line, column: offset.wrapping_sub(start).wrapping_add(1) }
    }
}
