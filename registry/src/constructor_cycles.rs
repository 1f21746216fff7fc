//! Detects constructors that `resolve!` each other in a cycle.
//!
//! A constructor may resolve other declarations, whose constructors then run inside it. A cycle would overflow the stack
//! without naming the constructors.

use crate::{ComponentKind, SourceLocation, declarations};
use std::cell::{Cell, RefCell};
use std::panic::Location;

/// The nesting depth from which constructors are checked for cycles. Up to that depth, only the depth is tracked.
const UNCHECKED_DEPTH: usize = 32;

thread_local! {
    /// The current nesting depth of `resolve!` on this thread.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The nested calls beyond the unchecked depth.
    static CHECKED: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
}

/// A call of `resolve!`: the name and its location.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Call {
    kind: u8,
    name: &'static str,
    at: &'static Location<'static>,
}

/// A guard that marks a `resolve!` as running until it is dropped.
pub(crate) struct ResolveGuard(());

impl ResolveGuard {
    /// Begins the resolution of a name of the kind with the number `kind`, at the location of the caller.
    ///
    /// # Panics
    ///
    /// Panics if the constructors on this thread resolve each other in a cycle.
    #[track_caller]
    pub(crate) fn begin(kind: u8, name: &'static str) -> Self {
        let depth = DEPTH.get();
        if depth >= UNCHECKED_DEPTH {
            check(Call { kind, name, at: Location::caller() });
        }
        DEPTH.set(depth + 1);
        Self(())
    }
}

impl Drop for ResolveGuard {
    fn drop(&mut self) {
        let depth = DEPTH.get() - 1;
        DEPTH.set(depth);
        if depth >= UNCHECKED_DEPTH {
            CHECKED.with_borrow_mut(Vec::pop);
        }
    }
}

#[cold]
#[track_caller]
fn check(next: Call) {
    let cycle = CHECKED.with_borrow_mut(|resolving| {
        let cycle = resolving.iter().position(|it| *it == next).map(|first| resolving[first..].to_vec());
        if cycle.is_none() {
            resolving.push(next);
        }
        cycle
    });
    assert!(cycle.is_none(), "{}", cycle_message(&cycle.unwrap_or_default()));
}

fn cycle_message(cycle: &[Call]) -> String {
    let names: Vec<String> = cycle.iter().chain(cycle.first()).map(|it| format!("`{}`", it.declaration().1)).collect();
    let steps = cycle.iter().zip(cycle.iter().cycle().skip(1)).map(|(outer, inner)| {
        let (kind, name, declared_at) = outer.declaration();
        let (inner_kind, inner_name, _) = inner.declaration();
        let at = SourceLocation::from(inner.at);
        format!(
            "\n  the constructor of the {kind} `{name}`{declared_at} resolves the {inner_kind} `{inner_name}` at {at}"
        )
    });
    let steps: String = steps.collect();
    let remedy = "call one of these `resolve!` on first use instead of in the constructor";
    format!("constructors resolve each other in a cycle: {}{steps}\n  {remedy}", names.join(" → "))
}

impl Call {
    /// Returns the kind, the canonical name and the location of the declaration.
    fn declaration(&self) -> (&'static str, &'static str, String) {
        let kind = ComponentKind::ALL.into_iter().find(|kind| *kind as u8 == self.kind);
        let all = declarations().unwrap_or_default().iter();
        let mut of_kind = all.filter(|it| Some(it.kind()) == kind);
        let found = of_kind.find(|it| it.name() == self.name || it.aliases().contains(&self.name));
        let kind = kind.map_or("component", ComponentKind::key);
        match found {
            Some(found) => (kind, found.name(), format!(", declared at {},", found.location())),
            None => (kind, self.name, String::new()),
        }
    }
}
