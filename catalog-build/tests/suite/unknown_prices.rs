//! A price that a source states but that cannot be read is unknown: a call that would be billed at it has no cost, and
//! other
//! calls are billed as before.

use catalog_build::import::{Action, Edition, Import, ImportError, genai_prices, litellm, models_dev};
use chrono::{DateTime, NaiveDate, Utc};
use model_catalog::{CostError, ModelCatalogEntry, ServiceTier, Usage};
use std::collections::BTreeMap;

use ServiceTier::{Batch, Fast, Standard};

type Read = fn(&str, &Edition<'_>) -> Result<Import, ImportError>;

/// A source, and a document in its format with one model that has these members.
type Source = (Read, fn(&str) -> String);

const LITELLM: Source = (litellm::import, |members| format!(r#"{{"m": {{"litellm_provider": "p", {members}}}}}"#));
const GENAI: Source =
    (genai_prices::import, |members| format!(r#"[{{"id": "p", "models": [{{"id": "m", {members}}}]}}]"#));
const MODELS_DEV: Source =
    (models_dev::import, |members| format!(r#"{{"p": {{"models": {{"m": {{"cost": {{{members}}}}}}}}}}}"#));

/// What a call uses, and its terms.
struct Call {
    name: &'static str,
    usage: Usage,
    tier: ServiceTier,
    at: &'static str,
}

/// A Friday morning, outside off-peak hours and before anything that starts on 1 September.
const MORNING: &str = "2026-08-21T08:00:00Z";
const NIGHT: &str = "2026-08-21T23:00:00Z";
const AUTUMN: &str = "2026-09-02T08:00:00Z";

fn calls() -> Vec<Call> {
    let call = |name, usage, tier, at| Call { name, usage, tier, at };
    let plain = || Usage::new(10, 1);
    vec![
        call("plain", plain(), Standard, MORNING),
        call("large", Usage::new(300, 1), Standard, MORNING),
        call("cached", Usage { cache_read_tokens: 5, ..plain() }, Standard, MORNING),
        call("reasoned", Usage { reasoning_tokens: 1, ..plain() }, Standard, MORNING),
        call("searched", Usage { web_search_requests: 1, ..plain() }, Standard, MORNING),
        call("batch", plain(), Batch, MORNING),
        call("fast", plain(), Fast, MORNING),
        call("night", plain(), Standard, NIGHT),
        call("autumn", plain(), Standard, AUTUMN),
    ]
}

/// Which calls have an unknown price, in the order of [`calls`], and the costs of the others.
fn outcome(entry: &ModelCatalogEntry<'_>) -> (Vec<&'static str>, BTreeMap<&'static str, String>) {
    let (mut unknown, mut costs) = (Vec::new(), BTreeMap::new());
    for Call { name, usage, tier, at } in calls() {
        match entry.cost_at(&usage, tier, at.parse::<DateTime<Utc>>().unwrap()) {
            Err(CostError::UnknownPrice { .. }) => unknown.push(name),
            Err(error) => drop(costs.insert(name, error.to_string())),
            Ok(cost) => drop(costs.insert(name, cost.total.normalize().to_string())),
        }
    }
    (unknown, costs)
}

/// Each invalid form of a document makes the price of the listed calls unknown, and leaves the others as in the valid
/// form.
fn unknown((read, document): Source, sound: &str, cases: &[(&str, &str, &[&str])]) {
    let edition = Edition { version: "1", date: NaiveDate::from_ymd_opt(2026, 8, 21).unwrap() };
    let import = |members: &str| {
        let text = document(members);
        let import = read(&text, &edition).unwrap_or_else(|error| panic!("{text}: {error}"));
        (import.snapshot.models[0].clone(), import.report)
    };
    let (none, costs) = outcome(&import(sound).0);
    assert_eq!(none, Vec::<&str>::new(), "{sound}");
    for (from, to, expected) in cases {
        assert!(sound.contains(from), "{from}");
        let (entry, report) = import(&sound.replacen(from, to, 1));
        let (missed, others) = outcome(&entry);
        assert_eq!(missed, *expected, "{from} -> {to}: {report}\n{others:?}");
        assert!(!report.left_out.is_empty(), "{to}");
        for (name, cost) in others {
            assert_eq!(cost, costs[name], "{name} of {from} -> {to}");
        }
    }
}

#[test]
fn of_litellm() {
    unknown(
        LITELLM,
        r#""input_cost_per_token": 3, "output_cost_per_token": 5, "cache_read_input_token_cost": 1,
           "input_cost_per_token_batches": 2, "output_cost_per_token_batches": 4, "output_cost_per_reasoning_token": 6,
           "search_context_cost_per_query": {"search_context_size_medium": 7},
           "provider_specific_entry": {"fast": 2},
           "tiered_pricing": [{"range": [0, 200], "input_cost_per_token": 3}, {"range": [200, 1000], "input_cost_per_token": 8}],
           "off_peak_pricing": {"windows": [{"hours_utc": "22:00-00:00", "weekdays": [5]}], "input_cost_per_token": 1}"#,
        &[
            (r#""cache_read_input_token_cost": 1"#, r#""cache_read_input_token_cost": "x""#, &["cached"]),
            (r#""cache_read_input_token_cost": 1"#, r#""cache_read_input_token_cost": null"#, &["cached"]),
            (r#""cache_read_input_token_cost": 1"#, r#""cache_read_input_token_cost": -1"#, &["cached"]),
            (r#""cache_read_input_token_cost": 1"#, r#""cache_read_input_token_cost": 1e400"#, &["cached"]),
            (
                r#""cache_read_input_token_cost": 1"#,
                r#""cache_read_input_token_cost": 1, "cache_read_input_token_cost": 2"#,
                &["cached"],
            ),
            (
                r#""cache_read_input_token_cost": 1"#,
                r#""cache_read_input_token_cost": 1, "input_cost_per_token_cache_hit": 2"#,
                &["cached"],
            ),
            (
                r#""cache_read_input_token_cost": 1"#,
                r#""cache_read_input_token_cost": 1, "input_cost_per_token_cache_hit": "free""#,
                &["cached"],
            ),
            (r#""output_cost_per_reasoning_token": 6"#, r#""output_cost_per_reasoning_token": [6]"#, &["reasoned"]),
            (r#""input_cost_per_token_batches": 2"#, r#""input_cost_per_token_batches": {}"#, &["batch"]),
            (r#""search_context_size_medium": 7"#, r#""search_context_size_medium": true"#, &["searched"]),
            (r#"{"search_context_size_medium": 7}"#, "7", &["searched"]),
            (
                r#"{"search_context_size_medium": 7}"#,
                r#"{"search_context_size_medium": 7, "search_context_size_medium": 8}"#,
                &["searched"],
            ),
            (r#"{"fast": 2}"#, r#"{"fast": "x"}"#, &["fast"]),
            (r#"{"fast": 2}"#, r#"{"fast": 0}"#, &["fast"]),
            (r#"{"fast": 2}"#, r#"{"fast": 9.87654321098765}"#, &["fast"]),
            (r#""input_cost_per_token": 8"#, r#""input_cost_per_token": "x""#, &["large"]),
            (
                "[200, 1000]",
                r#"["two hundred", 1000]"#,
                &["plain", "large", "cached", "reasoned", "searched", "batch", "fast", "night", "autumn"],
            ),
            (
                r#""hours_utc": "22:00-00:00""#,
                r#""hours_utc": "at night""#,
                &["plain", "large", "cached", "reasoned", "searched", "fast", "night", "autumn"],
            ),
            (r#""input_cost_per_token": 1}"#, r#""input_cost_per_token": "x"}"#, &["night"]),
            (
                r#""input_cost_per_token": 3,"#,
                r#""input_cost_per_token": 3, "input_cost_per_token": 4,"#,
                &["plain", "cached", "reasoned", "searched", "fast", "autumn"],
            ),
        ],
    );
}

#[test]
fn of_genai_prices() {
    let certain: &[&str] = &["plain", "large", "cached", "reasoned", "searched", "night", "autumn"];
    unknown(
        GENAI,
        r#""prices": [{"prices": {"input_mtok": {"base": 3, "tiers": [{"start": 200, "price": 8}]}, "output_mtok": 5,
                "cache_read_mtok": 1, "output_reasoning_mtok": 6}},
            {"constraint": {"start_date": "2026-09-01"}, "prices": {"input_mtok": 2, "output_mtok": 5}}],
           "price_variants": [{"when": {"processing": "batch"}, "prices": {"input_mtok": 2, "output_mtok": 4}},
            {"when": {"speed": "fast"}, "prices": {"input_mtok": 6, "output_mtok": 9}}]"#,
        &[
            (r#""cache_read_mtok": 1"#, r#""cache_read_mtok": "x""#, &["cached"]),
            (r#""cache_read_mtok": 1"#, r#""cache_read_mtok": {}"#, &["cached"]),
            (r#""cache_read_mtok": 1"#, r#""cache_read_mtok": 1, "cache_read_mtok": 2"#, &["cached"]),
            (r#""output_reasoning_mtok": 6"#, r#""output_reasoning_mtok": null"#, &["reasoned"]),
            (r#""price": 8"#, r#""price": "x""#, &["large"]),
            (r#""start": 200"#, r#""start": "many""#, &["plain", "large", "cached", "reasoned", "searched", "night"]),
            (r#"[{"start": 200, "price": 8}]"#, "7", &["plain", "large", "cached", "reasoned", "searched", "night"]),
            (r#"[{"start": 200, "price": 8}]"#, "[7]", &["plain", "large", "cached", "reasoned", "searched", "night"]),
            (r#""base": 3"#, r#""base": []"#, &["plain", "cached", "reasoned", "searched", "night"]),
            (r#""start_date": "2026-09-01""#, r#""start_date": "soon""#, certain),
            (r#"{"start_date": "2026-09-01"}"#, "7", certain),
            (
                r#"{"constraint": {"start_date": "2026-09-01"}, "prices": {"input_mtok": 2, "output_mtok": 5}}"#,
                "7",
                certain,
            ),
            (
                r#"{"start_date": "2026-09-01"}, "prices": {"input_mtok": 2, "output_mtok": 5}"#,
                r#"{"start_date": "2026-09-01"}, "prices": 5"#,
                &["autumn"],
            ),
            (
                r#"{"start_date": "2026-09-01"}, "prices": {"input_mtok": 2, "#,
                r#"{"start_date": "2026-09-01"}, "prices": {"input_mtok": "x", "#,
                &["autumn"],
            ),
            (r#""batch"}, "prices": {"input_mtok": 2, "#, r#""batch"}, "prices": {"input_mtok": -2, "#, &["batch"]),
            (r#""batch"}, "prices": {"input_mtok": 2, "output_mtok": 4}"#, r#""batch"}, "prices": []"#, &["batch"]),
        ],
    );
}

#[test]
fn of_models_dev() {
    let standard: &[&str] = &["plain", "large", "cached", "reasoned", "searched", "night", "autumn"];
    unknown(
        MODELS_DEV,
        r#""input": 3, "output": 5, "cache_read": 1, "reasoning": 6,
           "tiers": [{"tier": {"type": "context", "size": 200}, "input": 8, "output": 9}]"#,
        &[
            (r#""cache_read": 1"#, r#""cache_read": "x""#, &["cached"]),
            (r#""cache_read": 1"#, r#""cache_read": 1, "cache_read": 2"#, &["cached"]),
            (r#""reasoning": 6"#, r#""reasoning": null"#, &["reasoned"]),
            (r#""input": 8"#, r#""input": "x""#, &["large"]),
            (r#""size": 200"#, r#""size": "many""#, standard),
            (r#""size": 200"#, r#""size": 0"#, standard),
            (r#"[{"tier": {"type": "context", "size": 200}, "input": 8, "output": 9}]"#, "7", standard),
            (r#"[{"tier": {"type": "context", "size": 200}, "input": 8, "output": 9}]"#, "[7]", standard),
            (
                r#""tiers": [{"tier": {"type": "context", "size": 200}, "input": 8, "output": 9}]"#,
                r#""context_over_0k": 7"#,
                standard,
            ),
            (r#""input": 3"#, r#""input": false"#, &["plain", "cached", "reasoned", "searched", "night", "autumn"]),
        ],
    );
}

/// A price for calls that are not understood, or above an unknown threshold: the report lists it as a price that is
/// kept, and
/// no price of its component is certain.
#[test]
fn under_conditions_that_are_not_understood() {
    let edition = Edition { version: "1", date: NaiveDate::from_ymd_opt(2026, 8, 21).unwrap() };
    let standard: &[&str] = &["plain", "large", "cached", "reasoned", "searched", "night", "autumn"];
    for ((read, document), members, expected) in [
        (
            LITELLM,
            r#""input_cost_per_token": 1, "output_cost_per_token": 1, "input_cost_per_token_above_many_tokens": 9"#,
            standard,
        ),
        (
            LITELLM,
            r#""input_cost_per_token": 1, "output_cost_per_token": 1, "off_peak_pricing": {"windows": [{"hours_utc":
               "01:00-02:00", "holidays": true}], "output_cost_per_token": 2}"#,
            standard,
        ),
        (MODELS_DEV, r#""input": 1, "output": 1, "tiers": [{"input": 9}]"#, standard),
        (MODELS_DEV, r#""input": 1, "output": 1, "tiers": [{"input": 9, "tier": null}]"#, standard),
        (
            MODELS_DEV,
            r#""input": 1, "output": 1, "tiers": [{"input": 9, "tier": {"type": "time", "size": 5}}]"#,
            standard,
        ),
        (MODELS_DEV, r#""input": 1, "output": 1, "context_over_manyk": {"input": 9}"#, standard),
        (
            GENAI,
            r#""prices": [{"prices": {"input_mtok": 1, "output_mtok": 1}},
                {"constraint": {"end_date": "2027-01-06"}, "prices": {"input_mtok": 9}}]"#,
            standard,
        ),
    ] {
        let import = read(&document(members), &edition).unwrap();
        let (missed, others) = outcome(&import.snapshot.models[0]);
        let priced: Vec<&&str> = others.iter().filter(|(_, cost)| !cost.contains(' ')).map(|(name, _)| name).collect();
        assert_eq!(priced, Vec::<&&str>::new(), "{members}");
        assert!(expected.iter().all(|name| missed.contains(name) || *name == "searched"), "{members}: {missed:?}");
        assert!(import.report.notes.contains_key(&Action::PriceInExtra), "{members}: {}", import.report);
    }
    for members in [
        r#""input_cost_per_token": 1, "output_cost_per_token": 1, "input_cost_per_token_above_200_tokens": 9"#,
        r#""input_cost_per_token": 1, "output_cost_per_token": 1, "input_cost_per_token_above_1M_tokens": 9"#,
    ] {
        let import = litellm::import(&(LITELLM.1)(members), &edition).unwrap();
        assert_eq!(outcome(&import.snapshot.models[0]).0, Vec::<&str>::new(), "{members}");
    }
    let import =
        models_dev::import(&(MODELS_DEV.1)(r#""input": 1, "output": 1, "context_over_1m": {"input": 9}"#), &edition);
    let cost = import.unwrap().snapshot.models[0].cost(&Usage::new(2_000_000, 0), Standard).unwrap();
    assert_eq!(cost.total.to_string(), "18");
}

/// A call that crosses a threshold is billed in the standard tier if its own tier has no price above it.
#[test]
fn above_a_threshold_of_the_standard_tier_for_the_calls_of_other_tiers() {
    let edition = Edition { version: "1", date: NaiveDate::from_ymd_opt(2026, 8, 21).unwrap() };
    let billed = |output: &str, size: &str| {
        let model = format!(
            r#"{{"cost": {{"input": 5, "output": 30, "tiers": [{{"input": 10, {output}, "tier": {{"type": "context", "size": {size}}}}}]}},
                "experimental": {{"modes": {{"fast": {{"cost": {{"input": 12.5, "output": 75}},
                    "provider": {{"body": {{"service_tier": "priority"}}}}}}}}}}}}"#
        );
        let import = models_dev::import(&format!(r#"{{"p": {{"models": {{"m": {model}}}}}}}"#), &edition).unwrap();
        let cost = import.snapshot.models[0].cost(&Usage::new(300_000, 1_000), ServiceTier::Priority);
        cost.map_or_else(
            |error| matches!(error, CostError::UnknownPrice { .. }).to_string(),
            |cost| cost.total.to_string(),
        )
    };
    assert_eq!(billed(r#""output": 45"#, "272000"), "3.045");
    for (output, size) in
        [(r#""output": 45, "output": 50"#, "272000"), (r#""output": "abc""#, "272000"), (r#""output": 45"#, r#""abc""#)]
    {
        assert_eq!(billed(output, size), "true", "{output} {size}");
    }
}
