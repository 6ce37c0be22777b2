//! A lower bound by prices on the edges and by regions, for boards where leaves, bridges and hanging trees leave more pawns than the remainders
//! modulo 3 tell.
//!
//! A play is a forest with signs (docs/theorems.md: `forest`). On each edge it does one of five things: the edge is not in the forest, or one
//! end gives the other a black or a white pawn. Each vertex sees only its own edges; it costs 1 if it gives nothing, since it is a root then.
//! Put any five prices on an edge, add them to the cost of one end and take them from that of the other: the cost of a forest stays the number of
//! its roots. So the sum over the vertices of what each costs at least, whatever its edges do, is a lower bound.
//!
//! A *region* is a set of vertices that costs more than its vertices one by one: one of them is a root or gives its pawn to a vertex outside, since
//! a forest has no ring; and on a bipartite region the pawns on inner edges, of which each counts at both ends, cancel out. What the vertices do together is
//! looked at modulo 3.
//!
//! The parts of the board between bridges are the regions. From the far ones on, each hands what it costs at least, by what its bridge does, to the one that the bridge
//! leads to, so that trees, and whatever hangs on a board as a tree, are settled. On sparse boards prices within regions are found in passes over the vertices:
//! each hands what it costs at least, by what each edge does, to the vertices that come later in the pass, in equal parts.

use saltus_core::board::{Board, Cell};
use saltus_core::limits::Limits;
use saltus_core::random::Random;

use crate::rules::Colour;

/// A root, in units of prices.
pub(crate) const SCALE: i64 = 256;

/// The most that a price changes in a step.
const MOST: i64 = 4 * SCALE;

/// The most rounds of two passes, and of steps in all, if these allow a round.
const ROUNDS: usize = 32;
const STEPS: usize = 1 << 22;

/// A pass of more steps is not tried, and one of more than [`FEW`] only on a sparse board.
const MOST_STEPS: usize = 1 << 24;
const FEW: usize = 1 << 12;

/// Bytes for a vertex of a board in rows.
const BYTES: u64 = 240;

/// More than any cost.
const NEVER: i64 = 1 << 60;

/// What an edge costs one of its ends: if it is not in the forest, if this end gives a black pawn, or a white one, or takes one.
type Costs = [i64; 5];

/// What the same edge costs its other end.
fn of_other_end([apart, gives_black, gives_white, takes_black, takes_white]: Costs) -> Costs {
    [-apart, -takes_black, -takes_white, -gives_black, -gives_white]
}

/// What an edge costs its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// The lower and the higher cell.
    pub ends: [Cell; 2],
    /// Whether this edge puts its ends into one region.
    pub joins: bool,
    /// What it costs the lower end more to give a black pawn, to give a white one, to take a black one or a white one, than to leave the edge
    /// alone.
    pub prices: [i64; 4],
}

/// Whether so many vertices have few edges: a grid with a sixth of its cells empty has 1.67 for each vertex.
pub(crate) fn is_sparse(vertices: usize, edges: usize) -> bool {
    4 * edges < 7 * vertices
}

