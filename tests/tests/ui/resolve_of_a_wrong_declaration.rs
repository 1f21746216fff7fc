use registry::{capability, resolve};
use tests::Echo;

#[capability(model = "no-such-model")]
fn model() -> Echo {
    Echo("no-such-model")
}

#[capability(tool = "lookup", tags(""))]
#[derive(Default)]
struct Lookup;

#[capability(tool = "generic")]
struct Generic<T>(T);

fn main() {
    let _: Echo = resolve!(model "no-such-model");
    let lookup = resolve!(tool "lookup");
    let _: Lookup = lookup;
    let _: Generic<u8> = resolve!(tool "generic");
}
