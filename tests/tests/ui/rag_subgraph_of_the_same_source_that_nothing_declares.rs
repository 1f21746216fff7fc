use registry::{Blueprint, capability, include_rag, rag};

#[capability(graph = "outer")]
static OUTER: Blueprint = include_rag!("graphs/own_subgraph.rag", graph = "outer");

#[capability(graph = "under_another_name")]
static INNER: Blueprint = include_rag!("graphs/own_subgraph.rag", graph = "inner");

static INLINE: Blueprint = rag!(
    r#"
    graph calls {
      start run
      node run { kind graph  model "helper" }
    }
    graph helper { start reply  node reply {} }
    "#,
    graph = "calls"
);

fn main() {}
