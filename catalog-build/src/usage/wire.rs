//! Reads the usage objects of providers' responses. They differ in what a total includes.
//!
//! | format | total of input | total of output |
//! |---|---|---|
//! | `OpenAI` | includes what was read from the cache, audio and images | includes reasoning |
//! | Anthropic | leaves out what was read from and written to the cache | includes thinking |
//! | Gemini | includes cached content, leaves out the results of its own tools | leaves out thoughts |
//!
//! Sources: the API references of the three, for `usage` of chat completions, responses and the realtime API, for
//! `usage` of messages, and for `usageMetadata`.

use super::Usage;
use crate::keyed::keyed;
use serde_json::{Map, Value};

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
    /// ```
    /// use catalog_build::Usage;
    /// use serde_json::json;
    ///
    /// let usage = Usage::from_openai(&json!({
    ///     "prompt_tokens": 27_147, "completion_tokens": 351,
    ///     "prompt_tokens_details": {"cached_tokens": 27_146},
    /// }))?;
    /// assert_eq!(usage, Usage { cache_read_tokens: 27_146, ..Usage::new(27_147, 351) });
    /// # Ok::<(), catalog_build::UsageError>(())
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
        Ok(Self {
            cache_read_tokens: part("cached audio and images", cached, add(cached_audio, cached_images)?)?,
            cache_read_audio_tokens: cached_audio,
            cache_read_image_tokens: cached_images,
            cache_write_tokens: read.or_zero("cache_write_tokens")?,
            audio_input_tokens: part("cached audio", read.or_zero("audio_tokens")?, cached_audio)?,
            image_input_tokens: part("cached images", read.or_zero("image_tokens")?, cached_images)?,
            reasoning_tokens: written.or_zero("reasoning_tokens")?,
            audio_output_tokens: written.or_zero("audio_tokens")?,
            image_output_tokens: written.or_zero("image_tokens")?,
            ..Self::new(input, output)
        })
    }

    /// Reads the `usage` of an Anthropic message. Its `input_tokens` leave out what was read from and written to the
    /// cache; here they are included.
    ///
    /// ```
    /// use catalog_build::Usage;
    /// use serde_json::json;
    ///
    /// let usage = Usage::from_anthropic(&json!({
    ///     "input_tokens": 2, "cache_creation_input_tokens": 47_119, "cache_read_input_tokens": 0, "output_tokens": 64,
    /// }))?;
    /// assert_eq!(usage, Usage { cache_write_tokens: 47_119, ..Usage::new(47_121, 64) });
    /// # Ok::<(), catalog_build::UsageError>(())
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

    /// Reads the `usageMetadata` of a Gemini response. Its candidates leave out the thoughts, and its prompt leaves out
    /// the results of tools that Gemini ran itself; here both are included.
    ///
    /// ```
    /// use catalog_build::Usage;
    /// use serde_json::json;
    ///
    /// let usage = Usage::from_gemini(&json!({
    ///     "promptTokenCount": 1_000, "cachedContentTokenCount": 600, "candidatesTokenCount": 50, "thoughtsTokenCount": 200,
    /// }))?;
    /// assert_eq!(usage, Usage { cache_read_tokens: 600, reasoning_tokens: 200, ..Usage::new(1_000, 250) });
    /// # Ok::<(), catalog_build::UsageError>(())
    /// ```
    pub fn from_gemini(usage: &Value) -> Result<Self, UsageError> {
        let usage = Counts::of(usage)?;
        let prompt =
            usage.any(&["promptTokenCount", "prompt_token_count"])?.ok_or(UsageError::Missing("promptTokenCount"))?;
        let or_zero = |names: &[&'static str]| usage.any(names).map(Option::unwrap_or_default);
        let tools = or_zero(&["toolUsePromptTokenCount", "tool_use_prompt_token_count"])?;
        let cached = or_zero(&["cachedContentTokenCount", "cached_content_token_count"])?;
        // A prompt that was blocked has no candidates, and the object does not say so.
        let candidates = or_zero(&["candidatesTokenCount", "candidates_token_count"])?;
        let thoughts = or_zero(&["thoughtsTokenCount", "thoughts_token_count"])?;

        let of_prompt = ["promptTokensDetails", "prompt_tokens_details"];
        let of_cache = ["cacheTokensDetails", "cache_tokens_details"];
        let of_candidates = ["candidatesTokensDetails", "candidates_tokens_details"];
        let cached_audio = usage.modality(&of_cache, "AUDIO")?;
        let cached_images = usage.modality(&of_cache, "IMAGE")?;
        Ok(Self {
            cache_read_tokens: part("cached audio and images", cached, add(cached_audio, cached_images)?)?,
            cache_read_audio_tokens: cached_audio,
            cache_read_image_tokens: cached_images,
            audio_input_tokens: part("cached audio", usage.modality(&of_prompt, "AUDIO")?, cached_audio)?,
            image_input_tokens: part("cached images", usage.modality(&of_prompt, "IMAGE")?, cached_images)?,
            // Cached video is billed as any cached text is; a part cannot be in two places.
            video_input_tokens: part(
                "cached video",
                usage.modality(&of_prompt, "VIDEO")?,
                usage.modality(&of_cache, "VIDEO")?,
            )?,
            reasoning_tokens: thoughts,
            audio_output_tokens: usage.modality(&of_candidates, "AUDIO")?,
            image_output_tokens: usage.modality(&of_candidates, "IMAGE")?,
            ..Self::new(add(prompt, tools)?, add(candidates, thoughts)?)
        })
    }
}

