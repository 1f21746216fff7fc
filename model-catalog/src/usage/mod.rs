//! What a call used: tokens in total, the parts of them that are billed otherwise, and what is billed beside them.

//!
//! | to find | look in |
//! |---|---|
//! | the members of a provider's usage object, and what its totals include | `shape`, a file for each format |
//! | the words for tiers, speeds, regions | `word` |
//! | what happens to a member that no table has | `member` |

mod error;
mod member;
mod reading;
mod report;
mod shape;
mod stream;
mod word;

pub use error::UsageError;
pub use report::{SearchContext, UsageReport};
pub use shape::UsageFormat;
pub use stream::StreamUsage;

use crate::component::PriceComponent;
use serde::{Deserialize, Serialize};

/// A total that a part belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Input,
    Output,
}

macro_rules! usage {
    ($( $(#[$doc:meta])* $field:ident: $component:ident of $side:ident; )*) => {
        /// What one call used. The totals include the parts, and no token is in two parts; searches and requests are
        /// counted beside the tokens.
        ///
        /// In JSON whatever is 0 can be left out, but for the two totals.
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
            /// All tokens of input, those read from and written to the cache included.
            pub input_tokens: u64,
            /// All tokens of output, those of reasoning included.
            pub output_tokens: u64,
            $(
                $(#[$doc])*
                #[serde(default, skip_serializing_if = "is_zero")]
                pub $field: u64,
            )*
            /// Web searches that the provider made for the call. They are not tokens, and no part of a total.
            #[serde(default, skip_serializing_if = "is_zero")]
            pub web_search_requests: u64,
            /// Requests that a fee per request is due for, on top of their tokens; 0 is "not said".
            #[serde(default, skip_serializing_if = "is_zero")]
            pub requests: u64,
        }

        impl Usage {
            /// The parts with their counts, zeros included.
            pub(crate) fn parts(&self) -> impl Iterator<Item = (Side, PriceComponent, u64)> {
                [ $( (Side::$side, PriceComponent::$component, self.$field) ),* ].into_iter()
            }

            /// The sum of each count.
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
    /// Tokens of input read from the cache, neither audio nor images.
    cache_read_tokens: CacheRead of Input;
    /// Tokens of input written to the cache for the provider's shortest lifetime.
    cache_write_tokens: CacheWrite of Input;
    /// Tokens of input written to the cache for an hour.
    cache_write_1h_tokens: CacheWrite1h of Input;
    /// Tokens of input written to the cache for twelve hours.
    cache_write_12h_tokens: CacheWrite12h of Input;
    /// Tokens of audio input that were not read from the cache.
    audio_input_tokens: AudioInput of Input;
    /// Tokens of image input that were not read from the cache.
    image_input_tokens: ImageInput of Input;
    /// Tokens of video input.
    video_input_tokens: VideoInput of Input;
    /// Tokens of audio read from the cache.
    cache_read_audio_tokens: CacheReadAudio of Input;
    /// Tokens of images read from the cache.
    cache_read_image_tokens: CacheReadImage of Input;
    /// Tokens of cited sources, where the provider bills them by themselves.
    citation_tokens: Citation of Input;
    /// Tokens of output that the model thought with.
    reasoning_tokens: Reasoning of Output;
    /// Tokens of audio output.
    audio_output_tokens: AudioOutput of Output;
    /// Tokens of image output.
    image_output_tokens: ImageOutput of Output;
}

impl Usage {
    /// A call of this many tokens of input and output, all of them plain text.
    pub fn new(input_tokens: u64, output_tokens: u64) -> Self {
        Self { input_tokens, output_tokens, ..Self::default() }
    }

    /// The tokens of input that are in no part, or `None` when the parts are larger than their total.
    pub fn plain_input_tokens(&self) -> Option<u64> {
        self.rest(Side::Input)
    }

    /// The tokens of output that are in no part, or `None` when the parts are larger than their total.
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
