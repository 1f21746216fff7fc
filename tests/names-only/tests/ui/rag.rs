static DESK: u8 = registry::rag!(r#"graph desk { start a  node a {} }"#);

fn main() {}
