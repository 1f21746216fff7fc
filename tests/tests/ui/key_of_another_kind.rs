use registry::capability;
use tests::Echo;

#[capability(router = "a_router", state = App)]
fn a_router() {}

#[capability(tool = "a_tool", custom)]
const A_TOOL: Echo = Echo("a_tool");

#[capability(tool = "another_tool", requires(vision))]
const ANOTHER_TOOL: Echo = Echo("another_tool");

#[capability(model = "a model", custom, any_name)]
const A_MODEL: Echo = Echo("");

#[capability(agent = "an_agent", catalog = "openai/gpt-4o")]
const AN_AGENT: Echo = Echo("an_agent");

struct App;

fn main() {}
