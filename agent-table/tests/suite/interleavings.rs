//! Whether what threads saw of a table can have happened in some order, one operation after the other.

use crate::numbers::Numbers;
use agent_table::{AgentError, AgentTable, Claimed, Filter, Metadata, NewProcess, Pid};
use std::collections::{BTreeMap, HashSet};
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

const NAMES: [&str; 3] = ["/a", "/ab", "/b"];
const THREADS: usize = 3;
const CALLS: usize = 5;

/// A call, for the processes that the table has, by their place.
#[derive(Clone, Copy, Debug)]
enum Call {
    Register(usize, usize),
    RegisterOrLookup(usize, usize),
    Unregister(usize),
    UnregisterIf(usize, usize),
    UnregisterPid(usize),
    Resolve(usize),
    ListPrefix,
    ListTag(usize),
}

/// What a call came to: the process of a name, a number taken away, or the names listed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Done,
    Exists,
    New,
    Holder(Option<usize>),
    Removed(u64),
    Listed(Vec<usize>, u64),
}

/// A call with its answer, and when it began and ended, in ticks of one clock.
#[derive(Clone, Debug)]
struct Event {
    call: Call,
    answer: Answer,
    began: u64,
    ended: u64,
}

/// Which process holds which name.
type State = BTreeMap<usize, usize>;

fn any_call(numbers: &mut Numbers) -> Call {
    let (name, pid) = (numbers.below(NAMES.len()), numbers.below(2));
    match numbers.below(9) {
        0 | 1 => Call::Register(name, pid),
        2 => Call::RegisterOrLookup(name, pid),
        3 => Call::Unregister(name),
        4 => Call::UnregisterIf(name, pid),
        5 => Call::UnregisterPid(pid),
        6 => Call::Resolve(name),
        7 => Call::ListPrefix,
        _ => Call::ListTag(pid),
    }
}

const TAGS: [&str; 2] = ["first", "second"];

fn perform(table: &dyn AgentTable, pids: [Pid; 2], call: Call) -> Answer {
    let place = |pid| pids.iter().position(|known| *known == pid).expect("the test made all processes");
    let listed = |filter: Filter<'_>| {
        let page = table.list(&filter).expect("a list is possible");
        let place = |name: &str| NAMES.iter().position(|known| *known == name).expect("the test made all names");
        Answer::Listed(page.entries.iter().map(|entry| place(&entry.name)).collect(), page.total)
    };
    match call {
        Call::Register(name, pid) => match table.register(NAMES[name], pids[pid], &[TAGS[pid]], &Metadata::new()) {
            Ok(()) => Answer::Done,
            Err(AgentError::RegistryNameExists { .. }) => Answer::Exists,
            Err(error) => panic!("{error}"),
        },
        Call::RegisterOrLookup(name, pid) => {
            match table.register_or_lookup(NAMES[name], pids[pid], &[TAGS[pid]], &Metadata::new()) {
                Ok(Claimed::Registered(_)) => Answer::New,
                Ok(Claimed::Existing(entry)) => Answer::Holder(Some(place(entry.pid))),
                Err(error) => panic!("{error}"),
            }
        }
        Call::Unregister(name) => Answer::Removed(table.unregister(NAMES[name]).expect("it is possible")),
        Call::UnregisterIf(name, pid) => {
            Answer::Removed(table.unregister_if(NAMES[name], pids[pid]).expect("it is possible"))
        }
        Call::UnregisterPid(pid) => Answer::Removed(table.unregister_pid(pids[pid]).expect("it is possible")),
        Call::Resolve(name) => match table.resolve_pid(NAMES[name]) {
            Ok(pid) => Answer::Holder(Some(place(pid))),
            Err(AgentError::RegistryNotFound { .. }) => Answer::Holder(None),
            Err(error) => panic!("{error}"),
        },
        Call::ListPrefix => listed(Filter { prefix: Some("/a"), ..Filter::default() }),
        Call::ListTag(pid) => listed(Filter { tag: Some(TAGS[pid]), ..Filter::default() }),
    }
}

