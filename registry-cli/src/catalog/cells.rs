//! What stands in the cells of several tables.

use registry::catalog::Decimal;

/// Tokens in the unit in which people compare prices.
const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);

/// A number of tokens, or a question mark.
pub(super) fn tokens(count: Option<u64>) -> String {
    count.map_or_else(unknown, |count| count.to_string())
}

/// A price per token as one per million tokens, or a question mark.
pub(super) fn per_million(price: Option<Decimal>) -> String {
    price.map_or_else(unknown, |price| price.checked_mul(MILLION).unwrap_or(price).normalize().to_string())
}

/// A price per unit, or a question mark.
pub(super) fn price(price: Option<Decimal>) -> String {
    price.map_or_else(unknown, |price| price.normalize().to_string())
}

fn unknown() -> String {
    "?".to_owned()
}
