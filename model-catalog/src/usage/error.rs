//! Why a usage object cannot be read.

/// Why a usage object cannot be read. Members are named with the objects around them: `prompt_tokens_details.cached_tokens`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsageError {
    /// It is not an object.
    #[error("a usage object was expected, found {0}")]
    NotAnObject(String),
    /// A count that has to be there is not.
    #[error("the usage object has no {0}")]
    Missing(&'static str),
    /// A count is not a whole number.
    #[error("{field} is {found}, expected a whole number of tokens")]
    NotACount {
        /// The field, with the objects around it.
        field: String,
        /// What it holds.
        found: String,
    },
    /// A member that should be a list is not one.
    #[error("{member} is {found}, expected a list")]
    NotAList {
        /// The member.
        member: String,
        /// What it holds.
        found: String,
    },
    /// The counts contradict each other.
    #[error("{part} tokens of {what} are more than the {total} they are a part of")]
    Contradiction {
        /// What the part is.
        what: &'static str,
        /// The part's count.
        part: u64,
        /// The total's count.
        total: u64,
    },
    /// Two members that say the same thing differ.
    #[error("{first} is {found}, but {second} is {other}: both stand for the same thing, so one of them is wrong")]
    Disagreement {
        /// The member that was read first.
        first: String,
        /// What it holds.
        found: String,
        /// The member that differs.
        second: String,
        /// What that one holds.
        other: String,
    },
    /// The total has tokens that are in none of the counts, so the object has counts that are not known here.
    #[error("{field} is {total}, of which the other counts explain {explained}")]
    Unexplained {
        /// The field of the total.
        field: &'static str,
        /// The total.
        total: u64,
        /// The sum of the counts that are known.
        explained: u64,
    },
    /// A member is not known here, and may cost money.
    #[error(
        "{member} is {found}: the member is unknown in a usage object of this format and may change the price; \
         check the format, and remove the member if it costs nothing"
    )]
    Unknown {
        /// The member.
        member: String,
        /// What it holds.
        found: String,
    },
    /// A member that names one of several things names none that is known.
    #[error("{member} is {found:?}, expected one of {expected}")]
    UnknownWord {
        /// The member.
        member: String,
        /// What it holds.
        found: String,
        /// The words that are known.
        expected: String,
    },
    /// A member is known, and what it says cannot be billed from the counts.
    #[error("{member} is {found}: {why}")]
    Unbillable {
        /// The member.
        member: String,
        /// What it holds.
        found: String,
        /// Why that cannot be billed.
        why: &'static str,
    },
    /// The response says something that changes the price and that a [`Usage`](super::Usage) cannot hold.
    #[error("{member} is {found}, which changes the price and is not a count: read the object as a UsageReport")]
    MoreThanCounts {
        /// The member.
        member: String,
        /// What it holds.
        found: String,
    },
    /// The counts add up to more than can be counted.
    #[error("the counts are too large")]
    TooLarge,
}
