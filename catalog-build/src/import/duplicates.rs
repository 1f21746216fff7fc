//! Duplicate keys in an object: what the duplicates agree on is kept, and what they disagree on is left out.
//!
//! A text without duplicate keys, like nearly all texts, is used unchanged. Otherwise, the members that are left out
//! are
//! replaced by spaces, so that the rest keeps its position.

use super::left_out::shortened;
use model_catalog::__private::json::{self, JsonError, RawObject};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// The maximum depth at which duplicate keys are searched. What is nested deeper is never kept: see [`can_be_kept`].
const MAX_DEPTH: usize = 24;

/// Two different values for the same thing.
#[derive(Clone, Debug)]
pub(super) struct Disagreement {
    /// The keys that lead to it; the index of an array element is in brackets.
    pub(super) path: Vec<String>,
    /// Where the enclosing objects and arrays begin, one for each key of the path.
    around: Vec<usize>,
    /// Where the first value begins, or the object that lacks it.
    pub(super) at: usize,
    /// Where the other value begins.
    pub(super) other: usize,
    pub(super) found: String,
    pub(super) expected: String,
}

impl Disagreement {
    /// Returns the keys that lead to it within an entry that begins at `start`.
    pub(super) fn path_within(&self, start: usize) -> &[String] {
        let outside = self.around.iter().take_while(|around| **around < start).count();
        self.path.get(outside..).unwrap_or_default()
    }
}

/// Joins the keys of a path, without the indices of elements.
pub(super) fn key_path(keys: &[String]) -> String {
    keys.iter().filter(|key| !key.starts_with('[')).map(String::as_str).collect::<Vec<_>>().join(".")
}

/// A text in which no object has duplicate keys, and how they were resolved.
pub(super) struct Deduplicated<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) disagreements: Vec<Disagreement>,
    /// The paths of duplicates that agreed.
    pub(super) folded: Vec<String>,
}

/// Whether a fact can be kept unchanged: its objects have no duplicate keys, and it is not nested too deeply to be read
/// again.
pub(super) fn can_be_kept(value: &RawValue) -> bool {
    !value.get().starts_with(['{', '['])
        || (depth(value.get()) <= MAX_DEPTH && json::reject_duplicate_keys(value.get()).is_ok())
}

fn depth(json: &str) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Leaves out what duplicate keys disagree on.
pub(super) fn resolve_duplicates(text: &str) -> Result<Deduplicated<'_>, JsonError> {
    let root = json::parse::<&RawValue>(text, text)?;
    if json::reject_duplicate_keys(text).is_ok() {
        return Ok(Deduplicated { text: Cow::Borrowed(text), disagreements: Vec::new(), folded: Vec::new() });
    }
    let mut resolver =
        Resolver { original: text, bytes: text.as_bytes().to_vec(), disagreements: Vec::new(), folded: Vec::new() };
    let start = resolver.offset(root.get());
    resolver.resolve(start..start + root.get().len(), &mut Path::default());
    let Resolver { bytes, disagreements, folded, .. } = resolver;
    let text = String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned);
    Ok(Deduplicated { text, disagreements, folded })
}

#[derive(Clone, Default)]
struct Path {
    keys: Vec<String>,
    around: Vec<usize>,
}

impl Path {
    fn within<T>(&mut self, start: usize, key: String, work: impl FnOnce(&mut Self) -> T) -> T {
        self.keys.push(key);
        self.around.push(start);
        let done = work(self);
        self.keys.pop();
        self.around.pop();
        done
    }
}

/// The members of an object in the current text: each key, and the position of its value.
type Spans = Vec<(String, Range<usize>)>;

struct Resolver<'t> {
    original: &'t str,
    /// The text, in which members are replaced by spaces.
    bytes: Vec<u8>,
    disagreements: Vec<Disagreement>,
    folded: Vec<String>,
}

