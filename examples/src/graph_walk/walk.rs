//! A small host that runs a blueprint, with a handler for each kind of node.

use crate::capabilities::by_topic;
use registry::harness::{ChatMessage, ChatRequest, ToolRegistry};
use registry::rag::{END, Literal, Node, Routing, Via};
use registry::{Blueprint, CapabilityRegistry};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::error::Error;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What moves through a graph: all messages so far.
pub(crate) type Conversation = Vec<ChatMessage>;

pub(crate) struct Walk<'r> {
    registry: &'r CapabilityRegistry,
    /// The nesting depth of the graph.
    depth: usize,
}

/// The result of a node: the new conversation and the label of the route it chose.
struct Step {
    conversation: Conversation,
    label: Option<String>,
}

impl<'r> Walk<'r> {
    pub(crate) fn new(registry: &'r CapabilityRegistry) -> Self {
        Self { registry, depth: 0 }
    }

    /// Runs nodes from the start until none is left, and returns the last conversation.
    pub(crate) fn run(&self, graph: &Blueprint, conversation: Conversation) -> Outcome<Conversation> {
        let mut ready = VecDeque::from([(graph.start.to_string(), conversation)]);
        // For each target of a join: the conversations that have arrived, by source.
        let mut arrived: BTreeMap<String, BTreeMap<String, Conversation>> = BTreeMap::new();
        let mut last = Conversation::new();
        for _ in 0..limit(graph) {
            let Some((name, conversation)) = ready.pop_front() else { return Ok(last) };
            let node = graph.node(&name).ok_or_else(|| format!("`{}` has no node `{name}`", graph.graph))?;
            let Step { conversation, label } = self.visit(node, conversation)?;
            self.show(node, &conversation);
            for send in node.sends.iter().flat_map(|sends| sends.iter()) {
                let mut given = conversation.clone();
                given.extend(send.input.as_deref().map(ChatMessage::user));
                ready.push_back((send.node.to_string(), given));
            }
            for edge in graph.edges().filter(|edge| edge.from == name && edge.via == Via::Join) {
                let branches = arrived.entry(edge.to.to_owned()).or_default();
                branches.insert(name.clone(), conversation.clone());
                if branches.keys().map(String::as_str).collect::<BTreeSet<_>>() == sources(graph, edge.to) {
                    let last = branches.values().filter_map(|branch| branch.last());
                    let said: Vec<_> = last.map(|message| message.content.as_str()).collect();
                    ready.push_back((edge.to.to_owned(), vec![ChatMessage::user(said.join(" "))]));
                    branches.clear();
                }
            }
            match target(node, label.as_deref())? {
                Some(target) if target != END => ready.push_back((target.to_owned(), conversation)),
                _ => last = conversation,
            }
        }
        Err(format!("`{}` took more steps than its `recursion_limit`", graph.graph).into())
    }

    fn visit(&self, node: &Node, mut conversation: Conversation) -> Outcome<Step> {
        let last = conversation.last().map(|message| message.content.clone()).unwrap_or_default();
        let mut label = None;
        match node.kind() {
            "model" | "agent" => {
                let message = self.ask_model(node, &conversation)?;
                label = Some(if message.tool_calls.is_empty() {
                    named_in(node, &message.content)
                } else {
                    "tool_call".to_owned()
                });
                conversation.push(message);
            }
            "tool_executor" => {
                let calls = conversation.last().map(|message| message.tool_calls.clone()).unwrap_or_default();
                for call in calls {
                    let result =
                        self.registry.tool(&call.name).ok_or("the model called a tool that is not registered")?;
                    let result = pollster::block_on(result.call(&(), call.arguments))?;
                    conversation.push(ChatMessage::tool(call.id, result.to_string()));
                }
            }
            "interrupt" | "human" => {
                let choice = node.options.iter().flat_map(|options| options.iter()).next();
                let choice = choice.map_or("yes", |option| option);
                conversation.push(ChatMessage::user(format!("{} {choice}", node.prompt.as_deref().unwrap_or("?"))));
                label = Some(choice.to_owned());
            }
            "router" => match node.model.as_deref() {
                Some("by_topic") => label = Some(by_topic(&last).to_owned()),
                other => return Err(format!("this host has no router {other:?}").into()),
            },
            "subgraph" | "graph" => {
                let name = node.graph.as_deref().unwrap_or_default();
                let graph = self.registry.graph_blueprint(name).ok_or("a graph is not registered")?;
                println!("{}{name}", "  ".repeat(self.depth + 1));
                conversation = Walk { depth: self.depth + 1, ..*self }.run(graph, conversation)?;
            }
            "subagent" => {
                let name = node.agent.as_deref().unwrap_or_default();
                let agent = self.registry.agent(name).ok_or("an agent is not registered")?;
                conversation.push(ChatMessage::assistant(pollster::block_on(agent.run(&last))?));
            }
            "join" => {}
            kind => return Err(format!("this host does not support nodes of kind `{kind}`").into()),
        }
        Ok(Step { conversation, label })
    }

