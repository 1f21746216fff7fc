//! JSON round trips.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use registry::catalog::{Capability, CapabilitySet};
use registry::harness::{ChatMessage, ChatRequest, ChatResponse, ChatRole, ToolCall, ToolSpec, Value};
use registry::{
    AliasBinding, ComponentId, ComponentKind, ComponentMetadata, DiagnosticCode, RegistryDiagnostic, RegistrySnapshot,
    SourceLocation,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::fmt::Debug;

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Result<(), TestCaseError> {
    let text = serde_json::to_string(value).unwrap();
    prop_assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{}", text);
    let tree = serde_json::to_value(value).unwrap();
    prop_assert_eq!(&serde_json::from_value::<T>(tree).unwrap(), value);
    Ok(())
}

/// Any text, including quotes, control characters and every script.
fn text() -> impl Strategy<Value = String> {
    vec(any::<char>(), 0..12).prop_map(String::from_iter)
}

fn cow() -> impl Strategy<Value = Cow<'static, str>> {
    text().prop_map(Cow::Owned)
}

fn kind() -> impl Strategy<Value = ComponentKind> {
    select(&ComponentKind::ALL[..])
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        // Eighths have few digits. serde_json does not parse every other number exactly.
        any::<i32>().prop_map(|eighths| Value::from(f64::from(eighths) / 8.0)),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

prop_compose! {
    fn location()(file in cow(), line in any::<u32>(), column in any::<u32>()) -> SourceLocation {
        SourceLocation { file, line, column }
    }
}

prop_compose! {
    fn metadata()(
        (id, kind, description) in (text(), kind(), cow()),
        (tags, aliases) in (vec(cow(), 0..4), vec(cow(), 0..4)),
        catalog in option::of(cow()),
        capabilities in subsequence(Capability::ALL.to_vec(), 0..=Capability::ALL.len()),
        declared_at in location(),
    ) -> ComponentMetadata {
        let requires = capabilities.into_iter().collect::<CapabilitySet>();
        ComponentMetadata { id: ComponentId::from(id), kind, description, tags, aliases, catalog, requires, declared_at }
    }
}

prop_compose! {
    fn binding()(kind in kind(), alias in cow(), canonical in text()) -> AliasBinding {
        AliasBinding { kind, alias, canonical: canonical.into() }
    }
}

prop_compose! {
    fn diagnostic()(
        code in select(&[
            DiagnosticCode::ShadowingAlias,
            DiagnosticCode::DanglingAlias,
            DiagnosticCode::SharedName,
            DiagnosticCode::UnregisteredReference,
            DiagnosticCode::GraphCycle,
            DiagnosticCode::GraphNameMismatch,
        ][..]),
        name in text(),
        message in text(),
    ) -> RegistryDiagnostic {
        RegistryDiagnostic { code, name, message }
    }
}

prop_compose! {
    fn call()(id in text(), name in text(), arguments in json()) -> ToolCall {
        ToolCall { id, name, arguments }
    }
}

prop_compose! {
    fn message()(
        role in select(&[ChatRole::System, ChatRole::User, ChatRole::Assistant, ChatRole::Tool][..]),
        content in text(),
        tool_calls in vec(call(), 0..3),
        tool_call_id in option::of(text()),
    ) -> ChatMessage {
        ChatMessage { role, content, tool_calls, tool_call_id }
    }
}

prop_compose! {
    fn spec()(name in text(), description in text(), parameters in json()) -> ToolSpec {
        ToolSpec { name, description, parameters }
    }
}

proptest! {
    #[test]
    fn a_snapshot_round_trips_with_all_its_parts(
        components in vec(metadata(), 0..5),
        aliases in vec(binding(), 0..5),
    ) {
        for component in &components {
            check(component)?;
            check(&component.id)?;
            check(&component.declared_at)?;
            check(&component.requires)?;
        }
        check(&RegistrySnapshot { components, aliases })?;
    }

    #[test]
    fn a_diagnostic_round_trips(diagnostic in diagnostic()) {
        check(&diagnostic)?;
        check(&diagnostic.code)?;
    }

    #[test]
    fn a_request_to_a_model_round_trips(messages in vec(message(), 0..4), tools in vec(spec(), 0..3)) {
        check(&ChatRequest { messages, tools })?;
    }

    #[test]
    fn a_response_of_a_model_round_trips(content in text(), tool_calls in vec(call(), 0..3)) {
        check(&ChatResponse { content, tool_calls })?;
    }
}

#[test]
fn every_kind_round_trips() {
    for kind in ComponentKind::ALL {
        check(&kind).unwrap();
    }
}
