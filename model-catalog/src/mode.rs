//! What kind of call a model answers.

use vocabulary::keyed;

keyed! {
    /// What kind of call a model answers.
    pub enum Mode: "mode" {
        /// A conversation.
        Chat = "chat",
        /// A conversation through a stateful responses endpoint.
        Responses = "responses",
        /// The continuation of a text.
        Completion = "completion",
        /// A two-way stream of speech.
        Realtime = "realtime",
        /// A vector that stands for the input.
        Embedding = "embedding",
        /// Documents in the order of their relevance.
        Rerank = "rerank",
        /// Images from a description.
        ImageGeneration = "image_generation",
        /// Images from other images.
        ImageEdit = "image_edit",
        /// Moving pictures from a description.
        VideoGeneration = "video_generation",
        /// Text from speech.
        AudioTranscription = "audio_transcription",
        /// Speech from text.
        AudioSpeech = "audio_speech",
        /// A verdict on whether content is acceptable.
        Moderation = "moderation",
        /// The text of a scanned document.
        Ocr = "ocr",
        /// Results of a web search.
        Search = "search",
        /// A score for somebody else's answer.
        Evaluation = "evaluation",
        /// A choice between given options.
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
    /// Whether the model answers with text that is billed by the token.
    pub const fn writes_text(self) -> bool {
        matches!(self, Self::Chat | Self::Responses | Self::Completion)
    }
}
