//! What a call is billed for beside its tokens: searches and requests.

use super::note::CostNote;
use super::select::{Listed, Terms};
use super::{CostError, CostFee};
use crate::provider::searches_every_call;
use crate::rate::Rate;
use crate::schema::ModelCatalogEntry;
use crate::usage::{SearchContext, Usage};
use rust_decimal::Decimal;

/// Adds the fees of a call, and notes those that it has and does not count.
pub(super) fn add(
    entry: &ModelCatalogEntry<'_>,
    usage: &Usage,
    context: Option<SearchContext>,
    terms: &Terms<'_>,
    fees: &mut Vec<CostFee>,
    notes: &mut Vec<CostNote>,
) -> Result<(), CostError> {
    let mut bill = |count: u64, rate: Rate| {
        let cost = Decimal::from(count).checked_mul(rate.price).ok_or(CostError::Inexact)?;
        fees.push(CostFee { component: rate.component, count, rate, cost });
        Ok(())
    };
    if let Some(listed) = terms.request_fee() {
        match usage.requests {
            0 => notes.push(CostNote::RequestFee),
            requests => bill(requests, known(entry, listed)?)?,
        }
    }
    let always = searches_every_call(&entry.provider);
    match (usage.web_search_requests, usage.requests) {
        (0, requests) if always && is_searched(terms) => match requests {
            0 => notes.push(CostNote::SearchFee),
            requests => bill(requests, search(entry, context, terms)?)?,
        },
        (0, _) => {}
        (searches, _) => bill(searches, search(entry, context, terms)?)?,
    }
    Ok(())
}

fn known(entry: &ModelCatalogEntry<'_>, listed: Listed) -> Result<Rate, CostError> {
    listed.known().map_err(|component| CostError::UnknownPrice { model: entry.name(), components: vec![component] })
}

/// Whether the list has a price of searches.
fn is_searched(terms: &Terms<'_>) -> bool {
    SearchContext::ALL.iter().any(|context| terms.listed(context.component()).is_some())
}

/// The rate of a search with this context; without one, the rate of all, if it is the same.
fn search(entry: &ModelCatalogEntry<'_>, context: Option<SearchContext>, terms: &Terms<'_>) -> Result<Rate, CostError> {
    let unpriced = |components| CostError::Unpriced { model: entry.name(), components };
    if let Some(component) = context.map(SearchContext::component) {
        let listed = terms.listed(component).ok_or_else(|| unpriced(vec![component]))?;
        return known(entry, listed);
    }
    let listed = SearchContext::ALL.iter().filter_map(|context| terms.listed(context.component()));
    let rates: Vec<Rate> = listed.map(|listed| known(entry, listed)).collect::<Result<_, _>>()?;
    let mut rates = rates.into_iter();
    let first = rates.next().ok_or_else(|| unpriced(SearchContext::ALL.iter().map(|of| of.component()).collect()))?;
    if rates.all(|rate| rate.price == first.price) {
        Ok(first)
    } else {
        Err(CostError::NoSearchContext { model: entry.name() })
    }
}
