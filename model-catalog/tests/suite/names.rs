//! Which model a name stands for.

use crate::cost::SEED;
use crate::pack;
use model_catalog::{ModelCatalogEntry, ModelCatalogSnapshot, PackedCatalog, canonical_provider, read_snapshot};
use std::collections::HashSet;

fn named(entry: Option<ModelCatalogEntry<'_>>) -> Option<String> {
    entry.map(|entry| format!("{} {}", entry.provider, entry.model_id))
}

fn catalog(names: &[(&str, &str)]) -> PackedCatalog {
    let models = names.iter().map(|(provider, id)| ModelCatalogEntry::new(*provider, *id, "example")).collect();
    let snapshot = read_snapshot(include_str!("../data/small.snapshot.json")).unwrap().into_inner();
    pack(&ModelCatalogSnapshot { models, ..snapshot }).unwrap()
}

#[test]
fn every_model_of_the_seed_is_found_by_provider_slash_id() {
    for entry in SEED.models() {
        let full = format!("{}/{}", entry.provider, entry.model_id);
        assert_eq!(SEED.get_by_model_id(&full), Some(entry), "{full}");
    }
}

#[test]
fn a_full_name_of_the_seed_never_stands_for_another_providers_model() {
    let providers: HashSet<String> = SEED.models().map(|entry| entry.provider.into_owned()).collect();
    let (mut of_others, mut unknown) = (0, 0);
    for entry in SEED.models() {
        for name in entry.aliases.iter().chain([&*entry.model_id]) {
            let Some((head, _)) = name.split_once('/') else { continue };
            if !providers.contains(canonical_provider(head)) {
                assert!(SEED.get_by_model_id(name).is_some(), "{name}");
                continue;
            }
            let found = SEED.get_by_model_id(name);
            assert!(found.as_ref().is_none_or(|found| found.provider == canonical_provider(head)), "{name}");
            assert!(SEED.providers_of(name).all(|found| found.provider == canonical_provider(head)), "{name}");
            let near = SEED.nearest(name);
            assert!(near.iter().all(|near| near.starts_with(&format!("{}/", canonical_provider(head)))), "{near:?}");
            of_others += usize::from(entry.provider != canonical_provider(head));
            unknown += usize::from(found.is_none());
        }
    }
    assert!(of_others > 250 && unknown > 100, "{of_others} {unknown}");
}

#[test]
fn a_name_that_its_provider_does_not_have_has_suggestions_from_that_provider() {
    for (name, near) in [
        ("anthropic/claude-4-opus", "anthropic/claude-opus"),
        ("anthropic/claude-opus-4.5", "anthropic/claude-opus-4-5"),
    ] {
        assert_eq!(named(SEED.get_by_model_id(name)), None);
        let found = SEED.nearest(name);
        assert!(found.iter().any(|found| found.starts_with(near)), "{name}: {found:?}");
    }
    assert_eq!(
        named(SEED.get_by_model_id("deepinfra/anthropic/claude-4-opus")).unwrap(),
        "deepinfra anthropic/claude-4-opus"
    );
}

#[test]
fn a_provider_is_known_with_and_without_models_and_in_every_spelling() {
    let gateway = catalog(&[
        ("gateway", "anthropic/c"),
        ("gateway", "google/g"),
        ("gateway", "house/h"),
        ("bedrock_converse", "b"),
    ]);
    for name in ["anthropic/c", "google/g", "aws/h", "bedrock/c"] {
        assert_eq!(named(gateway.get_by_model_id(name)), None, "{name}");
        assert_eq!(gateway.providers_of(name).count(), 0, "{name}");
        assert_eq!(
            gateway.nearest(name).len(),
            usize::from(name.starts_with("bedrock") || name.starts_with("aws")),
            "{name}"
        );
    }
    assert_eq!(named(gateway.get_by_model_id("house/h")).unwrap(), "gateway house/h", "a house is no provider");
    assert_eq!(named(gateway.get_by_model_id("gateway/anthropic/c")).unwrap(), "gateway anthropic/c");
    assert_eq!(named(gateway.get_by_model_id("aws/b")).unwrap(), "bedrock_converse b");
    for (name, is_provider) in [("gateway", true), ("google", true), ("aws", true), ("house", false), ("", false)] {
        assert_eq!(gateway.has_provider(name), is_provider, "{name}");
    }
    assert_eq!(gateway.with_id("anthropic/c").count(), 1);
}

#[test]
fn of_two_models_that_a_full_name_could_stand_for_the_one_with_that_id_wins() {
    let catalog = catalog(&[("p", "m"), ("p", "p/m"), ("p", "p/n")]);
    for (name, meant) in [("p/m", "p m"), ("p/p/m", "p p/m"), ("p/n", "p p/n"), ("p/p/n", "p p/n")] {
        assert_eq!(named(catalog.get_by_model_id(name)).as_deref(), Some(meant), "{name}");
    }
    assert_eq!(named(catalog.get("p", "p/m")).unwrap(), "p p/m");
}
