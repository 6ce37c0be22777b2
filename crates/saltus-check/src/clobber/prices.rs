//! The block `prices` of the bound `forest`: what each edge costs its two ends.
//!
//! A play is a forest with signs (docs/theorems.md: `forest`), whose roots are the pawns left. What an edge costs one end it gives to the
//! other, so that the costs of all vertices of a forest are its roots, whatever the prices are. A vertex sees its own edges only, and
//! costs at least what it costs with the best choice for them.

use super::configuration::{Clobber, NONE};
use super::shape::read_edge;
use super::trees::{Knapsack, Subtree};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, refuse};
use crate::text::{integer, lines};

/// Below 2^31 cells with edges of such prices no sum leaves 64 bits.
const MOST_PRICE: i64 = 1 << 24;
const MOST_CELLS: usize = 1 << 31;

/// What an edge costs its lower end: to give a black pawn, to give a white one, to take a black one, to take a white one.
type Prices = [i64; 4];

/// What a root costs, and by cell what it costs at least.
pub(super) fn read(clobber: &Clobber, payload: &[u8], limits: &Limits) -> Checked<(i64, Vec<i64>)> {
    let (shape, pawns) = (&clobber.shape, clobber.start.as_slice());
    ensure(shape.parts().is_none() && pawns.len() < MOST_CELLS, "there are no prices for such a board").at("prices")?;
    let mut scale = 0;
    let mut edges: Vec<((usize, usize), Prices)> = limits.vector(payload.len() / 12, "the prices")?;
    for (number, line) in lines(payload).at("prices")? {
        let mut read = |line: &str| {
            if number == 1 {
                scale = price(line.strip_prefix("scale ").or_refuse("`scale NUMBER` expected")?)?;
                return ensure(scale > 0, "the scale is not positive");
            }
            let words: Vec<&str> = line.split(' ').collect();
            let &[edge, a, b, c, d] = words.as_slice() else { return refuse("an edge and four prices expected") };
            let (low, high) = read_edge(edge, pawns.len())?;
            ensure(shape.are_adjacent(low, high), "there is no such edge")?;
            ensure(pawns[low] != NONE && pawns[high] != NONE, "an end has no pawn")?;
            let ascends = edges.last().is_none_or(|last| last.0 < (low, high));
            ensure(ascends, "it does not ascend from the edge before")?;
            edges.push(((low, high), [price(a)?, price(b)?, price(c)?, price(d)?]));
            Ok(())
        };
        line.and_then(&mut read).at(format_args!("prices, line {number}"))?;
    }
    ensure(scale > 0, "there is no scale").at("prices")?;
    let mut costs = limits.filled(pawns.len(), 0, "the prices")?;
    let (mut knapsack, mut around, mut steps) = (Knapsack::default(), Vec::new(), shape.visits());
    for (cell, cost) in costs.iter_mut().enumerate().filter(|(cell, _)| pawns[*cell] != NONE) {
        around.clear();
        shape.each_neighbour(cell, |next| around.extend((pawns[next] != NONE).then_some(next)));
        steps += (around.len() as u128 + 1).pow(2);
        limits.steps(steps, "the prices")?;
        knapsack.clear(around.len());
        for &next in &around {
            let found = edges.binary_search_by_key(&(cell.min(next), cell.max(next)), |edge| edge.0);
            let [gives_black, gives_white, takes_black, takes_white] = match found.map(|at| edges[at].1) {
                Ok(prices) if cell < next => prices,
                Ok([a, b, c, d]) => [-c, -d, -a, -b],
                Err(_) => [0; 4],
            };
            // What is saved, if a root saves nothing.
            let edge = Subtree {
                apart: Some(0),
                up: [Some(-takes_black), Some(-takes_white)],
                down: [Some(scale - gives_black), Some(scale - gives_white)],
            };
            knapsack.add(pawns[cell], &edge);
        }
        *cost = scale - knapsack.subtree(pawns[cell]).apart.unwrap_or(0);
    }
    Ok((scale, costs))
}

fn price(word: &str) -> Checked<i64> {
    let price = integer(word)?.try_into().ok().filter(|price: &i64| price.abs() <= MOST_PRICE);
    price.or_refuse("a price out of range")
}
