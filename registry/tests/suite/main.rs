//! Tests without declarations. Tests of the declarations of a whole program are separate programs: `collect` and `verify`.

#[path = "../echo/mod.rs"]
mod echo;

mod alias;
mod allocations;
mod catalog;
mod diagnostics;
mod errors;
mod harness_registries;
mod locate_agent;
mod lookup;
mod properties;
mod register;
mod registered_graphs;
mod round_trips;
mod router;
mod snapshot;
