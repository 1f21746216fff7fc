//! Enums whose variants have a text key, which is used in snapshots, attributes and on the command line.

use crate::did_you_mean;

/// The error for a text that is not the key of any variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not a {what}{hint}; expected one of {}", expected.join(", "), hint = hint(*nearest))]
pub struct UnknownKey {
    /// What was expected, in words: `capability`, `service tier`.
    pub what: &'static str,
    /// The text that was found.
    pub found: String,
    /// The key that was probably meant, if one is similar enough.
    pub nearest: Option<&'static str>,
    /// Every valid key.
    pub expected: &'static [&'static str],
}

fn hint(nearest: Option<&'static str>) -> String {
    nearest.map(|key| format!(" ({})", did_you_mean([key]))).unwrap_or_default()
}

/// Not public API: used by the crates of this workspace.
#[doc(hidden)]
#[macro_export]
macro_rules! keyed {
    (
        $(#[$meta:meta])*
        pub enum $name:ident: $what:literal { $( $(#[$doc:meta])* $variant:ident = $key:literal, )* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $( $(#[$doc])* $variant, )* }

        impl $name {
            /// Every variant, in order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Every key, in the order of [`ALL`](Self::ALL).
            pub const KEYS: &'static [&'static str] = &[$($key),*];

            /// Returns the key of this variant.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$variant => $key),* }
            }

            /// Returns the variant with this key.
            pub fn from_key(key: &str) -> Option<Self> {
                match key { $($key => Some(Self::$variant),)* _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.key())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownKey;

            fn from_str(key: &str) -> Result<Self, Self::Err> {
                Self::from_key(key).ok_or_else(|| $crate::UnknownKey {
                    what: $what,
                    found: key.to_owned(),
                    nearest: $crate::nearest_or_continued(key, Self::KEYS.iter().copied(), 1).pop(),
                    expected: Self::KEYS,
                })
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.key())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let key = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                key.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
