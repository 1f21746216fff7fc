//! The layout of a packed catalog: its header, and the records to which only the packed catalog itself refers. The
//! order in `read` and `write` defines the layout of each record.

use crate::mode::Mode;
use crate::rate::ThresholdRule;
use crate::rate_record;
use crate::record::{NameRecord, Text, chunk, date_of, day_of, number, number64, variant, word};
use chrono::NaiveDate;
use vocabulary::CapabilitySet;

/// The first bytes of a packed catalog; the last of them is the layout version.
const MAGIC: u64 = u64::from_le_bytes(*b"MODCAT\x00\x03");

pub(crate) const HEADER_SIZE: usize = 96;

/// A position in the list of names, in the ranking.
pub(crate) const RANK_SIZE: usize = 4;

/// A slot of a hash table: a value counted from 1, the position of the name in the text, and a part of its hash.
pub(crate) const SLOT_SIZE: usize = 16;

/// Where each block of a packed catalog begins, and the head of the snapshot.
#[derive(Clone, Copy)]
pub(crate) struct Header {
    pub(crate) magic: u64,
    pub(crate) text_len: usize,
    pub(crate) entries: Block,
    pub(crate) names: Block,
    pub(crate) ranking: Block,
    pub(crate) rates: Block,
    pub(crate) by_provider: Block,
    pub(crate) by_name: Block,
    pub(crate) providers: Block,
    pub(crate) schema_version: u32,
    pub(crate) date: Option<NaiveDate>,
    pub(crate) snapshot_id: Text,
    pub(crate) currency: Text,
    pub(crate) unit: Text,
    /// The sources, as JSON.
    pub(crate) sources: Text,
}

/// Consecutive records of the same size.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    /// The offset of the first record in bytes.
    pub(crate) start: usize,
    pub(crate) count: usize,
}

/// The number of records in each block.
pub(crate) struct Counts {
    pub(crate) entries: usize,
    pub(crate) names: usize,
    pub(crate) rates: usize,
    pub(crate) by_provider: usize,
    pub(crate) by_name: usize,
    pub(crate) providers: usize,
}

impl Header {
    pub(crate) const fn read(bytes: &[u8; HEADER_SIZE]) -> Self {
        let counts = Counts {
            entries: number(bytes, 12),
            names: number(bytes, 16),
            rates: number(bytes, 20),
            by_provider: number(bytes, 24),
            by_name: number(bytes, 28),
            providers: number(bytes, 72),
        };
        Self {
            magic: u64::from_le_bytes(*chunk(bytes, 0)),
            text_len: number(bytes, 8),
            schema_version: u32::from_le_bytes(*chunk(bytes, 32)),
            date: date_of(i32::from_le_bytes(*chunk(bytes, 36))),
            snapshot_id: Text::read(bytes, 40),
            currency: Text::read(bytes, 48),
            unit: Text::read(bytes, 56),
            sources: Text::read(bytes, 64),
            ..Self::for_counts(&counts)
        }
    }

    /// Creates the header for consecutive blocks of these sizes, without the head of a snapshot.
    pub(crate) const fn for_counts(counts: &Counts) -> Self {
        let none = Text::NONE;
        let entries = Block { start: HEADER_SIZE, count: counts.entries };
        let names = Block { start: entries.start + entries.count * EntryRecord::SIZE, count: counts.names };
        let ranking = Block { start: names.start + names.count * NameRecord::SIZE, count: counts.names };
        let rates = Block { start: ranking.start + ranking.count * RANK_SIZE, count: counts.rates };
        let by_provider = Block { start: rates.start + rates.count * rate_record::SIZE, count: counts.by_provider };
        let by_name = Block { start: by_provider.start + by_provider.count * SLOT_SIZE, count: counts.by_name };
        let providers = Block { start: by_name.start + by_name.count * SLOT_SIZE, count: counts.providers };
        Self {
            magic: MAGIC,
            text_len: 0,
            entries,
            names,
            ranking,
            rates,
            by_provider,
            by_name,
            providers,
            schema_version: 0,
            date: None,
            snapshot_id: none,
            currency: none,
            unit: none,
            sources: none,
        }
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let Self { magic, text_len, entries, names, rates, by_provider, by_name, providers, .. } = self;
        out.extend(magic.to_le_bytes());
        for count in [*text_len, entries.count, names.count, rates.count, by_provider.count, by_name.count] {
            out.extend(word(count).to_le_bytes());
        }
        out.extend(self.schema_version.to_le_bytes());
        out.extend(day_of(self.date).to_le_bytes());
        for text in [self.snapshot_id, self.currency, self.unit, self.sources] {
            text.write(out);
        }
        out.extend(word(providers.count).to_le_bytes());
        out.resize(HEADER_SIZE, 0);
    }

    pub(crate) const fn is_current(&self) -> bool {
        self.magic == MAGIC
    }

