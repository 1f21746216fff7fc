//! Replays the corpora of the fuzz targets, and the real files.

use crate::replay::replay;

#[path = "../../fuzz/targets.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are separate programs")]
pub(crate) mod targets;

#[test]
fn snapshots() {
    replay("snapshot", targets::snapshot);
    targets::snapshot(include_str!("../../../catalog-seed/model-catalog.snapshot.json"));
}

#[test]
fn usages() {
    replay("usage", targets::usage);
}
