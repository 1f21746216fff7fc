use registry::capability;
use tests::Echo;

#[capability(tool = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
const TOOL: Echo = Echo("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");

// Forty characters of two bytes each: not too long.
#[capability(tool = "éééééééééééééééééééééééééééééééééééééééé")]
const ACCENTS: Echo = Echo("éééééééééééééééééééééééééééééééééééééééé");

fn main() {}
