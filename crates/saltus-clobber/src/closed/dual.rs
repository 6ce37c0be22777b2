//! The certificate of a lower bound for a line or a cycle: potentials, one for each pawn and
//! register.
//!
//! **What it shows.** Let potentials N, R, L, B at each pawn obey, from one pawn to the next ('
//! marks the next one's):
//!
//! ```text
//! s:    N' <= 1 + min(N, R, B)    R' <= R    L' <= min(N, L)
//! a:    N' <= 1 + min(N, R, B)    R' <= N    L' <= R            B' <= min(N, L)
//! gap:  N' <= 1 + min(N, R, B)
//! ```
//!
//! and let N <= 0 at the first pawn of a line. Each inequality is one way for a division to go on,
//! and what it may cost. Added up along any division they give: its cost so far is at least the
//! potential of the register it is in. So the value of the line is at least 1 + min(N, R, B) at the
//! last pawn. Registers that cannot be reached are not bounded: their potential may be plus
//! infinity. On a cycle that is done once for each register in which the seam may be passed, from 0
//! in it alone, around to the first pawn once more; the value is at least the least of what the
//! four find in the register they started with.
//!
//! **How it is written.** The registers themselves are such potentials, and the greatest. They are
//! not close together: in the first run of b^k w b^k both N, which counts the pawns, and L, which
//! is 0, lie on best divisions, so that every valid certificate has the differences 1, 2, .., k - 1
//! there. But each potential is another one's of the pawn before, or one more: the one that attains
//! the minimum. So an *entry* says for each register where its potential comes from (`n1` is N's of
//! the pawn before, plus 1; `+` is plus infinity), and each pawn has the number of an entry. In a
//! line there are at most 28 different entries, whatever its length. On a cycle an entry is for
//! four rows together, which soon go the same ways: a few dozen, one byte a pawn, on all that was
//! tried.
//!
//! The payload of the block `dual`:
//!
//! ```text
//! rows Q          1 for a line, 4 for a cycle (started with N, R, L, B)
//! entries E
//! n0 + + +        E lines: for each row where N, R, L, B come from, with blanks between
//! ...
//! codes W         bytes a code, as few as number the entries: 1 or 2
//! ```
//!
//! and after that line the codes, the low byte first: the pawns' of a line; on a cycle those of the
//! pawns and once more of the first. Before the first pawn all potentials count as 0. A cycle with
//! an empty cell is a line that begins after the first such cell. On a cycle of one colour no pawn
//! moves; nothing is to be shown, and the payload is empty.

mod entries;

use super::bytes::ByteMachine;
use super::letters::{Form, Letter, Runs, cut, of_one_colour};
use super::registers::{NEVER, Register, Registers};
use crate::rules::Pawns;
use entries::{Entries, all_sources, start};

/// The most bytes a code.
const WIDEST: usize = 2;

/// Codes in the making, for rows that go side by side.
struct Codes<const ROWS: usize> {
    /// Bytes a code.
    width: usize,
    /// Whether all codes have room in as many.
    fit: bool,
    bytes: Vec<u8>,
    entries: Entries,
    /// The registers; where letters are taken word by word only their differences are known.
    rows: [Registers; ROWS],
}

impl<const ROWS: usize> Codes<ROWS> {
    /// At the first pawn, in a register for each row.
    fn new(starts: [Register; ROWS], width: usize, pawns: usize) -> Self {
        let mut codes = Codes {
            width,
            fit: true,
            bytes: Vec::with_capacity(width * (pawns + 1) + (1 << 12)),
            entries: Entries::new(ROWS),
            rows: starts.map(Registers::only),
        };
        let code = codes.entries.number(starts.map(start));
        codes.push(code, 1);
        codes
    }

    fn push(&mut self, code: u32, times: usize) {
        let code = code.to_le_bytes();
        let (written, rest) = code.split_at(self.width);
        self.fit &= rest.iter().all(|&byte| byte == 0);
        if let &[byte] = written {
            self.bytes.resize(self.bytes.len() + times, byte);
        } else {
            (0..times).for_each(|_| self.bytes.extend_from_slice(written));
        }
    }

    /// Goes through a run of letters.
    fn run(&mut self, letter: Letter, times: u64) {
        let mut left = times;
        while left > 0 {
            let code = self.entries.number(all_sources(&self.rows, letter));
            let alike = self.rows.iter().map(|row| alike(row, letter)).min().expect("a row").clamp(1, left);
            self.push(code, alike as usize);
            for row in &mut self.rows {
                *row = row.run(letter, alike);
            }
            left -= alike;
        }
    }

