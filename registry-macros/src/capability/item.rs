//! What `#[capability]` stands on: read as far as a declaration needs, and never printed anew.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Expr, ExprLit, FnArg, Generics, Ident, Lit, Meta, ReturnType, Safety, Signature, Token, Type, Visibility,
};

pub(crate) struct Item {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) ident: Ident,
    pub(crate) form: Form,
}

pub(crate) enum Form {
    /// A struct, an enum or a type alias.
    Type(Generics),
    Function(Box<Signature>),
    Const(Box<Type>),
    Static(Box<Type>),
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        let (ident, form) = Form::parse(input)?;
        input.parse::<TokenStream>()?;
        Ok(Self { attributes, ident, form })
    }
}

impl Form {
    fn parse(input: ParseStream<'_>) -> syn::Result<(Ident, Self)> {
        if input.peek(Token![struct]) || input.peek(Token![enum]) || input.peek(Token![type]) {
            let is_alias = input.peek(Token![type]);
            input.parse::<TokenTree>()?;
            let (ident, generics) = (input.parse()?, input.parse()?);
            if is_alias && (input.peek(Token![;]) || input.peek(Token![:])) {
                return Err(incomplete(&ident));
            }
            return Ok((ident, Self::Type(generics)));
        }
        if input.peek(Token![static]) || (input.peek(Token![const]) && input.peek3(Token![:])) {
            let is_static = input.peek(Token![static]);
            input.parse::<TokenTree>()?;
            if input.peek(Token![mut]) {
                return Err(input.error("a `static mut` cannot be a capability: it may change while it is read"));
            }
            if input.peek(Token![_]) {
                return Err(input.error("a constant without a name cannot be a capability"));
            }
            let ident = input.parse()?;
            input.parse::<Token![:]>()?;
            let ty = Box::new(input.parse()?);
            if input.peek(Token![;]) {
                return Err(incomplete(&ident));
            }
            return Ok((ident, if is_static { Self::Static(ty) } else { Self::Const(ty) }));
        }
        let is_function = input.peek(Token![fn])
            || input.peek(Token![const])
            || input.peek(Token![async])
            || input.peek(Token![unsafe])
            || input.peek(Token![extern]);
        if is_function && let Ok(signature) = input.parse::<Signature>() {
            if let Some(part) = first_of_an_implementation(signature.to_token_stream()) {
                return Err(syn::Error::new(
                    part,
                    "a function of an `impl` or a trait cannot be a capability; put the attribute on a function beside it, which may call it",
                ));
            }
            if input.peek(Token![;]) {
                return Err(incomplete(&signature.ident));
            }
            return Ok((signature.ident.clone(), Self::Function(Box::new(signature))));
        }
        Err(input
            .error("`#[capability(…)]` goes on a struct, an enum, a type alias, a function, a `static` or a `const`"))
    }
}

impl Item {
    /// Whether a use of the item is a warning. A declaration is no such use.
    pub(crate) fn is_deprecated(&self) -> bool {
        self.attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"))
    }

    /// The doc comment, without the space that follows each `///`.
    pub(crate) fn documentation(&self) -> String {
        let lines = self.attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).filter_map(doc_text);
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    }
}

fn incomplete(ident: &Ident) -> syn::Error {
    let message = format!(
        "`{ident}` of a trait or an `extern` block cannot be a capability; put the attribute on an item beside it, which may use it"
    );
    syn::Error::new(ident.span(), message)
}

/// Whether an attribute may compile out what it stands on.
fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        || (attribute.path().is_ident("cfg_attr") && names_cfg(attribute.to_token_stream()))
}

/// Whether a `cfg_attr` may add a `cfg`.
fn names_cfg(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "cfg",
        TokenTree::Group(group) => names_cfg(group.stream()),
        _ => false,
    })
}

fn doc_text(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(doc) = &attribute.meta else { return None };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &doc.value else { return None };
    let text = text.value();
    let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    Some(lines.join("\n"))
}

/// Where a signature says `self` or `Self`, which have a meaning only inside an implementation or a trait.
fn first_of_an_implementation(signature: TokenStream) -> Option<Span> {
    signature.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident == "self" || ident == "Self" => Some(ident.span()),
        TokenTree::Group(group) => first_of_an_implementation(group.stream()),
        _ => None,
    })
}

/// Whether a type is, or contains, an `impl Trait` that has no name.
pub(crate) fn is_opaque(tokens: impl ToTokens) -> bool {
    tokens.to_token_stream().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "impl",
        TokenTree::Group(group) => is_opaque(group.stream()),
        _ => false,
    })
}

/// The function pointer type of a signature, unless it has none that can be written.
pub(crate) fn function_pointer(signature: &Signature) -> Option<TokenStream> {
    let plain = signature.asyncness.is_none()
        && matches!(signature.safety, Safety::Default)
        && signature.abi.is_none()
        && signature.variadic.is_none()
        && signature.generics.params.is_empty()
        && !is_opaque(signature);
    if !plain {
        return None;
    }
    let arguments = signature.inputs.iter().map(|argument| match argument {
        FnArg::Typed(argument) => {
            let conditions = argument.attrs.iter().filter(|attribute| is_condition(attribute));
            let ty = &argument.ty;
            Some(quote!(#(#conditions)* #ty))
        }
        FnArg::Receiver(_) => None,
    });
    let arguments = arguments.collect::<Option<Vec<_>>>()?;
    let returned = match &signature.output {
        ReturnType::Default => quote!(),
        ReturnType::Type(arrow, ty) => quote!(#arrow #ty),
    };
    Some(quote!(fn(#(#arguments),*) #returned))
}
