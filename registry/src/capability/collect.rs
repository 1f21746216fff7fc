//! Everything that the program declares, put into a registry.

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

/// Submitted beside the code that looks for it, so that the linker keeps both: it is missing where no constructor ran.
/// [`sentinel`] is missing as well where the linker dropped what nothing refers to.
struct Ran;

inventory::collect!(Ran);
inventory::submit!(Ran);

/// Every declaration of the program, sorted by kind, name and place, so that the order of linking does not show.
///
/// ```standalone_crate
/// for declaration in registry::declarations()? {
///     println!("{} {} at {}", declaration.kind(), declaration.name(), declaration.location());
/// }
/// # Ok::<(), registry::RegistryError>(())
/// ```
///
/// # Errors
/// [`RegistryError::ConstructorsNeverRan`] where the program has not run what records declarations, and
/// [`RegistryError::DeclarationsDropped`] where it was linked without it.
pub fn declarations() -> Result<&'static [&'static Registration]> {
    static DECLARATIONS: OnceCell<Vec<&'static Registration>> = OnceCell::new();
    DECLARATIONS
        .get_or_try_init(|| {
            let ran = inventory::iter::<Ran>.into_iter().next().is_some();
            check_recorded(ran, sentinel::is_recorded())?;
            let mut declarations: Vec<&Registration> = inventory::iter::<Registration>.into_iter().collect();
            declarations.sort_unstable_by_key(|declaration| {
                let at = declaration.claimed_at();
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

/// Collecting what the program declares.
impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// A registry of everything that is declared in the program: in this crate and in every crate that it links. A crate
    /// that is only in Cargo.toml is not [linked](crate#what-is-linked), and what it declares is not found:
    /// [`link!`](crate::link) it.
    ///
    /// Models and tools that are declared for another state than this registry's are left alone, but for those that
    /// need none. Names from `declare!` are left to whoever registers them.
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
    /// [`RegistryError::Collect`] with every conflict of names, every constructor that failed, every tool and agent that calls
    /// itself something else than its declaration and every cycle of graphs that run each other; those of [`declarations`].
    pub fn collect() -> Result<Self> {
        Self::collect_where(|_| true)
    }

    /// A registry of the declarations that a filter lets through, by crate, module, kind, tag or whatever it asks.
    ///
    /// ```standalone_crate
    /// # use registry::CapabilityRegistry;
    /// let crm = CapabilityRegistry::<()>::collect_where(|declaration| declaration.tags().contains(&"crm"))?;
    /// # Ok::<(), registry::RegistryError>(())
    /// ```
    ///
    /// # Errors
    /// As [`collect`](Self::collect).
    pub fn collect_where(mut filter: impl FnMut(&Registration) -> bool) -> Result<Self> {
        let mut registry = Self::new();
        let mut problems = Vec::new();
        let chosen: Vec<&Registration> = declarations()?.iter().copied().filter(|d| filter(d)).collect();
        for kind in chosen.chunk_by(|a, b| a.kind() == b.kind()) {
            registry.namespace_mut(kind[0].kind()).reserve(kind.len());
        }
        for declaration in chosen {
            registry.adopt(declaration, &mut problems);
        }
        #[cfg(feature = "rag")]
        registry.refuse_graph_cycles(&mut problems);
        if problems.is_empty() { Ok(registry) } else { Err(RegistryError::Collect(problems)) }
    }

    /// Whether the registry has every name that the program declares, and everything that its graphs refer to. A
    /// reference that was checked while the program compiled can rely on it.
    ///
    /// # Errors
    /// [`RegistryError::Incomplete`] with each name that is missing, where it is declared, and why it is not there,
    /// and with each graph that refers to what is not registered or to itself; those of [`declarations`].
    pub fn verify(&self) -> Result<()> {
        let missing: Vec<Unregistered> = declarations()?
            .iter()
            .filter(|declaration| !self.has(declaration.kind(), declaration.name()))
            .map(|declaration| Unregistered {
                kind: declaration.kind(),
                name: declaration.name().to_owned(),
                at: declaration.location(),
                why: match declaration.construct {
                    Construct::AtRunTime => Absence::NeverRegistered,
                    Construct::Handle { .. } if Self::way(declaration).is_none() => {
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

    /// How this registry takes the handle of a declaration: nothing for one of another state.
    fn way(declaration: &Registration) -> Option<Way> {
        let Construct::Handle { handle, .. } = declaration.construct else { return Some(Way::AsItIs) };
        let (of_state, of_none) = match declaration.kind() {
            ComponentKind::Model => (TypeId::of::<Arc<dyn ChatModel<State>>>(), TypeId::of::<Arc<dyn ChatModel>>()),
            ComponentKind::Tool => (TypeId::of::<Arc<dyn Tool<State>>>(), TypeId::of::<Arc<dyn Tool>>()),
            _ => return Some(Way::AsItIs),
        };
        match handle() {
            handle if handle == of_state => Some(Way::AsItIs),
            handle if handle == of_none => Some(Way::WithoutState),
            _ => None,
        }
    }

    fn adopt(&mut self, declaration: &Registration, problems: &mut Vec<RegistryError>) {
        if declaration.is_at_run_time() {
            return;
        }
        let Some(way) = Self::way(declaration) else { return };
        // Names come first: that a value cannot be made must not hide that its name is taken.
        if self.claim_names(declaration, problems)
            && let Err(problem) = self.make(declaration, way)
        {
            problems.push(problem);
        }
    }

    /// Adds the name and the aliases of a declaration, and says whether the name was free.
    fn claim_names(&mut self, declaration: &Registration, problems: &mut Vec<RegistryError>) -> bool {
        let (name, at) = (declaration.name(), declaration.claimed_at());
        let namespace = self.namespace_mut(declaration.kind());
        let added = namespace.add(Cow::Borrowed(name), at).map(|metadata| {
            metadata.description = Cow::Borrowed(declaration.description());
            metadata.tags = declaration.tags().iter().map(|tag| Cow::Borrowed(*tag)).collect();
            metadata.catalog = declaration.catalog().map(Cow::Borrowed);
            metadata.requires = declaration.requires();
        });
        let is_free = added.is_ok();
        problems.extend(added.err());
        for alias in declaration.aliases() {
            let bound = if is_free {
                namespace.alias(Cow::Borrowed(alias), name, at)
            } else {
                namespace.check_free(alias, Some(name), at)
            };
            problems.extend(bound.err());
        }
        is_free
    }

    /// Makes the value of a declaration, if it has one.
    fn make(&mut self, declaration: &Registration, way: Way) -> Result<()> {
        match declaration.kind() {
            ComponentKind::Model => self.models.push(match way {
                Way::AsItIs => made(declaration)?,
                Way::WithoutState => Arc::new(Stateless(made::<Arc<dyn ChatModel>>(declaration)?)),
            }),
            ComponentKind::Tool => {
                let tool: Arc<dyn Tool<State>> = match way {
                    Way::AsItIs => made(declaration)?,
                    Way::WithoutState => Arc::new(Stateless(made::<Arc<dyn Tool>>(declaration)?)),
                };
                check_own_name(declaration, tool.name())?;
                self.tools.push(tool);
            }
            #[cfg(feature = "rag")]
            ComponentKind::Graph => self.graphs.push(made(declaration)?),
            ComponentKind::Agent => {
                let agent: Arc<dyn HarnessAgent> = made(declaration)?;
                check_own_name(declaration, agent.name())?;
                self.agents.push(agent);
            }
            _ => {}
        }
        Ok(())
    }
}

/// How a registry takes a handle.
#[derive(Clone, Copy)]
enum Way {
    /// It has the type that the registry keeps.
    AsItIs,
    /// It needs no state, and the registry has one.
    WithoutState,
}

/// Makes the handle of a declaration.
fn made<Handle: 'static>(declaration: &Registration) -> Result<Handle> {
    let needs_handle = || RegistryError::NeedsHandle { kind: declaration.kind() };
    let Construct::Handle { fill, .. } = declaration.construct else { return Err(needs_handle()) };
    let _making = Making::begin(declaration)?;
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
    /// The declarations whose constructors this thread runs, each of which may collect others.
    static MAKING: RefCell<Vec<(ComponentKind, &'static str, &'static Location<'static>)>> = const { RefCell::new(Vec::new()) };
}

/// A constructor that runs, until this is dropped.
struct Making;

impl Making {
    fn begin(declaration: &Registration) -> Result<Self> {
        let this = (declaration.kind(), declaration.name(), declaration.claimed_at());
        MAKING.with_borrow_mut(|making| {
            if making.contains(&this) {
                return Err(RegistryError::ConstructorCollects {
                    kind: declaration.kind(),
                    name: declaration.name().to_owned(),
                    at: declaration.location(),
                });
            }
            making.push(this);
            Ok(Self)
        })
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        MAKING.with_borrow_mut(Vec::pop);
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
    fn a_program_whose_constructors_never_ran_is_told_so_and_what_to_do() {
        for kept in [false, true] {
            let error = check_recorded(false, kept).unwrap_err();
            assert!(matches!(error, RegistryError::ConstructorsNeverRan));
            assert!(error.to_string().contains("call `__wasm_call_ctors`"), "{error}");
        }
    }

    #[test]
    fn a_program_whose_linker_dropped_declarations_is_told_so_and_what_to_do() {
        let error = check_recorded(true, false).unwrap_err();
        assert!(matches!(error, RegistryError::DeclarationsDropped));
        assert!(error.to_string().contains("`-Wl,--whole-archive`"), "{error}");
    }

    #[test]
    fn this_program_has_run_its_constructors() {
        assert!(super::declarations().is_ok());
    }
}
