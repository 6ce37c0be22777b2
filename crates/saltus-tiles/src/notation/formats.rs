//! Lists of boards as papers and other programs write them.
//!
//! | form | a board is |
//! |---|---|
//! | [`Form::Korf`] | a line `ID T1 .. Tn`, as in R. E. Korf's list of a hundred 15-puzzles (1985); other numbers, such as the length of a shortest play, may stand between |
//! | [`Form::Cells`] | a line `T1 .. Tn` |
//! | [`Form::Rows`] | one line for each row, an empty line after the last |
//! | [`Form::Numbers`] | its numbers in any layout, as judges of programs write them: see [`numbers`] |
//!
//! Cells are set apart by blanks or commas; the vacancy is `0`, `_` or `.`. A bad line spoils its
//! board and no other.
//!
//! ```
//! use saltus_core::lists::Reader;
//! use saltus_tiles::notation::formats::{Boards, Form};
//! use saltus_tiles::rules::Goal;
//!
//! let mut reader = Reader::new(Boards { form: Form::Korf, size: None, goal: Goal::BlankFirst });
//! let board = reader.line(1, "17 3 1 2 0").unwrap().board.unwrap();
//! assert_eq!(board.to_string(), "tiles 2x2 3 1 2 0 to blank-first");
//! ```

mod judges;
pub mod numbers;

pub use judges::JUDGES;

use crate::notation::each_once;
use crate::rules::{Goal, Instance, Metric};
use saltus_core::answers::Answers;
use saltus_core::lists::{self, Fault, Format};
use saltus_core::notation::{self, BadInput, Word};

/// How a list writes its boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The number of the board and its cells on one line.
    Korf,
    /// The cells on one line.
    Cells,
    /// A line for each row, an empty line between boards.
    Rows,
    /// Numbers in any layout.
    Numbers,
}

/// Lists of boards of `size` (rows, columns) with a goal that has a name. Without a size rows say it themselves, and boards on one line are
/// squares.
#[derive(Clone, Debug)]
pub struct Boards {
    /// How they are written.
    pub form: Form,
    /// Rows and columns.
    pub size: Option<(usize, usize)>,
    /// The goal of all of them.
    pub goal: Goal,
}

/// The goals by their names.
const GOALS: &[(&str, &str)] = &[("blank-last", "1 2 .. 0"), ("blank-first", "0 1 2 ..")];

/// Boards of this form, as [`Format::form`] is asked for them.
fn boards(form: Form, size: Option<lists::Size>, goal: Option<&str>) -> Box<dyn lists::Form> {
    let goal = if goal == Some(GOALS[1].0) { Goal::BlankFirst } else { Goal::BlankLast };
    Box::new(Boards { form, size, goal })
}

/// The forms by name.
pub const FORMATS: &[Format] = &[
    Format {
        name: "korf",
        says: "Sliding tiles: the number of the board and its cells on a line, other numbers between them",
        goals: GOALS,
        form: |size, goal| boards(Form::Korf, size, goal),
    },
    Format {
        name: "cells",
        says: "Sliding tiles: the cells of a board on a line, set apart by blanks or commas; 0, _ or . is the vacancy",
        goals: GOALS,
        form: |size, goal| boards(Form::Cells, size, goal),
    },
    Format {
        name: "rows",
        says: "Sliding tiles: each row on a line, an empty line between boards",
        goals: GOALS,
        form: |size, goal| boards(Form::Rows, size, goal),
    },
    Format {
        name: "numbers",
        says: "Sliding tiles: numbers in any layout, perhaps after the size of each board, and the number of boards; 0, x, _ or . is the vacancy",
        goals: GOALS,
        form: |size, goal| boards(Form::Numbers, size, goal),
    },
];

/// A label and where it stands.
struct Labelled {
    label: u32,
    line: usize,
    column: usize,
}

impl lists::Form for Boards {
    fn has_comments(&self) -> bool {
        true
    }

    fn spans_lines(&self) -> bool {
        self.form == Form::Rows
    }

    fn is_of_board(&self, line: &str, _: bool) -> bool {
        !line.trim().is_empty()
    }

    fn board(&self, _: u64, lines: &[(u64, String)]) -> Result<Box<dyn Answers>, Fault> {
        Ok(Box::new(self.instance(lines)?))
    }

    fn name(&self, lines: &[(u64, String)]) -> Option<String> {
        let first = words(&lines[0].1).ok()?[0].text;
        (self.form == Form::Korf).then(|| first.to_owned())
    }

    fn is_whole(&self) -> bool {
        self.form == Form::Numbers
    }

    fn boards(&self, lines: &[(u64, String)]) -> Vec<lists::Placed> {
        let lines: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
        let boards = numbers::boards(&lines, self.size, &self.goal);
        boards.into_iter().map(|(line, board)| (line, board.map(|board| Box::new(board) as _))).collect()
    }
}

