//! Potentials: functions of a board that are 0 or less at every goal and fall by at most 1 in a
//! move, so that the value at a board is a lower bound on the moves still needed.
//! `docs/certificates.md` says why each is one.

use crate::board::{Cell, VACANT};
use crate::closed_set::{self, Bound};
use crate::instance::Puzzle;
use crate::outcome::{Checked, Limits, OrRefuse, limit, quote, refuse};
use crate::reverse::{Reverse, Standing};
use crate::shift::{BLACK, Moves, Shift, WHITE};
use crate::tiles::Tiles;
use crate::views::Views;
use dashu_int::{IBig, UBig};

/// The value of a potential at the start. No board is written out where a formula gives it. `views`
/// are there for `patterns`.
pub(crate) fn at_start(name: &str, puzzle: &Puzzle, views: Option<&Views>, limits: &Limits) -> Checked<IBig> {
    match (name, puzzle) {
        ("forward" | "chain", Puzzle::Shift(shift @ Shift { n, m, gaps, start: None, .. })) if applies(name, shift) => {
            Ok((n * m + gaps * (n + m)).into())
        }
        ("displacement", Puzzle::Shift(Shift { n, m, gaps, start: None, .. })) => {
            Ok((n * m + (gaps * (n + m) + UBig::ONE) / 2u8).into())
        }
        ("forward", Puzzle::Shift(shift)) if applies(name, shift) => {
            let goal = forward(shift.goal(limits)?.cells());
            let fall = IBig::from(forward(shift.start(limits)?.cells())) - IBig::from(goal);
            // Backward moves raise it by as much as forward ones lower it.
            Ok(if shift.moves == Moves::Back && fall < IBig::ZERO { -fall } else { fall })
        }
        ("vacancy", Puzzle::Shift(shift)) if shift.gaps.is_one() => {
            let (from, to) = shift.vacancies();
            let distance = if from < to { to - from } else { from - to };
            let steps = if jumps(shift) { (distance + UBig::ONE) / 2u8 } else { distance };
            Ok(steps.into())
        }
        ("inversions", Puzzle::Reverse(Reverse { n, start: Standing::InOrder(_), .. })) => {
            Ok(((n * n - n) / 2u8).into())
        }
        ("manhattan", Puzzle::Tiles(tiles)) => Ok(Homes::new(tiles, limits)?.of(tiles.start.cells()).into()),
        ("zero", _) => refuse("`zero` is not a potential"),
        _ => Ok(bound(name, puzzle, views, limits)?(puzzle.start(limits)?.cells()).0.into()),
    }
}

/// Whether a potential is one for such rules.
fn applies(name: &str, shift: &Shift) -> bool {
    match name {
        "forward" => shift.moves != Moves::All,
        // Without an opponent there is no pair; with jumps over the own colour the formula would be
        // wrong.
        "chain" => shift.goal.is_none() && shift.has_both_colours() && shift.gaps.is_one(),
        _ => false,
    }
}

/// The potential of that name as a bound of a closed set, refused where it bounds nothing. `views`
/// are there for `patterns`.
pub(crate) fn bound<'a>(
    name: &str,
    puzzle: &'a Puzzle,
    views: Option<&'a Views>,
    limits: &Limits,
) -> Checked<Bound<'a>> {
    Ok(match (name, puzzle) {
        ("zero", _) => closed_set::zero(),
        ("chain", Puzzle::Shift(shift)) if applies(name, shift) => Box::new(|board| (chain(board), 0)),
        ("forward", Puzzle::Shift(shift)) if applies(name, shift) => {
            let goal = forward(shift.goal(limits)?.cells());
            Box::new(move |board| (forward(board).abs_diff(goal), 0))
        }
        ("displacement", Puzzle::Shift(shift)) => {
            let goal = shift.goal(limits)?;
            Box::new(move |board| (displacement(board, goal.cells()).div_ceil(2), 0))
        }
        ("vacancy", Puzzle::Shift(shift)) if shift.gaps.is_one() => {
            let (goal, reach) = (limits.length(&shift.vacancies().1)?, if jumps(shift) { 2 } else { 1 });
            Box::new(move |board| (vacancy(board).abs_diff(goal).div_ceil(reach) as u64, 0))
        }
        ("vacancy", Puzzle::Tiles(tiles)) => {
            Box::new(|board| (tiles.grid.distance(vacancy(board), tiles.goal.vacancy()) as u64, 0))
        }
        ("manhattan", Puzzle::Tiles(tiles)) => Homes::new(tiles, limits)?.noted(limits)?,
        ("patterns", Puzzle::Tiles(_)) => {
            let views = views.or_refuse("there are no patterns")?;
            Box::new(|board| (views.of(board), 0))
        }
        ("inversions", Puzzle::Reverse(reverse)) => {
            let mut inversions = Inversions::new(reverse, limits)?;
            Box::new(move |board| (inversions.of(board), 0))
        }
        ("colours", Puzzle::Reverse(reverse)) => {
            let mut colours = Colours::new(reverse, limits)?;
            Box::new(move |board| (colours.of(board), 0))
        }
        _ => return refuse(format_args!("{} is not a potential, or does not apply to this puzzle", quote(name))),
    })
}

