//! The statements on the table of processes.

use super::failure::{failed, is_foreign_key};
use super::{as_limit, rows, text};
use crate::{AgentError, NewProcess, Page, Pid, Process, ProcessFilter, ProcessState, Result, Transition, clock};
use rusqlite::{Connection, Row, ToSql, TransactionBehavior, params};
use std::time::Duration;

const COLUMNS: &str = "pid, parent_pid, name, template, state, state_reason, created_at, updated_at, started_at, \
                       ended_at, exit_kind, exit_detail, metadata, last_event_id";

pub(super) fn create(connection: &Connection, new: &NewProcess, patience: Duration) -> Result<Pid> {
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
        (Err(error), _) => Err(failed(patience)(error)),
    }
}

pub(super) fn get(connection: &Connection, pid: Pid, patience: Duration) -> Result<Process> {
    let sql = format!("SELECT {COLUMNS} FROM agent_processes WHERE pid = ?1");
    rows(connection, &sql, &[&pid.get()], read, patience)?.pop().ok_or(AgentError::UnknownPid { pid })
}

/// The page and the total, which one read transaction gives.
pub(super) fn list(connection: &mut Connection, filter: &ProcessFilter, patience: Duration) -> Result<Page<Process>> {
    let failed = failed(patience);
    let (state, parent) = (filter.state.map(ProcessState::key), filter.parent_pid.map(Pid::get));
    let (limit, offset) = (as_limit(filter.limit), as_limit(filter.offset));
    let (matching, mut values): (_, Vec<&dyn ToSql>) = match (&state, &parent) {
        (None, None) => ("agent_processes", vec![]),
        (Some(state), None) => ("agent_processes WHERE state = ?", vec![state]),
        (None, Some(parent)) => ("agent_processes WHERE parent_pid = ?", vec![parent]),
        (Some(state), Some(parent)) => ("agent_processes WHERE state = ? AND parent_pid = ?", vec![state, parent]),
    };
    let snapshot = connection.transaction().map_err(&failed)?;
    let total: i64 = snapshot
        .prepare_cached(&format!("SELECT count(*) FROM {matching}"))
        .and_then(|mut statement| statement.query_row(values.as_slice(), |row| row.get(0)))
        .map_err(&failed)?;
    values.extend([&limit as &dyn ToSql, &offset]);
    let sql = format!("SELECT {COLUMNS} FROM {matching} ORDER BY pid LIMIT ? OFFSET ?");
    let entries = rows(&snapshot, &sql, &values, read, patience)?;
    snapshot.commit().map_err(failed)?;
    Ok(Page { entries, total: u64::try_from(total).unwrap_or_default() })
}

/// Moves a process, and lets `change` do what else the move does.
pub(super) fn transition(
    connection: &mut Connection,
    pid: Pid,
    target: ProcessState,
    patience: Duration,
    change: impl FnOnce(&mut Process),
) -> Result<Transition> {
    const SQL: &str = "UPDATE agent_processes SET state = ?2, state_reason = ?3, updated_at = ?4, started_at = ?5,
        ended_at = ?6, exit_kind = ?7, exit_detail = ?8 WHERE pid = ?1";
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed(patience))?;
    let mut process = get(&transaction, pid, patience)?;
    let prev_state = process.state;
    prev_state.check_move(pid, target)?;
    process.state = target;
    change(&mut process);
    transaction
        .prepare_cached(SQL)
        .and_then(|mut statement| {
            statement.execute(params![
                pid.get(),
                target.key(),
                process.state_reason,
                process.updated_at,
                process.started_at,
                process.ended_at,
                process.exit_kind,
                process.exit_detail
            ])
        })
        .map_err(failed(patience))?;
    transaction.commit().map_err(failed(patience))?;
    Ok(Transition { pid, prev_state, state: target })
}

fn read(row: &Row<'_>) -> rusqlite::Result<Result<Process>> {
    let pid = Pid::new(row.get(0)?);
    let unreadable = |what: &str, error: &dyn std::fmt::Display| AgentError::Storage {
        reason: format!("the {what} of process {pid} cannot be read: {error}"),
    };
    let state = match text(row, 4)?.parse::<ProcessState>() {
        Ok(state) => state,
        Err(error) => return Ok(Err(unreadable("state", &error))),
    };
    let metadata = match text(row, 12)?.parse() {
        Ok(metadata) => metadata,
        Err(error) => return Ok(Err(unreadable("metadata", &error))),
    };
    Ok(Ok(Process {
        pid,
        parent_pid: row.get::<_, Option<i64>>(1)?.map(Pid::new),
        name: row.get(2)?,
        template: row.get(3)?,
        state,
        state_reason: row.get(5)?,
        created_at: row.get(6)?,
        updated_at: row.get(7)?,
        started_at: row.get(8)?,
        ended_at: row.get(9)?,
        exit_kind: row.get(10)?,
        exit_detail: row.get(11)?,
        metadata,
        last_event_id: row.get(13)?,
    }))
}
