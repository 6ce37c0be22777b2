//! The state graph in the DOT language of Graphviz: every position that can be reached, in ranks by distance from the
//! start; shortest plays bold, dead ends dashed, positions from which the goal can no longer be reached grey.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::text;
use crate::limits::{Limits, Stop};
use crate::notation::MoveText;
use crate::puzzle::Puzzle;
use crate::scene::Draw;
use crate::search::breadth_first::{self, Exploration, Until};

/// Graphs up to this many states are drawn; Graphviz lays out no more in reasonable time.
pub const MOST_STATES: usize = 20_000;

/// Why there is no graph.
#[derive(Debug)]
pub enum Failure {
    /// A limit was reached.
    Stop(Stop),
    /// More states than [`MOST_STATES`].
    TooMany,
    /// The output failed.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// The graph as lists of numbers.
struct Graph<'a, P: Puzzle> {
    puzzle: &'a P,
    found: Exploration<P::State>,
    /// For each state its moves and where they lead.
    edges: Vec<Vec<(P::Move, usize)>>,
    /// Moves from each state to the nearest goal.
    to_goal: Vec<Option<u32>>,
}

/// Writes the graph of all states that can be reached.
///
/// # Errors
/// When there are too many, a limit is reached, or `out` fails.
pub fn write<P: MoveText + Draw>(
    puzzle: &P,
    name: &str,
    limits: &Limits<'_>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    // Expanding more states than can be drawn would be in vain.
    let most = Limits { nodes: limits.nodes.min(MOST_STATES as u64), ..*limits };
    let found = breadth_first::explore(puzzle, Until::Everything, &most).map_err(|halted| match halted.stop {
        Stop::Nodes if most.nodes < limits.nodes => Failure::TooMany,
        stop => Failure::Stop(stop),
    })?;
    let graph = Graph::new(puzzle, found);
    writeln!(out, "digraph \"{name}\" {{")?;
    writeln!(
        out,
        "  rankdir=TB; node [shape=box, fontname=\"monospace\"]; edge [fontname=\"monospace\", fontsize=10];"
    )?;
    for layer in graph.found.layers() {
        let ranked: Vec<String> = layer.clone().map(|id| format!("s{id}")).collect();
        for id in layer {
            writeln!(out, "  s{id} [{}];", graph.node(id))?;
        }
        writeln!(out, "  {{ rank=same; {}; }}", ranked.join("; "))?;
    }
    for (id, edges) in graph.edges.iter().enumerate() {
        for (mv, next) in edges {
            writeln!(out, "  s{id} -> s{next} [{}];", graph.edge(id, mv, *next))?;
        }
    }
    writeln!(out, "}}")?;
    Ok(())
}

/// The lines of a picture as a label. Graphviz centres them: they keep their places when all are equally long.
fn label(picture: &str) -> String {
    let wide = picture.lines().map(str::len).max().unwrap_or(0);
    picture.lines().map(|line| format!("{line:wide$}")).collect::<Vec<_>>().join("\\n")
}

impl<'a, P: MoveText + Draw> Graph<'a, P> {
    fn new(puzzle: &'a P, found: Exploration<P::State>) -> Self {
        let edges: Vec<Vec<(P::Move, usize)>> =
            found.states().iter().map(|state| successors(puzzle, &found, state)).collect();
        let to_goal = distances_to_goals(&found, &edges);
        Graph { puzzle, found, edges, to_goal }
    }

    fn length(&self) -> Option<u32> {
        self.to_goal[0]
    }

    /// Whether a shortest play comes by.
    fn on_shortest(&self, id: usize) -> bool {
        let whole = self.to_goal[id].map(|rest| self.found.distance(id) + rest);
        whole.is_some() && whole == self.length()
    }

    fn node(&self, id: usize) -> String {
        let state = &self.found.states()[id];
        let mut text = format!("label=\"{}\"", label(&text::draw(&self.puzzle.scene(state), false)));
        let style = if self.puzzle.is_goal(state) {
            ", peripheries=2, penwidth=2, style=filled, fillcolor=\"#d5f0d5\""
        } else if id == 0 {
            ", penwidth=2, style=filled, fillcolor=\"#d5e5f7\""
        } else if self.edges[id].is_empty() {
            ", style=dashed, color=\"#b03030\", fontcolor=\"#b03030\", tooltip=\"dead end\""
        } else if self.on_shortest(id) {
            ", penwidth=2"
        } else if self.to_goal[id].is_none() {
            ", color=\"#999999\", fontcolor=\"#777777\", tooltip=\"lost\""
        } else {
            ""
        };
        text.push_str(style);
        text
    }

    fn edge(&self, id: usize, mv: &P::Move, next: usize) -> String {
        let mut text = String::from("label=\"");
        self.puzzle.write_move(mv, &mut text);
        text.push('"');
        let forward = self.found.distance(next) == self.found.distance(id) + 1;
        if forward && self.on_shortest(id) && self.on_shortest(next) {
            text.push_str(", penwidth=2");
        } else {
            write!(text, ", color=\"#999999\"").expect("a string takes all");
        }
        text
    }
}

fn successors<P: Puzzle>(puzzle: &P, found: &Exploration<P::State>, state: &P::State) -> Vec<(P::Move, usize)> {
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    let after = |mv: P::Move| {
        let mut next = state.clone();
        puzzle.play(&mut next, &mv);
        (mv, found.find(&next).expect("every state that can be reached was found"))
    };
    moves.into_iter().map(after).collect()
}

/// Moves to the nearest goal, breadth-first against the arrows.
fn distances_to_goals<S: Clone + Eq + std::hash::Hash, M>(
    found: &Exploration<S>,
    edges: &[Vec<(M, usize)>],
) -> Vec<Option<u32>> {
    let mut back = vec![Vec::new(); edges.len()];
    for (id, next) in edges.iter().enumerate().flat_map(|(id, all)| all.iter().map(move |(_, next)| (id, *next))) {
        back[next].push(id);
    }
    let mut distance = vec![None; edges.len()];
    let mut layer: Vec<usize> = found.goals().iter().map(|&id| id as usize).collect();
    let mut far = 0;
    while !layer.is_empty() {
        layer.retain(|&id| distance[id].is_none());
        layer.iter().for_each(|&id| distance[id] = Some(far));
        layer = layer.iter().flat_map(|&id| back[id].iter().copied()).collect();
        far += 1;
    }
    distance
}
