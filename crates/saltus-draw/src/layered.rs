//! A layered drawing of the state graph: positions in rows by their distance from the start,
//! ordered so that few moves cross.
//!
//! The order within rows is found by sweeps up and down, in each of which a position goes to the
//! mean of its neighbours (the barycentre heuristic of Sugiyama, Tagawa and Toda, 1981); the order
//! with the fewest crossings is kept. All numbers are whole: the same picture everywhere.

use std::collections::HashSet;

use super::board::{self, DrawnBoard, Names};
use super::picture::{Extent, Ink, Mark, NONE, Pen, Picture, Shape, Size, SymbolId, fitted, panel, words};
use super::svg::Escaped;
use super::ways::Point;
use super::{CannotDraw, letters, palette};
use saltus_core::graph::{Edge, Graph, Kind, Node};
use saltus_core::scene::Outline;

/// Graphs up to this many positions are drawn; more could not be read.
pub const MOST_STATES: usize = 2_000;
/// And with up to this many moves between them.
const MOST_MOVES: usize = 20_000;
/// And with up to this many cells in all their boards.
const MOST_CELLS: usize = 100_000;
/// Up to this many moves are named in the picture; in larger ones a move is named when it is
/// pointed at.
const MOST_NAMED: usize = 120;

/// Around a board in its box, between boxes of a row, and between rows.
const INSIDE: i32 = 16;
const APART: i32 = 44;
const ROW_GAP: i32 = 130;
const MARGIN: i32 = 50;
/// Sweeps up and down.
const SWEEPS: usize = 12;

/// The graph as a picture.
///
/// # Errors
/// When it has too many positions, moves or cells.
///
/// ```
/// use saltus_core::graph::{Edge, Graph, Kind, Node};
/// use saltus_core::scene::{Outline, PieceForm, Scene, Spot, Tint};
/// use saltus_draw::{Size, layered};
///
/// let [piece, vacancy] = [("b", Tint::Dark), ("_", Tint::Vacant)]
///     .map(|(label, tint)| Spot { label: label.into(), tint });
/// let node = |row, kind, distance, to_goal| {
///     let scene = Scene { rows: vec![row], spaced: false };
///     Node { scene, line: None, distance, to_goal: Some(to_goal), kind, is_branch: false }
/// };
/// let start = node(vec![piece.clone(), vacancy.clone()], Kind::Start, 0, 1);
/// let goal = node(vec![vacancy, piece], Kind::Goal, 1, 0);
/// let graph = Graph {
///     name: "shift 1 0".into(),
///     outline: Outline::rows(2, 2, PieceForm::Disc),
///     nodes: vec![start, goal],
///     edges: vec![Edge { from: 0, to: 1, text: "1-2".into(), is_best: true }],
/// };
/// let picture = layered::draw(&graph, Size::default())?;
/// assert!(picture.svg().contains("2 positions, 1 moves, up to 1 from the start"));
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
pub fn draw(graph: &Graph, size: Size) -> Result<Picture, CannotDraw> {
    let (states, moves) = (graph.nodes.len(), graph.edges.len());
    if states > MOST_STATES || moves > MOST_MOVES {
        let why = format!(
            "the graph has {states} positions and {moves} moves; a picture has at most {MOST_STATES} and {MOST_MOVES}, DOT has more (--as dot)"
        );
        return Err(CannotDraw::Unfit(why));
    }
    let cells = graph.outline.places.len();
    if states * cells > MOST_CELLS {
        let why = format!(
            "{states} boards of {cells} cells are too many for a picture, which has at most {MOST_CELLS} cells; DOT has more (--as dot)"
        );
        return Err(CannotDraw::Unfit(why));
    }
    let stage = DrawnBoard::new(&graph.outline, graph.nodes.iter().map(|node| &node.scene))?;
    let layout = Layering::of(graph, &stage);
    let mut out = layout.begun(graph, &stage, size);
    layout.moves(&mut out, graph);
    for (id, node) in graph.nodes.iter().enumerate() {
        layout.state(&mut out, &stage, id, node);
    }
    layout.legend(&mut out);
    Ok(out)
}

