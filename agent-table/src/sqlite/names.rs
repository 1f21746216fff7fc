//! SQL statements for the table of names.

use super::failure::{failed, is_foreign_key, is_primary_key};
use super::row::{RowReader, elements};
use super::{as_limit, rows};
use crate::{AgentError, Claimed, Filter, Metadata, Page, Pid, RegistryEntry, Result, clock};
use rusqlite::{Connection, OptionalExtension as _, Row, ToSql, TransactionBehavior, params};
use serde_json::value::RawValue;

const COLUMNS: &str = "name, pid, tags, metadata, registered_at";

const INSERT: &str =
    "INSERT INTO agent_registry (name, pid, tags, metadata, registered_at) VALUES (?1, ?2, ?3, ?4, ?5)";

/// Registers a name. The statement is a transaction of its own, which SQLite begins as a write transaction.
pub(super) fn register(connection: &Connection, entry: &RegistryEntry) -> Result<()> {
    match insert(connection, INSERT, entry) {
        Ok(_) => Ok(()),
        Err(error) if is_primary_key(&error) => Err(AgentError::RegistryNameExists { name: entry.name.clone() }),
        Err(error) if is_foreign_key(&error) => Err(AgentError::UnknownPid { pid: entry.pid }),
        Err(error) => Err(failed(error)),
    }
}

pub(super) fn register_or_lookup(connection: &mut Connection, entry: RegistryEntry) -> Result<Claimed> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let claimed = match insert(&transaction, &format!("{INSERT} ON CONFLICT (name) DO NOTHING"), &entry) {
        Ok(0) => Claimed::Existing(lookup(&transaction, &entry.name)?),
        Ok(_) => Claimed::Registered(entry),
        Err(error) if is_foreign_key(&error) => return Err(AgentError::UnknownPid { pid: entry.pid }),
        Err(error) => return Err(failed(error)),
    };
    transaction.commit().map_err(failed)?;
    Ok(claimed)
}

fn insert(connection: &Connection, sql: &str, entry: &RegistryEntry) -> rusqlite::Result<usize> {
    let as_sql = |error: serde_json::Error| rusqlite::Error::ToSqlConversionFailure(error.into());
    let tags = serde_json::to_string(&entry.tags).map_err(as_sql)?;
    let values = params![entry.name, entry.pid.get(), tags, entry.metadata.as_str(), entry.registered_at];
    connection.prepare_cached(sql)?.execute(values)
}

pub(super) fn new_entry(name: &str, pid: Pid, tags: Vec<String>, metadata: &Metadata) -> RegistryEntry {
    let (metadata, registered_at) = (metadata.clone(), clock::now());
    RegistryEntry { name: name.to_owned(), pid, tags, metadata, registered_at, unreadable: Vec::new() }
}

/// Deletes the entries that match the condition, whose parameters are `values`.
pub(super) fn delete(connection: &Connection, condition: &str, values: &[&dyn ToSql]) -> Result<u64> {
    connection
        .prepare_cached(&format!("DELETE FROM agent_registry WHERE {condition}"))
        .and_then(|mut statement| statement.execute(values))
        .map(|count| count as u64)
        .map_err(failed)
}

pub(super) fn lookup(connection: &Connection, name: &str) -> Result<RegistryEntry> {
    const SQL: &str = "SELECT name, pid, tags, metadata, registered_at FROM agent_registry WHERE name = ?1";
    rows(connection, SQL, &[&name], read)?.pop().ok_or_else(|| AgentError::RegistryNotFound { name: name.to_owned() })
}

pub(super) fn resolve_pid(connection: &Connection, name: &str) -> Result<Pid> {
    connection
        .prepare_cached("SELECT pid FROM agent_registry WHERE name = ?1")
        .and_then(|mut statement| statement.query_row([name], |row| row.get(0)).optional())
        .map_err(failed)?
        .map(Pid::new)
        .ok_or_else(|| AgentError::RegistryNotFound { name: name.to_owned() })
}

/// Returns a page and the total, both read in one transaction.
pub(super) fn list(connection: &mut Connection, filter: &Filter<'_>) -> Result<Page<RegistryEntry>> {
    let snapshot = connection.transaction().map_err(failed)?;
    let page = match (filter.prefix, filter.tag) {
        (None, Some(tag)) => match scan_for_tag(&snapshot, tag)? {
            Some(matches) => page_of_matches(&snapshot, matches, filter)?,
            None => page_in_order(&snapshot, filter)?,
        },
        _ => page_in_order(&snapshot, filter)?,
    };
    snapshot.commit().map_err(failed)?;
    Ok(page)
}

/// The maximum number of entries with a tag that are found by a scan in file order and sorted in memory. A scan in the order
/// of names reads rows in random places, and if few entries have the tag, it reads most of the table.
const MAX_SCAN_MATCHES: usize = 4_096;