    /// Asks the model of a node, with the prompt of the node before the conversation, and offers its tools.
    fn ask_model(&self, node: &Node, conversation: &Conversation) -> Outcome<ChatMessage> {
        let tools: Option<ToolRegistry> = node
            .tools
            .as_ref()
            .map(|tools| tools.iter().filter_map(|name| self.registry.tool(name).cloned()).collect());
        let prompt = node.prompt.as_deref().map(ChatMessage::system);
        let request = ChatRequest {
            messages: prompt.into_iter().chain(conversation.iter().cloned()).collect(),
            tools: tools.map(|tools| tools.specs()).unwrap_or_default(),
        };
        let model = self.registry.model(node.model.as_deref().unwrap_or("quick")).ok_or("a model is not registered")?;
        let response = pollster::block_on(model.chat(&(), request))?;
        Ok(ChatMessage { tool_calls: response.tool_calls, ..ChatMessage::assistant(response.content) })
    }

    fn show(&self, node: &Node, conversation: &Conversation) {
        let Some(last) = conversation.last() else { return };
        let calls: Vec<String> =
            last.tool_calls.iter().map(|call| format!("{}({})", call.name, call.arguments)).collect();
        let shown = if calls.is_empty() { last.content.clone() } else { calls.join(", ") };
        println!("{}{:<10} {:<14} {shown}", "  ".repeat(self.depth + 1), node.name, node.kind());
    }
}

/// The maximum number of nodes that one run of a graph visits.
fn limit(graph: &Blueprint) -> usize {
    let limit = graph.defaults.as_ref().and_then(|defaults| defaults.get("recursion_limit"));
    match limit {
        Some(Literal::Integer(limit)) => usize::try_from(*limit).unwrap_or(0),
        _ => 25,
    }
}

/// Returns the nodes that the joins of this target wait for.
fn sources<'g>(graph: &'g Blueprint, target: &str) -> BTreeSet<&'g str> {
    graph.edges().filter(|edge| edge.to == target && edge.via == Via::Join).map(|edge| edge.from).collect()
}

/// Returns where control goes from a node that chose this label.
fn target<'g>(node: &'g Node, label: Option<&str>) -> Outcome<Option<&'g str>> {
    match &node.routing {
        Routing::Next(target) => Ok(Some(target)),
        Routing::Terminal => Ok(None),
        Routing::Conditional(_) => {
            let label = label.ok_or_else(|| format!("`{}` chose no route", node.name))?;
            let target = node.target(label).ok_or_else(|| format!("`{}` has no route `{label}`", node.name))?;
            Ok(Some(target))
        }
    }
}

/// Returns the label that occurs in an answer, or the last label.
fn named_in(node: &Node, answer: &str) -> String {
    let answer = answer.to_lowercase();
    let routes = node.routes();
    let named = routes.iter().find(|route| answer.contains(&*route.label)).or(routes.last());
    named.map(|route| route.label.to_string()).unwrap_or_default()
}
