//! Whether a catalog is still recent enough to be trusted.

use chrono::NaiveDate;
use vocabulary::keyed;

keyed! {
    /// What to do about a catalog that is too old.
    pub enum FreshnessPolicy: "freshness policy" {
        /// Use it.
        Ignore = "ignore",
        /// Use it, and say so.
        Warn = "warn",
        /// Refuse it.
        Fail = "fail",
    }
}

/// How old a catalog may be, and what to do about an older one.
///
/// ```
/// use registry::catalog::{CatalogFreshness, FreshnessPolicy};
///
/// let rule = CatalogFreshness { policy: FreshnessPolicy::Fail, max_age_days: 90 };
/// let (snapshot, today) = ("2026-08-21".parse()?, "2026-11-30".parse()?);
/// assert_eq!(rule.check(snapshot, today).unwrap_err().to_string(), "the model catalog is of 2026-08-21, 101 days old; at most 90 are allowed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogFreshness {
    /// What to do about a catalog that is too old.
    pub policy: FreshnessPolicy,
    /// The most days between the snapshot's day and today.
    pub max_age_days: u32,
}

/// A catalog that is older than its rule allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model catalog is of {date}, {age_days} days old; at most {max_age_days} are allowed")]
pub struct StaleCatalog {
    /// The day of the snapshot.
    pub date: NaiveDate,
    /// How many days ago that is.
    pub age_days: i64,
    /// How many days it may be.
    pub max_age_days: u32,
}

impl CatalogFreshness {
    /// What there is to say about a snapshot of the day `date`: nothing, a warning, or a reason to refuse it.
    ///
    /// A snapshot of a later day than `today` is fresh.
    pub fn check(&self, date: NaiveDate, today: NaiveDate) -> Result<Option<StaleCatalog>, StaleCatalog> {
        let age_days = today.signed_duration_since(date).num_days();
        if age_days <= i64::from(self.max_age_days) {
            return Ok(None);
        }
        let stale = StaleCatalog { date, age_days, max_age_days: self.max_age_days };
        match self.policy {
            FreshnessPolicy::Ignore => Ok(None),
            FreshnessPolicy::Warn => Ok(Some(stale)),
            FreshnessPolicy::Fail => Err(stale),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CatalogFreshness, FreshnessPolicy};
    use chrono::NaiveDate;

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, day).unwrap()
    }

    #[test]
    fn a_catalog_is_stale_after_its_last_day_and_the_policy_says_what_follows() {
        let check = |policy, today| CatalogFreshness { policy, max_age_days: 7 }.check(day(1), today);
        for policy in FreshnessPolicy::ALL {
            assert_eq!(check(*policy, day(8)), Ok(None));
        }
        assert_eq!(check(FreshnessPolicy::Ignore, day(9)), Ok(None));
        assert_eq!(check(FreshnessPolicy::Warn, day(9)).unwrap().unwrap().age_days, 8);
        assert_eq!(check(FreshnessPolicy::Fail, day(9)).unwrap_err().age_days, 8);
        assert_eq!(CatalogFreshness { policy: FreshnessPolicy::Fail, max_age_days: 0 }.check(day(9), day(1)), Ok(None));
    }
}
