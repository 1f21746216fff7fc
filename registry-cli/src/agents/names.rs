//! `registry agents register`, `unregister`, `lookup`, `list`.

use super::printing::{Done, entries, footer, print};
use clap::Args;
use registry::agents::{AgentTable, Claimed, Filter, Metadata, Pid, RegistryEntry};
use serde::Serialize;
use serde_json::json;
use std::slice;

#[derive(Args)]
pub(super) struct Register {
    /// The name: 1 to 256 printable ASCII characters, such as `/agents/researcher/alice`.
    name: String,
    /// The pid of the process.
    pid: Pid,
    /// A tag to find the entry by; repeatable.
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// A JSON object to store with the entry.
    #[arg(long, value_name = "JSON", default_value = "{}")]
    metadata: Metadata,
    /// If the name is taken, print its entry instead of an error.
    #[arg(long)]
    or_lookup: bool,
}

#[derive(Serialize)]
struct Claim<'a> {
    registered: bool,
    entry: &'a RegistryEntry,
}

impl Register {
    pub(super) fn run(self, table: &dyn AgentTable, json: bool) -> Done {
        let tags: Vec<&str> = self.tags.iter().map(String::as_str).collect();
        if self.or_lookup {
            let claimed = table.register_or_lookup(&self.name, self.pid, &tags, &self.metadata)?;
            let value = Claim { registered: claimed.is_new(), entry: claimed.entry() };
            return print(json, &value, || match &claimed {
                Claimed::Registered(entry) => format!("registered {} for process {}", entry.name, entry.pid),
                Claimed::Existing(entry) => format!("process {} already has {}", entry.pid, entry.name),
            });
        }
        table.register(&self.name, self.pid, &tags, &self.metadata)?;
        let value = json!({ "name": self.name, "pid": self.pid });
        print(json, &value, || format!("registered {} for process {}", self.name, self.pid))
    }
}

#[derive(Args)]
#[group(required = true, multiple = true)]
pub(super) struct Unregister {
    /// The name.
    #[arg(conflicts_with = "all_of")]
    name: Option<String>,
    /// Only remove the name if this process has it.
    #[arg(long = "if", value_name = "PID", requires = "name")]
    held_by: Option<Pid>,
    /// Remove all names of this process.
    #[arg(long, value_name = "PID")]
    all_of: Option<Pid>,
}

impl Unregister {
    pub(super) fn run(self, table: &dyn AgentTable, json: bool) -> Done {
        let removed = match (&self.name, self.held_by, self.all_of) {
            (_, _, Some(pid)) => table.unregister_pid(pid)?,
            (Some(name), Some(pid), None) => table.unregister_if(name, pid)?,
            (Some(name), None, None) => table.unregister(name)?,
            (None, ..) => return Err("no name given: pass a name, or --all-of PID".into()),
        };
        print(json, &json!({ "removed": removed }), || match removed {
            1 => "removed 1 name".to_owned(),
            count => format!("removed {count} names"),
        })
    }
}

#[derive(Args)]
pub(super) struct Lookup {
    /// The name.
    name: String,
}

impl Lookup {
    pub(super) fn run(self, table: &dyn AgentTable, json: bool) -> Done {
        let entry = table.lookup(&self.name)?;
        print(json, &entry, || entries(slice::from_ref(&entry)))
    }
}

#[derive(Args)]
pub(super) struct List {
    /// Only list names with exactly this prefix.
    #[arg(long)]
    prefix: Option<String>,
    /// Only list entries with exactly this tag.
    #[arg(long)]
    tag: Option<String>,
    /// The maximum number of entries.
    #[arg(long, default_value_t = Filter::default().limit)]
    limit: u64,
    /// The number of entries to skip.
    #[arg(long, default_value_t = 0)]
    offset: u64,
}

impl List {
    pub(super) fn run(self, table: &dyn AgentTable, json: bool) -> Done {
        let (prefix, tag) = (self.prefix.as_deref(), self.tag.as_deref());
        let page = table.list(&Filter { prefix, tag, limit: self.limit, offset: self.offset })?;
        print(json, &page, || format!("{}\n{}", entries(&page.entries), footer(page.entries.len(), page.total)))
    }
}
