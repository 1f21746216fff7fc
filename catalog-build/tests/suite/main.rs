//! How catalogs are built: imports of real price maps, overlays and merges, validation, diffs, and the files that are
//! embedded.

mod changes;
mod corpora;
mod damage;
mod lenient;
mod litellm;
mod models_dev;
mod overlays;
#[path = "../../../model-catalog/tests/suite/replay.rs"]
mod replay;
mod sources;
mod unknown_prices;
