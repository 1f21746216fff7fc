use registry::{capability, rag, resolve};
use tests::Echo;

#[capability(tool = "send mail")]
const SEND_MAIL: Echo = Echo("send mail");

#[capability(tool = "lookup", tags("crm", "crm"))]
const LOOKUP: Echo = Echo("lookup");

struct Desk;

impl Desk {
    #[capability(tool = "reply", alias = "answer")]
    fn reply() -> Echo {
        Echo("reply")
    }
}

fn main() {
    let _: Echo = resolve!(tool "lookup");
    let _: Echo = resolve!(tool "answer");
    let _ = rag!(r#"graph desk { start a node a { tools ["reply"] next END } }"#);
}
