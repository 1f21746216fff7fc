//! Reads a snapshot from JSON, and says of each broken entry which one it is and where it stands.

use crate::json::{self, JsonPosition, RawObject};
use crate::rule::{Finding, Rule, SnapshotError};
use crate::schema::{ModelCatalogEntry, ModelCatalogSnapshot};
use crate::validate::ValidSnapshot;
use serde_json::value::RawValue;

/// Reads and validates a snapshot.
///
/// The error holds every rule that the snapshot breaks. When entries cannot be read at all, those are reported
/// first, each with its name and position; the rules about what entries say are checked once all can be read.
///
/// ```
/// # let json = include_str!("../tests/data/small.snapshot.json");
/// let snapshot = registry::catalog::read_snapshot(json)?;
/// assert_eq!(snapshot.models[0].provider, "example");
///
/// let error = registry::catalog::read_snapshot(&json.replace("\"chat\"", "\"chatt\"")).unwrap_err();
/// assert_eq!(error.findings[0].entry.as_deref(), Some("example/model-1"));
/// assert!(error.to_string().contains("did you mean `chat`?"));
/// # Ok::<(), registry::catalog::SnapshotError>(())
/// ```
pub fn read_snapshot(text: &str) -> Result<ValidSnapshot, SnapshotError> {
    let raw: ModelCatalogSnapshot<&RawValue> = serde_json::from_str(text).map_err(|error| {
        let rule = if error.is_data() { Rule::Shape } else { Rule::Syntax };
        let position = Some(JsonPosition::of_error(text, text, &error));
        SnapshotError::of_snapshot(vec![Finding { rule, entry: None, position, detail: json::reason(&error) }])
    })?;

    let mut findings = Vec::new();
    let mut models = Vec::with_capacity(raw.models.len());
    for (place, entry) in raw.models.iter().enumerate() {
        // A derived struct would also be read from a list of its fields' values.
        let read = if entry.get().starts_with('{') {
            serde_json::from_str::<ModelCatalogEntry<'static>>(entry.get())
        } else {
            Err(serde::de::Error::custom(format_args!("a model is an object, found {}", entry.get())))
        };
        match read {
            Ok(model) => models.push(model),
            Err(error) => findings.push(Finding {
                rule: Rule::Shape,
                entry: Some(name_of(entry).unwrap_or_else(|| format!("models[{place}]"))),
                position: Some(JsonPosition::of_error(text, entry.get(), &error)),
                detail: json::reason(&error),
            }),
        }
    }
    if !findings.is_empty() {
        return Err(SnapshotError::of_snapshot(findings));
    }

    let ModelCatalogSnapshot { schema_version, snapshot_id, date, currency, unit, sources, models: _ } = raw;
    ValidSnapshot::try_from(ModelCatalogSnapshot { schema_version, snapshot_id, date, currency, unit, sources, models })
}

/// `provider/id` of an entry that may be broken elsewhere.
fn name_of(entry: &RawValue) -> Option<String> {
    let RawObject(members) = serde_json::from_str(entry.get()).ok()?;
    let member = |name: &str| -> Option<String> {
        let (_, value) = members.iter().find(|(key, _)| key == name)?;
        serde_json::from_str(value.get()).ok()
    };
    Some(format!("{}/{}", member("provider")?, member("model_id")?))
}
