//! Boards as judges of programs write them: numbers in any layout, perhaps with the size in front of each board, and with the number of boards
//! in front of all.
//!
//! | judge | writes |
//! |---|---|
//! | UVA 10181 | the number of boards, then the four rows of each |
//! | the same, as some pages print it | the number of boards, then for each its size and its cells |
//! | the n-puzzle of hackerrank.com | the size and the cells, a number a line |
//! | POJ 1077, HDU 1043 | the nine cells of a board on a line, `x` for the vacancy |
//!
//! Nothing but the numbers tells which of these a list is. So they are read in each of the ways there are, and the one that gives the most
//! boards counts; of those the one with the fewest faults. The size is that of a square. A number too many or too few is found only where a row is
//! a line.

use std::cmp::Reverse;
use std::ops::Range;

use super::{Labelled, instance};
use crate::rules::{Goal, Instance};
use saltus_core::lists::{Fault, Placed};
use saltus_core::notation::{self, BadInput, Word};

/// A word and the line that it stands in.
struct NumberWord<'a> {
    word: Word<'a>,
    line: usize,
}

/// A board that was found: its rows and columns and its words, or what is wrong.
type FoundBoard = Result<((usize, usize), Range<usize>), Fault>;

/// The boards of all lines, each with its first line, or the line with its fault.
///
/// ```
/// use saltus_tiles::{notation::formats::numbers::boards, rules::Goal};
///
/// let list = ["2", "2", "1 2", "0 3", "2", "3 1", "2 0"]; // two boards of size 2
/// let found = boards(&list, None, &Goal::BlankLast);
/// assert_eq!(found.len(), 2);
/// assert_eq!(found[1].1.as_ref().unwrap().to_string(), "tiles 2x2 3 1 2 0");
/// ```
pub fn boards(lines: &[&str], size: Option<(usize, usize)>, goal: &Goal) -> Vec<Placed<Instance>> {
    let numbers: Vec<NumberWord<'_>> = (0..).zip(lines).flat_map(|(line, text)| numbers(line, text)).collect();
    let Some(last) = numbers.len().checked_sub(1) else { return Vec::new() };
    let readings = match size {
        Some(size) => vec![pieces(&numbers, 0, size), counted(&numbers, pieces(&numbers, 1, size))],
        None => vec![
            sized(&numbers, 0),
            counted(&numbers, sized(&numbers, 1)),
            sized_rows(&numbers, 0),
            counted(&numbers, sized_rows(&numbers, 1)),
            squares(&numbers, 0),
            counted(&numbers, squares(&numbers, 1)),
            whole(&numbers),
            each_line(&numbers),
        ],
    };
    let read = readings.into_iter().map(|cuts| {
        let board = |cut: FoundBoard| -> Placed<Instance> {
            let begin = cut.as_ref().map_or(last, |(_, words)| words.start.min(last));
            match cut.and_then(|(shape, words)| board(&numbers[words], shape, goal)) {
                Ok(board) => (numbers[begin].line, Ok(board)),
                Err((line, bad)) => (line, Err(bad)),
            }
        };
        cuts.into_iter().map(board).collect::<Vec<_>>()
    });
    let good = |boards: &Vec<Placed<Instance>>| {
        let good = boards.iter().filter(|(_, board)| board.is_ok()).count();
        (Reverse(good), boards.len() - good)
    };
    read.filter(|boards| !boards.is_empty()).min_by_key(good).unwrap_or_default()
}

/// The words of a line, set apart by blanks or commas.
fn numbers(line: usize, text: &str) -> impl Iterator<Item = NumberWord<'_>> {
    let place = move |word: &str| text[..word.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1;
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    words.map(move |word| NumberWord { word: Word { text: word, column: place(word) }, line })
}

fn board(numbers: &[NumberWord<'_>], shape: (usize, usize), goal: &Goal) -> Result<Instance, Fault> {
    let labelled = |NumberWord { word, line }: &NumberWord<'_>| {
        let label = if matches!(word.text, "x" | "X") { Ok(0) } else { super::label(word) };
        Ok(Labelled { label: label.map_err(|bad| (*line, bad))?, line: *line, column: word.column })
    };
    let cells = numbers.iter().map(labelled).collect::<Result<Vec<_>, Fault>>()?;
    instance(shape, &cells, goal)
}

impl NumberWord<'_> {
    fn fault(&self, why: impl std::fmt::Display) -> FoundBoard {
        Err((self.line, self.word.fault(why)))
    }

    /// The size that it is.
    fn size(&self) -> Option<usize> {
        let size = notation::number(self.word.text)?;
        usize::try_from(size).ok().filter(|&size| size > 0)
    }
}

