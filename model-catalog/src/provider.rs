//! Providers: their canonical ids, the spellings that published price maps use, and which provider makes which models.

use crate::rate::ThresholdRule;

/// Spellings used by other sources, each with the provider id that it stands for.
///
/// The first group is from the LiteLLM map, the second from genai-prices, the third from models.dev.
const SPELLINGS: &[(&str, &str)] = &[
    ("amazon-nova", "amazon_nova"),
    ("azure_text", "azure"),
    ("bedrock_converse", "bedrock"),
    ("cohere_chat", "cohere"),
    ("fireworks_ai-embedding-models", "fireworks_ai"),
    ("text-completion-codestral", "codestral"),
    ("text-completion-inception", "inception"),
    ("text-completion-openai", "openai"),
    ("vertex_ai-ai21_models", "vertex_ai"),
    ("vertex_ai-anthropic_models", "vertex_ai"),
    ("vertex_ai-chat-models", "vertex_ai"),
    ("vertex_ai-code-chat-models", "vertex_ai"),
    ("vertex_ai-code-text-models", "vertex_ai"),
    ("vertex_ai-deepseek_models", "vertex_ai"),
    ("vertex_ai-embedding-models", "vertex_ai"),
    ("vertex_ai-image-models", "vertex_ai"),
    ("vertex_ai-language-models", "vertex_ai"),
    ("vertex_ai-llama_models", "vertex_ai"),
    ("vertex_ai-minimax_models", "vertex_ai"),
    ("vertex_ai-mistral_models", "vertex_ai"),
    ("vertex_ai-moonshot_models", "vertex_ai"),
    ("vertex_ai-openai_models", "vertex_ai"),
    ("vertex_ai-qwen_models", "vertex_ai"),
    ("vertex_ai-text-models", "vertex_ai"),
    ("vertex_ai-video-models", "vertex_ai"),
    ("vertex_ai-vision-models", "vertex_ai"),
    ("vertex_ai-zai_models", "vertex_ai"),
    //
    ("aws", "bedrock"),
    ("fireworks", "fireworks_ai"),
    ("google", "gemini"),
    ("moonshotai", "moonshot"),
    ("together", "together_ai"),
    ("voyageai", "voyage"),
    ("x-ai", "xai"),
    ("zhipuai", "zai"),
    //
    ("alibaba", "dashscope"),
    ("amazon-bedrock", "bedrock"),
    ("azure-cognitive-services", "azure_ai"),
    ("cloudflare-workers-ai", "cloudflare"),
    ("deep-infra", "deepinfra"),
    ("fireworks-ai", "fireworks_ai"),
    ("github-copilot", "github_copilot"),
    ("google-vertex", "vertex_ai"),
    ("google-vertex-anthropic", "vertex_ai"),
    ("novita-ai", "novita"),
    ("nvidia", "nvidia_nim"),
    ("togetherai", "together_ai"),
    ("vercel", "vercel_ai_gateway"),
];

/// Which provider makes which models: a provider, and the prefixes of the ids of its models.
///
/// Where two providers belong to one maker, the earlier row wins.
const MAKERS: &[(&str, &[&str])] = &[
    (
        "openai",
        &[
            "gpt-",
            "chatgpt-",
            "chat-latest",
            "container",
            "o1",
            "o3",
            "o4",
            "text-embedding-3",
            "text-embedding-ada",
            "text-moderation",
            "omni-moderation",
            "dall-e",
            "whisper",
            "tts-",
            "sora",
            "codex",
            "computer-use",
            "davinci",
            "babbage",
            "ft:",
        ],
    ),
    ("anthropic", &["claude"]),
    (
        "vertex_ai",
        &[
            "gemini",
            "gemma",
            "imagen",
            "veo",
            "lyria",
            "text-embedding-0",
            "text-multilingual-embedding",
            "multimodalembedding",
        ],
    ),
    ("gemini", &["gemini", "gemma", "imagen", "veo", "lyria", "text-embedding-0"]),
    ("deepseek", &["deepseek"]),
    ("xai", &["grok"]),
    (
        "mistral",
        &[
            "mistral",
            "ministral",
            "codestral",
            "devstral",
            "magistral",
            "pixtral",
            "voxtral",
            "open-mi",
            "open-codestral",
        ],
    ),
    ("codestral", &["codestral"]),
    ("cohere", &["command", "embed-", "rerank", "c4ai"]),
    ("moonshot", &["kimi", "moonshot"]),
    ("zai", &["glm"]),
    ("minimax", &["minimax", "MiniMax", "speech-"]),
    ("dashscope", &["qwen", "qwq", "wan"]),
    ("meta", &["llama", "Llama", "muse"]),
    ("meta_llama", &["Llama", "llama"]),
    ("perplexity", &["sonar", "pplx"]),
    ("ai21", &["jamba", "j2-"]),
    ("amazon_nova", &["nova-"]),
    ("bedrock", &["amazon."]),
    ("volcengine", &["doubao"]),
    ("tencent", &["hunyuan", "hy3", "hy4"]),
    ("xiaomi_mimo", &["mimo"]),
    ("voyage", &["voyage"]),
    ("jina_ai", &["jina"]),
    ("stability", &["stable", "sd3"]),
    ("black_forest_labs", &["flux"]),
    ("elevenlabs", &["eleven", "scribe"]),
    ("deepgram", &["nova-2", "nova-3", "aura"]),
    ("assemblyai", &["universal"]),
    ("morph", &["morph"]),
    ("inception", &["mercury"]),
    ("watsonx", &["ibm/granite", "granite"]),
    ("nvidia_nim", &["nvidia/", "nemotron"]),
    ("gigachat", &["GigaChat"]),
    ("v0", &["v0"]),
];

