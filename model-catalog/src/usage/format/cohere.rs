//! `usage` of Cohere's chat, and `meta` of its other endpoints: what is billed, and what was processed.
//!
//! Source: the API references for chat, embed and rerank, and the page on how pricing works.

use crate::usage::member::Member::{Count, Ignored, Object, Unbillable};
use crate::usage::member::{Table, add};
use crate::usage::reading::{Reading, Slot};
use crate::usage::{Usage, UsageError};

const BY_ANOTHER_UNIT: &str = "it is billed in a unit other than tokens, which a Usage does not count";

pub(super) const TABLE: Table = &[
    (&["billed_units"], Object(BILLED)),
    // What was processed; only the billed units cost something.
    (&["tokens"], Object(&[(&["input_tokens"], Ignored), (&["output_tokens"], Count(Slot::ProcessedOutput))])),
    (&["cached_tokens"], Ignored),
    (&["api_version", "warnings"], Ignored),
];

const BILLED: Table = &[
    (&["input_tokens"], Count(Slot::Input)),
    (&["output_tokens"], Count(Slot::Output)),
    (&["image_tokens"], Count(Slot::Image)),
    (&["search_units", "classifications", "images"], Unbillable(BY_ANOTHER_UNIT)),
];

pub(super) fn usage(reading: &Reading) -> Result<Usage, UsageError> {
    let images = reading.stated(Slot::Image);
    let text = match (reading.stated(Slot::Input), images) {
        (Some(text), _) => text,
        (None, Some(_)) => 0,
        (None, None) => return Err(UsageError::Missing("billed_units.input_tokens")),
    };
    let output = match reading.stated(Slot::Output) {
        Some(output) => output,
        // Embeddings have no output and do not state it.
        None if reading.get(Slot::ProcessedOutput) == 0 => 0,
        None => return Err(UsageError::Missing("billed_units.output_tokens")),
    };
    Ok(Usage { input_tokens: add(text, images.unwrap_or(0))?, output_tokens: output, ..reading.input_parts()? })
}
