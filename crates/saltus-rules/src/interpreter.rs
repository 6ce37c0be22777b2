//! The rules a second time: matched token by token along the board, with nothing compiled.
//!
//! It validates moves, and shares no code with the operations that the search uses.

use std::collections::BTreeMap;
use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::blocks::{BlockMetric, Blocks};
use crate::definition::{Content, Definition, Moves, Read, Rule, Write};
use crate::geometry::{Cell, Direction};
use crate::rules::{Position, Ways};

/// All positions after one move, ascending, and whether a move that costs nothing leads there.
pub(crate) fn successors(definition: &Definition, position: &Position) -> BTreeMap<Position, bool> {
    let cells = definition.cells();
    let contents = &position.0[..cells];
    let mut met = BTreeMap::new();
    let mut after = |changed: &[Content], free: bool| {
        if changed != contents {
            let mut next = Position(changed.iter().copied().collect());
            if let Some(&side) = position.0.get(cells) {
                next.0.push((side + 1) % definition.turns.len() as u8);
            }
            *met.entry(next).or_default() |= free;
        }
    };
    let side = position.0.get(cells).map(|&side| definition.turns[side as usize].pieces);
    // What rules make of contents along lines from a cell, and from where a chain goes on.
    let steps = |contents: &[Content], from: Cell, moves: &Moves| {
        let mut next = Vec::new();
        for rule in &moves.rules {
            for (changed, mover, to) in matches(definition, moves, rule, contents, from) {
                if side.is_none_or(|side| side.has(mover)) {
                    next.push((changed, to));
                }
            }
        }
        next
    };
    for from in 0..cells as Cell {
        for moves in definition.moves.iter().filter(|moves| !moves.chain) {
            steps(contents, from, moves).iter().for_each(|(changed, _)| after(changed, moves.free));
        }
        let chains = definition.moves.iter().filter(|moves| moves.chain);
        let step = |(contents, from): &(Vec<Content>, Cell)| -> Vec<(Vec<Content>, Cell)> {
            chains.clone().flat_map(|moves| steps(contents, *from, moves)).collect()
        };
        closure((contents.to_vec(), from), step).iter().for_each(|(changed, _)| after(changed, false));
    }
    for cycle in &definition.cycles {
        let (mut forward, mut back) = (contents.to_vec(), contents.to_vec());
        for ring in &cycle.rings {
            for at in 0..ring.len() {
                let (cell, next) = (ring[at] as usize, ring[(at + 1) % ring.len()] as usize);
                forward[next] = contents[cell];
                back[cell] = contents[next];
            }
        }
        after(&forward, false);
        if cycle.both {
            after(&back, false);
        }
    }
    if let Some(blocks) = &definition.blocks {
        block_moves(definition, blocks, contents).iter().for_each(|changed| after(changed, false));
    }
    met
}

