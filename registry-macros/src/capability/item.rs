//! The item with the attribute `#[capability]`. Only the parts that a declaration needs are parsed; the item itself is emitted
//! unchanged.

use proc_macro2::{Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Expr, ExprLit, FnArg, GenericParam, Generics, Ident, Lit, LitStr, Meta, ReturnType, Safety, Signature,
    Token, Type, Visibility,
};
use vocabulary::ComponentKind;

pub(crate) struct Item {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) ident: Ident,
    pub(crate) form: Form,
}

pub(crate) enum Form {
    /// A struct, an enum or a type alias.
    Type {
        generics: Generics,
        is_alias: bool,
    },
    Function(Box<Signature>),
    Const(Box<Type>),
    Static(Box<Type>),
}

/// The first words of items and `let` statements.
const ITEM_KEYWORDS: [&str; 19] = [
    "async",
    "auto",
    "const",
    "crate",
    "default",
    "enum",
    "extern",
    "fn",
    "impl",
    "let",
    "macro_rules",
    "mod",
    "pub",
    "static",
    "struct",
    "trait",
    "type",
    "union",
    "use",
];

/// Returns whether the tokens are an expression, which can only be replaced by an expression.
pub(crate) fn is_expression(item: &TokenStream) -> bool {
    match item.clone().into_iter().next() {
        Some(TokenTree::Punct(first)) => first.as_char() != '#',
        Some(TokenTree::Ident(first)) => first != "unsafe" && ITEM_KEYWORDS.iter().all(|word| first != word),
        Some(_) => true,
        None => false,
    }
}

/// Returns the name in a `#[capability]` attribute for a component of this kind without state.
pub(crate) fn declared_name(attribute: &Attribute, kind: ComponentKind) -> Option<LitStr> {
    let Meta::List(list) = &attribute.meta else { return None };
    if list.path.segments.last()?.ident != "capability" {
        return None;
    }
    let names_state = |token| matches!(token, TokenTree::Ident(word) if word == "state");
    if list.tokens.clone().into_iter().any(names_state) {
        return None;
    }
    let mut tokens = list.tokens.clone().into_iter();
    while let Some(token) = tokens.next() {
        let TokenTree::Ident(word) = token else { continue };
        if word == kind.key() {
            tokens.next();
            return syn::parse2(tokens.next()?.into()).ok();
        }
    }
    None
}

/// Advice for unsupported items, by their first word.
const OTHER_ITEMS: [(&str, &str); 6] = [
    ("impl", "; put it on the type of the `impl`"),
    ("trait", "; put it on a type that implements the trait"),
    ("mod", "; put it on the items of the module"),
    ("use", "; put it on the definition of the item, or on a type alias or function next to the import"),
    ("union", "; put it on a struct that contains the union"),
    ("let", "; use a `const` or a function that returns the value"),
];

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let (ident, form) = Form::parse(input)?;
        input.parse::<TokenStream>()?;
        Ok(Self { attributes, visibility, ident, form })
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
            return Ok((ident, Self::Type { generics, is_alias }));
        }
        if input.peek(Token![static]) || (input.peek(Token![const]) && input.peek3(Token![:])) {
            let is_static = input.peek(Token![static]);
            input.parse::<TokenTree>()?;
            if input.peek(Token![mut]) {
                return Err(input.error("a `static mut` cannot be a capability because it may change while it is read"));
            }
            if input.peek(Token![_]) {
                return Err(input.error("a constant named `_` cannot be a capability; give it a name"));
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
            if let Some(part) = find_self(signature.to_token_stream()) {
                return Err(associated_item_error(part));
            }
            if input.peek(Token![;]) {
                return Err(incomplete(&signature.ident));
            }
            return Ok((signature.ident.clone(), Self::Function(Box::new(signature))));
        }
        if is_expression(&input.fork().parse()?) {
            return Err(input.error(
                "an expression cannot be a capability; put the attribute on a function that returns its value",
            ));
        }
        let first = input.cursor().ident().map(|(word, _)| word.to_string());
        let advice =
            OTHER_ITEMS.iter().find(|(word, _)| first.as_deref() == Some(word)).map_or("", |(_, advice)| advice);
        Err(input.error(format!(
            "`#[capability(…)]` is only supported on a struct, an enum, a type alias, a function, a `static` or a `const`{advice}"
        )))
    }
}

impl Item {
    /// Returns whether an item of this form can be in an `impl` or a trait.
    pub(crate) const fn may_be_associated(&self) -> bool {
        match self.form {
            Form::Function(_) | Form::Const(_) => true,
            Form::Type { is_alias, .. } => is_alias,
            Form::Static(_) => false,
        }
    }

