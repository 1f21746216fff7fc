//! The import of models.dev.

use catalog_build::import::{Action, Edition, Import, ImportReport, models_dev};
use chrono::{DateTime, NaiveDate, Utc};
use model_catalog::{CostError, Mode, ModelCatalogEntry, PackedCatalog, PriceComponent, ServiceTier, Usage};

const MODELS_DEV: &str = include_str!("../data/models-dev.sample.json");

fn edition() -> Edition<'static> {
    Edition { version: "2026-08-21", date: NaiveDate::from_ymd_opt(2026, 8, 21).unwrap() }
}

fn import(data: &str) -> Import {
    models_dev::import(data, &edition()).unwrap()
}

/// Imports one model `m` of the provider `p` with these members.
fn model(members: &str) -> Import {
    import(&format!(r#"{{"p": {{"models": {{"m": {{{members}}}}}}}}}"#))
}

fn only(import: &Import) -> &ModelCatalogEntry<'static> {
    assert_eq!(import.snapshot.models.len(), 1);
    &import.snapshot.models[0]
}

fn cost(entry: &ModelCatalogEntry<'_>, usage: Usage, when: &str) -> String {
    let when: DateTime<Utc> = when.parse().unwrap();
    entry.cost_at(&usage, ServiceTier::Standard, when).unwrap().total.to_string()
}

/// The cost of `input` tokens in a service tier.
fn cost_of_input(entry: &ModelCatalogEntry<'_>, input: u64, tier: ServiceTier) -> String {
    entry.cost(&Usage::new(input, 0), tier).unwrap().total.normalize().to_string()
}

/// The unknown prices in the report.
fn unknown_prices(report: &ImportReport) -> Vec<&str> {
    report.notes.get(&Action::PriceInExtra).into_iter().flat_map(|notes| notes.keys().map(String::as_str)).collect()
}

#[test]
fn models_of_models_dev_have_their_limits_flags_and_prices() {
    let import = import(MODELS_DEV);
    let catalog = PackedCatalog::from_snapshot(&import.snapshot).unwrap();
    let pro = catalog.get("google", "sample-pro").unwrap();
    assert_eq!((&*pro.provider, pro.mode), ("gemini", Some(Mode::Chat)));
    assert_eq!((pro.context_window, pro.max_output_tokens), (Some(1_048_576), Some(65_536)));
    assert_eq!(
        pro.capabilities.set().to_string(),
        "streaming, tool_calling, json_schema, system_messages, vision, audio_input, pdf_input, prompt_caching, reasoning"
    );
    let usage = Usage { cache_read_tokens: 100_000, ..Usage::new(300_000, 1_000) };
    assert_eq!(cost(&pro, usage, "2026-08-21T00:00:00Z"), "0.5775");
    assert_eq!(pro.extra.get("release_date"), Some("\"2026-01-15\""));
    assert_eq!(pro.extra.get("cost.per_smile"), Some("4"));

    let paint = catalog.get("gemini", "sample-paint").unwrap();
    assert_eq!((paint.mode, paint.max_input_tokens), (Some(Mode::ImageGeneration), Some(4096)));
    let noisy = catalog.get("fireworks_ai", "accounts/fireworks/models/sample").unwrap();
    assert_eq!(noisy.pricing.output().unwrap().to_string(), "0.0000003");

    assert_eq!(import.report.keys, 3);
    assert_eq!(import.report.count(Action::PriceInExtra, "cost.per_smile"), 1);
    assert_eq!(import.report.count(Action::Extra, "limit.images"), 1);
    assert_eq!(import.report.count(Action::Dropped, "env of a provider"), 1);
}

#[test]
fn models_under_two_spellings_of_a_provider_are_one_if_equal_and_otherwise_two() {
    let data = |output: u64| {
        format!(
            r#"{{"google-vertex": {{"models": {{"m": {{"limit": {{"output": 1}}}}}}}},
                 "google-vertex-anthropic": {{"models": {{"m": {{"limit": {{"output": {output}}}}}}}}}}}"#
        )
    };
    let same = import(&data(1));
    assert_eq!(same.snapshot.models.len(), 1);
    assert_eq!(same.report.count(Action::Folded, "equal models with the same provider and id"), 1);
    let catalog = PackedCatalog::from_snapshot(&import(&data(2)).snapshot).unwrap();
    let limit = |key| catalog.get_by_model_id(key).unwrap().max_output_tokens;
    assert_eq!(limit("google-vertex/m"), Some(1));
    assert_eq!(limit("google-vertex-anthropic/m"), Some(2));
}

