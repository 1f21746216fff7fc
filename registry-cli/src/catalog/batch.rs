//! `registry catalog cost --batch`: one call per line, in memory that does not grow with the file.

use super::call::Fallback;
use super::in_file;
use super::line::Line;
use crate::outcome::{Outcome, Verdict, counted, say};
use registry::catalog::{Cost, CostFee, CostItem, CostNote, Decimal, ModelCatalog, PricedAt, Region, ServiceTier};
use serde::{Deserialize, Deserializer, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Write};
use std::path::Path;
use vocabulary::or_did_you_mean;

/// The maximum number of bytes in a line; a longer line is an error.
const MAX_LINE: u64 = 1 << 20;

/// The number of bytes that are read or written at once.
const BUFFER: usize = 1 << 16;

/// The breakdown of a cost, without the total.
#[derive(Serialize)]
struct Breakdown<'c> {
    items: &'c [CostItem],
    #[serde(skip_serializing_if = "<[CostFee]>::is_empty")]
    fees: &'c [CostFee],
    tier: ServiceTier,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threshold: Option<u64>,
    priced_at: PricedAt,
    #[serde(skip_serializing_if = "<[CostNote]>::is_empty")]
    notes: &'c [CostNote],
    snapshot_id: &'c str,
}

/// The model of the catalog that a line stands for.
struct PricedModel {
    provider: String,
    model: String,
}

/// Why a line has no cost, with its model if one was found.
struct NoCost {
    model: Option<PricedModel>,
    error: String,
}

impl From<String> for NoCost {
    fn from(error: String) -> Self {
        Self { model: None, error }
    }
}

pub(super) fn run(catalog: &ModelCatalog, path: &Path, fallback: &Fallback) -> Outcome {
    let reader: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(BufReader::with_capacity(BUFFER, io::stdin()))
    } else {
        let file = File::open(path).map_err(|error| in_file(path, &error))?;
        Box::new(BufReader::with_capacity(BUFFER, file))
    };
    let mut writer = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let summary = price_lines(catalog, fallback, reader, &mut writer).map_err(|error| match error {
        Failure::Reading(error) => in_file(path, &error),
        Failure::Other(error) => error.into(),
    })?;
    writer.flush()?;
    let Summary { lines, failed, total } = summary;
    let calls = counted(lines, "call");
    say(format_args!("{calls}, {failed} without a cost, {} USD in total", total.normalize()));
    Ok(if failed == 0 { Verdict::Fine } else { Verdict::Problems })
}

/// The result of all lines.
#[derive(Debug, PartialEq)]
struct Summary {
    lines: usize,
    failed: usize,
    total: Decimal,
}

/// What stops the processing before the last line.
#[derive(Debug)]
enum Failure {
    Reading(io::Error),
    Other(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Other(error)
    }
}

/// The mark that some programs write at the beginning of a UTF-8 file.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

fn price_lines(
    catalog: &ModelCatalog,
    fallback: &Fallback,
    mut reader: impl BufRead,
    writer: &mut impl Write,
) -> Result<Summary, Failure> {
    let mut summary = Summary { lines: 0, failed: 0, total: Decimal::ZERO };
    let mut bytes = Vec::new();
    for number in 1_u64.. {
        bytes.clear();
        if reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes).map_err(Failure::Reading)? == 0 {
            break;
        }
        let is_cut = bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n');
        if is_cut {
            reader.skip_until(b'\n').map_err(Failure::Reading)?;
        }
        let line = if number == 1 { bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes) } else { &bytes };
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        summary.lines += 1;
        let object = if is_cut { Err(format!("the line is longer than {MAX_LINE} bytes")) } else { object(line) };
        let priced = match &object {
            Ok(object) => price(catalog, fallback, object),
            Err(error) => Err(error.clone().into()),
        };
        match priced {
            Ok((model, cost)) => {
                match summary.total.checked_add(cost.total) {
                    Some(total) => summary.total = total,
                    None => return Err(io::Error::other("the total is too large for a decimal").into()),
                }
                write_priced(writer, object.unwrap_or_default(), &model, &cost)?;
            }
            Err(no_cost) => {
                summary.failed += 1;
                write_error(writer, number, object.ok(), &no_cost)?;
            }
        }
    }
    Ok(summary)
}