/// The bound of connected pawns, and the prices that show it. None: it says no more than that one pawn is left, or takes too long, or there are
/// many edges and no bridge, so that it says nothing as a rule.
pub(super) fn bound(
    board: &Board,
    contents: &[Option<Colour>],
    cells: &[usize],
    limits: &Limits<'_>,
) -> Option<(usize, Vec<Prices>)> {
    limits.afford(BYTES * cells.len() as u64).ok()?;
    let mut graph = Graph::new(board, contents, cells)?;
    let has_passes = graph.steps <= FEW || is_sparse(cells.len(), graph.edges.len());
    if !has_passes && graph.tops.iter().all(|&top| top == 0) {
        return None;
    }
    let mut bound = graph.settle(limits)?;
    if has_passes {
        // Passes can make it worse: what they put on inner edges hides what a region needs.
        let before = graph.costs.clone();
        let better = graph.improved(limits)?;
        if better > bound {
            bound = better;
        } else {
            graph.costs = before;
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
    /// The edges of each vertex, each with whether it is the earlier end. The first one of a vertex that is not the first leads to its parent.
    around: Vec<Vec<(u32, bool)>>,
    /// By vertex, whether its way to the first one is odd, and the first vertex of its region.
    is_odd: Vec<bool>,
    tops: Vec<u32>,
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
            is_odd: vec![false; cells.len()],
            tops: vec![0; cells.len()],
            steps: 0,
        };
        let mut vertices = vec![NONE; cells.len()];
        vertices[0] = 0;
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
            graph.steps += graph.around[at].len().pow(2);
            if graph.steps > MOST_STEPS {
                return None;
            }
        }
        graph.costs = vec![[0; 5]; graph.edges.len()];
        graph.divide();
        Some(graph)
    }

    /// The other end of an edge.
    fn beyond(&self, (edge, is_earlier): (u32, bool)) -> usize {
        self.edges[edge as usize][usize::from(is_earlier)] as usize
    }

    /// Divides the vertices at the bridges: edges to a parent over which no ring goes. Each edge that leads to no parent has a random number, which is
    /// added to both ends, bit by bit; the sum below such an edge is 0 for a bridge, and hardly ever else, where the bound would be worse, but right.
    fn divide(&mut self) {
        let mut random = Random::new(0);
        let mut sums = vec![0u64; self.tops.len()];
        for (number, &[earlier, later]) in (0..).zip(&self.edges) {
            if self.around[earlier as usize][0].0 != number {
                let mark = random.number();
                sums[earlier as usize] ^= mark;
                sums[later as usize] ^= mark;
            }
        }
        for vertex in (1..sums.len()).rev() {
            sums[self.beyond(self.around[vertex][0])] ^= sums[vertex];
        }
        for (vertex, sum) in sums.into_iter().enumerate().skip(1) {
            let parent = self.beyond(self.around[vertex][0]);
            self.is_odd[vertex] = !self.is_odd[parent];
            self.tops[vertex] = if sum == 0 { vertex as u32 } else { self.tops[parent] };
        }
    }

    /// The bound after passes. None: a limit is reached.
    fn improved(&mut self, limits: &Limits<'_>) -> Option<i64> {
        let (mut costs, mut bound) = (Vec::new(), 0);
        for _ in 0..(STEPS / self.steps.max(1)).clamp(1, ROUNDS) {
            self.pass(true, &mut costs, limits)?;
            self.pass(false, &mut costs, limits)?;
            let before = bound;
            bound = 0;
            for vertex in 0..self.colours.len() {
                bound += self.cost(vertex, &mut costs);
            }
            if bound <= before {
                break;
            }
        }
        self.settle(limits)
    }

    /// Each region hands what it costs at least to the one that its bridge leads to; what all cost then. None: a limit is reached.
    fn settle(&mut self, limits: &Limits<'_>) -> Option<i64> {
        let mut is_bipartite = vec![true; self.tops.len()];
        for &[a, b] in &self.edges {
            let top = self.tops[a as usize];
            is_bipartite[top as usize] &=
                top != self.tops[b as usize] || self.is_odd[a as usize] != self.is_odd[b as usize];
        }
        let mut regions = vec![NOTHING; self.tops.len()];
        let (mut room, mut sum) = (Default::default(), 0);
        for vertex in (0..self.tops.len()).rev() {
            if vertex % 256 == 0 {
                limits.spend(0, 0).ok()?;
            }
            let top = self.tops[vertex] as usize;
            let side = usize::from(is_bipartite[top]) * (1 + usize::from(self.is_odd[vertex]));
            let has_bridge = vertex == top && vertex > 0;
            let choices = self.choices(vertex, has_bridge, &mut room);
            let region = both(&regions[top], &choices[0], side);
            let [_, least] = region[0];
            if has_bridge {
                let (edge, _) = self.around[vertex][0];
                for (what, of_vertex) in choices.iter().enumerate().skip(1) {
                    let [_, cost] = both(&regions[top], of_vertex, side)[0];
                    self.costs[edge as usize][what] -= (cost - least).clamp(-MOST, MOST);
                }
            }
            if vertex == top {
                sum += least;
            }
            regions[top] = region;
        }
        Some(sum)
    }

    /// What a vertex costs at least, by what its first edge does if that is a bridge.
    fn choices(&self, vertex: usize, has_bridge: bool, [now, next]: &mut [Vec<[[i64; 3]; 5]>; 2]) -> [Together; 5] {
        let around = &self.around[vertex];
        let zero = around.len() + 1;
        for room in [&mut *now, &mut *next] {
            room.clear();
            room.resize(2 * zero + 1, [[NEVER; 3]; 5]);
        }
        now[zero][0][0] = 0;
        let is_inside = |edge| self.tops[self.beyond(edge)] == self.tops[vertex];
        for (number, &edge) in around[usize::from(has_bridge)..].iter().enumerate() {
            let (costs, is_inside) = (self.costs(edge), is_inside(edge));
            next[zero - number - 1..=zero + number + 1].fill([[NEVER; 3]; 5]);
            each_state(&now[zero - number..=zero + number], &mut |sum, way, rest, cost| {
                for (what, more) in costs.into_iter().enumerate() {
                    if let Some((sum, way, rest)) = after(what, is_inside, (zero - number + sum, way, rest)) {
                        lower(&mut next[sum][way][rest], cost + more);
                    }
                }
            });
            std::mem::swap(now, next);
        }
        let costs = if has_bridge { self.costs(around[0]) } else { [0, NEVER, NEVER, NEVER, NEVER] };
        let colour = if self.colours[vertex] == Colour::Black { 1 } else { -1 };
        let mut all = [[[NEVER; 2]; 3]; 5];
        each_state(&now[1..2 * zero], &mut |sum, way, rest, cost| {
            for (what, more) in costs.into_iter().enumerate() {
                let Some((sum, way, rest)) = after(what, false, (1 + sum, way, rest)) else { continue };
                let sign = colour + 2 * (sum as isize - zero as isize);
                let of_root = if way == 0 { SCALE } else { 0 };
                if sign.abs() == 1 && (way == 0 || sign == [-1, 1][way % 2]) {
                    lower(&mut all[what][rest][usize::from(way == 0 || way > 2)], cost + more + of_root);
                }
            }
        });
        all
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
        for ((number, &[earlier, later]), &costs) in (0..).zip(&self.edges).zip(&self.costs) {
            let cell = |vertex: u32| cells[self.places[vertex as usize] as usize] as Cell;
            let (mut ends, mut costs) = ([cell(earlier), cell(later)], costs);
            if ends[0] > ends[1] {
                (ends, costs) = ([ends[1], ends[0]], of_other_end(costs));
            }
            let [earlier, later] = [earlier as usize, later as usize];
            let joins = self.around[earlier][0].0 == number && self.tops[earlier] == self.tops[later];
            let [_, prices @ ..] = costs;
            if joins || prices != [0; 4] {
                found.push(Prices { ends, joins, prices });
            }
        }
        found
    }
}

