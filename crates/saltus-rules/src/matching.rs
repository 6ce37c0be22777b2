//! A lower bound for puzzles whose pieces move one at a time: each piece goes to a cell on which a goal has one of its kind, no two to the same cell, as
//! if nothing else stood on the board. The cheapest such choice is an assignment (H. W. Kuhn 1955); for Sokoban's boxes it is the bound of
//! A. Junghanns and J. Schaeffer (2001).
//!
//! A kind is looked at where every move takes it from as many cells as it puts it on, one at most. A move that takes pieces of several kinds along is
//! paid by the kind of which there are most. Steps of chains cost nothing here.

use saltus_core::family::{Bounds, NamedBound, NoBound};
use saltus_core::puzzle::Bound;
use smallvec::SmallVec;

use crate::definition::{Content, Definition, Goal};
use crate::packed::{Choice, Written, for_words};
use crate::rules::{Position, Rules};
use crate::search::costs_to;

/// The most pieces of a kind: the work of an assignment grows with their third power.
const PIECES: usize = 32;

/// What it costs to bring a piece to where it cannot come: more than any play costs that is found.
const NEVER: u32 = 1 << 22;

/// A bound that a generic search can be asked to use.
pub(crate) const BOUND: NamedBound<Rules> = NamedBound {
    name: "matching",
    says: "for each kind of piece the cheapest way to bring its pieces to where the goal has them, each as if it were alone",
    make: |rules, word, _| match Matching::of(rules) {
        Some(matching) => Bounds::plain(matching, word),
        None => Err(NoBound::Unfit(
            "needs pieces that move one at a time, and a goal that shows where they are to be".into(),
        )),
    },
};

/// What it costs to bring the pieces of a kind to a goal.
#[derive(Clone, Debug)]
struct KindCosts {
    content: Content,
    targets: usize,
    /// By cell and target.
    costs: Vec<u32>,
}

/// The bound: for each goal, the kinds that it asks for.
#[derive(Clone, Debug)]
pub(crate) struct Matching {
    goals: Vec<Vec<KindCosts>>,
}

/// The pieces of a position, with their cells.
type PiecesAt = SmallVec<[(usize, Content); 64]>;

/// By cell, the steps of a piece to it: from where, and what they cost.
type Steps = Vec<Vec<(u32, u32)>>;

/// What a choice does with the pieces of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Nothing.
    None,
    /// It takes one from a cell to another.
    Step(usize, usize),
    /// Something else: it takes some off, or moves several.
    Other,
}

/// What a choice does with the pieces of this kind.
pub(crate) fn deed(choice: &Choice, content: Content) -> Deed {
    let (mut from, mut to) = (None, None);
    for &(cell, before, after) in choice {
        let is_second = |place: &mut Option<usize>| place.replace(cell.into()).is_some();
        if before != after && (before == content && is_second(&mut from) || after == content && is_second(&mut to)) {
            return Deed::Other;
        }
    }
    match (from, to) {
        (None, None) => Deed::None,
        (Some(from), Some(to)) => Deed::Step(from, to),
        _ => Deed::Other,
    }
}

/// The steps of each kind of piece, by content; none for those that are not looked at.
fn steps(definition: &Definition, written: &[Written]) -> Vec<Option<Steps>> {
    let count = |kind: usize| definition.start.iter().filter(|&&content| content as usize == kind).count();
    let kinds = 0..=definition.last_content() as usize;
    let none = || vec![Vec::new(); definition.cells()];
    let mut steps: Vec<Option<Steps>> =
        kinds.map(|kind| (kind > 0 && (1..=PIECES).contains(&count(kind))).then(none)).collect();
    for Written { choice, .. } in written {
        for (kind, steps) in steps.iter_mut().enumerate() {
            if deed(choice, kind as Content) == Deed::Other {
                *steps = None;
            }
        }
    }
    for Written { choice, free, chain, .. } in written {
        let moved = |kind: &usize| steps[*kind].is_some() && deed(choice, *kind as Content) != Deed::None;
        let moved: Vec<usize> = (0..steps.len()).filter(moved).collect();
        let payer = moved.iter().copied().max_by_key(|kind| (count(*kind), *kind)).filter(|_| !free && !chain);
        for kind in moved {
            if let (Some(steps), Deed::Step(from, to)) = (&mut steps[kind], deed(choice, kind as Content)) {
                steps[to].push((from as u32, u32::from(payer == Some(kind))));
            }
        }
    }
    steps
}

