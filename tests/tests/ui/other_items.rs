use registry::capability;

#[capability(tool = "an_impl")]
impl Lookup {}

#[capability(tool = "a_trait")]
trait Trait {}

#[capability(tool = "a_module")]
mod module {}

#[capability(tool = "an_import")]
pub use std::fmt;

#[capability(tool = "a_macro")]
#[allow(unused_macros)]
macro_rules! a_macro {
    () => {};
}

#[capability(tool = "a_union")]
union Union {
    _a: u8,
}

#[capability(tool = "a_constant_without_a_name")]
const _: () = ();

struct Lookup;

fn main() {}
