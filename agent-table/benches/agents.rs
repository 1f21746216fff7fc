//! The agent table against what it is built on, each pair in turn in one run.
//!
//! `cargo bench -p agent-table --bench agents [-- memory|prefix|sqlite|tags|daemon …]`

#![allow(clippy::cast_precision_loss, reason = "counts of rounds are far below 2^52")]

use agent_table::rpc::{Daemon, Endpoint, Token};
use agent_table::{AgentTable, Filter, MemoryTable, Metadata, NewProcess, Pid, SqliteTable};
use rusqlite::Connection;
use std::collections::HashMap;
use std::env;
use std::hint::black_box;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::sync::{Arc, Barrier, RwLock};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn main() {
    let wanted: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let sections: [(&str, fn()); 5] =
        [("memory", memory), ("prefix", prefix), ("sqlite", sqlite), ("tags", tags), ("daemon", daemon)];
    for (name, run) in sections {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            run();
        }
    }
}

/// A hundred names have a prefix such as `/group/00042/`.
fn name(i: usize) -> String {
    format!("/group/{:05}/{:02}", i / 100, i % 100)
}

/// Numbers below `bound`, a power of ten, in an order that a cache cannot foresee; the first `bound` are all of them.
fn scattered(count: usize, bound: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |i| i * 7_919 % bound)
}