/// Everything that steps lead to from a state, itself left out unless they lead back; not more than searches look through.
fn closure<T: Hash + Eq + Clone>(start: T, step: impl Fn(&T) -> Vec<T>) -> FxHashSet<T> {
    let (mut met, mut open) = (FxHashSet::default(), vec![start]);
    while let Some(state) = open.pop() {
        for next in step(&state) {
            if met.len() < Ways::MOST && met.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    met
}

/// A position, the piece that moved, and the last cell of the line, from where a chain goes on.
type Matched = (Vec<Content>, Content, Cell);

/// All ways to apply a rule to lines that begin at a cell.
fn matches(definition: &Definition, moves: &Moves, rule: &Rule, contents: &[Content], from: Cell) -> Vec<Matched> {
    let board = &definition.board;
    let mut found = Vec::new();
    for direction in moves.words(board).into_iter().filter_map(|word| board.directions(word)).flatten() {
        let matching = Assignment { definition, rule, contents, direction };
        matching.extend(&mut vec![from], &mut Vec::new(), 0, &mut found);
    }
    found
}

struct Assignment<'a> {
    definition: &'a Definition,
    rule: &'a Rule,
    contents: &'a [Content],
    direction: Direction,
}

impl Assignment<'_> {
    /// Reads the last cell of a line by token `at`; `lengths` says how many cells each token before has.
    fn extend(&self, line: &mut Vec<Cell>, lengths: &mut Vec<usize>, at: usize, found: &mut Vec<Matched>) {
        let content = self.contents[line[line.len() - 1] as usize];
        let (read, run) = self.rule.left[at];
        let fits = match read {
            Read::Is(wanted) => content == wanted,
            Read::Class(class) => {
                self.definition.classes[class].pieces.contains(&content)
                    && self.bound(line, lengths, class).is_none_or(|bound| bound == content)
            }
            Read::Star | Read::Skip => true,
        };
        if !fits {
            return;
        }
        // The cells that this token has so far.
        let own = line.len() - lengths.iter().sum::<usize>();
        if at + 1 == self.rule.left.len() {
            lengths.push(own);
            found.extend(self.written(line, lengths));
            lengths.pop();
        }
        for next in self.onward(line) {
            line.push(next);
            if run {
                self.extend(line, lengths, at, found);
            }
            if at + 1 < self.rule.left.len() {
                lengths.push(own);
                self.extend(line, lengths, at + 1, found);
                lengths.pop();
            }
            line.pop();
        }
    }

    /// The piece that a class stands for on the cells before the last one.
    fn bound(&self, line: &[Cell], lengths: &[usize], class: usize) -> Option<Content> {
        let mut first = 0;
        for (token, length) in self.rule.left.iter().zip(lengths.iter().copied().chain([usize::MAX])) {
            if token.0 == Read::Class(class) {
                return (first + 1 < line.len()).then(|| self.contents[line[first] as usize]);
            }
            first += length.min(line.len());
        }
        None
    }

    /// The cells that may come after a line.
    fn onward(&self, line: &[Cell]) -> Vec<Cell> {
        let board = &self.definition.board;
        let last = line[line.len() - 1];
        let mut next = match self.direction {
            Direction::Step(down, right) => board.step(last, (down, right)).into_iter().collect(),
            Direction::Path => board.neighbours[last as usize].clone(),
            Direction::Line => {
                let mut next = Vec::new();
                for way in self.ways() {
                    let follows = way.windows(line.len() + 1).filter(|window| window.starts_with(line));
                    next.extend(follows.map(|window| window[line.len()]));
                }
                next
            }
        };
        next.retain(|cell| !line.contains(cell));
        next
    }

    /// The position after the rule was applied to a line.
    fn written(&self, line: &[Cell], lengths: &[usize]) -> Option<Matched> {
        if self.rule.edge && !self.ends(line) {
            return None;
        }
        let starts: Vec<usize> = (0..lengths.len()).map(|token| lengths[..token].iter().sum()).collect();
        let read = |token: usize| self.contents[line[starts[token]] as usize];
        let of_class = |class| {
            let token = self.rule.left.iter().position(|(read, _)| *read == Read::Class(class));
            read(token.expect("a class of the left side"))
        };
        if self.rule.different.iter().any(|&(a, b)| of_class(a) == of_class(b)) {
            return None;
        }
        let mut stars = (0..lengths.len()).filter(|&token| self.rule.left[token].0 == Read::Star).map(read);
        let is_run = |token: &usize| self.rule.left[*token].1;
        let mut runs = (0..lengths.len()).filter(is_run).map(|token| lengths[token]);
        let (mut changed, mut at) = (self.contents.to_vec(), 0);
        for &(write, run) in &self.rule.right {
            let content = match write {
                Write::Put(content) => Some(content),
                Write::Class(class) => Some(of_class(class)),
                Write::Star(_) => stars.next(),
                Write::Keep => None,
            };
            for _ in 0..if run { runs.next()? } else { 1 } {
                let cell = line[at] as usize;
                changed[cell] = content.unwrap_or(self.contents[cell]);
                at += 1;
            }
        }
        let mover = self.rule.mover().map_or(0, read);
        Some((changed, mover, line[line.len() - 1]))
    }

    fn ends(&self, line: &[Cell]) -> bool {
        if self.direction != Direction::Line {
            return self.onward(line).is_empty();
        }
        // A declared line may end here in one place and go on in another.
        self.ways().any(|way| {
            let beyond = |at: usize| way.get(at + line.len()).is_some_and(|cell| !line.contains(cell));
            way.windows(line.len()).enumerate().any(|(at, window)| window == line && !beyond(at))
        })
    }

    /// The declared lines, each both ways.
    fn ways(&self) -> impl Iterator<Item = Vec<Cell>> {
        let lines = self.definition.board.lines.iter();
        lines.flat_map(|declared| [declared.clone(), declared.iter().rev().copied().collect()])
    }
}

/// The positions after a move of a block.
fn block_moves(definition: &Definition, blocks: &Blocks, contents: &[Content]) -> Vec<Vec<Content>> {
    let board = &definition.board;
    let stands = |at: Cell, kind: usize, contents: &[Content]| -> Option<Vec<Cell>> {
        let cells = blocks.cells(board, kind, at)?;
        cells.iter().all(|&cell| contents[cell as usize] == 0).then_some(cells)
    };
    let mut found = Vec::new();
    for (first, &content) in contents.iter().enumerate() {
        if content == 0 || content == blocks.covered() {
            continue;
        }
        let kind = content as usize - 1;
        let mut without = contents.to_vec();
        for cell in blocks.cells(board, kind, first as Cell).expect("a block is on the board") {
            without[cell as usize] = 0;
        }
        let one = |at: &Cell, step| board.step(*at, step).filter(|&to| stands(to, kind, &without).is_some());
        let steps = blocks.steps(kind);
        let reached: FxHashSet<Cell> = match blocks.metric {
            BlockMetric::Unit => steps.iter().filter_map(|&step| one(&(first as Cell), step)).collect(),
            BlockMetric::Straight => {
                let far = |&step| std::iter::successors(one(&(first as Cell), step), move |at| one(at, step));
                steps.iter().flat_map(far).collect()
            }
            BlockMetric::Walk => closure(first as Cell, |at| steps.iter().filter_map(|&step| one(at, step)).collect()),
        };
        for to in reached {
            let mut changed = without.clone();
            let cells = stands(to, kind, &without).expect("it can stand there");
            cells.iter().for_each(|&cell| changed[cell as usize] = blocks.covered());
            changed[to as usize] = content;
            found.push(changed);
        }
    }
    found
}
