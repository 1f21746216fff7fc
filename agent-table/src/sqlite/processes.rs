//! SQL statements for the table of processes.

use super::failure::{failed, is_foreign_key};
use super::row::RowReader;
use super::{as_limit, rows};
use crate::{
    AgentError, Metadata, NewProcess, Page, Pid, Process, ProcessFilter, ProcessState, Result, Transition,
    UnknownState, clock,
};
use rusqlite::{Connection, Row, ToSql, TransactionBehavior, params};

const COLUMNS: &str = "pid, parent_pid, name, template, state, state_reason, created_at, updated_at, started_at, \
                       ended_at, exit_kind, exit_detail, metadata, last_event_id";

pub(super) fn create(connection: &Connection, new: &NewProcess) -> Result<Pid> {
    const SQL: &str =
        "INSERT INTO agent_processes (parent_pid, name, template, state, created_at, updated_at, metadata)
        VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)";
    let values = params![
        new.parent_pid.map(Pid::get),
        new.name,
        new.template,
        ProcessState::Ready.key(),
        clock::now(),
        new.metadata.as_str()
    ];
    match (connection.prepare_cached(SQL).and_then(|mut statement| statement.insert(values)), new.parent_pid) {
        (Ok(pid), _) => Ok(Pid::new(pid)),
        (Err(error), Some(pid)) if is_foreign_key(&error) => Err(AgentError::UnknownPid { pid }),
        (Err(error), _) => Err(failed(error)),
    }
}

pub(super) fn get(connection: &Connection, pid: Pid) -> Result<Process> {
    let sql = format!("SELECT {COLUMNS} FROM agent_processes WHERE pid = ?1");
    rows(connection, &sql, &[&pid.get()], read)?.pop().ok_or(AgentError::UnknownPid { pid })
}

/// Returns a page and the total, both read in one transaction.
pub(super) fn list(connection: &mut Connection, filter: &ProcessFilter) -> Result<Page<Process>> {
    let (state, parent) = (filter.state.map(ProcessState::key), filter.parent_pid.map(Pid::get));
    let (limit, offset) = (as_limit(filter.limit), as_limit(filter.offset));
    let (matching, mut values): (_, Vec<&dyn ToSql>) = match (&state, &parent) {
        (None, None) => ("agent_processes", vec![]),
        (Some(state), None) => ("agent_processes WHERE state = ?", vec![state]),
        (None, Some(parent)) => ("agent_processes WHERE parent_pid = ?", vec![parent]),
        (Some(state), Some(parent)) => ("agent_processes WHERE state = ? AND parent_pid = ?", vec![state, parent]),
    };
    let snapshot = connection.transaction().map_err(failed)?;
    let total: i64 = snapshot
        .prepare_cached(&format!("SELECT count(*) FROM {matching}"))
        .and_then(|mut statement| statement.query_row(values.as_slice(), |row| row.get(0)))
        .map_err(failed)?;
    values.extend([&limit as &dyn ToSql, &offset]);
    let sql = format!("SELECT {COLUMNS} FROM {matching} ORDER BY pid LIMIT ? OFFSET ?");
    let entries = rows(&snapshot, &sql, &values, read)?;
    snapshot.commit().map_err(failed)?;
    Ok(Page { entries, total: u64::try_from(total).unwrap_or_default() })
}

/// How a process ended.
pub(super) struct Exit<'a> {
    pub(super) kind: &'a str,
    pub(super) detail: Option<&'a Metadata>,
}

/// Moves a process to another state. Only the columns that change are written, which preserves whatever another program
/// stored in the others.
pub(super) fn transition(
    connection: &mut Connection,
    pid: Pid,
    target: ProcessState,
    reason: Option<&str>,
    exit: Option<&Exit<'_>>,
) -> Result<Transition> {
    const SQL: &str = "UPDATE agent_processes SET state = ?2, state_reason = ?3, updated_at = ?4,
        started_at = CASE ?2 WHEN 'RUNNING' THEN coalesce(started_at, ?4) ELSE started_at END,
        ended_at = CASE ?2 WHEN 'DEAD' THEN ?4 ELSE ended_at END,
        exit_kind = coalesce(?5, exit_kind), exit_detail = coalesce(?6, exit_detail) WHERE pid = ?1";
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let prev_state = get(&transaction, pid)?.state;
    prev_state.check_transition(pid, target)?;
    let (kind, detail) = (exit.map(|exit| exit.kind), exit.and_then(|exit| exit.detail).map(Metadata::as_str));
    transaction
        .prepare_cached(SQL)
        .and_then(|mut statement| {
            statement.execute(params![pid.get(), target.key(), reason, clock::now(), kind, detail])
        })
        .map_err(failed)?;
    transaction.commit().map_err(failed)?;
    Ok(Transition { pid, prev_state, state: target })
}

fn read(row: &Row<'_>) -> rusqlite::Result<Process> {
    let mut columns = RowReader::new(row);
    Ok(Process {
        pid: Pid::new(row.get("pid")?),
        parent_pid: columns.integer_or_null("parent_pid")?.map(Pid::new),
        name: columns.text("name")?,
        template: columns.text("template")?,
        // A constraint of the database allows no other value, so this fails only if the file is damaged.
        state: row.get::<_, String>("state")?.parse().map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(4, rusqlite::types::Type::Text, Box::<UnknownState>::new(error))
        })?,
        state_reason: columns.text_or_null("state_reason")?,
        created_at: columns.seconds("created_at")?,
        updated_at: columns.seconds("updated_at")?,
        started_at: columns.seconds_or_null("started_at")?,
        ended_at: columns.seconds_or_null("ended_at")?,
        exit_kind: columns.text_or_null("exit_kind")?,
        exit_detail: columns.object_or_message("exit_detail")?,
        metadata: columns.object("metadata")?,
        last_event_id: columns.integer("last_event_id")?,
        unreadable: columns.unreadable(),
    })
}