fn vacancy(board: &[Cell]) -> usize {
    board.iter().position(|&cell| cell == VACANT).unwrap_or(0)
}

/// Whether a jump, which carries the vacancy two cells, is ever possible.
fn jumps(shift: &Shift) -> bool {
    shift.moves == Moves::All || shift.has_both_colours()
}

/// Pairs of a black left of a white, of a black left of a vacancy, and of a white right of one.
fn forward(board: &[Cell]) -> u64 {
    let (mut blacks, mut vacancies, mut pairs) = (0, 0, 0);
    for &cell in board {
        match cell {
            BLACK => blacks += 1,
            WHITE => pairs += blacks + vacancies,
            _ => {
                vacancies += 1;
                pairs += blacks;
            }
        }
    }
    pairs
}

/// How far the checkers of each colour stand from their cells on another board, in their order.
fn displacement(board: &[Cell], goal: &[Cell]) -> u64 {
    let mut way = 0;
    for colour in [BLACK, WHITE] {
        let mut there = 0;
        for (here, _) in board.iter().enumerate().filter(|&(_, &cell)| cell == colour) {
            while goal[there] != colour {
                there += 1;
            }
            way += here.abs_diff(there) as u64;
            there += 1;
        }
    }
    way
}

/// The potential that holds with every set of moves. The pairs on its chain are those of the
/// rightmost black with any white and those of the rightmost white with any black, so that two
/// counts tell which are undone.
fn chain(board: &[Cell]) -> u64 {
    // Checkers left of the vacancy, and blacks left of whites.
    let (mut before, mut pairs) = (0, 0);
    let (mut blacks, mut whites) = (0, 0);
    // Whites right of the last black, and blacks left of the last white.
    let (mut whites_after, mut blacks_before) = (0, 0);
    for &cell in board {
        if cell == BLACK {
            blacks += 1;
            whites_after = 0;
        } else if cell == WHITE {
            whites += 1;
            pairs += blacks;
            whites_after += 1;
            blacks_before = blacks;
        } else {
            before = blacks + whites;
        }
    }
    if whites_after > 0 {
        // The first undone pair is that of black 1 and white m - whites_after + 1. All blacks
        // stand left of the last white, so every later pair of the chain is undone too.
        let a = blacks + whites - whites_after;
        pairs + whites_after + blacks - 1 + (before + a + 1) % 2
    } else if blacks_before > 0 {
        // That of black n - blacks_before + 1 and white m.
        let a = whites + blacks_before - 1;
        pairs + blacks_before + (before + a + 1) % 2
    } else {
        pairs + (before + whites) % 2
    }
}

/// Counts the pairs of checkers that stand in the other order than at the goal.
struct Inversions {
    /// By checker, its place among the checkers at the goal, from 1.
    rank: Vec<u32>,
    /// A Fenwick tree: how many of the checkers passed have a rank that the node covers.
    passed: Vec<u32>,
}

impl Inversions {
    fn new(reverse: &Reverse, limits: &Limits) -> Checked<Self> {
        let length = &reverse.n + UBig::ONE;
        let (mut rank, passed) = (limits.row(&length)?, limits.row(&length)?);
        let end = u32::try_from(&length).or_refuse("no board")?;
        rank.extend((0..end).map(|checker| end - checker));
        if let Standing::Written(goal) = &reverse.goal {
            for (place, checker) in (1..).zip(goal.checkers()) {
                rank[checker as usize] = place;
            }
        }
        Ok(Self { rank, passed })
    }

    fn of(&mut self, board: &[Cell]) -> u64 {
        self.passed.clear();
        self.passed.resize(self.rank.len(), 0);
        let mut pairs = 0;
        for (before, &checker) in (0..).zip(board.iter().filter(|&&checker| checker != VACANT)) {
            pairs += before - self.pass(self.rank[checker as usize] as usize);
        }
        pairs
    }

    /// Adds a checker; how many of lower rank were passed before it.
    fn pass(&mut self, rank: usize) -> u64 {
        let (mut lower, mut node) = (0, rank);
        while node > 0 {
            lower += u64::from(self.passed[node]);
            node &= node - 1;
        }
        node = rank;
        while let Some(count) = self.passed.get_mut(node) {
            *count += 1;
            node += node & node.wrapping_neg();
        }
        lower
    }
}

/// Inversions, and what the checkers still have to slide: a jump keeps a checker on cells of one
/// parity, its colour, and in order with the others there, so that only slides help those of the
/// wrong colour or in the wrong order.
struct Colours {
    inversions: Inversions,
    /// The cells of the goal's checkers from left to right; where the vacancies may be anywhere, if they are first.
    homes: Vec<usize>,
    /// The most of them that stand left of the vacancies instead, on the first cells, in some goal.
    last: usize,
    /// By colour, the ends of the best subsequences: at index i the lowest place at the goal that
    /// one of length i + 1 can end with.
    ends: [Vec<u32>; 2],
}

