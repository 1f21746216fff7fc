//! The changes between two snapshots.

use model_catalog::__private::{json::RawObject, rate_path};
use model_catalog::{CapabilitySet, ModelCatalogEntry, ModelCatalogSnapshot, Rate, canonical_provider};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The changes between two snapshots. Models are named `provider/id`; every list is sorted.
///
/// ```
/// # let json = include_str!("../../model-catalog/tests/data/small.snapshot.json");
/// use registry::catalog::{SnapshotDiff, read_snapshot};
///
/// let old = read_snapshot(json)?;
/// let new = read_snapshot(&json.replace("\"0.0000025\"", "\"0.000002\"").replace("model-2", "model-3"))?;
/// let diff = SnapshotDiff::between(&old, &new);
/// assert_eq!((diff.added, diff.removed), (vec!["example/model-3".to_owned()], vec!["example/model-2".to_owned()]));
/// let change = &diff.changed[0].prices[0];
/// assert_eq!((change.rate.as_str(), change.percent.unwrap().to_string()), ("input", "-20".to_owned()));
/// # Ok::<(), registry::catalog::SnapshotError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SnapshotDiff {
    /// Models that only the new snapshot has.
    pub added: Vec<String>,
    /// Models that only the old snapshot has.
    pub removed: Vec<String>,
    /// Models that are in both snapshots and differ.
    pub changed: Vec<ModelChange>,
}

/// The changes to one model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelChange {
    /// The model, as `provider/id`.
    pub model: String,
    /// Rates that changed, were added or were removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<PriceChange>,
    /// Capabilities that were added.
    #[serde(default, skip_serializing_if = "CapabilitySet::is_empty_ref")]
    pub gained: CapabilitySet,
    /// Capabilities that were removed.
    #[serde(default, skip_serializing_if = "CapabilitySet::is_empty_ref")]
    pub lost: CapabilitySet,
    /// Other fields that changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldChange>,
}

/// The change of one rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PriceChange {
    /// The rate: component, and tier, threshold, window and start date if it has them, as in
    /// `input.batch.above_272000`.
    pub rate: String,
    /// USD per unit before; `None` if the rate was added.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "model_catalog::__private::optional")]
    pub old: Option<Decimal>,
    /// USD per unit now; `None` if the rate was removed.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "model_catalog::__private::optional")]
    pub new: Option<Decimal>,
    /// The change in percent of the old price, to two decimal places, or to two significant digits if it is below 0.1;
    /// `None`
    /// if there is no old price, or if it was 0.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "model_catalog::__private::optional")]
    pub percent: Option<Decimal>,
}

/// The change of a field that is neither a price nor a capability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldChange {
    /// The field.
    pub field: String,
    /// Its JSON before; `None` if the field was added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// Its JSON now; `None` if the field was removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

type Models = BTreeMap<String, ModelCatalogEntry<'static>>;

impl SnapshotDiff {
    /// Computes the changes from `old` to `new`.
    pub fn between(old: &ModelCatalogSnapshot, new: &ModelCatalogSnapshot) -> Self {
        let (old, new) = (models(old), models(new));
        let without = |a: &Models, b: &Models| a.keys().filter(|name| !b.contains_key(*name)).cloned().collect();
        Self {
            added: without(&new, &old),
            removed: without(&old, &new),
            changed: old.iter().filter_map(|(name, old)| change(name, old, new.get(name)?)).collect(),
        }
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// Returns the models by name, each with the list prices on the snapshot date.
fn models(snapshot: &ModelCatalogSnapshot) -> Models {
    let name = |entry: &ModelCatalogEntry<'_>| format!("{}/{}", canonical_provider(&entry.provider), entry.model_id);
    let on_its_day = |mut entry: ModelCatalogEntry<'static>| {
        entry.pricing.as_of = Some(snapshot.date);
        (name(&entry), entry)
    };
    snapshot.models.iter().cloned().map(on_its_day).collect()
}

fn change(name: &str, old: &ModelCatalogEntry<'_>, new: &ModelCatalogEntry<'_>) -> Option<ModelChange> {
    let (could, can) = (old.capability_set(), new.capability_set());
    let change = ModelChange {
        model: name.to_owned(),
        prices: prices(old, new),
        gained: could.missing(can),
        lost: can.missing(could),
        fields: fields(old, new),
    };
    let same =
        change.prices.is_empty() && change.gained.is_empty() && change.lost.is_empty() && change.fields.is_empty();
    (!same).then_some(change)
}

fn prices(old: &ModelCatalogEntry<'_>, new: &ModelCatalogEntry<'_>) -> Vec<PriceChange> {
    let rates = |entry: &ModelCatalogEntry<'_>| -> BTreeMap<_, Rate> {
        entry.pricing.rates.iter().map(|rate| (rate.key(), rate)).collect()
    };
    let (old, new) = (rates(old), rates(new));
    let mut all = old.clone();
    all.extend(new.iter().map(|(key, rate)| (*key, *rate)));
    all.into_iter()
        .filter_map(|(key, rate)| {
            let (old, new) = (old.get(&key).map(|rate| rate.price), new.get(&key).map(|rate| rate.price));
            let from = rate.from.map(|from| format!(".from_{from}")).unwrap_or_default();
            let rate = format!("{}{from}", rate_path(&rate));
            (old != new).then(|| PriceChange {
                rate,
                old,
                new,
                percent: old.zip(new).and_then(|(old, new)| percent(old, new)),
            })
        })
        .collect()
}

/// The smallest change in percent for which two decimal places are enough.
const SMALL: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

fn percent(old: Decimal, new: Decimal) -> Option<Decimal> {
    let change = new.checked_sub(old)?.checked_mul(Decimal::ONE_HUNDRED)?.checked_div(old)?;
    let rounded = if change.abs() < SMALL { change.round_sf(2)? } else { change.round_dp(2) };
    Some(rounded.normalize())
}

/// Compares the fields of an entry's JSON that are not covered by another part of the change.
fn fields(old: &ModelCatalogEntry<'_>, new: &ModelCatalogEntry<'_>) -> Vec<FieldChange> {
    let (old, new) = (json(old), json(new));
    let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
    names.sort_unstable();
    names.dedup();
    names
        .into_iter()
        .filter(|name| !matches!(name.as_str(), "pricing" | "capabilities"))
        .filter(|name| old.get(*name) != new.get(*name))
        .map(|name| FieldChange { field: name.clone(), old: old.get(name).cloned(), new: new.get(name).cloned() })
        .chain(
            ["threshold_rule", "multipliers", "unknown"]
                .into_iter()
                .filter_map(|name| pricing_change(name, &old, &new)),
        )
        .collect()
}

/// Compares what the pricing contains besides rates.
fn pricing_change(name: &str, old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> Option<FieldChange> {
    let of = |fields: &BTreeMap<String, String>| -> Option<String> {
        let RawObject(pricing) = serde_json::from_str(fields.get("pricing")?).ok()?;
        pricing.into_iter().find(|(member, _)| member == name).map(|(_, value)| value.get().to_owned())
    };
    let (old, new) = (of(old), of(new));
    (old != new).then(|| FieldChange { field: format!("pricing.{name}"), old, new })
}

fn json(entry: &ModelCatalogEntry<'_>) -> BTreeMap<String, String> {
    let text = serde_json::to_string(entry).unwrap_or_default();
    let Ok(RawObject(members)) = serde_json::from_str(&text) else { return BTreeMap::new() };
    members.into_iter().map(|(name, value)| (name.into_owned(), value.get().to_owned())).collect()
}
