//! `registry catalog …` as its users run it.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

fn registry(arguments: &[&str]) -> Output {
    with_input(arguments, "")
}

fn with_input(arguments: &[&str], input: &str) -> Output {
    crate::registry(".").arg("catalog").args(arguments).stdin(input).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = registry(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog-build/tests/data").join(name)
}

fn model_data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../model-catalog/tests/data").join(name)
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

#[test]
fn show_prints_the_facts_and_json_is_the_entry() {
    let output = registry(&["show", "bedrock/anthropic.claude-opus-5"]);
    let shown = text(&output.stdout);
    assert!(shown.contains("1000000") && shown.contains("cache_write_1h"), "{shown}");
    let model = json(&["show", "openai/gpt-4o"]);
    assert_eq!((&model["provider"], &model["pricing"]["rates"][0]["price"]), (&"openai".into(), &"0.0000025".into()));
    let unknown = registry(&["show", "gtp-4o"]);
    assert_eq!(code(&unknown), Some(2));
    assert!(text(&unknown.stderr).contains("did you mean `gpt-4o`"), "{}", text(&unknown.stderr));
}

#[test]
fn search_lists_the_models_that_match_every_condition() {
    let found = json(&["search", "-p", "openai", "-n", "vision,reasoning", "--max-input-price", "0.1", "-c", "200000"]);
    let models: Vec<&str> = found.as_array().unwrap().iter().map(|model| model["model_id"].as_str().unwrap()).collect();
    assert!(models.contains(&"gpt-5-nano") && !models.contains(&"gpt-4o"), "{models:?}");
    assert_eq!(code(&registry(&["search", "no-such-model"])), Some(1));
    let wrong = registry(&["search", "-n", "visoin"]);
    assert_eq!(code(&wrong), Some(2));
    assert!(text(&wrong.stderr).contains("did you mean `vision`?"));
}

#[test]
fn cost_prints_the_exact_total_and_its_breakdown() {
    let call =
        ["cost", "gpt-5.4", "--input", "300000", "--output", "1000", "--cache-read", "100000", "--tier", "batch"];
    let output = registry(&call);
    assert!(text(&output.stdout).contains("0.53625 USD: openai/gpt-5.4, batch tier, at list prices, litellm-1.110.2"));
    let cost = json(&call);
    assert_eq!((&cost["total"], &cost["threshold"]), (&"0.53625".into(), &272_000.into()));

    let when = json(&["cost", "deepseek/deepseek-v4-pro", "--input", "1000000", "--at", "2026-11-28T02:00:00Z"]);
    assert_eq!(when["total"], "0.66");
    let no_tier = registry(&["cost", "gpt-4o", "--input", "5", "--tier", "flex"]);
    assert_eq!((code(&no_tier), text(&no_tier.stderr).contains("it has standard")), (Some(1), true));
    assert_eq!(json(&["cost", "gpt-4o", "--input", "5", "--tier", "flex", "--or-standard"])["tier"], "standard");
    assert_eq!(code(&registry(&["cost", "gpt-4o", "--input", "x"])), Some(2));
    assert_eq!(code(&registry(&["cost"])), Some(2));
}

#[test]
fn cost_marks_standard_prices_and_notes_what_it_leaves_out() {
    let call = ["cost", "vertex_ai/gemini-3-pro-preview", "--input", "300000", "--output", "1000", "--tier", "batch"];
    let rejected = registry(&call);
    let expected = "error: the catalog has no price of vertex_ai/gemini-3-pro-preview for input, output in the service tier batch, only the standard one\n";
    assert_eq!((code(&rejected), text(&rejected.stderr)), (Some(1), expected));
    let or_standard = [&call[..], &["--or-standard"]].concat();
    let billed = registry(&or_standard);
    assert!(text(&billed.stdout).contains("standard instead of batch, above 200000"), "{}", text(&billed.stdout));
    assert!(text(&billed.stdout).contains("note: Items without a rate in the service tier"));
    let cost = json(&or_standard);
    assert_eq!((&cost["items"][1]["instead_of"], &cost["notes"][0]), (&"batch".into(), &"standard_rate".into()));
    assert_eq!((&cost["provider"], &cost["model_id"]), (&"vertex_ai".into(), &"gemini-3-pro-preview".into()));

    let old = registry(&["cost", "gpt-4o", "--input", "1", "--at", "2020-01-01T00:00:00Z"]);
    assert!(text(&old.stdout).contains("note: The call is from before the snapshot date"), "{}", text(&old.stdout));
    let sonar =
        registry(&["cost", "perplexity/sonar", "--input", "1000", "--web-searches", "2", "--search-context", "High"]);
    assert!(text(&sonar.stdout).contains("0.012 per query"), "{}", text(&sonar.stdout));
    assert!(text(&sonar.stdout).contains("0.025 USD: perplexity/sonar"), "{}", text(&sonar.stdout));
}

#[test]
fn cost_rejects_a_speed_a_region_and_a_full_name_without_a_price() {
    for (arguments, expected) in [
        (&["cost", "gpt-4o", "--input", "1", "--speed", "fast"][..], "openai/gpt-4o has no service tier fast"),
        (&["cost", "gpt-4o", "--input", "1", "--inference-geo", "us"], "for calls restricted to the region us"),
        (&["cost", "gpt-4o", "--input", "1", "--tier", "batch", "--speed", "fast"], "requests both batch and fast"),
        (&["cost", "gpt-4o", "--input", "1", "--inference-geo", "mars"], "`mars` is not a region"),
        (&["cost", "anthropic/claude-4-opus", "--input", "1"], "did you mean `anthropic/claude-opus-5`?"),
        (&["show", "anthropic/claude-opus-4.5"], "did you mean `anthropic/claude-opus-4-5`"),
    ] {
        let output = registry(arguments);
        assert_ne!(code(&output), Some(0), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{arguments:?}: {}", text(&output.stderr));
    }
    for like_standard in [&["--speed", "standard"][..], &["--inference-geo", "global"], &["--tier", "Default"]] {
        let call = [&["cost", "gpt-4o", "--input", "1000000"], like_standard].concat();
        assert_eq!(json(&call)["total"], "2.5", "{like_standard:?}");
    }
}

#[test]
fn cost_multiplies_by_the_factor_of_the_region() {
    let folder = std::env::temp_dir().join(format!("registry-region-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("overlay.json");
    let overlay = r#"{"schema_version": 1, "source": {"id": "ours", "version": "1", "date": "2026-11-30"}, "models": [
        {"provider": "anthropic", "model_id": "claude-opus-5", "pricing": {"multipliers": {"us": 1.1}, "rates": [
            {"component": "input", "tier": "fast", "price": "0.00001"}]}}]}"#;
    fs::write(&file, overlay).unwrap();
    let file = file.to_str().unwrap();
    let cost = |more: &[&str]| {
        let call = ["cost", "claude-opus-5", "--input", "1000000", "--inference-geo", "us", "--overlay", file];
        json(&[&call[..], more].concat())
    };
    assert_eq!((&cost(&[])["total"], &cost(&[])["items"][0]["multiplier"]), (&"5.5".into(), &"1.1".into()));
    assert_eq!(cost(&["--speed", "fast"])["total"], "11");
    let searched = cost(&["--web-searches", "1"]);
    assert_eq!((&searched["total"], &searched["region"]), (&"5.51".into(), &"us".into()));
    let table = registry(&["cost", "claude-opus-5", "--input", "1", "--inference-geo", "US", "--overlay", file]);
    assert!(text(&table.stdout).contains("standard, × 1.1 in us"), "{}", text(&table.stdout));
    let line = r#"{"model": "claude-opus-5", "usage": {"input_tokens": 1000000, "output_tokens": 0}, "inference_geo": "us", "speed": "fast"}"#;
    let batch = with_input(&["cost", "--batch", "-", "--overlay", file], line);
    let line: Value = serde_json::from_str(text(&batch.stdout)).unwrap();
    assert_eq!((&line["cost"], &line["breakdown"]["region"]), (&"11".into(), &"us".into()));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn check_warns_about_an_ambiguous_full_name() {
    let snapshot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog-seed/model-catalog.snapshot.json");
    let output = registry(&["check", snapshot.to_str().unwrap()]);
    assert_eq!(code(&output), Some(0));
    let warnings = text(&output.stdout);
    assert!(warnings.contains("warning[ambiguous-id] deepseek/deepseek-chat: "), "{warnings}");
    assert!(!warnings.contains("warning[ambiguous-id] openai/sora-2: "), "both have one price");
}

#[test]
fn a_batch_prints_every_line_with_the_expected_cost() {
    let lines = fs::read_to_string(model_data("costs.jsonl")).unwrap();
    let output = with_input(&["cost", "--batch", "-"], &lines);
    assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).starts_with("312 calls, 0 without a cost, "), "{}", text(&output.stderr));
    let mut written = 0;
    for line in text(&output.stdout).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let number = |name: &str| line[name].as_str().unwrap().parse::<f64>().unwrap();
        let (cost, expected) = (number("cost"), number("expected_cost"));
        assert!((cost - expected).abs() <= expected * 1e-12, "{line}");
        written += 1;
    }
    assert_eq!(written, 312);
}