#[test]
fn context_tiers_are_thresholds_and_replace_their_older_form() {
    let import = model(
        r#""cost": {"input": 5, "output": 30, "cache_read": 0.5, "tiers": [
            {"input": 10, "output": 45, "tier": {"type": "context", "size": 272000}},
            {"input": 7, "output": 40, "cache_read": 0.7, "tier": {"type": "context", "size": 100000}}
        ], "context_over_200k": {"input": 99, "output": 99}}"#,
    );
    let entry = only(&import);
    let input = |tokens| cost_of_input(entry, tokens, ServiceTier::Standard);
    assert_eq!((input(100_000), input(100_001)), ("0.5".into(), "0.700007".into()));
    assert_eq!((input(272_000), input(272_001)), ("1.904".into(), "2.72001".into()));
    let read = Usage { cache_read_tokens: 300_000, ..Usage::new(300_000, 0) };
    let total = entry.cost(&read, ServiceTier::Standard).unwrap().total.normalize().to_string();
    assert_eq!(total, "0.15", "a component without a rate in the tier keeps its base rate");
    assert_eq!(unknown_prices(&import.report), [""; 0]);
    assert_eq!(import.report.count(Action::Dropped, "cost.context_over_200k, which is replaced by cost.tiers"), 1);
    assert!(entry.extra.is_empty(), "{:?}", entry.extra);
}