/// Returns a line that begins like an object.
fn object(line: &[u8]) -> Result<&str, String> {
    if !line.starts_with(b"{") {
        return Err("expected a JSON object".to_owned());
    }
    str::from_utf8(line).map_err(|error| format!("the line is not UTF-8: {error}"))
}

fn write_priced(writer: &mut impl Write, object: &str, model: &PricedModel, cost: &Cost) -> io::Result<()> {
    let Cost { items, fees, tier, region, threshold, priced_at, notes, snapshot_id, total } = cost;
    reopen(writer, object)?;
    write_model(writer, model)?;
    write!(writer, "\"cost\":\"{total}\",\"breakdown\":")?;
    let (tier, region, threshold, priced_at) = (*tier, *region, *threshold, *priced_at);
    let breakdown = Breakdown { items, fees, tier, region, threshold, priced_at, notes, snapshot_id };
    serde_json::to_writer(&mut *writer, &breakdown)?;
    writer.write_all(b"}\n")
}

fn write_model(writer: &mut impl Write, PricedModel { provider, model }: &PricedModel) -> io::Result<()> {
    for (name, value) in [("priced_provider", provider), ("priced_model", model)] {
        write!(writer, "\"{name}\":")?;
        serde_json::to_writer(&mut *writer, value)?;
        writer.write_all(b",")?;
    }
    Ok(())
}

/// Writes the line with its error if members can be added to it, or else the number of the line with the error.
fn write_error(writer: &mut impl Write, number: u64, object: Option<&str>, no_cost: &NoCost) -> io::Result<()> {
    match object.filter(|object| serde_json::from_str::<Object>(object).is_ok()) {
        Some(object) => reopen(writer, object)?,
        None => write!(writer, "{{\"line\":{number},")?,
    }
    if let Some(model) = &no_cost.model {
        write_model(writer, model)?;
    }
    writer.write_all(b"\"error\":")?;
    serde_json::to_writer(&mut *writer, &no_cost.error)?;
    writer.write_all(b"}\n")
}

/// Any object that does not have an error yet.
#[derive(Deserialize)]
struct Object {
    #[serde(default, deserialize_with = "reject")]
    #[allow(dead_code, reason = "it is only there to be rejected")]
    error: (),
}

fn reject<'de, D: Deserializer<'de>>(_: D) -> Result<(), D::Error> {
    Err(serde::de::Error::custom("the line already has an error"))
}

/// Writes an object without its closing brace, so that members can follow.
fn reopen(writer: &mut impl Write, object: &str) -> io::Result<()> {
    let open = object.strip_suffix('}').unwrap_or(object).trim_ascii_end();
    writer.write_all(open.as_bytes())?;
    writer.write_all(if open.ends_with('{') { b"" } else { b"," })
}

fn price(catalog: &ModelCatalog, fallback: &Fallback, object: &str) -> Result<(PricedModel, Cost), NoCost> {
    let line: Line<'_> = serde_json::from_str(object).map_err(|error| error.to_string())?;
    line.check_is_unpriced()?;
    let model = match &line.provider {
        Some(provider) => catalog.get(provider, &line.model),
        None => catalog.get_by_model_id(&line.model),
    };
    let model = model.ok_or_else(|| match &line.provider {
        Some(provider) => {
            let near = catalog.nearest(&format!("{provider}/{}", line.model));
            format!("the provider {provider:?} has no model {:?}{}", line.model, or_did_you_mean(near))
        }
        None => format!("there is no model {:?}{}", line.model, or_did_you_mean(catalog.nearest(&line.model))),
    })?;
    let cost = line.terms(fallback).and_then(|terms| {
        let cost = match line.moment()? {
            Some(when) => model.cost_at(&line.usage, terms, when),
            None => model.cost(&line.usage, terms),
        };
        cost.map_err(|error| error.to_string())
    });
    let priced = PricedModel { provider: model.provider.into_owned(), model: model.model_id.into_owned() };
    match cost {
        Ok(cost) => Ok((priced, cost)),
        Err(error) => Err(NoCost { model: Some(priced), error }),
    }
}

#[cfg(test)]
mod tests {
    use super::{Fallback, MAX_LINE, Summary, price_lines};
    use registry::catalog::ModelCatalog;
    use serde_json::Value;

