//! The capability flags of the LiteLLM map, and the rules for those that it states only here and there.

use model_catalog::{Capability, Mode};

/// The map's key of each flag. Of several keys for one flag, any that is true sets it.
pub(super) const FLAGS: &[(&str, Capability)] = &[
    ("supports_native_streaming", Capability::Streaming),
    ("supports_function_calling", Capability::ToolCalling),
    ("supports_parallel_function_calling", Capability::ParallelToolCalling),
    ("supports_response_schema", Capability::JsonSchema),
    ("supports_system_messages", Capability::SystemMessages),
    ("supports_vision", Capability::Vision),
    ("supports_image_input", Capability::Vision),
    ("supports_audio_input", Capability::AudioInput),
    ("supports_audio_output", Capability::AudioOutput),
    ("supports_pdf_input", Capability::PdfInput),
    ("supports_prompt_caching", Capability::PromptCaching),
    ("supports_reasoning", Capability::Reasoning),
];

/// Where the map says nothing about a flag, it is taken to be set when one of these holds.
pub(super) const INFERRED: &[(Capability, Evidence)] = &[
    // The map states these two for a fifth of its chat models only, the others stream and take system messages too.
    (Capability::Streaming, Evidence::Mode(&[Mode::Chat, Mode::Responses, Mode::Completion, Mode::Realtime])),
    (Capability::SystemMessages, Evidence::Mode(&[Mode::Chat, Mode::Responses, Mode::Realtime])),
    (Capability::Vision, Evidence::Modality("supported_modalities", "image")),
    (Capability::Vision, Evidence::Mode(&[Mode::ImageEdit])),
    (Capability::AudioInput, Evidence::Modality("supported_modalities", "audio")),
    (Capability::AudioInput, Evidence::Mode(&[Mode::AudioTranscription])),
    (Capability::AudioOutput, Evidence::Modality("supported_output_modalities", "audio")),
    (Capability::AudioOutput, Evidence::Mode(&[Mode::AudioSpeech])),
    (Capability::PdfInput, Evidence::Modality("supported_modalities", "pdf")),
    (Capability::PdfInput, Evidence::Modality("supported_modalities", "file")),
];

/// What a flag follows from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Evidence {
    /// The model is of one of these modes.
    Mode(&'static [Mode]),
    /// The list under this key has this modality.
    Modality(&'static str, &'static str),
}
