//! Reads an image: look-ups, and entries that borrow from it.

use super::hash::{name_hash, provider_hash, split};
use super::record::{EntryRecord, NameRecord, Text, date_of};
use super::{Blocks, Image};
use crate::aliases::Aliases;
use crate::capability::ModelCapabilities;
use crate::extra::Extra;
use crate::pricing::ModelPricing;
use crate::provenance::Provenance;
use crate::provider::canonical_provider;
use crate::rates::Rates;
use crate::schema::{ModelCatalogEntry, ModelCatalogSnapshot, SnapshotSource};
use chrono::NaiveDate;
use std::borrow::Cow;

impl Image {
    /// The model that `provider` offers under the id or alias `id`, in time that does not depend on the number of models.
    ///
    /// The provider may be in another source's spelling (`bedrock_converse`), and the id may repeat the provider as
    /// its first part (`azure/gpt-4o`), as the keys of published maps do. Both are tried after the plain reading.
    pub fn get(&self, provider: &str, id: &str) -> Option<ModelCatalogEntry<'_>> {
        let blocks = self.blocks();
        self.entry(&blocks, self.place(&blocks, provider, id)?)
    }

    /// The model that `id` means without a provider, in time that does not depend on the number of models.
    ///
    /// `provider/id` is that provider's model. A bare id or alias is its maker's own model before any other
    /// provider's, and always the same one.
    pub fn get_by_model_id(&self, id: &str) -> Option<ModelCatalogEntry<'_>> {
        let blocks = self.blocks();
        let with_provider = id.split_once('/').and_then(|(provider, rest)| {
            self.find_name(&blocks, canonical_provider(provider), id).or_else(|| self.place(&blocks, provider, rest))
        });
        let place = with_provider.or_else(|| self.ranked(&blocks, id).next())?;
        self.entry(&blocks, place)
    }

    /// Every provider's model of this id or alias, the maker's own first.
    pub fn providers_of(&self, id: &str) -> impl Iterator<Item = ModelCatalogEntry<'_>> {
        let blocks = self.blocks();
        self.ranked(&blocks, id).filter_map(move |place| self.entry(&blocks, place))
    }

    /// The models in the order of the snapshot.
    pub fn models(&self) -> impl ExactSizeIterator<Item = ModelCatalogEntry<'_>> + DoubleEndedIterator {
        let blocks = self.blocks();
        blocks.entries.iter().map(move |record| {
            // An image holds what its encoder wrote, so every record reads.
            EntryRecord::read(record).and_then(|record| self.assemble(&blocks, &record)).unwrap_or_default()
        })
    }

    /// Up to `limit` names that were perhaps meant by `name`, which no model has: ids and aliases, or
    /// `provider/id` when `name` begins with a provider that the catalog knows.
    pub fn nearest(&self, name: &str, limit: usize) -> Vec<String> {
        if let Some((provider, rest)) = name.split_once('/') {
            let provider = canonical_provider(provider);
            let of_provider: Vec<&str> =
                self.names().filter(|(other, _)| *other == provider).map(|(_, name)| name).collect();
            if !of_provider.is_empty() {
                let near = crate::nearest(rest, of_provider, limit);
                return near.into_iter().map(|near| format!("{provider}/{near}")).collect();
            }
        }
        crate::nearest(name, self.names().map(|(_, name)| name), limit).into_iter().map(str::to_owned).collect()
    }

    /// The snapshot that the image was made of.
    pub fn snapshot(&self) -> ModelCatalogSnapshot {
        let text = |text: Text| text.of(&self.text).unwrap_or_default();
        ModelCatalogSnapshot {
            schema_version: u32::try_from(self.header.schema_version).unwrap_or(u32::MAX),
            snapshot_id: text(self.header.snapshot_id).to_owned(),
            date: self.date(),
            currency: text(self.header.currency).to_owned(),
            unit: text(self.header.unit).to_owned(),
            sources: self.sources(),
            models: self
                .models()
                .map(|mut entry| {
                    entry.snapshot_id = Cow::Borrowed("");
                    entry.pricing.as_of = None;
                    entry.into_owned()
                })
                .collect(),
        }
    }

    /// What the snapshot is called.
    pub fn snapshot_id(&self) -> &str {
        self.header.snapshot_id.of(&self.text).unwrap_or_default()
    }

    /// The day whose prices the snapshot has.
    pub fn date(&self) -> NaiveDate {
        date_of(self.header.date).unwrap_or_default()
    }

    /// Where the snapshot's facts come from.
    pub fn sources(&self) -> Vec<SnapshotSource> {
        let json = self.header.sources.of(&self.text).unwrap_or_default();
        serde_json::from_str(json).unwrap_or_default()
    }

    /// Every name with its provider.
    fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let blocks = self.blocks();
        blocks.names.iter().filter_map(move |record| {
            let name = NameRecord::read(record);
            let entry = EntryRecord::read(blocks.entries.get(name.entry as usize)?)?;
            Some((entry.provider.of(&self.text)?, name.of(&self.text)?))
        })
    }

    fn place(&self, blocks: &Blocks<'_>, provider: &str, id: &str) -> Option<u32> {
        self.find_name(blocks, provider, id).or_else(|| {
            let canonical = canonical_provider(provider);
            let respelled = if canonical == provider { None } else { self.find_name(blocks, canonical, id) };
            respelled.or_else(|| {
                let (head, rest) = id.split_once('/')?;
                if canonical_provider(head) == canonical { self.find_name(blocks, canonical, rest) } else { None }
            })
        })
    }

    /// The entry that `provider` has under exactly this name.
    fn find_name(&self, blocks: &Blocks<'_>, provider: &str, name: &str) -> Option<u32> {
        probe(blocks.by_provider, provider_hash(provider, name_hash(name)), |value| {
            let record = NameRecord::read(blocks.names.get(value)?);
            if record.of(&self.text)? != name {
                return None;
            }
            let entry = EntryRecord::read(blocks.entries.get(record.entry as usize)?)?;
            (entry.provider.of(&self.text)? == provider).then_some(record.entry)
        })
    }

    /// The entries that have exactly this name, in their ranking.
    fn ranked<'i>(&'i self, blocks: &Blocks<'i>, name: &str) -> impl Iterator<Item = u32> + use<'i> {
        let Blocks { names, ranking, by_name, .. } = *blocks;
        let name_at =
            move |rank: usize| Some(NameRecord::read(names.get(u32::from_le_bytes(*ranking.get(rank)?) as usize)?));
        let first = probe(by_name, name_hash(name), |rank| (name_at(rank)?.of(&self.text)? == name).then_some(rank));
        let text = first.and_then(name_at).map(|name| name.text);
        (first.unwrap_or(ranking.len())..ranking.len())
            .map_while(name_at)
            .take_while(move |name| Some(name.text) == text)
            .map(|name| name.entry)
    }

    fn entry<'i>(&'i self, blocks: &Blocks<'i>, place: u32) -> Option<ModelCatalogEntry<'i>> {
        self.assemble(blocks, &EntryRecord::read(blocks.entries.get(place as usize)?)?)
    }

    fn assemble<'i>(&'i self, blocks: &Blocks<'i>, record: &EntryRecord) -> Option<ModelCatalogEntry<'i>> {
        let text = |text: Text| text.of(&self.text);
        let (id, aliases) = run(blocks.names, record.names)?.split_first()?;
        let [context_window, max_input_tokens, max_output_tokens] = record.limits;
        Some(ModelCatalogEntry {
            provider: text(record.provider)?.into(),
            model_id: NameRecord::read(id).of(&self.text)?.into(),
            aliases: Aliases::packed(aliases, &self.text),
            mode: record.mode,
            context_window,
            max_input_tokens,
            max_output_tokens,
            capabilities: ModelCapabilities::of(record.capabilities),
            pricing: ModelPricing {
                threshold_rule: record.threshold_rule,
                rates: Rates::packed(run(blocks.rates, record.rates)?),
                as_of: date_of(self.header.date),
            },
            deprecation_date: record.deprecation_date,
            successor: text(record.successor).map(Cow::Borrowed),
            base_model: text(record.base_model).map(Cow::Borrowed),
            source: text(record.source).map(Cow::Borrowed),
            origin: text(record.origin)?.into(),
            provenance: Provenance::packed(text(record.provenance)?),
            extra: Extra::packed(text(record.extra).unwrap_or_default()),
            snapshot_id: self.snapshot_id().into(),
        })
    }
}

fn run<T>(records: &[T], (first, count): (u32, u32)) -> Option<&[T]> {
    records.get(first as usize..)?.get(..count as usize)
}

/// The first slot with this hash whose value `accept` takes.
fn probe<T>(table: &[[u8; 8]], hash: u64, mut accept: impl FnMut(usize) -> Option<T>) -> Option<T> {
    let (tag, first) = split(hash, table.len().max(1));
    (first..table.len()).chain(0..first).find_map(|slot| {
        let slot = u64::from_le_bytes(*table.get(slot)?);
        #[allow(clippy::cast_possible_truncation, reason = "the halves are wanted")]
        let (value, slot_tag) = (slot as u32, (slot >> 32) as u32);
        if value == 0 {
            return Some(None);
        }
        if slot_tag == tag { accept(value as usize - 1).map(Some) } else { None }
    })?
}
