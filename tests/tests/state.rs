//! A registry of a state takes what is written for that state and what needs none, and leaves the rest alone.

use pollster::block_on;
use registry::harness::{
    ChatMessage, ChatModel, ChatRequest, ChatResponse, HarnessError, Tool, ToolSpec, Value, async_trait, json,
};
use registry::{Absence, CapabilityRegistry, ComponentKind, RegistryError, capability, declarations};
use std::any::type_name;
use tests::Echo;

/// What an application hands to its tools.
struct App {
    user: &'static str,
}

/// Another application's.
struct Other;

/// Says who is there.
#[capability(tool = "who", alias = "user", state = App)]
#[capability(model = "who", custom, state = App)]
#[derive(Default)]
struct Who;

#[async_trait]
impl Tool<App> for Who {
    fn name(&self) -> &str {
        "who"
    }

    async fn call(&self, app: &App, _: Value) -> Result<Value, HarnessError> {
        Ok(json!(app.user))
    }
}

#[async_trait]
impl ChatModel<App> for Who {
    async fn chat(&self, app: &App, _: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Ok(ChatResponse::text(app.user))
    }
}

#[capability(tool = "who_opaque", state = App)]
fn who_opaque() -> impl Tool<App> {
    Renamed
}

struct Renamed;

#[async_trait]
impl Tool<App> for Renamed {
    fn name(&self) -> &str {
        "who_opaque"
    }

    async fn call(&self, app: &App, arguments: Value) -> Result<Value, HarnessError> {
        Who.call(app, arguments).await
    }
}

/// Says it again, in any application.
#[capability(tool = "again")]
fn again() -> impl Tool {
    Described
}

struct Described;

#[async_trait]
impl Tool for Described {
    fn name(&self) -> &str {
        "again"
    }

    fn description(&self) -> &str {
        "Says it again."
    }

    fn parameters(&self) -> Value {
        json!({ "type": "string" })
    }

    async fn call(&self, (): &(), arguments: Value) -> Result<Value, HarnessError> {
        Ok(arguments)
    }
}

#[capability(model = "echo", custom)]
const ECHO: Echo = Echo("echo");

#[capability(agent = "clerk")]
const CLERK: Echo = Echo("clerk");

#[test]
fn a_registry_of_a_state_takes_its_own_and_what_needs_no_state() {
    let registry = CapabilityRegistry::<App>::collect().unwrap();
    assert_eq!(registry.names_including_aliases(ComponentKind::Tool), ["again", "user", "who", "who_opaque"]);
    assert_eq!(registry.names(ComponentKind::Model), ["echo", "who"]);
    assert_eq!(registry.names(ComponentKind::Agent), ["clerk"]);
    registry.verify().unwrap();

    let app = App { user: "ada" };
    let call = |name: &str| block_on(registry.tool(name).unwrap().call(&app, json!("arguments"))).unwrap();
    assert_eq!(call("user"), "ada");
    assert_eq!(call("who_opaque"), "ada");
    assert_eq!(call("again"), "arguments");
    let chat = |name: &str| {
        let request = ChatRequest { messages: vec![ChatMessage::user("hello")], ..ChatRequest::default() };
        block_on(registry.model(name).unwrap().chat(&app, request)).unwrap().content
    };
    assert_eq!(chat("who"), "ada");
    assert_eq!(chat("echo"), "hello");
}

#[test]
fn what_needs_no_state_is_the_same_in_a_registry_of_a_state() {
    let stateful = CapabilityRegistry::<App>::collect().unwrap();
    let stateless = CapabilityRegistry::<()>::collect().unwrap();
    let spec = ToolSpec::from_tool(&**stateful.tool("again").unwrap());
    assert_eq!(spec, ToolSpec::from_tool(&**stateless.tool("again").unwrap()));
    assert_eq!(spec.description, "Says it again.");
    assert_eq!(spec.parameters, json!({ "type": "string" }));
}

#[test]
fn a_registry_without_a_state_leaves_what_needs_one_and_says_so() {
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    assert_eq!(registry.names_including_aliases(ComponentKind::Tool), ["again"]);
    assert_eq!(registry.names(ComponentKind::Model), ["echo"]);
    assert_eq!(registry.names(ComponentKind::Agent), ["clerk"]);
    let Err(RegistryError::Incomplete { missing, .. }) = registry.verify() else { panic!("`who` needs a state") };
    let missing: Vec<_> = missing.iter().map(|missing| (missing.kind, &*missing.name, missing.reason)).collect();
    let expected = [(ComponentKind::Model, "who"), (ComponentKind::Tool, "who"), (ComponentKind::Tool, "who_opaque")];
    let other_state = Absence::OtherState { declared: type_name::<App>(), registry: "()" };
    assert_eq!(missing, expected.map(|(kind, name)| (kind, name, other_state)));
}

#[test]
fn a_registry_of_another_state_takes_only_what_needs_none() {
    let registry = CapabilityRegistry::<Other>::collect().unwrap();
    assert_eq!(registry.names(ComponentKind::Tool), ["again"]);
    assert_eq!(registry.names(ComponentKind::Model), ["echo"]);
}

#[test]
fn a_name_that_is_not_found_is_told_where_the_program_declares_it() {
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    let unknown = |kind, name| registry.resolve(kind, name).unwrap_err().to_string();
    let at =
        |kind| declarations().unwrap().iter().find(|it| it.kind() == kind && it.name() == "who").unwrap().location();
    let expected = format!(
        "no tool is registered as `user`; it is declared at {} with `state = {app}`, but this registry has another \
         state or excluded it by a filter",
        at(ComponentKind::Tool),
        app = type_name::<App>()
    );
    assert_eq!(unknown(ComponentKind::Tool, "user"), expected);
    let expected =
        format!("no agent is registered as `who`; a model with this name is declared at {}", at(ComponentKind::Model));
    assert_eq!(unknown(ComponentKind::Agent, "who"), expected);
    let clerk = &registry.metadata(ComponentKind::Agent, "clerk").unwrap().declared_at;
    assert_eq!(
        unknown(ComponentKind::Agent, "clark"),
        format!("no agent is registered as `clark`; did you mean `clerk`? (at {clerk})")
    );
    let none = CapabilityRegistry::<()>::collect_where(|it| it.kind() != ComponentKind::Agent).unwrap();
    assert_eq!(
        none.resolve(ComponentKind::Agent, "clerk").unwrap_err().to_string(),
        format!(
            "no agent is registered as `clerk`; it is declared at {clerk}, but was not collected into this registry"
        )
    );
}
