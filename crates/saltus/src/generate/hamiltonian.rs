//! Grids of Solitaire Clobber on which it is NP-complete to find the value: a path from the only white pawn
//! (docs/theorems.md#hamiltonian-paths).

use crate::random::Random;

/// The most cells of a grid.
const MOST_CELLS: usize = 1 << 16;
/// At most one cell in this many is empty.
const EMPTY: usize = 4;
/// What surrounds a cell, in a circle that begins above it.
const AROUND: [(isize, isize); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// Grids of one size.
pub(super) struct Grids {
    height: usize,
    width: usize,
    /// What the line says of turns, with a blank before it.
    turns: String,
}

impl Grids {
    /// The grids of a set, which its line names.
    ///
    /// # Errors
    /// What sets there are: a sentence.
    pub(super) fn of(set: &str) -> Result<Self, String> {
        let words = set.strip_prefix("clobber grid ").unwrap_or_default();
        let (size, turns) = words.split_at(words.find(' ').unwrap_or(words.len()));
        let size = size.split_once('x').and_then(|(height, width)| Some((height.parse().ok()?, width.parse().ok()?)));
        match size {
            Some((height @ 2.., width @ 2..)) if height * width <= MOST_CELLS => {
                Ok(Grids { height, width, turns: turns.into() })
            }
            _ => Err(format!(
                "--hamiltonian is for grids of clobber by their size, from 2x2 to {MOST_CELLS} cells: clobber grid 5x6"
            )),
        }
    }

    /// The line of a random grid: connected, no cell at a dead end, its two classes of cells as in a chessboard alike or
    /// the white pawn on the larger. What tells at a glance that no path visits all cells is not in it.
    pub(super) fn draw(&self, random: &mut Random) -> String {
        let (height, width) = (self.height, self.width);
        let mut has_pawn = vec![true; height * width];
        let class = |cell: usize| (cell / width + cell % width) % 2;
        let mut of_class = [0, 1].map(|of| (0..height * width).filter(|&cell| class(cell) == of).count());
        let (mut order, least) = ((0..height * width).collect::<Vec<_>>(), height * width - height * width / EMPTY);
        random.shuffle(&mut order);
        for cell in order {
            let of = class(cell);
            if of_class[0] + of_class[1] > least && of_class[of] >= of_class[1 - of] && self.can_go(&has_pawn, cell) {
                has_pawn[cell] = false;
                of_class[of] -= 1;
            }
        }
        let larger = |&cell: &usize| has_pawn[cell] && of_class[class(cell)] >= of_class[1 - class(cell)];
        let starts: Vec<usize> = (0..height * width).filter(larger).collect();
        let start = starts[random.below(starts.len())];
        let letter = |cell: usize| if cell == start { 'w' } else { ['.', 'b'][usize::from(has_pawn[cell])] };
        let mut rows: Vec<String> =
            (0..height).map(|row| (0..width).map(|column| letter(row * width + column)).collect()).collect();
        if !self.turns.is_empty() {
            let path = of_class[0] + of_class[1] - 1;
            self.add_pairs(path - usize::from(!self.turns.ends_with("first=b")), &mut rows);
        }
        format!("clobber grid {}{}", rows.join("/"), self.turns)
    }

    /// What stands a way off from a cell.
    fn at(&self, has_pawn: &[bool], cell: usize, (down, right): (isize, isize)) -> Option<usize> {
        let row = (cell / self.width).checked_add_signed(down).filter(|row| *row < self.height)?;
        let column = (cell % self.width).checked_add_signed(right).filter(|column| *column < self.width)?;
        Some(row * self.width + column).filter(|&cell| has_pawn[cell])
    }

    /// Whether a pawn can be left out: its neighbours stay connected around it, and none is then at a dead end.
    fn can_go(&self, has_pawn: &[bool], cell: usize) -> bool {
        let around = AROUND.map(|way| self.at(has_pawn, cell, way));
        let neighbours = || around.iter().step_by(2).flatten();
        let links = (0..4).filter(|side| (0..3).all(|by| around[(2 * side + by) % 8].is_some())).count();
        let degree =
            |cell: usize| AROUND.iter().step_by(2).filter(|way| self.at(has_pawn, cell, **way).is_some()).count();
        has_pawn[cell] && neighbours().count() <= links + 1 && neighbours().all(|&cell| degree(cell) > 2)
    }

    /// Pairs of pawns for the moves that black makes while the white pawn walks, apart from all else.
    fn add_pairs(&self, mut pairs: usize, rows: &mut Vec<String>) {
        while pairs > 0 {
            let here = pairs.min((self.width + 1) / 3);
            rows.push(".".repeat(self.width));
            rows.push(format!("{:.<width$}", vec!["bw"; here].join("."), width = self.width));
            pairs -= here;
        }
    }
}
