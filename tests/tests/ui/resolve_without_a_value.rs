use registry::{capability, declare, resolve};
use std::future::Future;

#[capability(reducer = "async")]
async fn asynchronous(value: i64) -> i64 {
    value
}

#[capability(reducer = "generic", alias = "first_of_any")]
fn generic<T>(first: T, _: T) -> T {
    first
}

#[capability(reducer = "opaque_argument")]
fn opaque_argument(_: impl Sized) {}

#[capability(reducer = "opaque_result")]
fn opaque_result() -> impl Future<Output = ()> {
    async {}
}

#[capability(reducer = "bounded_lifetime")]
fn bounded_lifetime<'long: 'short, 'short>(_: &'short str, long: &'long str) -> &'short str {
    long
}

#[capability(reducer = "lifetime_of_the_result")]
fn lifetime_of_the_result<'a>() -> &'a str {
    ""
}

#[capability(store = "memory")]
struct Memory;

#[capability(store = "generic_memory")]
struct GenericMemory<T>(T);

declare!(tool "plugin");

/// Has a value, although few can call it.
#[capability(script = "unsafe")]
unsafe fn dangerous(number: i32) -> i32 {
    number
}

fn main() {
    let _: fn(i64) -> i64 = resolve!(reducer "async");
    println!("{}", resolve!(reducer "async")(3));
    let _ = resolve!(reducer "first_of_any");
    let _ = resolve!(reducer "opaque_argument");
    let _ = resolve!(reducer "opaque_result");
    let _ = resolve!(reducer "bounded_lifetime");
    let _ = resolve!(reducer "lifetime_of_the_result");
    let _: Memory = resolve!(store "memory");
    let _ = resolve!(store "generic_memory");
    let _ = resolve!(tool "plugin");
    let _ = unsafe { resolve!(script "unsafe")(3) };
}
