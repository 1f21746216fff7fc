//! A registry of capabilities that is declared where the code is, checked while it compiles, and read without cost
//! while it runs.
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
//! // By the compiler: the type behind the name. A name that nothing declares does not compile.
//! let tool: LookupUser = resolve!(tool "lookup_user");
//!
//! // While the program runs: everything that is linked in, or every conflict.
//! let registry = CapabilityRegistry::<()>::collect()?;
//! assert!(registry.tool("find_user").is_some());
//! assert_eq!(registry.metadata(ComponentKind::Tool, "lookup_user").unwrap().description, "Looks a user up by id.");
//! # Ok(())
//! # }
//! ```
//!
//! - [`capability`] declares a model, tool, graph, agent or one of eight kinds that are only a name; [`declare!`] a
//!   name that exists only while the program runs. [`resolve!`] uses one.
//! - [`CapabilityRegistry`] holds what exists: collected from the declarations, registered by hand, or both.
//! - [`include_rag!`] and [`rag!`] compile agent graphs whose names the compiler resolves; [`CapabilityRegistry::compile`]
//!   those that arrive later.
//! - [`harness`] has the traits that models, tools and agents implement, and the registries of one run.
//! - [`catalog`] knows what thousands of models cost and can do, offline.
//! - [`agents`] tells which process is `/agents/researcher/alice`, also after a restart and for other programs.
//! - [`RegistrySnapshot`] is a registry as a value; [`RegistryDiagnostic`] a remark about one.
//!
//! # What to know about declarations
//!
//! Two crates that share a name without either knowing of the other are found by [`CapabilityRegistry::collect`],
//! everything else by the compiler.
//!
//! ## What is linked
//!
//! A declaration counts where its crate is linked, and a crate that is only in Cargo.toml is not: what it declares is
//! missing, and [`CapabilityRegistry::collect`] cannot know of it. [`link!`] links it. rustc names such a crate with
//! `#![warn(unused_crate_dependencies)]` in the root of the program:
//!
//! ```text
//! warning: extern crate `crm_tools` is unused in crate `desk`
//!   = help: remove the dependency or add `use crm_tools as _;` to the crate root
//! ```
//!
//! The lint is off by default, and better not switched on in `[lints]` of Cargo.toml: each test and example would have
//! to use every dependency of its package. Tests in `tests/`, examples and doctests are programs of their own, and link
//! the library of their package only where they mention it.
//!
//! ## Where declarations are not those of the program
//!
//! | where | what happens | what to do |
//! |---|---|---|
//! | a `staticlib` that C links | the linker takes from the archive only objects that something refers to, and declarations in all others are lost; [`CapabilityRegistry::collect`] is [`RegistryError::DeclarationsDropped`] | link it with `-Wl,--whole-archive` or what your linker calls that, or build a `cdylib` |
//! | a library loaded with `dlopen` | it has a list of its own | register what it offers by hand |
//! | two versions of this crate in one program | each has a list of its own | `cargo tree --duplicates` shows who depends on which |
//! | doctests of edition 2024 | all of a crate are one program, which declares everything | <code>```standalone_crate</code> on those that declare or collect |
//! | `mod tools;` in both `lib.rs` and `main.rs` | the package declares everything twice; the error says so | `use` the library in `main.rs` |
//! | unit tests of a crate that a development dependency links as well | as above | tests in `tests/` |
//! | `#![no_implicit_prelude]` | a name can be declared but not used: rustc does not know the attribute that gives errors their words | use it in another module |
//!
//! # Features
//!
//! - `catalog` (default): [`catalog`], [`ModelRouter`], [`model_router!`], `requires`, and the check of declared models.
//! - `rag` (default): [`rag`](mod@rag), [`include_rag!`], [`rag!`], [`CapabilityRegistry::compile`] and graphs as components.
//!   Without these two, names, tools, models and agents go on working, and what needs one of them says so. A model is then
//!   declared as `custom`, so that the declaration still compiles where another crate switches the catalog on.
//! - `sqlite`: the agent table in a file; `daemon`: its daemon and client.
//! - `tracing`: a debug event for each registration and alias.

#![cfg_attr(
    not(all(feature = "catalog", feature = "rag")),
    allow(rustdoc::broken_intra_doc_links, reason = "the text speaks of what a feature brings")
)]

