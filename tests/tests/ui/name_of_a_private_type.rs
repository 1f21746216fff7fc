mod tools {
    #[registry::capability(router = "by_intent", init = ByIntent::new)]
    struct ByIntent;

    impl ByIntent {
        fn new() -> Self {
            Self
        }
    }

    mod inner {
        fn visible_here() {
            let _ = registry::resolve!(router "by_intent");
        }
    }
}

fn main() {
    let _ = registry::resolve!(router "by_intent");
}
