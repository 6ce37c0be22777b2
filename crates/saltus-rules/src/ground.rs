//! A definition compiled for its board: every rule at every place where it can be read, as tests and writes of single cells.

use saltus_core::limits::Stop;
use smallvec::SmallVec;

use crate::blocks::{BlockMetric, Blocks};
use crate::definition::{Content, ContentSet, Cycle, Definition, Moves, Read, Rule, Write};
use crate::geometry::{Cell, Direction, Geometry, Lines};

/// The most operations that a definition may give.
const MOST_OPERATIONS: usize = 1 << 20;

/// The most steps of paths that are tried.
const MOST_STEPS: u64 = 1 << 24;

/// What a cell must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Is(Content),
    In(ContentSet),
    /// The same as another cell.
    Same(Cell),
    /// Something else than another cell.
    Differs(Cell),
}

/// What is written on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    Content(Content),
    /// What stood on a cell before.
    Of(Cell),
}

/// A rule at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Operation {
    pub(crate) tests: SmallVec<[(Cell, Test); 3]>,
    pub(crate) writes: SmallVec<[(Cell, Put); 3]>,
    /// The cell of the piece that moves, and the one that it comes to.
    pub(crate) path: [Cell; 2],
    /// Whether other such operations may follow in the same move, from the cell that the piece came to.
    pub(crate) chain: bool,
    /// Whether it costs nothing.
    pub(crate) free: bool,
}

/// Cells that change, with what was there and what is there then; ascending.
pub(crate) type Changes = SmallVec<[(Cell, Content, Content); 4]>;

impl Operation {
    /// Bytes that it holds in addition to its own size.
    pub(crate) fn heap_bytes(&self) -> usize {
        let tests = if self.tests.spilled() { self.tests.capacity() * size_of::<(Cell, Test)>() } else { 0 };
        tests + if self.writes.spilled() { self.writes.capacity() * size_of::<(Cell, Put)>() } else { 0 }
    }

    /// What a cell is tested for, but to differ from another.
    pub(crate) fn test(&self, cell: Cell) -> Option<Test> {
        let mut tests = self.tests.iter();
        tests.find(|(tested, test)| *tested == cell && !matches!(test, Test::Differs(_))).map(|(_, test)| *test)
    }

    /// The cell of which a cell holds the same: itself, where it is tested for nothing of the kind.
    pub(crate) fn root(&self, mut cell: Cell) -> Cell {
        while let Some(Test::Same(other)) = self.test(cell) {
            cell = other;
        }
        cell
    }

    /// The cells on whose contents it depends what it changes, by their roots, each once.
    pub(crate) fn roots(&self) -> SmallVec<[Cell; 4]> {
        let mut roots = SmallVec::new();
        for &(cell, put) in &self.writes {
            let from = if let Put::Of(other) = put { other } else { cell };
            for root in [self.root(cell), self.root(from)] {
                if !roots.contains(&root) {
                    roots.push(root);
                }
            }
        }
        roots
    }

    /// Whether the cells with a root may hold a content.
    pub(crate) fn may_be(&self, root: Cell, content: Content) -> bool {
        match self.test(root) {
            Some(Test::Is(only)) => content == only,
            Some(Test::In(set)) => set.has(content),
            _ => true,
        }
    }

    /// Whether it can be made.
    #[inline]
    pub(crate) fn applies(&self, contents: &[Content]) -> bool {
        self.tests.iter().all(|&(cell, test)| {
            let content = contents[cell as usize];
            match test {
                Test::Is(wanted) => content == wanted,
                Test::In(set) => set.has(content),
                Test::Same(other) => content == contents[other as usize],
                Test::Differs(other) => content != contents[other as usize],
            }
        })
    }

    /// What it changes.
    pub(crate) fn changes(&self, contents: &[Content]) -> Changes {
        let change = |&(cell, put): &(Cell, Put)| {
            let before = contents[cell as usize];
            let after = match put {
                Put::Content(content) => content,
                Put::Of(other) => contents[other as usize],
            };
            (cell, before, after)
        };
        self.writes.iter().map(change).filter(|(_, before, after)| before != after).collect()
    }
}

