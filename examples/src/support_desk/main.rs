//! A support desk whose models, tools, agents, routers and reducers are declared where they are written.
//!
//! It shows the registry that the declarations become, resolves one name by the compiler and one that a person types,
//! routes two kinds of work to models, and answers a question end to end with a model that needs no network and no key.

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

    // A tool whose name is declared, and which only the running program can offer.
    desk.register_tool(Arc::new(tools::OpeningHours { today: "9:00 to 17:00" }))?;
    desk.describe(ComponentKind::Tool, "opening_hours", "Says when people answer.", ["desk"])?;
    desk.verify()?;

    println!("What the desk offers\n{}\n", listing::table(&desk));

    // By the compiler: a value of the type behind the name. `resolve!(tool "lookup_usr")` would not compile.
    let lookup = resolve!(tool "lookup_user");
    println!("Resolved while compiling: `lookup_user` is {lookup:?}");

    // By name, while the program runs.
    for name in ["fast", "gtp-4o"] {
        match desk.resolve(ComponentKind::Model, name) {
            Ok(model) => println!("Resolved while running: `{name}` is the model `{}`", model.id),
            Err(error) => println!("Not resolved: {error}"),
        }
    }

    let router = models::router();
    for route in router.routes() {
        println!("Routed: `{}` is work for {}", route.alias, router.chain_in(&desk, &route.alias).join(", then "));
    }

    let question = "Why was user 7 charged twice?";
    println!("\n> {question}");
    let models = desk.to_model_registry();
    let model = models.get(router.target_model("answer").ok_or("the router has the workload")?)?;
    let answer = pollster::block_on(converse(&**model, &desk.to_tool_registry(), question))?;
    println!("{answer}");

    let agent = desk.agent("summarizer").ok_or("the summarizer is declared")?;
    println!("{}", pollster::block_on(agent.run(&answer))?);

    println!("\nWhat deserves a look");
    for remark in desk.diagnostics() {
        println!("- {remark}");
    }
    Ok(())
}

/// Lets a model answer, and calls the tools that it asks for, until it has no more to ask.
async fn converse(model: &dyn ChatModel, tools: &ToolRegistry, question: &str) -> Result<String, Box<dyn Error>> {
    const MOST_TURNS: usize = 8;

    let mut messages = vec![ChatMessage::system("You are a support desk."), ChatMessage::user(question)];
    for _ in 0..MOST_TURNS {
        let request = ChatRequest { messages: messages.clone(), tools: tools.specs() };
        let response = model.chat(&(), request).await?;
        if response.tool_calls.is_empty() {
            return Ok(response.content);
        }
        messages
            .push(ChatMessage { tool_calls: response.tool_calls.clone(), ..ChatMessage::assistant(response.content) });
        for call in response.tool_calls {
            let result = tools.call(&call.name, &(), call.arguments.clone()).await?;
            println!("  [{}({}) gave {result}]", call.name, call.arguments);
            messages.push(ChatMessage::tool(call.id, result.to_string()));
        }
    }
    Err("the model asks for tools without end".into())
}
