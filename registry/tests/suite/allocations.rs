//! Lookups do not allocate. The counting allocator is global and counts per thread.

use crate::echo::{agent, blueprint, model, tool};
use allocation_counter::measure;
use registry::{CapabilityRegistry, ComponentKind};
use std::hint::black_box;

fn registry() -> CapabilityRegistry<()> {
    let mut registry = CapabilityRegistry::new();
    registry.register_model("gpt-4o", model()).unwrap();
    registry.alias(ComponentKind::Model, "fast", "gpt-4o").unwrap();
    registry.register_tool(tool("lookup_user")).unwrap();
    registry.register_graph_blueprint("triage", blueprint("triage")).unwrap();
    registry.register_agent(agent("researcher")).unwrap();
    registry.register_router("by_intent").unwrap();
    registry
}

#[test]
fn a_lookup_of_a_known_or_unknown_name_does_not_allocate() {
    let registry = registry();
    let info = measure(|| {
        for name in ["gpt-4o", "fast", "lookup_user", "triage", "researcher", "by_intent", "missing", ""] {
            black_box(registry.model(name));
            black_box(registry.tool(name));
            black_box(registry.graph_blueprint(name));
            black_box(registry.agent(name));
            for kind in ComponentKind::ALL {
                black_box(registry.has(kind, name));
                black_box(registry.metadata(kind, name));
            }
        }
        black_box(registry.resolve(ComponentKind::Model, "fast").is_ok());
    });
    assert_eq!(info.count_total, 0);
}

#[test]
fn the_counter_detects_allocations() {
    let registry = registry();
    assert!(measure(|| drop(black_box(registry.names(ComponentKind::Model)))).count_total > 0);
}
