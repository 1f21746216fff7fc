//! The snapshot and its entries: the one definition behind the JSON, the packed catalog and what a look-up returns.

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

/// What a price counts in, where its component does not say otherwise: see [`PriceComponent::unit`].
pub const UNIT: &str = "token";

/// A catalog as a file: what many providers' models cost and can do, on one day.
///
/// `M` is what stands for a model: an entry, or, while a file is read, an entry's text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelCatalogSnapshot<M = ModelCatalogEntry<'static>> {
    /// The version of this schema: [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// What the snapshot is called, in costs among other things.
    pub snapshot_id: String,
    /// The day whose prices these are.
    #[serde(with = "date")]
    pub date: NaiveDate,
    /// The currency of every price: [`CURRENCY`].
    pub currency: String,
    /// What every price counts in, where its component does not say otherwise: [`UNIT`].
    pub unit: String,
    /// Where the facts come from, at least one.
    pub sources: Vec<SnapshotSource>,
    /// The models, sorted by provider and id when an import wrote them.
    pub models: Vec<M>,
}

/// Where a snapshot's facts come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotSource {
    /// The name by which entries refer to this source.
    pub id: String,
    /// Where the source is published; absent for one that is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The source's own version, such as a release.
    pub version: String,
    /// The day on which the source was taken.
    #[serde(with = "date")]
    pub date: NaiveDate,
    /// SHA-256 of the file that was read, as 64 lower-case hexadecimal digits; absent for an overlay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The licence under which the source is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
}

/// One model as one provider offers it.
///
/// An entry that a catalog returns borrows from it. [`into_owned`](Self::into_owned) frees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelCatalogEntry<'a> {
    /// Who serves the model: `openai`, `bedrock`, …
    pub provider: Cow<'a, str>,
    /// What the provider calls it.
    pub model_id: Cow<'a, str>,
    /// Other names under which the provider's model is found.
    #[serde(default, skip_serializing_if = "Aliases::is_empty")]
    pub aliases: Aliases<'a>,
    /// What kind of call it answers, where the source says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// The most tokens of input and output together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u64>,
    /// The most tokens of input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_input_tokens: Option<u64>,
    /// The most tokens of output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u64>,
    /// What it can do.
    #[serde(default, skip_serializing_if = "no_capabilities")]
    pub capabilities: ModelCapabilities,
    /// What it costs.
    #[serde(default, skip_serializing_if = "ModelPricing::is_empty")]
    pub pricing: ModelPricing<'a>,
    /// The day from which the provider no longer serves it.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "date::optional")]
    pub deprecation_date: Option<NaiveDate>,
    /// The model that the provider recommends in its place, by an id or alias of the same provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub successor: Option<Cow<'a, str>>,
    /// The model of the same provider that this one was tuned from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_model: Option<Cow<'a, str>>,
    /// The page on which the provider states these facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Cow<'a, str>>,
    /// Which of the snapshot's sources the entry was taken from, by its id.
    pub origin: Cow<'a, str>,
    /// Which of its values were taken from another source than [`origin`](Self::origin).
    #[serde(default, skip_serializing_if = "Provenance::is_empty")]
    pub provenance: Provenance<'a>,
    /// Facts that the schema does not model.
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra<'a>,
    /// The id of the snapshot in whose catalog the entry was found; empty in an entry that no catalog gave.
    /// It is no part of the JSON, where the snapshot has it once.
    #[serde(skip)]
    pub snapshot_id: Cow<'a, str>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn no_capabilities(capabilities: &ModelCapabilities) -> bool {
    capabilities.set().is_empty()
}

impl ModelCatalogEntry<'_> {
    /// An entry of which nothing but its name and its source is known.
    pub fn new(provider: impl Into<String>, model_id: impl Into<String>, origin: impl Into<String>) -> Self {
        Self {
            provider: Cow::Owned(provider.into()),
            model_id: Cow::Owned(model_id.into()),
            origin: Cow::Owned(origin.into()),
            ..Self::default()
        }
    }

    /// The most tokens that a call can hold: the context window, or the input limit where only that is known.
    pub const fn window(&self) -> Option<u64> {
        match self.context_window {
            Some(window) => Some(window),
            None => self.max_input_tokens,
        }
    }

    /// What the model can do, with [`Capability::Priced`] when its calls have a price.
    pub fn capability_set(&self) -> CapabilitySet {
        let stated = self.capabilities.set();
        if self.is_priced() { stated.with(Capability::Priced) } else { stated }
    }

    /// Whether the catalog knows what a call costs: the list prices of input and output for a model that writes
    /// text, any list price for another. A price of 0 is a price.
    pub fn is_priced(&self) -> bool {
        if self.mode.is_some_and(Mode::writes_text) {
            self.pricing.list(PriceComponent::Input).is_some() && self.pricing.list(PriceComponent::Output).is_some()
        } else {
            self.pricing.rates.iter().any(|rate| self.pricing.is_list(&rate))
        }
    }

    /// The same entry, borrowed from nothing.
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
