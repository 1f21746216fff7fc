//! The language: every code, recovery, the formatter, blueprints and their pictures, and what fuzzers found worth keeping.

mod blueprint;
mod codegen;
mod codes;
mod corpus;
mod diagnostics;
mod editors;
mod format;
mod frames;
#[path = "../../fuzz/generate.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are programs of their own")]
mod generate;
mod language_page;
mod library;
mod odd_blueprints;
mod pictures;
mod properties;
#[path = "../../fuzz/properties.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are programs of their own")]
mod property;
mod recovery;
mod sources;