/// Takes an operation, which is made when it is asked for.
type TakeOperation<'a> = dyn FnMut(&dyn Fn() -> Operation) -> Result<(), Stop> + 'a;

/// Hands all operations of a definition to `visit`, in the order of its rules.
///
/// # Errors
/// `Stop::Nodes` where there are more than are laid out; what `visit` says.
pub(crate) fn each(definition: &Definition, visit: &mut TakeOperation<'_>) -> Result<(), Stop> {
    let (mut met, mut steps) = (0, MOST_STEPS);
    let mut meet = |made: &dyn Fn() -> Operation| {
        met += 1;
        if met > MOST_OPERATIONS {
            return Err(Stop::Nodes);
        }
        visit(&|| {
            let mut operation = made();
            operation.writes.sort_unstable_by_key(|&(cell, _)| cell);
            operation
        })
    };
    for moves in &definition.moves {
        of_moves(definition, moves, &mut steps, &mut meet)?;
    }
    for way in definition.cycles.iter().flat_map(ways_of) {
        meet(&|| of_cycle(&way))?;
    }
    definition.blocks.as_ref().map_or(Ok(()), |blocks| of_blocks(&definition.board, blocks, &mut meet))
}

/// How many operations a definition has; none where they are too many.
pub(crate) fn count(definition: &Definition) -> Option<usize> {
    let mut count = 0;
    let met = each(definition, &mut |_| {
        count += 1;
        Ok(())
    });
    met.is_ok().then_some(count)
}

fn of_moves(definition: &Definition, moves: &Moves, steps: &mut u64, meet: &mut TakeOperation<'_>) -> Result<(), Stop> {
    let board = &definition.board;
    let mut directions: Vec<Direction> = Vec::new();
    for word in moves.words(board) {
        directions.extend(board.directions(word).expect("a direction of this board"));
    }
    let lines: Vec<Lines> = directions.iter().map(|&direction| board.lines_along(direction)).collect();
    for rule in &moves.rules {
        for (&direction, lines) in directions.iter().zip(&lines) {
            if direction != Direction::Path && rule.left.len() > lines.longest {
                continue;
            }
            for from in 0..board.cells() as Cell {
                let mut lay = |line: &[Cell], beyond: bool| {
                    if rule.edge && beyond {
                        return Ok(());
                    }
                    let (runs, mut found) = (rule.runs(), Ok(()));
                    each_sharing(line.len() - rule.left.len(), runs, &mut |extra| {
                        found = meet(&|| operation(definition, rule, moves, line, extra));
                        found.is_ok()
                    });
                    found
                };
                if direction == Direction::Path {
                    along_paths(board, rule, from, steps, &mut lay)?;
                } else {
                    along_lines(lines, rule, from, &mut lay)?;
                }
            }
        }
    }
    Ok(())
}

/// Lays a rule on a line, which may have a cell beyond.
type Lay<'a> = dyn FnMut(&[Cell], bool) -> Result<(), Stop> + 'a;

/// A rule from one cell: longer and longer lines.
fn along_lines(lines: &Lines, rule: &Rule, from: Cell, lay: &mut Lay<'_>) -> Result<(), Stop> {
    let longest = lines.from(from).map(<[Cell]>::len).max().unwrap_or(0);
    let longest = if rule.runs() == 0 { longest.min(rule.left.len()) } else { longest };
    for length in rule.left.len()..=longest {
        for line in lines.from(from).filter(|line| line.len() >= length) {
            lay(&line[..length], length < line.len())?;
        }
    }
    Ok(())
}

/// A rule from one cell: longer and longer paths.
fn along_paths(board: &Geometry, rule: &Rule, from: Cell, steps: &mut u64, lay: &mut Lay<'_>) -> Result<(), Stop> {
    for length in rule.left.len()..=board.cells() {
        let (mut met, mut laid) = (false, Ok(()));
        let is_whole = board.paths(from, length, steps, &mut |path, beyond| {
            met = true;
            laid = lay(path, beyond);
            laid.is_ok()
        });
        laid?;
        if !is_whole {
            return Err(Stop::Nodes);
        }
        if !met || rule.runs() == 0 {
            break;
        }
    }
    Ok(())
}

