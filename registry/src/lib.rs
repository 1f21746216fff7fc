//! A registry of capabilities that are declared next to the code, checked at compile time, and looked up at run time
//! without allocation.
//!
//! ```standalone_crate
//! use registry::harness::{HarnessError, Tool, async_trait};
//! use registry::{CapabilityRegistry, ComponentKind, capability, resolve};
//! use serde_json::{Value, json};
//!
//! /// Looks a user up by id.
//! #[capability(tool = "lookup_user", alias = "find_user", tags("crm", "read"))]
//! #[derive(Default)]
//! struct LookupUser;
//!
//! #[async_trait]
//! impl Tool for LookupUser {
//!     fn name(&self) -> &str {
//!         "lookup_user"
//!     }
//!
//!     async fn call(&self, _state: &(), arguments: Value) -> Result<Value, HarnessError> {
//!         Ok(json!({ "id": arguments["id"], "name": "Ada" }))
//!     }
//! }
//!
//! # fn main() -> registry::Result<()> {
//! // At compile time: the type behind the name. An undeclared name does not compile.
//! let tool: LookupUser = resolve!(tool "lookup_user");
//!
//! // At run time: every linked declaration, or an error that lists every conflict.
//! let registry = CapabilityRegistry::<()>::collect()?;
//! assert!(registry.tool("find_user").is_some());
//! assert_eq!(registry.metadata(ComponentKind::Tool, "lookup_user").unwrap().description, "Looks a user up by id.");
//! # Ok(())
//! # }
//! ```
//!
//! - [`capability`] declares a model, tool, graph, agent, or a component of one of eight name-only kinds. [`declare!`]
//!   declares a name that is registered at run time. [`resolve!`] uses a declared name.
//! - [`CapabilityRegistry`] holds the components, collected from the declarations, registered manually, or both.
//! - [`include_rag!`] and [`rag!`] compile agent graphs whose names the compiler resolves. [`CapabilityRegistry::compile`]
//!   compiles graphs at run time.
//! - [`harness`] contains the traits that models, tools and agents implement, and the registries of a single run.
//! - [`catalog`] contains the prices and capabilities of thousands of models, offline.
//! - [`agents`] maps names such as `/agents/researcher/alice` to processes, optionally in a file or shared between programs.
//! - [`RegistrySnapshot`] is a serializable snapshot of a registry, and [`RegistryDiagnostic`] a diagnostic about one.
//!
//! # Limits of declarations
//!
//! The compiler reports a duplicate name unless the two declarations are in crates that do not depend on each other.
//! [`CapabilityRegistry::collect`] reports those.
//!
//! ## What is linked
//!
//! A declaration takes effect only if its crate is linked. A dependency that is listed in Cargo.toml but not used by the
//! code is not linked: its declarations are missing, and [`CapabilityRegistry::collect`] cannot detect that. [`link!`]
//! links such a crate. rustc lists unused dependencies with `#![warn(unused_crate_dependencies)]` in the crate root of
//! the program:
//!
//! ```text
//! warning: extern crate `crm_tools` is unused in crate `desk`
//!   = help: remove the dependency or add `use crm_tools as _;` to the crate root
//! ```
//!
//! The lint is off by default. Do not enable it in `[lints]` of Cargo.toml, because then each test and example would have
//! to use every dependency of its package. Tests in `tests/`, examples and doctests are separate programs, which link the
//! library of their package only if they mention it.
//!
//! ## Missing or duplicate declarations
//!
//! | situation | effect | solution |
//! |---|---|---|
//! | a `staticlib` that is linked into a C program | the linker takes only referenced objects from the archive, and declarations in all others are lost; [`CapabilityRegistry::collect`] returns [`RegistryError::DeclarationsDropped`] | link it with `-Wl,--whole-archive` or the equivalent of your linker, or build a `cdylib` |
//! | a library loaded with `dlopen` | it has its own list of declarations | register its components manually |
//! | two versions of this crate in one program | each has its own list of declarations | `cargo tree --duplicates` shows which crates depend on which version |
//! | doctests in edition 2024 | all doctests of a crate are one program, which contains all their declarations | mark doctests that declare or collect with <code>```standalone_crate</code> |
//! | `mod tools;` in both `lib.rs` and `main.rs` | the package declares everything twice, which the error reports | `use` the library in `main.rs` |
//! | unit tests of a crate that a development dependency also links | as above | move the tests to `tests/` |
//! | `#![no_implicit_prelude]` | names can be declared but not resolved, because rustc does not find the attribute for custom error messages | resolve names in another module |
//!
//! # Features
//!
//! - `catalog` (default): [`catalog`], [`ModelRouter`], [`model_router!`], `requires`, and the check of declared models.
//! - `rag` (default): [`rag`](mod@rag), [`include_rag!`], [`rag!`], [`CapabilityRegistry::compile`] and graphs as components.
//!   Without these two features, names, tools, models and agents still work. Macros that need a disabled feature report
//!   that. Models must then be declared as `custom`, so that they still compile if another crate enables the catalog.
//! - `sqlite`: the agent table in a SQLite file.
//! - `daemon`: the daemon of the agent table and its client.
//! - `tracing`: a debug event for every registration and alias.

