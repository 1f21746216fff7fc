//! Whether an item stands in an `impl` or a trait. A macro is not told, and what declares a capability cannot stand there: the
//! file of the item is read, once, for the attributes of such items.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

/// Names of items in an `impl` or a trait, each with what stands between the parentheses of its attribute.
type Declared = HashSet<(String, String)>;

/// Whether the attribute stands on an item of an `impl` or a trait. Where the file cannot be read, it does not.
pub(super) fn is_associated(attribute: &TokenStream, ident: &Ident) -> bool {
    type Changed = Option<SystemTime>;
    static FILES: LazyLock<Mutex<HashMap<(PathBuf, Changed), Declared>>> = LazyLock::new(Mutex::default);
    let Some(path) = Span::call_site().unwrap().local_file() else { return false };
    let changed = fs::metadata(&path).and_then(|file| file.modified()).ok();
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let declared = files.entry((path, changed)).or_insert_with_key(|(path, _)| read(path));
    !declared.is_empty() && declared.contains(&(ident.to_string(), without_spaces(attribute)))
}

fn read(path: &Path) -> Declared {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut declared = Declared::new();
    if let Ok(tokens) = text.parse() {
        collect(tokens, false, &mut declared);
    }
    declared
}

/// Adds the items that stand directly in `tokens`, if those are of an `impl` or a trait, and all that stand deeper.
fn collect(tokens: TokenStream, is_associated: bool, declared: &mut Declared) {
    let mut head: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let is_impl = matches!(first_word(&head).as_deref(), Some("impl" | "trait"));
                collect(group.stream(), is_impl, declared);
            }
            TokenTree::Punct(end) if end.as_char() == ';' => {}
            _ => {
                if let TokenTree::Group(group) = &token {
                    collect(group.stream(), false, declared);
                }
                head.push(token);
                continue;
            }
        }
        if is_associated {
            declared.extend(capabilities(&head));
        }
        head.clear();
    }
}

/// The word that says what an item is.
fn first_word(head: &[TokenTree]) -> Option<String> {
    let words = head.iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    });
    words.into_iter().find(|word| !matches!(&**word, "pub" | "unsafe" | "default" | "auto"))
}

/// The name of an item and the arguments of its attributes.
fn capabilities(head: &[TokenTree]) -> Vec<(String, String)> {
    let name = head.windows(2).find_map(|pair| match pair {
        [TokenTree::Ident(word), TokenTree::Ident(name)] if ["fn", "const", "type"].iter().any(|it| word == it) => {
            (name != "fn" && name != "unsafe" && name != "extern" && name != "async").then(|| name.to_string())
        }
        _ => None,
    });
    let Some(name) = name else { return Vec::new() };
    let attributes = head.windows(2).filter_map(|pair| match pair {
        [TokenTree::Punct(hash), TokenTree::Group(attribute)] if hash.as_char() == '#' => arguments(attribute),
        _ => None,
    });
    attributes.map(|arguments| (name.clone(), arguments)).collect()
}

/// What stands in the parentheses of an attribute.
fn arguments(attribute: &Group) -> Option<String> {
    match attribute.stream().into_iter().last()? {
        TokenTree::Group(arguments) => Some(without_spaces(&arguments.stream())),
        _ => None,
    }
}

/// Tokens from two places differ in their spaces.
fn without_spaces(tokens: &TokenStream) -> String {
    tokens.to_string().split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::{Declared, collect};

    #[test]
    fn items_of_an_impl_or_a_trait_are_found_wherever_that_stands_and_no_others() {
        let source = r#"
            #[capability(tool = "free")] fn free() -> impl Tool { #[capability(tool = "inner")] fn inner() {} }
            pub unsafe trait T { #[capability(tool = "of a trait")] const fn of_a_trait() {} }
            mod m { fn f() { impl<T: Fn() -> [u8; 3]> X<T> {
                const A: u8 = { #[capability(tool = "in a block")] fn in_a_block() {} 3 };
                #[must_use] #[registry::capability(tool = "associated", tags("a"))] pub(crate) async fn associated() {}
                #[capability(tool = "constant")] const C: u8 = 3;
            } } }
        "#;
        let mut declared = Declared::new();
        collect(source.parse().unwrap(), false, &mut declared);
        let mut names: Vec<_> = declared.into_iter().collect();
        names.sort();
        let expected = [
            ("C", r#"tool="constant""#),
            ("associated", r#"tool="associated",tags("a")"#),
            ("of_a_trait", r#"tool="ofatrait""#),
        ];
        assert_eq!(names, expected.map(|(name, arguments)| (name.to_owned(), arguments.to_owned())));
    }
}
