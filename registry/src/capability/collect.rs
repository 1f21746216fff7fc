//! Collects the declarations of the program into a registry.

use super::CapabilityRegistry;
use crate::harness::{ChatModel, HarnessAgent, Stateless, Tool};
use crate::registration::{Construct, Registration};
use crate::{Absence, ComponentKind, RegistryError, Result, Unregistered};
use once_cell::sync::OnceCell;
use std::any::{Any, TypeId, type_name};
use std::borrow::Cow;
use std::cell::RefCell;
use std::panic::Location;
use std::sync::Arc;

/// Marks that static constructors ran. It is submitted in the same object file as the code that looks for it, so the linker
/// keeps both. [`sentinel`] is in a separate object file, so it also detects that the linker dropped unreferenced objects.
struct ConstructorsRan;

inventory::collect!(ConstructorsRan);
inventory::submit!(ConstructorsRan);

/// Returns every declaration of the program, sorted by kind, name and location, independently of the link order.
///
/// ```standalone_crate
/// for declaration in registry::declarations()? {
///     println!("{} {} at {}", declaration.kind(), declaration.name(), declaration.location());
/// }
/// # Ok::<(), registry::RegistryError>(())
/// ```
///
/// # Errors
///
/// - [`RegistryError::ConstructorsNeverRan`] if the static constructors that record declarations have not run.
/// - [`RegistryError::DeclarationsDropped`] if the linker dropped unreferenced objects.
pub fn declarations() -> Result<&'static [&'static Registration]> {
    static DECLARATIONS: OnceCell<Vec<&'static Registration>> = OnceCell::new();
    DECLARATIONS
        .get_or_try_init(|| {
            let ran = inventory::iter::<ConstructorsRan>.into_iter().next().is_some();
            check_recorded(ran, sentinel::is_recorded())?;
            let mut declarations: Vec<&Registration> = inventory::iter::<Registration>.into_iter().collect();
            declarations.sort_unstable_by_key(|declaration| {
                let at = declaration.static_location();
                (declaration.kind(), declaration.name(), at.file(), at.line(), at.column())
            });
            Ok(declarations)
        })
        .map(Vec::as_slice)
}

const fn check_recorded(ran: bool, kept: bool) -> Result<()> {
    match (ran, kept) {
        (false, _) => Err(RegistryError::ConstructorsNeverRan),
        (true, false) => Err(RegistryError::DeclarationsDropped),
        (true, true) => Ok(()),
    }
}

