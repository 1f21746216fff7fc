//! The capabilities of a model: eleven flags stated by sources, and one derived from its prices.

use crate::keyed;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

macro_rules! capabilities {
    ($( $(#[$doc:meta])* $variant:ident $flag:ident = $key:literal, )*) => {
        keyed! {
            /// A capability that a model can have and a caller can require.
            ///
            /// ```
            /// use registry::catalog::Capability;
            ///
            /// assert_eq!(Capability::ToolCalling.key(), "tool_calling");
            /// assert!("visoin".parse::<Capability>().unwrap_err().to_string().contains("did you mean `vision`?"));
            /// ```
            pub enum Capability: "capability" {
                $( $(#[$doc])* $variant = $key, )*
                /// The catalog has prices for calls of the model. This is derived from the rates and never stated: see
                /// `ModelCatalogEntry::capability_set`.
                Priced = "priced",
            }
        }

        impl ModelCapabilities {
            $(
                $(#[$doc])*
                pub const fn $flag(self) -> bool {
                    self.0.contains(Capability::$variant)
                }
            )*
        }
    };
}

capabilities! {
    /// Answers can be streamed.
    Streaming streaming = "streaming",
    /// The model can request tool calls.
    ToolCalling tool_calling = "tool_calling",
    /// The model can request several tool calls in one turn.
    ParallelToolCalling parallel_tool_calling = "parallel_tool_calling",
    /// The answer can be constrained to a JSON schema.
    JsonSchema json_schema = "json_schema",
    /// The model accepts system messages.
    SystemMessages system_messages = "system_messages",
    /// The model accepts images.
    Vision vision = "vision",
    /// The model accepts audio.
    AudioInput audio_input = "audio_input",
    /// The model produces audio.
    AudioOutput audio_output = "audio_output",
    /// The model accepts PDF files.
    PdfInput pdf_input = "pdf_input",
    /// Parts of the prompt can be cached between calls.
    PromptCaching prompt_caching = "prompt_caching",
    /// The model produces reasoning tokens before its answer.
    Reasoning reasoning = "reasoning",
}

/// The capabilities of a model as stated by its source. Those that a source does not state are `false`.
///
/// The JSON form is the list of those that are true: `["streaming", "tool_calling"]`.
///
/// ```
/// use registry::catalog::{Capability, ModelCapabilities};
///
/// let model = ModelCapabilities::NONE.with(Capability::Vision, true);
/// assert!(model.vision() && !model.reasoning());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "CapabilitySet")]
pub struct ModelCapabilities(CapabilitySet);

impl ModelCapabilities {
    /// No capabilities.
    pub const NONE: Self = Self(CapabilitySet::EMPTY);

    /// Sets or clears one flag. [`Capability::Priced`] is ignored, since it is derived.
    #[must_use]
    pub const fn with(self, capability: Capability, value: bool) -> Self {
        match capability {
            Capability::Priced => self,
            _ if value => Self(self.0.with(capability)),
            _ => Self(self.0.without(capability)),
        }
    }

    /// Returns the flags as a set.
    pub const fn set(self) -> CapabilitySet {
        self.0
    }

    /// Creates the flags from a set, without [`Capability::Priced`].
    pub const fn of(set: CapabilitySet) -> Self {
        Self(set.without(Capability::Priced))
    }
}

impl TryFrom<CapabilitySet> for ModelCapabilities {
    type Error = PricedIsDerived;

    fn try_from(set: CapabilitySet) -> Result<Self, PricedIsDerived> {
        if set.contains(Capability::Priced) { Err(PricedIsDerived) } else { Ok(Self(set)) }
    }
}

/// The error for stating [`Capability::Priced`], which is derived from the rates of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`priced` is derived from the rates of a model and cannot be stated")]
pub struct PricedIsDerived;

/// A set of capabilities, such as those that a route requires or a model has.
///
/// The JSON form is a list of keys in the order of [`Capability::ALL`].
///
/// ```
/// use registry::catalog::{Capability, CapabilitySet};
///
/// const NEEDED: CapabilitySet = CapabilitySet::EMPTY.with(Capability::Vision).with(Capability::Reasoning);
/// let has = CapabilitySet::EMPTY.with(Capability::Vision).with(Capability::Streaming);
/// assert_eq!(has.missing(NEEDED).to_string(), "reasoning");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CapabilitySet(u16);

impl CapabilitySet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns this set with `capability` added.
    #[must_use]
    pub const fn with(self, capability: Capability) -> Self {
        Self(self.0 | 1 << capability as u8)
    }

    /// Returns this set with `capability` removed.
    #[must_use]
    pub const fn without(self, capability: Capability) -> Self {
        Self(self.0 & !(1 << capability as u8))
    }

    /// Returns whether `capability` is in the set.
    pub const fn contains(self, capability: Capability) -> bool {
        self.0 & 1 << capability as u8 != 0
    }

    /// Returns whether the set contains every member of `required`.
    pub const fn contains_all(self, required: Self) -> bool {
        self.missing(required).is_empty()
    }

    /// Returns the members of `required` that are not in this set.
    #[must_use]
    pub const fn missing(self, required: Self) -> Self {
        Self(required.0 & !self.0)
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Not public API: used by the crates of this workspace.
    #[doc(hidden)]
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
    pub const fn is_empty_ref(&self) -> bool {
        self.is_empty()
    }

    /// Returns the number of capabilities in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Iterates over the members, in the order of [`Capability::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Capability> {
        Capability::ALL.iter().copied().filter(move |&capability| self.contains(capability))
    }

    /// Not public API: used by generated code. The place of a capability in [`Capability::ALL`] is its bit.
    #[doc(hidden)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Not public API: used by generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & ((1 << Capability::ALL.len()) - 1))
    }
}

impl FromIterator<Capability> for CapabilitySet {
    fn from_iter<I: IntoIterator<Item = Capability>>(capabilities: I) -> Self {
        capabilities.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Display for CapabilitySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, capability) in self.iter().enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            write!(f, "{separator}{capability}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CapabilitySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for CapabilitySet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CapabilitySet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = CapabilitySet;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of capabilities")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut keys: A) -> Result<CapabilitySet, A::Error> {
                let mut set = CapabilitySet::EMPTY;
                while let Some(capability) = keys.next_element::<Capability>()? {
                    if set.contains(capability) {
                        return Err(serde::de::Error::custom(format_args!(
                            "capability `{capability}` is listed twice"
                        )));
                    }
                    set = set.with(capability);
                }
                Ok(set)
            }
        }
        deserializer.deserialize_seq(Keys)
    }
}

