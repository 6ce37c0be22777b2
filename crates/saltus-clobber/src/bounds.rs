//! A lower bound on the pawns left in Solitaire Clobber, on any graph.
//!
//! E. D. Demaine, M. L. Demaine, R. Fleischer, *Solitaire Clobber* (Theoretical Computer Science
//! 313, 2004), have the invariant for grids; it holds on every bipartite graph, and for each
//! component of the pawns apart.

use crate::rules::{Colour, Target};
use saltus_core::board::{Board, Cell};
use saltus_core::puzzle::{Bound, Puzzle};

/// The sum over the connected components of the pawns of: their number, if they have one colour;
/// else 2, if the component is bipartite and its pawns and its clashing pawns are together
/// divisible by 3; else 1.
///
/// The black pawns on one side of the bipartition and the white ones on the other are *clashing*. A
/// move removes one pawn and two clashing ones, or removes one pawn and adds a clashing one: the
/// sum keeps its remainder modulo 3, and for a single pawn that is 1 or 2. Which side is which does
/// not matter: with p pawns, c of them clashing, the other choice has p + (p - c), which is -(p +
/// c) modulo 3. Pawns never leave the cells of their component, and in one colour no pawn can move.
/// (docs/certificates.md has the proof in full.)
///
/// ```
/// use saltus_clobber::{Pawns, bounds::Components};
/// use saltus_core::board::Board;
///
/// let least = |board: &Board, pawns: &str| Components::of(board, &pawns.parse::<Pawns>().unwrap().iter().collect::<Vec<_>>());
/// assert_eq!(least(&Board::grid(2, 2), "bbww"), 2);
/// assert_eq!(least(&Board::line(7), "bb.w.bw"), 4);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Components;

/// What a component is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its pawns.
    pub pawns: usize,
    /// Its black ones.
    pub black: usize,
    /// Its clashing pawns, black ones on the side of its first cell; none where it is not
    /// bipartite.
    pub clashing: Option<usize>,
}

impl Component {
    /// So many pawns of it stay in every play.
    pub fn least(self) -> usize {
        match self {
            Component { pawns, black, .. } if black == 0 || black == pawns => pawns,
            Component { pawns, clashing: Some(clashing), .. } if (pawns + clashing) % 3 == 0 => 2,
            _ => 1,
        }
    }
}

impl Components {
    /// The bound of a configuration.
    pub fn of(board: &Board, cells: &[Option<Colour>]) -> usize {
        Self::list(board, cells).into_iter().map(Component::least).sum()
    }

    /// The connected components of the pawns, in the order of their first cells.
    pub fn list(board: &Board, cells: &[Option<Colour>]) -> Vec<Component> {
        let mut sides = vec![None; cells.len()];
        (0..cells.len())
            .filter_map(|first| {
                let fresh = cells[first].is_some() && sides[first].is_none();
                fresh.then(|| component(board, cells, first, &mut sides))
            })
            .collect()
    }
}

/// The component of a cell, of which `sides` then has each cell's side.
fn component(board: &Board, cells: &[Option<Colour>], first: usize, sides: &mut [Option<bool>]) -> Component {
    let mut found = Component { pawns: 0, black: 0, clashing: Some(0) };
    sides[first] = Some(false);
    let mut open = vec![first];
    while let Some(cell) = open.pop() {
        let (Some(colour), Some(side)) = (cells[cell], sides[cell]) else { continue };
        found.pawns += 1;
        found.black += usize::from(colour == Colour::Black);
        found.clashing = found.clashing.map(|clashing| clashing + usize::from((colour == Colour::Black) != side));
        for next in board.neighbours(cell as Cell).map(|next| next as usize) {
            match sides[next] {
                _ if cells[next].is_none() => {}
                None => {
                    sides[next] = Some(!side);
                    open.push(next);
                }
                Some(known) if known == side => found.clashing = None,
                Some(_) => {}
            }
        }
    }
    found
}

/// Every move to the target takes one pawn, so the moves still needed are known, unless the bound
/// says that it cannot be reached.
impl Bound<Target> for Components {
    fn of(&self, puzzle: &Target, state: &<Target as Puzzle>::State) -> u32 {
        if Components::of(puzzle.puzzle().board(), state.cells()) > puzzle.most() {
            return u32::MAX;
        }
        (state.count() - puzzle.most().min(state.count())) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Clobber, Instance};
    use saltus_core::notation::{self, Instance as _};
    use std::collections::HashMap;

    fn value(puzzle: &Clobber, state: &<Clobber as Puzzle>::State, known: &mut HashMap<String, usize>) -> usize {
        if let Some(value) = known.get(&state.to_string()) {
            return *value;
        }
        let mut moves = Vec::new();
        puzzle.moves(state, &mut moves);
        let after = moves.into_iter().map(|mv| {
            let mut next = state.clone();
            puzzle.play(&mut next, &mv);
            value(puzzle, &next, known)
        });
        let least = after.min().unwrap_or(state.count());
        known.insert(state.to_string(), least);
        least
    }

    /// All configurations with empty cells of some boards, bipartite ones and others.
    #[test]
    fn never_above_the_value_and_never_lower_after_a_move() {
        for (name, cells) in [("line", 7), ("cycle", 5), ("cycle", 6), ("grid", 6), ("hamming 3x2", 6)] {
            let mut known = HashMap::new();
            for number in 0..3usize.pow(cells) {
                let mut text: String = (0..cells).map(|i| ['.', 'b', 'w'][number / 3usize.pow(i) % 3]).collect();
                if name == "grid" {
                    text.insert(3, '/');
                }
                let instance: Instance = notation::read_line(&format!("clobber {name} {text}")).unwrap();
                let puzzle = instance.puzzle().unwrap();
                let state = puzzle.start();
                let least = Components::of(puzzle.board(), state.cells());
                assert!(least <= value(&puzzle, &state, &mut known), "{instance}");
                let mut moves = Vec::new();
                puzzle.moves(&state, &mut moves);
                for mv in moves {
                    let mut next = state.clone();
                    puzzle.play(&mut next, &mv);
                    assert!(Components::of(puzzle.board(), next.cells()) >= least, "{instance} {mv:?}");
                }
            }
        }
    }

    #[test]
    fn two_by_two_blocks_need_two() {
        let least = |line: &str| {
            let instance: Instance = notation::read_line(line).unwrap();
            let puzzle = instance.puzzle().unwrap();
            Components::of(puzzle.board(), puzzle.start().cells())
        };
        assert_eq!(least("clobber grid bb/ww"), 2);
        assert_eq!(least("clobber grid bw/wb"), 1);
        assert_eq!(least("clobber line bb.w.bw"), 4);
        assert_eq!(least("clobber cycle bww"), 1);
    }
}
