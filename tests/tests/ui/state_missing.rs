use registry::capability;
use registry::harness::{HarnessError, Tool, async_trait};
use serde_json::Value;

struct App;

#[capability(tool = "lookup")]
#[derive(Default)]
struct Lookup;

#[async_trait]
impl Tool<App> for Lookup {
    fn name(&self) -> &str {
        "lookup"
    }

    async fn call(&self, _: &App, arguments: Value) -> Result<Value, HarnessError> {
        Ok(arguments)
    }
}

fn main() {}
