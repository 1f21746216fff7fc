//! Syntax of similar macros. Each form is reported with the correct syntax.

use super::arguments::equals;
use crate::errors::Errors;
use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative as _;
use syn::{Expr, ExprLit, ExprPath, Lit, LitStr, Token};
use vocabulary::{ComponentKind, nearest, or_did_you_mean};

/// Other names for an argument.
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

/// Returns the argument that a word may refer to.
pub(super) fn synonym(word: &str) -> Option<&'static str> {
    SYNONYMS.iter().find(|(synonym, _)| *synonym == word).map(|(_, key)| *key)
}

/// Arguments that are combined into a single one here.
#[derive(Default)]
pub(super) struct SplitArguments {
    name: Option<Part>,
    kind: Option<Part>,
    provider: Option<Part>,
}

struct Part {
    word: Ident,
    value: Option<String>,
}

impl SplitArguments {
    /// Reads `name = "…"`, `kind = "…"` or `provider = "…"`. Returns whether it was one of them.
    pub(super) fn read(&mut self, word: &Ident, input: ParseStream<'_>) -> bool {
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

    /// Reads a kind without `=`, as in `#[capability(tool, name = "…")]`.
    pub(super) fn read_kind(&mut self, word: &Ident) {
        self.kind = Some(Part { word: word.clone(), value: Some(word.to_string()) });
    }

    /// Reports the correct syntax, given the kind and the name that could be parsed.
    pub(super) fn report(&self, kind: Option<ComponentKind>, name: Option<&LitStr>, errors: &mut Errors) {
        let value = |part: &Option<Part>| part.as_ref().and_then(|part| part.value.clone());
        let parsed_kind: Option<ComponentKind> = value(&self.kind).and_then(|kind| kind.parse().ok());
        if let (Some(Part { word, value: Some(unknown) }), None) = (&self.kind, parsed_kind) {
            let kinds = ComponentKind::ALL.map(ComponentKind::key);
            let near = or_did_you_mean(nearest(unknown, kinds).first());
            errors.add(word.span(), format!("unknown kind `{unknown}`{near}; the kinds are {}", kinds.join(", ")));
            return;
        }
        let kind_key = parsed_kind.or(kind).unwrap_or(ComponentKind::Tool).key();
        let name = name.map(LitStr::value);
        if let Some(Part { word, .. }) = self.name.as_ref().or(self.kind.as_ref()) {
            let name = value(&self.name).or_else(|| name.clone()).unwrap_or_else(|| "…".to_owned());
            let message = format!("the kind and the name are a single argument: `{kind_key} = {name:?}`");
            errors.add(word.span(), message);
        }
        if let Some(Part { word, value }) = &self.provider {
            let (provider, name) = (value.as_deref().unwrap_or("provider"), name.as_deref().unwrap_or("model"));
            let message = format!("the provider is part of the catalog entry: `catalog = \"{provider}/{name}\"`");
            errors.add(word.span(), message);
        }
    }
}

/// Reports a value after an argument that has none.
pub(super) fn flag(key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        let value: Expr = input.parse()?;
        let value = value.to_token_stream();
        errors.add(
            key.span(),
            format!("`{key}` takes no value; write `{key}` instead of `{key} = {value}`, or remove it"),
        );
    }
    Ok(())
}

/// Parses a path after `key =`. Reports a path in quotes, a call and a closure.
pub(super) fn path(key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<ExprPath>> {
    let ahead = input.fork();
    if let Ok(path) = equals::<ExprPath>(&ahead, key)
        && (ahead.is_empty() || ahead.peek(Token![,]))
    {
        input.advance_to(&ahead);
        return Ok(Some(path));
    }
    let message = match equals(input, key)? {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if text.parse::<ExprPath>().is_ok() => {
            format!("a path must not be in quotes: `{key} = {}`", text.value())
        }
        Expr::Call(call) if call.args.is_empty() && key == "init" => {
            let function = call.func.to_token_stream().to_string().replace(' ', "");
            format!("the function must not be called: `{key} = {function}`")
        }
        Expr::Call(_) | Expr::Closure(_) | Expr::MethodCall(_) | Expr::Block(_) | Expr::Struct(_) | Expr::Macro(_)
            if key == "init" =>
        {
            format!(
                "expected the path of a function without arguments, `{key} = path`; write a function that returns the value"
            )
        }
        _ => format!("expected `{key} = path`"),
    };
    errors.add(key.span(), message);
    Ok(None)
}
