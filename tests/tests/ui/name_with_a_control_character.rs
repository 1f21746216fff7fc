use registry::capability;

#[capability(router = "by\tintent")]
fn tab() {}

#[capability(router = "by\u{202E}intent")]
fn direction() {}

fn main() {}
