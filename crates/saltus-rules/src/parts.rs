//! Puzzles that fall into parts: no rule spans two of them, and the goal is a picture. Moves of different parts do not hinder one another, so
//! a shortest play is a shortest one of each part, one after the other; the positions of the whole, which are as many as those of all parts multiplied,
//! need not be visited.

use crate::calculus::EvidenceLines;
use crate::definition::{Definition, Goal};
use crate::geometry::Cell;
use crate::rules::Rules;

/// Most bits of a position in a table of the checker.
const MOST_BITS: usize = 128;

/// The cells of each part of which the goal asks something, ascending, if there are several parts; none where pieces take turns, jump in chains or cover several cells.
pub(crate) fn of(rules: &Rules) -> Option<Vec<Vec<Cell>>> {
    let definition = rules.definition();
    let [Goal::Picture(wanted)] = definition.goals.as_slice() else { return None };
    if !are_seen(rules) {
        return None;
    }
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); wanted.len()];
    for (cell, first) in first_of_parts(rules).into_iter().enumerate() {
        cells[first as usize].push(cell as Cell);
    }
    cells.retain(|part| part.iter().any(|&cell| wanted[cell as usize].is_some()));
    let fit = cells.iter().all(|part| fits(part.len(), definition.last_content().into()));
    (cells.len() > 1 && fit).then_some(cells)
}

/// Whether a table of the checker has room for positions of some cells: each takes as many bits as tell the kinds of pieces and no piece apart.
pub(crate) fn fits(cells: usize, kinds: u32) -> bool {
    cells * (kinds + 1).next_power_of_two().ilog2().max(1) as usize <= MOST_BITS
}

/// Whether a table of the checker sees positions as they are: there a chain costs nothing, and blocks and turns are not seen.
pub(crate) fn are_seen(rules: &Rules) -> bool {
    let definition = rules.definition();
    let single = rules.all_operations().filter(|operation| !operation.chain).count();
    definition.blocks.is_none() && definition.turns.is_empty() && single == rules.operations()
}

/// By cell, the first cell of its part.
fn first_of_parts(rules: &Rules) -> Vec<Cell> {
    fn find(first: &mut [Cell], mut cell: Cell) -> Cell {
        while first[cell as usize] != cell {
            first[cell as usize] = first[first[cell as usize] as usize];
            cell = first[cell as usize];
        }
        cell
    }
    let cells = rules.definition().cells() as Cell;
    let mut first: Vec<Cell> = (0..cells).collect();
    for operation in rules.all_operations() {
        let tested = operation.tests.iter().map(|(cell, _)| *cell);
        for cell in tested.chain(operation.writes.iter().map(|(cell, _)| *cell)).chain(operation.path) {
            let (one, other) = (find(&mut first, operation.path[0]), find(&mut first, cell));
            first[one.max(other) as usize] = one.min(other);
        }
    }
    (0..cells).map(|cell| find(&mut first, cell)).collect()
}

/// That each part costs what its table says, and moves of other parts nothing there.
pub(crate) fn together(definition: &Definition, parts: &[Vec<Cell>]) -> EvidenceLines {
    let text = parts.iter().map(|part| table(part, definition)).collect::<String>();
    let because = format!("{} parts of the board do not touch, and each is solved by itself", parts.len());
    EvidenceLines { kind: "bound".into(), text: format!("bound\n{text}"), because }
}

/// The rules of a part, which change nothing elsewhere, with its part of the goal.
pub(crate) fn rules_of(part: &[Cell], rules: &Rules) -> Option<Rules> {
    let inside = |cell: Cell| part.binary_search(&cell).is_ok();
    let mut definition = rules.definition().clone();
    definition.cycles.retain(|cycle| cycle.rings.iter().flatten().all(|&cell| inside(cell)));
    for goal in &mut definition.goals {
        if let Goal::Picture(wanted) = goal {
            (0..).zip(wanted).filter(|(cell, _)| !inside(*cell)).for_each(|(_, content)| *content = None);
        }
    }
    rules.part(definition, &inside)
}

/// The term that says what is still to be paid in a part.
fn table(part: &[Cell], definition: &Definition) -> String {
    format!("  view\n    cells {}\n    built\n", definition.cell_names(part).join(" "))
}

/// That the goal of a part cannot be reached.
pub(crate) fn is_lost(part: &[Cell], definition: &Definition) -> EvidenceLines {
    let because = "a part of the board, which no other one touches, does not come to its goal";
    EvidenceLines { kind: "never".into(), text: format!("never\n{}", table(part, definition)), because: because.into() }
}
