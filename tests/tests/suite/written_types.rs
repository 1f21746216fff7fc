//! A declaration writes the type of its item down once more, outside of the item. It has to mean the same there.

use registry::{ComponentKind, Registration, capability, declarations, resolve};
use std::borrow::Cow;

#[capability(reducer = "function_of_a_reference")]
const LENGTH: fn(&str) -> usize = str::len;

#[capability(reducer = "function_from_reference_to_reference")]
static TRIM: fn(&str) -> &str = str::trim;

#[capability(reducer = "closure_of_a_reference")]
static TRIM_DYNAMICALLY: &(dyn Fn(&str) -> &str + Sync) = &str::trim;

#[test]
fn a_function_in_a_constant_takes_references_of_any_lifetime() {
    let text = String::from(" x ");
    assert_eq!(resolve!(reducer "function_of_a_reference")(&text), 3);
    assert_eq!(resolve!(reducer "function_from_reference_to_reference")(&text), "x");
    assert_eq!(resolve!(reducer "closure_of_a_reference")(&text), "x");
}

struct Separator<'a>(&'a str);

#[capability(store = "elided_in_a_path")]
const SPACE: Cow<'_, str> = Cow::Borrowed(" ");

#[capability(store = "elided_everywhere")]
const SEPARATORS: (&str, [&Separator<'_>; 1], Option<&'_ str>) = (", ", [&Separator("; ")], None);

#[test]
fn a_lifetime_that_a_constant_leaves_out_is_static() {
    let space: Cow<'static, str> = resolve!(store "elided_in_a_path");
    assert_eq!(space, " ");
    let (comma, [Separator(semicolon)], none): (&'static str, [&'static Separator<'static>; 1], Option<&'static str>) =
        resolve!(store "elided_everywhere");
    assert_eq!((comma, *semicolon, none), (", ", "; ", None));
}

#[capability(reducer = "with_arguments_compiled_out")]
fn with_arguments_compiled_out(
    #[cfg(any())] _: DoesNotExist,
    kept: u8,
    #[cfg_attr(all(), cfg(any()))] _: DoesNotExist,
) -> u8 {
    kept
}

#[test]
fn an_argument_that_is_compiled_out_is_not_part_of_a_function() {
    assert_eq!(resolve!(reducer "with_arguments_compiled_out")(3), 3);
}

#[capability(listener = "unsized_struct")]
#[allow(dead_code, reason = "the type alone is declared")]
struct Unsized([u8]);

#[capability(listener = "trait_object")]
type Object = dyn Fn();

#[capability(listener = "text")]
type Text = str;

#[test]
fn a_type_without_a_size_can_bear_a_name() {
    let here = |declared: &&&Registration| declared.module_path() == module_path!();
    let declarations = declarations().unwrap().iter().filter(here).filter(|it| it.kind() == ComponentKind::Listener);
    assert_eq!(
        declarations.map(|declared| declared.name()).collect::<Vec<_>>(),
        ["text", "trait_object", "unsized_struct"]
    );
}