#![cfg_attr(
    not(all(feature = "catalog", feature = "rag")),
    allow(rustdoc::broken_intra_doc_links, reason = "the documentation links to items of optional features")
)]

// Generated code refers to `::registry`, also in the examples and tests of this crate.
extern crate self as registry;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

mod capability;
#[cfg(feature = "catalog")]
pub mod catalog;
mod component;
mod constructor_cycles;
mod constructor_output;
mod declared;
mod diagnostics;
mod diagram;
mod error;
pub mod harness;
#[cfg(feature = "rag")]
mod into_graph;
mod location;
mod nearest;
#[cfg(feature = "rag")]
pub mod rag;
mod registration;
#[cfg(feature = "catalog")]
mod router;
mod snapshot;

pub use ::agent_table as agents;
#[cfg(feature = "rag")]
pub use ::rag::{Blueprint, CapabilityResolver, CapabilitySource};
pub use capability::{AgentRegistry, CapabilityRegistry, LocatedAgent, declarations};
pub use component::{ComponentId, ComponentMetadata};
pub use diagnostics::{DiagnosticCode, RegistryDiagnostic};
pub use error::{Absence, Claim, DeclaredName, Duplicate, GraphHop, RegistryError, Result, Unregistered};
pub use location::SourceLocation;
pub use registration::Registration;
#[cfg(feature = "catalog")]
pub use router::{ModelRouter, RouterError, WorkloadRoute};
pub use snapshot::{AliasBinding, RegistrySnapshot};
pub use vocabulary::{ComponentKind, MAX_NAME_BYTES, NameError, UnknownKind, check_name};

