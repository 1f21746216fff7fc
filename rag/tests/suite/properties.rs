//! Properties of every program, tested with random programs.

use crate::{generate, property};
use proptest::collection::vec;
use proptest::prelude::*;
use rag::{Blueprint, CapabilityResolver, Source};

fn choices() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..600)
}

/// Text made of fragments of the language, in random order.
fn shreds() -> impl Strategy<Value = String> {
    let shred = prop_oneof![
        "[{}\\[\\],:\"/\\\\ \n-]{1,3}",
        "(graph|node|start|kind|agent|tools|routes|next|END|join|model|metadata|->|send|allow|steering) ?",
        "[a-z_]{1,4}[-.0-9é]{0,2}",
        "-?[0-9]{1,3}[.smhx]{0,2}",
        "\"[a-z\\\\\"\u{202E}]{0,4}\"?",
        "\\PC{1,2}",
    ];
    vec(shred, 0..60).prop_map(|shreds| shreds.concat())
}

fn compile(text: &str) -> Vec<Blueprint> {
    match rag::compile(&[Source::file("test.rag", text)], &CapabilityResolver::without_registry()) {
        Ok(compiled) => compiled.blueprints,
        Err(report) => panic!("{text}\n{report}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn formatting_is_stable_and_keeps_the_meaning(choices in choices()) {
        let text = generate::program(&choices).text;
        prop_assert!(rag::format(&Source::file("test.rag", &*text)).is_ok(), "{}", text);
        property::format(&text);
    }

    #[test]
    fn formatting_keeps_every_token_and_comment_in_order(choices in choices()) {
        let generate::Generated { text, atoms } = generate::program(&choices);
        let formatted = rag::format(&Source::file("test.rag", &*text)).unwrap();
        let mut rest = &*formatted;
        for atom in &atoms {
            let at = rest.find(atom.as_str());
            prop_assert!(at.is_some(), "{atom} is missing in\n{formatted}");
            let (between, found) = rest.split_at(at.unwrap());
            prop_assert!(between.chars().all(|c| c.is_whitespace() || c == ','), "{between:?} before {atom} in\n{formatted}");
            rest = &found[atom.len()..];
        }
        prop_assert!(rest.chars().all(|c| c.is_whitespace() || c == ','), "{rest:?} is left over");
        let lists = formatted.lines().filter(|line| line.trim_end().ends_with(']') && !line.contains("//"));
        for line in lists {
            prop_assert!(line.chars().count() <= 100, "{line}");
        }
    }

    #[test]
    fn a_blueprint_survives_json(choices in choices()) {
        for blueprint in compile(&generate::program(&choices).text) {
            property::blueprint(&blueprint);
            property::blueprint_json(&blueprint.to_json());
        }
    }

    #[test]
    fn a_diff_is_empty_if_and_only_if_the_blueprints_are_equal(one in choices(), two in choices(), flip in any::<prop::sample::Index>()) {
        let (one, two) = (compile(&generate::program(&one).text), compile(&generate::program(&two).text));
        prop_assert_eq!(one[0].diff(&two[0]).is_empty(), one[0] == two[0]);
        let mut changed = one[0].clone();
        let nodes = changed.nodes.to_mut();
        let at = flip.index(nodes.len());
        nodes[at].checkpoint = Some("changed".into());
        prop_assert_eq!(one[0].diff(&changed).changes.len(), 1);
        let last = changed.nodes.len() - 1;
        changed = one[0].clone();
        changed.nodes.to_mut().swap(0, last);
        prop_assert_eq!(one[0].diff(&changed).is_empty(), last == 0);
    }

    #[test]
    fn any_text_is_checked_without_panic(text in shreds()) {
        property::check(&text);
        property::format(&text);
        property::blueprint_json(&text);
    }

    #[test]
    fn a_program_with_a_hole_is_checked_without_panic(choices in choices(), from in any::<prop::sample::Index>(), length in 0_usize..20) {
        let text = generate::program(&choices).text;
        let characters: Vec<char> = text.chars().collect();
        let from = from.index(characters.len());
        let holed: String = characters.iter().take(from).chain(characters.iter().skip(from + length)).collect();
        property::check(&holed);
        property::format(&holed);
    }
}
