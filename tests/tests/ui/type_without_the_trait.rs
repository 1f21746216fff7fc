use registry::capability;

#[capability(tool = "a_tool")]
#[derive(Default)]
struct ATool;

#[capability(model = "a-model", custom)]
fn a_model() -> ATool {
    ATool
}

#[capability(agent = "an_agent")]
fn an_agent() -> Result<ATool, std::io::Error> {
    Ok(ATool)
}

#[capability(graph = "a_graph")]
static A_GRAPH: ATool = ATool;

fn main() {}
