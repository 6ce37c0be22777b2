//! Rules on the cells of a board: all walks along which a rule can be read, each with what it tests and writes there.
//!
//! They are laid out once. A rule with runs may have as many walks as there are pairs of cells, and one of a long pattern on a graph far more: these
//! are walked in each position anew, as far as the position has them.

use super::board::Way;
use super::rules::{EMPTY, Rule, Token, What};
use super::{Definition, Goal, Motion, holding};
use crate::board::Cell;
use crate::outcome::{Checked, Limits, limit, refuse, resource};
use crate::rules::Change;
use std::collections::BTreeSet;

/// Most digits of the positions that follow from one.
const ROOM: usize = 1 << 24;

/// Steps for the walks of all rules that are laid out.
const LAID: u64 = 1 << 22;

/// What a rule does with one cell.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) cell: usize,
    pub(crate) test: What,
    pub(crate) write: Write,
}

impl Part {
    /// Whether the cell holds the same before and after, whatever that is.
    pub(crate) fn is_kept(&self) -> bool {
        match self.write {
            Write::Keep => true,
            Write::Content(content) => self.test == What::Content(content),
            Write::Class(class) => self.test == What::Class(class),
            Write::From(cell) => self.cell == cell,
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Write {
    Keep,
    Content(Cell),
    Class(usize),
    /// What stood on that cell.
    From(usize),
}

/// A rule on a walk, or a cycle.
pub(crate) struct Step<'a> {
    pub(crate) parts: &'a [Part],
    /// Classes that stand for different pieces.
    pub(crate) different: &'a [(usize, usize)],
    /// Whether it is a move that costs something: not one that is free, nor one that may follow others in the same move.
    pub(crate) costs: bool,
}

impl Definition {
    /// The pieces that a test names, which do not have to be pieces where it is of a class.
    pub(crate) fn pieces<'a>(&'a self, test: &'a What) -> &'a [Cell] {
        match test {
            What::Content(content) => std::slice::from_ref(content),
            What::Class(class) => self.class(*class),
            What::Any | What::Unseen => &[],
        }
    }

    /// Whether some side may have the turn when a rule applies.
    fn may_move(&self, rule: &Rule) -> bool {
        let mover = rule.left.iter().find(|token| token.what.names_piece());
        let movers = mover.map_or(&[][..], |token| self.pieces(&token.what));
        self.sides.is_empty() || self.sides.iter().any(|side| movers.iter().any(|mover| side.contains(mover)))
    }

    /// Visits every rule that may ever apply on all walks, whatever stands on the cells, and every cycle.
    pub(crate) fn each_step(&self, limits: &Limits, visit: &mut dyn FnMut(&Step<'_>) -> Checked<()>) -> Checked<()> {
        let Motion::Pieces(rules, cycles) = &self.motion else { return refuse("this evidence is not about blocks") };
        let mut steps = limits.nodes;
        for rule in rules.iter().filter(|rule| self.may_move(rule)) {
            let (costs, different) = (!rule.chain && !rule.free, &rule.different);
            each_walk(self, rule, None, &mut steps, &mut |parts| {
                // What changes nothing is no move.
                if parts.iter().all(Part::is_kept) { Ok(()) } else { visit(&Step { parts, different, costs }) }
            })?;
        }
        for cycle in cycles {
            let part = |&(from, to): &(usize, usize)| Part { cell: to, test: What::Any, write: Write::From(from) };
            visit(&Step { parts: &cycle.iter().map(part).collect::<Vec<_>>(), different: &[], costs: true })?;
        }
        Ok(())
    }
}

/// A cell, and the token that has read it.
type Read = (usize, usize);

/// A walk with the tokens that have read its cells.
struct Walk<'a> {
    rule: &'a Rule,
    way: &'a Way,
    /// What stands on the cells; none where every content will do.
    position: Option<(&'a Definition, &'a [Cell])>,
    read: Vec<Read>,
    /// By cell, whether the walk was there.
    taken: Vec<bool>,
}

/// Visits the rule on all walks along its ways, or on those that fit a position but for classes, which may stand for several pieces.
fn each_walk(
    definition: &Definition,
    rule: &Rule,
    cells: Option<&[Cell]>,
    steps: &mut u64,
    visit: &mut dyn FnMut(&[Part]) -> Checked<()>,
) -> Checked<()> {
    let mut parts = Vec::new();
    for way in rule.ways.iter().map(|&way| &definition.board.ways[way]) {
        let position = cells.map(|cells| (definition, cells));
        let mut walk = Walk { rule, way, position, read: Vec::new(), taken: vec![false; definition.board.cells()] };
        spend(steps, (way.cells.len() + walk.taken.len()) as u64)?;
        for stop in 0..way.cells.len() {
            walk.search(stop, steps, &mut |read| {
                write_parts(rule, read, &mut parts);
                visit(&parts)
            })?;
        }
    }
    Ok(())
}

impl Walk<'_> {
    /// The walk may be as long as the board is large, so that this is no recursion.
    fn search(&mut self, first: usize, steps: &mut u64, found: &mut dyn FnMut(&[Read]) -> Checked<()>) -> Checked<()> {
        // What is still to be done: to read the cell of a stop with a token; none: to leave the last one.
        let mut tasks = vec![Some((first, 0))];
        while let Some(task) = tasks.pop() {
            let Some((stop, token)) = task else {
                if let Some((cell, _)) = self.read.pop() {
                    self.taken[cell] = false;
                }
                continue;
            };
            spend(steps, 1)?;
            let cell = self.way.cells[stop];
            if self.taken[cell] || !self.may_be(cell, self.rule.left[token]) {
                continue;
            }
            self.taken[cell] = true;
            self.read.push((cell, token));
            tasks.push(None);
            let next = &self.way.next[stop];
            if token + 1 < self.rule.left.len() {
                tasks.extend(next.iter().map(|&stop| Some((stop, token + 1))));
            } else if !self.rule.ends || next.iter().all(|&stop| self.taken[self.way.cells[stop]]) {
                spend(steps, self.read.len() as u64)?;
                found(&self.read)?;
            }
            if self.rule.left[token].run {
                tasks.extend(next.iter().map(|&stop| Some((stop, token))));
            }
        }
        Ok(())
    }

    fn may_be(&self, cell: usize, token: Token) -> bool {
        let Some((definition, cells)) = self.position else { return true };
        match token.what {
            What::Content(content) => cells[cell] == content,
            What::Any | What::Unseen => true,
            What::Class(class) => definition.names.classes[class].1.binary_search(&cells[cell]).is_ok(),
        }
    }
}

/// What a rule tests and writes on a walk.
fn write_parts(rule: &Rule, read: &[Read], parts: &mut Vec<Part>) {
    let (left, right) = (&rule.left, &rule.right);
    parts.clear();
    parts.extend(read.iter().map(|&(cell, token)| Part { cell, test: left[token].what, write: Write::Keep }));
    let length = |token: usize| read.iter().filter(|read| read.1 == token).count();
    let mut runs = (0..left.len()).filter(|&token| left[token].run);
    let mut any = read.iter().filter(|read| left[read.1].what == What::Any);
    let mut at = 0;
    for token in right {
        let count = if token.run { runs.next().map_or(0, length) } else { 1 };
        let write = match token.what {
            What::Content(content) => Write::Content(content),
            What::Class(class) => Write::Class(class),
            What::Any => any.next().map_or(Write::Keep, |read| Write::From(read.0)),
            What::Unseen => Write::Keep,
        };
        parts[at..at + count].iter_mut().for_each(|part| part.write = write);
        at += count;
    }
}

/// Rules that are laid out, each a row of parts.
struct Laid {
    parts: Vec<Part>,
    /// By rule that is laid out, the rule that it is of, and where its parts end.
    of: Vec<(usize, usize)>,
    /// By cell: those that test it, but for others, to be empty, and those that test it otherwise. Each has one such cell.
    near: Vec<[Vec<usize>; 2]>,
    /// By rule, whether it is laid out.
    rules: Vec<bool>,
}

impl Laid {
    fn new(definition: &Definition, limits: &Limits) -> Self {
        let near = vec![[Vec::new(), Vec::new()]; definition.board.cells()];
        let mut laid = Self { parts: Vec::new(), of: Vec::new(), near, rules: Vec::new() };
        // A step lays out one part at most; twice that while lists grow, and lists of what is near cells.
        let mut steps = LAID.min(limits.memory / (4 * size_of::<Part>() as u64));
        for (number, rule) in definition.rules().iter().enumerate() {
            let all = laid.of.len();
            let mut add = |parts: &[Part]| {
                laid.add(number, rule, parts);
                Ok(())
            };
            let has_runs = rule.left.iter().any(|token| token.run);
            let fits = !has_runs && each_walk(definition, rule, None, &mut steps, &mut add).is_ok();
            laid.rules.push(fits);
            if !fits {
                laid.near.iter_mut().flatten().for_each(|list| list.retain(|&index| index < all));
                laid.of.truncate(all);
                laid.parts.truncate(laid.of.last().map_or(0, |last| last.1));
            }
        }
        laid
    }

