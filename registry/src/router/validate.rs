//! Checks a router against what is registered and what the catalog knows.

use super::{ModelRouter, RouterProblem, WorkloadRoute};
use crate::catalog::{CapabilitySet, ModelCatalog, ModelCatalogEntry};
use crate::{CapabilityRegistry, ComponentKind, nearest};
use vocabulary::cycles_through_every_edge;

impl ModelRouter {
    /// Everything that is wrong with the router, in the order of the workloads: models and stand-ins that nothing is
    /// registered under, cycles with every hop, and models that cannot do what their workload requires.
    pub fn validate<State: Send + Sync + 'static>(
        &self,
        registry: &CapabilityRegistry<State>,
        catalog: &ModelCatalog,
    ) -> Vec<RouterProblem> {
        let mut problems = Vec::new();
        for route in self.routes() {
            self.names(route, registry, &mut problems);
            self.requirements(route, registry, catalog, &mut problems);
        }
        if let Some(default) = self.default.as_ref().filter(|default| !self.routes.contains_key(*default)) {
            let nearest = nearest::names(default, self.routes.keys().map(String::as_str));
            problems.push(RouterProblem::UnknownDefault { default: default.clone(), nearest });
        }
        problems.extend(self.cycles(registry));
        problems
    }

    fn names<State: Send + Sync + 'static>(
        &self,
        route: &WorkloadRoute,
        registry: &CapabilityRegistry<State>,
        problems: &mut Vec<RouterProblem>,
    ) {
        let models = registry.names_including_aliases(ComponentKind::Model);
        if !registry.has(ComponentKind::Model, &route.model) {
            problems.push(RouterProblem::UnknownModel {
                route: route.alias.clone(),
                model: route.model.clone(),
                nearest: nearest::names(&route.model, models.iter().copied()),
            });
        }
        for fallback in &route.fallbacks {
            if !registry.has(ComponentKind::Model, fallback) && !self.routes.contains_key(fallback) {
                let known = models.iter().copied().chain(self.routes.keys().map(String::as_str));
                problems.push(RouterProblem::UnknownFallback {
                    route: route.alias.clone(),
                    fallback: fallback.clone(),
                    nearest: nearest::names(fallback, known),
                });
            }
        }
    }

    fn requirements<State: Send + Sync + 'static>(
        &self,
        route: &WorkloadRoute,
        registry: &CapabilityRegistry<State>,
        catalog: &ModelCatalog,
        problems: &mut Vec<RouterProblem>,
    ) {
        if route.requires.is_empty() {
            return;
        }
        for model in self.chain_in(registry, &route.alias) {
            // A model that is not registered is reported as that.
            let Some(metadata) = registry.metadata(ComponentKind::Model, model) else { continue };
            let entry = registry.catalog_entry(catalog, model);
            let known = entry.as_ref().map_or(CapabilitySet::EMPTY, ModelCatalogEntry::capability_set);
            // What a declaration requires was checked where it was compiled, or is its author's word.
            let missing = metadata.requires.missing(known.missing(route.requires));
            if !missing.is_empty() {
                let (route, model) = (route.alias.clone(), model.to_owned());
                problems.push(RouterProblem::UnmetRequirement { route, model, missing, in_catalog: entry.is_some() });
            }
        }
    }

    /// Cycles among the routes, which hold every fallback that lies on one. Each begins with its first workload in
    /// alphabetical order.
    fn cycles<State: Send + Sync + 'static>(&self, registry: &CapabilityRegistry<State>) -> Vec<RouterProblem> {
        let workloads: Vec<&str> = self.routes.keys().map(String::as_str).collect();
        let number = |route: &WorkloadRoute| workloads.binary_search(&&*route.alias).ok();
        let fallbacks = |route: &WorkloadRoute| {
            let fallbacks = route.fallbacks.iter().filter_map(|fallback| self.own_route_in(registry, fallback));
            fallbacks.filter_map(number).collect()
        };
        let fallbacks: Vec<Vec<usize>> = self.routes.values().map(fallbacks).collect();
        let cycle = |cycle: Vec<usize>| {
            let hops = cycle.iter().chain(cycle.first()).map(|hop| workloads[*hop].to_owned()).collect();
            RouterProblem::CircularFallback { hops }
        };
        cycles_through_every_edge(&fallbacks).into_iter().map(cycle).collect()
    }
}