#[test]
fn an_unreadable_batch_names_its_file_and_accepts_no_call_options() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let output = registry(&["cost", "--batch", folder]);
    assert_eq!(code(&output), Some(2));
    assert!(text(&output.stderr).starts_with(&format!("error: {folder}: ")), "{}", text(&output.stderr));
    for ignored in [&["--tier", "batch"][..], &["--cache-read", "1"], &["--at", "2026-11-27T02:00:00Z"]] {
        let output = registry(&[&["cost", "--batch", "-"], ignored].concat());
        assert_eq!(code(&output), Some(2), "{ignored:?}");
        assert!(text(&output.stderr).contains("'--batch <FILE>' cannot be used with"), "{ignored:?}");
    }
}

#[test]
fn a_call_without_counts_is_an_error_and_not_free() {
    for call in [&["cost", "gpt-4o"][..], &["cost", "gpt-4o", "--cache-read", "5"], &["compare", "gpt-4o", "gpt-5.4"]] {
        let output = registry(call);
        assert_eq!((code(&output), text(&output.stdout)), (Some(2), ""), "{call:?}");
        let expected = "error: no number of tokens given: pass --input TOKENS, --output TOKENS or both\n";
        assert_eq!(text(&output.stderr), expected, "{call:?}");
    }
    assert_eq!(json(&["cost", "gpt-4o", "--input", "0"])["total"], "0");
}

