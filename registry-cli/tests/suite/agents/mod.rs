//! `registry serve` and `registry agents`.

mod commands;
mod killed;
mod old_clock;
mod process;
mod readme;
mod shared_file;
mod timeout;
