//! Lookups in the model catalog compared with a `HashMap` with the same keys and the default hasher.
//!
//! Both look up the same 64 models, which are spread over the catalog.

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher, black_box};
use registry::catalog::{
    Capability, CapabilitySet, Mode, ModelCatalog, ModelCatalogEntry, ModelFilter, ServiceTier, Usage,
};
use std::collections::HashMap;

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

/// The number of lookups per iteration.
const LOOKUPS: usize = 64;

fn main() {
    divan::main();
}

/// Returns a catalog with `copies` copies of the seed, which have different ids.
fn catalog(copies: usize) -> ModelCatalog {
    let mut snapshot = ModelCatalog::seed().snapshot().into_inner();
    let models = std::mem::take(&mut snapshot.models);
    for copy in 0..copies {
        snapshot.models.extend(models.iter().cloned().map(|mut model| {
            if copy > 0 {
                model.model_id = format!("{}#{copy}", model.model_id).into();
                model.aliases = model.aliases.iter().map(|alias| format!("{alias}#{copy}")).collect::<Vec<_>>().into();
            }
            model
        }));
    }
    ModelCatalog::from_snapshot(snapshot).expect("copies of a valid snapshot are valid")
}

fn asked(catalog: &ModelCatalog) -> Vec<(String, String)> {
    let every = catalog.models().len() / LOOKUPS;
    let models = catalog.models().step_by(every).take(LOOKUPS);
    models.map(|model| (model.provider.to_string(), model.model_id.to_string())).collect()
}

#[divan::bench(args = [1, 10])]
fn get(bencher: Bencher, copies: usize) {
    let catalog = catalog(copies);
    let asked = asked(&catalog);
    bencher.counter(ItemsCount::new(LOOKUPS)).bench_local(|| {
        for (provider, id) in &asked {
            black_box(&catalog.get(black_box(provider), black_box(id)));
        }
    });
}

#[divan::bench(args = [1, 10])]
fn get_by_model_id(bencher: Bencher, copies: usize) {
    let catalog = catalog(copies);
    let asked = asked(&catalog);
    bencher.counter(ItemsCount::new(LOOKUPS)).bench_local(|| {
        for (_, id) in &asked {
            black_box(&catalog.get_by_model_id(black_box(id)));
        }
    });
}

/// The baseline: a map from `provider/id` to an owned entry, with prepared keys.
#[divan::bench(args = [1, 10])]
fn map_hit(bencher: Bencher, copies: usize) {
    let catalog = catalog(copies);
    let key = |provider: &str, id: &str| format!("{provider}/{id}");
    let map: HashMap<String, ModelCatalogEntry<'static>> =
        catalog.models().map(|model| (key(&model.provider, &model.model_id), model.into_owned())).collect();
    let asked: Vec<String> = asked(&catalog).iter().map(|(provider, id)| key(provider, id)).collect();
    bencher.counter(ItemsCount::new(LOOKUPS)).bench_local(|| {
        for key in &asked {
            black_box(map.get(black_box(key.as_str())));
        }
    });
}

/// The cost of a call with three components, of models with few, many and the most rates, below and above a threshold.
#[divan::bench(args = ["gpt-4o", "gpt-5.4", "gpt-6-astra"])]
fn cost(bencher: Bencher, id: &str) {
    let model = ModelCatalog::seed().get("openai", id).expect("the seed has these models");
    let calls = [1_000, 300_000].map(|input| Usage { cache_read_tokens: input / 2, ..Usage::new(input, 500) });
    bencher.counter(ItemsCount::new(calls.len())).bench_local(|| {
        for usage in &calls {
            black_box(&model.cost(black_box(usage), ServiceTier::Standard).expect("these models have prices"));
        }
    });
}

/// A search with three conditions.
#[divan::bench]
fn search(bencher: Bencher) {
    let filter = ModelFilter {
        mode: Some(Mode::Chat),
        capabilities: CapabilitySet::EMPTY.with(Capability::Vision).with(Capability::ToolCalling),
        max_input_price: Some("0.000001".parse().expect("a price")),
        ..ModelFilter::default()
    };
    bencher.bench_local(|| ModelCatalog::seed().search(black_box(&filter)).count());
}
