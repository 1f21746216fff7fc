//! Which model serves which workload.
//!
//! A [`ModelRouter`] maps workloads (`chat-v1`, `vision-v1`, …) to registered models, so that code asks for "the model for
//! this work" and the model behind it is changed in one place.

mod problem;
mod validate;

pub use problem::RouterProblem;

use crate::catalog::{Capability, CapabilitySet};
use crate::{CapabilityRegistry, ComponentKind};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// The model of one workload, what it has to be able to do, and who stands in for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkloadRoute {
    /// The workload.
    pub alias: String,
    /// The registered model that serves it, by name or alias.
    pub model: String,
    /// What the model, and each that stands in for it, has to be able to do.
    #[serde(default, skip_serializing_if = "nothing")]
    pub requires: CapabilitySet,
    /// Who stands in for the model, in this order: registered models, or other workloads with their own stand-ins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallbacks: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn nothing(requires: &CapabilitySet) -> bool {
    requires.is_empty()
}

impl WorkloadRoute {
    /// A workload that this model serves, that requires nothing and has no stand-in.
    pub fn new(alias: impl Into<String>, model: impl Into<String>) -> Self {
        Self { alias: alias.into(), model: model.into(), requires: CapabilitySet::EMPTY, fallbacks: Vec::new() }
    }

    /// The same route with these requirements.
    #[must_use]
    pub fn requiring(self, requires: CapabilitySet) -> Self {
        Self { requires, ..self }
    }

    /// The same route with these stand-ins.
    #[must_use]
    pub fn with_fallbacks<Name: Into<String>>(self, fallbacks: impl IntoIterator<Item = Name>) -> Self {
        Self { fallbacks: fallbacks.into_iter().map(Into::into).collect(), ..self }
    }
}

/// The routes of an application's workloads, and the one that serves every other.
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
/// # Ok::<(), registry::RouterProblem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RouterFile", try_from = "RouterFile")]
pub struct ModelRouter {
    routes: BTreeMap<String, WorkloadRoute>,
    default: Option<String>,
}

impl ModelRouter {
    /// A router without routes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a route. A workload has one only: a second one is [`RouterProblem::DuplicateRoute`], and nothing changes.
    pub fn add(&mut self, route: WorkloadRoute) -> Result<(), RouterProblem> {
        if self.routes.contains_key(&route.alias) {
            return Err(RouterProblem::DuplicateRoute { route: route.alias });
        }
        self.routes.insert(route.alias.clone(), route);
        Ok(())
    }

    /// Lets the route of `alias` serve every workload that has none of its own.
    pub fn set_default(&mut self, alias: impl Into<String>) {
        self.default = Some(alias.into());
    }

    /// The routes, sorted by workload.
    pub fn routes(&self) -> impl ExactSizeIterator<Item = &WorkloadRoute> {
        self.routes.values()
    }

    /// The route that serves a workload: its own, or the default.
    pub fn route(&self, alias: &str) -> Option<&WorkloadRoute> {
        self.routes.get(alias).or_else(|| self.routes.get(self.default.as_deref()?))
    }

    /// The route of a workload, or of a registered model under any of its names; the default otherwise.
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

    /// The name of the model that serves a workload.
    pub fn target_model(&self, alias: &str) -> Option<&str> {
        self.route(alias).map(|route| route.model.as_str())
    }

    /// What the model of a workload has to be able to do.
    pub fn required_capabilities(&self, alias: &str) -> Option<CapabilitySet> {
        self.route(alias).map(|route| route.requires)
    }

    /// The models that stand in for the one of a workload, in their order. Workloads among the stand-ins are replaced by
    /// their models and stand-ins; no model comes twice, and cycles end.
    pub fn fallback_policy(&self, alias: &str) -> Vec<&str> {
        self.chain(alias).into_iter().skip(1).collect()
    }

    /// The model of a workload and then its stand-ins; empty for a workload that nothing serves.
    pub fn chain(&self, alias: &str) -> Vec<&str> {
        let mut walk = Walk { find: |name: &str| self.routes.get(name), routes: HashSet::new(), models: Vec::new() };
        if let Some(route) = self.route(alias) {
            walk.route(route);
        }
        walk.models
    }

    /// Like [`chain`](Self::chain), with workloads found under every name of a registered model, and models by their
    /// canonical names. Names that nothing is registered under are left as they are.
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

/// Not public API: a router of routes that `model_router!` has checked: workload, model, requirements, stand-ins.
#[doc(hidden)]
pub fn of_checked_routes(routes: &[(&str, &str, CapabilitySet, &[&str])], default: Option<&str>) -> ModelRouter {
    let route = |&(alias, model, requires, fallbacks): &(&str, &str, CapabilitySet, &[&str])| {
        let route = WorkloadRoute::new(alias, model).requiring(requires).with_fallbacks(fallbacks.iter().copied());
        (alias.to_owned(), route)
    };
    ModelRouter { routes: routes.iter().map(route).collect(), default: default.map(str::to_owned) }
}

/// Not public API: whether a model of these abilities can do it, or nobody knows while the program compiles.
#[doc(hidden)]
pub const fn can(abilities: Option<CapabilitySet>, capability: Capability) -> bool {
    match abilities {
        Some(abilities) => abilities.contains(capability),
        None => true,
    }
}

/// A walk along a chain of stand-ins, which goes through each route once.
struct Walk<'r, F> {
    find: F,
    routes: HashSet<&'r str>,
    models: Vec<&'r str>,
}

/// What is still to come on a walk.
enum Step<'r> {
    Route(&'r WorkloadRoute),
    Model(&'r str),
}

impl<'r, F: Fn(&str) -> Option<&'r WorkloadRoute>> Walk<'r, F> {
    fn route(&mut self, first: &'r WorkloadRoute) {
        let mut to_come = vec![Step::Route(first)];
        while let Some(step) = to_come.pop() {
            match step {
                Step::Model(name) => self.model(name),
                Step::Route(route) if self.routes.insert(&route.alias) => {
                    self.model(&route.model);
                    let steps =
                        route.fallbacks.iter().map(|name| (self.find)(name).map_or(Step::Model(name), Step::Route));
                    to_come.extend(steps.rev());
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

/// A router as JSON: a list of routes, and the default.
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
    type Error = RouterProblem;

    fn try_from(file: RouterFile) -> Result<Self, RouterProblem> {
        let mut router = Self { routes: BTreeMap::new(), default: file.default };
        for route in file.routes {
            router.add(route)?;
        }
        Ok(router)
    }
}
