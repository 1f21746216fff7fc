//! Errors of the registry.

use crate::harness::BoxError;
use crate::{ComponentId, ComponentKind, RegistryDiagnostic, SourceLocation};
use std::fmt;
use vocabulary::NameError;

/// The result of the registry's operations.
pub type Result<T, E = RegistryError> = std::result::Result<T, E>;

/// An error of a registry operation.
///
/// `Debug` prints the same text as `Display`, so that `fn main() -> registry::Result<()>` shows a readable message.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The text is not a valid name; see [`NameError`] for the rules.
    #[error("{name:?} is not a valid {kind} name: {reason}")]
    InvalidName {
        /// The kind of the component.
        kind: ComponentKind,
        /// The rejected name.
        name: String,
        /// The rule that it violates.
        #[source]
        reason: NameError,
    },
    /// Two components, or a component and an alias, claim the same name.
    #[error(transparent)]
    Duplicate(Box<Duplicate>),
    /// Nothing is registered under the name. If the name is correct, the crate that declares it may not be
    /// [linked](crate#what-is-linked).
    #[error("no {kind} is registered as `{name}`{}{}", explanation(*.kind, .declared.as_deref(), .nearest, .nearest_at), register_hint(*.kind, *.is_replacement))]
    Unknown {
        /// The requested kind.
        kind: ComponentKind,
        /// The requested name.
        name: String,
        /// Similar registered names and aliases, the most similar first.
        nearest: Vec<String>,
        /// Where each of the similar names was declared or registered, in the same order.
        nearest_at: Vec<SourceLocation>,
        /// What the program declares under this name: of this kind if possible, otherwise of another.
        declared: Option<Box<DeclaredName>>,
        /// Whether the operation was a replacement.
        is_replacement: bool,
    },
    /// The target of an alias is itself an alias. An alias must be bound to a canonical name.
    #[error(
        "`{alias}` cannot be an alias of the {kind} `{target}`, which is itself an alias; bind it to `{canonical}`"
    )]
    AliasOfAlias {
        /// The kind of both.
        kind: ComponentKind,
        /// The new alias.
        alias: String,
        /// Its target, which is an alias.
        target: String,
        /// The canonical name behind `target`.
        canonical: ComponentId,
    },
    /// A replacement names an alias. A component can only be replaced under its canonical name.
    #[error("`{alias}` is an alias of the {kind} `{canonical}`; replace it under the name `{canonical}`")]
    ReplacementOfAlias {
        /// The kind of the component.
        kind: ComponentKind,
        /// The given alias.
        alias: String,
        /// The canonical name behind the alias.
        canonical: ComponentId,
    },
    /// The kind cannot be registered by name only: it needs a handle or a blueprint.
    #[error("{} {kind} cannot be registered by name only; use `register_{}`", .kind.article(), method_suffix(*.kind))]
    NeedsHandle {
        /// The kind.
        kind: ComponentKind,
    },
    /// The `name()` of a declared item differs from the declared name.
    #[error("the {kind} declared as `{declared}` at {at} returns `{actual}` from `name()`; the two names must match")]
    NameMismatch {
        /// The kind.
        kind: ComponentKind,
        /// The declared name.
        declared: String,
        /// The name that `name()` returns.
        actual: String,
        /// Where it is declared.
        at: SourceLocation,
    },
    /// The constructor of a declared capability failed.
    #[error("the constructor of the {kind} `{name}`, declared at {at}, failed: {source}")]
    Constructor {
        /// The kind.
        kind: ComponentKind,
        /// The declared name.
        name: String,
        /// Where it is declared.
        at: SourceLocation,
        /// The error that the constructor returned.
        source: BoxError,
    },
    /// Graphs run each other in a cycle, so that running any of them would never end.
    #[error("{}", cycle_message(.0))]
    GraphCycle(Vec<GraphHop>),
    /// The constructor of a declared capability collects the same capability again, which would never end.
    #[error(
        "the constructor of the {kind} `{name}`, declared at {at}, collects it again; exclude it with \
         `collect_where`, or collect on first use"
    )]
    ConstructorCollects {
        /// The kind.
        kind: ComponentKind,
        /// The declared name.
        name: String,
        /// Where it is declared.
        at: SourceLocation,
    },
    /// Declared names are not registered, or registered graphs have errors.
    #[error("{}", incomplete_message(.missing, .graphs))]
    Incomplete {
        /// Declared names that are not registered.
        missing: Vec<Unregistered>,
        /// The diagnostics of registered graphs.
        graphs: Vec<RegistryDiagnostic>,
    },
    /// The declarations of the program cannot be collected, for all of these reasons.
    #[error("{}", indented_list("the declarations cannot be collected:", .0))]
    Collect(Vec<RegistryError>),
    /// The static constructors that record declarations have not run, so no declaration can be found.
    #[error(
        "no declarations were recorded because the static constructors of this program never ran; on WebAssembly, call \
         `__wasm_call_ctors` before anything else (see the documentation of the crate `inventory`)"
    )]
    ConstructorsNeverRan,
    /// The linker dropped unreferenced objects, which may include those that record declarations.
    #[error(
        "declarations may be missing because the linker dropped unreferenced objects; link the entire static library \
         (`-Wl,--whole-archive` or the equivalent of your linker), or build a `cdylib`"
    )]
    DeclarationsDropped,
}

impl fmt::Debug for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A name that is used twice within a kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {kind} name `{name}` is used twice: for {first} and for {second}; rename one of them")]
pub struct Duplicate {
    /// The kind.
    pub kind: ComponentKind,
    /// The name.
    pub name: String,
    /// The existing claim.
    pub first: Claim,
    /// The conflicting claim.
    pub second: Claim,
}

