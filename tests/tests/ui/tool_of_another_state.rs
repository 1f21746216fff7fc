use registry::capability;
use tests::Echo;

struct App;

#[capability(tool = "lookup", state = App)]
const LOOKUP: Echo = Echo("lookup");

fn main() {}