/// What is left of `total` without `part`.
fn part(what: &'static str, total: u64, part: u64) -> Result<u64, UsageError> {
    total.checked_sub(part).ok_or(UsageError::Contradiction { what, part, total })
}

fn add(a: u64, b: u64) -> Result<u64, UsageError> {
    a.checked_add(b).ok_or(UsageError::TooLarge)
}

/// An object of counts, or none, and where it was found.
struct Counts<'v> {
    object: Option<&'v Map<String, Value>>,
    path: String,
}

impl<'v> Counts<'v> {
    fn of(usage: &'v Value) -> Result<Self, UsageError> {
        let object = usage.as_object().ok_or_else(|| UsageError::NotAnObject(usage.to_string()))?;
        Ok(Self { object: Some(object), path: String::new() })
    }

    fn get(&self, name: &str) -> Option<&'v Value> {
        self.object?.get(name).filter(|value| !value.is_null())
    }

    fn count(&self, name: &str) -> Result<Option<u64>, UsageError> {
        self.get(name).map(|value| whole(value, || format!("{}{name}", self.path))).transpose()
    }

    fn or_zero(&self, name: &str) -> Result<u64, UsageError> {
        Ok(self.count(name)?.unwrap_or(0))
    }

    /// The count under the first of these names that is there.
    fn any(&self, names: &[&str]) -> Result<Option<u64>, UsageError> {
        names.iter().find_map(|name| self.count(name).transpose()).transpose()
    }

    /// The object under the first of these names that is there; an empty one when none is.
    fn inner(&self, names: &[&str]) -> Result<Self, UsageError> {
        let Some((name, value)) = names.iter().find_map(|name| Some((name, self.get(name)?))) else {
            return Ok(Self { object: None, path: String::new() });
        };
        let object =
            value.as_object().ok_or_else(|| UsageError::NotAnObject(format!("{value} under {}{name}", self.path)))?;
        Ok(Self { object: Some(object), path: format!("{}{name}.", self.path) })
    }

    /// The sum of the counts of one modality in the list under the first of these names that is there.
    fn modality(&self, names: &[&str], modality: &str) -> Result<u64, UsageError> {
        let Some((name, value)) = names.iter().find_map(|name| Some((name, self.get(name)?))) else { return Ok(0) };
        let list = value
            .as_array()
            .ok_or_else(|| UsageError::NotACount { field: (*name).to_owned(), found: value.to_string() })?;
        let mut sum = 0;
        for item in list {
            let item = Self::of(item)?;
            if item.get("modality").and_then(Value::as_str) == Some(modality) {
                sum = add(sum, item.any(&["tokenCount", "token_count"])?.unwrap_or(0))?;
            }
        }
        Ok(sum)
    }
}

/// A count; `12.0` is one too.
fn whole(value: &Value, field: impl FnOnce() -> String) -> Result<u64, UsageError> {
    let text = value.to_string();
    let digits = text.strip_suffix(".0").unwrap_or(&text);
    digits.parse().map_err(|_| UsageError::NotACount { field: field(), found: text })
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
