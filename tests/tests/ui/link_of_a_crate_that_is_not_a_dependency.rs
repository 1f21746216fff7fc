registry::link!(elsewhere, crm_tools);
registry::link! { elsewhree }

fn main() {}
