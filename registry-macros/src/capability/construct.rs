//! How the value behind a declaration is made, and of what type it is.

use super::arguments::Arguments;
use super::item::{Form, Item, function_pointer, is_opaque};
use super::static_type::with_static_lifetimes;
use crate::name_hash::located_at;
use crate::problems::Problems;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Generics, LitStr, ReturnType, Safety, Signature};
use vocabulary::ComponentKind;

/// What a declaration makes. Paths begin with `__p`, the hidden module of the registry.
#[derive(Default)]
pub(crate) struct Constructor {
    /// The type behind the name and the expression that makes it, where there is one.
    pub(crate) resolves_to: Option<(TokenStream, TokenStream)>,
    /// Uses the item, which may be private and otherwise unused.
    pub(crate) touch: Option<TokenStream>,
    /// Goes before an item that cannot be used without saying for which types: a generic one of a name-only kind.
    pub(crate) allow_unused: Option<TokenStream>,
    state: TokenStream,
}

/// Reads the item as what makes a component of this kind. Where it cannot, that is a problem.
pub(crate) fn read(kind: ComponentKind, arguments: &Arguments, item: &Item, problems: &mut Problems) -> Constructor {
    let state = arguments.state.as_ref().map_or_else(|| quote!(()), ToTokens::to_token_stream);
    let ident = &item.ident;
    if let (Some(init), Form::Function(_) | Form::Const(_) | Form::Static(_)) = (&arguments.init, &item.form) {
        problems
            .error(init.span(), "`init` makes a value of a type; a function, a `const` or a `static` gives its own");
    }
    let mut constructor = if kind.is_name_only() {
        name_only(arguments, item)
    } else {
        let resolves_to = match &item.form {
            Form::Type(generics) => {
                refuse_generics(generics, kind, problems);
                let make = match &arguments.init {
                    Some(init) => quote!(#init()),
                    None => quote_spanned!(located_at(ident.span())=> <#ident as __p::ByDefault>::by_default()),
                };
                (ident.to_token_stream(), make)
            }
            Form::Const(ty) => (with_static_lifetimes(ty).into_token_stream(), ident.to_token_stream()),
            Form::Static(ty) => {
                let ty = with_static_lifetimes(ty);
                (quote!(&'static #ty), quote!(&#ident))
            }
            Form::Function(signature) => constructor_function(kind, signature, &state, problems),
        };
        Constructor { resolves_to: Some(resolves_to), ..Constructor::default() }
    };
    constructor.state = state;
    constructor
}

fn refuse_generics(generics: &Generics, kind: ComponentKind, problems: &mut Problems) {
    if !generics.params.is_empty() {
        problems.error(
            generics.span(),
            format!("{} {kind} is one concrete type; put the attribute on an alias of an instance, `type Name = Generic<Concrete>;`", kind.article()),
        );
    }
}

fn constructor_function(
    kind: ComponentKind,
    signature: &Signature,
    state: &TokenStream,
    problems: &mut Problems,
) -> (TokenStream, TokenStream) {
    let ident = &signature.ident;
    let mut refuse = |span, what: &str| {
        problems.error(span, format!("a function that makes {} {kind} {what}", kind.article()));
    };
    if let Some(first) = signature.inputs.first() {
        refuse(first.span(), "takes no arguments: it is called while the registry is collected");
    }
    if let Some(asyncness) = &signature.asyncness {
        refuse(asyncness.span(), "cannot be `async`: it is called while the registry is collected");
    }
    if let Safety::Unsafe(safety) = &signature.safety {
        refuse(safety.span(), "cannot be `unsafe`");
    }
    if !signature.generics.params.is_empty() {
        refuse(signature.generics.span(), "cannot be generic: there would be no telling which instance is meant");
    }
    let ReturnType::Type(_, returned) = &signature.output else {
        refuse(ident.span(), "returns it, or a `Result` of it; this one returns nothing");
        return (quote!(()), quote!(()));
    };
    if !is_opaque(returned) {
        return (returned.to_token_stream(), quote!(#ident()));
    }
    // A type without a name cannot be written in an implementation; its handle can.
    let (handle, into) = match kind {
        ComponentKind::Model => {
            (quote!(__p::Arc<dyn __p::ChatModel<#state>>), quote!(__p::IntoModel::<#state, _>::into_model))
        }
        ComponentKind::Tool => (quote!(__p::Arc<dyn __p::Tool<#state>>), quote!(__p::IntoTool::<#state, _>::into_tool)),
        ComponentKind::Agent => (quote!(__p::Arc<dyn __p::HarnessAgent>), quote!(__p::IntoAgent::<_>::into_agent)),
        _ => {
            refuse(returned.span(), "names the type that it returns: a `Blueprint`, or a `Result` of it");
            return (quote!(()), quote!(()));
        }
    };
    let span = located_at(returned.span());
    if matches!(**returned, syn::Type::ImplTrait(_)) {
        (handle, quote_spanned!(span=> __p::Arc::new(#ident())))
    } else {
        (quote!(__p::Result<#handle, __p::BoxError>), quote_spanned!(span=> #into(#ident())))
    }
}

/// The item stays what it is. It is used, lest a private one be dead code, and is the value where it can be one.
fn name_only(arguments: &Arguments, item: &Item) -> Constructor {
    let ident = &item.ident;
    let allow_unused = Some(quote!(#[allow(dead_code)]));
    match &item.form {
        Form::Type(generics) if !generics.params.is_empty() => Constructor { allow_unused, ..Constructor::default() },
        Form::Type(_) => Constructor {
            resolves_to: arguments.init.as_ref().map(|init| (ident.to_token_stream(), quote!(#init()))),
            touch: Some(quote!(let _ = __p::PhantomData::<#ident>;)),
            ..Constructor::default()
        },
        Form::Const(ty) => Constructor {
            resolves_to: Some((with_static_lifetimes(ty).into_token_stream(), ident.to_token_stream())),
            ..Constructor::default()
        },
        Form::Static(ty) => {
            let ty = with_static_lifetimes(ty);
            Constructor { resolves_to: Some((quote!(&'static #ty), quote!(&#ident))), ..Constructor::default() }
        }
        Form::Function(signature) => {
            let nameable = signature.generics.params.is_empty() && !signature.inputs.iter().any(is_opaque);
            Constructor {
                resolves_to: function_pointer(signature).map(|pointer| (pointer, ident.to_token_stream())),
                touch: nameable.then(|| quote!(let _ = #ident;)),
                allow_unused: allow_unused.filter(|_| !nameable),
                ..Constructor::default()
            }
        }
    }
}

impl Constructor {
    /// The expression of the registration.
    pub(crate) fn registration(&self, kind: ComponentKind, name: &LitStr, declared: &TokenStream) -> TokenStream {
        let state = &self.state;
        let span = located_at(name.span());
        match kind {
            ComponentKind::Model => {
                quote_spanned!(span=> __p::Registration::model::<__Name, __Declaration, _, #state, _>(#declared))
            }
            ComponentKind::Tool => {
                quote_spanned!(span=> __p::Registration::tool::<__Name, __Declaration, _, #state, _>(#declared))
            }
            ComponentKind::Agent => {
                quote_spanned!(span=> __p::Registration::agent::<__Name, __Declaration, _, _>(#declared))
            }
            ComponentKind::Graph => {
                quote_spanned!(span=> __p::Registration::graph::<__Name, __Declaration, _>(#declared))
            }
            _ => {
                let kind = crate::declaration::kind_path(kind);
                quote_spanned!(span=> __p::Registration::named(#kind, #declared))
            }
        }
    }
}
