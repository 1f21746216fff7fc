//! A record that nothing refers to, as the declarations of a program are: where the linker dropped it, it may have dropped
//! those.
//!
//! The C linker takes from a `staticlib` only objects that define what another one needs. This crate's object defines nothing:
//! the list that is read stands in a crate of its own.

pub use sentinel_list::is_recorded;

inventory::submit!(sentinel_list::Sentinel);
