//! What is wrong with a router.

use crate::catalog::CapabilitySet;

/// What is wrong with a router.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RouterProblem {
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
        /// Registered models whose names are near.
        nearest: Vec<String>,
    },
    /// A stand-in is neither a registered model nor a workload.
    #[error("the workload `{route}` falls back to `{fallback}`, which is neither a registered model nor a workload{}", vocabulary::or_did_you_mean(.nearest))]
    UnknownFallback {
        /// The workload.
        route: String,
        /// The stand-in.
        fallback: String,
        /// Registered models and workloads whose names are near.
        nearest: Vec<String>,
    },
    /// The default is no workload of the router.
    #[error("the default `{default}` has no route{}", vocabulary::or_did_you_mean(.nearest))]
    UnknownDefault {
        /// The default.
        default: String,
        /// Workloads whose names are near.
        nearest: Vec<String>,
    },
    /// Workloads fall back to each other in a cycle.
    #[error("the workloads fall back in a cycle: {}", .hops.join(" -> "))]
    CircularFallback {
        /// Every workload of the cycle, the first one again at the end.
        hops: Vec<String>,
    },
    /// A model cannot do what its workload requires, as far as the catalog and its declaration know.
    #[error("the workload `{route}` requires {missing} of `{model}`, which cannot do that{}", if *.in_catalog { "" } else { " as far as is known: it is not in the catalog" })]
    UnmetRequirement {
        /// The workload.
        route: String,
        /// The model: the workload's own, or one that stands in for it.
        model: String,
        /// What it cannot do.
        missing: CapabilitySet,
        /// Whether the catalog knows the model.
        in_catalog: bool,
    },
}
