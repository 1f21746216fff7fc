//! What every table of agents must do, wherever it keeps its entries, and what those in a file and at a daemon must do
//! beside it. What starts the program `registry` is tested in `registry-cli`.

mod bad_requests;
mod conformance;
mod corpus;
mod daemon;
mod daemon_life;
mod damage;
mod fixtures;
mod interleavings;
mod memory;
mod numbers;
mod sqlite;
mod sqlite_files;
mod sqlite_sharing;
mod wire;
