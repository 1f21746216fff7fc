//! registry

pub mod catalog;
