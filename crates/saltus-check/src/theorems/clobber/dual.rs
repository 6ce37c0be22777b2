//! The evidence `dual`: potentials of the registers in which a play can be, pawn by pawn, along a
//! line or round a cycle.
//!
//! Uncrossed separations divide the pawns into segments, each of which a play reduces to one pawn.
//! A small automaton reads the divisions that rules allow, and counts boundaries; a potential that
//! rises by no more than is counted is no more than the count. So one pass over inequalities bounds
//! all plays. docs/certificates.md has the proof.

use crate::certificate::Claim;
use crate::certificate::Reader;
use crate::families::clobber::configuration::{Clobber, NONE};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse};
use crate::text::small;

/// A lower bound on the boundaries before a pawn, or [`FREE`].
type Potential = i64;

/// What is said of a register that no play is in: more than any number.
const FREE: Potential = i64::MAX;

/// The potentials of the registers N, R, L, B. They tell the difference word of the segment up to a
/// pawn: empty; `a s*`; what lacks one more a, `s s*` or `a s* a s*`; and that with its a, so that
/// the segment ends here.
type Row = [Potential; 4];

/// What the next pawn is to one.
#[derive(Clone, Copy)]
enum Letter {
    /// Of the same colour, and next to it.
    Same,
    /// Of the other colour, and next to it.
    Other,
    /// After empty cells.
    Gap,
}

/// What errors call the registers.
const REGISTERS: [&str; 4] = ["N", "R", "L", "B"];

/// Where a potential comes from: that of a register at the pawn before, and what is added; none: it
/// is [`FREE`].
type Source = Option<(usize, i64)>;

/// The most entries that codes of two bytes tell apart.
const ENTRIES: u64 = 1 << 16;

/// Checks that the block proves the claimed bound.
pub(crate) fn verify(clobber: &Clobber, claim: &Claim, payload: &[u8], limits: &Limits) -> Checked<()> {
    let (shape, cells) = (&clobber.shape, clobber.start.as_slice());
    ensure(shape.is_line() || shape.is_cycle(), "a dual is about a line or a cycle").at("line 4")?;
    let one_colour = cells.iter().all(|&cell| cell == cells[0]);
    let gap = cells.iter().position(|&cell| cell == NONE);
    let bound = match gap {
        _ if shape.is_line() => Dual::read(payload, 1, limits)?.line(cells.iter())?,
        // A cycle with an empty cell is a line that begins after it.
        Some(gap) => Dual::read(payload, 1, limits)?.line(cells[gap + 1..].iter().chain(&cells[..gap]))?,
        None if one_colour => {
            ensure(payload.is_empty(), "on a cycle of one colour no pawn can move: the block is empty").at("dual")?;
            cells.len() as i64
        }
        None => Dual::read(payload, 4, limits)?.cycle(cells)?,
    };
    claim.verify_reached(&bound.into(), "the dual").at("dual")
}

struct Dual<'a> {
    /// Rows an entry.
    rows: usize,
    /// The rows of all entries.
    sources: Vec<[Source; 4]>,
    /// Bytes a code.
    width: usize,
    /// By pawn, its entry.
    codes: &'a [u8],
}

impl<'a> Dual<'a> {
    fn read(payload: &'a [u8], rows: usize, limits: &Limits) -> Checked<Self> {
        let reader = &mut Reader { bytes: payload, at: 0 };
        let entries = Self::read_head(reader, rows).at("dual")?;
        let sources = limits.vector(entries as usize * rows, "the dual")?;
        let width = if entries <= 256 { 1 } else { 2 };
        let mut dual = Self { rows, sources, width, codes: &[] };
        for entry in 1..=entries {
            reader.line().and_then(|line| dual.read_entry(line)).at(format_args!("dual, entry {entry}"))?;
        }
        let found = reader.field("codes ").at("dual")?;
        let why = format_args!("codes of {entries} entries have {width} bytes, not {}", quote(found));
        ensure(found == width.to_string(), why).at("dual")?;
        dual.codes = &payload[reader.at..];
        Ok(dual)
    }

    /// How many entries follow.
    fn read_head(reader: &mut Reader<'_>, rows: usize) -> Checked<u64> {
        let found = reader.field("rows ")?;
        ensure(found == rows.to_string(), format_args!("{rows} rows expected, found {}", quote(found)))?;
        let entries = reader.field("entries ").and_then(small)?;
        ensure(entries <= ENTRIES, "more than 65536 entries")?;
        Ok(entries)
    }

    fn read_entry(&mut self, line: &str) -> Checked<()> {
        let mut words = line.split(' ');
        for _ in 0..self.rows {
            let mut row = [None; 4];
            for source in &mut row {
                *source = read_source(words.next().or_refuse("a source is missing")?)?;
            }
            self.sources.push(row);
        }
        ensure(words.next().is_none(), "too many sources")
    }

