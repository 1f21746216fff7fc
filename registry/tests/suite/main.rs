//! The tests of the crate that need no declarations. Those that ask what the whole program declares are programs of their own
//! beside this one: `collect` and `verify`.

#[path = "../echo/mod.rs"]
mod echo;

mod alias;
mod allocations;
mod catalog;
mod diagnostics;
mod errors;
mod hand_off;
mod locate_agent;
mod lookup;
mod properties;
mod register;
mod registered_graphs;
mod round_trips;
mod router;
mod snapshot;
