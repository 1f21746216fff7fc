//! The name and metadata of a component.

use crate::{ComponentKind, SourceLocation};
use serde::{Deserialize, Serialize};
use std::borrow::{Borrow, Cow};
use std::fmt;
use vocabulary::CapabilitySet;

/// The canonical name of a component, such as `gpt-4o` or `lookup_user`. It is unique within its kind and independent of
/// Rust paths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ComponentId(pub(crate) Cow<'static, str>);

impl ComponentId {
    /// Returns the name.
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

/// The metadata of a registered component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentMetadata {
    /// The canonical name.
    pub id: ComponentId,
    /// The kind.
    pub kind: ComponentKind,
    /// The description, which may be empty.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub description: Cow<'static, str>,
    /// The tags, in the order in which they were declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Cow<'static, str>>,
    /// The aliases, in the order in which they were added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<Cow<'static, str>>,
    /// For a declared model that is in the catalog, its entry as `provider/model`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalog: Option<Cow<'static, str>>,
    /// For a model, the capabilities that its declaration requires.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub requires: CapabilitySet,
    /// Where the component was declared or registered.
    pub declared_at: SourceLocation,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_empty(requires: &CapabilitySet) -> bool {
    requires.is_empty()
}
