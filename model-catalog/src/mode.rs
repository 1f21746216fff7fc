//! The kinds of calls that models answer.

use vocabulary::keyed;

keyed! {
    /// The kind of call that a model answers.
    pub enum Mode: "mode" {
        /// A conversation.
        Chat = "chat",
        /// A conversation through a stateful responses endpoint.
        Responses = "responses",
        /// The continuation of a text.
        Completion = "completion",
        /// A two-way stream of speech.
        Realtime = "realtime",
        /// A vector that represents the input.
        Embedding = "embedding",
        /// Documents ranked by relevance.
        Rerank = "rerank",
        /// Images from a prompt.
        ImageGeneration = "image_generation",
        /// Images from other images.
        ImageEdit = "image_edit",
        /// Videos from a prompt.
        VideoGeneration = "video_generation",
        /// Text from speech.
        AudioTranscription = "audio_transcription",
        /// Speech from text.
        AudioSpeech = "audio_speech",
        /// A judgement of whether content is acceptable.
        Moderation = "moderation",
        /// The text of a scanned document.
        Ocr = "ocr",
        /// Results of a web search.
        Search = "search",
        /// A score for another model's answer.
        Evaluation = "evaluation",
        /// A choice among given options.
        Decisions = "decisions",
        /// Structured facts from a document.
        Extraction = "extraction",
        /// Checks of prompts and answers against a policy.
        Guardrail = "guardrail",
        /// Storage and search of vectors.
        VectorStore = "vector_store",
    }
}

impl Mode {
    /// Whether the model answers with text that is billed per token.
    pub const fn writes_text(self) -> bool {
        matches!(self, Self::Chat | Self::Responses | Self::Completion)
    }
}
