//! The rule `fills` ([`GameBounds::can_be_crossed`]) for many positions at once.
//!
//! A *lane* is a position, and `Lanes` has a bit of each. For every cell one value says in which
//! lanes a man stands there, and one in which lanes the cell is reached. To follow a jump takes two
//! or three operations for all lanes together, as many as one position alone would take. Cells are
//! numbered by their distance from the goal, from which the search spreads, so that it visits most
//! cells once or twice.

use super::field::{Cells, Field, MOST_CELLS, bit, each, pop};
use super::game::Armies;
use crate::bounds::{GameBounds, Wait};

/// Positions that are looked at together.
pub(crate) const WIDTH: usize = 512;

/// A bit of each lane: the set of those in which something is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct LaneSet([u64; WIDTH / 64]);

impl LaneSet {
    const NONE: LaneSet = LaneSet([0; WIDTH / 64]);

    /// The first lanes.
    fn first(lanes: usize) -> Self {
        LaneSet(std::array::from_fn(|part| {
            let lanes = lanes.saturating_sub(64 * part).min(64);
            if lanes == 64 { u64::MAX } else { (1 << lanes) - 1 }
        }))
    }

    fn set(&mut self, lane: usize) {
        self.0[lane / 64] |= 1 << (lane % 64);
    }

    fn has(&self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    #[inline]
    fn with(self, other: LaneSet, operation: impl Fn(u64, u64) -> u64) -> LaneSet {
        LaneSet(std::array::from_fn(|part| operation(self.0[part], other.0[part])))
    }

    #[inline]
    fn and(self, other: LaneSet) -> LaneSet {
        self.with(other, |a, b| a & b)
    }

    #[inline]
    fn or(self, other: LaneSet) -> LaneSet {
        self.with(other, |a, b| a | b)
    }

    #[inline]
    fn without(self, other: LaneSet) -> LaneSet {
        self.with(other, |a, b| a & !b)
    }

    #[inline]
    fn xor(self, other: LaneSet) -> LaneSet {
        self.with(other, |a, b| a ^ b)
    }

    #[inline]
    fn is_none(self) -> bool {
        self.0.into_iter().fold(0, |all, part| all | part) == 0
    }
}

/// The armies of each position.
type Positions<'a> = std::slice::ChunksExact<'a, Cells>;

/// A jump: the cell between and the cell where it begins, by their numbers here.
type Jump = (u8, u8);

/// A board, by the numbers here.
#[derive(Clone, Debug)]
struct LaneBoard {
    /// The number here of each cell.
    number: Vec<u8>,
    /// The jumps that end on a cell; backwards, those that begin there.
    jumps: Vec<Vec<Jump>>,
    near: Vec<Cells>,
    goal: Cells,
    rim: Cells,
}

/// Where a flood by jumps may not land.
#[derive(Clone, Copy)]
struct Barred<'a> {
    /// Only there are any such cells.
    cells: Cells,
    words: &'a [LaneSet],
}

/// What may still be crossed, for many positions at once.
#[derive(Clone, Debug)]
pub(crate) struct PositionFilter {
    map: LaneBoard,
    /// What the winner must fill, by the board's own numbers.
    goal: Cells,
    /// Where there is a man of any player.
    occupied: Vec<LaneSet>,
    /// Where a man of the winner has come home and may not be landed on.
    home: Vec<LaneSet>,
    /// Where a man of the winner is outside.
    outside: Vec<LaneSet>,
    /// The cells with men of the winner outside in any lane.
    men: Cells,
    reach: Vec<LaneSet>,
    /// What the winner's men outside can reach by jumps over men.
    ahead: Vec<LaneSet>,
    /// The same, one empty cell jumped over.
    ahead_by_one: Vec<LaneSet>,
    /// From where one empty cell jumped over leads into the goal.
    reach_by_one: Vec<LaneSet>,
    helpers: [HelperLanes; 2],
}

/// What a helper can do.
#[derive(Clone, Debug)]
struct HelperLanes {
    /// Where his men are.
    men: Vec<LaneSet>,
    /// Where they can go.
    to: Vec<LaneSet>,
}

/// Positions with as many moves to spare for the winner in all of them: one or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpareClass<'a> {
    /// What is left in them.
    pub left: Wait,
    /// How many moves are to spare.
    pub spare: u32,
    /// The helpers who move before the winner, if there are one or two and the rule `ahead` is to
    /// ask whether they can help; else none.
    pub helpers: &'a [usize],
}