impl Colours {
    fn new(reverse: &Reverse, limits: &Limits) -> Checked<Self> {
        let inversions = Inversions::new(reverse, limits)?;
        let cells = limits.length(&reverse.cells())?;
        let (mut homes, mut last) = (limits.vector(cells, "colours")?, 0);
        if let Some(goal) = reverse.goal(limits)? {
            homes.extend((0..cells).filter(|&cell| goal.cells()[cell] != VACANT));
        } else {
            // About as many goals as cells, each of which costs a pass over the board.
            let (few, most) = ((cells as u64).saturating_pow(2) <= limits.moves, limits.moves);
            limit(few, format_args!("colours for {cells} goals: more than {most} steps"))?;
            homes.extend((0..cells).skip(limits.length(&reverse.gaps)?));
            last = homes.len();
        }
        let ends = [limits.vector(cells, "colours")?, limits.vector(cells, "colours")?];
        Ok(Self { inversions, homes, last, ends })
    }

    fn of(&mut self, board: &[Cell]) -> u64 {
        let least = (0..=self.last).map(|left| self.slides(board, left)).min();
        self.inversions.of(board) + least.unwrap_or(0)
    }

    /// W + 2 (K - D) + 2 (K' - D') for the goal whose first checkers, as many as `left`, stand on the first cells.
    fn slides(&mut self, board: &[Cell], left: usize) -> u64 {
        let (mut wrong, mut kept) = (0, 0);
        self.ends.iter_mut().for_each(Vec::clear);
        for (cell, &checker) in board.iter().enumerate().filter(|&(_, &checker)| checker != VACANT) {
            let place = self.inversions.rank[checker as usize] - 1;
            let home = if (place as usize) < left { place as usize } else { self.homes[place as usize] };
            if (cell + home) % 2 == 1 {
                wrong += 1;
                continue;
            }
            kept += 1;
            let ends = &mut self.ends[cell % 2];
            let length = ends.partition_point(|&end| end < place);
            match ends.get_mut(length) {
                Some(end) => *end = place,
                None => ends.push(place),
            }
        }
        wrong + 2 * (kept - self.ends.iter().map(|ends| ends.len() as u64).sum::<u64>())
    }
}

/// The cells where the tiles belong.
struct Homes<'a> {
    tiles: &'a Tiles,
    /// Pairs of label and cell, ascending.
    homes: Vec<(Cell, usize)>,
}

impl<'a> Homes<'a> {
    fn new(tiles: &'a Tiles, limits: &Limits) -> Checked<Self> {
        let mut homes = limits.vector(tiles.goal.cells().len(), "the places of the tiles")?;
        homes.extend(tiles.goal.cells().iter().enumerate().map(|(cell, &label)| (label, cell)));
        homes.sort_unstable();
        // Each tile is compared with all homes of tiles like it.
        let alike = homes.chunk_by(|a, b| a.0 == b.0).map(|alike| (alike.len() as u64).pow(2));
        let few = tiles.distinct || alike.sum::<u64>() <= limits.moves;
        limit(few, format_args!("manhattan for so many tiles that are alike: more than {} steps", limits.moves))?;
        Ok(Self { tiles, homes })
    }

    fn nearest(&self, label: Cell, cell: usize) -> u64 {
        if label == VACANT {
            return 0;
        }
        let from = self.homes.partition_point(|home| home.0 < label);
        let alike = self.homes[from..].iter().take_while(|home| home.0 == label);
        let steps = alike.map(|&(_, home)| self.tiles.grid.distance(cell, home));
        steps.min().map_or(0, |steps| steps as u64)
    }

    /// The potential `manhattan` of a board.
    fn of(&self, board: &[Cell]) -> u64 {
        board.iter().enumerate().map(|(cell, &label)| self.nearest(label, cell)).sum()
    }

    /// The same for many boards of few cells: what is nearest is noted by label and cell.
    fn noted(&self, limits: &Limits) -> Checked<Bound<'static>> {
        let cells = self.tiles.goal.cells().len();
        let labels = self.homes.last().map_or(0, |last| last.0 as usize + 1);
        let mut row = limits.filled(labels, 0, "manhattan")?;
        let mut steps = limits.vector(cells.saturating_mul(cells), "manhattan")?;
        for alike in self.homes.chunk_by(|a, b| a.0 == b.0) {
            let label = alike[0].0;
            row[label as usize] = steps.len();
            steps.extend((0..cells).map(|cell| self.nearest(label, cell)));
        }
        let of = move |(cell, &label): (usize, &Cell)| steps[row[label as usize] + cell];
        Ok(Box::new(move |board| (board.iter().enumerate().map(&of).sum(), 0)))
    }
}
