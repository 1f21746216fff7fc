//! The agent that is declared in the source.

use registry::capability;
use registry::harness::{HarnessAgent, HarnessError, async_trait};

/// Says the first word of what was said in many.
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
