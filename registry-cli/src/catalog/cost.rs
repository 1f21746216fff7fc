//! `registry catalog cost`.

use super::call::Call;
use super::{batch, cells, find};
use crate::outcome::{Outcome, Verdict, say};
use crate::output;
use clap::Args;
use registry::catalog::{ModelCatalog, PricedAt};
use std::io::{self, Write as _};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct CostArguments {
    /// `provider/id`, or an id or alias alone
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    model: Option<String>,
    #[command(flatten)]
    call: Call,
    /// Read calls as JSON lines from this file, or from standard input for `-`, and write each back with its cost
    #[arg(long, value_name = "FILE", conflicts_with = "Call")]
    batch: Option<PathBuf>,
}

impl CostArguments {
    pub(super) fn run(self, catalog: &ModelCatalog, json: bool) -> Outcome {
        if let Some(path) = self.batch {
            return batch::run(catalog, &path);
        }
        self.call.is_counted()?;
        let model = find(catalog, self.model.as_deref().unwrap_or_default())?;
        let cost = match self.call.cost(&model) {
            Ok(cost) => cost,
            Err(error) => {
                say(format_args!("error: {error}"));
                return Ok(Verdict::Problems);
            }
        };
        if json {
            output::json(&cost)?;
            return Ok(Verdict::Fine);
        }
        output::print(output::table(
            ["component", "tokens", "$/M", "rate", "USD"],
            &[1, 2, 4],
            cost.items.iter().map(|item| {
                let (rate, mut terms) = (item.rate, Vec::new());
                if rate.component != item.component {
                    terms.push(format!("as {}", rate.component));
                }
                terms.push(rate.tier.to_string());
                if rate.above > 0 {
                    terms.push(format!("above {}", rate.above));
                }
                terms.extend(rate.from.map(|from| format!("from {from}")));
                terms.extend(rate.window.map(|window| window.to_string()));
                [
                    item.component.to_string(),
                    item.tokens.to_string(),
                    cells::per_million(Some(rate.price)),
                    terms.join(", "),
                    item.cost.normalize().to_string(),
                ]
            }),
        ))?;
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
