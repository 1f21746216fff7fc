//! Whether a catalog is recent enough to be trusted.

use chrono::NaiveDate;
use vocabulary::keyed;

keyed! {
    /// What to do with a catalog that is too old.
    pub enum FreshnessPolicy: "freshness policy" {
        /// Use it.
        Ignore = "ignore",
        /// Use it, with a warning.
        Warn = "warn",
        /// Reject it.
        Fail = "fail",
    }
}

/// The maximum age of a catalog, and what to do with an older one.
///
/// ```
/// use registry::catalog::{CatalogFreshness, FreshnessPolicy};
///
/// let rule = CatalogFreshness { policy: FreshnessPolicy::Fail, max_age_days: 90 };
/// let (snapshot, today) = ("2026-08-21".parse()?, "2026-11-30".parse()?);
/// assert_eq!(rule.check(snapshot, today).unwrap_err().to_string(), "the model catalog is dated 2026-08-21, 101 days ago; at most 90 days are allowed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogFreshness {
    /// What to do with a catalog that is too old.
    pub policy: FreshnessPolicy,
    /// The maximum number of days between the snapshot date and today.
    pub max_age_days: u32,
}

/// A catalog that is older than its rule allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model catalog is dated {date}, {age_days} days ago; at most {max_age_days} days are allowed")]
pub struct StaleCatalog {
    /// The snapshot date.
    pub date: NaiveDate,
    /// The age of the snapshot in days.
    pub age_days: i64,
    /// The maximum age in days.
    pub max_age_days: u32,
}

impl CatalogFreshness {
    /// Checks the age of a snapshot of the day `date`. Returns the stale catalog if the policy is to warn about it.
    ///
    /// A snapshot dated later than `today` is fresh.
    ///
    /// # Errors
    ///
    /// [`StaleCatalog`] if the snapshot is too old and the policy is to fail.
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
    fn a_catalog_is_stale_after_its_maximum_age_and_the_policy_decides_what_happens() {
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
