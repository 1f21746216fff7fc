//! From a name to the type that stands for it.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use std::hash::{DefaultHasher, Hasher};
use syn::LitStr;
use vocabulary::ComponentKind;

/// The type of a name, as a path that begins with the registry's hidden module: `__p::B67<HASH>`.
///
/// Errors about the type point at `name`; the path resolves where the macro was written.
pub(crate) fn name_type(kind: ComponentKind, name: &LitStr) -> TokenStream {
    let (bucket, hash) = bucket_and_hash(kind, &name.value());
    let (bucket, hash) = (format_ident!("{bucket}"), Literal::u128_suffixed(hash));
    quote_spanned!(located_at(name.span())=> __p::#bucket::<#hash>)
}

/// The same as text.
pub(crate) fn name_type_text(kind: ComponentKind, name: &str) -> String {
    let (bucket, hash) = bucket_and_hash(kind, name);
    format!("__p::{bucket}::<{hash}>")
}

/// The hash has to agree only within one build, where every crate is expanded by the same macros compiled by the same
/// compiler. That is all the standard library's hasher promises, and enough.
fn bucket_and_hash(kind: ComponentKind, name: &str) -> (String, u128) {
    let [low, high] = [0_u8, 1].map(|half| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(half);
        hasher.write(kind.key().as_bytes());
        hasher.write_u8(0xFF);
        hasher.write(name.as_bytes());
        hasher.finish()
    });
    (format!("B{:02X}", low & 0xFF), u128::from(high) << 64 | u128::from(low))
}

/// The place of what the user wrote, with the names of the macro's caller.
pub(crate) fn located_at(place: Span) -> Span {
    Span::call_site().located_at(place)
}