/// The use of a name for a component or an alias.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The component that an alias refers to, or `None` if the name is that of a component.
    pub alias_of: Option<ComponentId>,
    /// Where the component or alias was declared or registered.
    pub at: SourceLocation,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.alias_of {
            Some(target) => write!(f, "an alias of `{target}` at {}", self.at),
            None => write!(f, "a component at {}", self.at),
        }
    }
}

/// One step in a cycle of graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphHop {
    /// The name that the graph is registered under.
    pub graph: ComponentId,
    /// Where it was declared or registered.
    pub declared_at: SourceLocation,
    /// The node of the graph that runs the next graph in the cycle.
    pub node: String,
    /// The name that the next graph is registered under.
    pub runs: ComponentId,
    /// The name that the node uses for it: the registered name or an alias.
    pub written: String,
    /// Where the node refers to it in the graph's source, if the blueprint has that position.
    pub at: Option<SourceLocation>,
}

impl fmt::Display for GraphHop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { graph, declared_at, node, runs, written, at } = self;
        write!(f, "`{graph}`, declared at {declared_at}, runs `{runs}`")?;
        if runs.as_str() != written {
            write!(f, " as `{written}`")?;
        }
        write!(f, " in its node `{node}`")?;
        at.iter().try_for_each(|at| write!(f, " at {at}"))
    }
}

/// A declaration of a name that a registry does not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredName {
    /// The declared kind.
    pub kind: ComponentKind,
    /// Where it is declared.
    pub at: SourceLocation,
    /// Whether the name is declared with `declare!`, to be registered at run time.
    pub is_at_run_time: bool,
    /// The state type that it is declared for. Every registry accepts declarations for `()`.
    pub state: &'static str,
}

/// A declared name that is missing from a registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unregistered {
    /// The kind.
    pub kind: ComponentKind,
    /// The declared name.
    pub name: String,
    /// Where it is declared.
    pub at: SourceLocation,
    /// Why it is missing.
    pub reason: Absence,
}

/// Why a declared name is missing from a registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Absence {
    /// It is declared with `declare!`, but the program did not register it.
    NeverRegistered,
    /// It is declared for a different state than that of the registry.
    OtherState {
        /// The state type that it is declared for.
        declared: &'static str,
        /// The state type of the registry.
        registry: &'static str,
    },
    /// The registry was not collected, or the filter excluded the declaration.
    NotCollected,
}

impl fmt::Display for Unregistered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, at, reason } = self;
        write!(f, "the {kind} `{name}`, declared at {at}: ")?;
        match reason {
            Absence::NeverRegistered => {
                f.write_str("it is declared with `declare!`, but the program never registered it")
            }
            Absence::OtherState { declared, registry } => write!(
                f,
                "it is declared with `state = {declared}`, but this is a `CapabilityRegistry<{registry}>`, which only \
                 accepts declarations for its own state or without a state"
            ),
            Absence::NotCollected => f.write_str("it was not collected into this registry"),
        }
    }
}

fn cycle_message(hops: &[GraphHop]) -> String {
    let names: Vec<String> = hops.iter().chain(hops.first()).map(|hop| format!("`{}`", hop.graph)).collect();
    let cycle = names.join(" → ");
    indented_list(&format!("graphs run each other in a cycle: {cycle}; change one of these nodes"), hops)
}

/// Explains reason a name is not registered, or suggests another one.
fn explanation(
    kind: ComponentKind,
    declared: Option<&DeclaredName>,
    nearest: &[String],
    nearest_at: &[SourceLocation],
) -> String {
    let near = || {
        let places: Vec<String> = nearest_at.iter().map(ToString::to_string).collect();
        let places = if places.is_empty() { String::new() } else { format!(" (at {})", places.join(", ")) };
        vocabulary::or_did_you_mean(nearest) + &places
    };
    match declared {
        Some(DeclaredName { kind: other, at, .. }) if *other != kind => {
            format!("; {} {other} with this name is declared at {at}", other.article())
        }
        Some(DeclaredName { at, is_at_run_time: true, .. }) => {
            format!("; it is declared with `declare!` at {at}, but the program never registered it{}", near())
        }
        Some(DeclaredName { at, state: "()", .. }) => {
            format!("; it is declared at {at}, but was not collected into this registry")
        }
        Some(DeclaredName { at, state, .. }) => {
            format!(
                "; it is declared at {at} with `state = {state}`, but this registry has another state or excluded it by a filter"
            )
        }
        None if nearest.is_empty() => "; is the crate that declares it linked?".to_owned(),
        None => near(),
    }
}

/// Suggests the method that registers a component if there is none to replace.
fn register_hint(kind: ComponentKind, is_replacement: bool) -> String {
    if !is_replacement {
        return String::new();
    }
    format!("; to register it if the name is unused, call `register_or_replace_{}`", method_suffix(kind))
}

/// Returns the suffix of the methods that register or replace a component of this kind.
const fn method_suffix(kind: ComponentKind) -> &'static str {
    match kind {
        ComponentKind::Graph => "graph_blueprint",
        _ => kind.key(),
    }
}

fn incomplete_message(missing: &[Unregistered], graphs: &[RegistryDiagnostic]) -> String {
    let parts =
        [indented_list("declared but not registered:", missing), indented_list("errors in registered graphs:", graphs)];
    let empty = [missing.is_empty(), graphs.is_empty()];
    let parts: Vec<String> = parts.into_iter().zip(empty).filter(|(_, empty)| !empty).map(|(part, _)| part).collect();
    parts.join("\n")
}

/// Returns a heading followed by the items, one per line and indented.
fn indented_list<T: fmt::Display>(heading: &str, items: &[T]) -> String {
    let items: String = items.iter().map(|item| format!("\n  {}", item.to_string().replace('\n', "\n  "))).collect();
    format!("{heading}{items}")
}
