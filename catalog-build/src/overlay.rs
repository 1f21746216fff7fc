//! A user's own models and prices, applied to a snapshot.

use crate::facts::{Facts, Winner};
use model_catalog::__private::json::{self, RawObject};
use model_catalog::{
    Aliases, CatalogFile, Finding, JsonPosition, ModelCatalogEntry, ModelCatalogSnapshot, PackedCatalog, Provenance,
    Rule, SCHEMA_VERSION, SnapshotError, SnapshotSource, ValidSnapshot, canonical_provider, threshold_rule,
};
use serde::Deserialize;
use serde::de::Error as _;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashSet;
use vocabulary::or_did_you_mean;

/// Members of an overlay's model that control how it is applied.
const REMOVE: &str = "remove";
const BASE: &str = "base_model";

/// Members that are lists or objects.
const STRUCTURED: [&str; 4] = ["aliases", "capabilities", "pricing", "extra"];

/// Your own models and prices, applied to a snapshot: private models, fine-tunes, contract prices.
///
/// An overlay lists its changes and leaves everything else as it is. Each of its models has a provider, an id or alias,
/// and any
/// of the fields that a model of a snapshot has:
///
/// - A field replaces the one in the snapshot; `null` removes it.
/// - `capabilities` is a list of flags to set, or an object of flags to set and clear.
/// - A rate replaces those with the same component, tier, threshold and window; one with a start date keeps those
///   before that date. `"pricing": {"replace": true, "rates": […]}` discards all other rates. A rate in `unknown`,
///   without a price, states that the price is unknown, so that a call that would be billed at it has no cost.
/// - A model that the snapshot does not have is added, with the threshold rule of its provider. With `base_model` (an
///   id of the same provider, or `provider/id`) it starts as a copy of that model, including the changes that the
///   overlay makes to it. The base can be a model that the overlay adds, in any order.
/// - `"remove": true` removes the model.
///
/// Prices alone for a model that the snapshot does not have, if it has a similarly named one, are an error, since the
/// name is
/// probably misspelled. So is a provider whose name differs from one in the snapshot only in letter case or
/// punctuation.
///
/// ```
/// # let json = include_str!("../../model-catalog/tests/data/small.snapshot.json");
/// # let seed = registry::catalog::ModelCatalog::from_json(json)?;
/// use registry::catalog::Overlay;
///
/// let overlay = Overlay::from_json(r#"{
///     "schema_version": 1,
///     "source": {"id": "contract", "version": "2026", "date": "2026-08-01"},
///     "models": [
///         {"provider": "example", "model_id": "model-1", "pricing": {"rates": [{"component": "input", "price": "0.000002"}]}},
///         {"provider": "example", "model_id": "ours", "base_model": "model-1", "max_output_tokens": 1024},
///         {"provider": "example", "model_id": "model-2", "remove": true}
///     ]
/// }"#)?;
/// let snapshot = overlay.apply(&seed)?;
/// let names: Vec<_> = snapshot.models.iter().map(|model| &*model.model_id).collect();
/// assert_eq!(names, ["model-1", "ours"]);
/// assert_eq!(snapshot.models[0].pricing.input().unwrap().to_string(), "0.000002");
/// assert_eq!(snapshot.models[0].pricing.output(), seed.get("example", "model-1").unwrap().pricing.output());
/// assert_eq!(snapshot.models[0].provenance.of("pricing.input"), Some("contract"));
/// # Ok::<(), registry::catalog::SnapshotError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Overlay {
    source: SnapshotSource,
    models: Vec<Patch>,
}

/// What an overlay states about one model.
#[derive(Clone, Debug)]
struct Patch {
    provider: String,
    model_id: String,
    base_model: Option<String>,
    /// The JSON of the model.
    json: String,
    position: JsonPosition,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    schema_version: u32,
    source: SnapshotSource,
    #[serde(borrow)]
    models: Vec<&'a RawValue>,
}

