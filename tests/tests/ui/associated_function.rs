use registry::capability;

struct Tools;

impl Tools {
    #[capability(tool = "lookup")]
    fn lookup() -> Self {
        Tools
    }
}

fn main() {}
