//! `#[capability(…)]`: expands the attribute and its item into a declaration.

mod arguments;
mod construct;
mod enclosing;
mod foreign_syntax;
mod item;
#[cfg(feature = "catalog")]
pub(crate) mod model;
#[cfg(not(feature = "catalog"))]
#[path = "unchecked_model.rs"]
pub(crate) mod model;
mod static_type;

pub(crate) use arguments::check_declared_name;
#[cfg(feature = "catalog")]
pub(crate) use arguments::list;

use crate::crate_path;
use crate::declaration::{Declaration, Value};
use crate::errors::Errors;
use arguments::Arguments;
use construct::Constructor;
use item::Item;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::LitStr;
use vocabulary::ComponentKind;

/// The result of checking a model against the catalog.
#[derive(Default)]
pub(crate) struct CheckedModel {
    /// Method calls that are appended to the registration.
    pub(crate) facts: TokenStream,
    /// An `Option<CapabilitySet>` expression with the capabilities from the catalog or the declaration.
    pub(crate) known_capabilities: Option<TokenStream>,
    /// Tokens that cause a compiler warning about the model.
    pub(crate) warning: Option<TokenStream>,
}

/// Returns the unchanged item, followed by the declaration and all errors. If the attribute has an error, the item and, if
/// possible, its name are still declared, so that one mistake is one error and completion in editors continues to work.
pub(crate) fn expand(attribute: &TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let arguments = Arguments::read(attribute.clone(), &mut errors);
    let (allow_unused, declared) = match parsed(item) {
        Ok(parsed) => arguments
            .kind
            .zip(arguments.name.as_ref())
            .map(|(kind, name)| declare(kind, name, &arguments, &parsed, &mut errors))
            .unwrap_or_default(),
        Err(error) => {
            errors.push(error);
            arguments.record_error();
            if item::is_expression(item) {
                return errors.into_tokens();
            }
            Default::default()
        }
    };
    let errors = errors.into_tokens();
    quote!(#allow_unused #item #declared #errors)
}

fn parsed(item: &TokenStream) -> syn::Result<Item> {
    let item: Item = syn::parse2(item.clone())?;
    if item.may_be_associated() && enclosing::is_associated() {
        return Err(item::associated_item_error(item.ident.span()));
    }
    Ok(item)
}

/// Returns an attribute for the item, and the declaration to emit after the item.
fn declare(
    kind: ComponentKind,
    name: &LitStr,
    arguments: &Arguments,
    item: &Item,
    errors: &mut Errors,
) -> (Option<TokenStream>, TokenStream) {
    let krate = match &arguments.krate {
        Some(path) => path.to_token_stream(),
        None => match crate_path::from_manifest() {
            Ok(path) => path,
            Err(message) => {
                if errors.is_empty() {
                    errors.add(Span::call_site(), message);
                }
                arguments.record_error();
                return Default::default();
            }
        },
    };
    if arguments.state.is_none() {
        reject_second_name(kind, item, errors);
    }
    let Constructor { mut value, item_use, allow_unused, state } =
        construct::constructor(kind, arguments, item, errors);
    if kind == ComponentKind::Graph && cfg!(not(feature = "rag")) {
        errors.add(name.span(), "a graph needs the feature `rag` of the package `named-capabilities`");
    }
    let model = match kind {
        ComponentKind::Model => model::check(name, arguments, errors),
        _ => CheckedModel::default(),
    };
    if !errors.is_empty() {
        // The error is already reported.
        match &mut value {
            Value::Constructed { make, .. } | Value::Existing { make, .. } => *make = quote!(loop {}),
            other => *other = Value::Unknown,
        }
    }
    let mut declaration = Declaration::new(kind, name, krate, value);
    if arguments.krate.as_ref().is_some_and(|path| path.path.get_ident().is_some()) {
        // The path may be wrong, for example `facade` for `facade::registry`. Macros that are called through the import do not
        // cause a second error.
        declaration.krate = quote!(__p);
    }
    declaration.aliases = &arguments.aliases;
    // `cfg` attributes are not copied, because the compiler evaluates them before it calls the macro.
    declaration.attributes = item.allowed();
    if errors.is_empty() {
        let description = match &arguments.description {
            Some(description) => description.to_token_stream(),
            None => item.documentation(&declaration.krate),
        };
        let declared = declaration.declared(&arguments.tags, &description);
        let registration = construct::registration(kind, name, item, &state, &declared);
        let facts = model.facts;
        declaration.registration = Some(quote!(#registration #facts));
        declaration.warning = model.warning;
        declaration.known_capabilities = model.known_capabilities;
        if let Value::Constructed { .. } = &declaration.value {
            declaration.visible_in = construct::visible_in(item, &declaration.krate).map(|it| (it, &item.ident));
        }
        declaration.item_use = item_use;
    }
    (allow_unused, declaration.into_tokens())
}

/// Reports another `#[capability]` attribute with a second name for a tool or an agent. These have a single name per state,
/// because their `name()` must match.
fn reject_second_name(kind: ComponentKind, item: &Item, errors: &mut Errors) {
    if !matches!(kind, ComponentKind::Tool | ComponentKind::Agent) {
        return;
    }
    for second in item.attributes.iter().filter_map(|attribute| item::declared_name(attribute, kind)) {
        let message = format!(
            "the attribute above already names the item as {} {kind}; write another name as an alias there: `alias = {:?}`",
            kind.article(),
            second.value()
        );
        errors.add(second.span(), message);
    }
}