impl Overlay {
    /// Reads an overlay.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the overlay is not valid JSON or does not match the schema. All models that cannot be read
    /// are
    /// reported, each with its position.
    pub fn from_json(text: &str) -> Result<Self, SnapshotError> {
        let one = |rule, position, detail| {
            let entry = Some(CatalogFile::Overlay.to_string());
            SnapshotError::in_overlay(vec![Finding { rule, entry, position, detail }])
        };
        let file: File<'_> = serde_json::from_str(text).map_err(|error| {
            let rule = if error.is_data() { Rule::Shape } else { Rule::Syntax };
            one(rule, Some(JsonPosition::of_serde_error(text, text, &error)), json::reason(&error))
        })?;
        if file.schema_version != SCHEMA_VERSION {
            let version = file.schema_version;
            let detail = format!("schema_version is {version}, expected {SCHEMA_VERSION}");
            return Err(one(Rule::SchemaVersion, None, detail));
        }
        let mut findings = Vec::new();
        let mut models = Vec::with_capacity(file.models.len());
        for (place, model) in file.models.iter().enumerate() {
            match patch(text, model) {
                Ok(patch) => models.push(patch),
                Err(Unreadable { name, position, detail }) => findings.push(Finding {
                    rule: Rule::Shape,
                    entry: Some(name.unwrap_or_else(|| format!("models[{place}]"))),
                    position: Some(position),
                    detail,
                }),
            }
        }
        if findings.is_empty() {
            Ok(Self { source: file.source, models })
        } else {
            Err(SnapshotError::in_overlay(findings))
        }
    }

    /// Applies the overlay to the snapshot of a catalog. The result has the id `snapshot+overlay`, and its entries
    /// record which
    /// of their values come from the overlay.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] with every change that cannot be applied and every rule that the result breaks, each with the
    /// line and
    /// column of the overlay's model.
    pub fn apply(&self, base: &PackedCatalog) -> Result<ValidSnapshot, SnapshotError> {
        let mut snapshot = base.snapshot().into_inner();
        let providers: HashSet<String> =
            snapshot.models.iter().map(|entry| canonical_provider(&entry.provider).to_owned()).collect();
        snapshot.snapshot_id = format!("{}+{}", snapshot.snapshot_id, self.source.id);
        snapshot.sources.push(self.source.clone());
        let mut findings = Vec::new();
        let mut reject = |patch: &Patch, (rule, detail)| {
            let entry = Some(format!("{}/{}", patch.provider, patch.model_id));
            findings.push(Finding { rule, entry, position: Some(patch.position), detail });
        };
        let mut waiting = Vec::with_capacity(self.models.len());
        let targets: Vec<Identity> = self.models.iter().map(|patch| patch.target(base)).collect();
        let mut named = HashSet::new();
        for (patch, target) in self.models.iter().zip(&targets) {
            if let Some(spelling) = misspelled(&target.0, &providers) {
                reject(
                    patch,
                    (Rule::OverlayTarget, format!("the snapshot spells this provider {spelling:?}; use that spelling")),
                );
                continue;
            }
            if !named.insert(target) {
                reject(patch, (Rule::OverlayTarget, "the overlay lists this model twice".to_owned()));
                continue;
            }
            match patch.base(base, &targets) {
                Ok(base) => waiting.push(Step { patch, target, base }),
                Err(unknown) => reject(patch, unknown),
            }
        }
        while !waiting.is_empty() {
            let to_come: HashSet<&Identity> = waiting.iter().map(|step| step.target).collect();
            let is_ready = |step: &Step<'_>| step.base.as_ref().is_none_or(|base| !to_come.contains(base));
            let (ready, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_ready);
            if ready.is_empty() {
                for step in &rest {
                    let cycle = "its base_model leads back to this model".to_owned();
                    reject(step.patch, (Rule::OverlayTarget, cycle));
                }
                break;
            }
            for step in ready {
                if let Err(refusal) = self.apply_step(&step, base, &mut snapshot) {
                    reject(step.patch, refusal);
                }
            }
            waiting = rest;
        }
        if !findings.is_empty() {
            findings.sort_by_key(|finding| finding.position.map(|position| (position.line, position.column)));
            return Err(SnapshotError::in_overlay(findings));
        }
        snapshot.models.sort_by(|a, b| (&a.provider, &a.model_id).cmp(&(&b.provider, &b.model_id)));
        ValidSnapshot::try_from(snapshot).map_err(|error| self.attribute_errors(error))
    }

    /// Attributes the errors of a snapshot that was valid before the overlay was applied to the overlay's models.
    fn attribute_errors(&self, mut error: SnapshotError) -> SnapshotError {
        for finding in &mut error.findings {
            let matches =
                |patch: &&Patch| finding.entry.as_deref() == Some(&format!("{}/{}", patch.provider, patch.model_id));
            finding.position = self.models.iter().find(matches).map(|patch| patch.position);
        }
        SnapshotError::in_overlay(error.findings)
    }

    fn apply_step(
        &self,
        step: &Step<'_>,
        catalog: &PackedCatalog,
        snapshot: &mut ModelCatalogSnapshot,
    ) -> Result<(), (Rule, String)> {
        let Step { patch, target, base } = step;
        let shape = |error: serde_json::Error| (Rule::Shape, json::reason(&error));
        let RawObject(mut members) = serde_json::from_str(&patch.json).map_err(shape)?;
        let find = |models: &[ModelCatalogEntry<'_>], (provider, id): &Identity| {
            models.iter().position(|entry| entry.provider == *provider && entry.model_id == *id)
        };
        let place = find(&snapshot.models, target);

        let remove = members.iter().find(|(name, _)| name == REMOVE).map(|(_, value)| value.get());
        match (remove, place) {
            (Some("true"), Some(place)) => {
                snapshot.models.remove(place);
                return Ok(());
            }
            (Some("true"), None) => return Err(unknown_model(catalog, &target.0, &patch.model_id)),
            (Some("false") | None, _) => members.retain(|(name, _)| name != REMOVE),
            (Some(other), _) => return Err((Rule::Shape, format!("remove is {other}, expected true or false"))),
        }

        let below = match (place, base) {
            (Some(place), _) => snapshot.models.get(place).cloned().unwrap_or_default(),
            (None, Some(base)) => {
                // A model that this overlay removes can still be a base.
                let laid = find(&snapshot.models, base).and_then(|place| snapshot.models.get(place)).cloned();
                let base = laid.or_else(|| Some(catalog.get(&base.0, &base.1)?.into_owned()));
                copy_as(base.unwrap_or_default(), target)
            }
            (None, None) => {
                reject_likely_typo(&members, catalog, target)?;
                let mut entry = ModelCatalogEntry::new(target.0.as_str(), target.1.as_str(), self.source.id.as_str());
                entry.pricing.threshold_rule = threshold_rule(&target.0);
                entry
            }
        };
        let is_new = below.origin == self.source.id;
        let mut facts = Facts::new(below, Winner::Above, &self.source.id);
        facts.layer(&members).map_err(shape)?;
        let mut entry = facts.into_entry();
        if is_new {
            entry.provenance = Provenance::default();
        }
        match place.and_then(|place| snapshot.models.get_mut(place)) {
            Some(model) => *model = entry,
            None => snapshot.models.push(entry),
        }
        Ok(())
    }
}

