//! Diagnostic codes.

use serde::{Serialize, Serializer};
use std::fmt;
use vocabulary::Severity;

macro_rules! codes {
    ($($code:ident $severity:ident $description:literal,)*) => {
        /// The code of a diagnostic. Codes are stable; messages may change.
        ///
        /// ```
        /// use registry::rag::{Code, Severity};
        ///
        /// assert_eq!(Code::E301.to_string(), "E301");
        /// assert_eq!(Code::W401.severity(), Severity::Warning);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $description] $code,)*
        }

        impl Code {
            /// Every code, errors first.
            pub const ALL: &'static [Self] = &[$(Self::$code),*];

            /// Returns the code as text, such as `E301`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$code => stringify!($code),)* }
            }

            /// Returns the severity of diagnostics with this code.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$code => Severity::$severity,)* }
            }

            /// Returns what the code is reported for.
            pub const fn description(self) -> &'static str {
                match self { $(Self::$code => $description,)* }
            }
        }
    };
}

codes! {
    E001 Error "A character that cannot start a token, or that changes the direction of text.",
    E002 Error "An unterminated string.",
    E003 Error "An invalid escape in a string.",
    E004 Error "A malformed number, duration or name.",
    E101 Error "An unexpected token.",
    E102 Error "A missing brace or bracket.",
    E103 Error "An unknown item.",
    E104 Error "A literal or name of the wrong kind.",
    E105 Error "Size, nesting depth or node count over the limit.",
    E201 Error "Two graphs with the same name.",
    E202 Error "Two nodes with the same name.",
    E203 Error "Two channels with the same name.",
    E204 Error "Two routes with the same label.",
    E205 Error "Two fields with the same name.",
    E206 Error "An item or object key that appears twice.",
    E211 Error "A graph without `start`.",
    E212 Error "A node that does not exist, or `END` where a node is required.",
    E213 Error "A node named `END`.",
    E214 Error "A node with more than one routing.",
    E215 Error "Two edges from the same node.",
    E221 Error "An unknown node kind.",
    E222 Error "A node without the reference that its kind needs.",
    E223 Error "A timeout that is not a positive duration.",
    E224 Error "An empty `routes` or `command`.",
    E301 Error "A name that is not registered.",
    E302 Error "A name that `allow` does not list.",
    E303 Error "A graph that runs itself, directly or through subgraphs.",
    E311 Error "A `steering` block.",
    W401 Warning "A node that is not reachable from `start`.",
    W402 Warning "A node from which neither `END` nor a terminal node is reachable.",
    W403 Warning "An unused `allow` entry.",
    W404 Warning "An item that the node's kind ignores.",
    W405 Warning "A graph in the files that hides a registered graph.",
    W406 Warning "A repeated entry in `tools`, `sources` or `join`.",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
