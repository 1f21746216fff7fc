//! Parses nodes.

use super::literal::{QUOTE_NAME, QUOTE_TEXT};
use super::{Elements, Parse, Parser, whole};
use crate::ast::{Command, Lost, Name, Node, Route, Send};
use crate::keyword::{self, COMMAND, NODE, ROUTES, STEERING};
use crate::raw_diagnostic::{DiagnosticKind, RawDiagnostic};
use crate::source::ByteSpan;
use crate::token::TokenKind;

impl<'s> Parser<'s, '_> {
    /// Reads what follows `node`. Fails if the node has no name.
    pub(super) fn node(&mut self, node: &mut Node<'s>) -> Parse<()> {
        let named = self.declared("the name of the node").map(|name| node.name = name);
        let open = self.open_brace(|parser| {
            let word = parser.text_of(parser.peek());
            let follows = parser.ahead(1).kind;
            let is_input_of_graph = word == "input" && follows == TokenKind::OpenBrace;
            NODE.items.contains(&word) && follows != TokenKind::Arrow && !is_input_of_graph
        });
        if let Ok(open) = open {
            self.block(&NODE, open, |parser| parser.node_item(node));
        } else {
            node.lost.push(Lost::ANY);
            self.recover(&keyword::GRAPH);
        }
        named
    }

    fn node_item(&mut self, node: &mut Node<'s>) {
        let mut lost = std::mem::take(&mut node.lost);
        self.item(&NODE, &mut lost, |parser, keyword, span| parser.node_keyword(node, keyword, span));
        node.lost = lost;
    }

    fn node_keyword(&mut self, node: &mut Node<'s>, keyword: &'static str, span: ByteSpan) -> Parse<()> {
        let text = match keyword {
            "model" => Some(&mut node.model),
            "system" | "prompt" => Some(&mut node.prompt),
            "agent" => Some(&mut node.agent),
            "graph" => Some(&mut node.graph),
            "script" => Some(&mut node.script),
            "input" => Some(&mut node.input),
            _ => None,
        };
        if let Some(slot) = text {
            let hint = if matches!(keyword, "system" | "prompt" | "input") { QUOTE_TEXT } else { QUOTE_NAME };
            let text = self.string(&NODE, hint)?;
            self.set(slot, span, text);
            return Ok(());
        }
        match keyword {
            "kind" => {
                let kind = self.identifier(&NODE, "the kind of the node")?;
                self.set(&mut node.kind, span, kind);
            }
            "tools" => {
                let names = self.list(&NODE, |parser| parser.string(&NODE, QUOTE_NAME))?;
                self.set(&mut node.tools, span, names.read);
                return whole(names.complete);
            }
            "options" => {
                let options = self.list(&NODE, |parser| parser.string(&NODE, QUOTE_TEXT))?;
                self.set(&mut node.options, span, options.read);
                return whole(options.complete);
            }
            "sources" => {
                let nodes = self.list(&NODE, |parser| parser.identifier(&NODE, "the name of a node"))?;
                self.set(&mut node.sources, span, nodes.read);
                return whole(nodes.complete);
            }
            "sends" => {
                let sends = self.list(&NODE, Self::send)?;
                self.set(&mut node.sends, span, sends.read);
                return whole(sends.complete);
            }
            "next" => {
                let target = self.target(&NODE)?;
                self.no_chain();
                self.set(&mut node.next, span, target);
            }
            "routes" => {
                let routes = self.routes()?;
                self.set(&mut node.routes, span, routes.read);
                return whole(routes.complete);
            }
            "command" => {
                let (command, complete) = self.command()?;
                self.set(&mut node.command, span, command);
                return whole(complete);
            }
            "checkpoint" => {
                let policy = self.identifier(&NODE, "a checkpoint policy")?;
                self.set(&mut node.checkpoint, span, policy);
            }
            "timeout" => {
                if self.peek().kind == TokenKind::Identifier {
                    return Err(self.wrong(&NODE, "a duration, a number of seconds or a string", None));
                }
                let timeout = self.literal(&NODE)?;
                self.set(&mut node.timeout, span, timeout);
            }
            "retry" => {
                let object = self.object(&NODE)?;
                self.set(&mut node.retry, span, object);
            }
            "metadata" => {
                let object = self.object(&NODE)?;
                self.set(&mut node.metadata, span, object);
            }
            _ => {
                // The block is rejected as a whole, whatever it contains. Only diagnostics that concern the text around
                // it are kept.
                let before = self.diagnostics.len();
                let read = self.steering();
                let inside = self.diagnostics.split_off(before.min(self.diagnostics.len()));
                if inside.is_empty() && read.is_ok() {
                    self.set(&mut node.steering, span, ());
                } else {
                    self.report(span, DiagnosticKind::Steering);
                    let around = |found: &RawDiagnostic<'_>| {
                        matches!(found.kind, DiagnosticKind::Unclosed { .. } | DiagnosticKind::TooDeep)
                    };
                    self.diagnostics.extend(inside.into_iter().filter(around));
                }
            }
        }
        Ok(())
    }

    fn send(&mut self) -> Parse<Send<'s>> {
        if !self.is_word(0, "send") {
            let hint = Some("each entry is `send NODE`, optionally followed by a string: `send b \"x\"`");
            let reported = self.wrong_entry("`send`", hint);
            if self.peek().kind.is_string() && !self.peek().begins_line {
                self.bump();
            }
            return Err(reported);
        }
        self.bump();
        let node = self.identifier(&NODE, "the name of a node")?;
        let input = if self.peek().kind.is_string() { Some(self.string(&NODE, QUOTE_TEXT)?) } else { None };
        Ok(Send { node, input })
    }

    fn routes(&mut self) -> Parse<Elements<Route<'s>>> {
        let open = self.open_short(&NODE)?;
        let mut read = Vec::with_capacity(1);
        let mut complete = true;
        self.block(&ROUTES, open, |parser| {
            if let Ok(route) = parser.route() {
                read.push(route);
            } else {
                complete = false;
                parser.recover(&ROUTES);
            }
        });
        Ok(Elements { read, complete })
    }

    fn route(&mut self) -> Parse<Route<'s>> {
        let label = self.identifier(&ROUTES, "a label")?;
        if self.peek().kind == TokenKind::Colon {
            return Err(self.unexpected("`->`", Some("routes use an arrow: `yes -> b`")));
        }
        self.expect(TokenKind::Arrow, "`->`")?;
        let target = self.target(&ROUTES)?;
        self.no_chain();
        Ok(Route { label, target })
    }

    fn command(&mut self) -> Parse<(Command<'s>, bool)> {
        let open = self.open_short(&NODE)?;
        let mut command = Command::default();
        let mut lost = Lost::default();
        self.block(&COMMAND, open, |parser| {
            parser.item(&COMMAND, &mut lost, |parser, keyword, span| {
                if keyword == "goto" {
                    let target = parser.target(&COMMAND)?;
                    parser.no_chain();
                    parser.set(&mut command.goto, span, target);
                } else {
                    let object = parser.object(&COMMAND)?;
                    parser.set(&mut command.update, span, object);
                }
                Ok(())
            });
        });
        Ok((command, !lost.has_any_of(COMMAND.items)))
    }

    /// Reads the content of `steering` to find its end and its errors.
    fn steering(&mut self) -> Parse<()> {
        let open = self.open_short(&NODE)?;
        let mut lost = Lost::default();
        self.block(&STEERING, open, |parser| {
            parser.item(&STEERING, &mut lost, |parser, keyword, _| {
                if keyword == "delivery" {
                    return parser.string(&STEERING, QUOTE_TEXT).map(|_: Name<'s>| ());
                }
                if !parser.is_word(0, "allow") {
                    return Err(parser.unexpected("`allow`", None));
                }
                parser.bump();
                parser.list(&STEERING, |parser| parser.string(&STEERING, QUOTE_TEXT)).map(|_| ())
            });
        });
        Ok(())
    }
}
