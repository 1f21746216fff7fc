//! What the walk over a usage object found, before the format's rule makes a usage of it.

use super::member::add;
use super::{SearchContext, Side, Usage, UsageError};
use crate::rate::ServiceTier;
use crate::region::Region;
use serde_json::Value;
use std::fmt::Display;

/// A count that a member can hold. What a total includes is the matter of each format.
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
    /// Of what was written: for minutes, and for an hour.
    CacheWriteMinutes,
    CacheWriteHour,
    /// Input by modality, cached or not.
    Audio,
    Image,
    Video,
    /// Read from the cache by modality.
    CachedAudio,
    CachedImage,
    CachedVideo,
    /// What the results of tools add to the input, and their modalities.
    ToolInput,
    ToolAudio,
    ToolImage,
    ToolVideo,
    Citation,
    Reasoning,
    /// Reasoning that stands beside the totals instead of in an object of details.
    ReasoningBeside,
    AudioOutput,
    ImageOutput,
    /// Output that was processed, whether it is billed or not.
    ProcessedOutput,
    Searches,
    /// Tools that the provider ran, of any kind.
    Tools,
    /// Tools that the provider ran and bills by their tokens alone.
    FreeTools,
}

/// A member that said something besides counts, and what it said in the object's words.
#[derive(Clone, Debug)]
pub(super) struct Said<T> {
    pub(super) value: T,
    pub(super) found: String,
    pub(super) member: String,
}

/// What was found in a usage object.
#[derive(Default)]
pub(super) struct Reading {
    counts: Vec<(Slot, u64, String)>,
    pub(super) tier: Option<Said<ServiceTier>>,
    pub(super) region: Option<Said<Region>>,
    pub(super) search_context: Option<Said<SearchContext>>,
    pub(super) iterations: Vec<Reading>,
    /// The model of an iteration, and the member that names it.
    pub(super) model: Option<(String, String)>,
    pub(super) raw: Option<Value>,
}

impl Reading {
    /// Notes a count. Where several members stand for one count, those that are 0 give way to one that is not.
    pub(super) fn count(&mut self, slot: Slot, count: u64, member: &str) -> Result<(), UsageError> {
        match self.counts.iter_mut().find(|(of, ..)| *of == slot) {
            None => self.counts.push((slot, count, member.to_owned())),
            Some((_, known, _)) if *known == count || count == 0 => {}
            Some((_, known, by)) if *known == 0 => (*known, *by) = (count, member.to_owned()),
            Some((_, known, by)) => return Err(disagreement(by, *known, member, count)),
        }
        Ok(())
    }

    /// Notes a tier. The standard one is what a member says that does not know of the others.
    pub(super) fn tier(&mut self, tier: ServiceTier, found: &str, member: &str) -> Result<(), UsageError> {
        if self.tier.as_ref().is_some_and(|known| known.value == ServiceTier::Standard) {
            self.tier = None;
        } else if self.tier.is_some() && tier == ServiceTier::Standard {
            return Ok(());
        }
        say(&mut self.tier, tier, found, member)
    }

    pub(super) fn region(&mut self, region: Region, found: &str, member: &str) -> Result<(), UsageError> {
        say(&mut self.region, region, found, member)
    }

    pub(super) fn search_context(&mut self, size: SearchContext, found: &str, member: &str) -> Result<(), UsageError> {
        say(&mut self.search_context, size, found, member)
    }

    /// The count of a slot, if a member held it.
    pub(super) fn given(&self, slot: Slot) -> Option<u64> {
        self.counts.iter().find(|(of, ..)| *of == slot).map(|(_, count, _)| *count)
    }

    /// The count of a slot, 0 when no member held it.
    pub(super) fn get(&self, slot: Slot) -> u64 {
        self.given(slot).unwrap_or(0)
    }

    /// The member that held a slot's count.
    pub(super) fn member(&self, slot: Slot) -> Option<&str> {
        self.counts.iter().find(|(of, ..)| *of == slot).map(|(.., member)| member.as_str())
    }

    /// The count of a slot that has to be there, by the names it goes by.
    pub(super) fn need(&self, slot: Slot, names: &'static str) -> Result<u64, UsageError> {
        self.given(slot).ok_or(UsageError::Missing(names))
    }

    /// Refuses an input that is not the sum of what was cached and what was not, where an object tells both.
    pub(super) fn refuse_other_sum(&self, input: u64) -> Result<(), UsageError> {
        let (uncached, (minutes, hour)) = (self.get(Slot::Uncached), self.cache_writes()?);
        let sum = add(add(uncached, self.get(Slot::CacheRead))?, add(minutes, hour)?)?;
        match (self.member(Slot::Input), self.member(Slot::Uncached)) {
            (Some(total), Some(member)) if uncached > 0 && sum != input => {
                Err(disagreement(total, input, &format!("the sum of {member} and the cache"), sum))
            }
            _ => Ok(()),
        }
    }

