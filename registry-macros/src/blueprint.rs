//! `include_rag!` and `rag!`: compiles a graph and lets rustc resolve its names.

use crate::errors::Errors;
use crate::name_hash::located_at;
use crate::reference::{Use, checks};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use rag::__private::frames;
use rag::{Blueprint, CapabilityResolver, Compiled, MAX_SOURCE_BYTES, Program, Reference, Report, Source, Span};
use std::collections::HashMap;
use std::path::Path;
use std::{env, fs};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{LitStr, Token, parenthesized};
use vocabulary::{ComponentKind, Severity, nearest, or_did_you_mean};

/// The number of uses of an unknown name that an error shows: a code frame of the first, and the positions of the others.
const MAX_PLACES: usize = 3;

/// The arguments of both macros: the crate path, a file path or a source, and optionally the name of a graph.
struct Arguments {
    krate: TokenStream,
    text: LitStr,
    graph: Option<LitStr>,
}

impl Arguments {
    /// `expected` describes the first argument in errors.
    fn parse(input: ParseStream<'_>, expected: &str) -> syn::Result<Self> {
        let krate;
        parenthesized!(krate in input);
        let krate = krate.parse()?;
        let text = input
            .parse()
            .map_err(|error| syn::Error::new(error.span(), format!("expected a string literal: {expected}")))?;
        let comma = input.parse::<Option<Token![,]>>()?;
        let graph = match (comma, input.is_empty()) {
            (_, true) => None,
            (Some(_), false) => Some(Self::parse_graph(input)?),
            (None, false) => {
                let message =
                    format!("expected `, graph = \"name\"` or no further argument; the string literal is {expected}");
                return Err(input.error(message));
            }
        };
        Ok(Self { krate, text, graph })
    }

    fn parse_graph(input: ParseStream<'_>) -> syn::Result<LitStr> {
        let key = input.cursor().span();
        let named = |input: ParseStream<'_>| -> syn::Result<LitStr> {
            if input.call(Ident::parse_any)? != "graph" {
                return Err(input.error(""));
            }
            input.parse::<Token![=]>()?;
            input.parse()
        };
        let graph = named(input).map_err(|_| syn::Error::new(key, "expected `graph = \"name\"`"))?;
        input.parse::<Option<Token![,]>>()?;
        if input.is_empty() {
            Ok(graph)
        } else {
            Err(input.error("expected no further argument after `graph = \"name\"`"))
        }
    }
}

/// Expands `include_rag!`. The path is relative to the root of the crate.
pub(crate) fn include(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let arguments = Arguments::parse(input, "the path of a `.rag` file, relative to the root of the crate")?;
    let place = arguments.text.span();
    let path = arguments.text.value();
    if path.contains(['\n', '{']) {
        let message = "this is a source, not a path; use `rag!(r#\"…\"#)` for an inline source";
        return Err(syn::Error::new(place, message));
    }
    let root = env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| {
        syn::Error::new(place, "CARGO_MANIFEST_DIR is not set, so the path cannot be resolved; build with Cargo")
    })?;
    if Path::new(&path).has_root() {
        let message = format!(
            "`{path}` is an absolute path; use a path relative to the root of the crate, which is valid on every machine"
        );
        return Err(syn::Error::new(place, message));
    }
    let file = Path::new(&root).join(&path);
    let text = fs::read_to_string(&file).map_err(|error| {
        let root = Path::new(&root);
        let near = or_did_you_mean(similar_path(root, &path, place));
        let root = root.display();
        syn::Error::new(
            place,
            format!("`{path}` cannot be read: {error}; the path is relative to the root of the crate, {root}{near}"),
        )
    })?;
    let file = file.to_str().ok_or_else(|| syn::Error::new(place, "the path of the crate is not valid UTF-8"))?;
    let call = format!("include_rag!({path:?}");
    let source = Source::file(path, text);
    let value = expand(&arguments, &source, None, &call)?;
    let krate = &arguments.krate;
    Ok(quote! {{
        const _: &[#krate::__private::u8] = #krate::__private::include_bytes!(#file);
        #value
    }})
}

/// Returns an existing file that a wrong path may refer to: the path with other separators, relative to the Rust file, or in
/// a top-level directory of the crate, or a file with a similar name.
fn similar_path(root: &Path, path: &str, place: proc_macro2::Span) -> Option<String> {
    let slashed = path.replace('\\', "/");
    if slashed != path && root.join(&slashed).is_file() {
        return Some(slashed);
    }
    let sibling = place.unwrap().local_file().and_then(|file| file.parent()?.join(&slashed).canonicalize().ok());
    if let Some(sibling) = sibling.as_deref().and_then(|file| file.strip_prefix(root.canonicalize().ok()?).ok()) {
        return Some(sibling.to_str()?.replace('\\', "/"));
    }
    let (folder, name) = slashed.rsplit_once('/').map_or(("", &*slashed), |(folder, name)| (folder, name));
    let names = fs::read_dir(root.join(folder)).ok()?.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    let is_there = |inner: &&String| !inner.starts_with('.') && root.join(inner).join(name).is_file();
    if let (true, Some(inner)) = (folder.is_empty(), names.iter().find(is_there)) {
        return Some(format!("{inner}/{name}"));
    }
    let near = nearest(name, names.iter().map(String::as_str)).first().map(|name| (*name).to_owned())?;
    Some(if folder.is_empty() { near } else { format!("{folder}/{near}") })
}

