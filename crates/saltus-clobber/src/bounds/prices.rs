//! A lower bound by prices on the edges, for boards where leaves, bridges and hanging trees leave more pawns than the remainders modulo 3
//! tell.
//!
//! A play is a forest with signs (docs/theorems.md: `forest`). On each edge it does one of five things: the edge is not in the forest, or one
//! end gives the other a black or a white pawn. Each vertex sees only its own edges; it costs 1 if it gives nothing, since it is a root then.
//! Put any five prices on an edge, add them to the cost of one end and take them from that of the other: the cost of a forest stays the number of
//! its roots. So the sum over the vertices of what each costs at least, whatever its edges do, is a lower bound.
//!
//! Prices are found in passes over the vertices. Each hands what it costs at least, by what each edge does, to the vertices that come later in the pass, in
//! equal parts. In the first pass these are the vertices nearer to one that the pass ends with, so that trees, and whatever hangs on a board as
//! a tree, are settled at once.

use saltus_core::board::{Board, Cell};
use saltus_core::limits::Limits;

use crate::rules::Colour;

/// A root, in units of prices.
pub(crate) const SCALE: i64 = 256;

/// The most that a price changes in a step.
const MOST: i64 = 4 * SCALE;

/// The most rounds of two passes, and of steps in all, if these allow a round.
const ROUNDS: usize = 32;
const STEPS: usize = 1 << 22;

/// A pass of more steps is not tried, and one of more than [`FEW`] only where prices may say something.
const MOST_STEPS: usize = 1 << 24;
const FEW: usize = 1 << 12;

/// Bytes for a vertex of a board in rows.
const BYTES: u64 = 200;

/// More than any cost.
const NEVER: i64 = 1 << 60;

/// What an edge costs one of its ends: if it is not in the forest, if this end gives a black pawn, or a white one, or takes one.
type Costs = [i64; 5];

/// What the same edge costs its other end.
fn of_other_end([apart, gives_black, gives_white, takes_black, takes_white]: Costs) -> Costs {
    [-apart, -takes_black, -takes_white, -gives_black, -gives_white]
}

/// The lower and the higher cell of an edge, and its prices: what it costs the lower one more to give a black pawn, to give a white one, to take a
/// black one or a white one, than to leave the edge alone.
pub type Prices = ([Cell; 2], [i64; 4]);

/// Whether so many vertices have few edges: a grid with a sixth of its cells empty has 1.67 for each vertex.
pub(crate) fn is_sparse(vertices: usize, edges: usize) -> bool {
    4 * edges < 7 * vertices
}

/// The bound of connected pawns, and the prices that show it. None: it says no more than that one pawn is left, or takes too long, or there are
/// many edges and no leaf, so that it says nothing as a rule.
pub(super) fn bound(
    board: &Board,
    contents: &[Option<Colour>],
    cells: &[usize],
    limits: &Limits<'_>,
) -> Option<(usize, Vec<Prices>)> {
    limits.afford(BYTES * cells.len() as u64).ok()?;
    let mut graph = Graph::new(board, contents, cells)?;
    let (mut costs, mut bound) = (Vec::new(), 0);
    for _ in 0..(STEPS / graph.steps.max(1)).clamp(1, ROUNDS) {
        graph.pass(true, &mut costs, limits)?;
        graph.pass(false, &mut costs, limits)?;
        let before = bound;
        bound = 0;
        for vertex in 0..cells.len() {
            bound += graph.cost(vertex, &mut costs);
        }
        if bound <= before {
            break;
        }
    }
    let bound = usize::try_from(bound).ok()?.div_ceil(SCALE as usize);
    (bound > 1).then(|| (bound, graph.prices(cells)))
}

/// Connected pawns. The vertices are numbered breadth first, and the first pass begins with the last.
struct Graph {
    colours: Vec<Colour>,
    /// The place of each vertex among the cells.
    places: Vec<u32>,
    /// The ends of each edge, the earlier one in the first pass first.
    edges: Vec<[u32; 2]>,
    /// What each costs its earlier end.
    costs: Vec<Costs>,
    /// The edges of each vertex, each with whether it is the earlier end.
    around: Vec<Vec<(u32, bool)>>,
    /// The squares of the degrees together, which a pass is proportional to.
    steps: usize,
}

