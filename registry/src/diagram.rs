//! Diagrams of a snapshot: components grouped by kind, and aliases with an arrow to their component.

use crate::{ComponentKind, RegistrySnapshot};
use std::collections::HashMap;
use std::fmt::Write as _;
use vocabulary::{dot_label, mermaid_label};

/// The syntax of a diagram language.
struct Language {
    begin: &'static str,
    /// Begins the group of a kind, with its plural as the heading.
    begin_kind: fn(ComponentKind) -> String,
    component: fn(usize, &str) -> String,
    alias: fn(usize, &str, Option<usize>) -> String,
    end_kind: &'static str,
    end: &'static str,
}

const DOT: Language = Language {
    begin: "digraph registry {\n  rankdir=LR;\n  node [shape=box];\n",
    begin_kind: |kind| format!("  subgraph \"cluster_{}\" {{\n    label=\"{}\";\n", kind.key(), kind.plural()),
    component: |id, name| format!("    n{id} [label=\"{}\"];\n", dot_label(name)),
    alias: |id, alias, target| {
        let edge = target.map(|target| format!("    n{id} -> n{target} [style=dashed];\n")).unwrap_or_default();
        format!("    n{id} [label=\"{}\", shape=plaintext];\n{edge}", dot_label(alias))
    },
    end_kind: "  }\n",
    end: "}\n",
};

const MERMAID: Language = Language {
    begin: "flowchart LR\n",
    begin_kind: |kind| format!("  subgraph k_{} [\"{}\"]\n", kind.key(), kind.plural()),
    component: |id, name| format!("    n{id}[\"{}\"]\n", mermaid_label(name)),
    alias: |id, alias, target| {
        let edge = target.map(|target| format!("    n{id} -.-> n{target}\n")).unwrap_or_default();
        format!("    n{id}([\"{}\"])\n{edge}", mermaid_label(alias))
    },
    end_kind: "  end\n",
    end: "",
};

impl RegistrySnapshot {
    /// Returns a diagram in the DOT language of Graphviz.
    ///
    /// ```
    /// # fn main() -> registry::Result<()> {
    /// let mut registry = registry::CapabilityRegistry::<()>::new();
    /// registry.register_router("by_intent")?;
    /// assert!(registry.snapshot().to_dot().contains("n0 [label=\"by_intent\"];"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn to_dot(&self) -> String {
        self.render(&DOT)
    }

    /// Returns a Mermaid diagram, which many Markdown viewers render.
    pub fn to_mermaid(&self) -> String {
        self.render(&MERMAID)
    }

    fn render(&self, language: &Language) -> String {
        let mut diagram = language.begin.to_owned();
        let ids: HashMap<(ComponentKind, &str), usize> =
            self.components.iter().enumerate().map(|(id, c)| ((c.kind, c.id.as_str()), id)).collect();
        for kind in ComponentKind::ALL {
            let components = self.components.iter().enumerate().filter(|(_, component)| component.kind == kind);
            let aliases = self.aliases.iter().enumerate().filter(|(_, binding)| binding.kind == kind);
            let mut inside: String =
                components.map(|(id, component)| (language.component)(id, component.id.as_str())).collect();
            inside.extend(aliases.map(|(id, binding)| {
                let target = ids.get(&(kind, binding.canonical.as_str())).copied();
                (language.alias)(self.components.len() + id, &binding.alias, target)
            }));
            if !inside.is_empty() {
                let _ = write!(diagram, "{}{inside}{}", (language.begin_kind)(kind), language.end_kind);
            }
        }
        diagram + language.end
    }
}

#[cfg(test)]
mod tests {
    use crate::{CapabilityRegistry, ComponentKind};

    #[test]
    fn a_diagram_groups_components_by_kind_and_shows_every_alias() {
        let mut registry = CapabilityRegistry::<()>::new();
        registry.register_router("end").unwrap();
        registry.register_reducer("a\"b").unwrap();
        registry.alias(ComponentKind::Router, "class", "end").unwrap();
        let snapshot = registry.snapshot();
        let dot = "digraph registry {\n  rankdir=LR;\n  node [shape=box];\n  \
                   subgraph \"cluster_router\" {\n    label=\"routers\";\n    n0 [label=\"end\"];\n    \
                   n2 [label=\"class\", shape=plaintext];\n    n2 -> n0 [style=dashed];\n  }\n  \
                   subgraph \"cluster_reducer\" {\n    label=\"reducers\";\n    n1 [label=\"a\\\"b\"];\n  }\n}\n";
        assert_eq!(snapshot.to_dot(), dot);
        let mermaid = "flowchart LR\n  subgraph k_router [\"routers\"]\n    n0[\"end\"]\n    n2([\"class\"])\n    \
                       n2 -.-> n0\n  end\n  subgraph k_reducer [\"reducers\"]\n    n1[\"a#34;b\"]\n  end\n";
        assert_eq!(snapshot.to_mermaid(), mermaid);
    }

    #[test]
    fn special_characters_are_escaped_in_labels() {
        let mut registry = CapabilityRegistry::<()>::new();
        registry.register_router("&lt;b&gt; \\n").unwrap();
        let mut snapshot = registry.snapshot();
        assert!(snapshot.to_dot().contains(r#"n0 [label="&amp;lt;b&amp;gt; \\n"];"#), "{}", snapshot.to_dot());

        snapshot.components[0].id = "a\0\nb\u{202e}".into();
        assert!(snapshot.to_dot().contains("n0 [label=\"a\u{FFFD}\\nb\u{FFFD}\"];"), "{}", snapshot.to_dot());
        let mermaid = snapshot.to_mermaid();
        assert!(mermaid.contains("n0[\"a#65533;#10;b#65533;\"]"), "{mermaid}");
    }
}
