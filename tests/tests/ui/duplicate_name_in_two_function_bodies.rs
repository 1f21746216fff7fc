use registry::capability;

fn first() {
    #[capability(store = "my_struct")]
    struct MyStruct;
}

fn second() {
    #[capability(store = "my_struct")]
    struct MyStruct;
}

fn main() {
    first();
    second();
}
