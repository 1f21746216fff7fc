registry::link!(crm-tools);
registry::link!("crm_tools");
registry::link!();

fn main() {}
