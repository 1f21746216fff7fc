//! The agents of the desk.

use registry::capability;
use registry::harness::{HarnessAgent, HarnessError, async_trait};

/// Says in one line what was said in many.
#[capability(agent = "summarizer")]
fn summarizer() -> Result<Summarizer, std::num::ParseIntError> {
    Ok(Summarizer { longest: "32".parse()? })
}

struct Summarizer {
    longest: usize,
}

#[async_trait]
impl HarnessAgent for Summarizer {
    fn name(&self) -> &str {
        "summarizer"
    }

    async fn run(&self, prompt: &str) -> Result<String, HarnessError> {
        let start: String = prompt.chars().take(self.longest).collect();
        Ok(format!("In short: {start}…"))
    }
}
