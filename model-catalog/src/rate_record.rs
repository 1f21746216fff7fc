//! The record of a rate in a packed catalog.

use crate::component::PriceComponent;
use crate::rate::RateTerms;
use crate::rate::{Rate, ServiceTier};
use crate::record::{chunk, date_of, day_of, number64, variant};
use crate::window::WeeklyWindow;
use rust_decimal::Decimal;

pub(crate) const SIZE: usize = 28;

pub(crate) fn read(bytes: &[u8; SIZE]) -> Option<Rate> {
    let &[component, tier, scale, days] = chunk(bytes, 16);
    let (start, end) = (u16::from_le_bytes(*chunk(bytes, 20)), u16::from_le_bytes(*chunk(bytes, 22)));
    Some(Rate {
        component: variant(PriceComponent::ALL, component)?,
        tier: variant(ServiceTier::ALL, tier)?,
        above: number64(bytes, 8),
        from: date_of(i32::from_le_bytes(*chunk(bytes, 24))),
        window: if days == 0 { None } else { WeeklyWindow::from_parts(days, start, end).ok() },
        price: Decimal::try_from_i128_with_scale(number64(bytes, 0).into(), scale.into()).ok()?,
    })
}

#[inline]
pub(crate) fn read_terms(bytes: &[u8; SIZE]) -> RateTerms {
    let &[component, tier] = chunk(bytes, 16);
    RateTerms { component, tier, above: number64(bytes, 8) }
}

/// Whether the rate has neither a window nor a start date.
#[inline]
pub(crate) fn always_applies(bytes: &[u8; SIZE]) -> bool {
    let &[days] = chunk(bytes, 19);
    days == 0 && *chunk::<4>(bytes, 24) == [0; 4]
}

/// The price must have passed validation: not negative, at most 15 significant digits.
pub(crate) fn write(rate: &Rate) -> [u8; SIZE] {
    let price = rate.price.normalize();
    let (days, start, end) = rate.window.map_or((0, 0, 0), WeeklyWindow::parts);
    let scale = u8::try_from(price.scale()).unwrap_or_default();
    let mut out = Vec::with_capacity(SIZE);
    out.extend(u64::try_from(price.mantissa()).unwrap_or_default().to_le_bytes());
    out.extend(rate.above.to_le_bytes());
    out.extend([rate.component as u8, rate.tier as u8, scale, days]);
    out.extend(start.to_le_bytes());
    out.extend(end.to_le_bytes());
    out.extend(day_of(rate.from).to_le_bytes());
    *chunk(&out, 0)
}

#[cfg(test)]
mod tests {
    use crate::component::PriceComponent;
    use crate::rate::{Rate, ServiceTier};
    use crate::rate_record;
    use crate::window::WeeklyWindow;
    use chrono::NaiveDate;
    use proptest::prelude::*;
    use rust_decimal::Decimal;

    proptest! {
        #[test]
        fn a_rate_survives_its_record(
            component in 0..PriceComponent::ALL.len(),
            tier in 0..ServiceTier::ALL.len(),
            above in 0_u64..1_000_000_000_000,
            day in proptest::option::of(-10_000_i32..100_000),
            days in 0_u8..128,
            start in 0_u16..1440,
            mantissa in 0_i64..1_000_000_000_000_000,
            scale in 0_u32..=28,
        ) {
            let rate = Rate {
                component: PriceComponent::ALL[component],
                tier: ServiceTier::ALL[tier],
                above,
                from: day.and_then(NaiveDate::from_epoch_days),
                window: WeeklyWindow::from_parts(days, start, start + 1).ok(),
                price: Decimal::from_i128_with_scale(mantissa.into(), scale).normalize(),
            };
            let record = rate_record::write(&rate);
            prop_assert_eq!(rate_record::read(&record), Some(rate));
            prop_assert_eq!(rate_record::always_applies(&record), rate.from.is_none() && rate.window.is_none());
        }
    }
}
