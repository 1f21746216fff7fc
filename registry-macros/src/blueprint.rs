//! `include_rag!` and `rag!`: a graph that is compiled, and whose names rustc resolves.

use crate::name_hash::located_at;
use crate::problems::Problems;
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

/// How many places of one unknown name an error tells: a picture of the first, and where the others are.
const PLACES: usize = 3;

/// What either macro is given: the crate that it belongs to, a path or a source, and perhaps which graph is meant.
struct Arguments {
    krate: TokenStream,
    text: LitStr,
    graph: Option<LitStr>,
}

impl Arguments {
    /// `expected` is what the first argument has to be.
    fn parse(input: ParseStream<'_>, expected: &str) -> syn::Result<Self> {
        let krate;
        parenthesized!(krate in input);
        let krate = krate.parse()?;
        let text = input
            .parse()
            .map_err(|error| syn::Error::new(error.span(), format!("expected one string literal: {expected}")))?;
        let comma = input.parse::<Option<Token![,]>>()?;
        let graph = match (comma, input.is_empty()) {
            (_, true) => None,
            (Some(_), false) => Some(Self::parse_graph(input)?),
            (None, false) => {
                let message = format!("expected nothing more, or `, graph = \"name\"`; the one literal is {expected}");
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
        if input.is_empty() { Ok(graph) } else { Err(input.error("expected nothing behind `graph = \"name\"`")) }
    }
}

/// A blueprint from a file, by its path from the root of the crate.
pub(crate) fn include(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let arguments = Arguments::parse(input, "the path of a `.rag` file, from the root of the crate")?;
    let place = arguments.text.span();
    let path = arguments.text.value();
    if path.contains(['\n', '{']) {
        let message = "this is a source and not a path: `rag!(r#\"…\"#)` takes the source itself";
        return Err(syn::Error::new(place, message));
    }
    let root = env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| {
        syn::Error::new(place, "CARGO_MANIFEST_DIR is not set, so the path has no root: build with Cargo")
    })?;
    if Path::new(&path).has_root() {
        let message = format!(
            "`{path}` is an absolute path, which other machines do not have: give the path from the root of the crate"
        );
        return Err(syn::Error::new(place, message));
    }
    let file = Path::new(&root).join(&path);
    let text = fs::read_to_string(&file).map_err(|error| {
        let root = Path::new(&root);
        let near = or_did_you_mean(near_path(root, &path, place));
        let root = root.display();
        syn::Error::new(
            place,
            format!("`{path}` cannot be read: {error}; the path starts at the root of the crate, {root}{near}"),
        )
    })?;
    let file = file.to_str().ok_or_else(|| syn::Error::new(place, "the path of the crate is not UTF-8"))?;
    let written = format!("include_rag!({path:?}");
    let source = Source::file(path, text);
    let value = compiled(&arguments, &source, None, &written)?;
    let krate = &arguments.krate;
    Ok(quote! {{
        const _: &[#krate::__private::u8] = #krate::__private::include_bytes!(#file);
        #value
    }})
}

/// A file that may be meant by a path to nothing: the same with other separators, or from the folder of the program's file,
/// or in a folder of the crate, or another one of its folder with nearly its name.
fn near_path(root: &Path, path: &str, place: proc_macro2::Span) -> Option<String> {
    let slashed = path.replace('\\', "/");
    if slashed != path && root.join(&slashed).is_file() {
        return Some(slashed);
    }
    let beside = place.unwrap().local_file().and_then(|file| file.parent()?.join(&slashed).canonicalize().ok());
    if let Some(beside) = beside.as_deref().and_then(|file| file.strip_prefix(root.canonicalize().ok()?).ok()) {
        return Some(beside.to_str()?.replace('\\', "/"));
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

/// A blueprint from a source that stands in the program.
pub(crate) fn inline(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let arguments = Arguments::parse(input, "the source, as a raw string `r#\"graph …\"#`")?;
    let text = arguments.text.value();
    if Path::new(&text).extension().is_some_and(|it| it == "rag") && !text.contains(['\n', '{']) {
        let message = format!("this is a path and not a source: `include_rag!({text:?})` reads the file");
        return Err(syn::Error::new(arguments.text.span(), message));
    }
    let shown = in_the_program(&arguments.text, &text);
    let source = Source::file("rag!", text);
    compiled(&arguments, &source, shown.as_ref(), "rag!(…")
}

/// The source moved to where it stands in the program's file, so that pictures show that file's lines. Only in a raw
/// string do the lines of the two agree.
fn in_the_program(literal: &LitStr, text: &str) -> Option<Source> {
    let written = literal.token().to_string();
    let prefix = written.strip_prefix('r')?.find('"')? + 2;
    let place = literal.span().unwrap();
    let (file, line, column) = (place.file(), place.line().checked_sub(1)?, place.column().checked_sub(1)?);
    if file.is_empty() { None } else { moved(text, line, column + prefix).map(|moved| Source::file(file, moved)) }
}

/// A source behind so many lines and columns, unless that makes it larger than a source may be. A byte-order mark, which
/// is one only at the beginning, is a column like any other in the program's file.
fn moved(text: &str, lines: usize, columns: usize) -> Option<String> {
    let unmarked = text.strip_prefix('\u{feff}');
    let columns = columns + usize::from(unmarked.is_some());
    let moved = format!("{}{}{}", "\n".repeat(lines), " ".repeat(columns), unmarked.unwrap_or(text));
    (moved.len() <= MAX_SOURCE_BYTES).then_some(moved)
}

/// The blueprint of `source` as an expression. Problems are shown in `shown`, the same text at another place, if given.
/// `written` is the macro's call up to its source.
fn compiled(arguments: &Arguments, source: &Source, shown: Option<&Source>, written: &str) -> syn::Result<TokenStream> {
    let place = arguments.text.span();
    let shown = shown.unwrap_or(source);
    let program = Program::parse(std::slice::from_ref(shown)).compile(&CapabilityResolver::without_registry());
    let program = program.map_err(|report| errors(&report, place))?;
    let (number, blueprint) = chosen(arguments, &program)?;
    let names = names(&program, blueprint, shown, written);
    let literals: Vec<LitStr> = names.iter().map(|named| LitStr::new(named.name, place)).collect();
    let used = names.iter().zip(&literals);
    let used = used.map(|(named, name)| Use {
        kind: named.kind,
        name,
        notes: &named.places,
        remedy: named.remedy.as_deref(),
        needs: &[],
    });
    let checks = checks(&used.collect::<Vec<_>>(), &arguments.krate);
    let warnings = warnings(&program.warnings, place);
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

/// A name that something must declare, with notes on where the source uses it. That a graph stands in the same source
/// declares nothing: a program finds the graphs that it runs in its registry.
struct UsedName<'p> {
    kind: ComponentKind,
    name: &'p str,
    places: Vec<String>,
    remedy: Option<String>,
}

/// Each name once, in the order of the source.
fn names<'p>(program: &'p Compiled, blueprint: &'p Blueprint, source: &Source, written: &str) -> Vec<UsedName<'p>> {
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
    let mut frames = frames(source, first.map(|span| (*span, "named here"))).into_iter();
    let with_places = |(kind, name, spans): (ComponentKind, &'p str, Vec<Span>)| {
        let frame = spans.first().and_then(|_| frames.next()).map(|frame| format!("\n{frame}"));
        let others = spans.iter().take(PLACES).skip(1).map(|Span { start, .. }| {
            format!("it is named at {}:{}:{} as well", source.name(), start.line, start.column)
        });
        let rest = match spans.len().saturating_sub(PLACES) {
            0 => None,
            1 => Some("it is named in 1 more place".to_owned()),
            more => Some(format!("it is named in {more} more places")),
        };
        let is_own = kind == ComponentKind::Graph && program.graph(name).is_some();
        let remedy = is_own.then(|| {
            let constant = name.to_uppercase();
            format!(
                "the graph `{name}` stands in this very source; declare it under this name: \
                 `#[capability(graph = {name:?})] static {constant}: Blueprint = {written}, graph = {name:?});`"
            )
        });
        UsedName { kind, name, places: frame.into_iter().chain(others).chain(rest).collect(), remedy }
    };
    uses.into_iter().map(with_places).collect()
}

/// The graph that is meant, and its number: the only one, or the one that is named.
fn chosen<'c>(arguments: &Arguments, compiled: &'c Compiled) -> syn::Result<(usize, &'c Blueprint)> {
    let place = arguments.text.span();
    let names = || compiled.blueprints.iter().map(|blueprint| &*blueprint.graph);
    let list = || names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match (&arguments.graph, &compiled.blueprints[..]) {
        (_, []) => Err(syn::Error::new(place, "the source has no graph")),
        (None, [blueprint]) => Ok((0, blueprint)),
        (None, [first, ..]) => {
            let (list, first) = (list(), &first.graph);
            let message = format!(
                "the source has several graphs, {list}: say which one behind it, such as `graph = \"{first}\"`"
            );
            Err(syn::Error::new(place, message))
        }
        (Some(name), blueprints) => {
            let mut numbered = blueprints.iter().enumerate();
            numbered.find(|(_, blueprint)| blueprint.graph == name.value()).ok_or_else(|| {
                let near = or_did_you_mean(nearest(&name.value(), names()).first());
                let message = format!("the source has no graph `{}`; it has {}{near}", name.value(), list());
                syn::Error::new(name.span(), message)
            })
        }
    }
}

/// Each error of a source as one of the compiler.
fn errors(report: &Report, place: proc_macro2::Span) -> syn::Error {
    let shown = report.diagnostics().iter().zip(report.render_each(false));
    let errors = shown.filter(|(diagnostic, _)| diagnostic.severity == Severity::Error);
    let errors = errors.map(|(diagnostic, shown)| under_rustc(diagnostic, &shown));
    let left_out = (report.left_out() > 0).then(|| format!("{} more problems are not shown", report.left_out()));
    let mut problems = Problems::default();
    for message in errors.chain(left_out) {
        problems.error(place, message);
    }
    problems.into_error().unwrap_or_else(|| syn::Error::new(place, report))
}

/// Stable macros cannot warn; using something deprecated can.
fn warnings(report: &Report, place: proc_macro2::Span) -> impl Iterator<Item = TokenStream> {
    let shown = report.diagnostics().iter().zip(report.render_each(false));
    shown.map(move |(diagnostic, shown)| {
        let note = under_rustc(diagnostic, &shown);
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

/// A rendered problem without its own `error[…]:`, since rustc writes one before it.
fn under_rustc(diagnostic: &rag::Diagnostic, shown: &str) -> String {
    let picture = shown.split_once('\n').map_or("", |(_, picture)| picture);
    format!("{} [{}]\n{picture}", diagnostic.message, diagnostic.code.as_str())
}

#[cfg(test)]
mod tests {
    use super::moved;
    use rag::MAX_SOURCE_BYTES;

    #[test]
    fn a_moved_source_begins_where_it_stands_in_the_program_and_has_no_mark_inside() {
        assert_eq!(moved("graph g", 2, 3).as_deref(), Some("\n\n   graph g"));
        assert_eq!(moved("\u{feff}graph g", 0, 3).as_deref(), Some("    graph g"));
    }

    #[test]
    fn a_source_that_moving_would_make_too_large_stays_where_it_is() {
        let largest = " ".repeat(MAX_SOURCE_BYTES - 5);
        assert_eq!(moved(&largest, 2, 3).map(|moved| moved.len()), Some(MAX_SOURCE_BYTES));
        assert_eq!(moved(&largest, 2, 4), None);
    }
}
