//! Writes a snapshot so that changing one fact changes one line.

use crate::schema::ModelCatalogSnapshot;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};

impl ModelCatalogSnapshot {
    /// Serializes the snapshot as JSON: every field and every rate on its own line, every list of keys on one line.
    /// Equal snapshots produce equal bytes.
    ///
    /// # Errors
    ///
    /// The error of the serializer; a valid snapshot has none.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut text = Vec::new();
        let layout =
            LineForEachFact { pretty: PrettyFormatter::with_indent(b" "), compact: CompactFormatter, open: Vec::new() };
        self.serialize(&mut Serializer::with_formatter(&mut text, layout))?;
        text.push(b'\n');
        String::from_utf8(text).map_err(serde::ser::Error::custom)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Container {
    Array,
    Object,
}

/// Writes containers down to a model's rates over several lines, and everything inside a rate compactly.
struct LineForEachFact {
    pretty: PrettyFormatter<'static>,
    compact: CompactFormatter,
    open: Vec<Container>,
}

impl LineForEachFact {
    /// Whether the innermost open container is written over several lines.
    fn spread(&self) -> bool {
        use Container::{Array, Object};
        matches!(
            self.open.as_slice(),
            [Object]
                | [Object, Array]
                | [Object, Array, Object]
                | [Object, Array, Object, Object]
                | [Object, Array, Object, Object, Array]
        )
    }
}

macro_rules! delegate {
    ($( $method:ident($($argument:ident: $kind:ty),*) )*) => {
        $(
            fn $method<W: ?Sized + Write>(&mut self, writer: &mut W $(, $argument: $kind)*) -> io::Result<()> {
                if self.spread() { self.pretty.$method(writer $(, $argument)*) } else { self.compact.$method(writer $(, $argument)*) }
            }
        )*
    };
}

impl Formatter for LineForEachFact {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open.push(Container::Array);
        if self.spread() { self.pretty.begin_array(writer) } else { self.compact.begin_array(writer) }
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let spread = self.spread();
        self.open.pop();
        if spread { self.pretty.end_array(writer) } else { self.compact.end_array(writer) }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open.push(Container::Object);
        if self.spread() { self.pretty.begin_object(writer) } else { self.compact.begin_object(writer) }
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let spread = self.spread();
        self.open.pop();
        if spread { self.pretty.end_object(writer) } else { self.compact.end_object(writer) }
    }

    delegate! {
        begin_array_value(first: bool)
        end_array_value()
        begin_object_key(first: bool)
        end_object_key()
        begin_object_value()
        end_object_value()
    }
}
