//! Generates programs with valid syntax and names, one for every sequence of bytes.

use std::fmt::Display;

/// A program and its tokens.
pub(crate) struct Generated {
    pub(crate) text: String,
    /// The tokens and comments in order, without commas and colons.
    #[allow(dead_code, reason = "used by the tests of the formatter")]
    pub(crate) atoms: Vec<String>,
}

/// Returns the program for these bytes.
pub(crate) fn program(bytes: &[u8]) -> Generated {
    let mut writer = Writer { choices: bytes, text: String::new(), atoms: Vec::new() };
    let graphs = 1 + writer.choose(2);
    for graph in 0..graphs {
        writer.graph(graph);
    }
    writer.space();
    Generated { text: writer.text, atoms: writer.atoms }
}

struct Writer<'b> {
    choices: &'b [u8],
    text: String,
    atoms: Vec<String>,
}

impl Writer<'_> {
    fn choose(&mut self, count: usize) -> usize {
        match self.choices.split_first() {
            Some((byte, rest)) => {
                self.choices = rest;
                usize::from(*byte) % count
            }
            None => 0,
        }
    }

    fn space(&mut self) {
        let comment = format!("// {}", self.atoms.len());
        let space = match self.choose(12) {
            0..6 => " ",
            6 => "\n",
            7 => "\t\r\n  ",
            8 => "\n\n\n",
            9 => return self.comment(" ", &comment, "\n"),
            10 => return self.comment("\n\n", &(comment + " { \" } é"), "\r\n\n\n"),
            _ => return self.comment("\n", &comment, "\n"),
        };
        self.text.push_str(space);
    }

    fn comment(&mut self, before: &str, comment: &str, after: &str) {
        self.text.extend([before, comment, after]);
        self.atoms.push(comment.to_owned());
    }

    fn token(&mut self, token: impl Display) {
        self.space();
        let token = token.to_string();
        self.text.push_str(&token);
        self.atoms.push(token);
    }

    fn tokens<const N: usize>(&mut self, tokens: [&dyn Display; N]) {
        for token in tokens {
            self.token(token);
        }
    }

    fn comma(&mut self) {
        if self.choose(4) == 0 {
            self.space();
            self.text.push(',');
        }
    }

    fn colon(&mut self) {
        if self.choose(3) == 0 {
            self.space();
            self.text.push(':');
        }
    }

    fn list(&mut self, count: usize, mut element: impl FnMut(&mut Self)) {
        self.token("[");
        for number in 0..count {
            element(self);
            if number + 1 == count && self.choose(2) == 0 {
                break;
            }
            self.space();
            let line_break = number + 1 < count && self.choose(3) == 0;
            self.text.push(if line_break { '\n' } else { ',' });
        }
        self.token("]");
    }

    fn string(&mut self) {
        let string = match self.choose(6) {
            0 => "\"tool_a\"",
            1 => "\"a longer name of a tool, é😀\"",
            2 => r#""\n\t\r\\\" \\""#,
            3 => "\"\"",
            4 => "\"\"\"one line, \"quoted\" \\q\"\"\"",
            _ => "\"\"\"\n    two\r\n\n      lines\n  \"\"\"",
        };
        self.token(string);
    }

    fn literal(&mut self) {
        match self.choose(6) {
            0 => self.string(),
            1 => self.token("inherit"),
            2 => self.token("-12"),
            3 => self.token("0.50"),
            4 => self.token("1.5s"),
            _ => self.token("9223372036854775808"),
        }
    }

    fn object(&mut self) {
        self.token("{");
        for key in 0..self.choose(4) {
            self.token(format_args!("key_{key}"));
            self.colon();
            self.literal();
            self.comma();
        }
        self.token("}");
    }

    fn fields(&mut self) {
        self.token("{");
        for field in ["start", "node", "x"].into_iter().take(self.choose(4)) {
            self.token(field);
            self.colon();
            self.token("string");
            self.comma();
        }
        self.token("}");
    }

    fn graph(&mut self, number: usize) {
        self.tokens([&"graph", &format_args!("g{number}"), &"{", &"start", &"n0"]);
        let nodes = 1 + self.choose(6);
        let mut given = [false; 8];
        for _ in 0..self.choose(8) {
            let item = self.choose(8);
            if std::mem::replace(&mut given[item], true) {
                continue;
            }
            match item {
                0 => {
                    self.token("metadata");
                    self.object();
                }
                1 => {
                    self.token("defaults");
                    self.object();
                }
                2 => {
                    self.tokens([&"allow", &"agents"]);
                    let count = self.choose(4);
                    self.list(count, Self::string);
                }
                3 => {
                    self.token("input");
                    self.fields();
                }
                4 => {
                    self.token("output");
                    self.fields();
                }
                5 => self.tokens([&"checkpoint", &"node"]),
                6 => {
                    self.tokens([&"channel", &"channel", &"append"]);
                    for _ in 0..self.choose(3) {
                        self.string();
                    }
                }
                _ => {
                    self.token("join");
                    self.list(2, |writer| writer.token(format_args!("n{}", nodes - 1)));
                    self.tokens([&"->", &"END"]);
                }
            }
            self.comma();
        }
        for node in 0..nodes {
            self.node(node, nodes);
            self.comma();
        }
        self.token("}");
    }

    fn node(&mut self, number: usize, nodes: usize) {
        self.tokens([&"node", &format_args!("n{number}"), &"{"]);
        let mut given = [false; 13];
        for _ in 0..self.choose(10) {
            let item = self.choose(given.len());
            if !std::mem::replace(&mut given[item], true) {
                self.item(item, nodes);
                self.comma();
            }
        }
        let target = self.target(nodes);
        let edge = match self.choose(5) {
            0 => {
                self.tokens([&"next", &target]);
                false
            }
            1 => {
                self.tokens([&"routes", &"{"]);
                for label in ["start", "node", "final"].into_iter().take(1 + self.choose(3)) {
                    let target = self.target(nodes);
                    self.tokens([&label, &"->", &target]);
                    self.comma();
                }
                self.token("}");
                false
            }
            2 => {
                self.tokens([&"command", &"{", &"goto", &target, &"update"]);
                self.object();
                self.token("}");
                false
            }
            3 => true,
            _ => false,
        };
        self.token("}");
        if edge {
            self.comma();
            self.tokens([&format_args!("n{number}"), &"->", &target]);
        }
    }

    fn target(&mut self, nodes: usize) -> String {
        match self.choose(nodes + 1) {
            0 => "END".to_owned(),
            node => format!("n{}", node - 1),
        }
    }

    fn item(&mut self, item: usize, nodes: usize) {
        const KINDS: [&str; 6] = ["agent", "model", "tool_executor", "interrupt", "human", "router"];
        let count = self.choose(9);
        match item {
            0 => self.tokens([&"kind", &KINDS[count % KINDS.len()]]),
            1 => {
                self.token("model");
                self.string();
            }
            2 => {
                self.token(if count == 0 { "system" } else { "prompt" });
                self.string();
            }
            3 => {
                self.token("tools");
                self.list(count, Self::string);
            }
            4 => {
                self.token("script");
                self.string();
            }
            5 => {
                self.token("input");
                self.string();
            }
            6 => {
                self.token("sends");
                self.list(count, |writer| {
                    writer.tokens([&"send", &format_args!("n{}", count % nodes)]);
                    if writer.choose(2) == 0 {
                        writer.string();
                    }
                });
            }
            7 => {
                self.token("sources");
                self.list(count, |writer| writer.token(format_args!("n{}", count % nodes)));
            }
            8 => {
                self.token("options");
                self.list(count, Self::string);
            }
            9 => self.tokens([&"checkpoint", &"next"]),
            10 => self.tokens([&"timeout", &["30s", "1.5", "\"2m\""][count % 3]]),
            11 => {
                self.token("retry");
                self.object();
            }
            _ => {
                self.token("metadata");
                self.object();
            }
        }
    }
}
