//! The time to compile sources. The baseline decodes every character of the text.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use rag::__private::Embedded;
use rag::{CapabilityResolver, ComponentKind, Program, Source};

fn main() {
    divan::main();
}

/// A chain of nodes of about 230 bytes each, as a person would write them.
fn graph(nodes: usize) -> String {
    let node = |number: usize| {
        let next = if number + 1 == nodes { "END".to_owned() } else { format!("step_{}", number + 1) };
        format!(
            r#"
  // Step {number}.
  node step_{number} {{
    kind agent
    model "default"
    system "You are a concise support agent."
    tools ["lookup_user", "create_ticket"]
    routes {{
      done -> {next}
      again -> step_{number}
    }}
  }}
"#
        )
    };
    let body: Vec<_> = (0..nodes).map(node).collect();
    format!("graph large {{\n  allow tools [\"lookup_user\", \"create_ticket\"]\n  start step_0\n{}}}\n", body.concat())
}

fn resolver() -> CapabilityResolver {
    CapabilityResolver::from_lists([(ComponentKind::Tool, ["lookup_user", "create_ticket"])]).allow_models(["default"])
}

const LARGE: usize = 4_500;

#[divan::bench]
fn baseline_decoding_characters(bencher: Bencher<'_, '_>) {
    let text = graph(LARGE);
    bencher.counter(BytesCount::of_str(&text)).bench(|| black_box(&*text).chars().filter(|c| *c == '{').count());
}

#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let sources = [Source::file("large.rag", graph(LARGE))];
    bencher.counter(BytesCount::of_str(sources[0].text())).bench(|| Program::parse(black_box(&sources)));
}

#[divan::bench]
fn parse_and_check(bencher: Bencher<'_, '_>) {
    let sources = [Source::file("large.rag", graph(LARGE))];
    let resolver = resolver();
    assert!(resolver.check(&Program::parse(&sources)).is_empty());
    bencher
        .counter(BytesCount::of_str(sources[0].text()))
        .bench(|| resolver.check(&Program::parse(black_box(&sources))));
}

#[divan::bench]
fn compile(bencher: Bencher<'_, '_>) {
    let sources = [Source::file("large.rag", graph(LARGE))];
    let resolver = resolver();
    bencher
        .counter(BytesCount::of_str(sources[0].text()))
        .bench(|| Program::parse(black_box(&sources)).compile(&resolver));
}

#[divan::bench]
fn format(bencher: Bencher<'_, '_>) {
    let source = Source::file("large.rag", graph(LARGE));
    bencher.counter(BytesCount::of_str(source.text())).bench(|| rag::format(black_box(&source)));
}

/// The time per node, which should be the same for small and large graphs.
#[divan::bench(args = [10, 100, 1_000, 4_500])]
fn nodes(bencher: Bencher<'_, '_>, nodes: usize) {
    let sources = [Source::file("nodes.rag", graph(nodes))];
    let resolver = resolver();
    bencher.counter(ItemsCount::new(nodes)).bench(|| resolver.check(&Program::parse(black_box(&sources))));
}

/// Short nodes, so that the maximum number of nodes fits into one source.
#[divan::bench(args = [10, 100, 1_000, 10_000])]
fn short_nodes(bencher: Bencher<'_, '_>, nodes: usize) {
    let last = nodes - 1;
    let body: Vec<_> =
        (0..last).map(|node| format!("  node step_{node} {{ model \"default\"  next step_{} }}\n", node + 1)).collect();
    let text = format!("graph g {{\n  start step_0\n{}  node step_{last} {{ model \"default\" }}\n}}\n", body.concat());
    let sources = [Source::file("nodes.rag", text)];
    let resolver = resolver();
    bencher.counter(ItemsCount::new(nodes)).bench(|| resolver.check(&Program::parse(black_box(&sources))));
}

/// The first use of a graph that a program embeds, per node: nodes of 230 bytes.
#[divan::bench(args = [10, 100, 1_000, 4_500])]
fn first_use(bencher: Bencher<'_, '_>, nodes: usize) {
    let text: &'static str = graph(nodes).leak();
    bencher.counter(ItemsCount::new(nodes)).bench(|| {
        let embedded = Embedded::new("nodes.rag", black_box(text), 0);
        black_box(embedded.definition().nodes.len())
    });
}

/// Later uses of it.
#[divan::bench]
fn later_use(bencher: Bencher<'_, '_>) {
    let embedded = Embedded::new("nodes.rag", graph(LARGE).leak(), 0);
    assert_eq!(embedded.definition().nodes.len(), LARGE);
    bencher.bench_local(|| black_box(&embedded).definition());
}

/// Sources of 1 MiB that repeat one text.
#[divan::bench(args = ["{", "\"", "node a {", "//", "a ", "graph g {"])]
fn hostile(bencher: Bencher<'_, '_>, unit: &str) {
    let text = unit.repeat(rag::MAX_SOURCE_BYTES / unit.len());
    let sources = [Source::file("hostile.rag", text)];
    let resolver = resolver();
    bencher
        .counter(BytesCount::of_str(sources[0].text()))
        .bench(|| resolver.check(&Program::parse(black_box(&sources))).to_string());
}
