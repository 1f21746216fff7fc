//! Constructors that resolve each other. Not public API: used by generated code.
//!
//! A constructor may `resolve!` other declarations, whose constructors then run inside it. Where one comes back to itself,
//! the stack would overflow, which names nothing.

use crate::{ComponentKind, SourceLocation};
use std::cell::{Cell, RefCell};
use std::panic::Location;

/// So many constructors may run inside each other before it is asked whether they are a cycle: counting them is all that the
/// others pay.
const UNQUESTIONED: usize = 32;

thread_local! {
    /// How many constructors this thread runs inside each other.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The innermost of them, from the first that is questioned.
    static QUESTIONED: RefCell<Vec<Constructor>> = const { RefCell::new(Vec::new()) };
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Constructor {
    kind: ComponentKind,
    name: &'static str,
    at: &'static Location<'static>,
}

/// A constructor that runs, until this is dropped.
#[doc(hidden)]
#[derive(Debug)]
pub struct Constructing(());

impl Constructing {
    /// Called by the constructor of the declaration that the caller stands for.
    ///
    /// # Panics
    /// When the constructors of this thread run each other in a cycle.
    #[must_use]
    #[track_caller]
    pub fn begin(kind: ComponentKind, name: &'static str) -> Self {
        let depth = DEPTH.get();
        if depth >= UNQUESTIONED {
            question(Constructor { kind, name, at: Location::caller() });
        }
        DEPTH.set(depth + 1);
        Self(())
    }
}

impl Drop for Constructing {
    fn drop(&mut self) {
        let depth = DEPTH.get() - 1;
        DEPTH.set(depth);
        if depth >= UNQUESTIONED {
            QUESTIONED.with_borrow_mut(Vec::pop);
        }
    }
}

#[cold]
#[track_caller]
fn question(next: Constructor) {
    let cycle = QUESTIONED.with_borrow_mut(|running| {
        let cycle = running.iter().position(|it| *it == next).map(|first| running[first..].to_vec());
        if cycle.is_none() {
            running.push(next);
        }
        cycle
    });
    assert!(cycle.is_none(), "{}", described(&cycle.unwrap_or_default()));
}

fn described(cycle: &[Constructor]) -> String {
    let next = cycle.iter().cycle().skip(1);
    let names: Vec<String> = cycle.iter().chain(cycle.first()).map(|it| format!("`{}`", it.name)).collect();
    let hops: String = cycle
        .iter()
        .zip(next)
        .map(|(Constructor { kind, name, at }, next)| {
            let at = SourceLocation::from(*at);
            format!(
                "\n  the constructor of the {kind} `{name}`, declared at {at}, resolves the {} `{}`",
                next.kind, next.name
            )
        })
        .collect();
    let remedy = "let one of them resolve the next when it is used, not when it is made";
    format!("constructors resolve each other in a cycle: {}{hops}\n  {remedy}", names.join(" → "))
}
