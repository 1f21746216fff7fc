//! What a running program asks of a catalog: look-ups, costs, usage.

mod corpora;
mod cost;
mod names;
mod packed;
mod replay;
mod surcharges;
mod tiers;
mod unknown;
mod usage;
