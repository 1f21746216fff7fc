//! Diagnostics as rustc shows its own.

use crate::blueprint::{Position, Span};
use crate::shown::{shorten, shown};
use crate::source::{ByteSpan, LineIndex, floor_boundary};
use crate::{Diagnostic, Label, Location, Report, Severity, Source};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use std::fmt;
use std::ops::Range;

/// Longer lines are shown in part: this many bytes on each side of what is marked.
const SHOWN_AROUND: usize = 200;

impl Report {
    /// The problems as rustc shows its own, with a picture of the source; colours by ANSI escapes when asked for.
    /// A last line says how many problems were left out.
    pub fn render(&self, colours: bool) -> String {
        let mut parts = self.render_each(colours);
        if self.left_out() > 0 {
            parts.push(format!("{} more problems are not shown", self.left_out()));
        }
        let mut text = parts.join("\n\n");
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    /// Each of the [diagnostics](Report::diagnostics) for itself, as [`Report::render`] shows it, without a final line
    /// break.
    pub fn render_each(&self, colours: bool) -> Vec<String> {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let texts: Vec<_> = self.sources().iter().map(Text::new).collect();
        self.diagnostics().iter().map(|diagnostic| renderer.render(&[group(diagnostic, &texts)])).collect()
    }
}

/// Pictures of places in a source, each with a label, as they stand under an error of rustc: for macros, whose errors
/// cannot point into another file. A place that the source does not have, since the source has changed, is named without a
/// picture.
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
        let picture = Picture { labels: vec![&label], main: true };
        let texts = if text.iter().all(|text| text.has(span)) { &text[..] } else { &[] };
        renderer.render(&[Group::with_level(Level::ERROR).elements(place_elements(&picture, texts))])
    };
    places.into_iter().map(frame).collect()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

/// A source, and where its lines are.
struct Text<'s> {
    text: &'s str,
    index: LineIndex,
}

impl<'s> Text<'s> {
    fn new(source: &'s Source) -> Self {
        Self { text: source.readable(), index: LineIndex::new(source.readable()) }
    }

    /// Whether a span is one of this text.
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
    for place in places(&diagnostic.labels) {
        group = group.elements(place_elements(&place, texts));
    }
    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(&**help)),
        None => group,
    }
}

/// Labels that are shown in one picture. The first picture has the label of the problem itself first.
struct Picture<'d> {
    labels: Vec<&'d Label>,
    main: bool,
}

/// Lines that may lie between two labels of one picture.
const LINES_BETWEEN: u32 = 200;

/// Labels of one source stand in one picture, unless they are far from each other.
fn places(labels: &[Label]) -> Vec<Picture<'_>> {
    let mut pictures: Vec<Picture<'_>> = Vec::new();
    for (number, label) in labels.iter().enumerate() {
        let near = pictures.iter_mut().find(|picture| picture.labels.iter().all(|other| belong_together(other, label)));
        match near {
            Some(picture) => picture.labels.push(label),
            None => pictures.push(Picture { labels: vec![label], main: number == 0 }),
        }
    }
    pictures
}

fn belong_together(one: &Label, two: &Label) -> bool {
    match (&one.location, &two.location) {
        (
            Location::Source { source: source_one, span: one, .. },
            Location::Source { source: source_two, span: two, .. },
        ) => {
            let lines = one.start.line.abs_diff(two.start.line);
            let same_line_and_far = lines == 0 && one.start.byte.abs_diff(two.start.byte) as usize > SHOWN_AROUND;
            source_one == source_two && lines <= LINES_BETWEEN && !same_line_and_far
        }
        _ => false,
    }
}

fn place_elements<'d>(picture: &Picture<'d>, texts: &'d [Text<'_>]) -> Vec<Element<'d>> {
    let Some(first) = picture.labels.first() else { return Vec::new() };
    let kind = |label: &Label| {
        if picture.main && std::ptr::eq(label, *first) { AnnotationKind::Primary } else { AnnotationKind::Context }
    };
    match &first.location {
        Location::Blueprint { file, graph, node, field } => {
            let file = file.as_ref().map(|file| format!("{}: ", shown(file))).unwrap_or_default();
            let node = node.as_ref().map(|node| format!(", node `{}`", shorten(node))).unwrap_or_default();
            let path = format!("{file}graph `{}`{node}, field `{field}`", shorten(graph));
            vec![Origin::path(path).into(), Level::NOTE.message(&*first.message).into()]
        }
        Location::Source { source, file, span } => {
            let file = shown(file);
            let origin =
                Origin::path(file.clone()).line(span.start.line as usize).char_column(span.start.column as usize);
            let Some(text) = texts.get(*source) else {
                return vec![origin.into()];
            };
            let spans = picture.labels.iter().filter_map(|label| match &label.location {
                Location::Source { span, .. } => Some((*label, *span)),
                Location::Blueprint { .. } => None,
            });
            let spans: Vec<_> = spans.collect();
            let Some(shown) = excerpt(text, spans.iter().map(|(_, span)| *span)) else {
                return vec![origin.into()];
            };
            let annotations = spans.iter().map(|(label, span)| {
                let range = inside(text.text, &shown.bytes, *span);
                kind(label).span(range).label(&*label.message)
            });
            let excerpt = text.text.get(shown.bytes.clone()).unwrap_or_default();
            let snippet = Snippet::source(excerpt).line_start(shown.line).annotations(annotations);
            // The renderer counts columns from where the excerpt begins, which is right for whole lines only.
            if shown.whole_lines { vec![snippet.path(file).into()] } else { vec![origin.into(), snippet.into()] }
        }
    }
}

/// The part of a source that is shown.
struct Shown {
    bytes: Range<usize>,
    /// The number of its first line.
    line: usize,
    whole_lines: bool,
}

/// The lines of the spans, or, of lines that are very long, what lies around the spans.
fn excerpt(text: &Text<'_>, spans: impl Iterator<Item = Span> + Clone) -> Option<Shown> {
    let whole = text.text;
    let first = spans.clone().map(|span| span.start).min()?;
    let last = spans.map(|span| end_of(text, span)).max()?;
    let start = text.index.line_start(first.line)? as usize;
    let cut = start.max(floor_boundary(whole, (first.byte as usize).saturating_sub(SHOWN_AROUND)));
    let last = last.byte as usize;
    let end = floor_boundary(whole, last + SHOWN_AROUND);
    let rest = whole.get(last..end)?;
    // A line ends before its `\r\n`, of which the renderer would show a part.
    let end = rest.split_once('\n').map_or(end, |(line, _)| last + line.strip_suffix('\r').unwrap_or(line).len());
    Some(Shown { bytes: cut..end.max(cut), line: first.line as usize, whole_lines: cut == start })
}

/// Where the shown part of a span ends: of one with several lines only the first is marked.
fn end_of(text: &Text<'_>, span: Span) -> Position {
    let bytes = ByteSpan { start: span.start.byte, end: span.end.byte };
    let first_line = bytes.of(text.text).lines().next().unwrap_or_default();
    text.index.position(ByteSpan::new(0, bytes.start as usize + first_line.len().min(SHOWN_AROUND)).end)
}

/// A span relative to what is shown of its source.
fn inside(text: &str, shown: &Range<usize>, span: Span) -> Range<usize> {
    let relative = |byte: u32| floor_boundary(text, (byte as usize).clamp(shown.start, shown.end)) - shown.start;
    relative(span.start.byte)..relative(span.end.byte)
}
