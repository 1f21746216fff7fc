registry::link!(elsewhere, crm_tools);

fn main() {}
