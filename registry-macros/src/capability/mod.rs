//! `#[capability(…)]`: from the attribute and its item to the declaration.

mod arguments;
mod construct;
mod enclosing;
mod habits;
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
use crate::problems::Problems;
use arguments::Arguments;
use construct::Constructor;
use item::Item;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::LitStr;
use vocabulary::ComponentKind;

/// A model's declaration, checked against the catalog.
#[derive(Default)]
pub(crate) struct CheckedModel {
    /// Continues the expression of the registration.
    pub(crate) facts: TokenStream,
    /// What the model can do, as the catalog or the declaration itself says: an `Option<CapabilitySet>` for rustc.
    pub(crate) abilities: Option<TokenStream>,
    /// Makes the compiler warn of a model that its provider no longer serves.
    pub(crate) warning: Option<TokenStream>,
}

/// The item as it was, then what declares it, then every error. The item survives a wrong attribute, and so does its
/// name where it can be read: one mistake is one error, and an editor goes on completing.
pub(crate) fn expand(attribute: &TokenStream, item: &TokenStream) -> TokenStream {
    let mut problems = Problems::default();
    let arguments = Arguments::read(attribute.clone(), &mut problems);
    let (allow_unused, declared) = match parsed(item) {
        Ok(parsed) => arguments
            .kind
            .zip(arguments.name.as_ref())
            .map(|(kind, name)| declare(kind, name, &arguments, &parsed, &mut problems))
            .unwrap_or_default(),
        Err(error) => {
            problems.push(error);
            arguments.remember_error();
            if item::is_expression(item) {
                return problems.into_tokens();
            }
            Default::default()
        }
    };
    let problems = problems.into_tokens();
    quote!(#allow_unused #item #declared #problems)
}

fn parsed(item: &TokenStream) -> syn::Result<Item> {
    let item: Item = syn::parse2(item.clone())?;
    if item.may_be_associated() && enclosing::is_associated() {
        return Err(item::of_an_implementation(item.ident.span()));
    }
    Ok(item)
}

/// What goes before the item, and what goes behind it.
fn declare(
    kind: ComponentKind,
    name: &LitStr,
    arguments: &Arguments,
    item: &Item,
    problems: &mut Problems,
) -> (Option<TokenStream>, TokenStream) {
    let krate = match &arguments.krate {
        Some(path) => path.to_token_stream(),
        None => match crate_path::from_manifest() {
            Ok(path) => path,
            Err(message) => {
                if problems.is_empty() {
                    problems.error(Span::call_site(), message);
                }
                arguments.remember_error();
                return Default::default();
            }
        },
    };
    if arguments.state.is_none() {
        refuse_second_name(kind, item, problems);
    }
    let Constructor { mut value, touch, allow_unused, state } = construct::read(kind, arguments, item, problems);
    if kind == ComponentKind::Graph && cfg!(not(feature = "rag")) {
        problems.error(name.span(), "a graph needs the feature `rag` of the package `named-capabilities`");
    }
    let model = match kind {
        ComponentKind::Model => model::check(name, arguments, problems),
        _ => CheckedModel::default(),
    };
    if !problems.is_empty() {
        // What is wrong is said already.
        match &mut value {
            Value::Made { make, .. } | Value::There { make, .. } => *make = quote!(loop {}),
            other => *other = Value::Unknown,
        }
    }
    let mut declaration = Declaration::new(kind, name, krate, value);
    if arguments.krate.as_ref().is_some_and(|path| path.path.get_ident().is_some()) {
        // Perhaps it should be `facade::registry`: with macros behind the import, rustc has one error and not two.
        declaration.krate = quote!(__p);
    }
    declaration.aliases = &arguments.aliases;
    // Its `cfg`s are not copied: the compiler has evaluated them, wherever they stand, before it calls the macro.
    declaration.attributes = item.allowed();
    if problems.is_empty() {
        let description = match &arguments.description {
            Some(description) => description.to_token_stream(),
            None => item.documentation(&declaration.krate),
        };
        let declared = declaration.declared(&arguments.tags, &description);
        let registration = construct::registration(kind, name, item, &state, &declared);
        let facts = model.facts;
        declaration.registration = Some(quote!(#registration #facts));
        declaration.warning = model.warning;
        declaration.abilities = model.abilities;
        if let Value::Made { .. } = &declaration.value {
            declaration.visible_in = construct::visible_in(item, &declaration.krate).map(|it| (it, &item.ident));
        }
        declaration.touch = touch;
    }
    (allow_unused, declaration.into_tokens())
}

/// A tool and an agent say what they are called, and so have one name, if for each state one. An attribute below this one
/// would give it another.
fn refuse_second_name(kind: ComponentKind, item: &Item, problems: &mut Problems) {
    if !matches!(kind, ComponentKind::Tool | ComponentKind::Agent) {
        return;
    }
    for second in item.attributes.iter().filter_map(|attribute| item::declared_name(attribute, kind)) {
        let message = format!(
            "the item has a name as {} {kind} in the attribute above; another one is an alias there: `alias = {:?}`",
            kind.article(),
            second.value()
        );
        problems.error(second.span(), message);
    }
}
