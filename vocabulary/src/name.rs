//! What a capability may be called. The macros, the registry and the language all ask here.

/// The longest name, in bytes.
pub const MAX_NAME_BYTES: usize = 256;

/// Why a text cannot be the name or alias of a component.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The text has no characters.
    #[error("a name cannot be empty")]
    Empty,
    /// The text has more than [`MAX_NAME_BYTES`] bytes.
    #[error("a name has at most {MAX_NAME_BYTES} bytes, this one has {bytes}")]
    TooLong {
        /// Its length in bytes.
        bytes: usize,
    },
    /// A control character, or one that changes the direction of text: what a person reads must be what is compared.
    #[error("a name cannot contain control characters, this one has U+{:04X} at byte {byte}", u32::from(*.character))]
    Control {
        /// The character.
        character: char,
        /// Where it starts, in bytes from the start of the name.
        byte: usize,
    },
}

/// Checks a component's name or alias: not empty, at most [`MAX_NAME_BYTES`] bytes, no control characters.
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
/// The first rule that the name breaks.
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

/// Whether a character changes the direction of the text around it.
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
    fn the_longest_name_is_counted_in_bytes_and_allowed() {
        assert_eq!(check_name(&"a".repeat(MAX_NAME_BYTES)), Ok(()));
        assert_eq!(check_name(&"é".repeat(129)), Err(NameError::TooLong { bytes: 258 }));
    }

    #[test]
    fn a_direction_override_is_a_control_character() {
        let error = check_name("user\u{202E}eteled").unwrap_err();
        assert_eq!(error.to_string(), "a name cannot contain control characters, this one has U+202E at byte 4");
    }

    #[test]
    fn c1_controls_and_delete_are_refused() {
        for name in ["a\u{7f}", "a\u{85}", "\0"] {
            assert!(matches!(check_name(name), Err(NameError::Control { .. })), "{name:?}");
        }
    }
}
