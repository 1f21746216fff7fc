//! The arguments of `#[capability(…)]`.

use super::foreign_syntax::{self, SplitArguments};
use crate::declared_names;
use crate::errors::Errors;
use proc_macro2::{Span, TokenStream, TokenTree};
use std::collections::HashSet;
use std::mem;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprPath, Ident, LitStr, Token, Type, parenthesized};
use vocabulary::{ComponentKind, check_name, nearest, or_did_you_mean};

/// The arguments of a declaration that could be parsed.
#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) kind: Option<ComponentKind>,
    pub(crate) name: Option<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) tags: Vec<LitStr>,
    pub(crate) description: Option<Expr>,
    pub(crate) state: Option<Type>,
    pub(crate) requires: Vec<Ident>,
    pub(crate) catalog: Option<LitStr>,
    pub(crate) custom: Option<Span>,
    pub(crate) any_name: Option<Span>,
    pub(crate) init: Option<ExprPath>,
    pub(crate) krate: Option<ExprPath>,
    split: SplitArguments,
    /// The errors about foreign syntax.
    foreign_syntax_errors: Errors,
}

/// An argument other than the kind, with an example and the kinds that accept it.
struct Key {
    name: &'static str,
    example: &'static str,
    kinds: &'static [ComponentKind],
    repeats: bool,
    read: fn(&mut Arguments, &Ident, ParseStream<'_>) -> syn::Result<()>,
}

const MODEL: &[ComponentKind] = &[ComponentKind::Model];
const TOOL: &[ComponentKind] = &[ComponentKind::Tool];
const WITH_STATE: &[ComponentKind] = &[ComponentKind::Model, ComponentKind::Tool];
const ANY: &[ComponentKind] = &ComponentKind::ALL;

#[rustfmt::skip]
const KEYS: [Key; 11] = [
    Key { name: "alias", example: r#"alias = "…""#, kinds: ANY, repeats: true,
          read: |to, key, input| { to.aliases.push(equals(input, key)?); Ok(()) } },
    Key { name: "aliases", example: r#"aliases("…", "…")"#, kinds: ANY, repeats: true,
          read: |to, key, input| { to.aliases.extend(list::<LitStr>(input, key)?); Ok(()) } },
    Key { name: "tags", example: r#"tags("…", "…")"#, kinds: ANY, repeats: true,
          read: |to, key, input| { to.tags.extend(list::<LitStr>(input, key)?); Ok(()) } },
    Key { name: "description", example: r#"description = "…""#, kinds: ANY, repeats: false,
          read: |to, key, input| { to.description = Some(equals(input, key)?); Ok(()) } },
    Key { name: "state", example: "state = Type", kinds: WITH_STATE, repeats: false,
          read: |to, key, input| { to.state = Some(type_value(input, key)?); Ok(()) } },
    Key { name: "requires", example: "requires(vision, tool_calling)", kinds: MODEL, repeats: true,
          read: |to, key, input| { to.requires.extend(list::<Ident>(input, key)?); Ok(()) } },
    Key { name: "catalog", example: r#"catalog = "provider/model""#, kinds: MODEL, repeats: false,
          read: |to, key, input| { to.catalog = Some(equals(input, key)?); Ok(()) } },
    Key { name: "custom", example: "custom", kinds: MODEL, repeats: false,
          read: |to, key, input| { to.custom = Some(key.span()); foreign_syntax::flag(key, input, &mut to.foreign_syntax_errors) } },
    Key { name: "any_name", example: "any_name", kinds: TOOL, repeats: false,
          read: |to, key, input| { to.any_name = Some(key.span()); foreign_syntax::flag(key, input, &mut to.foreign_syntax_errors) } },
    Key { name: "init", example: "init = path", kinds: ANY, repeats: false,
          read: |to, key, input| { to.init = foreign_syntax::path(key, input, &mut to.foreign_syntax_errors)?; Ok(()) } },
    Key { name: "crate", example: "crate = path", kinds: ANY, repeats: false,
          read: |to, key, input| { to.krate = foreign_syntax::path(key, input, &mut to.foreign_syntax_errors)?; Ok(()) } },
];

impl Arguments {
    /// Records that these names are not declared because of another error.
    pub(crate) fn record_error(&self) {
        let names = self.name.iter().chain(&self.aliases);
        for (kind, name) in self.kind.into_iter().flat_map(|kind| names.clone().map(move |name| (kind, name))) {
            declared_names::record_error(kind, name.value());
        }
    }

