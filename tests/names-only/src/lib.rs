//! A program that uses names, tools, models and agents, and neither the catalog nor the language.

use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessAgent, HarnessError, Tool, async_trait};
use registry::{capability, declare};
use serde_json::Value;

/// Returns its arguments.
#[capability(tool = "echo", alias = "parrot")]
#[derive(Debug, Default)]
pub struct Echo;

#[async_trait]
impl Tool for Echo {
    fn name(&self) -> &str {
        "echo"
    }

    async fn call(&self, (): &(), arguments: Value) -> Result<Value, HarnessError> {
        Ok(arguments)
    }
}

/// No catalog is asked whether it exists.
#[capability(model = "a-model-of-nobody", custom)]
pub static MODEL: Says = Says;

/// Says yes.
#[derive(Debug)]
pub struct Says;

#[async_trait]
impl ChatModel for Says {
    async fn chat(&self, (): &(), _request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Ok(ChatResponse::text("yes"))
    }
}

/// Repeats what it is asked.
#[capability(agent = "repeater")]
#[derive(Debug, Default)]
pub struct Repeater;

#[async_trait]
impl HarnessAgent for Repeater {
    fn name(&self) -> &str {
        "repeater"
    }

    async fn run(&self, prompt: &str) -> Result<String, HarnessError> {
        Ok(prompt.to_owned())
    }
}

/// Adds to the end.
#[capability(reducer = "append")]
pub fn append(mut list: Vec<String>, item: String) -> Vec<String> {
    list.push(item);
    list
}

declare!(router "by_plugin");
