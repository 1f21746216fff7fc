use registry::{capability, resolve};
use tests::Echo;

#[capability(tool = "lookup")]
const LOOKUP: Echo = Echo("lookup");

fn main() {
    let _: String = resolve!(tool "lookup");
}
