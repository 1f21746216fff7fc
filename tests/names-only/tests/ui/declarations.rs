#[registry::capability(model = "gpt-4o", requires(vision), catalog = "openai/gpt-4o")]
static MODEL: names_only::Says = names_only::Says;

#[registry::capability(model = "gpt-5")]
static UNCHECKED: names_only::Says = names_only::Says;

#[registry::capability(graph = "desk")]
static DESK: u8 = 0;

fn main() {}
