//! A user's own models and prices, laid over a snapshot.

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

/// Members of an overlay's model that say what is done with it.
const REMOVE: &str = "remove";
const BASE: &str = "base_model";

/// Members that are lists or objects.
const STRUCTURED: [&str; 4] = ["aliases", "capabilities", "pricing", "extra"];

/// Models and prices of one's own, which are laid over a snapshot: private models, fine-tunes, contract prices.
///
/// An overlay names what it changes and leaves the rest. Each of its models has a provider, an id or alias, and any of
/// the fields that a model of a snapshot has:
///
/// - A field replaces the one below it; `null` removes it.
/// - `capabilities` is a list of flags to set, or an object of flags to set and clear.
/// - A rate replaces those of the same component, tier, threshold and window; one with a first day leaves those before
///   that day. `"pricing": {"replace": true, "rates": […]}` leaves no other rate. A rate in `unknown`, without a price,
///   says that the price is unknown, so that a call which would be billed at it has no cost.
/// - A model that the snapshot does not have is added, with the threshold rule of its provider; with `base_model` (an id
///   of the same provider, or `provider/id`) it begins with what is known of that one, the overlay's own changes to it
///   included. The base can be a model that the overlay adds, in any order.
/// - `"remove": true` removes the model.
///
/// Prices and nothing else, for a model that the snapshot has only by a similar name, are an error: they would be the
/// price of nothing that anybody calls. A provider that the snapshot has, but for letter case and punctuation, in another spelling is an error: what is said
/// of its models would be of nobody's.
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

