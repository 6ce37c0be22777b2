//! A single row or column: the tiles keep their order and the vacancy walks, so there is one
//! shortest play, known by its ends alone.

use std::io::{self, Write};
use std::iter;

use dashu_int::UBig;

use crate::rules::{Instance, has_repeated, scene, vacancy, write_slide};
use saltus_core::board::{Direction, EAST, NORTH, SOUTH, WEST};
use saltus_core::plan::{Picture, Plan, Run, Spelling, Step, Style};
use saltus_core::proof;
use saltus_core::verify::Fault;

/// Boards up to this many cells are drawn.
const MOST_DRAWN: usize = 1 << 16;

/// The walk of the vacancy from its cell at the start to its cell in the goal.
///
/// ```
/// use saltus_core::plan::Plan;
/// use saltus_tiles::closed::row::RowWalk;
///
/// let walk = RowWalk::new(&saltus_tiles::read("tiles 1x5 0 1 2 3 4").unwrap()).unwrap();
/// assert_eq!((walk.length(), walk.moves()), (4, 4u8.into()));
/// let swapped = saltus_tiles::read("tiles 1x5 2 1 3 4 0").unwrap();
/// assert!(RowWalk::new(&swapped).is_none()); // tiles of a single row keep their order
/// ```
#[derive(Clone, Debug)]
pub struct RowWalk {
    width: usize,
    start: Vec<u32>,
    from: usize,
    to: usize,
    repeated: bool,
}

impl RowWalk {
    /// The shortest play of an instance of a single row or column; none where the tiles of start
    /// and goal stand in different orders.
    ///
    /// # Panics
    /// When there are more rows and columns than one.
    pub fn new(instance: &Instance) -> Option<Self> {
        assert!(instance.height.min(instance.width) == 1, "the board is a single row or column");
        let (start, goal) = (instance.start.clone(), instance.goal_cells());
        let (from, to) = (vacancy(&start), vacancy(&goal));
        let repeated = has_repeated(&start);
        let walk = RowWalk { width: instance.width, start, from, to, repeated };
        (walk.board_after(walk.length()) == goal).then_some(walk)
    }

    /// Its moves.
    pub fn length(&self) -> usize {
        self.from.abs_diff(self.to)
    }

    /// The vacancy after move i.
    fn gap(&self, i: usize) -> usize {
        if self.to < self.from { self.from - i } else { self.from + i }
    }

    /// The tiles go against the vacancy.
    fn way(&self) -> Direction {
        match (self.width > 1, self.to < self.from) {
            (true, true) => EAST,
            (true, false) => WEST,
            (false, true) => SOUTH,
            (false, false) => NORTH,
        }
    }

    fn board_after(&self, i: usize) -> Vec<u32> {
        let mut cells = self.start.clone();
        let gap = self.gap(i);
        if gap < self.from {
            cells[gap..=self.from].rotate_right(1);
        } else {
            cells[self.from..=gap].rotate_left(1);
        }
        cells
    }

    fn text(&self, i: usize, spelling: Spelling, text: &mut String) {
        write_slide(self.start[self.gap(i)], self.way(), self.repeated, spelling, text);
    }

    /// The moves after move `after`, up to and with move `last`, from 1.
    fn range(&self, after: &UBig, last: &UBig) -> std::ops::RangeInclusive<usize> {
        let index = |i: &UBig| usize::try_from(i).map_or(self.length(), |i| i.min(self.length()));
        index(after) + 1..=index(last)
    }
}

impl Plan for RowWalk {
    fn moves(&self) -> UBig {
        UBig::from(self.length())
    }

    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()> {
        let (mut text, mut between) = (String::new(), "");
        for i in self.range(after, last) {
            text.clear();
            text.push_str(between);
            text.push_str(style.open);
            self.text(i, style.spelling, &mut text);
            text.push_str(style.close);
            out.write_all(text.as_bytes())?;
            between = style.between;
        }
        Ok(())
    }

