//! Test components: a model, a tool and an agent with any name, and a graph.
#![allow(dead_code, reason = "each test program uses a part")]

use registry::Blueprint;
use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessAgent, HarnessError, Tool, Value, async_trait};
use std::sync::Arc;

/// Returns its input. It has the given name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Echo(pub(crate) &'static str);

#[async_trait]
impl ChatModel for Echo {
    async fn chat(&self, (): &(), request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Ok(ChatResponse::text(request.messages.last().map_or("", |message| message.content.as_str())))
    }
}

#[async_trait]
impl Tool for Echo {
    fn name(&self) -> &str {
        self.0
    }

    async fn call(&self, (): &(), arguments: Value) -> Result<Value, HarnessError> {
        Ok(arguments)
    }
}

#[async_trait]
impl HarnessAgent for Echo {
    fn name(&self) -> &str {
        self.0
    }

    async fn run(&self, prompt: &str) -> Result<String, HarnessError> {
        Ok(prompt.to_owned())
    }
}

pub(crate) fn model() -> Arc<dyn ChatModel> {
    Arc::new(Echo("model"))
}

pub(crate) fn tool(name: &'static str) -> Arc<dyn Tool> {
    Arc::new(Echo(name))
}

pub(crate) fn agent(name: &'static str) -> Arc<dyn HarnessAgent> {
    Arc::new(Echo(name))
}

pub(crate) fn blueprint(name: &str) -> Arc<Blueprint> {
    let nodes = r#"[{"name": "reply", "routing": "terminal"}]"#;
    let text = format!(r#"{{"schema": 1, "graph": {name:?}, "start": "reply", "nodes": {nodes}}}"#);
    Arc::new(Blueprint::from_json(&text).unwrap())
}
