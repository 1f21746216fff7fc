//! A graph that a macro embeds in a program.
//!
//! The macro checks the source while the program is built, and what it embeds is that source: rustc reads one string, whatever the
//! size of the graph. The blueprint is made when it is first used. That cannot fail, since the same parser has read the same text
//! before.

use crate::blueprint::{Blueprint, Definition};
use crate::program::Program;
use crate::source::Source;
use std::slice;
use std::sync::OnceLock;

/// A source without errors, and one of its graphs.
#[derive(Debug)]
pub struct Embedded<'t> {
    name: &'t str,
    text: &'t str,
    graph: usize,
    // Not a definition, whose types rustc would look through for every static.
    blueprint: OnceLock<Blueprint>,
}

impl<'t> Embedded<'t> {
    /// `graph` is the number of the graph in the source, from 0.
    #[must_use]
    pub const fn new(name: &'t str, text: &'t str, graph: usize) -> Self {
        Self { name, text, graph, blueprint: OnceLock::new() }
    }

    /// The graph's definition, made by the first call.
    ///
    /// # Panics
    /// When the source has no such graph, which a macro does not embed.
    pub fn definition(&self) -> &Definition {
        self.blueprint.get_or_init(|| {
            let source = Source::file(self.name, self.text);
            let program = Program::parse(slice::from_ref(&source));
            program.blueprint(self.graph).unwrap_or_else(|| panic!("{} has no graph {}", self.name, self.graph))
        })
    }
}
