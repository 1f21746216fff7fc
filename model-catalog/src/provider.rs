//! Providers: the ids that people type, the spellings that published maps use, and whose models are whose.

use crate::rate::ThresholdRule;

/// Spellings of other sources, and the provider id that each of them stands for.
///
/// The first group is the LiteLLM map's, the second genai-prices', the third models.dev's.
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

/// Who makes which models: a provider, and the beginnings of the ids of the models that it makes.
///
/// Where two providers are one maker's, the earlier line wins.
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

/// Providers whose price lists bill a call of exactly the threshold as one above it.
const INCLUSIVE_THRESHOLDS: &[&str] = &["xai"];

/// Providers whose models search the web for every call, so that every call has the fee of a search.
const SEARCHING: &[&str] = &["perplexity"];

/// Whether a provider's models search for every call, where they have a price of searches.
pub(crate) fn searches_every_call(provider: &str) -> bool {
    SEARCHING.contains(&canonical_provider(provider))
}

/// The provider id that a source's spelling stands for; an id that is no such spelling stands for itself.
///
/// ```
/// assert_eq!(registry::catalog::canonical_provider("bedrock_converse"), "bedrock");
/// assert_eq!(registry::catalog::canonical_provider("openai"), "openai");
/// ```
pub fn canonical_provider(spelling: &str) -> &str {
    SPELLINGS.iter().find(|(other, _)| *other == spelling).map_or(spelling, |(_, canonical)| canonical)
}

/// Whether a name is that of a provider that is known even to a catalog without its models: a maker, or a spelling.
pub(crate) fn is_known_provider(name: &str) -> bool {
    MAKERS.iter().any(|(maker, _)| *maker == name)
        || SPELLINGS.iter().any(|(spelling, canonical)| *spelling == name || *canonical == name)
}

/// Whether two spellings are of one provider.
pub(crate) fn is_one_provider(a: &str, b: &str) -> bool {
    a == b || canonical_provider(a) == canonical_provider(b)
}

/// Whether a call of exactly the threshold's size is above it, as far as the provider is known to say so.
pub fn threshold_rule(provider: &str) -> ThresholdRule {
    if INCLUSIVE_THRESHOLDS.contains(&provider) { ThresholdRule::Inclusive } else { ThresholdRule::Exclusive }
}

/// How near `provider` is to the maker of the model `id`: makers of such ids come first, in the order of their table.
/// An id can have a quality, a region or an owner before its last slash.
pub(crate) fn maker_rank(provider: &str, id: &str) -> usize {
    let last = id.rsplit('/').next().unwrap_or(id);
    MAKERS
        .iter()
        .position(|(maker, beginnings)| {
            *maker == provider
                && beginnings.iter().any(|beginning| id.starts_with(beginning) || last.starts_with(beginning))
        })
        .unwrap_or(MAKERS.len())
}

#[cfg(test)]
mod tests {
    use super::{INCLUSIVE_THRESHOLDS, MAKERS, SEARCHING, SPELLINGS, canonical_provider, maker_rank};

    #[test]
    fn a_spelling_leads_to_an_id_in_one_step() {
        for (spelling, canonical) in SPELLINGS {
            assert_eq!(canonical_provider(canonical), *canonical, "{spelling}");
            assert_eq!(SPELLINGS.iter().filter(|(other, _)| other == spelling).count(), 1, "{spelling}");
        }
        for provider in MAKERS.iter().map(|(maker, _)| maker).chain(INCLUSIVE_THRESHOLDS).chain(SEARCHING) {
            assert_eq!(canonical_provider(provider), *provider);
        }
    }

    #[test]
    fn the_maker_comes_before_whoever_else_serves_the_model() {
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
