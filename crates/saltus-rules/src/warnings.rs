//! Valid, but probably not meant: rules that can never be applied or change nothing, goals that no rule brings nearer.
//!
//! A warning is sound: no rule that applies in a reachable position is reported. Two facts are known about these
//! positions. What each cell can hold at most follows from the operations alone, again and again until nothing is added; and where there
//! are few positions, all of them are visited.

use rustc_hash::FxHashSet;

use crate::definition::{Content, ContentSet, Cycle, Definition, Goal, Moves};
use crate::geometry::Cell;
use crate::ground::{self, Operation, Put, Test};
use crate::text::Mistake;
use saltus_core::limits::Stop;

/// The most operations that are looked at, with what they ask and write, and how often operations are tried in all: nobody waits for a warning.
const MOST_LAID_OUT: usize = 1 << 17;
const MOST_TRIED: usize = 1 << 20;

/// A rule or cycle on the board.
struct Part {
    place: (usize, usize),
    is_cycle: bool,
    operations: Vec<Operation>,
}

impl Definition {
    /// What is due a sentence though it is no mistake, in the order of the text.
    ///
    /// ```
    /// let text = "board: a b .\nclass x: a b\nmove right:\n  x . -> . x\n  x x . -> . x x\ngoal: . a b";
    /// let warnings = saltus_rules::Definition::from_text(text).unwrap().warnings();
    /// assert!(warnings[0].to_string().starts_with("line 5, column 3: this rule is never applied"));
    /// ```
    #[must_use]
    pub fn warnings(&self) -> Vec<Mistake> {
        let Some(parts) = self.parts() else { return Vec::new() };
        let mut tried = MOST_TRIED;
        let Some(held) = CanHold::of(self, &parts, &mut tried) else { return Vec::new() };
        let used = self.used(&parts, &mut tried);
        let mut found = Vec::new();
        let mut warn = |(line, column), why: String| found.push(Mistake { line, column, why });
        for (number, part) in parts.iter().enumerate() {
            let Some(place) = Some(part.place).filter(|&(line, _)| line > 0) else { continue };
            let what = if part.is_cycle { "cycle" } else { "rule" };
            let mut may = part.operations.iter().filter(|operation| held.applies(operation)).peekable();
            if part.operations.is_empty() {
                warn(place, format!("this {what} fits nowhere on the board"));
            } else if may.peek().is_none() {
                warn(
                    place,
                    format!("this {what} is never applied: what its left side asks for never stands so on the board"),
                );
            } else if may.all(|operation| held.keeps(operation)) {
                warn(place, format!("this {what} changes nothing"));
            } else if let Some((positions, used)) = &used {
                let Some(why) = (match used[number] {
                    Use::Never => Some("is never applied: its left side fits in none"),
                    Use::Idle => Some("changes nothing in any"),
                    Use::Changes => None,
                }) else {
                    continue;
                };
                warn(place, format!("this {what} {why} of the {positions} positions that can be reached"));
            }
        }
        for (goal, &place) in self.goals.iter().zip(&self.goal_places) {
            if let Some(why) = held.untouched(self, &parts, goal) {
                warn(place, why);
            }
        }
        found.sort_by_key(|warning| (warning.line, warning.column));
        found
    }

    /// All rules and cycles on the board, and the moves of blocks, which have no place; none where they are too many.
    fn parts(&self) -> Option<Vec<Part>> {
        let alone =
            |moves: Vec<Moves>, cycles: Vec<Cycle>, blocks| Definition { moves, cycles, blocks, ..self.clone() };
        let mut parts = Vec::new();
        let mut left = MOST_LAID_OUT;
        let mut add = |place, is_cycle, definition: Definition| {
            let mut operations = Vec::new();
            let met = ground::each(&definition, &mut |made| {
                let operation = made();
                left = left.checked_sub(1 + operation.tests.len() + operation.writes.len()).ok_or(Stop::Nodes)?;
                operations.push(operation);
                Ok(())
            });
            met.ok()?;
            parts.push(Part { place, is_cycle, operations });
            Some(())
        };
        for moves in &self.moves {
            for rule in &moves.rules {
                let moves = Moves { rules: vec![rule.clone()], ..moves.clone() };
                add(rule.place, false, alone(vec![moves], Vec::new(), None))?;
            }
        }
        for cycle in &self.cycles {
            add(cycle.place, true, alone(Vec::new(), vec![cycle.clone()], None))?;
        }
        if self.blocks.is_some() {
            add((0, 0), false, alone(Vec::new(), Vec::new(), self.blocks.clone()))?;
        }
        Some(parts)
    }

