//! Programs like those of `tests/ui`, which are right: each compiles without a warning, and does what it says. They share this
//! program with each other, so that no two of them declare the same name of a kind.
#![deny(warnings)]

mod any_name;
mod described;
mod models_of_the_catalog;
mod one_name_in_two_kinds;
mod resolved;
mod router;
mod the_longest_names;
mod two_names_in_two_function_bodies;
