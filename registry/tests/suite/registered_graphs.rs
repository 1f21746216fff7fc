//! Registered graphs: their references, and compilation at run time.

use crate::echo::{model, tool};
use registry::rag::{Code, Source, testing};
use registry::{CapabilityRegistry, ComponentKind, DiagnosticCode, RegistryError};

fn register(registry: &mut CapabilityRegistry<()>, name: &str, body: &str) {
    let graph = testing::compile_graph(&format!("graph {name} {{ start a {body} }}"));
    registry.register_graph_blueprint(name.to_owned(), graph).unwrap();
}

fn runs(graph: &str) -> String {
    format!("node a {{ kind subgraph graph \"{graph}\" }}")
}

/// Returns the codes and messages of the diagnostics.
fn diagnostics(registry: &CapabilityRegistry<()>) -> Vec<(DiagnosticCode, String)> {
    let found = registry.diagnostics();
    let graphs = match registry.verify() {
        Ok(()) => Vec::new(),
        Err(RegistryError::Incomplete { missing, graphs }) => {
            assert!(missing.is_empty());
            graphs
        }
        Err(other) => panic!("{other}"),
    };
    assert_eq!(graphs.len(), found.len(), "`verify` rejects what `diagnostics` reports");
    found.into_iter().map(|found| (found.code, found.message)).collect()
}

#[test]
fn a_graph_with_registered_references_has_no_diagnostics() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_model("gpt-4o", model()).unwrap();
    registry.alias(ComponentKind::Model, "fast", "gpt-4o").unwrap();
    registry.register_reducer("append").unwrap();
    register(&mut registry, "inner", "channel c append node a { model \"fast\" }");
    register(&mut registry, "outer", &runs("inner"));
    assert_eq!(diagnostics(&registry), []);
}

#[test]
fn each_unregistered_reference_is_reported_with_its_node() {
    let mut registry = CapabilityRegistry::<()>::new();
    register(
        &mut registry,
        "g",
        "channel c append node a { model \"fast\" tools [\"x\"] next b } node b { kind router model \"r\" }",
    );
    let unregistered = |text: &str| (DiagnosticCode::UnregisteredReference, text.to_owned());
    assert_eq!(
        diagnostics(&registry),
        [
            unregistered("the graph `g` refers to the reducer `append`, which is not registered"),
            unregistered("the graph `g`, node `a`, refers to the model `fast`, which is not registered"),
            unregistered("the graph `g`, node `a`, refers to the tool `x`, which is not registered"),
            unregistered("the graph `g`, node `b`, refers to the router `r`, which is not registered"),
        ]
    );
    registry.register_model("x", model()).unwrap();
    assert_eq!(diagnostics(&registry).len(), 4, "a model is not a tool");
    registry.register_tool(tool("x")).unwrap();
    assert_eq!(
        registry.diagnostics().iter().filter(|found| found.code == DiagnosticCode::UnregisteredReference).count(),
        3
    );
}

/// Returns the diagnostic of a cycle: its names, and each step without the location of the declaration, which is this file.
fn cycle(names: &str, hops: &[&str]) -> (DiagnosticCode, String) {
    let hops: String = hops.iter().map(|hop| format!("\n  {hop}")).collect();
    (DiagnosticCode::GraphCycle, format!("graphs run each other in a cycle: {names}; change one of these nodes{hops}"))
}

fn without_locations(diagnostics: Vec<(DiagnosticCode, String)>) -> Vec<(DiagnosticCode, String)> {
    let strip = |line: &str| match line.split_once(", declared at ") {
        Some((graph, rest)) => {
            let (place, rest) = rest.split_once(", ").unwrap();
            assert!(place.starts_with(file!()), "{line}");
            format!("{graph} {rest}")
        }
        None => line.to_owned(),
    };
    let strip = |(code, text): (_, String)| (code, text.split('\n').map(strip).collect::<Vec<_>>().join("\n"));
    diagnostics.into_iter().map(strip).collect()
}

#[test]
fn graphs_that_run_each_other_in_a_cycle_are_listed_step_by_step_also_through_aliases() {
    let mut registry = CapabilityRegistry::<()>::new();
    register(&mut registry, "a", &runs("second"));
    register(&mut registry, "b", &runs("c"));
    register(&mut registry, "c", "node a { kind graph model \"first\" }");
    register(&mut registry, "own", &runs("itself"));
    registry.alias(ComponentKind::Graph, "itself", "own").unwrap();
    registry.alias(ComponentKind::Graph, "first", "a").unwrap();
    registry.alias(ComponentKind::Graph, "second", "b").unwrap();
    assert_eq!(
        without_locations(diagnostics(&registry)),
        [
            cycle(
                "`a` → `b` → `c` → `a`",
                &[
                    "`a` runs `b` as `second` in its node `a` at test.rag:1:49",
                    "`b` runs `c` in its node `a` at test.rag:1:49",
                    "`c` runs `a` as `first` in its node `a` at test.rag:1:46",
                ]
            ),
            cycle("`own` → `own`", &["`own` runs `own` as `itself` in its node `a` at test.rag:1:51"]),
        ]
    );
}

