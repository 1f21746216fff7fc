use registry::capability;

#[capability(store = "memory")]
struct Memory;

fn main() {
    let _ = registry::resolve!(store "memory");
}
