//! Cycles in a graph of numbers: of graphs that run each other, of workloads that fall back to each other.

use std::collections::{HashMap, HashSet, VecDeque};

/// One cycle for each group of numbers that all reach each other: a shortest one through the group's first number.
/// Each cycle begins there and leaves out its return.
///
/// ```
/// assert_eq!(vocabulary::cycles(&[vec![1], vec![2], vec![1]]), [[1, 2]]);
/// assert!(vocabulary::cycles(&[vec![1], vec![]]).is_empty());
/// ```
///
/// # Panics
/// If a successor is not a number of the list.
pub fn cycles(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let groups = groups(successors);
    let mut seen = vec![false; successors.len()];
    let mut cycles = Vec::new();
    for first in 0..successors.len() {
        let Some(group) = groups.get(first).copied() else { continue };
        if std::mem::replace(&mut seen[group], true) {
            continue;
        }
        cycles.extend(shortest_way(successors, &groups, first, first));
    }
    cycles
}

/// Cycles that hold every step that lies on one: for each step that none before it holds, a shortest one through it.
/// Each begins at its smallest number and leaves out its return. The time is the number of steps squared.
///
/// # Panics
/// If a successor is not a number of the list.
pub fn cycles_through_every_edge(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let groups = groups(successors);
    let mut held = HashSet::new();
    let mut cycles = Vec::new();
    for (from, to) in successors.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |to| (from, *to))) {
        if held.contains(&(from, to)) || groups[from] != groups[to] {
            continue;
        }
        let back = if from == to { Some(Vec::new()) } else { shortest_way(successors, &groups, to, from) };
        let Some(mut cycle) = back else { continue };
        cycle.push(from);
        let smallest = cycle.iter().enumerate().min_by_key(|(_, number)| **number).map_or(0, |(place, _)| place);
        cycle.rotate_left(smallest);
        held.extend(cycle.iter().copied().zip(cycle.iter().copied().cycle().skip(1)));
        cycles.push(cycle);
    }
    cycles
}

/// A shortest way of at least one step within a group, with its first number and without its last.
fn shortest_way(successors: &[Vec<usize>], groups: &[usize], first: usize, last: usize) -> Option<Vec<usize>> {
    let group = groups.get(first)?;
    let mut came_from = HashMap::new();
    let mut open = VecDeque::from([first]);
    while let Some(number) = open.pop_front() {
        for next in successors.get(number)? {
            if *next == last {
                let mut way = vec![number];
                while let Some(previous) =
                    way.last().filter(|number| **number != first).and_then(|at| came_from.get(at))
                {
                    way.push(*previous);
                }
                way.reverse();
                return Some(way);
            }
            if groups.get(*next) == Some(group) && !came_from.contains_key(next) {
                came_from.insert(*next, number);
                open.push_back(*next);
            }
        }
    }
    None
}

/// For each number the smallest-found label of the group of those that reach it and that it reaches: Tarjan's
/// strongly connected components, with a stack of its own in place of recursion.
fn groups(successors: &[Vec<usize>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = successors.len();
    let (mut order, mut low, mut group) = (vec![NEW; count], vec![NEW; count], vec![NEW; count]);
    let (mut visited, mut path) = (0, Vec::new());
    for root in 0..count {
        if order[root] != NEW {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some((number, edge)) = work.pop() {
            if edge == 0 {
                (order[number], low[number]) = (visited, visited);
                visited += 1;
                path.push(number);
            }
            if let Some(next) = successors[number].get(edge).copied() {
                work.push((number, edge + 1));
                if order[next] == NEW {
                    work.push((next, 0));
                } else if group[next] == NEW {
                    low[number] = low[number].min(order[next]);
                }
                continue;
            }
            if let Some((parent, _)) = work.last() {
                low[*parent] = low[*parent].min(low[number]);
            }
            if low[number] == order[number] {
                while let Some(member) = path.pop() {
                    group[member] = number;
                    if member == number {
                        break;
                    }
                }
            }
        }
    }
    group
}

#[cfg(test)]
mod tests {
    use super::{cycles, cycles_through_every_edge};

    #[test]
    fn a_cycle_of_any_length_is_found_once_and_begins_at_its_first_number() {
        assert_eq!(cycles(&[vec![0]]), [vec![0]]);
        assert_eq!(cycles(&[vec![1], vec![2], vec![0]]), [vec![0, 1, 2]]);
        assert_eq!(cycles(&[vec![1], vec![2], vec![1]]), [vec![1, 2]]);
        assert_eq!(cycles(&[vec![1, 2], vec![2], vec![]]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn separate_cycles_are_all_found_and_the_shortest_way_round_is_shown() {
        assert_eq!(cycles(&[vec![1], vec![0], vec![3], vec![2, 3]]), [vec![0, 1], vec![2, 3]]);
        assert_eq!(cycles(&[vec![1, 2], vec![2], vec![0]]), [vec![0, 2]]);
    }

    #[test]
    fn every_step_that_lies_on_a_cycle_is_in_one_and_no_cycle_comes_twice() {
        assert_eq!(cycles_through_every_edge(&[vec![0]]), [vec![0]]);
        assert_eq!(cycles_through_every_edge(&[vec![1], vec![2], vec![0]]), [vec![0, 1, 2]]);
        assert_eq!(cycles_through_every_edge(&[vec![2], vec![2], vec![1]]), [vec![1, 2]]);
        let two_ways = [vec![1, 2], vec![3], vec![3], vec![0]];
        assert_eq!(cycles_through_every_edge(&two_ways), [vec![0, 1, 3], vec![0, 2, 3]]);
        let shared = [vec![1, 1], vec![2, 0], vec![0, 2], vec![0]];
        assert_eq!(cycles_through_every_edge(&shared), [vec![0, 1], vec![0, 1, 2], vec![2]]);
        assert_eq!(cycles_through_every_edge(&[vec![1, 2], vec![2], vec![]]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let mut chain: Vec<Vec<usize>> = (1..=100_000).map(|next| vec![next]).collect();
        chain.push(vec![0]);
        assert_eq!(cycles(&chain).first().map(Vec::len), Some(100_001));
    }
}
