//! Every form of item declares a component of every kind that has a value, and the name-only kinds take any item.

use registry::harness::{BoxError, ChatModel, HarnessAgent, HarnessError, Tool, Value, async_trait};
use registry::{Blueprint, CapabilityRegistry, ComponentKind, capability};
use std::str::Utf8Error;
use std::sync::Arc;
use tests::Echo;

type Fallible<T> = Result<T, Utf8Error>;

/// Gives what it is given, if it is lucky.
fn checked<T>(value: T) -> Fallible<T> {
    std::str::from_utf8(b"text").map(|_| value)
}

/// A generic type, of which an alias names an instance.
struct Named<T>(T);

impl<T: From<Echo>> Default for Named<T> {
    fn default() -> Self {
        Self(Echo("a_generic_alias").into())
    }
}

/// The three traits, for the types that are declared themselves.
macro_rules! behave {
    ($($type:ty = $name:literal $(, $parameter:ident)?;)*) => {$(
        #[async_trait]
        impl$(<$parameter: Send + Sync>)? ChatModel for $type {
            async fn chat(
                &self,
                _: &(),
                _: registry::harness::ChatRequest,
            ) -> Result<registry::harness::ChatResponse, HarnessError> {
                Ok(registry::harness::ChatResponse::text($name))
            }
        }

        #[async_trait]
        impl$(<$parameter: Send + Sync>)? Tool for $type {
            fn name(&self) -> &str {
                $name
            }

            async fn call(&self, _: &(), arguments: Value) -> Result<Value, HarnessError> {
                Ok(arguments)
            }
        }

        #[async_trait]
        impl$(<$parameter: Send + Sync>)? HarnessAgent for $type {
            fn name(&self) -> &str {
                $name
            }

            async fn run(&self, _: &str) -> Result<String, HarnessError> {
                Ok($name.to_owned())
            }
        }
    )*};
}

behave! { Named<T> = "a_generic_alias", T; }

macro_rules! forms {
    ($module:ident: $kind:ident $($custom:ident)?, $trait:ident) => {
        mod $module {
            use super::*;

            #[capability($kind = "a_struct" $(, $custom)?)]
            #[derive(Default)]
            struct Struct;

            #[capability($kind = "a_struct_with_init" $(, $custom)?, init = StructWithInit::new)]
            struct StructWithInit(#[allow(dead_code, reason = "a type that is not `Default`")] &'static str);

            impl StructWithInit {
                fn new() -> Self {
                    Self("made")
                }
            }

            #[capability($kind = "an_enum" $(, $custom)?)]
            #[derive(Default)]
            enum Enum {
                #[default]
                Variant,
            }

            behave! {
                Struct = "a_struct";
                StructWithInit = "a_struct_with_init";
                Enum = "an_enum";
            }

            #[capability($kind = "a_generic_alias" $(, $custom)?)]
            type GenericAlias = Named<Echo>;

            #[capability($kind = "a_generic_alias_with_init" $(, $custom)?, init = alias)]
            type GenericAliasWithInit = Arc<Echo>;

            fn alias() -> GenericAliasWithInit {
                Arc::new(Echo("a_generic_alias_with_init"))
            }

            #[capability($kind = "a_function" $(, $custom)?)]
            fn function() -> Echo {
                Echo("a_function")
            }

            #[capability($kind = "a_const_function" $(, $custom)?)]
            const fn const_function() -> Echo {
                Echo("a_const_function")
            }

            #[capability($kind = "a_function_with_result" $(, $custom)?)]
            fn function_with_result() -> Result<Echo, Utf8Error> {
                checked(Echo("a_function_with_result"))
            }

            #[capability($kind = "a_function_with_result_alias" $(, $custom)?)]
            fn function_with_result_alias() -> Fallible<Echo> {
                checked(Echo("a_function_with_result_alias"))
            }

            #[capability($kind = "a_function_with_boxed_error" $(, $custom)?)]
            fn function_with_boxed_error() -> Result<Echo, BoxError> {
                Ok(checked(Echo("a_function_with_boxed_error"))?)
            }

            #[capability($kind = "a_function_with_text_error" $(, $custom)?)]
            fn function_with_text_error() -> Result<Echo, &'static str> {
                checked(Echo("a_function_with_text_error")).map_err(|_| "unlucky")
            }

            #[capability($kind = "an_opaque_function" $(, $custom)?)]
            fn opaque() -> impl $trait {
                Echo("an_opaque_function")
            }

            #[capability($kind = "an_opaque_function_with_result" $(, $custom)?)]
            fn opaque_with_result() -> Result<impl $trait, Utf8Error> {
                checked(Echo("an_opaque_function_with_result"))
            }

            #[capability($kind = "an_opaque_function_with_result_alias" $(, $custom)?)]
            fn opaque_with_result_alias() -> Fallible<impl $trait> {
                checked(Echo("an_opaque_function_with_result_alias"))
            }

            #[capability($kind = "a_boxed_opaque_function" $(, $custom)?)]
            fn boxed_opaque() -> Box<impl $trait> {
                Box::new(Echo("a_boxed_opaque_function"))
            }

            #[capability($kind = "a_boxed_function" $(, $custom)?)]
            fn boxed() -> Box<dyn $trait> {
                Box::new(Echo("a_boxed_function"))
            }

            #[capability($kind = "a_counted_function" $(, $custom)?)]
            fn counted() -> Arc<dyn $trait> {
                Arc::new(Echo("a_counted_function"))
            }

            #[capability($kind = "a_counted_function_with_result" $(, $custom)?)]
            fn counted_with_result() -> Fallible<Arc<Echo>> {
                checked(Arc::new(Echo("a_counted_function_with_result")))
            }

            #[capability($kind = "a_function_of_a_reference" $(, $custom)?)]
            fn reference() -> &'static dyn $trait {
                &Echo("a_function_of_a_reference")
            }

            #[capability($kind = "a_static" $(, $custom)?)]
            static STATIC: Echo = Echo("a_static");

            #[capability($kind = "a_static_reference" $(, $custom)?)]
            static STATIC_REFERENCE: &Echo = &Echo("a_static_reference");

            #[capability($kind = "a_static_trait_object" $(, $custom)?)]
            static STATIC_TRAIT_OBJECT: &dyn $trait = &Echo("a_static_trait_object");

            #[capability($kind = "a_const" $(, $custom)?)]
            const CONST: Echo = Echo("a_const");

            #[capability($kind = "a_const_reference" $(, $custom)?)]
            const CONST_REFERENCE: &Echo = &Echo("a_const_reference");
        }
    };
}

