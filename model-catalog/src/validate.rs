//! Validates a snapshot against the rules of severity error. Rules of severity warning are checked when a catalog is
//! built, in
//! `catalog-build`.

use crate::component::PriceComponent;
use crate::money;
use crate::provider::canonical_provider;
use crate::rate::{Rate, ServiceTier};
use crate::rule::{Finding, Rule, SnapshotError};
use crate::schema::{CURRENCY, ModelCatalogEntry, ModelCatalogSnapshot, SCHEMA_VERSION, SnapshotSource, UNIT};
use rust_decimal::Decimal;
use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use vocabulary::{Severity, is_bidi_control};

/// The maximum number of bytes in a name, and in a provider's name.
pub(crate) const MAX_NAME: usize = 256;
const MAX_PROVIDER_NAME: usize = 64;

/// The maximum number of tokens in a limit or threshold.
pub const MAX_TOKENS: u64 = 1_000_000_000_000;

/// The largest factor by which a price can be multiplied.
const MAX_MULTIPLIER: Decimal = Decimal::TEN;

/// A snapshot that breaks no rule of severity [error](Severity::Error).
///
/// [`read_snapshot`](crate::read_snapshot) returns one, and a [`PackedCatalog`](crate::PackedCatalog) is created from
/// one, so
/// that a snapshot is validated once. To change a snapshot, take it out and validate the result:
///
/// ```
/// # let json = include_str!("../tests/data/small.snapshot.json");
/// use registry::catalog::{PackedCatalog, Rule, ValidSnapshot, read_snapshot};
///
/// let mut snapshot = read_snapshot(json)?.into_inner();
/// snapshot.models[0].max_output_tokens = Some(8_192);
/// let catalog = PackedCatalog::from_snapshot(&ValidSnapshot::try_from(snapshot.clone())?)?;
/// assert_eq!(catalog.get("example", "model-1").unwrap().max_output_tokens, Some(8_192));
///
/// snapshot.models.clear();
/// assert_eq!(ValidSnapshot::try_from(snapshot).unwrap_err().findings[0].rule, Rule::NoModels);
/// # Ok::<(), registry::catalog::SnapshotError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ValidSnapshot(ModelCatalogSnapshot);

impl ValidSnapshot {
    /// Wraps a snapshot that is known to be valid.
    pub(crate) const fn trusted(snapshot: ModelCatalogSnapshot) -> Self {
        Self(snapshot)
    }

    /// Returns the snapshot itself, which can be modified.
    pub fn into_inner(self) -> ModelCatalogSnapshot {
        self.0
    }
}

impl TryFrom<ModelCatalogSnapshot> for ValidSnapshot {
    type Error = SnapshotError;

    /// Validates a snapshot.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] with every rule that the snapshot breaks, and the entries that break them.
    fn try_from(snapshot: ModelCatalogSnapshot) -> Result<Self, SnapshotError> {
        let findings = validation_errors(&snapshot);
        if findings.is_empty() { Ok(Self(snapshot)) } else { Err(SnapshotError::in_snapshot(findings)) }
    }
}

impl Deref for ValidSnapshot {
    type Target = ModelCatalogSnapshot;

    fn deref(&self) -> &ModelCatalogSnapshot {
        &self.0
    }
}

/// Returns every violation of a rule of severity error, in the order of the entries.
pub fn validation_errors(snapshot: &ModelCatalogSnapshot) -> Vec<Finding> {
    let mut found = Findings::default();
    check_header(snapshot, &mut found);
    let sources: HashSet<&str> = snapshot.sources.iter().map(|source| source.id.as_str()).collect();
    for entry in &snapshot.models {
        found.entry = Some(format!("{}/{}", entry.provider, entry.model_id));
        check_names(entry, &mut found);
        check_facts(entry, &sources, &mut found);
        check_rates(entry, &mut found);
        check_multipliers(entry, &mut found);
    }
    check_unique_names(snapshot, &mut found);
    found.list.retain(|finding| finding.severity() == Severity::Error);
    found.list
}

/// Findings, and the entry that new findings are about.
#[derive(Debug, Default)]
pub struct Findings {
    /// The current entry, as `provider/id`.
    pub entry: Option<String>,
    /// The findings so far.
    pub list: Vec<Finding>,
}

impl Findings {
    /// Adds a finding about the current entry.
    pub fn add(&mut self, rule: Rule, detail: String) {
        self.list.push(Finding { rule, entry: self.entry.clone(), position: None, detail });
    }

    /// Adds a finding if `holds` is false.
    pub fn check(&mut self, holds: bool, rule: Rule, detail: impl FnOnce() -> String) {
        if !holds {
            self.add(rule, detail());
        }
    }
}

