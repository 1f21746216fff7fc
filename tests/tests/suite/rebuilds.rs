//! What cargo builds again when a part of a program has changed: nothing that is added is missed, and nothing that was removed
//! stays.

use crate::package::{Package, errors};
use crate::skipped::is_left_to_ci;

#[test]
fn a_change_of_a_graph_alone_is_seen_by_the_next_check() {
    let package = Package::lay("graph_alone");
    package.write(
        "src/lib.rs",
        "use registry::{Blueprint, capability, include_rag};\n\n\
         #[capability(router = \"by_topic\")]\nfn by_topic() {}\n\n\
         pub static GRAPH: Blueprint = include_rag!(\"graphs/triage.rag\");\n",
    );
    let check_with = |router: &str| {
        package.write(
            "graphs/triage.rag",
            &format!("graph triage {{\n  start sort\n  node sort {{ kind router  model \"{router}\" }}\n}}\n"),
        );
        package.cargo("check", false)
    };
    let first = check_with("by_topic");
    assert!(first.status.success(), "{}", errors(&first));
    let unchanged = errors(&package.cargo("check", false));
    assert!(!unchanged.contains("Checking graph_alone"), "nothing has changed: {unchanged}");

    let wrong = check_with("by_topik");
    let message = errors(&wrong);
    assert!(!wrong.status.success(), "{message}");
    assert!(message.contains("unknown router `by_topik`") && message.contains("graphs/triage.rag:3:35"), "{message}");

    let right = check_with("by_topic");
    assert!(right.status.success(), "{}", errors(&right));
}

#[test]
fn a_change_of_a_dependency_alone_is_seen_by_the_next_check() {
    let package = Package::lay_with("dependency_alone", &["crm", "mail"]);
    package.write(
        "src/lib.rs",
        "registry::link!(crm, mail);\n\n\
         #[registry::capability(router = \"lead\")]\nfn lead() {}\n\n\
         pub fn routers() {\n    registry::resolve!(router \"ticket\")();\n}\n",
    );
    // What each dependency declares, and what the compiler says of the program.
    let steps: [(&[&str], &[&str], Option<&str>); 8] = [
        (&["ticket"], &[], None),
        (&["ticked"], &[], Some("unknown router `ticket`")),
        (&["ticked", "ticket"], &[], None),
        (&["ticket", "lead"], &[], Some("this router name is declared more than once")),
        (&["ticket"], &[], None),
        (&[], &["ticket"], None),
        (&[], &[], Some("unknown router `ticket`")),
        (&["ticket"], &["lent"], None),
    ];
    for (number, (crm, mail, error)) in steps.into_iter().enumerate() {
        package.declare("crm/src/lib.rs", crm);
        package.declare("mail/src/lib.rs", mail);
        let output = package.cargo("check", true);
        let message = errors(&output);
        assert_eq!(output.status.success(), error.is_none(), "step {number}: {message}");
        assert!(message.contains(error.unwrap_or_default()), "step {number}: {message}");
    }
}

#[test]
fn an_incremental_build_finds_what_was_added_and_not_what_was_removed() {
    if is_left_to_ci("an_incremental_build_finds_what_was_added_and_not_what_was_removed") {
        return;
    }
    let package = Package::lay_with("added_and_removed", &["crm"]);
    // Two modules that `main` does not mention, and a crate that it only links.
    package.write(
        "src/main.rs",
        "mod sales;\nmod support;\n\nregistry::link!(crm);\n\n\
         fn main() {\n    \
             match registry::CapabilityRegistry::<()>::collect() {\n        \
                 Ok(registry) => println!(\"{}\", registry.names(registry::ComponentKind::Router).join(\" \")),\n        \
                 Err(error) => println!(\"{error}\"),\n    \
             }\n\
         }\n",
    );
    let build_and_run = || {
        let output = package.cargo("run", true);
        assert!(output.status.success(), "{}", errors(&output));
        String::from_utf8(output.stdout).expect("the program writes text")
    };
    // What changes, and what the program then offers.
    let steps: [(&str, &[&str], &str); 8] = [
        ("src/sales.rs", &["lead", "offer"], "lead offer\n"),
        ("src/support.rs", &["ticket"], "lead offer ticket\n"),
        ("src/support.rs", &["ticket", "refund"], "lead offer refund ticket\n"),
        ("src/sales.rs", &["offer"], "offer refund ticket\n"),
        ("src/support.rs", &["renamed"], "offer renamed\n"),
        ("crm/src/lib.rs", &["lookup"], "lookup offer renamed\n"),
        ("crm/src/lib.rs", &["find", "tag"], "find offer renamed tag\n"),
        ("crm/src/lib.rs", &[], "offer renamed\n"),
    ];
    for path in ["src/sales.rs", "src/support.rs", "crm/src/lib.rs"] {
        package.declare(path, &[]);
    }
    for (path, routers, offered) in steps {
        package.declare(path, routers);
        assert_eq!(build_and_run(), offered, "{path} {routers:?}");
    }
}

#[test]
fn a_conflict_of_two_crates_comes_and_goes_with_an_incremental_build() {
    if is_left_to_ci("a_conflict_of_two_crates_comes_and_goes_with_an_incremental_build") {
        return;
    }
    let package = Package::lay_with("conflict_of_crates", &["crm", "mail"]);
    package.write(
        "src/main.rs",
        "registry::link!(crm, mail);\n\n\
         fn main() -> registry::Result<()> {\n    \
             registry::CapabilityRegistry::<()>::collect().map(drop)\n\
         }\n",
    );
    package.declare("crm/src/lib.rs", &["route"]);
    for (mail, conflicts) in [(&["other"][..], false), (&["other", "route"], true), (&["other", "rout"], false)] {
        package.declare("mail/src/lib.rs", mail);
        let output = package.cargo("run", true);
        let message = errors(&output);
        assert_eq!(output.status.success(), !conflicts, "{message}");
        assert_eq!(message.contains("the router name `route` is used twice"), conflicts, "{message}");
    }
}
