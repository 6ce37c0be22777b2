//! Tiny puzzles whose answers are known in closed form.

use crate::puzzle::{Backward, Bound, Puzzle, Ranked, Refusal, Undo};

fn refuse_unless(legal: bool, why: &str) -> Result<(), Refusal> {
    if legal { Ok(()) } else { Err(Refusal(why.to_owned())) }
}

/// A king that steps right, down, left or up on a grid with walls.
#[derive(Clone)]
pub(crate) struct Walk {
    width: u32,
    height: u32,
    walls: Vec<(u32, u32)>,
    start: (u32, u32),
    goal: (u32, u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Right,
    Down,
    Left,
    Up,
}

impl Step {
    pub(crate) const ALL: [Step; 4] = [Step::Right, Step::Down, Step::Left, Step::Up];

    fn from(self, (x, y): (u32, u32)) -> (u32, u32) {
        match self {
            Step::Right => (x.wrapping_add(1), y),
            Step::Down => (x, y.wrapping_add(1)),
            Step::Left => (x.wrapping_sub(1), y),
            Step::Up => (x, y.wrapping_sub(1)),
        }
    }

    fn back(self) -> Step {
        Step::ALL[(self as usize + 2) % 4]
    }
}

impl Walk {
    /// From the upper left corner to the lower right one.
    pub(crate) fn across(width: u32, height: u32) -> Self {
        Walk { width, height, walls: Vec::new(), start: (0, 0), goal: (width - 1, height - 1) }
    }

    /// A map: `#` is a wall, `S` the start, `G` the goal.
    pub(crate) fn on(map: &[&str]) -> Self {
        let cells = |wanted: char| {
            let row = move |(y, line): (usize, &&str)| {
                let cells = line.char_indices().filter(move |&(_, c)| c == wanted);
                cells.map(move |(x, _)| (x as u32, y as u32)).collect::<Vec<_>>()
            };
            map.iter().enumerate().flat_map(row).collect::<Vec<_>>()
        };
        let (width, height) = (map[0].len() as u32, map.len() as u32);
        Walk { width, height, walls: cells('#'), start: cells('S')[0], goal: cells('G')[0] }
    }

    fn is_open(&self, (x, y): (u32, u32)) -> bool {
        x < self.width && y < self.height && !self.walls.contains(&(x, y))
    }
}

impl Puzzle for Walk {
    type State = (u32, u32);
    type Move = Step;

    fn start(&self) -> (u32, u32) {
        self.start
    }

    fn is_goal(&self, state: &(u32, u32)) -> bool {
        *state == self.goal
    }

    fn moves(&self, state: &(u32, u32), buffer: &mut Vec<Step>) {
        buffer.extend(Step::ALL.into_iter().filter(|step| self.is_open(step.from(*state))));
    }

    fn check(&self, &(x, y): &(u32, u32), mv: &Step) -> Result<(), Refusal> {
        let inside = match mv {
            Step::Right => x + 1 < self.width,
            Step::Down => y + 1 < self.height,
            Step::Left => x > 0,
            Step::Up => y > 0,
        };
        refuse_unless(inside && !self.walls.contains(&mv.from((x, y))), "there is no way")
    }

    fn play(&self, state: &mut (u32, u32), mv: &Step) {
        *state = mv.from(*state);
    }
}

impl Undo for Walk {
    fn undo(&self, state: &mut (u32, u32), mv: &Step) {
        *state = mv.back().from(*state);
    }

    fn reverses(&self, last: &Step, next: &Step) -> bool {
        *next == last.back()
    }
}

impl Backward for Walk {
    fn goals(&self) -> Vec<(u32, u32)> {
        vec![self.goal]
    }

    fn moves_into(&self, state: &(u32, u32), buffer: &mut Vec<Step>) {
        buffer.extend(Step::ALL.into_iter().filter(|step| self.is_open(step.back().from(*state))));
    }
}

/// Rows and columns still to go.
pub(crate) struct Manhattan;

impl Bound<Walk> for Manhattan {
    fn of(&self, puzzle: &Walk, &(x, y): &(u32, u32)) -> u32 {
        x.abs_diff(puzzle.goal.0) + y.abs_diff(puzzle.goal.1)
    }

    fn after(&self, puzzle: &Walk, &(x, y): &(u32, u32), mv: &Step, before: u32) -> u32 {
        let nearer = match mv {
            Step::Right => x <= puzzle.goal.0,
            Step::Down => y <= puzzle.goal.1,
            Step::Left => x >= puzzle.goal.0,
            Step::Up => y >= puzzle.goal.1,
        };
        if nearer { before - 1 } else { before + 1 }
    }
}

/// A bound that claims for every state that no goal can be reached.
pub(crate) struct Hopeless;

impl<P: Puzzle> Bound<P> for Hopeless {
    fn of(&self, puzzle: &P, state: &P::State) -> u32 {
        if puzzle.is_goal(state) { 0 } else { u32::MAX }
    }
}

/// A permutation, to be sorted by swapping neighbours.
pub(crate) struct Swaps {
    pub(crate) start: Vec<u8>,
}

impl Swaps {
    /// The permutation farthest from sorted.
    pub(crate) fn reversed(n: u8) -> Self {
        Swaps { start: (0..n).rev().collect() }
    }