/// What an overlay says about one model.
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
    /// Reads an overlay. Models that cannot be read are all reported, each with its position.
    pub fn from_json(text: &str) -> Result<Self, SnapshotError> {
        let one = |rule, position, detail| {
            let entry = Some(CatalogFile::Overlay.to_string());
            SnapshotError::of_overlay(vec![Finding { rule, entry, position, detail }])
        };
        let file: File<'_> = serde_json::from_str(text).map_err(|error| {
            let rule = if error.is_data() { Rule::Shape } else { Rule::Syntax };
            one(rule, Some(JsonPosition::of_error(text, text, &error)), json::reason(&error))
        })?;
        if file.schema_version != SCHEMA_VERSION {
            let version = file.schema_version;
            let detail = format!("schema_version is {version}, this crate reads {SCHEMA_VERSION}");
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
            Err(SnapshotError::of_overlay(findings))
        }
    }

    /// The snapshot of a catalog with the overlay laid over it. It is called `snapshot+overlay`, and its entries say which
    /// of their values are the overlay's.
    ///
    /// # Errors
    ///
    /// What the overlay says of a model that cannot be said of it, and every rule that the result breaks, with the line and
    /// column of the overlay's model.
    pub fn apply(&self, base: &PackedCatalog) -> Result<ValidSnapshot, SnapshotError> {
        let mut snapshot = base.snapshot().into_inner();
        let providers: HashSet<String> =
            snapshot.models.iter().map(|entry| canonical_provider(&entry.provider).to_owned()).collect();
        snapshot.snapshot_id = format!("{}+{}", snapshot.snapshot_id, self.source.id);
        snapshot.sources.push(self.source.clone());
        let mut findings = Vec::new();
        let mut refuse = |patch: &Patch, (rule, detail)| {
            let entry = Some(format!("{}/{}", patch.provider, patch.model_id));
            findings.push(Finding { rule, entry, position: Some(patch.position), detail });
        };
        let mut waiting = Vec::with_capacity(self.models.len());
        let targets: Vec<Identity> = self.models.iter().map(|patch| patch.target(base)).collect();
        let mut named = HashSet::new();
        for (patch, target) in self.models.iter().zip(&targets) {
            if let Some(spelling) = misspelled(&target.0, &providers) {
                refuse(patch, (Rule::OverlayTarget, format!("the snapshot spells this provider {spelling:?}")));
                continue;
            }
            if !named.insert(target) {
                refuse(patch, (Rule::OverlayTarget, "the overlay names this model twice".to_owned()));
                continue;
            }
            match patch.base(base, &targets) {
                Ok(base) => waiting.push(Step { patch, target, base }),
                Err(unknown) => refuse(patch, unknown),
            }
        }
        while !waiting.is_empty() {
            let to_come: HashSet<&Identity> = waiting.iter().map(|step| step.target).collect();
            let is_ready = |step: &Step<'_>| step.base.as_ref().is_none_or(|base| !to_come.contains(base));
            let (ready, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_ready);
            if ready.is_empty() {
                for step in &rest {
                    let cycle = "its base_model is, over others or by itself, this model again".to_owned();
                    refuse(step.patch, (Rule::OverlayTarget, cycle));
                }
                break;
            }
            for step in ready {
                if let Err(refusal) = self.lay(&step, base, &mut snapshot) {
                    refuse(step.patch, refusal);
                }
            }
            waiting = rest;
        }
        if !findings.is_empty() {
            findings.sort_by_key(|finding| finding.position.map(|position| (position.line, position.column)));
            return Err(SnapshotError::of_overlay(findings));
        }
        snapshot.models.sort_by(|a, b| (&a.provider, &a.model_id).cmp(&(&b.provider, &b.model_id)));
        ValidSnapshot::try_from(snapshot).map_err(|error| self.blamed(error))
    }

    /// The errors of a snapshot that was sound before the overlay was laid over it.
    fn blamed(&self, mut error: SnapshotError) -> SnapshotError {
        for finding in &mut error.findings {
            let is_meant =
                |patch: &&Patch| finding.entry.as_deref() == Some(&format!("{}/{}", patch.provider, patch.model_id));
            finding.position = self.models.iter().find(is_meant).map(|patch| patch.position);
        }
        SnapshotError::of_overlay(error.findings)
    }

    fn lay(
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
            (Some("true"), None) => return Err(unknown(catalog, &target.0, &patch.model_id)),
            (Some("false") | None, _) => members.retain(|(name, _)| name != REMOVE),
            (Some(other), _) => return Err((Rule::Shape, format!("remove is {other}, expected true or false"))),
        }

        let below = match (place, base) {
            (Some(place), _) => snapshot.models.get(place).cloned().unwrap_or_default(),
            (None, Some(base)) => {
                // One that this overlay removes is known all the same.
                let laid = find(&snapshot.models, base).and_then(|place| snapshot.models.get(place)).cloned();
                let base = laid.or_else(|| Some(catalog.get(&base.0, &base.1)?.into_owned()));
                begin_with(base.unwrap_or_default(), target)
            }
            (None, None) => {
                refuse_a_slip(&members, catalog, target)?;
                let mut entry = ModelCatalogEntry::new(target.0.as_str(), target.1.as_str(), self.source.id.as_str());
                entry.pricing.threshold_rule = threshold_rule(&target.0);
                entry
            }
        };
        let is_new = below.origin == self.source.id;
        let mut facts = Facts::of(below, Winner::Above, &self.source.id);
        facts.lay(&members).map_err(shape)?;
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

/// A patch with the model that it is laid over, and the one that a new model begins with.
struct Step<'p> {
    patch: &'p Patch,
    target: &'p Identity,
    base: Option<Identity>,
}

impl Patch {
    fn target(&self, catalog: &PackedCatalog) -> Identity {
        known(catalog, &self.provider, &self.model_id)
            .unwrap_or_else(|| (canonical_provider(&self.provider).to_owned(), self.model_id.clone()))
    }

    /// What a model that is new begins with: a model of the snapshot, or one of `targets`.
    fn base(&self, catalog: &PackedCatalog, targets: &[Identity]) -> Result<Option<Identity>, (Rule, String)> {
        let Some(base) = self.base_model.as_deref() else { return Ok(None) };
        if known(catalog, &self.provider, &self.model_id).is_some() {
            return Ok(None);
        }
        let meant = |provider: &str, id: &str| {
            let added = || (canonical_provider(provider).to_owned(), id.to_owned());
            known(catalog, provider, id).or_else(|| Some(added()).filter(|added| targets.contains(added)))
        };
        let of_another = || base.split_once('/').and_then(|(provider, id)| meant(provider, id));
        let found = meant(&self.provider, base).or_else(of_another);
        found.map(Some).ok_or_else(|| unknown(catalog, canonical_provider(&self.provider), base))
    }
}