/// What vertices of a region cost at least: by the sum of the signs on inner edges modulo 3, and by whether one is a root or gives its pawn to a
/// vertex outside.
type Together = [[i64; 2]; 3];

/// What no vertices cost.
const NOTHING: Together = [[0, NEVER], [NEVER; 2], [NEVER; 2]];

/// Some vertices and one more, whose signs count so often.
fn both(some: &Together, one: &Together, side: usize) -> Together {
    let mut all = [[NEVER; 2]; 3];
    for (rest_of_some, &[stay, leave]) in some.iter().enumerate() {
        for (rest, &[stays, leaves]) in one.iter().enumerate() {
            let all = &mut all[(rest_of_some + side * rest) % 3];
            lower(&mut all[0], stay + stays);
            lower(&mut all[1], (stay + leaves).min(leave + stays.min(leaves)));
        }
    }
    all
}

/// What the first edges of a vertex do together: the place of the sum of the signs that are taken; if nothing is given, 0, a black or a white
/// pawn inside the region, 1 and 2, or outside, 3 and 4; and the sum of the signs on inner edges modulo 3.
type State = (usize, usize, usize);

/// The same with one more edge, unless that gives a second pawn.
fn after(what: usize, is_inside: bool, (sum, way, rest): State) -> Option<State> {
    let sign = [0, 1, 2, 1, 2][what];
    let rest = if is_inside { (rest + sign) % 3 } else { rest };
    match what {
        0 => Some((sum, way, rest)),
        1 | 2 => (way == 0).then_some((sum, if is_inside { what } else { what + 2 }, rest)),
        3 => Some((sum + 1, way, rest)),
        _ => Some((sum - 1, way, rest)),
    }
}

fn each_state(rows: &[[[i64; 3]; 5]], hear: &mut dyn FnMut(usize, usize, usize, i64)) {
    for (sum, ways) in rows.iter().enumerate() {
        for (way, rests) in ways.iter().enumerate() {
            for (rest, &cost) in rests.iter().enumerate() {
                if cost < NEVER {
                    hear(sum, way, rest, cost);
                }
            }
        }
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
    use crate::rules::{Pawns, Turns};
    use crate::search;

    /// On trees the bound is the value, elsewhere no more. (That the prices show it, the checker finds out:
    /// `saltus/tests/it/clobber_certificates.rs`.)
    #[test]
    fn no_price_is_too_high() {
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
            others += usize::from(found.is_some() && edges.len() >= cells);
            let least = found.map_or(1, |(least, _)| least);
            if let Some(value) = trees::value(&board, &contents) {
                assert_eq!(least, value, "{pawns} {edges:?}");
                trees += 1;
            }
            let value = search::solve(&board, &contents, Turns::Free, &Limits::DEFAULT).value;
            assert!(least <= value, "{pawns} {edges:?}: {least} {value}");
        }
        assert!(trees > 200 && others > 200, "{trees} {others}");
    }
}
