//! `usage` of Cohere's chat, and `meta` of its other endpoints: what is billed, beside what was processed.
//!
//! Source: the API reference of chat, embed and rerank, and the page on how pricing works.

use crate::usage::member::Member::{Count, Ignored, Object, Unbillable};
use crate::usage::member::{Table, add};
use crate::usage::reading::{Reading, Slot};
use crate::usage::{Usage, UsageError};

const BY_ANOTHER_UNIT: &str = "it is billed by another unit than tokens, and not counted in a Usage";

pub(super) const TABLE: Table = &[
    (&["billed_units"], Object(BILLED)),
    // What was processed, of which the billed units are all that costs something.
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
    let images = reading.given(Slot::Image);
    let text = match (reading.given(Slot::Input), images) {
        (Some(text), _) => text,
        (None, Some(_)) => 0,
        (None, None) => return Err(UsageError::Missing("billed_units.input_tokens")),
    };
    let output = match reading.given(Slot::Output) {
        Some(output) => output,
        // Embeddings have no output and do not say so.
        None if reading.get(Slot::ProcessedOutput) == 0 => 0,
        None => return Err(UsageError::Missing("billed_units.output_tokens")),
    };
    Ok(Usage { input_tokens: add(text, images.unwrap_or(0))?, output_tokens: output, ..reading.input_parts()? })
}