/// Expands `rag!`.
pub(crate) fn inline(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let arguments = Arguments::parse(input, "the source as a raw string, `r#\"graph …\"#`")?;
    let text = arguments.text.value();
    if Path::new(&text).extension().is_some_and(|it| it == "rag") && !text.contains(['\n', '{']) {
        let message = format!("this is a path, not a source; use `include_rag!({text:?})` to read the file");
        return Err(syn::Error::new(arguments.text.span(), message));
    }
    let displayed = source_at_literal(&arguments.text, &text);
    let source = Source::file("rag!", text);
    expand(&arguments, &source, displayed.as_ref(), "rag!(…")
}

/// Shifts an inline source to the position of its literal, so that errors show the lines of the Rust file. This is only
/// possible for raw strings, whose lines match those of the file.
fn source_at_literal(literal: &LitStr, text: &str) -> Option<Source> {
    let written = literal.token().to_string();
    let prefix = written.strip_prefix('r')?.find('"')? + 2;
    let place = literal.span().unwrap();
    let (file, line, column) = (place.file(), place.line().checked_sub(1)?, place.column().checked_sub(1)?);
    if file.is_empty() { None } else { shifted(text, line, column + prefix).map(|text| Source::file(file, text)) }
}

/// Shifts a source by lines and columns, unless it would exceed the maximum size of a source. A byte-order mark is replaced by
/// a space, because it is only valid at the beginning.
fn shifted(text: &str, lines: usize, columns: usize) -> Option<String> {
    let without_mark = text.strip_prefix('\u{feff}');
    let columns = columns + usize::from(without_mark.is_some());
    let shifted = format!("{}{}{}", "\n".repeat(lines), " ".repeat(columns), without_mark.unwrap_or(text));
    (shifted.len() <= MAX_SOURCE_BYTES).then_some(shifted)
}

/// Returns the blueprint of `source` as an expression. Errors refer to `displayed`, which is the same text at another
/// position, if given. `call` is the macro call up to its first argument.
fn expand(arguments: &Arguments, source: &Source, displayed: Option<&Source>, call: &str) -> syn::Result<TokenStream> {
    let place = arguments.text.span();
    let displayed = displayed.unwrap_or(source);
    let program = Program::parse(std::slice::from_ref(displayed)).compile(&CapabilityResolver::without_registry());
    let program = program.map_err(|report| compile_errors(&report, place))?;
    let (number, blueprint) = select_graph(arguments, &program)?;
    let names = used_names(&program, blueprint, displayed, call);
    let literals: Vec<LitStr> = names.iter().map(|named| LitStr::new(named.name, place)).collect();
    let used = names.iter().zip(&literals);
    let used = used.map(|(named, name)| Use {
        kind: named.kind,
        name,
        notes: &named.places,
        remedy: named.remedy.as_deref(),
        requirements: &[],
    });
    let checks = checks(&used.collect::<Vec<_>>(), &arguments.krate);
    let warnings = compile_warnings(&program.warnings, place);
    let (name, text) = (source.name(), LitStr::new(source.text(), place));
    let krate = &arguments.krate;
    Ok(quote! {{
        use #krate::__private as __p;
        #checks
        #(#warnings)*
        static __GRAPH: __p::rag::__private::Embedded = __p::rag::__private::Embedded::new(#name, #text, #number);
        __p::rag::Blueprint::constant(|| __GRAPH.definition())
    }})
}

/// A name that must be declared, with notes about its uses in the source. A graph in the same source also needs a declaration,
/// because subgraphs are looked up in the registry.
struct UsedName<'p> {
    kind: ComponentKind,
    name: &'p str,
    places: Vec<String>,
    remedy: Option<String>,
}

