//! The block `prices` of the bound `forest`: what each edge costs its two ends, and regions.
//!
//! A play is a forest with signs (docs/theorems.md: `forest`), whose roots are the pawns left. What an edge costs one end it gives to the
//! other, so that the costs of all vertices of a forest are its roots, whatever the prices are. A vertex sees its own edges only, and
//! costs at least what it costs with the best choice for them. The vertices of a region choose together: one of them is a root or gives its
//! pawn to a vertex outside, and if no ring within is odd, the signs on inner edges, counted at both ends with the sides of a bipartition,
//! come to 0, which is tested modulo 3.

use crate::families::clobber::configuration::{BLACK, Clobber, NONE};
use crate::families::clobber::shape::read_edge;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, refuse};
use crate::text::{integer, lines};

/// Below 2^31 cells with edges of such prices no sum leaves 64 bits.
const MOST_PRICE: i64 = 1 << 24;
const MOST_CELLS: usize = 1 << 31;

/// What an edge costs an end: if it is not in the forest, to give a black pawn, to give a white one, to take a black one, to take a white one.
type Costs = [i64; 5];

/// The least of some choices; none: there is no choice.
type Least = Option<i64>;

/// What cells of a region cost at least: by the sum of the signs on inner edges modulo 3, and by whether one is a root or gives outside.
type Together = [[Least; 2]; 3];

/// No cells.
const NOTHING: Together = [[Some(0), None], [None; 2], [None; 2]];

/// What a root costs, and by cell what it costs at least; a region's costs are with one of its cells.
pub(super) fn read(clobber: &Clobber, payload: &[u8], limits: &Limits) -> Checked<(i64, Vec<i64>)> {
    let (shape, pawns) = (&clobber.shape, clobber.start.as_slice());
    ensure(shape.parts().is_none() && pawns.len() < MOST_CELLS, "there are no prices for such a board").at("prices")?;
    let mut scale = 0;
    let mut edges: Vec<((usize, usize), [i64; 4])> = limits.vector(payload.len() / 12, "the prices")?;
    let mut regions: Vec<usize> = limits.vector(pawns.len(), "the regions")?;
    regions.extend(0..pawns.len());
    for (number, line) in lines(payload).at("prices")? {
        let mut read = |line: &str| {
            if number == 1 {
                scale = price(line.strip_prefix("scale ").or_refuse("`scale NUMBER` expected")?)?;
                return ensure(scale > 0, "the scale is not positive");
            }
            let words: Vec<&str> = line.split(' ').collect();
            let &[edge, a, b, c, d] = words.as_slice() else { return refuse("an edge and four prices expected") };
            let joins = edge.contains('=');
            let (low, high) = read_edge(edge, if joins { '=' } else { '-' }, pawns.len())?;
            ensure(shape.are_adjacent(low, high), "there is no such edge")?;
            ensure(pawns[low] != NONE && pawns[high] != NONE, "an end has no pawn")?;
            let ascends = edges.last().is_none_or(|last| last.0 < (low, high));
            ensure(ascends, "it does not ascend from the edge before")?;
            if joins {
                let (of_low, of_high) = (region_of(&mut regions, low), region_of(&mut regions, high));
                regions[of_high] = of_low;
            }
            edges.push(((low, high), [price(a)?, price(b)?, price(c)?, price(d)?]));
            Ok(())
        };
        line.and_then(&mut read).at(format_args!("prices, line {number}"))?;
    }
    ensure(scale > 0, "there is no scale").at("prices")?;
    (0..pawns.len()).for_each(|cell| regions[cell] = region_of(&mut regions, cell));
    let sides = sides(clobber, &regions, limits)?;
    let mut together = limits.filled(pawns.len(), NOTHING, "the regions")?;
    let (mut choices, mut around, mut steps) = (Choices::default(), Vec::new(), shape.visits());
    for cell in (0..pawns.len()).filter(|&cell| pawns[cell] != NONE) {
        around.clear();
        shape.each_neighbour(cell, |next| around.extend((pawns[next] != NONE).then_some(next)));
        steps += 30 * (around.len() as u128 + 1).pow(2);
        limits.steps(steps, "the prices")?;
        choices.clear(around.len());
        for &next in &around {
            let found = edges.binary_search_by_key(&(cell.min(next), cell.max(next)), |edge| edge.0);
            let costs = match found.map(|at| edges[at].1) {
                Ok([a, b, c, d]) if cell < next => [0, a, b, c, d],
                Ok([a, b, c, d]) => [0, -c, -d, -a, -b],
                Err(_) => [0; 5],
            };
            choices.add(regions[next] == regions[cell], costs);
        }
        let region = &mut together[regions[cell]];
        *region = both(region, &choices.of_cell(pawns[cell], scale), sides[cell]);
    }
    let mut costs = limits.filled(pawns.len(), 0, "the prices")?;
    for (cost, region) in costs.iter_mut().zip(&together) {
        *cost = region[0][1].unwrap_or(0);
    }
    Ok((scale, costs))
}

