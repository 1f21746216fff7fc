//! A record that nothing refers to, like the declarations of a program: if the linker dropped it, it may have dropped
//! declarations too.
//!
//! From a `staticlib`, the C linker only takes objects that define a symbol that another object needs. This crate's object
//! defines none: the list that is read is in a separate crate.

pub use sentinel_list::is_recorded;

inventory::submit!(sentinel_list::Sentinel);
