//! Tools: what a model may call.

use super::{HarnessError, async_trait};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// A tool that models call, with the application's `State` at hand.
///
/// The [module documentation](crate::harness) has an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool for the state `{State}`",
    label = "it does not implement `Tool<{State}>`",
    note = "implement `Tool` for it; the documentation of `registry::harness` shows how",
    note = "a tool that is written for the application's state says so: `#[capability(tool = \"…\", state = Type)]`"
)]
#[async_trait]
pub trait Tool<State: Send + Sync + 'static = ()>: Send + Sync {
    /// The name under which the tool is registered and called. It must not change.
    fn name(&self) -> &str;

    /// What the tool does, in words for the model. Empty when there is nothing to say.
    fn description(&self) -> &str {
        ""
    }

    /// The JSON schema of the arguments. By default an object of anything.
    fn parameters(&self) -> Value {
        json!({ "type": "object" })
    }

    /// Runs the tool.
    ///
    /// # Errors
    /// [`HarnessError::InvalidArguments`] when the arguments do not fit, otherwise whatever went wrong.
    async fn call(&self, state: &State, arguments: Value) -> Result<Value, HarnessError>;
}

macro_rules! forward {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        #[async_trait]
        impl<State: Send + Sync + 'static, T: Tool<State> + ?Sized> Tool<State> for $pointer {
            fn name(&self) -> &str {
                (**self).name()
            }

            fn description(&self) -> &str {
                (**self).description()
            }

            fn parameters(&self) -> Value {
                (**self).parameters()
            }

            async fn call(&self, state: &State, arguments: Value) -> Result<Value, HarnessError> {
                (**self).call(state, arguments).await
            }
        }
    )*};
}

forward!(&T, Box<T>, Arc<T>);

/// A tool as a model is told about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolSpec {
    /// The name by which it is called.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The JSON schema of its arguments.
    pub parameters: Value,
}

impl ToolSpec {
    /// Describes a tool.
    pub fn of<State: Send + Sync + 'static>(tool: &(impl Tool<State> + ?Sized)) -> Self {
        Self { name: tool.name().to_owned(), description: tool.description().to_owned(), parameters: tool.parameters() }
    }
}