    /// What becomes of each part in all positions that can be reached, and how many these are; none where they are too many.
    ///
    /// A chain may also end or go on with any other move after each step, so that more is visited than can be reached.
    fn used(&self, parts: &[Part], tried: &mut usize) -> Option<(usize, Vec<Use>)> {
        let sides = self.turns.len().max(1);
        let start = (self.start.clone(), 0);
        let (mut met, mut open) = (FxHashSet::from_iter([start.clone()]), vec![start]);
        let mut used = vec![Use::Never; parts.len()];
        while let Some((contents, side)) = open.pop() {
            for (part, used) in parts.iter().zip(&mut used) {
                *tried = tried.checked_sub(part.operations.len())?;
                let may_move = |operation: &&Operation| {
                    let mover = contents[operation.path[0] as usize];
                    operation.chain || self.turns.get(side).is_none_or(|side| side.pieces.has(mover))
                };
                for operation in part.operations.iter().filter(may_move) {
                    if !operation.applies(&contents) {
                        continue;
                    }
                    let changes = operation.changes(&contents);
                    let is_idle = changes.is_empty();
                    *used = (*used).max(if is_idle { Use::Idle } else { Use::Changes });
                    let mut next = contents.clone();
                    changes.iter().for_each(|&(cell, _, after)| next[cell as usize] = after);
                    let turns = [(side + 1) % sides, side];
                    for &turn in &turns[..if operation.chain { 2 } else { 1 }] {
                        let next = (next.clone(), turn);
                        if (operation.chain || !is_idle) && met.insert(next.clone()) {
                            open.push(next);
                        }
                    }
                }
            }
        }
        Some((met.len(), used))
    }
}

/// What becomes of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Never,
    /// It is applied, and leaves every position as it was.
    Idle,
    Changes,
}

/// What each cell can hold at most in the positions that can be reached.
struct CanHold {
    cells: Vec<ContentSet>,
    /// The pieces that may move.
    movers: Option<ContentSet>,
}

impl CanHold {
    fn of(definition: &Definition, parts: &[Part], tried: &mut usize) -> Option<Self> {
        let cells = definition.start.iter().map(|&content| ContentSet::of([content])).collect();
        let sides = definition.turns.iter().map(|side| side.pieces);
        let movers = sides.reduce(|a, b| a.or(&b));
        let mut held = CanHold { cells, movers };
        let operations: Vec<&Operation> = parts.iter().flat_map(|part| &part.operations).collect();
        loop {
            *tried = tried.checked_sub(operations.len())?;
            let mut is_whole = true;
            for operation in operations.iter().filter(|operation| held.applies(operation)).collect::<Vec<_>>() {
                for &(cell, put) in &operation.writes {
                    let more = held.written(operation, put);
                    let own = &mut held.cells[cell as usize];
                    let joined = own.or(&more);
                    is_whole &= *own == joined;
                    *own = joined;
                }
            }
            if is_whole {
                return Some(held);
            }
        }
    }

    /// What a cell can hold where an operation is made.
    fn read(&self, operation: &Operation, cell: Cell) -> ContentSet {
        let mut held = self.cells[cell as usize];
        match operation.test(cell) {
            Some(Test::Is(content)) => held = held.and(&ContentSet::of([content])),
            Some(Test::In(set)) => held = held.and(&set),
            _ => {}
        }
        // Another piece than the one that began may go on with a chain.
        if cell == operation.path[0]
            && !operation.chain
            && let Some(movers) = &self.movers
        {
            held = held.and(movers);
        }
        held
    }

    fn applies(&self, operation: &Operation) -> bool {
        operation
            .tests
            .iter()
            .map(|&(cell, _)| cell)
            .chain([operation.path[0]])
            .all(|cell| self.read(operation, cell).len() > 0)
            && operation.tests.iter().all(|&(cell, test)| {
                let read = |cell| self.read(operation, cell);
                match test {
                    Test::Same(other) => read(cell).and(&read(other)).len() > 0,
                    Test::Differs(other) => read(cell) != read(other) || read(cell).len() != 1,
                    Test::Is(_) | Test::In(_) => true,
                }
            })
    }

    fn written(&self, operation: &Operation, put: Put) -> ContentSet {
        match put {
            Put::Content(content) => ContentSet::of([content]),
            Put::Of(other) => self.read(operation, other),
        }
    }

    /// Whether an operation leaves every position as it was.
    fn keeps(&self, operation: &Operation) -> bool {
        operation.writes.iter().all(|&(cell, put)| {
            let is_same = |&(tested, test): &(Cell, Test)| match (test, put) {
                (Test::Same(first), Put::Of(other)) => [(tested, first), (first, tested)].contains(&(cell, other)),
                _ => false,
            };
            let read = self.read(operation, cell);
            read.len() == 1 && read == self.written(operation, put) || operation.tests.iter().any(is_same)
        })
    }