/// Where everything lies: the middle of each box, and how large boxes are.
struct Layering {
    middles: Vec<(i32, i32)>,
    size: (i32, i32),
    board: Extent,
    extent: Extent,
}

impl Layering {
    fn of(graph: &Graph, stage: &DrawnBoard<'_>) -> Self {
        let board = stage.extent();
        let size = (board.width() + 2 * INSIDE, board.height() + 2 * INSIDE);
        let near = neighbours(graph);
        let rows = ordered(graph, &near);
        let across = columns(&near, &rows, size.0 + APART);
        let down = |id: usize| graph.nodes[id].distance as i32 * (size.1 + ROW_GAP);
        let middles: Vec<(i32, i32)> = across.into_iter().enumerate().map(|(id, x)| (x, down(id))).collect();
        let (half_wide, half_high) = (size.0 / 2, size.1 / 2);
        let mut extent = Extent { left: -half_wide, top: -half_high, right: half_wide, bottom: half_high };
        for &(x, y) in &middles {
            extent.left = extent.left.min(x - half_wide);
            extent.right = extent.right.max(x + half_wide);
            extent.bottom = extent.bottom.max(y + half_high);
        }
        // Moves within a row and back go out at the sides.
        let mut extent = extent.wider(MARGIN);
        extent.left -= APART;
        extent.right += APART;
        let missing = (LEGEND_WIDTH - extent.width()).max(0).midpoint(1);
        extent.left -= missing;
        extent.right += missing;
        extent.top -= 70;
        extent.bottom += 90;
        Layering { middles, size, board, extent }
    }

    /// The picture with what it is made of, and its name.
    fn begun(&self, graph: &Graph, stage: &DrawnBoard<'_>, size: Size) -> Picture {
        let length = graph.nodes[0].to_goal;
        let far = graph.nodes.last().map_or(0, |node| node.distance);
        let summary = format!(
            "{} positions, {} moves, up to {far} from the start; {}",
            graph.nodes.len(),
            graph.edges.len(),
            length.map_or("the goal cannot be reached".into(), |length| format!("shortest plays have {length} moves")),
        );
        let cell = size.cell.unwrap_or_else(|| size.pixels(0, 28));
        let mut out = Picture::new(&graph.name, summary, self.extent, cell);
        out.ground();
        out.put("<defs>");
        stage.symbols(&mut out, Names::Hidden);
        for (name, colour) in [("best", BEST), ("plain", PLAIN)] {
            out.put(format!(
                "<marker id=\"{name}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"14\" markerHeight=\"14\" \
                 markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L10 5L0 10Z\" fill=\"{colour}\"/></marker>"
            ));
        }
        out.put("</defs>");
        let place = (self.extent.left + MARGIN, self.extent.top + MARGIN);
        let room = self.extent.width() - 2 * MARGIN;
        out.put(words(&fitted(&graph.name, 3, room), place, 3, palette::INK));
        out
    }

    /// The moves, those of shortest plays above the others.
    fn moves(&self, out: &mut Picture, graph: &Graph) {
        let is_named = graph.edges.len() <= MOST_NAMED;
        let pairs: HashSet<(usize, usize)> = graph.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        out.put(Mark::Open(None, Ink::filled(NONE)));
        for best in [false, true] {
            for edge in graph.edges.iter().filter(|edge| edge.is_best == best) {
                let (way, label) = self.curve(graph, edge, pairs.contains(&(edge.to, edge.from)));
                let (colour, wide, marker) = if best { (BEST, 7, "best") } else { (PLAIN, 3, "plain") };
                let data: String = way.iter().map(Pen::to_string).collect();
                out.put(format!(
                    "<path class=\"move\" data-from=\"s{}\" data-to=\"s{}\" d=\"{data}\" stroke=\"{colour}\" stroke-width=\"{wide}\" \
                     marker-end=\"url(#{marker})\"><title>{}</title></path>",
                    edge.from,
                    edge.to,
                    Escaped(&edge.text)
                ));
                out.add(Mark::Unwritten(head(&way), Ink::filled(colour)));
                out.add(Mark::Unwritten(Shape::Path(None, way.to_vec()), Ink::line(colour, wide)));
                if is_named {
                    Self::name(out, &edge.text, label);
                }
            }
        }
        out.put(Mark::Close);
    }