    fn add(&mut self, number: usize, rule: &Rule, parts: &[Part]) {
        // A chain goes on from its first cell; else empty cells are mostly the fewest.
        let is_empty = |part: &&Part| part.test == What::Content(EMPTY);
        let anchor = parts.iter().find(is_empty).filter(|_| !rule.chain).unwrap_or(&parts[0]);
        let index = self.of.len();
        let lists = &mut self.near[anchor.cell];
        let (may_be_empty, may_be_piece) = match anchor.test {
            What::Content(EMPTY) => (true, false),
            What::Content(_) | What::Class(_) => (false, true),
            What::Any | What::Unseen => (true, true),
        };
        for (list, _) in lists.iter_mut().zip([may_be_empty, may_be_piece]).filter(|(_, may_be)| *may_be) {
            list.push(index);
        }
        self.parts.extend_from_slice(parts);
        self.of.push((number, self.parts.len()));
    }

    fn parts(&self, index: usize) -> &[Part] {
        let begin = if index == 0 { 0 } else { self.of[index - 1].1 };
        &self.parts[begin..self.of[index].1]
    }

    /// Those that a cell does not exclude by what stands there.
    fn of_cell(&self, cell: usize, content: Cell) -> &[usize] {
        &self.near[cell][usize::from(content != EMPTY)]
    }
}

/// What finds the moves of positions.
pub(crate) struct Interpreter<'a> {
    definition: &'a Definition,
    laid: Laid,
    reader: Reader,
    /// Steps that are left for all positions.
    pub(crate) steps: u64,
}

