//! A support desk whose models, tools, agents, routers and reducers are declared where they are implemented.
//!
//! It lists the registry collected from the declarations, resolves names at compile time and at run time, routes two
//! workloads to models, and answers a question with a scripted model that needs no network and no API key.

mod agents;
mod listing;
mod models;
mod routing;
mod tools;

use registry::harness::{ChatMessage, ChatModel, ChatRequest, ToolRegistry};
use registry::{CapabilityRegistry, ComponentKind, resolve};
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let mut desk = CapabilityRegistry::<()>::collect()?;

    // A tool whose name is declared, but whose value only exists at run time.
    desk.register_tool(Arc::new(tools::OpeningHours { today: "9:00 to 17:00" }))?;
    desk.describe(ComponentKind::Tool, "opening_hours", "Says when people answer.", ["desk"])?;
    desk.verify()?;

    println!("What the desk offers\n{}\n", listing::table(&desk));

    // At compile time, to a value of the declared type. `resolve!(tool "lookup_usr")` would not compile.
    let lookup = resolve!(tool "lookup_user");
    println!("Resolved at compile time: `lookup_user` is {lookup:?}");

    // At run time, by name.
    for name in ["fast", "gtp-4o"] {
        match desk.resolve(ComponentKind::Model, name) {
            Ok(model) => println!("Resolved at run time: `{name}` is the model `{}`", model.id),
            Err(error) => println!("Not resolved: {error}"),
        }
    }

    let router = models::router();
    for route in router.routes() {
        println!("Routed: workload `{}` goes to {}", route.alias, router.chain_in(&desk, &route.alias).join(", then "));
    }

    let question = "Why was user 7 charged twice?";
    println!("\n> {question}");
    let models = desk.to_model_registry();
    let model = models.get(router.target_model("answer").ok_or("the router has the workload")?)?;
    let answer = pollster::block_on(converse(&**model, &desk.to_tool_registry(), question))?;
    println!("{answer}");

    let agent = desk.agent("summarizer").ok_or("the summarizer is declared")?;
    println!("{}", pollster::block_on(agent.run(&answer))?);

    println!("\nDiagnostics");
    for diagnostic in desk.diagnostics() {
        println!("- {diagnostic}");
    }
    Ok(())
}

/// Calls a model and the tools that it requests until it answers without requesting any.
async fn converse(model: &dyn ChatModel, tools: &ToolRegistry, question: &str) -> Result<String, Box<dyn Error>> {
    const MAX_TURNS: usize = 8;

    let mut messages = vec![ChatMessage::system("You are a support desk."), ChatMessage::user(question)];
    for _ in 0..MAX_TURNS {
        let request = ChatRequest { messages: messages.clone(), tools: tools.specs() };
        let response = model.chat(&(), request).await?;
        if response.tool_calls.is_empty() {
            return Ok(response.content);
        }
        messages
            .push(ChatMessage { tool_calls: response.tool_calls.clone(), ..ChatMessage::assistant(response.content) });
        for call in response.tool_calls {
            let result = tools.call(&call.name, &(), call.arguments.clone()).await?;
            println!("  [{}({}) returned {result}]", call.name, call.arguments);
            messages.push(ChatMessage::tool(call.id, result.to_string()));
        }
    }
    Err("the model did not stop requesting tools".into())
}
