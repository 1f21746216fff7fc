//! Compares random sequences of operations with a simple reference implementation of two maps.

use crate::echo::{agent, blueprint, model, tool};
use proptest::prelude::*;
use proptest::sample::select;
use registry::{CapabilityRegistry, ComponentKind, DiagnosticCode, RegistryError, RegistrySnapshot};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A small set of names, so that operations conflict, and some invalid names.
const NAMES: [&str; 9] = ["a", "b", "c", "d", "É", "a b", "", "new\nline", TOO_LONG];
const TOO_LONG: &str = concat!(
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef!"
);

#[derive(Clone, Copy, Debug)]
enum Operation {
    Register(ComponentKind, &'static str),
    RegisterDescriptor(ComponentKind, &'static str),
    Replace(ComponentKind, &'static str),
    RegisterOrReplace(ComponentKind, &'static str),
    Alias(ComponentKind, &'static str, &'static str),
    Describe(ComponentKind, &'static str, &'static str),
}

fn operation() -> impl Strategy<Value = Operation> {
    // Half of all operations use two kinds, so that these contain many names.
    let kind = prop_oneof![select(&[ComponentKind::Model, ComponentKind::Router][..]), select(&ComponentKind::ALL[..])];
    let name = || select(&NAMES[..]);
    (kind, name(), name(), 0..11_u8).prop_map(|(kind, first, second, which)| match which {
        0..4 => Operation::Register(kind, first),
        4 => Operation::RegisterDescriptor(kind, first),
        5 => Operation::Replace(kind, first),
        6 => Operation::RegisterOrReplace(kind, first),
        7..10 => Operation::Alias(kind, first, second),
        _ => Operation::Describe(kind, first, second),
    })
}

/// The outcome of an operation, without the details of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Done,
    InvalidName,
    Duplicate,
    Unknown,
    AliasOfAlias,
    ReplacementOfAlias,
    NeedsHandle,
}

impl<T> From<registry::Result<T>> for Outcome {
    fn from(result: registry::Result<T>) -> Self {
        match result {
            Ok(_) => Self::Done,
            Err(RegistryError::InvalidName { .. }) => Self::InvalidName,
            Err(RegistryError::Duplicate(_)) => Self::Duplicate,
            Err(RegistryError::Unknown { .. }) => Self::Unknown,
            Err(RegistryError::AliasOfAlias { .. }) => Self::AliasOfAlias,
            Err(RegistryError::ReplacementOfAlias { .. }) => Self::ReplacementOfAlias,
            Err(RegistryError::NeedsHandle { .. }) => Self::NeedsHandle,
            Err(other) => panic!("{other}"),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Component {
    /// The number of the operation that provided the handle.
    handle: usize,
    description: &'static str,
    tags: Vec<&'static str>,
    aliases: Vec<&'static str>,
}

#[derive(Default)]
struct Reference {
    components: BTreeMap<(ComponentKind, &'static str), Component>,
    aliases: BTreeMap<(ComponentKind, &'static str), &'static str>,
}

impl Reference {
    fn canonical(&self, kind: ComponentKind, name: &str) -> Option<&'static str> {
        let component = self.components.keys().find(|key| **key == (kind, name)).map(|key| key.1);
        component.or_else(|| self.aliases.iter().find(|(key, _)| **key == (kind, name)).map(|(_, target)| *target))
    }

    fn check_free(&self, kind: ComponentKind, name: &str) -> Outcome {
        if name.is_empty() || name.contains('\n') || name.len() > 256 {
            Outcome::InvalidName
        } else if self.canonical(kind, name).is_some() {
            Outcome::Duplicate
        } else {
            Outcome::Done
        }
    }

    fn register(&mut self, kind: ComponentKind, name: &'static str, handle: usize) -> Outcome {
        let outcome = self.check_free(kind, name);
        if outcome == Outcome::Done {
            self.components.insert((kind, name), Component { handle, ..Component::default() });
        }
        outcome
    }

    fn replace(&mut self, kind: ComponentKind, name: &'static str, handle: usize) -> Outcome {
        if self.check_free(kind, name) == Outcome::InvalidName {
            return Outcome::InvalidName;
        }
        if self.aliases.contains_key(&(kind, name)) {
            return Outcome::ReplacementOfAlias;
        }
        let Some(component) = self.components.get_mut(&(kind, name)) else { return Outcome::Unknown };
        component.handle = handle;
        Outcome::Done
    }

    fn apply(&mut self, operation: Operation, number: usize) -> Outcome {
        match operation {
            Operation::RegisterDescriptor(kind, _) if !kind.is_name_only() => Outcome::NeedsHandle,
            Operation::Register(kind, name) | Operation::RegisterDescriptor(kind, name) => {
                self.register(kind, name, number)
            }
            // A name-only kind has no handle to replace.
            Operation::Replace(kind, name) | Operation::RegisterOrReplace(kind, name) if kind.is_name_only() => {
                self.register(kind, name, number)
            }
            Operation::Replace(kind, name) => self.replace(kind, name, number),
            Operation::RegisterOrReplace(kind, name) => match self.replace(kind, name, number) {
                Outcome::Unknown => self.register(kind, name, number),
                outcome => outcome,
            },
            Operation::Alias(kind, alias, target) => match self.canonical(kind, target) {
                None => Outcome::Unknown,
                Some(canonical) if canonical != target => Outcome::AliasOfAlias,
                Some(_) => {
                    let outcome = self.check_free(kind, alias);
                    if outcome == Outcome::Done {
                        self.aliases.insert((kind, alias), target);
                        self.components.get_mut(&(kind, target)).unwrap().aliases.push(alias);
                    }
                    outcome
                }
            },
            Operation::Describe(kind, name, description) => match self.canonical(kind, name) {
                None => Outcome::Unknown,
                Some(canonical) => {
                    let component = self.components.get_mut(&(kind, canonical)).unwrap();
                    component.description = description;
                    component.tags = vec![description];
                    Outcome::Done
                }
            },
        }
    }
}

/// The registry, and the address of the handle of each operation.
#[derive(Default)]
struct Subject {
    registry: CapabilityRegistry<()>,
    handles: BTreeMap<usize, *const ()>,
}

fn address<T: ?Sized>(handle: &Arc<T>) -> *const () {
    Arc::as_ptr(handle).cast()
}

impl Subject {
    fn apply(&mut self, operation: Operation, number: usize) -> Outcome {
        let registry = &mut self.registry;
        let (kind, name) = match operation {
            Operation::RegisterDescriptor(kind, name) => return registry.register_descriptor(kind, name).into(),
            Operation::Alias(kind, alias, target) => return registry.alias(kind, alias, target).into(),
            Operation::Describe(kind, name, text) => return registry.describe(kind, name, text, [text]).into(),
            Operation::Register(kind, name)
            | Operation::Replace(kind, name)
            | Operation::RegisterOrReplace(kind, name) => (kind, name),
        };
        let mut given = |address| self.handles.insert(number, address);
        match kind {
            ComponentKind::Model => {
                let model = model();
                given(address(&model));
                match operation {
                    Operation::Replace(..) => registry.replace_model(name, model).into(),
                    Operation::RegisterOrReplace(..) => registry.register_or_replace_model(name, model).into(),
                    _ => registry.register_model(name, model).into(),
                }
            }
            ComponentKind::Tool => {
                let tool = tool(name);
                given(address(&tool));
                match operation {
                    Operation::Replace(..) => registry.replace_tool(tool).into(),
                    Operation::RegisterOrReplace(..) => registry.register_or_replace_tool(tool).into(),
                    _ => registry.register_tool(tool).into(),
                }
            }
            ComponentKind::Graph => {
                let graph = blueprint("graph");
                given(address(&graph));
                match operation {
                    Operation::Replace(..) => registry.replace_graph_blueprint(name, graph).into(),
                    Operation::RegisterOrReplace(..) => {
                        registry.register_or_replace_graph_blueprint(name, graph).into()
                    }
                    _ => registry.register_graph_blueprint(name, graph).into(),
                }
            }
            ComponentKind::Agent => {
                let agent = agent(name);
                given(address(&agent));
                match operation {
                    Operation::Replace(..) => registry.replace_agent(agent).into(),
                    Operation::RegisterOrReplace(..) => registry.register_or_replace_agent(agent).into(),
                    _ => registry.register_agent(agent).into(),
                }
            }
            ComponentKind::Router => registry.register_router(name).into(),
            ComponentKind::Reducer => registry.register_reducer(name).into(),
            _ => registry.register_descriptor(kind, name).into(),
        }
    }

    fn handle(&self, kind: ComponentKind, name: &str) -> Option<*const ()> {
        match kind {
            ComponentKind::Model => self.registry.model(name).map(address),
            ComponentKind::Tool => self.registry.tool(name).map(address),
            ComponentKind::Graph => self.registry.graph_blueprint(name).map(address),
            ComponentKind::Agent => self.registry.agent(name).map(address),
            _ => None,
        }
    }
}

fn check_look_ups(subject: &Subject, reference: &Reference) -> Result<(), TestCaseError> {
    for kind in ComponentKind::ALL {
        for name in NAMES {
            let canonical = reference.canonical(kind, name);
            prop_assert_eq!(subject.registry.has(kind, name), canonical.is_some());
            prop_assert_eq!(subject.registry.metadata(kind, name).map(|metadata| metadata.id.as_str()), canonical);
            prop_assert_eq!(subject.registry.resolve(kind, name).is_ok(), canonical.is_some());
            let handle = canonical
                .filter(|_| !kind.is_name_only())
                .map(|canonical| subject.handles[&reference.components[&(kind, canonical)].handle]);
            prop_assert_eq!(subject.handle(kind, name), handle);
        }
    }
    Ok(())
}

fn check_listings(subject: &Subject, reference: &Reference) -> Result<(), TestCaseError> {
    let registry = &subject.registry;
    let of_kind = |kind| reference.components.keys().filter(move |key| key.0 == kind).map(|key| key.1);
    for kind in ComponentKind::ALL {
        prop_assert_eq!(registry.names(kind), of_kind(kind).collect::<Vec<_>>());
        let aliases = reference.aliases.keys().filter(|key| key.0 == kind).map(|key| key.1);
        let all: BTreeSet<&str> = of_kind(kind).chain(aliases).collect();
        prop_assert_eq!(registry.names_including_aliases(kind), all.into_iter().collect::<Vec<_>>());
    }
    let (models, tools) = (registry.to_model_registry(), registry.to_tool_registry());
    prop_assert_eq!(models.names().collect::<Vec<_>>(), registry.names_including_aliases(ComponentKind::Model));
    prop_assert_eq!(tools.names().collect::<Vec<_>>(), registry.names(ComponentKind::Tool));
    let mut kinds_of: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, name) in reference.components.keys() {
        *kinds_of.entry(name).or_default() += 1;
    }
    let shared: Vec<&str> = kinds_of.into_iter().filter(|(_, kinds)| *kinds > 1).map(|(name, _)| name).collect();
    let diagnostics = registry.diagnostics();
    let reported: Vec<&str> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code != DiagnosticCode::GraphNameMismatch)
        .map(|diagnostic| {
            assert_eq!(diagnostic.code, DiagnosticCode::SharedName);
            diagnostic.name.as_str()
        })
        .collect();
    prop_assert_eq!(reported, shared);
    Ok(())
}

fn check_snapshot(snapshot: &RegistrySnapshot, reference: &Reference) -> Result<(), TestCaseError> {
    prop_assert_eq!(snapshot.components.len(), reference.components.len());
    for (metadata, ((kind, name), component)) in snapshot.components.iter().zip(&reference.components) {
        prop_assert_eq!((metadata.kind, metadata.id.as_str()), (*kind, *name));
        prop_assert_eq!(&metadata.description, component.description);
        prop_assert_eq!(&metadata.tags, &component.tags);
        prop_assert_eq!(&metadata.aliases, &component.aliases);
    }
    let aliases: Vec<_> =
        snapshot.aliases.iter().map(|binding| (binding.kind, &*binding.alias, binding.canonical.as_str())).collect();
    let expected: Vec<_> = reference.aliases.iter().map(|((kind, alias), target)| (*kind, *alias, *target)).collect();
    prop_assert_eq!(aliases, expected);
    let json = serde_json::to_string(snapshot).unwrap();
    prop_assert_eq!(&serde_json::from_str::<RegistrySnapshot>(&json).unwrap(), snapshot);
    Ok(())
}

proptest! {
    #[test]
    fn a_registry_behaves_like_two_maps(operations in prop::collection::vec(operation(), 1..60)) {
        let mut subject = Subject::default();
        let mut reference = Reference::default();
        for (number, operation) in operations.into_iter().enumerate() {
            let before = subject.registry.snapshot();
            let outcome = subject.apply(operation, number);
            prop_assert_eq!(outcome, reference.apply(operation, number), "{:?}", operation);
            if outcome != Outcome::Done {
                prop_assert_eq!(subject.registry.snapshot(), before, "{:?} changed something", operation);
            }
            check_look_ups(&subject, &reference)?;
        }
        check_listings(&subject, &reference)?;
        check_snapshot(&subject.registry.snapshot(), &reference)?;
    }
}
