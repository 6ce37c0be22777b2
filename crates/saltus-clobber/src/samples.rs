//! Configurations for the tests of this family, and their values by trying all moves.

use std::collections::HashMap;

use crate::closed::letters::Form;
use crate::rules::{Clobber, Colour, Move, Pawns, State, Turns};
use saltus_core::board::Board;
use saltus_core::puzzle::Puzzle;
use saltus_core::random::Random;
use saltus_core::verify;

/// What a cell may hold.
pub(crate) const CONTENTS: [Option<Colour>; 3] = [Some(Colour::Black), Some(Colour::White), None];

/// All configurations of `cells` cells, the first cell's content changing first.
pub(crate) fn all(cells: usize) -> impl Iterator<Item = Pawns> {
    of_contents(cells, 3)
}

/// All configurations of `cells` cells without an empty one, in the same order.
pub(crate) fn full(cells: usize) -> impl Iterator<Item = Pawns> {
    of_contents(cells, 2)
}

fn of_contents(cells: usize, contents: usize) -> impl Iterator<Item = Pawns> {
    let content = move |number: usize, cell: usize| CONTENTS[number / contents.pow(cell as u32) % contents];
    (0..contents.pow(cells as u32)).map(move |number| (0..cells).map(|cell| content(number, cell)).collect())
}

/// The colours of the pawns of configurations without an empty cell.
pub(crate) fn colours(pawns: &Pawns) -> Vec<Colour> {
    pawns.iter().flatten().collect()
}

/// A configuration drawn at random; one cell in five is empty.
pub(crate) fn at_random(cells: usize, random: &mut Random) -> Pawns {
    (0..cells).map(|_| CONTENTS[random.below(5) % 3]).collect()
}

/// A row drawn by a seed, with runs of random lengths around `run`, and a gap at one place in
/// `gaps` (none for 0).
pub(crate) fn drawn(cells: usize, run: usize, gaps: usize, seed: u64) -> Pawns {
    let (mut random, mut colour) = (Random::new(seed), Colour::Black);
    let mut next = move |_| {
        if random.below(run) == 0 {
            colour = colour.other();
        }
        Some(colour).filter(|_| gaps == 0 || random.below(gaps) > 0)
    };
    (0..cells).map(&mut next).collect()
}

/// Runs of these lengths, of the two colours by turns.
pub(crate) fn of_lengths(lengths: &[usize]) -> Pawns {
    let colours = [Colour::Black, Colour::White].into_iter().cycle();
    colours.zip(lengths).flat_map(|(colour, &length)| std::iter::repeat_n(Some(colour), length)).collect()
}

/// Rows of all sorts, up to a few hundred cells.
pub(crate) fn various() -> impl Iterator<Item = Pawns> {
    let sizes = (1..70).chain([127, 128, 129, 191, 192, 300, 301]);
    let runs = [(1, 0), (2, 0), (2, 40), (3, 4), (9, 0), (30, 0), (30, 60), (200, 0), (1000, 0)];
    sizes.flat_map(move |cells| runs.map(|(run, gaps)| drawn(cells, run, gaps, (cells + 1000 * run) as u64)))
}

/// A line or a cycle.
pub(crate) fn row(pawns: &Pawns, form: Form, turns: Turns) -> Clobber {
    let cells = pawns.cells();
    let board = if form.of(cells) == Form::Line { Board::line(cells) } else { Board::cycle(cells) };
    Clobber::new(board, pawns, turns)
}

/// The fewest pawns that any play from a state leaves, by trying all moves. What is known of other states of the same board and turns is
/// remembered.
pub(crate) fn fewest(puzzle: &Clobber, state: &State, known: &mut HashMap<State, usize>) -> usize {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    let mut value = state.count();
    for mv in &moves {
        let mut next = state.clone();
        puzzle.play(&mut next, mv);
        value = value.min(fewest(puzzle, &next, known));
    }
    known.insert(state.clone(), value);
    value
}

/// The state after a play, each move of which is checked by the rules.
pub(crate) fn played(puzzle: &Clobber, moves: &[Move]) -> State {
    verify::play_all(puzzle, moves.iter().copied()).unwrap_or_else(|fault| panic!("{}: {fault}", puzzle.start()))
}
