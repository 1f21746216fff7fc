use registry::capability;
use tests::Echo;

#[capability(tool = "lookup")]
static mut LOOKUP: Echo = Echo("lookup");

fn main() {}