    fn payload(mut self) -> Option<Vec<u8>> {
        // The head goes in front of the codes, where they are.
        let (head, length) = (self.entries.head(self.width), self.bytes.len());
        self.bytes.resize(length + head.len(), 0);
        self.bytes.copy_within(..length, head.len());
        self.bytes[..head.len()].copy_from_slice(head.as_bytes());
        Some(self.bytes).filter(|_| self.fit)
    }
}

/// How often a letter may come with the same sources; 0 where that is not known.
///
/// In a run of `s` after its first letter B is never. Where N is 1 + R it stays so, and L too comes
/// from where it came before; where N is not above R and L is below N, they keep their sources
/// until N is above R. What cannot be reached stays so.
fn alike(registers: &Registers, letter: Letter) -> u64 {
    let Registers([n, r, l, b]) = *registers;
    match letter {
        Letter::Same if b < NEVER => 0,
        Letter::Same if n == r + 1 || n.min(r) == NEVER => NEVER,
        Letter::Same if l < n && n <= r => r - n + 1,
        _ => 0,
    }
}

/// Goes through a word of letters, if the byte machine does: gives the codes of one byte each, and
/// leaves registers that are as far apart as those after the word.
#[inline]
fn word<const ROWS: usize>(
    machine: &mut ByteMachine<ROWS, u64>,
    rows: &mut [Registers; ROWS],
    changes: u64,
    entries: &mut Entries,
) -> Option<[u64; 8]> {
    let (mut class, _) = machine.class(*rows)?;
    let mut codes = [0; 8];
    for (codes, byte) in codes.iter_mut().zip(changes.to_le_bytes()) {
        let before = class;
        (class, _) = machine.step(class, byte, |rows, byte| byte_codes(rows, byte, entries))?;
        *codes = machine.notes()(before.number(), byte);
    }
    *rows = machine.vector(class);
    Some(codes)
}

/// The registers after a byte of letters, and the codes there.
fn byte_codes<const ROWS: usize>(
    mut rows: [Registers; ROWS],
    byte: u8,
    entries: &mut Entries,
) -> Option<([Registers; ROWS], u64)> {
    let mut codes = [0; 8];
    for (bit, code) in codes.iter_mut().enumerate() {
        let letter = Letter::of(u64::from(byte) >> bit);
        *code = u8::try_from(entries.number(all_sources(&rows, letter))).ok()?;
        for row in &mut rows {
            *row = row.step(letter);
        }
    }
    Some((rows, u64::from_le_bytes(codes)))
}

/// The payload with a number of bytes per code, for rows that start in these registers and pass through these
/// letters; none where there are too many entries for that.
fn payload<const ROWS: usize>(
    starts: [Register; ROWS],
    mut runs: Runs<'_>,
    width: usize,
    pawns: &Pawns,
) -> Option<Vec<u8>> {
    let mut codes = Codes::new(starts, width, pawns.count());
    let mut machine = ByteMachine::default();
    while codes.fit {
        if let Some(words) = runs.words() {
            for changes in words.map(|word| pawns.changes(word)) {
                let at_once =
                    if width == 1 { word(&mut machine, &mut codes.rows, changes, &mut codes.entries) } else { None };
                match at_once {
                    Some(words) => {
                        words.into_iter().for_each(|word| codes.bytes.extend_from_slice(&word.to_le_bytes()));
                    }
                    None if changes == 0 => codes.run(Letter::Same, 64),
                    None => (0..64).for_each(|bit| codes.run(Letter::of(changes >> bit), 1)),
                }
            }
        } else if let Some((letter, times)) = runs.next() {
            codes.run(letter, times);
        } else {
            break;
        }
    }
    codes.payload()
}

