//! A weight for each cell and what may stand there, and by how much rules change the sum of the weights of a position.

use super::ground::{Ground, Slot, sources};
use super::positions::find_kind;
use super::text::{Node, number};
use crate::board::Cell;
use crate::definition::{Definition, Step, Write};
use crate::outcome::{Checked, Limits, OrRefuse, Place, all, ensure};
use crate::text::joined;

/// Weights by cell and content.
pub(super) struct Weights {
    kinds: usize,
    /// How much less a piece is worth that a goal counts, if given.
    pub(super) count: Option<i128>,
    rows: Vec<i128>,
    /// By side, what it is worth that it has the turn. Empty: nothing.
    turn: Vec<i128>,
}

impl Weights {
    /// Reads lines `PIECE ..: NUMBER ..` of one number for each cell, or one for all, and `@turn:`. Where none is said it is 0.
    pub(super) fn read(definition: &Definition, nodes: &[Node<'_>], limits: &Limits) -> Checked<Self> {
        let (cells, kinds) = (definition.cells(), definition.bases().0 as usize);
        let mut this = Self { kinds, count: None, rows: limits.filled(cells * kinds, 0, "weights")?, turn: Vec::new() };
        for node in nodes {
            let place = node.place();
            if let &["count", count] = node.leaf()? {
                let count = number(count).at(&place)?;
                ensure(count >= 0 && this.count.is_none(), "there is one count, which is not below 0").at(&place)?;
                this.count = Some(count);
                continue;
            }
            let end = node.words.iter().position(|word| word.ends_with(':'));
            let end = end.or_refuse("a colon is expected after the names of pieces").at(&place)?;
            let names =
                node.words[..=end].iter().map(|word| word.trim_end_matches(':')).filter(|word| !word.is_empty());
            let numbers = node.words[end + 1..].iter().filter(|word| **word != "/").map(|word| number(word));
            let numbers = all(numbers).at(&place)?;
            let sides = definition.sides.len();
            if sides > 0 && node.words[..=end] == ["@turn:"] && numbers.len() == sides {
                // The steps of a chain are looked at one by one, and the turn changes after all of them.
                ensure(!definition.has_chains(), "`@turn` is not for rules with `chain`").at(&place)?;
                this.turn = numbers;
                continue;
            }
            let fits = numbers.len() == 1 || numbers.len() == cells;
            ensure(fits, format_args!("one number, or one for each of the {cells} cells, is expected")).at(&place)?;
            for name in names {
                let kind = find_kind(definition, name).at(&place)?;
                for (row, &number) in this.rows.chunks_exact_mut(kinds).zip(numbers.iter().cycle()) {
                    row[kind as usize] = number;
                }
            }
        }
        Ok(this)
    }

    pub(super) fn at(&self, cell: usize, content: Cell) -> i128 {
        self.rows[cell * self.kinds + content as usize]
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        (self.rows.len() * size_of::<i128>()) as u64
    }

    /// The sum of a position.
    pub(super) fn of(&self, position: &[Cell]) -> i128 {
        let rows = self.rows.chunks_exact(self.kinds);
        let cells: i128 = rows.zip(position).map(|(row, &content)| row[content as usize]).sum();
        // With turns the last digit is the turn.
        cells + position.last().and_then(|&side| self.turn.get(side as usize)).unwrap_or(&0)
    }

    /// What each side that may have the turn adds to the sum, if there is one that does.
    pub(super) fn turn(&self) -> &[i128] {
        if self.turn.is_empty() { &[0] } else { &self.turn }
    }

    /// By how much the turn raises the sum, for each of the sides of which one of these pieces is.
    fn next_turns(&self, definition: &Definition, movers: &[Cell]) -> Vec<i128> {
        let sides = definition.sides.iter().zip(self.turn.iter().zip(self.turn.iter().cycle().skip(1)));
        let moves = sides.filter(|(pieces, _)| movers.iter().any(|mover| pieces.contains(mover)));
        moves.map(|(_, (now, next))| next - now).collect()
    }

    /// The most by which a rule lowers the sum.
    pub(super) fn fall(&self, definition: &Definition, step: &Step<'_>) -> i128 {
        let effect = Effect::of(self, definition, step);
        -effect.fixed - effect.slots.iter().filter_map(|slot| slot.1.iter().min()).sum::<i128>()
    }

    /// By how much a rule lowers the sum, when it is known what its cells hold.
    pub(super) fn fall_of(&self, definition: &Definition, ground: &Ground<'_>) -> i128 {
        let cells = ground.changes.iter().map(|&(cell, before, after)| self.at(cell, before) - self.at(cell, after));
        let turns = self.next_turns(definition, ground.mover.as_slice());
        cells.sum::<i128>() - turns.into_iter().min().unwrap_or(0)
    }

    /// Refuses a rule that changes the sum modulo a number, or that does not raise it by its cost if `costs`; then it does `what`.
    pub(super) fn verify_added(
        &self,
        definition: &Definition,
        (modulus, costs): (i128, bool),
        what: &str,
        limits: &Limits,
    ) -> Checked<()> {
        definition.each_step(limits, &mut |step| {
            let added = i128::from(costs && step.costs).rem_euclid(modulus);
            let right = Effect::of(self, definition, step).residue(modulus) == Some(added);
            ensure(right, format_args!("a rule{} {what}", on(definition, step)))
        })
    }
}

/// The cells that a rule changes, for messages.
pub(super) fn on(definition: &Definition, step: &Step<'_>) -> String {
    let changed = step.parts.iter().filter(|part| part.write != Write::Keep);
    let names: Vec<&str> = changed.take(4).map(|part| definition.cell_name(part.cell)).collect();
    format!(" on {}", joined(&names, " "))
}

/// By how much a rule raises the sum: a number, and for each thing that may stand for several contents a number for each of them. These may be chosen
/// independently of one another.
pub(super) struct Effect {
    fixed: i128,
    slots: Vec<(Slot, Vec<i128>)>,
}

impl Effect {
    pub(super) fn of(weights: &Weights, definition: &Definition, step: &Step<'_>) -> Self {
        let mut effect = Self { fixed: 0, slots: Vec::new() };
        for part in step.parts.iter().filter(|part| part.write != Write::Keep) {
            let [before, after] = sources(part);
            effect.add(weights, definition, part.cell, before, -1);
            effect.add(weights, definition, part.cell, after, 1);
        }
        let mover = step.parts.iter().find(|part| part.test.names_piece());
        let turns = weights.next_turns(definition, mover.map_or(&[], |part| definition.pieces(&part.test)));
        // Of a rule by which no side may move it does not matter.
        effect.slots.extend(Some((Slot::Turn, turns)).filter(|(_, turns)| !turns.is_empty()));
        effect
    }

    fn add(&mut self, weights: &Weights, definition: &Definition, cell: usize, what: Result<Cell, Slot>, sign: i128) {
        let slot = match what {
            Ok(content) => {
                self.fixed += sign * weights.at(cell, content);
                return;
            }
            Err(slot) => slot,
        };
        let contents = slot.contents(definition);
        let index = self.slots.iter().position(|(other, _)| *other == slot).unwrap_or(self.slots.len());
        if index == self.slots.len() {
            self.slots.push((slot, vec![0; contents.len()]));
        }
        for (sum, content) in self.slots[index].1.iter_mut().zip(contents) {
            *sum += sign * weights.at(cell, content);
        }
    }

    /// What is added modulo a number, if that is the same whatever stands there.
    pub(super) fn residue(&self, modulus: i128) -> Option<i128> {
        let mut sum = self.fixed;
        for (_, values) in &self.slots {
            let first = *values.first()?;
            sum += first;
            if values.iter().any(|value| (value - first).rem_euclid(modulus) != 0) {
                return None;
            }
        }
        Some(sum.rem_euclid(modulus))
    }
}
