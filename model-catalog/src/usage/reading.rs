//! The contents of a usage object, before the rule of its format turns them into a usage.

use super::member::add;
use super::{SearchContext, Side, Usage, UsageError};
use crate::rate::ServiceTier;
use crate::region::Region;
use serde_json::Value;
use std::fmt::Display;

/// A count that a member can have. What a total includes depends on the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Input,
    Output,
    Total,
    /// Neither read from nor written to the cache.
    Uncached,
    /// Read from the cache, of any modality.
    CacheRead,
    /// Written to the cache, for any lifetime.
    CacheWrite,
    /// Written to the cache for minutes, and for an hour.
    CacheWriteMinutes,
    CacheWriteHour,
    /// Input by modality, cached or not.
    Audio,
    Image,
    Video,
    /// Read from the cache, by modality.
    CachedAudio,
    CachedImage,
    CachedVideo,
    /// What the results of tools add to the input, in total and by modality.
    ToolInput,
    ToolAudio,
    ToolImage,
    ToolVideo,
    Citation,
    Reasoning,
    /// Reasoning that is listed next to the totals and not in an object of details.
    SeparateReasoning,
    AudioOutput,
    ImageOutput,
    /// Output that was processed, whether or not it is billed.
    ProcessedOutput,
    Searches,
    /// Tools of any kind that the provider ran.
    Tools,
    /// Tools that the provider ran and bills only by their tokens.
    FreeTools,
}

/// A term that a member stated, and the value that it had in the object.
#[derive(Clone, Debug)]
pub(super) struct StatedTerm<T> {
    pub(super) value: T,
    pub(super) found: String,
    pub(super) member: String,
}

/// The contents of a usage object.
#[derive(Default)]
pub(super) struct Reading {
    counts: Vec<(Slot, u64, String)>,
    pub(super) tier: Option<StatedTerm<ServiceTier>>,
    pub(super) region: Option<StatedTerm<Region>>,
    pub(super) search_context: Option<StatedTerm<SearchContext>>,
    pub(super) iterations: Vec<Reading>,
    /// The model of an iteration, and the member that names it.
    pub(super) model: Option<(String, String)>,
    pub(super) raw: Option<Value>,
}

impl Reading {
    /// Records a count. If several members state the same count, a count that is not 0 takes precedence over 0.
    pub(super) fn count(&mut self, slot: Slot, count: u64, member: &str) -> Result<(), UsageError> {
        match self.counts.iter_mut().find(|(of, ..)| *of == slot) {
            None => self.counts.push((slot, count, member.to_owned())),
            Some((_, known, _)) if *known == count || count == 0 => {}
            Some((_, known, by)) if *known == 0 => (*known, *by) = (count, member.to_owned()),
            Some((_, known, by)) => return Err(disagreement(by, *known, member, count)),
        }
        Ok(())
    }

    /// Records a tier. A member that does not know the other tiers states the standard one, so any other tier takes
    /// precedence.
    pub(super) fn tier(&mut self, tier: ServiceTier, found: &str, member: &str) -> Result<(), UsageError> {
        if self.tier.as_ref().is_some_and(|known| known.value == ServiceTier::Standard) {
            self.tier = None;
        } else if self.tier.is_some() && tier == ServiceTier::Standard {
            return Ok(());
        }
        state(&mut self.tier, tier, found, member)
    }

    pub(super) fn region(&mut self, region: Region, found: &str, member: &str) -> Result<(), UsageError> {
        state(&mut self.region, region, found, member)
    }

    pub(super) fn search_context(&mut self, size: SearchContext, found: &str, member: &str) -> Result<(), UsageError> {
        state(&mut self.search_context, size, found, member)
    }

    /// Returns the count of a slot, if a member stated it.
    pub(super) fn stated(&self, slot: Slot) -> Option<u64> {
        self.counts.iter().find(|(of, ..)| *of == slot).map(|(_, count, _)| *count)
    }

    /// Returns the count of a slot, or 0 if no member stated it.
    pub(super) fn get(&self, slot: Slot) -> u64 {
        self.stated(slot).unwrap_or(0)
    }

    /// Returns the member that stated a slot's count.
    pub(super) fn member(&self, slot: Slot) -> Option<&str> {
        self.counts.iter().find(|(of, ..)| *of == slot).map(|(.., member)| member.as_str())
    }

    /// Returns the count of a required slot; `names` are the members that can state it.
    pub(super) fn require(&self, slot: Slot, names: &'static str) -> Result<u64, UsageError> {
        self.stated(slot).ok_or(UsageError::Missing(names))
    }

    /// Rejects an input that is not the sum of its cached and uncached parts, if the object states both.
    pub(super) fn reject_wrong_sum(&self, input: u64) -> Result<(), UsageError> {
        let (uncached, (minutes, hour)) = (self.get(Slot::Uncached), self.cache_writes()?);
        let sum = add(add(uncached, self.get(Slot::CacheRead))?, add(minutes, hour)?)?;
        match (self.member(Slot::Input), self.member(Slot::Uncached)) {
            (Some(total), Some(member)) if uncached > 0 && sum != input => {
                Err(disagreement(total, input, &format!("the sum of {member} and the cache"), sum))
            }
            _ => Ok(()),
        }
    }

    /// Rejects tools that the provider ran if only their number is known.
    pub(super) fn reject_unknown_tools(&self) -> Result<(), UsageError> {
        let known = add(self.get(Slot::Searches), self.get(Slot::FreeTools))?;
        match self.counts.iter().find(|(slot, count, _)| *slot == Slot::Tools && *count > known) {
            Some((_, count, member)) => {
                let why = "the provider ran more tools than a Usage counts, and they may cost money";
                Err(UsageError::Unbillable { member: member.clone(), found: count.to_string(), why })
            }
            None => Ok(()),
        }
    }

