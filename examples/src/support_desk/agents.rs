//! The agents of the desk.

use registry::capability;
use registry::harness::{HarnessAgent, HarnessError, async_trait};

/// Summarizes a text in one line.
#[capability(agent = "summarizer")]
fn summarizer() -> Result<Summarizer, std::num::ParseIntError> {
    Ok(Summarizer { max_length: "32".parse()? })
}

struct Summarizer {
    max_length: usize,
}

#[async_trait]
impl HarnessAgent for Summarizer {
    fn name(&self) -> &str {
        "summarizer"
    }

    async fn run(&self, prompt: &str) -> Result<String, HarnessError> {
        let start: String = prompt.chars().take(self.max_length).collect();
        Ok(format!("In short: {start}…"))
    }
}
