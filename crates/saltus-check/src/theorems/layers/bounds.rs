//! When a position cannot be finished in time: the rules `types`, `leave`, `settle`, `fills` and `ahead`.
//!
//! Each is stated and proved in docs/certificates.md ("Chinese Checkers"). A position is here one
//! in which the goal is not filled, with the number of turns made before it.

use crate::families::chinese::Chinese;
use crate::families::chinese::board::Board;
use crate::families::chinese::men::{Men, Position, jumped, occupied};

/// Whose turn is when, up to the last turn.
pub(super) struct Clock {
    /// By player, the number of its first turn, from 1.
    first: Vec<u64>,
    /// The last turn allowed, below 2^32.
    pub(super) last: u64,
}

impl Clock {
    pub(super) fn new(instance: &Chinese, last: u64) -> Self {
        let mut first = vec![0; instance.order.len()];
        (1..).zip(&instance.order).for_each(|(turn, &player)| first[player] = turn);
        Self { first, last }
    }

    pub(super) fn players(&self) -> u64 {
        self.first.len() as u64
    }

    /// The winner's turn after the last one allowed, if that is the winner's or there is none.
    pub(super) fn next_end(&self) -> Option<u64> {
        let next = self.last + 1 + self.wait(0, self.last);
        (self.last == 0 || next == self.last + self.players()).then_some(next)
    }

    /// How many of the turns up to that one are a player's.
    fn turns(&self, player: usize, until: u64) -> u64 {
        (until + self.players() - self.first[player]) / self.players()
    }

    /// How many turns a player has left.
    pub(super) fn left(&self, player: usize, time: u64) -> u64 {
        self.turns(player, self.last) - self.turns(player, time)
    }

    /// How many turns pass before a player's next one.
    pub(super) fn wait(&self, player: usize, time: u64) -> u64 {
        self.first[player] + self.turns(player, time) * self.players() - time - 1
    }
}

/// A board with a goal and the time that there is.
pub(super) struct Bounds<'a, const W: usize> {
    board: &'a Board,
    clock: &'a Clock,
    pub(super) goal: Men<W>,
    /// The cells outside the goal from which a step leads into it.
    border: Men<W>,
    /// The cells outside the goal from which two steps do.
    close: Men<W>,
    /// The cells of the goal from which a step leads out of it, and those from which a jump does.
    by_step: Men<W>,
    by_jump: Men<W>,
    /// By cell, its type: the parities of x and y.
    types: Vec<usize>,
    /// By type, how many cells of the goal there are.
    room: [i64; 4],
}

impl<'a, const W: usize> Bounds<'a, W> {
    pub(super) fn new(instance: &'a Chinese, clock: &'a Clock) -> Self {
        let board = &instance.board;
        let goal = Men::of(instance.goal.iter().copied());
        let all = Men::of(0..board.len());
        let next_to = |men: Men<W>, among: Men<W>| {
            Men::of(among.cells().filter(|&cell| board.steps[cell].iter().any(|&to| men.has(to))))
        };
        let outside = all.minus(&goal);
        let (border, by_step) = (next_to(goal, outside), next_to(outside, goal));
        let close = next_to(goal.or(&border), outside);
        let leaps = |cell: &usize| board.jumps[*cell].iter().any(|jump| !goal.has(jump.1));
        let by_jump = Men::of(goal.cells().filter(leaps));
        let types: Vec<usize> = board.places.iter().map(|(x, y)| (2 * (x & 1) + (y & 1)) as usize).collect();
        let mut room = [0; 4];
        goal.cells().for_each(|cell| room[types[cell]] += 1);
        Self { board, clock, goal, border, close, by_step, by_jump, types, room }
    }

    /// How many men of the winner are outside the goal, and how many moves it needs at least:
    /// `types`.
    pub(super) fn moves_needed(&self, winner: Men<W>) -> (u64, u64) {
        // By type, the men that have to become another type and are not next to the goal.
        let mut surplus = self.room.map(|room| -room);
        let mut beside = [0; 4];
        let mut outside = 0;
        for cell in winner.cells() {
            surplus[self.types[cell]] += 1;
            outside += u64::from(!self.goal.has(cell));
            beside[self.types[cell]] += i64::from(self.border.has(cell));
        }
        let steps = surplus.iter().zip(beside).map(|(surplus, beside)| (surplus.max(&0) - beside).max(0) as u64);
        (outside, outside + steps.sum::<u64>())
    }

    /// Whether a position cannot be finished in time, by any of the rules.
    pub(super) fn exclude(&self, position: &Position<W>, time: u64) -> bool {
        let (outside, needed) = self.moves_needed(position[0]);
        needed > self.clock.left(0, time) || self.leave(position, time) || self.too_late(position, outside, time)
    }

    /// Whether a helper has more men in the goal than turns: `leave`.
    fn leave(&self, position: &Position<W>, time: u64) -> bool {
        let helpers = position.iter().enumerate().take(self.clock.first.len()).skip(1);
        helpers.into_iter().any(|(player, men)| men.and(&self.goal).count() > self.clock.left(player, time))
    }

    /// `settle`, `fills` and `ahead`, for a position with `outside` of the winner's men outside the goal.
    pub(super) fn too_late(&self, position: &Position<W>, outside: u64, time: u64) -> bool {
        let left = self.clock.left(0, time);
        match left.checked_sub(outside) {
            Some(0) => {
                self.cannot_settle(position[0])
                    || self.no_slack(position, left, time)
                    || self.cannot_help(position, outside, time)
            }
            Some(1) => self.little_slack(position, time),
            _ => false,
        }
    }

