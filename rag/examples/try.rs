fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let sources: Vec<rag::Source> =
        names.iter().map(|name| rag::Source::file(name.clone(), std::fs::read_to_string(name).unwrap())).collect();
    let program = rag::Program::parse(&sources);
    let report = rag::CapabilityResolver::from_lists([
        (rag::ComponentKind::Tool, vec!["lookup_user", "create_ticket"]),
        (rag::ComponentKind::Model, vec!["default"]),
    ])
    .allow_reducers(["messages", "aggregate", "barrier"])
    .check(&program);
    print!("{report}");
    match program.compile(&rag::CapabilityResolver::without_registry()) {
        Ok(c) => {
            for b in c.blueprints {
                print!("{}", b.to_json());
            }
        }
        Err(_) => println!("{}", report.to_json_lines()),
    }
}
