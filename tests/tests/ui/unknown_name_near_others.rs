use registry::{capability, resolve};
use tests::Echo;

#[capability(tool = "lookup_user", alias = "find_user")]
const LOOKUP_USER: Echo = Echo("lookup_user");

#[capability(model = "gpt-4o", alias = "fast")]
const GPT_4O: Echo = Echo("gpt-4o");

fn main() {
    let _ = resolve!(tool "lookup_usr");
    let _ = resolve!(tool "find-user");
    let _ = resolve!(model "lookup_user");
    let _ = resolve!(model "gpt-4o-mini");
    let _ = resolve!(model "gpt-4oo");
    let _ = resolve!(model "gpt-5.9");
}
