//! The weekly windows of off-peak prices in the LiteLLM map.

use super::Members;
use crate::import::members::member;
use model_catalog::__private::{json::RawObject, minutes};
use model_catalog::{WeeklyWindow, WindowError};
use serde::Deserialize;

/// The minutes in a day.
const DAY: i32 = 24 * 60;

/// The time zones in which the map states weekdays, and their offset from UTC in minutes, the same in summer and
/// winter.
const ZONES: &[(&str, i32)] = &[("UTC", 0), ("Asia/Shanghai", 8 * 60)];

/// The members of an off-peak price that state a time and not a price: the windows, or the members of a single window.
const WINDOWS: &str = "windows";
const ZONE: &str = "weekday_timezone";
const WINDOW: [&str; 2] = ["hours_utc", "weekdays"];

/// The names of the weekdays, starting with the first.
const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Every day of the week.
const DAILY: u8 = 0b111_1111;

/// Whether a member states a time and not a price.
pub(super) fn is_about_time(name: &str) -> bool {
    name == WINDOWS || name == ZONE || WINDOW.contains(&name)
}

/// Whether each window has only members that are read here. [`windows`] rejects what does not have the form of a
/// window.
pub(super) fn is_understood(members: &Members<'_>) -> bool {
    let windows = member(members, WINDOWS);
    let windows: Vec<RawObject<'_>> =
        windows.and_then(|windows| serde_json::from_str(windows.get()).ok()).unwrap_or_default();
    windows.iter().all(|RawObject(window)| window.iter().all(|(key, _)| WINDOW.contains(&&**key)))
}

/// Why the windows cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum OffPeakError {
    #[error("no windows with hours and weekdays")]
    Form,
    #[error("both windows and separate hours or weekdays")]
    Twice,
    #[error("weekday {0}, expected 1 for Monday to 7 for Sunday, or an English name")]
    Weekday(String),
    #[error("hours {0:?}, expected the form 10:00-00:00")]
    Hours(String),
    #[error("hours {0:?} that cross midnight on some days of the week, where it is unknown on which day they end")]
    OverMidnight(String),
    #[error("unknown time zone {0:?}")]
    Zone(String),
    #[error(transparent)]
    Window(#[from] WindowError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Window {
    hours_utc: OneOrMore,
    /// Every day if absent.
    weekdays: Option<Vec<Weekday>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Weekday {
    Number(u8),
    Name(String),
}

impl Weekday {
    /// Returns the bit of the day.
    fn bit(self) -> Result<u8, OffPeakError> {
        let (place, shown) = match self {
            Self::Number(number) => (usize::from(number).checked_sub(1), number.to_string()),
            Self::Name(name) => (WEEKDAYS.iter().position(|day| name.eq_ignore_ascii_case(day)), format!("{name:?}")),
        };
        place.filter(|place| *place < WEEKDAYS.len()).map(|place| 1 << place).ok_or(OffPeakError::Weekday(shown))
    }
}

/// Returns the windows in UTC. The map states hours in UTC, and weekdays in UTC or in a separate time zone.
pub(super) fn windows(members: &Members<'_>) -> Result<Vec<WeeklyWindow>, OffPeakError> {
    let zone = super::string(members, ZONE).unwrap_or("UTC".into());
    let &(_, ahead) =
        ZONES.iter().find(|(name, _)| *name == zone).ok_or_else(|| OffPeakError::Zone(zone.into_owned()))?;

    let mut all = Vec::new();
    for Window { hours_utc, weekdays } in stated(members)? {
        let spans = match hours_utc {
            OneOrMore::One(span) => vec![span],
            OneOrMore::More(spans) => spans,
        };
        let days = match weekdays {
            None => DAILY,
            Some(weekdays) => {
                weekdays.into_iter().try_fold(0, |days, day| Ok::<u8, OffPeakError>(days | day.bit()?))?
            }
        };
        for span in spans {
            let (start, end) = hours(&span).ok_or_else(|| OffPeakError::Hours(span.clone()))?;
            if start < end {
                all.extend(in_utc(days, start, end, ahead)?);
            } else if days == DAILY {
                all.extend(in_utc(days, start, DAY, ahead)?);
                all.extend(in_utc(days, 0, end, ahead)?);
            } else {
                return Err(OffPeakError::OverMidnight(span));
            }
        }
    }
    all.sort_unstable();
    Ok(all)
}

/// Returns the windows as stated in the map: a list, or a single one whose members are next to the prices.
fn stated(members: &Members<'_>) -> Result<Vec<Window>, OffPeakError> {
    let one: Vec<String> = members
        .iter()
        .filter(|(name, _)| WINDOW.contains(&&**name))
        .map(|(name, value)| format!("\"{name}\":{}", value.get()))
        .collect();
    match (member(members, WINDOWS), one.is_empty()) {
        (Some(windows), true) => serde_json::from_str(windows.get()).map_err(|_| OffPeakError::Form),
        (None, false) => serde_json::from_str(&format!("[{{{}}}]", one.join(","))).map_err(|_| OffPeakError::Form),
        (None, true) => Err(OffPeakError::Form),
        (Some(_), false) => Err(OffPeakError::Twice),
    }
}

/// Parses the minutes of a span such as `10:00-00:00`; an end of 00:00 is midnight at the end of the day. A span that
/// crosses
/// midnight ends before it starts.
fn hours(span: &str) -> Option<(i32, i32)> {
    let (start, end) = span.split_once('-')?;
    let (start, end) = (minutes(start)?, minutes(end)?);
    let (start, end) = (i32::from(start), if end == 0 { DAY } else { end.into() });
    (start != end).then_some((start, end))
}

/// Returns the windows in UTC of a span of UTC minutes on `days`, where the days begin `ahead` minutes before those of
/// UTC.
///
/// From the minute at which the next day begins in the time zone, its weekday is one ahead of UTC.
fn in_utc(days: u8, start: i32, end: i32, ahead: i32) -> Result<Vec<WeeklyWindow>, WindowError> {
    let next_day = DAY - ahead;
    let day_before = days >> 1 | (days & 1) << 6;
    let mut windows = Vec::new();
    for (days, start, end) in [(days, start, end.min(next_day)), (day_before, start.max(next_day), end)] {
        if start < end {
            let minute = |minute: i32| u16::try_from(minute).map_err(|_| WindowError::Empty);
            windows.push(WeeklyWindow::from_parts(days, minute(start)?, minute(end)?)?);
        }
    }
    Ok(windows)
}

#[cfg(test)]
mod tests {
    use super::{hours, in_utc};

    fn shown(days: u8, span: &str, ahead: i32) -> Vec<String> {
        let (start, end) = hours(span).unwrap();
        in_utc(days, start, end, ahead).unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_span_to_midnight_ends_with_the_day() {
        assert_eq!(shown(0b001_1111, "10:00-00:00", 0), ["mon tue wed thu fri 10:00-24:00 UTC"]);
        assert_eq!(shown(0b110_0000, "00:00-00:00", 0), ["sat sun 00:00-24:00 UTC"]);
    }

    #[test]
    fn weekdays_of_a_zone_ahead_of_utc_begin_on_the_day_before() {
        assert_eq!(shown(0b001_1111, "04:00-06:00", 480), ["mon tue wed thu fri 04:00-06:00 UTC"]);
        assert_eq!(
            shown(0b001_1111, "10:00-00:00", 480),
            ["mon tue wed thu fri 10:00-16:00 UTC", "mon tue wed thu sun 16:00-24:00 UTC"]
        );
    }
}
