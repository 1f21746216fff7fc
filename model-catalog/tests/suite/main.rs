//! What a running program asks of a catalog: look-ups, costs, usage.

mod corpora;
mod cost;
mod image;
mod replay;
mod usage;
