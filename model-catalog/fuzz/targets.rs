//! The functions of the fuzz targets. The tests replay the corpora through the same functions.

use model_catalog::{
    PackedCatalog, ServiceTier, StreamUsage, Usage, UsageFormat, UsageReport, ValidSnapshot, read_snapshot,
};

/// A valid snapshot.
pub const BASE: &str = include_str!("../tests/data/small.snapshot.json");

/// A snapshot that can be read survives packing and JSON unchanged, and all its models can be found.
pub fn snapshot(text: &str) {
    if let Ok(snapshot) = read_snapshot(text) {
        check(&snapshot);
    }
}

/// A usage object that can be read, alone or in frames, has parts that fit into their totals, is the same when only its
/// counts
/// are read, and either has a cost or a reason for having none.
pub fn usage(text: &str) {
    let Ok(value) = serde_json::from_str(text) else { return };
    let _ = UsageFormat::detect(&value);
    let catalog =
        PackedCatalog::from_snapshot(&read_snapshot(BASE).expect("the base is valid")).expect("the base is valid");
    for &format in UsageFormat::ALL {
        let mut stream = StreamUsage::new(format);
        let _ = stream.push(&value);
        let report = UsageReport::from_format(format, &value);
        let counts = Usage::from_format(format, &value);
        assert!(
            counts.is_err() || report.as_ref().map(|report| report.usage) == counts.as_ref().copied(),
            "the counts differ"
        );
        let frames = stream.report();
        for usage in [report, frames].into_iter().flatten().map(|report| report.usage).chain(stream.total()) {
            assert!(
                usage.plain_input_tokens().is_some() && usage.plain_output_tokens().is_some(),
                "parts exceed a total"
            );
            for entry in catalog.models() {
                if let Ok(cost) = entry.cost(&usage, ServiceTier::Batch.or_standard()) {
                    let (items, fees) = (cost.items.iter().map(|item| item.cost), cost.fees.iter().map(|fee| fee.cost));
                    let sum = items.chain(fees).sum();
                    assert_eq!(cost.total, sum);
                }
            }
        }
    }
}

/// A valid snapshot survives packing and JSON unchanged, and all its models can be found.
pub fn check(snapshot: &ValidSnapshot) {
    let catalog = PackedCatalog::from_snapshot(snapshot).expect("what was read is valid");
    assert!(catalog.snapshot() == *snapshot, "packing changes the snapshot");
    let json = snapshot.to_json().expect("a snapshot is JSON");
    assert!(read_snapshot(&json).expect("what was written can be read") == *snapshot, "the JSON changes the snapshot");
    for entry in &snapshot.models {
        for name in entry.aliases.iter().chain([&*entry.model_id]) {
            let found = catalog.get(&entry.provider, name).expect("a model can be found by its names");
            assert_eq!(found.model_id, entry.model_id);
            let found = catalog
                .get_by_model_id(&format!("{}/{name}", entry.provider))
                .expect("a model can be found by its full name");
            assert_eq!((found.provider, found.model_id), (entry.provider.clone(), entry.model_id.clone()));
        }
    }
}
