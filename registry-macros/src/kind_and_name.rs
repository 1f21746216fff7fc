//! The argument `kind "name"` of `resolve!` and `declare!`.

use crate::capability::check_declared_name;
use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{LitStr, Token, parenthesized};
use vocabulary::{ComponentKind, UnknownKind, nearest, or_did_you_mean};

/// A kind and a name, after the path of the registry's crate.
pub(crate) struct KindAndName {
    pub(crate) krate: TokenStream,
    pub(crate) kind: ComponentKind,
    pub(crate) name: LitStr,
}

impl Parse for KindAndName {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let krate;
        parenthesized!(krate in input);
        let krate = krate.parse()?;
        let word = Ident::parse_any(input)
            .map_err(|_| input.error("expected a kind and a name, such as `tool \"lookup_user\"`"))?;
        let kind = word.to_string().parse().map_err(|error: UnknownKind| {
            let message = match nearest(&error.0, ComponentKind::ALL.map(ComponentKind::key)).first() {
                Some(near) => format!("unknown kind `{}`{}", error.0, or_did_you_mean([near])),
                None => error.to_string(),
            };
            syn::Error::new(word.span(), message)
        })?;
        if input.peek(Token![=]) {
            return Err(input.error(format!("unexpected `=` between kind and name; write `{kind} \"name\"`")));
        }
        let is_missing = input.is_empty();
        let name: LitStr = input.parse().map_err(|error| {
            syn::Error::new(
                if is_missing { word.span() } else { error.span() },
                format!("expected `{kind} \"name\"`: the name must be a string literal because it is resolved at compile time"),
            )
        })?;
        if !input.is_empty() {
            return Err(input.error(
                "expected no further argument after the name; `resolve!` and `declare!` take a kind and a name",
            ));
        }
        check_declared_name(kind, &name, true)?;
        Ok(Self { krate, kind, name })
    }
}
