use registry::capability;
use tests::Echo;

#[capability(tool = "find")]
#[capability(tool = "search")]
const FIND: Echo = Echo("find");

/// A store does not say what it is called.
#[capability(store = "first")]
#[capability(store = "second")]
struct Store;

fn main() {}