/// Declares an item as a capability of a kind, under a name.
///
/// The kind is one of `model`, `tool`, `graph`, `agent`, `router`, `reducer`, `store`, `script`, `middleware`,
/// `checkpointer`, `task_store` and `listener`. The name is a string literal of at most 256 bytes without control characters.
/// Further arguments may follow in any order:
///
/// | argument | meaning |
/// |---|---|
/// | `alias = "…"`, `aliases("…", "…")` | other names, which must be unique like names; repeatable |
/// | `tags("…", "…")` | search terms; repeatable |
/// | `description = "…"` | the purpose, as an expression such as `include_str!("tool.md")`; by default the doc comment |
/// | `state = Type` | models and tools: the application state that they need; by default `()` |
/// | `requires(vision, tool_calling)` | models: capabilities that the model must have according to the catalog |
/// | `catalog = "provider/model"` | models: the catalog entry, if it differs from the name |
/// | `custom` | models: the model is not in the catalog, or the feature `catalog` is disabled |
/// | `any_name` | tools: allows a name that common providers reject (over 64 characters, or characters other than `[A-Za-z0-9_-]`) |
/// | `init = path` | types: the constructor to use instead of `Default`, for example `Self::new` |
/// | `crate = path` | the path of this crate if it is not a direct dependency, for example `facade::registry` |
///
/// The attribute is supported on
///
/// - a **struct** or **enum**, which is constructed with `Default` or `init`, or a **type alias** of a generic type with
///   concrete arguments;
/// - a **function** without arguments, which returns the component or a `Result` of it. If it returns an error,
///   [`CapabilityRegistry::collect`] fails with an error that names the declaration;
/// - a **`static`**, which is used by reference, or a **`const`**.
///
/// Components of the other eight kinds are registered by name only, and any of these items can be used for them.
///
/// ```standalone_crate
/// use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
/// use registry::{CapabilityRegistry, capability};
///
/// struct Client(&'static str);
///
/// #[async_trait]
/// impl ChatModel for Client {
///     async fn chat(&self, _state: &(), _request: ChatRequest) -> Result<ChatResponse, HarnessError> {
///         Ok(ChatResponse::text(format!("{} answers", self.0)))
///     }
/// }
///
/// #[capability(model = "gpt-4o", alias = "fast", requires(tool_calling, vision))]
/// fn gpt_4o() -> impl ChatModel {
///     Client("gpt-4o")
/// }
///
/// #[capability(model = "house", custom)]
/// static HOUSE: Client = Client("house");
///
/// #[capability(reducer = "append")]
/// fn append(mut list: Vec<String>, item: String) -> Vec<String> {
///     list.push(item);
///     list
/// }
///
/// # fn main() -> registry::Result<()> {
/// let registry = CapabilityRegistry::<()>::collect()?;
/// assert_eq!(registry.to_model_registry().names().collect::<Vec<_>>(), ["fast", "gpt-4o", "house"]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The compiler rejects
///
/// - a name or alias that this crate or its dependencies already declare for the kind, and shows both places;
/// - an unknown argument, kind or capability, and suggests similar ones;
/// - a model that is neither in the catalog nor `custom`, or that lacks a required capability.
///
/// It warns about a model that its provider has retired, or whose mode in the catalog is not chat. `#[allow(deprecated)]` on
/// the item suppresses the warning.
pub use registry_macros::capability;

/// Expands to the value behind a declared name or alias. The name is resolved at compile time, without a lookup at run time.
///
/// The value is constructed as declared: with `Default` or `init`, by calling the function (if it returns a `Result`, that
/// is the value), by copying the `const`, or by borrowing the `static`. For a function that returns `impl Trait`, the value
/// is a handle such as `Arc<dyn Tool>`. For a function of a name-only kind, the value is the function itself, as a function
/// pointer with its lifetimes and calling convention.
///
/// ```standalone_crate
/// use registry::{capability, resolve};
///
/// #[capability(reducer = "sum")]
/// fn sum(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// assert_eq!(resolve!(reducer "sum")(2, 3), 5);
/// ```
///
/// # Errors
///
/// The compiler rejects
///
/// - an undeclared name, and suggests similar names that the crate declares before that place;
/// - a name with several declarations, and shows every place;
/// - a name whose declaration has no value: one from `declare!`, a type of a name-only kind without `init`, or a function of
///   a name-only kind that is generic, `async` or has an `impl Trait` in its signature.
///
/// The declared type must be visible where it is resolved: other crates can only resolve `pub` types. The value is
/// constructed at run time, so in a `static` it needs a [`LazyLock`](std::sync::LazyLock).
///
/// ```compile_fail
/// registry::resolve!(reducer "some");
/// ```
///
/// # Panics
///
/// A constructor may resolve other declarations. If constructors resolve each other in a cycle, the innermost `resolve!`
/// panics with a message that lists every step.
#[macro_export]
macro_rules! resolve {
    ($($name:tt)*) => { $crate::__private::resolve!(($crate) $($name)*) };
}

