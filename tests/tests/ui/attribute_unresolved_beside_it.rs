use registry::{capability, resolve};
use tests::Echo;

#[no_such_attribute]
#[capability(tool = "behind")]
fn behind() -> Echo {
    Echo("behind")
}

#[capability(tool = "before")]
#[no_such_attribute]
fn before() -> Echo {
    Echo("before")
}

#[derive(NoSuchDerive)]
#[registry::capability(store = "derived", init = Self::new)]
struct Derived;

impl Derived {
    fn new() -> Self {
        Self
    }
}

fn main() {
    let _: Echo = resolve!(tool "behind");
    let _: Echo = resolve!(tool "before");
    let _: Derived = resolve!(store "derived");
}
