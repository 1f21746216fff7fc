//! Converts a name into the type that represents it.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use std::hash::{DefaultHasher, Hasher};
use syn::LitStr;
use vocabulary::ComponentKind;

/// Returns the type of a name as a path in the registry's hidden module: `__p::B67<HASH>`.
///
/// Errors about the type point at `name`, and the path is resolved at the call site of the macro.
pub(crate) fn name_type(kind: ComponentKind, name: &LitStr) -> TokenStream {
    let (bucket, hash) = bucket_and_hash(kind, &name.value());
    let (bucket, hash) = (format_ident!("{bucket}"), Literal::u128_suffixed(hash));
    quote_spanned!(located_at(name.span())=> __p::#bucket::<#hash>)
}

/// Like [`name_type`], as text.
pub(crate) fn name_type_text(kind: ComponentKind, name: &str) -> String {
    let (bucket, hash) = bucket_and_hash(kind, name);
    format!("__p::{bucket}::<{hash}>")
}

/// The hash only has to be stable within a build, in which every crate is expanded by the same build of the macros. The
/// standard library's hasher guarantees that.
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

/// Returns a span at the user's code whose names are resolved at the call site of the macro.
pub(crate) fn located_at(place: Span) -> Span {
    Span::call_site().located_at(place)
}