#[test]
fn the_older_form_of_a_context_tier_is_used_if_there_is_no_other() {
    for tiers in ["", r#", "tiers": []"#] {
        let import = model(&format!(r#""cost": {{"input": 1, "context_over_128k": {{"input": 2}}{tiers}}}"#));
        let input = |tokens| cost_of_input(only(&import), tokens, ServiceTier::Standard);
        assert_eq!((input(128_000), input(128_001)), ("0.128".into(), "0.256002".into()), "{tiers}");
    }
}

#[test]
fn a_price_that_is_not_understood_is_kept_and_reported() {
    for (cost, path, kept) in [
        (r#""per_smile": 1"#, "cost.per_smile", "1"),
        (r#""context_over_200k": {"per_smile": 1}"#, "cost.context_over_200k.per_smile", "1"),
        (r#""context_over_200k": {"tiers": []}"#, "cost.context_over_200k.tiers", "[]"),
        (r#""context_over_manyk": {"input": 1}"#, "cost.context_over_manyk", r#"{"input":1}"#),
        (r#""tiers": [{"input": 1}]"#, "cost.tiers", r#"{"input":1}"#),
        (
            r#""tiers": [{"input": 1, "tier": {"type": "batch", "size": 5}}]"#,
            "cost.tiers",
            r#"{"input":1,"tier":{"type":"batch","size":5}}"#,
        ),
        (
            r#""tiers": [{"input": 1, "tier": {"type": "context", "size": 5, "when": "thinking"}}]"#,
            "cost.tiers",
            r#"{"input":1,"tier":{"type":"context","size":5,"when":"thinking"}}"#,
        ),
        (
            r#""tiers": [{"input": 1, "per_smile": 3, "tier": {"type": "context", "size": 5}}]"#,
            "cost.tiers.per_smile",
            "3",
        ),
    ] {
        let import = model(&format!(r#""cost": {{{cost}}}"#));
        assert_eq!(unknown_prices(&import.report), [path], "{cost}");
        assert_eq!(only(&import).extra.get(path), Some(kept), "{cost}");
    }
}

#[test]
fn a_price_within_another_fact_is_reported_with_its_path() {
    let import = model(
        r#""provider": {"npm": "x", "cost": {"input": 1}}, "modes": [{"fast": {"inputPrice": 1}}, {"fast": {"inputPrice": 2}}],
            "limit": {"images": {"overage_fee": 3}}, "usd_per_image": 4, "speed": {"multiplier": 2},
            "experimental": {"cost": 5, "modes": {"fast": {"surcharge": 6}}}, "coffee": {"feedback": 7}"#,
    );
    assert_eq!(
        unknown_prices(&import.report),
        [
            "experimental.cost",
            "experimental.modes.fast.surcharge",
            "limit.images.overage_fee",
            "modes.fast.inputPrice",
            "provider.cost",
            "speed.multiplier",
            "usd_per_image",
        ]
    );
    for path in ["modes.fast.inputPrice", "provider.cost"] {
        assert_eq!(import.report.count(Action::PriceInExtra, path), 1, "{path}");
    }
    assert_eq!(only(&import).extra.get("provider"), Some(r#"{"npm":"x","cost":{"input":1}}"#));
}

#[test]
fn a_mode_that_requests_a_service_tier_is_that_tier_and_other_modes_prices_are_reported() {
    let import = model(
        r#""cost": {"input": 5, "output": 30}, "experimental": {"modes": {
            "fast": {"cost": {"input": 10, "output": 60, "per_smile": 2, "tiers": [
                        {"input": 20, "tier": {"type": "context", "size": 272000}}]},
                     "provider": {"body": {"service_tier": "priority"}}},
            "hasty": {"cost": {"input": 30, "output": 150}, "provider": {"body": {"speed": "hasty"}}},
            "silent": {"provider": {"body": {"speed": "slow"}}}
        }, "other": true}"#,
    );
    let entry = only(&import);
    let fast = |tokens| cost_of_input(entry, tokens, ServiceTier::Priority);
    assert_eq!((fast(1_000), fast(300_000)), ("0.01".into(), "6".into()));
    assert_eq!(cost_of_input(entry, 1_000, ServiceTier::Standard), "0.005");
    assert_eq!(
        unknown_prices(&import.report),
        ["experimental.modes.fast.cost.per_smile", "experimental.modes.hasty.cost"]
    );
    assert_eq!(import.report.count(Action::Taken, "experimental.modes.fast.cost"), 1);
    let kept = entry.extra.get("experimental").unwrap();
    assert!(kept.contains(r#""cost":{"input":30,"output":150}"#) && kept.contains(r#""other":true"#), "{kept}");
}

#[test]
fn a_mode_that_requests_speed_has_the_prices_of_fast_calls() {
    for provider in [
        r#"{"body": {"speed": "fast"}}"#,
        r#"{"body": {"speed": "fast"}, "headers": {"anthropic-beta": "fast-mode-2026-02-01"}}"#,
    ] {
        let import = model(&format!(
            r#""cost": {{"input": 5, "output": 25}}, "experimental": {{"modes": {{
                "fast": {{"cost": {{"input": 30, "output": 150}}, "provider": {provider}}}}}}}"#
        ));
        assert_eq!(cost_of_input(only(&import), 1_000, ServiceTier::Fast), "0.03", "{provider}");
        assert_eq!(cost_of_input(only(&import), 1_000, ServiceTier::Standard), "0.005", "{provider}");
        assert_eq!(unknown_prices(&import.report), [""; 0], "{provider}");
    }
}

#[test]
fn the_mode_of_a_model_follows_from_its_modalities_and_names() {
    let mode = |id: &str, name: &str, input: &str, output: &str| {
        let list = |text: &str| serde_json::to_string(&text.split(' ').collect::<Vec<_>>()).unwrap();
        let import = import(&format!(
            r#"{{"p": {{"models": {{"{id}": {{"name": "{name}",
                "modalities": {{"input": {}, "output": {}}}}}}}}}}}"#,
            list(input),
            list(output)
        ));
        let entry = only(&import);
        let is_chat = entry.mode == Some(Mode::Chat);
        assert_eq!((entry.capabilities.streaming(), entry.capabilities.system_messages()), (is_chat, is_chat), "{id}");
        entry.mode
    };
    for (id, name, input, output, expected) in [
        ("gpt-5", "GPT-5", "text image", "text", Some(Mode::Chat)),
        ("hermes-4-70b:thinking", "Hermes", "text", "text", Some(Mode::Chat)),
        ("deepseek-r1-distill-llama-70b", "R1 Distill", "text", "text", Some(Mode::Chat)),
        ("gemini-flash-image", "Gemini PackedCatalog", "text image", "text image", Some(Mode::Chat)),
        ("text-embedding-3-small", "x", "text", "text", Some(Mode::Embedding)),
        ("nv-embedcode-7b-v1", "x", "text", "text", Some(Mode::Embedding)),
        ("m", "BGE M3", "text", "text", Some(Mode::Embedding)),
        ("workers-ai/@cf/baai/bge-reranker-base", "BGE Reranker", "text", "text", Some(Mode::Rerank)),
        ("voyage/rerank-2.5", "Voyage Rerank", "text", "text", Some(Mode::Rerank)),
        ("voyage/voyage-code-3", "x", "text", "text", Some(Mode::Embedding)),
        ("whisper-large-v3-turbo", "x", "audio", "text", Some(Mode::AudioTranscription)),
        ("m", "GPT-4o Transcribe", "text audio", "text", Some(Mode::AudioTranscription)),
        ("ears", "x", "audio", "text", Some(Mode::AudioTranscription)),
        ("melotts", "x", "text", "text", Some(Mode::AudioSpeech)),
        ("fugu-ultra", "Fugu Ultra", "text image", "text", Some(Mode::Chat)),
        ("gpt-realtime-2", "x", "text audio", "text audio", Some(Mode::Realtime)),
        ("gpt-audio", "x", "text audio", "text audio", Some(Mode::Chat)),
        ("tts-1-hd", "TTS", "text", "audio", Some(Mode::AudioSpeech)),
        ("lyria", "x", "text", "audio", None),
        ("noise", "x", "text", "audio", None),
        ("bevformer", "x", "video", "text", None),
        ("llama-prompt-guard-2-22m", "x", "text", "text", None),
        ("dall-e-3", "x", "text", "image", Some(Mode::ImageGeneration)),
        ("gpt-image-1", "x", "text image", "text image", Some(Mode::ImageGeneration)),
        ("qwen-image-edit", "x", "text image", "image", Some(Mode::ImageEdit)),
        ("veo-3", "x", "text", "video", Some(Mode::VideoGeneration)),
        ("m", "x", "text", "smell", None),
    ] {
        assert_eq!(mode(id, name, input, output), expected, "{id} {name}");
    }
}