    /// Returns the `allow` attributes of the item for the declaration, which repeats the item's types. The declaration of a
    /// deprecated item does not cause a warning.
    pub(crate) fn allowed(&self) -> TokenStream {
        let is = |attribute: &&Attribute, name: &str| attribute.path().is_ident(name);
        let lints = self.attributes.iter().filter(|attribute| is(attribute, "allow") || is(attribute, "expect"));
        let lints = lints.filter_map(|attribute| Some(&attribute.meta.require_list().ok()?.tokens));
        let deprecated = self.attributes.iter().any(|attribute| is(&attribute, "deprecated"));
        let deprecated = deprecated.then(|| quote!(#[allow(deprecated)]));
        quote!(#deprecated #(#[allow(#lints)])*)
    }

    /// Returns the doc comment as an expression, without the space after each `///`. The value of an attribute such as
    /// `#[doc = include_str!("…")]` is only known to the compiler.
    pub(crate) fn documentation(&self, krate: &TokenStream) -> TokenStream {
        let docs: Vec<Doc> = self.attributes.iter().filter_map(Doc::read).collect();
        let text = docs.iter().map(|doc| if let Doc::Text(text) = doc { Some(&**text) } else { None });
        if let Some(texts) = text.collect::<Option<Vec<_>>>() {
            return unindent(&texts).to_token_stream();
        }
        let pieces = docs.iter().map(|doc| match doc {
            Doc::Text(text) => unindent(&[text]).to_token_stream(),
            Doc::Expression(expression) => expression.to_token_stream(),
        });
        quote!(#krate::__private::concat!(#(#pieces, "\n"),*).trim_ascii())
    }
}

/// Returns the error for an item of an `impl` or a trait.
pub(crate) fn associated_item_error(place: Span) -> syn::Error {
    let message = "an item of an `impl` or a trait cannot be a capability; put the attribute on the type, or on a function without arguments outside the `impl`";
    syn::Error::new(place, message)
}

/// Returns the error for an item of a trait or an `extern` block, which has no body or value.
fn incomplete(ident: &Ident) -> syn::Error {
    let message = format!(
        "`{ident}` is an item of a trait or an `extern` block and cannot be a capability; put the attribute on another item that uses it"
    );
    syn::Error::new(ident.span(), message)
}

/// Returns whether an attribute may exclude its item from compilation.
fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        || (attribute.path().is_ident("cfg_attr") && names_cfg(attribute.to_token_stream()))
}

/// Returns whether a `cfg_attr` may add a `cfg`.
fn names_cfg(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "cfg",
        TokenTree::Group(group) => names_cfg(group.stream()),
        _ => false,
    })
}

/// The value of a `doc` attribute.
enum Doc {
    Text(String),
    Expression(Expr),
}

impl Doc {
    fn read(attribute: &Attribute) -> Option<Self> {
        let Meta::NameValue(doc) = &attribute.meta else { return None };
        if !attribute.path().is_ident("doc") {
            return None;
        }
        let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &doc.value else {
            return Some(Self::Expression(doc.value.clone()));
        };
        Some(Self::Text(without_stars(&text.value())))
    }
}

/// Removes the stars at the beginning of the lines of a comment `/** … */`, if all lines have one.
fn without_stars(text: &str) -> String {
    let rest = |line: &str| line.trim_start().strip_prefix('*').map(str::to_owned);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().to_owned();
    let others: Vec<&str> = lines.collect();
    let (last, inner) = others.split_last().map_or((None, &others[..]), |(last, inner)| (Some(*last), inner));
    let last = last.filter(|last| !last.trim().is_empty());
    let starred: Option<Vec<String>> = inner.iter().copied().chain(last).map(rest).collect();
    match starred {
        Some(starred) if !starred.is_empty() => std::iter::once(first).chain(starred).collect::<Vec<_>>().join("\n"),
        _ => text.to_owned(),
    }
}

/// Removes the common indentation of the lines of a comment, like rustdoc.
fn unindent(texts: &[&str]) -> String {
    let lines: Vec<&str> =
        texts.iter().flat_map(|text| if text.is_empty() { vec![""] } else { text.lines().collect() }).collect();
    let indents = lines.iter().filter(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len());
    let indent = indents.min().unwrap_or_default();
    let lines = lines.iter().map(|line| line.get(indent..).unwrap_or_default().trim_end());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Returns the position of `self` or `Self` in a signature, which are only valid in an `impl` or a trait. A path such as
/// `self::tools::Lookup` is valid anywhere.
fn find_self(signature: TokenStream) -> Option<Span> {
    let mut tokens = signature.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':' && next.spacing() == Spacing::Joint);
        let found = match token {
            TokenTree::Ident(ident) if ident == "Self" || (ident == "self" && !is_path) => Some(ident.span()),
            TokenTree::Group(group) => find_self(group.stream()),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns whether a type is or contains an `impl Trait`.
pub(crate) fn is_opaque(tokens: impl ToTokens) -> bool {
    tokens.to_token_stream().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "impl",
        TokenTree::Group(group) => is_opaque(group.stream()),
        _ => false,
    })
}

/// Returns the function pointer type of a signature, or the reason why it cannot be named.
pub(crate) fn function_pointer(signature: &Signature) -> Result<TokenStream, &'static str> {
    let Signature { asyncness, safety, abi, variadic, generics, inputs, output, .. } = signature;
    let is_lifetime = |parameter: &GenericParam| matches!(parameter, GenericParam::Lifetime(_));
    let obstacles = [
        (asyncness.is_some(), "it is an `async` function, whose future has no name; use the function by its path"),
        (
            is_opaque(signature),
            "its signature contains an `impl Trait`, which has no name; use the function by its path",
        ),
        (!generics.params.iter().all(is_lifetime), "it is generic; use the function by its path"),
        (variadic.is_some(), "it has variadic arguments"),
        (
            has_early_lifetimes(signature),
            "one of its lifetimes has a bound or is not the lifetime of a reference in its arguments; use the function by its path",
        ),
    ];
    if let Some((_, why)) = obstacles.into_iter().find(|(applies, _)| *applies) {
        return Err(why);
    }
    let arguments = inputs.iter().filter_map(|argument| match argument {
        FnArg::Typed(argument) => {
            let conditions = argument.attrs.iter().filter(|attribute| is_condition(attribute));
            let ty = &argument.ty;
            Some(quote!(#(#conditions)* #ty))
        }
        FnArg::Receiver(_) => None,
    });
    let lifetimes = generics.lifetimes();
    let lifetimes = (!generics.params.is_empty()).then(|| quote!(for<#(#lifetimes),*>));
    let safety = matches!(safety, Safety::Unsafe(_)).then_some(safety);
    let returned = match output {
        ReturnType::Default => quote!(),
        ReturnType::Type(arrow, ty) => quote!(#arrow #ty),
    };
    Ok(quote!(#lifetimes #safety #abi fn(#(#arguments),*) #returned))
}

/// Returns whether a lifetime of the function may be early-bound, which a function pointer type cannot express. That is the case
/// if it has a bound, or if no argument contains a reference with that lifetime. Lifetimes in type paths do not count, because
/// the definition of the type is not known here.
fn has_early_lifetimes(signature: &Signature) -> bool {
    let generics = &signature.generics;
    let mut late = Vec::new();
    for argument in &signature.inputs {
        if let FnArg::Typed(argument) = argument {
            reference_lifetimes(&argument.ty, &mut late);
        }
    }
    let bounds = generics.where_clause.to_token_stream();
    generics.lifetimes().any(|parameter| {
        let lifetime = &parameter.lifetime;
        !parameter.bounds.is_empty() || !late.contains(&&lifetime.ident) || has_ident(&bounds, &lifetime.ident)
    })
}

/// Collects the lifetimes of the references in a type.
fn reference_lifetimes<'t>(ty: &'t Type, found: &mut Vec<&'t Ident>) {
    match ty {
        Type::Reference(reference) => {
            found.extend(reference.lifetime.as_ref().map(|lifetime| &lifetime.ident));
            reference_lifetimes(&reference.elem, found);
        }
        Type::Array(array) => reference_lifetimes(&array.elem, found),
        Type::Group(group) => reference_lifetimes(&group.elem, found),
        Type::Paren(paren) => reference_lifetimes(&paren.elem, found),
        Type::Ptr(pointer) => reference_lifetimes(&pointer.elem, found),
        Type::Slice(slice) => reference_lifetimes(&slice.elem, found),
        Type::Tuple(tuple) => tuple.elems.iter().for_each(|elem| reference_lifetimes(elem, found)),
        _ => {}
    }
}

fn has_ident(tokens: &TokenStream, ident: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(other) => other == *ident,
        TokenTree::Group(group) => has_ident(&group.stream(), ident),
        _ => false,
    })
}
