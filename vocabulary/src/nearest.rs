//! Suggests similar names for an unknown name.
//!
//! There are two rules. [`nearest`] finds names of capabilities or nodes that were misspelt. [`nearest_or_continued`]
//! is for model ids, which may also lack or have a version suffix.

use std::fmt::Display;

/// The maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 3;

/// The maximum length of names that are compared, in characters. The cost of comparing two names is the product of
/// their lengths.
const MAX_LENGTH: usize = 64;

/// Returns at most three candidates similar to `name`, nearest first, with ties in alphabetical order.
///
/// Case is ignored. Up to a third of the longer name may differ. Names of more than 64 characters are not compared.
///
/// ```
/// assert_eq!(vocabulary::nearest("lookup_usr", ["lookup_user", "create_ticket"]), ["lookup_user"]);
/// assert!(vocabulary::nearest("refund", ["lookup_user"]).is_empty());
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    Comparisons { left: usize::MAX }.nearest(name, candidates)
}

/// A budget for comparing names, so that a source full of wrong names takes no longer to check than any other.
#[derive(Debug)]
pub struct Comparisons {
    /// The remaining budget, in pairs of characters.
    left: usize,
}

impl Default for Comparisons {
    /// Enough to compare about fifty wrong names with ten thousand names of ten characters.
    fn default() -> Self {
        Self { left: 1 << 26 }
    }
}

impl Comparisons {
    /// Like [`nearest`], but returns nothing once the budget does not suffice to compare all candidates.
    pub fn nearest<'a>(&mut self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        let Some(length) = compared_length(name) else { return Vec::new() };
        let mut cost = 0;
        let similar = |candidate: &'a str| {
            let other = compared_length(candidate)?;
            let cut_off = length.max(other) / 3;
            let is_similar = candidate != name && other.abs_diff(length) <= cut_off;
            cost += if is_similar { length * other } else { 0 };
            is_similar.then_some((candidate, cut_off))
        };
        let candidates: Vec<_> = candidates.into_iter().filter_map(similar).collect();
        let Some(left) = self.left.checked_sub(cost) else { return Vec::new() };
        self.left = left;
        let folded = name.to_lowercase();
        let distance = |(candidate, cut_off): (&'a str, usize)| {
            let distance = strsim::osa_distance(&folded, &candidate.to_lowercase());
            (distance <= cut_off).then_some((distance, candidate))
        };
        first_of(candidates.into_iter().filter_map(distance).collect(), MAX_SUGGESTIONS)
    }
}

/// Returns at most `limit` candidates that are similar to `name` or continue it, nearest first, with ties in
/// alphabetical order.
///
/// Case is ignored. The maximum distance grows with the length of `name`: one edit for up to three characters, then a
/// third of the characters. A candidate that is a prefix of `name`, such as `gpt-4o` of `gpt-4o-2024-08-06`, or the
/// other way round, may be farther away.
///
/// ```
/// let names = ["gpt-4o", "gpt-4o-mini", "o3"];
/// assert_eq!(vocabulary::nearest_or_continued("gtp-4o", names, 2), ["gpt-4o"]);
/// assert!(vocabulary::nearest_or_continued("mistral", names, 2).is_empty());
/// ```
pub fn nearest_or_continued<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Vec<&'a str> {
    let wanted = name.to_lowercase();
    let length = wanted.chars().count();
    let allowed = (length / 3).max(1);
    let found: Vec<(usize, &str)> = candidates
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
    first_of(found, limit)
}

/// Returns the length of a name in characters, if it is short enough to be compared.
fn compared_length(name: &str) -> Option<usize> {
    let length = name.chars().take(MAX_LENGTH + 1).count();
    (length <= MAX_LENGTH).then_some(length)
}

