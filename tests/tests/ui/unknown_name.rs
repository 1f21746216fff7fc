use registry::capability;
use tests::Echo;

#[capability(tool = "lookup_user")]
const LOOKUP_USER: Echo = Echo("lookup_user");

fn main() {
    let _ = registry::resolve!(tool "lookup_usr");
}
