//! What is known of a component: its name, its kind, and what people need to find it.

use crate::{ComponentKind, SourceLocation};
use serde::{Deserialize, Serialize};
use std::borrow::{Borrow, Cow};
use std::fmt;
use vocabulary::CapabilitySet;

/// A component's canonical name, such as `gpt-4o` or `lookup_user`. Unique within its kind; no path of a Rust type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ComponentId(pub(crate) Cow<'static, str>);

impl ComponentId {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for ComponentId {
    fn from(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }
}

impl From<String> for ComponentId {
    fn from(name: String) -> Self {
        Self(Cow::Owned(name))
    }
}

impl From<ComponentId> for Cow<'static, str> {
    fn from(id: ComponentId) -> Self {
        id.0
    }
}

impl AsRef<str> for ComponentId {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for ComponentId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for ComponentId {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for ComponentId {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for ComponentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What is known of one component. Each registration makes one; that it exists is what makes the component present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentMetadata {
    /// The canonical name.
    pub id: ComponentId,
    /// What it is.
    pub kind: ComponentKind,
    /// What it is for, in words; empty when nothing was said.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub description: Cow<'static, str>,
    /// Words to find it by, in the order in which they were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Cow<'static, str>>,
    /// Its other names, in the order in which they were bound.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<Cow<'static, str>>,
    /// For a model that the catalog knows, its entry as `provider/model`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalog: Option<Cow<'static, str>>,
    /// For a model, what it must be capable of.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub requires: CapabilitySet,
    /// Where it was declared, or registered by hand.
    pub declared_at: SourceLocation,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_empty(requires: &CapabilitySet) -> bool {
    requires.is_empty()
}