/// Collection of declarations.
impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// Creates a registry of everything that is declared in this crate and in every linked crate. A crate that is only
    /// listed in Cargo.toml is not [linked](crate#what-is-linked), and its declarations are not found: use
    /// [`link!`](crate::link).
    ///
    /// Models and tools are included if they are declared for the state of this registry or without a state. Names from
    /// `declare!` are not registered; the program does that.
    ///
    /// ```standalone_crate
    /// use registry::{CapabilityRegistry, ComponentKind, capability};
    ///
    /// /// Keeps the last value.
    /// #[capability(reducer = "last")]
    /// fn last(_: i64, new: i64) -> i64 {
    ///     new
    /// }
    ///
    /// # fn main() -> registry::Result<()> {
    /// let registry = CapabilityRegistry::<()>::collect()?;
    /// assert_eq!(registry.metadata(ComponentKind::Reducer, "last").unwrap().description, "Keeps the last value.");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// - [`RegistryError::Collect`] with every name conflict, every failed constructor, every tool and agent whose `name()`
    ///   differs from its declaration, and every cycle of graphs that run each other.
    /// - The errors of [`declarations`].
    pub fn collect() -> Result<Self> {
        Self::collect_where(|_| true)
    }

    /// Creates a registry of the declarations that a filter accepts, for example by crate, module, kind or tag.
    ///
    /// ```standalone_crate
    /// # use registry::CapabilityRegistry;
    /// let crm = CapabilityRegistry::<()>::collect_where(|declaration| declaration.tags().contains(&"crm"))?;
    /// # Ok::<(), registry::RegistryError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Like [`collect`](Self::collect).
    pub fn collect_where(mut filter: impl FnMut(&Registration) -> bool) -> Result<Self> {
        let mut registry = Self::new();
        let mut errors = Vec::new();
        let selected: Vec<&Registration> = declarations()?.iter().copied().filter(|d| filter(d)).collect();
        for kind in selected.chunk_by(|a, b| a.kind() == b.kind()) {
            registry.namespace_mut(kind[0].kind()).reserve(kind.len());
        }
        for declaration in selected {
            registry.add_declaration(declaration, &mut errors);
        }
        #[cfg(feature = "rag")]
        registry.reject_graph_cycles(&mut errors);
        if errors.is_empty() { Ok(registry) } else { Err(RegistryError::Collect(errors)) }
    }

    /// Checks that the registry contains every name that the program declares, and every name that its graphs refer to. If
    /// it succeeds, every reference that was checked at compile time can be resolved.
    ///
    /// # Errors
    ///
    /// - [`RegistryError::Incomplete`] with every missing name, its location and the reason, and with the diagnostics of
    ///   registered graphs.
    /// - The errors of [`declarations`].
    pub fn verify(&self) -> Result<()> {
        let missing: Vec<Unregistered> = declarations()?
            .iter()
            .filter(|declaration| !self.has(declaration.kind(), declaration.name()))
            .map(|declaration| Unregistered {
                kind: declaration.kind(),
                name: declaration.name().to_owned(),
                at: declaration.location(),
                reason: match declaration.construct {
                    Construct::AtRunTime => Absence::NeverRegistered,
                    Construct::Handle { .. } if Self::handle_use(declaration).is_none() => {
                        Absence::OtherState { declared: declaration.state(), registry: type_name::<State>() }
                    }
                    _ => Absence::NotCollected,
                },
            })
            .collect();
        let graphs = self.graph_diagnostics();
        if missing.is_empty() && graphs.is_empty() {
            return Ok(());
        }
        Err(RegistryError::Incomplete { missing, graphs })
    }

    /// Returns how this registry uses the handle of a declaration, or `None` if the declaration is for another state.
    fn handle_use(declaration: &Registration) -> Option<HandleUse> {
        let Construct::Handle { handle, .. } = declaration.construct else { return Some(HandleUse::Direct) };
        let (with_state, without_state) = match declaration.kind() {
            ComponentKind::Model => (TypeId::of::<Arc<dyn ChatModel<State>>>(), TypeId::of::<Arc<dyn ChatModel>>()),
            ComponentKind::Tool => (TypeId::of::<Arc<dyn Tool<State>>>(), TypeId::of::<Arc<dyn Tool>>()),
            _ => return Some(HandleUse::Direct),
        };
        match handle() {
            handle if handle == with_state => Some(HandleUse::Direct),
            handle if handle == without_state => Some(HandleUse::Stateless),
            _ => None,
        }
    }

    /// Registers a declaration with its value, unless it is for another state or for run time.
    fn add_declaration(&mut self, declaration: &Registration, errors: &mut Vec<RegistryError>) {
        if declaration.is_at_run_time() {
            return;
        }
        let Some(handle_use) = Self::handle_use(declaration) else { return };
        // Names are registered first, so that a failed constructor does not hide a name conflict.
        if self.register_names(declaration, errors)
            && let Err(error) = self.construct(declaration, handle_use)
        {
            errors.push(error);
        }
    }

    /// Registers the name and the aliases of a declaration. Returns whether the name was unused.
    fn register_names(&mut self, declaration: &Registration, errors: &mut Vec<RegistryError>) -> bool {
        let (name, at) = (declaration.name(), declaration.static_location());
        let namespace = self.namespace_mut(declaration.kind());
        let added = namespace.add(Cow::Borrowed(name), at).map(|metadata| {
            metadata.description = Cow::Borrowed(declaration.description());
            metadata.tags = declaration.tags().iter().map(|tag| Cow::Borrowed(*tag)).collect();
            metadata.catalog = declaration.catalog().map(Cow::Borrowed);
            metadata.requires = declaration.requires();
        });
        let is_unused = added.is_ok();
        errors.extend(added.err());
        for alias in declaration.aliases() {
            let bound = if is_unused {
                namespace.alias(Cow::Borrowed(alias), name, at)
            } else {
                namespace.check_unused(alias, Some(name), at)
            };
            errors.extend(bound.err());
        }
        is_unused
    }

    /// Constructs the value of a declaration, if it has one.
    fn construct(&mut self, declaration: &Registration, handle_use: HandleUse) -> Result<()> {
        match declaration.kind() {
            ComponentKind::Model => self.models.push(match handle_use {
                HandleUse::Direct => construct(declaration)?,
                HandleUse::Stateless => Arc::new(Stateless(construct::<Arc<dyn ChatModel>>(declaration)?)),
            }),
            ComponentKind::Tool => {
                let tool: Arc<dyn Tool<State>> = match handle_use {
                    HandleUse::Direct => construct(declaration)?,
                    HandleUse::Stateless => Arc::new(Stateless(construct::<Arc<dyn Tool>>(declaration)?)),
                };
                check_own_name(declaration, tool.name())?;
                self.tools.push(tool);
            }
            #[cfg(feature = "rag")]
            ComponentKind::Graph => self.graphs.push(construct(declaration)?),
            ComponentKind::Agent => {
                let agent: Arc<dyn HarnessAgent> = construct(declaration)?;
                check_own_name(declaration, agent.name())?;
                self.agents.push(agent);
            }
            _ => {}
        }
        Ok(())
    }
}

