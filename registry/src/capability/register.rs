//! Manual registration.

use super::CapabilityRegistry;
use crate::harness::{ChatModel, HarnessAgent, Tool};
use crate::{ComponentKind, RegistryError, Result};
use std::borrow::Cow;
use std::mem;
use std::panic::Location;
use std::sync::Arc;

/// Registration. `register_*` fails if the name is in use, `replace_*` fails if it is not, and `register_or_replace_*`
/// accepts both. Every operation rejects an invalid name ([`RegistryError::InvalidName`]). An operation that fails does not
/// change the registry.
impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// Registers a model.
    ///
    /// # Errors
    ///
    /// - [`RegistryError::InvalidName`] if the name is not valid.
    /// - [`RegistryError::Duplicate`] with both locations if the name is already a name or an alias of this kind.
    #[track_caller]
    pub fn register_model(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        model: Arc<dyn ChatModel<State>>,
    ) -> Result<()> {
        self.namespace_mut(ComponentKind::Model).add(name.into(), Location::caller())?;
        self.models.push(model);
        Ok(())
    }

    /// Registers a tool under its own [`Tool::name`].
    ///
    /// # Errors
    ///
    /// Like [`register_model`](Self::register_model).
    #[track_caller]
    pub fn register_tool(&mut self, tool: Arc<dyn Tool<State>>) -> Result<()> {
        self.namespace_mut(ComponentKind::Tool).add(tool.name().to_owned().into(), Location::caller())?;
        self.tools.push(tool);
        Ok(())
    }

    /// Registers an agent under its own [`HarnessAgent::name`].
    ///
    /// # Errors
    ///
    /// Like [`register_model`](Self::register_model).
    #[track_caller]
    pub fn register_agent(&mut self, agent: Arc<dyn HarnessAgent>) -> Result<()> {
        self.namespace_mut(ComponentKind::Agent).add(agent.name().to_owned().into(), Location::caller())?;
        self.agents.push(agent);
        Ok(())
    }

    /// Registers a router, by name only.
    ///
    /// # Errors
    ///
    /// Like [`register_model`](Self::register_model).
    #[track_caller]
    pub fn register_router(&mut self, name: impl Into<Cow<'static, str>>) -> Result<()> {
        self.register_descriptor(ComponentKind::Router, name)
    }

    /// Registers a reducer, by name only.
    ///
    /// # Errors
    ///
    /// Like [`register_model`](Self::register_model).
    #[track_caller]
    pub fn register_reducer(&mut self, name: impl Into<Cow<'static, str>>) -> Result<()> {
        self.register_descriptor(ComponentKind::Reducer, name)
    }

    /// Registers a component of a name-only kind.
    ///
    /// # Errors
    ///
    /// - [`RegistryError::NeedsHandle`] for a model, a tool, a graph or an agent.
    /// - The errors of [`register_model`](Self::register_model).
    #[track_caller]
    pub fn register_descriptor(&mut self, kind: ComponentKind, name: impl Into<Cow<'static, str>>) -> Result<()> {
        if !kind.is_name_only() {
            return Err(RegistryError::NeedsHandle { kind });
        }
        self.namespace_mut(kind).add(name.into(), Location::caller())?;
        Ok(())
    }

    /// Replaces the model with this name and returns the old one. The description, tags and aliases are kept.
    ///
    /// ```
    /// # use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
    /// # struct Echo;
    /// # #[async_trait]
    /// # impl ChatModel for Echo {
    /// #     async fn chat(&self, _: &(), _: ChatRequest) -> Result<ChatResponse, HarnessError> {
    /// #         Ok(ChatResponse::text(""))
    /// #     }
    /// # }
    /// use registry::CapabilityRegistry;
    /// use std::sync::Arc;
    ///
    /// # fn main() -> registry::Result<()> {
    /// let mut registry = CapabilityRegistry::<()>::new();
    /// let first: Arc<dyn ChatModel> = Arc::new(Echo);
    /// registry.register_model("gpt-4o", Arc::clone(&first))?;
    ///
    /// let old = registry.replace_model("gpt-4o", Arc::new(Echo))?;
    /// assert!(Arc::ptr_eq(&old, &first));
    /// let error = registry.replace_model("gpt-4", Arc::new(Echo)).err().unwrap();
    /// assert!(error.to_string().contains("did you mean `gpt-4o`?"));
    /// assert!(error.to_string().ends_with("call `register_or_replace_model`"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// - [`RegistryError::InvalidName`] if the name is not valid.
    /// - [`RegistryError::Unknown`] with similar names if nothing is registered under the name.
    /// - [`RegistryError::ReplacementOfAlias`] if the name is an alias.
    pub fn replace_model(&mut self, name: &str, model: Arc<dyn ChatModel<State>>) -> Result<Arc<dyn ChatModel<State>>> {
        let position = self.namespace(ComponentKind::Model).position_to_replace(name)?;
        Ok(mem::replace(&mut self.models[position], model))
    }

    /// Replaces the tool with the same name and returns the old one. Otherwise like [`replace_model`](Self::replace_model).
    ///
    /// # Errors
    ///
    /// Like [`replace_model`](Self::replace_model).
    pub fn replace_tool(&mut self, tool: Arc<dyn Tool<State>>) -> Result<Arc<dyn Tool<State>>> {
        let position = self.namespace(ComponentKind::Tool).position_to_replace(tool.name())?;
        Ok(mem::replace(&mut self.tools[position], tool))
    }

    /// Replaces the agent with the same name and returns the old one. Otherwise like [`replace_model`](Self::replace_model).
    ///
    /// # Errors
    ///
    /// Like [`replace_model`](Self::replace_model).
    pub fn replace_agent(&mut self, agent: Arc<dyn HarnessAgent>) -> Result<Arc<dyn HarnessAgent>> {
        let position = self.namespace(ComponentKind::Agent).position_to_replace(agent.name())?;
        Ok(mem::replace(&mut self.agents[position], agent))
    }

    /// Replaces the model with this name like [`replace_model`](Self::replace_model) and returns the old one. If the name is
    /// unused, registers the model and returns `None`.
    ///
    /// ```
    /// # use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
    /// # struct Echo;
    /// # #[async_trait]
    /// # impl ChatModel for Echo {
    /// #     async fn chat(&self, _: &(), _: ChatRequest) -> Result<ChatResponse, HarnessError> {
    /// #         Ok(ChatResponse::text(""))
    /// #     }
    /// # }
    /// use registry::CapabilityRegistry;
    /// use std::sync::Arc;
    ///
    /// # fn main() -> registry::Result<()> {
    /// let mut registry = CapabilityRegistry::<()>::new();
    /// assert!(registry.register_or_replace_model("gpt-4o", Arc::new(Echo))?.is_none());
    /// assert!(registry.register_or_replace_model("gpt-4o", Arc::new(Echo))?.is_some());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// - [`RegistryError::InvalidName`] if the name is not valid.
    /// - [`RegistryError::ReplacementOfAlias`] if the name is an alias.
    #[track_caller]
    pub fn register_or_replace_model(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        model: Arc<dyn ChatModel<State>>,
    ) -> Result<Option<Arc<dyn ChatModel<State>>>> {
        let position = self.namespace_mut(ComponentKind::Model).position_or_add(name.into(), Location::caller())?;
        Ok(replace_or_push(&mut self.models, position, model))
    }

    /// Registers a tool, or replaces the one with the same name. Otherwise like
    /// [`register_or_replace_model`](Self::register_or_replace_model).
    ///
    /// # Errors
    ///
    /// Like [`register_or_replace_model`](Self::register_or_replace_model).
    #[track_caller]
    pub fn register_or_replace_tool(&mut self, tool: Arc<dyn Tool<State>>) -> Result<Option<Arc<dyn Tool<State>>>> {
        let name = tool.name().to_owned().into();
        let position = self.namespace_mut(ComponentKind::Tool).position_or_add(name, Location::caller())?;
        Ok(replace_or_push(&mut self.tools, position, tool))
    }

    /// Registers an agent, or replaces the one with the same name. Otherwise like
    /// [`register_or_replace_model`](Self::register_or_replace_model).
    ///
    /// # Errors
    ///
    /// Like [`register_or_replace_model`](Self::register_or_replace_model).
    #[track_caller]
    pub fn register_or_replace_agent(&mut self, agent: Arc<dyn HarnessAgent>) -> Result<Option<Arc<dyn HarnessAgent>>> {
        let name = agent.name().to_owned().into();
        let position = self.namespace_mut(ComponentKind::Agent).position_or_add(name, Location::caller())?;
        Ok(replace_or_push(&mut self.agents, position, agent))
    }

    /// Adds an alias of a component. The target must be a canonical name.
    ///
    /// # Errors
    ///
    /// - [`RegistryError::Unknown`] if the target is not registered.
    /// - [`RegistryError::AliasOfAlias`] if the target is an alias.
    /// - [`RegistryError::InvalidName`] if the alias is not a valid name.
    /// - [`RegistryError::Duplicate`] if the alias is already a name or an alias.
    #[track_caller]
    pub fn alias(&mut self, kind: ComponentKind, alias: impl Into<Cow<'static, str>>, target: &str) -> Result<()> {
        self.namespace_mut(kind).alias(alias.into(), target, Location::caller())
    }

    /// Sets the description and tags of a component, and replaces existing ones.
    ///
    /// ```
    /// use registry::{CapabilityRegistry, ComponentKind};
    ///
    /// # fn main() -> registry::Result<()> {
    /// let mut registry = CapabilityRegistry::<()>::new();
    /// registry.register_router("by_intent")?;
    /// registry.describe(ComponentKind::Router, "by_intent", "Routes by the user's intent.", ["support"])?;
    /// assert_eq!(registry.metadata(ComponentKind::Router, "by_intent").unwrap().tags, ["support"]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`RegistryError::Unknown`] if no component has this name or alias.
    pub fn describe<Tag: Into<Cow<'static, str>>>(
        &mut self,
        kind: ComponentKind,
        name: &str,
        description: impl Into<Cow<'static, str>>,
        tags: impl IntoIterator<Item = Tag>,
    ) -> Result<()> {
        let namespace = self.namespace_mut(kind);
        let Some(metadata) = namespace.get_mut(name) else { return Err(namespace.unknown(name)) };
        metadata.description = description.into();
        metadata.tags = tags.into_iter().map(Into::into).collect();
        Ok(())
    }
}

/// Stores a handle at the position of its name and returns the old handle. If the position is the next unused one, appends
/// the handle and returns `None`.
pub(super) fn replace_or_push<Handle>(handles: &mut Vec<Handle>, position: usize, handle: Handle) -> Option<Handle> {
    match handles.get_mut(position) {
        Some(old) => Some(mem::replace(old, handle)),
        None => {
            handles.push(handle);
            None
        }
    }
}
