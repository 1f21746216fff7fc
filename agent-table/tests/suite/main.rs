//! Tests of every table of agents, wherever it stores its entries, and further tests of tables in a file and of daemons.
//! Tests that run the program `registry` are in `registry-cli`.

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