impl PositionFilter {
    /// For a board and a goal.
    pub(crate) fn new(field: &Field, bounds: &GameBounds) -> Self {
        let mut order: Vec<usize> = Vec::new();
        let (mut seen, mut ring) = (0, bounds.goal);
        while ring != 0 {
            order.extend(each(ring));
            seen |= ring;
            ring = field.around(ring) & !seen;
        }
        order.extend(each(field.all() & !seen));
        let mut number = vec![0; field.cells];
        (0..).zip(&order).for_each(|(here, &cell)| number[cell] = here);
        let numbers = |cells: Cells| each(cells).fold(0, |set, cell| set | bit(number[cell].into()));
        let jumps =
            |&to: &usize| each(field.over(to)).map(|over| (number[over], number[field.land(to, over)])).collect();
        let none = vec![LaneSet::NONE; field.cells];
        PositionFilter {
            map: LaneBoard {
                jumps: order.iter().map(jumps).collect(),
                near: order.iter().map(|&cell| numbers(field.near[cell])).collect(),
                goal: numbers(bounds.goal),
                rim: numbers(bounds.rim),
                number,
            },
            goal: bounds.goal,
            occupied: none.clone(),
            home: none.clone(),
            outside: none.clone(),
            men: 0,
            reach: none.clone(),
            ahead: none.clone(),
            ahead_by_one: none.clone(),
            reach_by_one: none.clone(),
            helpers: std::array::from_fn(|_| HelperLanes { men: none.clone(), to: none.clone() }),
        }
    }

    /// Keeps the positions that the rule does not exclude.
    pub(crate) fn retain<const P: usize>(&mut self, positions: &mut Vec<Armies<P>>, class: &SpareClass<'_>) {
        let mut kept = 0;
        for first in (0..positions.len()).step_by(WIDTH) {
            let lanes = WIDTH.min(positions.len() - first);
            let passed = self.passed(positions[first..first + lanes].as_flattened().chunks_exact(P), class);
            for lane in 0..lanes {
                positions[kept] = positions[first + lane];
                kept += usize::from(passed.has(lane));
            }
        }
        positions.truncate(kept);
    }

    fn passed(&mut self, positions: Positions<'_>, class: &SpareClass<'_>) -> LaneSet {
        self.lay_out(positions.clone());
        let lanes = LaneSet::first(positions.len());
        if class.spare > 0 {
            return self.with_a_break(lanes, class.left);
        }
        self.start(self.map.goal, lanes, true);
        let mut lanes = lanes;
        if let &([first] | [first, _]) = class.helpers {
            lanes = self.with_help(positions, first, class.helpers.get(1).copied(), lanes);
        }
        self.at_once(lanes, class.left)
    }

    /// Puts positions into lanes.
    fn lay_out(&mut self, positions: Positions<'_>) {
        let goal = self.goal;
        for words in [&mut self.occupied, &mut self.home, &mut self.outside] {
            words.fill(LaneSet::NONE);
        }
        let number = &self.map.number;
        let put = |words: &mut [LaneSet], cells: Cells, lane: usize| {
            each(cells).for_each(|cell| words[usize::from(number[cell])].set(lane));
        };
        let mut men = 0;
        for (lane, armies) in positions.enumerate() {
            put(&mut self.occupied, armies.iter().fold(0, |all, army| all | army), lane);
            put(&mut self.home, armies[0] & goal, lane);
            put(&mut self.outside, armies[0] & !goal, lane);
            men |= armies[0] & !goal;
        }
        self.men = each(men).fold(0, |set, cell| set | bit(number[cell].into()));
    }

    /// As `crossed_at_once` of the bounds, from what men alone reach.
    #[inline]
    fn at_once(&mut self, lanes: LaneSet, left: Wait) -> LaneSet {
        let (mut open, mut passed) = (lanes, LaneSet::NONE);
        for cost in 0.. {
            let mut missing = LaneSet::NONE;
            for cell in each(self.men & !self.map.rim) {
                missing = missing.or(self.outside[cell].without(self.reach[cell]));
            }
            passed = passed.or(open.without(missing));
            open = open.and(missing);
            if cost >= left.before && (cost - left.before).is_multiple_of(left.round) {
                open = open.and(self.at_least((cost - left.before) / left.round + 1));
            }
            if open.is_none() {
                break;
            }
            // Where nothing new is reached, nothing ever will be.
            open = self.pay(open, true);
        }
        passed
    }