    /// The pawns that are left on a line at least.
    fn line<'b>(&self, cells: impl Iterator<Item = &'b u8>) -> Checked<Potential> {
        match self.walk(cells)? {
            None => Ok(0),
            Some((first, last)) => {
                ensure(first[0][0] <= 0, "the potential of N is above 0").at("dual, pawn 1")?;
                boundary(&last[0])
            }
        }
    }

    /// The same for a cycle. Row r is about the plays in which the first pawn is in register r.
    /// They are in it again a round later, and have as many boundaries as segments then.
    fn cycle(&self, cells: &[u8]) -> Checked<Potential> {
        let round = cells.iter().chain(&cells[..1]);
        let (first, last) = self.walk(round)?.or_refuse("a cycle without pawns")?;
        for register in 0..4 {
            let name = REGISTERS[register];
            let zero = first[register][register] <= 0;
            ensure(zero, format_args!("the potential of {name} in its own row is above 0")).at("dual, pawn 1")?;
        }
        Ok((0..4).map(|register| last[register][register]).min().unwrap_or(0))
    }

    /// Checks the inequalities between each pawn and the next, and gives the potentials of the
    /// first one and of the last.
    fn walk<'b>(&self, cells: impl Iterator<Item = &'b u8>) -> Checked<Option<(Vec<Row>, Vec<Row>)>> {
        let mut codes = self.codes.chunks(self.width);
        let mut first = None;
        // Before the first pawn everything counts as 0.
        let mut rows = vec![[0; 4]; self.rows];
        for (pawn, letter) in (1u64..).zip(letters(cells)) {
            let mut step = || {
                let entry = self.entry(codes.next())?;
                for (row, sources) in rows.iter_mut().zip(entry) {
                    let next = from_sources(row, sources)?;
                    if first.is_some() {
                        verify_step(row, letter, &next)?;
                    }
                    *row = next;
                }
                first.get_or_insert_with(|| rows.clone());
                Ok(())
            };
            step().at(format_args!("dual, pawn {pawn}"))?;
        }
        ensure(codes.next().is_none(), "there are more codes than pawns").at("dual")?;
        Ok(first.map(|first| (first, rows)))
    }

    /// The rows that a code stands for.
    fn entry(&self, code: Option<&[u8]>) -> Checked<&[[Source; 4]]> {
        let index = match code {
            Some(&[low]) if self.width == 1 => usize::from(low),
            Some(&[low, high]) => usize::from(u16::from_le_bytes([low, high])),
            _ => return refuse("there is no code"),
        };
        let entry = self.sources.chunks_exact(self.rows).nth(index);
        entry.or_refuse(format_args!("there is no entry {}", index + 1))
    }
}

/// A source: `+`, or a register and what is added.
fn read_source(word: &str) -> Checked<Source> {
    let (register, more) = match word.as_bytes() {
        b"+" => return Ok(None),
        &[register, more] => (b"nrlb".iter().position(|&name| name == register), b"01".iter().position(|&m| m == more)),
        _ => (None, None),
    };
    let source = register.zip(more).map(|(register, more)| (register, more as i64));
    source.map(Some).or_refuse(format_args!("{} is no source of a potential", quote(word)))
}

/// The potentials that come from those of the pawn before.
fn from_sources(before: &Row, sources: &[Source; 4]) -> Checked<Row> {
    let mut row = [FREE; 4];
    for (potential, source) in row.iter_mut().zip(sources) {
        if let &Some((register, more)) = source {
            *potential = plus(before[register], more)?;
        }
    }
    Ok(row)
}

/// For each pawn in turn, what it is to the one before; the first one counts as after a gap.
fn letters<'a>(cells: impl Iterator<Item = &'a u8>) -> impl Iterator<Item = Letter> {
    let mut last = NONE;
    cells.filter_map(move |&cell| {
        let before = std::mem::replace(&mut last, cell);
        (cell != NONE).then_some(match before {
            NONE => Letter::Gap,
            _ if before == cell => Letter::Same,
            _ => Letter::Other,
        })
    })
}

/// Checks one row between a pawn and the next.
fn verify_step(before: &Row, letter: Letter, row: &Row) -> Checked<()> {
    let [n, r, l, _] = *before;
    let most = match letter {
        Letter::Same => [boundary(before)?, r, n.min(l), FREE],
        Letter::Other => [boundary(before)?, n, r, n.min(l)],
        Letter::Gap => [boundary(before)?, FREE, FREE, FREE],
    };
    for ((name, &potential), most) in REGISTERS.iter().zip(row).zip(most) {
        ensure(potential <= most, format_args!("{name} is higher than the pawn before allows"))?;
    }
    Ok(())
}

/// The potential of a first pawn of a segment after a pawn with these: a segment may end in N, R
/// and B.
fn boundary(&[n, r, _, b]: &Row) -> Checked<Potential> {
    plus(n.min(r).min(b), 1)
}

fn plus(potential: Potential, more: i64) -> Checked<Potential> {
    match potential {
        FREE => Ok(FREE),
        _ => potential.checked_add(more).or_refuse("a potential beyond 64 bits"),
    }
}
