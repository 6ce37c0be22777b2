//! The block `dual`: made of plain registers it proves the value, on every line and cycle, and
//! nothing more.

use super::words::{packed, word_of};
use super::{Board, Pawns, Truth, Turns, count};
use crate::support::is_verified;

/// A register that no play is in, and more.
const NOWHERE: i64 = 1000;

/// N, R, L, B: the fewest boundaries before a pawn whose segment has read nothing, `a s*`, what
/// lacks an `a`, or all.
pub(super) type Registers = [i64; 4];

/// The pawns in the order of a block `dual`, a first one again at the end of a full cycle, and
/// whether it is one.
fn in_order(board: &Board, pawns: &[u8]) -> (Pawns, bool) {
    if board.name == "cycle" && board.cells > 2 {
        return match pawns.iter().position(|&pawn| pawn == 0) {
            Some(gap) => ([&pawns[gap..], &pawns[..gap]].concat(), false),
            None => ([pawns, &pawns[..1]].concat(), true),
        };
    }
    (pawns.to_vec(), false)
}

fn step(registers: Registers, same: bool, gap: bool) -> Registers {
    let [n, r, l, b] = registers;
    let boundary = 1 + n.min(r).min(b);
    if gap {
        [boundary, NOWHERE, NOWHERE, NOWHERE]
    } else if same {
        [boundary, r, n.min(l), NOWHERE]
    } else {
        [boundary, n, r, n.min(l)]
    }
}

/// The registers at every pawn of a row of cells.
fn registers(row: &[u8], first: Registers) -> Vec<Registers> {
    let mut all = Vec::new();
    let mut last: Option<(usize, Registers)> = None;
    for (cell, &pawn) in row.iter().enumerate().filter(|&(_, &pawn)| pawn > 0) {
        let now = last.map_or(first, |(before, registers)| step(registers, row[before] == pawn, cell > before + 1));
        all.push(now);
        last = Some((cell, now));
    }
    all
}

/// Where each potential of a pawn comes from.
pub(super) type Sources = [&'static str; 4];

/// All there are.
pub(super) const SOURCES: [&str; 9] = ["+", "n0", "n1", "r0", "r1", "l0", "l1", "b0", "b1"];

/// The first source that gives a register's number, if any play can be in it.
fn source(before: Registers, number: i64) -> &'static str {
    let gives = |name: &&str| {
        let (register, more) = name.split_at(1);
        let register = "nrlb".find(register).expect("a register");
        before[register] + more.parse::<i64>().expect("0 or 1") == number
    };
    if number >= NOWHERE { "+" } else { SOURCES[1..].iter().find(|name| gives(name)).expect("a source") }
}

/// A block, before it is written: an entry for each pawn.
#[derive(Clone)]
pub(super) struct Dual {
    pub(super) rows: usize,
    pub(super) entries: Vec<Vec<Sources>>,
    pub(super) codes: Vec<u8>,
}

impl Dual {
    /// The potentials are the registers.
    pub(super) fn of(board: &Board, pawns: &[u8]) -> Self {
        let (row, closed) = in_order(board, pawns);
        let start = |register: usize| std::array::from_fn(|other| if other == register { 0 } else { NOWHERE });
        let rows = if closed { 4 } else { 1 };
        let all: Vec<_> = (0..rows).map(|register| registers(&row, start(register))).collect();
        let mut dual = Self { rows, entries: Vec::new(), codes: Vec::new() };
        for pawn in 0..count(&row) {
            let sources = |row: &Vec<Registers>| {
                let before = if pawn == 0 { [0; 4] } else { row[pawn - 1] };
                row[pawn].map(|number| source(before, number))
            };
            let entry: Vec<Sources> = all.iter().map(sources).collect();
            let known = dual.entries.iter().position(|other| *other == entry);
            dual.codes.push(known.unwrap_or(dual.entries.len()) as u8);
            if known.is_none() {
                dual.entries.push(entry);
            }
        }
        dual
    }

    pub(super) fn payload(&self) -> Vec<u8> {
        let entries: Vec<String> = self.entries.iter().map(|rows| rows.concat().join(" ")).collect();
        let text = format!("rows {}\nentries {}\n{}\ncodes 1\n", self.rows, entries.len(), entries.join("\n"));
        [text.as_bytes(), &self.codes].concat()
    }
}

/// The payload that proves most: nothing on a full cycle of one colour.
pub(super) fn payload(board: &Board, pawns: &[u8]) -> Vec<u8> {
    let one_colour = board.name == "cycle" && board.cells > 2 && pawns[0] > 0 && pawns.iter().all(|&p| p == pawns[0]);
    if one_colour {
        Vec::new()
    } else if count(pawns) == 0 {
        b"rows 1\nentries 0\ncodes 1\n".to_vec()
    } else {
        Dual::of(board, pawns).payload()
    }
}

#[test]
fn registers_prove_the_value_and_no_more() {
    for board in (1..=7).flat_map(|cells| [Board::line(cells), Board::cycle(cells)]) {
        let mut truth = Truth::new(&board, false);
        for pawns in board.all_pawns() {
            let value = truth.fewest(&pawns, 0);
            let dual = payload(&board, &pawns);
            let accepts = |lower: usize| {
                let claim = format!("value-at-least {lower}");
                is_verified(&board.file((&pawns, Turns::Free), &claim, "dual", &[("dual", &dual)]))
            };
            let proved = (0..=count(&pawns) + 1).filter(|&lower| accepts(lower));
            assert!(proved.eq(0..=value), "{}", board.text(&pawns, Turns::Free));
        }
    }
}

#[test]
fn word_and_dual_prove_the_value() {
    for board in (1..=6).flat_map(|cells| [Board::line(cells), Board::cycle(cells)]) {
        let mut truth = Truth::new(&board, false);
        for pawns in board.all_pawns() {
            let word = packed(&word_of(&board, &truth.best_play(&pawns, 0)));
            let dual = payload(&board, &pawns);
            let value = truth.fewest(&pawns, 0);
            for claimed in value.saturating_sub(1)..=value + 1 {
                let blocks: &[(&str, &[u8])] = &[("word", &word), ("dual", &dual)];
                let file = board.file((&pawns, Turns::Free), &format!("value {claimed}"), "dual", blocks);
                assert_eq!(is_verified(&file), claimed == value, "{}", board.text(&pawns, Turns::Free));
            }
        }
    }
}

/// What is left by every play is left by those with turns.
#[test]
fn a_dual_bounds_plays_with_turns_too() {
    let board = Board::line(5);
    let mut truth = Truth::new(&board, true);
    for pawns in board.all_pawns() {
        let lower = Truth::new(&board, false).fewest(&pawns, 0);
        let file = board.file(
            (&pawns, Turns::Alternate(1)),
            &format!("value-at-least {lower}"),
            "dual",
            &[("dual", &payload(&board, &pawns))],
        );
        assert!(is_verified(&file) && truth.fewest(&pawns, 1) >= lower);
    }
}
