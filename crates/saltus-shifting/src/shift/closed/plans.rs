//! The closed forms as plays: the classical one of any size, and the walk of the vacancy where
//! there is one colour.

use std::io::{self, Write};

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::sections::{Runs, Sections, Stretch};
use super::text;
use crate::shift::rules::{BLACK, Classes, GAP, Shift, scene};
use saltus_core::plan::{Picture, Plan, Spelling, Step, Style};
use saltus_core::row::Hop;
use saltus_core::verify::{self, Fault};

/// Boards up to this many cells are drawn; larger ones are described in runs.
pub const MOST_DRAWN: usize = 1 << 16;

/// A play on one row, known by a formula for the cell that move i leaves.
pub trait RowPlay {
    /// How many moves it has.
    fn total(&self) -> UBig;

    /// The cell that move i leaves, from 1; for i = 0 the vacancy at the start.
    fn cell(&self, i: &UBig) -> UBig;

    /// The board after move i.
    fn board(&self, i: &UBig) -> Runs<UBig>;

    /// The block `moves` of a certificate.
    fn evidence(&self) -> String;

    /// The least classes of moves that it takes.
    fn classes(&self) -> Classes;

    /// Writes the moves after move `after`, up to and with move `last`.
    ///
    /// # Errors
    /// When `out` fails.
    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()>;
}

/// A [`RowPlay`] as a [`Plan`].
#[derive(Clone, Debug)]
pub struct RowPlan<T>(pub T);

impl<T: RowPlay> Plan for RowPlan<T> {
    fn moves(&self) -> UBig {
        self.0.total()
    }

    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()> {
        self.0.write(after, last, style, out)
    }

    fn steps<'a>(&'a self, after: &UBig, last: &UBig, _: Spelling) -> Box<dyn Iterator<Item = Step> + 'a> {
        let last = last.clone().min(self.moves());
        let mut i = after.clone();
        Box::new(std::iter::from_fn(move || {
            if i >= last {
                return None;
            }
            let to = self.0.cell(&i);
            i += UBig::ONE;
            Some(Step { text: format!("{}-{to}", self.0.cell(&i)), picture: self.picture(&i) })
        }))
    }

    fn picture(&self, i: &UBig) -> Picture {
        let board = self.0.board(i);
        match board.cells(MOST_DRAWN) {
            Some(cells) => Picture::Drawn(scene(&cells)),
            None => Picture::Described(board.to_string()),
        }
    }

    fn write_evidence(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.0.evidence().as_bytes())
    }

    /// A play of up to 2^22 moves is replayed; of a longer one both ends and 32 stretches between them.
    fn replay(&self) -> Result<(), Fault> {
        let total = self.moves();
        let (first, last) = (self.0.board(&UBig::ZERO), self.0.board(&total));
        if let (Some(start), Some(goal)) = (first.cells(MOST_DRAWN), last.cells(MOST_DRAWN))
            && total <= UBig::from(MOST_REPLAYED)
        {
            let cell = |i: u64| u64::try_from(self.0.cell(&i.into())).expect("a cell of a board that was laid out") - 1;
            let hop = |i| Hop { from: cell(i) as u32, to: cell(i - 1) as u32 };
            let moves = u64::try_from(&total).expect("few moves");
            return verify::play_all(&Shift::new(&start, &goal, self.0.classes()), (1..=moves).map(hop)).map(|_| ());
        }
        let stretch = (&total / UBig::from(SAMPLES)).max(UBig::ONE);
        let mut begins = UBig::ZERO;
        while begins < total {
            let ends = (&begins + UBig::from(STRETCH)).min(total.clone());
            self.replay_stretch(begins.clone(), &ends)?;
            begins += &stretch;
        }
        let begins = if total > UBig::from(STRETCH) { &total - UBig::from(STRETCH) } else { UBig::ZERO };
        self.replay_stretch(begins, &total)
    }
}

/// Plays up to this many moves are replayed move by move.
const MOST_REPLAYED: u64 = 1 << 22;
/// So many stretches of longer ones,
const SAMPLES: u32 = 32;
/// each of so many moves.
const STRETCH: u32 = 16;

impl<T: RowPlay> RowPlan<T> {
    /// The moves behind the first number, up to and with the second: each goes into the vacancy of the board before it, as its
    /// class says, and gives the board after it.
    fn replay_stretch(&self, mut i: UBig, last: &UBig) -> Result<(), Fault> {
        let mut before = self.0.board(&i);
        while i < *last {
            let to = self.0.cell(&i);
            i += UBig::ONE;
            let from = self.0.cell(&i);
            let after = self.0.board(&i);
            self.judge(&before, &after, &from, &to).map_err(|why| {
                // Numbers beyond 64 bits are named in the text.
                let number = u64::try_from(&i).unwrap_or(u64::MAX);
                Fault::Move { number, why: format!("move {i}, {from}-{to}: {why}") }
            })?;
            before = after;
        }
        Ok(())
    }