/// A provider and an id.
type Identity = (String, String);

/// A patch with the model that it changes, and the model that a new model is based on.
struct Step<'p> {
    patch: &'p Patch,
    target: &'p Identity,
    base: Option<Identity>,
}

impl Patch {
    fn target(&self, catalog: &PackedCatalog) -> Identity {
        find_model(catalog, &self.provider, &self.model_id)
            .unwrap_or_else(|| (canonical_provider(&self.provider).to_owned(), self.model_id.clone()))
    }

    /// Returns what a new model is based on: a model of the snapshot, or one of `targets`.
    fn base(&self, catalog: &PackedCatalog, targets: &[Identity]) -> Result<Option<Identity>, (Rule, String)> {
        let Some(base) = self.base_model.as_deref() else { return Ok(None) };
        if find_model(catalog, &self.provider, &self.model_id).is_some() {
            return Ok(None);
        }
        let find = |provider: &str, id: &str| {
            let added = || (canonical_provider(provider).to_owned(), id.to_owned());
            find_model(catalog, provider, id).or_else(|| Some(added()).filter(|added| targets.contains(added)))
        };
        let of_another = || base.split_once('/').and_then(|(provider, id)| find(provider, id));
        let found = find(&self.provider, base).or_else(of_another);
        found.map(Some).ok_or_else(|| unknown_model(catalog, canonical_provider(&self.provider), base))
    }
}

/// Members that say nothing about what a model is.
const PRICES_ONLY: [&str; 4] = ["provider", "model_id", "pricing", "source"];

/// Rejects prices for a model that the snapshot does not have, if it has one with a similar name.
fn reject_likely_typo(
    members: &[(Cow<'_, str>, &RawValue)],
    catalog: &PackedCatalog,
    (provider, id): &Identity,
) -> Result<(), (Rule, String)> {
    if !members.iter().all(|(name, _)| PRICES_ONLY.contains(&&**name)) {
        return Ok(());
    }
    let mut near = catalog.nearest(&format!("{provider}/{id}"));
    near.retain(|name| name.strip_prefix(provider.as_str()).is_some_and(|rest| rest.starts_with('/')));
    if near.is_empty() {
        return Ok(());
    }
    let detail = format!(
        "the snapshot has no model {id:?} of this provider to set the price of{} For a new model, state its mode or base_model",
        or_did_you_mean(near)
    );
    Err((Rule::OverlayTarget, detail))
}

/// Returns the one of `providers` from which `provider` differs only in letter case or punctuation. A new provider with
/// such a
/// name would leave the intended models unchanged.
fn misspelled<'p>(provider: &str, providers: &'p HashSet<String>) -> Option<&'p str> {
    let letters = |name: &str| name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    if providers.contains(canonical_provider(provider)) {
        return None;
    }
    let (lower, meant) = (provider.to_lowercase(), letters(provider));
    let matches = |other: &&str| canonical_provider(&lower) == *other || letters(other) == meant;
    providers.iter().map(String::as_str).find(matches)
}