#[test]
fn an_invalid_time_is_rejected_with_what_was_expected() {
    for at in ["2026-11-27", "2026-11-27T02:00:00", "-1"] {
        let output = registry(&["cost", "gpt-4o", "--input", "5", "--at", at]);
        assert_eq!(code(&output), Some(2), "{at}");
        let expected = format!("'--at <TIME>': `{at}` is not a time such as 2026-11-27T02:00:00Z");
        assert!(text(&output.stderr).contains(&expected), "{}", text(&output.stderr));
    }
    let cost = json(&["cost", "gpt-4o", "--input", "5", "--at", "2026-11-27T10:00:00+08:00"]);
    assert_eq!(cost["priced_at"]["moment"], "2026-11-27T02:00:00Z");
}

#[test]
fn a_command_that_uses_no_catalog_rejects_one() {
    let file = model_data("small.snapshot.json");
    let file = file.to_str().unwrap();
    let import = &["import", "--from", "litellm", file, "-o", "/no/such/file"][..];
    for command in [&["check", file][..], &["diff", file, file], import] {
        for option in ["--snapshot", "--overlay"] {
            let output = registry(&[command, &[option, file]].concat());
            assert_eq!((code(&output), text(&output.stdout)), (Some(2), ""), "{command:?} {option}");
            let expected = format!("error: {} does not use a catalog: omit {option}\n", command[0]);
            assert_eq!(text(&output.stderr), expected);
        }
    }
}

