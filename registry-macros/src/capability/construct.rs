//! How the value behind a declaration is made, and of what type it is.

use super::arguments::Arguments;
use super::item::{Form, Item, function_pointer, is_opaque};
use super::static_type::with_static_lifetimes;
use crate::declaration::{Value, kind_path};
use crate::name_hash::located_at;
use crate::problems::Problems;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Generics, Ident, LitStr, ReturnType, Safety, Signature, Type, Visibility};
use vocabulary::ComponentKind;

/// What a declaration makes. Paths begin with `__p`, the hidden module of the registry.
pub(crate) struct Constructor {
    pub(crate) value: Value,
    /// Uses the item, which may be private and otherwise unused.
    pub(crate) touch: Option<TokenStream>,
    /// Goes before an item that cannot be used without saying for which types: a generic one of a name-only kind.
    pub(crate) allow_unused: Option<TokenStream>,
    pub(crate) state: TokenStream,
}

/// Reads the item as what makes a component of this kind. Where it cannot, that is a problem.
pub(crate) fn read(kind: ComponentKind, arguments: &Arguments, item: &Item, problems: &mut Problems) -> Constructor {
    let state = arguments.state.as_ref().map_or_else(|| quote!(()), ToTokens::to_token_stream);
    let ident = &item.ident;
    let init = arguments.init.as_ref().map(|init| of_the_item(init.to_token_stream(), ident));
    if let (Some(init), Form::Function(_) | Form::Const(_) | Form::Static(_)) = (&init, &item.form) {
        problems
            .error(init.span(), "`init` makes a value of a type; a function, a `const` or a `static` gives its own");
    }
    if let (Form::Type { generics, .. }, true) = (&item.form, init.is_some() || !kind.is_name_only()) {
        refuse_generics(generics, kind, problems);
    }
    let mut constructor = Constructor { value: Value::Unknown, touch: None, allow_unused: None, state };
    if kind.is_name_only() {
        name_only(&mut constructor, init.as_ref(), kind, item);
        return constructor;
    }
    constructor.value = match &item.form {
        Form::Type { generics, .. } if !generics.params.is_empty() => Value::Unknown,
        Form::Type { .. } => {
            let make = match &init {
                Some(init) => called(init, ident),
                None => quote_spanned!(located_at(ident.span())=> <#ident as __p::ByDefault>::by_default()),
            };
            Value::Made { item: ident.to_token_stream(), make }
        }
        Form::Const(ty) => constant(ty, ident),
        Form::Static(ty) => static_item(ty, ident),
        Form::Function(signature) => constructor_function(kind, signature, &constructor.state, problems),
    };
    constructor
}

/// Where the type of the item is visible, if not everywhere: in its module, or at most in its crate.
pub(crate) fn visible_in(item: &Item, krate: &TokenStream) -> Option<TokenStream> {
    let Form::Type { is_alias: false, .. } = item.form else { return None };
    let module = quote!(#krate::__private::module_path!());
    match item.visibility {
        Visibility::Public(_) => None,
        Visibility::Inherited => Some(module),
        Visibility::Restricted(_) => Some(quote!(__p::crate_of(#module))),
    }
}

/// A path with the item in the place of `Self`, which is the item only for those who read the attribute.
fn of_the_item(path: TokenStream, ident: &Ident) -> TokenStream {
    let replaced = |token: TokenTree| match token {
        TokenTree::Ident(word) if word == "Self" => {
            let mut ident = ident.clone();
            ident.set_span(word.span());
            TokenTree::Ident(ident)
        }
        TokenTree::Group(group) => {
            let mut of_item = Group::new(group.delimiter(), of_the_item(group.stream(), ident));
            of_item.set_span(group.span());
            TokenTree::Group(of_item)
        }
        token => token,
    };
    path.into_iter().map(replaced).collect()
}

/// A call of what makes the type. It goes through a trait that says in our words what the path has to be.
fn called(init: &TokenStream, ident: &Ident) -> TokenStream {
    quote_spanned!(located_at(init.span())=> <_ as __p::InitOf<#ident>>::make(#init))
}

/// What a function that does the work itself should be instead.
const fn remedy(kind: ComponentKind) -> &'static str {
    match kind {
        ComponentKind::Tool => "; what takes arguments is a type that implements `Tool`",
        ComponentKind::Model => "; what answers is a type that implements `ChatModel`",
        ComponentKind::Agent => "; what works on a prompt is a type that implements `HarnessAgent`",
        _ => "",
    }
}

fn constant(ty: &Type, ident: &Ident) -> Value {
    Value::There { item: with_static_lifetimes(ty).into_token_stream(), make: ident.to_token_stream() }
}

fn static_item(ty: &Type, ident: &Ident) -> Value {
    let ty = with_static_lifetimes(ty);
    Value::There { item: quote!(&'static #ty), make: quote!(&#ident) }
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
) -> Value {
    let ident = &signature.ident;
    let mut refuse = |span, what: &str| {
        problems.error(span, format!("a function that makes {} {kind} {what}", kind.article()));
    };
    if let Some(first) = signature.inputs.first() {
        refuse(
            first.span(),
            &format!(
                "takes no arguments: it is called while the registry is collected, and returns the {kind}{}",
                remedy(kind)
            ),
        );
    }
    if let Some(asyncness) = &signature.asyncness {
        refuse(
            asyncness.span(),
            "cannot be `async`: it is called while the registry is collected; what has to wait can do so when it is first used",
        );
    }
    if let Safety::Unsafe(safety) = &signature.safety {
        refuse(safety.span(), "cannot be `unsafe`");
    }
    if !signature.generics.params.is_empty() {
        refuse(signature.generics.span(), "cannot be generic: there would be no telling which instance is meant");
        return Value::Unknown;
    }
    let ReturnType::Type(_, returned) = &signature.output else {
        refuse(ident.span(), &format!("returns it, or a `Result` of it; this one returns nothing{}", remedy(kind)));
        return Value::Unknown;
    };
    if !is_opaque(returned) {
        return Value::Made { item: returned.to_token_stream(), make: quote!(#ident()) };
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
            return Value::Unknown;
        }
    };
    let span = located_at(returned.span());
    if matches!(**returned, syn::Type::ImplTrait(_)) {
        Value::Made { item: handle, make: quote_spanned!(span=> __p::Arc::new(#ident())) }
    } else {
        let item = quote!(__p::Result<#handle, __p::BoxError>);
        Value::Made { item, make: quote_spanned!(span=> #into(#ident())) }
    }
}

/// The item stays what it is. It is used, lest a private one be dead code, and is the value where it can be one.
fn name_only(constructor: &mut Constructor, init: Option<&TokenStream>, kind: ComponentKind, item: &Item) {
    let ident = &item.ident;
    let allow_unused = || Some(quote!(#[allow(dead_code)]));
    match &item.form {
        Form::Type { generics, .. } if !generics.params.is_empty() => {
            constructor.value = Value::Nothing(
                "its type is generic, and the name stands for no instance of it; declare a type alias of one"
                    .to_owned(),
            );
            constructor.allow_unused = allow_unused();
        }
        Form::Type { .. } => {
            constructor.value = match init {
                Some(init) => Value::Made { item: ident.to_token_stream(), make: called(init, ident) },
                None => Value::Nothing(format!(
                    "it does not say how its type is made; add `init = path` to `#[capability({kind} = …)]`"
                )),
            };
            constructor.touch = Some(quote!(let _ = __p::PhantomData::<#ident>;));
        }
        Form::Const(ty) => constructor.value = constant(ty, ident),
        Form::Static(ty) => constructor.value = static_item(ty, ident),
        Form::Function(signature) => {
            let nameable = signature.generics.type_params().next().is_none()
                && signature.generics.const_params().next().is_none()
                && !signature.inputs.iter().any(is_opaque);
            constructor.value = match function_pointer(signature) {
                Ok(pointer) => Value::There { item: pointer, make: ident.to_token_stream() },
                Err(why) => Value::Nothing(why.to_owned()),
            };
            if nameable {
                constructor.touch = Some(quote!(let _ = #ident;));
            } else {
                constructor.allow_unused = allow_unused();
            }
        }
    }
}

/// The expression of the registration.
pub(crate) fn registration(
    kind: ComponentKind,
    name: &LitStr,
    item: &Item,
    state: &TokenStream,
    declared: &TokenStream,
) -> TokenStream {
    let span = located_at(name.span());
    // A type is no `Result`, so that its error can be about the trait that it lacks.
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