fn price(word: &str) -> Checked<i64> {
    let price = integer(word)?.try_into().ok().filter(|price: &i64| price.abs() <= MOST_PRICE);
    price.or_refuse("a price out of range")
}

/// The cell that stands for the region of another one.
fn region_of(regions: &mut [usize], mut cell: usize) -> usize {
    while regions[cell] != cell {
        regions[cell] = regions[regions[cell]];
        cell = regions[cell];
    }
    cell
}

/// By cell, how often signs count there: 1 and 2, which is -1 modulo 3, on the two sides of its region, or 0 if there is an odd ring.
fn sides(clobber: &Clobber, regions: &[usize], limits: &Limits) -> Checked<Vec<usize>> {
    let (shape, pawns) = (&clobber.shape, clobber.start.as_slice());
    limits.steps(shape.visits(), "the regions")?;
    let mut sides = limits.filled(pawns.len(), 0, "the regions")?;
    let mut has_odd_ring = limits.filled(pawns.len(), false, "the regions")?;
    let mut to_visit = limits.vector(pawns.len(), "the regions")?;
    for first in (0..pawns.len()).filter(|&cell| pawns[cell] != NONE) {
        if sides[first] == 0 {
            sides[first] = 1;
            to_visit.push(first);
        }
        while let Some(cell) = to_visit.pop() {
            shape.each_neighbour(cell, |next| {
                if pawns[next] == NONE || regions[next] != regions[cell] {
                    return;
                }
                if sides[next] == 0 {
                    sides[next] = 3 - sides[cell];
                    to_visit.push(next);
                }
                has_odd_ring[regions[cell]] |= sides[next] == sides[cell];
            });
        }
    }
    sides.iter_mut().zip(regions).filter(|(_, region)| has_odd_ring[**region]).for_each(|(side, _)| *side = 0);
    Ok(sides)
}

/// Cells of a region and one more, whose signs count so often.
fn both(some: &Together, one: &Together, side: usize) -> Together {
    let mut both = [[None; 2]; 3];
    for (at, known) in some.as_flattened().iter().enumerate() {
        for (own, cost) in one.as_flattened().iter().enumerate() {
            let place = &mut both[(at / 2 + side * (own / 2)) % 3][(at % 2).max(own % 2)];
            *place = less(*place, known.zip(*cost).map(|(a, b)| a + b));
        }
    }
    both
}

fn less(a: Least, b: Least) -> Least {
    a.into_iter().chain(b).min()
}

/// What the edges of a cell do, as far as they are known: by the sum of the signs taken, by what is given (nothing, or a black or white pawn
/// inside, or one outside), and by the sum of the signs on inner edges modulo 3, what it costs at least.
#[derive(Default)]
struct Choices {
    /// The place of the sum 0.
    zero: usize,
    now: Vec<[[Least; 3]; 5]>,
    /// Room to work in.
    next: Vec<[[Least; 3]; 5]>,
}

impl Choices {
    /// Of a cell with so many edges.
    fn clear(&mut self, edges: usize) {
        self.zero = edges;
        for choices in [&mut self.now, &mut self.next] {
            choices.clear();
            choices.resize(2 * edges + 1, [[None; 3]; 5]);
        }
        self.now[edges][0][0] = Some(0);
    }

    fn add(&mut self, is_inner: bool, costs: Costs) {
        self.next.fill([[None; 3]; 5]);
        for (sum, given, rest, cost) in known(&self.now) {
            for (what, more) in costs.into_iter().enumerate() {
                let (sum, given) = match what {
                    0 => (sum, given),
                    1 | 2 if given > 0 => continue,
                    1 | 2 => (sum, what + if is_inner { 0 } else { 2 }),
                    3 => (sum + 1, given),
                    _ => (sum - 1, given),
                };
                let sign = if is_inner { [0, 1, 2, 1, 2][what] } else { 0 };
                let place = &mut self.next[sum][given][(rest + sign) % 3];
                *place = less(*place, Some(cost + more));
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// The cell, when all its edges are added: the sign that stays or leaves is its own and twice the sum of those taken.
    fn of_cell(&self, colour: u8, scale: i64) -> Together {
        let mut together = [[None; 2]; 3];
        for (sum, given, rest, cost) in known(&self.now) {
            let sign = if colour == BLACK { 1 } else { -1 } + 2 * (sum as i128 - self.zero as i128);
            let place = &mut together[rest][usize::from(given == 0 || given > 2)];
            match given {
                0 if sign.abs() == 1 => *place = less(*place, Some(cost + scale)),
                1 | 3 if sign == 1 => *place = less(*place, Some(cost)),
                2 | 4 if sign == -1 => *place = less(*place, Some(cost)),
                _ => {}
            }
        }
        together
    }
}

fn known(choices: &[[[Least; 3]; 5]]) -> impl Iterator<Item = (usize, usize, usize, i64)> {
    let costs = choices.as_flattened().as_flattened().iter().enumerate();
    costs.filter_map(|(at, cost)| cost.map(|cost| (at / 15, at / 3 % 5, at % 3, cost)))
}
