//! Parses numbers and durations exactly, digit by digit.

/// The limit of milliseconds, below which every reader of the JSON form represents them exactly.
pub(crate) const MILLISECONDS_BOUND: u64 = 1 << 53;

/// The units of a duration, in milliseconds.
const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

/// A parsed number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Integer(i64),
    Float(f64),
    /// In milliseconds.
    Duration(u64),
}

/// Parses a word such as `-1`, `2.5` or `30s`.
pub(crate) fn parse(word: &str) -> Option<Number> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = word.get(digits.len()..)?;
    if !unit.is_empty() {
        let (_, factor) = UNITS.into_iter().find(|(name, _)| *name == unit)?;
        return milliseconds(digits, factor).map(Number::Duration);
    }
    let (whole, fraction) = split(digits.strip_prefix('-').unwrap_or(digits))?;
    if fraction.is_none()
        && let Ok(integer) = digits.parse()
    {
        return Some(Number::Integer(integer));
    }
    let float: f64 = digits.parse().ok()?;
    (float.is_finite() && !whole.is_empty()).then_some(Number::Float(float))
}

/// Parses a duration such as `1.5s`.
pub(crate) fn duration(word: &str) -> Option<u64> {
    match parse(word)? {
        Number::Duration(milliseconds) => Some(milliseconds),
        Number::Integer(_) | Number::Float(_) => None,
    }
}

/// Multiplies a non-negative decimal number by a factor. Returns `None` if the product is not a whole number below the
/// limit.
pub(crate) fn milliseconds(digits: &str, factor: u64) -> Option<u64> {
    let (whole, fraction) = split(digits)?;
    let fraction = fraction.unwrap_or_default().trim_end_matches('0');
    // A whole number of milliseconds has at most seven decimal digits in any unit, since 1 h = 2⁷ · 28,125 ms.
    if fraction.len() > 7 {
        return None;
    }
    let scale = 10_u64.pow(u32::try_from(fraction.len()).ok()?);
    let fraction = if fraction.is_empty() { 0 } else { fraction.parse::<u64>().ok()? };
    let part = fraction * factor;
    if !part.is_multiple_of(scale) {
        return None;
    }
    let total = whole.parse::<u64>().ok()?.checked_mul(factor)?.checked_add(part / scale)?;
    (total < MILLISECONDS_BOUND).then_some(total)
}

/// Splits a number at the point. Returns `None` if it contains anything but digits.
fn split(digits: &str) -> Option<(&str, Option<&str>)> {
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match digits.split_once('.') {
        None => all_digits(digits).then_some((digits, None)),
        Some((whole, fraction)) => (all_digits(whole) && all_digits(fraction)).then_some((whole, Some(fraction))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Number, duration, parse};

    #[test]
    fn a_number_without_a_point_is_an_integer_if_it_fits() {
        assert_eq!(parse("9223372036854775807"), Some(Number::Integer(i64::MAX)));
        assert_eq!(parse("-9223372036854775808"), Some(Number::Integer(i64::MIN)));
        assert_eq!(parse("9223372036854775808"), Some(Number::Float(9_223_372_036_854_775_808.0)));
        assert_eq!(parse("-0.5"), Some(Number::Float(-0.5)));
        assert_eq!(parse(&"9".repeat(310)), None, "too large for a finite number");
    }

    #[test]
    fn a_duration_is_an_exact_whole_number_of_milliseconds() {
        for (text, milliseconds) in [
            ("0s", 0),
            ("250ms", 250),
            ("1.5s", 1_500),
            ("2m", 120_000),
            ("0.0000025h", 9),
            ("1.50000000000000s", 1_500),
        ] {
            assert_eq!(duration(text), Some(milliseconds), "{text}");
        }
        assert_eq!(duration("9007199254740991ms"), Some((1 << 53) - 1));
        for text in ["9007199254740992ms", "0.5ms", "1.0001s", "-1s", "1sec", "1", "s", "1.s", "99999999999999999999h"]
        {
            assert_eq!(duration(text), None, "{text}");
        }
    }
}
