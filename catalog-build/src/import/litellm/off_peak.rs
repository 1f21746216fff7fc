//! The weekly windows of off-peak prices in the LiteLLM map.

use super::Members;
use crate::import::members::member;
use model_catalog::__private::{json::RawObject, minutes};
use model_catalog::{WeeklyWindow, WindowError};
use serde::Deserialize;

/// Minutes of a day.
const DAY: i32 = 24 * 60;

/// The time zones in which the map counts weekdays, and how many minutes each is ahead of UTC, summer and winter.
const ZONES: &[(&str, i32)] = &[("UTC", 0), ("Asia/Shanghai", 8 * 60)];

/// The members of an off-peak price that say when, not how much: windows, or the one window itself.
const WINDOWS: &str = "windows";
const ZONE: &str = "weekday_timezone";
const WINDOW: [&str; 2] = ["hours_utc", "weekdays"];

/// The names of weekdays, from the first to the seventh.
const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Every day of the week.
const DAILY: u8 = 0b111_1111;

/// Whether a member says when, not how much.
pub(super) fn is_about_time(name: &str) -> bool {
    name == WINDOWS || name == ZONE || WINDOW.contains(&name)
}

/// Whether each window has no members but those that are read here. What has not the form of a window is left to
/// [`windows`] to refuse.
pub(super) fn is_understood(members: &Members<'_>) -> bool {
    let windows = member(members, WINDOWS);
    let windows: Vec<RawObject<'_>> =
        windows.and_then(|windows| serde_json::from_str(windows.get()).ok()).unwrap_or_default();
    windows.iter().all(|RawObject(window)| window.iter().all(|(key, _)| WINDOW.contains(&&**key)))
}

/// Why the windows cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum OffPeakError {
    #[error("no windows of hours and weekdays")]
    Form,
    #[error("windows, and hours or weekdays beside them")]
    Twice,
    #[error("weekday {0}, expected 1 for Monday to 7 for Sunday, or an English name")]
    Weekday(String),
    #[error("hours {0:?}, expected such as 10:00-00:00")]
    Hours(String),
    #[error("hours {0:?} over midnight on some days of the week, of which it is unknown on which day they end")]
    OverMidnight(String),
    #[error("time zone {0:?}")]
    Zone(String),
    #[error(transparent)]
    Window(#[from] WindowError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Window {
    hours_utc: OneOrMore,
    /// Every day where they are absent.
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
    /// The bit of the day.
    fn bit(self) -> Result<u8, OffPeakError> {
        let (place, shown) = match self {
            Self::Number(number) => (usize::from(number).checked_sub(1), number.to_string()),
            Self::Name(name) => (WEEKDAYS.iter().position(|day| name.eq_ignore_ascii_case(day)), format!("{name:?}")),
        };
        place.filter(|place| *place < WEEKDAYS.len()).map(|place| 1 << place).ok_or(OffPeakError::Weekday(shown))
    }
}

/// The windows in UTC. The map gives hours in UTC, and weekdays in UTC or in a zone of their own.
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

/// The windows as the map has them: a list, or one whose members stand beside the prices.
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

/// The minutes of a span such as `10:00-00:00`; an end of 00:00 is midnight at the end of the day. A span over midnight ends
/// before it starts.
fn hours(span: &str) -> Option<(i32, i32)> {
    let (start, end) = span.split_once('-')?;
    let (start, end) = (minutes(start)?, minutes(end)?);
    let (start, end) = (i32::from(start), if end == 0 { DAY } else { end.into() });
    (start != end).then_some((start, end))
}

/// The windows in UTC of a span of UTC minutes on `days` that begin `ahead` minutes before those of UTC.
///
/// From the minute on at which the zone's next day begins, the zone is a weekday ahead of UTC.
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
    fn weekdays_of_a_zone_ahead_begin_on_the_day_before() {
        assert_eq!(shown(0b001_1111, "04:00-06:00", 480), ["mon tue wed thu fri 04:00-06:00 UTC"]);
        assert_eq!(
            shown(0b001_1111, "10:00-00:00", 480),
            ["mon tue wed thu fri 10:00-16:00 UTC", "mon tue wed thu sun 16:00-24:00 UTC"]
        );
    }
}
