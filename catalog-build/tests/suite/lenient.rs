//! A single invalid entry does not fail the import: what cannot be imported is left out with its position, and the rest
//! is imported.

use catalog_build::import::{
    Action, Edition, Import, ImportError, ImportReport, LeftOut, genai_prices, litellm, models_dev,
};
use chrono::NaiveDate;
use model_catalog::{Mode, ModelCatalogEntry, PriceComponent, Rate, Region, ServiceTier, read_snapshot};

type Read = fn(&str, &Edition<'_>) -> Result<Import, ImportError>;

fn edition() -> Edition<'static> {
    Edition { version: "1", date: NaiveDate::from_ymd_opt(2026, 8, 21).unwrap() }
}

/// A source, its strict import, and a document in which the members are in a valid model `p/m`, next to a valid `p/n`.
type Source = (Read, Read, fn(&str) -> String);

const LITELLM: Source = (litellm::import, litellm::import_strict, |members| {
    format!(
        r#"{{"m": {{"litellm_provider": "p", "output_cost_per_token": 7e-6, {members}}}, "n": {{"litellm_provider": "p"}}}}"#
    )
});
const GENAI: Source = (genai_prices::import, genai_prices::import_strict, |members| {
    format!(r#"[{{"id": "p", "models": [{{"id": "m", "prices": {{"output_mtok": 7}}, {members}}}, {{"id": "n"}}]}}]"#)
});
const MODELS_DEV: Source = (models_dev::import, models_dev::import_strict, |members| {
    format!(r#"{{"p": {{"models": {{"m": {{{members}}}, "n": {{}}}}}}}}"#)
});

fn import(read: Read, text: &str) -> Import {
    let import = read(text, &edition()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let json = import.snapshot.to_json().unwrap();
    assert_eq!(read_snapshot(&json).unwrap_or_else(|error| panic!("{text}: {error}")), import.snapshot);
    import
}

fn model<'i>(import: &'i Import, id: &str) -> &'i ModelCatalogEntry<'static> {
    import.snapshot.models.iter().find(|entry| entry.model_id == id).unwrap_or_else(|| panic!("{}", import.report))
}

fn shown(report: &ImportReport) -> Vec<String> {
    report.left_out.iter().map(ToString::to_string).collect()
}

/// Each invalid member is left out on its own, with its position, and the strict import rejects the same document.
fn left_out_alone((read, strict, document): Source, cases: &[(&str, &str)]) {
    for (members, expected) in cases {
        let text = document(members);
        let import = import(read, &text);
        let all = shown(&import.report);
        assert_eq!(all.len(), 1, "{members}: {all:?}");
        assert!(all[0].contains(expected), "{members}: {all:?}");
        assert_eq!((import.report.keys, import.report.entries_left_out), (2, 0), "{members}");
        assert_eq!(import.snapshot.models.len(), 2, "{members}");
        let LeftOut { member, position, .. } = &import.report.left_out[0];
        assert!(member.is_some() && position.is_some_and(|place| place.line == 1 && place.column > 1), "{members}");
        let rejected = strict(&text, &edition()).unwrap_err().to_string();
        assert!(rejected.contains(expected) || rejected.contains("duplicate key"), "{members}: {rejected}");
    }
}

#[test]
fn only_the_invalid_member_of_litellm_is_left_out() {
    left_out_alone(
        LITELLM,
        &[
            (r#""mode": null"#, "m: mode: null; expected a string"),
            (r#""mode": "chatt""#, "did you mean `chat`?"),
            (r#""max_input_tokens": "8192""#, "m: max_input_tokens: \"8192\"; expected a whole number of tokens"),
            (r#""max_output_tokens": 1e13"#, "expected a whole number of tokens of at most 10^12"),
            (r#""max_output_tokens": -1"#, "max_output_tokens: -1"),
            (r#""input_cost_per_token": null"#, "input_cost_per_token: null is not a decimal number"),
            (r#""input_cost_per_token": "free""#, "expected a price"),
            (r#""input_cost_per_token": -1"#, "expected a price of at least 0"),
            (r#""input_cost_per_token": {"a": 1}"#, "expected a price"),
            (r#""input_cost_per_token": 1e-40"#, "needs more than 28 decimal places"),
            (r#""supports_vision": "yes""#, "expected true or false"),
            (r#""deprecation_date": "soon""#, "deprecation_date: soon; expected a date"),
            (r#""deprecation_date": 2026"#, "deprecation_date: 2026; expected a string"),
            (r#""source": "https://a.b/c d""#, "expected an http or https URL without spaces"),
            (r#""source": "https://a.b/?q=\"c d\"""#, "expected an http or https URL without spaces"),
            (r#""source": 7"#, "source: 7; expected a string"),
            (r#""successor_model": """#, "expected a name"),
            (r#""successor_model": "m""#, "expected a model other than the entry itself"),
            (r#""search_context_cost_per_query": 7"#, "expected an object"),
            (
                r#""search_context_cost_per_query": {"search_context_size_low": "x", "search_context_size_high": 1}"#,
                "expected a price",
            ),
            (r#""tiered_pricing": 7"#, "expected a list"),
            (r#""tiered_pricing": [7, {"range": [0, 1], "input_cost_per_token": 1}]"#, "expected an object"),
            (r#""tiered_pricing": [{"range": [0], "input_cost_per_token": 1}]"#, "expected a range of two numbers"),
            (r#""tiered_pricing": [{"range": ["a", "b"], "input_cost_per_token": 1}]"#, "expected a whole number"),
            (r#""off_peak_pricing": []"#, "expected an object"),
            (r#""off_peak_pricing": {}"#, "expected weekly windows"),
            (
                r#""off_peak_pricing": {"windows": [{"hours_utc": "01:00-02:00", "weekdays": ["someday"]}]}"#,
                "expected weekly windows",
            ),
            (r#""fedramp_uplift_multiplier": 11"#, "expected a factor greater than 0 and at most 10"),
            (r#""provider_specific_entry": {"us": "high"}"#, "provider_specific_entry.us: \"high\"; expected a factor"),
            (r#""provider_specific_entry": {"fast": 0}"#, "provider_specific_entry.fast: 0; expected a factor"),
            (
                r#""provider_specific_entry": {"fast": 1.23456789012345}, "input_cost_per_token": 1.1e-6"#,
                "at most 15 digits",
            ),
            (r#""weather": {"a": 1, "a": 2}"#, "m: weather.a: 1; expected 2, the value of the same key elsewhere"),
            (r#""max_input_tokens": 1, "max_input_tokens": 2"#, "m: max_input_tokens: 1; expected 2"),
        ],
    );
}

#[test]
fn only_the_invalid_member_of_genai_prices_is_left_out() {
    let prices =
        |prices: &str| format!(r#"[{{"id": "p", "models": [{{"id": "m", "prices": {prices}}}, {{"id": "n"}}]}}]"#);
    for (text, expected) in [
        (prices("7"), "p/m: prices: 7; expected a list"),
        (prices("null"), "expected a list"),
        (prices(r#"{"input_mtok": null, "output_mtok": 7}"#), "p/m: input_mtok: null is not a decimal number"),
        (prices(r#"{"input_mtok": [], "output_mtok": 7}"#), "expected a price"),
        (prices(r#"{"input_mtok": {}, "output_mtok": 7}"#), "expected a member base"),
        (prices(r#"{"input_mtok": {"base": "x", "tiers": []}}"#), "expected a price"),
        (prices(r#"{"input_mtok": {"base": 1}}"#), "expected a member tiers"),
        (prices(r#"{"input_mtok": {"base": 1, "tiers": 7}}"#), "expected a list"),
        (prices(r#"{"input_mtok": {"base": 1, "tiers": [7]}}"#), "expected an object"),
        (prices(r#"{"input_mtok": {"base": 1, "tiers": [{"price": 7}]}}"#), "expected a member start"),
        (prices(r#"{"input_mtok": {"base": 1, "tiers": [{"start": 1, "price": "x"}]}}"#), "expected a price"),
        (prices(r#"{"input_mtok": {"base": 1, "tiers": [{"start": -1, "price": 1}]}}"#), "expected a whole number"),
        (prices(r#"[7, {"prices": {"input_mtok": 1}}]"#), "expected an object"),
        (prices(r#"[{"constraint": {"start_date": "2026-01-01"}}]"#), "expected a member prices"),
        (prices(r#"[{"constraint": 7, "prices": {"input_mtok": 1}}]"#), "expected an object"),
        (prices(r#"[{"constraint": {"start_date": "soon"}, "prices": {"input_mtok": 1}}]"#), "expected a date"),
        (prices(r#"[{"constraint": {"start_time": "1"}, "prices": {"input_mtok": 1}}]"#), "a start and an end time"),
        (
            prices(r#"[{"constraint": {"start_time": "1", "end_time": "2"}, "prices": {"input_mtok": 1}}]"#),
            "expected two times such as 00:30:00Z",
        ),
        (prices(r#"{"cache_write_mtok": 1, "cache_write_5m_mtok": 2}"#), "the value of another key"),
    ] {
        let import = import(genai_prices::import, &text);
        let all = shown(&import.report);
        assert!(all.len() == 1 && all[0].contains(expected), "{text}: {all:?}");
        assert_eq!((import.snapshot.models.len(), import.report.entries_left_out), (2, 0), "{text}");
        assert!(genai_prices::import_strict(&text, &edition()).unwrap_err().to_string().contains(expected), "{text}");
    }
    left_out_alone(
        GENAI,
        &[
            (r#""context_window": null"#, "p/m: context_window: null; expected a whole number of tokens"),
            (r#""context_window": "8k""#, "expected a whole number of tokens"),
            (r#""match": 7"#, "p/m: match: 7; expected an object"),
            (r#""match": {"equals": 7}"#, "expected a string"),
            (r#""match": {"or": {}}"#, "expected a list"),
            (r#""match": {"or": [{"equals": ""}, {"equals": "q"}]}"#, "expected a name"),
            (r#""price_variants": 7"#, "p/m: price_variants: 7; expected a list"),
            (r#""price_variants": [7]"#, "expected an object"),
            (r#""price_variants": [{"when": {"speed": "fast"}}]"#, "expected a member prices"),
            (r#""weather": {"a": 1, "a": 2}"#, "p/m: weather.a: 1; expected 2"),
        ],
    );
}

#[test]
fn only_the_invalid_member_of_models_dev_is_left_out() {
    left_out_alone(
        MODELS_DEV,
        &[
            (r#""id": null"#, "p/m: id: null; expected a string"),
            (r#""id": """#, "expected a name"),
            (r#""limit": null"#, "p/m: limit: null; expected an object"),
            (r#""limit": {"context": null, "output": 5}"#, "p/m: limit.context: null; expected a whole number"),
            (r#""limit": {"context": "8k"}"#, "expected a whole number"),
            (r#""reasoning": null"#, "p/m: reasoning: null; expected true or false"),
            (r#""tool_call": 1"#, "expected true or false"),
            (r#""cost": null"#, "p/m: cost: null; expected an object"),
            (r#""cost": {"input": null, "output": 7}"#, "p/m: cost.input: null is not a decimal number"),
            (r#""cost": {"input": -1}"#, "expected a price of at least 0"),
            (r#""cost": {"context_over_200k": null}"#, "expected an object"),
            (r#""cost": {"tiers": {"input": 1}}"#, "p/m: cost.tiers: {\"input\": 1}; expected a list"),
            (r#""cost": {"tiers": [7]}"#, "p/m: cost.tiers: 7; expected an object"),
            (
                r#""cost": {"tiers": [{"tier": {"type": "context", "size": 0}, "input": 1}]}"#,
                "p/m: cost.tiers: 0; expected a threshold greater than 0 tokens",
            ),
            (
                r#""cost": {"tiers": [{"tier": {"type": "context", "size": "x"}, "input": 1}]}"#,
                "p/m: cost.tiers: \"x\"; expected a whole number of tokens",
            ),
            (r#""cost": {"context_over_200k": {"input": "x"}}"#, "p/m: cost.context_over_200k.input"),
            (r#""cost": {"context_over_9999999999999999k": {"input": 1}}"#, "expected a threshold"),
            (
                r#""cost": {"tiers": [{"tier": {"type": "context", "size": 5}, "input": null}]}"#,
                "p/m: cost.tiers.input",
            ),
            (
                r#""cost": {"tiers": [{"tier": {"type": "context", "size": 5}, "input": 1}, {"tier": {"type": "context", "size": 5}, "input": 2}]}"#,
                "expected 0.000001, the value of another key",
            ),
            (
                r#""experimental": {"modes": {"fast": {"cost": null, "provider": {"body": {"speed": "fast"}}}}}"#,
                "experimental.modes.fast.cost: null; expected an object",
            ),
            (r#""modalities": {"output": [7, "text"]}"#, "p/m: modalities.output: 7; expected a string"),
            (r#""modalities": {"output": "text"}"#, "expected a list"),
            (r#""weather": {"a": {"b": 1, "b": [2]}}"#, "p/m: weather.a.b: 1; expected [2]"),
        ],
    );
}

#[test]
fn an_unusable_entry_is_left_out_and_the_others_are_imported() {
    let long = "x".repeat(257);
    let litellm_entries = |entry: &str| format!(r#"{{{entry}, "n": {{"litellm_provider": "p"}}}}"#);
    let genai_models = |model: &str| format!(r#"[{{"id": "p", "models": [{model}, {{"id": "n"}}]}}]"#);
    let genai_providers = |provider: &str| format!(r#"[{provider}, {{"id": "p", "models": [{{"id": "n"}}]}}]"#);
    let dev_models = |model: &str| format!(r#"{{"p": {{"models": {{{model}, "n": {{}}}}}}}}"#);
    let dev_providers = |provider: &str| format!(r#"{{{provider}, "p": {{"models": {{"n": {{}}}}}}}}"#);
    for (read, text, expected) in [
        (litellm::import as Read, litellm_entries(r#""m": null"#), "m: null; expected an object"),
        (litellm::import, litellm_entries(r#""m": [1]"#), "m: [1]; expected an object"),
        (litellm::import, litellm_entries(r#""m": "x""#), "expected an object"),
        (litellm::import, litellm_entries(r#""": {"litellm_provider": "p"}"#), "expected a key of 1 to 256 bytes"),
        (litellm::import, litellm_entries(r#""p/": {"litellm_provider": "p"}"#), "expected a key of 1 to 256 bytes"),
        (litellm::import, litellm_entries(&format!(r#""{long}": {{"litellm_provider": "p"}}"#)), "expected a key"),
        (litellm::import, litellm_entries(r#""a\u0007b": {"litellm_provider": "p"}"#), "expected a key"),
        (
            litellm::import,
            litellm_entries(r#""m": {"litellm_provider": null}"#),
            "litellm_provider: null; expected a string",
        ),
        (litellm::import, litellm_entries(r#""m": {"litellm_provider": ""}"#), "expected the name of a provider"),
        (litellm::import, litellm_entries(r#""m": {"litellm_provider": "a b"}"#), "expected the name of a provider"),
        (litellm::import, litellm_entries(r#""m": {"alias_of": 7}"#), "alias_of: 7; expected a string"),
        (litellm::import, litellm_entries(r#""m": {"alias_of": "gone"}"#), "\"gone\"; expected the key of a model"),
        (litellm::import, litellm_entries(r#""m": {"mode": "chat"}, "m": 7"#), "m: {\"mode\": \"chat\"}; expected 7"),
        (genai_prices::import, genai_models("null"), "p: null; expected an object"),
        (genai_prices::import, genai_models("{}"), "p: nothing; expected a member id"),
        (genai_prices::import, genai_models(r#"{"id": 7}"#), "p: id: 7; expected a name as its id"),
        (genai_prices::import, genai_models(r#"{"id": ""}"#), "expected a name as its id"),
        (genai_prices::import, genai_models(r#"{"id": "a", "id": "b"}"#), "expected"),
        (genai_prices::import, genai_providers("null"), "a provider: null; expected an object"),
        (genai_prices::import, genai_providers(r#"{"models": []}"#), "nothing; expected a member id"),
        (genai_prices::import, genai_providers(r#"{"id": "a b", "models": []}"#), "expected a name as its id"),
        (genai_prices::import, genai_providers(r#"{"id": "q"}"#), "q: nothing; expected a member models"),
        (genai_prices::import, genai_providers(r#"{"id": "q", "models": null}"#), "null; expected a list"),
        (models_dev::import, dev_models(r#""m": null"#), "p/m: null; expected an object"),
        (models_dev::import, dev_models(r#""": {}"#), "expected a key of 1 to 256 bytes"),
        (models_dev::import, dev_models(r#""m": {"id": "m"}, "m": null"#), "p/m: {\"id\": \"m\"}; expected null"),
        (models_dev::import, dev_providers(r#""q": null"#), "q: null; expected an object"),
        (models_dev::import, dev_providers(r#""q": {"models": []}"#), "q: []; expected an object"),
        (models_dev::import, dev_providers(r#""q r": {"models": {}}"#), "expected the name of a provider"),
    ] {
        let import = import(read, &text);
        let all = shown(&import.report);
        assert!(all.iter().any(|line| line.contains(expected)), "{text}: {all:?}");
        assert_eq!((import.report.keys, import.report.entries_left_out), (2, 1), "{text}: {all:?}");
        assert_eq!(import.snapshot.models.len(), 1, "{text}");
        assert_eq!(model(&import, "n").provider, "p", "{text}");
        assert!(!import.report.is_mostly_used());
    }
}

#[test]
fn what_is_left_out_has_the_position_of_its_value() {
    let text = "{\n\"n\": {\"litellm_provider\": \"p\"},\n\"m\": {\"litellm_provider\": \"p\",\n  \"mode\": 7}}";
    let import = import(litellm::import, text);
    assert_eq!(shown(&import.report), ["m: mode: 7; expected a string (line 4, column 11)"]);
    let json = serde_json::to_value(&import.report).unwrap();
    assert_eq!(
        json["left_out"],
        serde_json::json!([{"key": "m", "member": "mode", "found": "7", "expected": "a string", "line": 4, "column": 11}])
    );
    let text = import.report.to_string();
    let expected = "2 keys: 2 models, 0 aliases\nleft out: 0 entries, and 1 members of other entries\n      \
                    1 mode: expected a string (m: 7 at line 4, column 11)\n";
    assert!(text.starts_with(expected), "{text}");
    assert_eq!(import.report.count(Action::Taken, "mode"), 0, "what was left out was not taken");
}

#[test]
fn a_report_prints_the_most_frequent_first_and_escapes_control_characters() {
    let text = r#"{"a\u001b[2J": 1, "b": {"litellm_provider": "p", "max_input_tokens": "x", "mode": "\u202e"},
                  "c": {"litellm_provider": "p", "max_input_tokens": "y"}}"#;
    let text = import(litellm::import, text).report.to_string();
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    let lines: Vec<&str> = text.lines().skip(1).take(4).map(str::trim).collect();
    assert_eq!(lines[0], "left out: 1 entries, and 3 members of other entries");
    assert!(lines[1].starts_with("2 max_input_tokens: expected a whole number of tokens"), "{text}");
    assert!(lines[1].ends_with("(b: \"x\" at line 1, column 70, c: \"y\" at line 2, column 70)"), "{text}");
}

#[test]
fn of_two_values_for_the_same_thing_neither_is_used() {
    let import = import(
        litellm::import,
        "{\"m\": {\"litellm_provider\": \"p\", \"input_cost_per_token\": 1,\n\"input_cost_per_token_cache_hit\": 2,\n\"cache_read_input_token_cost\": 3}}",
    );
    let rates: Vec<PriceComponent> = model(&import, "m").pricing.rates.iter().map(|rate| rate.component).collect();
    assert_eq!(rates, [PriceComponent::Input]);
    assert_eq!(
        shown(&import.report),
        [
            "m: cache_read_input_token_cost: 3; expected 2, the value of another key (line 3, column 32, and line 2, column 35)"
        ]
    );
}

#[test]
fn a_third_value_does_not_settle_a_disagreement() {
    let import = import(
        models_dev::import,
        r#"{"p": {"models": {"m": {"cost": {"tiers": [
            {"tier": {"type": "context", "size": 5}, "input": 1}, {"tier": {"type": "context", "size": 5}, "input": 2},
            {"tier": {"type": "context", "size": 5}, "input": 1}]}}}}}"#,
    );
    assert!(model(&import, "m").pricing.rates.is_empty());
    assert_eq!(import.report.left_out.len(), 2);
}

#[test]
fn a_duplicate_key_of_a_model_keeps_what_both_agree_on() {
    let text = "{\"m\": {\"litellm_provider\": \"p\", \"mode\": \"chat\", \"input_cost_per_token\": 1, \"rpm\": 5},\n\
                \"m\": {\"mode\": \"chat\", \"litellm_provider\": \"p\", \"input_cost_per_token\": 2},\n\
                \"n\": {\"litellm_provider\": \"p\"}}";
    let import = import(litellm::import, text);
    let entry = model(&import, "m");
    assert_eq!(entry.mode.map(Mode::key), Some("chat"));
    assert!(entry.pricing.rates.is_empty() && entry.extra.is_empty());
    assert_eq!(
        shown(&import.report),
        [
            "m: input_cost_per_token: 1; expected 2, the value of the same key elsewhere (line 1, column 73, and line 2, column 72)",
            "m: rpm: 5; expected it in every object with this key (line 1, column 83, and line 2, column 6)",
        ]
    );
    assert_eq!((import.report.keys, import.report.entries_left_out), (2, 0));
    let same = "duplicate keys of an object with the same value";
    assert_eq!(import.report.notes[&Action::Folded][same], ["m.litellm_provider", "m.mode"]);
}

#[test]
fn whole_numbers_dates_and_modes_are_read_in_every_form() {
    let import = import(
        litellm::import,
        r#"{"m": {"litellm_provider": "p", "max_input_tokens": 2e6, "max_output_tokens": 8192.0,
                  "deprecation_date": "2025-1-6", "mode": "moderations"}}"#,
    );
    let entry = model(&import, "m");
    assert_eq!((entry.max_input_tokens, entry.max_output_tokens), (Some(2_000_000), Some(8_192)));
    assert_eq!(entry.deprecation_date.unwrap().to_string(), "2025-01-06");
    assert_eq!(entry.mode.unwrap().key(), "moderation");
    assert_eq!(import.report.left_out, []);
}

#[test]
fn an_input_without_a_usable_entry_is_an_error() {
    for (read, text, keys) in [
        (litellm::import as Read, "{}", 0),
        (litellm::import, r#"{"m": 1}"#, 1),
        (genai_prices::import, "[]", 0),
        (genai_prices::import, "[null]", 1),
        (models_dev::import, "{}", 0),
        (models_dev::import, r#"{"p": {"models": {"m": 1}}}"#, 1),
    ] {
        let error = read(text, &edition()).unwrap_err();
        let ImportError::NoModels { report } = &error else { panic!("{text}: {error}") };
        assert_eq!((report.keys, report.left_out.len()), (keys, keys), "{text}");
        assert!(
            error.to_string().starts_with("none of the ")
                && error.to_string().contains(" entries of the input can be used")
        );
    }
    for (read, text) in [(litellm::import as Read, "[]"), (genai_prices::import, "{}"), (models_dev::import, "7")] {
        assert!(matches!(read(text, &edition()), Err(ImportError::Json(_))), "{text}");
    }
}

#[test]
fn one_percent_of_the_entries_may_be_left_out() {
    let report = |keys, entries_left_out| ImportReport { keys, entries_left_out, ..ImportReport::default() };
    assert!(report(100, 1).is_mostly_used() && report(199, 1).is_mostly_used() && report(5, 0).is_mostly_used());
    assert!(!report(99, 1).is_mostly_used() && !report(100, 2).is_mostly_used() && !report(1, 1).is_mostly_used());
}

#[test]
fn a_fact_that_is_nested_too_deeply_is_left_out() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    for (depth, left_out) in [(24, 0), (25, 1), (10_000, 1)] {
        let text = format!(r#"{{"m": {{"litellm_provider": "p", "weather": {}}}}}"#, nested(depth));
        assert_eq!(import(litellm::import, &text).report.left_out.len(), left_out, "{depth}");
    }
}

#[test]
fn factors_of_litellm_are_multipliers_of_regions_and_rates_of_the_fast_tier() {
    let import = import(
        litellm::import,
        r#"{"m": {"litellm_provider": "anthropic", "provider_specific_entry": {"us": 1.1, "fast": 6.0, "moon": 2},
                  "input_cost_per_token": 5e-06, "input_cost_per_token_above_200k_tokens": 1e-05,
                  "input_cost_per_token_batches": 2.5e-06, "input_cost_per_request": 1,
                  "regional_processing_uplift_multiplier_eu": 1.1, "regional_endpoint_uplift_multiplier": 1.2,
                  "fedramp_uplift_multiplier": 1.3, "regional_processing_uplift_multiplier_us": 1.1},
            "other": {"litellm_provider": "p", "provider_specific_entry": {"bedrock_invocation_schema": "titan_v2"}}}"#,
    );
    let entry = model(&import, "m");
    let fast: Vec<(u64, String)> = entry
        .pricing
        .rates
        .iter()
        .filter(|rate| rate.tier == ServiceTier::Fast)
        .map(|Rate { above, price, .. }| (above, price.to_string()))
        .collect();
    assert_eq!(fast, [(0, "0.00003".to_owned()), (200_000, "0.00006".to_owned())]);
    for (region, factor) in
        [(Region::Us, "1.1"), (Region::Eu, "1.1"), (Region::Regional, "1.2"), (Region::FedRamp, "1.3")]
    {
        assert_eq!(entry.pricing.multipliers.get(region).unwrap().to_string(), factor);
    }
    assert_eq!(entry.extra.json(), r#"{"provider_specific_entry.moon":2}"#);
    assert_eq!(import.report.left_out, []);
    let other = model(&import, "other");
    assert_eq!(other.extra.get("provider_specific_entry"), Some(r#"{"bedrock_invocation_schema":"titan_v2"}"#));
}

#[test]
fn two_factors_of_one_region_are_both_left_out() {
    let import = import(
        litellm::import,
        r#"{"m": {"litellm_provider": "p", "provider_specific_entry": {"us": 1.1}, "regional_processing_uplift_multiplier_us": 1.2}}"#,
    );
    assert!(model(&import, "m").pricing.multipliers.is_empty());
    assert_eq!(import.report.left_out.len(), 1);
    assert!(import.report.left_out[0].other.is_some());
}