/// What `forms!` declares for a kind.
const FORMS: [&str; 24] = [
    "a_boxed_function",
    "a_boxed_opaque_function",
    "a_const",
    "a_const_function",
    "a_const_reference",
    "a_counted_function",
    "a_counted_function_with_result",
    "a_function",
    "a_function_of_a_reference",
    "a_function_with_boxed_error",
    "a_function_with_result",
    "a_function_with_result_alias",
    "a_function_with_text_error",
    "a_generic_alias",
    "a_generic_alias_with_init",
    "a_static",
    "a_static_reference",
    "a_static_trait_object",
    "a_struct",
    "a_struct_with_init",
    "an_enum",
    "an_opaque_function",
    "an_opaque_function_with_result",
    "an_opaque_function_with_result_alias",
];

forms!(models: model custom, ChatModel);
forms!(tools: tool, Tool);
forms!(agents: agent, HarnessAgent);

mod graphs {
    use super::{Fallible, checked};
    use rag::{Definition, List, Text};
    use registry::{Blueprint, capability};
    use std::str::Utf8Error;
    use std::sync::Arc;

    macro_rules! blueprint {
        ($name:literal) => {{
            const DEFINITION: &Definition = &Definition {
                schema: rag::Schema,
                graph: Text::Borrowed($name),
                start: Text::Borrowed("reply"),
                metadata: None,
                defaults: None,
                allow: List::Borrowed(&[]),
                input: None,
                output: None,
                checkpoint: None,
                interrupt: None,
                channels: List::Borrowed(&[]),
                nodes: List::Borrowed(&[]),
                joins: List::Borrowed(&[]),
                provenance: None,
            };
            Blueprint::constant(|| DEFINITION)
        }};
    }

    #[capability(graph = "a_type_alias", init = alias)]
    type Alias = Blueprint;

    fn alias() -> Alias {
        blueprint!("a_type_alias")
    }

    #[capability(graph = "a_function")]
    fn function() -> Blueprint {
        blueprint!("a_function")
    }

    #[capability(graph = "a_function_with_result")]
    fn function_with_result() -> Result<Blueprint, Utf8Error> {
        checked(blueprint!("a_function_with_result"))
    }

    #[capability(graph = "a_function_with_result_alias")]
    fn function_with_result_alias() -> Fallible<Blueprint> {
        checked(blueprint!("a_function_with_result_alias"))
    }

    #[capability(graph = "a_boxed_function")]
    fn boxed() -> Box<Blueprint> {
        Box::new(blueprint!("a_boxed_function"))
    }

