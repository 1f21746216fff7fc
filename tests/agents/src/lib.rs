//! What every table of agents must do, wherever it keeps its entries.

pub mod conformance;
pub mod interleavings;
pub mod numbers;
