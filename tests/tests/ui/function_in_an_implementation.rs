use registry::capability;
use tests::Echo;

struct Tools;

impl Tools {
    #[capability(tool = "lookup")]
    fn lookup() -> Echo {
        Echo("lookup")
    }

    #[capability(tool = "constant")]
    #[allow(dead_code)]
    const CONSTANT: Echo = Echo("constant");
}

trait Provider {
    #[registry::capability(tool = "provided")]
    fn provided() -> Echo {
        Echo("provided")
    }
}

impl Iterator for Tools {
    #[capability(tool = "item")]
    type Item = Echo;

    fn next(&mut self) -> Option<Echo> {
        None
    }
}

fn main() {
    Tools::lookup();
}
