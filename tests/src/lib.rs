//! What the test programs are made of: a model, a tool and an agent that have any name.
//!
//! ```
//! use registry::harness::Tool as _;
//!
//! assert_eq!(tests::Echo("parrot").name(), "parrot");
//! ```

use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessAgent, HarnessError, Tool, async_trait};
use serde_json::Value;

/// Gives back what it is given: a model, a tool and an agent at once, under the name that it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Echo(pub &'static str);

#[async_trait]
impl ChatModel for Echo {
    async fn chat(&self, _state: &(), request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Ok(ChatResponse::text(request.messages.last().map_or("", |message| message.content.as_str())))
    }
}

#[async_trait]
impl Tool for Echo {
    fn name(&self) -> &str {
        self.0
    }

    async fn call(&self, _state: &(), arguments: Value) -> Result<Value, HarnessError> {
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
