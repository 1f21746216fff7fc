//! `registry catalog compare`.

use super::call::{Call, Fallback};
use super::find;
use crate::outcome::{Outcome, Verdict, say};
use crate::output;
use clap::Args;
use registry::catalog::{Cost, ModelCatalog, ModelCatalogEntry};
use serde::Serialize;
use std::collections::HashSet;

#[derive(Args)]
pub(super) struct Compare {
    /// The models, each as `provider/id`, or as an id or alias alone
    #[arg(required = true)]
    models: Vec<String>,
    /// Compare every provider's model with each id
    #[arg(long)]
    providers: bool,
    #[command(flatten)]
    call: Call,
    #[command(flatten)]
    fallback: Fallback,
}

/// A model, and the cost of the call or why it has none.
#[derive(Serialize)]
struct Offer {
    model: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Compare {
    pub(super) fn run(self, catalog: &ModelCatalog, json: bool) -> Outcome {
        self.call.validate()?;
        let mut models: Vec<ModelCatalogEntry<'_>> = Vec::new();
        for name in &self.models {
            let model = find(catalog, name)?;
            if self.providers {
                models.extend(catalog.with_id(&model.model_id));
            }
            models.push(model);
        }
        let mut seen = HashSet::new();
        models.retain(|model| seen.insert((model.provider.clone(), model.model_id.clone())));
        let mut offers: Vec<Offer> = models
            .iter()
            .map(|model| {
                let name = format!("{}/{}", model.provider, model.model_id);
                match self.call.cost(model, &self.fallback) {
                    Ok(cost) => Offer { model: name, cost: Some(cost), error: None },
                    Err(error) => Offer { model: name, cost: None, error: Some(error.to_string()) },
                }
            })
            .collect();
        // Models without a cost come last: an unknown cost is not zero.
        offers.sort_by_key(|offer| (offer.cost.is_none(), offer.cost.as_ref().map(|cost| cost.total)));
        if json {
            output::json(&offers)?;
        } else {
            let cheapest = offers.first().and_then(|offer| offer.cost.as_ref()).map(|cost| cost.total);
            output::print(output::table(
                ["model", "tier", "USD", "vs cheapest"],
                &[2, 3],
                offers.iter().filter_map(|offer| {
                    let cost = offer.cost.as_ref()?;
                    let times = cheapest.and_then(|cheapest| cost.total.checked_div(cheapest));
                    let times = times.map(|times| format!("{}x", times.round_dp(2).normalize())).unwrap_or_default();
                    Some([offer.model.clone(), cost.tier.to_string(), cost.total.to_string(), times])
                }),
            ))?;
            for (offer, cost) in offers.iter().filter_map(|offer| Some((offer, offer.cost.as_ref()?))) {
                for note in &cost.notes {
                    say(format_args!("note: {}: {}", offer.model, note.text()));
                }
            }
            for error in offers.iter().filter_map(|offer| offer.error.as_ref()) {
                say(format_args!("error: {error}"));
            }
        }
        Ok(if offers.iter().any(|offer| offer.error.is_some()) { Verdict::Problems } else { Verdict::Fine })
    }
}
