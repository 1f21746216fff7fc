//! A list of rates: owned, or a view of their records in a packed catalog.

use crate::rate::{Rate, RateTerms};
use crate::rate_record;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The rates of a model. In an entry returned by a catalog, they are read from the packed catalog without allocating.
///
/// ```
/// use registry::catalog::{PriceComponent, Rate, Rates, money::parse_price};
///
/// let rates = Rates::from(vec![Rate::list(PriceComponent::Input, parse_price("0.0000025")?)]);
/// assert_eq!(rates.iter().next().unwrap().component, PriceComponent::Input);
/// # Ok::<(), registry::catalog::money::MoneyError>(())
/// ```
#[derive(Clone)]
pub struct Rates<'a>(Repr<'a>);

#[derive(Clone)]
enum Repr<'a> {
    Owned(Vec<Rate>),
    /// Records, which are decoded on access.
    Packed(&'a [u8]),
}

impl<'a> Rates<'a> {
    pub(crate) const fn packed(records: &'a [u8]) -> Self {
        Self(Repr::Packed(records))
    }

    /// Iterates over the rates in order.
    pub fn iter(&self) -> impl Iterator<Item = Rate> + Clone {
        let (owned, packed) = self.parts();
        owned.iter().copied().chain(packed.iter().filter_map(rate_record::read))
    }

    /// Calls `take` with each rate whose component, tier and threshold `wanted` accepts, in order. Other rates are not
    /// decoded. It is a callback and not an iterator because it is the inner loop of every cost computation.
    #[inline]
    pub(crate) fn each_with(&self, wanted: impl Fn(RateTerms) -> bool, mut take: impl FnMut(Rate)) {
        let (owned, packed) = self.parts();
        for rate in owned.iter().filter(|rate| wanted(RateTerms::of(rate))) {
            take(*rate);
        }
        for record in packed {
            if wanted(rate_record::read_terms(record))
                && let Some(rate) = rate_record::read(record)
            {
                take(rate);
            }
        }
    }

    /// Calls `take` with the component, tier and threshold of each rate that `wanted` accepts by these and that is in
    /// effect, in order. Rates that always apply are not decoded.
    #[inline]
    pub(crate) fn each_terms(
        &self,
        wanted: impl Fn(RateTerms) -> bool,
        is_in_time: impl Fn(&Rate) -> bool,
        mut take: impl FnMut(RateTerms),
    ) {
        let (owned, packed) = self.parts();
        for rate in owned {
            let terms = RateTerms::of(rate);
            if wanted(terms) && is_in_time(rate) {
                take(terms);
            }
        }
        for record in packed {
            let terms = rate_record::read_terms(record);
            let in_time = || {
                rate_record::always_applies(record) || rate_record::read(record).is_some_and(|rate| is_in_time(&rate))
            };
            if wanted(terms) && in_time() {
                take(terms);
            }
        }
    }

    fn parts(&self) -> (&[Rate], &[[u8; rate_record::SIZE]]) {
        match &self.0 {
            Repr::Owned(rates) => (rates, &[]),
            Repr::Packed(records) => (&[], records.as_chunks().0),
        }
    }

    /// The number of rates.
    pub const fn len(&self) -> usize {
        match &self.0 {
            Repr::Owned(rates) => rates.len(),
            Repr::Packed(records) => records.len() / rate_record::SIZE,
        }
    }

    /// Whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Converts into an owned list that borrows nothing.
    pub fn into_owned(self) -> Rates<'static> {
        self.iter().collect::<Vec<_>>().into()
    }
}

impl Default for Rates<'_> {
    fn default() -> Self {
        Self(Repr::Packed(&[]))
    }
}

impl From<Vec<Rate>> for Rates<'_> {
    fn from(rates: Vec<Rate>) -> Self {
        Self(Repr::Owned(rates))
    }
}

impl PartialEq for Rates<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl fmt::Debug for Rates<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Rates<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Rates<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