    /// The name of a move on a ground of its own.
    fn name(out: &mut Picture, text: &str, (x, y): (i32, i32)) {
        let (wide, high) = (letters::width(text) * 2, letters::HEIGHT * 2);
        let place = (x - wide / 2, y - high / 2);
        let ground = Extent { left: place.0, top: place.1, right: place.0 + wide, bottom: place.1 + high }.wider(5);
        out.put(panel(ground, palette::GROUND, 5));
        out.put(words(text, place, 2, palette::INK));
    }

    /// The way of a move between two boxes, and the place of its name. `is_twofold`: there is also
    /// a move back.
    fn curve(&self, graph: &Graph, edge: &Edge, is_twofold: bool) -> ([Pen; 2], Point) {
        let [(x, y), (to_x, to_y)] = [edge.from, edge.to].map(|id| self.middles[id]);
        let [from, to] = [edge.from, edge.to].map(|id| i64::from(graph.nodes[id].distance));
        let (half_wide, half_high) = (self.size.0 / 2, self.size.1 / 2);
        if from == to {
            // Below the row, from one to the other.
            let toward = (to_x - x).signum() * half_wide / 2;
            let (x, to_x, y) = (x + toward, to_x - toward, y + half_high);
            let low = y + ROW_GAP / 3 + if to_x < x { 14 } else { 0 };
            let way = [Pen::Move((x, y)), Pen::Cubic((x, low), (to_x, low), (to_x, y))];
            return (way, (x.midpoint(to_x), y + (low - y) * 3 / 4));
        }
        // Two moves there and back lie side by side.
        let aside = if is_twofold { half_wide.min(40) / 2 } else { 0 };
        if from < to {
            let (x, to_x, y, to_y) = (x - aside, to_x - aside, y + half_high, to_y - half_high);
            let bend = (to_y - y) / 2;
            let way = [Pen::Move((x, y)), Pen::Cubic((x, y + bend), (to_x, to_y - bend), (to_x, to_y))];
            // A third of the way, where fewer lines meet.
            return (way, (x + (to_x - x) * 7 / 27, y + (to_y - y) * 4 / 10));
        }
        let (x, to_x, y, to_y) = (x + aside, to_x + aside, y - half_high, to_y + half_high);
        let bend = (y - to_y).min(4 * ROW_GAP) / 2;
        let way = [Pen::Move((x, y)), Pen::Cubic((x, y - bend), (to_x, to_y + bend), (to_x, to_y))];
        (way, (x + (to_x - x) * 7 / 27, y + (to_y - y) * 4 / 10))
    }

    fn state(&self, out: &mut Picture, stage: &DrawnBoard<'_>, id: usize, node: &Node) {
        let (x, y) = self.middles[id];
        let line = node.line.as_ref().map_or(String::new(), |line| format!(" data-line=\"{}\"", Escaped(line)));
        out.put(Mark::Named(format!(" class=\"state\" id=\"s{id}\"{line}"), (x, y)));
        out.put(format!("<title>{}</title>", Escaped(&told(stage.outline, node))));
        frame(out, self.size, node.kind);
        if node.is_branch {
            out.put(diamond(self.size.1 / 2).inked(Ink::filled(BEST).stroked("#ffffff", 3)));
        }
        let (across, down) = (self.board.left.midpoint(self.board.right), self.board.top.midpoint(self.board.bottom));
        out.add(Mark::Open(Some((-across, -down)), Ink { is_faint: node.kind == Kind::Lost, ..Ink::SAME }));
        out.put(Mark::Use(SymbolId::Board, None, None));
        stage.pieces(out, &node.scene, Names::Hidden);
        out.add(Mark::Close);
        out.put(Mark::Close);
    }

