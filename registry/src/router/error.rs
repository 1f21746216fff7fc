//! Errors of a router.

use crate::catalog::CapabilitySet;

/// An error in a router.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RouterError {
    /// A workload has two routes.
    #[error("the workload `{route}` has two routes")]
    DuplicateRoute {
        /// The workload.
        route: String,
    },
    /// A workload's model is not registered.
    #[error("the workload `{route}` names the model `{model}`, which is not registered{}", vocabulary::or_did_you_mean(.nearest))]
    UnknownModel {
        /// The workload.
        route: String,
        /// The model.
        model: String,
        /// Registered models with similar names.
        nearest: Vec<String>,
    },
    /// A fallback is neither a registered model nor a workload.
    #[error("the workload `{route}` falls back to `{fallback}`, which is neither a registered model nor a workload{}", vocabulary::or_did_you_mean(.nearest))]
    UnknownFallback {
        /// The workload.
        route: String,
        /// The fallback.
        fallback: String,
        /// Registered models and workloads with similar names.
        nearest: Vec<String>,
    },
    /// The default is not a workload of the router.
    #[error("the default `{default}` has no route{}", vocabulary::or_did_you_mean(.nearest))]
    UnknownDefault {
        /// The default.
        default: String,
        /// Workloads with similar names.
        nearest: Vec<String>,
    },
    /// Workloads fall back to each other in a cycle.
    #[error("the workloads fall back in a cycle: {}", .hops.join(" -> "))]
    FallbackCycle {
        /// The workloads of the cycle. The first one is repeated at the end.
        hops: Vec<String>,
    },
    /// A model lacks a capability that its workload requires, according to the catalog and its declaration.
    #[error("the workload `{route}` requires {missing}, which the model `{model}` {}", if *.in_catalog { "does not support" } else { "is not known to support: it is not in the catalog" })]
    UnmetRequirement {
        /// The workload.
        route: String,
        /// The model of the workload or one of its fallbacks.
        model: String,
        /// The capabilities that the model lacks.
        missing: CapabilitySet,
        /// Whether the model is in the catalog.
        in_catalog: bool,
    },
}
