//! Every kind of damage to a snapshot is rejected, naming the entry and the rule, both when it is read and when it is
//! embedded.

use catalog_build::{EmbedError, embed, embed_overlay};
use model_catalog::{Rule, ValidSnapshot, read_snapshot};

const SOUND: &str = include_str!("../../../model-catalog/tests/data/small.snapshot.json");

/// What is replaced by what, the rule that is then broken, and the entry that breaks it; `""` stands for the head of
/// the snapshot.
type Damage = (&'static str, &'static str, Rule, &'static str);

const ONE: &str = "example/model-1";
const TWO: &str = "example/model-2";

#[rustfmt::skip]
const DAMAGES: &[Damage] = &[
    // The text.
    ("\n ]\n}", "\n ]", Rule::Syntax, ""),
    ("\"models\": [", "\"models\": [,", Rule::Syntax, ""),
    ("\"unit\": \"token\"", "\"unit\": 'token'", Rule::Syntax, ""),
    ("\"unit\": \"token\"", "\"unit\": \"to\nken\"", Rule::Syntax, ""),
    ("\n ]\n}", "\n ]\n} {}", Rule::Syntax, ""),
    ("\n ]\n}", "\n ],\n}", Rule::Syntax, ""),
    ("\"unit\": \"token\"", "\"unit\": NaN", Rule::Syntax, ""),
    ("400000", "400000e", Rule::Syntax, ""),
    // The head.
    (" \"schema_version\": 1,\n", "", Rule::Shape, ""),
    ("\"schema_version\": 1", "\"schema_version\": 2", Rule::SchemaVersion, ""),
    ("\"schema_version\": 1", "\"schema_version\": \"1\"", Rule::Shape, ""),
    ("\"schema_version\": 1", "\"schema_version\": -1", Rule::Shape, ""),
    (" \"snapshot_id\": \"example-2026-08-21\",\n", "", Rule::Shape, ""),
    ("\"snapshot_id\": \"example-2026-08-21\"", "\"snapshot_id\": \"\"", Rule::SnapshotId, ""),
    ("\"snapshot_id\": \"example-2026-08-21\"", "\"snapshot_id\": \"a\\u0007b\"", Rule::SnapshotId, ""),
    (" \"date\": \"2026-08-21\",\n \"currency\"", " \"date\": \"2026-13-21\",\n \"currency\"", Rule::Shape, ""),
    (" \"date\": \"2026-08-21\",\n \"currency\"", " \"date\": \"21.08.2026\",\n \"currency\"", Rule::Shape, ""),
    (" \"date\": \"2026-08-21\",\n \"currency\"", " \"currency\"", Rule::Shape, ""),
    ("\"USD\"", "\"EUR\"", Rule::Currency, ""),
    ("\"USD\"", "\"usd\"", Rule::Currency, ""),
    ("\"unit\": \"token\"", "\"unit\": \"mtok\"", Rule::Unit, ""),
    ("\"unit\": \"token\",", "\"unit\": \"token\", \"unit\": \"token\",", Rule::Shape, ""),
    ("\"unit\": \"token\",", "\"unit\": \"token\", \"comment\": \"\",", Rule::Shape, ""),
    ("\"models\": [", "\"models\": {}, \"m\": [", Rule::Shape, ""),
    // The sources.
    ("   \"id\": \"example\",\n", "", Rule::Shape, ""),
    ("   \"id\": \"example\",\n", "   \"id\": \"\",\n", Rule::SourceId, ""),
    ("\"version\": \"1\"", "\"version\": \"\"", Rule::SourceId, ""),
    ("https://example.com/prices.json", "example.com/prices.json", Rule::SourceUrl, ""),
    ("https://example.com/prices.json", "https://", Rule::SourceUrl, ""),
    ("e3b0c442", "E3B0C442", Rule::SourceHash, ""),
    ("e3b0c442", "e3b0c44", Rule::SourceHash, ""),
    ("   \"date\": \"2026-08-21\",\n   \"sha256\"", "   \"date\": \"2026-02-30\",\n   \"sha256\"", Rule::Shape, ""),
    // An entry's names.
    ("   \"provider\": \"example\",\n   \"model_id\": \"model-2\"", "   \"model_id\": \"model-2\"", Rule::Shape, "models[1]"),
    ("\"model_id\": \"model-1\"", "\"model_id\": 1", Rule::Shape, "models[0]"),
    ("\"provider\": \"example\",\n   \"model_id\": \"model-2\"", "\"provider\": \"\",\n   \"model_id\": \"model-2\"", Rule::ProviderName, "/model-2"),
    ("\"provider\": \"example\",\n   \"model_id\": \"model-2\"", "\"provider\": \"ex/ample\",\n   \"model_id\": \"model-2\"", Rule::ProviderName, "ex/ample/model-2"),
    ("\"provider\": \"example\",\n   \"model_id\": \"model-2\"", "\"provider\": \"ex ample\",\n   \"model_id\": \"model-2\"", Rule::ProviderName, "ex ample/model-2"),
    ("\"model_id\": \"model-2\"", "\"model_id\": \"\"", Rule::ModelName, "example/"),
    ("\"model_id\": \"model-2\"", "\"model_id\": \" model-2\"", Rule::ModelName, "example/ model-2"),
    ("\"model_id\": \"model-2\"", "\"model_id\": \"model\\t2\"", Rule::ModelName, "example/model\t2"),
    ("\"model_id\": \"model-2\"", "\"model_id\": \"model-1\"", Rule::DuplicateId, ONE),
    ("\"model_id\": \"model-2\"", "\"model_id\": \"model-2\", \"model_id\": \"model-2\"", Rule::Shape, TWO),
    ("[\"model-latest\"]", "[\"\"]", Rule::ModelName, ONE),
    ("[\"model-latest\"]", "[\"model-2\"]", Rule::AliasCollision, ONE),
    ("[\"model-latest\"]", "[\"model-1\"]", Rule::AliasCollision, ONE),
    ("[\"model-latest\"]", "[\"a\", \"a\"]", Rule::AliasCollision, ONE),
    ("[\"model-latest\"]", "\"model-latest\"", Rule::Shape, ONE),
    ("\"model_id\": \"model-2\"", "\"model_id\": \"model-2\", \"aliases\": [\"model-latest\"]", Rule::AliasCollision, TWO),
    ("\"models\": [", "\"models\": [7,", Rule::Shape, "models[0]"),
    ("\"models\": [", "\"models\": [[],", Rule::Shape, "models[0]"),
    ("\"models\": [", "\"models\": [null,", Rule::Shape, "models[0]"),
    // Its facts.
    ("\"mode\": \"chat\"", "\"mode\": \"chatt\"", Rule::Shape, ONE),
    ("\"mode\": \"chat\"", "\"modes\": \"chat\"", Rule::Shape, ONE),
    ("400000", "\"400000\"", Rule::Shape, ONE),
    ("400000", "-400000", Rule::Shape, ONE),
    ("400000", "4000.5", Rule::Shape, ONE),
    ("400000", "1000000000001", Rule::Limit, ONE),
    ("400000", "99999999999999999999", Rule::Shape, ONE),
    ("\"json_schema\"]", "\"json_scheme\"]", Rule::Shape, ONE),
    ("\"json_schema\"]", "\"streaming\"]", Rule::Shape, ONE),
    ("\"json_schema\"]", "\"priced\"]", Rule::Shape, ONE),
    ("2027-06-30", "2027-06-31", Rule::Shape, ONE),
    ("2027-06-30", "soon", Rule::Shape, ONE),
    ("\"successor\": \"model-2\"", "\"successor\": \"model-1\"", Rule::Successor, ONE),
    ("\"successor\": \"model-2\"", "\"successor\": \"\"", Rule::Successor, ONE),
    ("\"https://example.com/model-1\"", "\"a price list\"", Rule::EntrySource, ONE),
    ("\"model_id\": \"model-2\",\n   \"origin\": \"example\"", "\"model_id\": \"model-2\"", Rule::Shape, TWO),
    ("\"model_id\": \"model-2\",\n   \"origin\": \"example\"", "\"model_id\": \"model-2\",\n   \"origin\": \"elsewhere\"", Rule::MissingSource, TWO),
    ("\"model_id\": \"model-2\",", "\"model_id\": \"model-2\", \"provenance\": {\"mode\": \"elsewhere\"},", Rule::ProvenanceSource, TWO),
    ("\"model_id\": \"model-2\",", "\"model_id\": \"model-2\", \"provenance\": {\"mode\\n\": \"example\"},", Rule::Shape, TWO),
    ("{\"rpm\":1000.0}", "[1000.0]", Rule::Shape, ONE),
    ("{\"rpm\":1000.0}", "{\"rpm\":1000.0,\"rpm\":1}", Rule::Shape, ONE),
    // Its rates.
    ("\"0.0000025\"", "\"-0.0000025\"", Rule::NegativePrice, ONE),
    ("\"0.0000025\"", "-2.5e-6", Rule::NegativePrice, ONE),
    ("\"0.0000025\"", "\"2,5\"", Rule::Shape, ONE),
    ("\"0.0000025\"", "\"\"", Rule::Shape, ONE),
    ("\"0.0000025\"", "null", Rule::Shape, ONE),
    ("\"0.0000025\"", "true", Rule::Shape, ONE),
    ("\"0.0000025\"", "\"1e-29\"", Rule::Shape, ONE),
    ("\"0.0000025\"", "1e16", Rule::Shape, ONE),
    ("{\"component\":\"output\",\"price\"", "{\"component\":\"outputs\",\"price\"", Rule::Shape, ONE),
    ("{\"component\":\"output\",\"price\"", "{\"price\"", Rule::Shape, ONE),
    ("\"tier\":\"batch\"", "\"tier\":\"batches\"", Rule::Shape, ONE),
    ("\"tier\":\"batch\"", "\"tier\":\"standard\"", Rule::DuplicateRate, ONE),
    ("\"above\":272000", "\"above\":0", Rule::DuplicateRate, ONE),
    ("\"above\":272000", "\"above\":\"272k\"", Rule::Shape, ONE),
    ("\"above\":272000", "\"above\":1000000000001", Rule::RateTerms, ONE),
    ("\"above\":272000", "\"over\":272000", Rule::Shape, ONE),
    ("\"from\":\"2026-09-01\"", "\"from\":\"2026-9-1\"", Rule::Shape, ONE),
    ("[\"sat\",\"sun\"]", "[]", Rule::Shape, ONE),
    ("[\"sat\",\"sun\"]", "[\"samstag\"]", Rule::Shape, ONE),
    ("\"end\":\"24:00\"", "\"end\":\"24:30\"", Rule::Shape, ONE),
    ("\"end\":\"24:00\"", "\"end\":\"00:00\"", Rule::Shape, ONE),
    ("{\"component\":\"cache_read\",\"price\"", "{\"component\":\"output\",\"window\":{\"days\":[\"sun\"],\"start\":\"12:00\",\"end\":\"13:00\"},\"price\"", Rule::OverlappingWindows, ONE),
    ("\"rates\": [", "\"threshold_rule\": \"strict\", \"rates\": [", Rule::Shape, ONE),
    ("\"rates\": [", "\"rates\": null, \"r\": [", Rule::Shape, ONE),
];

fn damaged(from: &str, to: &str) -> String {
    assert_eq!(SOUND.matches(from).count(), 1, "{from:?} must occur once in the snapshot");
    SOUND.replace(from, to)
}

#[test]
fn the_valid_snapshot_is_read_and_written_and_breaks_no_rule() {
    let snapshot = read_snapshot(SOUND).unwrap();
    assert_eq!(catalog_build::validate(&snapshot), []);
    assert_eq!(read_snapshot(&snapshot.to_json().unwrap()).unwrap(), snapshot);
}

#[test]
fn every_kind_of_damage_is_rejected_with_its_entry_and_rule() {
    for &(from, to, rule, entry) in DAMAGES {
        let error = read_snapshot(&damaged(from, to)).expect_err(to);
        let entry = (!entry.is_empty()).then_some(entry);
        let found = error.findings.iter().any(|finding| finding.rule == rule && finding.entry.as_deref() == entry);
        assert!(found, "{from:?} -> {to:?}: expected {rule} of {entry:?}, found {error}");
        let message = error.to_string();
        assert!(message.contains(rule.key()) && message.contains(rule.text()), "{message}");
        assert!(message.contains(&entry.unwrap_or("snapshot").escape_debug().to_string()), "{message}");
    }
}

#[test]
fn every_kind_of_damage_is_different() {
    let kinds: std::collections::BTreeSet<_> = DAMAGES.iter().map(|(from, to, ..)| (from, to)).collect();
    assert_eq!(kinds.len(), DAMAGES.len());
    assert!(DAMAGES.len() >= 50);
}

#[test]
fn an_unreadable_entry_has_a_line_and_column() {
    let json = damaged("\"tier\":\"batch\"", "\"tier\":\"batches\"");
    let error = read_snapshot(&json).unwrap_err();
    let position = error.findings[0].position.unwrap();
    let line = json.lines().nth(position.line - 1).unwrap();
    assert!(line[..position.column].contains("batches"), "{position}: {line}");
    assert!(error.to_string().contains("`batches` is not a service tier (did you mean `batch`?)"), "{error}");
}

#[test]
fn every_invalid_entry_is_reported_and_not_only_the_first() {
    let json = damaged("\"mode\": \"chat\"", "\"mode\": \"chatt\"")
        .replace("\"model_id\": \"model-2\",", "\"model_id\": \"model-2\", \"mode\": 7,");
    let error = read_snapshot(&json).unwrap_err();
    let entries: Vec<_> = error.findings.iter().map(|finding| finding.entry.as_deref().unwrap()).collect();
    assert_eq!(entries, [ONE, TWO]);
    assert!(
        error
            .to_string()
            .starts_with("the model catalog snapshot breaks 2 rules:\n  error[shape] example/model-1 at line")
    );
}

#[test]
fn a_snapshot_without_models_or_sources_is_rejected() {
    let sound = read_snapshot(SOUND).unwrap().into_inner();
    let mut snapshot = sound.clone();
    snapshot.models.clear();
    assert_eq!(ValidSnapshot::try_from(snapshot).unwrap_err().findings[0].rule, Rule::NoModels);
    let mut snapshot = sound.clone();
    snapshot.sources.clear();
    assert_eq!(ValidSnapshot::try_from(snapshot).unwrap_err().findings[0].rule, Rule::MissingSource);
    let mut snapshot = sound;
    snapshot.sources.extend(snapshot.sources.clone());
    assert_eq!(ValidSnapshot::try_from(snapshot).unwrap_err().findings[0].rule, Rule::SourceId);
}

#[test]
fn a_price_with_too_many_digits_is_rejected_in_a_snapshot_built_in_memory() {
    let mut snapshot = read_snapshot(SOUND).unwrap().into_inner();
    let mut rates: Vec<_> = snapshot.models[0].pricing.rates.iter().collect();
    rates[0].price = "0.1234567890123456".parse().unwrap();
    snapshot.models[0].pricing.rates = rates.into();
    let error = ValidSnapshot::try_from(snapshot).unwrap_err();
    assert_eq!((error.findings[0].rule, error.findings[0].entry.as_deref()), (Rule::PriceDigits, Some(ONE)));
}

#[test]
fn a_build_script_fails_with_every_rule_and_writes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("broken.json");
    for &(from, to, rule, entry) in DAMAGES {
        std::fs::write(&path, damaged(from, to)).unwrap();
        let error = embed(&path, directory.path().join("catalog")).unwrap_err();
        assert!(matches!(error, EmbedError::Snapshot { .. }));
        let message = error.to_string();
        for part in ["broken.json", rule.key(), &entry.escape_debug().to_string()] {
            assert!(message.contains(part), "{part:?} is missing in {message}");
        }
        assert!(!directory.path().join("catalog.data").exists());
    }
}

