use registry::capability;
use tests::Echo;

#[capability(tool = "lookup.user")]
const DOT: Echo = Echo("lookup.user");

#[capability(tool = "suche_nutzer_für")]
const UMLAUT: Echo = Echo("suche_nutzer_für");

fn main() {}
