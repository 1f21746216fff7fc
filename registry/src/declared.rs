//! Names as types, so that rustc resolves them. Not public API. Used by generated code.
//!
//! A declaration implements the trait of its kind for the type of its name. A reference requires that implementation, which
//! rustc finds across crates. A second declaration makes the implementation ambiguous, and an integer literal turns the
//! ambiguity into an error: in a list with `Some(0)`, the type `Times` of `ONCE` is inferred as `u8` if there is a single
//! implementation. With two of them it falls back to `i32`, which has no implementation.

use crate::constructor_cycles::ResolveGuard;
use core::marker::PhantomData;
use vocabulary::{CapabilitySet, ComponentKind};

/// Declares the types that represent names: `B67<HASH>` is the name whose 128-bit hash is `HASH`.
///
/// rustc looks up implementations by the outermost type and compares all implementations of the same outermost type with
/// each other. Distributing names over 256 types keeps that cheap for thousands of names.
macro_rules! buckets {
    ($($bucket:ident)*) => {$(
        #[doc(hidden)]
        #[derive(Debug)]
        pub struct $bucket<const HASH: u128>;
    )*};
}

buckets! {
    B00 B01 B02 B03 B04 B05 B06 B07 B08 B09 B0A B0B B0C B0D B0E B0F
    B10 B11 B12 B13 B14 B15 B16 B17 B18 B19 B1A B1B B1C B1D B1E B1F
    B20 B21 B22 B23 B24 B25 B26 B27 B28 B29 B2A B2B B2C B2D B2E B2F
    B30 B31 B32 B33 B34 B35 B36 B37 B38 B39 B3A B3B B3C B3D B3E B3F
    B40 B41 B42 B43 B44 B45 B46 B47 B48 B49 B4A B4B B4C B4D B4E B4F
    B50 B51 B52 B53 B54 B55 B56 B57 B58 B59 B5A B5B B5C B5D B5E B5F
    B60 B61 B62 B63 B64 B65 B66 B67 B68 B69 B6A B6B B6C B6D B6E B6F
    B70 B71 B72 B73 B74 B75 B76 B77 B78 B79 B7A B7B B7C B7D B7E B7F
    B80 B81 B82 B83 B84 B85 B86 B87 B88 B89 B8A B8B B8C B8D B8E B8F
    B90 B91 B92 B93 B94 B95 B96 B97 B98 B99 B9A B9B B9C B9D B9E B9F
    BA0 BA1 BA2 BA3 BA4 BA5 BA6 BA7 BA8 BA9 BAA BAB BAC BAD BAE BAF
    BB0 BB1 BB2 BB3 BB4 BB5 BB6 BB7 BB8 BB9 BBA BBB BBC BBD BBE BBF
    BC0 BC1 BC2 BC3 BC4 BC5 BC6 BC7 BC8 BC9 BCA BCB BCC BCD BCE BCF
    BD0 BD1 BD2 BD3 BD4 BD5 BD6 BD7 BD8 BD9 BDA BDB BDC BDD BDE BDF
    BE0 BE1 BE2 BE3 BE4 BE5 BE6 BE7 BE8 BE9 BEA BEB BEC BED BEE BEF
    BF0 BF1 BF2 BF3 BF4 BF5 BF6 BF7 BF8 BF9 BFA BFB BFC BFD BFE BFF
}

/// Declares a trait for each kind. It is implemented for the names that are declared.
macro_rules! kinds {
    ($($kind:ident $declared_by:ident $message:literal { $($more:tt)* })*) => {$(
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "declared in more than one place",
            note = "names and aliases must be unique within their kind; rename one of the two, or remove the `declare!` of a name that an attribute declares",
            note = "if both places are the same line, that line is compiled twice: by a `mod` in both `lib.rs` and `main.rs`, by two `mod`s of the same file, or because the unit tests of a crate depend on that crate"
        )]
        pub trait $declared_by<Declaration, Times> {
            /// Refers to the parameters of the trait in an expression.
            const ONCE: Option<Times> = None;
            /// Where the value of the declaration is available.
            const VALUE: Availability = Availability::Everywhere;

            $($more)*
        }

        impl<Name: $declared_by<Declaration, u8>, Declaration> Known<{ ComponentKind::$kind as u8 }, Declaration>
            for Checked<Name, 0>
        {
            const VALUE: Availability = Name::VALUE;
        }
    )*};
}

