//! Prices: exact decimals, parsed from the text of a JSON number or string.
//!
//! A price never passes through a float. Programs that compute with floats leave noise behind
//! (`2.4999999999999998e-06`), so
//! a price is rounded to [`SIGNIFICANT_DIGITS`], half to even.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serializer};
use serde_json::value::RawValue;

/// The number of significant digits that a price keeps. A double holds 15 decimal digits faithfully; the rest is noise.
pub const SIGNIFICANT_DIGITS: usize = 15;

/// The maximum number of decimal places of a [`Decimal`].
const MAX_SCALE: i64 = 28;

/// Why a string is not a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// The string is not a decimal number such as `0.0000025` or `2.5e-06`.
    #[error("is not a decimal number such as 0.0000025 or 2.5e-06")]
    NotANumber,
    /// The number is not zero, and too small to be stored exactly.
    #[error("needs more than 28 decimal places")]
    TooPrecise,
    /// The number is larger than any plausible price.
    #[error("is larger than 10^15")]
    TooLarge,
}

/// Parses a price from the text of a JSON number, or from the contents of a JSON string.
///
/// A sign and an exponent are accepted; validation decides whether a price may be negative. Digits beyond the 15th
/// significant one are rounded half to even, and trailing zeros are dropped.
///
/// ```
/// use registry::catalog::money::{MoneyError, parse_price};
///
/// assert_eq!(parse_price("2.4999999999999998e-06")?.to_string(), "0.0000025");
/// assert_eq!(parse_price("1e-40"), Err(MoneyError::TooPrecise));
/// # Ok::<(), MoneyError>(())
/// ```
///
/// # Errors
///
/// [`MoneyError`] if the text is not a decimal number, or if the number is too small or too large to be a price.
pub fn parse_price(text: &str) -> Result<Decimal, MoneyError> {
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (digits, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, parse_exponent(exponent)?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(whole) || fraction.is_some_and(|fraction| !all_digits(fraction)) {
        return Err(MoneyError::NotANumber);
    }

    let fraction = fraction.unwrap_or_default();
    let significant: Vec<u8> =
        whole.bytes().chain(fraction.bytes()).skip_while(|&byte| byte == b'0').map(|byte| byte - b'0').collect();
    if significant.is_empty() {
        return Ok(Decimal::ZERO);
    }
    // The value is 0.d1d2d3… × 10^point.
    let leading_zeros = whole.len() + fraction.len() - significant.len();
    let point = length(whole)? - length_of(leading_zeros)? + exponent;
    let (mut mantissa, mut scale) = rounded(&significant, point);
    while mantissa % 10 == 0 {
        mantissa /= 10;
        scale -= 1;
    }
    while scale < 0 {
        mantissa = mantissa.checked_mul(10).filter(|&m| m <= 10_i128.pow(15)).ok_or(MoneyError::TooLarge)?;
        scale += 1;
    }
    if scale > MAX_SCALE {
        return Err(MoneyError::TooPrecise);
    }
    let scale = u32::try_from(scale).map_err(|_| MoneyError::TooPrecise)?;
    Decimal::try_from_i128_with_scale(if negative { -mantissa } else { mantissa }, scale)
        .map_err(|_| MoneyError::TooLarge)
}

/// Returns the first 15 significant digits as an integer, rounded half to even, and the number of its decimal places.
fn rounded(significant: &[u8], point: i64) -> (i128, i64) {
    let (kept, cut) = significant.split_at(significant.len().min(SIGNIFICANT_DIGITS));
    let mut mantissa = kept.iter().fold(0_i128, |sum, &digit| sum * 10 + i128::from(digit));
    if let [first, rest @ ..] = cut {
        let above_half = *first > 5 || (*first == 5 && rest.iter().any(|&digit| digit != 0));
        let half = *first == 5 && !above_half;
        if above_half || (half && mantissa % 2 == 1) {
            mantissa += 1;
        }
    }
    let places = i64::try_from(kept.len()).unwrap_or(i64::MAX);
    (mantissa, places - point)
}

fn length(text: &str) -> Result<i64, MoneyError> {
    length_of(text.len())
}

fn length_of(count: usize) -> Result<i64, MoneyError> {
    i64::try_from(count).map_err(|_| MoneyError::TooLarge)
}

fn parse_exponent(text: &str) -> Result<i64, MoneyError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(MoneyError::NotANumber);
    }
    let significant = digits.trim_start_matches('0');
    if significant.len() > 4 {
        return Err(if text.starts_with('-') { MoneyError::TooPrecise } else { MoneyError::TooLarge });
    }
    let magnitude: i64 =
        if significant.is_empty() { 0 } else { significant.parse().map_err(|_| MoneyError::NotANumber)? };
    Ok(if text.starts_with('-') { -magnitude } else { magnitude })
}

/// Not public API: whether [`parse_price`] can return this price: it has at most 15 significant digits.
#[doc(hidden)]
pub fn is_exact(price: Decimal) -> bool {
    price.normalize().mantissa().unsigned_abs() <= 10_u128.pow(15)
}

