//! A package that knows the registry only through another crate, and does not say so. One that does is `fixtures/behind-a-facade`.

use crate::package::{Package, errors};

#[test]
fn a_package_that_does_not_say_where_the_registry_is_is_told_what_to_write() {
    let package = Package::lay_with("behind_a_house", &["house", "unrelated"]);
    package.write(
        "Cargo.toml",
        "[package]\nname = \"behind_a_house\"\nedition = \"2024\"\n\n\
         [dependencies]\nhouse = { path = \"house\" }\nunrelated = { path = \"unrelated\" }\n\n[workspace]\n",
    );
    package.write("unrelated/Cargo.toml", "[package]\nname = \"unrelated\"\nedition = \"2024\"\n");
    package.write("unrelated/src/lib.rs", "");
    package.write("house/src/lib.rs", "pub use registry;\n");
    let check = |arguments: &str| {
        let program = format!(
            "#[house::registry::capability(router = \"by_topic\"{arguments})]\npub fn by_topic() {{}}\n\n\
             pub fn called() {{\n    by_topic();\n}}\n"
        );
        package.write("src/lib.rs", &program);
        package.cargo("check", false)
    };

    let message = errors(&check(""));
    let told = "this package does not depend on `named-capabilities`; add it with `cargo add named-capabilities` or, if a \
                dependency re-exports it, give its path: `crate = house::registry`";
    assert!(message.contains(told), "{message}");
    assert_eq!(message.matches("\nerror").count(), 2, "one error, and cargo's that there was one: {message}");
    assert!(!message.contains("unresolved import"), "{message}");

    let message = errors(&check(", crate = house"));
    assert!(message.contains("unresolved import `house::__private`"), "{message}");
    assert!(message.contains("src/lib.rs:1:60"), "it is at the path: {message}");
    assert_eq!(message.matches("\nerror").count(), 2, "one error, and cargo's that there was one: {message}");

    let right = check(", crate = house::registry");
    assert!(right.status.success(), "{}", errors(&right));
    package.write("house/src/lib.rs", "pub use registry;\npub use registry::*;\n");
    let right = check(", crate = house");
    assert!(right.status.success(), "{}", errors(&right));
}
