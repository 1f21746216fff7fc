//! Reads the inputs of the commands: sources, blueprints and registry snapshots.

use super::report;
use crate::outcome::{Verdict, failed};
use registry::rag::{Blueprint, CapabilityResolver, Source};
use registry::rag::{Program, ReadError, RegistrySnapshotError};
use serde_json::{Map, Value};
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::string::FromUtf8Error;
use vocabulary::{nearest, or_did_you_mean};

/// The path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The reason why an input cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum InputError {
    #[error("cannot read {path}: {error}")]
    Unreadable { path: String, error: io::Error },
    #[error("{path} is not UTF-8 text: {error}")]
    NotText { path: String, error: FromUtf8Error },
    #[error("{path}: {error}")]
    NotABlueprint { path: String, error: ReadError },
    #[error("{path} is a registry snapshot; to look up names in it, use `rag check FILES --against {path}`")]
    Snapshot { path: String },
    #[error("{path} is neither a source, which starts with `graph`, nor a blueprint: {error}")]
    Neither { path: String, error: serde_json::Error },
    #[error("{path}: {error}; a program prints its snapshot with `serde_json::to_string(&registry.snapshot())`")]
    NotASnapshot { path: String, error: RegistrySnapshotError },
    #[error("the input contains no graph")]
    NoGraph,
    #[error("there are several graphs: {}; choose one with `--graph NAME`", .0.join(", "))]
    SeveralGraphs(Vec<String>),
    #[error("there is no graph `{name}`; {} {}{}", if .graphs.len() == 1 { "the only graph is" } else { "the graphs are" }, .graphs.join(", "), near(.name, .graphs))]
    OtherGraphs { name: String, graphs: Vec<String> },
}

fn near(name: &str, graphs: &[String]) -> String {
    or_did_you_mean(nearest(name, graphs.iter().map(String::as_str)).first())
}

/// The contents of the input files.
#[derive(Default)]
pub(super) struct Documents {
    /// Texts in the `.rag` language, which form one program.
    pub(super) sources: Vec<Source>,
    /// Compiled graphs, each with the name of its file.
    pub(super) blueprints: Vec<(String, Blueprint)>,
    /// Whether a file could not be read, which has been reported.
    pub(super) incomplete: bool,
}

impl Documents {
    /// Reads files, and reports each that cannot be used.
    pub(super) fn read<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Self {
        let mut documents = Self::default();
        for path in paths {
            if let Err(error) = documents.add(path.as_ref()) {
                failed(error);
                documents.incomplete = true;
            }
        }
        documents
    }

    /// The extension `.rag` or `.json` determines the type of a file. Without either, a text that starts with a brace
    /// is a blueprint, since no source starts with one.
    fn add(&mut self, path: &Path) -> Result<(), InputError> {
        let (extension, path, text) = (path.extension(), shown(path), text(path)?);
        let json = text.strip_prefix('\u{feff}').unwrap_or(&text).trim_start();
        let is_named = |name: &str| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(name));
        if !is_named("json") && (is_named("rag") || !json.starts_with('{')) {
            self.sources.push(Source::file(path, text));
            return Ok(());
        }
        match Blueprint::from_json(json) {
            Ok(blueprint) => self.blueprints.push((path, blueprint)),
            Err(ReadError::Malformed(error)) if !is_named("json") && !error.is_data() => {
                return Err(InputError::Neither { path, error });
            }
            Err(_) if is_snapshot(json) => return Err(InputError::Snapshot { path }),
            Err(error) => return Err(InputError::NotABlueprint { path, error }),
        }
        Ok(())
    }

    /// Returns all graphs. Fails if a file could not be read, or if the sources have errors, which are printed.
    pub(super) fn compiled(self, resolver: &CapabilityResolver) -> Result<Vec<Blueprint>, Verdict> {
        if self.incomplete {
            return Err(Verdict::Failed);
        }
        match Program::parse(&self.sources).compile(resolver) {
            Ok(compiled) => {
                report::print(&compiled.warnings);
                Ok(compiled.blueprints.into_iter().chain(self.blueprints.into_iter().map(|(_, read)| read)).collect())
            }
            Err(report) => {
                report::print(&report);
                Err(Verdict::Problems)
            }
        }
    }
}

/// Whether a text that is not a blueprint is a registry snapshot.
fn is_snapshot(json: &str) -> bool {
    let members: Option<Map<String, Value>> = serde_json::from_str(json).ok();
    members.is_some_and(|members| ["components", "aliases"].iter().all(|name| members.contains_key(*name)))
}

/// Returns the graph with this name, or the only one if no name is given.
pub(super) fn chosen(blueprints: Vec<Blueprint>, name: Option<String>) -> Result<Blueprint, InputError> {
    let graphs: Vec<String> = blueprints.iter().map(|blueprint| blueprint.graph.escape_debug().to_string()).collect();
    let (count, mut blueprints) = (graphs.len(), blueprints.into_iter());
    match name {
        Some(name) => {
            blueprints.find(|blueprint| blueprint.graph == name).ok_or(InputError::OtherGraphs { name, graphs })
        }
        None if count > 1 => Err(InputError::SeveralGraphs(graphs)),
        None => blueprints.next().ok_or(InputError::NoGraph),
    }
}

/// Returns a resolver for a registry snapshot, or one that does not look up names.
pub(super) fn resolver(snapshot: Option<&Path>) -> Result<CapabilityResolver, InputError> {
    let Some(path) = snapshot else { return Ok(CapabilityResolver::without_registry()) };
    CapabilityResolver::from_snapshot(&text(path)?)
        .map_err(|error| InputError::NotASnapshot { path: shown(path), error })
}

pub(super) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// Returns the path for use in messages.
pub(super) fn shown(path: &Path) -> String {
    if is_standard_input(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Returns the text of a file or of standard input.
pub(super) fn text(path: &Path) -> Result<String, InputError> {
    let bytes = if is_standard_input(path) {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|error| InputError::Unreadable { path: shown(path), error })?;
    String::from_utf8(bytes).map_err(|error| InputError::NotText { path: shown(path), error })
}
