use registry::{Blueprint, rag};

static ECHO: Blueprint = rag!(
    r#"
    graph echo {
      start reply
      node reply { kind agent  tools ["shout"]  next reeply }
    }
    "#
);
static SHOUT: Blueprint = rag!(
    r#"
    graph shout {
      start reply
      node reply { kind agent  tools ["shout"] }
    }
    "#
);

fn main() {}
