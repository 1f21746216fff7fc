//! The data of models.dev, `api.json` (MIT).
//!
//! - Providers are in the spelling that people type: see [`canonical_provider`].
//! - Prices are USD per million tokens. `context_over_200k` are the prices above that many tokens of input.
//! - The mode follows from the modalities of the output: text is a chat model.

use super::item::Item;
use super::{Action, Edition, Import, ImportError, ImportReport, snapshot_of, source_of};
use crate::capability::Capability;
use crate::json::{self, Object};
use crate::mode::Mode;
use crate::pricing::{PriceComponent, Rate};
use crate::provider::canonical_provider;
use crate::schema::ModelCatalogEntry;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;

const SOURCE: &str = "models-dev";
const URL: &str = "https://models.dev/api.json";

/// The key of a price, per million tokens, and the component that it prices.
const COMPONENTS: &[(&str, PriceComponent)] = &[
    ("input", PriceComponent::Input),
    ("output", PriceComponent::Output),
    ("reasoning", PriceComponent::Reasoning),
    ("cache_read", PriceComponent::CacheRead),
    ("cache_write", PriceComponent::CacheWrite),
    ("input_audio", PriceComponent::AudioInput),
    ("output_audio", PriceComponent::AudioOutput),
];

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
    let Object(providers) = json::parse(text, text)?;
    let mut report = ImportReport::default();
    let mut models: Vec<ModelCatalogEntry<'static>> = Vec::new();
    let mut places: HashMap<(String, String), usize> = HashMap::new();
    for (spelling, provider) in &providers {
        let Object(provider) = json::parse(text, provider.get())?;
        for (name, value) in &provider {
            if name != "models" {
                report.note(Action::Dropped, format!("{name} of a provider"), spelling);
                continue;
            }
            let Object(list) = json::parse(text, value.get())?;
            for (id, model) in &list {
                report.keys += 1;
                let Object(model) = json::parse(text, model.get())?;
                let key = format!("{spelling}/{id}");
                let entry = ModelCatalogEntry::new(canonical_provider(spelling), id.as_ref(), SOURCE);
                let mut entry = read(Item::new(SOURCE, &key, &mut report), entry, &model)?;
                // Two of the source's providers can be one of ours, such as a cloud's two endpoints.
                let identity = (entry.provider.to_string(), entry.model_id.to_string());
                if let Some(&first) = places.get(&identity) {
                    if models.get(first) == Some(&entry) {
                        report.note(Action::Folded, "models of one provider and id that say the same", &key);
                        continue;
                    }
                    report.note(Action::Kept, "models of one provider and id that differ, as two models", &key);
                    entry.model_id = key.into();
                }
                places.entry(identity).or_insert(models.len());
                models.push(entry);
            }
        }
    }
    snapshot_of(source_of(text, SOURCE, URL, edition), models, report)
}

fn read(
    mut item: Item<'_>,
    mut entry: ModelCatalogEntry<'static>,
    model: &[(Cow<'_, str>, &RawValue)],
) -> Result<ModelCatalogEntry<'static>, ImportError> {
    for (name, value) in model {
        if let Some(&(_, flag)) = FLAGS.iter().find(|(known, _)| *known == name) {
            entry.capabilities = entry.capabilities.with(flag, item.flag(name, value)?);
            item.taken(name);
            continue;
        }
        match &**name {
            "id" => {}
            "limit" => limits(&mut item, &mut entry, name, value)?,
            "cost" => costs(&mut item, name, value, 0)?,
            "modalities" => {
                modalities(&mut item, &mut entry, name, value)?;
                item.keep(Action::Extra, name, value);
                continue;
            }
            _ => {
                item.keep(Action::Extra, name, value);
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
    let Object(limits) = item.parse(name, value)?;
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

fn costs(item: &mut Item<'_>, name: &str, value: &RawValue, above: u64) -> Result<(), ImportError> {
    let Object(prices) = item.parse(name, value)?;
    for (key, value) in &prices {
        let over = key.strip_prefix("context_over_").and_then(|rest| rest.strip_suffix('k')?.parse::<u64>().ok());
        if let Some(&(_, component)) = COMPONENTS.iter().find(|(known, _)| *known == key) {
            let price = item.price_for(6, key, value)?;
            item.add(key, Rate { above, ..Rate::list(component, price) })?;
        } else if let Some(thousands) = over.filter(|_| above == 0) {
            costs(item, key, value, thousands.saturating_mul(1_000))?;
        } else {
            item.keep(Action::PriceInExtra, &format!("cost.{key}"), value);
        }
    }
    Ok(())
}

fn modalities(
    item: &mut Item<'_>,
    entry: &mut ModelCatalogEntry<'_>,
    name: &str,
    value: &RawValue,
) -> Result<(), ImportError> {
    let Object(sides) = item.parse(name, value)?;
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
