//! The state graph in the DOT language of Graphviz: every position that can be reached, in ranks by
//! distance from the start; shortest plays are bold, dead ends dashed, and positions from which the
//! goal can no longer be reached grey.

use std::io::{self, Write};

use super::text;
use saltus_core::graph::{Edge, Graph, Kind, Node};

/// Writes a graph.
///
/// # Errors
/// When `out` fails.
///
/// ```
/// use saltus_core::graph::{Graph, Kind, Node};
/// use saltus_core::scene::{Outline, PieceForm, Scene, Spot, Tint};
///
/// let rows = vec![vec![Spot { label: "b".into(), tint: Tint::Dark }]];
/// let scene = Scene { rows, spaced: false };
/// let (kind, to_goal) = (Kind::Goal, Some(0));
/// let start = Node { scene, line: None, distance: 0, to_goal, kind, is_branch: false };
/// let outline = Outline::rows(1, 1, PieceForm::Disc);
/// let graph = Graph { name: "shift 1 0".into(), outline, nodes: vec![start], edges: Vec::new() };
/// let mut text = Vec::new();
/// saltus_draw::dot::write(&graph, &mut text)?;
/// assert!(text.starts_with(b"digraph \"shift 1 0\" {"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph {} {{", quoted(&graph.name))?;
    writeln!(
        out,
        "  rankdir=TB; node [shape=box, fontname=\"monospace\"]; edge [fontname=\"monospace\", fontsize=10];"
    )?;
    for layer in graph.layers() {
        let ranked: Vec<String> = layer.clone().map(|id| format!("s{id}")).collect();
        for id in layer {
            writeln!(out, "  s{id} [{}];", node(&graph.nodes[id]))?;
        }
        writeln!(out, "  {{ rank=same; {}; }}", ranked.join("; "))?;
    }
    for Edge { from, to, text, is_best } in &graph.edges {
        let style = if *is_best { "penwidth=2" } else { "color=\"#999999\"" };
        writeln!(out, "  s{from} -> s{to} [label={}, {style}];", quoted(text))?;
    }
    writeln!(out, "}}")
}

fn node(node: &Node) -> String {
    let style = match node.kind {
        Kind::Goal => ", peripheries=2, penwidth=2, style=filled, fillcolor=\"#d5f0d5\"",
        Kind::Start => ", penwidth=2, style=filled, fillcolor=\"#d5e5f7\"",
        Kind::DeadEnd => ", style=dashed, color=\"#b03030\", fontcolor=\"#b03030\", tooltip=\"dead end\"",
        Kind::Shortest => ", penwidth=2",
        Kind::Lost => ", color=\"#999999\", fontcolor=\"#777777\", tooltip=\"lost\"",
        Kind::Other => "",
    };
    format!("label={}{style}", quoted(&label(&text::draw(&node.scene, false))))
}

/// The lines of a picture as a label. Graphviz centres them: they keep their places when all are
/// equally long.
fn label(picture: &str) -> String {
    let wide = picture.lines().map(str::len).max().unwrap_or(0);
    picture.lines().map(|line| format!("{line:wide$}")).collect::<Vec<_>>().join("\n")
}

/// A text as a name or a label, in which a backslash begins what stands for another character.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_a_name() {
        assert_eq!(quoted("a \"b\" \\N\n\\"), r#""a \"b\" \\N\n\\""#);
    }
}
