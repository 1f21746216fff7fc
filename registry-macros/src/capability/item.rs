//! What `#[capability]` stands on: read as far as a declaration needs, and never printed anew.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Expr, ExprLit, FnArg, GenericParam, Generics, Ident, Lit, Meta, ReturnType, Safety, Signature, Token,
    Type, Visibility,
};

pub(crate) struct Item {
    pub(crate) attributes: Vec<Attribute>,
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

/// Whether it is a closure, in the place of which nothing but an expression can stand.
pub(crate) fn is_closure(item: &TokenStream) -> bool {
    match item.clone().into_iter().next() {
        Some(TokenTree::Punct(first)) => first.as_char() == '|',
        Some(TokenTree::Ident(first)) => first == "move",
        _ => false,
    }
}

/// What may be meant by an attribute on another item, by the word that begins it.
const OTHER_ITEMS: [(&str, &str); 5] = [
    ("impl", ": put it on the type that the `impl` is for"),
    ("trait", ": put it on a type that implements the trait"),
    ("mod", ": put it on the items of the module"),
    ("use", ": put it where the item is defined, or on a type alias or a function beside the import"),
    ("let", ": write the value as a function that returns it, or as a `const`"),
];

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
            return Ok((ident, Self::Type { generics, is_alias }));
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
                return Err(of_an_implementation(part));
            }
            if input.peek(Token![;]) {
                return Err(incomplete(&signature.ident));
            }
            return Ok((signature.ident.clone(), Self::Function(Box::new(signature))));
        }
        if is_closure(&input.fork().parse()?) {
            return Err(input.error("a closure cannot be a capability: write it as a function"));
        }
        let first = input.cursor().ident().map(|(word, _)| word.to_string());
        let advice =
            OTHER_ITEMS.iter().find(|(word, _)| first.as_deref() == Some(word)).map_or("", |(_, advice)| advice);
        Err(input.error(format!(
            "`#[capability(…)]` goes on a struct, an enum, a type alias, a function, a `static` or a `const`{advice}"
        )))
    }
}

impl Item {
    /// Whether an item of this form may stand in an `impl` or a trait.
    pub(crate) const fn may_be_associated(&self) -> bool {
        match self.form {
            Form::Function(_) | Form::Const(_) => true,
            Form::Type { is_alias, .. } => is_alias,
            Form::Static(_) => false,
        }
    }

    /// Whether a use of the item is a warning. A declaration is no such use.
    pub(crate) fn is_deprecated(&self) -> bool {
        self.attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"))
    }

    /// The doc comment as an expression, without the space that follows each `///`. What an attribute takes from elsewhere,
    /// as `#[doc = include_str!("…")]` does, is only known to the compiler.
    pub(crate) fn documentation(&self, krate: &TokenStream) -> TokenStream {
        let docs: Vec<Doc> = self.attributes.iter().filter_map(Doc::read).collect();
        let text = docs.iter().map(|doc| if let Doc::Text(text) = doc { Some(&**text) } else { None });
        if let Some(texts) = text.collect::<Option<Vec<_>>>() {
            return texts.join("\n").trim().to_token_stream();
        }
        let pieces = docs.iter().map(|doc| match doc {
            Doc::Text(text) => text.to_token_stream(),
            Doc::Expression(expression) => expression.to_token_stream(),
        });
        quote!(#krate::__private::concat!(#(#pieces, "\n"),*).trim_ascii())
    }
}

/// The error for an item of an `impl` or a trait.
pub(crate) fn of_an_implementation(place: Span) -> syn::Error {
    let message = "an item of an `impl` or a trait cannot be a capability; put the attribute on a function beside it, which may use it";
    syn::Error::new(place, message)
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

/// What one attribute says about the item.
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
        let text = text.value();
        let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
        Some(Self::Text(lines.join("\n")))
    }
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

/// The function pointer type of a signature, or why it has none that can be written.
pub(crate) fn function_pointer(signature: &Signature) -> Result<TokenStream, &'static str> {
    let Signature { asyncness, safety, abi, variadic, generics, inputs, output, .. } = signature;
    let is_lifetime = |parameter: &GenericParam| matches!(parameter, GenericParam::Lifetime(_));
    let refusals = [
        (asyncness.is_some(), "it is an `async` function, and the future that it returns has no name"),
        (is_opaque(signature), "its signature has an `impl Trait`, which is a type without a name"),
        (!generics.params.iter().all(is_lifetime), "it is generic, and it stands for no instance of the function"),
        (variadic.is_some(), "it takes any number of arguments"),
        (has_early_lifetimes(signature), "one of its lifetimes has a bound, or is in no argument"),
    ];
    if let Some((_, why)) = refusals.into_iter().find(|(applies, _)| *applies) {
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

/// Whether rustc takes a lifetime of the function for one that its caller chooses, as it does with a bound, or where no
/// argument has it. A function pointer cannot say that.
fn has_early_lifetimes(signature: &Signature) -> bool {
    let generics = &signature.generics;
    let inputs = &signature.inputs;
    let named: Vec<String> = lifetimes(quote!(#inputs));
    generics.where_clause.is_some()
        || generics
            .lifetimes()
            .any(|parameter| !parameter.bounds.is_empty() || !named.contains(&parameter.lifetime.ident.to_string()))
}

/// The names of the lifetimes in types.
fn lifetimes(ty: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut tokens = ty.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (token, tokens.peek()) {
            (TokenTree::Punct(quote), Some(TokenTree::Ident(ident))) if quote.as_char() == '\'' => {
                found.push(ident.to_string());
            }
            (TokenTree::Group(group), _) => found.extend(lifetimes(group.stream())),
            // What stands in a projection, as in `<T as Trait<'a>>::Type`, does not count.
            (TokenTree::Ident(ident), _) if ident == "as" => return Vec::new(),
            _ => {}
        }
    }
    found
}
