//! Each mistake is one error: the type of what could not be made causes no other.

use registry::{Blueprint, CapabilityRegistry, capability, include_rag, rag};
use std::sync::{Arc, LazyLock};

static STATIC: Blueprint = include_rag!("graphs/no_graph.rag");
const CONSTANT: &Blueprint = &rag!("");
static LAZY: LazyLock<Arc<Blueprint>> = LazyLock::new(|| Arc::new(rag!("")));

#[capability(graph = "of_a_static")]
static DECLARED: Blueprint = include_rag!("graphs/two_errors.rag");

#[capability(graph = "of_a_constant")]
const DECLARED_CONSTANT: &Blueprint = &rag!("");

#[capability(graph = "of_a_function")]
fn declared() -> Blueprint {
    rag!("")
}

trait HasGraph {
    const GRAPH: Blueprint;
}

impl HasGraph for () {
    const GRAPH: Blueprint = rag!("");
}

const fn constant() -> Blueprint {
    rag! { "" }
}

fn opaque() -> impl Into<Arc<Blueprint>> {
    rag!("")
}

async fn asynchronous() -> Blueprint {
    return rag!("");
}

struct Field {
    graph: Blueprint,
}

fn main() -> registry::Result<()> {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_graph_blueprint("argument", rag!(""))?;
    let annotated: Blueprint = rag!("");
    let inferred = rag!("");
    println!("{} {}", inferred.graph, rag!("").start);
    let field = Field { graph: rag!("") };
    let list = vec![annotated, rag!(""), const { rag!("") }];
    let branch: Blueprint = match list.len() {
        0 => rag!(""),
        1 => {
            let _ = field;
            include_rag! { "graphs/two_errors.rag" }
        }
        _ => inferred.clone(),
    };
    let _: Option<&Blueprint> = Some(&branch).or(Some(&rag!("")));
    rag!("");
    Ok(())
}
