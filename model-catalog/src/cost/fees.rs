//! What a call is billed for in addition to its tokens: searches and requests.

use super::note::CostNote;
use super::select::{ListedRate, RateSelector};
use super::{CostError, CostFee};
use crate::provider::searches_every_call;
use crate::rate::Rate;
use crate::schema::ModelCatalogEntry;
use crate::usage::{SearchContext, Usage};
use rust_decimal::Decimal;

/// Adds the fees of a call, and a note for each fee that is due but whose count is unknown.
pub(super) fn add(
    entry: &ModelCatalogEntry<'_>,
    usage: &Usage,
    context: Option<SearchContext>,
    selector: &RateSelector<'_>,
    fees: &mut Vec<CostFee>,
    notes: &mut Vec<CostNote>,
) -> Result<(), CostError> {
    let mut bill = |count: u64, rate: Rate| {
        let cost = Decimal::from(count).checked_mul(rate.price).ok_or(CostError::Inexact)?;
        fees.push(CostFee { component: rate.component, count, rate, cost });
        Ok(())
    };
    if let Some(listed) = selector.request_fee() {
        match usage.requests {
            0 => notes.push(CostNote::RequestFee),
            requests => bill(requests, known(entry, listed)?)?,
        }
    }
    let always = searches_every_call(&entry.provider);
    match (usage.web_search_requests, usage.requests) {
        (0, requests) if always && has_search_price(selector) => match requests {
            0 => notes.push(CostNote::SearchFee),
            requests => bill(requests, search(entry, context, selector)?)?,
        },
        (0, _) => {}
        (searches, _) => bill(searches, search(entry, context, selector)?)?,
    }
    Ok(())
}

fn known(entry: &ModelCatalogEntry<'_>, listed: ListedRate) -> Result<Rate, CostError> {
    listed.known().map_err(|component| CostError::UnknownPrice { model: entry.name(), components: vec![component] })
}

/// Whether the price list has a price for searches.
fn has_search_price(selector: &RateSelector<'_>) -> bool {
    SearchContext::ALL.iter().any(|context| selector.listed(context.component()).is_some())
}

/// Returns the rate of a search with this context. Without a context, returns the rate if it is the same for every context.
fn search(
    entry: &ModelCatalogEntry<'_>,
    context: Option<SearchContext>,
    selector: &RateSelector<'_>,
) -> Result<Rate, CostError> {
    let unpriced = |components| CostError::Unpriced { model: entry.name(), components };
    if let Some(component) = context.map(SearchContext::component) {
        let listed = selector.listed(component).ok_or_else(|| unpriced(vec![component]))?;
        return known(entry, listed);
    }
    let listed = SearchContext::ALL.iter().filter_map(|context| selector.listed(context.component()));
    let rates: Vec<Rate> = listed.map(|listed| known(entry, listed)).collect::<Result<_, _>>()?;
    let mut rates = rates.into_iter();
    let first = rates.next().ok_or_else(|| unpriced(SearchContext::ALL.iter().map(|of| of.component()).collect()))?;
    if rates.all(|rate| rate.price == first.price) {
        Ok(first)
    } else {
        Err(CostError::NoSearchContext { model: entry.name() })
    }
}