    fn sorted(&self) -> Vec<u8> {
        (0..self.start.len() as u8).collect()
    }
}

impl Puzzle for Swaps {
    type State = Vec<u8>;
    /// The left place of the two.
    type Move = usize;

    fn start(&self) -> Vec<u8> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Vec<u8>) -> bool {
        state.is_sorted()
    }

    fn moves(&self, state: &Vec<u8>, buffer: &mut Vec<usize>) {
        buffer.extend(0..state.len().saturating_sub(1));
    }

    fn check(&self, state: &Vec<u8>, &mv: &usize) -> Result<(), Refusal> {
        refuse_unless(mv + 1 < state.len(), "there is no pair")
    }

    fn play(&self, state: &mut Vec<u8>, &mv: &usize) {
        state.swap(mv, mv + 1);
    }
}

impl Undo for Swaps {
    fn undo(&self, state: &mut Vec<u8>, mv: &usize) {
        self.play(state, mv);
    }

    fn reverses(&self, last: &usize, next: &usize) -> bool {
        last == next
    }
}

impl Backward for Swaps {
    fn goals(&self) -> Vec<Vec<u8>> {
        vec![self.sorted()]
    }

    fn moves_into(&self, state: &Vec<u8>, buffer: &mut Vec<usize>) {
        self.moves(state, buffer);
    }
}

impl Ranked for Swaps {
    fn count(&self) -> u64 {
        (1..=self.start.len() as u64).product()
    }

    fn rank(&self, state: &Vec<u8>) -> u64 {
        let smaller_after = |i: usize| state[i + 1..].iter().filter(|&&x| x < state[i]).count() as u64;
        (0..state.len()).fold(0, |rank, i| rank * (state.len() - i) as u64 + smaller_after(i))
    }

    fn unrank(&self, mut rank: u64) -> Vec<u8> {
        let mut left = self.sorted();
        let mut digits: Vec<u64> = (1..=left.len() as u64)
            .map(|base| {
                let digit = rank % base;
                rank /= base;
                digit
            })
            .collect();
        digits.reverse();
        digits.into_iter().map(|digit| left.remove(digit as usize)).collect()
    }
}

/// Half the inversions, rounded up: true, and far from tight.
pub(crate) struct HalfInversions;

impl Bound<Swaps> for HalfInversions {
    fn of(&self, _: &Swaps, state: &Vec<u8>) -> u32 {
        let inverted = |i: usize| state[i + 1..].iter().filter(|&&x| x < state[i]).count() as u32;
        (0..state.len()).map(inverted).sum::<u32>().div_ceil(2)
    }
}

/// A number, to be made another by adding 1 or doubling, never above a roof: one-way, with a dead
/// end at the roof.
pub(crate) struct Climb {
    pub(crate) start: u64,
    pub(crate) goal: u64,
    pub(crate) roof: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rise {
    Add,
    Double,
}

impl Rise {
    pub(crate) const ALL: [Rise; 2] = [Rise::Add, Rise::Double];

    fn from(self, state: u64) -> u64 {
        match self {
            Rise::Add => state + 1,
            Rise::Double => state * 2,
        }
    }
}

impl Puzzle for Climb {
    type State = u64;
    type Move = Rise;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == self.goal
    }

    fn moves(&self, &state: &u64, buffer: &mut Vec<Rise>) {
        buffer.extend(Rise::ALL.into_iter().filter(|rise| rise.from(state) <= self.roof));
    }

    fn check(&self, &state: &u64, mv: &Rise) -> Result<(), Refusal> {
        let room = self.roof.saturating_sub(state);
        let legal = match mv {
            Rise::Add => room >= 1,
            Rise::Double => room >= state,
        };
        refuse_unless(legal, "the roof is too low")
    }

    fn play(&self, state: &mut u64, mv: &Rise) {
        *state = mv.from(*state);
    }
}

impl Undo for Climb {
    fn undo(&self, state: &mut u64, mv: &Rise) {
        match mv {
            Rise::Add => *state -= 1,
            Rise::Double => *state /= 2,
        }
    }
}

impl Backward for Climb {
    fn goals(&self) -> Vec<u64> {
        vec![self.goal]
    }

    fn moves_into(&self, &state: &u64, buffer: &mut Vec<Rise>) {
        let below = 2..=self.roof;
        if below.contains(&state) {
            buffer.push(Rise::Add);
        }
        if below.contains(&state) && state % 2 == 0 {
            buffer.push(Rise::Double);
        }
    }
}

/// The doublings needed; no way leads down.
pub(crate) struct Doublings;

impl Bound<Climb> for Doublings {
    fn of(&self, puzzle: &Climb, &state: &u64) -> u32 {
        if state > puzzle.goal {
            return u32::MAX;
        }
        (0..64).find(|&k| state << k >= puzzle.goal).unwrap_or(64)
    }
}