#[test]
fn a_build_script_without_a_snapshot_names_the_missing_file() {
    let directory = tempfile::tempdir().unwrap();
    let error = embed(directory.path().join("absent.json"), directory.path().join("catalog")).unwrap_err();
    assert!(error.to_string().starts_with("cannot read"), "{error}");
    assert!(error.to_string().contains("absent.json"), "{error}");
}

#[test]
fn a_valid_snapshot_is_embedded_as_a_pair_of_files() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("sound.json");
    std::fs::write(&path, SOUND).unwrap();
    embed(&path, directory.path().join("catalog")).unwrap();
    let catalog = model_catalog::PackedCatalog::from_snapshot(&read_snapshot(SOUND).unwrap()).unwrap();
    let (text, data) = catalog.parts();
    assert_eq!(std::fs::read_to_string(directory.path().join("catalog.text")).unwrap(), text);
    assert_eq!(std::fs::read(directory.path().join("catalog.data")).unwrap(), data);
}

#[test]
fn an_overlay_is_applied_and_embedded_and_an_invalid_one_fails_the_build() {
    let directory = tempfile::tempdir().unwrap();
    let (path, out) = (directory.path().join("ours.json"), directory.path().join("catalog"));
    let base = model_catalog::PackedCatalog::from_snapshot(&read_snapshot(SOUND).unwrap()).unwrap();
    let overlay = |model: &str| {
        format!(
            r#"{{"schema_version": 1, "source": {{"id": "ours", "version": "1", "date": "2026-08-21"}}, "models": [{model}]}}"#
        )
    };
    std::fs::write(&path, overlay(r#"{"provider": "example", "model_id": "gone", "remove": true}"#)).unwrap();
    let message = embed_overlay(&base, &path, &out).unwrap_err().to_string();
    assert!(message.contains("ours.json") && message.contains("error[overlay-target] example/gone"), "{message}");
    assert!(!out.with_extension("data").exists());
    std::fs::write(&path, overlay(r#"{"provider": "example", "model_id": "ours", "mode": "chat"}"#)).unwrap();
    embed_overlay(&base, &path, &out).unwrap();
    assert!(std::fs::read_to_string(out.with_extension("text")).unwrap().contains("ours"));
}