// What the macros emit begins with `::registry`, in this crate's own examples and tests as well.
extern crate self as registry;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

mod capability;
#[cfg(feature = "catalog")]
pub mod catalog;
mod component;
mod constructor_output;
mod declared;
mod diagnostics;
mod error;
pub mod harness;
#[cfg(feature = "rag")]
mod into_graph;
mod location;
mod nearest;
mod picture;
#[cfg(feature = "rag")]
pub mod rag;
mod registration;
mod resolving;
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
pub use router::{ModelRouter, RouterProblem, WorkloadRoute};
pub use snapshot::{AliasBinding, RegistrySnapshot};
pub use vocabulary::{ComponentKind, MAX_NAME_BYTES, NameError, UnknownKind, check_name};

/// Declares a capability: what the item is, and under which name it is offered.
///
/// The kind is one of `model`, `tool`, `graph`, `agent`, `router`, `reducer`, `store`, `script`, `middleware`,
/// `checkpointer`, `task_store` and `listener`, with the name as a string literal of at most 256 bytes and no control
/// characters. Beside it may stand, in any order:
///
/// | argument | meaning |
/// |---|---|
/// | `alias = "…"`, `aliases("…", "…")` | other names, as unique as names are; repeatable |
/// | `tags("…", "…")` | words to find it by; repeatable |
/// | `description = "…"` | what it is for, as an expression such as `include_str!("tool.md")`; the doc comment when absent |
/// | `state = Type` | models and tools: the application state they are written for; `()` when absent |
/// | `requires(vision, tool_calling)` | models: what the catalog must say that it can do |
/// | `catalog = "provider/model"` | models: the catalog's entry, where it is not the name |
/// | `custom` | models: no catalog knows it, or the feature `catalog` is off |
/// | `any_name` | tools: a name that common providers refuse (over 64 characters, or not of `[A-Za-z0-9_-]`) |
/// | `init = path` | types: the function that makes the value, instead of `Default`; `Self::new` works |
/// | `crate = path` | where this crate is found, if neither as a dependency nor as its rename: `facade::registry` |
///
/// It stands on
///
/// - a **struct** or **enum** that is made by `Default` or `init`, or a **type alias** of a generic one's instance;
/// - a **function** without arguments: what it returns, or the value of the `Result` that it returns. An error stops
///   [`CapabilityRegistry::collect`], which names the declaration;
/// - a **`static`** (used in place) or **`const`**.
///
/// A component of the other eight kinds is only a name, and the item stays what it is.
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
/// The compiler refuses a name or alias that the kind already has anywhere in the program it sees, with both places;
/// an unknown argument, kind or capability, with the near ones; a model that is neither in the catalog nor `custom`,
/// or lacks what `requires` asks for. It warns of a model that its provider
/// has retired, or that the catalog has for something else than chat; `#[allow(deprecated)]` on the item takes note of it.
pub use registry_macros::capability;

/// An expression of the type behind a declared name or alias: no table is asked, and a name that nothing declares is an
/// error of the compiler.
///
/// It makes the value as the declaration says: by `Default` or `init`, by calling the function (whose `Result`, if it
/// returns one, is the value), by copying the `const` or borrowing the `static`. A function that returns `impl Trait`
/// makes the handle, such as `Arc<dyn Tool>`. A function of a name-only kind is itself the value, as a function pointer with
/// its lifetimes and its calling convention.
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
/// The compiler refuses a name that nothing declares, with near ones that the crate declares before that place; one that is
/// declared in more than one place, with every place; and one whose declaration has no value, with the reason: `declare!`
/// has none, nor has a type of a name-only kind without `init`, nor a function that is generic, `async` or has an
/// `impl Trait`. The declared type has to be visible where it is resolved: another crate resolves what is `pub`. The value is
/// made while the program runs, so a `static` needs a [`LazyLock`](std::sync::LazyLock) around it.
///
/// ```compile_fail
/// registry::resolve!(reducer "some");
/// ```
///
/// # Panics
///
/// A constructor may resolve other declarations. Where that leads back to itself, the innermost one panics with every step.
#[macro_export]
macro_rules! resolve {
    ($($name:tt)*) => { $crate::__private::resolve!(($crate) $($name)*) };
}