impl Graph {
    fn new(board: &Board, contents: &[Option<Colour>], cells: &[usize]) -> Option<Self> {
        const NONE: u32 = u32::MAX;
        let mut graph = Graph {
            colours: Vec::with_capacity(cells.len()),
            places: vec![0],
            edges: Vec::new(),
            costs: Vec::new(),
            around: vec![Vec::new(); cells.len()],
            steps: 0,
        };
        let mut vertices = vec![NONE; cells.len()];
        vertices[0] = 0;
        let mut has_leaf = false;
        for at in 0..cells.len() {
            let cell = cells[graph.places[at] as usize];
            graph.colours.push(contents[cell]?);
            let before = graph.edges.len();
            for to in board.neighbours(cell as Cell) {
                let Ok(place) = cells.binary_search(&(to as usize)) else { continue };
                if vertices[place] == NONE {
                    vertices[place] = graph.places.len() as u32;
                    graph.places.push(place as u32);
                }
                let edge = [vertices[place], at as u32];
                if edge[0] > edge[1] && !graph.edges[before..].contains(&edge) {
                    for (end, is_earlier) in [(edge[0], true), (edge[1], false)] {
                        graph.around[end as usize].push((graph.edges.len() as u32, is_earlier));
                    }
                    graph.edges.push(edge);
                }
            }
            let degree = graph.around[at].len();
            has_leaf |= degree == 1;
            graph.steps += degree.pow(2);
            if graph.steps > MOST_STEPS {
                return None;
            }
        }
        if graph.steps > FEW && !has_leaf && !is_sparse(cells.len(), graph.edges.len()) {
            return None;
        }
        graph.costs = vec![[0; 5]; graph.edges.len()];
        Some(graph)
    }

    /// Each vertex hands its costs to later ones, or to earlier ones. None: a limit is reached.
    fn pass(&mut self, is_forward: bool, room: &mut Vec<Ways>, limits: &Limits<'_>) -> Option<()> {
        for number in 0..self.colours.len() {
            if number % 256 == 0 {
                limits.spend(0, 0).ok()?;
            }
            let vertex = if is_forward { self.colours.len() - 1 - number } else { number };
            let mut count = 0;
            for &(_, is_earlier) in &self.around[vertex] {
                count += i64::from(is_earlier == is_forward);
            }
            if count == 0 {
                continue;
            }
            self.fill(vertex, room);
            for at in 0..self.around[vertex].len() {
                let (edge, is_earlier) = self.around[vertex][at];
                if is_earlier != is_forward {
                    continue;
                }
                let found = self.least(vertex, at, room);
                let costs = &mut self.costs[edge as usize];
                for (what, &cost) in found.iter().enumerate().skip(1) {
                    let change = (cost.min(NEVER) - found[0]).clamp(-MOST, MOST).div_euclid(count);
                    let (at, sign) = if is_earlier { (what, 1) } else { ([0, 3, 4, 1, 2][what], -1) };
                    costs[at] -= sign * change;
                }
            }
        }
        Some(())
    }

    /// What an edge costs a vertex.
    fn costs(&self, (edge, is_earlier): (u32, bool)) -> Costs {
        let costs = self.costs[edge as usize];
        if is_earlier { costs } else { of_other_end(costs) }
    }

    /// What a vertex costs at least.
    fn cost(&self, vertex: usize, room: &mut Vec<Ways>) -> i64 {
        self.fill(vertex, room);
        let ways = self.around[vertex].len();
        room[(ways + 1) * width(ways)..][ways + 1][0]
    }

