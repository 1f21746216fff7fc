//! From a name to the type that stands for it.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use rag::ComponentKind;
use std::hash::{DefaultHasher, Hasher};
use syn::LitStr;

/// The type of a name, as a path that begins with the registry's hidden module: `__p::B67<HASH>`.
///
/// Errors about the type point at `literal`; the path resolves where the macro was written.
///
/// The hash has to agree only within one build, where every crate is expanded by the same macros compiled by the same
/// compiler. That is all the standard library's hasher promises, and enough.
pub(crate) fn name_type(kind: ComponentKind, name: &LitStr) -> TokenStream {
    let text = name.value();
    let [low, high] = [0_u8, 1].map(|half| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(half);
        hasher.write(kind.key().as_bytes());
        hasher.write_u8(0xFF);
        hasher.write(text.as_bytes());
        hasher.finish()
    });
    let bucket = format_ident!("B{:02X}", low & 0xFF);
    let hash = Literal::u128_suffixed(u128::from(high) << 64 | u128::from(low));
    quote_spanned!(located_at(name.span())=> __p::#bucket::<#hash>)
}

/// The place of what the user wrote, with the names of the macro's caller.
pub(crate) fn located_at(place: Span) -> Span {
    Span::call_site().located_at(place)
}
