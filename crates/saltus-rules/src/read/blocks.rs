//! Definitions whose pieces are blocks.

use super::marks::{Mark, ranges, spell};
use super::{MOST_PIECES, Reader, goal, with_goal};
use crate::blocks::{BlockKind, BlockMetric, Blocks};
use crate::definition::{Content, Definition, Goal};
use crate::geometry::{Cell, Form, Geometry};
use crate::text::{Mistake, Statement};

/// The cells on which a picture has a letter.
fn cells_of(marks: &[Mark<'_>], letter: &str) -> Vec<Cell> {
    (0..).zip(marks).filter(|(_, mark)| mark.text == letter).map(|(cell, _)| cell).collect()
}

/// Cells by their rows and columns relative to the first one.
fn shape_of(board: &Geometry, cells: &[Cell]) -> Vec<(i32, i32)> {
    let place = |cell: Cell| board.places[cell as usize];
    let (row, column) = place(cells[0]);
    cells.iter().map(|&cell| (place(cell).0 - row, place(cell).1 - column)).collect()
}

impl<'a> Reader<'a> {
    /// A definition whose pieces are blocks, from one of the board alone.
    pub(super) fn of_blocks(
        &self,
        bare: Definition,
        start: &[Mark<'a>],
        statement: &Statement<'a>,
    ) -> Result<Definition, Mistake> {
        for keyword in ["move", "cycle", "turns", "class", "pieces"] {
            if let Some(other) = self.one(keyword) {
                return Err(other.fault("it does not go with `blocks:`"));
            }
        }
        let board = &bare.board;
        if board.form != (Form::Square { rows_close: false, columns_close: false }) {
            return Err(statement.fault("blocks are on a board of squares that is no torus or cylinder"));
        }
        let (metric, axis) = metric(statement)?;
        let letters = ranges(statement, MOST_PIECES)?;
        let pictures = self.all("goal").filter(|goal| goal.heads.is_empty());
        let pictures = pictures.map(|goal| Ok(spell(&board.picture(goal)?))).collect::<Result<Vec<_>, Mistake>>()?;
        let is_named = |letter: &str| pictures.iter().flatten().any(|mark| mark.text == letter);
        let kinds = kinds(board, start, axis, &letters, &is_named)?;
        let blocks = Blocks { metric, axis, kinds };
        let labels: Vec<&str> = start.iter().map(|mark| mark.text.as_str()).collect();
        let contents = blocks.contents(board, &labels).map_err(|why| statement.fault(why))?;
        let mut goals = Vec::new();
        let mut pictures = pictures.iter();
        for statement in self.all("goal") {
            goals.push(match statement.heads[..] {
                [] => wanted(board, &blocks, pictures.next().expect("one for each such goal"))?,
                _ => goal(board, statement, &|mark| Err(mark.fault("counts for nothing: blocks do not go away")))?,
            });
        }
        let pieces = letters.into_iter().map(|letter| letter.text).collect();
        with_goal(Definition { pieces, start: contents, blocks: Some(blocks), goals, ..bare })
    }
}

/// The kinds of the blocks that lie on the board. A block that a goal names is a kind of its own.
fn kinds(
    board: &Geometry,
    start: &[Mark<'_>],
    axis: bool,
    letters: &[Mark<'_>],
    is_named: &dyn Fn(&str) -> bool,
) -> Result<Vec<BlockKind>, Mistake> {
    let mut kinds: Vec<BlockKind> = Vec::new();
    for mark in start.iter().filter(|mark| mark.text != ".") {
        if kinds.iter().any(|kind| kind.letters.contains(&mark.text)) {
            continue;
        }
        if !letters.iter().any(|letter| letter.text == mark.text) {
            return Err(mark.fault("is no letter of `blocks:`"));
        }
        let shape = shape_of(board, &cells_of(start, &mark.text));
        if !is_joined(&shape) {
            return Err(mark.fault("is a block in several parts"));
        }
        let is_straight = shape.iter().all(|place| place.0 == 0) || shape.iter().all(|place| place.1 == 0);
        if axis && (shape.len() == 1 || !is_straight) {
            return Err(mark.fault("has no longer side that is one cell wide, which `axis` asks for"));
        }
        let same = |kind: &&mut BlockKind| kind.shape == shape && !is_named(&kind.letters[0]);
        match kinds.iter_mut().find(same).filter(|_| !is_named(&mark.text)) {
            Some(kind) => kind.letters.push(mark.text.clone()),
            None => kinds.push(BlockKind { shape, letters: vec![mark.text.clone()] }),
        }
    }
    let is_there = |letter: &String| kinds.iter().any(|kind| kind.letters.contains(letter));
    if let Some(letter) = letters.iter().find(|letter| !is_there(&letter.text)) {
        return Err(letter.fault("is on no cell"));
    }
    Ok(kinds)
}

/// The goal of a picture: each letter says that its block lies exactly there.
fn wanted(board: &Geometry, blocks: &Blocks, marks: &[Mark<'_>]) -> Result<Goal, Mistake> {
    let mut wanted = vec![None; board.cells()];
    for (cell, mark) in marks.iter().enumerate() {
        wanted[cell] = match mark.text.as_str() {
            "?" => None,
            "." => Some(0),
            letter => {
                let kind = blocks.kind(letter).ok_or_else(|| mark.fault("is no letter of `blocks:`"))?;
                let cells = cells_of(marks, letter);
                if shape_of(board, &cells) != blocks.kinds[kind].shape {
                    return Err(mark.fault("has another shape here than at the start"));
                }
                Some(if cells[0] as usize == cell { kind as Content + 1 } else { blocks.covered() })
            }
        };
    }
    Ok(Goal::Picture(wanted))
}

fn metric(statement: &Statement<'_>) -> Result<(BlockMetric, bool), Mistake> {
    let (mut metric, mut axis) = (None, false);
    for head in &statement.heads {
        let found = [BlockMetric::Unit, BlockMetric::Straight, BlockMetric::Walk]
            .into_iter()
            .find(|metric| metric.word() == head.text);
        match found {
            Some(_) if metric.is_none() => metric = found,
            None if head.text == "axis" && !axis => axis = true,
            _ => {
                return Err(head.fault(
                    "does not go here; blocks move by `unit`, `straight` or `walk`, perhaps along their `axis`",
                ));
            }
        }
    }
    let metric = metric.ok_or_else(|| {
        statement.fault(
            "say what one move is: `unit` (one cell), `straight` (any number in one direction) or `walk` (any way)",
        )
    })?;
    Ok((metric, axis))
}

/// Whether each cell can be reached from the first one.
fn is_joined(shape: &[(i32, i32)]) -> bool {
    let mut met = vec![shape[0]];
    let mut at = 0;
    while let Some(&(row, column)) = met.get(at) {
        at += 1;
        for next in [(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)] {
            if shape.contains(&next) && !met.contains(&next) {
                met.push(next);
            }
        }
    }
    met.len() == shape.len()
}
