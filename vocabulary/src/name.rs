//! The rule for names of capabilities, which the macros, the registry and the language share.

/// The maximum length of a name, in bytes.
pub const MAX_NAME_BYTES: usize = 256;

/// The reason why a text cannot be the name or alias of a component.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The name is empty.
    #[error("a name cannot be empty")]
    Empty,
    /// The name has more than [`MAX_NAME_BYTES`] bytes.
    #[error("a name has at most {MAX_NAME_BYTES} bytes, this one has {bytes}")]
    TooLong {
        /// The length of the name, in bytes.
        bytes: usize,
    },
    /// The name contains a control character or one that changes the direction of text. Such a name would not be
    /// displayed as it is compared.
    #[error("a name cannot contain control characters, this one has U+{:04X} at byte {byte}", u32::from(*.character))]
    Control {
        /// The character.
        character: char,
        /// The offset of the character in the name, in bytes.
        byte: usize,
    },
}

/// Checks the name or alias of a component. It must not be empty, have more than [`MAX_NAME_BYTES`] bytes, or contain
/// control characters.
///
/// ```
/// use registry::{NameError, check_name};
///
/// assert_eq!(check_name("gpt-4o"), Ok(()));
/// assert_eq!(check_name(""), Err(NameError::Empty));
/// assert_eq!(check_name("a\tb"), Err(NameError::Control { character: '\t', byte: 1 }));
/// ```
///
/// # Errors
/// Returns the first rule that the name violates.
pub fn check_name(name: &str) -> Result<(), NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if name.len() > MAX_NAME_BYTES {
        return Err(NameError::TooLong { bytes: name.len() });
    }
    match name.char_indices().find(|(_, c)| c.is_control() || is_bidi_control(*c)) {
        Some((byte, character)) => Err(NameError::Control { character, byte }),
        None => Ok(()),
    }
}

/// Returns whether a character changes the direction of the text around it.
///
/// ```
/// assert!(vocabulary::is_bidi_control('\u{202E}'));
/// ```
#[inline]
pub const fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{MAX_NAME_BYTES, NameError, check_name};

    #[test]
    fn the_maximum_length_is_inclusive_and_in_bytes() {
        assert_eq!(check_name(&"a".repeat(MAX_NAME_BYTES)), Ok(()));
        assert_eq!(check_name(&"é".repeat(129)), Err(NameError::TooLong { bytes: 258 }));
    }

    #[test]
    fn a_direction_override_is_a_control_character() {
        let error = check_name("user\u{202E}eteled").unwrap_err();
        assert_eq!(error.to_string(), "a name cannot contain control characters, this one has U+202E at byte 4");
    }

    #[test]
    fn c1_controls_and_delete_are_rejected() {
        for name in ["a\u{7f}", "a\u{85}", "\0"] {
            assert!(matches!(check_name(name), Err(NameError::Control { .. })), "{name:?}");
        }
    }
}