    /// The rule [`ahead`](crate::bounds::Rules::ahead): the lanes that it does not exclude.
    #[inline]
    fn with_help(&mut self, positions: Positions<'_>, first: usize, second: Option<usize>, lanes: LaneSet) -> LaneSet {
        let ready = self.seen(self.map.rim);
        let open = lanes.without(ready);
        if open.is_none() {
            return lanes;
        }
        let PositionFilter {
            map, occupied, home, outside, reach, ahead, ahead_by_one, reach_by_one, helpers, men, ..
        } = self;
        let home = Some(Barred { cells: map.goal, words: home });
        ahead.fill(LaneSet::NONE);
        each(*men).for_each(|cell| ahead[cell] = outside[cell].and(open));
        map.spread(*men, occupied, home, ahead);
        let [one, other] = helpers;
        one.stand(map, positions.clone(), first, open);
        one.go(map, occupied, &[], &[]);
        let mut useful = map.filled(reach, ahead, occupied, &one.to);
        if let Some(second) = second {
            // Whatever the first has done: what he can enter may have a man, and what he can leave
            // may have none.
            other.stand(map, positions, second, open);
            other.go(map, occupied, &one.to, &one.men);
            useful = useful.or(map.filled(reach, ahead, occupied, &other.to));
            let rest = open.without(useful);
            if !rest.is_none() {
                ahead_by_one.copy_from_slice(ahead);
                reach_by_one.copy_from_slice(reach);
                map.pay(rest, occupied, home, ahead_by_one);
                map.pay(rest, occupied, home, reach_by_one);
                // Each fills one of two cells.
                let near = |helper: &HelperLanes| map.filled(reach_by_one, ahead, occupied, &helper.to);
                let far = |helper: &HelperLanes| map.filled(reach, ahead_by_one, occupied, &helper.to);
                useful = useful.or(near(one).and(far(other))).or(far(one).and(near(other)));
            }
        }
        lanes.and(ready.or(useful))
    }

    /// As `crossed_with_a_break` of the bounds.
    #[inline]
    fn with_a_break(&mut self, lanes: LaneSet, left: Wait) -> LaneSet {
        let turns = left.before + left.round;
        self.start(self.map.goal, lanes, false);
        (1..turns).for_each(|_| _ = self.pay(lanes, false));
        let step_first = self.around(self.map.rim);
        self.pay(lanes, false);
        let mut passed = step_first.or(self.seen(self.map.rim));
        self.start(self.map.rim, lanes, false);
        (1..turns).for_each(|_| _ = self.pay(lanes, false));
        passed = passed.or(self.seen(0));
        passed.and(lanes)
    }

    /// Where a man outside stands on a cell that is reached, or one of these.
    #[inline]
    fn seen(&self, cells: Cells) -> LaneSet {
        each(self.men).fold(LaneSet::NONE, |seen, cell| {
            let here = self.outside[cell];
            seen.or(if cells & bit(cell) == 0 { here.and(self.reach[cell]) } else { here })
        })
    }

    /// Where a man outside stands next to a cell that is reached, or to one of these.
    #[inline]
    fn around(&self, cells: Cells) -> LaneSet {
        each(self.men).fold(LaneSet::NONE, |seen, cell| {
            let here = self.outside[cell];
            if self.map.near[cell] & cells != 0 {
                return seen.or(here);
            }
            each(self.map.near[cell]).fold(seen, |seen, near| seen.or(here.and(self.reach[near])))
        })
    }

    /// Where at least `count` men outside stand on cells that are reached or next to the goal.
    #[inline]
    fn at_least(&self, count: u32) -> LaneSet {
        // The digits of the number of men, from the lowest.
        let mut digits = [LaneSet::NONE; 4];
        for cell in each(self.men) {
            let here = self.outside[cell];
            let mut carry = if self.map.rim & bit(cell) == 0 { here.and(self.reach[cell]) } else { here };
            for digit in &mut digits {
                (*digit, carry) = (digit.xor(carry), digit.and(carry));
            }
        }
        // From the lowest place up: equal so far, or more.
        let all = LaneSet([u64::MAX; WIDTH / 64]);
        (0..).zip(digits).fold(
            all,
            |at_least, (place, digit)| {
                if count >> place & 1 == 1 { at_least.and(digit) } else { at_least.or(digit) }
            },
        )
    }

    /// Reaches these cells, and those from which men alone lead to them.
    #[inline]
    fn start(&mut self, cells: Cells, lanes: LaneSet, bar: bool) {
        let PositionFilter { map, occupied, home, reach, .. } = self;
        reach.fill(LaneSet::NONE);
        for cell in each(cells) {
            reach[cell] = if bar { lanes.without(home[cell]) } else { lanes };
        }
        map.spread(cells, occupied, bar.then_some(Barred { cells: map.goal, words: home }), reach);
    }