/// Returns each used name once, in the order of the source.
fn used_names<'p>(program: &'p Compiled, blueprint: &'p Blueprint, source: &Source, call: &str) -> Vec<UsedName<'p>> {
    let mut references: Vec<_> = blueprint.references().collect();
    references.sort_by_key(|reference| reference.span);
    let mut numbers = HashMap::new();
    let mut uses: Vec<(ComponentKind, &'p str, Vec<Span>)> = Vec::new();
    for Reference { kind, name, span, .. } in references {
        let number = *numbers.entry((kind, name)).or_insert_with(|| {
            uses.push((kind, name, Vec::new()));
            uses.len() - 1
        });
        uses[number].2.extend(span);
    }
    let first = uses.iter().filter_map(|(.., spans)| spans.first());
    let mut frames = frames(source, first.map(|span| (*span, "used here"))).into_iter();
    let with_places = |(kind, name, spans): (ComponentKind, &'p str, Vec<Span>)| {
        let frame = spans.first().and_then(|_| frames.next()).map(|frame| format!("\n{frame}"));
        let others =
            spans.iter().take(MAX_PLACES).skip(1).map(|Span { start, .. }| {
                format!("it is also used at {}:{}:{}", source.name(), start.line, start.column)
            });
        let rest = match spans.len().saturating_sub(MAX_PLACES) {
            0 => None,
            1 => Some("it is used in 1 more place".to_owned()),
            more => Some(format!("it is used in {more} more places")),
        };
        let is_in_source = kind == ComponentKind::Graph && program.graph(name).is_some();
        let remedy = is_in_source.then(|| {
            let constant = name.to_uppercase();
            format!(
                "the graph `{name}` is in this source; declare it under this name: \
                 `#[capability(graph = {name:?})] static {constant}: Blueprint = {call}, graph = {name:?});`"
            )
        });
        UsedName { kind, name, places: frame.into_iter().chain(others).chain(rest).collect(), remedy }
    };
    uses.into_iter().map(with_places).collect()
}

/// Returns the index and the blueprint of the selected graph: the graph with the given name, or the only one.
fn select_graph<'c>(arguments: &Arguments, compiled: &'c Compiled) -> syn::Result<(usize, &'c Blueprint)> {
    let place = arguments.text.span();
    let names = || compiled.blueprints.iter().map(|blueprint| &*blueprint.graph);
    let list = || names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match (&arguments.graph, &compiled.blueprints[..]) {
        (_, []) => Err(syn::Error::new(place, "the source contains no graph")),
        (None, [blueprint]) => Ok((0, blueprint)),
        (None, [first, ..]) => {
            let (list, first) = (list(), &first.graph);
            let message = format!(
                "the source contains several graphs, {list}; select one with a second argument, such as `graph = \"{first}\"`"
            );
            Err(syn::Error::new(place, message))
        }
        (Some(name), blueprints) => {
            let mut numbered = blueprints.iter().enumerate();
            numbered.find(|(_, blueprint)| blueprint.graph == name.value()).ok_or_else(|| {
                let near = or_did_you_mean(nearest(&name.value(), names()).first());
                let message = format!("the source contains no graph `{}`, only {}{near}", name.value(), list());
                syn::Error::new(name.span(), message)
            })
        }
    }
}

/// Returns each error in a source as a compiler error.
fn compile_errors(report: &Report, place: proc_macro2::Span) -> syn::Error {
    let rendered = report.diagnostics().iter().zip(report.render_each(false));
    let messages = rendered.filter(|(diagnostic, _)| diagnostic.severity == Severity::Error);
    let messages = messages.map(|(diagnostic, text)| without_prefix(diagnostic, &text));
    let left_out = (report.left_out() > 0).then(|| format!("{} more diagnostics are not shown", report.left_out()));
    let mut errors = Errors::default();
    for message in messages.chain(left_out) {
        errors.add(place, message);
    }
    errors.into_error().unwrap_or_else(|| syn::Error::new(place, report))
}

/// Returns each warning as a use of a deprecated item, because macros cannot emit warnings on stable Rust.
fn compile_warnings(report: &Report, place: proc_macro2::Span) -> impl Iterator<Item = TokenStream> {
    let rendered = report.diagnostics().iter().zip(report.render_each(false));
    rendered.map(move |(diagnostic, text)| {
        let note = without_prefix(diagnostic, &text);
        let name = Ident::new(diagnostic.code.as_str(), located_at(place));
        quote! {
            const _: () = {
                #[deprecated(note = #note)]
                const #name: () = ();
                let () = #name;
            };
        }
    })
}

/// Removes the prefix `error[…]:` from a rendered diagnostic, because rustc adds its own.
fn without_prefix(diagnostic: &rag::Diagnostic, text: &str) -> String {
    let frame = text.split_once('\n').map_or("", |(_, frame)| frame);
    format!("{} [{}]\n{frame}", diagnostic.message, diagnostic.code.as_str())
}

#[cfg(test)]
mod tests {
    use super::shifted;
    use rag::MAX_SOURCE_BYTES;

    #[test]
    fn a_shifted_source_begins_at_the_position_of_its_literal_without_a_byte_order_mark() {
        assert_eq!(shifted("graph g", 2, 3).as_deref(), Some("\n\n   graph g"));
        assert_eq!(shifted("\u{feff}graph g", 0, 3).as_deref(), Some("    graph g"));
    }

    #[test]
    fn a_source_that_would_exceed_the_maximum_size_is_not_shifted() {
        let largest = " ".repeat(MAX_SOURCE_BYTES - 5);
        assert_eq!(shifted(&largest, 2, 3).map(|text| text.len()), Some(MAX_SOURCE_BYTES));
        assert_eq!(shifted(&largest, 2, 4), None);
    }
}
