//! What a registry refuses, and why.

use crate::harness::BoxError;
use crate::{ComponentId, ComponentKind, RegistryDiagnostic, SourceLocation};
use std::fmt;
use vocabulary::NameError;

/// The result of the registry's operations.
pub type Result<T, E = RegistryError> = std::result::Result<T, E>;

/// Why a registry refused an operation.
///
/// Its `Debug` is its `Display`, so that `fn main() -> registry::Result<()>` prints what to do.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The text cannot be a name; see [`NameError`] for the rules.
    #[error("{name:?} cannot name {} {kind}: {reason}", .kind.article())]
    InvalidName {
        /// What was to be named.
        kind: ComponentKind,
        /// The text.
        name: String,
        /// The rule that it breaks.
        #[source]
        reason: NameError,
    },
    /// Two components, or a component and an alias, claim one name.
    #[error(transparent)]
    Duplicate(Box<Duplicate>),
    /// Nothing is registered under the name. Where the name is right, the crate that declares it may not be
    /// [linked](crate#what-is-linked).
    #[error("no {kind} is registered as `{name}`{}{}", instead(*.kind, .declared.as_deref(), .nearest, .nearest_at), or_register(*.kind, *.is_replacement))]
    Unknown {
        /// What was asked for.
        kind: ComponentKind,
        /// The name that was asked for.
        name: String,
        /// Registered names and aliases that look like it, the nearest first.
        nearest: Vec<String>,
        /// Where each of them was declared or registered, in the same order.
        nearest_at: Vec<SourceLocation>,
        /// What the program declares by this name: of this kind, or else of another.
        declared: Option<Box<DeclaredName>>,
        /// Whether the component of this name was to be replaced.
        is_replacement: bool,
    },
    /// An alias was to be bound to another alias. Aliases are one hop: bind it to the canonical name.
    #[error(
        "`{alias}` cannot be an alias of the {kind} `{target}`, which is itself an alias; bind it to `{canonical}`"
    )]
    AliasOfAlias {
        /// The kind of both.
        kind: ComponentKind,
        /// The alias that was to be bound.
        alias: String,
        /// The alias that it was to be bound to.
        target: String,
        /// The name behind `target`.
        canonical: ComponentId,
    },
    /// A component was to be replaced under an alias. A replacement is made under the component's own name.
    #[error("`{alias}` is an alias of the {kind} `{canonical}`; replace that by its own name")]
    ReplacementOfAlias {
        /// The kind of both.
        kind: ComponentKind,
        /// The alias that was given.
        alias: String,
        /// The name behind the alias.
        canonical: ComponentId,
    },
    /// The kind is registered with a handle or a blueprint, not as a name alone.
    #[error("{} {kind} is more than its name: register it with `register_{}`", .kind.article(), handle(*.kind))]
    NeedsHandle {
        /// The kind.
        kind: ComponentKind,
    },
    /// A declared item calls itself something else than its declaration does.
    #[error("the {kind} declared as `{declared}` at {at} calls itself `{actual}`; the two names must be equal")]
    NameMismatch {
        /// The kind.
        kind: ComponentKind,
        /// The name in the declaration.
        declared: String,
        /// What `name()` of the item gives.
        actual: String,
        /// Where it is declared.
        at: SourceLocation,
    },
    /// The constructor of a declared capability failed.
    #[error("the {kind} `{name}`, declared at {at}, could not be made: {source}")]
    Constructor {
        /// The kind.
        kind: ComponentKind,
        /// The declared name.
        name: String,
        /// Where it is declared.
        at: SourceLocation,
        /// The constructor's own error.
        source: BoxError,
    },
    /// Graphs run each other, so that a run of one would never end.
    #[error("{}", cycle(.0))]
    GraphCycle(Vec<GraphHop>),
    /// The constructor of a declared capability collects that very capability, which would never end.
    #[error(
        "the constructor of the {kind} `{name}`, declared at {at}, collects it again; let it collect only others, with \
         `collect_where`, or collect when it is used"
    )]
    ConstructorCollects {
        /// The kind.
        kind: ComponentKind,
        /// The declared name.
        name: String,
        /// Where it is declared.
        at: SourceLocation,
    },
    /// The registry does not have what the program or a registered graph counts on.
    #[error("{}", incomplete(.missing, .graphs))]
    Incomplete {
        /// Declared names that are not registered.
        missing: Vec<Unregistered>,
        /// What is wrong with registered graphs.
        graphs: Vec<RegistryDiagnostic>,
    },
    /// Everything that kept the declarations of the program from being collected.
    #[error("{}", listed("the declarations cannot be collected:", .0))]
    Collect(Vec<RegistryError>),
    /// The program has not run the constructors that record declarations, so that none would be found.
    #[error(
        "no declaration was recorded, because the constructors of this program never ran; on WebAssembly call \
         `__wasm_call_ctors` before anything else (the documentation of the crate `inventory` shows how)"
    )]
    ConstructorsNeverRan,
    /// The program was linked without objects that nothing refers to, such as those that record declarations.
    #[error(
        "declarations may be missing, because the linker dropped objects that nothing refers to; link the static library \
         whole (`-Wl,--whole-archive`, or what your linker calls that), or build a `cdylib`"
    )]
    DeclarationsDropped,
}

