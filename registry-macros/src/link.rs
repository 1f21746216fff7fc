//! `link!`: links crates that the code does not use otherwise.

use crate::crate_path::dependencies;
use crate::errors::Errors;
use crate::name_hash::located_at;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use std::iter::Peekable;
use vocabulary::{nearest, or_did_you_mean};

const RULE: &str = "`link!` takes crate names as in Rust code, with `_` instead of `-` and without quotes";

/// Imports each crate. For an unknown crate, rustc reports an error at its name, unless a dependency with a similar name can be
/// suggested here.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let dependencies = dependencies();
    let imports: TokenStream = crates(input, &mut errors)
        .iter()
        .filter(|name| has_no_suggestion(name, &dependencies, &mut errors))
        .map(|name| quote_spanned!(located_at(name.span())=> use ::#name as _;))
        .collect();
    let errors = errors.into_tokens();
    quote_spanned!(Span::call_site()=> #imports #errors)
}

fn crates(input: TokenStream, errors: &mut Errors) -> Vec<Ident> {
    let mut tokens = input.into_iter().peekable();
    let mut names = Vec::new();
    if tokens.peek().is_none() {
        errors.add(Span::call_site(), format!("{RULE}: `link!(crm_tools, mail);`"));
    }
    while let Some(token) = tokens.next() {
        let argument = std::iter::once(token).chain(up_to_comma(&mut tokens)).collect::<Vec<_>>();
        match &argument[..] {
            [TokenTree::Ident(name)] => names.push(name.clone()),
            [first, ..] => errors.add(first.span(), format!("{RULE}: {}", example(&argument))),
            [] => {}
        }
    }
    names
}

fn up_to_comma(tokens: &mut Peekable<impl Iterator<Item = TokenTree>>) -> Vec<TokenTree> {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let tokens_before = std::iter::from_fn(|| tokens.next_if(|token| !is_comma(token))).collect();
    tokens.next();
    tokens_before
}

/// Returns the correct form of `crm-tools` or `"crm_tools"`.
fn example(tokens: &[TokenTree]) -> String {
    let text: Vec<String> = tokens.iter().map(ToString::to_string).collect();
    let is_one = text.len() == 1 || text.iter().any(|part| part == "-");
    let name = text.concat().trim_matches('"').replace('-', "_");
    if is_one && syn::parse_str::<Ident>(&name).is_ok() {
        format!("`link!({name});`")
    } else {
        "`link!(crm_tools, mail);`".to_owned()
    }
}

/// Reports a name that is similar to a dependency. Any other name is left to rustc, because it may come from an `extern crate`.
fn has_no_suggestion(name: &Ident, dependencies: &[String], errors: &mut Errors) -> bool {
    let text = name.to_string();
    let text = text.trim_start_matches("r#");
    if dependencies.iter().any(|dependency| dependency == text) {
        return true;
    }
    let near = nearest(text, dependencies.iter().map(String::as_str));
    if !near.is_empty() {
        let message = format!("this crate has no dependency `{text}`{}", or_did_you_mean(&near));
        errors.add(name.span(), message);
    }
    near.is_empty()
}
