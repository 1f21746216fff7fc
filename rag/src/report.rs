//! All diagnostics of a program, in order.

use crate::blueprint::Span;
use crate::check::Placed;
use crate::messages::{Message, message};
use crate::printable::shorten;
use crate::raw_diagnostic::{DiagnosticKind, Place, RawDiagnostic};
use crate::resolver::CapabilityResolver;
use crate::source::LineIndex;
use crate::{Code, ComponentKind, Diagnostic, Label, Location, Severity, Source};
use vocabulary::{Comparisons, did_you_mean};

/// The maximum number of diagnostics that one run reports.
pub const MAX_DIAGNOSTICS: usize = 1_000;

/// The maximum number of diagnostics that get a "did you mean" suggestion.
const DIAGNOSTICS_WITH_SUGGESTIONS: usize = 100;

/// The result of a check: its diagnostics, sorted by position, then code.
///
/// It is also an error, whose message is the rendered diagnostics.
///
/// ```
/// use registry::rag::{Code, Program, Source};
///
/// let sources = [Source::file("g.rag", "graph g { start a node b {} }")];
/// let report = Program::parse(&sources).check();
/// assert!(report.has_errors());
/// assert_eq!(report.diagnostics()[0].code, Code::E212);
/// assert_eq!(report.diagnostics()[0].message, "no node is named `a`");
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
    /// Returns the diagnostics, at most [`MAX_DIAGNOSTICS`].
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns how many diagnostics were left out of [`Report::diagnostics`] because there were too many.
    pub fn left_out(&self) -> usize {
        self.errors + self.warnings - self.diagnostics.len()
    }

    /// Returns the number of errors, including those left out.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Returns the number of warnings, including those left out.
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// Returns whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns whether there are no errors and no warnings.
    pub fn is_empty(&self) -> bool {
        self.errors + self.warnings == 0
    }

    /// Returns the kinds whose names were not looked up, either because there was no registry or because the resolver
    /// leaves them unchecked.
    pub fn unchecked(&self) -> &[ComponentKind] {
        &self.unchecked
    }

    /// Returns the codes of the diagnostics, in order.
    pub fn codes(&self) -> Vec<Code> {
        self.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    }

    /// Returns the sources that were checked.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Turns every warning into an error.
    #[must_use]
    pub fn deny_warnings(mut self) -> Self {
        self.errors += std::mem::take(&mut self.warnings);
        for diagnostic in &mut self.diagnostics {
            diagnostic.severity = Severity::Error;
        }
        self
    }

    /// Adds the name of the file that the blueprint was read from, since several files may contain a graph with the
    /// same name. Locations in sources keep their own file names.
    ///
    /// ```
    /// use registry::rag::{CapabilityResolver, testing::compile_graph};
    ///
    /// let mut graph = compile_graph("graph g { start a  node a {} }");
    /// graph.start = "b".into();
    /// let report = CapabilityResolver::without_registry().check_blueprint(&graph).with_file("stored.json");
    /// assert!(report.to_string().contains("--> stored.json: graph `g`, field `start`"), "{report}");
    /// ```
    #[must_use]
    pub fn with_file(mut self, name: &str) -> Self {
        for Diagnostic { location, labels, .. } in &mut self.diagnostics {
            for location in labels.iter_mut().map(|label| &mut label.location).chain([location]) {
                if let Location::Blueprint { file, .. } = location {
                    *file = Some(name.to_owned());
                }
            }
        }
        self
    }

    /// Returns one JSON object per line for each diagnostic, and a last line `{"left_out": …}` when some were left out.
    pub fn to_json_lines(&self) -> String {
        let objects = self.diagnostics.iter().map(serde_json::to_string);
        let left_out = (self.left_out() > 0).then(|| Ok(format!("{{\"left_out\":{}}}", self.left_out())));
        objects.chain(left_out).filter_map(Result::ok).map(|line| line + "\n").collect()
    }
}

impl std::error::Error for Report {}

