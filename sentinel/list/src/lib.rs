//! The list that contains the record of the crate `sentinel`. It is a separate crate, since reading it must not link the object of
//! that crate.

/// An element of the list.
#[derive(Debug)]
pub struct Sentinel;

inventory::collect!(Sentinel);

/// Returns whether the linker kept the record and its constructor has run.
pub fn is_recorded() -> bool {
    inventory::iter::<Sentinel>.into_iter().next().is_some()
}
