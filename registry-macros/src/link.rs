//! `link!`: crates that nothing else mentions.

use crate::crate_path::dependencies;
use crate::name_hash::located_at;
use crate::problems::Problems;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use std::iter::Peekable;
use vocabulary::{nearest, or_did_you_mean};

const RULE: &str = "`link!` takes the names of crates as Rust writes them, with `_` for `-` and without quotes";

/// An import of each crate, with rustc's own error at the name of one that is not there, or ours where a dependency is called
/// nearly that.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut problems = Problems::default();
    let dependencies = dependencies();
    let imports: TokenStream = crates(input, &mut problems)
        .iter()
        .filter(|name| is_near_none(name, &dependencies, &mut problems))
        .map(|name| quote_spanned!(located_at(name.span())=> use ::#name as _;))
        .collect();
    let problems = problems.into_tokens();
    quote_spanned!(Span::call_site()=> #imports #problems)
}

fn crates(input: TokenStream, problems: &mut Problems) -> Vec<Ident> {
    let mut tokens = input.into_iter().peekable();
    let mut names = Vec::new();
    if tokens.peek().is_none() {
        problems.error(Span::call_site(), format!("{RULE}: `link!(crm_tools, mail);`"));
    }
    while let Some(token) = tokens.next() {
        let written = std::iter::once(token).chain(up_to_comma(&mut tokens)).collect::<Vec<_>>();
        match &written[..] {
            [TokenTree::Ident(name)] => names.push(name.clone()),
            [first, ..] => problems.error(first.span(), format!("{RULE}: {}", instead(&written))),
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

/// What may be meant by `crm-tools` or `"crm_tools"`.
fn instead(written: &[TokenTree]) -> String {
    let text: Vec<String> = written.iter().map(ToString::to_string).collect();
    let is_one = text.len() == 1 || text.iter().any(|part| part == "-");
    let name = text.concat().trim_matches('"').replace('-', "_");
    if is_one && syn::parse_str::<Ident>(&name).is_ok() {
        format!("`link!({name});`")
    } else {
        "`link!(crm_tools, mail);`".to_owned()
    }
}

/// Whether rustc shall look for the crate, because no dependency is called nearly that. Where none is, it may be a name
/// that an `extern crate` gives.
fn is_near_none(name: &Ident, dependencies: &[String], problems: &mut Problems) -> bool {
    let text = name.to_string();
    let text = text.trim_start_matches("r#");
    if dependencies.iter().any(|dependency| dependency == text) {
        return true;
    }
    let near = nearest(text, dependencies.iter().map(String::as_str));
    if !near.is_empty() {
        let message = format!("no dependency of this crate is called `{text}`{}", or_did_you_mean(&near));
        problems.error(name.span(), message);
    }
    near.is_empty()
}