/// How the place of a diagnostic is to be read.
pub(crate) enum Places<'a> {
    /// As a span in one of these sources.
    Sources(&'a [Source]),
    /// As an index into the table of this graph, whose entries are a node, if any, and a field.
    Blueprint { graph: &'a str, table: &'a [(Option<&'a str>, &'static str)] },
}

/// Sorts diagnostics and renders their messages.
pub(crate) fn report<'a>(
    mut raw: Vec<RawDiagnostic<'a>>,
    places: &Places<'_>,
    graphs: &[Placed<'a>],
    resolver: &CapabilityResolver,
) -> Report {
    let is_error = |raw: &&RawDiagnostic<'_>| raw.code().severity() == Severity::Error;
    let errors = raw.iter().filter(is_error).count();
    let warnings = raw.len() - errors;
    raw.sort_by_key(|raw| (raw.at.file, raw.at.span.start, raw.code(), raw.at.span.end));
    raw.truncate(MAX_DIAGNOSTICS);
    let mut locations = Locations::new(places);
    let mut comparisons = Comparisons::default();
    let diagnostics = raw.iter().enumerate().map(|(number, raw)| {
        let near = if number < DIAGNOSTICS_WITH_SUGGESTIONS {
            near_name(raw, graphs, resolver, &mut comparisons)
        } else {
            None
        };
        diagnostic(raw, near, &mut locations)
    });
    let sources = match places {
        Places::Sources(sources) => sources.to_vec(),
        Places::Blueprint { .. } => Vec::new(),
    };
    Report { diagnostics: diagnostics.collect(), errors, warnings, unchecked: resolver.unchecked_kinds(), sources }
}

fn diagnostic(raw: &RawDiagnostic<'_>, near: Option<String>, locations: &mut Locations<'_>) -> Diagnostic {
    let Message { title, label, other_labels, help } = message(raw);
    let location = locations.at(raw.at);
    let first = Label { location: location.clone(), message: label };
    let other_labels =
        other_labels.into_iter().map(|(place, message)| Label { location: locations.at(place), message });
    let code = raw.code();
    Diagnostic {
        labels: std::iter::once(first).chain(other_labels).collect(),
        location,
        code,
        severity: code.severity(),
        message: title,
        help: near.map(|name| did_you_mean([shorten(&name)])).or(help),
    }
}

/// Returns the name that was probably meant.
fn near_name(
    raw: &RawDiagnostic<'_>,
    graphs: &[Placed<'_>],
    resolver: &CapabilityResolver,
    comparisons: &mut Comparisons,
) -> Option<String> {
    let near = match &raw.kind {
        // These have their own help.
        DiagnosticKind::UnknownItem { name: "send" | "steering", .. } => None,
        DiagnosticKind::UnknownItem { name, items, .. } => {
            comparisons.nearest(name, items.iter().copied().filter(|item| *item != "steering")).first().copied()
        }
        DiagnosticKind::UnknownPlural { name } => {
            comparisons.nearest(name, crate::REFERENCE_KINDS.map(ComponentKind::plural)).first().copied()
        }
        DiagnosticKind::UnknownNode { name, nodes } => {
            comparisons.nearest(name, nodes.iter().map(|node| node.name.text())).first().copied()
        }
        DiagnosticKind::UnknownKind { name, kinds } => {
            comparisons.nearest(name, kinds.iter().map(String::as_str)).first().copied()
        }
        DiagnosticKind::NotAllowed { name, names, .. } => {
            comparisons.nearest(name, names.iter().map(super::ast::Spanned::text)).first().copied()
        }
        DiagnosticKind::Unregistered { kind, name } => {
            let of_files =
                graphs.iter().filter(|_| *kind == ComponentKind::Graph).map(|placed| placed.graph.name.text());
            comparisons.nearest(name, resolver.names(*kind).chain(of_files)).first().copied()
        }
        _ => None,
    };
    near.map(str::to_owned)
}

/// Turns places into locations. Lines are counted once for each source that has a diagnostic.
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
