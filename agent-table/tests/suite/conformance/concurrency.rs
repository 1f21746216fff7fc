//! Many users at once.

use super::{Table, register, spawn};
use agent_table::{AgentError, Filter, Metadata};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Runs a function in 64 threads that begin at the same moment.
fn in_64_threads<T: Send>(run: impl Fn() -> T + Sync) -> Vec<T> {
    let barrier = Barrier::new(64);
    thread::scope(|scope| {
        let run = || {
            barrier.wait();
            run()
        };
        let threads: Vec<_> = (0..64).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    })
}

/// It must never be that all lose, or that one loses in another way.
pub(crate) fn of_64_clients_that_register_one_name_exactly_one_succeeds(table: &Table) {
    let pid = spawn(table);
    for round in 0..3 {
        let name = format!("/{round}");
        let results = in_64_threads(|| table.register(&name, pid, &[], &Metadata::new()));
        let (won, lost): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
        assert_eq!((won.len(), lost.len()), (1, 63));
        for error in lost.into_iter().filter_map(Result::err) {
            assert!(matches!(error, AgentError::RegistryNameExists { .. }), "{error}");
        }
    }
}

/// To look up, not find, and then register is one step here.
pub(crate) fn of_64_clients_that_register_or_look_up_one_is_first_and_all_agree(table: &Table) {
    for round in 0..3 {
        let name = format!("/{round}");
        let claims = in_64_threads(|| {
            let pid = spawn(table);
            table.register_or_lookup(&name, pid, &[], &Metadata::new()).expect("one of the two happens")
        });
        assert_eq!(claims.iter().filter(|claim| claim.is_new()).count(), 1);
        let entry = table.lookup(&name).expect("it is registered");
        assert!(claims.iter().all(|claim| *claim.entry() == entry));
    }
}

/// While a writer adds and removes names, a list of all always has as many as it says.
pub(crate) fn a_total_never_contradicts_its_page(table: &Table) {
    let pid = spawn(table);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for round in 0..30 {
                for i in 0..10 {
                    register(table, &format!("/{round}/{i}"), pid, &["t"]);
                }
                table.unregister_pid(pid).expect("it is possible");
            }
            done.store(true, Ordering::Relaxed);
        });
        while !done.load(Ordering::Relaxed) {
            for tag in [None, Some("t")] {
                let page = table.list(&Filter { tag, ..Filter::default() }).expect("a list is possible");
                assert_eq!(page.total, page.entries.len() as u64);
                assert!(page.total <= 10);
            }
        }
    });
}

/// `unregister_pid` is one step: once one name is seen to be gone, all are.
pub(crate) fn a_pid_loses_all_its_names_at_once(table: &Table) {
    let pid = spawn(table);
    for round in 0..40 {
        let names: Vec<String> = (0..50).map(|i| format!("/{round}/{i:02}")).collect();
        for name in &names {
            register(table, name, pid, &[]);
        }
        thread::scope(|scope| {
            scope.spawn(|| {
                while table.resolve_pid(&names[0]).is_ok() {}
                for name in names.iter().rev() {
                    assert!(table.resolve_pid(name).is_err(), "{name} is there, and {} is gone", names[0]);
                }
            });
            assert_eq!(table.unregister_pid(pid).expect("it is possible"), 50);
        });
    }
}