    /// Parses the arguments between the parentheses of the attribute.
    pub(crate) fn read(attribute: TokenStream, errors: &mut Errors) -> Self {
        let mut arguments = Self::default();
        let parser = |input: ParseStream<'_>| {
            let mut seen = Vec::new();
            while !input.is_empty() {
                if let Err(error) = arguments.read_one(input, &mut seen, errors) {
                    errors.push(error);
                    skip_to_comma(input);
                }
                if !input.is_empty() && input.parse::<Token![,]>().is_err() {
                    errors.add(input.span(), "expected `,` between two arguments of `#[capability(…)]`");
                    skip_to_comma(input);
                    let _ = input.parse::<Token![,]>();
                }
            }
            arguments.check(&seen, errors);
            Ok(())
        };
        if let Err(error) = syn::parse::Parser::parse2(parser, attribute) {
            errors.push(error);
        }
        arguments
    }

    fn read_one(
        &mut self,
        input: ParseStream<'_>,
        seen: &mut Vec<(&'static Key, Span)>,
        errors: &mut Errors,
    ) -> syn::Result<()> {
        let ident = Ident::parse_any(input)
            .map_err(|_| input.error("expected a kind or an argument, such as `tool = \"…\"` or `tags(\"…\")`"))?;
        let word = ident.to_string();
        if let Ok(kind) = word.parse::<ComponentKind>() {
            if input.peek(Token![,]) {
                self.split.read_kind(&ident);
                return Ok(());
            }
            let name = equals::<LitStr>(input, &ident).map_err(|error| {
                syn::Error::new(
                    error.span(),
                    format!("expected `{kind} = \"name\"`: the name must be a string literal because it is resolved at compile time"),
                )
            })?;
            if let Some(first) = self.kind {
                let again = if first == kind {
                    format!(
                        "the {kind} already has a name; write another name as an alias: `alias = {:?}`",
                        name.value()
                    )
                } else {
                    format!(
                        "this is already declared as {} {first}; write a second `#[capability({kind} = …)]` for the {kind}",
                        first.article()
                    )
                };
                return Err(syn::Error::new(ident.span(), again));
            }
            self.kind = Some(kind);
            self.name = Some(name);
            return Ok(());
        }
        let Some(key) = KEYS.iter().find(|key| key.name == word) else {
            if self.split.read(&ident, input) {
                return Ok(());
            }
            return Err(syn::Error::new(ident.span(), unknown_argument(&word)));
        };
        if !key.repeats && seen.iter().any(|(other, _)| other.name == key.name) {
            errors.add(ident.span(), format!("`{}` is given twice", key.name));
        }
        seen.push((key, ident.span()));
        if self.kind.is_some_and(|kind| !key.kinds.contains(&kind)) {
            skip_to_comma(input);
            return Ok(());
        }
        (key.read)(self, &ident, input)
            .map_err(|error| syn::Error::new(error.span(), format!("{error}; the correct form is `{}`", key.example)))
    }

    /// Checks the rules that need all arguments: the kind is given and accepts the others, and names are valid.
    fn check(&mut self, seen: &[(&'static Key, Span)], errors: &mut Errors) {
        self.split.report(self.kind, self.name.as_ref(), errors);
        errors.append(mem::take(&mut self.foreign_syntax_errors));
        let Some(kind) = self.kind else {
            if errors.is_empty() {
                let kinds = words(ComponentKind::ALL.map(ComponentKind::key));
                errors.add(
                    Span::call_site(),
                    format!("`#[capability(…)]` needs a kind and a name, such as `tool = \"lookup_user\"`; the kinds are {kinds}"),
                );
            }
            return;
        };
        for (key, span) in seen.iter().filter(|(key, _)| !key.kinds.contains(&kind)) {
            let kinds = words(key.kinds.iter().map(|kind| kind.plural()));
            errors.add(*span, format!("`{}` is for {kinds}, not for {} {kind}", key.name, kind.article()));
        }
        if let (Some(custom), Some(_)) = (self.custom, &self.catalog) {
            errors.add(
                custom,
                "`custom` means that the model is not in the catalog, and `catalog` names its entry; remove one of them",
            );
        }
        if let Some(name) = &self.name
            && let Err(error) = check_declared_name(kind, name, self.any_name.is_some())
        {
            errors.push(error);
            declared_names::record_error(kind, name.value());
            self.name = None;
        }
        self.check_aliases(kind, errors);
        let mut tags = HashSet::new();
        for tag in &self.tags {
            let text = tag.value();
            if text.trim().is_empty() {
                errors.add(tag.span(), "a tag cannot be empty");
            } else if !tags.insert(text) {
                errors.add(tag.span(), format!("the tag `{}` is given twice", tag.value()));
            }
        }
    }

    fn check_aliases(&mut self, kind: ComponentKind, errors: &mut Errors) {
        let mut taken: Vec<String> = self.name.iter().map(LitStr::value).collect();
        self.aliases.retain(|alias| {
            let text = alias.value();
            if let Err(error) = check_name(&text) {
                errors.add(alias.span(), format!("{error}; the rules for names also apply to aliases"));
                return false;
            }
            if taken.contains(&text) {
                errors.add(
                    alias.span(),
                    format!("this {kind} already has the name `{text}`; an alias must be another name"),
                );
                return false;
            }
            taken.push(text);
            true
        });
    }
}

/// Checks a name of this kind in source code.
pub(crate) fn check_declared_name(kind: ComponentKind, name: &LitStr, any_name: bool) -> syn::Result<()> {
    let text = name.value();
    check_name(&text).map_err(|error| syn::Error::new(name.span(), error))?;
    if kind != ComponentKind::Tool || any_name {
        return Ok(());
    }
    let longest = 64;
    let characters = text.chars().count();
    let error = if characters > longest {
        format!("common providers limit tool names to {longest} characters, and this one has {characters}")
    } else if let Some(invalid) = text.chars().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))) {
        format!(
            "common providers limit tool names to letters, digits, `_` and `-` ([A-Za-z0-9_-]), and this one contains `{invalid}`"
        )
    } else {
        return Ok(());
    };
    Err(syn::Error::new(name.span(), format!("{error}; if your provider accepts it, add `any_name`")))
}

