//! The play of an optimal division as a plan: made when it is asked for.

use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use dashu_int::UBig;

use super::division::{Division, Segment};
use super::play;
use super::registers::Ends;
use crate::plan::{Picture, Plan, Spelling, Step, Style};
use crate::puzzles::clobber::{Colour, Move, Pawns, scene_of};

/// Rows up to this many cells are drawn.
pub const MOST_DRAWN: usize = 1 << 12;

/// The play that leaves one pawn of each segment of an optimal division.
#[derive(Debug)]
pub struct Play {
    pawns: Arc<Pawns>,
    ends: Ends,
    value: u64,
    division: OnceLock<Division>,
}

impl Play {
    /// The play of a row whose value is known.
    pub fn new(pawns: Arc<Pawns>, ends: Ends, value: u64) -> Self {
        Play { pawns, ends, value, division: OnceLock::new() }
    }

    fn division(&self) -> &Division {
        self.division.get_or_init(|| Division::new(Arc::clone(&self.pawns), self.ends))
    }

    fn length(&self) -> u64 {
        self.pawns.count() as u64 - self.value
    }

    fn number(&self, i: &UBig) -> u64 {
        u64::try_from(i).map_or(self.length(), |i| i.min(self.length()))
    }

    fn each_move(&self) -> impl Iterator<Item = Move> + '_ {
        let cells = self.pawns.cells();
        let moves = move |segment: Segment| {
            let cell = move |offset: usize| ((segment.first + offset) % cells) as u32;
            let (right, last) = (segment.right, segment.cells() - 1);
            let rightwards = (0..right).map(move |i| Move { from: cell(i), to: cell(i + 1) });
            rightwards.chain((0..segment.left).map(move |i| Move { from: cell(last - i), to: cell(last - i - 1) }))
        };
        self.division().segments().flat_map(moves)
    }

    fn cells_after(&self, count: u64) -> Vec<Option<Colour>> {
        let mut cells: Vec<_> = self.pawns.iter().collect();
        self.each_move().take(count as usize).for_each(|mv| cells[mv.to as usize] = cells[mv.from as usize].take());
        cells
    }
}

impl Plan for Play {
    fn moves(&self) -> UBig {
        UBig::from(self.length())
    }

    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()> {
        play::write(self.division(), self.number(after), self.number(last), style, out)
    }

    fn steps<'a>(&'a self, after: &UBig, last: &UBig, _: Spelling) -> Box<dyn Iterator<Item = Step> + 'a> {
        let (after, last) = (self.number(after), self.number(last));
        let drawn = self.pawns.cells() <= MOST_DRAWN;
        let mut cells = if drawn { self.cells_after(after) } else { Vec::new() };
        let moves = self.each_move().zip(1u64..).skip(after as usize).take((last - after.min(last)) as usize);
        Box::new(moves.map(move |(mv, number)| {
            let text = format!("{}-{}", u64::from(mv.from) + 1, u64::from(mv.to) + 1);
            if !drawn {
                return Step { text, picture: self.described(number) };
            }
            cells[mv.to as usize] = cells[mv.from as usize].take();
            Step { text, picture: Picture::Drawn(scene_of(&cells, cells.len())) }
        }))
    }

    fn picture(&self, i: &UBig) -> Picture {
        let i = self.number(i);
        if self.pawns.cells() > MOST_DRAWN {
            return self.described(i);
        }
        let cells = self.cells_after(i);
        Picture::Drawn(scene_of(&cells, cells.len()))
    }

    fn evidence_block(&self) -> &'static str {
        "word"
    }

    fn write_evidence(&self, out: &mut dyn Write) -> io::Result<()> {
        let ways = self.pawns.cells() - usize::from(self.ends.of(self.pawns.cells()) == Ends::Open);
        let mut left = ways.div_ceil(4);
        for crossings in self.division().walk() {
            // Two bits a way: 1 to the right, 2 to the left.
            let half = |bits: u32| spread(bits);
            let low = half(crossings.right as u32) | half(crossings.left as u32) << 1;
            let high = half((crossings.right >> 32) as u32) | half((crossings.left >> 32) as u32) << 1;
            let bytes = [low.to_le_bytes(), high.to_le_bytes()].concat();
            out.write_all(&bytes[..left.min(16)])?;
            left -= left.min(16);
        }
        Ok(())
    }

    fn left(&self) -> Option<UBig> {
        Some(UBig::from(self.value))
    }
}

/// Bit i goes to bit 2 i.
fn spread(bits: u32) -> u64 {
    let mut word = u64::from(bits);
    for (shift, mask) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        word = (word | word << shift) & mask;
    }
    word
}

impl Play {
    fn described(&self, i: u64) -> Picture {
        let left = self.pawns.count() as u64 - i;
        Picture::Described(format!("{} cells, {left} pawns left", self.pawns.cells()))
    }
}
