//! The snapshot and its entries: the single definition behind the JSON, the packed catalog and the results of lookups.

use crate::aliases::Aliases;
use crate::component::PriceComponent;
use crate::date;
use crate::extra::Extra;
use crate::mode::Mode;
use crate::pricing::ModelPricing;
use crate::provenance::Provenance;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use vocabulary::{Capability, CapabilitySet, ModelCapabilities};

/// The version of the JSON schema that this crate writes, and the only one that it reads.
pub const SCHEMA_VERSION: u32 = 1;

/// The currency of every price.
pub const CURRENCY: &str = "USD";

/// The unit of a price, unless its component has another one: see [`PriceComponent::unit`].
pub const UNIT: &str = "token";

/// A catalog as a file: what the models of many providers cost and can do as of one day.
///
/// `M` is the type of a model: an entry, or the text of one while a file is being read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelCatalogSnapshot<M = ModelCatalogEntry<'static>> {
    /// The schema version: [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The snapshot's id, which costs quote among others.
    pub snapshot_id: String,
    /// The day on which these prices apply.
    #[serde(with = "date")]
    pub date: NaiveDate,
    /// The currency of every price: [`CURRENCY`].
    pub currency: String,
    /// The unit of every price, unless its component has another one: [`UNIT`].
    pub unit: String,
    /// The sources of the facts, at least one.
    pub sources: Vec<SnapshotSource>,
    /// The models; an import sorts them by provider and id.
    pub models: Vec<M>,
}

/// A source of a snapshot's facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotSource {
    /// The id by which entries refer to this source.
    pub id: String,
    /// The URL at which the source is published; absent if it is not published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The source's own version, such as a release.
    pub version: String,
    /// The day on which the source was retrieved.
    #[serde(with = "date")]
    pub date: NaiveDate,
    /// The SHA-256 of the file that was read, as 64 lower-case hexadecimal digits; absent for an overlay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The licence under which the source is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
}

/// A model as offered by one provider.
///
/// An entry returned by a catalog borrows from it. [`into_owned`](Self::into_owned) ends the borrow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelCatalogEntry<'a> {
    /// The provider that serves the model: `openai`, `bedrock`, …
    pub provider: Cow<'a, str>,
    /// The id that the provider uses for the model.
    pub model_id: Cow<'a, str>,
    /// Other names by which the provider's model can be looked up.
    #[serde(default, skip_serializing_if = "Aliases::is_empty")]
    pub aliases: Aliases<'a>,
    /// The kind of call that it answers, if the source states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// The maximum number of tokens of input and output together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u64>,
    /// The maximum number of input tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_input_tokens: Option<u64>,
    /// The maximum number of output tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u64>,
    /// The model's capabilities.
    #[serde(default, skip_serializing_if = "no_capabilities")]
    pub capabilities: ModelCapabilities,
    /// The model's prices.
    #[serde(default, skip_serializing_if = "ModelPricing::is_empty")]
    pub pricing: ModelPricing<'a>,
    /// The day from which the provider no longer serves the model.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "date::optional")]
    pub deprecation_date: Option<NaiveDate>,
    /// The model that the provider recommends as a replacement, by its id or alias at the same provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub successor: Option<Cow<'a, str>>,
    /// The model of the same provider from which this one was fine-tuned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_model: Option<Cow<'a, str>>,
    /// The page on which the provider states these facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Cow<'a, str>>,
    /// The id of the snapshot's source that the entry comes from.
    pub origin: Cow<'a, str>,
    /// Which values come from a source other than [`origin`](Self::origin).
    #[serde(default, skip_serializing_if = "Provenance::is_empty")]
    pub provenance: Provenance<'a>,
    /// Facts that the schema does not model.
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra<'a>,
    /// The id of the snapshot that the entry comes from; empty if the entry was not returned by a catalog. It is not part
    /// of the JSON of an entry, since the snapshot states it once.
    #[serde(skip)]
    pub snapshot_id: Cow<'a, str>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn no_capabilities(capabilities: &ModelCapabilities) -> bool {
    capabilities.set().is_empty()
}

impl ModelCatalogEntry<'_> {
    /// Creates an entry with a name and a source, and nothing else.
    pub fn new(provider: impl Into<String>, model_id: impl Into<String>, origin: impl Into<String>) -> Self {
        Self {
            provider: Cow::Owned(provider.into()),
            model_id: Cow::Owned(model_id.into()),
            origin: Cow::Owned(origin.into()),
            ..Self::default()
        }
    }

    /// Returns the maximum number of tokens in a call: the context window, or the input limit if only that is known.
    pub const fn window(&self) -> Option<u64> {
        match self.context_window {
            Some(window) => Some(window),
            None => self.max_input_tokens,
        }
    }

    /// Returns the model's capabilities, with [`Capability::Priced`] if its calls have a price.
    pub fn capability_set(&self) -> CapabilitySet {
        let stated = self.capabilities.set();
        if self.is_priced() { stated.with(Capability::Priced) } else { stated }
    }

    /// Whether the catalog has a price for calls of the model: the list prices of input and output for a model that writes
    /// text, any list price for other models. A price of 0 is a price.
    pub fn is_priced(&self) -> bool {
        if self.mode.is_some_and(Mode::writes_text) {
            self.pricing.list(PriceComponent::Input).is_some() && self.pricing.list(PriceComponent::Output).is_some()
        } else {
            self.pricing.rates.iter().any(|rate| self.pricing.is_list(&rate))
        }
    }

    /// Converts into an owned entry that borrows nothing.
    pub fn into_owned(self) -> ModelCatalogEntry<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        ModelCatalogEntry {
            provider: owned(self.provider),
            model_id: owned(self.model_id),
            aliases: self.aliases.into_owned(),
            mode: self.mode,
            context_window: self.context_window,
            max_input_tokens: self.max_input_tokens,
            max_output_tokens: self.max_output_tokens,
            capabilities: self.capabilities,
            pricing: self.pricing.into_owned(),
            deprecation_date: self.deprecation_date,
            successor: self.successor.map(owned),
            base_model: self.base_model.map(owned),
            source: self.source.map(owned),
            origin: owned(self.origin),
            provenance: self.provenance.into_owned(),
            extra: self.extra.into_owned(),
            snapshot_id: owned(self.snapshot_id),
        }
    }
}