/// All ways to share some cells among runs, in ascending order; goes on while `visit` says so.
fn each_sharing(cells: usize, runs: usize, visit: &mut dyn FnMut(&[usize]) -> bool) {
    if runs == 0 {
        visit(&[]);
        return;
    }
    let mut shares = vec![0; runs];
    shares[runs - 1] = cells;
    // The next in order: one more for a run, and all that its successors had beyond that for the last.
    while visit(&shares) {
        let Some(last) = (0..runs).rev().find(|&run| shares[run] > 0).filter(|&run| run > 0) else { return };
        let rest = shares[last] - 1;
        shares[last] = 0;
        shares[last - 1] += 1;
        shares[runs - 1] = rest;
    }
}

/// A rule on a line, each run longer by its part of `extra`.
fn operation(definition: &Definition, rule: &Rule, moves: &Moves, line: &[Cell], extra: &[usize]) -> Operation {
    // The cells of each token.
    fn spans<T>(side: &[(T, bool)], extra: &[usize]) -> Vec<std::ops::Range<usize>> {
        let (mut at, mut extra) = (0, extra.iter());
        let span = |(_, run): &(T, bool)| {
            let begin = at;
            at += 1 + if *run { *extra.next().expect("one for each run") } else { 0 };
            begin..at
        };
        side.iter().map(span).collect()
    }
    let (left, right) = (spans(&rule.left, extra), spans(&rule.right, extra));
    let cell_of = |class: usize| {
        let place = rule.left.iter().position(|(read, _)| *read == Read::Class(class));
        line[left[place.expect("a class of the left side")].start]
    };
    let stars: Vec<Cell> = (rule.left.iter().zip(&left))
        .filter(|((read, _), _)| *read == Read::Star)
        .map(|(_, span)| line[span.start])
        .collect();
    let to = if moves.chain { line[line.len() - 1] } else { line[right[rule.landing()].start] };
    let mut operation = Operation {
        tests: SmallVec::new(),
        writes: SmallVec::new(),
        path: [line[rule.mover().map_or(0, |mover| left[mover].start)], to],
        chain: moves.chain,
        free: moves.free,
    };
    // What is read on each cell of the line, where it is one content.
    let mut is = vec![None; line.len()];
    for ((read, _), span) in rule.left.iter().zip(&left) {
        for at in span.clone() {
            let cell = line[at];
            match *read {
                Read::Is(content) => {
                    is[at] = Some(content);
                    operation.tests.push((cell, Test::Is(content)));
                }
                Read::Class(class) if cell_of(class) == cell => {
                    let set = ContentSet::of(definition.classes[class].pieces.iter().copied());
                    operation.tests.push((cell, Test::In(set)));
                }
                Read::Class(class) => operation.tests.push((cell, Test::Same(cell_of(class)))),
                Read::Star | Read::Skip => {}
            }
        }
    }
    let differs = |&(a, b): &(usize, usize)| (cell_of(a), Test::Differs(cell_of(b)));
    operation.tests.extend(rule.different.iter().map(differs));
    for ((write, _), span) in rule.right.iter().zip(&right) {
        for at in span.clone() {
            let cell = line[at];
            let put = match *write {
                Write::Put(content) => Put::Content(content),
                Write::Class(class) => Put::Of(cell_of(class)),
                Write::Star(star) => Put::Of(stars[star]),
                Write::Keep => continue,
            };
            let is_there = match put {
                Put::Content(content) => is[at] == Some(content),
                Put::Of(other) => other == cell,
            };
            if !is_there {
                operation.writes.push((cell, put));
            }
        }
    }
    operation
}

/// From where to where contents go in a cycle: forward, and back if it goes both ways.
pub(crate) fn ways_of(cycle: &Cycle) -> Vec<Vec<(Cell, Cell)>> {
    let mut forward = Vec::new();
    for ring in &cycle.rings {
        forward.extend((0..ring.len()).map(|at| (ring[at], ring[(at + 1) % ring.len()])));
    }
    let back = forward.iter().map(|&(from, to)| (to, from)).collect();
    // Two cells change places either way.
    let has_way_back = cycle.both && cycle.rings.iter().any(|ring| ring.len() > 2);
    std::iter::once(forward).chain(has_way_back.then_some(back)).collect()
}

