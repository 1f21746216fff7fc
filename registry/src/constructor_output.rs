//! From what a declaration makes to the handle that a registry keeps. Not public API: used by generated code.
//!
//! A constructor gives a value or a `Result`. Which of the two it is shows in the `Returned` parameter, which rustc
//! infers: a type alias for `Result` is seen through.

use crate::declared::ResolvesTo;
use crate::harness::{BoxError, ChatModel, HarnessAgent, Tool};
use crate::registration::put;
use std::any::Any;
use std::sync::Arc;

/// A constructor that gives its value.
#[doc(hidden)]
#[derive(Debug)]
pub struct Value;

/// A constructor that gives a `Result`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Fallible;

macro_rules! handles {
    ($($into:ident :: $method:ident, $declared:ident <$($State:ident)?> $behind:ty, $bound:path, $message:literal $(, note = $note:literal)*;)*) => {$(
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "declared here",
            $(note = $note,)*
            note = "what a declared function returns may also be a `Result` of one, with an error that is a `std::error::Error + Send + Sync` or converts into a `Box` of one; a `Box<dyn Error>` alone does not"
        )]
        pub trait $into<$($State: Send + Sync + 'static = (),)? Returned = Value>: Sized {
            #[allow(missing_docs, reason = "hidden")]
            fn $method(self) -> Result<Arc<$behind>, BoxError>;

            #[allow(missing_docs, reason = "hidden")]
            fn fill<Declaration: ResolvesTo<Self>>(slot: &mut dyn Any) -> Result<(), BoxError> {
                put(slot, Declaration::make().$method()?)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($State: Send + Sync + 'static,)? T: $bound + 'static> $into<$($State,)? Value> for T {
            fn $method(self) -> Result<Arc<$behind>, BoxError> {
                Ok(Arc::new(self))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($State: Send + Sync + 'static,)? T: $bound + 'static, E: Into<BoxError>> $into<$($State,)? Fallible> for Result<T, E> {
            fn $method(self) -> Result<Arc<$behind>, BoxError> {
                match self {
                    Ok(value) => Ok(Arc::new(value)),
                    Err(error) => Err(error.into()),
                }
            }
        }

        /// A declared type: an error is about the trait that it lacks.
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "declared here", $(note = $note,)*)]
        pub trait $declared<$($State: Send + Sync + 'static = (),)?>: Sized {
            #[allow(missing_docs, reason = "hidden")]
            fn fill<Declaration: ResolvesTo<Self>>(slot: &mut dyn Any) -> Result<(), BoxError>;
        }

        impl<$($State: Send + Sync + 'static,)? T: $bound + 'static> $declared<$($State)?> for T {
            fn fill<Declaration: ResolvesTo<Self>>(slot: &mut dyn Any) -> Result<(), BoxError> {
                let handle: Arc<$behind> = Arc::new(Declaration::make());
                put(slot, handle)
            }
        }
    )*};
}

handles! {
    IntoModel::into_model, DeclaredModel<State> dyn ChatModel<State>, ChatModel<State>,
        "`{Self}` is not a model for the state `{State}`: it does not implement `ChatModel<{State}>`",
        note = "implement `ChatModel` for a type, and declare the type, a `const` or `static` of it, or a function without arguments that returns it",
        note = "a model that is written for the application's state says so: `#[capability(model = \"…\", state = Type)]`";
    IntoTool::into_tool, DeclaredTool<State> dyn Tool<State>, Tool<State>,
        "`{Self}` is not a tool for the state `{State}`: it does not implement `Tool<{State}>`",
        note = "implement `Tool` for a type, and declare the type, a `const` or `static` of it, or a function without arguments that returns it",
        note = "a tool that is written for the application's state says so: `#[capability(tool = \"…\", state = Type)]`";
    IntoAgent::into_agent, DeclaredAgent<> dyn HarnessAgent, HarnessAgent,
        "`{Self}` is not an agent: it does not implement `HarnessAgent`",
        note = "implement `HarnessAgent` for a type, and declare the type, a `const` or `static` of it, or a function without arguments that returns it";
}

/// How a type is made that does not say `init = path`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default, so a registry cannot make one",
    label = "derive or implement `Default` for it, or name a function that makes it: `#[capability(…, init = path)]`"
)]
pub trait ByDefault {
    #[allow(missing_docs, reason = "hidden")]
    fn by_default() -> Self;
}

impl<T: Default> ByDefault for T {
    fn by_default() -> Self {
        Self::default()
    }
}

/// How a type is made that says `init = path`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`init` names a function without arguments that returns the type itself: `fn() -> {Type}`",
    label = "this is `{Self}`",
    note = "what can fail is made by a function that carries the attribute itself: `#[capability(…)] fn make() -> Result<{Type}, …>`"
)]
pub trait InitOf<Type> {
    #[allow(missing_docs, reason = "hidden")]
    fn make(self) -> Type;
}

#[diagnostic::do_not_recommend]
impl<Type, Function: FnOnce() -> Type> InitOf<Type> for Function {
    fn make(self) -> Type {
        self()
    }
}