/// Returns the names and row ids of the entries with a tag, or `None` if there are more than [`MAX_SCAN_MATCHES`].
fn scan_for_tag(connection: &Connection, tag: &str) -> Result<Option<Vec<(String, i64)>>> {
    const SQL: &str = "SELECT name, rowid FROM agent_registry WHERE has_tag(tags, ?1, ?2) LIMIT ?3";
    let limit = i64::try_from(MAX_SCAN_MATCHES).unwrap_or(i64::MAX).saturating_add(1);
    let values: [&dyn ToSql; 3] = [&tag, &quoted(tag), &limit];
    let matches = rows(connection, SQL, &values, |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok((matches.len() <= MAX_SCAN_MATCHES).then_some(matches))
}

fn page_of_matches(
    connection: &Connection,
    mut matches: Vec<(String, i64)>,
    filter: &Filter<'_>,
) -> Result<Page<RegistryEntry>> {
    const SQL: &str = "SELECT name, pid, tags, metadata, registered_at FROM agent_registry WHERE rowid = ?1";
    matches.sort_unstable();
    let skipped = usize::try_from(filter.offset).unwrap_or(usize::MAX);
    let taken = usize::try_from(filter.limit).unwrap_or(usize::MAX);
    let mut entries = Vec::new();
    for (_, row) in matches.iter().skip(skipped).take(taken) {
        entries.extend(rows(connection, SQL, &[row], read)?);
    }
    Ok(Page { entries, total: matches.len() as u64 })
}

fn page_in_order(connection: &Connection, filter: &Filter<'_>) -> Result<Page<RegistryEntry>> {
    let end = filter.prefix.and_then(end_of_prefix);
    let quoted = filter.tag.map(quoted);
    let (limit, offset) = (as_limit(filter.limit), as_limit(filter.offset));
    let mut conditions = Vec::new();
    let mut values: Vec<&dyn ToSql> = Vec::new();
    // Names that start with a prefix form a range of the key's index, from the prefix to the first string after them.
    if let Some(prefix) = &filter.prefix {
        conditions.push("name >= ?");
        values.push(prefix);
    }
    if let Some(end) = &end {
        conditions.push("name < ?");
        values.push(end);
    }
    if let (Some(tag), Some(quoted)) = (&filter.tag, &quoted) {
        conditions.push("has_tag(tags, ?, ?)");
        values.extend([tag as &dyn ToSql, quoted]);
    }
    let matching = match conditions.as_slice() {
        [] => "agent_registry".to_owned(),
        conditions => format!("agent_registry WHERE {}", conditions.join(" AND ")),
    };
    let total: i64 = connection
        .prepare_cached(&format!("SELECT count(*) FROM {matching}"))
        .and_then(|mut statement| statement.query_row(values.as_slice(), |row| row.get(0)))
        .map_err(failed)?;
    let sql = format!("SELECT {COLUMNS} FROM {matching} ORDER BY name LIMIT ? OFFSET ?");
    values.extend([&limit as &dyn ToSql, &offset]);
    let entries = rows(connection, &sql, &values, read)?;
    Ok(Page { entries, total: u64::try_from(total).unwrap_or_default() })
}

/// Returns a tag as a JSON string.
fn quoted(tag: &str) -> String {
    serde_json::Value::from(tag).to_string()
}

/// Returns the first string, in UTF-8 byte order, after all strings that start with the prefix, or `None` if there is none.
fn end_of_prefix(prefix: &str) -> Option<String> {
    let mut end = prefix.to_owned();
    while let Some(last) = end.pop() {
        // The range skips the surrogates, which are not characters.
        if let Some(next) = (last..=char::MAX).nth(1) {
            end.push(next);
            return Some(end);
        }
    }
    None
}

/// Adds the SQL function `has_tag(tags, tag, quoted)`. It returns true if the JSON array `tags` contains `tag`; `quoted` is
/// the tag as a JSON string.
pub(super) fn add_has_tag(connection: &Connection) -> rusqlite::Result<()> {
    use rusqlite::functions::FunctionFlags;
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("has_tag", 3, flags, |context| {
        // A value that is not text has no tags.
        let Ok(tags) = context.get_raw(0).as_str() else { return Ok(false) };
        let argument = |at| context.get_raw(at).as_str();
        Ok(has_tag(tags, argument(1)?, argument(2)?))
    })
}

fn has_tag(tags: &str, tag: &str, quoted: &str) -> bool {
    // Without escapes and nesting, the array contains the tag if its text contains the quoted tag. The exception is a tag that
    // looks like the separator between two tags, which also has a quote on each side.
    let is_separator = tag.bytes().all(|byte| byte == b',' || byte.is_ascii_whitespace());
    let is_flat = !tags.contains(['\\', '{']) && tags.matches('[').count() < 2;
    if !is_separator && is_flat {
        return tags.contains(quoted);
    }
    let is_tag = |element: &&RawValue| serde_json::from_str::<String>(element.get()).is_ok_and(|other| other == tag);
    // If the array is malformed, only its text is searched. A false match is better than a hidden row.
    elements(tags).map_or_else(|_| tags.contains(quoted), |elements| elements.iter().any(is_tag))
}

fn read(row: &Row<'_>) -> rusqlite::Result<RegistryEntry> {
    let mut columns = RowReader::new(row);
    Ok(RegistryEntry {
        name: columns.text("name")?,
        pid: Pid::new(columns.integer("pid")?),
        tags: columns.strings("tags")?,
        metadata: columns.object("metadata")?,
        registered_at: columns.seconds("registered_at")?,
        unreadable: columns.unreadable(),
    })
}
