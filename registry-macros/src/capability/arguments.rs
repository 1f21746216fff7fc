//! What may be written in `#[capability(…)]`.

use super::habits::{self, Parts};
use crate::declared_names;
use crate::problems::Problems;
use proc_macro2::{Span, TokenStream, TokenTree};
use std::collections::HashSet;
use std::mem;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprPath, Ident, LitStr, Token, Type, parenthesized};
use vocabulary::{ComponentKind, check_name, nearest, or_did_you_mean};

/// A declaration's arguments, as far as they could be read.
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
    parts: Parts,
    /// What is answered already.
    answered: Problems,
}

/// An argument beside the kind: how it is written, and the kinds that take it.
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
          read: |to, key, input| { to.state = Some(a_type(input, key)?); Ok(()) } },
    Key { name: "requires", example: "requires(vision, tool_calling)", kinds: MODEL, repeats: true,
          read: |to, key, input| { to.requires.extend(list::<Ident>(input, key)?); Ok(()) } },
    Key { name: "catalog", example: r#"catalog = "provider/model""#, kinds: MODEL, repeats: false,
          read: |to, key, input| { to.catalog = Some(equals(input, key)?); Ok(()) } },
    Key { name: "custom", example: "custom", kinds: MODEL, repeats: false,
          read: |to, key, input| { to.custom = Some(key.span()); habits::flag(key, input, &mut to.answered) } },
    Key { name: "any_name", example: "any_name", kinds: TOOL, repeats: false,
          read: |to, key, input| { to.any_name = Some(key.span()); habits::flag(key, input, &mut to.answered) } },
    Key { name: "init", example: "init = path", kinds: ANY, repeats: false,
          read: |to, key, input| { to.init = habits::path(key, input, &mut to.answered)?; Ok(()) } },
    Key { name: "crate", example: "crate = path", kinds: ANY, repeats: false,
          read: |to, key, input| { to.krate = habits::path(key, input, &mut to.answered)?; Ok(()) } },
];

impl Arguments {
    /// Remembers that what is written here declares nothing, because of an error elsewhere.
    pub(crate) fn remember_error(&self) {
        let names = self.name.iter().chain(&self.aliases);
        for (kind, name) in self.kind.into_iter().flat_map(|kind| names.clone().map(move |name| (kind, name))) {
            declared_names::remember_error(kind, name.value());
        }
    }

