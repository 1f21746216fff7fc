//! `registry serve` and `registry agents`.

mod commands;
mod killed;
mod process;
mod readme;
mod shared_file;