impl fmt::Debug for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A name that is claimed twice within a kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {kind} name `{name}` is taken: {first}, and {second}; rename one of the two")]
pub struct Duplicate {
    /// The kind.
    pub kind: ComponentKind,
    /// The name.
    pub name: String,
    /// Who has it.
    pub first: Claim,
    /// Who wants it as well.
    pub second: Claim,
}

/// A claim to a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// For an alias, the component that it stands for; for a component's own name, nothing.
    pub alias_of: Option<ComponentId>,
    /// Where the claim was made.
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

/// One hop of a cycle of graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphHop {
    /// The name that the graph is registered under.
    pub graph: ComponentId,
    /// Where it was declared or registered.
    pub declared_at: SourceLocation,
    /// Its node that runs the next graph of the cycle.
    pub node: String,
    /// The name that the next graph is registered under.
    pub runs: ComponentId,
    /// The name by which the node refers to it: the same, or an alias.
    pub written: String,
    /// Where that stands in the graph's source, when the blueprint knows it.
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

/// What a program declares by a name that a registry does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredName {
    /// The kind of what is declared.
    pub kind: ComponentKind,
    /// Where it is declared.
    pub at: SourceLocation,
    /// Whether `declare!` only promises that the program registers it.
    pub is_at_run_time: bool,
    /// The type of the state that it is declared for. Every registry takes what is declared for `()`.
    pub state: &'static str,
}

/// A declared name that a registry does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unregistered {
    /// The kind.
    pub kind: ComponentKind,
    /// The declared name.
    pub name: String,
    /// Where it is declared.
    pub at: SourceLocation,
    /// Why it is missing.
    pub why: Absence,
}

/// Why a declared name is missing from a registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Absence {
    /// It is declared by `declare!`, and the program did not register it.
    NeverRegistered,
    /// It is declared for another state than the registry's.
    OtherState {
        /// The type of the state that it is declared for.
        declared: &'static str,
        /// The type of the registry's state.
        registry: &'static str,
    },
    /// The registry was not collected, or by a filter that left it out.
    NotCollected,
}

impl fmt::Display for Unregistered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, at, why } = self;
        write!(f, "the {kind} `{name}`, declared at {at}: ")?;
        match why {
            Absence::NeverRegistered => {
                f.write_str("`declare!` promises that the program registers it, and nothing did")
            }
            Absence::OtherState { declared, registry } => write!(
                f,
                "it is declared with `state = {declared}`, and this is a `CapabilityRegistry<{registry}>`, which takes \
                 what is declared for its own state or for none"
            ),
            Absence::NotCollected => f.write_str("it was not collected into this registry"),
        }
    }
}

fn cycle(hops: &[GraphHop]) -> String {
    let names: Vec<String> = hops.iter().chain(hops.first()).map(|hop| format!("`{}`", hop.graph)).collect();
    let cycle = names.join(" → ");
    listed(&format!("graphs run each other in a cycle: {cycle}; let one of these nodes run something else"), hops)
}

fn instead(
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
            format!("; {} {other} is declared by this name at {at}", other.article())
        }
        Some(DeclaredName { at, is_at_run_time: true, .. }) => {
            format!("; `declare!` at {at} promises that the program registers it, and nothing did{}", near())
        }
        Some(DeclaredName { at, state: "()", .. }) => {
            format!("; it is declared at {at}, and was not collected into this registry")
        }
        Some(DeclaredName { at, state, .. }) => {
            format!(
                "; it is declared at {at} with `state = {state}`, and a registry of another state, or a filter, leaves it out"
            )
        }
        None if nearest.is_empty() => "; is the crate that declares it linked?".to_owned(),
        None => near(),
    }
}

/// What else may have been meant by a replacement.
fn or_register(kind: ComponentKind, is_replacement: bool) -> String {
    if !is_replacement {
        return String::new();
    }
    format!("; to register it where nothing has the name, call `register_or_replace_{}`", handle(kind))
}

/// What the methods that register a component call it.
const fn handle(kind: ComponentKind) -> &'static str {
    match kind {
        ComponentKind::Graph => "graph_blueprint",
        _ => kind.key(),
    }
}

fn incomplete(missing: &[Unregistered], graphs: &[RegistryDiagnostic]) -> String {
    let parts = [listed("declared but not registered:", missing), listed("wrong with registered graphs:", graphs)];
    let empty = [missing.is_empty(), graphs.is_empty()];
    let parts: Vec<String> = parts.into_iter().zip(empty).filter(|(_, empty)| !empty).map(|(part, _)| part).collect();
    parts.join("\n")
}

/// A line, and under it each item, indented.
fn listed<T: fmt::Display>(what: &str, items: &[T]) -> String {
    let items: String = items.iter().map(|item| format!("\n  {}", item.to_string().replace('\n', "\n  "))).collect();
    format!("{what}{items}")
}
