//! What a model costs: a table of rates by component, service tier, threshold and time.

use crate::date;
use crate::keyed::keyed;
use crate::money;
use crate::rates::Rates;
use crate::window::WeeklyWindow;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

keyed! {
    /// What one rate counts in.
    pub enum Unit: "unit" {
        /// Tokens.
        Token = "token",
        /// Characters of text.
        Character = "character",
        /// Images.
        Image = "image",
        /// Pixels of an image.
        Pixel = "pixel",
        /// Seconds of audio, video or provisioned time.
        Second = "second",
        /// Pages of a document.
        Page = "page",
        /// Queries or searches.
        Query = "query",
        /// Calls, messages or sessions.
        Call = "call",
        /// Credits of the provider's own.
        Credit = "credit",
    }
}

macro_rules! price_components {
    ($( $(#[$doc:meta])* $variant:ident = $key:literal, $unit:ident; )*) => {
        keyed! {
            /// One thing that a call is billed for. Each is counted in a unit of its own: see [`unit`](Self::unit).
            ///
            /// ```
            /// use catalog_build::{PriceComponent, Unit};
            ///
            /// assert_eq!(PriceComponent::CacheRead.key(), "cache_read");
            /// assert_eq!(PriceComponent::OcrPage.unit(), Unit::Page);
            /// ```
            pub enum PriceComponent: "price component" { $( $(#[$doc])* $variant = $key, )* }
        }

        impl PriceComponent {
            /// What the component is counted in.
            pub const fn unit(self) -> Unit {
                match self { $( Self::$variant => Unit::$unit, )* }
            }
        }
    };
}

price_components! {
    /// Input tokens that no other component covers.
    Input = "input", Token;
    /// Output tokens that no other component covers.
    Output = "output", Token;
    /// Input tokens read from the prompt cache.
    CacheRead = "cache_read", Token;
    /// Input tokens read from a cache that the caller set up explicitly.
    CacheReadExplicit = "cache_read_explicit", Token;
    /// Input tokens written to the prompt cache for the provider's shortest lifetime.
    CacheWrite = "cache_write", Token;
    /// Input tokens written to the prompt cache for an hour.
    CacheWrite1h = "cache_write_1h", Token;
    /// Input tokens written to the prompt cache for twelve hours.
    CacheWrite12h = "cache_write_12h", Token;
    /// Output tokens that the model thought with.
    Reasoning = "reasoning", Token;
    /// Input tokens that stand for audio.
    AudioInput = "audio_input", Token;
    /// Output tokens that stand for audio.
    AudioOutput = "audio_output", Token;
    /// Input tokens that stand for images.
    ImageInput = "image_input", Token;
    /// Output tokens that stand for images.
    ImageOutput = "image_output", Token;
    /// Input tokens that stand for video.
    VideoInput = "video_input", Token;
    /// Output tokens that stand for video.
    VideoOutput = "video_output", Token;
    /// Tokens of audio read from the prompt cache.
    CacheReadAudio = "cache_read_audio", Token;
    /// Tokens of images read from the prompt cache.
    CacheReadImage = "cache_read_image", Token;
    /// Tokens of audio written to the prompt cache.
    CacheWriteAudio = "cache_write_audio", Token;
    /// Tokens of cited sources.
    Citation = "citation", Token;
    /// Characters of input.
    InputCharacter = "input_character", Character;
    /// Characters of output.
    OutputCharacter = "output_character", Character;
    /// Images of input.
    InputImage = "input_image", Image;
    /// Images of output, at the default size.
    OutputImage = "output_image", Image;
    /// Images of output of half a thousand pixels a side.
    OutputImageHalfK = "output_image_0.5k", Image;
    /// Images of output of 512 pixels a side.
    OutputImage512 = "output_image_512", Image;
    /// Images of output of 1,024 pixels a side.
    OutputImage1024 = "output_image_1024", Image;
    /// Images of output of 1,536 pixels a side.
    OutputImage1536 = "output_image_1536", Image;
    /// Images of output of the size called 1K.
    OutputImage1k = "output_image_1k", Image;
    /// Images of output of the size called 2K.
    OutputImage2k = "output_image_2k", Image;
    /// Images of output of the size called 4K.
    OutputImage4k = "output_image_4k", Image;
    /// Pixels of input.
    InputPixel = "input_pixel", Pixel;
    /// Pixels of output.
    OutputPixel = "output_pixel", Pixel;
    /// Seconds of input, audio unless the model says otherwise.
    InputSecond = "input_second", Second;
    /// Seconds of audio input, where video has a price of its own.
    InputAudioSecond = "input_audio_second", Second;
    /// Seconds of video input.
    InputVideoSecond = "input_video_second", Second;
    /// Seconds of output, at the default resolution.
    OutputSecond = "output_second", Second;
    /// Seconds of video output.
    OutputVideoSecond = "output_video_second", Second;
    /// Seconds of output at 480p.
    OutputSecond480p = "output_second_480p", Second;
    /// Seconds of output at 720p.
    OutputSecond720p = "output_second_720p", Second;
    /// Seconds of output at 768p.
    OutputSecond768p = "output_second_768p", Second;
    /// Seconds of output at 1080p.
    OutputSecond1080p = "output_second_1080p", Second;
    /// Seconds of output at the resolution called 2K.
    OutputSecond2k = "output_second_2k", Second;
    /// Seconds of output at the resolution called 4K.
    OutputSecond4k = "output_second_4k", Second;
    /// Seconds for which provisioned throughput is reserved.
    ProvisionedSecond = "provisioned_second", Second;
    /// Pages whose text is read.
    OcrPage = "ocr_page", Page;
    /// Pages that are annotated.
    AnnotationPage = "annotation_page", Page;
    /// Credits spent on reading documents.
    OcrCredit = "ocr_credit", Credit;
    /// Queries, of search or rerank models.
    InputQuery = "input_query", Query;
    /// Web searches with a small search context.
    SearchLow = "search_low", Query;
    /// Web searches with a medium search context.
    SearchMedium = "search_medium", Query;
    /// Web searches with a large search context.
    SearchHigh = "search_high", Query;
    /// Answers grounded in a map.
    MapsQuery = "maps_query", Query;
    /// Calls, on top of what their tokens cost.
    Request = "request", Call;
    /// Text messages within a voice session.
    TextMessage = "text_message", Call;
    /// Sessions of a code interpreter.
    CodeInterpreterSession = "code_interpreter_session", Call;
}

keyed! {
    /// The speed and price class that a call asks for.
    pub enum ServiceTier: "service tier" {
        /// What a call gets that asks for nothing.
        Standard = "standard",
        /// Answered within hours, at a discount.
        Batch = "batch",
        /// Answered when there is room, at a discount.
        Flex = "flex",
        /// Answered ahead of others, at a premium.
        Priority = "priority",
        /// Between standard and flex.
        Balanced = "balanced",
        /// Faster than priority.
        Ultrafast = "ultrafast",
        /// For calls that choose between given options.
        Decisions = "decisions",
    }
}

keyed! {
    /// Whether a call whose input is exactly as large as a threshold has crossed it.
    pub enum ThresholdRule: "threshold rule" {
        /// Only a larger call has.
        Exclusive = "exclusive",
        /// It has.
        Inclusive = "inclusive",
    }
}

/// The price of one unit of one component, and when it holds.
///
/// In JSON, with what is not the default:
/// `{"component": "input", "tier": "batch", "above": 272000, "from": "2026-08-21", "window": {…}, "price": "0.0000025"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// What is billed.
    pub component: PriceComponent,
    /// For calls of which service tier.
    #[serde(default = "standard", skip_serializing_if = "is_standard")]
    pub tier: ServiceTier,
    /// For calls with more than this many input tokens in total, cached ones included; 0 is the base rate.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub above: u64,
    /// From the beginning of this day on, in UTC; `None` is since ever.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "date::optional")]
    pub from: Option<NaiveDate>,
    /// Only within this window of each week; `None` is always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<WeeklyWindow>,
    /// USD for one [`unit`](PriceComponent::unit) of the component.
    #[serde(with = "money")]
    pub price: Decimal,
}

const fn standard() -> ServiceTier {
    ServiceTier::Standard
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_standard(tier: &ServiceTier) -> bool {
    *tier == ServiceTier::Standard
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(above: &u64) -> bool {
    *above == 0
}

impl Rate {
    /// The list price of a component: standard tier, no threshold, at any time.
    pub const fn list(component: PriceComponent, price: Decimal) -> Self {
        Self { component, tier: ServiceTier::Standard, above: 0, from: None, window: None, price }
    }

    /// Whether this is a list price of this day: standard tier, no threshold, and listed.
    pub(crate) fn is_list_price_on(&self, day: Option<NaiveDate>) -> bool {
        self.tier == ServiceTier::Standard && self.above == 0 && self.is_listed_on(day)
    }

    /// Whether a list of the prices of this day has the rate: it has begun, and needs no window.
    pub(crate) fn is_listed_on(&self, day: Option<NaiveDate>) -> bool {
        self.window.is_none() && self.from <= day
    }

    /// What tells one rate of a model from another: everything but the price.
    pub(crate) fn key(&self) -> (PriceComponent, ServiceTier, u64, Option<NaiveDate>, Option<WeeklyWindow>) {
        (self.component, self.tier, self.above, self.from, self.window)
    }
}

/// The prices of a model, in USD.
///
/// The methods give list prices: those of the standard tier, below every threshold and outside of weekly windows,
/// as they are on the day of the snapshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelPricing<'a> {
    /// Whether a call of exactly a threshold's size has crossed it.
    #[serde(default = "exclusive", skip_serializing_if = "is_exclusive")]
    pub threshold_rule: ThresholdRule,
    /// Every rate. No two agree in component, tier, threshold, date and window.
    #[serde(default)]
    pub rates: Rates<'a>,
    /// The day whose list prices these are: that of the snapshot in whose catalog they were found.
    /// It is no part of the JSON, where the snapshot has it once. Without it, rates with a date are no list prices.
    #[serde(skip)]
    pub as_of: Option<NaiveDate>,
}

const fn exclusive() -> ThresholdRule {
    ThresholdRule::Exclusive
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_exclusive(rule: &ThresholdRule) -> bool {
    *rule == ThresholdRule::Exclusive
}

impl Default for ModelPricing<'_> {
    fn default() -> Self {
        Self { threshold_rule: ThresholdRule::Exclusive, rates: Rates::default(), as_of: None }
    }
}

impl ModelPricing<'_> {
    /// The list price of `component`, or `None` when it has none. No other component's price stands in for it.
    pub fn list(&self, component: PriceComponent) -> Option<Decimal> {
        self.rates
            .iter()
            .filter(|rate| rate.component == component && self.is_list(rate))
            .max_by_key(|rate| rate.from)
            .map(|rate| rate.price)
    }

    /// Whether `rate` is a list price, perhaps one that a later list price has replaced.
    pub(crate) fn is_list(&self, rate: &Rate) -> bool {
        rate.is_list_price_on(self.as_of)
    }

    /// USD per input token.
    pub fn input(&self) -> Option<Decimal> {
        self.list(PriceComponent::Input)
    }

    /// USD per output token.
    pub fn output(&self) -> Option<Decimal> {
        self.list(PriceComponent::Output)
    }

    /// USD per input token read from the prompt cache.
    pub fn cache_read(&self) -> Option<Decimal> {
        self.list(PriceComponent::CacheRead)
    }

    /// USD per input token written to the prompt cache, for the shortest lifetime.
    pub fn cache_creation(&self) -> Option<Decimal> {
        self.list(PriceComponent::CacheWrite)
    }

    /// USD per input token of audio.
    pub fn audio_input(&self) -> Option<Decimal> {
        self.list(PriceComponent::AudioInput)
    }

    /// USD per output token of audio.
    pub fn audio_output(&self) -> Option<Decimal> {
        self.list(PriceComponent::AudioOutput)
    }

    /// USD per output token of reasoning.
    pub fn reasoning(&self) -> Option<Decimal> {
        self.list(PriceComponent::Reasoning)
    }

    /// Whether nothing is said at all, neither a rate nor a rule.
    pub(crate) fn is_empty(&self) -> bool {
        self.rates.is_empty() && is_exclusive(&self.threshold_rule)
    }

    /// The same prices, borrowed from nothing.
    pub fn into_owned(self) -> ModelPricing<'static> {
        ModelPricing { threshold_rule: self.threshold_rule, rates: self.rates.into_owned(), as_of: self.as_of }
    }
}
