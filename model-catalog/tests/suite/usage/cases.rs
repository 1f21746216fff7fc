//! Usage objects that other software misreads, with their correct meaning.

use crate::cost::SEED;
use model_catalog::{ServiceTier, Usage, UsageFormat, UsageReport};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(rename = "case")]
    name: String,
    shape: String,
    usage: Value,
    counts: Option<Usage>,
    #[serde(default)]
    error: bool,
    service_tier: Option<ServiceTier>,
    model: Option<String>,
    cost: Option<String>,
}

#[test]
fn every_case_is_read_correctly_and_billed() {
    let cases: Vec<Case> =
        include_str!("../../data/usage.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), 16);
    for Case { name: case, shape, usage, counts, error, service_tier, model, cost } in cases {
        let format: UsageFormat = shape.parse().unwrap();
        let report = UsageReport::from_format(format, &usage);
        let Some(counts) = counts else {
            assert!(error && report.is_err(), "{case}: {report:?}");
            continue;
        };
        let report = report.unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!((report.usage, report.tier), (counts, service_tier), "{case}");
        let alone = Usage::from_format(format, &usage);
        match service_tier {
            None => assert_eq!(alone, Ok(counts), "{case}"),
            Some(_) => assert!(alone.is_err(), "{case}: the tier is lost"),
        }
        if let (Some(model), Some(cost)) = (model, cost) {
            let (provider, id) = model.split_once('/').unwrap();
            let entry = SEED.get(provider, id).unwrap();
            let tier = service_tier.unwrap_or(ServiceTier::Standard);
            assert_eq!(entry.cost(&report.usage, tier).unwrap().total.to_string(), cost, "{case}");
        }
    }
}