    /// Fills the room with rows: what the first edges of a vertex cost at least, and from `degree + 1` on what the rest costs at least after the first
    /// edges. A row has the sum of the signs that are taken, from `-degree - 1` on, by what is given.
    fn fill(&self, vertex: usize, room: &mut Vec<Ways>) {
        let around = &self.around[vertex];
        let (degree, width) = (around.len(), width(around.len()));
        room.clear();
        room.resize(2 * (degree + 1) * width, [NEVER; 3]);
        room[degree + 1][0] = 0;
        for (number, &edge) in around.iter().enumerate() {
            let costs = self.costs(edge);
            let (before, after) = room[number * width..].split_at_mut(width);
            for sum in degree + 1 - number..=degree + 1 + number {
                let [stays, ..] = before[sum];
                for (way, cost) in before[sum].into_iter().enumerate() {
                    if cost < NEVER {
                        lower(&mut after[sum][way], cost + costs[0]);
                        lower(&mut after[sum + 1][way], cost + costs[3]);
                        lower(&mut after[sum - 1][way], cost + costs[4]);
                    }
                }
                if stays < NEVER {
                    lower(&mut after[sum][1], stays + costs[1]);
                    lower(&mut after[sum][2], stays + costs[2]);
                }
            }
        }
        // By the colour, the sums with which what stays or leaves is black and white.
        let [black, white] = if self.colours[vertex] == Colour::Black { [0, -1] } else { [1, 0] };
        let rests = &mut room[(degree + 1) * width..];
        let last = &mut rests[degree * width..];
        let at = |sum: isize| (degree + 1).wrapping_add_signed(sum);
        last[at(black)] = [SCALE, 0, NEVER];
        last[at(white)] = [SCALE, NEVER, 0];
        for (number, &edge) in around.iter().enumerate().rev() {
            let costs = self.costs(edge);
            let (before, after) = rests[number * width..].split_at_mut(width);
            for sum in degree + 1 - number..=degree + 1 + number {
                for way in 0..3 {
                    let mut least = (after[sum][way] + costs[0]).min(after[sum + 1][way] + costs[3]);
                    lower(&mut least, after[sum - 1][way] + costs[4]);
                    if way == 0 {
                        lower(&mut least, (after[sum][1] + costs[1]).min(after[sum][2] + costs[2]));
                    }
                    before[sum][way] = least;
                }
            }
        }
    }

    /// What a vertex costs at least, by what one of its edges does.
    fn least(&self, vertex: usize, number: usize, room: &[Ways]) -> Costs {
        let around = &self.around[vertex];
        let (degree, width) = (around.len(), width(around.len()));
        let costs = self.costs(around[number]);
        let before = &room[number * width..][..width];
        let after = &room[(degree + 2 + number) * width..][..width];
        let mut least = [NEVER; 5];
        for sum in degree + 1 - number..=degree + 1 + number {
            for way in 0..3 {
                let cost = before[sum][way];
                lower(&mut least[0], cost + after[sum][way]);
                lower(&mut least[3], cost + after[sum + 1][way]);
                lower(&mut least[4], cost + after[sum - 1][way]);
            }
            lower(&mut least[1], before[sum][0] + after[sum][1]);
            lower(&mut least[2], before[sum][0] + after[sum][2]);
        }
        for (least, cost) in least.iter_mut().zip(costs) {
            *least += cost;
        }
        least
    }

    fn prices(&self, cells: &[usize]) -> Vec<Prices> {
        let mut found = Vec::new();
        for (&[earlier, later], &costs) in self.edges.iter().zip(&self.costs) {
            let cell = |vertex: u32| cells[self.places[vertex as usize] as usize] as Cell;
            let (mut low, mut high, mut costs) = (cell(earlier), cell(later), costs);
            if low > high {
                (low, high, costs) = (high, low, of_other_end(costs));
            }
            if let [_, prices @ ..] = costs
                && prices != [0; 4]
            {
                found.push(([low, high], prices));
            }
        }
        found
    }
}

/// What the first edges of a vertex cost, or the others: if nothing is given, a black pawn, or a white one.
type Ways = [i64; 3];