    /// What the boxes and lines mean.
    fn legend(&self, out: &mut Picture) {
        let y = self.extent.bottom - 50;
        let mut x = self.extent.left.midpoint(self.extent.right) - LEGEND_WIDTH / 2 + MARGIN;
        out.put(Mark::Open(None, Ink::SAME));
        for (word, sign) in LEGEND {
            out.put(Mark::Open(Some((x + 24, y)), Ink::SAME));
            match sign {
                Sign::Box(kind) => frame(out, (44, 32), kind),
                Sign::Line => {
                    let way = vec![Pen::Move((-22, 0)), Pen::Line((22, 0))];
                    out.put(Shape::Path(None, way).inked(Ink::SAME.stroked(BEST, 7)));
                }
                Sign::Diamond => out.put(diamond(0).inked(Ink::filled(BEST))),
            }
            out.put(Mark::Close);
            out.put(words(word, (x + 58, y - letters::HEIGHT), 2, palette::INK));
            x += 58 + letters::width(word) * 2 + 40;
        }
        out.put(Mark::Close);
    }
}

/// Moves of shortest plays, and all others.
const BEST: &str = "#263240";
const PLAIN: &str = "#aab4c0";

/// What is explained, and how it looks.
enum Sign {
    Box(Kind),
    Line,
    Diamond,
}

const LEGEND: [(&str, Sign); 7] = [
    ("start", Sign::Box(Kind::Start)),
    ("goal", Sign::Box(Kind::Goal)),
    ("on a shortest play", Sign::Box(Kind::Shortest)),
    ("shortest plays part", Sign::Diamond),
    ("best move", Sign::Line),
    ("dead end", Sign::Box(Kind::DeadEnd)),
    ("goal out of reach", Sign::Box(Kind::Lost)),
];

/// So wide is the legend.
const LEGEND_WIDTH: i32 = 2300;

/// The box of a kind around the middle of the plane.
fn frame(out: &mut Picture, (wide, high): (i32, i32), kind: Kind) {
    let (fill, stroke, width, dashes) = match kind {
        Kind::Goal => ("#d9f2e2", "#1f7a4d", 6, ""),
        Kind::Start => ("#dbe9fb", "#2a5ea3", 6, ""),
        Kind::DeadEnd => ("#ffffff", "#b83232", 5, "14 10"),
        Kind::Shortest => ("#ffffff", BEST, 6, ""),
        Kind::Lost => ("#eef0f3", "#b3bcc7", 3, ""),
        Kind::Other => ("#ffffff", "#8a97a6", 3, ""),
    };
    let left = -wide / 2;
    let top = -high / 2;
    let whole = Extent { left, top, right: left + wide, bottom: top + high };
    let frame = |by: i32, ink: Ink| Shape::Rect(whole.wider(-by), 14).inked(ink.dashed(dashes));
    out.put(frame(0, Ink::filled(fill).stroked(stroke, width)));
    if kind == Kind::Goal {
        out.put(frame(9, Ink::line(stroke, 2)));
    }
}

/// Where shortest plays part: a sign around a place so low.
fn diamond(low: i32) -> Shape {
    let corners =
        [Pen::Move((0, low - 14)), Pen::Line((14, low)), Pen::Line((0, low + 14)), Pen::Line((-14, low)), Pen::Close];
    Shape::Path(None, corners.to_vec())
}

/// The point of a move's arrow, as the markers of SVG have it. All moves end upright.
fn head(way: &[Pen]) -> Shape {
    let Some(&Pen::Cubic(_, (_, before), (x, y))) = way.last() else { unreachable!("moves are curves") };
    let along = (y - before).signum();
    let corners =
        [Pen::Move((x, y + along)), Pen::Line((x - 7, y - 13 * along)), Pen::Line((x + 7, y - 13 * along)), Pen::Close];
    Shape::Path(None, corners.to_vec())
}

