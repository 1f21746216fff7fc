//! Renders diagnostics in the style of rustc.

use crate::blueprint::{Position, Span};
use crate::printable::{printable, shorten};
use crate::source::{ByteSpan, LineIndex, floor_boundary};
use crate::{Diagnostic, Label, Location, Report, Severity, Source};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use std::fmt;
use std::ops::Range;

/// Of long lines, only this many bytes on each side of the marked text are shown.
const CONTEXT_BYTES: usize = 200;

impl Report {
    /// Renders the diagnostics in the style of rustc, with excerpts of the source and optionally with ANSI colours. A
    /// last line says how many diagnostics were left out.
    pub fn render(&self, colours: bool) -> String {
        let mut parts = self.render_each(colours);
        if self.left_out() > 0 {
            parts.push(format!("{} more diagnostics are not shown", self.left_out()));
        }
        let mut text = parts.join("\n\n");
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    /// Renders each of the [diagnostics](Report::diagnostics) separately, in the form of [`Report::render`] but without
    /// a final line break.
    pub fn render_each(&self, colours: bool) -> Vec<String> {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let texts: Vec<_> = self.sources().iter().map(Text::new).collect();
        self.diagnostics().iter().map(|diagnostic| renderer.render(&[group(diagnostic, &texts)])).collect()
    }
}

/// Renders excerpts of a source, each with a label, in the style of rustc. This is for macros, whose errors cannot
/// point into another file. A span that is not in the source, because the source has changed, is only named.
///
/// ```
/// use registry::rag::{Source, testing::compile_graph};
///
/// let text = "graph g { start a node a { model \"fast\" } }";
/// let graph = compile_graph(text);
/// let spans = graph.references().filter_map(|reference| reference.span);
/// let frames = rag::__private::frames(&Source::file("g.rag", text), spans.map(|span| (span, "not declared")));
/// assert_eq!(frames, [" --> g.rag:1:35
///   |
/// 1 | graph g { start a node a { model \"fast\" } }
///   |                                   ^^^^ not declared"]);
/// ```
pub fn frames<'l>(source: &Source, places: impl IntoIterator<Item = (Span, &'l str)>) -> Vec<String> {
    let text = [Text::new(source)];
    let renderer = Renderer::plain();
    let frame = |(span, label): (Span, &str)| {
        let location = Location::Source { source: 0, file: source.name().to_owned(), span };
        let label = Label { location, message: label.to_owned() };
        let group = LabelGroup { labels: vec![&label], primary: true };
        let texts = if text.iter().all(|text| text.has(span)) { &text[..] } else { &[] };
        renderer.render(&[Group::with_level(Level::ERROR).elements(group_elements(&group, texts))])
    };
    places.into_iter().map(frame).collect()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

/// A source with its line index.
struct Text<'s> {
    text: &'s str,
    index: LineIndex,
}

impl<'s> Text<'s> {
    fn new(source: &'s Source) -> Self {
        Self { text: source.readable(), index: LineIndex::new(source.readable()) }
    }

    /// Whether a span is in this text.
    fn has(&self, span: Span) -> bool {
        let bytes = ByteSpan { start: span.start.byte, end: span.end.byte };
        self.text.get(bytes.start as usize..bytes.end as usize).is_some() && self.index.span(bytes) == span
    }
}

fn group<'d>(diagnostic: &'d Diagnostic, texts: &'d [Text<'_>]) -> Group<'d> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&*diagnostic.message).id(diagnostic.code.as_str()));
    for labels in label_groups(&diagnostic.labels) {
        group = group.elements(group_elements(&labels, texts));
    }
    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(&**help)),
        None => group,
    }
}

/// Labels that are shown in one excerpt. In the first group, the first label is that of the diagnostic itself.
struct LabelGroup<'d> {
    labels: Vec<&'d Label>,
    primary: bool,
}

/// The maximum number of lines between two labels in one excerpt.
const MAX_LINES_BETWEEN: u32 = 200;

/// Groups labels: those of one source belong together, unless they are far apart.
fn label_groups(labels: &[Label]) -> Vec<LabelGroup<'_>> {
    let mut groups: Vec<LabelGroup<'_>> = Vec::new();
    for (number, label) in labels.iter().enumerate() {
        let near = groups.iter_mut().find(|group| group.labels.iter().all(|other| belong_together(other, label)));
        match near {
            Some(group) => group.labels.push(label),
            None => groups.push(LabelGroup { labels: vec![label], primary: number == 0 }),
        }
    }
    groups
}

