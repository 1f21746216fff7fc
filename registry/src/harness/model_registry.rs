//! The models of a run.

use super::{ChatModel, HarnessError};
use crate::{ComponentKind, nearest};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The models that a run may use, by name. There are no aliases as in the capability registry; a model with several names
/// is registered under each of them.
///
/// ```
/// # use registry::harness::*;
/// # struct Echo;
/// # #[async_trait] impl ChatModel for Echo {
/// #     async fn chat(&self, _: &(), _: ChatRequest) -> Result<ChatResponse, HarnessError> { Ok(ChatResponse::text("hi")) }
/// # }
/// # fn main() -> Result<(), HarnessError> {
/// let mut models = ModelRegistry::<()>::new();
/// models.register("echo", std::sync::Arc::new(Echo))?;
/// assert!(models.get("echo").is_ok());
/// assert_eq!(models.get("ecko").err().unwrap().to_string(), "no model is registered as `ecko`; did you mean `echo`?");
/// # Ok(())
/// # }
/// ```
pub struct ModelRegistry<State: Send + Sync + 'static = ()> {
    models: BTreeMap<String, Arc<dyn ChatModel<State>>>,
}

impl<State: Send + Sync + 'static> ModelRegistry<State> {
    /// Creates an empty registry.
    pub const fn new() -> Self {
        Self { models: BTreeMap::new() }
    }

    /// Adds a model under a name.
    ///
    /// # Errors
    ///
    /// [`HarnessError::Duplicate`] if the name is already in use.
    pub fn register(&mut self, name: impl Into<String>, model: Arc<dyn ChatModel<State>>) -> Result<(), HarnessError> {
        let name = name.into();
        if self.models.contains_key(&name) {
            return Err(HarnessError::Duplicate { kind: ComponentKind::Model, name });
        }
        self.models.insert(name, model);
        Ok(())
    }

    /// Returns the model with a name.
    ///
    /// # Errors
    ///
    /// [`HarnessError::Unknown`] with similar names if there is no such model.
    pub fn get(&self, name: &str) -> Result<&Arc<dyn ChatModel<State>>, HarnessError> {
        self.models.get(name).ok_or_else(|| HarnessError::Unknown {
            kind: ComponentKind::Model,
            name: name.to_owned(),
            nearest: nearest::names(name, self.names()),
        })
    }

    /// Returns all names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.models.keys().map(String::as_str)
    }
}

/// Of several models with the same name, the last one is kept, as in a map of the standard library. To reject duplicates, use
/// [`register`](Self::register).
impl<State: Send + Sync + 'static> FromIterator<(String, Arc<dyn ChatModel<State>>)> for ModelRegistry<State> {
    fn from_iter<I: IntoIterator<Item = (String, Arc<dyn ChatModel<State>>)>>(models: I) -> Self {
        Self { models: models.into_iter().collect() }
    }
}

impl<State: Send + Sync + 'static> Default for ModelRegistry<State> {
    fn default() -> Self {
        Self::new()
    }
}

impl<State: Send + Sync + 'static> Clone for ModelRegistry<State> {
    fn clone(&self) -> Self {
        Self { models: self.models.clone() }
    }
}

impl<State: Send + Sync + 'static> fmt::Debug for ModelRegistry<State> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.models.keys()).finish()
    }
}