/// What the call comes to when nothing else happens at the same time.
fn expected(state: &mut State, call: Call) -> Answer {
    let removed = |before: usize, after: usize| Answer::Removed((before - after) as u64);
    let listed = |names: Vec<usize>| Answer::Listed(names.clone(), names.len() as u64);
    let before = state.len();
    match call {
        Call::Register(name, pid) | Call::RegisterOrLookup(name, pid) if !state.contains_key(&name) => {
            state.insert(name, pid);
            if matches!(call, Call::Register(..)) { Answer::Done } else { Answer::New }
        }
        Call::Register(..) => Answer::Exists,
        Call::RegisterOrLookup(name, _) | Call::Resolve(name) => Answer::Holder(state.get(&name).copied()),
        Call::Unregister(name) => {
            state.remove(&name);
            removed(before, state.len())
        }
        Call::UnregisterIf(name, pid) => {
            state.retain(|held, by| (*held, *by) != (name, pid));
            removed(before, state.len())
        }
        Call::UnregisterPid(pid) => {
            state.retain(|_, by| *by != pid);
            removed(before, state.len())
        }
        Call::ListPrefix => listed(state.keys().copied().filter(|name| NAMES[*name].starts_with("/a")).collect()),
        Call::ListTag(pid) => listed(state.iter().filter(|(_, by)| **by == pid).map(|(name, _)| *name).collect()),
    }
}

/// Whether the events of all threads fit into one order that respects their times.
fn has_an_order(threads: &[Vec<Event>]) -> bool {
    fn search(
        threads: &[Vec<Event>],
        done: &mut Vec<usize>,
        state: &State,
        seen: &mut HashSet<(Vec<usize>, State)>,
    ) -> bool {
        let next: Vec<Option<&Event>> = threads.iter().zip(&*done).map(|(events, done)| events.get(*done)).collect();
        // An event may come next only if no other ended before it began.
        let Some(first_end) = next.iter().flatten().map(|event| event.ended).min() else { return true };
        if !seen.insert((done.clone(), state.clone())) {
            return false;
        }
        for (thread, event) in next.into_iter().enumerate() {
            let Some(event) = event.filter(|event| event.began <= first_end) else { continue };
            let mut state = state.clone();
            if expected(&mut state, event.call) == event.answer {
                done[thread] += 1;
                if search(threads, done, &state, seen) {
                    return true;
                }
                done[thread] -= 1;
            }
        }
        false
    }
    search(threads, &mut vec![0; threads.len()], &State::new(), &mut HashSet::new())
}

/// Lets threads call an empty table at the same time, each seed another set of calls, and panics unless all that they
/// saw can have happened in one order: no lost update, no half of an `unregister_pid`, no total of another moment.
pub(crate) fn check(table: &dyn AgentTable, seeds: std::ops::Range<u64>) {
    let pids = [(); 2].map(|()| table.create(&NewProcess::new("worker", "test/worker")).expect("it is created"));
    for seed in seeds {
        let clock = AtomicU64::new(0);
        let barrier = Barrier::new(THREADS);
        let (clock, barrier) = (&clock, &barrier);
        let events: Vec<Vec<Event>> = thread::scope(|scope| {
            let thread = |thread: u64| {
                scope.spawn(move || {
                    let mut numbers = Numbers::from_seed(seed << 8 | thread);
                    let calls: Vec<Call> = (0..CALLS).map(|_| any_call(&mut numbers)).collect();
                    barrier.wait();
                    let event = |call| {
                        let began = clock.fetch_add(1, Ordering::SeqCst);
                        let answer = perform(table, pids, call);
                        Event { call, answer, began, ended: clock.fetch_add(1, Ordering::SeqCst) }
                    };
                    calls.into_iter().map(event).collect::<Vec<_>>()
                })
            };
            let threads: Vec<_> = (0..THREADS as u64).map(thread).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
        });
        assert!(has_an_order(&events), "seed {seed}: no order of these events is possible:\n{events:#?}");
        for pid in pids {
            table.unregister_pid(pid).expect("it is possible");
        }
        assert_eq!(table.list(&Filter::default()).expect("it is possible").total, 0, "seed {seed}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(call: Call, answer: Answer, began: u64, ended: u64) -> Event {
        Event { call, answer, began, ended }
    }

    #[test]
    fn two_winners_of_one_name_have_no_order() {
        let win = |began, ended| vec![event(Call::Register(0, 0), Answer::Done, began, ended)];
        assert!(!has_an_order(&[win(0, 3), win(1, 2)]));
        assert!(has_an_order(&[win(0, 3), vec![event(Call::Register(0, 1), Answer::Exists, 1, 2)]]));
    }

    #[test]
    fn a_later_look_up_cannot_be_ordered_first() {
        let register = vec![event(Call::Register(0, 1), Answer::Done, 0, 1)];
        let miss = |began, ended| vec![event(Call::Resolve(0), Answer::Holder(None), began, ended)];
        assert!(!has_an_order(&[register.clone(), miss(2, 3)]));
        assert!(has_an_order(&[register, miss(0, 3)]));
    }
}
