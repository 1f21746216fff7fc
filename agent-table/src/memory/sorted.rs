//! A sorted set with fast access by rank.

use std::ops::Range;

/// The maximum number of keys of a chunk. A chunk that grows larger is split, and a nearly empty one is merged with the next.
const MAX_CHUNK_KEYS: usize = 1024;

/// Keys in ascending order, stored in chunks, with the rank of each chunk's first key. The number of keys in a range and the
/// page at an offset are found without iterating over the keys; `BTreeSet` would have to count them.
///
/// With n keys, an insertion or removal shifts at most one chunk and updates about n / 512 ranks.
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

    /// Returns the number of leading keys for which `before` holds. It must not hold for any later key.
    pub(super) fn rank(&self, before: impl Fn(&K) -> bool) -> usize {
        let (chunk, position) = self.find(before);
        self.starts.get(chunk).map_or(self.len, |start| start + position)
    }

    /// Returns the keys at these ranks. Ranks beyond the last key are ignored.
    pub(super) fn at(&self, ranks: Range<usize>) -> impl Iterator<Item = &K> {
        let first = self.starts.partition_point(|start| *start <= ranks.start).saturating_sub(1);
        let skipped = self.starts.get(first).map_or(0, |start| ranks.start - start);
        let chunks = self.chunks.get(first..).unwrap_or_default();
        chunks.iter().flatten().skip(skipped).take(ranks.len())
    }

    /// Inserts a key. The set must not contain it yet.
    pub(super) fn insert(&mut self, key: K) {
        let (mut chunk, mut position) = self.find(|other| *other < key);
        if chunk == self.chunks.len() {
            // The key is greater than all others: it goes to the end of the last chunk, if there is one.
            chunk = chunk.saturating_sub(1);
            position = self.chunks.get(chunk).map_or(0, Vec::len);
        }
        match self.chunks.get_mut(chunk) {
            Some(keys) => keys.insert(position, key),
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

    /// Removes a key if the set contains it.
    pub(super) fn remove(&mut self, key: &K) {
        let (chunk, position) = self.find(|other| other < key);
        let Some(keys) = self.chunks.get_mut(chunk) else { return };
        if keys.get(position) != Some(key) {
            return;
        }
        keys.remove(position);
        self.len -= 1;
        for start in self.starts.iter_mut().skip(chunk + 1) {
            *start -= 1;
        }
        self.merge(chunk);
    }

    /// Returns the chunk of the first key for which `before` does not hold, and the key's position in it.
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

    fn merge(&mut self, chunk: usize) {
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

    /// Returns a reproducible sequence of pseudorandom numbers (`SplitMix64`).
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
                // The set grows first and shrinks later.
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
    fn an_emptied_set_has_no_chunks_and_can_be_reused() {
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
