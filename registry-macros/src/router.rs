//! `model_router!`: workloads with their models, required capabilities and fallbacks.

use crate::capability::{check_declared_name, list, model};
use crate::errors::Errors;
use crate::reference::{Requirement, Use, checks};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::{HashMap, HashSet};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{LitStr, Token, parenthesized};
use vocabulary::{Capability, ComponentKind, check_name, cycles_through_every_edge, nearest, or_did_you_mean};

const SYNTAX: &str =
    r#"`workload "chat" => model "gpt-4o", requires(vision), fallbacks("other");` or `default "chat";`"#;

/// One workload.
struct Route {
    workload: LitStr,
    model: LitStr,
    requires: Vec<Ident>,
    fallbacks: Vec<LitStr>,
}

/// The input of the macro.
#[derive(Default)]
struct Routes {
    routes: Vec<Route>,
    default: Option<LitStr>,
}

/// Expands `model_router!` to the checks of its models and the router as an expression.
pub(crate) fn expand(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let krate;
    parenthesized!(krate in input);
    let krate: TokenStream = krate.parse()?;
    let mut errors = Errors::default();
    let routes = Routes::read(input, &mut errors)?;
    let needed: Vec<Vec<(&Ident, Capability)>> =
        routes.routes.iter().map(|route| model::capabilities(&route.requires, &mut errors)).collect();
    routes.check(&mut errors);
    let models = routes.models(&needed);
    let named = models.iter().filter(|model| check_declared_name(ComponentKind::Model, model.name, true).is_ok());
    let used = named.map(|Model { name, notes, requirements }| Use {
        kind: ComponentKind::Model,
        name,
        notes,
        remedy: None,
        requirements,
    });
    let checks = checks(&used.collect::<Vec<_>>(), &krate);
    let value = match errors.into_error() {
        Some(errors) => {
            let errors = errors.into_iter().map(syn::Error::into_compile_error);
            quote!(#(#errors);*)
        }
        None => routes.value(&needed),
    };
    Ok(quote! {{
        use #krate::__private as __p;
        #checks
        #value
    }})
}

/// A model that a workload can use, directly or as a fallback.
struct Model<'r> {
    name: &'r LitStr,
    notes: Vec<String>,
    requirements: Vec<Requirement>,
}

/// The role of a model in a workload.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The model of the workload itself.
    Own,
    /// The model of another workload that is a fallback.
    OfWorkload,
    /// A fallback that is not the name of a workload.
    Fallback,
}

