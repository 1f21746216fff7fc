//! Graphs in a registry: what they refer to, and those that arrive while the program runs.

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

/// What is remarked on, with the words of the remark.
fn remarks(registry: &CapabilityRegistry<()>) -> Vec<(DiagnosticCode, String)> {
    let found = registry.diagnostics();
    let graphs = match registry.verify() {
        Ok(()) => Vec::new(),
        Err(RegistryError::Incomplete { missing, graphs }) => {
            assert!(missing.is_empty());
            graphs
        }
        Err(other) => panic!("{other}"),
    };
    assert_eq!(graphs.len(), found.len(), "`verify` refuses what `diagnostics` remarks on");
    found.into_iter().map(|found| (found.code, found.message)).collect()
}

#[test]
fn a_graph_that_refers_to_what_is_registered_is_no_remark() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_model("gpt-4o", model()).unwrap();
    registry.alias(ComponentKind::Model, "fast", "gpt-4o").unwrap();
    registry.register_reducer("append").unwrap();
    register(&mut registry, "inner", "channel c append node a { model \"fast\" }");
    register(&mut registry, "outer", &runs("inner"));
    assert_eq!(remarks(&registry), []);
}

#[test]
fn each_reference_to_what_is_not_registered_is_named_with_its_node() {
    let mut registry = CapabilityRegistry::<()>::new();
    register(
        &mut registry,
        "g",
        "channel c append node a { model \"fast\" tools [\"x\"] next b } node b { kind router model \"r\" }",
    );
    let unregistered = |text: &str| (DiagnosticCode::UnregisteredReference, text.to_owned());
    assert_eq!(
        remarks(&registry),
        [
            unregistered("the graph `g` refers to the reducer `append`, which is not registered"),
            unregistered("the graph `g`, node `a`, refers to the model `fast`, which is not registered"),
            unregistered("the graph `g`, node `a`, refers to the tool `x`, which is not registered"),
            unregistered("the graph `g`, node `b`, refers to the router `r`, which is not registered"),
        ]
    );
    registry.register_model("x", model()).unwrap();
    assert_eq!(remarks(&registry).len(), 4, "a model is not a tool");
    registry.register_tool(tool("x")).unwrap();
    assert_eq!(
        registry.diagnostics().iter().filter(|found| found.code == DiagnosticCode::UnregisteredReference).count(),
        3
    );
}

/// What `diagnostics` says about a cycle: its names, and each hop without the place of its declaration, which is this file.
fn cycle(names: &str, hops: &[&str]) -> (DiagnosticCode, String) {
    let hops: String = hops.iter().map(|hop| format!("\n  {hop}")).collect();
    (
        DiagnosticCode::GraphCircle,
        format!("graphs run each other in a cycle: {names}; let one of these nodes run something else{hops}"),
    )
}

fn without_declarations(remarks: Vec<(DiagnosticCode, String)>) -> Vec<(DiagnosticCode, String)> {
    let strip = |line: &str| match line.split_once(", declared at ") {
        Some((graph, rest)) => {
            let (place, rest) = rest.split_once(", ").unwrap();
            assert!(place.starts_with(file!()), "{line}");
            format!("{graph} {rest}")
        }
        None => line.to_owned(),
    };
    let strip = |(code, text): (_, String)| (code, text.split('\n').map(strip).collect::<Vec<_>>().join("\n"));
    remarks.into_iter().map(strip).collect()
}

#[test]
fn graphs_that_run_each_other_in_a_cycle_are_named_hop_by_hop_also_through_aliases() {
    let mut registry = CapabilityRegistry::<()>::new();
    register(&mut registry, "a", &runs("second"));
    register(&mut registry, "b", &runs("c"));
    register(&mut registry, "c", "node a { kind graph model \"first\" }");
    register(&mut registry, "own", &runs("itself"));
    registry.alias(ComponentKind::Graph, "itself", "own").unwrap();
    registry.alias(ComponentKind::Graph, "first", "a").unwrap();
    registry.alias(ComponentKind::Graph, "second", "b").unwrap();
    assert_eq!(
        without_declarations(remarks(&registry)),
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
fn a_graph_under_another_name_than_its_own_is_remarked_and_found_by_the_registered_one() {
    let mut registry = CapabilityRegistry::<()>::new();
    let graph = testing::compile_graph(&format!("graph own {{ start a {} }}", runs("registered")));
    registry.register_graph_blueprint("registered", graph).unwrap();
    let at = registry.metadata(ComponentKind::Graph, "registered").unwrap().declared_at.clone();
    let found = without_declarations(remarks(&registry));
    let other_name = format!(
        "the graph registered as `registered` at {at} calls itself `own` in `test.rag`; give it one name, there or here"
    );
    assert_eq!(
        found,
        [
            cycle("`registered` → `registered`", &["`registered` runs `registered` in its node `a` at test.rag:1:51"]),
            (DiagnosticCode::OtherGraphName, other_name),
        ]
    );
}

#[test]
fn a_hop_of_a_blueprint_that_does_not_know_its_source_is_named_with_its_declaration_alone() {
    let mut registry = CapabilityRegistry::<()>::new();
    register(&mut registry, "a", &runs("b"));
    let mut graph = testing::compile_graph(&format!("graph b {{ start a {} }}", runs("a")));
    graph.provenance = None;
    registry.register_graph_blueprint("b", graph).unwrap();
    let hops = ["`a` runs `b` in its node `a` at test.rag:1:49", "`b` runs `a` in its node `a`"];
    assert_eq!(without_declarations(remarks(&registry)), [cycle("`a` → `b` → `a`", &hops)]);
}

#[test]
fn a_cycle_may_be_registered_and_replaced_and_is_refused_when_the_registry_is_verified() {
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
fn a_source_compiles_against_names_and_aliases_and_can_be_made_canonical() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_tool(tool("lookup_user")).unwrap();
    registry.alias(ComponentKind::Tool, "find_user", "lookup_user").unwrap();
    let text = "graph g { allow tools [\"find_user\"] start a node a { tools [\"find_user\"] } }";
    let compiled = registry.compile(&[Source::generated("proposal", "a model", text)]).unwrap();
    let stored = compiled.canonical(&registry).blueprints.remove(0).to_json();
    assert!(stored.contains("lookup_user") && !stored.contains("find_user"), "{stored}");

    // What was stored is checked against what exists when it is read.
    let blueprint = registry::Blueprint::from_json(&stored).unwrap();
    assert!(registry.capability_resolver().check_blueprint(&blueprint).is_empty());
    let changed = CapabilityRegistry::<()>::new();
    assert_eq!(changed.capability_resolver().check_blueprint(&blueprint).codes(), [Code::E301]);
}

#[test]
fn a_graph_of_the_sources_goes_before_a_registered_one_with_a_warning() {
    let mut registry = CapabilityRegistry::<()>::new();
    register(&mut registry, "inner", "node a {}");
    let outer = Source::file("outer.rag", format!("graph outer {{ start a {} }}", runs("inner")));
    assert!(registry.compile(std::slice::from_ref(&outer)).unwrap().warnings.is_empty());
    let inner = Source::file("inner.rag", format!("graph inner {{ start a {} }}", runs("outer")));
    let report = registry.compile(&[outer, inner]).unwrap_err();
    assert_eq!(report.codes(), [Code::E303, Code::W405], "the cycle is one of the sources");
}
