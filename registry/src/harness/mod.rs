//! Traits that applications implement on top of the client library they already use.
//!
//! [`ChatModel`] and [`Tool`] are generic over the application's `State`. [`HarnessAgent`] is not, because it only receives a
//! prompt. All three are dyn-compatible and are implemented with the re-exported [`macro@async_trait`]. References, `Box`
//! and `Arc` of an implementor also implement the trait.
//!
//! ```
//! use registry::harness::{HarnessError, Tool, Value, async_trait, json};
//!
//! struct Add;
//!
//! #[async_trait]
//! impl Tool for Add {
//!     fn name(&self) -> &str {
//!         "add"
//!     }
//!
//!     async fn call(&self, _state: &(), arguments: Value) -> Result<Value, HarnessError> {
//!         let number = |key: &str| {
//!             arguments[key].as_i64().ok_or_else(|| HarnessError::invalid_arguments("add", format!("`{key}` is not an integer")))
//!         };
//!         Ok(json!(number("a")? + number("b")?))
//!     }
//! }
//! ```

mod agent;
mod error;
mod model;
mod model_registry;
mod stateless;
mod tool;
mod tool_registry;

pub use agent::HarnessAgent;
pub use async_trait::async_trait;
pub use error::{BoxError, HarnessError};
pub use model::{ChatMessage, ChatModel, ChatRequest, ChatResponse, ChatRole, ToolCall};
pub use model_registry::ModelRegistry;
pub use serde_json::{Value, json};
pub(crate) use stateless::Stateless;
pub use tool::{Tool, ToolSpec};
pub use tool_registry::ToolRegistry;