    fn judge(&self, before: &Runs<UBig>, after: &Runs<UBig>, from: &UBig, to: &UBig) -> Result<(), &'static str> {
        let at = |board: &Runs<UBig>, cell: &UBig| board.at(cell).ok_or("there is no such cell");
        let (mover, vacancy) = (at(before, from)?, at(before, to)?);
        if vacancy != GAP || mover == GAP {
            return Err("it is not a checker that goes into the vacancy");
        }
        let (low, high) = if from < to { (from, to) } else { (to, from) };
        let way = high - low;
        let over = if way == UBig::from(2u8) { Some(at(before, &(low + UBig::ONE))?) } else { None };
        if over.is_none() && !way.is_one() {
            return Err("it is neither a slide nor a jump");
        }
        let forward = (mover == BLACK) == (from < to);
        let own = over == Some(mover);
        let allowed = match self.0.classes() {
            Classes::Forward => forward && !own,
            Classes::Back => !own,
            Classes::All => true,
        };
        if !allowed {
            return Err("the rules do not allow it");
        }
        // Only the two cells change.
        let unchanged = |cell: &UBig| before.at(cell) == after.at(cell);
        let near = [low.clone() + UBig::ONE, high + UBig::ONE, high + UBig::from(2u8), high + UBig::from(3u8)];
        let below =
            [UBig::ONE, UBig::from(2u8), UBig::from(3u8)].map(|by| if *low > by { low - by } else { high + by });
        let swapped = at(after, from)? == GAP && at(after, to)? == mover;
        let kept = near.iter().chain(&below).all(|cell| cell == from || cell == to || unchanged(cell));
        if swapped && kept && before.count() == after.count() {
            Ok(())
        } else {
            Err("it does not give the board after it")
        }
    }
}

/// The classical play from `b^n _ w^m` to `w^m _ b^n`.
#[derive(Clone, Debug)]
pub struct Classical {
    n: UBig,
    m: UBig,
    black_first: bool,
    play: Sections<UBig>,
}

impl Classical {
    /// The play in which black, or else white, moves first.
    pub fn new(n: UBig, m: UBig, black_first: bool) -> Self {
        let play = Sections::new(n.clone(), m.clone(), black_first);
        Classical { n, m, black_first, play }
    }
}

impl RowPlay for Classical {
    fn total(&self) -> UBig {
        self.play.total().clone()
    }

    fn cell(&self, i: &UBig) -> UBig {
        self.play.cell(i)
    }

    fn board(&self, i: &UBig) -> Runs<UBig> {
        self.play.board(i)
    }

    fn classes(&self) -> Classes {
        Classes::Forward
    }

    fn evidence(&self) -> String {
        format!("construction sections first={}\n", if self.black_first { 'b' } else { 'w' })
    }

    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()> {
        text::write(&self.n, &self.m, self.black_first, after, last, style, out)
    }
}

/// The vacancy's way through checkers of one colour: two cells a move where they may jump over
/// their own, else one.
///
/// An odd way by jumps has one slide; where it comes among the jumps is free.
#[derive(Clone, Debug)]
pub struct Walk {
    cells: UBig,
    colour: &'static str,
    from: UBig,
    to: UBig,
    jumps: bool,
    /// The number of the move that slides, among jumps.
    slide: UBig,
}

impl Walk {
    /// The way from the vacancy `from` to `to`, cells counted from 1, through checkers that are
    /// black or else white.
    ///
    /// The first way in ascending order of the cells left: a slide comes last going west, first
    /// going east.
    pub fn new(cells: UBig, black: bool, from: UBig, to: UBig, jumps: bool) -> Self {
        let colour = if black { "b" } else { "w" };
        let west = to < from;
        let mut walk = Walk { cells, colour, from, to, jumps, slide: UBig::ONE };
        if west {
            walk.slide = walk.total();
        }
        walk
    }

    /// Shortest ways there are.
    pub fn ways(&self) -> UBig {
        if self.has_slide() { self.total() } else { UBig::ONE }
    }

    /// The way number k, from 0, in ascending order of the cells left.
    pub fn nth(&self, k: &UBig) -> Option<Self> {
        (*k < self.ways()).then(|| {
            let slide = if self.west() { &self.slide - k } else { &self.slide + k };
            Walk { slide, ..self.clone() }
        })
    }

