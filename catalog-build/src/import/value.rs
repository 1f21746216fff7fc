//! Reads single values of a source, in any form that JSON allows for them.

use super::left_out::Mismatch;
use chrono::NaiveDate;
use model_catalog::__private::{
    MAX_TOKENS, is_model_name, is_url,
    json::{self, RawObject},
    price_of,
};
use rust_decimal::{Decimal, RoundingStrategy};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The value, or why it cannot be imported.
pub(super) type Read<'t, T> = Result<T, Mismatch<'t>>;

/// The maximum number of significant digits of a price.
const PRICE_DIGITS: u32 = 15;

/// Reads a price, which must not be negative.
pub(super) fn price(value: &RawValue) -> Read<'_, Decimal> {
    let mismatch = |expected: &str| Mismatch::new(value, expected);
    let price = price_of(value).map_err(|error| mismatch("a price").found(format_args!("{} {error}", value.get())))?;
    if price.is_sign_negative() && !price.is_zero() {
        return Err(mismatch("a price of at least 0 (rule negative-price)"));
    }
    Ok(price)
}

/// Reads a price for a number of units as a price per unit.
pub(super) fn price_for(units: u32, value: &RawValue) -> Read<'_, Decimal> {
    let price = price(value)?;
    let each = match units.checked_ilog10().filter(|power| 10_u32.checked_pow(*power) == Some(units)) {
        Some(power) => Decimal::try_from_i128_with_scale(price.mantissa(), price.scale() + power).ok(),
        None => price
            .checked_div(Decimal::from(units))
            .and_then(|each| each.round_sf_with_strategy(PRICE_DIGITS, RoundingStrategy::MidpointNearestEven)),
    };
    each.map(|each| each.normalize()).ok_or_else(|| Mismatch::new(value, "a price with fewer decimal places"))
}

/// Reads a number of tokens: an integer in any form that JSON allows, such as `2000`, `2000.0` or `2e3`.
pub(super) fn count(value: &RawValue) -> Read<'_, u64> {
    integer(value.get())
        .filter(|count| *count <= MAX_TOKENS)
        .ok_or_else(|| Mismatch::new(value, "a whole number of tokens of at most 10^12"))
}

fn integer(text: &str) -> Option<u64> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_end_matches('0');
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.is_empty() {
        return None;
    }
    if significant.is_empty() {
        return Some(0);
    }
    let zeros = i32::try_from(digits.len() - significant.len()).ok()?;
    let power = exponent.checked_add(zeros)?.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    significant.parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(power.try_into().ok()?)?)
}

/// Parses a number of tokens as it appears in keys: `200k`, `1m`, `272000`.
pub(super) fn tokens(text: &str) -> Option<u64> {
    let (digits, factor) = match text.strip_suffix(['k', 'K']) {
        Some(thousands) => (thousands, 1_000),
        None => text.strip_suffix(['m', 'M']).map_or((text, 1), |millions| (millions, 1_000_000)),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse::<u64>().ok().filter(|_| is_number)?.checked_mul(factor)
}

pub(super) fn flag(value: &RawValue) -> Read<'_, bool> {
    match value.get() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Mismatch::new(value, "true or false")),
    }
}

pub(super) fn text(value: &RawValue) -> Read<'_, Cow<'_, str>> {
    json::string(value).ok_or_else(|| Mismatch::new(value, "a string"))
}

/// Reads a name that a model can have.
pub(super) fn name(value: &RawValue) -> Read<'_, Cow<'_, str>> {
    text(value)?;
    json::string(value).filter(|name| is_model_name(name)).ok_or_else(|| {
        Mismatch::new(value, "a name of 1 to 256 bytes, without control characters and without surrounding white space")
    })
}

/// Reads the URL of a page. One with a space is rejected: what follows the space is often a remark, so encoding the
/// space
/// would yield a broken link.
pub(super) fn address(value: &RawValue) -> Read<'_, Cow<'_, str>> {
    let address = text(value)?;
    if is_url(&address) { Ok(address) } else { Err(Mismatch::new(value, "an http or https URL without spaces")) }
}

/// Reads a date, with or without leading zeros in month and day.
pub(super) fn date(value: &RawValue) -> Read<'_, NaiveDate> {
    let text = text(value)?;
    day(&text).ok_or_else(|| Mismatch::new(value, "a date in the form 2026-08-21").found(&text))
}

fn day(text: &str) -> Option<NaiveDate> {
    let mut parts = text.split('-');
    let [year, month, day] = [parts.next()?, parts.next()?, parts.next()?];
    let is_number = |part: &str, most: usize| part.len() <= most && part.bytes().all(|byte| byte.is_ascii_digit());
    if parts.next().is_some() || year.len() != 4 || !is_number(year, 4) || !is_number(month, 2) || !is_number(day, 2) {
        return None;
    }
    NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
}

pub(super) fn object(value: &RawValue) -> Read<'_, RawObject<'_>> {
    serde_json::from_str(value.get()).map_err(|_| Mismatch::new(value, "an object"))
}

pub(super) fn list(value: &RawValue) -> Read<'_, Vec<&RawValue>> {
    serde_json::from_str(value.get()).map_err(|_| Mismatch::new(value, "a list"))
}

#[cfg(test)]
mod tests {
    use super::{day, integer};

    #[test]
    fn a_whole_number_is_read_in_every_form() {
        for (text, expected) in [
            ("0", Some(0)),
            ("0.0", Some(0)),
            ("0e99", Some(0)),
            ("2000000", Some(2_000_000)),
            ("2000000.000", Some(2_000_000)),
            ("2e6", Some(2_000_000)),
            ("2E+6", Some(2_000_000)),
            ("2.5e6", Some(2_500_000)),
            ("20e-1", Some(2)),
            ("1048576.0", Some(1_048_576)),
            ("1.5", None),
            ("1e-1", None),
            ("2.0000000000000000001", None),
            ("-1", None),
            ("1e99", None),
            ("1e99999999999", None),
            ("\"8192\"", None),
            ("null", None),
            ("e5", None),
        ] {
            assert_eq!(integer(text), expected, "{text}");
        }
    }

    #[test]
    fn a_date_may_lack_leading_zeros_and_nothing_else() {
        for text in ["2025-01-06", "2025-1-6", "2025-01-6"] {
            assert_eq!(day(text).unwrap().to_string(), "2025-01-06", "{text}");
        }
        for text in ["2025-1", "25-1-6", "2025-1-6-1", "2025-001-6", "2025--6", "+025-1-6", "2025-13-1", "soon", ""] {
            assert_eq!(day(text), None, "{text}");
        }
    }
}