fn belong_together(one: &Label, two: &Label) -> bool {
    match (&one.location, &two.location) {
        (
            Location::Source { source: source_one, span: one, .. },
            Location::Source { source: source_two, span: two, .. },
        ) => {
            let lines = one.start.line.abs_diff(two.start.line);
            let same_line_and_far = lines == 0 && one.start.byte.abs_diff(two.start.byte) as usize > CONTEXT_BYTES;
            source_one == source_two && lines <= MAX_LINES_BETWEEN && !same_line_and_far
        }
        _ => false,
    }
}

fn group_elements<'d>(group: &LabelGroup<'d>, texts: &'d [Text<'_>]) -> Vec<Element<'d>> {
    let Some(first) = group.labels.first() else { return Vec::new() };
    let kind = |label: &Label| {
        if group.primary && std::ptr::eq(label, *first) { AnnotationKind::Primary } else { AnnotationKind::Context }
    };
    match &first.location {
        Location::Blueprint { file, graph, node, field } => {
            let file = file.as_ref().map(|file| format!("{}: ", printable(file))).unwrap_or_default();
            let node = node.as_ref().map(|node| format!(", node `{}`", shorten(node))).unwrap_or_default();
            let path = format!("{file}graph `{}`{node}, field `{field}`", shorten(graph));
            vec![Origin::path(path).into(), Level::NOTE.message(&*first.message).into()]
        }
        Location::Source { source, file, span } => {
            let file = printable(file);
            let origin =
                Origin::path(file.clone()).line(span.start.line as usize).char_column(span.start.column as usize);
            let Some(text) = texts.get(*source) else {
                return vec![origin.into()];
            };
            let spans = group.labels.iter().filter_map(|label| match &label.location {
                Location::Source { span, .. } => Some((*label, *span)),
                Location::Blueprint { .. } => None,
            });
            let spans: Vec<_> = spans.collect();
            let Some(visible) = excerpt(text, spans.iter().map(|(_, span)| *span)) else {
                return vec![origin.into()];
            };
            let annotations = spans.iter().map(|(label, span)| {
                let range = relative_span(text.text, &visible.bytes, *span);
                kind(label).span(range).label(&*label.message)
            });
            let excerpt = text.text.get(visible.bytes.clone()).unwrap_or_default();
            let snippet = Snippet::source(excerpt).line_start(visible.line).annotations(annotations);
            // The renderer counts columns from the start of the excerpt, which is only right if that is the start of a
            // line.
            if visible.whole_lines { vec![snippet.path(file).into()] } else { vec![origin.into(), snippet.into()] }
        }
    }
}

/// The part of a source to show.
struct Excerpt {
    bytes: Range<usize>,
    /// The number of the first line.
    line: usize,
    whole_lines: bool,
}

/// Returns the lines of the spans, or only the text around the spans if the lines are very long.
fn excerpt(text: &Text<'_>, spans: impl Iterator<Item = Span> + Clone) -> Option<Excerpt> {
    let whole = text.text;
    let first = spans.clone().map(|span| span.start).min()?;
    let last = spans.map(|span| marked_end(text, span)).max()?;
    let start = text.index.line_start(first.line)? as usize;
    let cut = start.max(floor_boundary(whole, (first.byte as usize).saturating_sub(CONTEXT_BYTES)));
    let last = last.byte as usize;
    let end = floor_boundary(whole, last + CONTEXT_BYTES);
    let rest = whole.get(last..end)?;
    // Exclude `\r\n`, since the renderer would show the `\r`.
    let end = rest.split_once('\n').map_or(end, |(line, _)| last + line.strip_suffix('\r').unwrap_or(line).len());
    Some(Excerpt { bytes: cut..end.max(cut), line: first.line as usize, whole_lines: cut == start })
}

/// Returns the end of the marked part of a span, which is at most its first line.
fn marked_end(text: &Text<'_>, span: Span) -> Position {
    let bytes = ByteSpan { start: span.start.byte, end: span.end.byte };
    let first_line = bytes.of(text.text).lines().next().unwrap_or_default();
    text.index.position(ByteSpan::new(0, bytes.start as usize + first_line.len().min(CONTEXT_BYTES)).end)
}

/// Returns a span relative to the shown part of its source.
fn relative_span(text: &str, visible: &Range<usize>, span: Span) -> Range<usize> {
    let relative = |byte: u32| floor_boundary(text, (byte as usize).clamp(visible.start, visible.end)) - visible.start;
    relative(span.start.byte)..relative(span.end.byte)
}
