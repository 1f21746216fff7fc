//! Encodes a packed catalog.

use super::PackedCatalog;
use super::hash::{name_hash, provider_hash, split};
use super::layout::{Counts, EntryRecord, HEADER_SIZE, Header, RANK_SIZE, SlotRecord};
use crate::provider::{canonical_provider, maker_rank};
use crate::rate::Rate;
use crate::rate_record;
use crate::record::{NameRecord, Text, word};
use crate::rule::{Finding, Rule, SnapshotError};
use crate::schema::{ModelCatalogEntry, ModelCatalogSnapshot};
use crate::validate::ValidSnapshot;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

impl PackedCatalog {
    /// Packs a snapshot. Equal snapshots produce equal packed catalogs.
    ///
    /// # Errors
    ///
    /// [`Rule::TooLarge`] if the text or the records would take more than 4 GiB.
    pub fn from_snapshot(snapshot: &ValidSnapshot) -> Result<Self, SnapshotError> {
        Encoder::default().encode(snapshot)
    }

    /// Returns the text and the records, as [`embedded`](Self::embedded) takes them.
    pub fn parts(&self) -> (&str, &[u8]) {
        (&self.text, &self.data)
    }
}

#[derive(Default)]
struct Encoder<'s> {
    text: String,
    strings: HashMap<Cow<'s, str>, Text>,
    rates: Vec<u8>,
    runs: HashMap<Vec<u8>, (u32, u32)>,
    names: Vec<Name<'s>>,
}

struct Name<'s> {
    record: NameRecord,
    text: &'s str,
    provider: &'s str,
}

impl<'s> Encoder<'s> {
    fn encode(mut self, snapshot: &'s ModelCatalogSnapshot) -> Result<PackedCatalog, SnapshotError> {
        let mut entries = Vec::with_capacity(snapshot.models.len() * EntryRecord::SIZE);
        for (place, entry) in snapshot.models.iter().enumerate() {
            self.entry(place, entry, snapshot.date).write(&mut entries);
        }
        let ranking = self.ranking();
        // A name is indexed under its provider both as spelled and in the canonical spelling.
        let by_provider = index(self.names.iter().flat_map(|Name { record, text, provider }| {
            let canonical = Some(canonical_provider(provider)).filter(|canonical| canonical != provider);
            [Some(*provider), canonical]
                .into_iter()
                .flatten()
                .map(|provider| (provider_hash(provider, name_hash(text)), record.entry as usize, record.text))
        }));
        let by_name = index(first_of_each(&self.names, &ranking));
        let providers = index(self.providers(snapshot).into_iter());

        let sources =
            serde_json::to_string(&snapshot.sources).map_err(|error| rejected(Rule::Shape, error.to_string()))?;
        let counts = Counts {
            entries: snapshot.models.len(),
            names: self.names.len(),
            rates: self.rates.len() / rate_record::SIZE,
            by_provider: by_provider.len(),
            by_name: by_name.len(),
            providers: providers.len(),
        };
        let mut header = Header {
            schema_version: snapshot.schema_version,
            date: Some(snapshot.date),
            snapshot_id: self.intern(&snapshot.snapshot_id),
            currency: self.intern(&snapshot.currency),
            unit: self.intern(&snapshot.unit),
            sources: self.intern(sources),
            ..Header::for_counts(&counts)
        };
        header.text_len = self.text.len();
        let size = header.size();
        if u32::try_from(size.max(self.text.len())).is_err() {
            return Err(rejected(
                Rule::TooLarge,
                format!("the text has {} bytes and the records have {size}", self.text.len()),
            ));
        }

        let mut data = Vec::with_capacity(size);
        header.write(&mut data);
        debug_assert_eq!(data.len(), HEADER_SIZE);
        data.extend(entries);
        for name in &self.names {
            name.record.write(&mut data);
        }
        data.extend(ranking.iter().flat_map(|&place| -> [u8; RANK_SIZE] { word(place).to_le_bytes() }));
        data.extend(self.rates);
        for slot in by_provider.iter().chain(&by_name).chain(&providers) {
            slot.write(&mut data);
        }
        let snapshot_id = Cow::Owned(snapshot.snapshot_id.clone());
        Ok(PackedCatalog { text: Cow::Owned(self.text), data: Cow::Owned(data), header, snapshot_id })
    }

