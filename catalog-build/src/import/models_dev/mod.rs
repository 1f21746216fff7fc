//! The data of models.dev, `api.json` (MIT).
//!
//! - Providers are in the spelling that people type: see [`canonical_provider`]. An `id` that differs from the model's
//!   key is an alias.
//! - Prices are USD per million tokens. An item of `tiers` whose tier is of the type `context` has the prices above its
//!   `size` of input tokens, cached ones included. `context_over_200k` is an older form of one such tier, which is read
//!   where there are no `tiers`: its name is not always its threshold.
//! - A mode under `experimental.modes` whose request differs by a `service_tier` alone has the prices of that tier. The
//!   prices of other modes are unknown prices.
//! - The mode follows from the modalities of the output: text is a chat model.

mod cost;

use super::item::{Item, looks_like_a_price};
use super::models::{Models, rank};
use super::{Action, Edition, Import, ImportError, ImportReport, snapshot_of, source_of};
use crate::import::members::Members;
use model_catalog::__private::json::{self, RawObject};
use model_catalog::{Capability, Mode, ModelCatalogEntry, PriceComponent, ServiceTier, canonical_provider};
use serde_json::value::RawValue;
use std::borrow::Cow;

const SOURCE: &str = "models-dev";
const URL: &str = "https://models.dev/api.json";

/// The key of a flag, and the capability that it states.
const FLAGS: &[(&str, Capability)] = &[
    ("tool_call", Capability::ToolCalling),
    ("reasoning", Capability::Reasoning),
    ("structured_output", Capability::JsonSchema),
];

/// A modality of input or output, and the capability that it shows.
const MODALITIES: &[(&str, &str, Capability)] = &[
    ("input", "image", Capability::Vision),
    ("input", "audio", Capability::AudioInput),
    ("input", "pdf", Capability::PdfInput),
    ("output", "audio", Capability::AudioOutput),
];

/// A modality of output, and the mode of a model that has it and none of those above it.
const MODES: &[(&str, Mode)] = &[
    ("text", Mode::Chat),
    ("image", Mode::ImageGeneration),
    ("video", Mode::VideoGeneration),
    ("audio", Mode::AudioSpeech),
    ("embeddings", Mode::Embedding),
];

/// Makes a snapshot of the data's text.
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
pub fn import(text: &str, edition: &Edition<'_>) -> Result<Import, ImportError> {
    json::refuse_duplicate_keys(text)?;
    let RawObject(mut providers) = json::parse(text, text)?;
    providers.sort_by(|(a, _), (b, _)| rank(a).cmp(&rank(b)));
    let mut report = ImportReport::default();
    let mut models = Models::default();
    for (spelling, provider) in &providers {
        let RawObject(provider) = json::parse(text, provider.get())?;
        if provider.iter().all(|(name, _)| name != "models") {
            report.note(Action::Dropped, "a provider without models", spelling);
        }
        for (name, value) in &provider {
            if name != "models" {
                report.note(Action::Dropped, format!("{name} of a provider"), spelling);
                continue;
            }
            let RawObject(list) = json::parse(text, value.get())?;
            for (id, model) in &list {
                report.keys += 1;
                let RawObject(model) = json::parse(text, model.get())?;
                let key = format!("{spelling}/{id}");
                let entry = ModelCatalogEntry::new(canonical_provider(spelling), id.as_ref(), SOURCE);
                let entry = read(Item::new(SOURCE, &key, &mut report), entry, &model)?;
                models.add(spelling, entry, &mut report);
            }
        }
    }
    let models = models.finish(&mut report);
    snapshot_of(source_of(text, SOURCE, URL, edition), models, report)
}

/// The members of a value, of which one that is no object has none.
fn object(value: &RawValue) -> RawObject<'_> {
    serde_json::from_str(value.get()).unwrap_or(RawObject(Vec::new()))
}

fn read(
    mut item: Item<'_>,
    mut entry: ModelCatalogEntry<'static>,
    model: &Members<'_>,
) -> Result<ModelCatalogEntry<'static>, ImportError> {
    for (name, value) in model {
        if let Some(&(_, flag)) = FLAGS.iter().find(|(known, _)| *known == name) {
            entry.capabilities = entry.capabilities.with(flag, item.flag(name, value)?);
            item.taken(name);
            continue;
        }
        match &**name {
            "id" => {
                let id = item.text(name, value)?;
                if id != entry.model_id {
                    entry.aliases = vec![id.into_owned()].into();
                }
            }
            "limit" => limits(&mut item, &mut entry, name, value)?,
            "cost" => cost::costs(&mut item, name, value, ServiceTier::Standard)?,
            "experimental" => {
                cost::modes(&mut item, name, value)?;
                item.keep(Action::Extra, name, value);
                continue;
            }
            "modalities" => {
                modalities(&mut item, &mut entry, name, value)?;
                item.keep(Action::Extra, name, value);
                continue;
            }
            _ => {
                item.keep_unknown(looks_like_a_price(name), name, value);
                continue;
            }
        }
        item.taken(name);
    }
    if item.rates().iter().any(|rate| rate.component == PriceComponent::CacheRead) {
        entry.capabilities = entry.capabilities.with(Capability::PromptCaching, true);
        item.report.note(Action::Inferred, "prompt_caching from a price of reading the cache", item.key);
    }
    if entry.mode == Some(Mode::Chat) {
        for flag in [Capability::Streaming, Capability::SystemMessages] {
            entry.capabilities = entry.capabilities.with(flag, true);
            item.report.note(Action::Inferred, format!("{flag} from mode"), item.key);
        }
    }
    Ok(item.finish(entry))
}

fn limits(
    item: &mut Item<'_>,
    entry: &mut ModelCatalogEntry<'_>,
    name: &str,
    value: &RawValue,
) -> Result<(), ImportError> {
    let RawObject(limits) = item.parse(name, value)?;
    for (limit, value) in &limits {
        let field = match &**limit {
            "context" => &mut entry.context_window,
            "input" => &mut entry.max_input_tokens,
            "output" => &mut entry.max_output_tokens,
            _ => {
                item.keep(Action::Extra, &format!("limit.{limit}"), value);
                continue;
            }
        };
        *field = Some(item.count(limit, value)?);
    }
    Ok(())
}

fn modalities(
    item: &mut Item<'_>,
    entry: &mut ModelCatalogEntry<'_>,
    name: &str,
    value: &RawValue,
) -> Result<(), ImportError> {
    let RawObject(sides) = item.parse(name, value)?;
    for (side, list) in &sides {
        let list: Vec<Cow<'_, str>> = item.parse(name, list)?;
        for (_, _, capability) in MODALITIES.iter().filter(|(of, one, _)| of == side && list.iter().any(|m| m == one)) {
            entry.capabilities = entry.capabilities.with(*capability, true);
        }
        if side == "output" {
            entry.mode = MODES.iter().find(|(one, _)| list.iter().any(|m| m == one)).map(|(_, mode)| *mode);
            if let Some(mode) = entry.mode {
                item.report.note(Action::Inferred, format!("mode {mode} from the modalities of the output"), item.key);
            }
        }
    }
    Ok(())
}
