//! The declared agent.

use registry::capability;
use registry::harness::{HarnessAgent, HarnessError, async_trait};

/// Summarizes a text by its first word.
#[capability(agent = "summarizer")]
#[derive(Default)]
struct Summarizer;

#[async_trait]
impl HarnessAgent for Summarizer {
    fn name(&self) -> &str {
        "summarizer"
    }

    async fn run(&self, prompt: &str) -> Result<String, HarnessError> {
        Ok(format!("in short: {}", prompt.split(' ').next().unwrap_or_default()))
    }
}
