//! `registry agents spawn`, `ps`, `terminate`.

use super::printing::{Done, footer, print, processes};
use clap::Args;
use registry::agents::{AgentTable, EXIT_KINDS, Metadata, NewProcess, Pid, Process, ProcessFilter, ProcessState};
use serde::Serialize;
use serde_json::json;

#[derive(Args)]
pub(super) struct Spawn {
    /// What the process is called.
    name: String,
    /// What it is made from, such as `research/surveyor`.
    template: String,
    /// The process that creates it.
    #[arg(long, value_name = "PID")]
    parent: Option<Pid>,
    /// A JSON object to keep beside it.
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
    /// Only processes in this state: READY, RUNNING, WAITING, SUSPENDED or DEAD.
    #[arg(long)]
    state: Option<ProcessState>,
    /// Only processes that this one created.
    #[arg(long, value_name = "PID")]
    parent: Option<Pid>,
    /// Maximum number of processes.
    #[arg(long, default_value_t = ProcessFilter::default().limit)]
    limit: u64,
    /// Processes to skip.
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
    /// The process.
    pid: Pid,
    /// How it ended: completed, cancelled, failed or crashed.
    #[arg(long, value_name = "WORD", default_value = "cancelled", value_parser = EXIT_KINDS)]
    kind: String,
    /// More about how it ended: a JSON object, or a text, which is stored as its member `message`.
    #[arg(long, value_name = "TEXT")]
    detail: Option<String>,
    /// Remove its names as well.
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
