use registry::capability;
use registry::harness::{HarnessError, Tool, async_trait};
use serde_json::Value;

#[capability(tool = "lookup")]
struct Lookup {
    url: &'static str,
}

#[async_trait]
impl Tool for Lookup {
    fn name(&self) -> &str {
        self.url
    }

    async fn call(&self, _: &(), arguments: Value) -> Result<Value, HarnessError> {
        Ok(arguments)
    }
}

fn main() {}
