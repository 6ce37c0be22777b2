//! The play of an optimal division as a plan. The value is known before; the division is made when
//! the play is asked for.

use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use dashu_int::UBig;

use super::division::{Crossings, Division};
use super::letters::Form;
use super::play;
use crate::rules::{Colour, Pawns, scene_of};
use saltus_core::plan::{Picture, Plan, Spelling, Step, Style};
use saltus_core::verify::Fault;

/// Rows up to this many cells are drawn; of longer ones only the pawns are counted.
pub const MOST_DRAWN: usize = 1 << 12;

/// The play that leaves one pawn of each segment of an optimal division.
///
/// ```
/// use std::sync::Arc;
/// use saltus_clobber::closed::{letters::Form, plans::DivisionPlan};
/// use saltus_core::plan::{Plan, Style};
///
/// let plan = DivisionPlan::new(Arc::new("bww".parse().unwrap()), Form::Line, 1, 1);
/// let mut text = Vec::new();
/// plan.write(&0u8.into(), &plan.moves(), Style::WORDS, &mut text).unwrap();
/// assert_eq!((plan.left(), &*text), (Some(1u8.into()), &b"1-2 2-3"[..]));
/// ```
#[derive(Clone, Debug)]
pub struct DivisionPlan {
    pawns: Arc<Pawns>,
    form: Form,
    value: u64,
    threads: usize,
    division: OnceLock<Division>,
}

impl DivisionPlan {
    /// The plan of a row of this form and of this value, which is not looked at again; it may be
    /// written by `threads` threads at the same time.
    pub fn new(pawns: Arc<Pawns>, form: Form, value: u64, threads: usize) -> Self {
        let form = form.of(pawns.cells());
        DivisionPlan { pawns, form, value, threads, division: OnceLock::new() }
    }

    /// The division.
    pub(crate) fn division(&self) -> &Division {
        self.division.get_or_init(|| {
            let division = Division::new(Arc::clone(&self.pawns), self.form, self.threads);
            assert_eq!(division.value(), self.value, "a division into as many segments as the value");
            division
        })
    }

    fn length(&self) -> u64 {
        self.pawns.count() as u64 - self.value
    }

    /// A number of moves; the last one where there are not as many.
    fn number(&self, i: &UBig) -> u64 {
        u64::try_from(i).map_or(self.length(), |i| i.min(self.length()))
    }

    fn is_drawn(&self) -> bool {
        self.pawns.cells() <= MOST_DRAWN
    }

    /// The content of each cell after `moves` moves, if that is drawn.
    fn cells(&self, moves: u64) -> Vec<Option<Colour>> {
        let mut cells = Vec::new();
        if self.is_drawn() {
            cells.extend(self.pawns.iter());
            play::hops(self.division(), 0).take(moves as usize).for_each(|hop| take(&mut cells, hop));
        }
        cells
    }

    fn picture_of(&self, cells: &[Option<Colour>], moves: u64) -> Picture {
        if self.is_drawn() {
            return Picture::Drawn(scene_of(cells, cells.len()));
        }
        Picture::Described(format!("{} cells, {} pawns left", self.pawns.cells(), self.pawns.count() as u64 - moves))
    }
}

/// Moves a pawn, where cells are drawn.
fn take(cells: &mut [Option<Colour>], (from, to): (usize, usize)) {
    if !cells.is_empty() {
        cells[to] = cells[from].take();
    }
}

impl Plan for DivisionPlan {
    fn moves(&self) -> UBig {
        UBig::from(self.length())
    }

    fn left(&self) -> Option<UBig> {
        Some(UBig::from(self.value))
    }

    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()> {
        play::write(self.division(), (self.number(after), self.number(last)), style, self.threads, out)
    }

    fn steps<'a>(&'a self, after: &UBig, last: &UBig, _: Spelling) -> Box<dyn Iterator<Item = Step> + 'a> {
        let (after, last) = (self.number(after), self.number(last));
        let mut cells = self.cells(after);
        let hops = play::hops(self.division(), after).take(last.saturating_sub(after) as usize);
        Box::new(hops.zip(after + 1..).map(move |(hop, moves)| {
            take(&mut cells, hop);
            let text = format!("{}-{}", hop.0 + 1, hop.1 + 1);
            Step { text, picture: self.picture_of(&cells, moves) }
        }))
    }

    fn picture(&self, i: &UBig) -> Picture {
        let moves = self.number(i);
        self.picture_of(&self.cells(moves), moves)
    }

    fn evidence_block(&self) -> &'static str {
        "word"
    }

    /// The block `word`: for each way two bits, the lowest first: 1 where it is crossed to the
    /// right, 2 to the left.
    fn write_evidence(&self, out: &mut dyn Write) -> io::Result<()> {
        /// Words of 64 ways that are handed over at a time.
        const WORDS: usize = 1 << 12;
        let cells = self.pawns.cells();
        let ways = if self.form == Form::Cycle { cells } else { cells.saturating_sub(1) };
        let mut left = ways.div_ceil(4);
        let mut buffer = Vec::with_capacity(16 * WORDS);
        let mut walk = self.division().walk();
        while left > 0 {
            buffer.clear();
            walk.by_ref()
                .take(WORDS)
                .for_each(|word| buffer.extend(symbols(word).into_iter().flat_map(u64::to_le_bytes)));
            let now = buffer.len().min(left);
            out.write_all(&buffer[..now])?;
            left -= now;
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.division.get().map_or(0, Division::bytes)
    }

    fn replay(&self, _: &UBig) -> Result<(), Fault> {
        let mut pawns = Pawns::clone(&self.pawns);
        let cells = pawns.cells();
        let mut made = 0;
        for (from, to) in play::hops(self.division(), 0) {
            made += 1;
            let way = from.abs_diff(to);
            let near = way == 1 || (self.form == Form::Cycle && way == cells - 1);
            let colours = [from, to].map(|cell| pawns.get(cell));
            if !near || colours[0].is_none() || colours[1].is_none() || colours[0] == colours[1] {
                let why = format!("{}-{} takes no neighbour of the other colour", from + 1, to + 1);
                return Err(Fault::Move { number: made, why });
            }
            pawns.take(from, to);
        }
        if made == self.length() { Ok(()) } else { Err(Fault::End { moves: made }) }
    }
}

