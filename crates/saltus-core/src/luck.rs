//! Luck: the probability that uniformly random moves reach the goal in the fewest moves.
//!
//! It is the sum, over all shortest plays, of the product of 1 / (moves of the position) along the play. No play is listed: positions are taken by layers from
//! the goals on, and all positions of a layer have one denominator, so that the sums are of whole numbers.

use std::fmt::{self, Display, Formatter};
use std::mem;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, Gcd};

use crate::answers::Answers;
use crate::fact::Fact;
use crate::limits::{Limits, Stop};
use crate::space::Space;

/// Without another limit of nodes, this many positions divided by the square of the number of cells are explored, since large boards have many moves;
/// the same on every machine.
const MOST_CELLS: u64 = 1 << 27;
/// And at most this many.
const MOST_POSITIONS: u64 = 1 << 18;

/// An exact chance above 0, as a fraction in lowest terms.
///
/// ```
/// use saltus_core::{limits::Limits, luck::Luck, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 3 3").unwrap();
/// let luck = Luck::of(&puzzle.space(&Limits::default()).unwrap(), &Limits::default()).unwrap();
/// assert_eq!(luck.unwrap().to_string(), "1/256");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Luck {
    numerator: UBig,
    denominator: UBig,
}

impl Display for Luck {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl Luck {
    fn new(numerator: &UBig, denominator: &UBig) -> Self {
        let common = numerator.gcd(denominator);
        Luck { numerator: numerator / &common, denominator: denominator / common }
    }

    /// The luck of the start of a space; none where the goal is out of reach.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn of(space: &Space<'_>, limits: &Limits<'_>) -> Result<Option<Self>, Stop> {
        Ok(of_start(space, &|position| space.moves(position).len(), limits)?
            .map(|(sum, whole)| Luck::new(&sum, &whole)))
    }

    /// Visits the luck of each position from which the goal can be reached.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn each(
        space: &Space<'_>,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(usize, &dyn Fn() -> Luck),
    ) -> Result<(), Stop> {
        let branching = |position| space.moves(position).len();
        sums(space, &|_| true, &branching, limits, &mut |position, sum, whole| {
            visit(position, &|| Luck::new(sum, whole));
        })
    }

    /// N, where the luck is 1 in N: what lies between these two whole numbers, which are equal where N is whole.
    pub fn odds(&self) -> (UBig, UBig) {
        let least = &self.denominator / &self.numerator;
        let most = (&self.denominator + &self.numerator - UBig::ONE) / &self.numerator;
        (least, most)
    }

    /// The fact that reports it.
    pub fn fact(&self) -> Fact {
        Fact::new("luck", self.to_string())
            .because("the probability that uniformly random moves reach the goal in the fewest")
    }
}

/// How hard a puzzle is, counted among all positions that can be reached from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardness {
    /// The moves of a shortest play.
    pub moves: u32,
    /// How many of the first moves begin a shortest play, and how many first moves there are.
    pub first: (usize, usize),
    /// The shortest plays.
    pub plays: UBig,
    /// The positions, and those of them from which the goal is out of reach.
    pub positions: (usize, usize),
    /// The most moves to the nearest goal, from any position.
    pub farthest: u32,
    /// The chance that random moves are a shortest play.
    pub luck: Luck,
}

impl Hardness {
    /// How hard the start of a space is; none where the goal is out of reach.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, luck::Hardness, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 3 3").unwrap();
    /// let limits = Limits::default();
    /// let found = Hardness::of(&puzzle.space(&limits).unwrap(), &limits).unwrap().unwrap();
    /// assert_eq!((found.moves, found.first, found.plays, found.positions), (15, (2, 2), 2u8.into(), (72, 42)));
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn of(space: &Space<'_>, limits: &Limits<'_>) -> Result<Option<Self>, Stop> {
        let (Some((_, moves)), Some(luck)) = (space.to_goal(0), Luck::of(space, limits)?) else { return Ok(None) };
        let plays = of_start(space, &|_| 1, limits)?.map_or(UBig::ZERO, |(plays, _)| plays);
        let ways = || (0..space.positions()).map(|position| space.to_goal(position));
        Ok(Some(Hardness {
            moves,
            first: (space.best(0).count(), space.moves(0).len()),
            plays,
            positions: (space.positions(), ways().filter(Option::is_none).count()),
            farthest: ways().flatten().map(|(_, moves)| moves).max().unwrap_or(0),
            luck,
        }))
    }
}

