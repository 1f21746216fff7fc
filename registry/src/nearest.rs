//! Near names, owned by the errors that report them.

/// The near names.
pub(crate) fn names<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    vocabulary::nearest(name, candidates).into_iter().map(str::to_owned).collect()
}
