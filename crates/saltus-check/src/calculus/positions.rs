//! Names and positions as certificates write them.

use crate::board::Cell;
use crate::definition::Definition;
use crate::outcome::{Checked, OrRefuse, ensure, quote};
use crate::text::{characters, natural, small};

/// In place of the content of a cell of which a position says nothing.
pub(super) const UNSEEN: Cell = Cell::MAX;

pub(super) fn find_kind(definition: &Definition, name: &str) -> Checked<Cell> {
    definition.content(name).or_refuse(format_args!("{} is no piece", quote(name)))
}

pub(super) fn find_cell(definition: &Definition, name: &str) -> Checked<usize> {
    let found = (0..definition.cells()).find(|&number| definition.cell_name(number) == name);
    found.or_refuse(format_args!("there is no cell {}", quote(name)))
}

/// A position: `=NUMBER`, or what the cells hold. `turn` is the side that has the turn where none is written out.
pub(super) fn read_position(definition: &Definition, words: &[&str], turn: Cell) -> Checked<Vec<Cell>> {
    if let [word] = words
        && let Some(number) = word.strip_prefix('=')
    {
        return definition.position(&natural(number)?).or_refuse(format_args!("{} is no position", quote(number)));
    }
    let position = read_contents(definition, words, turn)?;
    ensure(definition.is_position(&position), "this is no position")?;
    Ok(position)
}

/// What the cells hold, where `?` stands for [`UNSEEN`], and the turn, if there are turns.
pub(super) fn read_contents(definition: &Definition, words: &[&str], turn: Cell) -> Checked<Vec<Cell>> {
    let sides = definition.bases().1;
    let (words, turn) = match (words, sides) {
        ([words @ .., "turn", side], Some(sides)) => {
            let side = small(side)?;
            ensure(side < sides, format_args!("there is no side {side}"))?;
            (words, side as Cell)
        }
        _ => (words, turn),
    };
    let mut position = Vec::new();
    for word in words.iter().filter(|word| !["/", "#"].contains(*word)) {
        match definition.content(word) {
            Some(content) => position.push(content),
            None => {
                for letter in characters(word).filter(|letter| *letter != "#") {
                    position.push(if letter == "?" { UNSEEN } else { find_kind(definition, letter)? });
                }
            }
        }
    }
    let cells = definition.cells();
    ensure(position.len() == cells, format_args!("a position says what each of the {cells} cells holds"))?;
    position.extend(sides.map(|_| turn));
    Ok(position)
}
