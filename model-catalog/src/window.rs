//! Weekly windows in UTC during which a rate applies.

use chrono::{DateTime, Datelike, Timelike, Utc, Weekday};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The minutes in a day.
const DAY: u16 = 24 * 60;

/// The keys of the days in JSON; Monday is bit 0.
const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// A span of time that recurs on some days of every week, in UTC.
///
/// The start is inclusive, the end exclusive, and a window never crosses midnight: a span over midnight is two windows.
/// In
/// JSON: `{"days": ["sat", "sun"], "start": "10:00", "end": "24:00"}`.
///
/// ```
/// use registry::catalog::WeeklyWindow;
/// use chrono::{DateTime, Utc, Weekday};
///
/// let evening = WeeklyWindow::new([Weekday::Fri], 10 * 60, 24 * 60)?;
/// let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
/// assert!(evening.contains(at("2026-11-27T10:00:00Z")));
/// assert!(evening.contains(at("2026-11-27T23:59:59Z")));
/// assert!(!evening.contains(at("2026-11-28T00:00:00Z")));
/// # Ok::<(), registry::catalog::WindowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "WindowJson", try_from = "WindowJson")]
pub struct WeeklyWindow {
    days: u8,
    start: u16,
    end: u16,
}

/// Why a window is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WindowError {
    /// The window has no days.
    #[error("a window needs at least one day of {}", DAYS.join(", "))]
    NoDay,
    /// A string that is not a day of the week.
    #[error("`{0}` is not a day of the week, expected one of {days}", days = DAYS.join(", "))]
    UnknownDay(String),
    /// A string that is not a time of day.
    #[error("`{0}` is not a time of day, expected 00:00 to 24:00")]
    NotATime(String),
    /// The end is not after the start.
    #[error(
        "the end of a window must be after its start and at most 24:00; write one that crosses midnight as two windows"
    )]
    Empty,
}

impl WeeklyWindow {
    /// Creates the window from minute `start` of the day to minute `end` (exclusive, at most 1,440), on each of `days`,
    /// in UTC.
    ///
    /// # Errors
    ///
    /// [`WindowError`] if `days` is empty, or if `end` is not after `start` or is after 24:00.
    pub fn new(days: impl IntoIterator<Item = Weekday>, start: u16, end: u16) -> Result<Self, WindowError> {
        let days = days.into_iter().fold(0, |set, day| set | 1 << day.num_days_from_monday());
        Self::from_parts(days, start, end)
    }

    /// Not public API: creates a window from a bit set of days, with Monday as bit 0.
    #[doc(hidden)]
    pub fn from_parts(days: u8, start: u16, end: u16) -> Result<Self, WindowError> {
        if days == 0 || days >= 1 << 7 {
            return Err(WindowError::NoDay);
        }
        if start >= end || end > DAY {
            return Err(WindowError::Empty);
        }
        Ok(Self { days, start, end })
    }

    /// Returns the days as a bit set with Monday as bit 0, the first minute, and the exclusive last minute.
    pub(crate) const fn parts(self) -> (u8, u16, u16) {
        (self.days, self.start, self.end)
    }

    /// Whether `moment` lies within the window.
    pub fn contains(self, moment: DateTime<Utc>) -> bool {
        let minute = moment.hour() * 60 + moment.minute();
        self.days & 1 << moment.weekday().num_days_from_monday() != 0
            && u32::from(self.start) <= minute
            && minute < u32::from(self.end)
    }

    /// Whether the windows have a moment in common.
    pub const fn overlaps(self, other: Self) -> bool {
        self.days & other.days != 0 && self.start < other.end && other.start < self.end
    }
}

impl fmt::Display for WeeklyWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = WindowJson::from(*self);
        write!(f, "{} {}-{} UTC", json.days.join(" "), json.start, json.end)
    }
}

/// Parses minutes of the day from a string such as `09:30`; `24:00` is the end of the day.
pub fn minutes(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let two_digits = |part: &str| -> Option<u16> {
        (part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit())).then(|| part.parse().ok())?
    };
    let (hours, minutes) = (two_digits(hours)?, two_digits(minutes)?);
    let total = hours * 60 + minutes;
    (minutes < 60 && total <= DAY).then_some(total)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WindowJson {
    days: Vec<Cow<'static, str>>,
    start: String,
    end: String,
}

impl From<WeeklyWindow> for WindowJson {
    fn from(window: WeeklyWindow) -> Self {
        let time = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
        Self {
            days: (0..7)
                .zip(DAYS)
                .filter(|(bit, _)| window.days & 1 << bit != 0)
                .map(|(_, day)| Cow::Borrowed(day))
                .collect(),
            start: time(window.start),
            end: time(window.end),
        }
    }
}

impl TryFrom<WindowJson> for WeeklyWindow {
    type Error = WindowError;

    fn try_from(json: WindowJson) -> Result<Self, WindowError> {
        let mut days = 0;
        for day in json.days {
            let bit =
                DAYS.iter().position(|known| *known == day).ok_or_else(|| WindowError::UnknownDay(day.into_owned()))?;
            days |= 1 << bit;
        }
        let time = |text: String| minutes(&text).ok_or(WindowError::NotATime(text));
        Self::from_parts(days, time(json.start)?, time(json.end)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{WeeklyWindow, WindowError};

    fn read(json: &str) -> Result<WeeklyWindow, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn a_window_survives_json() {
        let json = r#"{"days":["mon","sun"],"start":"00:30","end":"24:00"}"#;
        assert_eq!(serde_json::to_string(&read(json).unwrap()).unwrap(), json);
        assert_eq!(read(json).unwrap().to_string(), "mon sun 00:30-24:00 UTC");
    }

    #[test]
    fn an_invalid_window_is_rejected_with_the_reason() {
        for (json, reason) in [
            (r#"{"days":[],"start":"00:00","end":"01:00"}"#, WindowError::NoDay),
            (r#"{"days":["monday"],"start":"00:00","end":"01:00"}"#, WindowError::UnknownDay("monday".into())),
            (r#"{"days":["mon"],"start":"0:00","end":"01:00"}"#, WindowError::NotATime("0:00".into())),
            (r#"{"days":["mon"],"start":"00:00","end":"24:01"}"#, WindowError::NotATime("24:01".into())),
            (r#"{"days":["mon"],"start":"00:60","end":"02:00"}"#, WindowError::NotATime("00:60".into())),
            (r#"{"days":["mon"],"start":"10:00","end":"00:00"}"#, WindowError::Empty),
            (r#"{"days":["mon"],"start":"10:00","end":"10:00"}"#, WindowError::Empty),
        ] {
            let message = read(json).unwrap_err();
            assert!(message.starts_with(&reason.to_string()), "{json}: {message}");
        }
    }

    #[test]
    fn windows_overlap_only_on_a_common_day_and_minute() {
        let window = |days, start, end| WeeklyWindow::from_parts(days, start, end).unwrap();
        assert!(window(1, 0, 60).overlaps(window(3, 59, 61)));
        assert!(!window(1, 0, 60).overlaps(window(1, 60, 61)));
        assert!(!window(1, 0, 60).overlaps(window(2, 0, 60)));
    }
}
