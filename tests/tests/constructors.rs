//! A constructor that collects or resolves declarations, its own perhaps among them.

use registry::harness::BoxError;
use registry::{CapabilityRegistry, ComponentKind, RegistryError, capability, resolve};
use std::panic::catch_unwind;
use tests::Echo;

#[capability(tool = "made_of_others")]
fn made_of_others() -> Result<Echo, RegistryError> {
    let stores = CapabilityRegistry::<()>::collect_where(|it| it.kind() == ComponentKind::Store)?;
    Ok(Echo(if stores.has(ComponentKind::Store, "another") { "made_of_others" } else { "made_of_nothing" }))
}

#[capability(tool = "made_of_itself")]
fn made_of_itself() -> Result<Echo, BoxError> {
    CapabilityRegistry::<()>::collect_where(|it| it.kind() == ComponentKind::Tool)?;
    Ok(Echo("made_of_itself"))
}

#[capability(store = "another")]
struct Another;

#[test]
fn a_constructor_may_collect_others_and_is_told_when_it_collects_itself() {
    let others = CapabilityRegistry::<()>::collect_where(|it| {
        it.kind() != ComponentKind::Agent && it.name() != "made_of_itself"
    })
    .unwrap();
    assert!(others.tool("made_of_others").is_some());

    let collected = CapabilityRegistry::<()>::collect_where(|it| it.kind() == ComponentKind::Tool);
    let error = collected.unwrap_err().to_string();
    assert!(error.contains("the constructor of the tool `made_of_itself`, declared at"), "{error}");
    assert!(error.contains("collects it again; exclude it with `collect_where`"), "{error}");
}

#[capability(agent = "writer", alias = "author")]
fn writer() -> Echo {
    let _: Editor = resolve!(agent "editor");
    Echo("writer")
}

#[capability(agent = "editor")]
struct Editor(Echo);

impl Default for Editor {
    fn default() -> Self {
        Self(resolve!(agent "author"))
    }
}

#[registry::harness::async_trait]
impl registry::harness::HarnessAgent for Editor {
    fn name(&self) -> &str {
        self.0.0
    }

    async fn run(&self, prompt: &str) -> Result<String, registry::harness::HarnessError> {
        Ok(prompt.to_owned())
    }
}

#[test]
fn constructors_that_resolve_each_other_in_a_cycle_are_told_every_step_and_what_to_do() {
    let place = |text: &str| {
        let mut lines = include_str!("constructors.rs").lines().enumerate();
        let (line, column) = lines.find_map(|(line, code)| Some((line + 1, code.find(text)? + 1))).unwrap();
        format!("{}:{line}:{column}", file!())
    };
    let steps = [
        format!(
            "the constructor of the agent `writer`, declared at {}, resolves the agent `editor` at {}",
            place("#[capability(agent = \"writer\""),
            place("resolve!(agent \"editor\")")
        ),
        format!(
            "the constructor of the agent `editor`, declared at {}, resolves the agent `writer` at {}",
            place("#[capability(agent = \"editor\""),
            place("resolve!(agent \"author\")")
        ),
    ];
    let outcomes = [
        catch_unwind(|| resolve!(agent "writer") == Echo("writer")),
        catch_unwind(|| CapabilityRegistry::<()>::collect_where(|it| it.kind() == ComponentKind::Agent).is_ok()),
        // The count of one thread is right again after a panic.
        catch_unwind(|| resolve!(agent "editor").0 == Echo("editor")),
    ];
    for outcome in outcomes {
        let message = *outcome.unwrap_err().downcast::<String>().unwrap();
        assert!(message.starts_with("constructors resolve each other in a cycle: `"), "{message}");
        assert!(steps.iter().all(|step| message.contains(step)), "{message}");
        assert_eq!(message.lines().count(), 4, "{message}");
        assert!(
            message.ends_with("call one of these `resolve!` on first use instead of in the constructor"),
            "{message}"
        );
    }
}

#[capability(store = "nested", init = Self::new)]
struct Nested(u32);

thread_local! {
    static LEFT: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

impl Nested {
    fn new() -> Self {
        let left = LEFT.get();
        LEFT.set(left.saturating_sub(1));
        if left == 0 {
            return Self(0);
        }
        let inner: Self = resolve!(store "nested");
        Self(inner.0 + 1)
    }
}

#[test]
fn a_constructor_that_resolves_itself_a_few_times_is_not_a_cycle() {
    LEFT.set(20);
    assert_eq!(resolve!(store "nested").0, 20);
}

#[capability(store = "of_any_type", init = Default::default)]
#[derive(Default, Debug, PartialEq)]
struct OfAnyType(u8);

#[test]
fn a_function_of_several_types_makes_the_one_that_is_declared() {
    let made: OfAnyType = resolve!(store "of_any_type");
    assert_eq!(made, OfAnyType(0));
}
