use registry::rag;

fn main() {
    rag!(r#"﻿graph g { start b node a {} }"#);
}