    fn steps<'a>(&'a self, after: &UBig, last: &UBig, spelling: Spelling) -> Box<dyn Iterator<Item = Step> + 'a> {
        Box::new(self.range(after, last).map(move |i| {
            let mut text = String::new();
            self.text(i, spelling, &mut text);
            Step { text, picture: self.picture(&i.into()) }
        }))
    }

    fn picture(&self, i: &UBig) -> Picture {
        let i = usize::try_from(i).map_or(self.length(), |i| i.min(self.length()));
        if self.start.len() <= MOST_DRAWN {
            Picture::Drawn(scene(self.width, self.board_after(i)))
        } else {
            Picture::Described(format!("{} cells, the vacancy on cell {}", self.start.len(), self.gap(i) + 1))
        }
    }

    fn write_evidence(&self, out: &mut dyn Write) -> io::Result<()> {
        let stride = if self.to < self.from { -1 } else { 1 };
        let run = |count| Run { first: self.gap(1) as u64 + 1, stride: if count > 1 { stride } else { 0 }, count };
        let runs = iter::once(self.length() as u64).filter(|&count| count > 0).map(run);
        runs.into_iter().try_for_each(|run| proof::write_run(run, out))
    }

    /// The vacancy goes one cell a move, and the tiles that it passes come out as the goal, with
    /// which [`RowWalk::new`] has compared the last board.
    fn replay(&self, _: &UBig) -> Result<(), Fault> {
        let mut cells = self.start.clone();
        for i in 1..=self.length() {
            let (to, from) = (self.gap(i - 1), self.gap(i));
            if from.abs_diff(to) != 1 || cells.get(to) != Some(&0) || from >= cells.len() {
                return Err(Fault::Move { number: i as u64, why: "it is no step of the vacancy".into() });
            }
            cells.swap(from, to);
        }
        if cells == self.board_after(self.length()) { Ok(()) } else { Err(Fault::End { moves: self.length() as u64 }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::limits::Limits;
    use saltus_core::notation::Instance as _;
    use saltus_core::plan::Moves;
    use saltus_core::puzzle::Zero;
    use saltus_core::search::shortest_paths;

    /// The inside of a list of quoted words.
    const QUOTED: Style = Style { open: "\"", close: "\"", between: ",", ..Style::WORDS };

    fn said(plan: &dyn Plan, after: usize, last: usize) -> String {
        let mut out = Vec::new();
        let (after, last) = (UBig::from(after), UBig::from(last));
        plan.write(&after, &last, QUOTED, &mut out).unwrap();
        for spelling in [Spelling::Own, Spelling::PieceLetters, Spelling::VacancyLetters] {
            for Step { text, picture } in plan.steps(&after, &last, spelling) {
                out.extend(format!("{text} {picture:?}").bytes());
            }
        }
        out.extend(format!("{:?}", plan.picture(&last)).bytes());
        plan.write_evidence(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Every walk against the only shortest play that search finds, on every pair of boards up to
    /// seven cells.
    #[test]
    fn walks_are_the_shortest_plays() {
        for cells in 1..=7usize {
            for (from, to) in (0..cells).flat_map(|a| (0..cells).map(move |b| (a, b))) {
                for (kinds, tall) in [(cells, false), (cells, true), (2, false), (3, true)] {
                    let board = |gap: usize| {
                        let mut board: Vec<u32> = (0..cells as u32 - 1).map(|i| i % kinds as u32 + 1).collect();
                        board.insert(gap, 0);
                        board
                    };
                    let (height, width) = if tall { (cells, 1) } else { (1, cells) };
                    let instance = Instance::new(height, width, board(from), board(to));
                    let walk = RowWalk::new(&instance).unwrap();
                    let puzzle = instance.puzzle().unwrap();
                    let all = shortest_paths::build(&puzzle, &Zero, u32::MAX, &Limits::default()).unwrap().unwrap();
                    assert_eq!((all.length() as usize, all.count()), (walk.length(), UBig::ONE));
                    let play = Moves::new(puzzle, all.unrank(&UBig::ZERO).unwrap());
                    for (after, last) in (0..=cells).flat_map(|a| (a..=cells).map(move |b| (a, b))) {
                        assert_eq!(said(&walk, after, last), said(&play, after, last), "{instance} {after} {last}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_orders_have_no_walk() {
        assert!(RowWalk::new(&Instance::new(1, 4, vec![2, 1, 0, 3], vec![1, 2, 3, 0])).is_none());
        assert!(RowWalk::new(&Instance::new(4, 1, vec![1, 0, 2, 1], vec![2, 1, 1, 0])).is_none());
    }
}
