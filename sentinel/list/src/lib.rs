//! The list in which the crate `sentinel` is recorded. Reading it must not link that crate's object, so it stands here.

/// What the list holds.
#[derive(Debug)]
pub struct Sentinel;

inventory::collect!(Sentinel);

/// Whether the linker kept the record, and the program has run what makes it.
pub fn is_recorded() -> bool {
    inventory::iter::<Sentinel>.into_iter().next().is_some()
}