/// Declares a name that the program registers at run time, for example for a plugin or a tool of a remote server.
///
/// References to the name are then accepted at compile time. [`CapabilityRegistry::verify`] reports the name if it is not
/// registered.
///
/// ```standalone_crate
/// use registry::{CapabilityRegistry, declare};
///
/// declare!(router "by_plugin");
///
/// # fn main() -> registry::Result<()> {
/// let mut registry = CapabilityRegistry::<()>::collect()?;
/// assert!(registry.verify().unwrap_err().to_string().contains("the router `by_plugin`"));
/// registry.register_router("by_plugin")?;
/// registry.verify()
/// # }
/// ```
#[macro_export]
macro_rules! declare {
    ($($name:tt)*) => { $crate::__private::declare!(($crate) $($name)*); };
}

/// Links crates that the code does not use otherwise, so that their declarations are found.
///
/// Crate names are written as in Rust code, with `_` instead of `-`. The macro can be used wherever an item is allowed, in
/// any module of the program or of a linked library.
///
/// ```standalone_crate
/// # extern crate serde_json as crm_tools;
/// # extern crate pollster as mail_tools;
/// registry::link!(crm_tools, mail_tools);
///
/// # fn main() -> registry::Result<()> {
/// let registry = registry::CapabilityRegistry::<()>::collect()?; // includes the tools of both crates
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The compiler rejects a name that is not a dependency, and suggests similar ones.
///
/// ```compile_fail,E0432
/// registry::link!(crate_that_is_not_in_cargo_toml);
/// ```
#[macro_export]
macro_rules! link {
    ($($crates:tt)*) => { $crate::__private::link! { $($crates)* } };
}

/// Expands to a [`Blueprint`] from a `.rag` file, which is checked at compile time.
///
/// The path is relative to the root of the crate. It may contain `..`, for example for a file that several crates of a
/// workspace share, but it must not be absolute. Errors in the file are compiler errors that show the affected lines, and
/// warnings are compiler warnings. Every referenced name is resolved as with [`resolve!`]: a name without a declaration in a
/// linked crate, or with several, does not compile. The value can be a `static`.
///
/// ```standalone_crate
/// use registry::{Blueprint, CapabilityRegistry, capability, include_rag};
///
/// #[capability(router = "by_topic")]
/// fn by_topic() {}
///
/// #[capability(graph = "triage")]
/// static TRIAGE: Blueprint = include_rag!("tests/graphs/triage.rag");
///
/// # fn main() -> registry::Result<()> {
/// assert_eq!(CapabilityRegistry::<()>::collect()?.graph_blueprint("triage").unwrap().start, "sort");
/// # Ok(())
/// # }
/// ```
///
/// If a file contains several graphs, select one: `include_rag!("graphs/desk.rag", graph = "triage")`. If that graph runs
/// another graph of the same file, the other graph must also be declared, because subgraphs are looked up in the registry.
///
/// For an inline source, use [`rag!`].
#[cfg(feature = "rag")]
#[macro_export]
macro_rules! include_rag {
    ($($source:tt)*) => { $crate::__private::include_rag!(($crate) $($source)*) };
}

/// Expands to a [`Blueprint`] from an inline source, which is written as a raw string so that the block strings of the
/// language need no escapes. Otherwise it works like [`include_rag!`].
///
/// ```standalone_crate
/// use registry::{Blueprint, capability, rag};
///
/// #[capability(router = "by_topic")]
/// fn by_topic() {}
///
/// static TRIAGE: Blueprint = rag!(r#"
///     graph triage {
///       start sort
///       node sort { kind router  model "by_topic" }
///     }
/// "#);
/// assert_eq!(TRIAGE.start, "sort");
/// ```
#[cfg(feature = "rag")]
#[macro_export]
macro_rules! rag {
    ($($source:tt)*) => { $crate::__private::rag!(($crate) $($source)*) };
}

