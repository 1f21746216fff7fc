use registry::capability;

enum Variants {
    #[capability(tool = "variant")]
    One,
}

struct Fields {
    #[capability(tool = "field")]
    _one: u8,
}

fn main() {
    #[capability(tool = "statement")]
    let _statement = 3;
    let _closure = #[capability(tool = "closure")]
    || {};
}
