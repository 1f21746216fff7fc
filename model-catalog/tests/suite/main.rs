//! What a running program uses of a catalog: lookups, costs, usage.

mod corpora;
mod cost;
mod names;
mod packed;
mod replay;
mod surcharges;
mod tiers;
mod unknown;
mod usage;

use model_catalog::{ModelCatalogSnapshot, PackedCatalog, SnapshotError};

/// Validates and packs a snapshot.
fn pack(snapshot: &ModelCatalogSnapshot) -> Result<PackedCatalog, SnapshotError> {
    PackedCatalog::from_snapshot(&snapshot.clone().try_into()?)
}
