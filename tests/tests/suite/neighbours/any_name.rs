use registry::capability;
use tests::Echo;

#[capability(tool = "lookup.user for everybody", any_name)]
const LOOKUP: Echo = Echo("lookup.user for everybody");

#[test]
fn a_tool_may_have_any_name_when_it_says_so() {
    assert_eq!(registry::resolve!(tool "lookup.user for everybody"), LOOKUP);
}
