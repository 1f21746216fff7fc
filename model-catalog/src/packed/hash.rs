//! The hash function of the packed catalog's indexes: the same in every build and on every machine, and fast for short
//! strings.

/// Odd numbers without a pattern, taken from the digits of pi.
const SEED: u64 = 0x243f_6a88_85a3_08d3;
const FOLD: u64 = 0x1319_8a2e_0370_7345;

/// Hashes a name. The length is mixed in first, so that a string and the same string followed by zeros differ.
pub(crate) fn name_hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut state = SEED ^ (bytes.len() as u64);
    let (blocks, _) = bytes.as_chunks::<16>();
    for block in blocks {
        state = mix(halves(block), state);
    }
    // The last words overlap the ones before them, so that no byte is read on its own.
    let last = match (bytes.last_chunk(), bytes.first_chunk(), bytes.last_chunk()) {
        (Some(last), ..) => halves(last),
        (None, Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into()),
            _ => (0, bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))),
        },
    };
    mix(last, state)
}

fn halves(block: &[u8; 16]) -> (u64, u64) {
    let block = u128::from_le_bytes(*block);
    #[allow(clippy::cast_possible_truncation, reason = "each half is kept")]
    (block as u64, (block >> 64) as u64)
}

/// Hashes a name under a provider.
pub(crate) fn provider_hash(provider: &str, name_hash: u64) -> u64 {
    mix((self::name_hash(provider), name_hash), SEED)
}

/// Multiplies two words, and folds the two halves of the product.
fn mix((one, other): (u64, u64), state: u64) -> u64 {
    let product = u128::from(one ^ FOLD) * u128::from(other ^ state);
    #[allow(clippy::cast_possible_truncation, reason = "each half is kept")]
    let (low, high) = (product as u64, (product >> 64) as u64);
    low ^ high
}

/// Returns the part of a hash that a slot stores, and the slot at which probing starts in a table of `1 << k` slots.
#[allow(clippy::cast_possible_truncation, reason = "each half is kept")]
pub(crate) const fn split(hash: u64, slots: usize) -> (u32, usize) {
    ((hash >> 32) as u32, hash as usize & (slots - 1))
}

#[cfg(test)]
mod tests {
    use super::name_hash;

    #[test]
    fn the_hash_is_the_same_in_every_build() {
        assert_eq!(name_hash("gpt-4o"), name_hash(&String::from("gpt-4o")));
        assert_ne!(name_hash("a"), name_hash("a\0"));
        assert_ne!(name_hash(""), name_hash("\0"));
    }

    #[test]
    fn similar_names_spread_over_a_table() {
        let mut slots = vec![0_u32; 1 << 14];
        for number in 0..8192 {
            let (_, slot) = super::split(name_hash(&format!("claude-sonnet-{number}")), slots.len());
            slots[slot] += 1;
        }
        assert!(slots.iter().max() <= Some(&8), "a slot is far too full");
    }
}