    /// Reads what stands between the parentheses of the attribute.
    pub(crate) fn read(attribute: TokenStream, problems: &mut Problems) -> Self {
        let mut arguments = Self::default();
        let parser = |input: ParseStream<'_>| {
            let mut seen = Vec::new();
            while !input.is_empty() {
                if let Err(error) = arguments.read_one(input, &mut seen, problems) {
                    problems.push(error);
                    skip_to_comma(input);
                }
                if !input.is_empty() && input.parse::<Token![,]>().is_err() {
                    problems.error(input.span(), "expected `,` between two arguments of `#[capability(…)]`");
                    skip_to_comma(input);
                    let _ = input.parse::<Token![,]>();
                }
            }
            arguments.check(&seen, problems);
            Ok(())
        };
        if let Err(error) = syn::parse::Parser::parse2(parser, attribute) {
            problems.push(error);
        }
        arguments
    }

    fn read_one(
        &mut self,
        input: ParseStream<'_>,
        seen: &mut Vec<(&'static Key, Span)>,
        problems: &mut Problems,
    ) -> syn::Result<()> {
        let ident = Ident::parse_any(input)
            .map_err(|_| input.error("expected a kind or a key, such as `tool = \"…\"` or `tags(\"…\")`"))?;
        let word = ident.to_string();
        if let Ok(kind) = word.parse::<ComponentKind>() {
            if input.peek(Token![,]) {
                self.parts.take_kind(&ident);
                return Ok(());
            }
            let name = equals::<LitStr>(input, &ident).map_err(|error| {
                syn::Error::new(
                    error.span(),
                    format!("expected `{kind} = \"name\"`: the name is a string literal, since it is resolved while the program compiles"),
                )
            })?;
            if let Some(first) = self.kind {
                let again = if first == kind {
                    format!("the {kind} has a name already; another one is an alias: `alias = {:?}`", name.value())
                } else {
                    format!(
                        "this is declared as {} {first} already; write a second `#[capability({kind} = …)]` for the {kind}",
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
            if self.parts.take(&ident, input) {
                return Ok(());
            }
            return Err(syn::Error::new(ident.span(), unknown_word(&word)));
        };
        if !key.repeats && seen.iter().any(|(other, _)| other.name == key.name) {
            problems.error(ident.span(), format!("`{}` is given twice", key.name));
        }
        seen.push((key, ident.span()));
        if self.kind.is_some_and(|kind| !key.kinds.contains(&kind)) {
            skip_to_comma(input);
            return Ok(());
        }
        (key.read)(self, &ident, input)
            .map_err(|error| syn::Error::new(error.span(), format!("{error}; it is written `{}`", key.example)))
    }

    /// The rules that need the whole: a kind there is, the keys it takes, names that are names.
    fn check(&mut self, seen: &[(&'static Key, Span)], problems: &mut Problems) {
        self.parts.answer(self.kind, self.name.as_ref(), problems);
        problems.append(mem::take(&mut self.answered));
        let Some(kind) = self.kind else {
            if problems.is_empty() {
                let kinds = words(ComponentKind::ALL.map(ComponentKind::key));
                problems.error(
                    Span::call_site(),
                    format!("`#[capability(…)]` needs a kind and a name, such as `tool = \"lookup_user\"`; the kinds are {kinds}"),
                );
            }
            return;
        };
        for (key, span) in seen.iter().filter(|(key, _)| !key.kinds.contains(&kind)) {
            let takers = words(key.kinds.iter().map(|kind| kind.plural()));
            problems.error(*span, format!("`{}` is for {takers}, not for {} {kind}", key.name, kind.article()));
        }
        if let (Some(custom), Some(_)) = (self.custom, &self.catalog) {
            problems.error(
                custom,
                "`custom` says that no catalog knows the model, `catalog` names its entry: give one of them",
            );
        }
        if let Some(name) = &self.name
            && let Err(error) = check_declared_name(kind, name, self.any_name.is_some())
        {
            problems.push(error);
            declared_names::remember_error(kind, name.value());
            self.name = None;
        }
        self.check_aliases(kind, problems);
        let mut tags = HashSet::new();
        for tag in &self.tags {
            let text = tag.value();
            if text.trim().is_empty() {
                problems.error(tag.span(), "a tag cannot be empty");
            } else if !tags.insert(text) {
                problems.error(tag.span(), format!("the tag `{}` is given twice", tag.value()));
            }
        }
    }

    fn check_aliases(&mut self, kind: ComponentKind, problems: &mut Problems) {
        let mut taken: Vec<String> = self.name.iter().map(LitStr::value).collect();
        self.aliases.retain(|alias| {
            let text = alias.value();
            if let Err(error) = check_name(&text) {
                problems.error(alias.span(), format!("{error}; an alias is a name as well"));
                return false;
            }
            if taken.contains(&text) {
                problems
                    .error(alias.span(), format!("this {kind} is called `{text}` already; an alias is another name"));
                return false;
            }
            taken.push(text);
            true
        });
    }
}

/// The rules for a name of this kind that is written in source.
pub(crate) fn check_declared_name(kind: ComponentKind, name: &LitStr, any_name: bool) -> syn::Result<()> {
    let text = name.value();
    check_name(&text).map_err(|error| syn::Error::new(name.span(), error))?;
    if kind != ComponentKind::Tool || any_name {
        return Ok(());
    }
    let longest = 64;
    let characters = text.chars().count();
    let problem = if characters > longest {
        format!("a tool's name has at most {longest} characters with the common providers, this one has {characters}")
    } else if let Some(odd) = text.chars().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))) {
        format!(
            "a tool's name is made of letters, digits, `_` and `-` ([A-Za-z0-9_-]) with the common providers, this one has `{odd}`"
        )
    } else {
        return Ok(());
    };
    Err(syn::Error::new(name.span(), format!("{problem}; where your provider takes it, add `any_name`")))
}

fn unknown_word(word: &str) -> String {
    let kinds = ComponentKind::ALL.map(ComponentKind::key);
    let keys = || KEYS.iter().map(|key| key.name);
    if let Some(key) = KEYS.iter().find(|key| Some(key.name) == habits::synonym(word)) {
        return format!("unknown key `{word}`; what you mean is written `{}`", key.example);
    }
    match nearest(word, kinds.into_iter().chain(keys())).first() {
        Some(near) => {
            let what = if kinds.contains(near) { "kind" } else { "key" };
            format!("unknown {what} `{word}`{}", or_did_you_mean([near]))
        }
        None => {
            format!("`{word}` is neither a kind nor a key; the kinds are {}, the keys {}", words(kinds), words(keys()))
        }
    }
}

/// A list in words: `a, b and c`.
fn words(items: impl IntoIterator<Item = &'static str>) -> String {
    let items: Vec<&str> = items.into_iter().collect();
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// What stands behind `=`. Where nothing does, `key` is the place of the error.
pub(super) fn equals<T: Parse>(input: ParseStream<'_>, key: &Ident) -> syn::Result<T> {
    let at_end = || syn::Error::new(key.span(), "expected a value");
    if input.is_empty() {
        return Err(at_end());
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() { Err(at_end()) } else { input.parse() }
}

/// A type behind `=`.
fn a_type(input: ParseStream<'_>, key: &Ident) -> syn::Result<Type> {
    let ahead = input.fork();
    match equals::<LitStr>(&ahead, key) {
        Ok(text) => Err(syn::Error::new(text.span(), format!("a type has no quotes: `{key} = {}`", text.value()))),
        Err(_) => equals(input, key),
    }
}

/// What stands in parentheses behind `key`.
pub(crate) fn list<T: Parse>(input: ParseStream<'_>, key: &Ident) -> syn::Result<Punctuated<T, Token![,]>> {
    if input.is_empty() {
        return Err(syn::Error::new(key.span(), "expected a list"));
    }
    let content;
    parenthesized!(content in input);
    let items = content.parse_terminated(T::parse, Token![,]);
    // What an error leaves unread would be a second error.
    content.parse::<TokenStream>()?;
    items
}

fn skip_to_comma(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        let _ = input.parse::<TokenTree>();
    }
}
