registry::link!(crm-tools);
registry::link!("crm_tools");
registry::link!();
registry::link!(crm_tools mail);

fn main() {}
