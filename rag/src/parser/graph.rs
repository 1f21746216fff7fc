//! Parses graphs and the items in them other than nodes.

use super::literal::QUOTE_NAME;
use super::{Parse, Parser, Reported, whole};
use crate::ast::{Allow, Channel, Edge, Field, File, Graph, Item, Join, Lost, Name, Node, Spanned};
use crate::keyword::{self, GRAPH};
use crate::raw_diagnostic::{DiagnosticKind, Place};
use crate::reference::REFERENCE_KINDS;
use crate::source::ByteSpan;
use crate::token::TokenKind;

impl<'s> Parser<'s, '_> {
    pub(super) fn program(&mut self) -> File<'s> {
        let mut file = File::default();
        loop {
            let token = self.peek();
            if token.kind == TokenKind::EndOfFile {
                return file;
            }
            if self.is_word(0, "graph") {
                self.beginnings.push(self.at);
                self.bump();
                file.graphs.push(self.graph());
                continue;
            }
            if token.kind == TokenKind::Malformed {
                self.bump();
                continue;
            }
            if token.kind == TokenKind::Identifier {
                let name = self.text_of(token);
                self.report(token.span, DiagnosticKind::UnknownItem { name, block: "a file", items: &["graph"] });
            } else {
                self.unexpected("`graph`", None);
            }
            self.skip_to_graph();
        }
    }

    fn skip_to_graph(&mut self) {
        loop {
            let token = self.bump();
            match token.kind {
                TokenKind::EndOfFile => break,
                TokenKind::OpenBrace | TokenKind::OpenBracket => self.enter(token),
                TokenKind::CloseBrace | TokenKind::CloseBracket => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            let next = self.peek();
            let begins_graph =
                self.is_word(0, "graph") && ((self.depth == 0 && next.begins_line) || self.ends_block(&GRAPH));
            if begins_graph || next.kind == TokenKind::EndOfFile {
                break;
            }
        }
        self.depth = 0;
    }

    /// Reads what follows `graph`.
    fn graph(&mut self) -> Graph<'s> {
        let name = self.declared("the name of the graph").unwrap_or_default();
        let open = self.open_brace(|parser| parser.is_item_of(&GRAPH));
        let mut graph = Graph { name, ..Graph::default() };
        if let Ok(open) = open {
            self.block(&GRAPH, open, |parser| parser.graph_item(&mut graph));
        } else {
            graph.lost.push(Lost::ANY);
            self.skip_to_graph();
        }
        graph
    }

    /// Reads the name of a declaration. A string is an error, but still taken as the name.
    pub(super) fn declared(&mut self, expected: &'static str) -> Parse<Name<'s>> {
        let token = self.peek();
        match token.kind {
            TokenKind::Malformed => {
                self.bump();
                Ok(Spanned { value: self.text_of(token).into(), span: token.span })
            }
            TokenKind::String if !token.broken => {
                let name = self.string(&GRAPH, QUOTE_NAME)?;
                let hint = Some("names of graphs and nodes are not quoted");
                self.report(token.span, DiagnosticKind::WrongLiteral { expected, found: token.kind, hint });
                Ok(name)
            }
            TokenKind::Identifier if self.ahead(1).kind == TokenKind::OpenBrace => {
                self.bump();
                Ok(Spanned { value: self.text_of(token).into(), span: token.span })
            }
            _ => self.identifier(&GRAPH, expected),
        }
    }

    fn is_item_of(&self, block: &'static keyword::Block) -> bool {
        self.peek().kind == TokenKind::Identifier && block.items.contains(&self.text_of(self.peek()))
    }

    fn graph_item(&mut self, graph: &mut Graph<'s>) {
        if self.peek().kind == TokenKind::Identifier && self.ahead(1).kind == TokenKind::Arrow {
            if let Ok(edge) = self.edge() {
                graph.edges.push(edge);
            } else {
                graph.lost.push("->");
                self.recover(&GRAPH);
            }
            return;
        }
        let mut lost = std::mem::take(&mut graph.lost);
        self.item(&GRAPH, &mut lost, |parser, keyword, span| parser.graph_keyword(graph, keyword, span));
        graph.lost = lost;
    }

    fn graph_keyword(&mut self, graph: &mut Graph<'s>, keyword: &'static str, span: ByteSpan) -> Parse<()> {
        match keyword {
            "start" => {
                let name = self.identifier(&GRAPH, "the name of a node")?;
                if let Some(first) = &graph.start {
                    let first = Place { file: self.file, span: first.span };
                    self.report(span, DiagnosticKind::DuplicateItem { name: keyword, first });
                } else {
                    graph.start = Some(name);
                }
            }
            "metadata" => {
                let object = self.object(&GRAPH)?;
                self.set(&mut graph.metadata, span, object);
            }
            "defaults" => {
                let object = self.object(&GRAPH)?;
                self.set(&mut graph.defaults, span, object);
            }
            "allow" => self.allow(graph, span)?,
            "input" => {
                let fields = self.fields()?;
                self.set(&mut graph.input, span, fields);
            }
            "output" => {
                let fields = self.fields()?;
                self.set(&mut graph.output, span, fields);
            }
            "checkpoint" => {
                let policy = self.identifier(&GRAPH, "a checkpoint policy")?;
                self.set(&mut graph.checkpoint, span, policy);
            }
            "interrupt" => {
                let policy = self.identifier(&GRAPH, "an interrupt policy")?;
                self.set(&mut graph.interrupt, span, policy);
            }
            "channel" => graph.channels.push(self.channel()?),
            "node" => {
                // Nodes are large, so each is parsed in place.
                graph.nodes.push(Node::default());
                if let Some(node) = graph.nodes.last_mut() {
                    let named = self.node(node);
                    graph.lost_in_nodes.extend(&node.lost);
                    named?;
                }
            }
            _ => {
                let sources = self.list(&GRAPH, |parser| parser.identifier(&GRAPH, "the name of a node"))?;
                self.expect(TokenKind::Arrow, "`->`")?;
                let target = self.target(&GRAPH)?;
                self.no_chain();
                graph.joins.push(Join { sources: sources.read, target });
                whole(sources.complete)?;
            }
        }
        Ok(())
    }

    /// Keeps the first occurrence of an item and reports any further one.
    pub(super) fn set<T>(&mut self, slot: &mut Option<Item<T>>, keyword: ByteSpan, value: T) {
        if let Some(first) = slot {
            let (first, name) = (Place { file: self.file, span: first.span }, keyword.of(self.text));
            self.report(keyword, DiagnosticKind::DuplicateItem { name, first });
        } else {
            *slot = Some(Spanned { value, span: keyword });
        }
    }

    fn allow(&mut self, graph: &mut Graph<'s>, keyword: ByteSpan) -> Parse<()> {
        let plural = self.peek();
        let text = self.text_of(plural);
        if plural.kind != TokenKind::Identifier {
            return Err(self.unexpected("the plural of a kind", None));
        }
        let Some(kind) = REFERENCE_KINDS.into_iter().find(|kind| kind.plural() == text) else {
            self.bump();
            return Err(self.report(plural.span, DiagnosticKind::UnknownPlural { name: text }));
        };
        self.bump();
        self.no_colon();
        let names = self.list(&GRAPH, |parser| parser.string(&GRAPH, QUOTE_NAME))?;
        let kind = Spanned { value: kind, span: keyword.to(plural.span) };
        if let Some(first) = graph.allow.iter().find(|allow| allow.kind == kind) {
            let first = Place { file: self.file, span: first.kind.span };
            let name = kind.span.of(self.text);
            self.report(kind.span, DiagnosticKind::DuplicateItem { name, first });
        } else {
            graph.allow.push(Allow { kind, names: names.read });
        }
        whole(names.complete)
    }

    fn fields(&mut self) -> Parse<Vec<Field<'s>>> {
        let open = self.open_short(&GRAPH)?;
        let mut fields = Vec::new();
        self.block(&keyword::FIELDS, open, |parser| match parser.field() {
            Ok(field) => fields.push(field),
            Err(Reported) => parser.recover(&keyword::FIELDS),
        });
        Ok(fields)
    }

    fn field(&mut self) -> Parse<Field<'s>> {
        let name = self.identifier(&keyword::FIELDS, "the name of a field")?;
        self.eat(TokenKind::Colon);
        let type_name = self.identifier(&keyword::FIELDS, "the type of the field")?;
        Ok(Field { name, type_name })
    }

    fn channel(&mut self) -> Parse<Channel<'s>> {
        let name = match self.eat(TokenKind::Identifier) {
            Some(token) => Spanned { value: self.text_of(token).into(), span: token.span },
            None => self.identifier(&GRAPH, "the name of the channel")?,
        };
        if self.is_value_missing(&GRAPH) {
            return Err(self.report(name.span, DiagnosticKind::NoReducer { channel: name.span.of(self.text) }));
        }
        let reducer = self.identifier(&GRAPH, "the name of a reducer")?;
        let mut arguments = Vec::new();
        loop {
            let token = self.peek();
            if token.kind == TokenKind::Number || token.kind.is_string() {
                arguments.push(self.literal(&GRAPH)?);
            } else if token.kind == TokenKind::Malformed {
                self.bump();
                return Err(Reported);
            } else if token.kind == TokenKind::Duration || (token.kind == TokenKind::Identifier && !self.begins_item())
            {
                return Err(self.wrong(&GRAPH, "a string or a number", None));
            } else {
                return Ok(Channel { name, reducer, arguments });
            }
        }
    }

    /// Whether the next token begins an item of the graph, even an unknown one.
    fn begins_item(&self) -> bool {
        self.peek().begins_line || self.is_item_of(&GRAPH) || self.ahead(1).kind == TokenKind::Arrow
    }

    fn edge(&mut self) -> Parse<Edge<'s>> {
        let from = self.identifier(&GRAPH, "the name of a node")?;
        self.expect(TokenKind::Arrow, "`->`")?;
        let target = self.target(&GRAPH)?;
        self.no_chain();
        Ok(Edge { from, target })
    }

    pub(super) fn target(&mut self, block: &'static keyword::Block) -> Parse<Name<'s>> {
        self.identifier(block, "the name of a node or `END`")
    }

    /// Reports `a -> b -> c`, once for the whole chain.
    pub(super) fn no_chain(&mut self) {
        if self.peek().kind == TokenKind::Arrow {
            self.report(self.peek().span, DiagnosticKind::ChainedEdge);
            while self.eat(TokenKind::Arrow).is_some() {
                if matches!(self.peek().kind, TokenKind::Identifier | TokenKind::Malformed) {
                    self.bump();
                }
            }
        }
    }
}
