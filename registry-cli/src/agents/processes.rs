//! `registry agents spawn`, `ps`, `terminate`.

use super::printing::{Done, footer, print, processes};
use clap::Args;
use registry::agents::{AgentTable, EXIT_KINDS, Metadata, NewProcess, Pid, Process, ProcessFilter, ProcessState};
use serde::Serialize;
use serde_json::json;

#[derive(Args)]
pub(super) struct Spawn {
    /// The name of the process.
    name: String,
    /// The template that it is created from, such as `research/surveyor`.
    template: String,
    /// The pid of the process that creates it.
    #[arg(long, value_name = "PID")]
    parent: Option<Pid>,
    /// A JSON object to store with the process.
    #[arg(long, value_name = "JSON", default_value = "{}")]
    metadata: Metadata,
}

impl Spawn {
    pub(super) fn run(self, table: &dyn AgentTable, json: bool) -> Done {
        let Self { name, template, parent, metadata } = self;
        let pid = table.create(&NewProcess { name, template, parent_pid: parent, metadata })?;
        print(json, &json!({ "pid": pid, "state": ProcessState::Ready }), || pid.to_string())
    }
}

#[derive(Args)]
pub(super) struct Ps {
    /// Only list processes in this state: READY, RUNNING, WAITING, SUSPENDED or DEAD.
    #[arg(long)]
    state: Option<ProcessState>,
    /// Only list processes that this one created.
    #[arg(long, value_name = "PID")]
    parent: Option<Pid>,
    /// The maximum number of processes.
    #[arg(long, default_value_t = ProcessFilter::default().limit)]
    limit: u64,
    /// The number of processes to skip.
    #[arg(long, default_value_t = 0)]
    offset: u64,
}

#[derive(Serialize)]
struct Listed<'a> {
    agents: &'a [Process],
    total: u64,
}

impl Ps {
    pub(super) fn run(self, table: &dyn AgentTable, json: bool) -> Done {
        let Self { state, parent, limit, offset } = self;
        let page = table.processes(&ProcessFilter { state, parent_pid: parent, limit, offset })?;
        let value = Listed { agents: &page.entries, total: page.total };
        print(json, &value, || format!("{}\n{}", processes(&page.entries), footer(page.entries.len(), page.total)))
    }
}

#[derive(Args)]
pub(super) struct Terminate {
    /// The pid of the process.
    pid: Pid,
    /// How it ended: completed, cancelled, failed or crashed.
    #[arg(long, value_name = "KIND", default_value = "cancelled", value_parser = EXIT_KINDS)]
    kind: String,
    /// Details of how it ended: a JSON object, or text that is stored as the member `message`.
    #[arg(long, value_name = "TEXT")]
    detail: Option<String>,
    /// Also remove its names.
    #[arg(long)]
    unregister: bool,
}

impl Terminate {
    pub(super) fn run(self, table: &dyn AgentTable, json: bool) -> Done {
        let detail = self.detail.as_deref().map(Metadata::object_or_message);
        let transition = table.terminate(self.pid, &self.kind, detail.as_ref())?;
        let removed = if self.unregister { table.unregister_pid(self.pid)? } else { 0 };
        let mut value = json!(transition);
        value["removed"] = json!(removed);
        print(json, &value, || {
            let names = match (self.unregister, removed) {
                (false, _) => String::new(),
                (true, 1) => "; removed 1 name".to_owned(),
                (true, count) => format!("; removed {count} names"),
            };
            format!("process {} was {} and is {}{names}", self.pid, transition.prev_state, transition.state)
        })
    }
}
