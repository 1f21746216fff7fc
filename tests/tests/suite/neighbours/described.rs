use registry::{CapabilityRegistry, ComponentKind, capability};

const ELSEWHERE: &str = "Said elsewhere.";

#[capability(listener = "from_a_file")]
#[doc = include_str!("described.md")]
fn from_a_file() {}

/// Before the file.
#[doc = include_str!("described.md")]
///
/// Behind the file.
#[capability(listener = "around_a_file")]
fn around_a_file() {}

#[capability(listener = "by_an_argument", description = include_str!("described.md"))]
fn by_an_argument() {}

#[capability(listener = "by_a_constant", description = ELSEWHERE)]
fn by_a_constant() {}

/// Not this.
#[capability(listener = "put_together", description = concat!("Made of ", "two."))]
fn put_together() {}

/**
 * Has stars.
 *
 *     let code = 3;
 */
#[capability(listener = "with_stars")]
fn with_stars() {}

///   Indented,
///     and deeper,
/// * and a list.
#[capability(listener = "indented")]
fn indented() {}

#[test]
fn a_comment_is_described_as_rustdoc_shows_it() {
    let registry = CapabilityRegistry::<()>::collect_where(|it| it.module_path() == module_path!()).unwrap();
    let described = |name: &str| registry.metadata(ComponentKind::Listener, name).unwrap().description.to_string();
    assert_eq!(described("with_stars"), "Has stars.\n\n    let code = 3;");
    assert_eq!(described("indented"), "Indented,\n    and deeper,\n* and a list.");
}

#[test]
fn a_description_is_an_expression_wherever_it_is_said() {
    let registry = CapabilityRegistry::<()>::collect_where(|it| it.module_path() == module_path!()).unwrap();
    let text = "# Looks a user up\n\nBy the id that `lookup_user` takes.";
    let described = |name: &str| registry.metadata(ComponentKind::Listener, name).unwrap().description.to_string();
    assert_eq!(described("from_a_file"), text);
    assert_eq!(described("around_a_file"), format!("Before the file.\n\n{text}\n\n\n\nBehind the file."));
    assert_eq!(described("by_an_argument").trim(), text);
    assert_eq!(described("by_a_constant"), "Said elsewhere.");
    assert_eq!(described("put_together"), "Made of two.");
}
