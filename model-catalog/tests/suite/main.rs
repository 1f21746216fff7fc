//! What a running program asks of a catalog: look-ups, costs, usage.

mod corpora;
mod cost;
mod image;
mod names;
mod replay;
mod surcharges;
mod tiers;
mod unknown;
mod usage;
