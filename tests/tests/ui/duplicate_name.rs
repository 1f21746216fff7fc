use registry::capability;
use tests::Echo;

#[capability(tool = "lookup_user")]
const FIRST: Echo = Echo("lookup_user");

#[capability(tool = "lookup_user")]
const SECOND: Echo = Echo("lookup_user");

fn main() {}