/// Not public API: parses the price in a JSON value, which is a number or a string that contains one.
#[doc(hidden)]
pub fn price_of(value: &RawValue) -> Result<Decimal, MoneyError> {
    let text = value.get();
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) => parse_price(inside),
        None => parse_price(text),
    }
}

/// Serializes a price as a JSON string without trailing zeros.
pub(crate) fn serialize<S: Serializer>(price: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&price.normalize())
}

/// Deserializes a price from the text of a JSON number or string.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
    let value = Box::<RawValue>::deserialize(deserializer)?;
    price_of(&value).map_err(|error| serde::de::Error::custom(format_args!("price {} {error}", value.get())))
}

/// Sums of prices, which may have more digits than a price.
pub(crate) mod exact {
    use rust_decimal::Decimal;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::borrow::Cow;

    pub(crate) fn serialize<S: Serializer>(sum: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
        super::serialize(sum, serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        Decimal::from_str_exact(&text).map_err(|error| D::Error::custom(format_args!("{text:?}: {error}")))
    }
}

/// Not public API: the same for a sum that may be absent.
#[doc(hidden)]
pub mod optional {
    use rust_decimal::Decimal;
    use serde::{Deserializer, Serializer};

    /// Serializes a sum, or `null`.
    #[allow(clippy::ref_option, reason = "the signature that serde calls")]
    pub fn serialize<S: Serializer>(sum: &Option<Decimal>, serializer: S) -> Result<S::Ok, S::Error> {
        match sum {
            Some(sum) => super::serialize(sum, serializer),
            None => serializer.serialize_none(),
        }
    }

    /// Deserializes a sum.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Decimal>, D::Error> {
        super::exact::deserialize(deserializer).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::{MoneyError, is_exact, parse_price};
    use proptest::prelude::*;

    fn text(of: &str) -> Result<String, MoneyError> {
        parse_price(of).map(|price| price.to_string())
    }

    #[test]
    fn plain_and_exponent_forms_are_equal() {
        for form in ["0.0000025", "2.5e-06", "2.5E-6", "25e-7", "0.00000250", "000.0000025", "2.5e-000006"] {
            assert_eq!(text(form).as_deref(), Ok("0.0000025"), "{form}");
        }
        assert_eq!(text("4e+2").as_deref(), Ok("400"));
        assert_eq!(text("-0.5").as_deref(), Ok("-0.5"));
        assert_eq!(text("0e-999").as_deref(), Ok("0"));
    }

    #[test]
    fn float_noise_is_rounded_away_at_fifteen_significant_digits() {
        for (noisy, right) in [
            ("2.4999999999999998e-06", "0.0000025"),
            ("1.0000000000000001e-07", "0.0000001"),
            ("3.3333333333333335e-05", "0.0000333333333333333"),
            ("9.999999999999999e-07", "0.000001"),
            ("0.1234567890123455", "0.123456789012346"),
            ("0.1234567890123465", "0.123456789012346"),
            ("0.12345678901234650001", "0.123456789012347"),
        ] {
            assert_eq!(text(noisy).as_deref(), Ok(right), "{noisy}");
        }
    }

    #[test]
    fn more_than_twenty_eight_places_is_an_error_and_not_zero() {
        assert_eq!(parse_price("1e-29"), Err(MoneyError::TooPrecise));
        assert_eq!(parse_price("0.00000000000000000000000000001"), Err(MoneyError::TooPrecise));
        assert_eq!(text("1e-28").as_deref(), Ok("0.0000000000000000000000000001"));
        assert_eq!(parse_price("1e-99999999999999999999"), Err(MoneyError::TooPrecise));
    }

    #[test]
    fn an_implausibly_large_price_is_an_error() {
        assert_eq!(parse_price("1e16"), Err(MoneyError::TooLarge));
        assert_eq!(parse_price("1e99999999999999999999"), Err(MoneyError::TooLarge));
    }

    #[test]
    fn what_is_not_a_number_is_rejected() {
        for bad in [
            "", "-", ".", "1.", ".5", "1e", "1e+", "+1", "--1", "1,5", "NaN", "inf", "0x10", " 1", "1 ", "1_000",
            "true", "null", "²",
        ] {
            assert_eq!(parse_price(bad), Err(MoneyError::NotANumber), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn a_price_of_at_most_fifteen_digits_is_kept_exactly(mantissa in 0_i64..1_000_000_000_000_000, scale in 0_u32..=28) {
            let exact = rust_decimal::Decimal::from_i128_with_scale(i128::from(mantissa), scale);
            prop_assert_eq!(parse_price(&exact.to_string()), Ok(exact));
            prop_assert_eq!(parse_price(&format!("{mantissa}e-{scale}")), Ok(exact));
        }

        #[test]
        fn any_double_is_read_to_a_relative_error_below_1e_14(price in 1e-12_f64..1e6) {
            let read = parse_price(&format!("{price:e}")).unwrap();
            prop_assert!(is_exact(read));
            let back: f64 = read.to_string().parse().unwrap();
            prop_assert!(((back - price) / price).abs() < 1e-14);
        }

        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,40}") {
            let _ = parse_price(&text);
        }
    }
}