#[test]
fn a_negative_count_is_an_invalid_value() {
    let output = registry(&["cost", "gpt-4o", "--input", "-5"]);
    assert_eq!(code(&output), Some(2));
    assert!(text(&output.stderr).contains("invalid value '-5' for '--input <TOKENS>'"), "{}", text(&output.stderr));
}

#[test]
fn an_invalid_line_of_a_batch_does_not_stop_the_rest_and_sets_the_exit_code_to_1() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("calls.jsonl");
    let good = r#"{"model": "gpt-4o", "usage": {"input_tokens": 1000, "output_tokens": 0}}"#;
    fs::write(&file, format!("{good}\nnonsense\n{good}\n")).unwrap();
    let output = registry(&["cost", "--batch", file.to_str().unwrap()]);
    assert_eq!(code(&output), Some(1));
    assert_eq!(text(&output.stderr), "3 calls, 1 without a cost, 0.005 USD in total\n");
    assert_eq!(text(&output.stdout).lines().count(), 3);
    let absent = registry(&["cost", "--batch", "/no/such/file"]);
    assert_eq!((code(&absent), text(&absent.stderr).contains("/no/such/file")), (Some(2), true));
}

#[test]
fn compare_lists_the_cheapest_first_and_what_has_no_price() {
    let offers = json(&["compare", "claude-opus-5", "gpt-4o", "--input", "1000", "--output", "500"]);
    assert_eq!((&offers[0]["model"], &offers[0]["cost"]["total"]), (&"openai/gpt-4o".into(), &"0.0075".into()));
    let all = registry(&["compare", "--providers", "gpt-4o", "--input", "1000"]);
    assert!(text(&all.stdout).contains("azure/gpt-4o"));
    assert!(text(&all.stderr).contains("no price of github_copilot/gpt-4o"));
    assert_eq!(code(&all), Some(1));
}

#[test]
fn import_creates_the_checked_in_snapshot_and_check_accepts_it() {
    let directory = tempfile::tempdir().unwrap();
    let snapshot = directory.path().join("snapshot.json");
    let snapshot = snapshot.to_str().unwrap();
    let map = data("litellm-1.110.2.json");
    let map = map.to_str().unwrap();
    let edition = ["--edition", "1.110.2", "--date", "2026-11-30"];
    let output = registry(&[&["import", "--from", "litellm", map, "-o", snapshot], edition.as_slice()].concat());
    assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("4877 keys: 4769 models, 98 aliases\n"));
    assert_eq!(text(&output.stderr), "", "no progress where there is no terminal");
    assert!(fs::read_to_string(snapshot).unwrap() == include_str!("../../../catalog-seed/model-catalog.snapshot.json"));

    let check = registry(&["check", snapshot]);
    assert_eq!(code(&check), Some(0));
    assert!(text(&check.stderr).contains(": 0 errors, "));
    assert!(text(&check.stdout).contains("warning[retired]"));
    assert_eq!(code(&registry(&["check", snapshot, "--strict"])), Some(1));
}

