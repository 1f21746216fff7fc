//! Lookups in a packed catalog, and the entries that borrow from it.

use super::PackedCatalog;
use super::hash::{name_hash, provider_hash, split};
use super::layout::{Block, EntryRecord, SlotRecord};
use crate::aliases::Aliases;
use crate::extra::Extra;
use crate::filter::ModelFilter;
use crate::freshness::{CatalogFreshness, StaleCatalog};
use crate::multipliers::Multipliers;
use crate::pricing::ModelPricing;
use crate::provenance::Provenance;
use crate::provider::{canonical_provider, is_known_provider};
use crate::rate_record;
use crate::rates::Rates;
use crate::record::{NameRecord, Text};
use crate::schema::{ModelCatalogEntry, ModelCatalogSnapshot, SnapshotSource};
use crate::unknown::UnknownRates;
use crate::validate::{MAX_NAME, ValidSnapshot};
use chrono::NaiveDate;
use std::borrow::Cow;
use vocabulary::ModelCapabilities;
use vocabulary::nearest_or_continued;

/// The maximum number of suggested names.
const MAX_SUGGESTIONS: usize = 3;

impl PackedCatalog {
    /// Returns the model that `provider` offers under the id or alias `id`, in time that does not depend on the number
    /// of models.
    ///
    /// The provider may be in another source's spelling (`bedrock_converse`), and the id may repeat the provider as its
    /// first part
    /// (`azure/gpt-4o`), as the keys of published maps do. Both are tried if the name as given is not found. If two
    /// spellings of a
    /// provider have different models with the same id, such as the two endpoints of a cloud, a spelling stands for the
    /// model that
    /// is named `spelling/id`.
    pub fn get(&self, provider: &str, id: &str) -> Option<ModelCatalogEntry<'_>> {
        self.entry(self.place(provider, id)?)
    }

    /// Returns the model that `id` stands for without a separate provider, in time that does not depend on the number
    /// of models.
    ///
    /// `provider/id` is that provider's model and never another provider's, even if one has a model with that full
    /// name. It is
    /// the model that [`get`](Self::get) finds, or else the one that the provider itself lists under the full name, as
    /// the keys of
    /// some maps do. So every model can be found by its provider, a slash and its id.
    ///
    /// A bare id or alias prefers the maker's own model over those of other providers, and always returns the same one.
    /// An id
    /// whose first part is not a [provider](Self::has_provider) is a bare one.
    ///
    /// ```
    /// use registry::catalog::ModelCatalog;
    ///
    /// let catalog = ModelCatalog::seed();
    /// // Anthropic has no model of this name, and it does not stand for that of another provider.
    /// assert!(catalog.get_by_model_id("anthropic/claude-4-opus").is_none());
    /// assert_eq!(catalog.with_id("anthropic/claude-4-opus").next().unwrap().provider, "deepinfra");
    /// assert!(catalog.get_by_model_id("deepinfra/anthropic/claude-4-opus").is_some());
    /// ```
    pub fn get_by_model_id(&self, id: &str) -> Option<ModelCatalogEntry<'_>> {
        let (named, is_bare) = self.resolve(id);
        self.entry(named.or_else(|| if is_bare { self.ranked(id).next() } else { None })?)
    }

    /// Returns every provider's model with this id or alias, the maker's own first. For `provider/id`, returns the one
    /// model that
    /// [`get_by_model_id`](Self::get_by_model_id) finds.
    pub fn providers_of(&self, id: &str) -> impl Iterator<Item = ModelCatalogEntry<'_>> {
        let (named, is_bare) = self.resolve(id);
        let others = is_bare.then(|| self.ranked(id)).into_iter().flatten();
        named.into_iter().chain(others).filter_map(|place| self.entry(place))
    }

    /// Returns every model with exactly this id or alias, the maker's own first, whichever provider's name the id
    /// begins with.
    pub fn with_id(&self, id: &str) -> impl Iterator<Item = ModelCatalogEntry<'_>> {
        self.ranked(id).filter_map(|place| self.entry(place))
    }

    /// Whether a name is that of a provider, in any source's spelling: one that has models here, or one that is known
    /// to make or
    /// serve models even though this catalog has none of them.
    pub fn has_provider(&self, name: &str) -> bool {
        let canonical = canonical_provider(name);
        self.probe(self.header.providers, name_hash(canonical), canonical, |_| true).is_some()
            || is_known_provider(name)
    }

    /// Iterates over the models in the order of the snapshot.
    pub fn models(&self) -> impl ExactSizeIterator<Item = ModelCatalogEntry<'_>> + DoubleEndedIterator {
        // A packed catalog contains what its encoder wrote, so every position has an entry.
        (0..self.len()).map(|place| self.entry(place).unwrap_or_default())
    }

    /// Iterates over the models that match a filter, in the order of the snapshot.
    ///
    /// It scans every model's record, and decodes only those with the right provider, mode and capabilities.
    ///
    /// ```
    /// use registry::catalog::{Capability, CapabilitySet, ModelCatalog, ModelFilter};
    ///
    /// let filter = ModelFilter {
    ///     provider: Some("anthropic".to_owned()),
    ///     capabilities: CapabilitySet::EMPTY.with(Capability::Vision).with(Capability::Reasoning),
    ///     min_context: Some(200_000),
    ///     ..ModelFilter::default()
    /// };
    /// assert!(ModelCatalog::seed().search(&filter).count() > 1);
    /// ```
    pub fn search(&self, filter: &ModelFilter) -> impl Iterator<Item = ModelCatalogEntry<'_>> {
        let provider = filter.provider.as_deref().map(canonical_provider);
        // Models of one provider are usually adjacent, and every provider's name is in the text once.
        let mut last = (Text::NONE, false);
        let mut is_of = move |provider: &str, name: Text| {
            if last.0 != name {
                last = (name, self.is_spelling(name, provider));
            }
            last.1
        };
        (0..self.len())
            .filter(move |&place| {
                self.record(self.header.entries, place).is_some_and(|record| {
                    EntryRecord::capabilities(record).contains_all(filter.capabilities)
                        && filter.mode.is_none_or(|mode| EntryRecord::mode(record) == Some(mode))
                        && provider.is_none_or(|provider| is_of(provider, EntryRecord::provider(record)))
                })
            })
            .filter_map(|place| self.entry(place))
            .filter(|entry| filter.matches(entry))
    }

    /// Returns up to three names that may have been meant by `name`, which no model has, best first and in a stable
    /// order. They are
    /// ids and aliases, or `provider/id` if `name` begins with a known provider.
    ///
    /// ```
    /// assert_eq!(registry::catalog::ModelCatalog::seed().nearest("openai/gpt-4oo")[0], "openai/gpt-4o");
    /// ```
    pub fn nearest(&self, name: &str) -> Vec<String> {
        if let Some((provider, rest)) = name.split_once('/') {
            let provider = canonical_provider(provider);
            let is_of = |other: &str| canonical_provider(other) == provider;
            let of_provider: Vec<&str> = self.names().filter(|(other, _)| is_of(other)).map(|(_, name)| name).collect();
            if !of_provider.is_empty() || is_known_provider(provider) {
                let near = nearest_or_continued(rest, of_provider, MAX_SUGGESTIONS);
                return near.into_iter().map(|near| format!("{provider}/{near}")).collect();
            }
        }
        let near = nearest_or_continued(name, self.names().map(|(_, name)| name), MAX_SUGGESTIONS);
        near.into_iter().map(str::to_owned).collect()
    }

    /// Reconstructs the snapshot from which the catalog was packed.
    pub fn snapshot(&self) -> ValidSnapshot {
        let models = self.models().map(|mut entry| {
            entry.snapshot_id = Cow::Borrowed("");
            entry.pricing.as_of = None;
            entry.into_owned()
        });
        ValidSnapshot::trusted(ModelCatalogSnapshot {
            schema_version: self.header.schema_version,
            snapshot_id: self.snapshot_id().to_owned(),
            date: self.date(),
            currency: self.text(self.header.currency).unwrap_or_default().to_owned(),
            unit: self.text(self.header.unit).unwrap_or_default().to_owned(),
            sources: self.sources(),
            models: models.collect(),
        })
    }

    /// The id of the snapshot.
    pub fn snapshot_id(&self) -> &str {
        &self.snapshot_id
    }

    /// The snapshot date: the day on which its prices apply.
    pub fn date(&self) -> NaiveDate {
        self.header.date.unwrap_or_default()
    }

    /// Checks whether the catalog is recent enough: see [`CatalogFreshness::check`].
    ///
    /// # Errors
    ///
    /// [`StaleCatalog`] if the catalog is too old and the policy is to fail.
    pub fn freshness(&self, rule: &CatalogFreshness, today: NaiveDate) -> Result<Option<StaleCatalog>, StaleCatalog> {
        rule.check(self.date(), today)
    }

    /// The sources of the snapshot's facts.
    pub fn sources(&self) -> Vec<SnapshotSource> {
        let json = self.text(self.header.sources).unwrap_or_default();
        serde_json::from_str(json).unwrap_or_default()
    }

    /// Iterates over every name with its provider.
    fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        (0..self.header.names.count).filter_map(|place| {
            let name = self.name(place)?;
            Some((self.provider(name.entry as usize)?, self.text(name.text)?))
        })
    }

    /// Returns the entry that `provider/id` stands for, and whether the name is a bare id without a provider.
    fn resolve(&self, id: &str) -> (Option<usize>, bool) {
        let Some((provider, rest)) = id.split_once('/') else { return (None, true) };
        let named = self.place(provider, rest).or_else(|| self.find_name(canonical_provider(provider), id));
        (named, named.is_none() && !self.has_provider(provider))
    }

    fn place(&self, provider: &str, id: &str) -> Option<usize> {
        self.find_name(provider, id).or_else(|| self.respelled(provider, id))
    }

    /// Returns the entry for a provider in another source's spelling, or for an id that repeats its provider.
    #[cold]
    fn respelled(&self, provider: &str, id: &str) -> Option<usize> {
        let canonical = canonical_provider(provider);
        let respelled = if canonical == provider {
            None
        } else {
            let mut buffer = [0; MAX_NAME];
            let of_spelling = joined(&mut buffer, provider, id).and_then(|name| self.find_name(canonical, name));
            of_spelling.or_else(|| self.find_name(canonical, id))
        };
        respelled.or_else(|| {
            let (head, rest) = id.split_once('/')?;
            if canonical_provider(head) == canonical { self.find_name(canonical, rest) } else { None }
        })
    }

    /// Whether a provider's name in the text is a spelling of `canonical`.
    #[inline]
    fn is_spelling(&self, name: Text, canonical: &str) -> bool {
        name.is(canonical, &self.text)
            || self.text(name).is_some_and(|spelling| canonical_provider(spelling) == canonical)
    }

    /// Returns the entry that `provider`, as spelled or in its canonical spelling, has under exactly this name.
    fn find_name(&self, provider: &str, name: &str) -> Option<usize> {
        let hash = provider_hash(provider, name_hash(name));
        self.probe(self.header.by_provider, hash, name, |entry| {
            let record = self.record(self.header.entries, entry);
            record.is_some_and(|record| self.is_spelling(EntryRecord::provider(record), provider))
        })
    }

    /// Returns the entries with exactly this name, in the order of their ranking.
    fn ranked(&self, name: &str) -> impl Iterator<Item = usize> + use<'_> {
        let first = self.probe(self.header.by_name, name_hash(name), name, |_| true);
        let text = first.and_then(|rank| self.name_ranked(rank)).map(|name| name.text);
        let end = self.header.ranking.count;
        (first.unwrap_or(end)..end)
            .map_while(|rank| self.name_ranked(rank))
            .take_while(move |name| Some(name.text) == text)
            .map(|name| name.entry as usize)
    }

    /// Returns the first value with this hash and name that `accepts` accepts.
    #[inline]
    fn probe(&self, table: Block, hash: u64, name: &str, accepts: impl Fn(usize) -> bool) -> Option<usize> {
        let (tag, mut slot) = split(hash, table.count);
        // A table is at most half full, so an empty slot ends the search.
        loop {
            let record = SlotRecord::read(self.record(table, slot)?);
            let value = (record.value as usize).checked_sub(1)?;
            if record.tag == tag && record.name.is(name, &self.text) && accepts(value) {
                return Some(value);
            }
            slot = (slot + 1) & (table.count - 1);
        }
    }

    #[inline]
    fn record<const SIZE: usize>(&self, block: Block, place: usize) -> Option<&[u8; SIZE]> {
        self.data.get(block.start + place * SIZE..)?.first_chunk()
    }

    /// Returns the bytes of consecutive records.
    #[inline]
    fn run(&self, block: Block, size: usize, (first, count): (u32, u32)) -> Option<&[u8]> {
        let start = block.start + first as usize * size;
        self.data.get(start..start + count as usize * size)
    }

    #[inline]
    fn text(&self, text: Text) -> Option<&str> {
        text.of(&self.text)
    }

    #[inline]
    fn name(&self, place: usize) -> Option<NameRecord> {
        self.record(self.header.names, place).map(NameRecord::read)
    }

    #[inline]
    fn name_ranked(&self, rank: usize) -> Option<NameRecord> {
        self.name(u32::from_le_bytes(*self.record(self.header.ranking, rank)?) as usize)
    }

    #[inline]
    fn provider(&self, entry: usize) -> Option<&str> {
        self.text(EntryRecord::provider(self.record(self.header.entries, entry)?))
    }

    fn entry(&self, place: usize) -> Option<ModelCatalogEntry<'_>> {
        let record = EntryRecord::read(self.record(self.header.entries, place)?);
        let aliases = self.run(self.header.names, NameRecord::SIZE, record.aliases)?;
        let rates = self.run(self.header.rates, rate_record::SIZE, record.rates)?;
        let unknown = self.run(self.header.rates, rate_record::SIZE, record.unknown)?;
        // From here on nothing can be missing in what the encoder wrote, and nothing returns early: the entry is built
        // in its place.
        let optional = |text: Text| self.text(text).map(Cow::Borrowed);
        let text = |text: Text| Cow::Borrowed(self.text(text).unwrap_or_default());
        let [context_window, max_input_tokens, max_output_tokens] = record.limits;
        Some(ModelCatalogEntry {
            provider: text(record.provider),
            model_id: text(record.id),
            aliases: Aliases::packed(aliases, &self.text),
            mode: record.mode,
            context_window,
            max_input_tokens,
            max_output_tokens,
            capabilities: ModelCapabilities::of(record.capabilities),
            pricing: ModelPricing {
                threshold_rule: record.threshold_rule,
                rates: Rates::packed(rates),
                unknown: UnknownRates::packed(unknown),
                multipliers: Multipliers::packed(&self.text, record.multipliers),
                as_of: self.header.date,
            },
            deprecation_date: record.deprecation_date,
            successor: optional(record.successor),
            base_model: optional(record.base_model),
            source: optional(record.source),
            origin: text(record.origin),
            provenance: Provenance::packed(&self.text, record.provenance),
            extra: Extra::packed(&self.text, record.extra),
            snapshot_id: Cow::Borrowed(&self.snapshot_id),
        })
    }
}

/// Writes `provider/id` to a buffer, or returns `None` if it is longer than a name can be. It does not allocate.
fn joined<'b>(buffer: &'b mut [u8; MAX_NAME], provider: &str, id: &str) -> Option<&'b str> {
    let (head, rest) = buffer.split_at_mut_checked(provider.len())?;
    head.copy_from_slice(provider.as_bytes());
    let (slash, rest) = rest.split_first_mut()?;
    *slash = b'/';
    rest.get_mut(..id.len())?.copy_from_slice(id.as_bytes());
    str::from_utf8(buffer.get(..provider.len() + 1 + id.len())?).ok()
}
