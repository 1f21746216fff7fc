//! The names that a source may refer to.

use crate::capability_source::{CapabilitySource, RegistrySnapshotError, Snapshot};
use crate::reference::{NODE_KINDS, REFERENCE_KINDS};
use std::collections::HashSet;
use vocabulary::ComponentKind;

/// Determines which capabilities and node kinds a graph may use.
///
/// Names that are not listed are rejected. A kind is unchecked only if that is stated explicitly.
///
/// ```
/// use registry::rag::{CapabilityResolver, ComponentKind};
///
/// let resolver = CapabilityResolver::from_lists([(ComponentKind::Tool, ["lookup_user", "create_ticket"])])
///     .allow_models(["default"])
///     .unchecked(ComponentKind::Reducer);
/// assert!(resolver.allows(ComponentKind::Tool, "lookup_user"));
/// assert!(!resolver.allows(ComponentKind::Agent, "researcher"));
/// assert!(resolver.allows(ComponentKind::Reducer, "append"));
/// ```
#[derive(Clone, Debug)]
pub struct CapabilityResolver {
    names: [Names; ComponentKind::ALL.len()],
    node_kinds: Vec<String>,
}

/// The names of one kind.
#[derive(Clone, Debug)]
enum Names {
    Unchecked,
    Listed(HashSet<String>),
}

impl CapabilityResolver {
    fn all(names: &Names) -> Self {
        let names = ComponentKind::ALL.map(|_| names.clone());
        Self { names, node_kinds: NODE_KINDS.map(|kind| kind.name.to_owned()).to_vec() }
    }

    /// Allows the names and aliases of every kind in a registry or a snapshot of one.
    pub fn from_registry(source: &(impl CapabilitySource + ?Sized)) -> Self {
        Self::from_lists(ComponentKind::ALL.map(|kind| (kind, source.names_including_aliases(kind))))
    }

    /// Allows the names and aliases in the JSON form of a registry snapshot.
    ///
    /// # Errors
    /// Returns an error if the text is not a registry snapshot.
    pub fn from_snapshot(json: &str) -> Result<Self, RegistrySnapshotError> {
        Ok(Self::from_registry(&Snapshot::from_json(json)?))
    }

    /// Allows only these names.
    pub fn from_lists<N: IntoIterator>(lists: impl IntoIterator<Item = (ComponentKind, N)>) -> Self
    where
        N::Item: Into<String>,
    {
        let empty = Self::all(&Names::Listed(HashSet::new()));
        lists.into_iter().fold(empty, |resolver, (kind, names)| resolver.allow(kind, names))
    }

    /// Allows every name of every kind, for checks without a registry.
    pub fn without_registry() -> Self {
        Self::all(&Names::Unchecked)
    }

    /// Allows every name of this kind.
    #[must_use]
    pub fn unchecked(mut self, kind: ComponentKind) -> Self {
        self.names[kind as usize] = Names::Unchecked;
        self
    }

    /// Allows additional names of a kind. If the kind was unchecked, only these names are allowed from now on.
    #[must_use]
    pub fn allow<N: IntoIterator>(mut self, kind: ComponentKind, names: N) -> Self
    where
        N::Item: Into<String>,
    {
        let names = names.into_iter().map(Into::into);
        match &mut self.names[kind as usize] {
            Names::Listed(listed) => listed.extend(names),
            unchecked @ Names::Unchecked => *unchecked = Names::Listed(names.collect()),
        }
        self
    }

    /// Removes these names of a kind. An unchecked kind stays unchecked.
    #[must_use]
    pub fn deny<N: IntoIterator>(mut self, kind: ComponentKind, names: N) -> Self
    where
        N::Item: AsRef<str>,
    {
        if let Names::Listed(listed) = &mut self.names[kind as usize] {
            for name in names {
                listed.remove(name.as_ref());
            }
        }
        self
    }

    /// Allows exactly these node kinds, which may include kinds that the language does not define. The `model` of such
    /// a node is looked up as a model.
    #[must_use]
    pub fn with_node_kinds<N: IntoIterator>(mut self, kinds: N) -> Self
    where
        N::Item: Into<String>,
    {
        self.node_kinds = kinds.into_iter().map(Into::into).collect();
        self
    }

