use registry::capability;
use tests::Echo;

#[capability(model = "house-model", custom, catalog = "openai/gpt-4o")]
const MODEL: Echo = Echo("");

fn main() {}
