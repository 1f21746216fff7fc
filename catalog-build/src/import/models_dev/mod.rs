//! The data of models.dev, `api.json` (MIT).
//!
//! - Providers get their canonical spelling: see [`canonical_provider`]. An `id` that differs from the model's key is
//!   an alias.
//! - Prices are in USD per million tokens. An element of `tiers` whose tier has the type `context` has the prices above
//!   its `size` of input tokens, cached ones included. `context_over_200k` is an older form of such a tier, which is
//!   read if there are no `tiers`: its name does not always match the threshold.
//! - A mode under `experimental.modes` whose request differs only by a `service_tier` has the prices of that tier, and
//!   one that requests `speed: "fast"` has those of fast calls. The prices of other modes are unknown prices.
//! - The kind of call that a model answers is derived from its modalities and from words in its names: see `mode.rs`. A
//!   model without such evidence has no mode.
//! - A limit of 0 is an unknown limit.
//! - `status`, such as `deprecated`, is kept as a fact.

mod cost;
mod mode;

use super::duplicates::key_path;
use super::left_out::Mismatch;
use super::log::Log;
use super::model_builder::{ModelBuilder, looks_like_a_price};
use super::models::{Models, rank};
use super::value::{self, Read};
use super::{Action, Edition, Import, ImportError, Source};
use crate::import::members::Members;
use model_catalog::__private::{
    is_model_name, is_provider_name,
    json::{self, JsonError, RawObject},
};
use model_catalog::{Capability, Mode, ModelCatalogEntry, PriceComponent, ServiceTier, canonical_provider};
use serde_json::value::RawValue;

/// The member with the prices of a model, and the one with the modes in which it can be called.
const COST: &str = "cost";
const EXPERIMENTAL: &str = "experimental";

const SOURCE: Source = Source { id: "models-dev", url: "https://models.dev/api.json" };

/// The key of a flag, and the capability that it states.
const FLAGS: &[(&str, Capability)] = &[
    ("tool_call", Capability::ToolCalling),
    ("reasoning", Capability::Reasoning),
    ("structured_output", Capability::JsonSchema),
];

/// A modality of input or output, and the capability that it implies.
const MODALITIES: &[(&str, &str, Capability)] = &[
    ("input", "image", Capability::Vision),
    ("input", "audio", Capability::AudioInput),
    ("input", "pdf", Capability::PdfInput),
    ("output", "audio", Capability::AudioOutput),
];

/// Creates a snapshot from the text of the data.
///
/// ```
/// use catalog_build::import::{Edition, models_dev};
///
/// let data = r#"{"google": {"id": "google", "models": {"gemini-x": {
///     "id": "gemini-x", "tool_call": true, "modalities": {"input": ["text", "image"], "output": ["text"]},
///     "cost": {"input": 1.25, "output": 10, "context_over_200k": {"input": 2.5, "output": 15}},
///     "limit": {"context": 1000000, "output": 65536}
/// }}}}"#;
/// let edition = Edition { version: "2026-08-21", date: "2026-08-21".parse()? };
/// let import = models_dev::import(data, &edition)?;
/// let model = &import.snapshot.models[0];
/// assert_eq!((&*model.provider, model.context_window), ("gemini", Some(1_000_000)));
/// assert!(model.capabilities.vision() && model.capabilities.tool_calling());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ImportError`] if the text is not JSON of the expected type, if no entry can be used, or if `edition` breaks a
/// rule.
pub fn import(text: &str, edition: &Edition<'_>) -> Result<Import, ImportError> {
    SOURCE.import(text, edition, read)
}

/// Like [`import`], but rejects an input with duplicate keys or with anything that would be left out.
///
/// # Errors
///
/// [`ImportError`], also if a key is duplicate or if anything would be left out.
pub fn import_strict(text: &str, edition: &Edition<'_>) -> Result<Import, ImportError> {
    SOURCE.strict(text, import(text, edition))
}

fn read<'t>(text: &'t str, log: &mut Log<'t>) -> Result<Vec<ModelCatalogEntry<'static>>, JsonError> {
    let RawObject(mut providers) = json::parse(text, text)?;
    providers.sort_by(|(a, _), (b, _)| rank(a).cmp(&rank(b)));
    let mut models = Models::default();
    for (spelling, value) in &providers {
        match provider(spelling, value, log) {
            Ok(list) => {
                for (id, value) in list {
                    log.report.keys += 1;
                    let key = format!("{spelling}/{id}");
                    match model(spelling, &id, value) {
                        Ok((entry, members)) => {
                            let disputed = log.claim(&key, value.get());
                            let entry = members_of(ModelBuilder::new(&key, log), entry, &members, &disputed);
                            models.add(spelling, entry, log);
                        }
                        Err(mismatch) => log.leave_out_entry(&key, mismatch),
                    }
                }
            }
            Err(mismatch) => {
                log.report.keys += 1;
                log.leave_out_entry(spelling, mismatch);
            }
        }
    }
    let models = models.finish(log);
    log.claim_rest(|path| match path {
        [provider] => (provider.clone(), None),
        [provider, models] if models == "models" => (provider.clone(), None),
        [provider, models, id] if models == "models" => (format!("{provider}/{id}"), None),
        [provider, members @ ..] => (provider.clone(), Some(key_path(members))),
        [] => (String::new(), None),
    });
    Ok(models)
}

