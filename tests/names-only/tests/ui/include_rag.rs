static DESK: u8 = registry::include_rag!("graphs/desk.rag");

fn main() {}
