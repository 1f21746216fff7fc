//! Names that are near to one that does not exist.

/// Names are compared up to this length, in characters.
pub(crate) const COMPARED_CHARACTERS: usize = 64;

/// The name nearest to this one, when one is near enough: a third of the longer name may differ. Of equally near
/// ones the first in alphabetical order.
pub(crate) fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let length = name.chars().take(COMPARED_CHARACTERS + 1).count();
    if length > COMPARED_CHARACTERS {
        return None;
    }
    let distances = candidates.into_iter().filter_map(|candidate| {
        let other = candidate.chars().take(COMPARED_CHARACTERS + 1).count();
        let cut_off = length.max(other) / 3;
        if other > COMPARED_CHARACTERS || other.abs_diff(length) > cut_off || candidate == name {
            return None;
        }
        let distance = strsim::osa_distance(name, candidate);
        (distance <= cut_off).then_some((distance, candidate))
    });
    distances.min().map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_cut_off_grows_with_the_length() {
        assert_eq!(nearest("lookup_usr", ["create_ticket", "lookup_user"]), Some("lookup_user"));
        assert_eq!(nearest("ab", ["xy", "cd"]), None);
        assert_eq!(nearest("nod", ["node"]), Some("node"));
        assert_eq!(nearest("summarize_text", ["summarise_texts"]), Some("summarise_texts"));
        assert_eq!(nearest("cat", ["dog"]), None);
        assert_eq!(nearest("a", ["b"]), None);
    }

    #[test]
    fn of_equally_near_names_the_first_in_order_is_given() {
        assert_eq!(nearest("aple", ["apple", "able"]), Some("able"));
        assert_eq!(nearest("aple", ["able", "apple"]), Some("able"));
    }

    #[test]
    fn long_names_are_not_compared() {
        let long = "a".repeat(65);
        assert_eq!(nearest(&long, [&*"a".repeat(64)]), None);
        assert_eq!(nearest(&"a".repeat(64), [&*"a".repeat(63)]), Some(&*"a".repeat(63)));
    }
}
