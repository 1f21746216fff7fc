use registry::{capability, resolve};
use tests::Echo;

#[capability(name = "x", kind = "tool")]
fn name_and_kind() {}

#[capability(tool, name = "x")]
fn kind_alone_and_name() {}

#[capability(tool = "first", name = "x")]
fn name_beside_a_kind() -> Echo {
    Echo("first")
}

#[capability(model = "gpt-4o", provider = "azure")]
const GPT_4O: Echo = Echo("gpt-4o");

#[capability(model = "house", custom = true)]
const HOUSE: Echo = Echo("house");

#[capability(tool = "odd name", any_name = false)]
const ODD: Echo = Echo("odd name");

#[capability(store = "called", init = Z::new())]
#[capability(store = "called_with_an_argument", init = Z::with(3))]
#[capability(store = "closure", init = || Z)]
#[capability(store = "in_quotes", init = "Z::new")]
#[capability(store = "number", init = 3)]
struct Z;

#[capability(tool = "state_in_quotes", state = "App")]
const STATE: Echo = Echo("state_in_quotes");

#[capability(router = "crate_in_quotes", crate = "registry")]
fn crate_in_quotes() {}

#[capability(router = "described", desc = "for that")]
fn described() {}

#[capability(model = "able", custom, capabilities(vision))]
const ABLE: Echo = Echo("able");

fn main() {
    let _: Echo = resolve!(tool "first");
    let _: Z = resolve!(store "called");
}