kinds! {
    Model ModelDeclaredBy "this model name is declared more than once" {
        /// The capabilities of the model, if they are known at compile time.
        const CAPABILITIES: Option<CapabilitySet> = None;
    }
    Tool ToolDeclaredBy "this tool name is declared more than once" {}
    Graph GraphDeclaredBy "this graph name is declared more than once" {}
    Agent AgentDeclaredBy "this agent name is declared more than once" {}
    Router RouterDeclaredBy "this router name is declared more than once" {}
    Reducer ReducerDeclaredBy "this reducer name is declared more than once" {}
    Store StoreDeclaredBy "this store name is declared more than once" {}
    Script ScriptDeclaredBy "this script name is declared more than once" {}
    Middleware MiddlewareDeclaredBy "this middleware name is declared more than once" {}
    Checkpointer CheckpointerDeclaredBy "this checkpointer name is declared more than once" {}
    TaskStore TaskStoreDeclaredBy "this task store name is declared more than once" {}
    Listener ListenerDeclaredBy "this listener name is declared more than once" {}
}

/// A checked name. `N` is the result of the check, which is 0. If the check is a compiler error, so is this type, and rustc
/// suppresses the errors that follow from it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Checked<Name, const N: usize>(PhantomData<Name>);

/// A checked name of the kind with the number `KIND`.
#[doc(hidden)]
pub trait Known<const KIND: u8, Declaration> {
    /// Where its value is available.
    const VALUE: Availability;
}

/// Where the value of a declaration is available, with the error message for other modules.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Availability {
    /// In every module.
    Everywhere,
    /// In the module with this path and its submodules.
    Inside(&'static str, &'static str),
    /// Nowhere, because the declaration has no value.
    Nowhere(&'static str),
}

/// Returns the error message if a value is not available in a module.
#[doc(hidden)]
pub const fn unavailable(value: Availability, module: &str) -> Option<&'static str> {
    match value {
        Availability::Inside(outer, why) if !is_in(module, outer) => Some(why),
        Availability::Everywhere | Availability::Inside(..) => None,
        Availability::Nowhere(why) => Some(why),
    }
}

/// Returns whether a module is `outer` or a submodule of it.
const fn is_in(module: &str, outer: &str) -> bool {
    let (module, outer) = (module.as_bytes(), outer.as_bytes());
    match module.split_at_checked(outer.len()) {
        Some((beginning, rest)) => equal(beginning, outer) && (rest.is_empty() || rest[0] == b':'),
        None => false,
    }
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Returns the crate of a module, which is the first segment of its path.
#[doc(hidden)]
pub const fn crate_of(module: &'static str) -> &'static str {
    let mut end = 0;
    while end < module.len() && module.as_bytes()[end] != b':' {
        end += 1;
    }
    module.split_at(end).0
}

/// The checked name of a model.
#[doc(hidden)]
pub trait KnownModel<Declaration> {
    /// The capabilities of the model, if they are known at compile time.
    const CAPABILITIES: Option<CapabilitySet>;
}

impl<Name: ModelDeclaredBy<Declaration, u8>, Declaration> KnownModel<Declaration> for Checked<Name, 0> {
    const CAPABILITIES: Option<CapabilitySet> = Name::CAPABILITIES;
}

/// The value behind a checked name.
#[doc(hidden)]
pub trait Resolved<const KIND: u8, Declaration, Item> {
    /// Constructs the value of the declaration, which the caller refers to by this name.
    #[track_caller]
    fn make(name: &'static str) -> Item;
}

impl<const KIND: u8, Name, Declaration: ResolvesTo<Item>, Item> Resolved<KIND, Declaration, Item> for Checked<Name, 0>
where
    Self: Known<KIND, Declaration>,
{
    fn make(name: &'static str) -> Item {
        let _guard = if Declaration::IS_CALLED { Some(ResolveGuard::begin(KIND, name)) } else { None };
        Declaration::make()
    }
}

/// The value behind a declaration. The item is a parameter because a private type cannot be an associated type.
#[doc(hidden)]
pub trait ResolvesTo<Item> {
    /// Whether a constructor is called, as opposed to using a `static` or a `const`.
    const IS_CALLED: bool = true;

    /// Constructs the value of the declaration.
    fn make() -> Item;
}
