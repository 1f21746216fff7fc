//! Processes: creating, moving, ending and listing them.

use super::{Table, now, register, spawn};
use agent_table::supervisor::Guard;
use agent_table::{AgentError, Certainty, Metadata, NewProcess, Pid, Process, ProcessFilter, ProcessState, Transition};
use std::sync::Arc;
use std::thread;

/// What was given, and the time.
pub(crate) fn a_process_begins_ready_and_has_all_its_columns(table: &Table) {
    let before = now();
    let parent_pid = Some(spawn(table));
    let metadata: Metadata = r#"{"k":"v"}"#.parse().expect("it is an object");
    let new = NewProcess { name: "alice".into(), template: "research/surveyor".into(), parent_pid, metadata };
    let pid = table.create(&new).expect("a process is created");
    assert_ne!(Some(pid), parent_pid);
    let process = table.get(pid).expect("it exists");
    assert!((before..=now()).contains(&process.created_at), "{process:?}");
    assert_eq!(
        process,
        Process {
            pid,
            parent_pid,
            name: "alice".into(),
            template: "research/surveyor".into(),
            state: ProcessState::Ready,
            state_reason: None,
            created_at: process.created_at,
            updated_at: process.created_at,
            started_at: None,
            ended_at: None,
            exit_kind: None,
            exit_detail: None,
            metadata: new.metadata,
            last_event_id: 0,
            unreadable: Vec::new(),
        }
    );
}

/// Nothing is created otherwise.
pub(crate) fn a_process_needs_a_name_a_template_and_a_parent_that_exists(table: &Table) {
    for (name, template, wrong) in [("", "t", "name"), ("n", "", "template"), ("", "", "name")] {
        let error = table.create(&NewProcess::new(name, template)).expect_err("a rule is broken");
        assert!(matches!(&error, AgentError::InvalidPayload { field, .. } if field == wrong), "{error}");
    }
    let (longest, too_long) = ("é".repeat(2048), "x".repeat(4097));
    for (name, template, wrong) in [(too_long.as_str(), "t", "name"), ("n", &too_long, "template")] {
        let error = table.create(&NewProcess::new(name, template)).expect_err("it is too long");
        assert_eq!(error.to_string(), format!("InvalidPayload: `{wrong}`: it has 4097 bytes; the maximum is 4096"));
    }
    let orphan = NewProcess { parent_pid: Some(Pid::new(99)), ..NewProcess::new("n", "t") };
    let error = table.create(&orphan).expect_err("there is no such process");
    assert!(matches!(error, AgentError::UnknownPid { pid } if pid == Pid::new(99)), "{error}");
    let page = table.processes(&ProcessFilter::default()).expect("a list is possible");
    assert_eq!((page.entries.len(), page.total), (0, 0));
    let pid = table.create(&NewProcess::new(&longest, &longest)).expect("it is as long as is allowed");
    let error = table.transition(pid, ProcessState::Running, Some(&too_long)).expect_err("it is too long");
    assert!(matches!(&error, AgentError::InvalidPayload { field, .. } if field == "reason"), "{error}");
    table.transition(pid, ProcessState::Running, Some(&longest)).expect("it is as long as is allowed");
    assert_eq!(table.get(pid).expect("it exists").state_reason, Some(longest));
}

