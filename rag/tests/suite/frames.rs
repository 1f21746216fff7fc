//! Excerpts for the spans in a blueprint, which may not be in the source.

use proptest::prelude::*;
use rag::{Position, Source, Span};

fn position() -> impl Strategy<Value = Position> {
    let number = || prop_oneof![0_u32..40, Just(u32::MAX)];
    (number(), number(), number()).prop_map(|(byte, line, column)| Position { byte, line, column })
}

fn frame(text: &'static str, span: Span) -> String {
    rag::__private::frames(&Source::file("g.rag", text), [(span, "here")]).concat()
}

#[test]
fn a_source_that_has_changed_is_named_without_an_excerpt() {
    let at = |byte, column| Position { byte, line: 1, column };
    let span = Span { start: at(6, 7), end: at(7, 8) };
    assert_eq!(frame("graph g {}", span), " --> g.rag:1:7\n  |\n1 | graph g {}\n  |       ^ here");
    assert_eq!(frame("\ngraph g {}", span), "--> g.rag:1:7");
    assert_eq!(frame("graph", span), "--> g.rag:1:7");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_span_that_is_not_in_the_source_does_not_panic(start in position(), end in position(), text in "[a\né\r \u{feff}😀]{0,20}") {
        let frame = rag::__private::frames(&Source::file("g.rag", text), [(Span { start, end }, "here")]).concat();
        prop_assert!(frame.contains("g.rag"), "{}", frame);
    }
}
