//! Maps workloads to models.
//!
//! A [`ModelRouter`] maps workloads (`chat-v1`, `vision-v1`, …) to registered models, so that the model of a workload can
//! be changed in one place.

mod error;
mod validate;

pub use error::RouterError;

use crate::catalog::{Capability, CapabilitySet};
use crate::{CapabilityRegistry, ComponentKind};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// The model of a workload, the required capabilities and the fallbacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkloadRoute {
    /// The name of the workload.
    pub alias: String,
    /// The name or alias of the registered model that serves it.
    pub model: String,
    /// The capabilities that the model and every fallback must have.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub requires: CapabilitySet,
    /// The fallbacks in order: registered models, or other workloads including their fallbacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallbacks: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_empty(requires: &CapabilitySet) -> bool {
    requires.is_empty()
}

impl WorkloadRoute {
    /// Creates a route without requirements or fallbacks.
    pub fn new(alias: impl Into<String>, model: impl Into<String>) -> Self {
        Self { alias: alias.into(), model: model.into(), requires: CapabilitySet::EMPTY, fallbacks: Vec::new() }
    }

    /// Sets the required capabilities.
    #[must_use]
    pub fn requiring(self, requires: CapabilitySet) -> Self {
        Self { requires, ..self }
    }

    /// Sets the fallbacks.
    #[must_use]
    pub fn with_fallbacks<Name: Into<String>>(self, fallbacks: impl IntoIterator<Item = Name>) -> Self {
        Self { fallbacks: fallbacks.into_iter().map(Into::into).collect(), ..self }
    }
}

/// The routes of an application's workloads and an optional default route for all other workloads.
///
/// ```
/// use registry::catalog::{Capability, CapabilitySet};
/// use registry::{ModelRouter, WorkloadRoute};
///
/// let mut router = ModelRouter::new();
/// router.add(WorkloadRoute::new("chat-v1", "gpt-4o").with_fallbacks(["burst-v1", "claude"]))?;
/// router.add(WorkloadRoute::new("burst-v1", "gpt-4o-mini").requiring(CapabilitySet::EMPTY.with(Capability::Streaming)))?;
/// router.set_default("burst-v1");
///
/// assert_eq!(router.target_model("chat-v1"), Some("gpt-4o"));
/// assert_eq!(router.fallback_policy("chat-v1"), ["gpt-4o-mini", "claude"]);
/// assert_eq!(router.target_model("whatever"), Some("gpt-4o-mini"));
/// # Ok::<(), registry::RouterError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RouterFile", try_from = "RouterFile")]
pub struct ModelRouter {
    routes: BTreeMap<String, WorkloadRoute>,
    default: Option<String>,
}

impl ModelRouter {
    /// Creates a router without routes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a route.
    ///
    /// # Errors
    ///
    /// [`RouterError::DuplicateRoute`] if the workload already has a route, which is kept.
    pub fn add(&mut self, route: WorkloadRoute) -> Result<(), RouterError> {
        if self.routes.contains_key(&route.alias) {
            return Err(RouterError::DuplicateRoute { route: route.alias });
        }
        self.routes.insert(route.alias.clone(), route);
        Ok(())
    }

    /// Makes the route of `alias` the default for workloads without their own route.
    pub fn set_default(&mut self, alias: impl Into<String>) {
        self.default = Some(alias.into());
    }

    /// Returns the routes, sorted by workload.
    pub fn routes(&self) -> impl ExactSizeIterator<Item = &WorkloadRoute> {
        self.routes.values()
    }

    /// Returns the route of a workload, or the default route.
    pub fn route(&self, alias: &str) -> Option<&WorkloadRoute> {
        self.routes.get(alias).or_else(|| self.routes.get(self.default.as_deref()?))
    }

