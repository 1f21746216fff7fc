//! What people write who know other macros, each answered with the form that is right here.

use super::arguments::equals;
use crate::problems::Problems;
use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative as _;
use syn::{Expr, ExprLit, ExprPath, Lit, LitStr, Token};
use vocabulary::{ComponentKind, nearest, or_did_you_mean};

/// Words for one of our keys.
const SYNONYMS: [(&str, &str); 14] = [
    ("about", "description"),
    ("capabilities", "requires"),
    ("constructor", "init"),
    ("context", "state"),
    ("ctx", "state"),
    ("desc", "description"),
    ("doc", "description"),
    ("entry", "catalog"),
    ("factory", "init"),
    ("krate", "crate"),
    ("model_id", "catalog"),
    ("new", "init"),
    ("needs", "requires"),
    ("summary", "description"),
];

/// The key that a word stands for elsewhere.
pub(super) fn synonym(word: &str) -> Option<&'static str> {
    SYNONYMS.iter().find(|(synonym, _)| *synonym == word).map(|(_, key)| *key)
}

/// Arguments that are parts of one of ours.
#[derive(Default)]
pub(super) struct Parts {
    name: Option<Part>,
    kind: Option<Part>,
    provider: Option<Part>,
}

struct Part {
    word: Ident,
    value: Option<String>,
}

impl Parts {
    /// Takes `name = "…"`, `kind = "…"` or `provider = "…"`, and says whether it is one of them.
    pub(super) fn take(&mut self, word: &Ident, input: ParseStream<'_>) -> bool {
        let part = match &*word.to_string() {
            "name" => &mut self.name,
            "kind" => &mut self.kind,
            "provider" => &mut self.provider,
            _ => return false,
        };
        let value = |input: ParseStream<'_>| -> syn::Result<Expr> {
            input.parse::<Token![=]>()?;
            input.parse()
        };
        let value = value(input).ok().and_then(|value| match value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        });
        *part = Some(Part { word: word.clone(), value });
        true
    }

    /// Takes a kind behind which no `=` stands, as in `#[capability(tool, name = "…")]`.
    pub(super) fn take_kind(&mut self, word: &Ident) {
        self.kind = Some(Part { word: word.clone(), value: Some(word.to_string()) });
    }

    /// Says how they are written, given the kind and the name that could be read.
    pub(super) fn answer(&self, kind: Option<ComponentKind>, name: Option<&LitStr>, problems: &mut Problems) {
        let value = |part: &Option<Part>| part.as_ref().and_then(|part| part.value.clone());
        let written: Option<ComponentKind> = value(&self.kind).and_then(|kind| kind.parse().ok());
        if let (Some(Part { word, value: Some(unknown) }), None) = (&self.kind, written) {
            let kinds = ComponentKind::ALL.map(ComponentKind::key);
            let near = or_did_you_mean(nearest(unknown, kinds).first());
            problems.error(word.span(), format!("unknown kind `{unknown}`{near}; the kinds are {}", kinds.join(", ")));
            return;
        }
        let kind_word = written.or(kind).unwrap_or(ComponentKind::Tool).key();
        let name = name.map(LitStr::value);
        if let Some(Part { word, .. }) = self.name.as_ref().or(self.kind.as_ref()) {
            let name = value(&self.name).or_else(|| name.clone()).unwrap_or_else(|| "…".to_owned());
            let message = format!("the kind and the name are one argument: `{kind_word} = {name:?}`");
            problems.error(word.span(), message);
        }
        if let Some(Part { word, value }) = &self.provider {
            let (provider, name) = (value.as_deref().unwrap_or("provider"), name.as_deref().unwrap_or("model"));
            let message = format!("the provider is a part of the model's entry: `catalog = \"{provider}/{name}\"`");
            problems.error(word.span(), message);
        }
    }
}

/// Answers a value behind a key that is one word.
pub(super) fn flag(key: &Ident, input: ParseStream<'_>, problems: &mut Problems) -> syn::Result<()> {
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        let value: Expr = input.parse()?;
        let value = value.to_token_stream();
        problems.error(
            key.span(),
            format!("`{key}` has no value: write `{key}` instead of `{key} = {value}`, or leave it out"),
        );
    }
    Ok(())
}

/// A path behind `key =`. One in quotes, a call and a closure are answered.
pub(super) fn path(key: &Ident, input: ParseStream<'_>, problems: &mut Problems) -> syn::Result<Option<ExprPath>> {
    let ahead = input.fork();
    if let Ok(path) = equals::<ExprPath>(&ahead, key)
        && (ahead.is_empty() || ahead.peek(Token![,]))
    {
        input.advance_to(&ahead);
        return Ok(Some(path));
    }
    let answer = match equals(input, key)? {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if text.parse::<ExprPath>().is_ok() => {
            format!("a path has no quotes: `{key} = {}`", text.value())
        }
        Expr::Call(call) if call.args.is_empty() && key == "init" => {
            let function = call.func.to_token_stream().to_string().replace(' ', "");
            format!("the function is named and not called: `{key} = {function}`")
        }
        Expr::Call(_) | Expr::Closure(_) | Expr::MethodCall(_) | Expr::Block(_) | Expr::Struct(_) | Expr::Macro(_)
            if key == "init" =>
        {
            format!(
                "expected the path of a function without arguments, `{key} = path`: write a function that makes the value"
            )
        }
        _ => format!("expected `{key} = path`"),
    };
    problems.error(key.span(), answer);
    Ok(None)
}