/// All 25 pairs of states, against the kernel's list.
pub(crate) fn exactly_the_legal_moves_are_made(table: &Table) {
    use ProcessState::{Dead, Ready, Running, Suspended, Waiting};
    let legal = [
        (Ready, Running),
        (Ready, Dead),
        (Running, Waiting),
        (Running, Suspended),
        (Running, Dead),
        (Waiting, Running),
        (Waiting, Suspended),
        (Waiting, Dead),
        (Suspended, Ready),
        (Suspended, Dead),
    ];
    let way_to = |state| match state {
        Ready => vec![],
        Running => vec![Running],
        Waiting => vec![Running, Waiting],
        Suspended => vec![Running, Suspended],
        Dead => vec![Dead],
    };
    for from in ProcessState::ALL {
        for to in ProcessState::ALL {
            let pid = spawn(table);
            for step in way_to(from) {
                table.transition(pid, step, None).expect("it is a legal way");
            }
            let before = table.get(pid).expect("it exists");
            assert_eq!(before.state, from);
            match table.transition(pid, to, Some("asked to")) {
                Ok(transition) => {
                    assert!(legal.contains(&(from, to)), "{from} to {to}");
                    assert_eq!(transition, Transition { pid, prev_state: from, state: to });
                    let after = table.get(pid).expect("it exists");
                    assert_eq!((after.state, after.state_reason.as_deref()), (to, Some("asked to")));
                }
                Err(error) => {
                    assert!(!legal.contains(&(from, to)), "{from} to {to}");
                    assert_eq!((error.code(), error.certainty()), (-32103, Certainty::Rejected));
                    let AgentError::IllegalTransition { pid: of, from: was, to: asked } = error else {
                        panic!("{error}")
                    };
                    assert_eq!((of, was, asked), (pid, from, to));
                    assert_eq!(table.get(pid).expect("it exists"), before);
                }
            }
        }
    }
}

/// The first start counts; terminating says how it ended, and can be done once.
pub(crate) fn transitions_keep_the_times_of_the_first_start_and_of_the_end(table: &Table) {
    let pid = spawn(table);
    table.transition(pid, ProcessState::Running, None).expect("it is legal");
    let started = table.get(pid).expect("it exists");
    assert_eq!(started.started_at, Some(started.updated_at));
    assert_eq!(started.ended_at, None);
    table.transition(pid, ProcessState::Waiting, Some("for a tool")).expect("it is legal");
    table.transition(pid, ProcessState::Running, None).expect("it is legal");
    let again = table.get(pid).expect("it exists");
    assert_eq!((again.started_at, again.state_reason), (started.started_at, None));
    assert!(again.updated_at >= started.updated_at);

    let error = table.terminate(pid, "", None).expect_err("it says nothing");
    assert!(matches!(&error, AgentError::InvalidPayload { field, .. } if field == "exit_kind"), "{error}");
    let error = table.terminate(pid, "killed", None).expect_err("the kernel knows no such end");
    assert!(error.to_string().contains("completed, cancelled, failed, crashed"), "{error}");
    let detail: Metadata = r#"{"budget": 12345678901234567890123, "spent": 1.50}"#.parse().expect("it is an object");
    let ended = table.terminate(pid, "failed", Some(&detail)).expect("it is legal");
    assert_eq!(ended, Transition { pid, prev_state: ProcessState::Running, state: ProcessState::Dead });
    let dead = table.get(pid).expect("it exists");
    assert_eq!((dead.exit_kind.as_deref(), dead.exit_detail), (Some("failed"), Some(detail)));
    assert_eq!(dead.ended_at, Some(dead.updated_at));
    let error = table.terminate(pid, "failed", None).expect_err("it is dead");
    assert!(matches!(error, AgentError::IllegalTransition { from: ProcessState::Dead, .. }), "{error}");
}

/// How it ended is what only terminating says, and can no longer be said.
pub(crate) fn a_transition_to_dead_sets_the_end_but_not_the_exit_kind(table: &Table) {
    let pid = spawn(table);
    table.transition(pid, ProcessState::Dead, Some("no longer needed")).expect("it is legal");
    let dead = table.get(pid).expect("it exists");
    assert_eq!((dead.state, dead.ended_at), (ProcessState::Dead, Some(dead.updated_at)));
    assert_eq!((dead.exit_kind, dead.exit_detail), (None, None));
    assert_eq!(dead.state_reason.as_deref(), Some("no longer needed"));
    let error = table.terminate(pid, "completed", None).expect_err("it is dead");
    assert!(matches!(error, AgentError::IllegalTransition { from: ProcessState::Dead, .. }), "{error}");
}

/// The table does not cascade; and a dead process may be named.
pub(crate) fn a_dead_process_keeps_its_names_until_they_are_removed(table: &Table) {
    let pid = spawn(table);
    register(table, "/a", pid, &[]);
    table.terminate(pid, "completed", None).expect("it is legal");
    assert_eq!(table.resolve_pid("/a").expect("it is registered"), pid);
    register(table, "/b", pid, &[]);
    assert_eq!(table.unregister_pid(pid).expect("it is possible"), 2);
    assert_eq!(table.get(pid).expect("it exists").state, ProcessState::Dead);
}