    /// Returns the route of a workload or of a registered model under any of its names, or else the default route.
    ///
    /// ```
    /// # use registry::{CapabilityRegistry, ComponentKind, ModelRouter, WorkloadRoute};
    /// # use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
    /// # struct Model;
    /// # #[async_trait]
    /// # impl ChatModel for Model {
    /// #     async fn chat(&self, _: &(), _: ChatRequest) -> Result<ChatResponse, HarnessError> { Ok(ChatResponse::text("")) }
    /// # }
    /// let mut registry = CapabilityRegistry::<()>::new();
    /// registry.register_model("gpt-4o", std::sync::Arc::new(Model))?;
    /// registry.alias(ComponentKind::Model, "fast", "gpt-4o")?;
    /// let mut router = ModelRouter::new();
    /// router.add(WorkloadRoute::new("gpt-4o", "gpt-4o").with_fallbacks(["claude"]))?;
    /// assert_eq!(router.route_in(&registry, "fast").unwrap().fallbacks, ["claude"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn route_in<State: Send + Sync + 'static>(
        &self,
        registry: &CapabilityRegistry<State>,
        name: &str,
    ) -> Option<&WorkloadRoute> {
        self.own_route_in(registry, name).or_else(|| self.routes.get(self.default.as_deref()?))
    }

    fn own_route_in<State: Send + Sync + 'static>(
        &self,
        registry: &CapabilityRegistry<State>,
        name: &str,
    ) -> Option<&WorkloadRoute> {
        self.routes.get(name).or_else(|| {
            let model = registry.metadata(ComponentKind::Model, name)?;
            let mut names = std::iter::once(model.id.as_str()).chain(model.aliases.iter().map(|alias| &**alias));
            names.find_map(|name| self.routes.get(name))
        })
    }

    /// Returns the name of the model that serves a workload.
    pub fn target_model(&self, alias: &str) -> Option<&str> {
        self.route(alias).map(|route| route.model.as_str())
    }

    /// Returns the capabilities that a workload requires.
    pub fn required_capabilities(&self, alias: &str) -> Option<CapabilitySet> {
        self.route(alias).map(|route| route.requires)
    }

    /// Returns the fallback models of a workload in order. Workloads among the fallbacks are replaced by their models and
    /// fallbacks. Each model is listed once, also if workloads fall back in a cycle.
    pub fn fallback_policy(&self, alias: &str) -> Vec<&str> {
        self.chain(alias).into_iter().skip(1).collect()
    }

    /// Returns the model of a workload followed by its fallback models, or an empty list if the workload has no route.
    pub fn chain(&self, alias: &str) -> Vec<&str> {
        let mut walk = Walk { find: |name: &str| self.routes.get(name), routes: HashSet::new(), models: Vec::new() };
        if let Some(route) = self.route(alias) {
            walk.route(route);
        }
        walk.models
    }

    /// Like [`chain`](Self::chain), but finds a route under any name of a registered model, and returns canonical names.
    /// Names that are not registered are returned unchanged.
    pub fn chain_in<'n, State: Send + Sync + 'static>(
        &'n self,
        registry: &'n CapabilityRegistry<State>,
        name: &str,
    ) -> Vec<&'n str> {
        let find = |name: &str| self.own_route_in(registry, name);
        let mut walk = Walk { find, routes: HashSet::new(), models: Vec::new() };
        if let Some(route) = self.route_in(registry, name) {
            walk.route(route);
        }
        let canonical = |name| registry.metadata(ComponentKind::Model, name).map_or(name, |model| model.id.as_str());
        let mut seen = HashSet::new();
        walk.models.into_iter().map(canonical).filter(|name| seen.insert(*name)).collect()
    }
}

/// Not public API. Builds a router from routes that `model_router!` has checked: workload, model, requirements,
/// fallbacks.
#[doc(hidden)]
pub fn router_from_checked_routes(
    routes: &[(&str, &str, CapabilitySet, &[&str])],
    default: Option<&str>,
) -> ModelRouter {
    let route = |&(alias, model, requires, fallbacks): &(&str, &str, CapabilitySet, &[&str])| {
        let route = WorkloadRoute::new(alias, model).requiring(requires).with_fallbacks(fallbacks.iter().copied());
        (alias.to_owned(), route)
    };
    ModelRouter { routes: routes.iter().map(route).collect(), default: default.map(str::to_owned) }
}

/// Not public API. Returns whether a model has a capability. Unknown capabilities count as present.
#[doc(hidden)]
pub const fn supports(capabilities: Option<CapabilitySet>, capability: Capability) -> bool {
    match capabilities {
        Some(capabilities) => capabilities.contains(capability),
        None => true,
    }
}

/// A traversal of fallbacks that visits each route once.
struct Walk<'r, F> {
    find: F,
    routes: HashSet<&'r str>,
    models: Vec<&'r str>,
}

/// A pending step of a traversal.
enum Step<'r> {
    Route(&'r WorkloadRoute),
    Model(&'r str),
}

impl<'r, F: Fn(&str) -> Option<&'r WorkloadRoute>> Walk<'r, F> {
    fn route(&mut self, first: &'r WorkloadRoute) {
        let mut pending = vec![Step::Route(first)];
        while let Some(step) = pending.pop() {
            match step {
                Step::Model(name) => self.model(name),
                Step::Route(route) if self.routes.insert(&route.alias) => {
                    self.model(&route.model);
                    let steps =
                        route.fallbacks.iter().map(|name| (self.find)(name).map_or(Step::Model(name), Step::Route));
                    pending.extend(steps.rev());
                }
                Step::Route(_) => {}
            }
        }
    }

    fn model(&mut self, name: &'r str) {
        if !self.models.contains(&name) {
            self.models.push(name);
        }
    }
}

/// The JSON form of a router.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RouterFile {
    routes: Vec<WorkloadRoute>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    default: Option<String>,
}

impl From<ModelRouter> for RouterFile {
    fn from(router: ModelRouter) -> Self {
        Self { routes: router.routes.into_values().collect(), default: router.default }
    }
}

impl TryFrom<RouterFile> for ModelRouter {
    type Error = RouterError;

    fn try_from(file: RouterFile) -> Result<Self, RouterError> {
        let mut router = Self { routes: BTreeMap::new(), default: file.default };
        for route in file.routes {
            router.add(route)?;
        }
        Ok(router)
    }
}
