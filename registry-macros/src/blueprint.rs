//! `include_rag!` and `rag!`: a graph that is compiled, and whose names rustc resolves.

use crate::name_hash::located_at;
use crate::reference;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use rag::{CapabilityResolver, Compiled, ComponentKind, Program, Report, Source, codegen};
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{LitStr, Token, parenthesized};

/// How many places of one unknown name an error shows.
const PLACES: usize = 3;

/// What either macro is given: the crate that it belongs to, a path or a source, and perhaps which graph is meant.
pub(crate) struct Arguments {
    krate: TokenStream,
    text: LitStr,
    graph: Option<LitStr>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let krate;
        parenthesized!(krate in input);
        let krate = krate.parse()?;
        let text = input.parse().map_err(|error| {
            let message =
                "expected one string literal: a path for `include_rag!`, a raw string `r#\"graph …\"#` for `rag!`";
            syn::Error::new(error.span(), message)
        })?;
        let mut graph = None;
        if input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let key = input.call(Ident::parse_any)?;
            if key != "graph" {
                return Err(syn::Error::new(key.span(), "expected `graph = \"name\"`"));
            }
            input.parse::<Token![=]>()?;
            graph = Some(input.parse()?);
            input.parse::<Option<Token![,]>>()?;
        }
        if !input.is_empty() {
            return Err(
                input.error("expected nothing more; a source in several literals is one raw string: `r#\"graph …\"#`")
            );
        }
        Ok(Self { krate, text, graph })
    }
}

/// A blueprint from a file, by its path from the root of the crate.
pub(crate) fn include(arguments: &Arguments) -> syn::Result<TokenStream> {
    let place = arguments.text.span();
    let path = arguments.text.value();
    let root = env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| {
        syn::Error::new(place, "CARGO_MANIFEST_DIR is not set, so the path has no root: build with Cargo")
    })?;
    let file = Path::new(&root).join(&path);
    let text = fs::read_to_string(&file).map_err(|error| {
        let root = Path::new(&root).display();
        syn::Error::new(
            place,
            format!("`{path}` cannot be read: {error}; the path starts at the root of the crate, {root}"),
        )
    })?;
    let file = file.to_str().ok_or_else(|| syn::Error::new(place, "the path of the crate is not UTF-8"))?;
    let tracked = quote!(
        const _: &[__p::u8] = __p::include_bytes!(#file);
    );
    compiled(arguments, &Source::file(path, text), &tracked)
}

/// A blueprint from a source that stands in the program.
pub(crate) fn inline(arguments: &Arguments) -> syn::Result<TokenStream> {
    compiled(arguments, &Source::file("rag!", arguments.text.value()), &TokenStream::new())
}

fn compiled(arguments: &Arguments, source: &Source, tracked: &TokenStream) -> syn::Result<TokenStream> {
    let place = arguments.text.span();
    let resolver = CapabilityResolver::without_registry();
    let compiled =
        Program::parse(std::slice::from_ref(source)).compile(&resolver).map_err(|report| errors(&report, place))?;
    let blueprint = chosen(arguments, &compiled)?;
    let mut places: BTreeMap<(ComponentKind, &str), Vec<String>> = BTreeMap::new();
    for reference in compiled.outward_references(blueprint) {
        let shown = places.entry((reference.kind, reference.name)).or_default();
        if shown.len() < PLACES
            && let Some(span) = reference.span
        {
            shown.push(rag::frame(source, span, "named here"));
        }
    }
    let checks = places.iter().map(|((kind, name), shown)| reference::check(*kind, &LitStr::new(name, place), shown));
    let warnings = warnings(&compiled.warnings, place);
    let krate = &arguments.krate;
    let value: TokenStream = codegen::expression(blueprint, "__p::rag")
        .parse()
        .map_err(|error| syn::Error::new(place, format!("the blueprint cannot be written as Rust: {error}")))?;
    Ok(quote! {{
        use #krate::__private as __p;
        #tracked
        const _: () = {
            #(#checks)*
            #warnings
        };
        #value
    }})
}

/// The graph that is meant: the only one, or the one that is named.
fn chosen<'c>(arguments: &Arguments, compiled: &'c Compiled) -> syn::Result<&'c rag::Blueprint> {
    let names: Vec<String> = compiled.blueprints.iter().map(|blueprint| format!("`{}`", blueprint.graph)).collect();
    match (&arguments.graph, &compiled.blueprints[..]) {
        (Some(name), _) => compiled.graph(&name.value()).ok_or_else(|| {
            let near = rag::nearest(&name.value(), compiled.blueprints.iter().map(|blueprint| &*blueprint.graph));
            let near = near.first().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let message = format!("the source has no graph `{}`{near}; it has {}", name.value(), names.join(", "));
            syn::Error::new(name.span(), message)
        }),
        (None, [blueprint]) => Ok(blueprint),
        (None, []) => Err(syn::Error::new(arguments.text.span(), "the source has no graph")),
        (None, _) => Err(syn::Error::new(
            arguments.text.span(),
            format!(
                "the source has several graphs, {}: say which, with `graph = \"name\"` behind the source",
                names.join(", ")
            ),
        )),
    }
}

fn errors(report: &Report, place: Span) -> syn::Error {
    let shown = report.diagnostics().iter().zip(report.render_each(false));
    let errors = shown.filter(|(diagnostic, _)| diagnostic.severity == rag::Severity::Error);
    let all = errors.map(|(diagnostic, shown)| syn::Error::new(place, under_rustc(diagnostic, &shown)));
    let all = all.reduce(|mut all, error| {
        all.combine(error);
        all
    });
    all.unwrap_or_else(|| syn::Error::new(place, report))
}

/// Stable macros cannot warn; using something deprecated can.
fn warnings(report: &Report, place: Span) -> TokenStream {
    let shown = report.diagnostics().iter().zip(report.render_each(false));
    shown
        .enumerate()
        .map(|(number, (diagnostic, shown))| {
            let note = under_rustc(diagnostic, &shown);
            let name = format_ident!("{}_{number}", diagnostic.code.as_str());
            let touch = quote_spanned!(located_at(place)=> let () = #name;);
            quote! {
                #[deprecated(note = #note)]
                const #name: () = ();
                #touch
            }
        })
        .collect()
}

/// A rendered problem without its own `error[…]:`, since rustc writes one before it.
fn under_rustc(diagnostic: &rag::Diagnostic, shown: &str) -> String {
    let picture = shown.split_once('\n').map_or("", |(_, picture)| picture);
    format!("{} [{}]\n{picture}", diagnostic.message, diagnostic.code.as_str())
}
