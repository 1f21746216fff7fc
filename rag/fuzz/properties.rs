//! Properties of every input. Fuzz targets and tests call these functions, which panic if a property does not hold.

use rag::__private::same_trees;
use rag::{Blueprint, CapabilityResolver, ComponentKind, Label, Location, Program, Report, Source};

/// For any text: parsing and checking succeed, and the locations of diagnostics are in the text.
pub(crate) fn check(text: &str) {
    let sources = [Source::file("fuzz.rag", text)];
    let program = Program::parse(&sources);
    let with_registry = CapabilityResolver::from_lists([
        (ComponentKind::Tool, vec!["lookup_user"]),
        (ComponentKind::Model, vec!["default"]),
    ]);
    for resolver in [CapabilityResolver::without_registry(), with_registry] {
        let report = resolver.check(&program);
        places_are_in_the_text(&report, text);
        assert_eq!(report.is_empty(), report.to_string().is_empty());
        assert_eq!(
            report.to_json_lines().lines().count(),
            report.diagnostics().len() + usize::from(report.left_out() > 0)
        );
        if let Ok(compiled) = program.compile(&resolver) {
            compiled.blueprints.iter().for_each(blueprint);
        }
    }
}

fn places_are_in_the_text(report: &Report, text: &str) {
    let mut last = 0;
    for diagnostic in report.diagnostics() {
        let start = diagnostic.span().map(|span| span.start.byte).unwrap_or_default();
        assert!(last <= start, "diagnostics are in order");
        last = start;
        for Label { location, .. } in &diagnostic.labels {
            let Location::Source { span, .. } = location else { panic!("{location:?}") };
            assert!(text.get(span.start.byte as usize..span.end.byte as usize).is_some(), "{span:?}");
            assert!(span.start.line <= span.end.line && span.start.line > 0 && span.start.column > 0);
        }
    }
}

/// For any text: formatting is idempotent and preserves the meaning and the diagnostics.
pub(crate) fn format(text: &str) {
    let source = Source::file("fuzz.rag", text);
    let Ok(once) = rag::format(&source) else { return };
    let formatted = Source::file("fuzz.rag", &*once);
    assert_eq!(rag::format(&formatted).expect("formatted text has no syntax errors"), once);
    let (sources, formatted) = ([source], [formatted]);
    let (before, after) = (Program::parse(&sources), Program::parse(&formatted));
    assert!(same_trees(&before, &after));
    let codes = |program: &Program<'_>| {
        let mut codes = program.check().codes();
        codes.sort();
        codes
    };
    assert_eq!(codes(&before), codes(&after));
    let resolver = CapabilityResolver::without_registry();
    if let (Ok(before), Ok(after)) = (before.compile(&resolver), after.compile(&resolver)) {
        assert_eq!(before.blueprints, after.blueprints);
    }
}

/// For any text that is the JSON of a blueprint: writing it again yields the same JSON, and it can be checked, compared
/// and drawn.
pub(crate) fn blueprint_json(text: &str) {
    let Ok(read) = Blueprint::from_json(text) else { return };
    let value: serde_json::Value = serde_json::from_str(text).expect("a blueprint is JSON");
    assert_eq!(serde_json::to_value(&read).expect("a blueprint has a JSON form"), value);
    blueprint(&read);
    let report = CapabilityResolver::without_registry().check_blueprint(&read);
    let _ = report.to_string();
}

/// For any blueprint: it survives JSON, it does not differ from itself, and every part can be read.
pub(crate) fn blueprint(blueprint: &Blueprint) {
    let read = Blueprint::from_json(&blueprint.to_json()).expect("a blueprint reads what it wrote");
    assert_eq!(read, *blueprint);
    assert_eq!(read.provenance, blueprint.provenance);
    assert!(blueprint.diff(&read).is_empty());
    let _ = (blueprint.to_mermaid(), blueprint.to_dot());
    for edge in blueprint.edges() {
        assert!(blueprint.successors(edge.from).contains(&edge.to));
    }
    for reference in blueprint.references() {
        assert!(rag::REFERENCE_KINDS.contains(&reference.kind));
    }
}