/// Members that say nothing about what a model is.
const PRICES_ONLY: [&str; 4] = ["provider", "model_id", "pricing", "source"];

/// Refuses prices for a model that the snapshot does not have, where it has one of a name like it.
fn refuse_a_slip(
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
        "the snapshot has no model {id:?} of this provider, whose price this could be{} One that is new says its mode or base_model",
        or_did_you_mean(near)
    );
    Err((Rule::OverlayTarget, detail))
}

/// The one of `providers` that `provider`, which is none of them, is but for letter case and punctuation. A new provider
/// of such a name would leave the models that were meant as they are.
fn misspelled<'p>(provider: &str, providers: &'p HashSet<String>) -> Option<&'p str> {
    let letters = |name: &str| name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    if providers.contains(canonical_provider(provider)) {
        return None;
    }
    let (lower, meant) = (provider.to_lowercase(), letters(provider));
    let is_meant = |other: &&str| canonical_provider(&lower) == *other || letters(other) == meant;
    providers.iter().map(String::as_str).find(is_meant)
}

fn known(catalog: &PackedCatalog, provider: &str, id: &str) -> Option<Identity> {
    catalog.get(provider, id).map(|entry| (entry.provider.to_string(), entry.model_id.to_string()))
}

fn unknown(catalog: &PackedCatalog, provider: &str, name: &str) -> (Rule, String) {
    let near = or_did_you_mean(catalog.nearest(&format!("{provider}/{name}")));
    (Rule::OverlayTarget, format!("the snapshot has no model {name:?} of this provider{near}"))
}

/// What is known of a model, under another name: its names and its end are its own.
fn begin_with(base: ModelCatalogEntry<'static>, (provider, id): &Identity) -> ModelCatalogEntry<'static> {
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
    /// Where the value that is wrong stands.
    position: JsonPosition,
    detail: String,
}

/// The patch of one model, a part of `text`.
fn patch(text: &str, model: &RawValue) -> Result<Patch, Unreadable> {
    let position = JsonPosition::of(text, model.get());
    let whole = |detail| Unreadable { name: None, position, detail };
    json::refuse_duplicate_keys(model.get()).map_err(|error| whole(error.to_string()))?;
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
        // Laid over nothing, so that what cannot be read is found before anything is changed.
        let nothing = ModelCatalogEntry::new(provider.as_str(), model_id.as_str(), "overlay");
        let alone = [(member.clone(), *value)];
        let laid = known_type(member, value).and_then(|()| Facts::of(nothing, Winner::Above, "overlay").lay(&alone));
        laid.map_err(|error| Unreadable {
            name: Some(format!("{provider}/{model_id}")),
            position: place_of(text, member, value, &error),
            detail: json::reason(&error),
        })?;
    }
    let base_model = members.iter().find(|(name, value)| name == BASE && value.get() != "null");
    let base_model = base_model.map(|_| name(BASE)).transpose()?;
    Ok(Patch { provider, model_id, base_model, json: model.get().to_owned(), position })
}

/// Refuses members that an overlay may repeat from a snapshot, and that are no facts, when they are not what they are there.
fn known_type(member: &str, value: &RawValue) -> Result<(), serde_json::Error> {
    let named =
        |error: serde_json::Error| serde_json::Error::custom(format_args!("{member}: {}", json::reason(&error)));
    match member {
        "origin" => serde_json::from_str::<String>(value.get()).map(drop).map_err(named),
        "provenance" => serde_json::from_str::<Provenance<'_>>(value.get()).map(drop).map_err(named),
        _ => Ok(()),
    }
}

/// Where an error stands: within the value of a member that is read by itself, and where the value of another begins.
fn place_of(text: &str, member: &str, value: &RawValue, error: &serde_json::Error) -> JsonPosition {
    if STRUCTURED.contains(&member) {
        JsonPosition::of_error(text, value.get(), error)
    } else {
        JsonPosition::of(text, value.get())
    }
}