    fn priced(input: impl AsRef<[u8]>) -> (Summary, Vec<Value>) {
        priced_or_standard(input, false)
    }

    fn priced_or_standard(input: impl AsRef<[u8]>, or_standard: bool) -> (Summary, Vec<Value>) {
        let mut out = Vec::new();
        let summary = price_lines(ModelCatalog::seed(), &Fallback { or_standard }, input.as_ref(), &mut out).unwrap();
        let lines = String::from_utf8(out).unwrap();
        (summary, lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
    }

    #[test]
    fn each_line_is_written_back_with_its_cost_and_breakdown() {
        let (summary, lines) = priced(
            r#"{"provider": "openai", "model": "gpt-4o", "usage": {"input_tokens": 1000, "output_tokens": 100}, "tag": 7}"#,
        );
        assert_eq!((summary.lines, summary.failed, summary.total.to_string().as_str()), (1, 0, "0.0035"));
        assert_eq!((&lines[0]["cost"], &lines[0]["tag"]), (&Value::from("0.0035"), &Value::from(7)));
        assert_eq!(lines[0]["breakdown"]["items"][0]["cost"], "0.0025");
        assert_eq!(lines[0]["breakdown"]["snapshot_id"], "litellm-1.110.2");
    }

    #[test]
    fn an_invalid_line_does_not_stop_the_rest() {
        let good = r#"{"model": "gpt-4o", "usage": {"input_tokens": 1000, "output_tokens": 0}}"#;
        let long = format!("{{\"pad\": \"{}\"}}", "x".repeat(usize::try_from(MAX_LINE).unwrap()));
        let input = [
            good,
            "not json",
            "",
            "[]",
            "{}",
            &long,
            r#"{"model": "nobody", "usage": {"input_tokens": 1, "output_tokens": 0}}"#,
            r#"{"provider": "openai", "model": "gpt-4o", "usage": {"input_tokens": 1, "output_tokens": 0}, "service_tier": "flex"}"#,
            r#"{"model": "gpt-4o", "usage": {"input_tokens": 1, "output_tokens": 0, "cache_read_tokens": 2}}"#,
            r#"{"model": "gpt-4o", "usage": {"input_tokens": 1, "output_tokens": 0}, "error": "old"}"#,
            "{\"model\": \"\u{fffd}",
            good,
        ];
        let (summary, lines) = priced(input.join("\n"));
        assert_eq!((summary.lines, summary.failed, summary.total.to_string().as_str()), (11, 9, "0.0050"));
        let errors: Vec<&str> = lines.iter().filter_map(|line| line["error"].as_str()).collect();
        assert_eq!(errors.len(), 9);
        for expected in [
            "missing field `model`",
            "longer than",
            "there is no model \"nobody\"",
            "openai/gpt-4o has no service tier flex; it has standard, batch, priority",
            "exceed their total",
            "already has a member `error`",
        ] {
            assert!(errors.iter().any(|error| error.contains(expected)), "{expected}: {errors:?}");
        }
        assert_eq!((&lines[1]["line"], &lines[2]["line"]), (&Value::from(2), &Value::from(4)), "as an editor counts");
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_is_ignored() {
        let line = r#"{"model": "gpt-4o", "usage": {"input_tokens": 1000, "output_tokens": 0}}"#;
        let (summary, _) = priced(format!("\u{feff}{line}\r\n{line}\r\n"));
        assert_eq!((summary.lines, summary.failed), (2, 0));
        let (summary, _) = priced(format!("{line}\n\u{feff}{line}"));
        assert_eq!((summary.lines, summary.failed), (2, 1));
    }

    #[test]
    fn a_member_that_a_line_already_has_is_not_written_twice_even_if_it_is_null() {
        for member in ["cost", "breakdown", "error", "priced_provider", "priced_model"] {
            let line = format!(
                r#"{{"model": "gpt-4o", "usage": {{"input_tokens": 1, "output_tokens": 0}}, "{member}": null}}"#
            );
            let (summary, lines) = priced(line);
            assert_eq!(summary.failed, 1, "{member}");
            assert_eq!(lines[0]["error"], format!("the line already has a member `{member}`"));
            assert!(lines[0]["breakdown"].is_null(), "{member}");
        }
    }

    #[test]
    fn a_line_with_a_byte_that_is_not_utf_8_is_an_error() {
        let line =
            b"{\"model\": \"gpt-4o\", \"usage\": {\"input_tokens\": 1, \"output_tokens\": 0}, \"tag\": \"\xff\"}";
        let (summary, lines) = priced(line);
        assert_eq!((summary.failed, &lines[0]["line"]), (1, &Value::from(1)));
        assert!(lines[0]["error"].as_str().unwrap().starts_with("the line is not UTF-8"), "{}", lines[0]);
    }

    #[test]
    fn a_service_tier_under_another_name_is_not_taken_for_the_standard_one() {
        let call = |member: &str| {
            format!(r#"{{"model": "gpt-5.4", "usage": {{"input_tokens": 1000, "output_tokens": 0}}, {member}}}"#)
        };
        for member in [r#""tier": "batch""#, r#""serviceTier": "batch""#, r#""service-tier": "Batch""#] {
            let (summary, lines) = priced(call(member));
            assert_eq!((summary.failed, lines[0]["breakdown"]["tier"].as_str()), (0, Some("batch")), "{member}");
            assert_eq!(lines[0]["cost"], "0.00125", "{member}");
        }
        for member in [
            r#""processing": "batch""#,
            r#""mode": "batch""#,
            r#""mode": "chat", "service_tier": "batch""#,
            r#""metadata": {"tier": "gold"}, "tier": "batch""#,
        ] {
            let (summary, lines) = priced(call(member));
            assert_eq!((summary.failed, lines[0]["breakdown"]["tier"].as_str()), (0, Some("batch")), "{member}");
        }
        for (one, other) in [("batch", "standard"), ("standard", "batch")] {
            let (_, lines) = priced(call(&format!(r#""service_tier": "{one}", "service_tier": "{other}""#)));
            let error = lines[0]["error"].as_str().unwrap();
            assert!(error.starts_with("duplicate field `service_tier`"), "{error}");
        }
        let (summary, lines) = priced(call(r#""trafficType": "ON_DEMAND_PRIORITY""#));
        assert_eq!((summary.failed, lines[0]["breakdown"]["tier"].as_str()), (0, Some("priority")), "{}", lines[0]);
        for member in [
            r#""trafficType": "PROVISIONED_THROUGHPUT""#,
            r#""processing": "slow""#,
            r#""tier": "gold""#,
            r#""tier": 3"#,
            r#""speed": "fast""#,
            r#""batch": true"#,
        ] {
            let (summary, lines) = priced(call(member));
            assert_eq!((summary.failed, lines[0].get("cost")), (1, None), "{member}");
            assert_eq!(lines[0]["priced_model"], "gpt-5.4", "{member}");
        }
        assert_eq!(priced(call(r#""tier": null"#)).0.failed, 0);
        let (summary, lines) = priced(call(r#""inference_geo": "us""#));
        assert_eq!(
            (summary.failed, &lines[0]["cost"]),
            (0, &"0.00275".into()),
            "the model has a factor for this region"
        );
    }

    #[test]
    fn a_line_overrides_whether_the_standard_price_is_used() {
        let call = |more: &str| {
            format!(
                r#"{{"model": "gpt-4o", "usage": {{"input_tokens": 1000, "output_tokens": 0}}, "tier": "flex"{more}}}"#
            )
        };
        let lines = [call(""), call(r#", "or_standard": false"#), call(r#", "or_standard": true"#)].join("\n");
        for (or_standard, expected) in [(false, [false, false, true]), (true, [true, false, true])] {
            let (_, lines) = priced_or_standard(&lines, or_standard);
            assert_eq!(lines.iter().map(|line| line["cost"] == "0.0025").collect::<Vec<_>>(), expected, "{lines:?}");
            let marked = lines.iter().filter(|line| line["breakdown"]["items"][0]["instead_of"] == "flex").count();
            assert_eq!(marked, expected.iter().filter(|priced| **priced).count(), "{lines:?}");
        }
    }

    #[test]
    fn an_unknown_model_has_suggestions() {
        let line = |member: &str| {
            let (_, lines) = priced(format!(r#"{{{member}, "usage": {{"input_tokens": 1, "output_tokens": 0}}}}"#));
            lines[0]["error"].as_str().unwrap().to_owned()
        };
        let error = line(r#""model": "openai/gpt-4oo""#);
        assert!(error.starts_with("there is no model \"openai/gpt-4oo\"; did you mean"), "{error}");
        let error = line(r#""provider": "openai", "model": "gpt-4oo""#);
        assert!(error.starts_with("the provider \"openai\" has no model \"gpt-4oo\"; did you mean"), "{error}");
        assert!(error.contains("openai/gpt-4o"), "{error}");
    }

    #[test]
    fn each_line_states_the_model_that_it_was_billed_as() {
        let line =
            |model: &str| format!(r#"{{"model": "{model}", "usage": {{"input_tokens": 1000, "output_tokens": 0}}}}"#);
        for (model, provider, id) in [
            ("gpt-4o", "openai", "gpt-4o"),
            ("aws/anthropic.claude-opus-4-6-v1", "bedrock", "anthropic.claude-opus-4-6-v1"),
            ("deepinfra/anthropic/claude-4-opus", "deepinfra", "anthropic/claude-4-opus"),
        ] {
            let line = &priced(line(model)).1[0];
            assert_eq!((&line["priced_provider"], &line["priced_model"]), (&provider.into(), &id.into()), "{line}");
            assert_eq!(line["model"], model);
        }
        let line = &priced(line("anthropic/claude-4-opus")).1[0];
        assert_eq!(
            line["error"],
            "there is no model \"anthropic/claude-4-opus\"; did you mean `anthropic/claude-opus-5`?"
        );
        assert!(line.get("priced_model").is_none(), "{line}");
    }

    #[test]
    fn fees_and_notes_are_in_the_breakdown() {
        let line = |more: &str, usage: &str| {
            format!(
                r#"{{"provider": "perplexity", "model": "sonar", "usage": {{"input_tokens": 1000, "output_tokens": 0{usage}}}{more}}}"#
            )
        };
        let lines = [
            line("", ""),
            line(r#", "search_context_size": "low""#, r#", "requests": 2"#),
            line("", r#", "web_search_requests": 1"#),
        ];
        let (summary, lines) = priced(lines.join("\n"));
        assert_eq!(
            (lines[0]["cost"].as_str(), &lines[0]["breakdown"]["notes"][0]),
            (Some("0.001"), &"search_fee".into())
        );
        assert_eq!((lines[1]["cost"].as_str(), &lines[1]["breakdown"]["fees"][0]["count"]), (Some("0.011"), &2.into()));
        assert!(lines[2]["error"].as_str().unwrap().contains("depends on the search context"), "{}", lines[2]);
        assert_eq!(summary.failed, 1);
    }

    #[test]
    fn a_usage_is_an_object_and_not_a_list_of_counts() {
        let (summary, lines) = priced(r#"{"model": "gpt-4o", "usage": [1000, 200]}"#);
        assert_eq!(summary.failed, 1);
        let error = lines[0]["error"].as_str().unwrap();
        assert!(error.starts_with("invalid type: sequence, expected an object of token counts"), "{error}");
    }

    #[test]
    fn an_invalid_time_is_rejected_with_what_was_expected() {
        for at in ["2026-11-27", "2026-11-27T02:00:00", "tomorrow", "2026-02-30T00:00:00Z"] {
            let line =
                format!(r#"{{"model": "gpt-4o", "usage": {{"input_tokens": 1, "output_tokens": 0}}, "at": "{at}"}}"#);
            let error = priced(line).1[0]["error"].as_str().unwrap().to_owned();
            assert!(error.starts_with(&format!("`{at}` is not a time such as 2026-11-27T02:00:00Z")), "{error}");
        }
    }

    #[test]
    fn a_time_and_a_tier_are_respected() {
        let (_, lines) = priced(
            r#"{"provider": "deepseek", "model": "deepseek/deepseek-v4-pro", "usage": {"input_tokens": 1000000, "output_tokens": 0}, "at": "2026-11-28T02:00:00Z"}
{"provider": "openai", "model": "gpt-5.4", "usage": {"input_tokens": 300000, "output_tokens": 1000, "cache_read_tokens": 100000}, "service_tier": "batch"}"#,
        );
        assert_eq!((&lines[0]["cost"], &lines[1]["cost"]), (&Value::from("0.66"), &Value::from("0.53625")));
    }
}
