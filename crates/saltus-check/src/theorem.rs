//! What is proved in docs/theorems.md for all sizes, of which only what the theorems say is here;
//! and the evidence `order`.

use crate::board::{Board, Cell, VACANT};
use crate::instance::Puzzle;
use crate::outcome::{Checked, Limits, OrRefuse, ensure, refuse};
use crate::reverse::{Reverse, Standing};
use crate::shift::{BLACK, Moves, Shift, WHITE};
use dashu_int::IBig;

/// All theorems that an outcome can name. Of each there is a section in docs/theorems.md with the anchor of this name.
///
/// ```
/// assert!(saltus_check::THEOREMS.contains(&"reversal"));
/// ```
pub const NAMES: [&str; 14] = [
    "sections",
    "reversal",
    "winnable",
    "frozen",
    "trees",
    "alternate",
    "chain",
    "colours",
    "transcript",
    "components",
    "independent",
    "forest",
    "dual",
    "layers",
];

/// How many positions the runs met that settle `reversal` for N = 3, 5, .., 13 (part 5).
const RUNS: [u64; 6] = [4, 154, 5_832, 304_223, 18_243_884, 1_364_873_808];

/// The positions of the run that settles this size, if there was one.
pub(crate) fn run(puzzle: &Puzzle) -> Option<u64> {
    let Puzzle::Reverse(Reverse { n, gaps, .. }) = puzzle else { return None };
    let n = usize::try_from(n).ok().filter(|n| gaps.is_one() && n % 2 == 1)?;
    RUNS.get(n.checked_sub(3)? / 2).copied()
}

/// The theorem `reversal`: the moves that `reverse N from=P to=Q|any` takes at least, with or without what only [runs](run) have shown.
pub(crate) fn reversal(puzzle: &Puzzle, by_program: bool) -> Checked<IBig> {
    let Puzzle::Reverse(Reverse { n, gaps, start: Standing::InOrder(p), goal }) = puzzle else {
        return refuse("the theorem is about `reverse N`");
    };
    let (n, p) = (n.as_ibig(), p.as_ibig());
    let between = |q: &IBig| {
        if gaps.is_one() { reversal_between(n, p, q, by_program) } else { reversal_with_gaps(n, gaps.as_ibig(), p, q) }
    };
    match goal {
        Standing::InOrder(q) => Ok(between(q.as_ibig())),
        Standing::Anywhere => Ok(reversal_anywhere(n, p, between)),
        Standing::Written(_) => refuse("the theorem is about `reverse N`"),
    }
}

fn reversal_between(n: &IBig, p: &IBig, q: &IBig, by_program: bool) -> IBig {
    let at_end = |side: &IBig| side.is_zero() || side == n;
    let ends = IBig::from(u8::from(at_end(p)) + u8::from(at_end(q)));
    let distance = p + q - n;
    let k = if distance < IBig::ZERO { -distance } else { distance };
    let pairs = n * (n - IBig::ONE) / IBig::from(2);
    if n % 2 == 0 {
        let opposite = *n == IBig::from(2) && p != q && ends == IBig::from(2);
        let less = IBig::from(if opposite { 2 } else { 1 });
        return pairs + &k + IBig::from(2) * (n - k - less).max(IBig::ZERO);
    }
    let full = &pairs + n - &k + IBig::from(2) * (&k - ends).max(IBig::ZERO);
    // `re-executed colours` makes the runs again.
    if by_program && *n <= IBig::from(13) || k <= IBig::ONE || (p == q && at_end(p)) {
        return full;
    }
    (full - IBig::from(2)).max(pairs + n - IBig::ONE)
}

/// Several vacancies: J, what slides once, and twice what slides twice, of which one checker of each colour may stay where it is (part 9).
///
/// Checker i goes from cell i or i + K to cell N + 1 - i or N + 1 - i + K.
fn reversal_with_gaps(n: &IBig, gaps: &IBig, p: &IBig, q: &IBig) -> IBig {
    let (one, two) = (IBig::ONE, IBig::from(2));
    let rest = n - q;
    let pairs = n * (n - &one) / &two;
    // Those between `low` and `high` stay on their side of the vacancies, and their way has the parity of N + 1; the others change it, and theirs has that of N + 1 + K.
    let (low, high) = (p.min(&rest), p.max(&rest));
    let outside = (n + &one + gaps) % 2 == 0;
    let inside = (n + &one) % 2 == 0;
    let (mut keepers, mut colours) = (IBig::ZERO, [false; 2]);
    for (first, last, keeps) in [(&IBig::ZERO, low, outside), (low, high, inside), (high, n, outside)] {
        if keeps && first < last {
            keepers += last - first;
            // The cell of the first of them; a second one stands on the other colour, as the vacancies are not between them.
            let cell = first + &one + if first >= p { gaps.clone() } else { IBig::ZERO };
            let colour = usize::from(&cell % 2 != 0);
            colours[colour] = true;
            colours[1 - colour] |= last - first > one;
        }
    }
    let free = IBig::from(colours.into_iter().filter(|&has| has).count());
    pairs + n - &keepers + two * (keepers - free)
}

/// The least over Q = 0 .. N. Where neither Q nor |P + Q - N| is near 0 or N the bound rises or
/// falls steadily with Q, so that the least is among these few.
fn reversal_anywhere(n: &IBig, p: &IBig, between: impl Fn(&IBig) -> IBig) -> IBig {
    let near = |centre: IBig| (-3..=3).map(move |away| &centre + IBig::from(away));
    let all = near(IBig::ZERO).chain(near(n - p)).chain(near(n.clone()));
    let sides = all.filter(|q| *q >= IBig::ZERO && q <= n);
    sides.map(|q| between(&q)).min().unwrap_or(IBig::ZERO)
}

