//! Collection of the declarations in this program.

mod echo;

use echo::Echo;
use registry::harness::Tool;
use registry::{CapabilityRegistry, ComponentKind, Registration, capability, declarations};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

mod crm {
    use super::Echo;
    use registry::capability;

    /// Looks a user up by id.
    ///
    /// Slowly.
    #[capability(
        tool = "lookup_user",
        alias = "find_user",
        aliases("whois", "user"),
        tags("crm", "read"),
        tags("slow")
    )]
    static LOOKUP_USER: Echo = Echo("lookup_user");

    /// Overridden by the attribute.
    #[capability(tool = "delete_user", tags("crm"), description = "Deletes a user for good.")]
    const DELETE_USER: Echo = Echo("delete_user");
}

static CONSTRUCTED: AtomicUsize = AtomicUsize::new(0);

#[capability(tool = "counted")]
fn counted() -> impl Tool {
    CONSTRUCTED.fetch_add(1, Ordering::Relaxed);
    Echo("counted")
}

#[capability(model = "house", alias = "default", custom)]
const HOUSE: Echo = Echo("house");

#[capability(reducer = "last", alias = "default")]
fn last(_: i64, new: i64) -> i64 {
    new
}

registry::declare!(tool "plugin");

fn declared(name: &str) -> &'static Registration {
    declarations().unwrap().iter().copied().find(|declaration| declaration.name() == name).unwrap()
}

#[test]
fn exactly_the_declared_components_and_aliases_are_collected() {
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    let names = |kind| registry.names_including_aliases(kind);
    assert_eq!(names(ComponentKind::Tool), ["counted", "delete_user", "find_user", "lookup_user", "user", "whois"]);
    assert_eq!(names(ComponentKind::Model), ["default", "house"]);
    assert_eq!(names(ComponentKind::Reducer), ["default", "last"]);
    assert_eq!(registry.components().len(), 5);
}

#[test]
fn a_declaration_becomes_metadata() {
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    let lookup = registry.metadata(ComponentKind::Tool, "whois").unwrap();
    assert_eq!(lookup.id, "lookup_user");
    assert_eq!(lookup.description, "Looks a user up by id.\n\nSlowly.");
    assert_eq!(lookup.tags, ["crm", "read", "slow"]);
    assert_eq!(lookup.aliases, ["find_user", "whois", "user"]);
    let delete = registry.metadata(ComponentKind::Tool, "delete_user").unwrap();
    assert_eq!(delete.description, "Deletes a user for good.");
    let last = registry.metadata(ComponentKind::Reducer, "last").unwrap();
    assert!(last.description.is_empty() && last.tags.is_empty());
}

#[test]
fn a_component_has_the_location_of_its_declaration() {
    let (line, text) = include_str!("collect.rs")
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains("tool = \"delete_user\""))
        .unwrap();
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    let at = &registry.metadata(ComponentKind::Tool, "delete_user").unwrap().declared_at;
    assert_eq!(at.file, file!());
    assert_eq!(at.line as usize, line + 1);
    assert_eq!(at.column as usize, text.find("#[capability").unwrap() + 1);
    assert_eq!(declared("delete_user").location(), *at);
}

#[test]
fn declarations_are_sorted_and_have_their_crate_and_module() {
    let all: Vec<_> =
        declarations().unwrap().iter().map(|declaration| (declaration.kind(), declaration.name())).collect();
    let expected = [
        (ComponentKind::Model, "house"),
        (ComponentKind::Tool, "counted"),
        (ComponentKind::Tool, "delete_user"),
        (ComponentKind::Tool, "lookup_user"),
        (ComponentKind::Tool, "plugin"),
        (ComponentKind::Reducer, "last"),
    ];
    assert_eq!(all, expected);
    assert_eq!(
        (declared("lookup_user").crate_name(), declared("lookup_user").module_path()),
        ("collect", "collect::crm")
    );
    assert_eq!((declared("house").crate_name(), declared("house").module_path()), ("collect", "collect"));
    assert!(declared("plugin").is_at_run_time() && !declared("house").is_at_run_time());
    assert!(format!("{:?}", declared("house")).contains(r#"name: "house""#));
}

#[test]
fn a_filter_selects_by_module_kind_tag_or_name() {
    let names = |filter: fn(&Registration) -> bool| {
        let registry = CapabilityRegistry::<()>::collect_where(filter).unwrap();
        registry.components().iter().map(|component| component.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(|declaration| declaration.module_path() == "collect::crm"), ["delete_user", "lookup_user"]);
    assert_eq!(names(|declaration| declaration.kind() == ComponentKind::Model), ["house"]);
    assert_eq!(names(|declaration| declaration.tags().contains(&"slow")), ["lookup_user"]);
    assert_eq!(names(|declaration| declaration.aliases().contains(&"default")), ["house", "last"]);
    assert_eq!(names(|declaration| declaration.crate_name() != "collect"), [""; 0]);
}

#[test]
fn each_registry_constructs_its_own_values_and_a_filter_prevents_construction() {
    let constructed = || CONSTRUCTED.load(Ordering::Relaxed);
    let without = |declaration: &Registration| declaration.name() != "counted";
    // Other tests also collect, so the exact count is unknown. Comparing handles shows that the values differ.
    let (first, second) = (CapabilityRegistry::<()>::collect().unwrap(), CapabilityRegistry::<()>::collect().unwrap());
    assert!(!Arc::ptr_eq(first.tool("counted").unwrap(), second.tool("counted").unwrap()));
    assert!(constructed() >= 2);
    assert!(CapabilityRegistry::<()>::collect_where(without).unwrap().tool("counted").is_none());
}

#[test]
fn a_collected_registry_can_be_extended_and_changed() {
    let mut registry = CapabilityRegistry::<()>::collect().unwrap();
    registry.register_tool(echo::tool("plugin")).unwrap();
    assert!(registry.register_tool(echo::tool("whois")).is_err());
    registry.alias(ComponentKind::Tool, "extension", "plugin").unwrap();
    let old = registry.replace_tool(echo::tool("lookup_user")).unwrap();
    assert!(!Arc::ptr_eq(&old, registry.tool("lookup_user").unwrap()));
    assert_eq!(registry.metadata(ComponentKind::Tool, "lookup_user").unwrap().tags, ["crm", "read", "slow"]);
}
