use registry::capability;

#[capability(router = "by_intent", description =)]
fn by_intent() {}

#[capability(tool = "lookup", state =)]
struct Lookup;

#[capability(router =)]
fn by_nothing() {}

#[capability(router = "by_alias", aliases)]
fn by_alias() {}

fn main() {}
