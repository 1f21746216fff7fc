//! What a running program asks of a catalog: look-ups, costs, usage.

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

/// The packed catalog of a snapshot, which is validated first.
fn pack(snapshot: &ModelCatalogSnapshot) -> Result<PackedCatalog, SnapshotError> {
    PackedCatalog::of(&snapshot.clone().try_into()?)
}
