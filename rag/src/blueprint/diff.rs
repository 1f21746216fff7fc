//! The differences between two blueprints.

use super::Blueprint;
use crate::printable::printable;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// The changes from one blueprint to another. It is empty if and only if the two are equal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Diff {
    /// The changes, in the order of the JSON form.
    pub changes: Vec<Change>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What changed: fields of the JSON form, and names of nodes, channels, fields and labels.
    pub path: Vec<String>,
    /// The old value, or `None` if the value was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// The new value, or `None` if the value was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
}

impl Diff {
    /// Returns whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl Blueprint {
    /// Returns the changes from this blueprint to another. Provenance is ignored.
    ///
    /// ```
    /// use registry::rag::testing::compile_graph;
    ///
    /// let old = compile_graph("graph g { start a  node a { model \"fast\" } }");
    /// let new = compile_graph("graph g { start a  node a { model \"smart\" next b }  node b {} }");
    /// assert_eq!(
    ///     old.diff(&new).to_string(),
    ///     "~ nodes a model: \"fast\" -> \"smart\"\n\
    ///      ~ nodes a routing: \"terminal\" -> {\"next\":\"b\"}\n\
    ///      + nodes b: {\"name\":\"b\",\"routing\":\"terminal\"}\n"
    /// );
    /// ```
    pub fn diff(&self, other: &Self) -> Diff {
        let mut comparison = Comparison { path: Vec::new(), changes: Vec::new() };
        comparison.values(&json(self), &json(other));
        Diff { changes: comparison.changes }
    }
}

fn json(blueprint: &Blueprint) -> Value {
    let mut blueprint = blueprint.clone();
    blueprint.provenance = None;
    serde_json::to_value(blueprint).unwrap_or_else(|error| unreachable!("a blueprint has a JSON form: {error}"))
}

/// The parts of an object or list, each with its key or name.
type Parts<'v> = Vec<(&'v str, &'v Value)>;

struct Comparison {
    path: Vec<String>,
    changes: Vec<Change>,
}

impl Comparison {
    fn values(&mut self, before: &Value, after: &Value) {
        if before == after {
            return;
        }
        match (before, after) {
            (Value::Object(one), Value::Object(two)) => {
                self.parts(&keyed(one), &keyed(two));
            }
            (Value::Array(one), Value::Array(two)) => match (named(one), named(two)) {
                (Some(one), Some(two)) => {
                    self.parts(&one, &two);
                    self.order(&one, &two);
                }
                _ => self.change(Some(before), Some(after)),
            },
            _ => self.change(Some(before), Some(after)),
        }
    }

    fn parts(&mut self, before: &Parts<'_>, after: &Parts<'_>) {
        let later: HashMap<&str, &Value> = after.iter().copied().collect();
        let earlier: HashSet<&str> = before.iter().map(|(name, _)| *name).collect();
        for (name, value) in before {
            self.path.push((*name).to_owned());
            match later.get(name) {
                Some(after) => self.values(value, after),
                None => self.change(Some(value), None),
            }
            self.path.pop();
        }
        for (name, value) in after.iter().filter(|(name, _)| !earlier.contains(name)) {
            self.path.push((*name).to_owned());
            self.change(None, Some(value));
            self.path.pop();
        }
    }

    /// Reports names that are in both but in a different order.
    fn order(&mut self, before: &Parts<'_>, after: &Parts<'_>) {
        let common = |parts: &Parts<'_>, others: &Parts<'_>| -> Vec<String> {
            let others: HashSet<&str> = others.iter().map(|(name, _)| *name).collect();
            parts.iter().filter(|(name, _)| others.contains(name)).map(|(name, _)| (*name).to_owned()).collect()
        };
        let (one, two) = (common(before, after), common(after, before));
        if one != two {
            self.change(Some(&one.into()), Some(&two.into()));
        }
    }

    fn change(&mut self, before: Option<&Value>, after: Option<&Value>) {
        self.changes.push(Change { path: self.path.clone(), before: before.cloned(), after: after.cloned() });
    }
}

fn keyed(object: &Map<String, Value>) -> Parts<'_> {
    object.iter().map(|(key, value)| (key.as_str(), value)).collect()
}

/// Returns the elements of a list by name, if each has a unique name.
fn named(list: &[Value]) -> Option<Parts<'_>> {
    let mut seen = HashSet::with_capacity(list.len());
    let part = |value| {
        let name = Value::get(value, "name").or_else(|| value.get("label"))?.as_str()?;
        seen.insert(name).then_some((name, value))
    };
    list.iter().map(part).collect()
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Change { path, before, after } in &self.changes {
            let path = path.join(" ");
            let line = match (before, after) {
                (Some(before), Some(after)) => format!("~ {path}: {before} -> {after}"),
                (Some(before), None) => format!("- {path}: {before}"),
                (None, Some(after)) => format!("+ {path}: {after}"),
                (None, None) => continue,
            };
            writeln!(f, "{}", printable(&line))?;
        }
        Ok(())
    }
}
