//! Agents, which answer a prompt.

use super::{HarnessError, async_trait};
use std::sync::Arc;

/// An agent that answers a prompt from a sub-agent node of a graph or from an application.
///
/// It has no access to the application's state; everything it needs must be in the prompt.
///
/// ```
/// use registry::harness::{HarnessAgent, HarnessError, async_trait};
///
/// struct Shouter;
///
/// #[async_trait]
/// impl HarnessAgent for Shouter {
///     fn name(&self) -> &str {
///         "shouter"
///     }
///
///     async fn run(&self, prompt: &str) -> Result<String, HarnessError> {
///         Ok(prompt.to_uppercase())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an agent",
    label = "it does not implement `HarnessAgent`",
    note = "implement `HarnessAgent` for it; the documentation of `registry::harness` shows how"
)]
#[async_trait]
pub trait HarnessAgent: Send + Sync {
    /// Returns the name under which the agent is registered. It must not change.
    fn name(&self) -> &str;

    /// Answers a prompt.
    ///
    /// # Errors
    ///
    /// Any error that prevents an answer.
    async fn run(&self, prompt: &str) -> Result<String, HarnessError>;
}

macro_rules! forward {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        #[async_trait]
        impl<A: HarnessAgent + ?Sized> HarnessAgent for $pointer {
            fn name(&self) -> &str {
                (**self).name()
            }

            async fn run(&self, prompt: &str) -> Result<String, HarnessError> {
                (**self).run(prompt).await
            }
        }
    )*};
}

forward!(&A, Box<A>, Arc<A>);
