//! Tests of the language: every code, error recovery, the formatter, blueprints and their diagrams, and the corpora of
//! the fuzz targets.

mod blueprint;
mod codes;
mod corpus;
mod diagnostics;
mod diagrams;
mod directory;
mod editors;
mod embedded;
mod format;
mod frames;
#[path = "../../fuzz/generate.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are separate programs")]
mod generate;
mod invalid_blueprints;
mod language_page;
mod library;
mod properties;
#[path = "../../fuzz/properties.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are separate programs")]
mod property;
mod recovery;
mod sources;