    /// Allows only what both resolvers allow, for example to restrict a generated graph to a part of a registry.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let names = ComponentKind::ALL.map(|kind| match (&self.names[kind as usize], &other.names[kind as usize]) {
            (Names::Unchecked, names) | (names, Names::Unchecked) => names.clone(),
            (Names::Listed(one), Names::Listed(two)) => Names::Listed(one.intersection(two).cloned().collect()),
        });
        let node_kinds = self.node_kinds.iter().filter(|kind| other.node_kinds.contains(kind)).cloned().collect();
        Self { names, node_kinds }
    }

    /// Returns whether a graph may refer to this name.
    pub fn allows(&self, kind: ComponentKind, name: &str) -> bool {
        self.registers(kind, name) != Some(false)
    }

    /// Returns the allowed node kinds.
    pub fn node_kinds(&self) -> &[String] {
        &self.node_kinds
    }

    /// Returns whether a name is listed, or `None` if the kind is unchecked.
    pub(crate) fn registers(&self, kind: ComponentKind, name: &str) -> Option<bool> {
        match &self.names[kind as usize] {
            Names::Unchecked => None,
            Names::Listed(names) => Some(names.contains(name)),
        }
    }

    pub(crate) fn names(&self, kind: ComponentKind) -> impl Iterator<Item = &str> {
        let listed = match &self.names[kind as usize] {
            Names::Unchecked => None,
            Names::Listed(names) => Some(names),
        };
        listed.into_iter().flatten().map(String::as_str)
    }

    pub(crate) fn unchecked_kinds(&self) -> Vec<ComponentKind> {
        let unchecked = |kind: &ComponentKind| matches!(self.names[*kind as usize], Names::Unchecked);
        REFERENCE_KINDS.into_iter().filter(unchecked).collect()
    }
}

macro_rules! allow_each_kind {
    ($($method:ident $kind:ident,)*) => {
        impl CapabilityResolver {
            $(
                #[doc = concat!("Allows additional names of [`ComponentKind::", stringify!($kind), "`]; see [`CapabilityResolver::allow`].")]
                #[must_use]
                pub fn $method<N: IntoIterator>(self, names: N) -> Self
                where
                    N::Item: Into<String>,
                {
                    self.allow(ComponentKind::$kind, names)
                }
            )*
        }
    };
}

allow_each_kind! {
    allow_models Model,
    allow_tools Tool,
    allow_graphs Graph,
    allow_agents Agent,
    allow_routers Router,
    allow_reducers Reducer,
    allow_scripts Script,
}

#[cfg(test)]
mod tests {
    use super::CapabilityResolver;
    use crate::ComponentKind::{Model, Reducer, Tool};

    #[test]
    fn names_that_are_not_listed_are_rejected_and_an_empty_registry_rejects_everything() {
        let empty = CapabilityResolver::from_lists([(Tool, Vec::<String>::new())]);
        assert!(!empty.allows(Tool, "x") && !empty.allows(Model, "x"));
        assert!(empty.unchecked_kinds().is_empty());
        assert_eq!(empty.unchecked(Reducer).unchecked_kinds(), [Reducer]);
    }

    #[test]
    fn an_intersection_allows_what_both_allow() {
        let one = CapabilityResolver::from_lists([(Tool, ["a", "b"])]).unchecked(Model).unchecked(Reducer);
        let two = CapabilityResolver::from_lists([(Tool, ["b", "c"]), (Model, ["m", "n"])]).unchecked(Reducer);
        let both = one.with_node_kinds(["agent", "planner"]).intersection(&two.with_node_kinds(["planner", "model"]));
        assert!(both.allows(Tool, "b") && !both.allows(Tool, "a") && !both.allows(Tool, "c"));
        assert!(both.allows(Model, "m") && !both.allows(Model, "x"));
        assert!(both.allows(Reducer, "anything"));
        assert_eq!(both.node_kinds(), ["planner"]);
    }

    #[test]
    fn allowing_names_makes_an_unchecked_kind_checked() {
        let resolver = CapabilityResolver::without_registry().allow_tools(["a"]);
        assert!(resolver.allows(Tool, "a") && !resolver.allows(Tool, "b") && resolver.allows(Model, "b"));
    }
}
