//! `registry catalog show MODEL`.

use super::{cells, find};
use crate::outcome::{Outcome, Verdict};
use crate::output;
use clap::Args;
use registry::catalog::{ModelCatalog, ModelCatalogEntry, Unit, UnknownRate};

#[derive(Args)]
pub(super) struct Show {
    /// `provider/id`, or an id or alias alone
    model: String,
}

impl Show {
    pub(super) fn run(self, catalog: &ModelCatalog, json: bool) -> Outcome {
        let model = find(catalog, &self.model)?;
        if json {
            output::json(&model)?;
            return Ok(Verdict::Fine);
        }
        let optional = |text: Option<String>| text.unwrap_or_else(|| "?".to_owned());
        let others: Vec<String> = catalog
            .with_id(&model.model_id)
            .filter(|other| other.provider != model.provider)
            .map(|other| other.provider.into_owned())
            .collect();
        let facts = [
            ("model", format!("{}/{}", model.provider, model.model_id)),
            ("aliases", model.aliases.iter().collect::<Vec<_>>().join(", ")),
            ("mode", optional(model.mode.map(|mode| mode.to_string()))),
            ("context window", cells::tokens(model.window())),
            ("max output", cells::tokens(model.max_output_tokens)),
            ("capabilities", model.capability_set().to_string()),
            ("status", status(&model)),
            ("retirement", model.deprecation_date.map(|date| date.to_string()).unwrap_or_default()),
            ("successor", model.successor.as_deref().unwrap_or_default().to_owned()),
            ("also served by", others.join(", ")),
            ("source", model.source.as_deref().unwrap_or_default().to_owned()),
            ("prices from", format!("{} ({})", catalog.snapshot_id(), model.origin)),
        ];
        let rows = facts.into_iter().filter(|(_, value)| !value.is_empty());
        output::print(output::table(["fact", "value"], &[], rows.map(|(fact, value)| [fact.to_owned(), value])))?;
        let known = model.pricing.rates.iter().map(|rate| (UnknownRate::from(rate), Some(rate.price)));
        let unknown = model.pricing.unknown.iter().map(|rate| (rate, None));
        let rates = known.chain(unknown).map(|(rate, price)| {
            let unit = rate.component.unit();
            let (price, unit) = match unit {
                Unit::Token => (cells::per_million(price), "million tokens".to_owned()),
                _ => (cells::price(price), unit.to_string()),
            };
            [
                rate.component.to_string(),
                rate.tier.to_string(),
                if rate.above == 0 { String::new() } else { rate.above.to_string() },
                rate.from.map(|from| from.to_string()).unwrap_or_default(),
                rate.window.map(|window| window.to_string()).unwrap_or_default(),
                price,
                unit,
            ]
        });
        output::print(output::table(
            ["component", "tier", "above tokens", "from", "within", "USD", "per"],
            &[2, 5],
            rates,
        ))?;
        Ok(Verdict::Fine)
    }
}

/// Returns the status of a model that its source states, such as `beta`. A model can be deprecated without a retirement date.
fn status(model: &ModelCatalogEntry<'_>) -> String {
    let is_deprecated = model.extra.get("deprecated") == Some("true");
    let stated = model.extra.get("status").and_then(|status| serde_json::from_str(status).ok());
    stated.or_else(|| is_deprecated.then(|| "deprecated".to_owned())).unwrap_or_default()
}
