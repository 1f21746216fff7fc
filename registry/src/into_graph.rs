//! Converts the output of a graph's constructor into the blueprint that a registry stores. Not public API. Used by
//! generated code.

use crate::declared::ResolvesTo;
use crate::harness::BoxError;
use crate::registration::fill_slot;
use rag::Blueprint;
use std::any::Any;
use std::sync::Arc;

/// The output of a graph's constructor: a blueprint, a reference to a static one, a `Box` or `Arc` of one, or a `Result`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a graph: it is not a `Blueprint`, a reference to a static one, or a `Box`, `Arc` or `Result` of one",
    label = "declared here"
)]
pub trait IntoGraph: Sized {
    #[allow(missing_docs, reason = "hidden")]
    fn into_graph(self) -> Result<Arc<Blueprint>, BoxError>;

    #[allow(missing_docs, reason = "hidden")]
    fn fill<Declaration: ResolvesTo<Self>>(slot: &mut dyn Any) -> Result<(), BoxError> {
        fill_slot(slot, Declaration::make().into_graph()?)
    }
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

/// A `static` that contains a reference.
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