/// Expands to a [`ModelRouter`] whose models are resolved at compile time: a workload with an unknown model, or with a model
/// that lacks a required capability, does not compile.
///
/// Each route is `workload "…" => model "…"`, optionally followed by `, requires(…)` and `, fallbacks("…", …)`, and ends
/// with `;`. A fallback is a workload of this router or a model. `default "…";` sets the workload whose route serves all
/// other workloads.
///
/// ```standalone_crate
/// use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
/// use registry::{capability, model_router};
///
/// # struct Client;
/// # #[async_trait]
/// # impl ChatModel for Client {
/// #     async fn chat(&self, _state: &(), _request: ChatRequest) -> Result<ChatResponse, HarnessError> {
/// #         Ok(ChatResponse::text(""))
/// #     }
/// # }
/// #[capability(model = "gpt-4o", alias = "fast")]
/// static GPT_4O: Client = Client;
///
/// #[capability(model = "house", custom, requires(tool_calling))]
/// static HOUSE: Client = Client;
///
/// # fn main() {
/// let router = model_router! {
///     workload "chat-v1" => model "fast", requires(tool_calling), fallbacks("house");
///     workload "vision-v1" => model "gpt-4o", requires(vision);
///     default "chat-v1";
/// };
/// assert_eq!(router.chain("chat-v1"), ["fast", "house"]);
/// # }
/// ```
///
/// The capabilities of a model are those in the built-in catalog or, for a `custom` model, those in the `requires` of its
/// declaration. The router is constructed at run time, so in a `static` it needs a [`LazyLock`](std::sync::LazyLock).
///
/// Call [`ModelRouter::validate`] at run time if the router uses a model from [`declare!`] that is not in the catalog, if an
/// overlay changes the catalog, or if a fallback refers to a workload by an alias of a model.
///
/// # Errors
///
/// The compiler rejects an unknown model, a model that lacks a required capability, a workload with two routes, workloads
/// that fall back in a cycle, an unknown capability, and a default that is not a workload.
///
/// ```compile_fail
/// registry::model_router! { workload "chat-v1" => model "gpt-4o"; }; // not declared
/// ```
#[cfg(feature = "catalog")]
#[macro_export]
macro_rules! model_router {
    ($($routes:tt)*) => { $crate::__private::model_router!(($crate) $($routes)*) };
}

/// Reports that the feature is disabled.
#[cfg(not(feature = "rag"))]
#[doc(hidden)]
#[macro_export]
macro_rules! include_rag {
    ($($anything:tt)*) => {
        $crate::__private::compile_error!("`include_rag!` needs the feature `rag` of the package `named-capabilities`")
    };
}

/// Reports that the feature is disabled.
#[cfg(not(feature = "rag"))]
#[doc(hidden)]
#[macro_export]
macro_rules! rag {
    ($($anything:tt)*) => {
        $crate::__private::compile_error!("`rag!` needs the feature `rag` of the package `named-capabilities`")
    };
}

/// Reports that the feature is disabled.
#[cfg(not(feature = "catalog"))]
#[doc(hidden)]
#[macro_export]
macro_rules! model_router {
    ($($anything:tt)*) => {
        $crate::__private::compile_error!(
            "`model_router!` needs the feature `catalog` of the package `named-capabilities`"
        )
    };
}

/// Not public API. Used by generated code.
#[doc(hidden)]
pub mod __private {
    pub use super::__private;
    pub use crate::constructor_output::{
        ByDefault, DeclaredAgent, DeclaredModel, DeclaredTool, InitOf, IntoAgent, IntoModel, IntoTool,
    };
    pub use crate::declared::*;
    pub use crate::harness::{BoxError, ChatModel, HarnessAgent, Tool};
    #[cfg(feature = "rag")]
    pub use crate::into_graph::IntoGraph;
    #[cfg(feature = "catalog")]
    pub use crate::router::{router_from_checked_routes, supports};
    pub use crate::{ComponentKind, Registration};
    #[cfg(feature = "rag")]
    pub use ::rag;
    pub use core::marker::PhantomData;
    pub use core::module_path;
    pub use core::option::Option::{self, Some};
    pub use core::primitive::{bool, str, u8, usize};
    pub use core::result::Result;
    pub use core::{assert, compile_error, concat, file, include_bytes, line, panic};
    pub use inventory;
    #[cfg(feature = "catalog")]
    pub use registry_macros::model_router;
    pub use registry_macros::{declare, link, resolve};
    #[cfg(feature = "rag")]
    pub use registry_macros::{include_rag, rag};
    pub use std::sync::Arc;
    pub use vocabulary::{Capability, CapabilitySet};
}