impl Boards {
    fn instance(&self, lines: &[(u64, String)]) -> Result<Instance, Fault> {
        let mut cells = Vec::new();
        let mut width = None;
        for (at, (_, text)) in lines.iter().enumerate() {
            let row = self.row(at, text).map_err(|bad| (at, bad))?;
            let first = *width.get_or_insert(row.len());
            if row.len() != first {
                let why = format!("this row has a length of {}, the first one of {first}", row.len());
                return Err((at, BadInput::line(why)));
            }
            cells.extend(row);
        }
        let shape = (lines.len(), width.unwrap_or(0));
        let (height, width) = self.shape(shape).map_err(|why| (0, BadInput::line(why)))?;
        instance((height, width), &cells, &self.goal)
    }

    /// The labels of one line.
    fn row(&self, line: usize, text: &str) -> Result<Vec<Labelled>, BadInput> {
        let mut words = words(text)?;
        if self.form == Form::Korf {
            let id = words.remove(0);
            if notation::number(id.text).is_none() {
                return Err(id.fault("is not the number of a board; a line of this list is ID T1 .. Tn"));
            }
            words.drain(..self.columns(&words));
        }
        let labelled = |word: &Word<'_>| Ok(Labelled { label: label(word)?, line, column: word.column });
        words.iter().map(labelled).collect()
    }

    /// How many of these words are other numbers: those before the tiles of a board, each once.
    fn columns(&self, words: &[Word<'_>]) -> usize {
        let cells = match self.size {
            Some((height, width)) => height.saturating_mul(width),
            None => words.len().isqrt().pow(2),
        };
        let columns = words.len().saturating_sub(cells);
        let labels: Result<Vec<u32>, BadInput> = words[columns..].iter().map(label).collect();
        let is_board = cells > 1 && labels.is_ok_and(|labels| each_once(&labels).is_ok());
        let are_numbers = words[..columns].iter().all(|word| notation::number(word.text).is_some());
        // Of a bad line all words are named as cells, unless the size says which are.
        if are_numbers && (is_board || self.size.is_some()) { columns } else { 0 }
    }

    /// Rows and columns of a board that was read as this many lines of this many cells.
    fn shape(&self, (lines, length): (usize, usize)) -> Result<(usize, usize), String> {
        let given = lines * length;
        match (self.size, self.form) {
            (Some((height, width)), Form::Rows) if (height, width) != (lines, length) => {
                Err(format!("this board has the size {lines}x{length}, not {height}x{width}"))
            }
            (Some((height, width)), _) if height.saturating_mul(width) != given => {
                let cells = height.saturating_mul(width);
                Err(format!("a board of {height}x{width} has {cells} cells, but {given} are given"))
            }
            (Some(size), _) => Ok(size),
            (None, Form::Rows) => Ok((lines, length)),
            (None, _) => match given.isqrt() {
                side if side > 0 && side * side == given => Ok((side, side)),
                _ => Err(format!("the size is not named, and {given} cells fill no square")),
            },
        }
    }
}

/// The board of these cells.
fn instance((height, width): (usize, usize), cells: &[Labelled], goal: &Goal) -> Result<Instance, Fault> {
    let labels: Vec<u32> = cells.iter().map(|cell| cell.label).collect();
    each_once(&labels).map_err(|(at, why)| {
        let Labelled { label, line, column } = cells[at];
        (line, BadInput { column, why: format!("{label} {why}") })
    })?;
    Ok(Instance { height, width, start: labels, goal: Goal::of(goal.cells(cells.len())), metric: Metric::Single })
}

/// The words of a line, set apart by blanks or commas.
fn words(text: &str) -> Result<Vec<Word<'_>>, BadInput> {
    // This looks at the characters.
    notation::words(text)?;
    let start = text.as_ptr() as usize;
    let parts = text.split([' ', '\t', ',']).filter(|part| !part.is_empty());
    let words: Vec<Word<'_>> =
        parts.map(|part| Word { text: part, column: part.as_ptr() as usize - start + 1 }).collect();
    if words.is_empty() { Err(BadInput::line("the line has no cells")) } else { Ok(words) }
}

