use registry::capability;
use tests::Echo;

#[capability(tool = "lookup.user for everybody", any_name)]
const LOOKUP: Echo = Echo("lookup.user for everybody");

fn main() {
    assert_eq!(registry::resolve!(tool "lookup.user for everybody"), LOOKUP);
}
