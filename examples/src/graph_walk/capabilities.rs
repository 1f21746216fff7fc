//! The capabilities that the graphs use. Models and agents are scripted, so that the example needs no network and no
//! API key.

use registry::capability;
use registry::harness::{
    ChatModel, ChatRequest, ChatResponse, ChatRole, HarnessAgent, HarnessError, Tool, Value, async_trait,
};
use serde_json::json;

/// Calls a tool if the question contains a number, and otherwise repeats the last message with its instruction.
struct Scripted {
    voice: &'static str,
}

#[capability(model = "quick", custom)]
static QUICK: Scripted = Scripted { voice: "quickly" };

#[capability(model = "careful", custom)]
static CAREFUL: Scripted = Scripted { voice: "with care" };

#[async_trait]
impl ChatModel for Scripted {
    async fn chat(&self, _state: &(), request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        let last = request.messages.last().ok_or_else(|| HarnessError::failed("the request has no messages"))?;
        let number: String = last.content.chars().filter(char::is_ascii_digit).collect();
        let lookup = request.tools.iter().find(|tool| tool.name.starts_with("lookup"));
        if let (ChatRole::User, Ok(id), Some(tool)) = (last.role, number.parse::<u64>(), lookup) {
            return Ok(ChatResponse::call("call-1", &tool.name, json!({ "id": id })));
        }
        if last.role == ChatRole::Tool {
            return Ok(ChatResponse::text(format!("I have to escalate: {}", last.content)));
        }
        let instruction = request.messages.iter().find(|message| message.role == ChatRole::System);
        let instruction = instruction.map_or("", |message| &message.content);
        Ok(ChatResponse::text(format!("{instruction}, {}: {}", self.voice, last.content)))
    }
}

/// Looks a user up by id.
#[capability(tool = "lookup_user")]
#[derive(Default)]
struct LookupUser;

#[async_trait]
impl Tool for LookupUser {
    fn name(&self) -> &str {
        "lookup_user"
    }

    async fn call(&self, _state: &(), arguments: Value) -> Result<Value, HarnessError> {
        Ok(json!({ "id": arguments["id"], "charges": 2 }))
    }
}

/// Creates a task for a person.
#[capability(tool = "create_ticket")]
static CREATE_TICKET: CreateTicket = CreateTicket;

struct CreateTicket;

#[async_trait]
impl Tool for CreateTicket {
    fn name(&self) -> &str {
        "create_ticket"
    }

    async fn call(&self, _state: &(), arguments: Value) -> Result<Value, HarnessError> {
        Ok(json!({ "ticket": arguments }))
    }
}

/// An agent that appends a finding to its prompt.
struct Appending {
    name: &'static str,
    finding: &'static str,
}

/// Researches a question.
#[capability(agent = "researcher")]
static RESEARCHER: Appending = Appending { name: "researcher", finding: "found three sources" };

/// Reviews the findings of others.
#[capability(agent = "critic")]
static CRITIC: Appending = Appending { name: "critic", finding: "two of them hold" };

#[async_trait]
impl HarnessAgent for Appending {
    fn name(&self) -> &str {
        self.name
    }

    async fn run(&self, prompt: &str) -> Result<String, HarnessError> {
        Ok(format!("{prompt} ({})", self.finding))
    }
}

/// Appends to a channel.
#[capability(reducer = "append")]
fn append(mut all: Vec<String>, new: String) -> Vec<String> {
    all.push(new);
    all
}

/// Routes a question by its topic.
#[capability(router = "by_topic")]
pub(crate) fn by_topic(question: &str) -> &'static str {
    if question.contains("charged") {
        "billing"
    } else if question.contains("journalist") {
        "press"
    } else {
        "other"
    }
}
