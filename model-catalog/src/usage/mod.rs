//! What a call used: tokens in total, the parts of them that are billed differently, and what is billed in addition to
//! tokens.

//!
//! | to find | look in |
//! |---|---|
//! | the members of a provider's usage object, and what its totals include | `format`, one file per format |
//! | the keywords for tiers, speeds, regions | `keyword` |
//! | the handling of members that are in no table | `member` |

mod error;
mod format;
mod keyword;
mod member;
mod reading;
mod report;
mod stream;

pub use error::UsageError;
pub use format::UsageFormat;
pub use report::{SearchContext, UsageReport};
pub use stream::StreamUsage;

use crate::component::PriceComponent;
use serde::{Deserialize, Serialize};

/// The total that a part belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Input,
    Output,
}

macro_rules! usage {
    ($( $(#[$doc:meta])* $field:ident: $component:ident of $side:ident; )*) => {
        /// What one call used. The totals include the parts, and no token is in two parts. Searches and requests are
        /// counted in
        /// addition to the tokens.
        ///
        /// In JSON, all counts except the two totals can be left out if they are 0.
        ///
        /// ```
        /// use registry::catalog::Usage;
        ///
        /// let usage = Usage { cache_read_tokens: 800, ..Usage::new(1_000, 50) };
        /// assert_eq!(usage.plain_input_tokens(), Some(200));
        /// assert_eq!(serde_json::to_string(&usage)?, r#"{"input_tokens":1000,"output_tokens":50,"cache_read_tokens":800}"#);
        /// # Ok::<(), serde_json::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Usage {
            /// All input tokens, including those read from and written to the cache.
            pub input_tokens: u64,
            /// All output tokens, including those of reasoning.
            pub output_tokens: u64,
            $(
                $(#[$doc])*
                #[serde(default, skip_serializing_if = "is_zero")]
                pub $field: u64,
            )*
            /// Web searches that the provider made for the call. They are not tokens and not part of a total.
            #[serde(default, skip_serializing_if = "is_zero")]
            pub web_search_requests: u64,
            /// Requests for which a fee per request is due, in addition to their tokens; 0 means that the number is not
            /// stated.
            #[serde(default, skip_serializing_if = "is_zero")]
            pub requests: u64,
        }

        impl Usage {
            /// Iterates over the parts with their counts, zeros included.
            pub(crate) fn parts(&self) -> impl Iterator<Item = (Side, PriceComponent, u64)> {
                [ $( (Side::$side, PriceComponent::$component, self.$field) ),* ].into_iter()
            }

            /// Adds up each count.
            pub(crate) fn plus(self, other: &Self) -> Result<Self, UsageError> {
                let add = member::add;
                Ok(Self {
                    input_tokens: add(self.input_tokens, other.input_tokens)?,
                    output_tokens: add(self.output_tokens, other.output_tokens)?,
                    $( $field: add(self.$field, other.$field)?, )*
                    web_search_requests: add(self.web_search_requests, other.web_search_requests)?,
                    requests: add(self.requests, other.requests)?,
                })
            }
        }
    };
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

usage! {
    /// Input tokens read from the cache that are neither audio nor images.
    cache_read_tokens: CacheRead of Input;
    /// Input tokens written to the cache for the provider's shortest lifetime.
    cache_write_tokens: CacheWrite of Input;
    /// Input tokens written to the cache for an hour.
    cache_write_1h_tokens: CacheWrite1h of Input;
    /// Input tokens written to the cache for twelve hours.
    cache_write_12h_tokens: CacheWrite12h of Input;
    /// Audio input tokens that were not read from the cache.
    audio_input_tokens: AudioInput of Input;
    /// Image input tokens that were not read from the cache.
    image_input_tokens: ImageInput of Input;
    /// Video input tokens.
    video_input_tokens: VideoInput of Input;
    /// Audio tokens read from the cache.
    cache_read_audio_tokens: CacheReadAudio of Input;
    /// Image tokens read from the cache.
    cache_read_image_tokens: CacheReadImage of Input;
    /// Tokens of cited sources, if the provider bills them separately.
    citation_tokens: Citation of Input;
    /// Output tokens spent on reasoning.
    reasoning_tokens: Reasoning of Output;
    /// Audio output tokens.
    audio_output_tokens: AudioOutput of Output;
    /// Image output tokens.
    image_output_tokens: ImageOutput of Output;
}

impl Usage {
    /// Creates the usage of a call with this many input and output tokens, all of them plain text.
    pub fn new(input_tokens: u64, output_tokens: u64) -> Self {
        Self { input_tokens, output_tokens, ..Self::default() }
    }

    /// Returns the input tokens that are in no part, or `None` if the parts exceed their total.
    pub fn plain_input_tokens(&self) -> Option<u64> {
        self.rest(Side::Input)
    }

    /// Returns the output tokens that are in no part, or `None` if the parts exceed their total.
    pub fn plain_output_tokens(&self) -> Option<u64> {
        self.rest(Side::Output)
    }

    pub(crate) fn rest(&self, side: Side) -> Option<u64> {
        let total = match side {
            Side::Input => self.input_tokens,
            Side::Output => self.output_tokens,
        };
        self.parts().filter(|(of, ..)| *of == side).try_fold(total, |rest, (.., count)| rest.checked_sub(count))
    }
}