/// Sums from `-degree - 1` to `degree + 1`.
fn width(degree: usize) -> usize {
    2 * degree + 3
}

fn lower(cost: &mut i64, to: i64) {
    *cost = to.min(*cost);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closed::trees;
    use crate::rules::Pawns;
    use saltus_core::random::Random;

    /// What is left at least by all choices at each vertex, one by one.
    fn shown(edges: &[(Cell, Cell)], contents: &[Option<Colour>], cells: &[usize], prices: &[Prices]) -> usize {
        let least = |cell: usize| {
            let mut around = Vec::new();
            for &(a, b) in edges {
                let [low, high] = [a.min(b), a.max(b)];
                let found = prices.iter().find(|(ends, _)| *ends == [low, high]);
                let [gives_b, gives_w, takes_b, takes_w] = found.map_or([0; 4], |(_, prices)| *prices);
                if low as usize == cell {
                    around.push([0, gives_b, gives_w, takes_b, takes_w]);
                } else if high as usize == cell {
                    around.push([0, -takes_b, -takes_w, -gives_b, -gives_w]);
                }
            }
            let sign = if contents[cell] == Some(Colour::Black) { 1 } else { -1 };
            let choices = (0..5usize.pow(around.len() as u32)).filter_map(|number| {
                let (mut given, mut sum, mut cost) = (None, 0, 0);
                for (place, costs) in around.iter().enumerate() {
                    let what = number / 5usize.pow(place as u32) % 5;
                    cost += costs[what];
                    match what {
                        1 | 2 if given.is_some() => return None,
                        1 => given = Some(1),
                        2 => given = Some(-1),
                        3 => sum += 1,
                        4 => sum -= 1,
                        _ => {}
                    }
                }
                let left: i32 = sign + 2 * sum;
                let is_right = left.abs() == 1 && given.is_none_or(|given| given == left);
                is_right.then_some(cost + if given.is_none() { SCALE } else { 0 })
            });
            choices.min().expect("a vertex can be a root")
        };
        let sum = cells.iter().map(|&cell| least(cell)).sum::<i64>();
        usize::try_from(sum).map_or(0, |sum| sum.div_ceil(SCALE as usize))
    }

    /// On trees the bound is the value; and what the rows say is what all choices say.
    #[test]
    fn prices_show_what_they_say() {
        let mut random = Random::new(5);
        let (mut trees, mut others) = (0, 0);
        for _ in 0..2000 {
            let cells = 2 + random.below(11);
            let near = |cell: usize, random: &mut Random| (cell - 1 - random.below(cell.min(3))) as Cell;
            let mut edges: Vec<_> = (1..cells).map(|cell| (near(cell, &mut random), cell as Cell)).collect();
            for _ in 0..random.below(4) {
                let [a, b] = [random.below(cells) as Cell, random.below(cells) as Cell];
                if a != b && !edges.contains(&(a.min(b), a.max(b))) {
                    edges.push((a.min(b), a.max(b)));
                }
            }
            let degree = |cell| edges.iter().filter(|(a, b)| [*a, *b].contains(&cell)).count();
            if (0..cells as Cell).any(|cell| degree(cell) > 5) {
                continue;
            }
            let board = Board::graph(cells, &edges);
            let pawns: Pawns = (0..cells).map(|_| Some([Colour::Black, Colour::White][random.below(3) / 2])).collect();
            let contents: Vec<_> = pawns.iter().collect();
            let all: Vec<usize> = (0..cells).collect();
            let found = bound(&board, &contents, &all, &Limits::DEFAULT);
            if let Some((least, prices)) = &found {
                assert_eq!(shown(&edges, &contents, &all, prices), *least, "{pawns} {edges:?}");
                others += usize::from(edges.len() >= cells);
            }
            if let Some(value) = trees::value(&board, &contents) {
                assert_eq!(found.map_or(1, |(least, _)| least), value, "{pawns} {edges:?}");
                trees += 1;
            }
        }
        assert!(trees > 200 && others > 200, "{trees} {others}");
    }
}
