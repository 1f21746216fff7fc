//! Where a call is to be processed, when its caller restricts that.

use vocabulary::keyed;

keyed! {
    /// Where a call must be processed. A call without such a restriction has none.
    pub enum Region: "region" {
        /// In the United States: `inference_geo: "us"` with Anthropic, data residency there with `OpenAI`.
        Us = "us",
        /// In the European Union.
        Eu = "eu",
        /// In the one region whose endpoint was called, whichever that is.
        Regional = "regional",
        /// In an environment that is authorised by `FedRAMP`.
        FedRamp = "fedramp",
    }
}
