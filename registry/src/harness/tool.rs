//! Tools, which models can call.

use super::{HarnessError, async_trait};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// A tool that models can call, with access to the application's `State`.
///
/// The [module documentation](crate::harness) has an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool for the state `{State}`",
    label = "it does not implement `Tool<{State}>`",
    note = "implement `Tool` for it; the documentation of `registry::harness` shows how",
    note = "if the tool uses the application's state, declare the state: `#[capability(tool = \"…\", state = Type)]`"
)]
#[async_trait]
pub trait Tool<State: Send + Sync + 'static = ()>: Send + Sync {
    /// Returns the name under which the tool is registered and called. It must not change.
    fn name(&self) -> &str;

    /// Returns a description of the tool for the model. The default is empty.
    fn description(&self) -> &str {
        ""
    }

    /// Returns the JSON schema of the arguments. The default is any object.
    fn parameters(&self) -> Value {
        json!({ "type": "object" })
    }

    /// Runs the tool.
    ///
    /// # Errors
    ///
    /// [`HarnessError::InvalidArguments`] if the arguments are invalid, or any error that prevents a result.
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

/// The specification of a tool, as sent to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolSpec {
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The JSON schema of the arguments.
    pub parameters: Value,
}

impl ToolSpec {
    /// Returns the specification of a tool.
    pub fn from_tool<State: Send + Sync + 'static>(tool: &(impl Tool<State> + ?Sized)) -> Self {
        Self { name: tool.name().to_owned(), description: tool.description().to_owned(), parameters: tool.parameters() }
    }
}