/// Declares a name that exists only while the program runs: a plugin, a tool that a server offers.
///
/// Whatever checks names while the program compiles then knows it. [`CapabilityRegistry::verify`] reports it if nothing
/// registers it.
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

/// Links crates that nothing else mentions, so that what they declare is found: a crate that is only in Cargo.toml is not
/// linked.
///
/// Crates are named as code names them, with `_` in place of `-`. It stands where an item may stand, in any module of the
/// program or of a library that the program links.
///
/// ```standalone_crate
/// # extern crate serde_json as crm_tools;
/// # extern crate pollster as mail_tools;
/// registry::link!(crm_tools, mail_tools);
///
/// # fn main() -> registry::Result<()> {
/// let registry = registry::CapabilityRegistry::<()>::collect()?; // with the tools of both crates
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The compiler refuses a crate that is not among the dependencies, by its name, with those that are called nearly that.
///
/// ```compile_fail,E0432
/// registry::link!(crate_that_is_not_in_cargo_toml);
/// ```
#[macro_export]
macro_rules! link {
    ($($crates:tt)*) => { $crate::__private::link! { $($crates)* } };
}

/// A [`Blueprint`] from a `.rag` file, compiled while the program compiles.
///
/// The path starts at the root of the crate; `..` leads to what crates of a workspace share, and an absolute path is an
/// error. The file's own errors are errors of the compiler, with a picture of the
/// place; its warnings are warnings. Every name that it refers to is resolved like in [`resolve!`]: one that no linked
/// crate declares, or that two places declare, does not compile. The value needs no parsing while the program runs and
/// can be a `static`.
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
/// A file with several graphs needs to be told which one is meant: `include_rag!("graphs/desk.rag", graph = "triage")`.
/// A graph of the file that this one runs is a name like any other: it is found in the registry, so it has to be declared
/// as well.
/// For a source that stands in the program there is [`rag!`].
#[cfg(feature = "rag")]
#[macro_export]
macro_rules! include_rag {
    ($($source:tt)*) => { $crate::__private::include_rag!(($crate) $($source)*) };
}

/// A [`Blueprint`] from a source that stands in the program, as one raw string: Rust's own tokens would tear block
/// strings apart. Otherwise like [`include_rag!`].
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

/// A [`ModelRouter`] whose models rustc resolves: a workload that names an unknown model, or one that cannot do what the
/// workload requires, does not compile.
///
/// Each route is `workload "…" => model "…"`, then, behind commas, `requires(…)` and `fallbacks("…", …)`, then `;`. A
/// fallback is a workload of this router or a model. `default "…";` names the workload that serves every other.
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
/// What a model can do is what the catalog that is built into this crate says of it, and for one that no catalog knows
/// what its declaration `requires`. A router is made while the program runs: a `static` needs a
/// [`LazyLock`](std::sync::LazyLock) around it. A model that is only declared ([`declare!`]) and not in the catalog is known while the
/// program runs: [`ModelRouter::validate`] checks it then. So it does where an overlay changes the catalog, and where a
/// fallback names a workload by an alias of a model.
///
/// # Errors
///
/// Beside unknown and unfit models, the compiler refuses a workload with two routes, workloads that fall back in a
/// cycle, an unknown capability, and a default that is not a workload.
///
/// ```compile_fail
/// registry::model_router! { workload "chat-v1" => model "gpt-4o"; }; // which nothing declares
/// ```
#[cfg(feature = "catalog")]
#[macro_export]
macro_rules! model_router {
    ($($routes:tt)*) => { $crate::__private::model_router!(($crate) $($routes)*) };
}

/// Without the feature: an error that names it.
#[cfg(not(feature = "rag"))]
#[doc(hidden)]
#[macro_export]
macro_rules! include_rag {
    ($($anything:tt)*) => {
        $crate::__private::compile_error!("`include_rag!` needs the feature `rag` of the package `named-capabilities`")
    };
}

/// Without the feature: an error that names it.
#[cfg(not(feature = "rag"))]
#[doc(hidden)]
#[macro_export]
macro_rules! rag {
    ($($anything:tt)*) => {
        $crate::__private::compile_error!("`rag!` needs the feature `rag` of the package `named-capabilities`")
    };
}

/// Without the feature: an error that names it.
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

/// Not public API: used by generated code.
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
    pub use crate::router::{can, of_checked_routes};
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