/// The symbols of 64 ways, two bits each.
fn symbols(word: Crossings) -> [u64; 2] {
    [0, 32].map(|from| spread(word.right >> from) | spread(word.left >> from) << 1)
}

/// The low 32 bits, each with a zero after it.
fn spread(bits: u64) -> u64 {
    let mut spread = bits & 0xffff_ffff;
    for (by, mask) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        spread = (spread | spread << by) & mask;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Move, Pawns, Turns};
    use crate::samples::{all, drawn, row, various};
    use saltus_core::puzzle::Puzzle;

    fn plan(pawns: Pawns, form: Form) -> DivisionPlan {
        let value = super::super::registers::value(&pawns, form);
        DivisionPlan::new(Arc::new(pawns), form, value, 1)
    }

    fn drawn_as(picture: &Picture) -> String {
        match picture {
            Picture::Drawn(scene) => scene.rows[0].iter().map(|spot| spot.label.as_str()).collect(),
            Picture::Described(text) => text.clone(),
        }
    }

    #[test]
    fn steps_are_the_moves_with_their_boards() {
        for form in [Form::Line, Form::Cycle] {
            for pawns in various().filter(|pawns| pawns.cells() < 100) {
                let plan = plan(pawns, form);
                let pawns = plan.division().pawns();
                let puzzle = row(pawns, form, Turns::Free);
                let mut state = puzzle.start();
                assert_eq!(drawn_as(&plan.picture(&UBig::ZERO)), state.to_string());
                let steps: Vec<Step> = plan.steps(&UBig::ZERO, &plan.moves(), Spelling::Own).collect();
                assert_eq!(UBig::from(steps.len()), plan.moves());
                for (i, step) in steps.iter().enumerate() {
                    let number = |text: &str| text.parse::<u32>().expect("a number") - 1;
                    let (from, to) = step.text.split_once('-').expect("from and to");
                    puzzle.play(&mut state, &Move { from: number(from), to: number(to) });
                    assert_eq!(drawn_as(&step.picture), state.to_string(), "{pawns} {form:?} {i}");
                    assert_eq!(drawn_as(&plan.picture(&UBig::from(i + 1))), state.to_string(), "{pawns} {form:?} {i}");
                }
                assert_eq!(plan.left(), Some(UBig::from(state.count())), "{pawns} {form:?}");
                let half = UBig::from(steps.len() / 2);
                let from_half = plan.steps(&half, &plan.moves(), Spelling::Own).map(|step| step.text);
                assert!(
                    from_half.eq(steps[steps.len() / 2..].iter().map(|step| step.text.clone())),
                    "{pawns} {form:?}"
                );
            }
        }
    }

    #[test]
    fn long_rows_are_described() {
        let plan = plan(drawn(MOST_DRAWN + 1, 2, 0, 1), Form::Line);
        assert_eq!(drawn_as(&plan.picture(&UBig::from(97u8))), "4097 cells, 4000 pawns left");
        let step = plan.steps(&UBig::from(96u8), &plan.moves(), Spelling::Own).next().expect("a step");
        assert_eq!(drawn_as(&step.picture), "4097 cells, 4000 pawns left");
    }

    fn word(plan: &DivisionPlan) -> Vec<u8> {
        let mut bytes = Vec::new();
        plan.write_evidence(&mut bytes).expect("memory");
        bytes
    }

    /// The symbols are the arms of the segments, and there is nothing else in the block.
    #[test]
    fn words_hold_the_segments() {
        for form in [Form::Line, Form::Cycle] {
            let long = [drawn(1 << 19, 3, 50, 1), drawn((1 << 18) + 2, 2, 0, 2)];
            for pawns in (0..=7).flat_map(all).chain(various()).chain(long) {
                let plan = plan(pawns, form);
                let cells = plan.division().pawns().cells();
                let mut symbols = vec![0; cells];
                for segment in plan.division().segments() {
                    let mut arm = (segment.first..).map(|way| way % cells);
                    arm.by_ref().take(segment.right).for_each(|way| symbols[way] = 1);
                    arm.take(segment.left).for_each(|way| symbols[way] = 2);
                }
                if form.of(cells) == Form::Line {
                    symbols.pop();
                }
                let pack = |four: &[u8]| four.iter().rev().fold(0, |byte, symbol| byte << 2 | symbol);
                let packed: Vec<u8> = symbols.chunks(4).map(pack).collect();
                assert_eq!(word(&plan), packed, "{form:?} {cells}");
            }
        }
        assert_eq!(word(&plan("bwwbbw".parse().expect("pawns"), Form::Line)), [0b1010_0101, 0b10]);
    }
}