#[cfg(test)]
mod tests {
    use super::{Capability, CapabilitySet, ModelCapabilities};

    #[test]
    fn every_subset_survives_json_and_conversion() {
        for bits in 0..1 << Capability::ALL.len() {
            let set = CapabilitySet::from_bits(bits);
            let json = serde_json::to_string(&set).unwrap();
            assert_eq!(serde_json::from_str::<CapabilitySet>(&json).unwrap(), set);
            assert_eq!(ModelCapabilities::of(set).set(), set.without(Capability::Priced));
            assert_eq!(set.iter().count(), set.len());
        }
    }

    #[test]
    fn only_missing_capabilities_are_listed() {
        let has = CapabilitySet::EMPTY.with(Capability::Vision).with(Capability::Streaming);
        let wanted = CapabilitySet::EMPTY.with(Capability::Vision).with(Capability::PdfInput);
        assert_eq!(has.missing(wanted).iter().collect::<Vec<_>>(), [Capability::PdfInput]);
        assert!(!has.contains_all(wanted));
        assert!(has.contains_all(CapabilitySet::EMPTY));
    }

    #[test]
    fn a_capability_listed_twice_is_rejected() {
        let error = serde_json::from_str::<CapabilitySet>(r#"["vision", "vision"]"#).unwrap_err();
        assert!(error.to_string().contains("`vision` is listed twice"), "{error}");
    }

    #[test]
    fn priced_cannot_be_stated_for_a_model() {
        assert!(serde_json::from_str::<ModelCapabilities>(r#"["priced"]"#).is_err());
    }

    #[test]
    fn one_flag_is_set_and_cleared_alone() {
        for &capability in &Capability::ALL[..11] {
            let flags = ModelCapabilities::NONE.with(capability, true);
            assert_eq!(flags.set().iter().collect::<Vec<_>>(), [capability]);
            assert_eq!(flags.with(capability, false), ModelCapabilities::NONE);
        }
        assert_eq!(ModelCapabilities::NONE.with(Capability::Priced, true), ModelCapabilities::NONE);
    }
}