/// The sum for the start, and what it is to be divided by; none where the goal is out of reach.
fn of_start(
    space: &Space<'_>,
    branching: &dyn Fn(usize) -> usize,
    limits: &Limits<'_>,
) -> Result<Option<(UBig, UBig)>, Stop> {
    let (mut wanted, mut open) = (vec![false; space.positions()], vec![0]);
    wanted[0] = true;
    while let Some(position) = open.pop() {
        for next in space.best(position) {
            if !mem::replace(&mut wanted[next], true) {
                open.push(next);
            }
        }
    }
    let mut found = None;
    sums(space, &|position| wanted[position], branching, limits, &mut |position, sum, whole| {
        if position == 0 {
            found = Some((sum.clone(), whole.clone()));
        }
    })?;
    Ok(found)
}

/// Visits each wanted position from which the goal can be reached, with the sum over its shortest plays of the products of 1 / branching, and what the sum is to
/// be divided by. With a position all those that its shortest plays lead through have to be wanted.
fn sums(
    space: &Space<'_>,
    is_wanted: &dyn Fn(usize) -> bool,
    branching: &dyn Fn(usize) -> usize,
    limits: &Limits<'_>,
    visit: &mut dyn FnMut(usize, &UBig, &UBig),
) -> Result<(), Stop> {
    let moves = |position: &usize| space.to_goal(*position).map(|(_, moves)| moves);
    let mut positions: Vec<usize> = (0..space.positions()).filter(|at| moves(at).is_some() && is_wanted(*at)).collect();
    positions.sort_by_key(moves);
    let mut sums = vec![UBig::ZERO; space.positions()];
    let (mut whole, mut before): (UBig, &[usize]) = (UBig::ONE, &[]);
    // Each best move leads to the layer before: of the cheapest plays, to one of the fewest moves.
    for layer in positions.chunk_by(|one, other| moves(one) == moves(other)) {
        let is_goal = moves(&layer[0]) == Some(0);
        let mut common = UBig::ONE;
        for &position in layer.iter().filter(|_| !is_goal) {
            let branching = UBig::from(branching(position));
            common = &common / (&common).gcd(&branching) * branching;
        }
        whole *= &common;
        limits.spend(0, (whole.bit_len() / 8 * (layer.len() + before.len())) as u64)?;
        for &position in layer {
            sums[position] = if is_goal {
                UBig::ONE
            } else {
                let sum: UBig = space.best(position).map(|next| &sums[next]).sum();
                sum * (&common / UBig::from(branching(position)))
            };
            visit(position, &sums[position], &whole);
        }
        before.iter().for_each(|&position| sums[position] = UBig::ZERO);
        before = layer;
    }
    Ok(())
}

/// What theory states about the position ([`Answers::explain`]), with its luck where that can be counted: where all positions that can be reached from a start
/// can be explored within [`Limits::nodes`], or else within 2^18, or 2^27 divided by the square of the cells of the board.
///
/// ```
/// use saltus_core::{limits::Limits, luck, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 1 moves=all").unwrap();
/// let facts = luck::explain(&*puzzle, &Limits::default());
/// assert_eq!(facts.last().unwrap().to_string(), "1/36: the probability that uniformly random moves reach the goal in the fewest");
/// ```
pub fn explain(instance: &dyn Answers, limits: &Limits<'_>) -> Vec<Fact> {
    let mut facts = instance.explain(limits);
    let is_told = facts.iter().any(|fact| fact.topic == "luck");
    // Where the pieces left count, there is no goal to reach.
    if is_told || instance.is_set() || instance.pieces().is_some() {
        return facts;
    }
    let cells = u64::try_from(&instance.size()).unwrap_or(u64::MAX);
    let own = (MOST_CELLS / cells.saturating_mul(cells).max(1)).min(MOST_POSITIONS);
    let nodes = if limits.nodes == u64::MAX { own } else { limits.nodes };
    let limits = Limits { nodes, progress: None, ..*limits };
    let luck = instance.space(&limits).and_then(|space| {
        // Where the goal is reached there is nothing to do.
        if space.to_goal(0) == Some((0, 0)) { Ok(None) } else { Luck::of(&space, &limits) }
    });
    facts.extend(luck.ok().flatten().map(|luck| luck.fact()));
    facts
}
