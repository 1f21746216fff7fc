//! Regions to which a caller can restrict a call.

use vocabulary::keyed;

keyed! {
    /// The region in which a call must be processed. A call without such a restriction has none.
    pub enum Region: "region" {
        /// The United States: `inference_geo: "us"` at Anthropic, US data residency at `OpenAI`.
        Us = "us",
        /// The European Union.
        Eu = "eu",
        /// The region of the endpoint that was called, whichever it is.
        Regional = "regional",
        /// An environment with `FedRAMP` authorization.
        FedRamp = "fedramp",
    }
}
