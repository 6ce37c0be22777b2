//! Blocks: pieces of several cells that go over empty ones.

use super::board::{Board, Form, Place};
use super::ground::{spend, verify_room};
use super::rules::EMPTY;
use super::set::Set;
use super::text::{Statement, filled};
use crate::board::Cell;
use crate::outcome::{Checked, OrRefuse, ensure, quote};

#[derive(Clone, Copy, PartialEq)]
enum Metric {
    Unit,
    Straight,
    Walk,
}

/// Blocks that are taken for one another.
struct Kind {
    /// The letter of the first one, and whether a goal names it: then there is no other.
    letter: String,
    is_named: bool,
    /// The cells as seen from the first one, in reading order.
    shape: Vec<Place>,
    /// The directions in which it goes.
    steps: Vec<Place>,
}

pub(super) struct Blocks {
    metric: Metric,
    kinds: Vec<Kind>,
}

impl Blocks {
    /// Reads the statement. `shown` is what stands on the cells at the start, and `named` is the
    /// letters in the pictures of goals.
    pub(super) fn read(
        statement: &Statement<'_>,
        board: &Board,
        shown: &[String],
        named: &Set<String>,
    ) -> Checked<(Self, Vec<Cell>)> {
        let flat = board.form != Form::Graph && board.wraps == (false, false);
        ensure(flat, "blocks are for boards of squares and hexagons, without torus and cylinder")?;
        let (word, axis) = match statement.heads.as_slice() {
            [word] => (*word, false),
            [word, "axis"] => (*word, true),
            _ => ("", false),
        };
        let metrics = [("unit", Metric::Unit), ("straight", Metric::Straight), ("walk", Metric::Walk)];
        let metric = metrics.into_iter().find(|metric| metric.0 == word);
        let (_, metric) = metric.or_refuse("`blocks` is unit, straight or walk, and then perhaps axis")?;
        let letters: Set<String> = filled(statement.set()?);
        for letter in shown.iter().filter(|letter| *letter != ".") {
            ensure(letters.contains(letter), format_args!("{} is not one of the blocks", quote(letter)))?;
        }
        // By first cell.
        let mut all: Vec<Option<Kind>> = shown.iter().map(|_| None).collect();
        for letter in &*letters {
            let cells = cells_of(shown, letter);
            ensure(!cells.is_empty(), format_args!("the block {} is not there", quote(letter)))?;
            let shape = shape(board, &cells);
            ensure(is_joined(&shape, board.steps()), "the cells of a block are joined")?;
            let steps = if axis { along(&shape, board.steps())? } else { board.steps().to_vec() };
            all[cells[0]] = Some(Kind { letter: letter.clone(), is_named: named.contains(letter), shape, steps });
        }
        let (mut this, mut anchors) = (Self { metric, kinds: Vec::new() }, Vec::new());
        for (first, kind) in all.into_iter().enumerate() {
            let Some(kind) = kind else { continue };
            let is_alike = |other: &Kind| !other.is_named && !kind.is_named && other.shape == kind.shape;
            let known = this.kinds.iter().position(is_alike);
            anchors.push((first, known.unwrap_or(this.kinds.len())));
            if known.is_none() {
                this.kinds.push(kind);
            }
        }
        let mut start = vec![EMPTY; shown.len()];
        for (first, kind) in anchors {
            let cells = this.cells(board, kind, board.places[first]).or_refuse("no start")?;
            this.put(&mut start, kind, &cells);
        }
        Ok((this, start))
    }

    /// What a word means in a position: `-` is a cell that is not the first one of its block.
    pub(super) fn content(&self, word: &str) -> Option<Cell> {
        match word {
            "." => Some(EMPTY),
            "-" => Some(self.covered()),
            _ => Some(self.kinds.iter().position(|kind| kind.letter == word)? as Cell + 1),
        }
    }

    /// The greatest digit: that of a cell that is not the first one of its block.
    pub(super) fn covered(&self) -> Cell {
        self.kinds.len() as Cell + 1
    }

    /// What the picture of a goal asks for. The first cell of a block says where all are.
    pub(super) fn goal(&self, board: &Board, shown: &[String]) -> Checked<Vec<(usize, Cell)>> {
        let empty = |letter: &String| (letter == ".").then_some(EMPTY);
        let mut asked: Vec<Option<Cell>> = shown.iter().map(empty).collect();
        let letters: Set<&String> = filled(shown.iter().filter(|letter| ![".", "?"].contains(&letter.as_str())));
        for &letter in &*letters {
            let cells = cells_of(shown, letter);
            let kind = self.kinds.iter().position(|kind| kind.is_named && kind.letter == *letter);
            let kind = kind.or_refuse(format_args!("{} is not one of the blocks", quote(letter)))?;
            let same = self.kinds[kind].shape == shape(board, &cells);
            ensure(same, format_args!("the block {} of a goal has another shape", quote(letter)))?;
            asked[cells[0]] = Some(kind as Cell + 1);
        }
        Ok(asked_cells(&asked))
    }