fn find_model(catalog: &PackedCatalog, provider: &str, id: &str) -> Option<Identity> {
    catalog.get(provider, id).map(|entry| (entry.provider.to_string(), entry.model_id.to_string()))
}

fn unknown_model(catalog: &PackedCatalog, provider: &str, name: &str) -> (Rule, String) {
    let near = or_did_you_mean(catalog.nearest(&format!("{provider}/{name}")));
    (Rule::OverlayTarget, format!("the snapshot has no model {name:?} of this provider{near}"))
}

/// Copies a model under another name; the new one has its own aliases, deprecation date and successor.
fn copy_as(base: ModelCatalogEntry<'static>, (provider, id): &Identity) -> ModelCatalogEntry<'static> {
    let mut entry = ModelCatalogEntry {
        provider: provider.clone().into(),
        model_id: id.clone().into(),
        aliases: Aliases::default(),
        deprecation_date: None,
        successor: None,
        snapshot_id: "".into(),
        ..base
    };
    entry.pricing.as_of = None;
    entry
}

/// A model of an overlay that cannot be read.
struct Unreadable {
    name: Option<String>,
    /// The position of the wrong value.
    position: JsonPosition,
    detail: String,
}

/// Reads the patch of one model; `model` is a slice of `text`.
fn patch(text: &str, model: &RawValue) -> Result<Patch, Unreadable> {
    let position = JsonPosition::of(text, model.get());
    let whole = |detail| Unreadable { name: None, position, detail };
    json::reject_duplicate_keys(model.get()).map_err(|error| whole(error.to_string()))?;
    let RawObject(members) = serde_json::from_str(model.get()).map_err(|error| whole(json::reason(&error)))?;
    let name = |of: &str| -> Result<String, Unreadable> {
        let (_, value) =
            members.iter().find(|(name, _)| name == of).ok_or_else(|| whole(format!("missing field `{of}`")))?;
        serde_json::from_str(value.get()).map_err(|error| {
            let position = JsonPosition::of(text, value.get());
            Unreadable { name: None, position, detail: format!("{of}: {}", json::reason(&error)) }
        })
    };
    let (provider, model_id) = (name("provider")?, name("model_id")?);
    for (member, value) in members.iter().filter(|(member, _)| member != REMOVE) {
        // Layered over an empty entry, so that errors are found before anything is changed.
        let nothing = ModelCatalogEntry::new(provider.as_str(), model_id.as_str(), "overlay");
        let alone = [(member.clone(), *value)];
        let laid = check_type(member, value).and_then(|()| Facts::new(nothing, Winner::Above, "overlay").layer(&alone));
        laid.map_err(|error| Unreadable {
            name: Some(format!("{provider}/{model_id}")),
            position: error_position(text, member, value, &error),
            detail: json::reason(&error),
        })?;
    }
    let base_model = members.iter().find(|(name, value)| name == BASE && value.get() != "null");
    let base_model = base_model.map(|_| name(BASE)).transpose()?;
    Ok(Patch { provider, model_id, base_model, json: model.get().to_owned(), position })
}

/// Checks the types of members that an overlay may repeat from a snapshot but that are not facts.
fn check_type(member: &str, value: &RawValue) -> Result<(), serde_json::Error> {
    let named =
        |error: serde_json::Error| serde_json::Error::custom(format_args!("{member}: {}", json::reason(&error)));
    match member {
        "origin" => serde_json::from_str::<String>(value.get()).map(drop).map_err(named),
        "provenance" => serde_json::from_str::<Provenance<'_>>(value.get()).map(drop).map_err(named),
        _ => Ok(()),
    }
}

/// Returns the position of an error: within the value of a member that is parsed separately, otherwise where the value
/// begins.
fn error_position(text: &str, member: &str, value: &RawValue, error: &serde_json::Error) -> JsonPosition {
    if STRUCTURED.contains(&member) {
        JsonPosition::of_serde_error(text, value.get(), error)
    } else {
        JsonPosition::of(text, value.get())
    }
}
