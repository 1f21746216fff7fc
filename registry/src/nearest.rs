//! "Did you mean": the words around the names that are near.

/// The near names, owned by the error that reports them.
pub(crate) fn names<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    rag::nearest(name, candidates).into_iter().map(str::to_owned).collect()
}

/// The end of a message about an unknown name: empty when nothing is near.
pub(crate) fn did_you_mean(nearest: &[String]) -> String {
    match nearest {
        [] => String::new(),
        [first, rest @ ..] => {
            let rest: String = rest.iter().map(|name| format!(" or `{name}`")).collect();
            format!("; did you mean `{first}`{rest}?")
        }
    }
}