/// What tells whether a rule applies.
struct Reader {
    /// By class and content, whether it is one of the class.
    members: Vec<Vec<bool>>,
    /// By class, the piece that it stands for in the rule at hand; nothing: none so far.
    stands_for: Vec<Cell>,
    /// What the rule at hand changes.
    changes: Vec<Change>,
}

/// What stands on the cells, and the pieces that may move, if not all may.
#[derive(Clone, Copy)]
struct Before<'a> {
    cells: &'a [Cell],
    side: Option<&'a [Cell]>,
}

/// Is shown each move by what it changes, and whether it costs nothing.
type Visit<'v> = &'v mut dyn FnMut(&[Change], bool) -> Checked<()>;

/// What a chain has changed so far, cells ascending, and the last cell of the pattern that did.
type After = (Vec<Change>, usize);

impl<'a> Interpreter<'a> {
    pub(crate) fn new(definition: &'a Definition, limits: &Limits) -> Self {
        let base = definition.bases().0 as usize;
        let member = |pieces: &Vec<Cell>| (0..base as Cell).map(|content| pieces.contains(&content)).collect();
        let members: Vec<Vec<bool>> = definition.names.classes.iter().map(|(_, pieces)| member(pieces)).collect();
        let reader = Reader { stands_for: vec![EMPTY; members.len()], members, changes: Vec::new() };
        Self { definition, laid: Laid::new(definition, limits), reader, steps: limits.nodes }
    }