fn unknown_argument(word: &str) -> String {
    let kinds = ComponentKind::ALL.map(ComponentKind::key);
    let keys = || KEYS.iter().map(|key| key.name);
    if let Some(key) = KEYS.iter().find(|key| Some(key.name) == foreign_syntax::synonym(word)) {
        return format!("unknown argument `{word}`; use `{}`", key.example);
    }
    match nearest(word, kinds.into_iter().chain(keys())).first() {
        Some(near) => {
            let what = if kinds.contains(near) { "kind" } else { "argument" };
            format!("unknown {what} `{word}`{}", or_did_you_mean([near]))
        }
        None => {
            format!(
                "`{word}` is neither a kind nor an argument; the kinds are {}, and the arguments are {}",
                words(kinds),
                words(keys())
            )
        }
    }
}

/// Joins items as in `a, b and c`.
fn words(items: impl IntoIterator<Item = &'static str>) -> String {
    let items: Vec<&str> = items.into_iter().collect();
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// Parses a value after `=`. If it is missing, the error is at `key`.
pub(super) fn equals<T: Parse>(input: ParseStream<'_>, key: &Ident) -> syn::Result<T> {
    let at_end = || syn::Error::new(key.span(), "expected a value");
    if input.is_empty() {
        return Err(at_end());
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() { Err(at_end()) } else { input.parse() }
}

/// Parses a type after `=`.
fn type_value(input: ParseStream<'_>, key: &Ident) -> syn::Result<Type> {
    let ahead = input.fork();
    match equals::<LitStr>(&ahead, key) {
        Ok(text) => {
            Err(syn::Error::new(text.span(), format!("a type must not be in quotes: `{key} = {}`", text.value())))
        }
        Err(_) => equals(input, key),
    }
}

/// Parses a list in parentheses after `key`.
pub(crate) fn list<T: Parse>(input: ParseStream<'_>, key: &Ident) -> syn::Result<Punctuated<T, Token![,]>> {
    if input.is_empty() {
        return Err(syn::Error::new(key.span(), "expected a list"));
    }
    let content;
    parenthesized!(content in input);
    let items = content.parse_terminated(T::parse, Token![,]);
    // Otherwise the tokens after an error would cause a second error.
    content.parse::<TokenStream>()?;
    items
}

fn skip_to_comma(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        let _ = input.parse::<TokenTree>();
    }
}
