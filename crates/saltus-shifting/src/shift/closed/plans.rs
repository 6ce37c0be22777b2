//! The closed forms as plays: the classical one of any size, and the walk of the vacancy where
//! there is one colour.
//!
//! With k vacancies the classical play gathers the checkers around one of them, swaps the colours as if there were no other, and
//! spreads them: each white, from left to right, slides k - 1 cells; the sections follow; each black, from right to left, slides k - 1 cells.

use std::io::{self, Write};

use dashu_int::UBig;
use dashu_int::ops::DivRem;

use super::sections::{RunLengths, Sections};
use super::text::{self, MoveWriter};
use crate::natural::Natural as _;
use crate::shift::rules::{Classes, GAP, Shift, census, scene};
use saltus_core::plan::{Picture, Plan, Spelling, Step, Style};
use saltus_core::puzzle::Puzzle as _;
use saltus_core::row::Hop;
use saltus_core::verify::{self, Fault};

/// Boards up to this many cells are drawn; larger ones are described in runs.
pub(crate) const MOST_DRAWN: usize = 1 << 16;

/// A play on one row, known by a formula for the cell that move i leaves.
pub(crate) trait RowPlay: Send + Sync {
    /// How many moves it has.
    fn total(&self) -> UBig;

    /// The cells that move i leaves and comes to, from 1.
    fn hop(&self, i: &UBig) -> (UBig, UBig);

    /// The board after move i.
    fn board(&self, i: &UBig) -> RunLengths;

    /// The block `moves` of a certificate.
    fn evidence(&self) -> String;

    /// The least classes of moves that it takes.
    fn classes(&self) -> Classes;

    /// Writes the moves after move `after`, up to and with move `last`.
    ///
    /// # Errors
    /// When `out` fails.
    fn write(&self, after: &UBig, last: &UBig, out: &mut MoveWriter<'_>) -> io::Result<()>;

    /// Replays the play by its sections, up to and with the one that holds move `until`.
    ///
    /// # Errors
    /// The first fault.
    fn replay_sections(&self, until: &UBig) -> Result<(), Fault>;
}

/// A [`RowPlay`] as a [`Plan`].
pub(crate) struct RowPlan(pub Box<dyn RowPlay>);

impl RowPlan {
    /// A play as a plan.
    pub(crate) fn new(play: impl RowPlay + 'static) -> Self {
        RowPlan(Box::new(play))
    }
}

impl Plan for RowPlan {
    fn moves(&self) -> UBig {
        self.0.total()
    }

    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()> {
        self.0.write(after, last, &mut MoveWriter::new(style, out))
    }