/// Providers whose price lists bill a call of exactly the threshold's size at the price above it.
const INCLUSIVE_THRESHOLDS: &[&str] = &["xai"];

/// Providers whose models search the web on every call, so that every call incurs a search fee.
const SEARCHES_EVERY_CALL: &[&str] = &["perplexity"];

/// Whether a provider's models search on every call, provided that they have a search price. No source spells these
/// providers differently, so computing a cost does not need to look up the spelling.
pub(crate) fn searches_every_call(provider: &str) -> bool {
    SEARCHES_EVERY_CALL.contains(&provider)
}

/// Returns the provider id that a source's spelling stands for; any other id stands for itself.
///
/// ```
/// assert_eq!(registry::catalog::canonical_provider("bedrock_converse"), "bedrock");
/// assert_eq!(registry::catalog::canonical_provider("openai"), "openai");
/// ```
pub fn canonical_provider(spelling: &str) -> &str {
    SPELLINGS.iter().find(|(other, _)| *other == spelling).map_or(spelling, |(_, canonical)| canonical)
}

/// Whether a provider is known even to a catalog that has none of its models, as a maker or as a spelling.
pub(crate) fn is_known_provider(name: &str) -> bool {
    MAKERS.iter().any(|(maker, _)| *maker == name)
        || SPELLINGS.iter().any(|(spelling, canonical)| *spelling == name || *canonical == name)
}

/// Whether two spellings stand for the same provider.
pub(crate) fn is_same_provider(a: &str, b: &str) -> bool {
    a == b || canonical_provider(a) == canonical_provider(b)
}

/// Returns the threshold rule of a provider: inclusive if it is known to bill a call of exactly the threshold's size at the
/// price above the threshold.
pub fn threshold_rule(provider: &str) -> ThresholdRule {
    if INCLUSIVE_THRESHOLDS.contains(&provider) { ThresholdRule::Inclusive } else { ThresholdRule::Exclusive }
}

/// Ranks `provider` as the maker of the model `id`: makers of such ids come first, in the order of their table. An id
/// can
/// have a quality, a region or an owner before its last slash.
pub(crate) fn maker_rank(provider: &str, id: &str) -> usize {
    let last = id.rsplit('/').next().unwrap_or(id);
    MAKERS
        .iter()
        .position(|(maker, prefixes)| {
            *maker == provider && prefixes.iter().any(|prefix| id.starts_with(prefix) || last.starts_with(prefix))
        })
        .unwrap_or(MAKERS.len())
}

#[cfg(test)]
mod tests {
    use super::{INCLUSIVE_THRESHOLDS, MAKERS, SEARCHES_EVERY_CALL, SPELLINGS, canonical_provider, maker_rank};

    #[test]
    fn a_spelling_maps_to_an_id_in_one_step() {
        for (spelling, canonical) in SPELLINGS {
            assert_eq!(canonical_provider(canonical), *canonical, "{spelling}");
            assert_eq!(SPELLINGS.iter().filter(|(other, _)| other == spelling).count(), 1, "{spelling}");
            assert!(!SEARCHES_EVERY_CALL.contains(canonical), "{spelling}");
        }
        for provider in MAKERS.iter().map(|(maker, _)| maker).chain(INCLUSIVE_THRESHOLDS).chain(SEARCHES_EVERY_CALL) {
            assert_eq!(canonical_provider(provider), *provider);
        }
    }

    #[test]
    fn the_maker_ranks_before_other_providers_of_the_model() {
        for (maker, other, id) in [
            ("openai", "azure", "gpt-4o"),
            ("anthropic", "vertex_ai", "claude-sonnet-4-5"),
            ("moonshot", "dashscope", "kimi-k3"),
            ("deepseek", "volcengine", "deepseek-v3"),
        ] {
            assert!(maker_rank(maker, id) < maker_rank(other, id), "{id}");
        }
    }
}