#[test]
fn a_graph_under_a_different_name_is_reported_and_found_by_its_registered_name() {
    let mut registry = CapabilityRegistry::<()>::new();
    let graph = testing::compile_graph(&format!("graph own {{ start a {} }}", runs("registered")));
    registry.register_graph_blueprint("registered", graph).unwrap();
    let at = registry.metadata(ComponentKind::Graph, "registered").unwrap().declared_at.clone();
    let found = without_locations(diagnostics(&registry));
    let other_name = format!(
        "the graph registered as `registered` at {at} is named `own` in `test.rag`; use the same name in both places"
    );
    assert_eq!(
        found,
        [
            cycle("`registered` → `registered`", &["`registered` runs `registered` in its node `a` at test.rag:1:51"]),
            (DiagnosticCode::GraphNameMismatch, other_name),
        ]
    );
}

#[test]
fn a_step_of_a_blueprint_without_provenance_has_only_the_location_of_its_declaration() {
    let mut registry = CapabilityRegistry::<()>::new();
    register(&mut registry, "a", &runs("b"));
    let mut graph = testing::compile_graph(&format!("graph b {{ start a {} }}", runs("a")));
    graph.provenance = None;
    registry.register_graph_blueprint("b", graph).unwrap();
    let hops = ["`a` runs `b` in its node `a` at test.rag:1:49", "`b` runs `a` in its node `a`"];
    assert_eq!(without_locations(diagnostics(&registry)), [cycle("`a` → `b` → `a`", &hops)]);
}

#[test]
fn a_cycle_can_be_registered_and_replaced_and_is_rejected_by_verify() {
    let mut registry = CapabilityRegistry::<()>::new();
    register(&mut registry, "a", &runs("b"));
    register(&mut registry, "b", &runs("a"));
    assert_eq!(registry.diagnostics().len(), 1);
    let acyclic = testing::compile_graph("graph b { start a node a {} }");
    registry.replace_graph_blueprint("b", acyclic).unwrap();
    registry.verify().unwrap();
    let cyclic = testing::compile_graph(&format!("graph b {{ start a {} }}", runs("a")));
    registry.replace_graph_blueprint("b", cyclic).unwrap();
    assert_eq!(registry.diagnostics()[0].name, "a");
}

#[test]
fn a_source_is_compiled_against_names_and_aliases_and_can_be_made_canonical() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_tool(tool("lookup_user")).unwrap();
    registry.alias(ComponentKind::Tool, "find_user", "lookup_user").unwrap();
    let text = "graph g { allow tools [\"find_user\"] start a node a { tools [\"find_user\"] } }";
    let compiled = registry.compile(&[Source::generated("proposal", "a model", text)]).unwrap();
    let stored = compiled.canonical(&registry).blueprints.remove(0).to_json();
    assert!(stored.contains("lookup_user") && !stored.contains("find_user"), "{stored}");

    // A stored blueprint is checked against the current registry when it is read.
    let blueprint = registry::Blueprint::from_json(&stored).unwrap();
    assert!(registry.capability_resolver().check_blueprint(&blueprint).is_empty());
    let changed = CapabilityRegistry::<()>::new();
    assert_eq!(changed.capability_resolver().check_blueprint(&blueprint).codes(), [Code::E301]);
}

#[test]
fn a_graph_in_the_sources_takes_precedence_over_a_registered_one_with_a_warning() {
    let mut registry = CapabilityRegistry::<()>::new();
    register(&mut registry, "inner", "node a {}");
    let outer = Source::file("outer.rag", format!("graph outer {{ start a {} }}", runs("inner")));
    assert!(registry.compile(std::slice::from_ref(&outer)).unwrap().warnings.is_empty());
    let inner = Source::file("inner.rag", format!("graph inner {{ start a {} }}", runs("outer")));
    let report = registry.compile(&[outer, inner]).unwrap_err();
    assert_eq!(report.codes(), [Code::E303, Code::W405], "the cycle is one of the sources");
}