    /// Why no rule brings a goal nearer, if that is so.
    fn untouched(&self, definition: &Definition, parts: &[Part], goal: &Goal) -> Option<String> {
        let made = || parts.iter().flat_map(|part| &part.operations).filter(|operation| self.applies(operation));
        match goal {
            Goal::Picture(wanted) => {
                let is_missing = |(cell, wanted): &(usize, &Option<Content>)| {
                    wanted.is_some_and(|wanted| !self.cells[*cell].has(wanted))
                };
                let is_written =
                    |cell: usize| made().any(|operation| operation.writes.iter().any(|write| write.0 as usize == cell));
                let (cell, _) = wanted.iter().enumerate().filter(is_missing).find(|&(cell, _)| !is_written(cell))?;
                let name = &definition.board.names[cell];
                Some(format!("no move changes the cell {name}, which holds something else than this goal asks for"))
            }
            Goal::Most(..) | Goal::Fewest(_) | Goal::Stuck => {
                let (most, pieces) = goal.counted()?;
                let pieces = ContentSet::of(pieces.iter().copied());
                let there = definition.start.iter().filter(|&&content| pieces.has(content)).count();
                (there > most && made().all(|operation| self.least(operation, &pieces) >= 0))
                    .then(|| "no move takes away a piece that this goal counts".into())
            }
        }
    }

