//! The twelve kinds of component, each of which is a separate namespace.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

macro_rules! kinds {
    ($($variant:ident $key:literal $plural:literal $doc:literal,)*) => {
        /// The kind of a component. Names are unique within a kind, so a model and a tool may have the same name.
        ///
        /// ```
        /// use registry::ComponentKind;
        ///
        /// assert_eq!(ComponentKind::TaskStore.key(), "task_store");
        /// assert_eq!("tool".parse(), Ok(ComponentKind::Tool));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum ComponentKind {
            $(#[doc = $doc] $variant,)*
        }

        impl ComponentKind {
            /// Every kind, in the order of listings.
            pub const ALL: [Self; 12] = [$(Self::$variant),*];

            /// Returns the name of the kind in `#[capability(…)]`, in snapshots and in messages.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$variant => $key,)* }
            }

            /// Returns the plural, which listings and `allow` in `.rag` use.
            pub const fn plural(self) -> &'static str {
                match self { $(Self::$variant => $plural,)* }
            }
        }
    };
}

kinds! {
    Model "model" "models" "A chat model: a live handle.",
    Tool "tool" "tools" "A tool that models call: a live handle.",
    Graph "graph" "graphs" "A compiled `.rag` graph: a serializable blueprint.",
    Agent "agent" "agents" "An agent that takes a prompt: a live handle.",
    Router "router" "routers" "A router, by name only.",
    Reducer "reducer" "reducers" "A channel's reducer, by name only.",
    Store "store" "stores" "A store, by name only.",
    Script "script" "scripts" "A scripted node that the host provides, by name only.",
    Middleware "middleware" "middleware" "A middleware, by name only.",
    Checkpointer "checkpointer" "checkpointers" "A checkpointer, by name only.",
    TaskStore "task_store" "task_stores" "A task store, by name only.",
    Listener "listener" "listeners" "A listener, by name only.",
}

impl ComponentKind {
    /// Returns the indefinite article for the kind: `an` for `agent`, `a` for `tool`.
    pub const fn article(self) -> &'static str {
        if matches!(self, Self::Agent) { "an" } else { "a" }
    }

    /// Returns whether components of this kind consist only of a name and metadata.
    pub const fn is_name_only(self) -> bool {
        !matches!(self, Self::Model | Self::Tool | Self::Graph | Self::Agent)
    }
}

impl fmt::Display for ComponentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// The error for a text that is not a kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a kind of component; the kinds are {kinds}", kinds = ComponentKind::ALL.map(ComponentKind::key).join(", "))]
pub struct UnknownKind(pub String);

impl FromStr for ComponentKind {
    type Err = UnknownKind;

    fn from_str(key: &str) -> Result<Self, UnknownKind> {
        Self::ALL.into_iter().find(|kind| kind.key() == key).ok_or_else(|| UnknownKind(key.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::ComponentKind;

    #[test]
    fn every_kind_reads_its_own_key_back_and_serializes_as_it() {
        for kind in ComponentKind::ALL {
            assert_eq!(kind.key().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
        }
    }

    #[test]
    fn an_unknown_kind_lists_the_twelve() {
        let message = "tools".parse::<ComponentKind>().unwrap_err().to_string();
        assert!(
            message.starts_with("`tools` is not a kind of component; the kinds are model, tool, graph"),
            "{message}"
        );
    }
}
