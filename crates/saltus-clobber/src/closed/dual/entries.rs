//! Entries: where potentials come from.

use rustc_hash::FxHashMap;

use super::super::letters::Letter;
use super::super::registers::{NEVER, Register, Registers};

/// Where the potentials of N, R, L, B come from, in four bits each, the lowest first: 0 for plus
/// infinity, or 1 + 2 register + more, for what the register holds at the pawn before, plus `more`.
pub(super) type Sources = u16;

/// The potential of a register at the pawn before, plus `more`, as a source.
#[inline]
fn source(register: Register, more: u16) -> Sources {
    1 + 2 * register as u16 + more
}

/// Where the registers after a letter come from: of the sources with the least potential the first.
#[inline]
fn sources(registers: &Registers, letter: Letter) -> Sources {
    let mut least = [(0, NEVER); 4];
    let mut offer = |from, to, more| {
        let least = &mut least[to as usize];
        if registers.get(from) < least.1 {
            *least = (source(from, more), registers.get(from));
        }
    };
    [Register::N, Register::R, Register::B].into_iter().for_each(|from| offer(from, Register::N, 1));
    letter.crossings(|from, to| offer(from, to, 0));
    let [(n, _), (r, _), (l, _), (b, _)] = least;
    n | r << 4 | l << 8 | b << 12
}

/// The same for all rows.
#[inline]
pub(super) fn all_sources<const ROWS: usize>(rows: &[Registers; ROWS], letter: Letter) -> [Sources; ROWS] {
    let mut found = [0; ROWS];
    for (found, row) in found.iter_mut().zip(rows) {
        *found = sources(row, letter);
    }
    found
}

/// Where the potentials of a first pawn come from, in one register.
pub(super) fn start(register: Register) -> Sources {
    source(register, 0) << (4 * register as u16)
}

/// The entries, numbered as they come. An entry is the sources of all rows, the first row's the
/// lowest.
pub(super) struct Entries {
    rows: usize,
    list: Vec<u64>,
    /// One more than the numbers of entries in which all rows have the same sources; 0 where there
    /// is none.
    alike: Vec<u32>,
    /// The numbers of the others.
    apart: FxHashMap<u64, u32>,
}

impl Entries {
    pub(super) fn new(rows: usize) -> Self {
        Entries { rows, list: Vec::new(), alike: vec![0; 1 << 16], apart: FxHashMap::default() }
    }

    /// The number of an entry.
    #[inline]
    pub(super) fn number<const ROWS: usize>(&mut self, sources: [Sources; ROWS]) -> u32 {
        let next = self.list.len() as u32;
        let entry = || sources.iter().rev().fold(0, |entry, &row| entry << 16 | u64::from(row));
        if sources.iter().any(|&row| row != sources[0]) {
            return *self.apart.entry(entry()).or_insert_with(|| {
                self.list.push(entry());
                next
            });
        }
        let number = &mut self.alike[usize::from(sources[0])];
        if *number == 0 {
            self.list.push(entry());
            *number = next + 1;
        }
        *number - 1
    }

    /// The lines in front of the codes.
    pub(super) fn head(&self, width: usize) -> String {
        let token = |source: u64| match source {
            0 => "+".to_owned(),
            _ => format!("{}{}", ["n", "r", "l", "b"][(source - 1) as usize / 2], (source - 1) % 2),
        };
        let line = |entry: &u64| {
            let tokens: Vec<String> = (0..4 * self.rows).map(|at| token(entry >> (4 * at) & 0xf)).collect();
            tokens.join(" ") + "\n"
        };
        let lines: String = self.list.iter().map(line).collect();
        format!("rows {}\nentries {}\n{lines}codes {width}\n", self.rows, self.list.len())
    }
}
