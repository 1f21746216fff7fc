//! Names that somebody may have meant.

/// How many names are suggested at most.
const MOST: usize = 3;

/// The longest name that is compared, in characters: the distance of two names costs the product of their lengths.
const LONGEST: usize = 64;

/// The candidates that look like `name`, the nearest first and ties in alphabetical order, three at most.
///
/// Letter case is ignored. A third of the longer name may differ; names of more than 64
/// characters are not compared.
///
/// ```
/// assert_eq!(rag::nearest("lookup_usr", ["lookup_user", "create_ticket"]), ["lookup_user"]);
/// assert!(rag::nearest("refund", ["lookup_user"]).is_empty());
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    Comparisons { left: usize::MAX }.nearest(name, candidates)
}

/// What may still be spent on comparing names, so that a source full of wrong names is checked as soon as any other.
#[derive(Debug)]
pub(crate) struct Comparisons {
    /// Pairs of characters.
    left: usize,
}

impl Default for Comparisons {
    /// Some fifty wrong names among ten thousand of ten characters.
    fn default() -> Self {
        Self { left: 1 << 26 }
    }
}

impl Comparisons {
    /// Like [`nearest`], as long as it can be afforded: all candidates are compared, or none.
    pub(crate) fn nearest<'a>(&mut self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
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
        let mut found: Vec<(usize, &str)> = candidates.into_iter().filter_map(distance).collect();
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST);
        found.into_iter().map(|(_, candidate)| candidate).collect()
    }
}

/// The name's length in characters, if it is short enough to be compared.
fn compared_length(name: &str) -> Option<usize> {
    let length = name.chars().take(LONGEST + 1).count();
    (length <= LONGEST).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::{Comparisons, nearest};

    #[test]
    fn names_are_compared_as_long_as_it_can_be_afforded() {
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
    fn a_short_name_has_few_neighbours_and_an_endless_one_none() {
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
    fn equally_near_names_are_in_alphabetical_order() {
        assert_eq!(nearest("aple", ["apple", "able"]), ["able", "apple"]);
        assert_eq!(nearest("aple", ["able", "apple"]), ["able", "apple"]);
    }
}