    #[capability(graph = "a_counted_function")]
    fn counted() -> Arc<Blueprint> {
        Arc::new(blueprint!("a_counted_function"))
    }

    #[capability(graph = "a_counted_function_with_result")]
    fn counted_with_result() -> Fallible<Arc<Blueprint>> {
        checked(Arc::new(blueprint!("a_counted_function_with_result")))
    }

    #[capability(graph = "a_function_of_a_reference")]
    fn reference() -> &'static Blueprint {
        STATIC_REFERENCE
    }

    #[capability(graph = "a_static")]
    static STATIC: Blueprint = blueprint!("a_static");

    #[capability(graph = "a_static_reference")]
    static STATIC_REFERENCE: &Blueprint = &blueprint!("a_static_reference");

    #[capability(graph = "a_const")]
    const CONST: Blueprint = blueprint!("a_const");
}

macro_rules! name_only {
    ($($kind:ident)*) => {$(
        mod $kind {
            use registry::capability;

            #[capability($kind = "a_struct")]
            struct Struct;

            #[capability($kind = "a_struct_with_init", init = StructWithInit::default)]
            #[derive(Default, PartialEq, Debug)]
            struct StructWithInit(u8);

            #[capability($kind = "an_enum")]
            enum Enum {}

            #[capability($kind = "an_alias")]
            type Alias = Vec<u8>;

            #[capability($kind = "a_function")]
            fn function(text: &str, times: usize) -> String {
                text.repeat(times)
            }

            #[capability($kind = "an_async_function")]
            async fn asynchronous() {}

            #[capability($kind = "an_opaque_function")]
            fn opaque(_: impl Clone) -> impl Clone {}

            #[capability($kind = "a_const")]
            const CONST: &str = "a constant";

            #[capability($kind = "a_static")]
            static STATIC: u64 = 7;

            #[test]
            fn a_name_resolves_to_its_item() {
                assert_eq!(registry::resolve!($kind "a_function")("ab", 2), "abab");
                assert_eq!(registry::resolve!($kind "a_const"), CONST);
                assert!(std::ptr::eq(registry::resolve!($kind "a_static"), &raw const STATIC));
                assert_eq!(registry::resolve!($kind "a_struct_with_init"), StructWithInit(0));
            }
        }
    )*};
}

const NAME_ONLY: [&str; 9] = [
    "a_const",
    "a_function",
    "a_static",
    "a_struct",
    "a_struct_with_init",
    "an_alias",
    "an_async_function",
    "an_enum",
    "an_opaque_function",
];

name_only! { router reducer store script middleware checkpointer task_store listener }

#[test]
fn every_form_of_item_is_collected_for_every_kind() {
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    for kind in ComponentKind::ALL {
        let expected: &[&str] = match kind {
            ComponentKind::Model | ComponentKind::Tool | ComponentKind::Agent => &FORMS,
            ComponentKind::Graph => continue,
            _ => &NAME_ONLY,
        };
        assert_eq!(registry.names(kind), expected, "{kind}");
    }
    for name in registry.names(ComponentKind::Graph) {
        let graph = registry.graph_blueprint(name).unwrap();
        let own = if name == "a_function_of_a_reference" { "a_static_reference" } else { name };
        assert_eq!(graph.graph, own);
    }
    assert_eq!(registry.names(ComponentKind::Graph).len(), 11);
}

#[test]
fn a_name_resolves_to_a_value_of_the_type_behind_it() {
    let value: Echo = registry::resolve!(tool "a_const");
    assert_eq!(value, Echo("a_const"));
    let reference: &'static Echo = registry::resolve!(model "a_static");
    assert_eq!(reference, &Echo("a_static"));
    let made: Result<Echo, Utf8Error> = registry::resolve!(agent "a_function_with_result");
    assert_eq!(made, Ok(Echo("a_function_with_result")));
    let opaque: Arc<dyn Tool> = registry::resolve!(tool "an_opaque_function");
    assert_eq!(opaque.name(), "an_opaque_function");
    let fallible: Result<Arc<dyn HarnessAgent>, BoxError> = registry::resolve!(agent "an_opaque_function_with_result");
    assert_eq!(fallible.unwrap().name(), "an_opaque_function_with_result");
    let graph: &'static Blueprint = registry::resolve!(graph "a_static");
    assert_eq!(graph.graph, "a_static");
}

#[test]
fn a_static_is_shared_with_the_registry_and_not_copied() {
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    let tool = registry.tool("a_static").unwrap();
    assert!(std::ptr::addr_eq(tool.name(), registry::resolve!(tool "a_static").0));
}
