//! The methods, with their parameters and results.

use super::params::Params;
use crate::{AgentError, AgentTable, Claimed, Filter, NewProcess, Page, ProcessFilter, ProcessState, Result};
use serde::Serialize;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

/// The names of the methods.
pub(super) mod name {
    pub(crate) const INFO: &str = "kernel.info";
    pub(crate) const CREATE: &str = "kernel.agent.create";
    pub(crate) const GET: &str = "kernel.agent.get";
    pub(crate) const PROCESSES: &str = "kernel.agent.list";
    pub(crate) const TRANSITION: &str = "kernel.agent.transition";
    pub(crate) const TERMINATE: &str = "kernel.agent.terminate";
    pub(crate) const REGISTER: &str = "kernel.registry.register";
    pub(crate) const REGISTER_OR_LOOKUP: &str = "kernel.registry.register_or_lookup";
    pub(crate) const UNREGISTER: &str = "kernel.registry.unregister";
    pub(crate) const UNREGISTER_IF: &str = "kernel.registry.unregister_if";
    pub(crate) const UNREGISTER_PID: &str = "kernel.registry.unregister_pid";
    pub(crate) const LOOKUP: &str = "kernel.registry.lookup";
    pub(crate) const LIST: &str = "kernel.registry.list";
}

/// Whether a method changes the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The method only reads, so a client may send the call again.
    Query,
    /// The method may change the table.
    Change,
}

use Kind::{Change, Query};

/// A method: its name, its kind and its implementation.
pub(super) struct Method(&'static str, Kind, fn(&dyn AgentTable, Params<'_>) -> Result<Box<RawValue>>);

const METHODS: &[Method] = &[
    Method(name::INFO, Query, info),
    Method(name::CREATE, Change, create),
    Method(name::GET, Query, get),
    Method(name::PROCESSES, Query, processes),
    Method(name::TRANSITION, Change, transition),
    Method(name::TERMINATE, Change, terminate),
    Method(name::REGISTER, Change, register),
    Method(name::REGISTER_OR_LOOKUP, Change, register_or_lookup),
    Method(name::UNREGISTER, Change, unregister),
    Method(name::UNREGISTER_IF, Change, unregister_if),
    Method(name::UNREGISTER_PID, Change, unregister_pid),
    Method(name::LOOKUP, Query, lookup),
    Method(name::LIST, Query, list),
];

/// Returns the method with this name.
pub(super) fn find(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|Method(known, ..)| *known == name)
}

impl Method {
    pub(super) fn is_change(&self) -> bool {
        self.1 == Change
    }

    pub(super) fn perform(&self, table: &dyn AgentTable, params: Option<&RawValue>) -> Result<Box<RawValue>> {
        (self.2)(table, Params::read(params)?)
    }
}

fn info(table: &dyn AgentTable, params: Params<'_>) -> Result<Box<RawValue>> {
    params.end()?;
    let info = table.info()?;
    let methods: Vec<&str> = METHODS.iter().map(|Method(name, ..)| *name).collect();
    result(&json!({
        "name": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "storage": info.storage,
        "schema_version": info.schema_version,
        "methods": methods,
    }))
}

fn create(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    let process = NewProcess {
        name: params.text("name")?,
        template: params.text("template")?,
        parent_pid: params.optional_pid("parent_pid")?,
        metadata: params.metadata()?,
    };
    params.end()?;
    result(&json!({ "pid": table.create(&process)?, "state": ProcessState::Ready }))
}

fn get(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    let pid = params.pid("pid")?;
    params.end()?;
    result(&table.get(pid)?)
}

fn processes(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    #[derive(Serialize)]
    struct Agents<T> {
        agents: Vec<T>,
        total: u64,
    }

    let filter = ProcessFilter {
        state: params.optional_state("state")?,
        parent_pid: params.optional_pid("parent_pid")?,
        limit: params.limit()?,
        offset: params.count("offset", 0)?,
    };
    params.end()?;
    let Page { entries, total } = table.processes(&filter)?;
    result(&Agents { agents: entries, total })
}

fn transition(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    let (pid, target) = (params.pid("pid")?, params.state("target_state")?);
    let reason = params.optional_text("reason")?;
    params.end()?;
    result(&table.transition(pid, target, reason.as_deref())?)
}

fn terminate(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    let (pid, exit_kind) = (params.pid("pid")?, params.text("exit_kind")?);
    let exit_detail = params.optional_object_or_message("exit_detail")?;
    params.end()?;
    result(&table.terminate(pid, &exit_kind, exit_detail.as_ref())?)
}

fn register(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    let (name, pid) = (params.text("name")?, params.pid("pid")?);
    let (tags, metadata) = (params.tags()?, params.metadata()?);
    params.end()?;
    let tags: Vec<&str> = tags.iter().map(|tag| &**tag).collect();
    table.register(&name, pid, &tags, &metadata)?;
    result(&json!({ "name": name, "pid": pid }))
}

fn register_or_lookup(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    #[derive(Serialize)]
    struct Answer<'a, T> {
        registered: bool,
        entry: &'a T,
    }

    let (name, pid) = (params.text("name")?, params.pid("pid")?);
    let (tags, metadata) = (params.tags()?, params.metadata()?);
    params.end()?;
    let tags: Vec<&str> = tags.iter().map(|tag| &**tag).collect();
    let claimed: Claimed = table.register_or_lookup(&name, pid, &tags, &metadata)?;
    result(&Answer { registered: claimed.is_new(), entry: claimed.entry() })
}

fn unregister(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    let name = params.text("name")?;
    params.end()?;
    result(&json!({ "removed": table.unregister(&name)?, "name": name }))
}

fn unregister_if(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    let (name, pid) = (params.text("name")?, params.pid("pid")?);
    params.end()?;
    result(&json!({ "removed": table.unregister_if(&name, pid)?, "name": name }))
}

fn unregister_pid(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    let pid = params.pid("pid")?;
    params.end()?;
    result(&json!({ "removed": table.unregister_pid(pid)?, "pid": pid }))
}

fn lookup(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    let name = params.text("name")?;
    params.end()?;
    result(&table.lookup(&name)?)
}

fn list(table: &dyn AgentTable, mut params: Params<'_>) -> Result<Box<RawValue>> {
    let (prefix, tag) = (params.optional_text("prefix")?, params.optional_text("tag")?);
    let (limit, offset) = (params.limit()?, params.count("offset", 0)?);
    params.end()?;
    result(&table.list(&Filter { prefix: prefix.as_deref(), tag: tag.as_deref(), limit, offset })?)
}

fn result(value: &impl Serialize) -> Result<Box<RawValue>> {
    to_raw_value(value).map_err(|error| AgentError::Internal { reason: error.to_string() })
}