    /// The cells of a block whose first cell is there, if it has room.
    pub(super) fn cells(&self, board: &Board, kind: usize, first: Place) -> Option<Vec<usize>> {
        self.kinds[kind].shape.iter().map(|offset| board.at(&(first.0 + offset.0, first.1 + offset.1))).collect()
    }

    /// The directions in which a kind goes.
    pub(super) fn steps(&self, kind: usize) -> &[Place] {
        &self.kinds[kind].steps
    }

    fn put(&self, position: &mut [Cell], kind: usize, cells: &[usize]) {
        cells.iter().for_each(|&cell| position[cell] = self.covered());
        position[cells[0]] = kind as Cell + 1;
    }

    /// The blocks of a position by their kinds and cells. None: it is no position.
    pub(super) fn all(&self, board: &Board, position: &[Cell]) -> Option<Vec<(usize, Vec<usize>)>> {
        let mut blocks = Vec::new();
        let mut again = vec![EMPTY; position.len()];
        for (first, &digit) in position.iter().enumerate() {
            if (1..self.covered()).contains(&digit) {
                let kind = digit as usize - 1;
                let cells = self.cells(board, kind, board.places[first])?;
                if cells.iter().any(|&cell| again[cell] != EMPTY) {
                    return None;
                }
                self.put(&mut again, kind, &cells);
                blocks.push((kind, cells));
            }
        }
        (again == position).then_some(blocks)
    }

    /// The positions after all moves.
    pub(super) fn moves(&self, board: &Board, position: &[Cell], steps: &mut u64) -> Checked<Vec<Vec<Cell>>> {
        let mut found = Vec::new();
        for (kind, cells) in self.all(board, position).or_refuse("no position")? {
            let mut without = position.to_vec();
            cells.iter().for_each(|&cell| without[cell] = EMPTY);
            for cells in self.destinations(board, kind, &without, board.places[cells[0]], steps)? {
                let mut after = without.clone();
                self.put(&mut after, kind, &cells);
                spend(steps, after.len() as u64)?;
                found.push(after);
                verify_room(found.len(), without.len())?;
            }
        }
        Ok(found)
    }

    /// The cells to which a block may go in one move, on a board without it.
    fn destinations(
        &self,
        board: &Board,
        kind: usize,
        without: &[Cell],
        from: Place,
        steps: &mut u64,
    ) -> Checked<Vec<Vec<usize>>> {
        let Kind { shape, steps: directions, .. } = &self.kinds[kind];
        let (mut found, mut seen) = (Vec::new(), filled::<Set<_>, _>([from]));
        // Where the block is on its way, and the only direction in which it may go on.
        let mut todo: Vec<(Place, Option<Place>)> = directions.iter().map(|&step| (from, Some(step))).collect();
        while let Some((first, only)) = todo.pop() {
            for &step in directions.iter().filter(|&&step| only.is_none_or(|only| only == step)) {
                spend(steps, shape.len() as u64)?;
                let next = (first.0 + step.0, first.1 + step.1);
                let cells = self.cells(board, kind, next);
                let free = |cells: &Vec<usize>| cells.iter().all(|&cell| without[cell] == EMPTY);
                let Some(cells) = cells.filter(free) else { continue };
                if !seen.insert(next) {
                    continue;
                }
                found.push(cells);
                match self.metric {
                    Metric::Unit => {}
                    Metric::Straight => todo.push((next, Some(step))),
                    Metric::Walk => todo.push((next, None)),
                }
            }
        }
        Ok(found)
    }
}

/// The cells of which something is asked, with that.
pub(super) fn asked_cells(asked: &[Option<Cell>]) -> Vec<(usize, Cell)> {
    asked.iter().enumerate().filter_map(|(cell, content)| Some((cell, (*content)?))).collect()
}

/// The cells with a letter.
fn cells_of(shown: &[String], letter: &String) -> Vec<usize> {
    (0..shown.len()).filter(|&cell| shown[cell] == *letter).collect()
}

/// Cells as seen from the first one.
fn shape(board: &Board, cells: &[usize]) -> Vec<Place> {
    let place = |&cell: &usize| board.places[cell];
    let first = cells.first().map_or((0, 0), place);
    cells.iter().map(place).map(|place| (place.0 - first.0, place.1 - first.1)).collect()
}

fn is_joined(shape: &[Place], steps: &[Place]) -> bool {
    let mut left: Set<Place> = filled(shape.iter().copied());
    let mut todo: Vec<Place> = left.first().copied().filter(|first| left.remove(first)).into_iter().collect();
    while let Some(place) = todo.pop() {
        todo.extend(steps.iter().map(|step| (place.0 + step.0, place.1 + step.1)).filter(|next| left.remove(next)));
    }
    left.is_empty()
}

/// The two directions of the longer side.
fn along(shape: &[Place], steps: &[Place]) -> Checked<Vec<Place>> {
    let in_line = |step: &&Place| shape.iter().zip(0..).all(|(place, i)| *place == (i * step.0, i * step.1));
    let step = steps.iter().find(in_line).filter(|_| shape.len() > 1);
    let &(row, column) = step.or_refuse("with `axis` a block is one cell wide, and longer than that")?;
    Ok(vec![(row, column), (-row, -column)])
}
