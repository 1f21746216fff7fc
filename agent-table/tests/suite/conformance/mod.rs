//! One suite that every table passes. Each function is a sentence about the table that it is given, which is empty.

mod concurrency;
mod lists;
mod names;
mod processes;

pub(crate) use concurrency::*;
pub(crate) use lists::*;
pub(crate) use names::*;
pub(crate) use processes::*;

use agent_table::{AgentTable, Filter, Metadata, NewProcess, Pid};
use std::any::Any;
use std::sync::Arc;
use std::time::SystemTime;

/// An empty table, and what must live as long as it.
pub(crate) struct Fresh {
    /// The table.
    pub(crate) table: Arc<dyn AgentTable>,
    /// A directory, a daemon, or nothing.
    pub(crate) keep: Box<dyn Any>,
}

/// Makes a test of each function of the suite, given one that makes a [`Fresh`] table.
macro_rules! conformance {
    ($fresh:path) => {
        $crate::conformance::conformance!($fresh:
            a_lookup_returns_what_was_registered
            a_name_is_registered_once
            a_name_needs_a_process
            the_first_violated_rule_is_named
            names_are_printable_ascii_of_at_most_256_bytes
            an_invalid_name_is_not_found
            tags_keep_their_order_without_repetitions
            more_than_32_tags_and_empty_ones_are_refused
            metadata_is_returned_unchanged
            a_prefix_is_exactly_its_bytes
            a_tag_is_exactly_its_characters
            a_list_is_in_the_order_of_names
            pages_tile_the_list_and_agree_on_the_total
            prefix_and_tag_filter_together
            unregister_returns_the_number_of_removed_names
            unregister_pid_removes_all_names_of_the_process_and_no_others
            a_late_release_does_not_remove_the_name_of_the_next_holder
            register_or_lookup_tells_which_it_did
            of_64_clients_that_register_one_name_exactly_one_succeeds
            of_64_clients_that_register_or_look_up_one_is_first_and_all_agree
            a_process_begins_ready_and_has_all_its_columns
            a_process_needs_a_name_a_template_and_a_parent_that_exists
            exactly_the_legal_moves_are_made
            transitions_keep_the_times_of_the_first_start_and_of_the_end
            a_transition_to_dead_sets_the_end_but_not_the_exit_kind
            a_dead_process_keeps_its_names_until_they_are_removed
            processes_are_listed_by_state_and_parent
            a_total_never_contradicts_its_page
            a_pid_loses_all_its_names_at_once
            a_dropped_guard_ends_its_process
        );
    };
    ($fresh:path: $($name:ident)*) => {$(
        #[test]
        fn $name() {
            // Dropped in the opposite order: the table, then what it needs.
            let $crate::conformance::Fresh { keep: _keep, table } = $fresh();
            $crate::conformance::$name(&table);
        }
    )*};
}
pub(crate) use conformance;

type Table = Arc<dyn AgentTable>;

fn spawn(table: &Table) -> Pid {
    table.create(&NewProcess::new("worker", "test/worker")).expect("a process is created")
}

fn register(table: &Table, name: &str, pid: Pid, tags: &[&str]) {
    table.register(name, pid, tags, &Metadata::new()).expect("the name is free");
}

fn listed(table: &Table, prefix: Option<&str>, tag: Option<&str>) -> Vec<String> {
    let page = table.list(&Filter { prefix, tag, limit: 1_000, offset: 0 }).expect("a list is always possible");
    assert_eq!(page.total, page.entries.len() as u64);
    page.entries.into_iter().map(|entry| entry.name).collect()
}

fn now() -> f64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("it is after 1970").as_secs_f64()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_sentence_of_the_suite_is_in_its_list() {
        let list = include_str!("mod.rs");
        let sources = [
            include_str!("names.rs"),
            include_str!("lists.rs"),
            include_str!("processes.rs"),
            include_str!("concurrency.rs"),
        ];
        let lines = sources.into_iter().flat_map(str::lines);
        let sentences = lines.filter_map(|line| line.strip_prefix("pub(crate) fn ")?.split('(').next());
        let missing: Vec<&str> = sentences.filter(|name| !list.contains(&format!(" {name}\n"))).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