/// Names are not empty and contain no control characters, no characters that change the direction of text, and no
/// surrounding white space.
fn is_name(text: &str, max: usize) -> bool {
    let hidden = |c: char| c.is_control() || is_bidi_control(c);
    !text.is_empty() && text.len() <= max && !text.contains(hidden) && text.trim() == text
}

/// Whether a string is valid as the id or alias of a model.
pub fn is_model_name(text: &str) -> bool {
    is_name(text, MAX_NAME)
}

/// Whether a string is valid as the name of a provider.
pub fn is_provider_name(text: &str) -> bool {
    is_name(text, MAX_PROVIDER_NAME) && !text.contains(|c: char| c.is_whitespace() || c == '/')
}

/// Whether a string is an absolute https or http URL.
pub fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !text.contains(|c: char| c.is_control() || c.is_whitespace()))
}

fn check_header(snapshot: &ModelCatalogSnapshot, found: &mut Findings) {
    let ModelCatalogSnapshot { schema_version, snapshot_id, date: _, currency, unit, sources, models } = snapshot;
    found.check(*schema_version == SCHEMA_VERSION, Rule::SchemaVersion, || {
        format!("schema_version is {schema_version}, expected {SCHEMA_VERSION}")
    });
    found.check(is_name(snapshot_id, MAX_NAME), Rule::SnapshotId, || format!("snapshot_id is {snapshot_id:?}"));
    found.check(currency == CURRENCY, Rule::Currency, || format!("currency is {currency:?}, expected {CURRENCY:?}"));
    found.check(unit == UNIT, Rule::Unit, || format!("unit is {unit:?}, expected {UNIT:?}"));
    found.check(!sources.is_empty(), Rule::MissingSource, || "sources is empty".to_owned());
    let mut seen = HashSet::new();
    for SnapshotSource { id, url, version, date: _, sha256, licence: _ } in sources {
        found.check(is_name(id, MAX_NAME), Rule::SourceId, || format!("the id of a source is {id:?}"));
        found.check(is_name(version, MAX_NAME), Rule::SourceId, || {
            format!("the version of source {id:?} is {version:?}")
        });
        found.check(seen.insert(id), Rule::SourceId, || format!("two sources have the id {id:?}"));
        if let Some(url) = url {
            found.check(is_url(url), Rule::SourceUrl, || format!("the url of source {id:?} is {url:?}"));
        }
        if let Some(hash) = sha256 {
            let is_hash = hash.len() == 64 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            found.check(is_hash, Rule::SourceHash, || format!("the sha256 of source {id:?} is {hash:?}"));
        }
    }
    found.check(!models.is_empty(), Rule::NoModels, || "models is empty".to_owned());
}

fn check_names(entry: &ModelCatalogEntry<'_>, found: &mut Findings) {
    let provider = &entry.provider;
    found.check(is_provider_name(provider), Rule::ProviderName, || format!("provider is {provider:?}"));
    let id = &entry.model_id;
    found.check(is_model_name(id), Rule::ModelName, || format!("model_id is {id:?}"));
    for alias in entry.aliases.iter() {
        found.check(is_model_name(alias), Rule::ModelName, || format!("an alias is {alias:?}"));
    }
    for (field, name) in [("successor", &entry.successor), ("base_model", &entry.base_model)] {
        if let Some(name) = name {
            found.check(is_name(name, MAX_NAME), Rule::Successor, || format!("{field} is {name:?}"));
            found.check(name != id, Rule::Successor, || format!("{field} is the id of the entry itself"));
        }
    }
}

fn check_facts(entry: &ModelCatalogEntry<'_>, sources: &HashSet<&str>, found: &mut Findings) {
    for (field, limit) in [
        ("context_window", entry.context_window),
        ("max_input_tokens", entry.max_input_tokens),
        ("max_output_tokens", entry.max_output_tokens),
    ] {
        found.check(limit.is_none_or(|limit| limit <= MAX_TOKENS), Rule::Limit, || {
            format!("{field} is {}, expected at most {MAX_TOKENS}", limit.unwrap_or_default())
        });
    }
    if let Some(source) = &entry.source {
        found.check(is_url(source), Rule::EntrySource, || format!("source is {source:?}"));
    }
    let origin = &entry.origin;
    found.check(sources.contains(&**origin), Rule::MissingSource, || {
        format!("origin is {origin:?}, which is not one of the snapshot's sources")
    });
    for (field, source) in entry.provenance.iter() {
        found.check(sources.contains(source), Rule::ProvenanceSource, || {
            format!("{field} comes from {source:?}, which is not one of the snapshot's sources")
        });
    }
}

