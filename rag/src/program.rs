//! Programs: several sources compiled together.

use crate::ast::File;
use crate::check::{self, Placed};
use crate::lexer;
use crate::lower;
use crate::parser;
use crate::raw_diagnostic::{DiagnosticKind, RawDiagnostic};
use crate::report::{self, Places};
use crate::source::{ByteSpan, LineIndex, MAX_SOURCE_BYTES};
use crate::{Blueprint, CapabilityResolver, CapabilitySource, ComponentKind, Reference, Report, Source};
use std::collections::HashSet;

/// The parsed sources of a program. Parsing never fails; a check reports all errors in one run.
///
/// Graphs in all files can run each other as subgraphs.
///
/// ```
/// use registry::rag::{Program, Source};
///
/// let sources = [
///     Source::file("outer.rag", "graph outer { start run node run { kind subgraph graph \"inner\" } }"),
///     Source::file("inner.rag", "graph inner { start reply node reply { model \"default\" } }"),
/// ];
/// let program = Program::parse(&sources);
/// assert!(program.check().is_empty());
/// assert_eq!(program.graph_names().collect::<Vec<_>>(), ["outer", "inner"]);
/// ```
#[derive(Debug)]
pub struct Program<'s> {
    sources: &'s [Source],
    files: Vec<File<'s>>,
    diagnostics: Vec<RawDiagnostic<'s>>,
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// A blueprint for each graph, in the order of the files and of the graphs in each file.
    pub blueprints: Vec<Blueprint>,
    /// The warnings.
    pub warnings: Report,
}

impl CapabilityResolver {
    /// Checks a program: its syntax, its topology, and every name against those that this resolver allows.
    pub fn check(&self, program: &Program<'_>) -> Report {
        program.check_with(self)
    }
}

impl<'s> Program<'s> {
    /// Parses sources.
    pub fn parse(sources: &'s [Source]) -> Self {
        let mut diagnostics = Vec::new();
        let files = (0..).zip(sources).map(|(number, source)| {
            let text = source.text();
            if text.len() > MAX_SOURCE_BYTES {
                let kind = DiagnosticKind::SourceTooLarge { bytes: text.len() };
                diagnostics.push(RawDiagnostic::at(number, ByteSpan::default(), kind));
                return File::default();
            }
            let lexed = lexer::lex(text, number, &mut diagnostics);
            parser::parse(text, number, &lexed, &mut diagnostics).file
        });
        let files = files.collect();
        Self { sources, files, diagnostics }
    }

    /// Returns the names of the graphs, in the order of the sources.
    pub fn graph_names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().flat_map(|file| &file.graphs).map(|graph| graph.name.text())
    }

    /// Returns the sources.
    pub fn sources(&self) -> &'s [Source] {
        self.sources
    }

    /// Checks everything except whether the capabilities exist. [`Report::unchecked`] lists every kind afterwards.
    pub fn check(&self) -> Report {
        self.check_with(&CapabilityResolver::without_registry())
    }

    pub(crate) fn check_with(&self, resolver: &CapabilityResolver) -> Report {
        let graphs: Vec<Placed<'_>> = self.placed().collect();
        let mut diagnostics = check::check(&graphs, resolver);
        diagnostics.extend(self.diagnostics.iter().cloned());
        report::report(diagnostics, &Places::Sources(self.sources), &graphs, resolver)
    }

    /// Checks the program and compiles its graphs.
    ///
    /// # Errors
    /// Returns all diagnostics if at least one of them is an error.
    pub fn compile(&self, resolver: &CapabilityResolver) -> Result<Compiled, Report> {
        let report = self.check_with(resolver);
        if report.has_errors() {
            return Err(report);
        }
        let files = self.sources.iter().zip(&self.files);
        let blueprints = files.flat_map(|(source, file)| {
            let (index, hash) = (LineIndex::new(source.text()), source.hash());
            file.graphs.iter().map(move |graph| lower::lower(graph, source, &hash, &index))
        });
        Ok(Compiled { blueprints: blueprints.collect(), warnings: report })
    }

    fn placed(&self) -> impl Iterator<Item = Placed<'_>> {
        (0..)
            .zip(&self.files)
            .flat_map(|(number, file)| file.graphs.iter().map(move |graph| Placed { file: number, graph }))
    }
}

/// Compiles sources. This is [`Program::parse`] and [`Program::compile`] in one call.
///
/// ```
/// use registry::rag::{CapabilityResolver, ComponentKind, Source};
///
/// let sources = [Source::file("echo.rag", "graph echo { start reply node reply { model \"default\" } }")];
/// let resolver = CapabilityResolver::from_lists([(ComponentKind::Model, ["default"])]);
/// let compiled = registry::rag::compile(&sources, &resolver)?;
/// assert_eq!(compiled.graph("echo").map(|graph| &*graph.start), Some("reply"));
/// # Ok::<(), registry::rag::Report>(())
/// ```
///
/// # Errors
/// Returns all diagnostics if at least one of them is an error.
pub fn compile(sources: &[Source], resolver: &CapabilityResolver) -> Result<Compiled, Report> {
    Program::parse(sources).compile(resolver)
}

impl Compiled {
    /// Returns the graph with this name.
    pub fn graph(&self, name: &str) -> Option<&Blueprint> {
        self.blueprints.iter().find(|blueprint| blueprint.graph == name)
    }

    /// Returns the references of a blueprint of this program to anything outside of the program, which are all except
    /// those to its own graphs.
    pub fn external_references<'c>(&'c self, blueprint: &'c Blueprint) -> impl Iterator<Item = Reference<'c>> {
        blueprint
            .references()
            .filter(|reference| reference.kind != ComponentKind::Graph || self.graph(reference.name).is_none())
    }

    /// Replaces aliases with canonical names. The names of the program's own graphs do not change, nor do names that
    /// the source does not know; [`CapabilityResolver::check_blueprint`] reports the latter.
    #[must_use]
    pub fn canonical(self, source: &(impl CapabilitySource + ?Sized)) -> Self {
        let own: HashSet<_> = self.blueprints.iter().map(|blueprint| blueprint.graph.clone()).collect();
        let canonical = |blueprint: Blueprint| {
            blueprint.map_names(|kind, name| {
                let is_own = kind == ComponentKind::Graph && own.contains(name);
                if is_own { None } else { source.canonical_name(kind, name) }
            })
        };
        Self { blueprints: self.blueprints.into_iter().map(canonical).collect(), warnings: self.warnings }
    }
}

/// Returns whether two programs have the same syntax trees.
pub fn same_trees(one: &Program<'_>, other: &Program<'_>) -> bool {
    one.files == other.files
}
