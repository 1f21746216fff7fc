//! Which of many names was probably meant.

/// The up to `limit` candidates nearest to `name`, best first and, at equal distance, in alphabetical order.
///
/// Letter case does not count. How far apart two names may be grows with the length of `name`: one edit for up to
/// three characters, then a third of them. A candidate that only adds to or leaves out the end of `name`
/// (`gpt-4o` for `gpt-4o-2024-08-06`) may be farther away.
///
/// ```
/// let names = ["gpt-4o", "gpt-4o-mini", "o3"];
/// assert_eq!(registry::catalog::nearest("gtp-4o", names, 2), ["gpt-4o"]);
/// assert!(registry::catalog::nearest("mistral", names, 2).is_empty());
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>, limit: usize) -> Vec<&'a str> {
    let wanted = name.to_lowercase();
    let length = wanted.chars().count();
    let allowed = (length / 3).max(1);
    let mut found: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let lower = candidate.to_lowercase();
            let far = lower.chars().count().abs_diff(length);
            if far <= allowed {
                let distance = strsim::osa_distance(&wanted, &lower);
                if distance <= allowed {
                    return Some((distance, candidate));
                }
            }
            let continues =
                length >= 4 && (lower.starts_with(&wanted) || (lower.len() >= 4 && wanted.starts_with(&lower)));
            continues.then_some((allowed + far, candidate))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(limit);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn candidates_come_nearest_first_and_ties_alphabetically() {
        assert_eq!(nearest("abcdef", ["abcdez", "abcdey", "abcdef"], 3), ["abcdef", "abcdey", "abcdez"]);
    }

    #[test]
    fn the_cut_off_grows_with_the_length() {
        assert!(nearest("ab", ["xy"], 1).is_empty());
        assert_eq!(nearest("ab", ["ax"], 1), ["ax"]);
        assert_eq!(nearest("claude-sonet-4.5", ["claude-sonnet-4-5"], 1), ["claude-sonnet-4-5"]);
    }

    #[test]
    fn a_dated_name_finds_the_undated_one() {
        assert_eq!(nearest("gpt-4o-2031-01-01", ["gpt-4o", "o3"], 1), ["gpt-4o"]);
    }
}
