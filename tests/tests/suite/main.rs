//! The tests that need a whole program, and can share one: what the compiler says about each misuse and that their neighbours
//! compile, what cargo builds again, what the README says, and what other programs make of diagrams and grammars.
//!
//! Tests of all declarations of a program are separate programs, next to this one: `conflicts`,
//! `constructors`, `forms`, `graphs` and `state`. That everything which is declared is found, however the program was linked, is tested by `fixtures/unmentioned`.

mod colours;
mod diagrams;
mod facade;
mod misuse;
mod neighbours;
mod package;
mod readme;
mod rebuilds;
mod skipped;
mod tools;
mod tracing;
mod written_types;