    /// Returns the size of the packed catalog without its text, in bytes.
    pub(crate) const fn size(&self) -> usize {
        self.providers.start + self.providers.count * SLOT_SIZE
    }
}

/// A slot of a hash table; it is empty if its value is 0.
pub(crate) struct SlotRecord {
    /// The entry, or the rank of the name, counted from 1.
    pub(crate) value: u32,
    pub(crate) tag: u32,
    pub(crate) name: Text,
}

impl SlotRecord {
    #[inline]
    pub(crate) fn read(bytes: &[u8; SLOT_SIZE]) -> Self {
        Self {
            value: u32::from_le_bytes(*chunk(bytes, 0)),
            tag: u32::from_le_bytes(*chunk(bytes, 4)),
            name: Text::read(bytes, 8),
        }
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.value.to_le_bytes());
        out.extend(self.tag.to_le_bytes());
        self.name.write(out);
    }
}

/// A model. Absent strings are [`Text::NONE`], absent numbers the largest or smallest of their type.
pub(crate) struct EntryRecord {
    pub(crate) id: Text,
    /// The position of its first alias among the names, and the number of aliases.
    pub(crate) aliases: (u32, u32),
    pub(crate) rates: (u32, u32),
    /// The rates with unknown prices, stored among the rates. The prices of these records are meaningless.
    pub(crate) unknown: (u32, u32),
    pub(crate) limits: [Option<u64>; 3],
    pub(crate) provider: Text,
    pub(crate) successor: Text,
    pub(crate) base_model: Text,
    pub(crate) source: Text,
    pub(crate) origin: Text,
    pub(crate) provenance: Text,
    pub(crate) extra: Text,
    pub(crate) multipliers: Text,
    pub(crate) deprecation_date: Option<NaiveDate>,
    /// Including [`Capability::Priced`](crate::Capability::Priced).
    pub(crate) capabilities: CapabilitySet,
    pub(crate) mode: Option<Mode>,
    pub(crate) threshold_rule: ThresholdRule,
}

impl EntryRecord {
    pub(crate) const SIZE: usize = 128;

    #[inline]
    pub(crate) fn read(bytes: &[u8; Self::SIZE]) -> Self {
        let pair = |at| (u32::from_le_bytes(*chunk(bytes, at)), u32::from_le_bytes(*chunk(bytes, at + 4)));
        let limit = |at| Some(number64(bytes, at)).filter(|&limit| limit != u64::MAX);
        let &[threshold_rule] = chunk(bytes, 103);
        Self {
            id: Text::read(bytes, 104),
            aliases: pair(0),
            rates: pair(8),
            unknown: pair(120),
            limits: [limit(16), limit(24), limit(32)],
            provider: Self::provider(bytes),
            successor: Text::read(bytes, 48),
            base_model: Text::read(bytes, 56),
            source: Text::read(bytes, 64),
            origin: Text::read(bytes, 72),
            provenance: Text::read(bytes, 80),
            extra: Text::read(bytes, 88),
            multipliers: Text::read(bytes, 112),
            deprecation_date: date_of(i32::from_le_bytes(*chunk(bytes, 96))),
            capabilities: Self::capabilities(bytes),
            mode: Self::mode(bytes),
            threshold_rule: variant(ThresholdRule::ALL, threshold_rule).unwrap_or(ThresholdRule::Exclusive),
        }
    }

    /// Reads only the mode.
    pub(crate) fn mode(bytes: &[u8; Self::SIZE]) -> Option<Mode> {
        let &[mode] = chunk(bytes, 102);
        variant(Mode::ALL, mode)
    }

    /// Reads only the capabilities.
    pub(crate) fn capabilities(bytes: &[u8; Self::SIZE]) -> CapabilitySet {
        CapabilitySet::from_bits(u16::from_le_bytes(*chunk(bytes, 100)))
    }

    /// Reads only the provider.
    pub(crate) fn provider(bytes: &[u8; Self::SIZE]) -> Text {
        Text::read(bytes, 40)
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for number in [self.aliases.0, self.aliases.1, self.rates.0, self.rates.1] {
            out.extend(number.to_le_bytes());
        }
        for limit in self.limits {
            out.extend(limit.unwrap_or(u64::MAX).to_le_bytes());
        }
        let Self { provider, successor, base_model, source, origin, provenance, extra, .. } = self;
        for text in [provider, successor, base_model, source, origin, provenance, extra] {
            text.write(out);
        }
        out.extend(day_of(self.deprecation_date).to_le_bytes());
        out.extend(self.capabilities.bits().to_le_bytes());
        out.push(self.mode.map_or(u8::MAX, |mode| mode as u8));
        out.push(self.threshold_rule as u8);
        self.id.write(out);
        self.multipliers.write(out);
        out.extend(self.unknown.0.to_le_bytes());
        out.extend(self.unknown.1.to_le_bytes());
    }
}