/// How a registry uses a handle.
#[derive(Clone, Copy)]
enum HandleUse {
    /// The handle has the type that the registry stores.
    Direct,
    /// The handle needs no state but the registry has one, so it is wrapped in [`Stateless`].
    Stateless,
}

/// Runs the constructor of a declaration.
fn construct<Handle: 'static>(declaration: &Registration) -> Result<Handle> {
    let needs_handle = || RegistryError::NeedsHandle { kind: declaration.kind() };
    let Construct::Handle { fill, .. } = declaration.construct else { return Err(needs_handle()) };
    let _running = RunningConstructor::begin(declaration)?;
    let mut slot: Option<Handle> = None;
    fill(&mut slot as &mut dyn Any).map_err(|source| RegistryError::Constructor {
        kind: declaration.kind(),
        name: declaration.name().to_owned(),
        at: declaration.location(),
        source,
    })?;
    slot.ok_or_else(needs_handle)
}

thread_local! {
    /// The declarations whose constructors currently run on this thread. A constructor may itself collect a registry.
    static RUNNING: RefCell<Vec<(ComponentKind, &'static str, &'static Location<'static>)>> = const { RefCell::new(Vec::new()) };
}

/// A guard that marks a constructor as running until it is dropped.
struct RunningConstructor;

impl RunningConstructor {
    fn begin(declaration: &Registration) -> Result<Self> {
        let this = (declaration.kind(), declaration.name(), declaration.static_location());
        RUNNING.with_borrow_mut(|running| {
            if running.contains(&this) {
                return Err(RegistryError::ConstructorCollects {
                    kind: declaration.kind(),
                    name: declaration.name().to_owned(),
                    at: declaration.location(),
                });
            }
            running.push(this);
            Ok(Self)
        })
    }
}

impl Drop for RunningConstructor {
    fn drop(&mut self) {
        RUNNING.with_borrow_mut(Vec::pop);
    }
}

fn check_own_name(declaration: &Registration, actual: &str) -> Result<()> {
    if actual == declaration.name() {
        return Ok(());
    }
    Err(RegistryError::NameMismatch {
        kind: declaration.kind(),
        declared: declaration.name().to_owned(),
        actual: actual.to_owned(),
        at: declaration.location(),
    })
}

#[cfg(test)]
mod tests {
    use super::check_recorded;
    use crate::RegistryError;

    #[test]
    fn constructors_that_never_ran_are_an_error_with_a_remedy() {
        for kept in [false, true] {
            let error = check_recorded(false, kept).unwrap_err();
            assert!(matches!(error, RegistryError::ConstructorsNeverRan));
            assert!(error.to_string().contains("call `__wasm_call_ctors`"), "{error}");
        }
    }

    #[test]
    fn declarations_that_the_linker_dropped_are_an_error_with_a_remedy() {
        let error = check_recorded(true, false).unwrap_err();
        assert!(matches!(error, RegistryError::DeclarationsDropped));
        assert!(error.to_string().contains("`-Wl,--whole-archive`"), "{error}");
    }

    #[test]
    fn the_test_program_runs_its_constructors() {
        assert!(super::declarations().is_ok());
    }
}