    /// Refuses tools that the provider ran of which only the number is known.
    pub(super) fn refuse_unknown_tools(&self) -> Result<(), UsageError> {
        let known = add(self.get(Slot::Searches), self.get(Slot::FreeTools))?;
        match self.counts.iter().find(|(slot, count, _)| *slot == Slot::Tools && *count > known) {
            Some((_, count, member)) => {
                let why =
                    "more tools ran on the provider's side than those that a Usage counts, and they can cost money";
                Err(UsageError::Unbillable { member: member.clone(), found: count.to_string(), why })
            }
            None => Ok(()),
        }
    }

    /// The first member that says more than a usage can hold and changes the price, and what it says.
    pub(super) fn more_than_counts(&self) -> Option<UsageError> {
        let tier = self.tier.as_ref().filter(|tier| tier.value != ServiceTier::Standard);
        let said = [tier.map(said), self.region.as_ref().map(said), self.search_context.as_ref().map(said)];
        let (member, found) = said.into_iter().flatten().next()?;
        Some(UsageError::MoreThanCounts { member, found })
    }

    /// The tokens written to the cache, by lifetime: those of the shortest, and those of an hour.
    ///
    /// The total can be larger than the sum by lifetime, whose rest is of the shortest; and it can be 0 where a program
    /// fills in what it does not know.
    pub(super) fn cache_writes(&self) -> Result<(u64, u64), UsageError> {
        let (minutes, hour) = (self.get(Slot::CacheWriteMinutes), self.get(Slot::CacheWriteHour));
        let by_lifetime = add(minutes, hour)?;
        let written = match self.get(Slot::CacheWrite) {
            0 => by_lifetime,
            written => written,
        };
        Ok((part("cache creation by lifetime", written, by_lifetime)? + minutes, hour))
    }

    /// The parts of the input whose names mean the same in every format.
    pub(super) fn input_parts(&self) -> Result<Usage, UsageError> {
        let by_modality = |all, cached, what| part(what, self.get(all), self.get(cached));
        let cached = [Slot::CachedAudio, Slot::CachedImage].map(|slot| self.get(slot));
        let (minutes, hour) = self.cache_writes()?;
        let audio = by_modality(Slot::Audio, Slot::CachedAudio, "cached audio")?;
        let image = by_modality(Slot::Image, Slot::CachedImage, "cached images")?;
        // Cached video is billed as any cached text is; a part cannot be in two places.
        let video = by_modality(Slot::Video, Slot::CachedVideo, "cached video")?;
        Ok(Usage {
            cache_read_tokens: part("cached audio and images", self.get(Slot::CacheRead), add(cached[0], cached[1])?)?,
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

    /// The output with the reasoning, which is part of it or stands beside it: the total tells.
    pub(super) fn output_with_reasoning(
        &self,
        field: &'static str,
        input: u64,
        output: u64,
        reasoning: u64,
    ) -> Result<u64, UsageError> {
        let explained = add(input, output)?;
        let output = match self.given(Slot::Total) {
            Some(total) if reasoning > 0 && total == add(explained, reasoning)? => add(output, reasoning)?,
            total => {
                refuse_unexplained(field, total, explained)?;
                output
            }
        };
        part("reasoning", output, reasoning)?;
        Ok(output)
    }
}

/// A usage whose parts fit into their totals.
pub(super) fn sound(usage: Usage) -> Result<Usage, UsageError> {
    for (side, what, total) in [
        (Side::Input, "cache reads and writes, audio, images and the like", usage.input_tokens),
        (Side::Output, "reasoning, audio and images", usage.output_tokens),
    ] {
        let parts = usage.parts().filter(|(of, ..)| *of == side).try_fold(0, |sum, (.., count)| add(sum, count))?;
        part(what, total, parts)?;
    }
    Ok(usage)
}

/// What is left of `total` without `part`.
pub(super) fn part(what: &'static str, total: u64, part: u64) -> Result<u64, UsageError> {
    total.checked_sub(part).ok_or(UsageError::Contradiction { what, part, total })
}

pub(super) fn refuse_unexplained(field: &'static str, total: Option<u64>, explained: u64) -> Result<(), UsageError> {
    match total {
        Some(total) if total > explained => Err(UsageError::Unexplained { field, total, explained }),
        _ => Ok(()),
    }
}

fn said<T>(said: &Said<T>) -> (String, String) {
    (said.member.clone(), said.found.clone())
}

fn say<T: PartialEq>(known: &mut Option<Said<T>>, value: T, found: &str, member: &str) -> Result<(), UsageError> {
    match known {
        Some(known) if known.value != value => Err(disagreement(&known.member, &known.found, member, found)),
        _ => {
            *known = Some(Said { value, found: found.to_owned(), member: member.to_owned() });
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
