//! A sorted set that knows the rank of each of its keys.

use std::ops::Range;

/// The most keys of a chunk. A chunk that is full becomes two, and one that is nearly empty joins its neighbour.
const MAX_CHUNK_KEYS: usize = 1024;

/// Keys in ascending order, in chunks, with the number of keys before each chunk. So the number of keys in a range, and
/// the page at an offset of it, are found without going through the keys; std's `BTreeSet` would have to count them.
///
/// For n keys, adding or removing one moves at most a chunk and adjusts n / 512 numbers.
#[derive(Debug)]
pub(super) struct Sorted<K> {
    chunks: Vec<Vec<K>>,
    starts: Vec<usize>,
    len: usize,
}

impl<K> Default for Sorted<K> {
    fn default() -> Self {
        Self { chunks: Vec::new(), starts: Vec::new(), len: 0 }
    }
}

impl<K: Ord> Sorted<K> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many keys come first, given that `before` holds for these and for no later one.
    pub(super) fn rank(&self, before: impl Fn(&K) -> bool) -> usize {
        let (chunk, place) = self.find(before);
        self.starts.get(chunk).map_or(self.len, |start| start + place)
    }

    /// The keys at these ranks; ranks beyond the last have none.
    pub(super) fn at(&self, ranks: Range<usize>) -> impl Iterator<Item = &K> {
        let first = self.starts.partition_point(|start| *start <= ranks.start).saturating_sub(1);
        let skipped = self.starts.get(first).map_or(0, |start| ranks.start - start);
        let chunks = self.chunks.get(first..).unwrap_or_default();
        chunks.iter().flatten().skip(skipped).take(ranks.len())
    }

    /// Adds a key that is not in it.
    pub(super) fn insert(&mut self, key: K) {
        let (mut chunk, mut place) = self.find(|other| *other < key);
        if chunk == self.chunks.len() {
            // Behind all keys: at the end of the last chunk, if there is one.
            chunk = chunk.saturating_sub(1);
            place = self.chunks.get(chunk).map_or(0, Vec::len);
        }
        match self.chunks.get_mut(chunk) {
            Some(keys) => keys.insert(place, key),
            None => {
                self.chunks.push(vec![key]);
                self.starts.push(0);
            }
        }
        self.len += 1;
        for start in self.starts.iter_mut().skip(chunk + 1) {
            *start += 1;
        }
        self.split(chunk);
    }

    /// Takes a key out, if it is in it.
    pub(super) fn remove(&mut self, key: &K) {
        let (chunk, place) = self.find(|other| other < key);
        let Some(keys) = self.chunks.get_mut(chunk) else { return };
        if keys.get(place) != Some(key) {
            return;
        }
        keys.remove(place);
        self.len -= 1;
        for start in self.starts.iter_mut().skip(chunk + 1) {
            *start -= 1;
        }
        self.join(chunk);
    }

    /// The chunk, and the place in it, of the first key for which `before` does not hold.
    fn find(&self, before: impl Fn(&K) -> bool) -> (usize, usize) {
        let chunk = self.chunks.partition_point(|keys| keys.last().is_some_and(&before));
        (chunk, self.chunks.get(chunk).map_or(0, |keys| keys.partition_point(before)))
    }

    fn split(&mut self, chunk: usize) {
        let (Some(keys), Some(start)) = (self.chunks.get_mut(chunk), self.starts.get(chunk)) else { return };
        if keys.len() <= MAX_CHUNK_KEYS {
            return;
        }
        let upper = keys.split_off(MAX_CHUNK_KEYS / 2);
        let upper_start = start + keys.len();
        self.chunks.insert(chunk + 1, upper);
        self.starts.insert(chunk + 1, upper_start);
    }

    fn join(&mut self, chunk: usize) {
        let len = self.chunks.get(chunk).map_or(0, Vec::len);
        if len >= MAX_CHUNK_KEYS / 4 {
            return;
        }
        let next = self.chunks.get(chunk + 1).map(Vec::len);
        match next {
            Some(next) if len + next <= MAX_CHUNK_KEYS / 2 => {
                self.starts.remove(chunk + 1);
                let upper = self.chunks.remove(chunk + 1);
                if let Some(keys) = self.chunks.get_mut(chunk) {
                    keys.extend(upper);
                }
            }
            _ if len == 0 => {
                self.starts.remove(chunk);
                self.chunks.remove(chunk);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A sequence of numbers that looks random and is the same in every run (`SplitMix64`).
    fn numbers(mut seed: u64) -> impl Iterator<Item = u64> {
        std::iter::from_fn(move || {
            seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = seed;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            Some(z ^ (z >> 31))
        })
    }

    #[test]
    fn after_any_insertions_and_removals_ranks_and_ranges_are_those_of_a_btree_set() {
        for seed in 0..20 {
            let mut sorted = Sorted::default();
            let mut expected = BTreeSet::new();
            for (step, number) in numbers(seed).take(12_000).enumerate() {
                // First it grows, then it shrinks.
                let key = number % 5_000;
                let grows = number >> 32 & 7 < if step < 8_000 { 6 } else { 1 };
                if grows {
                    if expected.insert(key) {
                        sorted.insert(key);
                    }
                } else {
                    expected.remove(&key);
                    sorted.remove(&key);
                }
                assert_eq!(sorted.len(), expected.len());
                if step % 500 == 0 {
                    let all: Vec<u64> = sorted.at(0..sorted.len()).copied().collect();
                    assert!(all.iter().eq(expected.iter()));
                    for bound in [0, 1, key, 4_999, 5_000] {
                        let rank = sorted.rank(|other| *other < bound);
                        assert_eq!(rank, expected.range(..bound).count());
                        assert!(sorted.at(rank..rank + 7).eq(expected.range(bound..).take(7)));
                    }
                }
            }
        }
    }

    #[test]
    fn an_emptied_set_is_as_good_as_new() {
        let mut sorted = Sorted::default();
        for key in 0..3_000 {
            sorted.insert(key);
        }
        for key in (0..3_000).rev() {
            sorted.remove(&key);
        }
        assert!(sorted.is_empty() && sorted.chunks.is_empty() && sorted.starts.is_empty());
        sorted.insert(7);
        assert!(sorted.at(0..9).eq(&[7]));
    }
}