    /// Whether a man from outside cannot get to some cell of the goal while those inside stay:
    /// `settle`.
    fn cannot_settle(&self, winner: Men<W>) -> bool {
        let holes = self.goal.minus(&winner);
        let open = holes.and(&self.by_jump);
        if holes.minus(&open).minus(&self.by_step).is_empty() {
            return false;
        }
        let open = jumped(self.board, open, |_, to| holes.has(to));
        !holes.minus(&open).minus(&self.by_step).is_empty()
    }

    /// `fills`, when each of the moves left takes a man from outside into the goal.
    fn no_slack(&self, position: &Position<W>, left: u64, time: u64) -> bool {
        let holes = self.goal.minus(&position[0]);
        let outside = position[0].minus(&self.goal);
        if outside.minus(&self.border).is_empty() {
            return false;
        }
        let mut paths = Paths::new(self.board, position, holes, self.goal.minus(&holes));
        (0..left).any(|before| {
            paths.extend(self.clock.wait(0, time) + before * self.clock.players());
            outside.and(&paths.reached.or(&self.border)).count() <= before
        })
    }

    /// `ahead`: of the one or two helpers who move before the winner none can put a man where the winner needs it to take one into the goal.
    fn cannot_help(&self, position: &Position<W>, outside: u64, time: u64) -> bool {
        let helper = |wait| (1..self.clock.first.len()).find(|&player| self.clock.wait(player, time) == wait);
        let (one, other) = match self.clock.wait(0, time) {
            1 => (helper(0), None),
            2 => (helper(0), helper(1)),
            _ => return false,
        };
        let Some(one) = one.filter(|_| outside > 0) else { return false };
        let (inside, outside) = (self.goal.and(&position[0]), position[0].minus(&self.goal));
        let mut to = Paths::new(self.board, position, self.goal.minus(&inside), inside);
        let mut from = Paths::new(self.board, position, outside, inside);
        if !outside.and(&to.reached.or(&self.border)).is_empty() {
            return false;
        }
        let all = occupied(position);
        let helps = |filled: &Men<W>, from: &Men<W>, to: &Men<W>| {
            let crosses = |&(over, land): &(usize, usize)| !all.has(over) && filled.has(over) && to.has(land);
            from.cells().any(|cell| self.board.jumps[cell].iter().any(crosses))
        };
        let filled = self.filled(position[one], &all, &all);
        if helps(&filled, &from.reached, &to.reached) {
            return false;
        }
        let Some(other) = other else { return true };
        // The first helper may have left its cells, and stand on others.
        let filled_then = self.filled(position[other], &all.or(&filled), &all.minus(&position[one]));
        let (near_from, near_to) = (from.reached, to.reached);
        from.extend(1);
        to.extend(1);
        let both = |first: &Men<W>, second: &Men<W>| {
            helps(first, &near_from, &to.reached) && helps(second, &from.reached, &near_to)
        };
        !(helps(&filled_then, &near_from, &near_to) || both(&filled, &filled_then) || both(&filled_then, &filled))
    }

    /// The cells of some men, and those to which one of them may get in a turn, where these cells can be jumped over, and those are taken.
    fn filled(&self, men: Men<W>, over: &Men<W>, taken: &Men<W>) -> Men<W> {
        let mut filled = jumped(self.board, men, |between, to| over.has(between) && !taken.has(to));
        for &to in men.cells().flat_map(|cell| &self.board.steps[cell]) {
            if !taken.has(to) {
                filled.insert(to);
            }
        }
        filled
    }

    /// `fills`, when there is one move more than men outside.
    fn little_slack(&self, position: &Position<W>, time: u64) -> bool {
        let outside = position[0].minus(&self.goal);
        if !outside.and(&self.close).is_empty() {
            return false;
        }
        let turns = self.clock.wait(0, time) + self.clock.players();
        let mut direct = Paths::new(self.board, position, self.goal, Men::NONE);
        direct.extend(turns - 1);
        let near = direct.reached.or(&self.border);
        if outside.cells().any(|cell| self.board.steps[cell].iter().any(|&next| near.has(next))) {
            return false;
        }
        direct.extend(turns);
        let mut indirect = Paths::new(self.board, position, self.goal.or(&self.border), Men::NONE);
        indirect.extend(turns - 1);
        outside.and(&direct.reached.or(&self.border).or(&indirect.reached)).is_empty()
    }
}

/// The cells from which jump paths lead to some others, the cheapest first. A path costs what cells
/// jumped over are empty.
struct Paths<'a, const W: usize> {
    board: &'a Board,
    occupied: Men<W>,
    /// Where no path may land.
    barred: Men<W>,
    reached: Men<W>,
    /// What these paths cost at most.
    cost: u64,
    /// Where a path begins that costs 1 more.
    next: Men<W>,
}

impl<'a, const W: usize> Paths<'a, W> {
    /// The paths of no cost.
    fn new(board: &'a Board, position: &Position<W>, ends: Men<W>, barred: Men<W>) -> Self {
        let mut paths =
            Self { board, occupied: occupied(position), barred, reached: Men::NONE, cost: 0, next: Men::NONE };
        paths.spread(ends);
        paths
    }

    /// The paths of that cost or less.
    fn extend(&mut self, cost: u64) {
        while self.cost < cost && !self.next.is_empty() {
            let fresh = self.next.minus(&self.reached);
            (self.cost, self.next) = (self.cost + 1, Men::NONE);
            self.spread(fresh);
        }
    }

    fn spread(&mut self, mut fresh: Men<W>) {
        self.reached = self.reached.or(&fresh);
        while let Some(cell) = fresh.pop() {
            for &(over, to) in &self.board.jumps[cell] {
                if self.reached.has(to) || self.barred.has(to) {
                } else if self.occupied.has(over) {
                    self.reached.insert(to);
                    fresh.insert(to);
                } else {
                    self.next.insert(to);
                }
            }
        }
    }
}
