//! All problems of a program, in order.

use crate::blueprint::Span;
use crate::check::Placed;
use crate::problem::{Place, Problem, ProblemKind};
use crate::resolver::CapabilityResolver;
use crate::shown::shorten;
use crate::source::LineIndex;
use crate::wording::{Wording, wording};
use crate::{Code, ComponentKind, Diagnostic, Label, Location, Severity, Source};
use vocabulary::{Comparisons, did_you_mean};

/// The most problems that are reported of one run.
pub const MAX_PROBLEMS: usize = 1_000;

/// The problems for which near names are sought.
const PROBLEMS_WITH_SUGGESTIONS: usize = 100;

/// What a check found: its problems by position, then code.
///
/// It is an error too: its text is the rendered problems.
///
/// ```
/// use registry::rag::{Code, Program, Source};
///
/// let sources = [Source::file("g.rag", "graph g { start a node b {} }")];
/// let report = Program::parse(&sources).check();
/// assert!(report.has_errors());
/// assert_eq!(report.diagnostics()[0].code, Code::E212);
/// assert_eq!(report.diagnostics()[0].message, "no node is called `a`");
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    unchecked: Vec<ComponentKind>,
    sources: Vec<Source>,
}

impl Report {
    /// The problems, at most 1,000 of them.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// How many problems were found and left out of [`Report::diagnostics`].
    pub fn left_out(&self) -> usize {
        self.errors + self.warnings - self.diagnostics.len()
    }

    /// How many errors were found, those left out included.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many warnings were found, those left out included.
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether there is nothing to report.
    pub fn is_empty(&self) -> bool {
        self.errors + self.warnings == 0
    }

    /// The kinds whose names were not looked up, for want of a registry or because they were exempted.
    pub fn unchecked(&self) -> &[ComponentKind] {
        &self.unchecked
    }

    /// The codes of the problems, in order.
    pub fn codes(&self) -> Vec<Code> {
        self.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    }

    /// The sources that were checked.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The same report with every warning an error.
    #[must_use]
    pub fn deny_warnings(mut self) -> Self {
        self.errors += std::mem::take(&mut self.warnings);
        for diagnostic in &mut self.diagnostics {
            diagnostic.severity = Severity::Error;
        }
        self
    }

    /// The same report of a blueprint, with the name of the file that it was read from: several may hold a graph of one
    /// name. Places in sources keep their own.
    ///
    /// ```
    /// use registry::rag::{CapabilityResolver, testing::compile_graph};
    ///
    /// let mut graph = compile_graph("graph g { start a  node a {} }");
    /// graph.start = "b".into();
    /// let report = CapabilityResolver::without_registry().check_blueprint(&graph).of_file("stored.json");
    /// assert!(report.to_string().contains("--> stored.json: graph `g`, field `start`"), "{report}");
    /// ```
    #[must_use]
    pub fn of_file(mut self, name: &str) -> Self {
        for Diagnostic { location, labels, .. } in &mut self.diagnostics {
            for location in labels.iter_mut().map(|label| &mut label.location).chain([location]) {
                if let Location::Blueprint { file, .. } = location {
                    *file = Some(name.to_owned());
                }
            }
        }
        self
    }

    /// One JSON object a line for each problem, and a last line `{"left_out": …}` when there were too many.
    pub fn to_json_lines(&self) -> String {
        let objects = self.diagnostics.iter().map(serde_json::to_string);
        let left_out = (self.left_out() > 0).then(|| Ok(format!("{{\"left_out\":{}}}", self.left_out())));
        objects.chain(left_out).filter_map(Result::ok).map(|line| line + "\n").collect()
    }
}

impl std::error::Error for Report {}

/// What a place of a problem means.
pub(crate) enum Places<'a> {
    /// A span of one of these sources.
    Sources(&'a [Source]),
    /// An entry of the table of this graph: the node, when there is one, and the field.
    Blueprint { graph: &'a str, table: &'a [(Option<&'a str>, &'static str)] },
}

