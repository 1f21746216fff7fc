//! The weekly windows of off-peak prices in the LiteLLM map.

use super::Members;
use crate::import::members::member;
use model_catalog::__private::{json::RawObject, minutes};
use model_catalog::{WeeklyWindow, WindowError};
use serde::Deserialize;
use serde_json::value::RawValue;

/// Minutes of a day.
const DAY: i32 = 24 * 60;

/// The time zones in which the map counts weekdays, and how many minutes each is ahead of UTC, summer and winter.
const ZONES: &[(&str, i32)] = &[("UTC", 0), ("Asia/Shanghai", 8 * 60)];

/// Members of an off-peak price that say when, not how much.
pub(super) fn is_about_time(name: &str) -> bool {
    matches!(name, "windows" | "weekday_timezone")
}

/// Whether each window has no members but those that are read here. What has not the form of a window is left to
/// [`windows`] to refuse.
pub(super) fn is_understood(members: &Members<'_>) -> bool {
    let windows = member(members, "windows");
    let windows: Vec<RawObject<'_>> =
        windows.and_then(|windows| serde_json::from_str(windows.get()).ok()).unwrap_or_default();
    windows.iter().all(|RawObject(window)| window.iter().all(|(key, _)| matches!(&**key, "hours_utc" | "weekdays")))
}

/// Why the windows cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum OffPeakError {
    #[error("no windows of hours and weekdays")]
    Form,
    #[error("weekday {0}, expected 1 for Monday to 7 for Sunday")]
    Weekday(u8),
    #[error("hours {0:?}, expected such as 10:00-00:00")]
    Hours(String),
    #[error("time zone {0:?}")]
    Zone(String),
    #[error(transparent)]
    Window(#[from] WindowError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Window {
    hours_utc: OneOrMore,
    weekdays: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

/// The windows in UTC. The map gives hours in UTC, and weekdays in UTC or in a zone of their own.
pub(super) fn windows(members: &Members<'_>) -> Result<Vec<WeeklyWindow>, OffPeakError> {
    let read = |value: &RawValue| serde_json::from_str::<Vec<Window>>(value.get());
    let windows = member(members, "windows").ok_or(OffPeakError::Form)?;
    let windows = read(windows).map_err(|_| OffPeakError::Form)?;
    let zone = super::string(members, "weekday_timezone").unwrap_or("UTC".into());
    let &(_, ahead) =
        ZONES.iter().find(|(name, _)| *name == zone).ok_or_else(|| OffPeakError::Zone(zone.into_owned()))?;

    let mut all = Vec::new();
    for Window { hours_utc, weekdays } in windows {
        let spans = match hours_utc {
            OneOrMore::One(span) => vec![span],
            OneOrMore::More(spans) => spans,
        };
        let mut days = 0_u8;
        for day in weekdays {
            days |= 1 << day.checked_sub(1).filter(|day| *day < 7).ok_or(OffPeakError::Weekday(day))?;
        }
        for span in spans {
            let (start, end) = hours(&span).ok_or_else(|| OffPeakError::Hours(span.clone()))?;
            all.extend(in_utc(days, start, end, ahead)?);
        }
    }
    all.sort_unstable();
    Ok(all)
}

/// The minutes of a span such as `10:00-00:00`; an end of 00:00 is midnight at the end of the day.
fn hours(span: &str) -> Option<(i32, i32)> {
    let (start, end) = span.split_once('-')?;
    let (start, end) = (minutes(start)?, minutes(end)?);
    let end = if end == 0 { 24 * 60 } else { end };
    (start < end).then_some((start.into(), end.into()))
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
