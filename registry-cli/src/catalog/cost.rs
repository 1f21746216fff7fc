//! `registry catalog cost`.

use super::call::{Call, Fallback};
use super::{batch, cells, find};
use crate::outcome::{Outcome, Verdict, say};
use crate::output;
use clap::Args;
use registry::catalog::{Cost, ModelCatalog, PricedAt};
use serde::Serialize;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// A cost and its model.
#[derive(Serialize)]
struct Priced<'c> {
    provider: &'c str,
    model_id: &'c str,
    #[serde(flatten)]
    cost: &'c Cost,
}

#[derive(Args)]
pub(super) struct CostArguments {
    /// `provider/id`, or an id or alias alone
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    model: Option<String>,
    #[command(flatten)]
    call: Call,
    #[command(flatten)]
    fallback: Fallback,
    /// Read calls as JSON lines from this file, or from standard input for `-`, and print each with its cost
    ///
    /// A line has `model`, `usage` with `input_tokens`, `output_tokens` and their parts, and optionally `provider`, `at`,
    /// `service_tier`, `speed`, `inference_geo`, `search_context_size` and `or_standard`, whose default is set by
    /// `--or-standard`. It is printed with `priced_provider` and `priced_model`, the model that was found, and with `cost` and
    /// its `breakdown`, or with `error`. Other members are kept, but one that suggests a price, such as `discount`, is an error.
    #[arg(long, value_name = "FILE", conflicts_with = "Call")]
    batch: Option<PathBuf>,
}

impl CostArguments {
    pub(super) fn run(self, catalog: &ModelCatalog, json: bool) -> Outcome {
        if let Some(path) = self.batch {
            return batch::run(catalog, &path, &self.fallback);
        }
        self.call.validate()?;
        let model = find(catalog, self.model.as_deref().unwrap_or_default())?;
        let cost = match self.call.cost(&model, &self.fallback) {
            Ok(cost) => cost,
            Err(error) => {
                say(format_args!("error: {error}"));
                return Ok(Verdict::Problems);
            }
        };
        if json {
            output::json(&Priced { provider: &model.provider, model_id: &model.model_id, cost: &cost })?;
            return Ok(Verdict::Fine);
        }
        output::print(output::table(
            ["component", "count", "$/M", "rate", "USD"],
            &[1, 2, 4],
            cost.items
                .iter()
                .map(|item| {
                    let (rate, mut terms) = (item.rate, Vec::new());
                    if rate.component != item.component {
                        terms.push(format!("as {}", rate.component));
                    }
                    terms.push(match item.instead_of {
                        Some(tier) => format!("{} instead of {tier}", rate.tier),
                        None => rate.tier.to_string(),
                    });
                    if rate.above > 0 {
                        terms.push(format!("above {}", rate.above));
                    }
                    terms.extend(rate.from.map(|from| format!("from {from}")));
                    terms.extend(rate.window.map(|window| window.to_string()));
                    terms.extend(
                        item.multiplier.zip(cost.region).map(|(factor, region)| format!("× {factor} in {region}")),
                    );
                    [
                        item.component.to_string(),
                        item.tokens.to_string(),
                        cells::per_million(Some(rate.price)),
                        terms.join(", "),
                        item.cost.normalize().to_string(),
                    ]
                })
                .chain(cost.fees.iter().map(|fee| {
                    [
                        fee.component.to_string(),
                        fee.count.to_string(),
                        String::new(),
                        format!("{} per {}", fee.rate.price.normalize(), fee.component.unit()),
                        fee.cost.normalize().to_string(),
                    ]
                })),
        ))?;
        for note in &cost.notes {
            writeln!(io::stdout(), "note: {}", note.text())?;
        }
        let when = match cost.priced_at {
            PricedAt::ListPrice => "at list prices".to_owned(),
            PricedAt::Moment(when) => format!("at {}", when.format("%Y-%m-%dT%H:%M:%SZ")),
        };
        let (provider, id) = (&model.provider, &model.model_id);
        writeln!(
            io::stdout(),
            "{} USD: {provider}/{id}, {} tier, {when}, {}",
            cost.total,
            cost.tier,
            cost.snapshot_id
        )?;
        Ok(Verdict::Fine)
    }
}