/// A position in words.
fn told(outline: &Outline, node: &Node) -> String {
    let what = match node.kind {
        Kind::Goal => "goal",
        Kind::Start => "start",
        Kind::DeadEnd => "dead end",
        Kind::Lost => "the goal is out of reach",
        Kind::Shortest | Kind::Other => "",
    };
    let rest = node.to_goal.filter(|_| node.kind != Kind::Goal).map(|rest| format!("{rest} from the goal"));
    let parts = [board::told(outline, &node.scene), what.to_owned(), format!("{} from the start", node.distance)];
    let parts: Vec<String> = parts.into_iter().chain(rest).filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// The nodes of each row, in an order with few crossings.
fn ordered(graph: &Graph, near: &Neighbours) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = graph.layers().map(Iterator::collect).collect();
    let (mut best, mut fewest) = (rows.clone(), crossings(&rows, &near[1]));
    for sweep in 0..SWEEPS {
        for row in swept(rows.len(), sweep) {
            let fixed = if sweep % 2 == 0 { row - 1 } else { row + 1 };
            arrange(&mut rows, row, fixed, &near[sweep % 2]);
        }
        let now = crossings(&rows, &near[1]);
        if now < fewest {
            (best, fewest) = (rows.clone(), now);
        }
    }
    best
}

/// The rows of a sweep, without the first one: downwards, and in every second sweep upwards.
fn swept(rows: usize, sweep: usize) -> impl Iterator<Item = usize> {
    (1..rows).map(move |at| if sweep.is_multiple_of(2) { at } else { rows - 1 - at })
}

/// For each node its neighbours in the row above and in the row below, each once.
type Neighbours = [Vec<Vec<usize>>; 2];

fn neighbours(graph: &Graph) -> Neighbours {
    let mut above = vec![Vec::new(); graph.nodes.len()];
    let mut below = above.clone();
    for edge in &graph.edges {
        let (high, low) = (edge.from.min(edge.to), edge.from.max(edge.to));
        if graph.nodes[low].distance == graph.nodes[high].distance + 1 {
            above[low].push(high);
            below[high].push(low);
        }
    }
    for list in above.iter_mut().chain(&mut below) {
        list.sort_unstable();
        list.dedup();
    }
    [above, below]
}

/// Orders a row by the means of its neighbours' places in the fixed row; a position without
/// neighbours stays about where it is.
fn arrange(rows: &mut [Vec<usize>], row: usize, fixed: usize, towards: &[Vec<usize>]) {
    let mut places = std::collections::HashMap::new();
    for (place, &id) in rows[fixed].iter().enumerate() {
        places.insert(id, place as u64);
    }
    let (long, fixed_long) = (rows[row].len() as u64, rows[fixed].len() as u64);
    let mut keyed: Vec<(u64, usize)> = Vec::with_capacity(rows[row].len());
    for (at, &id) in rows[row].iter().enumerate() {
        let near = &towards[id];
        let mean = if near.is_empty() {
            (2 * at as u64 + 1) * (fixed_long << 20) / (2 * long)
        } else {
            (near.iter().map(|id| 2 * places[id] + 1).sum::<u64>() << 20) / (2 * near.len() as u64)
        };
        keyed.push((mean, id));
    }
    // Stable: equals keep their order.
    keyed.sort_by_key(|&(mean, _)| mean);
    rows[row] = keyed.into_iter().map(|(_, id)| id).collect();
}

/// How many lines between neighbouring rows cross.
fn crossings(rows: &[Vec<usize>], below: &[Vec<usize>]) -> u64 {
    let mut place = vec![0; below.len()];
    rows.iter().flat_map(|row| row.iter().enumerate()).for_each(|(at, &id)| place[id] = at);
    rows.iter()
        .zip(rows.iter().skip(1))
        .map(|(row, next)| {
            let mut ends: Vec<usize> = Vec::new();
            for &id in row {
                let from = ends.len();
                ends.extend(below[id].iter().map(|&low| place[low]));
                ends[from..].sort_unstable();
            }
            inversions(&ends, next.len())
        })
        .sum()
}