    /// By how much an operation changes the number of these pieces, at least.
    fn least(&self, operation: &Operation, pieces: &ContentSet) -> i64 {
        let (mut sum, mut counted): (i64, Vec<(Cell, i64)>) = (0, Vec::new());
        let mut count = |cell: Cell, by: i64| {
            // What two cells hold alike counts once.
            let root = operation.root(cell);
            match counted.iter_mut().find(|(other, _)| *other == root) {
                Some((_, times)) => *times += by,
                None => counted.push((root, by)),
            }
        };
        for &(cell, put) in &operation.writes {
            count(cell, -1);
            match put {
                Put::Content(content) => sum += i64::from(pieces.has(content)),
                Put::Of(other) => count(other, 1),
            }
        }
        let least = |&(cell, times): &(Cell, i64)| {
            let read = self.read(operation, cell);
            let inside = read.and(pieces);
            match () {
                () if inside == read => times,
                () if inside.len() == 0 => 0,
                () => times.min(0),
            }
        };
        sum + counted.iter().map(least).sum::<i64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classics::CLASSICS;
    use crate::interpreter;
    use crate::rules::Position;
    use saltus_core::random::Random;
    use std::collections::BTreeSet;
    use std::fmt::Write as _;

    fn of(text: &str) -> Vec<String> {
        Definition::from_text(text).unwrap().warnings().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_cannot_be_meant_is_said() {
        for (text, warnings) in [
            // A run is of equal pieces, and this train is mixed.
            (
                "board: a b a . .\nclass x: a b\nmove right:\n  x x . -> . x x\n  a . -> . a\ngoal: ? ? ? . a",
                &["line 4, column 3: this rule is never applied"][..],
            ),
            (
                "board: a b .\nmove down:\n  a . -> . a\ngoal: . a b",
                &[
                    "line 3, column 3: this rule fits nowhere on the board",
                    "line 4, column 1: no move changes the cell 1",
                ],
            ),
            (
                "board: a . b\nmove: a . -> a .\nmove: b . -> . b\ngoal: a b .",
                &["line 2, column 7: this rule changes nothing"],
            ),
            (
                "board: a . b\npieces: a b c\nmove: c . -> . c\nmove: b . -> . b\ngoal: a b .",
                &["line 3, column 7: this rule is never applied: what"],
            ),
            ("board: a a b b\ncycle: 1 2\nmove: a b -> b a\ngoal: b b a a", &[]),
            (
                "board: a a b b\ncycle: 1 2\nmove: b . -> . b\ngoal stuck:",
                &["line 2, column 1: this cycle changes nothing", "line 3, column 7: this rule is never applied"],
            ),
            ("board: o o . o\nmove: o . -> . o\ngoal most 1: o", &["line 3, column 1: no move takes away a piece"]),
            ("board: o o . o\nmove: o . -> . o\ngoal fewest: o", &["line 3, column 1: no move takes away a piece"]),
            ("board: o o . o\nmove: o o . -> . . o\ngoal fewest: o", &[]),
            (
                "board: a . b\nturns: a b\npieces: a b c\nmove: c . -> . c\nmove: a . -> . a\ngoal: . a b",
                &["line 4, column 7"],
            ),
            ("board: AAB/..B\nblocks unit: A B\ngoal: AAB/..B", &[]),
        ] {
            let text = text.replace('/', "\n  ").replace(": AAB", ":\n  AAB");
            let found = of(&text);
            assert_eq!(found.len(), warnings.len(), "{text}: {found:?}");
            assert!(found.iter().zip(warnings).all(|(found, begin)| found.starts_with(begin)), "{text}: {found:?}");
        }
    }

    #[test]
    fn classics_have_no_warnings() {
        for (name, text) in CLASSICS {
            assert_eq!(of(text), [""; 0], "{name}");
        }
    }

    /// The plain interpreter finds no move by a rule of which it is said that it is never applied, or changes nothing, in any position
    /// that can be reached; and where no piece is taken away, no position has fewer.
    #[test]
    fn warnings_are_sound() {
        let mut random = Random::new(30);
        let (mut said, mut silent) = (0, 0);
        for _ in 0..1_000 {
            let mut pick = |from: &[&'static str]| from[random.below(from.len())];
            let mut word =
                |from: &[&'static str], count: usize| (0..count).map(|_| pick(from)).collect::<Vec<_>>().join(" ");
            let board = ["", "torus ", "cylinder "][word(&["0", "1", "2"], 1).parse::<usize>().unwrap()];
            let cells: usize = word(&["2", "3", "4"], 1).parse().unwrap();
            let row = |word: &mut dyn FnMut(&[&'static str], usize) -> String| word(&["a", "b", ".", "."], cells);
            let (first, second) = (row(&mut word), row(&mut word));
            let mut text = format!("board {board}spaced:\n  {first}\n  {second}\npieces: a b c\nclass x: a b\n");
            if word(&["y", "n", "n"], 1) == "y" {
                text += "turns: a b\n";
            }
            for _ in 0..word(&["1", "2", "3"], 1).parse().unwrap() {
                let length: usize = word(&["2", "2", "3"], 1).parse().unwrap();
                let left = format!(
                    "{} {}",
                    word(&["a", "b", "c", "x"], 1),
                    word(&["a", "b", ".", ".", "x", "c", "?", "x+", ".+"], length - 1)
                );
                let mut right: Vec<&str> = left.split(' ').collect();
                right.rotate_left(word(&["0", "1", "1", "2"], 1).parse::<usize>().unwrap() % length);
                let kind = word(&["", "", "right", "diagonal", "chain", "knight"], 1);
                writeln!(text, "move {kind}: {left} -> {}", right.join(" ")).unwrap();
            }
            writeln!(text, "goal {}", word(&["stuck:", "stuck:", "most 0: a b", "most 1: a b"], 1)).unwrap();
            let Ok(definition) = Definition::from_text(&text) else { continue };
            let warnings = definition.warnings();
            if warnings.is_empty() {
                silent += 1;
                continue;
            }
            let Some(reached) = reached(&definition) else { continue };
            for warning in &warnings {
                said += 1;
                let is_meant = |place: (usize, usize)| place == (warning.line, warning.column);
                if definition.goal_places.iter().copied().any(is_meant) {
                    let pieces = |position: &Position| {
                        position.0[..definition.cells()].iter().filter(|&&c| c == 1 || c == 2).count()
                    };
                    let most = reached.iter().map(pieces).min();
                    assert_eq!(
                        most,
                        Some(definition.start.iter().filter(|&&c| c == 1 || c == 2).count()),
                        "{text}{warning}"
                    );
                    continue;
                }
                let mut alone = definition.clone();
                for moves in &mut alone.moves {
                    moves.rules.retain(|rule| is_meant(rule.place));
                }
                let at = reached.iter().find(|position| !interpreter::successors(&alone, position).is_empty());
                assert_eq!(at, None, "{text}{warning}");
            }
        }
        assert!(said > 300 && silent > 10, "{said} {silent}");
    }

    /// The positions that can be reached, by the plain interpreter; none where they are many.
    fn reached(definition: &Definition) -> Option<BTreeSet<Position>> {
        let mut start = Position(definition.start.iter().copied().collect());
        if !definition.turns.is_empty() {
            start.0.push(0);
        }
        let (mut met, mut open) = (BTreeSet::from([start.clone()]), vec![start]);
        while let Some(position) = open.pop() {
            for next in interpreter::successors(definition, &position).into_keys() {
                if met.insert(next.clone()) {
                    open.push(next);
                }
            }
            if met.len() > 2_000 {
                return None;
            }
        }
        Some(met)
    }
}
