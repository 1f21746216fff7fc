//! The data of models.dev, `api.json` (MIT).
//!
//! - Providers are in the spelling that people type: see [`canonical_provider`]. An `id` that differs from the model's
//!   key is an alias.
//! - Prices are USD per million tokens. An item of `tiers` whose tier is of the type `context` has the prices above its
//!   `size` of input tokens, cached ones included. `context_over_200k` is an older form of one such tier, which is read
//!   where there are no `tiers`: its name is not always its threshold.
//! - A mode under `experimental.modes` whose request differs by a `service_tier` alone has the prices of that tier, and one
//!   that asks for `speed: "fast"` those of fast calls. The prices of other modes are unknown prices.
//! - What kind of call a model answers follows from its modalities and from words of its names: see `mode.rs`. A model
//!   of which nothing tells has no mode.
//! - A limit of 0 is an unknown one.
//! - `status`, such as `deprecated`, is kept as a fact.

mod cost;
mod mode;

use super::duplicates::path_of;
use super::item::{Item, looks_like_a_price};
use super::left_out::Problem;
use super::log::Log;
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

/// The member with the prices of a model, and the one with the modes in which it can be asked.
const COST: &str = "cost";
const EXPERIMENTAL: &str = "experimental";

const SOURCE: Source = Source { id: "models-dev", url: "https://models.dev/api.json" };

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
    SOURCE.import(text, edition, read)
}

/// The same, with an error where a key is duplicate or anything would be left out.
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
                            let disputed = log.settle(&key, value.get());
                            let entry = members_of(Item::new(&key, log), entry, &members, &disputed);
                            models.add(spelling, entry, log);
                        }
                        Err(problem) => log.leave_out_entry(&key, problem),
                    }
                }
            }
            Err(problem) => {
                log.report.keys += 1;
                log.leave_out_entry(spelling, problem);
            }
        }
    }
    let models = models.finish(log);
    log.settle_rest(|path| match path {
        [provider] => (provider.clone(), None),
        [provider, models] if models == "models" => (provider.clone(), None),
        [provider, models, id] if models == "models" => (format!("{provider}/{id}"), None),
        [provider, members @ ..] => (provider.clone(), Some(path_of(members))),
        [] => (String::new(), None),
    });
    Ok(models)
}

/// The models of a provider.
fn provider<'t>(spelling: &str, value: &'t RawValue, log: &mut Log<'t>) -> Read<'t, Vec<Member<'t>>> {
    let RawObject(provider) = value::object(value)?;
    if !is_provider_name(canonical_provider(spelling)) {
        return Err(Problem::new(value, "the name of a provider as its key").found(format_args!("{spelling:?}")));
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

/// A model with the members that are to be read.
fn model<'t>(spelling: &str, id: &str, value: &'t RawValue) -> Read<'t, (ModelCatalogEntry<'static>, Vec<Member<'t>>)> {
    let RawObject(members) = value::object(value)?;
    if !is_model_name(id) {
        let expected = "a key of 1 to 256 bytes, without control characters and without space around it";
        return Err(Problem::new(value, expected).found(format_args!("{id:?}")));
    }
    Ok((ModelCatalogEntry::new(canonical_provider(spelling), id.to_owned(), SOURCE.id), members))
}

fn members_of<'t>(
    mut item: Item<'_, 't>,
    mut entry: ModelCatalogEntry<'static>,
    members: &Members<'t>,
    disputed: &[Vec<String>],
) -> ModelCatalogEntry<'static> {
    let mut stated = None;
    let mut names = Vec::new();
    for (name, value) in members {
        if let Some(&(_, flag)) = FLAGS.iter().find(|(known, _)| *known == name) {
            if let Some(is_set) = item.flag(name, value) {
                entry.capabilities = entry.capabilities.with(flag, is_set);
            }
            item.taken(name);
            continue;
        }
        match &**name {
            "id" => {
                if let Some(id) = item.take(name, value::name(value)).filter(|id| *id != entry.model_id) {
                    entry.aliases = vec![id.into_owned()].into();
                }
            }
            "limit" => limits(&mut item, &mut entry, name, value),
            COST => cost::costs(&mut item, name, value, ServiceTier::Standard),
            EXPERIMENTAL => {
                cost::modes(&mut item, name, value);
                item.keep(Action::Extra, name, value);
                continue;
            }
            "modalities" => {
                stated = Some(modalities(&mut item, name, value));
                item.keep(Action::Extra, name, value);
                continue;
            }
            _ => {
                if matches!(&**name, "name" | "family") {
                    names.extend(json::string(value).map(std::borrow::Cow::into_owned));
                }
                item.keep_unknown(looks_like_a_price(name), name, value);
                continue;
            }
        }
        item.taken(name);
    }
    if item.rates().any(|rate| rate.terms.component == PriceComponent::CacheRead && rate.price.is_some()) {
        entry.capabilities = entry.capabilities.with(Capability::PromptCaching, true);
        item.note(Action::Inferred, "prompt_caching from a price of reading the cache");
    }
    if let Some(modalities) = stated {
        let (mode, evidence) = mode::mode_of(&entry, &names, &modalities);
        entry.mode = mode;
        if let Some(mode) = mode {
            item.note(Action::Inferred, format!("mode {mode} from {evidence}"));
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
            item.note(Action::Inferred, format!("{flag} from mode"));
        }
    }
    for path in disputed {
        match path.first().map(String::as_str) {
            Some(COST) => item.dispute(true, path, cost::component),
            Some(EXPERIMENTAL) => item.dispute(false, path, cost::component),
            _ => {}
        }
    }
    item.finish(entry)
}

fn limits(item: &mut Item<'_, '_>, entry: &mut ModelCatalogEntry<'_>, name: &str, value: &RawValue) {
    let RawObject(limits) = item.members(name, value);
    for (limit, value) in limits {
        let path = format!("{name}.{limit}");
        let field = match &*limit {
            "context" => &mut entry.context_window,
            "input" => &mut entry.max_input_tokens,
            "output" => &mut entry.max_output_tokens,
            _ => {
                item.keep(Action::Extra, &path, value);
                continue;
            }
        };
        *field = item.count(&path, value);
        if *field == Some(0) {
            *field = None;
            item.note(Action::Dropped, format!("{path} of 0, which is an unknown one"));
        }
    }
}

/// What a model reads and what it answers with.
struct Modalities {
    input: Vec<String>,
    output: Vec<String>,
}

fn modalities(item: &mut Item<'_, '_>, name: &str, value: &RawValue) -> Modalities {
    let RawObject(sides) = item.members(name, value);
    let mut modalities = Modalities { input: Vec::new(), output: Vec::new() };
    for (side, list) in sides {
        match &*side {
            "input" => modalities.input = item.texts(&format!("{name}.{side}"), list),
            "output" => modalities.output = item.texts(&format!("{name}.{side}"), list),
            _ => {}
        }
    }
    modalities
}
