//! The kind of call that a model answers. The data does not state it, so it is derived from modalities and names.

use super::Modalities;
use model_catalog::{Mode, ModelCatalogEntry};

/// An output modality, and the mode of a model that has it and none of those above it, unless its name says otherwise.
const OUTPUTS: &[(&str, Option<Mode>)] = &[
    ("text", Some(Mode::Chat)),
    ("image", Some(Mode::ImageGeneration)),
    ("video", Some(Mode::VideoGeneration)),
    // Speech, music or sounds: only the name can tell.
    ("audio", None),
    ("embeddings", Some(Mode::Embedding)),
];

/// An output modality, how a word of the model's id, name or family must match, and the mode that this implies. The
/// first
/// matching row wins, before the modalities alone. Models that answer with text are listed as such whether this text is
/// an
/// answer, a vector, a ranking, a transcript or a verdict.
const WORDS: &[(&str, Word, Option<Mode>)] = &[
    ("text", Word::Begins("rerank"), Some(Mode::Rerank)),
    ("text", Word::Begins("embed"), Some(Mode::Embedding)),
    ("text", Word::Is("bge"), Some(Mode::Embedding)),
    ("text", Word::Is("e5"), Some(Mode::Embedding)),
    ("text", Word::Is("gte"), Some(Mode::Embedding)),
    ("text", Word::Is("minilm"), Some(Mode::Embedding)),
    ("text", Word::Is("mpnet"), Some(Mode::Embedding)),
    ("text", Word::Is("voyage"), Some(Mode::Embedding)),
    ("text", Word::Begins("moderation"), Some(Mode::Moderation)),
    ("text", Word::Begins("whisper"), Some(Mode::AudioTranscription)),
    ("text", Word::Begins("transcri"), Some(Mode::AudioTranscription)),
    ("text", Word::Is("asr"), Some(Mode::AudioTranscription)),
    ("text", Word::Is("stt"), Some(Mode::AudioTranscription)),
    ("text", Word::Ends("tts"), Some(Mode::AudioSpeech)),
    ("audio", Word::Is("realtime"), Some(Mode::Realtime)),
    // Text classifiers, which cannot hold a conversation.
    ("text", Word::Begins("distilbert"), None),
    ("text", Word::Is("detection"), None),
    ("text", Word::Is("detector"), None),
    // Nova is both a model of Amazon and one of Deepgram, which transcribes.
    ("text", Word::Is("deepgram"), None),
    ("audio", Word::Is("music"), None),
    ("audio", Word::Is("lyria"), None),
    ("audio", Word::Begins("tts"), Some(Mode::AudioSpeech)),
    ("audio", Word::Ends("tts"), Some(Mode::AudioSpeech)),
    ("audio", Word::Is("speech"), Some(Mode::AudioSpeech)),
    ("audio", Word::Is("elevenlabs"), Some(Mode::AudioSpeech)),
    ("audio", Word::Is("orpheus"), Some(Mode::AudioSpeech)),
    ("image", Word::Is("edit"), Some(Mode::ImageEdit)),
];

/// Adjacent words that imply something that neither of them implies alone.
const PHRASES: &[(&str, &str, Option<Mode>)] = &[
    // According to the data, both answer with text as well as with images.
    ("image", "gpt-image", Some(Mode::ImageGeneration)),
    ("image", "chatgpt-image", Some(Mode::ImageGeneration)),
    ("image", "imagine-image", Some(Mode::ImageGeneration)),
    ("text", "prompt-guard", None),
    ("text", "deepgram-aura", Some(Mode::AudioSpeech)),
];

/// How a word must match.
#[derive(Clone, Copy)]
enum Word {
    Is(&'static str),
    Begins(&'static str),
    Ends(&'static str),
}

impl Word {
    fn fits(self, word: &str) -> bool {
        match self {
            Self::Is(whole) => word == whole,
            Self::Begins(beginning) => word.starts_with(beginning),
            Self::Ends(end) => word.ends_with(end),
        }
    }
}

/// Returns the mode of a model and the evidence for it, if there is any.
pub(super) fn mode_of(
    entry: &ModelCatalogEntry<'_>,
    names: &[String],
    modalities: &Modalities,
) -> (Option<Mode>, &'static str) {
    let Modalities { input, output } = modalities;
    let has = |modality: &str| output.iter().any(|one| one == modality);
    let names = names.iter().map(String::as_str).chain([&*entry.model_id]).map(str::to_lowercase);
    let words: Vec<Vec<String>> = names
        .map(|name| name.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<String>>())
        .collect();
    let phrase = PHRASES.iter().find(|(modality, phrase, _)| {
        has(modality) && words.iter().any(|words| format!("-{}-", words.join("-")).contains(&format!("-{phrase}-")))
    });
    if let Some((_, _, mode)) = phrase {
        return (*mode, "its name");
    }
    let row =
        WORDS.iter().find(|(modality, word, _)| has(modality) && words.iter().flatten().any(|one| word.fits(one)));
    if let Some((_, _, mode)) = row {
        return (*mode, "its name");
    }
    let hears = |modality: &str| input.iter().any(|one| one == modality);
    let plain = OUTPUTS.iter().find(|(modality, _)| has(modality)).and_then(|(_, mode)| *mode);
    match plain {
        Some(Mode::Chat) if input.is_empty() || hears("text") => (plain, "the modalities of the output"),
        Some(Mode::Chat) if hears("audio") && output.len() == 1 => (Some(Mode::AudioTranscription), "the modalities"),
        Some(Mode::Chat) => (None, ""),
        // Image generators do not reason: the modalities of such a model are wrong.
        Some(_) if entry.capabilities.reasoning() => (None, ""),
        _ => (plain, "the modalities of the output"),
    }
}
