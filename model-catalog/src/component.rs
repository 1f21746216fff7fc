//! What a call can be billed for, and the unit that each of these is counted in.

use vocabulary::keyed;

keyed! {
    /// The unit that a rate is for.
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
        /// The provider's own credits.
        Credit = "credit",
    }
}

macro_rules! price_components {
    ($( $(#[$doc:meta])* $variant:ident = $key:literal, $unit:ident; )*) => {
        keyed! {
            /// Something that a call is billed for. Each component has its own [`unit`](Self::unit).
            ///
            /// ```
            /// use registry::catalog::{PriceComponent, Unit};
            ///
            /// assert_eq!(PriceComponent::CacheRead.key(), "cache_read");
            /// assert_eq!(PriceComponent::OcrPage.unit(), Unit::Page);
            /// ```
            pub enum PriceComponent: "price component" { $( $(#[$doc])* $variant = $key, )* }
        }

        impl PriceComponent {
            /// Returns the unit that the component is counted in.
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
    /// Input tokens read from a cache that the caller created explicitly.
    CacheReadExplicit = "cache_read_explicit", Token;
    /// Input tokens written to the prompt cache for the provider's shortest lifetime.
    CacheWrite = "cache_write", Token;
    /// Input tokens written to the prompt cache for an hour.
    CacheWrite1h = "cache_write_1h", Token;
    /// Input tokens written to the prompt cache for twelve hours.
    CacheWrite12h = "cache_write_12h", Token;
    /// Output tokens spent on reasoning.
    Reasoning = "reasoning", Token;
    /// Input tokens that represent audio.
    AudioInput = "audio_input", Token;
    /// Output tokens that represent audio.
    AudioOutput = "audio_output", Token;
    /// Input tokens that represent images.
    ImageInput = "image_input", Token;
    /// Output tokens that represent images.
    ImageOutput = "image_output", Token;
    /// Input tokens that represent video.
    VideoInput = "video_input", Token;
    /// Output tokens that represent video.
    VideoOutput = "video_output", Token;
    /// Audio tokens read from the prompt cache.
    CacheReadAudio = "cache_read_audio", Token;
    /// Image tokens read from the prompt cache.
    CacheReadImage = "cache_read_image", Token;
    /// Audio tokens written to the prompt cache.
    CacheWriteAudio = "cache_write_audio", Token;
    /// Tokens of cited sources.
    Citation = "citation", Token;
    /// Characters of input.
    InputCharacter = "input_character", Character;
    /// Characters of output.
    OutputCharacter = "output_character", Character;
    /// Input images.
    InputImage = "input_image", Image;
    /// Output images at the default size.
    OutputImage = "output_image", Image;
    /// Output images of half a thousand pixels a side.
    OutputImageHalfK = "output_image_0.5k", Image;
    /// Output images of 512 pixels a side.
    OutputImage512 = "output_image_512", Image;
    /// Output images of 1,024 pixels a side.
    OutputImage1024 = "output_image_1024", Image;
    /// Output images of 1,536 pixels a side.
    OutputImage1536 = "output_image_1536", Image;
    /// Output images of the size called 1K.
    OutputImage1k = "output_image_1k", Image;
    /// Output images of the size called 2K.
    OutputImage2k = "output_image_2k", Image;
    /// Output images of the size called 4K.
    OutputImage4k = "output_image_4k", Image;
    /// Input pixels.
    InputPixel = "input_pixel", Pixel;
    /// Output pixels.
    OutputPixel = "output_pixel", Pixel;
    /// Seconds of input; of audio unless the model says otherwise.
    InputSecond = "input_second", Second;
    /// Seconds of audio input, where video has a separate price.
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
    /// Queries to search or rerank models.
    InputQuery = "input_query", Query;
    /// Web searches with a small search context.
    SearchLow = "search_low", Query;
    /// Web searches with a medium search context.
    SearchMedium = "search_medium", Query;
    /// Web searches with a large search context.
    SearchHigh = "search_high", Query;
    /// Answers grounded in a map.
    MapsQuery = "maps_query", Query;
    /// Calls, in addition to the cost of their tokens.
    Request = "request", Call;
    /// Text messages within a voice session.
    TextMessage = "text_message", Call;
    /// Sessions of a code interpreter.
    CodeInterpreterSession = "code_interpreter_session", Call;
}