fn of_cycle(way: &[(Cell, Cell)]) -> Operation {
    let writes = way.iter().map(|&(from, to)| (to, Put::Of(from))).collect();
    Operation { tests: SmallVec::new(), writes, path: [way[0].0, way[0].1], chain: false, free: false }
}

fn of_blocks(board: &Geometry, blocks: &Blocks, meet: &mut TakeOperation<'_>) -> Result<(), Stop> {
    for kind in 0..blocks.kinds.len() {
        for first in 0..board.cells() as Cell {
            let Some(cells) = blocks.cells(board, kind, first) else { continue };
            for step in blocks.steps(kind) {
                let (mut swept, mut front) = (cells.clone(), cells.clone());
                loop {
                    let next: Option<Vec<Cell>> = front.iter().map(|&cell| board.step(cell, step)).collect();
                    let Some(next) = next else { break };
                    let entered = next.iter().filter(|cell| !swept.contains(cell)).copied().collect::<Vec<_>>();
                    swept.extend(entered);
                    front = next;
                    meet(&|| slide(blocks, kind, &cells, &front, &swept[cells.len()..]))?;
                    if blocks.metric != BlockMetric::Straight {
                        break;
                    }
                }
            }
        }
    }
    Ok(())
}

/// A block goes from some cells to others over cells that are empty.
fn slide(blocks: &Blocks, kind: usize, from: &[Cell], to: &[Cell], empty: &[Cell]) -> Operation {
    let number = kind as Content + 1;
    let mut tests: SmallVec<[(Cell, Test); 3]> = SmallVec::new();
    tests.push((from[0], Test::Is(number)));
    // Known from the first cell; said all the same, so that a move can be taken back.
    tests.extend(from[1..].iter().map(|&cell| (cell, Test::Is(blocks.covered()))));
    tests.extend(empty.iter().map(|&cell| (cell, Test::Is(0))));
    let left = from.iter().filter(|cell| !to.contains(cell)).map(|&cell| (cell, Put::Content(0)));
    let content = |&cell: &Cell| (cell, Put::Content(if cell == to[0] { number } else { blocks.covered() }));
    Operation {
        tests,
        writes: left.chain(to.iter().map(content)).collect(),
        path: [from[0], to[0]],
        chain: blocks.metric == BlockMetric::Walk,
        free: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_shared_in_all_ways() {
        let mut met = Vec::new();
        each_sharing(3, 3, &mut |shares| {
            met.push(shares.to_vec());
            true
        });
        assert_eq!(met.len(), 10);
        assert!(met.iter().all(|shares| shares.iter().sum::<usize>() == 3));
        assert!(met.is_sorted() && met.windows(2).all(|pair| pair[0] != pair[1]));
        let mut none = 0;
        each_sharing(0, 2, &mut |shares| {
            none += 1;
            shares == [0, 0]
        });
        assert_eq!(none, 1);
    }

    #[test]
    fn rules_are_laid_on_every_line() {
        let count = |text: &str| super::count(&Definition::from_text(text).unwrap()).unwrap();
        assert_eq!(count("board: a . .\nmove: a . -> . a\ngoal: . . a"), 4);
        assert_eq!(count("board: a . .\nmove right: a .+ | -> .+ a |\ngoal: . . a"), 2);
        assert_eq!(count("board: a . .\nmove right: a .+ -> .+ a\ngoal: . . a"), 3);
        // Klotski's two by two on four by five: 7 steps across in each of 3 columns less one, ..
        let two = "board:\n  AA..\n  AA..\n  ....\nblocks unit: A\ngoal stuck:";
        assert_eq!(count(two), 2 * (2 * 2 + 3));
        assert_eq!(count(&two.replace("unit", "straight")), 2 * (2 * 3 + 3));
        assert_eq!(count("board: a b c\ncycle both: 1 2 3\ngoal: b c a"), 2);
    }
}
