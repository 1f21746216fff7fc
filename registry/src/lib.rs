//! A registry.
extern crate self as registry;

mod capability;
pub mod catalog;
mod component;
mod declared;
mod diagnostics;
mod error;
pub mod harness;
mod into_handle;
mod location;
mod nearest;
mod registration;
mod snapshot;

pub use capability::{AgentRegistry, CapabilityRegistry, declarations};
pub use component::{ComponentId, ComponentMetadata};
pub use diagnostics::{DiagnosticCode, RegistryDiagnostic};
pub use error::{Absence, Claim, Duplicate, RegistryError, Result, Unregistered};
pub use location::SourceLocation;
pub use rag::ComponentKind;
pub use registration::Registration;
pub use registry_macros::capability;
pub use snapshot::{AliasBinding, RegistrySnapshot};

/// resolve
#[macro_export]
macro_rules! resolve {
    ($($name:tt)*) => { $crate::__private::resolve!(($crate) $($name)*) };
}

/// declare
#[macro_export]
macro_rules! declare {
    ($($name:tt)*) => { $crate::__private::declare!(($crate) $($name)*); };
}

/// Not public API: used by generated code.
#[doc(hidden)]
pub mod __private {
    pub use crate::catalog::{Capability, CapabilitySet};
    pub use crate::declared::*;
    pub use crate::harness::{BoxError, ChatModel, HarnessAgent, Tool};
    pub use crate::into_handle::{IntoAgent, IntoGraph, IntoModel, IntoTool};
    pub use crate::{ComponentKind, Registration};
    pub use core::default::Default;
    pub use core::mem::size_of;
    pub use core::module_path;
    pub use core::option::Option::Some;
    pub use core::primitive::u8;
    pub use core::result::Result;
    pub use inventory;
    pub use registry_macros::{declare, resolve};
    pub use std::sync::Arc;
}
