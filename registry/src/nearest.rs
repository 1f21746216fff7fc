//! Similar names, as owned strings for errors.

/// Returns the candidates that are similar to a name.
pub(crate) fn names<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    vocabulary::nearest(name, candidates).into_iter().map(str::to_owned).collect()
}
