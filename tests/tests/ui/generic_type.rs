use registry::capability;

#[capability(tool = "lookup")]
struct Lookup<T>(T);

#[capability(tool = "list")]
type List<T> = Vec<T>;

fn main() {}
