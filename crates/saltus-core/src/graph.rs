//! The state graph: every position that can be reached, and every move between them.
//!
//! It is found by breadth-first search from the start. For each position it gives the distance,
//! whether a shortest play visits it, and whether the goal can still be reached. `saltus_draw::dot`
//! writes it for Graphviz, `saltus_draw::layered` draws it.

use crate::limits::{Limits, Stop};
use crate::notation::{Instance, MoveText, line_of};
use crate::scene::{Draw, Outline, Scene};
use crate::search::breadth_first::{self, Until};
use crate::space::Ways;

/// Graphs up to this many states are held; Graphviz lays out no more in reasonable time.
pub const MOST_STATES: usize = 20_000;

/// Up to this many states each has its line of notation.
pub const MOST_LINES: usize = 2_000;

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A limit was reached.
    Stop(Stop),
    /// More states than [`MOST_STATES`].
    TooMany,
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stop(stop)
    }
}

/// What a position is in the graph: the first of these that is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A goal.
    Goal,
    /// The start.
    Start,
    /// No move can be made, and it is no goal.
    DeadEnd,
    /// A position on a shortest play.
    Shortest,
    /// The goal can no longer be reached.
    Lost,
    /// Nothing of all this.
    Other,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What is to be seen.
    pub scene: Scene,
    /// The position as an instance of its own, in graphs of at most [`MOST_LINES`] states.
    pub line: Option<String>,
    /// Moves from the start, or what they cost.
    pub distance: u32,
    /// Moves to the nearest goal, or what they cost, where one can be reached.
    pub to_goal: Option<u32>,
    /// What it is.
    pub kind: Kind,
    /// Whether shortest plays part here.
    pub is_branch: bool,
}

/// A move from one position to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The position that it leaves, a number of a node.
    pub from: usize,
    /// The position that it leads to.
    pub to: usize,
    /// The move in the family's notation.
    pub text: String,
    /// Whether it belongs to a shortest play.
    pub is_best: bool,
}

/// The state graph. Nodes are in the order of their distances, the start first; edges in that of
/// the nodes that they leave.
///
/// ```
/// use saltus_core::{graph::Kind, limits::Limits, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
/// let graph = puzzle.graph(&Limits::default()).unwrap();
/// assert_eq!(graph.layers().collect::<Vec<_>>(), [0..1, 1..3, 3..5, 5..6]);
/// assert_eq!((graph.nodes[0].kind, graph.nodes[5].kind), (Kind::Start, Kind::Goal));
/// assert!(graph.nodes[0].is_branch && graph.edges.iter().all(|edge| edge.is_best));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The puzzle's line.
    pub name: String,
    /// The board.
    pub outline: Outline,
    /// The positions.
    pub nodes: Vec<Node>,
    /// The moves.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// Nodes of the same distance, from the start on.
    pub fn layers(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let mut from = 0;
        self.nodes.chunk_by(|one, other| one.distance == other.distance).map(move |layer| {
            let begin = from;
            from += layer.len();
            begin..from
        })
    }
}

/// The graph of a puzzle of this instance, with the line of each position.
///
/// ```
/// use saltus_core::{graph, limits::Limits, notation::Instance};
/// use saltus_shifting::shift;
///
/// let instance = shift::read("shift 1 1").unwrap();
/// let graph = graph::explore(&instance, &instance.puzzle().unwrap(), &Limits::default()).unwrap();
/// assert_eq!((&*graph.name, graph.nodes.len(), graph.nodes[5].to_goal), ("shift 1 1", 6, Some(0)));
/// assert_eq!(graph.nodes[1].line.as_deref(), Some("shift _bw"));
/// ```
///
/// # Errors
/// When there are too many, or a limit is reached.
pub fn explore<I: Instance, P: MoveText + Draw>(
    instance: &I,
    puzzle: &P,
    limits: &Limits<'_>,
) -> Result<Graph, Failure> {
    // Expanding more states than can be drawn would be in vain.
    let most = Limits { nodes: limits.nodes.min(MOST_STATES as u64), ..*limits };
    let found = breadth_first::explore(puzzle, Until::Everything, &most).map_err(|halted| match halted.stop {
        Stop::Nodes if most.nodes < limits.nodes => Failure::TooMany,
        stop => Failure::Stop(stop),
    })?;
    let outline = puzzle.outline();
    // A spot and its label take about so much.
    limits.afford(80 * (found.states().len() * outline.places.len()) as u64)?;
    let ways = Ways::new(puzzle, &found, limits)?;
    let length = ways.to_goal(0);
    let on_shortest = |id: usize| {
        let whole = ways.to_goal(id).map(|(cost, moves)| (found.distance(id) + cost, found.moves(id) + moves));
        whole.is_some() && whole == length
    };
    let is_best =
        |id: usize, next: usize| found.moves(next) == found.moves(id) + 1 && on_shortest(id) && on_shortest(next);
    let has_lines = found.states().len() <= MOST_LINES;
    let node = |(id, state): (usize, &P::State)| {
        let scene = puzzle.scene(state);
        let kind = if puzzle.is_goal(state) {
            Kind::Goal
        } else if id == 0 {
            Kind::Start
        } else if ways.moves(id).is_empty() {
            Kind::DeadEnd
        } else if on_shortest(id) {
            Kind::Shortest
        } else if ways.to_goal(id).is_none() {
            Kind::Lost
        } else {
            Kind::Other
        };
        let line = if has_lines { line_of(instance, &scene, puzzle.turn(state).as_deref()) } else { None };
        let is_branch = ways.moves(id).iter().filter(|&&next| is_best(id, next as usize)).count() > 1;
        Node {
            scene,
            line,
            distance: found.distance(id),
            to_goal: ways.to_goal(id).map(|(cost, _)| cost),
            kind,
            is_branch,
        }
    };
    let nodes = found.states().iter().enumerate().map(node).collect();
    let (mut edges, mut moves) = (Vec::new(), Vec::new());
    for (from, state) in found.states().iter().enumerate() {
        puzzle.moves(state, &mut moves);
        for (mv, &to) in moves.drain(..).zip(ways.moves(from)) {
            let (mut text, to) = (String::new(), to as usize);
            puzzle.write_move(&mv, &mut text);
            edges.push(Edge { from, to, text, is_best: is_best(from, to) });
        }
    }
    Ok(Graph { name: instance.to_string(), outline, nodes, edges })
}