    fn west(&self) -> bool {
        self.to < self.from
    }

    fn distance(&self) -> UBig {
        if self.west() { &self.from - &self.to } else { &self.to - &self.from }
    }

    fn has_slide(&self) -> bool {
        self.jumps && self.distance().bit(0)
    }
}

impl RowPlay for Walk {
    fn total(&self) -> UBig {
        if self.jumps { (self.distance() + UBig::ONE) >> 1 } else { self.distance() }
    }

    fn cell(&self, i: &UBig) -> UBig {
        let mut way = if self.jumps { i << 1 } else { i.clone() };
        if self.has_slide() && *i >= self.slide {
            way -= UBig::ONE;
        }
        if self.west() { &self.from - way } else { &self.from + way }
    }

    fn board(&self, i: &UBig) -> Runs<UBig> {
        let vacancy = self.cell(i);
        let stretch = |pattern, times| Stretch { pattern, times };
        Runs(vec![
            stretch(self.colour, &vacancy - UBig::ONE),
            stretch("_", UBig::ONE),
            stretch(self.colour, &self.cells - &vacancy),
        ])
    }

    fn classes(&self) -> Classes {
        if self.jumps { Classes::All } else { Classes::Back }
    }

    fn evidence(&self) -> String {
        let sign = if self.west() { "-" } else { "" };
        let stride = if self.jumps { 2 } else { 1 };
        let run = |first: UBig, count: UBig| match count {
            none if none.is_zero() => String::new(),
            one if one.is_one() => format!("{}\n", self.cell(&first)),
            many => format!("{} {sign}{stride} {many}\n", self.cell(&first)),
        };
        let total = self.total();
        if self.has_slide() {
            let (before, behind) = (&self.slide - UBig::ONE, total - &self.slide);
            run(UBig::ONE, before) + &run(self.slide.clone(), UBig::ONE) + &run(&self.slide + UBig::ONE, behind)
        } else {
            run(UBig::ONE, total)
        }
    }

    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()> {
        let (mut i, mut between) = (after.clone(), "");
        while i < *last {
            let to = self.cell(&i);
            i += UBig::ONE;
            write!(out, "{between}{}{}-{to}{}", style.open, self.cell(&i), style.close)?;
            between = style.between;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::plan::Moves;
    use saltus_core::search::shortest_paths;
    use saltus_core::{limits::Limits, puzzle::Zero};

    fn text(plan: &dyn Plan) -> String {
        let mut out = Vec::new();
        plan.write(&UBig::ZERO, &plan.moves(), Style::WORDS, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Every walk against all shortest plays in their fixed order, on every pair of one-coloured
    /// boards.
    #[test]
    fn walks_are_the_shortest_plays() {
        for cells in 1..=8usize {
            for (from, to) in (1..=cells).flat_map(|a| (1..=cells).map(move |b| (a, b))) {
                for (black, classes) in [(true, Classes::All), (false, Classes::All), (true, Classes::Back)] {
                    let board = |gap: usize| {
                        let mut board = vec![if black { b'b' } else { b'w' }; cells];
                        board[gap - 1] = b'_';
                        board
                    };
                    let puzzle = Shift::new(&board(from), &board(to), classes);
                    let all = shortest_paths::build(&puzzle, &Zero, u32::MAX, &Limits::default()).unwrap().unwrap();
                    let big = |number: usize| UBig::from(number);
                    let walk = Walk::new(big(cells), black, big(from), big(to), classes == Classes::All);
                    assert_eq!(walk.ways(), all.count(), "{from} {to} of {cells}");
                    let mut k = UBig::ZERO;
                    while let Some(nth) = walk.nth(&k) {
                        let moves = all.unrank(&k).unwrap();
                        let play = Moves::new(Shift::new(&board(from), &board(to), classes), moves);
                        assert_eq!(text(&RowPlan(nth.clone())), text(&play), "{from} {to} of {cells}: {k}");
                        assert_eq!(nth.board(&nth.total()).cells(99).unwrap(), puzzle.goal().cells());
                        k += UBig::ONE;
                    }
                }
            }
        }
    }

    #[test]
    fn walks_as_evidence() {
        let walk =
            |cells: u32, from: u32, to: u32| Walk::new(cells.into(), true, from.into(), to.into(), true).evidence();
        assert_eq!(walk(8, 8, 1), "6 -2 3\n1\n");
        assert_eq!(walk(8, 1, 8), "2\n4 2 3\n");
        assert_eq!(walk(8, 3, 3), "");
    }
}
