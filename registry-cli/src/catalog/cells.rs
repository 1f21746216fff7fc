//! The format of cells that several tables share.

use registry::catalog::Decimal;

/// The number of tokens for which prices are shown.
const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);

/// Formats a number of tokens, or a question mark.
pub(super) fn tokens(count: Option<u64>) -> String {
    count.map_or_else(unknown, |count| count.to_string())
}

/// Formats a price per token as a price per million tokens, or a question mark.
pub(super) fn per_million(price: Option<Decimal>) -> String {
    price.map_or_else(unknown, |price| price.checked_mul(MILLION).unwrap_or(price).normalize().to_string())
}

/// Formats a price per unit, or a question mark.
pub(super) fn price(price: Option<Decimal>) -> String {
    price.map_or_else(unknown, |price| price.normalize().to_string())
}

fn unknown() -> String {
    "?".to_owned()
}
