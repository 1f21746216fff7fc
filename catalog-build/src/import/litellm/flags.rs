//! The capability flags of the LiteLLM map, and the rules for those that it states only for some models.

use model_catalog::{Capability, Mode};

/// The map's keys for each flag. If several keys are for the same flag, any of them that is true sets it.
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

/// If the map does not state a flag, the flag is set if one of these applies.
pub(super) const INFERRED: &[(Capability, Evidence)] = &[
    // The map states these two for only a fifth of its chat models; the others also stream and accept system messages.
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

/// The evidence for a flag.
#[derive(Clone, Copy, Debug)]
pub(super) enum Evidence {
    /// The model has one of these modes.
    Mode(&'static [Mode]),
    /// The list under this key contains this modality.
    Modality(&'static str, &'static str),
}