/// A map with a hundred entries, of which this many are not objects, and of which the first has an invalid mode.
fn damaged_map(unusable: usize) -> String {
    let entry = |number| match number {
        0 => r#""m0": {"litellm_provider": "openai", "mode": "chatt"}"#.to_owned(),
        _ if number <= unusable => format!(r#""m{number}": null"#),
        _ => format!(r#""m{number}": {{"litellm_provider": "openai", "input_cost_per_token": 1e-6}}"#),
    };
    format!("{{\n{}\n}}", (0..100).map(entry).collect::<Vec<_>>().join(",\n"))
}

#[test]
fn import_leaves_out_what_it_cannot_read_and_reports_its_position() {
    let directory = tempfile::tempdir().unwrap();
    let [map, snapshot] = ["map.json", "snapshot.json"].map(|name| directory.path().join(name));
    fs::write(&map, damaged_map(1)).unwrap();
    let [map, snapshot] = [&map, &snapshot].map(|path| path.to_str().unwrap());
    let import = ["import", "--from", "litellm", map, "-o", snapshot];
    let output = registry(&import);
    assert_eq!((code(&output), text(&output.stderr)), (Some(0), ""));
    let expected = "100 keys: 99 models, 0 aliases\nleft out: 1 entries, and 1 members of other entries\n";
    assert!(text(&output.stdout).starts_with(expected), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("mode: expected a known mode (m0: `chatt` is not a mode"));
    assert_eq!(code(&registry(&["check", snapshot])), Some(0));

    let report = json(&import);
    let left_out = report["left_out"].as_array().unwrap();
    assert_eq!(left_out.len(), 2, "{report}");
    assert_eq!((&left_out[0]["key"], &left_out[0]["line"]), (&"m1".into(), &3.into()));
    assert_eq!((&left_out[1]["member"], &left_out[1]["column"]), (&"mode".into(), &46.into()));

    let strict = registry(&[&import[..], &["--strict"]].concat());
    assert_eq!((code(&strict), text(&strict.stdout)), (Some(2), ""));
    let expected = "litellm: m1: null; expected an object (line 3, column 7); and 1 more\n";
    assert!(text(&strict.stderr).ends_with(expected), "{}", text(&strict.stderr));
}

#[test]
fn import_writes_nothing_if_more_than_one_percent_of_the_entries_cannot_be_used() {
    let directory = tempfile::tempdir().unwrap();
    let [map, snapshot] = ["map.json", "snapshot.json"].map(|name| directory.path().join(name));
    for (contents, lost, keys) in [(damaged_map(2), 2, 100), (damaged_map(99), 99, 100), ("{}".to_owned(), 0, 0)] {
        fs::write(&map, contents).unwrap();
        fs::write(&snapshot, "as before").unwrap();
        let [map, snapshot] = [&map, &snapshot].map(|path| path.to_str().unwrap());
        let output = registry(&["import", "--from", "litellm", map, "-o", snapshot]);
        assert_eq!(code(&output), Some(1), "{lost}");
        assert!(text(&output.stdout).starts_with(&format!("{keys} keys: ")), "{}", text(&output.stdout));
        let message = text(&output.stderr);
        assert!(message.contains(&format!("{lost} of {keys} entries cannot be used")), "{message}");
        assert!(message.contains("was not written"), "{message}");
        assert_eq!(fs::read_to_string(snapshot).unwrap(), "as before");
    }
}

#[test]
fn a_model_that_is_deprecated_without_a_date_is_shown_as_deprecated() {
    let directory = tempfile::tempdir().unwrap();
    let [data, snapshot] = ["data.json", "snapshot.json"].map(|name| directory.path().join(name));
    let [data, snapshot] = [&data, &snapshot].map(|path| path.to_str().unwrap());
    for (from, contents) in [
        ("models-dev", r#"{"p": {"models": {"m": {"status": "deprecated"}}}}"#),
        ("genai-prices", r#"[{"id": "p", "models": [{"id": "m", "deprecated": true}]}]"#),
    ] {
        fs::write(data, contents).unwrap();
        assert_eq!(code(&registry(&["import", "--from", from, data, "-o", snapshot])), Some(0));
        let shown = registry(&["show", "p/m", "--snapshot", snapshot]);
        let shown = text(&shown.stdout);
        let line = shown.lines().find(|line| line.contains("status")).unwrap_or_else(|| panic!("{shown}"));
        assert!(line.contains("deprecated") && !shown.contains("retirement"), "{shown}");
    }
}

#[test]
fn a_providers_spelling_has_one_price_in_a_full_name_and_in_a_batch() {
    let directory = tempfile::tempdir().unwrap();
    let [data, snapshot] = ["api.json", "snapshot.json"].map(|name| directory.path().join(name));
    let model = |price| format!(r#"{{"models": {{"claude-x": {{"cost": {{"input": {price}}}}}}}}}"#);
    let both = format!(r#"{{"google-vertex": {}, "google-vertex-anthropic": {}}}"#, model(1), model(2));
    fs::write(&data, both).unwrap();
    let [data, snapshot] = [&data, &snapshot].map(|path| path.to_str().unwrap());
    assert_eq!(code(&registry(&["import", "--from", "models-dev", data, "-o", snapshot])), Some(0));

    for (provider, price) in [("google-vertex", "1"), ("google-vertex-anthropic", "2")] {
        let name = format!("{provider}/claude-x");
        let alone = json(&["cost", &name, "--input", "1000000", "--snapshot", snapshot]);
        let usage = r#""usage": {"input_tokens": 1000000, "output_tokens": 0}"#;
        let lines = format!(
            r#"{{"provider": "{provider}", "model": "claude-x", {usage}}}
               {{"provider": "{provider}", "model": "{name}", {usage}}}
               {{"model": "{name}", {usage}}}"#
        );
        let batch = with_input(&["cost", "--batch", "-", "--snapshot", snapshot], &lines);
        let costs = text(&batch.stdout).lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let costs: Vec<Value> = [alone].into_iter().chain(costs).collect();
        assert_eq!(costs.len(), 4);
        for line in costs {
            let cost = line.get("cost").or_else(|| line.get("total")).unwrap().as_str().unwrap();
            assert_eq!(cost.trim_end_matches('0').trim_end_matches('.'), price, "{line}");
        }
    }
}

#[test]
fn check_lists_each_broken_rule_with_its_entry() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("broken.json");
    let sound = fs::read_to_string(model_data("small.snapshot.json")).unwrap();
    fs::write(&file, sound.replace("\"0.0000025\"", "\"-1\"").replace("\"USD\"", "\"EUR\"")).unwrap();
    let file = file.to_str().unwrap();
    let check = registry(&["check", file]);
    assert_eq!(code(&check), Some(1));
    let shown = text(&check.stdout);
    assert!(
        shown.contains("error[currency] snapshot") && shown.contains("error[negative-price] example/model-1"),
        "{shown}"
    );
    let findings: Value = serde_json::from_slice(&registry(&["check", file, "--json"]).stdout).unwrap();
    assert_eq!(findings.as_array().unwrap().len(), 2);
}

#[test]
fn the_json_of_check_determines_its_exit_code() {
    let small = model_data("small.snapshot.json");
    let small = small.to_str().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let spelled = directory.path().join("spelled.json");
    let text_of_small = fs::read_to_string(small).unwrap();
    fs::write(&spelled, text_of_small.replace(r#""provider": "example""#, r#""provider": "google""#)).unwrap();
    let spelled = spelled.to_str().unwrap();
    for (arguments, expected) in [
        (vec![small], vec![]),
        (vec![small, "--max-age", "100000"], vec![]),
        (vec![small, "--max-age", "0"], vec![("error", "stale")]),
        (vec![spelled], vec![("warning", "provider-spelling"); 2]),
        (
            vec![spelled, "--strict", "--max-age", "0"],
            vec![("error", "stale"), ("warning", "provider-spelling"), ("warning", "provider-spelling")],
        ),
    ] {
        let output = registry(&[&["check", "--json"], arguments.as_slice()].concat());
        let findings: Value = serde_json::from_slice(&output.stdout).unwrap();
        let found: Vec<(&str, &str)> = findings
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| (finding["severity"].as_str().unwrap(), finding["rule"].as_str().unwrap()))
            .collect();
        assert_eq!(found, expected, "{arguments:?}");
        let strict = arguments.contains(&"--strict");
        let has_problem = found.iter().any(|(severity, _)| strict || *severity == "error");
        assert_eq!(code(&output), Some(i32::from(has_problem)), "{arguments:?}");
    }
    let stale = registry(&["check", small, "--max-age", "0"]);
    assert_eq!(code(&stale), Some(1));
    let shown = text(&stale.stdout);
    assert!(shown.starts_with("error[stale] snapshot: the model catalog is dated 2026-08-21, "), "{shown}");
    assert!(
        shown.contains("days ago; at most 0 days are allowed") && text(&stale.stderr).contains(": 1 error, "),
        "{shown}"
    );
}

#[test]
fn a_search_accepts_every_spelling_of_a_provider() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("spelled.json");
    let small = fs::read_to_string(model_data("small.snapshot.json")).unwrap();
    fs::write(&file, small.replace(r#""provider": "example""#, r#""provider": "google""#)).unwrap();
    let file = file.to_str().unwrap();
    for provider in ["google", "gemini"] {
        let found = json(&["search", "--provider", provider, "--snapshot", file]);
        assert_eq!(found.as_array().unwrap().len(), 2, "{provider}");
    }
    assert_eq!(code(&registry(&["check", file, "--strict"])), Some(1));
}

#[test]
fn diff_lists_changes_as_a_table_and_as_json() {
    let directory = tempfile::tempdir().unwrap();
    let new = directory.path().join("new.json");
    let old = model_data("small.snapshot.json");
    let sound = fs::read_to_string(&old).unwrap();
    fs::write(&new, sound.replace("\"0.0000025\"", "\"0.000002\"").replace("\"streaming\",", "")).unwrap();
    let (old, new) = (old.to_str().unwrap(), new.to_str().unwrap());
    let output = registry(&["diff", old, new]);
    let shown = text(&output.stdout);
    assert!(shown.contains("price of input") && shown.contains("-20") && shown.contains("lost streaming"), "{shown}");
    assert_eq!(text(&output.stderr), "0 added, 0 removed, 1 changed\n");
    assert_eq!(json(&["diff", old, new])["changed"][0]["prices"][0]["percent"], "-20");
}

#[test]
fn every_query_accepts_another_snapshot_with_overlays() {
    let directory = tempfile::tempdir().unwrap();
    let overlay = directory.path().join("ours.json");
    let snapshot = model_data("small.snapshot.json");
    fs::write(
        &overlay,
        r#"{"schema_version": 1, "source": {"id": "ours", "version": "1", "date": "2026-08-21"},
            "models": [{"provider": "example", "model_id": "model-1", "pricing": {"rates": [{"component": "input", "price": 1}]}}]}"#,
    )
    .unwrap();
    let (overlay, snapshot) = (overlay.to_str().unwrap(), snapshot.to_str().unwrap());
    let cost = json(&["cost", "model-1", "--input", "2", "--snapshot", snapshot, "--overlay", overlay]);
    assert_eq!((&cost["total"], &cost["snapshot_id"]), (&"2".into(), &"example-2026-08-21+ours".into()));
    let broken = registry(&["show", "model-1", "--snapshot", overlay]);
    assert_eq!((code(&broken), text(&broken.stderr).contains("ours.json")), (Some(2), true));
}

#[test]
fn the_commands_of_the_readme_run() {
    let readme = include_str!("../../../README.md");
    let section = readme.split("## What does it cost?").nth(1).unwrap().split("\n## ").next().unwrap();
    let commands: Vec<&str> =
        section.lines().filter_map(|line| line.strip_prefix("cargo run -p registry-cli -- catalog ")).collect();
    assert_eq!(commands.len(), 4);
    for command in commands {
        let output = registry(&command.split(' ').collect::<Vec<_>>());
        assert_eq!(code(&output), Some(0), "{command}: {}", text(&output.stderr));
        assert!(text(&output.stdout).lines().count() > 3, "{command}");
    }
    let models = json(&["search"]).as_array().unwrap().len();
    assert!(
        section.contains(&format!("{},{:03} models", models / 1000, models % 1000)),
        "the catalog has {models} models"
    );
}
