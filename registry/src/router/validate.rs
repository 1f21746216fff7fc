//! Checks a router against a registry and the catalog.

use super::{ModelRouter, RouterError, WorkloadRoute};
use crate::catalog::{CapabilitySet, ModelCatalog, ModelCatalogEntry};
use crate::{CapabilityRegistry, ComponentKind, nearest};
use vocabulary::cycles_through_every_edge;

impl ModelRouter {
    /// Returns every error in the router: models and fallbacks that are not registered and models that lack a required
    /// capability, in the order of the workloads, then an unknown default and cycles with every step.
    pub fn validate<State: Send + Sync + 'static>(
        &self,
        registry: &CapabilityRegistry<State>,
        catalog: &ModelCatalog,
    ) -> Vec<RouterError> {
        let mut errors = Vec::new();
        for route in self.routes() {
            self.check_names(route, registry, &mut errors);
            self.check_requirements(route, registry, catalog, &mut errors);
        }
        if let Some(default) = self.default.as_ref().filter(|default| !self.routes.contains_key(*default)) {
            let nearest = nearest::names(default, self.routes.keys().map(String::as_str));
            errors.push(RouterError::UnknownDefault { default: default.clone(), nearest });
        }
        errors.extend(self.fallback_cycles(registry));
        errors
    }

    fn check_names<State: Send + Sync + 'static>(
        &self,
        route: &WorkloadRoute,
        registry: &CapabilityRegistry<State>,
        errors: &mut Vec<RouterError>,
    ) {
        let models = registry.names_including_aliases(ComponentKind::Model);
        if !registry.has(ComponentKind::Model, &route.model) {
            errors.push(RouterError::UnknownModel {
                route: route.alias.clone(),
                model: route.model.clone(),
                nearest: nearest::names(&route.model, models.iter().copied()),
            });
        }
        for fallback in &route.fallbacks {
            if !registry.has(ComponentKind::Model, fallback) && !self.routes.contains_key(fallback) {
                let known = models.iter().copied().chain(self.routes.keys().map(String::as_str));
                errors.push(RouterError::UnknownFallback {
                    route: route.alias.clone(),
                    fallback: fallback.clone(),
                    nearest: nearest::names(fallback, known),
                });
            }
        }
    }

    fn check_requirements<State: Send + Sync + 'static>(
        &self,
        route: &WorkloadRoute,
        registry: &CapabilityRegistry<State>,
        catalog: &ModelCatalog,
        errors: &mut Vec<RouterError>,
    ) {
        if route.requires.is_empty() {
            return;
        }
        for model in self.chain_in(registry, &route.alias) {
            // A model that is not registered is already reported by `check_names`.
            let Some(metadata) = registry.metadata(ComponentKind::Model, model) else { continue };
            let entry = registry.catalog_entry(catalog, model);
            let supported = entry.as_ref().map_or(CapabilitySet::EMPTY, ModelCatalogEntry::capability_set);
            // The capabilities in a declaration's `requires` were checked at compile time, or are asserted by its author.
            let missing = metadata.requires.missing(supported.missing(route.requires));
            if !missing.is_empty() {
                let (route, model) = (route.alias.clone(), model.to_owned());
                errors.push(RouterError::UnmetRequirement { route, model, missing, in_catalog: entry.is_some() });
            }
        }
    }

    /// Returns cycles that together cover every fallback on a cycle. Each cycle begins with its alphabetically first
    /// workload.
    fn fallback_cycles<State: Send + Sync + 'static>(&self, registry: &CapabilityRegistry<State>) -> Vec<RouterError> {
        let workloads: Vec<&str> = self.routes.keys().map(String::as_str).collect();
        let number = |route: &WorkloadRoute| workloads.binary_search(&&*route.alias).ok();
        let fallbacks = |route: &WorkloadRoute| {
            let fallbacks = route.fallbacks.iter().filter_map(|fallback| self.own_route_in(registry, fallback));
            fallbacks.filter_map(number).collect()
        };
        let fallbacks: Vec<Vec<usize>> = self.routes.values().map(fallbacks).collect();
        let cycle = |cycle: Vec<usize>| {
            let hops = cycle.iter().chain(cycle.first()).map(|hop| workloads[*hop].to_owned()).collect();
            RouterError::FallbackCycle { hops }
        };
        cycles_through_every_edge(&fallbacks).into_iter().map(cycle).collect()
    }
}
