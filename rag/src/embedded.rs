//! A graph that a macro embeds in a program.
//!
//! The macro checks the source at compile time, and the program contains that source: rustc reads one string, whatever the size of
//! the graph. The blueprint is made at first use and borrows its texts from the source. That cannot fail, since the same parser
//! has read the same text before.

use crate::blueprint::{Blueprint, Definition};
use crate::lexer;
use crate::lower::lower_static;
use crate::parser;
use std::sync::OnceLock;

/// One of the graphs of a source without errors.
#[derive(Debug)]
pub struct Embedded {
    name: &'static str,
    text: &'static str,
    graph: usize,
    // Not a definition: rustc would look through its types for every static.
    blueprint: OnceLock<Blueprint>,
}

impl Embedded {
    /// Creates the graph with this index in the source, before its first use.
    #[must_use]
    pub const fn new(name: &'static str, text: &'static str, graph: usize) -> Self {
        Self { name, text, graph, blueprint: OnceLock::new() }
    }

    /// Returns the definition of the graph, which the first call makes.
    ///
    /// # Panics
    /// If the source has no graph with this index, which no macro embeds.
    pub fn definition(&self) -> &Definition {
        self.blueprint.get_or_init(|| {
            let mut diagnostics = Vec::new();
            let lexed = lexer::lex(self.text, 0, &mut diagnostics);
            let file = parser::parse(self.text, 0, &lexed, &mut diagnostics).file;
            let Some(graph) = file.graphs.get(self.graph) else { panic!("{} has no graph {}", self.name, self.graph) };
            lower_static(graph, self.name, self.text)
        })
    }
}
