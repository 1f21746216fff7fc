//! The constructor of a declared value, and its type.

use super::arguments::Arguments;
use super::item::{Form, Item, function_pointer, is_opaque};
use super::static_type::with_static_lifetimes;
use crate::declaration::{Value, kind_path};
use crate::errors::Errors;
use crate::name_hash::located_at;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Generics, Ident, LitStr, ReturnType, Safety, Signature, Type, Visibility};
use vocabulary::ComponentKind;

/// The constructor of a declaration. Its paths begin with `__p`, the hidden module of the registry.
pub(crate) struct Constructor {
    pub(crate) value: Value,
    /// An expression that uses the item, which may be private and otherwise unused.
    pub(crate) item_use: Option<TokenStream>,
    /// An attribute for a generic item of a name-only kind, which cannot be used without type arguments.
    pub(crate) allow_unused: Option<TokenStream>,
    pub(crate) state: TokenStream,
}

/// Determines how the item constructs a component of this kind, or reports why it cannot.
pub(crate) fn constructor(kind: ComponentKind, arguments: &Arguments, item: &Item, errors: &mut Errors) -> Constructor {
    let state = arguments.state.as_ref().map_or_else(|| quote!(()), ToTokens::to_token_stream);
    let ident = &item.ident;
    let init = arguments.init.as_ref().map(|init| replace_self(init.to_token_stream(), ident));
    if let (Some(init), Form::Function(_) | Form::Const(_) | Form::Static(_)) = (&init, &item.form) {
        errors.add(init.span(), "`init` is only for types; a function, a `const` or a `static` already has a value");
    }
    if let (Form::Type { generics, .. }, true) = (&item.form, init.is_some() || !kind.is_name_only()) {
        reject_generics(generics, kind, errors);
    }
    let mut constructor = Constructor { value: Value::Unknown, item_use: None, allow_unused: None, state };
    if kind.is_name_only() {
        name_only(&mut constructor, init.as_ref(), kind, item);
        return constructor;
    }
    constructor.value = match &item.form {
        Form::Type { generics, .. } if !generics.params.is_empty() => Value::Unknown,
        Form::Type { .. } => {
            let make = match &init {
                Some(init) => call_init(init, ident),
                None => quote_spanned!(located_at(ident.span())=> <#ident as __p::ByDefault>::by_default()),
            };
            Value::Constructed { item: ident.to_token_stream(), make }
        }
        Form::Const(ty) => constant(ty, ident),
        Form::Static(ty) => static_item(ty, ident),
        Form::Function(signature) => constructor_function(kind, signature, &constructor.state, errors),
    };
    constructor
}

/// Returns the module or crate in which the type of the item is visible, or `None` if it is `pub`.
pub(crate) fn visible_in(item: &Item, krate: &TokenStream) -> Option<TokenStream> {
    let Form::Type { is_alias: false, .. } = item.form else { return None };
    let module = quote!(#krate::__private::module_path!());
    match item.visibility {
        Visibility::Public(_) => None,
        Visibility::Inherited => Some(module),
        Visibility::Restricted(_) => Some(quote!(__p::crate_of(#module))),
    }
}

/// Replaces `Self` in a path by the item.
fn replace_self(path: TokenStream, ident: &Ident) -> TokenStream {
    let replaced = |token: TokenTree| match token {
        TokenTree::Ident(word) if word == "Self" => {
            let mut ident = ident.clone();
            ident.set_span(word.span());
            TokenTree::Ident(ident)
        }
        TokenTree::Group(group) => {
            let mut replaced = Group::new(group.delimiter(), replace_self(group.stream(), ident));
            replaced.set_span(group.span());
            TokenTree::Group(replaced)
        }
        token => token,
    };
    path.into_iter().map(replaced).collect()
}

/// Returns a call of `init`. It uses a trait with a custom error that states what the path must be.
fn call_init(init: &TokenStream, ident: &Ident) -> TokenStream {
    quote_spanned!(located_at(init.span())=> <_ as __p::InitOf<#ident>>::make(#init))
}

/// Returns what to write instead of a function that does the work of the component.
const fn remedy(kind: ComponentKind) -> &'static str {
    match kind {
        ComponentKind::Tool => "; to take arguments, implement `Tool` for a type",
        ComponentKind::Model => "; to answer requests, implement `ChatModel` for a type",
        ComponentKind::Agent => "; to answer prompts, implement `HarnessAgent` for a type",
        _ => "",
    }
}

fn constant(ty: &Type, ident: &Ident) -> Value {
    Value::Existing { item: with_static_lifetimes(ty).into_token_stream(), make: ident.to_token_stream() }
}

fn static_item(ty: &Type, ident: &Ident) -> Value {
    let ty = with_static_lifetimes(ty);
    Value::Existing { item: quote!(&'static #ty), make: quote!(&#ident) }
}

fn reject_generics(generics: &Generics, kind: ComponentKind, errors: &mut Errors) {
    if !generics.params.is_empty() {
        errors.add(
            generics.span(),
            format!("{} {kind} must be a concrete type; put the attribute on a type alias, `type Name = Generic<Concrete>;`", kind.article()),
        );
    }
}

fn constructor_function(kind: ComponentKind, signature: &Signature, state: &TokenStream, errors: &mut Errors) -> Value {
    let ident = &signature.ident;
    let mut reject = |span, reason: &str| {
        errors.add(span, format!("the constructor of {} {kind} {reason}", kind.article()));
    };
    if let Some(first) = signature.inputs.first() {
        reject(
            first.span(),
            &format!(
                "must not take arguments: it is called when the registry is collected, and returns the {kind}{}",
                remedy(kind)
            ),
        );
    }
    if let Some(asyncness) = &signature.asyncness {
        reject(
            asyncness.span(),
            "cannot be `async`: it is called when the registry is collected; move asynchronous work to the first use",
        );
    }
    if let Safety::Unsafe(safety) = &signature.safety {
        reject(safety.span(), "cannot be `unsafe`");
    }
    if !signature.generics.params.is_empty() {
        reject(signature.generics.span(), "cannot be generic: its type arguments would be unknown");
        return Value::Unknown;
    }
    let ReturnType::Type(_, returned) = &signature.output else {
        reject(
            ident.span(),
            &format!("must return the {kind} or a `Result` of it, but this function returns nothing{}", remedy(kind)),
        );
        return Value::Unknown;
    };
    if !is_opaque(returned) {
        return Value::Constructed { item: returned.to_token_stream(), make: quote!(#ident()) };
    }
    // An `impl Trait` type cannot be named in an implementation, but its handle can.
    let (handle, into) = match kind {
        ComponentKind::Model => {
            (quote!(__p::Arc<dyn __p::ChatModel<#state>>), quote!(__p::IntoModel::<#state, _>::into_model))
        }
        ComponentKind::Tool => (quote!(__p::Arc<dyn __p::Tool<#state>>), quote!(__p::IntoTool::<#state, _>::into_tool)),
        ComponentKind::Agent => (quote!(__p::Arc<dyn __p::HarnessAgent>), quote!(__p::IntoAgent::<_>::into_agent)),
        _ => {
            reject(returned.span(), "must name its return type: a `Blueprint` or a `Result` of it");
            return Value::Unknown;
        }
    };
    let span = located_at(returned.span());
    if matches!(**returned, syn::Type::ImplTrait(_)) {
        Value::Constructed { item: handle, make: quote_spanned!(span=> __p::Arc::new(#ident())) }
    } else {
        let item = quote!(__p::Result<#handle, __p::BoxError>);
        Value::Constructed { item, make: quote_spanned!(span=> #into(#ident())) }
    }
}

/// Handles an item of a name-only kind. The item is used so that a private one is not reported as dead code, and is the value
/// if that is possible.
fn name_only(constructor: &mut Constructor, init: Option<&TokenStream>, kind: ComponentKind, item: &Item) {
    let ident = &item.ident;
    let allow_unused = || Some(quote!(#[allow(dead_code)]));
    match &item.form {
        Form::Type { generics, .. } if !generics.params.is_empty() => {
            constructor.value =
                Value::None("its type is generic; declare a type alias with concrete arguments".to_owned());
            constructor.allow_unused = allow_unused();
        }
        Form::Type { .. } => {
            constructor.value = match init {
                Some(init) => Value::Constructed { item: ident.to_token_stream(), make: call_init(init, ident) },
                None => Value::None(format!(
                    "its type has no constructor; add `init = path` to `#[capability({kind} = …)]`"
                )),
            };
            constructor.item_use = Some(quote!(let _ = __p::PhantomData::<#ident>;));
        }
        Form::Const(ty) => constructor.value = constant(ty, ident),
        Form::Static(ty) => constructor.value = static_item(ty, ident),
        Form::Function(signature) => {
            let nameable = signature.generics.type_params().next().is_none()
                && signature.generics.const_params().next().is_none()
                && !signature.inputs.iter().any(is_opaque);
            constructor.value = match function_pointer(signature) {
                Ok(pointer) => Value::Existing { item: pointer, make: ident.to_token_stream() },
                Err(why) => Value::None(why.to_owned()),
            };
            if nameable {
                constructor.item_use = Some(quote!(let _ = #ident;));
            } else {
                constructor.allow_unused = allow_unused();
            }
        }
    }
}

/// Returns the registration as an expression.
pub(crate) fn registration(
    kind: ComponentKind,
    name: &LitStr,
    item: &Item,
    state: &TokenStream,
    declared: &TokenStream,
) -> TokenStream {
    let span = located_at(name.span());
    // A type is never a `Result`, so its error can name the missing trait.
    let is_type = matches!(item.form, Form::Type { .. });
    let (constructor, into) = match (kind, is_type) {
        (ComponentKind::Model, false) => (quote!(model::<#state>), quote!(__p::IntoModel<#state, _>)),
        (ComponentKind::Model, true) => (quote!(model::<#state>), quote!(__p::DeclaredModel<#state>)),
        (ComponentKind::Tool, false) => (quote!(tool::<#state>), quote!(__p::IntoTool<#state, _>)),
        (ComponentKind::Tool, true) => (quote!(tool::<#state>), quote!(__p::DeclaredTool<#state>)),
        (ComponentKind::Agent, false) => (quote!(agent), quote!(__p::IntoAgent<_>)),
        (ComponentKind::Agent, true) => (quote!(agent), quote!(__p::DeclaredAgent)),
        (ComponentKind::Graph, _) => (quote!(graph), quote!(__p::IntoGraph)),
        _ => {
            let kind = kind_path(kind);
            return quote_spanned!(span=> __p::Registration::named(#kind, #declared));
        }
    };
    quote_spanned!(span=> __p::Registration::#constructor(#declared, <_ as #into>::fill::<__Declaration>))
}