    fn entry(&mut self, place: usize, entry: &'s ModelCatalogEntry<'static>, date: NaiveDate) -> EntryRecord {
        // As the packed catalog will return the entry: its prices are those on the snapshot date.
        let mut dated = entry.clone();
        dated.pricing.as_of = Some(date);
        let first = self.names.len();
        for text in [&*entry.model_id].into_iter().chain(entry.aliases.iter()) {
            let record = NameRecord { entry: word(place), text: self.intern(text) };
            self.names.push(Name { record, text, provider: &entry.provider });
        }
        EntryRecord {
            id: self.intern(&*entry.model_id),
            aliases: (word(first + 1), word(self.names.len() - first - 1)),
            rates: self.run(entry.pricing.rates.iter()),
            unknown: self.run(entry.pricing.unknown.iter().map(|rate| rate.at(Decimal::ZERO))),
            limits: [entry.context_window, entry.max_input_tokens, entry.max_output_tokens],
            provider: self.intern(&*entry.provider),
            successor: self.optional(entry.successor.as_deref()),
            base_model: self.optional(entry.base_model.as_deref()),
            source: self.optional(entry.source.as_deref()),
            origin: self.intern(&*entry.origin),
            provenance: self.intern(entry.provenance.lines()),
            extra: self.optional(Some(entry.extra.json()).filter(|_| !entry.extra.is_empty())),
            multipliers: self.optional(Some(entry.pricing.multipliers.lines()).filter(|lines| !lines.is_empty())),
            deprecation_date: entry.deprecation_date,
            capabilities: dated.capability_set(),
            mode: entry.mode,
            threshold_rule: entry.pricing.threshold_rule,
        }
    }

    /// Returns each provider once, with its first entry.
    fn providers(&mut self, snapshot: &'s ModelCatalogSnapshot) -> Vec<(u64, usize, Text)> {
        let mut seen = HashSet::new();
        let mut providers = Vec::new();
        for (place, entry) in snapshot.models.iter().enumerate() {
            let provider = canonical_provider(&entry.provider);
            if seen.insert(provider) {
                providers.push((name_hash(provider), place, self.intern(provider)));
            }
        }
        providers
    }

    fn intern(&mut self, string: impl Into<Cow<'s, str>>) -> Text {
        let string = string.into();
        if let Some(&known) = self.strings.get(&string) {
            return known;
        }
        let text = Text { start: word(self.text.len()), len: word(string.len()) };
        self.text.push_str(&string);
        self.strings.insert(string, text);
        text
    }

    fn optional(&mut self, string: Option<&'s str>) -> Text {
        string.map_or(Text::NONE, |string| self.intern(string))
    }

    /// Stores the rates of an entry, or reuses an equal run of rates that is already stored.
    fn run(&mut self, rates: impl Iterator<Item = Rate>) -> (u32, u32) {
        let run: Vec<u8> = rates.flat_map(|rate| rate_record::write(&rate)).collect();
        let next = (word(self.rates.len() / rate_record::SIZE), word(run.len() / rate_record::SIZE));
        if let Some(&known) = self.runs.get(&run) {
            return known;
        }
        self.rates.extend_from_slice(&run);
        self.runs.insert(run, next);
        next
    }

    /// Returns the positions of the names, grouped by text: the maker's own model first, then models with this id
    /// before models
    /// with this alias, then by provider.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.names.len()).collect();
        ranking.sort_by_cached_key(|&place| {
            let Name { record, text, provider } = &self.names[place];
            let is_alias = place > 0 && self.names[place - 1].record.entry == record.entry;
            (*text, maker_rank(canonical_provider(provider), text), is_alias, *provider, record.entry)
        });
        ranking
    }
}

fn rejected(rule: Rule, detail: String) -> SnapshotError {
    SnapshotError::in_snapshot(vec![Finding { rule, entry: None, position: None, detail }])
}

/// Returns the rank at which each distinct name begins, with the hash of the name.
fn first_of_each<'n>(names: &'n [Name<'n>], ranking: &'n [usize]) -> impl Iterator<Item = (u64, usize, Text)> {
    let mut last = None;
    ranking.iter().enumerate().filter_map(move |(rank, &place)| {
        let Name { record, text, .. } = &names[place];
        let is_first = last.replace(*text) != Some(*text);
        is_first.then(|| (name_hash(text), rank, record.text))
    })
}

/// Builds a hash table of hashes, values and names that is at most half full.
fn index(keys: impl Iterator<Item = (u64, usize, Text)>) -> Vec<SlotRecord> {
    let keys: Vec<_> = keys.collect();
    let slots = (keys.len() * 2).next_power_of_two();
    let mut table: Vec<SlotRecord> = (0..slots).map(|_| SlotRecord { value: 0, tag: 0, name: Text::NONE }).collect();
    for (hash, value, name) in keys {
        let (tag, mut slot) = split(hash, slots);
        while table[slot].value != 0 {
            slot = (slot + 1) % slots;
        }
        table[slot] = SlotRecord { value: word(value + 1), tag, name };
    }
    table
}