/// The number of pairs of places in the wrong order, by a Fenwick tree.
fn inversions(ends: &[usize], most: usize) -> u64 {
    let mut tree = vec![0u64; most + 1];
    let mut pairs = 0;
    for (before, &end) in ends.iter().enumerate() {
        let (mut not_larger, mut at) = (0, end + 1);
        while at > 0 {
            not_larger += tree[at];
            at &= at - 1;
        }
        pairs += before as u64 - not_larger;
        at = end + 1;
        while at <= most {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    pairs
}

/// Where the middle of each node lies: near its neighbours, and apart from the others of its row.
fn columns(near: &Neighbours, rows: &[Vec<usize>], pitch: i32) -> Vec<i32> {
    let mut across = vec![0; near[0].len()];
    for row in rows {
        let left = -(row.len() as i32 - 1) * pitch / 2;
        for (at, &id) in (0..).zip(row) {
            across[id] = left + at * pitch;
        }
    }
    for sweep in 0..8 {
        for row in swept(rows.len(), sweep) {
            let wished: Vec<i64> = rows[row].iter().map(|&id| wish(&near[sweep % 2][id], &across, id)).collect();
            let places = apart(&wished, i64::from(pitch));
            rows[row].iter().zip(places).for_each(|(&id, place)| across[id] = place as i32);
        }
    }
    across
}

/// The mean of its neighbours' places, or where it is.
fn wish(near: &[usize], across: &[i32], id: usize) -> i64 {
    if near.is_empty() {
        return i64::from(across[id]);
    }
    near.iter().map(|&id| i64::from(across[id])).sum::<i64>() / near.len() as i64
}

/// The places nearest to the wished ones, in the same order and at least a pitch apart: the means
/// of blocks that push each other (pool adjacent violators).
fn apart(wished: &[i64], pitch: i64) -> Vec<i64> {
    // Without the pitches the places must only not descend.
    let mut blocks: Vec<(i64, i64)> = Vec::new();
    for (at, &wish) in (0..).zip(wished) {
        let mut block = (wish - at * pitch, 1);
        while let Some(&(sum, count)) = blocks.last() {
            if sum * block.1 <= block.0 * count {
                break;
            }
            blocks.pop();
            block = (block.0 + sum, block.1 + count);
        }
        blocks.push(block);
    }
    let level = blocks.into_iter().flat_map(|(sum, count)| (0..count).map(move |_| sum.div_euclid(count)));
    (0..).zip(level).map(|(at, level): (i64, i64)| level + at * pitch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::scene::{Outline, PieceForm, Scene, Spot, Tint};

    #[test]
    fn places_stay_apart_and_in_order() {
        assert_eq!(apart(&[0, 0, 0], 10), [-10, 0, 10]);
        assert_eq!(apart(&[0, 100, 90], 10), [0, 90, 100]);
        assert_eq!(apart(&[5, 25, 99], 10), [5, 25, 99]);
        assert_eq!(apart(&[], 10), [] as [i64; 0]);
    }

    /// A few long boards take as much room as many short ones.
    #[test]
    fn long_boards_are_refused() {
        let graph = |cells: usize| {
            let scene =
                Scene { rows: vec![vec![Spot { label: "_".into(), tint: Tint::Vacant }; cells]], spaced: false };
            let node = |distance| Node {
                scene: scene.clone(),
                line: None,
                distance,
                to_goal: None,
                kind: Kind::Lost,
                is_branch: false,
            };
            let outline = Outline::rows(cells, cells, PieceForm::Disc);
            Graph { name: String::new(), outline, nodes: (0..cells as u32).map(node).collect(), edges: Vec::new() }
        };
        assert!(draw(&graph(100), Size::default()).is_ok());
        let why = draw(&graph(401), Size::default()).unwrap_err().to_string();
        assert!(why.starts_with("401 boards of 401 cells are too many"), "{why}");
    }

    #[test]
    fn crossings_are_counted() {
        assert_eq!(inversions(&[0, 1, 2], 3), 0);
        assert_eq!(inversions(&[2, 1, 0], 3), 3);
        assert_eq!(inversions(&[1, 1, 0, 0], 2), 4);
    }

    #[test]
    fn sweeps_uncross() {
        let below = vec![vec![3], vec![2], vec![], vec![]];
        let mut rows = vec![vec![0, 1], vec![2, 3]];
        assert_eq!(crossings(&rows, &below), 1);
        let above = vec![vec![], vec![], vec![1], vec![0]];
        arrange(&mut rows, 1, 0, &above);
        assert_eq!((rows[1].clone(), crossings(&rows, &below)), (vec![3, 2], 0));
    }
}