fn label(word: &Word<'_>) -> Result<u32, BadInput> {
    match word.text {
        "_" | "." => Ok(0),
        _ => u32::try_from(word.number()?).map_err(|_| word.fault("is too large for a tile")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::lists::{Listed, Reader};

    /// The result of a list, each board by its notation or its fault.
    fn boards(form: Form, size: Option<(usize, usize)>, goal: Goal, text: &str) -> Vec<String> {
        let mut reader = Reader::new(Boards { form, size, goal });
        let mut boards: Vec<_> =
            (1..).zip(text.lines()).filter_map(|(number, line)| reader.line(number, line)).collect();
        boards.extend(reader.end());
        let told = |Listed { line, board, .. }: Listed| match board {
            Ok(instance) => instance.to_string(),
            Err(bad) => format!("{line}: {bad}"),
        };
        boards.into_iter().map(told).collect()
    }

    #[test]
    fn korf() {
        let list = "1 3 1 2 0\n\n  2\t0,1 2,3\nx 0 1 2 3\n4 0 1 2\n5 0 1 2 2\n6 1 2 3 4\n7\n8 0 1 2 +3\n9 _ 1 2 3";
        let told = boards(Form::Korf, None, Goal::BlankFirst, list);
        assert_eq!(
            told,
            [
                "tiles 2x2 3 1 2 0 to blank-first",
                "tiles 2x2 0 1 2 3 to blank-first",
                "4: column 1: \"x\" is not the number of a board; a line of this list is ID T1 .. Tn",
                "5: the size is not named, and 3 cells fill no square",
                "6: column 9: 2 stands twice, and 3 is missing",
                "7: column 9: 4 is no tile here: a board of 4 cells has the tiles 1 to 3; the vacancy 0 is missing",
                "8: the size is not named, and 0 cells fill no square",
                "9: column 9: \"+3\" is not a whole number (digits 0-9, no sign, no leading zero)",
                "tiles 2x2 0 1 2 3 to blank-first",
            ]
        );
    }

    /// The project's copies of the published lists, with the columns that stand between number and cells.
    #[test]
    fn published_lists() {
        for (list, cells, boards) in [
            (include_str!("../../tests/data/korf100.txt"), 16, 100),
            (include_str!("../../tests/data/korf24_easier25.txt"), 25, 25),
        ] {
            let mut reader = Reader::new(Boards { form: Form::Korf, size: None, goal: Goal::BlankFirst });
            let lines = (1..).zip(list.lines()).filter(|(_, line)| !line.starts_with('#'));
            let read: Vec<Listed> = lines.filter_map(|(number, line)| reader.line(number, line)).collect();
            assert_eq!(read.len(), boards);
            for Listed { text, name, board, .. } in read {
                let (id, tiles) = (text.split(' ').next(), text.split(' ').rev().take(cells));
                assert_eq!(name.as_deref(), id);
                let tiles: Vec<&str> = tiles.collect::<Vec<_>>().into_iter().rev().collect();
                let line = board.map_err(|bad| bad.to_string()).expect("a board").to_string();
                assert!(line.contains(&format!(" {} to blank-first", tiles.join(" "))), "{line}");
            }
        }
    }

    #[test]
    fn cells() {
        let list = "1, 2, 3, 4, ., 5\n1 2 3 4 0\n0";
        let told = boards(Form::Cells, Some((2, 3)), Goal::BlankLast, list);
        assert_eq!(
            told,
            [
                "tiles 2x3 1 2 3 4 0 5",
                "2: a board of 2x3 has 6 cells, but 5 are given",
                "3: a board of 2x3 has 6 cells, but 1 are given"
            ]
        );
        assert_eq!(
            boards(Form::Cells, None, Goal::BlankLast, "0\n1 0"),
            ["tiles 1x1 0", "2: the size is not named, and 2 cells fill no square"]
        );
    }

    #[test]
    fn rows() {
        let list = "\n1 2\n_ 3\n5 4\n\n\n1 2 0\n1\n4 5 6\n\n0 1 2\n3 4 4\n\n1 x\n2 0\n\n1 0 2 3";
        let told = boards(Form::Rows, None, Goal::BlankLast, list);
        assert_eq!(
            told,
            [
                "tiles 3x2 1 2 0 3 5 4",
                "8: this row has a length of 1, the first one of 3",
                "12: column 5: 4 stands twice, and 5 is missing",
                "14: column 3: \"x\" is not a whole number (digits 0-9, no sign, no leading zero)",
                "tiles 1x4 1 0 2 3",
            ]
        );
        let told = boards(Form::Rows, Some((2, 2)), Goal::BlankLast, "1 2\n0 3\n\n1 2 0");
        assert_eq!(told, ["tiles 2x2 1 2 0 3", "4: this board has the size 1x3, not 2x2"]);
    }

    #[test]
    fn a_line_that_is_no_text_spoils_its_board_only() {
        let mut reader = Reader::new(Boards { form: Form::Rows, size: None, goal: Goal::BlankLast });
        let bad = || BadInput::line("not text");
        let told = |listed: Option<Listed>| {
            listed.map(|Listed { line, text, board, .. }| (line, text, board.map(|instance| instance.to_string())))
        };
        assert_eq!(told(reader.line(1, "1 2")), None);
        assert_eq!(told(reader.bad_line(2, "?", bad())), None);
        assert_eq!(told(reader.line(3, "4 5")), None);
        let spoiled = Some((2, "?".to_owned(), Err(bad())));
        assert_eq!(told(reader.line(4, "")), spoiled);
        assert_eq!(told(reader.line(5, "1 0")), None);
        assert_eq!(told(reader.end()), Some((5, "1 0".to_owned(), Ok("tiles 1x2 1 0".into()))));
        let mut reader = Reader::new(Boards { form: Form::Cells, size: None, goal: Goal::BlankLast });
        assert_eq!(told(reader.bad_line(2, "?", bad())), spoiled);
        assert_eq!(told(reader.end()), None);
    }
}
