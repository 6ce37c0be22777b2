//! What a rule means for each choice of the contents that it does not name: a ground rule, as the page has it.

use crate::board::Cell;
use crate::definition::{Definition, Part, Step, What, Write, spend};
use crate::outcome::{Checked, ensure};

/// A cell, what it holds before, and what it holds after.
pub(super) type Change = (usize, Cell, Cell);

/// A rule on a walk, for one choice of contents.
pub(super) struct Ground<'a> {
    /// Of all cells that it names, also of those that it leaves as they are.
    pub(super) changes: &'a [Change],
    pub(super) costs: bool,
    /// The piece that moves, which tells whose turn it is.
    pub(super) mover: Option<Cell>,
}

/// What a content depends on that a rule does not name.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Slot {
    Class(usize),
    /// What stands on a cell.
    Cell(usize),
    /// Which side has the turn.
    Turn,
}

impl Slot {
    /// The contents that it may have.
    pub(super) fn contents(self, definition: &Definition) -> Vec<Cell> {
        match self {
            Self::Class(class) => definition.class(class).to_vec(),
            Self::Cell(_) | Self::Turn => (0..definition.bases().0 as Cell).collect(),
        }
    }
}

/// What a cell holds before a rule and after it, or what that depends on.
pub(super) fn sources(part: &Part) -> [Result<Cell, Slot>; 2] {
    let before = match part.test {
        What::Content(content) => Ok(content),
        What::Class(class) => Err(Slot::Class(class)),
        What::Any | What::Unseen => Err(Slot::Cell(part.cell)),
    };
    let after = match part.write {
        Write::Keep => before,
        Write::Content(content) => Ok(content),
        Write::Class(class) => Err(Slot::Class(class)),
        Write::From(cell) => Err(Slot::Cell(cell)),
    };
    [before, after]
}

/// The contents that a slot may have, and the one that it has at the moment.
struct Choice {
    slot: Slot,
    contents: Vec<Cell>,
    at: usize,
}

/// A content, or the number of the choice that has it.
type Source = Result<Cell, usize>;

/// Where a cell has its contents from, before and after.
type Sources = (Source, Source);

/// Whether a rule tells what the cell holds before or after. What `?` does not look at, and what `*` does not move, is not named.
fn is_named(part: &Part) -> bool {
    match part.write {
        Write::Keep => matches!(part.test, What::Content(_) | What::Class(_)),
        Write::From(cell) => cell != part.cell,
        Write::Content(_) | Write::Class(_) => true,
    }
}

/// Visits a rule for each choice; each costs this many steps.
pub(super) fn each_ground(
    definition: &Definition,
    step: &Step<'_>,
    price: u64,
    steps: &mut u64,
    visit: &mut dyn FnMut(&Ground<'_>) -> Checked<()>,
) -> Checked<()> {
    let parts: Vec<Part> = step.parts.iter().filter(|part| is_named(part)).copied().collect();
    let (mut choices, sources) = read(definition, &parts)?;
    // The first piece that a rule names is the one that moves.
    let mover = parts.iter().position(|part| part.test.names_piece());
    let mut changes: Vec<Change> = parts.iter().map(|part| (part.cell, 0, 0)).collect();
    loop {
        spend(steps, price.saturating_add(parts.len() as u64))?;
        let content = |source: Source| source.unwrap_or_else(|choice| choices[choice].contents[choices[choice].at]);
        for (change, &(before, after)) in changes.iter_mut().zip(&sources) {
            (change.1, change.2) = (content(before), content(after));
        }
        let of_class = |class: usize| {
            let choice = choices.iter().find(|choice| choice.slot == Slot::Class(class));
            choice.map(|choice| choice.contents[choice.at])
        };
        let differ = step.different.iter().all(|&(one, other)| of_class(one) != of_class(other));
        let mover = mover.map(|index| changes[index].1);
        let sides = &definition.sides;
        let is_of = |side: &Vec<Cell>| mover.is_some_and(|mover| side.contains(&mover));
        // What changes nothing is no move.
        let changes_some = changes.iter().any(|change| change.1 != change.2);
        if differ && changes_some && (sides.is_empty() || sides.iter().any(is_of)) {
            visit(&Ground { changes: &changes, costs: step.costs, mover })?;
        }
        // The next choice, as one counts.
        let next = choices.iter_mut().find_map(|choice| {
            choice.at = (choice.at + 1) % choice.contents.len();
            (choice.at > 0).then_some(())
        });
        if next.is_none() {
            return Ok(());
        }
    }
}

/// All choices of a rule, and where its cells have their contents from before and after.
fn read(definition: &Definition, parts: &[Part]) -> Checked<(Vec<Choice>, Vec<Sources>)> {
    let mut choices: Vec<Choice> = Vec::new();
    for slot in parts.iter().filter_map(|part| sources(part)[0].err()) {
        if choices.iter().all(|choice| choice.slot != slot) {
            choices.push(Choice { slot, contents: slot.contents(definition), at: 0 });
        }
    }
    let mut all = Vec::new();
    for [before, after] in parts.iter().map(sources) {
        let number = |slot: Slot| choices.iter().position(|choice| choice.slot == slot).unwrap_or(usize::MAX);
        let (before, after) = (before.map_err(number), after.map_err(number));
        ensure(after != Err(usize::MAX), "a rule writes what it does not read")?;
        all.push((before, after));
    }
    Ok((choices, all))
}
