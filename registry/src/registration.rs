//! What one `#[capability]` leaves behind in the program.

use crate::harness::{BoxError, ChatModel, HarnessAgent, Tool};
use crate::{ComponentKind, SourceLocation};
use std::any::{Any, TypeId, type_name};
use std::fmt;
use std::panic::Location;
use std::sync::Arc;
use vocabulary::CapabilitySet;

/// One declaration, as the program carries it. [`declarations`](crate::declarations) lists them.
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

/// What every declaration says: name, aliases, tags, description, module path. One argument of one call is what costs
/// the compiler least.
type Declared = (&'static str, &'static [&'static str], &'static [&'static str], &'static str, &'static str);

/// How a registry comes by what is declared.
#[derive(Clone, Copy)]
pub(crate) enum Construct {
    /// The name is all there is.
    NameOnly,
    /// `declare!`: somebody registers it while the program runs.
    AtRunTime,
    /// A handle of the type that `handle` names is put into the `Option` of that type.
    /// `state` names the type of the state that it needs.
    Handle { handle: fn() -> TypeId, state: fn() -> &'static str, fill: Fill },
}

/// Makes a handle and puts it into the slot.
type Fill = fn(&mut dyn Any) -> Result<(), BoxError>;

impl Registration {
    /// What is declared.
    pub const fn kind(&self) -> ComponentKind {
        self.kind
    }

    /// The canonical name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The other names, in the order of the declaration.
    pub const fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// The tags, in the order of the declaration.
    pub const fn tags(&self) -> &'static [&'static str] {
        self.tags
    }

    /// The description, or the doc comment; empty when there is neither.
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// The module of the declaration, such as `tools::crm`.
    pub const fn module_path(&self) -> &'static str {
        self.module_path
    }

    /// The crate of the declaration: the first part of its [`module_path`](Self::module_path).
    pub fn crate_name(&self) -> &'static str {
        self.module_path.split("::").next().unwrap_or(self.module_path)
    }

    /// Where the declaration begins: the line and column of its attribute, or of the outermost macro that writes it.
    pub fn location(&self) -> SourceLocation {
        self.location.into()
    }

    /// For a model that the catalog knows, its entry as `provider/model`.
    pub const fn catalog(&self) -> Option<&'static str> {
        self.catalog
    }

    /// For a model, what it must be capable of.
    pub const fn requires(&self) -> CapabilitySet {
        self.requires
    }

    pub(crate) const fn claimed_at(&self) -> &'static Location<'static> {
        self.location
    }

    /// The type of the state that a model or a tool is declared for; `()` for all that needs none.
    pub fn state(&self) -> &'static str {
        match self.construct {
            Construct::Handle { state, .. } => state(),
            Construct::NameOnly | Construct::AtRunTime => type_name::<()>(),
        }
    }

    /// Whether the name only says that something will be registered while the program runs (`declare!`).
    pub const fn is_at_run_time(&self) -> bool {
        matches!(self.construct, Construct::AtRunTime)
    }
}

/// Not public API: used by generated code.
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

/// Puts a handle into the slot that the collecting registry holds out; the slot has the type that the registration names.
pub(crate) fn put<Handle: 'static>(slot: &mut dyn Any, handle: Handle) -> Result<(), BoxError> {
    let slot: &mut Option<Handle> = slot.downcast_mut().ok_or("the slot has another type than the handle")?;
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
