use elsewhere as _;
use registry::{Blueprint, rag};
use twice as _;

static TRIAGE: Blueprint = rag!(r#"
    graph triage {
      start sort
      node sort { kind router  model "nowhere"  next again }
      node again { kind router  model "by_intent"  next END }
    }
"#);

fn main() {}
