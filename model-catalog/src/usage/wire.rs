//! Reads the usage objects of providers' responses. They differ in what a total includes.
//!
//! | format | total of input | total of output |
//! |---|---|---|
//! | `OpenAI` | includes what was read from the cache, audio and images | includes reasoning; with xAI it does not |
//! | Anthropic | leaves out what was read from and written to the cache | includes thinking |
//! | Gemini | includes cached content, leaves out the results of its own tools | leaves out thoughts |
//!
//! The total of all tokens, where there is one, tells whether the counts have been understood: tokens of it that no
//! count explains would be free.
//!
//! Sources: the API references of the three, for `usage` of chat completions, responses and the realtime API, for
//! `usage` of messages, and for `usageMetadata` of generated content and of the Live API; xAI's page on consumption.

use super::Usage;
use super::counts::{Counts, add, part};
use serde_json::Value;
use vocabulary::keyed;

keyed! {
    /// Whose usage objects are read.
    pub enum UsageFormat: "usage format" {
        /// `usage` of `OpenAI`'s APIs and of the many that copy them.
        OpenAi = "openai",
        /// `usage` of Anthropic's messages.
        Anthropic = "anthropic",
        /// `usageMetadata` of Gemini's responses.
        Gemini = "gemini",
    }
}

/// Why a usage object cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsageError {
    /// It is not an object.
    #[error("a usage object was expected, found {0}")]
    NotAnObject(String),
    /// A count that has to be there is not.
    #[error("the usage object has no {0}")]
    Missing(&'static str),
    /// A count is no whole number of tokens.
    #[error("{field} is {found}, expected a whole number of tokens")]
    NotACount {
        /// The field, with the objects around it.
        field: String,
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
    /// The counts add up to more than can be counted.
    #[error("the counts are too large")]
    TooLarge,
}

impl Usage {
    /// Reads a usage object of a format: what a response has under `usage` or `usageMetadata`.
    pub fn from_format(format: UsageFormat, usage: &Value) -> Result<Self, UsageError> {
        match format {
            UsageFormat::OpenAi => Self::from_openai(usage),
            UsageFormat::Anthropic => Self::from_anthropic(usage),
            UsageFormat::Gemini => Self::from_gemini(usage),
        }
    }

    /// Reads the `usage` of a chat completion, a response, an embedding or a realtime response of `OpenAI`, or of an API
    /// that copies those. Its totals include the cached and the reasoning tokens.
    ///
    /// xAI counts reasoning beside the completion. Where `total_tokens` is the sum of prompt, completion and reasoning,
    /// the reasoning tokens are added to the output; where it is that of prompt and completion, or is not there, they are
    /// a part of it. Any other total that is larger than prompt and completion is an error.
    ///
    /// ```
    /// use registry::catalog::Usage;
    /// use serde_json::json;
    ///
    /// let usage = Usage::from_openai(&json!({
    ///     "prompt_tokens": 27_147, "completion_tokens": 351,
    ///     "prompt_tokens_details": {"cached_tokens": 27_146},
    /// }))?;
    /// assert_eq!(usage, Usage { cache_read_tokens: 27_146, ..Usage::new(27_147, 351) });
    /// # Ok::<(), registry::catalog::UsageError>(())
    /// ```
    pub fn from_openai(usage: &Value) -> Result<Self, UsageError> {
        let usage = Counts::of(usage)?;
        let input = usage
            .any(&["prompt_tokens", "input_tokens"])?
            .ok_or(UsageError::Missing("prompt_tokens or input_tokens"))?;
        let output = match usage.any(&["completion_tokens", "output_tokens"])? {
            Some(output) => output,
            // Embeddings have no output and do not say so.
            None if usage.count("total_tokens")? == Some(input) => 0,
            None => return Err(UsageError::Missing("completion_tokens or output_tokens")),
        };
        let read = usage.inner(&["prompt_tokens_details", "input_tokens_details", "input_token_details"])?;
        let written = usage.inner(&["completion_tokens_details", "output_tokens_details", "output_token_details"])?;
        let cached_kinds = read.inner(&["cached_tokens_details"])?;
        let cached = match read.count("cached_tokens")? {
            Some(cached) => cached,
            // DeepSeek's name of the same count.
            None => usage.count("prompt_cache_hit_tokens")?.unwrap_or(0),
        };
        let cached_audio = cached_kinds.or_zero("audio_tokens")?;
        let cached_images = cached_kinds.or_zero("image_tokens")?;
        let reasoning = written.or_zero("reasoning_tokens")?;
        let explained = add(input, output)?;
        let output = match usage.count("total_tokens")? {
            Some(total) if reasoning > 0 && total == add(explained, reasoning)? => add(output, reasoning)?,
            total => {
                refuse_unexplained("total_tokens", total, explained)?;
                output
            }
        };
        part("reasoning", output, reasoning)?;
        Ok(Self {
            cache_read_tokens: part("cached audio and images", cached, add(cached_audio, cached_images)?)?,
            cache_read_audio_tokens: cached_audio,
            cache_read_image_tokens: cached_images,
            cache_write_tokens: read.or_zero("cache_write_tokens")?,
            audio_input_tokens: part("cached audio", read.or_zero("audio_tokens")?, cached_audio)?,
            image_input_tokens: part("cached images", read.or_zero("image_tokens")?, cached_images)?,
            reasoning_tokens: reasoning,
            audio_output_tokens: written.or_zero("audio_tokens")?,
            image_output_tokens: written.or_zero("image_tokens")?,
            ..Self::new(input, output)
        })
    }

    /// Reads the `usage` of an Anthropic message. Its `input_tokens` leave out what was read from and written to the
    /// cache; here they are included.
    ///
    /// ```
    /// use registry::catalog::Usage;
    /// use serde_json::json;
    ///
    /// let usage = Usage::from_anthropic(&json!({
    ///     "input_tokens": 2, "cache_creation_input_tokens": 47_119, "cache_read_input_tokens": 0, "output_tokens": 64,
    /// }))?;
    /// assert_eq!(usage, Usage { cache_write_tokens: 47_119, ..Usage::new(47_121, 64) });
    /// # Ok::<(), registry::catalog::UsageError>(())
    /// ```
    pub fn from_anthropic(usage: &Value) -> Result<Self, UsageError> {
        let usage = Counts::of(usage)?;
        let plain = usage.count("input_tokens")?.ok_or(UsageError::Missing("input_tokens"))?;
        let output = usage.count("output_tokens")?.ok_or(UsageError::Missing("output_tokens"))?;
        let read = usage.or_zero("cache_read_input_tokens")?;
        let by_lifetime = usage.inner(&["cache_creation"])?;
        let (minutes, hour) =
            (by_lifetime.or_zero("ephemeral_5m_input_tokens")?, by_lifetime.or_zero("ephemeral_1h_input_tokens")?);
        let written = usage.count("cache_creation_input_tokens")?.map_or_else(|| add(minutes, hour), Ok)?;
        Ok(Self {
            cache_read_tokens: read,
            cache_write_tokens: part("cache creation by lifetime", written, add(minutes, hour)?)? + minutes,
            cache_write_1h_tokens: hour,
            ..Self::new(add(plain, add(read, written)?)?, output)
        })
    }

    /// Reads the `usageMetadata` of a Gemini response, or of a message of the Live API, which calls the candidates a
    /// response. They leave out the thoughts, and the prompt leaves out the results of tools that Gemini ran itself;
    /// here both are included. A total that is larger than their sum is an error.
    ///
    /// ```
    /// use registry::catalog::Usage;
    /// use serde_json::json;
    ///
    /// let usage = Usage::from_gemini(&json!({
    ///     "promptTokenCount": 1_000, "cachedContentTokenCount": 600, "candidatesTokenCount": 50, "thoughtsTokenCount": 200,
    /// }))?;
    /// assert_eq!(usage, Usage { cache_read_tokens: 600, reasoning_tokens: 200, ..Usage::new(1_000, 250) });
    /// # Ok::<(), registry::catalog::UsageError>(())
    /// ```
    pub fn from_gemini(usage: &Value) -> Result<Self, UsageError> {
        let usage = Counts::of(usage)?;
        let prompt =
            usage.any(&["promptTokenCount", "prompt_token_count"])?.ok_or(UsageError::Missing("promptTokenCount"))?;
        let or_zero = |names: &[&'static str]| usage.any(names).map(Option::unwrap_or_default);
        let tools = or_zero(&["toolUsePromptTokenCount", "tool_use_prompt_token_count"])?;
        let cached = or_zero(&["cachedContentTokenCount", "cached_content_token_count"])?;
        let thoughts = or_zero(&["thoughtsTokenCount", "thoughts_token_count"])?;
        let total = usage.any(&["totalTokenCount", "total_token_count"])?;
        let response = usage.any(&[
            "candidatesTokenCount",
            "candidates_token_count",
            "responseTokenCount",
            "response_token_count",
        ])?;
        let response = match (response, total) {
            (Some(response), _) => response,
            // A prompt that was blocked has no candidates, and the object does not say so.
            (None, Some(_)) => 0,
            (None, None) => return Err(UsageError::Missing("candidatesTokenCount or responseTokenCount")),
        };
        let (input, output) = (add(prompt, tools)?, add(response, thoughts)?);
        refuse_unexplained("totalTokenCount", total, add(input, output)?)?;

        let of_prompt = ["promptTokensDetails", "prompt_tokens_details"];
        let of_tools = ["toolUsePromptTokensDetails", "tool_use_prompt_tokens_details"];
        let of_cache = ["cacheTokensDetails", "cache_tokens_details"];
        let of_response = [
            "candidatesTokensDetails",
            "candidates_tokens_details",
            "responseTokensDetails",
            "response_tokens_details",
        ];
        let of_input = |modality| add(usage.modality(&of_prompt, modality)?, usage.modality(&of_tools, modality)?);
        let cached_audio = usage.modality(&of_cache, "AUDIO")?;
        let cached_images = usage.modality(&of_cache, "IMAGE")?;
        Ok(Self {
            cache_read_tokens: part("cached audio and images", cached, add(cached_audio, cached_images)?)?,
            cache_read_audio_tokens: cached_audio,
            cache_read_image_tokens: cached_images,
            audio_input_tokens: part("cached audio", of_input("AUDIO")?, cached_audio)?,
            image_input_tokens: part("cached images", of_input("IMAGE")?, cached_images)?,
            // Cached video is billed as any cached text is; a part cannot be in two places.
            video_input_tokens: part("cached video", of_input("VIDEO")?, usage.modality(&of_cache, "VIDEO")?)?,
            reasoning_tokens: thoughts,
            audio_output_tokens: usage.modality(&of_response, "AUDIO")?,
            image_output_tokens: usage.modality(&of_response, "IMAGE")?,
            ..Self::new(input, output)
        })
    }
}

fn refuse_unexplained(field: &'static str, total: Option<u64>, explained: u64) -> Result<(), UsageError> {
    match total {
        Some(total) if total > explained => Err(UsageError::Unexplained { field, total, explained }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Usage, UsageError, UsageFormat};
    use serde_json::{Value, json};

    fn read(format: UsageFormat, usage: &Value) -> Result<Usage, UsageError> {
        Usage::from_format(format, usage)
    }

    #[test]
    fn a_response_of_openai_is_read_with_all_its_parts() {
        let usage = json!({
            "input_tokens": 100, "output_tokens": 60, "total_tokens": 160,
            "input_token_details": {
                "text_tokens": 50, "audio_tokens": 40, "image_tokens": 10, "cached_tokens": 30,
                "cached_tokens_details": {"text_tokens": 20, "audio_tokens": 7, "image_tokens": 3},
            },
            "output_token_details": {"text_tokens": 20, "audio_tokens": 40},
        });
        let expected = Usage {
            cache_read_tokens: 20,
            cache_read_audio_tokens: 7,
            cache_read_image_tokens: 3,
            audio_input_tokens: 33,
            image_input_tokens: 7,
            audio_output_tokens: 40,
            ..Usage::new(100, 60)
        };
        assert_eq!(read(UsageFormat::OpenAi, &usage), Ok(expected));
        assert_eq!(expected.plain_input_tokens(), Some(30));
    }

    #[test]
    fn an_embedding_has_no_output() {
        assert_eq!(read(UsageFormat::OpenAi, &json!({"prompt_tokens": 8, "total_tokens": 8})), Ok(Usage::new(8, 0)));
        assert_eq!(
            read(UsageFormat::OpenAi, &json!({"prompt_tokens": 8, "total_tokens": 9})),
            Err(UsageError::Missing("completion_tokens or output_tokens"))
        );
    }

    #[test]
    fn details_that_are_null_are_absent() {
        let usage = json!({"prompt_tokens": 1, "completion_tokens": 2, "prompt_tokens_details": null, "completion_tokens_details": {"reasoning_tokens": null}});
        assert_eq!(read(UsageFormat::OpenAi, &usage), Ok(Usage::new(1, 2)));
    }

    #[test]
    fn deepseeks_cache_hits_are_cached_tokens() {
        let usage = json!({"prompt_tokens": 10, "completion_tokens": 2, "prompt_cache_hit_tokens": 7, "prompt_cache_miss_tokens": 3});
        assert_eq!(read(UsageFormat::OpenAi, &usage).unwrap().cache_read_tokens, 7);
    }

    #[test]
    fn anthropics_cache_writes_are_split_by_lifetime_and_added_to_the_total() {
        let usage = json!({
            "input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 30,
            "cache_creation": {"ephemeral_5m_input_tokens": 10, "ephemeral_1h_input_tokens": 20},
        });
        let expected =
            Usage { cache_read_tokens: 100, cache_write_tokens: 10, cache_write_1h_tokens: 20, ..Usage::new(140, 5) };
        assert_eq!(read(UsageFormat::Anthropic, &usage), Ok(expected));
    }

    #[test]
    fn anthropics_cache_writes_of_no_stated_lifetime_are_of_the_shortest() {
        let usage = json!({
            "input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 30,
            "cache_creation": {"ephemeral_1h_input_tokens": 20},
        });
        let expected = Usage { cache_write_tokens: 10, cache_write_1h_tokens: 20, ..Usage::new(40, 5) };
        assert_eq!(read(UsageFormat::Anthropic, &usage), Ok(expected));
    }

    #[test]
    fn geminis_thoughts_and_tool_results_are_added_to_the_totals() {
        let usage = json!({
            "promptTokenCount": 1000, "toolUsePromptTokenCount": 100, "cachedContentTokenCount": 300,
            "candidatesTokenCount": 50, "thoughtsTokenCount": 20, "totalTokenCount": 1170,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 500}, {"modality": "AUDIO", "tokenCount": 400}, {"modality": "VIDEO", "tokenCount": 100}],
            "cacheTokensDetails": [{"modality": "TEXT", "tokenCount": 200}, {"modality": "AUDIO", "tokenCount": 100}],
        });
        let expected = Usage {
            cache_read_tokens: 200,
            cache_read_audio_tokens: 100,
            audio_input_tokens: 300,
            video_input_tokens: 100,
            reasoning_tokens: 20,
            ..Usage::new(1100, 70)
        };
        assert_eq!(read(UsageFormat::Gemini, &usage), Ok(expected));
        let snake = json!({"prompt_token_count": 5, "candidates_token_count": 6});
        assert_eq!(read(UsageFormat::Gemini, &snake), Ok(Usage::new(5, 6)));
    }

    #[test]
    fn reasoning_outside_of_the_completion_is_added_where_the_total_says_so() {
        let usage = |completion: u64, total: Option<u64>| {
            let mut usage = json!({
                "prompt_tokens": 32, "completion_tokens": completion,
                "completion_tokens_details": {"reasoning_tokens": 94},
            });
            if let Some(total) = total {
                usage["total_tokens"] = total.into();
            }
            read(UsageFormat::OpenAi, &usage)
        };
        let thought = |output| Ok(Usage { reasoning_tokens: 94, ..Usage::new(32, output) });
        assert_eq!(usage(9, Some(135)), thought(103), "as xAI counts");
        assert_eq!(usage(0, Some(126)), thought(94));
        assert_eq!(usage(103, Some(135)), thought(103), "as OpenAI counts");
        assert_eq!(usage(103, None), thought(103));
        assert_eq!(usage(103, Some(0)), thought(103), "a total that is not filled in");
        let contradiction = UsageError::Contradiction { what: "reasoning", part: 94, total: 9 };
        assert_eq!(usage(9, None), Err(contradiction.clone()));
        assert_eq!(usage(9, Some(41)), Err(contradiction));
        let responses = json!({
            "input_tokens": 32, "output_tokens": 9, "total_tokens": 135,
            "output_tokens_details": {"reasoning_tokens": 94},
        });
        assert_eq!(read(UsageFormat::OpenAi, &responses), thought(103));
    }

    #[test]
    fn tokens_of_the_total_that_no_count_explains_are_an_error_and_not_free() {
        use UsageFormat::{Gemini, OpenAi};
        for (format, usage, expected) in [
            (
                OpenAi,
                json!({"prompt_tokens": 20, "completion_tokens": 424, "total_tokens": 1016}),
                "total_tokens is 1016, of which the other counts explain 444",
            ),
            (
                OpenAi,
                json!({"prompt_tokens": 20, "completion_tokens": 424, "total_tokens": 1016, "completion_tokens_details": {"reasoning_tokens": 500}}),
                "total_tokens is 1016, of which the other counts explain 444",
            ),
            (
                Gemini,
                json!({"promptTokenCount": 20, "candidatesTokenCount": 424, "totalTokenCount": 1016}),
                "totalTokenCount is 1016, of which the other counts explain 444",
            ),
            (
                Gemini,
                json!({"promptTokenCount": 20, "answerTokenCount": 424, "totalTokenCount": 444}),
                "totalTokenCount is 444, of which the other counts explain 20",
            ),
            (
                Gemini,
                json!({"promptTokenCount": 20, "answerTokenCount": 424}),
                "the usage object has no candidatesTokenCount or responseTokenCount",
            ),
        ] {
            assert_eq!(read(format, &usage).unwrap_err().to_string(), expected, "{usage}");
        }
    }

    #[test]
    fn a_response_of_geminis_live_api_is_read_with_all_its_parts() {
        let usage = json!({
            "promptTokenCount": 1000, "cachedContentTokenCount": 200, "toolUsePromptTokenCount": 100,
            "responseTokenCount": 80, "thoughtsTokenCount": 20, "totalTokenCount": 1200,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 400}, {"modality": "AUDIO", "tokenCount": 600}],
            "toolUsePromptTokensDetails": [{"modality": "IMAGE", "tokenCount": 30}, {"modality": "TEXT", "tokenCount": 70}],
            "responseTokensDetails": [{"modality": "TEXT", "tokenCount": 10}, {"modality": "AUDIO", "tokenCount": 70}],
        });
        let expected = Usage {
            cache_read_tokens: 200,
            audio_input_tokens: 600,
            image_input_tokens: 30,
            reasoning_tokens: 20,
            audio_output_tokens: 70,
            ..Usage::new(1100, 100)
        };
        assert_eq!(read(UsageFormat::Gemini, &usage), Ok(expected));
        let snake = json!({
            "prompt_token_count": 5, "response_token_count": 6,
            "response_tokens_details": [{"modality": "AUDIO", "token_count": 6}],
        });
        assert_eq!(read(UsageFormat::Gemini, &snake), Ok(Usage { audio_output_tokens: 6, ..Usage::new(5, 6) }));
    }

    #[test]
    fn a_prompt_that_gemini_blocked_has_no_output() {
        let blocked = json!({"promptTokenCount": 8, "totalTokenCount": 8});
        assert_eq!(read(UsageFormat::Gemini, &blocked), Ok(Usage::new(8, 0)));
        let only_thoughts = json!({"promptTokenCount": 21, "thoughtsTokenCount": 60, "totalTokenCount": 81});
        let expected = Usage { reasoning_tokens: 60, ..Usage::new(21, 60) };
        assert_eq!(read(UsageFormat::Gemini, &only_thoughts), Ok(expected));
    }

    #[test]
    fn what_is_no_usage_is_refused_with_the_field() {
        use UsageFormat::{Anthropic, Gemini, OpenAi};
        for (format, usage, expected) in [
            (OpenAi, json!([]), "a usage object was expected, found []"),
            (OpenAi, json!({}), "the usage object has no prompt_tokens or input_tokens"),
            (Anthropic, json!({"input_tokens": 1}), "the usage object has no output_tokens"),
            (Gemini, json!({"candidatesTokenCount": 1}), "the usage object has no promptTokenCount"),
            (
                OpenAi,
                json!({"prompt_tokens": -1, "completion_tokens": 1}),
                "prompt_tokens is -1, expected a whole number of tokens",
            ),
            (
                OpenAi,
                json!({"prompt_tokens": 1.5, "completion_tokens": 1}),
                "prompt_tokens is 1.5, expected a whole number of tokens",
            ),
            (
                OpenAi,
                json!({"prompt_tokens": 9, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": "7"}}),
                "prompt_tokens_details.cached_tokens is \"7\", expected a whole number of tokens",
            ),
            (
                Anthropic,
                json!({"input_tokens": 1, "output_tokens": 1, "cache_creation_input_tokens": 5, "cache_creation": {"ephemeral_1h_input_tokens": 6}}),
                "6 tokens of cache creation by lifetime are more than the 5 they are a part of",
            ),
            (
                Anthropic,
                json!({"input_tokens": u64::MAX, "output_tokens": 1, "cache_read_input_tokens": 1}),
                "the counts are too large",
            ),
        ] {
            assert_eq!(read(format, &usage).unwrap_err().to_string(), expected);
        }
    }
}
