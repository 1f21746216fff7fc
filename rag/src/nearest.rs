//! Names that somebody may have meant.

/// How many names are suggested at most.
const MOST: usize = 3;

/// The longest name that is compared, in characters: the distance of two names costs the product of their lengths.
const LONGEST: usize = 64;

/// The candidates that look like `name`, the nearest first and ties in alphabetical order, three at most.
///
/// Letter case is ignored. A third of the name's characters may differ, at least one; names of more than 64
/// characters are not compared.
///
/// ```
/// assert_eq!(rag::nearest("lookup_usr", ["lookup_user", "create_ticket"]), ["lookup_user"]);
/// assert!(rag::nearest("refund", ["lookup_user"]).is_empty());
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let folded = name.to_lowercase();
    let length = folded.chars().count();
    if length > LONGEST {
        return Vec::new();
    }
    let cutoff = (length / 3).max(1);
    let mut found: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .filter(|candidate| candidate.len() <= 4 * LONGEST && candidate.chars().count().abs_diff(length) <= cutoff)
        .map(|candidate| (strsim::osa_distance(&folded, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= cutoff)
        .collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_comes_first_and_ties_are_sorted() {
        assert_eq!(nearest("gpt-4", ["gpt-4x", "gpt-4o", "gpt-5o", "gpt-4"]), ["gpt-4o", "gpt-4x"]);
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
        assert!(nearest("a", [endless.as_str()]).is_empty());
    }
}