/// Returns the models of a provider.
fn provider<'t>(spelling: &str, value: &'t RawValue, log: &mut Log<'t>) -> Read<'t, Vec<Member<'t>>> {
    let RawObject(provider) = value::object(value)?;
    if !is_provider_name(canonical_provider(spelling)) {
        return Err(Mismatch::new(value, "the name of a provider as its key").found(format_args!("{spelling:?}")));
    }
    let mut models = None;
    for (name, value) in provider {
        if name == "models" {
            models = Some(value::object(value)?.0);
        } else {
            log.note(Action::Dropped, format!("{name} of a provider"), spelling);
        }
    }
    if models.is_none() {
        log.note(Action::Dropped, "a provider without models", spelling);
    }
    Ok(models.unwrap_or_default())
}

/// A key and its value.
type Member<'t> = (std::borrow::Cow<'t, str>, &'t RawValue);

/// Returns a model and its members, which are still to be read.
fn model<'t>(spelling: &str, id: &str, value: &'t RawValue) -> Read<'t, (ModelCatalogEntry<'static>, Vec<Member<'t>>)> {
    let RawObject(members) = value::object(value)?;
    if !is_model_name(id) {
        let expected = "a key of 1 to 256 bytes, without control characters and without surrounding white space";
        return Err(Mismatch::new(value, expected).found(format_args!("{id:?}")));
    }
    Ok((ModelCatalogEntry::new(canonical_provider(spelling), id.to_owned(), SOURCE.id), members))
}

fn members_of<'t>(
    mut builder: ModelBuilder<'_, 't>,
    mut entry: ModelCatalogEntry<'static>,
    members: &Members<'t>,
    disputed: &[Vec<String>],
) -> ModelCatalogEntry<'static> {
    let mut stated = None;
    let mut names = Vec::new();
    for (name, value) in members {
        if let Some(&(_, flag)) = FLAGS.iter().find(|(known, _)| *known == name) {
            if let Some(is_set) = builder.flag(name, value) {
                entry.capabilities = entry.capabilities.with(flag, is_set);
            }
            builder.note_imported(name);
            continue;
        }
        match &**name {
            "id" => {
                if let Some(id) = builder.take(name, value::name(value)).filter(|id| *id != entry.model_id) {
                    entry.aliases = vec![id.into_owned()].into();
                }
            }
            "limit" => limits(&mut builder, &mut entry, name, value),
            COST => cost::costs(&mut builder, name, value, ServiceTier::Standard),
            EXPERIMENTAL => {
                cost::modes(&mut builder, name, value);
                builder.keep(Action::Extra, name, value);
                continue;
            }
            "modalities" => {
                stated = Some(modalities(&mut builder, name, value));
                builder.keep(Action::Extra, name, value);
                continue;
            }
            _ => {
                if matches!(&**name, "name" | "family") {
                    names.extend(json::string(value).map(std::borrow::Cow::into_owned));
                }
                builder.keep_unknown(looks_like_a_price(name), name, value);
                continue;
            }
        }
        builder.note_imported(name);
    }
    if builder.rates().any(|rate| rate.terms.component == PriceComponent::CacheRead && rate.price.is_some()) {
        entry.capabilities = entry.capabilities.with(Capability::PromptCaching, true);
        builder.note(Action::Inferred, "prompt_caching from a price of cache reads");
    }
    if let Some(modalities) = stated {
        let (mode, evidence) = mode::mode_of(&entry, &names, &modalities);
        entry.mode = mode;
        if let Some(mode) = mode {
            builder.note(Action::Inferred, format!("mode {mode} from {evidence}"));
        }
        for (side, modality, capability) in MODALITIES {
            let list = if *side == "input" { &modalities.input } else { &modalities.output };
            if list.iter().any(|one| one == modality) {
                entry.capabilities = entry.capabilities.with(*capability, true);
            }
        }
    }
    if entry.mode == Some(Mode::Chat) {
        for flag in [Capability::Streaming, Capability::SystemMessages] {
            entry.capabilities = entry.capabilities.with(flag, true);
            builder.note(Action::Inferred, format!("{flag} from mode"));
        }
    }
    for path in disputed {
        match path.first().map(String::as_str) {
            Some(COST) => builder.dispute(true, path, cost::component),
            Some(EXPERIMENTAL) => builder.dispute(false, path, cost::component),
            _ => {}
        }
    }
    builder.finish(entry)
}

fn limits(builder: &mut ModelBuilder<'_, '_>, entry: &mut ModelCatalogEntry<'_>, name: &str, value: &RawValue) {
    let RawObject(limits) = builder.members(name, value);
    for (limit, value) in limits {
        let path = format!("{name}.{limit}");
        let field = match &*limit {
            "context" => &mut entry.context_window,
            "input" => &mut entry.max_input_tokens,
            "output" => &mut entry.max_output_tokens,
            _ => {
                builder.keep(Action::Extra, &path, value);
                continue;
            }
        };
        *field = builder.count(&path, value);
        if *field == Some(0) {
            *field = None;
            builder.note(Action::Dropped, format!("{path} of 0, which is an unknown limit"));
        }
    }
}

/// The modalities that a model accepts and answers with.
struct Modalities {
    input: Vec<String>,
    output: Vec<String>,
}

fn modalities(builder: &mut ModelBuilder<'_, '_>, name: &str, value: &RawValue) -> Modalities {
    let RawObject(sides) = builder.members(name, value);
    let mut modalities = Modalities { input: Vec::new(), output: Vec::new() };
    for (side, list) in sides {
        match &*side {
            "input" => modalities.input = builder.texts(&format!("{name}.{side}"), list),
            "output" => modalities.output = builder.texts(&format!("{name}.{side}"), list),
            _ => {}
        }
    }
    modalities
}
