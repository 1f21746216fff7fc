//! What every table of agents must do, wherever it keeps its entries.

#![allow(clippy::missing_panics_doc, reason = "a panic is how a test says no")]

pub mod conformance;
pub mod fixtures;
pub mod interleavings;
pub mod numbers;
pub mod program;
pub mod wire;