impl Resolver<'_> {
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).wrapping_sub(self.original.as_ptr() as usize)
    }

    /// Returns a value as in the current text.
    fn current(&self, span: &Range<usize>) -> String {
        String::from_utf8_lossy(self.bytes.get(span.clone()).unwrap_or_default()).into_owned()
    }

    /// Returns the members of an object in the current text; none if it is not an object.
    fn members(&self, span: &Range<usize>) -> Spans {
        let json = self.current(span);
        let RawObject(members) = serde_json::from_str(&json).unwrap_or(RawObject(Vec::new()));
        let at = |value: &RawValue| span.start + (value.get().as_ptr() as usize - json.as_ptr() as usize);
        members.iter().map(|(key, value)| (key.to_string(), at(value)..at(value) + value.get().len())).collect()
    }

    fn resolve(&mut self, span: Range<usize>, path: &mut Path) {
        if path.keys.len() > MAX_DEPTH {
            return;
        }
        match self.bytes.get(span.start) {
            Some(b'[') => {
                let json = self.current(&span);
                let elements: Vec<&RawValue> = serde_json::from_str(&json).unwrap_or_default();
                for (index, element) in elements.iter().enumerate() {
                    let start = span.start + (element.get().as_ptr() as usize - json.as_ptr() as usize);
                    let within = start..start + element.get().len();
                    path.within(span.start, format!("[{index}]"), |path| self.resolve(within, path));
                }
            }
            Some(b'{') => self.resolve_object(span, path),
            _ => {}
        }
    }

    fn resolve_object(&mut self, span: Range<usize>, path: &mut Path) {
        let members = self.members(&span);
        let mut places: HashMap<&str, Vec<usize>> = HashMap::with_capacity(members.len());
        for (place, (key, value)) in members.iter().enumerate() {
            path.within(span.start, key.clone(), |path| self.resolve(value.clone(), path));
            places.entry(key).or_default().push(place);
        }
        let mut duplicates: Vec<Vec<usize>> = places.into_values().filter(|places| places.len() > 1).collect();
        duplicates.sort_unstable();
        let mut removed = BTreeSet::new();
        for places in duplicates {
            let values: Vec<(String, Range<usize>)> =
                places.iter().filter_map(|place| members.get(*place).cloned()).collect();
            let [(key, first), others @ ..] = values.as_slice() else { continue };
            let others: Vec<Range<usize>> = others.iter().map(|(_, value)| value.clone()).collect();
            let is_left = path.within(span.start, key.clone(), |path| self.reduce(first, &others, path));
            removed.extend(places.into_iter().skip(usize::from(is_left)));
        }
        self.remove(&span, &members, &removed);
    }

    /// Reduces the first of several values for the same thing to what all of them agree on. Returns whether anything is
    /// left.
    fn reduce(&mut self, first: &Range<usize>, others: &[Range<usize>], path: &mut Path) -> bool {
        let one = self.current(first);
        let texts: Vec<String> = others.iter().map(|other| self.current(other)).collect();
        let compact = json::compact(&one);
        let Some(differing) = texts.iter().position(|text| json::compact(text) != compact) else {
            self.folded.push(key_path(&path.keys));
            return true;
        };
        if one.starts_with('{') && texts.iter().all(|text| text.starts_with('{')) {
            self.intersect(first, others, path);
            return true;
        }
        let (Some(other), Some(text)) = (others.get(differing), texts.get(differing)) else { return true };
        self.add_disagreement(
            path,
            first.start,
            other.start,
            &one,
            format!("{}, the value of the same key elsewhere", shortened(text)),
        );
        false
    }

    /// Leaves out the members of an object that the others lack, or have with a different value.
    fn intersect(&mut self, first: &Range<usize>, others: &[Range<usize>], path: &mut Path) {
        let members = self.members(first);
        let others: Vec<(usize, Spans)> = others.iter().map(|other| (other.start, self.members(other))).collect();
        let mut removed = BTreeSet::new();
        for (place, (key, value)) in members.iter().enumerate() {
            let of = |spans: &Spans| spans.iter().find(|(name, _)| name == key).map(|(_, span)| span.clone());
            let values: Vec<Range<usize>> = others.iter().filter_map(|(_, spans)| of(spans)).collect();
            let is_left = path.within(first.start, key.clone(), |path| {
                if values.len() == others.len() {
                    return self.reduce(value, &values, path);
                }
                let without = others.iter().find(|(_, spans)| of(spans).is_none()).map_or(first.start, |(at, _)| *at);
                let found = self.current(value);
                self.add_disagreement(
                    path,
                    value.start,
                    without,
                    &found,
                    "it in every object with this key".to_owned(),
                );
                false
            });
            if !is_left {
                removed.insert(place);
            }
        }
        let mut seen: BTreeSet<String> = members.iter().map(|(key, _)| key.clone()).collect();
        for (key, value) in others.iter().flat_map(|(_, spans)| spans) {
            if seen.insert(key.clone()) {
                let found = self.current(value);
                path.within(first.start, key.clone(), |path| {
                    self.add_disagreement(
                        path,
                        first.start,
                        value.start,
                        &found,
                        "it in every object with this key".to_owned(),
                    );
                });
            }
        }
        self.remove(first, &members, &removed);
    }

    fn add_disagreement(&mut self, path: &Path, at: usize, other: usize, found: &str, expected: String) {
        let Path { keys, around } = path.clone();
        self.disagreements.push(Disagreement { path: keys, around, at, other, found: shortened(found), expected });
    }

    /// Replaces members of an object by spaces, together with one comma for each of them.
    fn remove(&mut self, object: &Range<usize>, members: &Spans, removed: &BTreeSet<usize>) {
        if removed.is_empty() {
            return;
        }
        let kept = (0..members.len()).rev().find(|place| !removed.contains(place));
        let mut start = object.start + 1;
        for (place, (_, value)) in members.iter().enumerate() {
            let is_last = place + 1 == members.len();
            let comma = (value.end..object.end).find(|at| self.bytes.get(*at) == Some(&b',')).filter(|_| !is_last);
            if removed.contains(&place) {
                self.blank(start..value.end);
            }
            if let Some(comma) = comma {
                if removed.contains(&place) || kept == Some(place) {
                    self.blank(comma..comma + 1);
                }
                start = comma + 1;
            }
        }
    }

    fn blank(&mut self, span: Range<usize>) {
        for byte in self.bytes.get_mut(span).unwrap_or_default() {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Deduplicated, resolve_duplicates};
    use serde_json::{Value, from_str};

    /// Returns what is left of a text, and the paths of what is left out and of what is folded.
    fn resolved(text: &str) -> (Value, Vec<String>, Vec<String>) {
        let Deduplicated { text: left, disagreements, folded } = resolve_duplicates(text).unwrap();
        assert_eq!(left.len(), text.len(), "{left}");
        let paths = disagreements.iter().map(|disagreement| disagreement.path.join(".")).collect();
        (from_str(&left).unwrap_or_else(|error| panic!("{left}: {error}")), paths, folded)
    }

    #[test]
    fn what_duplicates_agree_on_is_kept_and_the_rest_is_left_out() {
        for (text, is_left, left_out, folded) in [
            (r#"{"a": 1, "b": 2}"#, r#"{"a": 1, "b": 2}"#, "", ""),
            (r#"{"a": 1, "a": 1, "b": 2}"#, r#"{"a": 1, "b": 2}"#, "", "a"),
            (r#"{"a": 1, "b": 2, "a": 1}"#, r#"{"a": 1, "b": 2}"#, "", "a"),
            (r#"{"a": 1, "a": 2, "b": 2}"#, r#"{"b": 2}"#, "a", ""),
            (r#"{"b": 2, "a": 1, "a": 2}"#, r#"{"b": 2}"#, "a", ""),
            (r#"{"a": 1, "b": 2, "a": 2}"#, r#"{"b": 2}"#, "a", ""),
            (r#"{"a": 1, "a": 2, "a": 1}"#, "{}", "a", ""),
            (r#"{"a": [","], "a": [ "," ], "b": ","}"#, r#"{"a": [","], "b": ","}"#, "", "a"),
            (r#"{"a": 1, "\u0061": 2}"#, "{}", "a", ""),
            (r#"{"m": {"x": 1, "y": 2}, "m": {"y": 2, "x": 3}}"#, r#"{"m": {"y": 2}}"#, "m.x", "m.y"),
            (r#"{"m": {"x": 1}, "m": {"x": 1, "y": 2}}"#, r#"{"m": {"x": 1}}"#, "m.y", "m.x"),
            (r#"{"m": {"x": 1, "y": 2}, "m": {"x": 1}}"#, r#"{"m": {"x": 1}}"#, "m.y", "m.x"),
            (
                r#"{"m": {"x": {"p": 1, "q": 1}}, "m": {"x": {"p": 1}}, "n": 0}"#,
                r#"{"m": {"x": {"p": 1}}, "n": 0}"#,
                "m.x.q",
                "m.x.p",
            ),
            (r#"{"m": {"x": 1}, "m": null}"#, "{}", "m", ""),
            (r#"{"m": {"x": 1, "x": 2}, "m": {"x": 1}}"#, r#"{"m": {}}"#, "m.x m.x", ""),
            (r#"[{"p": [{"q": 1, "q": 2}]}]"#, r#"[{"p": [{}]}]"#, "[0].p.[0].q", ""),
        ] {
            let (value, paths, same) = resolved(text);
            assert_eq!(value, from_str::<Value>(is_left).unwrap(), "{text}");
            assert_eq!((paths.join(" "), same.join(" ")), (left_out.to_owned(), folded.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_kept_keeps_its_line() {
        let Deduplicated { text, .. } = resolve_duplicates("{\n\"a\": 1,\n\"a\":\n2,\n\"b\": 3}").unwrap();
        assert_eq!(text.lines().position(|line| line.contains('b')), Some(4), "{text:?}");
    }

    #[test]
    fn deep_nesting_does_not_overflow_the_stack() {
        let deep = format!("{}1{}", r#"{"a":["#.repeat(10_000), "]}".repeat(10_000));
        assert_eq!(resolve_duplicates(&format!(r#"{{"x": {deep}, "x": 1}}"#)).unwrap().disagreements.len(), 1);
    }
}
