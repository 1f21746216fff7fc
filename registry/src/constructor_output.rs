//! Converts the output of a constructor into the handle that a registry stores. Not public API. Used by generated code.
//!
//! A constructor returns a value or a `Result`. rustc infers which of the two from the `Returned` parameter, also through a
//! type alias of `Result`.

use crate::declared::ResolvesTo;
use crate::harness::{BoxError, ChatModel, HarnessAgent, Tool};
use crate::registration::fill_slot;
use std::any::Any;
use std::sync::Arc;

/// Marks a constructor that returns a value.
#[doc(hidden)]
#[derive(Debug)]
pub struct Value;

/// Marks a constructor that returns a `Result`.
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
            note = "a declared function may also return a `Result` of one, whose error implements `std::error::Error + Send + Sync` or converts into a `Box` of such an error; `Box<dyn Error>` does not"
        )]
        pub trait $into<$($State: Send + Sync + 'static = (),)? Returned = Value>: Sized {
            #[allow(missing_docs, reason = "hidden")]
            fn $method(self) -> Result<Arc<$behind>, BoxError>;

            #[allow(missing_docs, reason = "hidden")]
            fn fill<Declaration: ResolvesTo<Self>>(slot: &mut dyn Any) -> Result<(), BoxError> {
                fill_slot(slot, Declaration::make().$method()?)
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

        /// A declared type. Unlike the trait above, its error names only the trait that is not implemented.
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "declared here", $(note = $note,)*)]
        pub trait $declared<$($State: Send + Sync + 'static = (),)?>: Sized {
            #[allow(missing_docs, reason = "hidden")]
            fn fill<Declaration: ResolvesTo<Self>>(slot: &mut dyn Any) -> Result<(), BoxError>;
        }

        impl<$($State: Send + Sync + 'static,)? T: $bound + 'static> $declared<$($State)?> for T {
            fn fill<Declaration: ResolvesTo<Self>>(slot: &mut dyn Any) -> Result<(), BoxError> {
                let handle: Arc<$behind> = Arc::new(Declaration::make());
                fill_slot(slot, handle)
            }
        }
    )*};
}

handles! {
    IntoModel::into_model, DeclaredModel<State> dyn ChatModel<State>, ChatModel<State>,
        "`{Self}` is not a model for the state `{State}`: it does not implement `ChatModel<{State}>`",
        note = "implement `ChatModel` for a type, and declare the type, a `const` or `static` of it, or a function without arguments that returns it",
        note = "if the model uses the application's state, declare the state: `#[capability(model = \"…\", state = Type)]`";
    IntoTool::into_tool, DeclaredTool<State> dyn Tool<State>, Tool<State>,
        "`{Self}` is not a tool for the state `{State}`: it does not implement `Tool<{State}>`",
        note = "implement `Tool` for a type, and declare the type, a `const` or `static` of it, or a function without arguments that returns it",
        note = "if the tool uses the application's state, declare the state: `#[capability(tool = \"…\", state = Type)]`";
    IntoAgent::into_agent, DeclaredAgent<> dyn HarnessAgent, HarnessAgent,
        "`{Self}` is not an agent: it does not implement `HarnessAgent`",
        note = "implement `HarnessAgent` for a type, and declare the type, a `const` or `static` of it, or a function without arguments that returns it";
}

/// Constructs a type that is declared without `init`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `Default`, so a registry cannot construct it",
    label = "derive or implement `Default`, or name a constructor: `#[capability(…, init = path)]`"
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

/// Constructs a type that is declared with `init = path`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`init` must name a function without arguments that returns the type itself: `fn() -> {Type}`",
    label = "this is `{Self}`",
    note = "if construction can fail, put the attribute on the constructor instead: `#[capability(…)] fn make() -> Result<{Type}, …>`"
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
