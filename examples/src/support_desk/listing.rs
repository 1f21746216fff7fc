//! The registry as a table, with what the catalog knows about its models.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{ContentArrangement, Table};
use registry::catalog::{Decimal, ModelCatalog, ModelCatalogEntry};
use registry::{CapabilityRegistry, ComponentMetadata};

pub(crate) fn table(registry: &CapabilityRegistry) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic).set_header([
        "kind",
        "name",
        "aliases",
        "tags",
        "USD per million\ntokens, in / out",
        "context\ntokens",
        "declared at",
    ]);
    for component in registry.components() {
        let entry = catalog_entry(component);
        table.add_row([
            component.kind.to_string(),
            component.id.to_string(),
            component.aliases.join(", "),
            component.tags.join(", "),
            entry.as_ref().map(prices).unwrap_or_default(),
            entry.and_then(|entry| entry.window()).map(|tokens| tokens.to_string()).unwrap_or_default(),
            format!("{}:{}", component.declared_at.file, component.declared_at.line),
        ]);
    }
    table
}

fn catalog_entry(component: &ComponentMetadata) -> Option<ModelCatalogEntry<'static>> {
    ModelCatalog::seed().get_by_model_id(component.catalog.as_deref()?)
}

fn prices(entry: &ModelCatalogEntry<'_>) -> String {
    match (entry.pricing.input(), entry.pricing.output()) {
        (Some(input), Some(output)) => {
            let million = Decimal::from(1_000_000);
            format!("{} / {}", (input * million).normalize(), (output * million).normalize())
        }
        _ => "unpriced".to_owned(),
    }
}