/// Returns the candidates with the smallest distances without duplicates, with ties in alphabetical order.
fn first_of(mut found: Vec<(usize, &str)>, limit: usize) -> Vec<&str> {
    found.sort_unstable();
    found.dedup();
    found.truncate(limit);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Returns the question "did you mean `a`, `b` or `c`?", or an empty text if there are no names.
///
/// ```
/// use vocabulary::did_you_mean;
///
/// assert_eq!(did_you_mean(["lookup_user"]), "did you mean `lookup_user`?");
/// assert_eq!(did_you_mean(["a", "b", "c"]), "did you mean `a`, `b` or `c`?");
/// assert_eq!(did_you_mean([""; 0]), "");
/// ```
pub fn did_you_mean(near: impl IntoIterator<Item = impl Display>) -> String {
    let near: Vec<String> = near.into_iter().map(|name| format!("`{name}`")).collect();
    match near.split_last() {
        None => String::new(),
        Some((only, [])) => format!("did you mean {only}?"),
        Some((last, rest)) => format!("did you mean {} or {last}?", rest.join(", ")),
    }
}

/// Returns the same question after a semicolon, for the end of a message, or an empty text if there are no names.
///
/// ```
/// assert_eq!(vocabulary::or_did_you_mean(["b"]), "; did you mean `b`?");
/// ```
pub fn or_did_you_mean(near: impl IntoIterator<Item = impl Display>) -> String {
    match did_you_mean(near) {
        question if question.is_empty() => question,
        question => format!("; {question}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Comparisons, nearest, nearest_or_continued};

    #[test]
    fn names_are_compared_while_the_budget_suffices() {
        let mut comparisons = Comparisons { left: 4 * 4 + 4 * 5 + 2 };
        assert_eq!(comparisons.nearest("name", ["nome", "other", "a name that is longer"]), ["nome"]);
        assert!(comparisons.nearest("name", ["nome"]).is_empty());
        assert_eq!(comparisons.nearest("n", ["N", "name"]), ["N"]);
    }

    #[test]
    fn the_nearest_comes_first_and_ties_are_sorted() {
        assert_eq!(nearest("gpt-4", ["gpt-4x", "gpt-4o", "gtp-5o", "gpt-4"]), ["gpt-4o", "gpt-4x"]);
    }

    #[test]
    fn letter_case_is_the_smallest_difference() {
        assert_eq!(nearest("GPT-4o", ["gpt-4p", "gpt-4o"]), ["gpt-4o", "gpt-4p"]);
    }

    #[test]
    fn short_names_have_few_suggestions_and_very_long_ones_none() {
        assert!(nearest("ab", ["cd"]).is_empty());
        let endless = "a".repeat(10_000);
        assert!(nearest(&endless, ["a"]).is_empty());
        assert_eq!(nearest(&"a".repeat(64), [&*"a".repeat(63), &"a".repeat(65)]), ["a".repeat(63)]);
        assert!(nearest("a", [endless.as_str()]).is_empty());
    }

    #[test]
    fn the_cut_off_grows_with_the_length() {
        assert_eq!(nearest("lookup_usr", ["create_ticket", "lookup_user"]), ["lookup_user"]);
        assert!(nearest("ab", ["xy", "cd"]).is_empty());
        assert_eq!(nearest("nod", ["node"]), ["node"]);
        assert_eq!(nearest("summarize_text", ["summarise_texts"]), ["summarise_texts"]);
        assert!(nearest("cat", ["dog"]).is_empty());
        assert!(nearest("a", ["b"]).is_empty());
    }

    #[test]
    fn a_third_of_the_longer_name_may_differ_and_no_more() {
        for (name, at_a_third, beyond) in [
            ("abcdef", "abcdxy", "abcxyz"),
            ("abcdefghi", "abcdefxyz", "abcdewxyz"),
            ("abcdefghijkl", "abcdefghwxyz", "abcdefgvwxyz"),
        ] {
            assert_eq!(nearest(name, [at_a_third, beyond]), [at_a_third], "{name}");
            assert_eq!(nearest_or_continued(name, [at_a_third, beyond], 2), [at_a_third], "{name}");
        }
        assert_eq!(nearest("abcd", ["abcdef"]), ["abcdef"], "two of six");
        assert!(nearest("abc", ["abcde"]).is_empty(), "two of five");
    }

    #[test]
    fn equally_near_names_are_in_alphabetical_order() {
        assert_eq!(nearest("aple", ["apple", "able"]), ["able", "apple"]);
        assert_eq!(nearest("aple", ["able", "apple"]), ["able", "apple"]);
    }

    #[test]
    fn candidates_come_nearest_first_and_ties_alphabetically() {
        assert_eq!(nearest_or_continued("abcdef", ["abcdez", "abcdey", "abcdef"], 3), ["abcdef", "abcdey", "abcdez"]);
    }

    #[test]
    fn the_cut_off_of_names_that_may_continue_grows_with_the_length() {
        assert!(nearest_or_continued("ab", ["xy"], 1).is_empty());
        assert_eq!(nearest_or_continued("ab", ["ax"], 1), ["ax"]);
        assert_eq!(nearest_or_continued("claude-sonet-4.5", ["claude-sonnet-4-5"], 1), ["claude-sonnet-4-5"]);
    }

    #[test]
    fn a_dated_name_finds_the_undated_one() {
        assert_eq!(nearest_or_continued("gpt-4o-2031-01-01", ["gpt-4o", "o3"], 1), ["gpt-4o"]);
    }
}