/// Each board after its size.
fn sized(numbers: &[NumberWord<'_>], mut at: usize) -> Vec<FoundBoard> {
    let mut cuts = Vec::new();
    while let Some(number) = numbers.get(at) {
        let Some(size) = number.size() else {
            cuts.push(number.fault("is not the size of a board"));
            break;
        };
        let (cells, left) = (size.saturating_mul(size), numbers.len() - at - 1);
        if cells > left {
            cuts.push(
                number.fault(format!("as the size of a board asks for {cells} cells, but only {left} are given")),
            );
            break;
        }
        cuts.push(Ok(((size, size), at + 1..at + 1 + cells)));
        at += 1 + cells;
    }
    cuts
}

/// The numbers that follow in the same line.
fn line(numbers: &[NumberWord<'_>], from: usize) -> Range<usize> {
    let length = numbers[from..].iter().take_while(|number| number.line == numbers[from].line).count();
    from..from + length
}

/// Each board after a line with its size, a row a line: a row with a number too many or too few spoils no other board.
fn sized_rows(numbers: &[NumberWord<'_>], mut at: usize) -> Vec<FoundBoard> {
    let mut cuts = Vec::new();
    while let Some(number) = numbers.get(at) {
        let Some(size) = number.size().filter(|_| line(numbers, at).len() == 1) else {
            cuts.push(number.fault("is not the size of a board on a line of its own"));
            break;
        };
        at += 1;
        let (begin, mut fault) = (at, None);
        for row in 1..=size {
            if at == numbers.len() {
                let why = format!("as the size of a board asks for as many rows, but only {} follow", row - 1);
                fault = fault.or(Some(number.fault(why)));
                break;
            }
            let words = line(numbers, at);
            if words.len() != size {
                let why = format!("begins a row of {}, but the size of the board is {size}", words.len());
                fault = fault.or(Some(numbers[at].fault(why)));
            }
            at = words.end;
        }
        cuts.push(fault.unwrap_or(Ok(((size, size), begin..at))));
    }
    cuts
}

/// As many boards as the first number says.
fn counted(numbers: &[NumberWord<'_>], mut cuts: Vec<FoundBoard>) -> Vec<FoundBoard> {
    let first = &numbers[0];
    match first.size() {
        Some(count) if count == cuts.len() => {}
        Some(_) => {
            cuts.push(first.fault(format!("is not the number of boards: there are {}", cuts.len())));
        }
        None => cuts.push(first.fault("is not the number of boards")),
    }
    cuts
}

/// All numbers are one square.
fn whole(numbers: &[NumberWord<'_>]) -> Vec<FoundBoard> {
    let side = numbers.len().isqrt();
    if side * side == numbers.len() { vec![Ok(((side, side), 0..numbers.len()))] } else { Vec::new() }
}

/// Each line is a square.
fn each_line(numbers: &[NumberWord<'_>]) -> Vec<FoundBoard> {
    let (mut cuts, mut at) = (Vec::new(), 0);
    for line in numbers.chunk_by(|a, b| a.line == b.line) {
        let side = line.len().isqrt();
        cuts.push(if side * side == line.len() {
            Ok(((side, side), at..at + line.len()))
        } else {
            let why = format!("the size is not named, and {} cells fill no square", line.len());
            Err((line[0].line, BadInput::line(why)))
        });
        at += line.len();
    }
    cuts
}

/// Squares of the first row, each row a line.
fn squares(numbers: &[NumberWord<'_>], at: usize) -> Vec<FoundBoard> {
    let side = line(numbers, at.min(numbers.len())).len();
    if side < 2 { Vec::new() } else { pieces(numbers, at, (side, side)) }
}

/// Boards of one size, one after another.
fn pieces(numbers: &[NumberWord<'_>], mut at: usize, (height, width): (usize, usize)) -> Vec<FoundBoard> {
    let cells = height.saturating_mul(width).max(1);
    let mut cuts = Vec::new();
    for piece in numbers[at.min(numbers.len())..].chunks(cells) {
        cuts.push(if piece.len() == cells {
            Ok(((height, width), at..at + cells))
        } else {
            piece[0].fault(format!(
                "begins a board of {height}x{width}, which has {cells} cells, but {} are given",
                piece.len()
            ))
        });
        at += piece.len();
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each board by its notation or its fault.
    fn told(text: &str, size: Option<(usize, usize)>) -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        let told = |(line, board): Placed<Instance>| match board {
            Ok(board) => board.to_string(),
            Err(bad) => format!("{}: {bad}", line + 1),
        };
        boards(&lines, size, &Goal::BlankLast).into_iter().map(told).collect()
    }

    /// The examples of the judges' own pages, and other layouts of the same numbers.
    #[test]
    fn judges() {
        let uva = "2\n4\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n4\n13 1 2 4\n5 0 3 7\n9 6 10 12\n15 8 11 14\n";
        let boards =
            ["tiles 4x4 2 3 4 0 1 5 7 8 9 6 10 12 13 14 11 15", "tiles 4x4 13 1 2 4 5 0 3 7 9 6 10 12 15 8 11 14"];
        assert_eq!(told(uva, None), boards);
        let line = uva.replace('\n', " ");
        assert_eq!(told(&line, None), boards);
        assert_eq!(told(&uva.replace(' ', "\n\n"), None), boards);
        assert_eq!(told(&line[2..], None), boards); // no count
        let without_sizes = uva.replace("\n4\n", "\n");
        assert_eq!(told(&without_sizes, None), boards);
        assert_eq!(told(&without_sizes, Some((4, 4))), boards);
        assert_eq!(told(&without_sizes[2..], None), boards);
        let hackerrank = "3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n";
        assert_eq!(told(hackerrank, None), ["tiles 3x3 0 3 8 4 1 7 2 6 5"]);
        let poj = " 2  3  4  1  5  x  7  6  8 \n";
        assert_eq!(told(poj, None), ["tiles 3x3 2 3 4 1 5 0 7 6 8"]);
        assert_eq!(told(&poj.repeat(3), None), ["tiles 3x3 2 3 4 1 5 0 7 6 8"; 3]);
        assert_eq!(told(" 2  3  4\n 1  5  x\n 7  6  8 \n", None), ["tiles 3x3 2 3 4 1 5 0 7 6 8"]);
        assert_eq!(told("1 2 3 4\n5 0 1 2\n3 0 4 5", Some((2, 3))), ["tiles 2x3 1 2 3 4 5 0", "tiles 2x3 1 2 3 0 4 5"]);
        assert!(told("\n \n", None).is_empty());
    }

    #[test]
    fn a_bad_board_spoils_no_other() {
        let list = "3\n2\n1 2\n3 3\n2\n1 2\n? 0\n2\n1 2\n3 0\n";
        assert_eq!(
            told(list, None),
            [
                "4: column 3: 3 stands twice, and the vacancy 0 is missing",
                "7: column 1: \"?\" is not a whole number (digits 0-9, no sign, no leading zero)",
                "tiles 2x2 1 2 3 0"
            ]
        );
        // Where a row is a line also a number too few.
        assert_eq!(
            told("2\n3\n1 2 3\n4 5\n7 8 0\n2\n1 2\n0 3\n", None),
            ["4: column 1: \"4\" begins a row of 2, but the size of the board is 3", "tiles 2x2 1 2 0 3"]
        );
        assert_eq!(
            told("1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 8\n1 2 3 4 5 6 8 7 x\n", None)[1..],
            ["2: the size is not named, and 8 cells fill no square", "tiles 3x3 1 2 3 4 5 6 8 7 0"]
        );
        assert_eq!(
            told("3\n1 2 3 4 5 6 7 8\n", None),
            ["1: column 1: \"3\" as the size of a board asks for 9 cells, but only 8 are given"]
        );
        assert_eq!(
            told("2 2 1 2 3 0", None),
            ["tiles 2x2 1 2 3 0", "1: column 1: \"2\" is not the number of boards: there are 1"]
        );
        assert_eq!(
            told("1 2 3 0 1 2", Some((2, 2)))[1..],
            ["1: column 9: \"1\" begins a board of 2x2, which has 4 cells, but 2 are given"]
        );
        assert_eq!(told("99999999999999999999 1", None).len(), 1);
        assert_eq!(told("x", None).len(), 1);
    }

    /// Whatever numbers there are, each is read or refused.
    #[test]
    fn changed_lists_do_no_harm() {
        let mut random = saltus_core::random::Random::new(7);
        let list = "2\n3\n1 2 3\n4 5 6\n7 8 0\n2\n1 2\n3 0\n";
        let signs: Vec<char> = "0123x?, \n\u{e9}".chars().collect();
        let mut read = 0;
        for _ in 0..2_000 {
            let mut text: Vec<char> = list.chars().collect();
            for _ in 0..=random.below(3) {
                let at = random.below(text.len());
                text[at] = signs[random.below(signs.len())];
            }
            let found = told(&text.into_iter().collect::<String>(), None);
            assert!(!found.is_empty());
            read += found.iter().filter(|told| told.starts_with("tiles ")).count();
        }
        assert!(read > 1_000, "{read}");
    }
}
