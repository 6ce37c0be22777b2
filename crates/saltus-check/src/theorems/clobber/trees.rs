//! The theorem `trees`: the value of a configuration whose pawns, with the edges between them, form
//! a forest.
//!
//! What this is: dynamic programming over rooted trees, with a knapsack over the colours of the
//! pawns that arrive at a vertex. The theorem is proved in docs/theorems.md; docs/certificates.md
//! states the recurrence as it is evaluated here.

use crate::families::clobber::configuration::{BLACK, Clobber, NONE, WHITE, other};
use crate::outcome::{Checked, Limits, ensure, limit};

/// The most edges that are crossed in some way; none: there is no such way.
type Most = Option<u32>;

/// By colour, black first.
type ByColour = [Most; 2];

/// A vertex and what lies below it, by what happens on the edge to its parent. That edge counts.
#[derive(Clone, Copy, Default)]
struct Subtree {
    /// It is not crossed.
    apart: Most,
    /// A pawn of the colour leaves the vertex over it.
    up: ByColour,
    /// A pawn of the colour arrives at the vertex over it.
    down: ByColour,
}

/// The fewest pawns that a play leaves.
pub(crate) fn value(clobber: &Clobber, limits: &Limits) -> Checked<u64> {
    let pawns = clobber.start.as_slice();
    // Edges that are crossed are different ones, of which a forest has fewer than cells: no sum of
    // them is too large.
    limit(u32::try_from(pawns.len()).is_ok(), "trees of 2^32 cells or more")?;
    let (order, parent) = forest(clobber, limits)?;
    let mut subtrees = limits.filled(pawns.len(), Subtree::default(), "the trees")?;
    let (mut children, mut knapsack) = (Vec::new(), Knapsack::default());
    let (mut steps, mut left) = (0, order.len() as u64);
    for &cell in order.iter().rev() {
        children.clear();
        clobber.shape.each_neighbour(cell, |next| {
            if pawns[next] != NONE && next != parent[cell] {
                children.push(next);
            }
        });
        steps += (children.len() as u128 + 1).pow(2);
        limits.steps(steps, "the trees")?;
        knapsack.clear(children.len());
        children.iter().for_each(|&child| knapsack.add(pawns[cell], &subtrees[child]));
        subtrees[cell] = knapsack.subtree(pawns[cell]);
        if parent[cell] == cell {
            left -= u64::from(subtrees[cell].apart.unwrap_or(0));
        }
    }
    Ok(left)
}

const UNSEEN: usize = usize::MAX;

/// The pawns as vertices of rooted trees: their cells, each after its parent; and by cell, that of its parent. A root's is its own.
fn forest(clobber: &Clobber, limits: &Limits) -> Checked<(Vec<usize>, Vec<usize>)> {
    let (shape, pawns) = (&clobber.shape, clobber.start.as_slice());
    limits.steps(shape.visits(), "the trees")?;
    let mut order = limits.vector(pawns.len(), "the trees")?;
    let mut parent = limits.filled(pawns.len(), UNSEEN, "the trees")?;
    let mut visited = 0;
    let mut forest = true;
    for root in (0..pawns.len()).filter(|&cell| pawns[cell] != NONE) {
        if parent[root] == UNSEEN {
            parent[root] = root;
            order.push(root);
        }
        while let Some(&cell) = order.get(visited) {
            visited += 1;
            shape.each_neighbour(cell, |next| {
                if pawns[next] != NONE && parent[next] == UNSEEN {
                    parent[next] = cell;
                    order.push(next);
                } else {
                    forest &= pawns[next] == NONE || next == parent[cell];
                }
            });
        }
    }
    ensure(forest, "the pawns with the edges between them are not a forest")?;
    Ok((order, parent))
}

/// The most edges crossed below a vertex: it is not left to a child, or left by a black pawn, or by
/// a white one.
type Ways = [Most; 3];

/// Ways for some children of a vertex, by their *difference*: how many of the pawns that arrive
/// from them are not of the vertex's colour, less how many are.
#[derive(Default)]
struct Knapsack {
    /// The place of the difference 0.
    zero: usize,
    ways: Vec<Ways>,
    /// Room to work in.
    next: Vec<Ways>,
}

impl Knapsack {
    /// No child yet, of `children`. A difference beyond half of that never returns to the range that matters,
    /// -1 to 2.
    fn clear(&mut self, children: usize) {
        self.zero = children / 2 + 3;
        for ways in [&mut self.ways, &mut self.next] {
            ways.clear();
            ways.resize(2 * self.zero + 1, [None; 3]);
        }
        self.ways[self.zero] = [Some(0), None, None];
    }

    /// One more child of a vertex of this colour.
    fn add(&mut self, colour: u8, child: &Subtree) {
        let (raise, lower) = (child.up[index(other(colour))], child.up[index(colour)]);
        // The first place and the last one stay without a way.
        for (new, near) in self.next[1..].iter_mut().zip(self.ways.windows(3)) {
            let arrives = |kind: usize| {
                sum(near[1][kind], child.apart).max(sum(near[0][kind], raise)).max(sum(near[2][kind], lower))
            };
            let leaves = |colour: u8| sum(near[1][0], child.down[index(colour)]);
            *new = [arrives(0), arrives(1).max(leaves(BLACK)), arrives(2).max(leaves(WHITE))];
        }
        std::mem::swap(&mut self.ways, &mut self.next);
    }

    /// The vertex, when all its children are added. The pawns that arrive differ in colour from the
    /// vertex's pawn and from one another in turn, so that the difference of all is 0 or 1; the
    /// pawn that leaves has the vertex's colour then, or the other.
    fn subtree(&self, colour: u8) -> Subtree {
        let stays = |difference: isize| self.ways[self.zero.wrapping_add_signed(difference)][0];
        // The differences that an arrival from the parent makes 0 and 1.
        let either = |same: isize| {
            let ways =
                |difference: isize, leaver: u8| self.ways[self.zero.wrapping_add_signed(difference)][1 + index(leaver)];
            stays(same).max(stays(same + 1)).max(ways(same, colour)).max(ways(same + 1, other(colour)))
        };
        let by_colour = |same: Most, differs: Most| {
            let crossed = [same, differs].map(|most| sum(most, Some(1)));
            if colour == BLACK { crossed } else { [crossed[1], crossed[0]] }
        };
        Subtree { apart: either(0), up: by_colour(stays(0), stays(1)), down: by_colour(either(1), either(-1)) }
    }
}

fn sum(a: Most, b: Most) -> Most {
    a.zip(b).map(|(a, b)| a + b)
}

fn index(colour: u8) -> usize {
    usize::from(colour - BLACK)
}
