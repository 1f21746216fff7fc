//! Finds cycles in a graph of numbers, such as graphs that run each other or workloads that fall back to each other.

use std::collections::{HashMap, HashSet, VecDeque};

/// Returns one cycle for each strongly connected component: a shortest one through the smallest number of the
/// component. Each cycle begins with that number, which is not repeated at the end.
///
/// ```
/// assert_eq!(vocabulary::cycles(&[vec![1], vec![2], vec![1]]), [[1, 2]]);
/// assert!(vocabulary::cycles(&[vec![1], vec![]]).is_empty());
/// ```
///
/// # Panics
/// Panics if a successor is not an index of the list.
pub fn cycles(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let components = components(successors);
    let mut seen = vec![false; successors.len()];
    let mut cycles = Vec::new();
    for first in 0..successors.len() {
        let Some(component) = components.get(first).copied() else { continue };
        if std::mem::replace(&mut seen[component], true) {
            continue;
        }
        cycles.extend(shortest_path(successors, &components, first, first));
    }
    cycles
}

/// Returns cycles that together contain every edge that is part of a cycle: for each edge that no earlier cycle
/// contains, a shortest cycle through it. Each cycle begins with its smallest number, which is not repeated at the end.
/// The running time is quadratic in the number of edges.
///
/// # Panics
/// Panics if a successor is not an index of the list.
pub fn cycles_through_every_edge(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let components = components(successors);
    let mut covered = HashSet::new();
    let mut cycles = Vec::new();
    for (from, to) in successors.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |to| (from, *to))) {
        if covered.contains(&(from, to)) || components[from] != components[to] {
            continue;
        }
        let back = if from == to { Some(Vec::new()) } else { shortest_path(successors, &components, to, from) };
        let Some(mut cycle) = back else { continue };
        cycle.push(from);
        let smallest = cycle.iter().enumerate().min_by_key(|(_, number)| **number).map_or(0, |(place, _)| place);
        cycle.rotate_left(smallest);
        covered.extend(cycle.iter().copied().zip(cycle.iter().copied().cycle().skip(1)));
        cycles.push(cycle);
    }
    cycles
}

/// Returns a shortest path of at least one edge within a component, including its first number and excluding its last.
fn shortest_path(successors: &[Vec<usize>], components: &[usize], first: usize, last: usize) -> Option<Vec<usize>> {
    let component = components.get(first)?;
    let mut came_from = HashMap::new();
    let mut open = VecDeque::from([first]);
    while let Some(number) = open.pop_front() {
        for next in successors.get(number)? {
            if *next == last {
                let mut path = vec![number];
                while let Some(previous) =
                    path.last().filter(|number| **number != first).and_then(|at| came_from.get(at))
                {
                    path.push(*previous);
                }
                path.reverse();
                return Some(path);
            }
            if components.get(*next) == Some(component) && !came_from.contains_key(next) {
                came_from.insert(*next, number);
                open.push_back(*next);
            }
        }
    }
    None
}

/// Returns the strongly connected component of each number. This is Tarjan's algorithm with an explicit stack instead
/// of recursion.
fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = successors.len();
    let (mut order, mut low, mut component) = (vec![NEW; count], vec![NEW; count], vec![NEW; count]);
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
                } else if component[next] == NEW {
                    low[number] = low[number].min(order[next]);
                }
                continue;
            }
            if let Some((parent, _)) = work.last() {
                low[*parent] = low[*parent].min(low[number]);
            }
            if low[number] == order[number] {
                while let Some(member) = path.pop() {
                    component[member] = number;
                    if member == number {
                        break;
                    }
                }
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::{cycles, cycles_through_every_edge};

    #[test]
    fn a_cycle_of_any_length_is_found_once_and_begins_at_its_smallest_number() {
        assert_eq!(cycles(&[vec![0]]), [vec![0]]);
        assert_eq!(cycles(&[vec![1], vec![2], vec![0]]), [vec![0, 1, 2]]);
        assert_eq!(cycles(&[vec![1], vec![2], vec![1]]), [vec![1, 2]]);
        assert_eq!(cycles(&[vec![1, 2], vec![2], vec![]]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn separate_cycles_are_all_found_and_the_shortest_is_returned() {
        assert_eq!(cycles(&[vec![1], vec![0], vec![3], vec![2, 3]]), [vec![0, 1], vec![2, 3]]);
        assert_eq!(cycles(&[vec![1, 2], vec![2], vec![0]]), [vec![0, 2]]);
    }

    #[test]
    fn every_edge_on_a_cycle_is_covered_and_no_cycle_is_repeated() {
        assert_eq!(cycles_through_every_edge(&[vec![0]]), [vec![0]]);
        assert_eq!(cycles_through_every_edge(&[vec![1], vec![2], vec![0]]), [vec![0, 1, 2]]);
        assert_eq!(cycles_through_every_edge(&[vec![2], vec![2], vec![1]]), [vec![1, 2]]);
        let two_paths = [vec![1, 2], vec![3], vec![3], vec![0]];
        assert_eq!(cycles_through_every_edge(&two_paths), [vec![0, 1, 3], vec![0, 2, 3]]);
        let shared = [vec![1, 1], vec![2, 0], vec![0, 2], vec![0]];
        assert_eq!(cycles_through_every_edge(&shared), [vec![0, 1], vec![0, 1, 2], vec![2]]);
        assert_eq!(cycles_through_every_edge(&[vec![1, 2], vec![2], vec![]]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn a_long_chain_does_not_overflow_the_stack() {
        let mut chain: Vec<Vec<usize>> = (1..=100_000).map(|next| vec![next]).collect();
        chain.push(vec![0]);
        assert_eq!(cycles(&chain).first().map(Vec::len), Some(100_001));
    }
}