    /// Follows jumps over one more empty cell; in which of these lanes there are any.
    #[inline]
    fn pay(&mut self, lanes: LaneSet, bar: bool) -> LaneSet {
        let PositionFilter { map, occupied, home, reach, .. } = self;
        map.pay(lanes, occupied, bar.then_some(Barred { cells: map.goal, words: home }), reach)
    }
}

impl HelperLanes {
    /// Puts his men where they are in these lanes.
    #[inline]
    fn stand(&mut self, map: &LaneBoard, positions: Positions<'_>, army: usize, lanes: LaneSet) {
        self.men.fill(LaneSet::NONE);
        for (lane, armies) in positions.enumerate() {
            each(armies[army]).for_each(|cell| self.men[usize::from(map.number[cell])].set(lane));
        }
        self.men.iter_mut().for_each(|men| *men = men.and(lanes));
    }

    /// Finds where his men can go, at most, if there may be men `more` and where there are some
    /// there may be `fewer`.
    #[inline]
    fn go(&mut self, map: &LaneBoard, occupied: &[LaneSet], more: &[LaneSet], fewer: &[LaneSet]) {
        let mut men = [LaneSet::NONE; MOST_CELLS];
        let mut barred = [LaneSet::NONE; MOST_CELLS];
        let mut from = 0;
        for (cell, &occupied) in occupied.iter().enumerate() {
            men[cell] = more.get(cell).map_or(occupied, |more| occupied.or(*more));
            barred[cell] = fewer.get(cell).map_or(occupied, |fewer| occupied.without(*fewer));
            from |= if self.men[cell].is_none() { 0 } else { bit(cell) };
        }
        self.to.copy_from_slice(&self.men);
        map.spread(from, &men, Some(Barred { cells: Cells::MAX, words: &barred }), &mut self.to);
        for cell in each(from) {
            each(map.near[cell])
                .for_each(|near| self.to[near] = self.to[near].or(self.men[cell].without(barred[near])));
        }
    }
}

impl LaneBoard {
    /// Where a man put on one of these cells fills a gap: an empty cell in a jump between a cell of
    /// `ahead` and a cell of `reach`.
    #[inline]
    fn filled(&self, reach: &[LaneSet], ahead: &[LaneSet], occupied: &[LaneSet], cells: &[LaneSet]) -> LaneSet {
        let mut filled = LaneSet::NONE;
        for (jumps, here) in self.jumps.iter().zip(reach) {
            for &(over, from) in jumps {
                let (over, from) = (usize::from(over), usize::from(from));
                filled = filled.or(here.and(ahead[from]).and(cells[over]).without(occupied[over]));
            }
        }
        filled
    }

    /// Adds what jumps over men lead to from these cells, or from where they lead to these cells.
    #[inline]
    fn spread(&self, mut open: Cells, occupied: &[LaneSet], barred: Option<Barred<'_>>, reach: &mut [LaneSet]) {
        while open != 0 {
            let to = pop(&mut open);
            let here = reach[to];
            for &(over, from) in &self.jumps[to] {
                let (over, from) = (usize::from(over), usize::from(from));
                if !enter(reach, from, here.and(occupied[over]), barred).is_none() {
                    open |= bit(from);
                }
            }
        }
    }

    /// The same over one cell without a man, and then over men; in which of these lanes there are
    /// any.
    #[inline]
    fn pay(&self, lanes: LaneSet, occupied: &[LaneSet], barred: Option<Barred<'_>>, reach: &mut [LaneSet]) -> LaneSet {
        let mut before = [LaneSet::NONE; MOST_CELLS];
        before[..reach.len()].copy_from_slice(reach);
        let (mut paid, mut open) = (LaneSet::NONE, 0);
        for (jumps, here) in self.jumps.iter().zip(before) {
            let here = here.and(lanes);
            if here.is_none() {
                continue;
            }
            for &(over, from) in jumps {
                let (over, from) = (usize::from(over), usize::from(from));
                let new = enter(reach, from, here.without(occupied[over]), barred);
                if !new.is_none() {
                    paid = paid.or(new);
                    open |= bit(from);
                }
            }
        }
        self.spread(open, occupied, barred, reach);
        paid
    }
}

/// Adds lanes in which a cell is reached; those that are new.
#[inline]
fn enter(reach: &mut [LaneSet], cell: usize, lanes: LaneSet, barred: Option<Barred<'_>>) -> LaneSet {
    let mut new = lanes.without(reach[cell]);
    if let Some(barred) = barred.filter(|barred| barred.cells & bit(cell) != 0) {
        new = new.without(barred.words[cell]);
    }
    if !new.is_none() {
        reach[cell] = reach[cell].or(new);
    }
    new
}
