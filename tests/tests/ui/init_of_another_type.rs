use registry::capability;

#[capability(store = "fallible", init = Self::connect)]
#[capability(store = "with_an_argument", init = Self::with)]
struct Memory;

impl Memory {
    fn connect() -> Result<Self, std::io::Error> {
        Ok(Self)
    }

    fn with(_: &str) -> Self {
        Self
    }
}

fn main() {}
