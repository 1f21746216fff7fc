//! The built-in catalog and catalogs that are read at run time.

use registry::catalog::{Capability, CapabilitySet, Mode, ModelCatalog, Rule};

#[test]
fn the_seed_has_every_model_of_the_checked_in_snapshot() {
    let json = include_str!("../../../catalog-seed/model-catalog.snapshot.json");
    let seed = ModelCatalog::seed();
    assert_eq!(seed.models().len(), 4769);
    assert!(*seed.snapshot() == serde_json::from_str(json).unwrap());
    let read = ModelCatalog::from_json(json).unwrap();
    assert!(read.models().eq(seed.models()));
}

#[test]
fn the_documentation_states_the_number_of_models_in_the_seed() {
    let count = ModelCatalog::seed().models().len();
    let written = format!("{},{:03}", count / 1000, count % 1000);
    for (document, mentions) in [(include_str!("../../../README.md"), 2), (include_str!("../../../CHANGELOG.md"), 1)] {
        let words: Vec<&str> = document.split_whitespace().collect();
        let counts = words.windows(2).filter(|pair| pair[1].starts_with("models") && pair[0].contains(','));
        let counts: Vec<&str> =
            counts.map(|pair| pair[0]).filter(|count| count.starts_with(|c: char| c.is_ascii_digit())).collect();
        assert_eq!(counts, vec![written.as_str(); mentions]);
    }
}

#[test]
fn every_model_of_the_seed_is_found_by_its_id_and_aliases() {
    let seed = ModelCatalog::seed();
    for model in seed.models() {
        assert_eq!(seed.get(&model.provider, &model.model_id).as_ref(), Some(&model));
        for alias in model.aliases.iter() {
            assert_eq!(seed.get(&model.provider, alias).as_ref(), Some(&model));
        }
        let with_provider = format!("{}/{}", model.provider, model.model_id);
        assert_eq!(seed.get(&model.provider, &with_provider).map(|found| found.provider), Some(model.provider.clone()));
        assert_eq!(seed.get_by_model_id(&with_provider).as_ref(), Some(&model));
        assert!(seed.with_id(&model.model_id).any(|other| other == model));
    }
}

#[test]
fn a_lookup_by_id_alone_returns_the_model_of_its_maker() {
    let seed = ModelCatalog::seed();
    let providers: Vec<_> = seed.providers_of("gpt-4o").map(|model| model.provider).collect();
    assert_eq!(providers[0], "openai");
    assert!(providers.contains(&"azure".into()) && providers.contains(&"github_copilot".into()), "{providers:?}");
    assert_eq!(seed.get_by_model_id("gpt-4o").unwrap().provider, "openai");
}

#[test]
fn an_unknown_id_is_not_found_and_has_similar_ids() {
    let seed = ModelCatalog::seed();
    for name in ["", "/", "gpt-4o/", "/gpt-4o", "openai/", "gpt-4o ", "GPT-4O", "\u{0}"] {
        assert!(seed.get("openai", name).is_none(), "{name:?}");
        assert!(seed.get_by_model_id(name).is_none(), "{name:?}");
    }
    assert!(seed.get("", "gpt-4o").is_none());
    assert_eq!(seed.nearest("gtp-4o")[0], "gpt-4o");
    assert_eq!(seed.nearest("gpt-4.o"), seed.nearest("gpt-4.o"));
}

#[test]
fn facts_of_a_known_model_are_those_of_its_source() {
    let model = ModelCatalog::seed().get("openai", "gpt-4o").unwrap();
    assert_eq!(model.mode, Some(Mode::Chat));
    assert_eq!((model.window(), model.max_output_tokens), (Some(128_000), Some(16_384)));
    assert_eq!(model.pricing.input().unwrap().to_string(), "0.0000025");
    assert_eq!(model.pricing.output().unwrap().to_string(), "0.00001");
    let needed = CapabilitySet::EMPTY.with(Capability::ToolCalling).with(Capability::Vision).with(Capability::Priced);
    assert!(model.capability_set().contains_all(needed));
    assert_eq!(model.snapshot_id, "litellm-1.110.2");
}

#[test]
fn an_invalid_snapshot_is_an_error_that_names_the_entry_and_the_rule() {
    let mut snapshot = ModelCatalog::seed().snapshot().into_inner();
    snapshot.models.truncate(2);
    let second = format!("{}/{}", snapshot.models[1].provider, snapshot.models[1].model_id);
    snapshot.models[1].origin = "nowhere".into();
    let error = ModelCatalog::from_snapshot(snapshot).unwrap_err();
    assert_eq!((error.findings[0].rule, error.findings[0].entry.as_deref()), (Rule::MissingSource, Some(&*second)));
}

#[test]
fn a_catalog_is_shared_between_threads() {
    fn is_shared<T: Send + Sync + 'static>(_: &T) {}
    is_shared(ModelCatalog::seed());
    let model = std::thread::spawn(|| ModelCatalog::seed().get("openai", "gpt-4o")).join().unwrap();
    assert!(model.is_some());
}