/// Describes a rate for messages: `input (batch, above 272000 tokens)`.
fn describe(rate: &Rate) -> String {
    let mut terms = Vec::new();
    if rate.tier != ServiceTier::Standard {
        terms.push(rate.tier.to_string());
    }
    if rate.above > 0 {
        terms.push(format!("above {} tokens", rate.above));
    }
    if let Some(from) = rate.from {
        terms.push(format!("from {from}"));
    }
    if let Some(window) = rate.window {
        terms.push(window.to_string());
    }
    if terms.is_empty() { rate.component.to_string() } else { format!("{} ({})", rate.component, terms.join(", ")) }
}

fn check_rates(entry: &ModelCatalogEntry<'_>, found: &mut Findings) {
    let mut seen: HashSet<(PriceComponent, ServiceTier, u64, _, _)> = HashSet::new();
    let mut windows: HashMap<_, Vec<Rate>> = HashMap::new();
    for rate in entry.pricing.rates.iter() {
        let price = rate.price;
        found.check(!price.is_sign_negative() || price.is_zero(), Rule::NegativePrice, || {
            format!("the price of {} is {price}", describe(&rate))
        });
        found.check(money::is_exact(price), Rule::PriceDigits, || {
            format!("the price of {} is {price}", describe(&rate))
        });
        found.check(rate.above <= MAX_TOKENS, Rule::RateTerms, || {
            format!("the threshold of {} is above {MAX_TOKENS}", describe(&rate))
        });
        found.check(seen.insert(rate.key()), Rule::DuplicateRate, || format!("two rates for {}", describe(&rate)));
        if let Some(window) = rate.window {
            let (component, tier, above, from, _) = rate.key();
            let others = windows.entry((component, tier, above, from)).or_default();
            for other in others.iter().filter(|other| other.window != rate.window) {
                found.check(
                    !other.window.is_some_and(|other| other.overlaps(window)),
                    Rule::OverlappingWindows,
                    || format!("the windows of {} and {} overlap", describe(other), describe(&rate)),
                );
            }
            others.push(rate);
        }
    }
    // The windows of rates with unknown prices may overlap: which of two prices applies in an hour may be what is
    // unknown.
    for rate in entry.pricing.unknown.iter().map(|rate| rate.at(Decimal::ZERO)) {
        found.check(rate.above <= MAX_TOKENS, Rule::RateTerms, || {
            format!("the threshold of {} is above {MAX_TOKENS}", describe(&rate))
        });
        found.check(seen.insert(rate.key()), Rule::DuplicateRate, || {
            format!("two rates for {}, one with an unknown price", describe(&rate))
        });
    }
}

fn check_multipliers(entry: &ModelCatalogEntry<'_>, found: &mut Findings) {
    for (region, factor) in entry.pricing.multipliers.iter() {
        let holds = factor > Decimal::ZERO && factor <= MAX_MULTIPLIER && money::is_exact(factor);
        found.check(holds, Rule::Multiplier, || format!("the multiplier of the region {region} is {factor}"));
    }
}

/// A name is unique within a provider, whichever spellings of the provider the entries use.
fn check_unique_names(snapshot: &ModelCatalogSnapshot, found: &mut Findings) {
    let mut ids: HashMap<(&str, &str), (usize, &str)> = HashMap::with_capacity(snapshot.models.len());
    for (place, entry) in snapshot.models.iter().enumerate() {
        let provider = &*entry.provider;
        found.entry = Some(format!("{provider}/{}", entry.model_id));
        if let Some((first, other)) = ids.insert((canonical_provider(provider), &entry.model_id), (place, provider)) {
            let one = if other == provider {
                String::new()
            } else {
                format!("; {other:?} and {provider:?} are the same provider")
            };
            found.add(
                Rule::DuplicateId,
                format!("models[{first}] and models[{place}] both have this provider and id{one}"),
            );
        }
    }
    let mut aliases: HashMap<(&str, &str), &str> = HashMap::new();
    for entry in &snapshot.models {
        found.entry = Some(format!("{}/{}", entry.provider, entry.model_id));
        for alias in entry.aliases.iter() {
            let name = (canonical_provider(&entry.provider), alias);
            if let Some(&(place, _)) = ids.get(&name) {
                let other = snapshot.models.get(place).map_or("", |other| &*other.model_id);
                found.add(Rule::AliasCollision, format!("alias {alias:?} is the id of {other:?}"));
            }
            if let Some(other) = aliases.insert(name, &entry.model_id) {
                found.add(Rule::AliasCollision, format!("alias {alias:?} is also an alias of {other:?}"));
            }
        }
    }
}
