//! Names as types, so that rustc resolves them. Not public API: used by generated code.
//!
//! A declaration implements the trait of its kind for the type of its name. A reference asks whether the trait is
//! implemented, which rustc answers across crates while it checks. A second declaration makes the answer ambiguous, and
//! an integer turns the ambiguity into an error: beside `Some(0)`, the type `Times` of `ONCE` is inferred as `u8` from the
//! only implementation there is; with two of them it falls back to `i32`, for which there is none.

use crate::resolving::Resolving;
use core::marker::PhantomData;
use vocabulary::{CapabilitySet, ComponentKind};

/// Declares the types that stand for names: `B67<HASH>` is the name whose 128-bit hash is `HASH`.
///
/// rustc looks an implementation up by the outermost type first, and compares the implementations of one such type
/// pair by pair. Spread over 256 types, thousands of names stay cheap.
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

/// Declares, for each kind, the trait "this name is declared".
macro_rules! kinds {
    ($($kind:ident $declared_by:ident $message:literal { $($more:tt)* })*) => {$(
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "declared in more than one place",
            note = "a name or alias is declared once in a program, for each kind; rename one of the two, or remove a `declare!` of what an attribute declares",
            note = "if both places are the same line, it is compiled twice: by a `mod` in both `lib.rs` and `main.rs`, by two `mod`s of one file, or because a crate's own tests depend on it"
        )]
        pub trait $declared_by<Declaration, Times> {
            /// Names the trait's parameters in an expression.
            const ONCE: Option<Times> = None;
            /// Who can have the value of the declaration.
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
        /// What the model can do, where that is known while the program compiles.
        const CAN: Option<CapabilitySet> = None;
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

/// A name that was checked. `N` is what the check returns, 0; where it is an error of the compiler, so is the type, and rustc
/// says nothing of what follows from it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Checked<Name, const N: usize>(PhantomData<Name>);

/// What is known of a checked name of the kind whose number is `KIND`.
#[doc(hidden)]
pub trait Known<const KIND: u8, Declaration> {
    /// Who can have its value.
    const VALUE: Availability;
}

/// Who can have the value of a declaration, and what to tell the others.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Availability {
    /// Every module.
    Everywhere,
    /// The module of this path, with all in it.
    Inside(&'static str, &'static str),
    /// No module: there is no value.
    Nowhere(&'static str),
}

/// Why a module cannot have a value, if it cannot.
#[doc(hidden)]
pub const fn refused(value: Availability, module: &str) -> Option<&'static str> {
    match value {
        Availability::Inside(outer, why) if !is_in(module, outer) => Some(why),
        Availability::Everywhere | Availability::Inside(..) => None,
        Availability::Nowhere(why) => Some(why),
    }
}

/// Whether a module is another one, or inside it.
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

/// The crate of a module: the first part of its path.
#[doc(hidden)]
pub const fn crate_of(module: &'static str) -> &'static str {
    let mut end = 0;
    while end < module.len() && module.as_bytes()[end] != b':' {
        end += 1;
    }
    module.split_at(end).0
}

/// What is known of the checked name of a model.
#[doc(hidden)]
pub trait KnownModel<Declaration> {
    /// What the model can do, where that is known while the program compiles.
    const CAN: Option<CapabilitySet>;
}

impl<Name: ModelDeclaredBy<Declaration, u8>, Declaration> KnownModel<Declaration> for Checked<Name, 0> {
    const CAN: Option<CapabilitySet> = Name::CAN;
}

/// The value behind a checked name.
#[doc(hidden)]
pub trait Resolved<const KIND: u8, Declaration, Item> {
    /// Makes the value that the declaration describes, for a caller who calls it by this name.
    #[track_caller]
    fn make(name: &'static str) -> Item;
}

impl<const KIND: u8, Name, Declaration: ResolvesTo<Item>, Item> Resolved<KIND, Declaration, Item> for Checked<Name, 0>
where
    Self: Known<KIND, Declaration>,
{
    fn make(name: &'static str) -> Item {
        let _resolving = if Declaration::IS_CALLED { Some(Resolving::begin(KIND, name)) } else { None };
        Declaration::make()
    }
}

/// The value behind a declaration. The item is a parameter, because a private type may not be an associated one.
#[doc(hidden)]
pub trait ResolvesTo<Item> {
    /// Whether code of the program makes the value: a `static` or a `const` is there already.
    const IS_CALLED: bool = true;

    /// Makes the value that the declaration describes.
    fn make() -> Item;
}
