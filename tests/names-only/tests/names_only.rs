//! The registry without its features.

use names_only::{Echo, append};
use registry::agents::NewProcess;
use registry::{CapabilityRegistry, ComponentKind, LocatedAgent, resolve};
use serde_json::json;
use std::io::{Write as _, stderr};
use std::process::Command;

#[test]
fn names_tools_models_and_agents_go_on_working() {
    let _: Echo = resolve!(tool "echo");
    assert_eq!(resolve!(reducer "append")(vec![], "a".to_owned()), append(vec![], "a".to_owned()));

    let mut registry = CapabilityRegistry::<()>::collect().unwrap();
    let tool = registry.tool("parrot").unwrap();
    assert_eq!(pollster::block_on(tool.call(&(), json!({"a": 1}))).unwrap(), json!({"a": 1}));
    assert!(registry.model("a-model-of-nobody").is_some());
    assert!(matches!(registry.locate_agent("repeater").unwrap(), LocatedAgent::Declared(_)));
    assert!(registry.agent_table().create(&NewProcess::new("alice", "test")).is_ok());

    assert!(registry.verify().unwrap_err().to_string().contains("the router `by_plugin`"));
    registry.register_router("by_plugin").unwrap();
    registry.verify().unwrap();
    assert_eq!(registry.snapshot().components.len(), 5);
    assert!(registry.snapshot().to_dot().contains("repeater"));
    let error = registry.resolve(ComponentKind::Tool, "ecko").unwrap_err().to_string();
    assert_eq!(error, "no tool is registered as `ecko`; did you mean `echo`? (at src/lib.rs:8:1)");
}

#[test]
fn what_needs_a_feature_is_an_error_that_names_it() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    if !version.starts_with("rustc 1.95.") && std::env::var_os("CI").is_none() {
        // Past the capture of the test's output: a skipped test is heard.
        let skipped = format!("SKIPPED: tests/ui holds the output of rustc 1.95, and this is {version}");
        stderr().write_all(skipped.as_bytes()).unwrap();
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