    /// Visits all moves. Two of them may lead to the same position; each leads to another one than this.
    pub(crate) fn each_move(&mut self, position: &[Cell], visit: Visit<'_>) -> Checked<()> {
        let definition = self.definition;
        let (cells, turn) = position.split_at(definition.board.cells());
        spend(&mut self.steps, position.len() as u64)?;
        let next = turn.first().map(|&turn| (cells.len(), (turn + 1) % definition.sides.len() as Cell));
        let mut room = ROOM;
        let mut of_turn = Vec::new();
        let mut visit = |changes: &[Change], free: bool| {
            room = room.checked_sub(changes.len()).map_or_else(|| resource("a position with too many moves"), Ok)?;
            match next {
                Some(next) => {
                    of_turn.clear();
                    of_turn.extend_from_slice(changes);
                    of_turn.push(next);
                    visit(&of_turn, free)
                }
                None => visit(changes, free),
            }
        };
        match &definition.motion {
            Motion::Blocks(blocks) => {
                blocks.moves(&definition.board, cells, &mut self.steps)?.iter().try_for_each(|after| {
                    let changes = changes_to(cells, after);
                    visit(&changes, false)
                })
            }
            Motion::Pieces(rules, cycles) => {
                let side = turn.first().map(|&turn| definition.sides[turn as usize].as_slice());
                self.each_rule(rules, Before { cells, side }, &mut visit)?;
                for cycle in cycles {
                    spend(&mut self.steps, cycle.len() as u64)?;
                    let turned = cycle.iter().map(|&(from, to)| (to, cells[from]));
                    let changes: Vec<Change> = turned.filter(|&(to, content)| cells[to] != content).collect();
                    if !changes.is_empty() {
                        visit(&changes, false)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Visits what rules make of a position, and chains of them.
    fn each_rule(&mut self, rules: &[Rule], before: Before<'_>, visit: Visit<'_>) -> Checked<()> {
        let mut chained = Vec::new();
        self.each_single(rules, before, None, &mut chained, visit)?;
        // Where the piece of a chain may be on its way, which is more than the position: another piece may stand on the same cells.
        let mut seen: BTreeSet<After> = BTreeSet::new();
        let mut cells = Vec::new();
        for (changes, _) in &mut chained {
            *changes = joined(&[], changes, before.cells);
        }
        while let Some(after) = chained.pop() {
            if seen.contains(&after) {
                continue;
            }
            verify_room(seen.len() + 1, before.cells.len())?;
            spend(&mut self.steps, before.cells.len() as u64)?;
            cells.clear();
            cells.extend_from_slice(before.cells);
            for &(cell, content) in &after.0 {
                cells[cell] = content;
            }
            let known = chained.len();
            self.each_single(rules, Before { cells: &cells, ..before }, Some(after.1), &mut chained, visit)?;
            for (changes, _) in &mut chained[known..] {
                *changes = joined(&after.0, changes, before.cells);
            }
            seen.insert(after);
        }
        for (changes, _) in &seen {
            if !changes.is_empty() {
                visit(changes, false)?;
            }
        }
        Ok(())
    }

    /// The same without what follows in a chain, which on its way goes on from one cell.
    fn each_single(
        &mut self,
        rules: &[Rule],
        before: Before<'_>,
        first: Option<usize>,
        chained: &mut Vec<After>,
        visit: Visit<'_>,
    ) -> Checked<()> {
        let Self { definition, laid, reader, steps } = self;
        for cell in first.map_or(0..before.cells.len(), |first| first..first + 1) {
            for &index in laid.of_cell(cell, before.cells[cell]) {
                let (rule, parts) = (&rules[laid.of[index].0], laid.parts(index));
                if first.is_none() {
                    spend(steps, parts.len() as u64)?;
                }
                if (rule.chain || first.is_none()) && reader.applies(rule, parts, before) {
                    reader.take(rule, parts, before, chained, visit)?;
                }
            }
        }
        let walked = rules.iter().zip(&laid.rules).filter(|(_, laid)| !**laid).map(|(rule, _)| rule);
        for rule in walked.filter(|rule| rule.chain || first.is_none()) {
            each_walk(definition, rule, Some(before.cells), steps, &mut |parts| {
                let begins = first.is_none_or(|first| first == parts[0].cell);
                if begins && reader.applies(rule, parts, before) {
                    reader.take(rule, parts, before, chained, visit)?;
                }
                verify_room(chained.len(), before.cells.len())
            })?;
        }
        Ok(())
    }

    /// Whether the play is over.
    pub(crate) fn is_goal(&mut self, position: &[Cell]) -> Checked<bool> {
        let definition = self.definition;
        let cells = &position[..definition.board.cells()];
        for goal in &definition.goals {
            spend(&mut self.steps, cells.len() as u64)?;
            let reached = match goal {
                Goal::Picture(asked) => asked.iter().all(|&(cell, content)| cells[cell] == content),
                Goal::Most(count, pieces) => holding(cells, pieces) <= *count,
                Goal::Stuck => {
                    let mut stuck = true;
                    self.each_move(position, &mut |_, _| {
                        stuck = false;
                        Ok(())
                    })?;
                    stuck
                }
                Goal::Fewest(_) => false,
            };
            if reached {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Reader {
    /// Whether a rule applies to these cells.
    fn applies(&mut self, rule: &Rule, parts: &[Part], before: Before<'_>) -> bool {
        if !self.stands_for.is_empty() {
            self.stands_for.fill(EMPTY);
        }
        for part in parts {
            let there = before.cells[part.cell];
            let fits = match part.test {
                What::Content(content) => there == content,
                What::Any | What::Unseen => true,
                What::Class(class) if self.stands_for[class] == EMPTY => {
                    self.stands_for[class] = there;
                    self.members[class][there as usize]
                }
                What::Class(class) => self.stands_for[class] == there,
            };
            if !fits {
                return false;
            }
        }
        let mut different = rule.different.iter();
        if different.any(|&(one, other)| self.stands_for[one] == self.stands_for[other]) {
            return false;
        }
        let Some(side) = before.side else { return true };
        // The first piece of the left side is one of the side that has the turn.
        let mover = parts.iter().find(|part| part.test.names_piece());
        mover.is_some_and(|part| side.binary_search(&before.cells[part.cell]).is_ok())
    }

    /// Takes what a rule that applies makes of the cells: visits it, or lets a chain go on from there.
    fn take(
        &mut self,
        rule: &Rule,
        parts: &[Part],
        before: Before<'_>,
        chained: &mut Vec<After>,
        visit: Visit<'_>,
    ) -> Checked<()> {
        self.changes.clear();
        for part in parts {
            let content = match part.write {
                Write::Keep => continue,
                Write::Content(content) => content,
                Write::Class(class) => self.stands_for[class],
                Write::From(cell) => before.cells[cell],
            };
            if content != before.cells[part.cell] {
                self.changes.push((part.cell, content));
            }
        }
        if rule.chain {
            chained.push((self.changes.clone(), parts.last().map_or(0, |part| part.cell)));
            return Ok(());
        }
        if self.changes.is_empty() { Ok(()) } else { visit(&self.changes, rule.free) }
    }
}

/// What changes come to after others, cells ascending, where these cells stood before all of them.
fn joined(earlier: &[Change], later: &[Change], before: &[Cell]) -> Vec<Change> {
    let mut all = earlier.to_vec();
    for &(cell, content) in later {
        let mut at = 0;
        while at < all.len() && all[at].0 < cell {
            at += 1;
        }
        if at < all.len() && all[at].0 == cell {
            all.remove(at);
        }
        if content != before[cell] {
            all.insert(at, (cell, content));
        }
    }
    all
}

/// Where cells differ from what they become.
pub(crate) fn changes_to(cells: &[Cell], after: &[Cell]) -> Vec<Change> {
    let pairs = (0..).zip(after.iter().zip(cells));
    pairs.filter(|(_, (now, before))| now != before).map(|(place, (&now, _))| (place, now)).collect()
}

/// Stops undecided if too many positions follow from one.
pub(super) fn verify_room(positions: usize, cells: usize) -> Checked<()> {
    limit(positions * cells <= ROOM, "a position with too many moves")
}

/// Stops undecided when all steps are spent.
pub(crate) fn spend(steps: &mut u64, count: u64) -> Checked<()> {
    let Some(left) = steps.checked_sub(count) else { return resource("the moves take too many steps") };
    *steps = left;
    Ok(())
}