/// Puts problems in order and into words.
pub(crate) fn report<'a>(
    mut problems: Vec<Problem<'a>>,
    places: &Places<'_>,
    graphs: &[Placed<'a>],
    resolver: &CapabilityResolver,
) -> Report {
    let is_error = |problem: &&Problem<'_>| problem.code().severity() == Severity::Error;
    let errors = problems.iter().filter(is_error).count();
    let warnings = problems.len() - errors;
    problems.sort_by_key(|problem| (problem.at.file, problem.at.span.start, problem.code(), problem.at.span.end));
    problems.truncate(MAX_PROBLEMS);
    let mut locations = Locations::new(places);
    let mut comparisons = Comparisons::default();
    let diagnostics = problems.iter().enumerate().map(|(number, problem)| {
        let near = if number < PROBLEMS_WITH_SUGGESTIONS {
            near_name(problem, graphs, resolver, &mut comparisons)
        } else {
            None
        };
        diagnostic(problem, near, &mut locations)
    });
    let sources = match places {
        Places::Sources(sources) => sources.to_vec(),
        Places::Blueprint { .. } => Vec::new(),
    };
    Report { diagnostics: diagnostics.collect(), errors, warnings, unchecked: resolver.unchecked_kinds(), sources }
}

fn diagnostic(problem: &Problem<'_>, near: Option<String>, locations: &mut Locations<'_>) -> Diagnostic {
    let Wording { message, label, others, help } = wording(problem);
    let location = locations.at(problem.at);
    let first = Label { location: location.clone(), message: label };
    let others = others.into_iter().map(|(place, message)| Label { location: locations.at(place), message });
    let code = problem.code();
    Diagnostic {
        labels: std::iter::once(first).chain(others).collect(),
        location,
        code,
        severity: code.severity(),
        message,
        help: near.map(|name| did_you_mean([shorten(&name)])).or(help),
    }
}

/// The name that was probably meant.
fn near_name(
    problem: &Problem<'_>,
    graphs: &[Placed<'_>],
    resolver: &CapabilityResolver,
    comparisons: &mut Comparisons,
) -> Option<String> {
    let near = match &problem.kind {
        // These have a help of their own.
        ProblemKind::UnknownItem { name: "send" | "steering", .. } => None,
        ProblemKind::UnknownItem { name, items, .. } => {
            comparisons.nearest(name, items.iter().copied().filter(|item| *item != "steering")).first().copied()
        }
        ProblemKind::UnknownPlural { name } => {
            comparisons.nearest(name, crate::REFERABLE.map(ComponentKind::plural)).first().copied()
        }
        ProblemKind::UnknownNode { name, nodes } => {
            comparisons.nearest(name, nodes.iter().map(|node| node.name.text())).first().copied()
        }
        ProblemKind::UnknownKind { name, kinds } => {
            comparisons.nearest(name, kinds.iter().map(String::as_str)).first().copied()
        }
        ProblemKind::OutsideAllow { name, names, .. } => {
            comparisons.nearest(name, names.iter().map(super::ast::Spanned::text)).first().copied()
        }
        ProblemKind::Unregistered { kind, name } => {
            let of_files =
                graphs.iter().filter(|_| *kind == ComponentKind::Graph).map(|placed| placed.graph.name.text());
            comparisons.nearest(name, resolver.names(*kind).chain(of_files)).first().copied()
        }
        _ => None,
    };
    near.map(str::to_owned)
}

/// Turns places into locations; lines are counted once for each source that has a problem.
struct Locations<'a> {
    places: &'a Places<'a>,
    indices: Vec<Option<(String, LineIndex)>>,
}

impl<'a> Locations<'a> {
    fn new(places: &'a Places<'a>) -> Self {
        let count = if let Places::Sources(sources) = places { sources.len() } else { 0 };
        Self { places, indices: (0..count).map(|_| None).collect() }
    }

    fn at(&mut self, place: Place) -> Location {
        match self.places {
            Places::Sources(sources) => {
                let file = place.file as usize;
                let (Some(source), Some(slot)) = (sources.get(file), self.indices.get_mut(file)) else {
                    return Location::Source { source: file, file: String::new(), span: Span::default() };
                };
                let (name, index) =
                    slot.get_or_insert_with(|| (source.name().into(), LineIndex::new(source.readable())));
                Location::Source { source: file, file: name.clone(), span: index.span(place.span) }
            }
            Places::Blueprint { graph, table } => {
                let (node, field) = table.get(place.span.start as usize).copied().unwrap_or((None, "graph"));
                Location::Blueprint { file: None, graph: (*graph).into(), node: node.map(Into::into), field }
            }
        }
    }
}