/// What the theorems about forward moves are of: the board from which they are to lead to the goal with the whites at the left and the blacks at
/// the right; where they lead from the start of `shift N M` to another goal, that one, read backwards.
fn to_be_won(puzzle: &Puzzle) -> Checked<Vec<Cell>> {
    let Puzzle::Shift(shift @ Shift { moves: Moves::Forward, start: Some(start), .. }) = puzzle else {
        return refuse("the theorem is about forward moves of shift, and `shift N M` can be won");
    };
    let Some(goal) = &shift.goal else { return Ok(start.cells().to_vec()) };
    ensure(shift.starts_classically(), "neither the start nor the goal is one of `shift N M`")?;
    Ok(goal.cells().iter().rev().copied().collect())
}

/// The theorem `winnable`, which tells from which boards with one vacancy there is a play.
pub(crate) fn verify_not_winnable(puzzle: &Puzzle) -> Checked<()> {
    let board = Board::new(to_be_won(puzzle)?).or_refuse("the theorem is about boards with one vacancy")?;
    let (left, right) = board.sides();
    let winnable = winnable(&Part::read(left.iter(), BLACK), &Part::read(right.iter().rev(), WHITE));
    ensure(!winnable, "the theorem says that there is a play")
}

/// The theorem `frozen`: from a board with a frozen stretch there is no play.
pub(crate) fn verify_frozen(puzzle: &Puzzle) -> Checked<()> {
    ensure(is_frozen(&to_be_won(puzzle)?), "nothing on the board is frozen")
}

/// Whether groups `bw..bw` with single vacancies between them stand between a black, or whites that are home, and a white, or blacks
/// that are home.
fn is_frozen(cells: &[Cell]) -> bool {
    let at = |cell: usize| cells.get(cell).copied();
    // Everything right of this is black.
    let mut end = cells.len();
    while end > 0 && cells[end - 1] == BLACK {
        end -= 1;
    }
    let mut home = true;
    for first in 0..cells.len() {
        let stopped = home || cells[first - 1] == BLACK;
        home &= cells[first] == WHITE;
        let mut next = first;
        while stopped && at(next) == Some(BLACK) && at(next + 1) == Some(WHITE) {
            next += 2;
            if next == end || at(next) == Some(WHITE) {
                return true;
            }
            next += usize::from(at(next) == Some(VACANT));
        }
    }
    false
}

fn winnable(left: &Part, right: &Part) -> bool {
    let odd_inside = |part: &Part, other: &Part| {
        let nearest = part.nearest.is_none_or(|run| run % 2 == 1 || (other.is_empty() && run > 0));
        part.others_odd && nearest
    };
    let (a, c) = (left.last, right.last);
    let apart = !left.is_mixed() || !right.is_mixed();
    odd_inside(left, right)
        && odd_inside(right, left)
        && (apart || (a + c) % 2 == 1 || (left.is_one_zero() && c > 0) || (right.is_one_zero() && a > 0))
}

/// One side of the vacancy without the checkers that are home at its far end. The checkers of the
/// colour that moves towards the vacancy stand in runs, with one of the other colour between two of
/// them.
#[derive(Default)]
struct Part {
    /// The run next to the vacancy.
    last: u64,
    /// The run at the far end, if that is another.
    first: Option<u64>,
    /// The inner run nearest the vacancy.
    nearest: Option<u64>,
    /// Whether all other inner runs are odd.
    others_odd: bool,
}

impl Part {
    /// The part of these checkers, of which the last is next to the vacancy.
    fn read<'a>(checkers: impl Iterator<Item = &'a Cell>, mover: Cell) -> Self {
        let mut part = Self { others_odd: true, ..Self::default() };
        for &checker in checkers.skip_while(|&&checker| checker != mover) {
            if checker == mover {
                part.last += 1;
                continue;
            }
            // What was the last run is followed by another one.
            let run = std::mem::take(&mut part.last);
            if part.first.is_none() {
                part.first = Some(run);
            } else if let Some(farther) = part.nearest.replace(run) {
                part.others_odd &= farther % 2 == 1;
            }
        }
        part
    }

    fn is_empty(&self) -> bool {
        self.first.is_none() && self.last == 0
    }

    fn is_mixed(&self) -> bool {
        self.first.is_some()
    }

    /// Whether its runs are 1 and 0.
    fn is_one_zero(&self) -> bool {
        self.first == Some(1) && self.nearest.is_none() && self.last == 0
    }
}

/// Forward moves keep the blacks in order and carry them only to the right, the whites only to the
/// left. So there is no play when some checker stands beyond its place already.
pub(crate) fn verify_order(puzzle: &Puzzle, limits: &Limits) -> Checked<()> {
    if let Puzzle::Tiles(tiles) = puzzle {
        return tiles.verify_order();
    }
    let Puzzle::Shift(shift @ Shift { moves: Moves::Forward, .. }) = puzzle else {
        return refuse("order is an argument about forward moves of shift and about tiles");
    };
    // In a start that is not written out the blacks stand leftmost and the whites rightmost: none
    // is beyond.
    let beyond = match &shift.start {
        Some(start) => {
            let goal = shift.goal(limits)?;
            let mut blacks = places(start, BLACK).zip(places(&goal, BLACK));
            let mut whites = places(start, WHITE).zip(places(&goal, WHITE));
            blacks.any(|(now, then)| now > then) || whites.any(|(now, then)| now < then)
        }
        None => false,
    };
    ensure(beyond, "no checker stands beyond its place at the goal")
}

fn places(board: &Board, colour: Cell) -> impl Iterator<Item = usize> {
    let cells = board.cells().iter().enumerate();
    cells.filter(move |&(_, &cell)| cell == colour).map(|(index, _)| index)
}
