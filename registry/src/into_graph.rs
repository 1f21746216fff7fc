//! From what a graph's declaration makes to the blueprint that a registry keeps. Not public API: used by generated code.

use crate::harness::BoxError;
use rag::Blueprint;
use std::sync::Arc;

/// What a graph's declaration gives: a blueprint, a reference to a static one, a `Box` or `Arc` of one, or a `Result`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no graph: it is no `Blueprint`, reference to a static one, `Box`, `Arc` or `Result` of one",
    label = "declared here"
)]
pub trait IntoGraph {
    #[allow(missing_docs, reason = "hidden")]
    fn into_graph(self) -> Result<Arc<Blueprint>, BoxError>;
}

impl IntoGraph for Blueprint {
    fn into_graph(self) -> Result<Arc<Blueprint>, BoxError> {
        Ok(Arc::new(self))
    }
}

impl IntoGraph for &'static Blueprint {
    fn into_graph(self) -> Result<Arc<Blueprint>, BoxError> {
        Ok(Arc::new(self.clone()))
    }
}

/// A `static` that holds a reference.
impl IntoGraph for &'static &'static Blueprint {
    fn into_graph(self) -> Result<Arc<Blueprint>, BoxError> {
        (*self).into_graph()
    }
}

impl IntoGraph for Box<Blueprint> {
    fn into_graph(self) -> Result<Arc<Blueprint>, BoxError> {
        Ok(self.into())
    }
}

impl IntoGraph for Arc<Blueprint> {
    fn into_graph(self) -> Result<Arc<Blueprint>, BoxError> {
        Ok(self)
    }
}

impl<T: IntoGraph, E: Into<BoxError>> IntoGraph for Result<T, E> {
    fn into_graph(self) -> Result<Arc<Blueprint>, BoxError> {
        self.map_err(Into::into)?.into_graph()
    }
}