    /// Returns an error for the first member that changes the price in a way that a usage cannot hold.
    pub(super) fn more_than_counts(&self) -> Option<UsageError> {
        let tier = self.tier.as_ref().filter(|tier| tier.value != ServiceTier::Standard);
        let stated = [
            tier.map(member_and_value),
            self.region.as_ref().map(member_and_value),
            self.search_context.as_ref().map(member_and_value),
        ];
        let (member, found) = stated.into_iter().flatten().next()?;
        Some(UsageError::MoreThanCounts { member, found })
    }

    /// Returns the tokens written to the cache by lifetime: the shortest, and an hour.
    ///
    /// The total can exceed the sum by lifetime, in which case the remainder has the shortest lifetime. It can also be
    /// 0 if a
    /// program fills in what it does not know.
    pub(super) fn cache_writes(&self) -> Result<(u64, u64), UsageError> {
        let (minutes, hour) = (self.get(Slot::CacheWriteMinutes), self.get(Slot::CacheWriteHour));
        let by_lifetime = add(minutes, hour)?;
        let written = match self.get(Slot::CacheWrite) {
            0 => by_lifetime,
            written => written,
        };
        Ok((remainder("cache creation by lifetime", written, by_lifetime)? + minutes, hour))
    }

    /// Returns the parts of the input that have the same meaning in every format.
    pub(super) fn input_parts(&self) -> Result<Usage, UsageError> {
        let by_modality = |all, cached, what| remainder(what, self.get(all), self.get(cached));
        let cached = [Slot::CachedAudio, Slot::CachedImage].map(|slot| self.get(slot));
        let (minutes, hour) = self.cache_writes()?;
        let audio = by_modality(Slot::Audio, Slot::CachedAudio, "cached audio")?;
        let image = by_modality(Slot::Image, Slot::CachedImage, "cached images")?;
        // Cached video is billed like cached text; a token cannot be in two parts.
        let video = by_modality(Slot::Video, Slot::CachedVideo, "cached video")?;
        Ok(Usage {
            cache_read_tokens: remainder(
                "cached audio and images",
                self.get(Slot::CacheRead),
                add(cached[0], cached[1])?,
            )?,
            cache_read_audio_tokens: cached[0],
            cache_read_image_tokens: cached[1],
            cache_write_tokens: minutes,
            cache_write_1h_tokens: hour,
            audio_input_tokens: add(audio, self.get(Slot::ToolAudio))?,
            image_input_tokens: add(image, self.get(Slot::ToolImage))?,
            video_input_tokens: add(video, self.get(Slot::ToolVideo))?,
            citation_tokens: self.get(Slot::Citation),
            audio_output_tokens: self.get(Slot::AudioOutput),
            image_output_tokens: self.get(Slot::ImageOutput),
            web_search_requests: self.get(Slot::Searches),
            ..Usage::default()
        })
    }

    /// Returns the output including the reasoning. The total shows whether the output already includes it.
    pub(super) fn output_with_reasoning(
        &self,
        field: &'static str,
        input: u64,
        output: u64,
        reasoning: u64,
    ) -> Result<u64, UsageError> {
        let explained = add(input, output)?;
        let output = match self.stated(Slot::Total) {
            Some(total) if reasoning > 0 && total == add(explained, reasoning)? => add(output, reasoning)?,
            total => {
                reject_unexplained(field, total, explained)?;
                output
            }
        };
        remainder("reasoning", output, reasoning)?;
        Ok(output)
    }
}

/// Checks that the parts of a usage fit into their totals.
pub(super) fn check_parts(usage: Usage) -> Result<Usage, UsageError> {
    for (side, what, total) in [
        (Side::Input, "cache reads and writes, audio, images and the like", usage.input_tokens),
        (Side::Output, "reasoning, audio and images", usage.output_tokens),
    ] {
        let parts = usage.parts().filter(|(of, ..)| *of == side).try_fold(0, |sum, (.., count)| add(sum, count))?;
        remainder(what, total, parts)?;
    }
    Ok(usage)
}

/// Returns what is left of `total` without `part`.
pub(super) fn remainder(what: &'static str, total: u64, part: u64) -> Result<u64, UsageError> {
    total.checked_sub(part).ok_or(UsageError::Contradiction { what, part, total })
}

pub(super) fn reject_unexplained(field: &'static str, total: Option<u64>, explained: u64) -> Result<(), UsageError> {
    match total {
        Some(total) if total > explained => Err(UsageError::Unexplained { field, total, explained }),
        _ => Ok(()),
    }
}

fn member_and_value<T>(term: &StatedTerm<T>) -> (String, String) {
    (term.member.clone(), term.found.clone())
}

fn state<T: PartialEq>(
    known: &mut Option<StatedTerm<T>>,
    value: T,
    found: &str,
    member: &str,
) -> Result<(), UsageError> {
    match known {
        Some(known) if known.value != value => Err(disagreement(&known.member, &known.found, member, found)),
        _ => {
            *known = Some(StatedTerm { value, found: found.to_owned(), member: member.to_owned() });
            Ok(())
        }
    }
}

pub(super) fn disagreement(first: &str, found: impl Display, second: &str, other: impl Display) -> UsageError {
    UsageError::Disagreement {
        first: first.to_owned(),
        found: found.to_string(),
        second: second.to_owned(),
        other: other.to_string(),
    }
}