/// In the order of pids, with the total.
pub(crate) fn processes_are_listed_by_state_and_parent(table: &Table) {
    let parent = spawn(table);
    let child = NewProcess { parent_pid: Some(parent), ..NewProcess::new("child", "test/worker") };
    let children: Vec<Pid> = (0..6).map(|_| table.create(&child).expect("it is created")).collect();
    let other = spawn(table);
    for pid in [children[1], children[4], other] {
        table.transition(pid, ProcessState::Running, None).expect("it is legal");
    }
    table.terminate(children[4], "completed", None).expect("it is legal");
    let listed = |state, parent_pid, limit, offset| {
        let page = table.processes(&ProcessFilter { state, parent_pid, limit, offset }).expect("a list is possible");
        (page.entries.iter().map(|process| process.pid).collect::<Vec<_>>(), page.total)
    };
    let all: Vec<Pid> = [parent].into_iter().chain(children.iter().copied()).chain([other]).collect();
    assert_eq!(listed(None, None, 100, 0), (all, 8));
    assert_eq!(listed(None, Some(parent), 2, 3), (children[3..5].to_vec(), 6));
    assert_eq!(listed(Some(ProcessState::Running), None, 100, 0), (vec![children[1], other], 2));
    assert_eq!(listed(Some(ProcessState::Running), Some(parent), 100, 0), (vec![children[1]], 1));
    assert_eq!(listed(Some(ProcessState::Dead), None, 100, 0), (vec![children[4]], 1));
    assert_eq!(listed(Some(ProcessState::Suspended), None, 100, 0), (vec![], 0));
    assert_eq!(listed(None, Some(Pid::new(99)), 100, 0), (vec![], 0));
    assert_eq!(listed(None, None, u64::MAX, u64::MAX), (vec![], 8));
    assert_eq!(listed(None, None, 0, 0), (vec![], 8));
}

/// With its names where that was asked for, and saying how it ended.
pub(crate) fn a_dropped_guard_ends_its_process(table: &Table) {
    let spawn = |name: &str| {
        let guard = Guard::spawn(Arc::clone(table), &NewProcess::new(name, "test/worker")).expect("it is created");
        guard.register(&format!("/{name}"), &[], &Metadata::new()).expect("the name is free");
        assert_eq!(table.get(guard.pid()).expect("it exists").state, ProcessState::Running);
        guard
    };
    let exit_kind = |pid| {
        let process = table.get(pid).expect("it exists");
        assert_eq!(process.state, ProcessState::Dead);
        process.exit_kind.expect("it says how it ended")
    };

    let kept = spawn("kept");
    let pid = kept.pid();
    drop(kept);
    assert_eq!(exit_kind(pid), "cancelled");
    assert_eq!(table.resolve_pid("/kept").expect("names stay"), pid);

    let released = spawn("released").unregister_on_drop();
    let pid = released.pid();
    drop(released);
    assert_eq!(exit_kind(pid), "cancelled");
    assert!(table.resolve_pid("/released").is_err());

    let finished = spawn("finished").unregister_on_drop();
    let pid = finished.pid();
    finished.finish("completed", Some(&Metadata::message("all done"))).expect("it runs");
    assert_eq!(exit_kind(pid), "completed");
    assert!(table.resolve_pid("/finished").is_err());

    let ended_by_others = spawn("ended").unregister_on_drop().on_error(|error| panic!("{error}"));
    let pid = ended_by_others.pid();
    table.terminate(pid, "failed", None).expect("it runs");
    drop(ended_by_others);
    assert_eq!(exit_kind(pid), "failed");
    assert!(table.resolve_pid("/ended").is_err());

    let panicking = spawn("panicking").unregister_on_drop();
    let pid = panicking.pid();
    let thread = thread::Builder::new().name("panics on purpose".into());
    let thread = thread.spawn(move || {
        let _guard = panicking;
        std::panic::resume_unwind(Box::new("on purpose"));
    });
    assert!(thread.expect("a thread starts").join().is_err());
    assert_eq!(exit_kind(pid), "crashed");
}