/// The payload of the block `dual`, which shows that no play leaves fewer pawns than the value.
///
/// None where there are more entries than two bytes number. On a line that cannot be, and of cycles
/// none is known.
///
/// ```
/// use saltus_clobber::closed::{dual, letters::Form};
///
/// let block = dual::block(&"bbw".parse().unwrap(), Form::Line).unwrap();
/// assert_eq!(block, b"rows 1\nentries 3\nn0 + + +\nn1 + n0 +\nn1 n0 + l0\ncodes 1\n\0\x01\x02");
/// ```
pub fn block(pawns: &Pawns, form: Form) -> Option<Vec<u8>> {
    let of_width = |width| match cut(pawns, form) {
        Some(_) if pawns.count() == 0 => Some(Entries::new(1).head(1).into_bytes()),
        Some(runs) => payload([Register::N], runs, width, pawns),
        None if of_one_colour(pawns) => Some(Vec::new()),
        None => payload(Register::ALL, Runs::new(pawns, 0, pawns.cells()), width, pawns),
    };
    (1..=WIDEST).find_map(of_width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{all, drawn, of_lengths, various};

    /// The rows on which registers are far apart, or go far different ways, and what comes most
    /// often.
    fn hard() -> impl Iterator<Item = Pawns> {
        let falling: Vec<usize> = (1..120).rev().flat_map(|length| [length, 1]).collect();
        let lengths = [
            vec![3000],
            vec![3000, 1, 3000],
            vec![3000, 1, 3000, 1, 3000],
            vec![1; 5000],
            [1, 2].repeat(2000),
            vec![2; 3000],
            [1, 1, 2].repeat(1500),
            falling.iter().rev().copied().collect(),
            falling,
        ];
        let random = (0..40).map(|seed| drawn(4000, 2 + seed % 5, 0, seed as u64));
        lengths.into_iter().map(|lengths| of_lengths(&lengths)).chain(random).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn one_byte_a_pawn() {
        for pawns in hard() {
            for (form, most) in [(Form::Line, 28), (Form::Cycle, 256)] {
                let payload = block(&pawns, form).expect("few entries");
                if payload.is_empty() {
                    continue;
                }
                let text = String::from_utf8_lossy(&payload);
                let entries = text.lines().nth(1).and_then(|line| line.strip_prefix("entries ")?.parse::<usize>().ok());
                assert!(entries.expect("a number") <= most, "{entries:?}: {form:?} {pawns}");
                assert!(text.contains("\ncodes 1\n"), "{form:?} {pawns}");
            }
        }
    }

    /// Letter by letter.
    fn slowly<const ROWS: usize>(starts: [Register; ROWS], pawns: &Pawns, runs: Runs<'_>) -> Option<Vec<u8>> {
        let mut codes = Codes::new(starts, 1, pawns.count());
        for letter in runs.flat_map(|(letter, times)| std::iter::repeat_n(letter, times as usize)) {
            let code = codes.entries.number(all_sources(&codes.rows, letter));
            codes.push(code, 1);
            codes.rows = codes.rows.map(|row| row.step(letter));
        }
        codes.payload()
    }

    /// What that shows, the checker finds out (`saltus/tests/it/clobber_certificates.rs`).
    #[test]
    fn words_and_runs_give_what_letters_give() {
        let long = [(2, 0), (3, 9), (100, 0), (9_000, 0)].map(|(run, gaps)| drawn(20_000, run, gaps, run as u64));
        for pawns in (0..=9).flat_map(all).chain(various()).chain(hard()).chain(long) {
            for form in [Form::Line, Form::Cycle] {
                match cut(&pawns, form) {
                    Some(_) if pawns.count() == 0 => {}
                    Some(runs) => assert_eq!(block(&pawns, form), slowly([Register::N], &pawns, runs), "{pawns}"),
                    None if of_one_colour(&pawns) => {}
                    None => {
                        let around = Runs::new(&pawns, 0, pawns.cells());
                        assert_eq!(block(&pawns, form), slowly(Register::ALL, &pawns, around), "{pawns}");
                    }
                }
            }
        }
    }

    /// With other widths the payload says the same.
    #[test]
    fn wider_codes() {
        let pawns = drawn(300, 3, 0, 1);
        let parts = [1, 2].map(|width| {
            let runs = cut(&pawns, Form::Line).expect("a line");
            let mut payload = payload([Register::N], runs, width, &pawns).expect("few entries");
            let codes = payload.split_off(payload.len() - 300 * width);
            (payload, codes.chunks(width).map(|code| u64::from(code[0])).collect::<Vec<_>>())
        });
        let [(one, codes), (two, wide)] = parts;
        assert_eq!(
            (String::from_utf8_lossy(&one).replace("codes 1", "codes 2"), codes),
            (String::from_utf8_lossy(&two).into(), wide)
        );
    }

    /// What has no room in a code is never cut off.
    #[test]
    fn codes_that_do_not_fit() {
        for (width, last) in [(1, 255), (2, 65_535)] {
            let with = |code| {
                let mut codes = Codes::new([Register::N], width, 1);
                codes.push(code, 1);
                codes.payload()
            };
            assert!(with(last).is_some());
            assert_eq!(with(last + 1), None);
        }
    }
}
