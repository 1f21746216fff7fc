//! The record of a declaration in the program.

use crate::harness::{BoxError, ChatModel, HarnessAgent, Tool};
use crate::{ComponentKind, SourceLocation};
use std::any::{Any, TypeId, type_name};
use std::fmt;
use std::panic::Location;
use std::sync::Arc;
use vocabulary::CapabilitySet;

/// A declaration that is linked into the program. [`declarations`](crate::declarations) lists them.
#[derive(Clone, Copy)]
pub struct Registration {
    kind: ComponentKind,
    name: &'static str,
    aliases: &'static [&'static str],
    tags: &'static [&'static str],
    description: &'static str,
    module_path: &'static str,
    location: &'static Location<'static>,
    catalog: Option<&'static str>,
    requires: CapabilitySet,
    pub(crate) construct: Construct,
}

inventory::collect!(Registration);

/// The name, aliases, tags, description and module path of a declaration. A single tuple argument compiles fastest.
type Declared = (&'static str, &'static [&'static str], &'static [&'static str], &'static str, &'static str);

/// How a registry gets the value of a declaration.
#[derive(Clone, Copy)]
pub(crate) enum Construct {
    /// There is no value, only a name.
    NameOnly,
    /// The program registers the component at run time (`declare!`).
    AtRunTime,
    /// `fill` stores a handle of the type `handle` in an `Option` of that type. `state` returns the name of the state type.
    Handle { handle: fn() -> TypeId, state: fn() -> &'static str, fill: Fill },
}

/// Constructs a handle and stores it in a slot.
type Fill = fn(&mut dyn Any) -> Result<(), BoxError>;

impl Registration {
    /// Returns the kind.
    pub const fn kind(&self) -> ComponentKind {
        self.kind
    }

    /// Returns the canonical name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the aliases, in the order of the declaration.
    pub const fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// Returns the tags, in the order of the declaration.
    pub const fn tags(&self) -> &'static [&'static str] {
        self.tags
    }

    /// Returns the description or, by default, the doc comment. It may be empty.
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// Returns the module of the declaration, such as `tools::crm`.
    pub const fn module_path(&self) -> &'static str {
        self.module_path
    }

    /// Returns the crate of the declaration, which is the first segment of its [`module_path`](Self::module_path).
    pub fn crate_name(&self) -> &'static str {
        self.module_path.split("::").next().unwrap_or(self.module_path)
    }

    /// Returns the location of the attribute, or of the outermost macro that generates it.
    pub fn location(&self) -> SourceLocation {
        self.location.into()
    }

    /// Returns the catalog entry of a model as `provider/model`, if the catalog contains it.
    pub const fn catalog(&self) -> Option<&'static str> {
        self.catalog
    }

    /// Returns the capabilities that the declaration of a model requires.
    pub const fn requires(&self) -> CapabilitySet {
        self.requires
    }

    pub(crate) const fn static_location(&self) -> &'static Location<'static> {
        self.location
    }

    /// Returns the name of the state type that a model or a tool is declared for, or `()` if it needs no state.
    pub fn state(&self) -> &'static str {
        match self.construct {
            Construct::Handle { state, .. } => state(),
            Construct::NameOnly | Construct::AtRunTime => type_name::<()>(),
        }
    }

    /// Returns whether the name is declared with `declare!`, to be registered at run time.
    pub const fn is_at_run_time(&self) -> bool {
        matches!(self.construct, Construct::AtRunTime)
    }
}

/// Not public API. Used by generated code.
#[doc(hidden)]
impl Registration {
    #[track_caller]
    const fn new(kind: ComponentKind, declared: Declared, construct: Construct) -> Self {
        let (name, aliases, tags, description, module_path) = declared;
        Self {
            kind,
            name,
            aliases,
            tags,
            description,
            module_path,
            location: Location::caller(),
            catalog: None,
            requires: CapabilitySet::EMPTY,
            construct,
        }
    }

    #[track_caller]
    pub const fn named(kind: ComponentKind, declared: Declared) -> Self {
        Self::new(kind, declared, Construct::NameOnly)
    }

    #[track_caller]
    pub const fn at_run_time(kind: ComponentKind, declared: Declared) -> Self {
        Self::new(kind, declared, Construct::AtRunTime)
    }

    #[track_caller]
    pub const fn model<State: Send + Sync + 'static>(declared: Declared, fill: Fill) -> Self {
        let handle = TypeId::of::<Arc<dyn ChatModel<State>>>;
        Self::new(ComponentKind::Model, declared, Construct::Handle { handle, state: type_name::<State>, fill })
    }

    #[track_caller]
    pub const fn tool<State: Send + Sync + 'static>(declared: Declared, fill: Fill) -> Self {
        let handle = TypeId::of::<Arc<dyn Tool<State>>>;
        Self::new(ComponentKind::Tool, declared, Construct::Handle { handle, state: type_name::<State>, fill })
    }

    #[track_caller]
    pub const fn agent(declared: Declared, fill: Fill) -> Self {
        let handle = TypeId::of::<Arc<dyn HarnessAgent>>;
        Self::new(ComponentKind::Agent, declared, Construct::Handle { handle, state: type_name::<()>, fill })
    }

    #[cfg(feature = "rag")]
    #[track_caller]
    pub const fn graph(declared: Declared, fill: Fill) -> Self {
        let handle = TypeId::of::<Arc<rag::Blueprint>>;
        Self::new(ComponentKind::Graph, declared, Construct::Handle { handle, state: type_name::<()>, fill })
    }

    #[must_use]
    pub const fn in_catalog(self, entry: &'static str) -> Self {
        Self { catalog: Some(entry), ..self }
    }

    #[must_use]
    pub const fn requiring(self, requires: CapabilitySet) -> Self {
        Self { requires, ..self }
    }
}

/// Stores a handle in the slot of a collecting registry. The slot must have the handle type of the registration.
pub(crate) fn fill_slot<Handle: 'static>(slot: &mut dyn Any, handle: Handle) -> Result<(), BoxError> {
    let slot: &mut Option<Handle> = slot.downcast_mut().ok_or("the slot has a different type than the handle")?;
    *slot = Some(handle);
    Ok(())
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registration")
            .field("kind", &self.kind)
            .field("name", &self.name)
            .field("aliases", &self.aliases)
            .field("location", &format_args!("{}", self.location))
            .finish_non_exhaustive()
    }
}