    fn steps<'a>(&'a self, after: &UBig, last: &UBig, _: Spelling) -> Box<dyn Iterator<Item = Step> + 'a> {
        let last = last.clone().min(self.moves());
        let mut i = after.clone();
        Box::new(std::iter::from_fn(move || {
            if i >= last {
                return None;
            }
            i += UBig::ONE;
            let (from, to) = self.0.hop(&i);
            Some(Step { text: format!("{from}-{to}"), picture: self.picture(&i) })
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

    /// A play of up to 2^16 moves is replayed move by move, a longer one by its sections.
    fn replay(&self, until: &UBig) -> Result<(), Fault> {
        let total = self.moves();
        let (first, last) = (self.0.board(&UBig::ZERO), self.0.board(&total));
        if let (Some(start), Some(goal)) = (first.cells(MOST_DRAWN), last.cells(MOST_DRAWN))
            && total <= UBig::from(MOST_REPLAYED)
        {
            let cell = |cell| u32::try_from(cell).expect("a cell of a board that was laid out") - 1;
            let hop = |i: u64| {
                let (from, to) = self.0.hop(&i.into());
                Hop { from: cell(from), to: cell(to) }
            };
            let moves = u64::try_from(&total).expect("few moves");
            return verify::play_all(&Shift::new(&start, &goal, self.0.classes()), (1..=moves).map(hop)).map(|_| ());
        }
        self.0.replay_sections(until)
    }
}

/// Plays up to this many moves are replayed move by move.
const MOST_REPLAYED: u64 = 1 << 16;
/// Of a play with more sections as many are replayed, evenly spread, and the last.
const MOST_SECTIONS: u32 = 1 << 17;
const SAMPLED_SECTIONS: u32 = 1 << 10;

/// Replays the moves after the first number, up to and with the second: each goes into a vacancy of the board before it, as its
/// class says, and gives the board after it.
fn replay_moves(play: &dyn RowPlay, mut i: UBig, last: &UBig) -> Result<(), Fault> {
    let mut before = play.board(&i);
    while i < *last {
        i += UBig::ONE;
        let (from, to) = play.hop(&i);
        let after = play.board(&i);
        judge(play.classes(), [&before, &after], &from, &to)
            .map_err(|why| fault(&i, &format!("{from}-{to}: {why}")))?;
        before = after;
    }
    Ok(())
}

/// Replays the two moves before and after each of these.
fn replay_around(play: &dyn RowPlay, places: &[UBig]) -> Result<(), Fault> {
    let (total, two) = (play.total(), UBig::from(2u8));
    for place in places {
        let place = place.min(&total);
        let first = if *place > two { place - &two } else { UBig::ZERO };
        replay_moves(play, first, &(place + &two).min(total.clone()))?;
    }
    Ok(())
}

/// Writes the moves after the first number, up to and with the second, one by one.
fn write_moves(play: &dyn RowPlay, after: &UBig, last: &UBig, out: &mut MoveWriter<'_>) -> io::Result<()> {
    let mut i = after.clone();
    while i < *last {
        i += UBig::ONE;
        let (from, to) = play.hop(&i);
        out.hop(&from, &to)?;
    }
    Ok(())
}

/// A fault of move i. Numbers beyond 64 bits are named in the text.
fn fault(i: &UBig, why: &str) -> Fault {
    Fault::Move { number: u64::try_from(i).unwrap_or(u64::MAX), why: format!("move {i}, {why}") }
}

/// Judges a move between two boards by the rules, on the cells around it: nothing else changes.
fn judge(classes: Classes, boards: [&RunLengths; 2], from: &UBig, to: &UBig) -> Result<(), String> {
    let (low, three) = (from.min(to), UBig::from(3u8));
    let first = if *low > three { low - three } else { UBig::ONE };
    let around =
        |board: &RunLengths| -> Vec<u8> { (0..9u8).map_while(|step| board.at(&(&first + UBig::from(step)))).collect() };
    let [before, after] = boards.map(around);
    let is_kept = before.len() == after.len() && census(&before) == census(&after);
    if low.is_zero() || !is_kept || !before.contains(&GAP) || boards[0].count() != boards[1].count() {
        return Err("it does not give the board after it".into());
    }
    let cell = |cell: &UBig| u32::try_from(cell - &first).unwrap_or(u32::MAX);
    let (puzzle, hop) = (Shift::new(&before, &after, classes), Hop { from: cell(from), to: cell(to) });
    let mut state = puzzle.start();
    puzzle.check(&state, &hop).map_err(|refusal| refusal.0)?;
    puzzle.play(&mut state, &hop);
    if puzzle.is_goal(&state) { Ok(()) } else { Err("it does not give the board after it".into()) }
}

/// The classical play from `b^n _^k w^m` to `w^m _^k b^n`.
pub(crate) struct Classical {
    n: UBig,
    m: UBig,
    /// k - 1
    spare: UBig,
    black_first: bool,
    play: Sections<UBig>,
    /// Moves before the sections, and with them.
    gathered: UBig,
    swapped: UBig,
}

impl Classical {
    /// The play with `gaps` vacancies in which the sections begin with a move of black, or else of white.
    pub(crate) fn new(n: UBig, m: UBig, gaps: &UBig, black_first: bool) -> Self {
        let play = Sections::new(n.clone(), m.clone(), black_first);
        let spare = gaps - UBig::ONE;
        let gathered = &m * &spare;
        let swapped = &gathered + play.total();
        Classical { n, m, spare, black_first, play, gathered, swapped }
    }

    /// The board on which the right side has made `slides` slides to the left: the checkers that have come in, then the one on its way.
    fn gathering(&self, [left, right]: [(&'static str, &UBig); 2], slides: &UBig) -> RunLengths {
        let (come, made) = slides.div_rem(&self.spare);
        let behind = right.1 - &come;
        let sliding = if behind.is_zero() { UBig::ZERO } else { UBig::ONE };
        RunLengths(vec![
            (left.0, left.1.clone()),
            ("_", UBig::ONE),
            (right.0, come),
            ("_", &self.spare - &made),
            (right.0, sliding.clone()),
            ("_", made),
            (right.0, behind - sliding),
        ])
    }

    /// The cell that a slide of a side leaves to the left, the other side having `other` checkers; number from 0.
    fn gathers(&self, other: &UBig, slide: &UBig) -> UBig {
        let (come, made) = slide.div_rem(&self.spare);
        other + &self.spare + UBig::from(2u8) + come - made
    }
}

impl RowPlay for Classical {
    fn total(&self) -> UBig {
        &self.swapped + &self.n * &self.spare
    }

    fn hop(&self, i: &UBig) -> (UBig, UBig) {
        if *i <= self.gathered {
            let from = self.gathers(&self.n, &(i - UBig::ONE));
            (from.clone(), from - UBig::ONE)
        } else if *i <= self.swapped {
            let i = i - &self.gathered;
            (self.play.cell(&i), self.play.cell(&(i - UBig::ONE)))
        } else {
            // Backwards in time black gathers, too.
            let to = self.gathers(&self.m, &(self.total() - i));
            (&to - UBig::ONE, to)
        }
    }

    fn board(&self, i: &UBig) -> RunLengths {
        if *i < self.gathered {
            self.gathering([("b", &self.n), ("w", &self.m)], i).joined()
        } else if *i <= self.swapped {
            let mut board = self.play.board(&(i - &self.gathered));
            board.0.push(("_", self.spare.clone()));
            board.joined()
        } else {
            self.gathering([("w", &self.m), ("b", &self.n)], &(self.total() - i)).joined()
        }
    }

    fn classes(&self) -> Classes {
        Classes::Forward
    }

    fn evidence(&self) -> String {
        format!(
            "construction sections first={}\n",
            if self.black_first && !self.n.is_zero() || self.m.is_zero() { 'b' } else { 'w' }
        )
    }

    fn write(&self, after: &UBig, last: &UBig, out: &mut MoveWriter<'_>) -> io::Result<()> {
        write_moves(self, after, last.min(&self.gathered), out)?;
        let (first, end) = (after.max(&self.gathered), last.min(&self.swapped));
        if first < end {
            let (first, end) = (first - &self.gathered, end - &self.gathered);
            text::write(&self.n, &self.m, self.black_first, &first, &end, out)?;
        }
        write_moves(self, after.max(&self.swapped), last, out)
    }

    /// What a checker slides is linear in the number of the move: the moves at the ends of the first and the last such stretch speak for all.
    fn replay_sections(&self, until: &UBig) -> Result<(), Fault> {
        let total = self.total();
        if !self.spare.is_zero() {
            let last_of = |end: &UBig| if *end > self.spare { end - &self.spare } else { UBig::ZERO };
            let ends = [self.spare.clone(), last_of(&self.gathered), self.gathered.clone()];
            replay_around(self, &ends)?;
            let ends = [self.swapped.clone(), &self.swapped + &self.spare, last_of(&total), total];
            replay_around(self, &ends)?;
        }
        let swapping = until.max(&self.gathered).min(&self.swapped) - &self.gathered;
        let last = self.play.locate(&swapping).section;
        let step = if last <= UBig::from(MOST_SECTIONS) { UBig::ONE } else { &last / UBig::from(SAMPLED_SECTIONS) };
        let mut section = UBig::ONE;
        while section < last {
            self.replay_section(&section)?;
            section += &step;
        }
        if last.is_zero() { Ok(()) } else { self.replay_section(&last) }
    }
}

impl Classical {
    /// A slide, and then k jumps: `(bw)^k _` becomes `_ (wb)^k`, or `_ (bw)^k` becomes `(wb)^k _`, each jump a forward one
    /// over the other colour, and nothing else changes.
    fn replay_section(&self, number: &UBig) -> Result<(), Fault> {
        let before = self.play.last_of(&(number - UBig::ONE));
        let slid = &before + UBig::ONE;
        replay_moves(self, &self.gathered + before, &(&self.gathered + &slid))?;
        let (jumps, descending) = (self.play.jumps(number), self.play.descending(number));
        let last = &slid + &jumps;
        let after_slide = self.play.board(&slid).joined();
        let mut jumped = after_slide.clone();
        let gap = jumped.0.iter().position(|(pattern, _)| *pattern == "_");
        let pairs = gap.and_then(|gap| if descending { gap.checked_sub(1) } else { Some(gap + 1) });
        if let (Some(gap), Some(pairs)) = (gap, pairs.filter(|_| !jumps.is_zero()))
            && let Some(stretch) = jumped.0.get_mut(pairs)
            && (stretch.0, &stretch.1) == ("bw", &jumps)
        {
            stretch.0 = "wb";
            jumped.0.swap(gap, pairs);
        }
        // The cells left are those of the vacancy, two apart.
        let way = &jumps << 1;
        let (first, end) = (self.play.cell(&slid), self.play.cell(&last));
        let led = if descending { end.clone() + &way == first } else { first + way == end };
        if led && jumped == self.play.board(&last).joined() {
            Ok(())
        } else {
            Err(fault(
                &(&self.gathered + &last),
                &format!("the end of section {number}: not what a slide and {jumps} jumps give"),
            ))
        }
    }
}

/// The vacancy's way through checkers of one colour: two cells a move where they may jump over
/// their own, else one.
///
/// An odd way by jumps has one slide; where it comes among the jumps is free.
#[derive(Clone)]
pub(crate) struct VacancyWalk {
    cells: UBig,
    colour: &'static str,
    from: UBig,
    to: UBig,
    jumps: bool,
    /// The number of the move that slides, among jumps.
    slide: UBig,
}

impl VacancyWalk {
    /// The way from the vacancy `from` to `to`, cells counted from 1, through checkers that are
    /// black or else white.
    ///
    /// The first way in ascending order of the cells left: a slide comes last going west, first
    /// going east.
    pub(crate) fn new(cells: UBig, black: bool, from: UBig, to: UBig, jumps: bool) -> Self {
        let colour = if black { "b" } else { "w" };
        let west = to < from;
        let mut walk = VacancyWalk { cells, colour, from, to, jumps, slide: UBig::ONE };
        if west {
            walk.slide = walk.total();
        }
        walk
    }

    /// Shortest ways there are.
    pub(crate) fn ways(&self) -> UBig {
        if self.has_slide() { self.total() } else { UBig::ONE }
    }

    /// The way number k, from 0, in ascending order of the cells left.
    pub(crate) fn nth(&self, k: &UBig) -> Option<Self> {
        (*k < self.ways()).then(|| {
            let slide = if self.west() { &self.slide - k } else { &self.slide + k };
            VacancyWalk { slide, ..self.clone() }
        })
    }

    fn west(&self) -> bool {
        self.to < self.from
    }

    fn distance(&self) -> UBig {
        self.from.distance(&self.to)
    }

    fn has_slide(&self) -> bool {
        self.jumps && self.distance().is_odd()
    }

    /// Where the vacancy is after move i.
    fn cell(&self, i: &UBig) -> UBig {
        let mut way = if self.jumps { i << 1 } else { i.clone() };
        if self.has_slide() && *i >= self.slide {
            way -= UBig::ONE;
        }
        if self.west() { &self.from - way } else { &self.from + way }
    }
}

impl RowPlay for VacancyWalk {
    fn total(&self) -> UBig {
        if self.jumps { (self.distance() + UBig::ONE) >> 1 } else { self.distance() }
    }

    fn hop(&self, i: &UBig) -> (UBig, UBig) {
        (self.cell(i), self.cell(&(i - UBig::ONE)))
    }

    fn board(&self, i: &UBig) -> RunLengths {
        let vacancy = self.cell(i);
        let (before, behind) = (&vacancy - UBig::ONE, &self.cells - &vacancy);
        RunLengths(vec![(self.colour, before), ("_", UBig::ONE), (self.colour, behind)])
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

    fn write(&self, after: &UBig, last: &UBig, out: &mut MoveWriter<'_>) -> io::Result<()> {
        write_moves(self, after, last, out)
    }

    /// Its cells are linear in the number of the move before the slide and after it, so that the moves at the ends of these
    /// stretches speak for all.
    fn replay_sections(&self, _: &UBig) -> Result<(), Fault> {
        replay_around(self, &[UBig::ZERO, self.slide.clone(), self.total()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shift::bounds::{Chain, inversions};
    use crate::shift::rules::packed;

    /// What is replayed by sections is legal move by move, and every part of it passes.
    #[test]
    fn sections_are_replayed() {
        for (n, m, black) in (0..9u32).flat_map(|n| (0..9u32).flat_map(move |m| [(n, m, true), (n, m, false)])) {
            for gaps in (1..4u32).filter(|gaps| *gaps == 1 || n + m < 9) {
                let play = Classical::new(n.into(), m.into(), &gaps.into(), black);
                let total = play.total();
                assert_eq!(total, UBig::from(n * m + gaps * (n + m)));
                assert_eq!(replay_moves(&play, UBig::ZERO, &total), Ok(()), "{n} {m} {gaps}");
                let mut cells = packed(b'b', n as usize, gaps as usize, b'w', m as usize);
                let mut until = UBig::ZERO;
                while until <= total {
                    assert_eq!(play.replay_sections(&until), Ok(()), "{n} {m} {gaps} until {until}");
                    assert_eq!(play.board(&until).cells(99).unwrap(), cells, "{n} {m} {gaps} at {until}");
                    let left = u64::try_from(&total - &until).unwrap();
                    assert_eq!(inversions(&cells), left);
                    assert!(gaps > 1 || n * m == 0 || Chain::potential(&cells) == left, "{n} {m} at {until}");
                    until += UBig::ONE;
                    if until <= total {
                        let (from, to) = play.hop(&until);
                        cells.swap(usize::try_from(from).unwrap() - 1, usize::try_from(to).unwrap() - 1);
                    }
                }
                assert_eq!(cells, packed(b'w', m as usize, gaps as usize, b'b', n as usize));
            }
        }
        let large = UBig::from(10u8).pow(30);
        for (n, m) in [(large.clone(), large.clone()), (large.clone(), UBig::from(3u8)), (UBig::ONE, large.clone())] {
            for gaps in [UBig::ONE, UBig::from(2u8), large.clone()] {
                let play = Classical::new(n.clone(), m.clone(), &gaps, true);
                assert_eq!(play.replay_sections(&play.total()), Ok(()));
            }
        }
        for jumps in [true, false] {
            let walk = VacancyWalk::new(large.clone(), true, &large - UBig::ONE, UBig::from(4u8), jumps);
            assert_eq!(walk.replay_sections(&walk.total()), Ok(()));
        }
    }

    #[test]
    fn moves_that_lead_elsewhere_are_found() {
        let play = Classical::new(4u8.into(), 4u8.into(), &UBig::ONE, true);
        for (i, j) in (1..=24u8).flat_map(|i| (1..=24u8).map(move |j| (i, j))) {
            let boards = [i - 1, i].map(|i| play.board(&i.into()));
            let (from, to) = play.hop(&j.into());
            let is_right = judge(Classes::Forward, boards.each_ref(), &from, &to).is_ok();
            assert_eq!(is_right, (from, to) == play.hop(&i.into()), "{i} {j}");
        }
    }

    #[test]
    fn walks_as_evidence() {
        let walk = |cells: u32, from: u32, to: u32| {
            VacancyWalk::new(cells.into(), true, from.into(), to.into(), true).evidence()
        };
        assert_eq!(walk(8, 8, 1), "6 -2 3\n1\n");
        assert_eq!(walk(8, 1, 8), "2\n4 2 3\n");
        assert_eq!(walk(8, 3, 3), "");
    }
}
