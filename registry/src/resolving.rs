//! Constructors that `resolve!` each other.
//!
//! A constructor may resolve other declarations, whose constructors then run inside it. Where one comes back to itself, the
//! stack would overflow, which names nothing.

use crate::{ComponentKind, SourceLocation, declarations};
use std::cell::{Cell, RefCell};
use std::panic::Location;

/// So many may be resolved inside each other before it is asked whether they are a cycle: counting is all that the others
/// pay.
const UNQUESTIONED: usize = 32;

thread_local! {
    /// How many this thread resolves inside each other.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The innermost of them, from the first that is questioned.
    static QUESTIONED: RefCell<Vec<Resolved>> = const { RefCell::new(Vec::new()) };
}

/// What is resolved, by which name and where.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Resolved {
    kind: u8,
    name: &'static str,
    at: &'static Location<'static>,
}

/// A `resolve!` that makes its value, until this is dropped.
pub(crate) struct Resolving(());

impl Resolving {
    /// For the caller, which resolves this name of the kind whose number is `kind`.
    ///
    /// # Panics
    /// When the constructors of this thread resolve each other in a cycle.
    #[track_caller]
    pub(crate) fn begin(kind: u8, name: &'static str) -> Self {
        let depth = DEPTH.get();
        if depth >= UNQUESTIONED {
            question(Resolved { kind, name, at: Location::caller() });
        }
        DEPTH.set(depth + 1);
        Self(())
    }
}

impl Drop for Resolving {
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
fn question(next: Resolved) {
    let cycle = QUESTIONED.with_borrow_mut(|resolving| {
        let cycle = resolving.iter().position(|it| *it == next).map(|first| resolving[first..].to_vec());
        if cycle.is_none() {
            resolving.push(next);
        }
        cycle
    });
    assert!(cycle.is_none(), "{}", described(&cycle.unwrap_or_default()));
}

fn described(cycle: &[Resolved]) -> String {
    let names: Vec<String> = cycle.iter().chain(cycle.first()).map(|it| format!("`{}`", it.declared().1)).collect();
    let steps = cycle.iter().zip(cycle.iter().cycle().skip(1)).map(|(outer, inner)| {
        let (kind, name, declared_at) = outer.declared();
        let (inner_kind, inner_name, _) = inner.declared();
        let at = SourceLocation::from(inner.at);
        format!(
            "\n  the constructor of the {kind} `{name}`{declared_at} resolves the {inner_kind} `{inner_name}` at {at}"
        )
    });
    let steps: String = steps.collect();
    let remedy = "let one of them resolve the next when it is used, not when it is made";
    format!("constructors resolve each other in a cycle: {}{steps}\n  {remedy}", names.join(" → "))
}

impl Resolved {
    /// Its kind, its name without aliases, and where it is declared.
    fn declared(&self) -> (&'static str, &'static str, String) {
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
