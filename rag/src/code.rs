//! The codes of the language's problems.

use serde::{Serialize, Serializer};
use std::fmt;
use vocabulary::Severity;

macro_rules! codes {
    ($($code:ident $severity:ident $when:literal,)*) => {
        /// The code of a problem, which stays the same while its wording may change.
        ///
        /// ```
        /// use registry::rag::{Code, Severity};
        ///
        /// assert_eq!(Code::E301.to_string(), "E301");
        /// assert_eq!(Code::W401.severity(), Severity::Warning);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $when] $code,)*
        }

        impl Code {
            /// Every code, errors first.
            pub const ALL: &'static [Self] = &[$(Self::$code),*];

            /// The code as it is written.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$code => stringify!($code),)* }
            }

            /// How bad a problem with this code is.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$code => Severity::$severity,)* }
            }

            /// When it is reported.
            pub const fn when(self) -> &'static str {
                match self { $(Self::$code => $when,)* }
            }
        }
    };
}

codes! {
    E001 Error "A character that begins no token, or that changes the direction of text.",
    E002 Error "A string that does not end.",
    E003 Error "An escape that a string cannot hold.",
    E004 Error "A malformed number, duration or name.",
    E101 Error "An unexpected token.",
    E102 Error "A missing brace or bracket.",
    E103 Error "An unknown item.",
    E104 Error "A literal or name of the wrong kind.",
    E105 Error "Size, depth or node count over the bound.",
    E201 Error "Two graphs with one name.",
    E202 Error "Two nodes with one name.",
    E203 Error "Two channels with one name.",
    E204 Error "Two routes with one label.",
    E205 Error "Two fields with one name.",
    E206 Error "An item or object key that was given twice.",
    E211 Error "A graph without `start`.",
    E212 Error "A node that does not exist, or `END` where only a node can stand.",
    E213 Error "A node called `END`.",
    E214 Error "Two routing sources on one node.",
    E215 Error "Two edges from one node.",
    E221 Error "An unknown kind of node.",
    E222 Error "A node without the reference that its kind needs.",
    E223 Error "A timeout that is no positive duration.",
    E224 Error "An empty `routes` or `command`.",
    E301 Error "A name that is not registered.",
    E302 Error "A name outside `allow`.",
    E303 Error "A graph that reaches itself through subgraphs.",
    E311 Error "A `steering` block.",
    W401 Warning "A node that no path from `start` reaches.",
    W402 Warning "A node from which no path reaches `END` or a terminal node.",
    W403 Warning "An `allow` entry that is never used.",
    W404 Warning "An item that the node's kind ignores.",
    W405 Warning "A graph of the files that hides a registered one.",
    W406 Warning "A repeated entry in `tools`, `sources` or a `join`.",
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
