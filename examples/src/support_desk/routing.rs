//! How control moves: components that are only a name. A host looks the name up and runs what it knows by it.

use registry::capability;

/// Sends billing to people.
#[capability(router = "by_topic", tags("desk"))]
fn by_topic(question: &str) -> &'static str {
    if question.contains("charged") { "billing" } else { "answer" }
}

/// Appends messages.
#[capability(reducer = "append", alias = "messages")]
fn append(mut all: Vec<String>, new: String) -> Vec<String> {
    all.push(new);
    all
}

/// Keeps the last summary. It shares its name with an agent, which is legal and shows up among the diagnostics.
#[capability(reducer = "summarizer")]
fn last_summary(_old: String, new: String) -> String {
    new
}
