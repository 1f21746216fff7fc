//! Name-only components for control flow. A host looks up the name and runs its own implementation.

use registry::capability;

/// Routes a question by its topic.
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

/// Keeps the last summary. It has the same name as an agent, which is valid but causes a diagnostic.
#[capability(reducer = "summarizer")]
fn last_summary(_old: String, new: String) -> String {
    new
}
