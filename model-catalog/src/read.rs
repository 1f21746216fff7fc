//! Reads a snapshot from JSON and reports each invalid entry with its name and position.

use crate::json::{self, JsonPosition, RawObject};
use crate::rule::{Finding, Rule, SnapshotError};
use crate::schema::{ModelCatalogEntry, ModelCatalogSnapshot};
use crate::validate::ValidSnapshot;
use serde_json::value::RawValue;

/// Reads and validates a snapshot.
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
///
/// # Errors
///
/// Every rule that the snapshot breaks. If some entries cannot be deserialized, only those are reported, each with its
/// name and position; the rules about the contents of entries are checked once all entries can be deserialized.
pub fn read_snapshot(text: &str) -> Result<ValidSnapshot, SnapshotError> {
    let raw: ModelCatalogSnapshot<&RawValue> = serde_json::from_str(text).map_err(|error| {
        let rule = if error.is_data() { Rule::Shape } else { Rule::Syntax };
        let position = Some(JsonPosition::of_serde_error(text, text, &error));
        SnapshotError::in_snapshot(vec![Finding { rule, entry: None, position, detail: json::reason(&error) }])
    })?;

    let mut findings = Vec::new();
    let mut models = Vec::with_capacity(raw.models.len());
    for (place, entry) in raw.models.iter().enumerate() {
        // A derived struct would also be deserialized from an array of its fields' values.
        let read = if entry.get().starts_with('{') {
            serde_json::from_str::<ModelCatalogEntry<'static>>(entry.get())
        } else {
            Err(serde::de::Error::custom(format_args!("expected a model as an object, found {}", entry.get())))
        };
        match read {
            Ok(model) => models.push(model),
            Err(error) => findings.push(Finding {
                rule: Rule::Shape,
                entry: Some(name_of(entry).unwrap_or_else(|| format!("models[{place}]"))),
                position: Some(JsonPosition::of_serde_error(text, entry.get(), &error)),
                detail: json::reason(&error),
            }),
        }
    }
    if !findings.is_empty() {
        return Err(SnapshotError::in_snapshot(findings));
    }

    let ModelCatalogSnapshot { schema_version, snapshot_id, date, currency, unit, sources, models: _ } = raw;
    ValidSnapshot::try_from(ModelCatalogSnapshot { schema_version, snapshot_id, date, currency, unit, sources, models })
}

/// Returns `provider/id` of an entry whose other members may be invalid.
fn name_of(entry: &RawValue) -> Option<String> {
    let RawObject(members) = serde_json::from_str(entry.get()).ok()?;
    let member = |name: &str| -> Option<String> {
        let (_, value) = members.iter().find(|(key, _)| key == name)?;
        serde_json::from_str(value.get()).ok()
    };
    Some(format!("{}/{}", member("provider")?, member("model_id")?))
}
