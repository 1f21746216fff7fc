//! Lookup of declared and dynamic agents.

use registry::agents::{AgentError, AgentTable, MemoryTable, Metadata, NewProcess, Pid};
use registry::harness::{HarnessAgent, HarnessError, async_trait};
use registry::{CapabilityRegistry, ComponentKind, LocatedAgent};
use std::sync::Arc;

struct Scholar;

#[async_trait]
impl HarnessAgent for Scholar {
    fn name(&self) -> &str {
        "scholar"
    }

    async fn run(&self, prompt: &str) -> Result<String, HarnessError> {
        Ok(prompt.to_owned())
    }
}

fn registry() -> CapabilityRegistry {
    let mut registry = CapabilityRegistry::new();
    registry.register_agent(Arc::new(Scholar)).expect("the name is free");
    registry.alias(ComponentKind::Agent, "reader", "scholar").expect("the alias is free");
    registry
}

fn register(table: &dyn AgentTable, name: &str) -> Pid {
    let pid = table.create(&NewProcess::new("worker", "test/worker")).expect("it is created");
    table.register(name, pid, &[], &Metadata::new()).expect("the name is free");
    pid
}

#[test]
fn a_declared_agent_takes_precedence_over_a_process_with_the_same_name() {
    let registry = registry();
    for name in ["scholar", "reader"] {
        register(registry.agent_table().as_ref(), name);
        let located = registry.locate_agent(name).expect("it is declared");
        let LocatedAgent::Declared(agent) = &located else { panic!("{located:?}") };
        assert!(Arc::ptr_eq(agent, registry.agent("scholar").expect("it is declared")));
        assert_eq!(format!("{located:?}"), r#"Declared("scholar")"#);
    }
}

#[test]
fn a_name_without_a_declared_agent_is_looked_up_in_the_table() {
    let registry = registry();
    let pid = register(registry.agent_table().as_ref(), "/agents/alice");
    match registry.locate_agent("/agents/alice").expect("it is registered") {
        LocatedAgent::Dynamic(entry) => assert_eq!((entry.name.as_str(), entry.pid), ("/agents/alice", pid)),
        located @ LocatedAgent::Declared(_) => panic!("{located:?}"),
    }
    registry.agent_table().unregister_pid(pid).expect("it is possible");
    let error = registry.locate_agent("/agents/alice").expect_err("the name is not registered");
    assert!(matches!(error, AgentError::RegistryNotFound { name } if name == "/agents/alice"));
}

#[test]
fn clones_of_a_registry_share_its_table_and_another_can_be_set() {
    let mut registry = registry();
    let clone = registry.clone();
    register(clone.agent_table().as_ref(), "/a");
    assert!(registry.locate_agent("/a").is_ok());
    registry.set_agent_table(Arc::new(MemoryTable::new()));
    assert!(registry.locate_agent("/a").is_err());
    assert!(clone.locate_agent("/a").is_ok());
}
