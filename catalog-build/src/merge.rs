//! Merges two snapshots.

use crate::facts::{Facts, Winner};
use model_catalog::__private::json::{self, RawObject};
use model_catalog::{Finding, ModelCatalogEntry, Rule, SnapshotError, ValidSnapshot, canonical_provider};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The result of merging two snapshots.
#[derive(Clone, Debug)]
pub struct Merge {
    /// The merged snapshot.
    pub snapshot: ValidSnapshot,
    /// The fields in which the two differ, in the order of the second snapshot.
    pub conflicts: Vec<Conflict>,
}

/// A field in which two snapshots differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    /// The model, as `provider/id` of the first snapshot.
    pub model: String,
    /// The field, as in [`Provenance`](model_catalog::Provenance).
    pub field: String,
    /// The value in the first snapshot, which is kept.
    pub kept: String,
    /// The value in the second snapshot, which is dropped.
    pub dropped: String,
}

/// Merges two snapshots. If both have a value, that of the first one is kept; the second one fills gaps and adds
/// models.
///
/// A model of the second snapshot is the same as the model of the first one that has its provider and id, or an alias.
/// Providers get their canonical spelling. The date and the currency are those of the first snapshot.
///
/// ```
/// # let json = include_str!("../../model-catalog/tests/data/small.snapshot.json");
/// use registry::catalog::{merge, read_snapshot};
///
/// let first = read_snapshot(json)?;
/// let mut second = read_snapshot(&json.replace("\"example\"", "\"other\"").replace("\"provider\": \"other\"", "\"provider\": \"example\""))?.into_inner();
/// second.models[0].max_output_tokens = Some(8_192);
/// second.models[1].max_output_tokens = Some(1_024);
///
/// let merged = merge(&first, &second.try_into()?)?;
/// assert_eq!(merged.snapshot.models[0].max_output_tokens, Some(4_096));
/// assert_eq!((merged.conflicts[0].field.as_str(), merged.conflicts[0].dropped.as_str()), ("max_output_tokens", "8192"));
/// assert_eq!(merged.snapshot.models[1].max_output_tokens, Some(1_024));
/// assert_eq!(merged.snapshot.models[1].provenance.of("max_output_tokens"), Some("other"));
/// # Ok::<(), registry::catalog::SnapshotError>(())
/// ```
///
/// # Errors
///
/// [`SnapshotError`] with every rule that the result breaks.
pub fn merge(first: &ValidSnapshot, second: &ValidSnapshot) -> Result<Merge, SnapshotError> {
    let mut snapshot = first.clone().into_inner();
    for source in &second.sources {
        if !snapshot.sources.contains(source) {
            snapshot.sources.push(source.clone());
        }
    }
    snapshot.snapshot_id = format!("{}+{}", first.snapshot_id, second.snapshot_id);

    let mut places: HashMap<(String, String), usize> = HashMap::new();
    for (place, entry) in snapshot.models.iter_mut().enumerate() {
        entry.provider = canonical_provider(&entry.provider).to_owned().into();
        for name in entry.aliases.iter().chain([&*entry.model_id]) {
            places.insert((entry.provider.to_string(), name.to_owned()), place);
        }
    }
    let mut conflicts = Vec::new();
    let mut added: Vec<ModelCatalogEntry<'static>> = Vec::new();
    for entry in &second.models {
        let mut entry = entry.clone();
        entry.provider = canonical_provider(&entry.provider).to_owned().into();
        let name = (entry.provider.to_string(), entry.model_id.to_string());
        let known = places.get(&name).copied();
        let place = known.unwrap_or(first.models.len() + added.len());
        // A name stands for only one model, so a name that the first snapshot uses for another model stays with that
        // one.
        let free: Vec<String> = entry
            .aliases
            .iter()
            .filter(|alias| places.get(&(name.0.clone(), (*alias).to_owned())).is_none_or(|&other| other == place))
            .map(str::to_owned)
            .collect();
        for alias in entry.aliases.iter().filter(|alias| !free.iter().any(|free| free == alias)) {
            let model = format!("{}/{}", name.0, name.1);
            let kept = "another model of this provider".to_owned();
            conflicts.push(Conflict { model, field: "aliases".to_owned(), kept, dropped: alias.to_owned() });
        }
        for alias in &free {
            places.insert((name.0.clone(), alias.clone()), place);
        }
        entry.aliases = free.into();
        match known.and_then(|place| snapshot.models.get_mut(place)) {
            Some(model) => fill(model, &entry, &mut conflicts)?,
            None => match known.and_then(|place| added.get_mut(place - first.models.len())) {
                Some(model) => fill(model, &entry, &mut conflicts)?,
                None => {
                    places.insert(name, place);
                    added.push(entry);
                }
            },
        }
    }
    snapshot.models.extend(added);
    snapshot.models.sort_by(|a, b| (&a.provider, &a.model_id).cmp(&(&b.provider, &b.model_id)));
    Ok(Merge { snapshot: ValidSnapshot::try_from(snapshot)?, conflicts })
}

/// Fills the gaps of `model` with the values of `other`.
fn fill(
    model: &mut ModelCatalogEntry<'static>,
    other: &ModelCatalogEntry<'static>,
    conflicts: &mut Vec<Conflict>,
) -> Result<(), SnapshotError> {
    let name = format!("{}/{}", model.provider, model.model_id);
    let refused = |error: serde_json::Error| {
        let (rule, entry, detail) = (Rule::Shape, Some(name.clone()), json::reason(&error));
        SnapshotError::in_snapshot(vec![Finding { rule, entry, position: None, detail }])
    };
    let text = serde_json::to_string(other).map_err(refused)?;
    let RawObject(members) = serde_json::from_str(&text).map_err(refused)?;
    let mut facts = Facts::new(std::mem::take(model), Winner::Below, &other.origin);
    facts.layer(&members).map_err(refused)?;
    conflicts.extend(facts.differences.drain(..).map(|difference| Conflict {
        model: name.clone(),
        field: difference.field,
        kept: difference.below,
        dropped: difference.above,
    }));
    *model = facts.into_entry();
    Ok(())
}
