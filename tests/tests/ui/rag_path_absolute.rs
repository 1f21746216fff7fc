use registry::include_rag;

fn main() {
    include_rag!("/graphs/desk.rag");
}