impl Matching {
    /// The bound, if there are pieces that it says something about.
    pub(crate) fn of(rules: &Rules) -> Option<Self> {
        for_words!(rules, packed => Matching::new(&packed.definition, &packed.written))?
    }

    fn new(definition: &Definition, written: &[Written]) -> Option<Self> {
        if definition.blocks.is_some() || !definition.cycles.is_empty() {
            return None;
        }
        let (cells, steps) = (definition.cells(), steps(definition, written));
        let mut goals = Vec::new();
        for goal in &definition.goals {
            let Goal::Picture(asked) = goal else { return None };
            let mut kinds = Vec::new();
            for (kind, steps) in steps.iter().enumerate() {
                let Some(steps) = steps else { continue };
                let mut to_each = Vec::new();
                for target in (0..cells).filter(|&cell| asked[cell] == Some(kind as Content)) {
                    to_each.push(costs_to([(target as u32, 0)].into(), steps));
                }
                let costs =
                    (0..cells).flat_map(|cell| to_each.iter().map(move |costs| costs[cell].min(NEVER))).collect();
                if !to_each.is_empty() {
                    kinds.push(KindCosts { content: kind as Content, targets: to_each.len(), costs });
                }
            }
            goals.push(kinds);
        }
        let says_something = |kind: &KindCosts| kind.costs.iter().any(|cost| *cost > 0);
        goals.iter().flatten().any(says_something).then_some(Matching { goals })
    }

    /// What a play from what these cells hold costs at least; `u32::MAX` where none leads to a goal.
    pub(crate) fn bound(&self, contents: &[Content]) -> u32 {
        let places: PiecesAt = (0..).zip(contents.iter().copied()).filter(|(_, content)| *content > 0).collect();
        let of_goal = |kinds: &Vec<KindCosts>| kinds.iter().map(|kind| kind.least(&places)).sum::<u32>();
        let least = self.goals.iter().map(of_goal).min().unwrap_or(0);
        if least >= NEVER { u32::MAX } else { least }
    }
}

impl Bound<Rules> for Matching {
    fn of(&self, rules: &Rules, state: &Position) -> u32 {
        self.bound(rules.contents(state))
    }
}

impl KindCosts {
    /// The cheapest assignment of a piece to each target, among what stands on these cells: each target in turn takes the cheapest way to a piece that
    /// is free, along which others may change theirs.
    fn least(&self, places: &PiecesAt) -> u32 {
        let mut pieces = [0; PIECES];
        let mut count = 0;
        for &(cell, content) in places {
            if content == self.content {
                pieces[count] = cell * self.targets;
                count += 1;
            }
        }
        if count < self.targets {
            return NEVER;
        }
        // Numbers from 1; 0 is nobody.
        let cost = |target: usize, piece: usize| self.costs[pieces[piece - 1] + target - 1].cast_signed();
        let (mut of_target, mut of_piece) = ([0; PIECES + 1], [0; PIECES + 1]);
        let mut holder = [0; PIECES + 1];
        for target in 1..=self.targets {
            holder[0] = target;
            let (mut least, mut from, mut done) = ([i32::MAX; PIECES + 1], [0; PIECES + 1], [false; PIECES + 1]);
            let mut piece = 0;
            while holder[piece] != 0 {
                done[piece] = true;
                let (here, mut delta, mut next) = (holder[piece], i32::MAX, 0);
                for other in (1..=count).filter(|other| !done[*other]) {
                    let gap = cost(here, other) - of_target[here] - of_piece[other];
                    if gap < least[other] {
                        (least[other], from[other]) = (gap, piece);
                    }
                    if least[other] < delta {
                        (delta, next) = (least[other], other);
                    }
                }
                for other in 0..=count {
                    if done[other] {
                        of_target[holder[other]] += delta;
                        of_piece[other] -= delta;
                    } else {
                        least[other] = least[other].saturating_sub(delta);
                    }
                }
                piece = next;
            }
            while piece != 0 {
                holder[piece] = holder[from[piece]];
                piece = from[piece];
            }
        }
        (1..=count).filter(|piece| holder[*piece] > 0).map(|piece| cost(holder[piece], piece) as u32).sum()
    }
}