/// The best of some runs of each, in turn, so that a noisy moment does not fall on one of them only.
fn best_of<const N: usize>(runs: usize, mut contenders: [&mut dyn FnMut() -> Duration; N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..runs {
        for (best, run) in best.iter_mut().zip(&mut contenders) {
            *best = run().min(*best);
        }
    }
    best
}

fn nanos(time: Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1e9 / count as f64
}

fn table_of(count: usize) -> MemoryTable {
    let table = MemoryTable::new();
    let pid = table.create(&NewProcess::new("worker", "bench/worker")).expect("it is created");
    for i in scattered(count, count) {
        table.register(&name(i), pid, &["all"], &Metadata::new()).expect("names differ");
    }
    table
}

/// How long threads take to look these names up, all of them each: from the first that begins to the last that ends.
fn in_threads(threads: usize, asked: &[String], look_up: impl Fn(&str) -> Option<Pid> + Sync) -> Duration {
    let barrier = Barrier::new(threads);
    let times: Vec<(Instant, Instant)> = thread::scope(|scope| {
        let run = |thread: usize| {
            let (barrier, look_up) = (&barrier, &look_up);
            scope.spawn(move || {
                let (behind, ahead) = asked.split_at(thread * asked.len() / threads);
                barrier.wait();
                let began = Instant::now();
                for name in ahead.iter().chain(behind) {
                    black_box(look_up(black_box(name)).expect("it is there"));
                }
                (began, Instant::now())
            })
        };
        let running: Vec<_> = (0..threads).map(run).collect();
        running.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    let (began, ended) = (times.iter().map(|time| time.0).min(), times.iter().map(|time| time.1).max());
    ended.zip(began).map_or(Duration::MAX, |(ended, began)| ended - began)
}

fn memory() {
    println!("\nmemory: a hit of `resolve_pid`, nanoseconds of wall time for each look-up of a thread");
    println!(
        "{:>9} {:>7}  {:>7} {:>7} {:>7} {:>9}  {:>5}",
        "names", "threads", "table", "papaya", "scc", "RwLock", "ratio"
    );
    for count in [1_000, 1_000_000] {
        let table = table_of(count);
        let pid = Pid::new(1);
        let papaya: papaya::HashMap<String, Pid> = (0..count).map(|i| (name(i), pid)).collect();
        let scc = scc::HashMap::new();
        for i in 0..count {
            scc.insert_sync(name(i), pid).expect("names differ");
        }
        let locked: RwLock<HashMap<String, Pid>> = RwLock::new((0..count).map(|i| (name(i), pid)).collect());
        let asked: Vec<String> = scattered(200_000, count).map(name).collect();
        for threads in [1, 8] {
            let [ours, papaya, scc, locked] = best_of(
                7,
                [
                    &mut || in_threads(threads, &asked, |name| table.resolve_pid(name).ok()),
                    &mut || in_threads(threads, &asked, |name| papaya.pin().get(name).copied()),
                    &mut || in_threads(threads, &asked, |name| scc.read_sync(name, |_, pid| *pid)),
                    &mut || in_threads(threads, &asked, |name| locked.read().expect("it is whole").get(name).copied()),
                ],
            )
            .map(|time| nanos(time, asked.len()));
            let ratio = ours / papaya.min(scc);
            println!("{count:>9} {threads:>7}  {ours:>7.0} {papaya:>7.0} {scc:>7.0} {locked:>9.0}  {ratio:>5.2}");
        }
    }
}

fn prefix() {
    println!("\nprefix: `list` of a prefix with 100 entries, microseconds");
    println!("{:>24}  {:>10} {:>12}  {:>5}", "asked", "1,000", "1,000,000", "ratio");
    let (small, large) = (table_of(1_000), table_of(1_000_000));
    let list = |table: &MemoryTable, group: usize| {
        let prefix = format!("/group/{group:05}/");
        let page = table.list(&Filter { prefix: Some(&prefix), ..Filter::default() }).expect("it is possible");
        assert_eq!((page.entries.len(), page.total), (100, 100));
        black_box(page);
    };
    let rounds = 2_000;
    let same = |table: &MemoryTable| time(|| (0..rounds).for_each(|_| list(table, 7)));
    let every = |table: &MemoryTable, groups| time(|| scattered(rounds, groups).for_each(|group| list(table, group)));
    let [one, million] = best_of(9, [&mut || same(&small), &mut || same(&large)]);
    let [ten, all] = best_of(9, [&mut || every(&small, 10), &mut || every(&large, 10_000)]);
    for (asked, small, large) in [("the same prefix", one, million), ("each prefix in turn", ten, all)] {
        let (small, large) = (nanos(small, rounds) / 1e3, nanos(large, rounds) / 1e3);
        println!("{asked:>24}  {small:>10.1} {large:>12.1}  {:>5.2}", large / small);
    }
}

fn time(run: impl FnOnce()) -> Duration {
    let began = Instant::now();
    run();
    began.elapsed()
}

/// A connection as the table has them.
fn bare(path: &Path) -> Connection {
    let connection = Connection::open(path).expect("it is a database");
    let pragmas = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON";
    connection.execute_batch(pragmas).expect("they can be set");
    connection
}

fn sqlite() {
    const INSERT: &str =
        "INSERT INTO agent_registry (name, pid, tags, metadata, registered_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    const SELECT: &str = "SELECT name, pid, tags, metadata, registered_at FROM agent_registry WHERE name = ?1";
    println!("\nsqlite: microseconds for each operation");
    println!("{:>10}  {:>7} {:>16}  {:>5}", "", "table", "bare statement", "ratio");
    let directory = tempfile::tempdir().expect("a directory can be made");
    let (ours, theirs) = (directory.path().join("table.db"), directory.path().join("bare.db"));
    let table = SqliteTable::open(&ours).expect("it can be made");
    SqliteTable::open(&theirs).and_then(|table| table.create(&NewProcess::new("n", "t"))).expect("it can be made");
    let statements = bare(&theirs);
    let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
    let (rounds, runs) = (200, 60);
    let (mut next, mut next_bare) = (0.., 0..);
    let mut register = || {
        time(|| {
            for i in next.by_ref().take(rounds) {
                table.register(&name(i), pid, &["research"], &Metadata::new()).expect("names differ");
            }
        })
    };
    let mut insert = || {
        time(|| {
            for i in next_bare.by_ref().take(rounds) {
                let mut statement = statements.prepare_cached(INSERT).expect("it is right");
                let values = (name(i), pid.get(), "[\"research\"]", "{}", 1_795_996_688.5);
                statement.execute(values).expect("names differ");
            }
        })
    };
    let registered = best_of(runs, [&mut register, &mut insert]);
    let asked: Vec<String> = scattered(2_000, 10_000).map(name).collect();
    let mut look_up = || {
        time(|| {
            for name in &asked {
                black_box(table.lookup(name).expect("it is there"));
            }
        })
    };
    let mut select = || {
        time(|| {
            for name in &asked {
                let mut statement = statements.prepare_cached(SELECT).expect("it is right");
                let row = statement.query_row([name], |row| {
                    let (name, pid): (String, i64) = (row.get(0)?, row.get(1)?);
                    let (tags, metadata): (String, String) = (row.get(2)?, row.get(3)?);
                    Ok((name, pid, tags, metadata, row.get::<_, f64>(4)?))
                });
                black_box(row.expect("it is there"));
            }
        })
    };
    let looked_up = best_of(runs, [&mut look_up, &mut select]);
    for (operation, [ours, theirs], count) in [("register", registered, rounds), ("lookup", looked_up, asked.len())] {
        let (ours, theirs) = (nanos(ours, count) / 1e3, nanos(theirs, count) / 1e3);
        println!("{operation:>10}  {ours:>7.2} {theirs:>16.2}  {:>5.2}", ours / theirs);
    }
}

fn tags() {
    println!("\ntags: `list` by a tag, 100,000 rows in SQLite, 100 entries a page; milliseconds");
    println!("{:>16} {:>8}  {:>6}  {:>22}", "rows with the tag", "page", "list", "json_each, count alone");
    let directory = tempfile::tempdir().expect("a directory can be made");
    let path = directory.path().join("kernel.db");
    let table = SqliteTable::open(&path).expect("it can be made");
    table.create(&NewProcess::new("n", "t")).expect("it is created");
    let fill = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
        INSERT INTO agent_registry SELECT printf('/group/%05d/%02d', i * 7919 % 100000 / 100, i * 7919 % 100), 1,
            '[\"all\",\"half-' || (i % 2) || '\",\"tag-' || (i % 100) || '\"]', '{}', i FROM n";
    let statements = bare(&path);
    statements.execute_batch(fill).expect("it can be filled");
    for (tag, rows) in [("none", 0), ("tag-7", 1_000), ("half-1", 50_000), ("all", 100_000)] {
        for offset in [0, 900] {
            let mut list = || {
                time(|| {
                    let page =
                        table.list(&Filter { tag: Some(tag), offset, ..Filter::default() }).expect("it is possible");
                    assert_eq!(page.total, rows);
                })
            };
            let mut count = || {
                time(|| {
                    let sql = "SELECT count(*) FROM agent_registry WHERE EXISTS
                        (SELECT 1 FROM json_each(tags) WHERE value = ?1)";
                    let mut statement = statements.prepare_cached(sql).expect("it is right");
                    let total: i64 = statement.query_row([tag], |row| row.get(0)).expect("it is possible");
                    assert_eq!(total.unsigned_abs(), rows);
                })
            };
            let [list, count] = best_of(7, [&mut list, &mut count]).map(|time| time.as_secs_f64() * 1e3);
            println!("{rows:>17} {:>8}  {list:>6.1}  {count:>22.1}", offset / 100 + 1);
        }
    }
}

/// One request after the other over a connection that stays open.
fn exchange(stream: &mut TcpStream, request: &[u8], buffer: &mut [u8]) {
    stream.write_all(request).expect("the daemon takes it");
    let mut filled = 0;
    loop {
        filled += stream.read(&mut buffer[filled..]).expect("the daemon answers");
        let text = std::str::from_utf8(&buffer[..filled]).expect("an answer is text");
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
        if body.len() == length.expect("it says how long it is") {
            return;
        }
    }
}

fn daemon() {
    println!("\ndaemon: `kernel.registry.lookup` over loopback TCP, clients on the same cores");
    println!("{:>24} {:>12}  {:>11} {:>8} {:>8}", "", "connections", "requests/s", "p50 µs", "p99 µs");
    let directory = tempfile::tempdir().expect("a directory can be made");
    let token = Token::read_or_create(&directory.path().join("token")).expect("it can be made");
    let secret = std::fs::read_to_string(directory.path().join("token")).expect("it can be read");
    let sqlite = |directory: &TempDir| SqliteTable::open(directory.path().join("kernel.db")).expect("it can be made");
    let tables: [(&str, Arc<dyn AgentTable>); 2] =
        [("memory", Arc::new(MemoryTable::new())), ("sqlite", Arc::new(sqlite(&directory)))];
    for (label, table) in tables {
        let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
        table.register("/agents/researcher/alice", pid, &["research"], &Metadata::new()).expect("the name is free");
        let daemon = Daemon::bind_tcp(table, "127.0.0.1", 0, token.clone(), false).and_then(Daemon::start);
        let daemon = daemon.expect("it can listen");
        let Endpoint::Tcp { port, .. } = *daemon.endpoint() else { panic!("it is over TCP") };
        let call = r#"{"jsonrpc":"2.0","id":1,"method":"kernel.registry.lookup","params":{"name":"/agents/researcher/alice"}}"#;
        let head = format!("host: localhost:{port}\r\nauthorization: Bearer {}\r\n", secret.trim());
        let look_up = format!("POST /rpc HTTP/1.1\r\n{head}content-length: {}\r\n\r\n{call}", call.len());
        let nothing = format!("GET /nothing HTTP/1.1\r\n{head}\r\n");
        let requests = [(format!("HTTP alone ({label})"), nothing), (format!("lookup ({label})"), look_up)];
        for (what, request) in &requests {
            for connections in [1, 16, 64] {
                load(what, connections, port, request.as_bytes());
            }
        }
    }
}

fn load(what: &str, connections: usize, port: u16, request: &[u8]) {
    let (until, barrier) = (Duration::from_secs(2), Barrier::new(connections));
    let mut times: Vec<Duration> = thread::scope(|scope| {
        let client = || {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the daemon listens");
            stream.set_nodelay(true).expect("it can be set");
            let (mut buffer, mut times) = ([0; 4_096], Vec::new());
            barrier.wait();
            let began = Instant::now();
            while began.elapsed() < until {
                times.push(time(|| exchange(&mut stream, request, &mut buffer)));
            }
            times
        };
        let clients: Vec<_> = (0..connections).map(|_| scope.spawn(client)).collect();
        clients.into_iter().flat_map(|client| client.join().expect("no client panics")).collect()
    });
    times.sort_unstable();
    let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1e6;
    let rate = times.len() as f64 / until.as_secs_f64();
    println!("{what:>24} {connections:>12}  {rate:>11.0} {:>8.0} {:>8.0}", at(50), at(99));
}
