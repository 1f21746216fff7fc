use registry::capability;

trait Trait {
    #[capability(router = "a_function")]
    fn function();

    #[capability(router = "a_const")]
    const CONST: u8;

    #[capability(router = "a_type")]
    type Type;

    #[capability(router = "a_bounded_type")]
    type BoundedType: Copy;
}

unsafe extern "C" {
    #[capability(router = "a_foreign_function")]
    fn foreign_function();

    #[capability(router = "a_foreign_static")]
    static FOREIGN_STATIC: u8;
}

fn main() {}
