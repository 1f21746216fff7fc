//! `kind "name"`, as `resolve!` and `declare!` take it.

use crate::capability::check_declared_name;
use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{LitStr, Token, parenthesized};
use vocabulary::{ComponentKind, UnknownKind, nearest, or_did_you_mean};

/// The crate that the calling macro belongs to, a kind and a name.
pub(crate) struct Named {
    pub(crate) krate: TokenStream,
    pub(crate) kind: ComponentKind,
    pub(crate) name: LitStr,
}

impl Parse for Named {
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
            return Err(input.error(format!("there is no `=` between kind and name here: write `{kind} \"name\"`")));
        }
        let is_missing = input.is_empty();
        let name: LitStr = input.parse().map_err(|error| {
            syn::Error::new(
                if is_missing { word.span() } else { error.span() },
                format!("expected `{kind} \"name\"`: the name is a string literal, since it is resolved while the program compiles"),
            )
        })?;
        if !input.is_empty() {
            return Err(
                input.error("expected nothing behind the name: a reference, like `declare!`, is a kind and a name")
            );
        }
        check_declared_name(kind, &name, true)?;
        Ok(Self { krate, kind, name })
    }
}
