//! Factors on the prices of calls that are restricted to a region: owned, or part of a packed catalog.

use crate::money;
use crate::pooled::PooledText;
use crate::record::Text;
use crate::region::Region;
use rust_decimal::Decimal;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;

/// The factors by which a region multiplies the price of each token. In an entry returned by a catalog, they are read
/// from
/// the packed catalog without allocating.
///
/// In JSON, it is an object: `{"us": "1.1"}`.
///
/// ```
/// use registry::catalog::{Multipliers, Region, money::parse_price};
///
/// let multipliers: Multipliers = [(Region::Us, parse_price("1.1")?)].into_iter().collect();
/// assert_eq!(multipliers.get(Region::Us).unwrap().to_string(), "1.1");
/// assert_eq!(multipliers.get(Region::Eu), None);
/// # Ok::<(), registry::catalog::money::MoneyError>(())
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct Multipliers<'a>(
    /// One line per region: key, tab, factor.
    PooledText<'a>,
);

impl<'a> Multipliers<'a> {
    pub(crate) const fn packed(pool: &'a str, lines: Text) -> Self {
        Self(PooledText::packed(pool, lines))
    }

    pub(crate) fn lines(&self) -> &str {
        self.0.get()
    }

    /// Iterates over the regions in declaration order, each with its factor.
    pub fn iter(&self) -> impl Iterator<Item = (Region, Decimal)> {
        self.lines().lines().filter_map(|line| {
            let (region, factor) = line.split_once('\t')?;
            Some((Region::from_key(region)?, Decimal::from_str_exact(factor).ok()?))
        })
    }

    /// Returns the factor of a region, or `None` if no price is known for calls restricted to it.
    pub fn get(&self, region: Region) -> Option<Decimal> {
        self.iter().find(|(of, _)| *of == region).map(|(_, factor)| factor)
    }

    /// Whether no factor is known.
    pub fn is_empty(&self) -> bool {
        self.lines().is_empty()
    }

    /// Converts into an owned value that borrows nothing.
    pub fn into_owned(self) -> Multipliers<'static> {
        Multipliers(self.0.into_owned())
    }
}

impl FromIterator<(Region, Decimal)> for Multipliers<'_> {
    /// Collects pairs of region and factor. If two pairs have the same region, the later one wins.
    fn from_iter<I: IntoIterator<Item = (Region, Decimal)>>(pairs: I) -> Self {
        let sorted: BTreeMap<Region, Decimal> = pairs.into_iter().collect();
        let lines: Vec<String> =
            sorted.into_iter().map(|(region, factor)| format!("{region}\t{}", factor.normalize())).collect();
        Self(PooledText::from(lines.join("\n")))
    }
}

impl fmt::Debug for Multipliers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Serialize for Multipliers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(region, factor)| (region, factor.normalize().to_string())))
    }
}

impl<'de> Deserialize<'de> for Multipliers<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Factors;
        impl<'de> Visitor<'de> for Factors {
            type Value = BTreeMap<Region, Decimal>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of factors by region")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut factors = BTreeMap::new();
                while let Some((region, value)) = map.next_entry::<Region, Box<RawValue>>()? {
                    let factor = money::price_of(&value)
                        .map_err(|error| A::Error::custom(format_args!("factor {} {error}", value.get())))?;
                    if factors.insert(region, factor).is_some() {
                        return Err(A::Error::custom(format_args!("the region {region} has two factors")));
                    }
                }
                Ok(factors)
            }
        }
        Ok(deserializer.deserialize_map(Factors)?.into_iter().collect())
    }
}