#[test]
fn a_model_that_reasons_and_only_outputs_images_has_no_mode() {
    let import = model(r#""reasoning": true, "modalities": {"input": ["text"], "output": ["image"]}"#);
    assert_eq!(only(&import).mode, None);
}

#[test]
fn a_limit_of_0_is_unknown_and_a_status_is_a_fact() {
    let import = model(r#""limit": {"context": 0, "output": 0.0, "input": 8}, "status": "deprecated""#);
    let entry = only(&import);
    assert_eq!((entry.context_window, entry.max_output_tokens, entry.max_input_tokens), (None, None, Some(8)));
    assert_eq!(import.report.count(Action::Dropped, "limit.context of 0, which is an unknown limit"), 1);
    assert_eq!((entry.extra.get("status"), entry.deprecation_date), (Some("\"deprecated\""), None));
    assert_eq!(import.report.left_out, []);
}

#[test]
fn a_mode_that_requests_more_than_a_service_tier_is_not_that_tier() {
    for body in [r#"{"service_tier": "priority", "speed": "fast"}"#, r#"{"service_tier": "someday"}"#, "7"] {
        let import = model(&format!(
            r#""experimental": {{"modes": {{"fast": {{"cost": {{"input": 10}}, "provider": {{"body": {body}}}}}}}}}"#
        ));
        assert!(only(&import).pricing.rates.is_empty(), "{body}");
        assert_eq!(unknown_prices(&import.report), ["experimental.modes.fast.cost"], "{body}");
    }
}

#[test]
fn two_modes_that_request_the_same_service_tier_must_agree() {
    let mode =
        |price| format!(r#"{{"cost": {{"input": {price}}}, "provider": {{"body": {{"service_tier": "priority"}}}}}}"#);
    let import = model(&format!(r#""experimental": {{"modes": {{"fast": {}, "faster": {}}}}}"#, mode(1), mode(2)));
    let error = only(&import).cost(&Usage::new(1_000_000, 0), ServiceTier::Priority).unwrap_err();
    assert!(matches!(error, CostError::UnknownPrice { .. }), "{error}");
    assert_eq!(import.report.left_out[0].expected, "0.000001, the value of another key");
    let import = model(&format!(r#""experimental": {{"modes": {{"fast": {}, "faster": {}}}}}"#, mode(1), mode(1)));
    assert_eq!(cost_of_input(only(&import), 1_000_000, ServiceTier::Priority), "1");
    assert_eq!(import.report.left_out, []);
}

#[test]
fn an_experimental_member_of_a_different_form_is_a_fact() {
    for form in ["true", r#"{"modes": []}"#, r#"{"modes": {"fast": 1}}"#] {
        let import = model(&format!(r#""experimental": {form}"#));
        assert_eq!(only(&import).extra.get("experimental"), Some(form.replace(": ", ":").as_str()));
        assert_eq!(import.report.count(Action::Extra, "experimental"), 1);
    }
}

#[test]
fn every_member_of_a_model_is_imported_kept_or_dropped_by_name() {
    let import = import(
        r#"{"p": {"id": "p", "doc": "x", "models": {"m": {
            "id": "m", "reasoning": true, "status": "beta", "weather": 1,
            "limit": {"context": 8, "smiles": 2}, "modalities": {"output": ["text"], "mood": ["good"]}
        }}}, "empty": {"id": "empty"}}"#,
    );
    let entry = only(&import);
    assert_eq!(
        entry.extra.json(),
        r#"{"status":"beta","weather":1,"limit.smiles":2,"modalities":{"output":["text"],"mood":["good"]}}"#
    );
    for (action, what) in [
        (Action::Dropped, "doc of a provider"),
        (Action::Dropped, "a provider without models"),
        (Action::Taken, "id"),
        (Action::Taken, "reasoning"),
        (Action::Taken, "limit"),
        (Action::Extra, "limit.smiles"),
        (Action::Extra, "modalities"),
        (Action::Extra, "status"),
        (Action::Extra, "weather"),
    ] {
        assert_eq!(import.report.count(action, what), 1, "{action} {what}: {}", import.report);
    }
}

#[test]
fn an_id_that_differs_from_its_key_is_an_alias_unless_it_is_another_models_name() {
    let import = import(
        r#"{"p": {"models": {
            "key": {"id": "id", "limit": {"output": 1}},
            "other": {"id": "key", "limit": {"output": 2}},
            "third": {"id": "id", "limit": {"output": 3}}
        }}}"#,
    );
    let catalog = PackedCatalog::from_snapshot(&import.snapshot).unwrap();
    let output = |name| catalog.get("p", name).unwrap().max_output_tokens;
    assert_eq!((output("key"), output("id"), output("other"), output("third")), (Some(1), Some(1), Some(2), Some(3)));
    let dropped = &import.report.notes[&Action::Dropped];
    assert_eq!(dropped["an alias that is the name of another model of the provider"], ["p/other: key", "p/third: id"]);
}

#[test]
fn each_spelling_of_a_provider_leads_to_its_own_model_in_every_lookup() {
    let data = r#"{
        "google": {"models": {"g": {"cost": {"input": 7}}}},
        "google-vertex": {"models": {"claude-x": {"id": "claude-x@1", "cost": {"input": 1}}}},
        "google-vertex-anthropic": {"models": {"claude-x": {"id": "claude-x@1", "cost": {"input": 2}}}},
        "gemini": {"models": {"g": {"cost": {"input": 8}}}}
    }"#;
    let import = import(data);
    let catalog = PackedCatalog::from_snapshot(&import.snapshot).unwrap();
    for (provider, id, price) in [
        ("google-vertex", "claude-x", "0.000001"),
        ("google-vertex", "claude-x@1", "0.000001"),
        ("vertex_ai", "claude-x", "0.000001"),
        ("vertex_ai", "google-vertex/claude-x", "0.000001"),
        ("google-vertex-anthropic", "claude-x", "0.000002"),
        ("google-vertex-anthropic", "claude-x@1", "0.000002"),
        ("google-vertex-anthropic", "google-vertex-anthropic/claude-x", "0.000002"),
        ("vertex_ai", "google-vertex-anthropic/claude-x", "0.000002"),
        ("google", "g", "0.000007"),
        ("gemini", "g", "0.000008"),
    ] {
        let input = |entry: Option<ModelCatalogEntry<'_>>| entry.unwrap().pricing.input().unwrap().to_string();
        assert_eq!(input(catalog.get(provider, id)), price, "{provider} {id}");
        assert_eq!(input(catalog.get_by_model_id(&format!("{provider}/{id}"))), price, "{provider}/{id}");
    }
    let kept = "different models with the same provider and id, as two models";
    assert_eq!(import.report.notes[&Action::Kept][kept], ["google/g", "google-vertex-anthropic/claude-x"]);
    assert_eq!(import.report.keys, 4);
    assert_eq!(import.snapshot.models[0].pricing.rates.iter().next().unwrap().component, PriceComponent::Input);
}