impl Routes {
    fn read(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Self> {
        let mut routes = Self::default();
        while !input.is_empty() {
            let word = Ident::parse_any(input).map_err(|error| expected(&error, "a route"))?;
            match &*word.to_string() {
                "workload" | "default" if input.is_empty() => {
                    let error = syn::Error::new(word.span(), "");
                    return Err(expected(&error, "the name of a workload, in quotes"));
                }
                "workload" => routes.routes.push(Route::read(input)?),
                "default" => {
                    let default = input
                        .parse()
                        .map_err(|error| expected(&error, "the name of the default workload, in quotes"))?;
                    if routes.default.replace(default).is_some() {
                        errors.add(word.span(), "`default` is given twice");
                    }
                }
                other => {
                    let near = or_did_you_mean(nearest(other, ["workload", "default"]).first());
                    return Err(syn::Error::new(word.span(), format!("expected {SYNTAX}, not `{other}`{near}")));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![;]>().map_err(|error| expected(&error, "`;` after a route"))?;
            }
        }
        Ok(routes)
    }

    /// Returns the router as an expression.
    fn value(&self, needed: &[Vec<(&Ident, Capability)>]) -> TokenStream {
        let routes = self.routes.iter().zip(needed).map(|(route, needed)| {
            let Route { workload, model, fallbacks, .. } = route;
            let requires = model::set_tokens(needed.iter().map(|(_, capability)| *capability).collect());
            quote!((#workload, #model, #requires, &[#(#fallbacks),*]))
        });
        let default = match &self.default {
            Some(default) => quote!(__p::Some(#default)),
            None => quote!(__p::Option::None),
        };
        quote!(__p::router_from_checked_routes(&[#(#routes),*], #default))
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.routes.iter().position(|route| route.workload.value() == name)
    }

    /// Checks everything except the models: valid names, one route per workload, a known default, and no cycles.
    fn check(&self, errors: &mut Errors) {
        let mut seen: HashMap<String, usize> = HashMap::new();
        for Route { workload, model, fallbacks, .. } in &self.routes {
            if let Err(error) = check_name(&workload.value()) {
                errors.add(workload.span(), error);
            }
            for name in std::iter::once(model).chain(fallbacks) {
                if let Err(error) = check_declared_name(ComponentKind::Model, name, true) {
                    errors.push(error);
                }
            }
            let line = workload.span().unwrap().line();
            if let Some(first) = seen.insert(workload.value(), line) {
                let message =
                    format!("the workload `{}` has two routes; the other one is on line {first}", workload.value());
                errors.add(workload.span(), message);
            }
            let mut listed = HashSet::new();
            for fallback in fallbacks.iter().filter(|fallback| !listed.insert(fallback.value())) {
                errors.add(fallback.span(), format!("the fallback `{}` is listed twice", fallback.value()));
            }
        }
        if let Some(default) = self.default.as_ref().filter(|default| self.find(&default.value()).is_none()) {
            let mut near = self.near(&default.value());
            if near.is_empty() && !self.routes.is_empty() {
                let workloads = self.routes.iter().map(|route| format!("`{}`", route.workload.value()));
                near = format!("; the workloads are {}", workloads.collect::<Vec<_>>().join(", "));
            }
            errors.add(default.span(), format!("the default `{}` has no route{near}", default.value()));
        }
        if errors.is_empty() {
            self.check_cycles(errors);
        }
    }

    /// Reports cycles that together cover every fallback on a cycle, each at the fallback that closes it.
    fn check_cycles(&self, errors: &mut Errors) {
        let workloads = |route: &Route| route.fallbacks.iter().filter_map(|name| self.find(&name.value())).collect();
        let fallbacks: Vec<Vec<usize>> = self.routes.iter().map(workloads).collect();
        for cycle in cycles_through_every_edge(&fallbacks) {
            let hops = cycle.iter().chain(cycle.first()).map(|hop| {
                let workload = &self.routes[*hop].workload;
                format!("`{}` (line {})", workload.value(), workload.span().unwrap().line())
            });
            let message = format!("the workloads fall back in a cycle: {}", hops.collect::<Vec<_>>().join(" -> "));
            let (Some(first), Some(last)) = (cycle.first(), cycle.last()) else { continue };
            let first = self.routes[*first].workload.value();
            let closing = self.routes[*last].fallbacks.iter().find(|fallback| fallback.value() == first);
            errors.add(closing.map_or_else(|| self.routes[*last].workload.span(), LitStr::span), message);
        }
    }

    /// Returns each model once, by the name in the source, with the requirements of every workload that can use it.
    fn models(&self, needed: &[Vec<(&Ident, Capability)>]) -> Vec<Model<'_>> {
        let mut models: Vec<Model<'_>> = Vec::new();
        let mut places = HashMap::new();
        for (number, route) in self.routes.iter().enumerate() {
            let workload = route.workload.value();
            for (name, role) in self.chain(number) {
                let text = name.value();
                let place = *places.entry(text.clone()).or_insert_with(|| {
                    let notes = (role == Role::Fallback).then(|| {
                        let near = self.near(&text);
                        format!("the workload `{workload}` falls back to it, and this router has no workload with that name{near}")
                    });
                    models.push(Model { name, notes: notes.into_iter().collect(), requirements: Vec::new() });
                    models.len() - 1
                });
                let description = if role == Role::Own { "the model" } else { "the fallback" };
                let required = needed[number].iter().map(|(_, capability)| *capability).collect();
                let suggestion = model::suggest_models(&text, required);
                models[place].requirements.extend(needed[number].iter().map(|(word, capability)| Requirement {
                    capability: *capability,
                    place: word.span(),
                    unmet: format!(
                        "the workload `{workload}` requires `{capability}`, which {description} `{text}` has neither in the catalog nor in the `requires(…)` of its declaration{}",
                        suggestion.clone().unwrap_or_else(|| format!("; if it is `custom` and has the capability, add `requires({capability})` to its declaration"))
                    ),
                }));
            }
        }
        models
    }

    /// Returns the models of a workload, beginning with its own.
    fn chain(&self, first: usize) -> Vec<(&LitStr, Role)> {
        let mut seen = HashSet::from([first]);
        let mut pending = vec![first];
        let mut models = Vec::new();
        while let Some(here) = pending.pop() {
            let Route { model, fallbacks, .. } = &self.routes[here];
            models.push((model, if here == first { Role::Own } else { Role::OfWorkload }));
            for fallback in fallbacks {
                match self.find(&fallback.value()) {
                    Some(next) if seen.insert(next) => pending.push(next),
                    Some(_) => {}
                    None => models.push((fallback, Role::Fallback)),
                }
            }
        }
        models
    }

    fn near(&self, name: &str) -> String {
        let workloads: Vec<String> = self.routes.iter().map(|route| route.workload.value()).collect();
        or_did_you_mean(nearest(name, workloads.iter().map(String::as_str)).first())
    }
}

impl Route {
    /// Parses a route after the word `workload`.
    fn read(input: ParseStream<'_>) -> syn::Result<Self> {
        let workload = input.parse().map_err(|error| expected(&error, "the name of the workload, in quotes"))?;
        let arrow = |input: ParseStream<'_>| {
            input.parse::<Token![=>]>()?;
            if Ident::parse_any(input)? == "model" { input.parse() } else { Err(input.error("expected `model`")) }
        };
        let model = arrow(input).map_err(|error| expected(&error, "`=> model \"…\"` after the workload"))?;
        let mut route = Self { workload, model, requires: Vec::new(), fallbacks: Vec::new() };
        while input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
            if input.is_empty() || input.peek(Token![;]) {
                break;
            }
            let word = Ident::parse_any(input).map_err(|error| expected(&error, "`requires(…)` or `fallbacks(…)`"))?;
            match &*word.to_string() {
                "requires" => route.requires.extend(
                    list::<Ident>(input, &word).map_err(|error| expected(&error, "capabilities in parentheses"))?,
                ),
                "fallbacks" => route.fallbacks.extend(
                    list::<LitStr>(input, &word)
                        .map_err(|error| expected(&error, "names in quotes, in parentheses"))?,
                ),
                other => {
                    let near = or_did_you_mean(nearest(other, ["requires", "fallbacks"]).first());
                    let message = format!("a route takes `requires(…)` and `fallbacks(…)`, not `{other}`{near}");
                    return Err(syn::Error::new(word.span(), message));
                }
            }
        }
        Ok(route)
    }
}

fn expected(error: &syn::Error, what: &str) -> syn::Error {
    syn::Error::new(error.span(), format!("expected {what}; the syntax is {SYNTAX}"))
}
