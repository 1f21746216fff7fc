//! Why a usage object cannot be read.

/// Why a usage object cannot be read. Members are named with the objects that contain them:
/// `prompt_tokens_details.cached_tokens`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsageError {
    /// It is not an object.
    #[error("expected a usage object, found {0}")]
    NotAnObject(String),
    /// A required count is missing.
    #[error("the usage object has no {0}")]
    Missing(&'static str),
    /// A count is not a whole number.
    #[error("{field} is {found}, expected a whole number of tokens")]
    NotACount {
        /// The field, with the objects that contain it.
        field: String,
        /// Its value.
        found: String,
    },
    /// A member is not a list although it should be.
    #[error("{member} is {found}, expected a list")]
    NotAList {
        /// The member.
        member: String,
        /// Its value.
        found: String,
    },
    /// The counts contradict each other.
    #[error("the {part} tokens of {what} exceed the total of {total} tokens that includes them")]
    Contradiction {
        /// What is counted in the part.
        what: &'static str,
        /// The part's count.
        part: u64,
        /// The total's count.
        total: u64,
    },
    /// Two members that state the same fact differ.
    #[error("{first} is {found}, but {second} is {other}: both state the same fact, so one of them is wrong")]
    Disagreement {
        /// The member that was read first.
        first: String,
        /// Its value.
        found: String,
        /// The member that differs.
        second: String,
        /// Its value.
        other: String,
    },
    /// The total has tokens that are in none of the known counts, so the object must have counts that this crate does not know.
    #[error("{field} is {total}, but the known counts only add up to {explained}")]
    Unexplained {
        /// The field of the total.
        field: &'static str,
        /// The total.
        total: u64,
        /// The sum of the counts that are known.
        explained: u64,
    },
    /// A member is unknown and may cost money.
    #[error(
        "{member} is {found}: this member is unknown in this usage format and may change the price; \
         check the format, and remove the member if it costs nothing"
    )]
    Unknown {
        /// The member.
        member: String,
        /// Its value.
        found: String,
    },
    /// The value of a member is not one of the known ones.
    #[error("{member} is {found:?}, expected one of {expected}")]
    UnknownValue {
        /// The member.
        member: String,
        /// Its value.
        found: String,
        /// The known values.
        expected: String,
    },
    /// A member is known, but what it states cannot be billed from the counts.
    #[error("{member} is {found}: {why}")]
    Unbillable {
        /// The member.
        member: String,
        /// Its value.
        found: String,
        /// Why that cannot be billed.
        why: &'static str,
    },
    /// The response states something that changes the price and that a [`Usage`](super::Usage) cannot hold.
    #[error("{member} is {found}, which changes the price and is not a count: use UsageReport instead of Usage")]
    MoreThanCounts {
        /// The member.
        member: String,
        /// Its value.
        found: String,
    },
    /// The counts overflow.
    #[error("the counts are too large to add up")]
    TooLarge,
}
