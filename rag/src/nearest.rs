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
    let Some(length) = compared_length(name) else { return Vec::new() };
    let folded = name.to_lowercase();
    let distance = |candidate: &'a str| {
        let other = compared_length(candidate)?;
        let cut_off = length.max(other) / 3;
        if candidate == name || other.abs_diff(length) > cut_off {
            return None;
        }
        let distance = strsim::osa_distance(&folded, &candidate.to_lowercase());
        (distance <= cut_off).then_some((distance, candidate))
    };
    let mut found: Vec<(usize, &str)> = candidates.into_iter().filter_map(distance).collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The name's length in characters, if it is short enough to be compared.
fn compared_length(name: &str) -> Option<usize> {
    let length = name.chars().take(LONGEST + 1).count();
    (length <= LONGEST).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::nearest;

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
