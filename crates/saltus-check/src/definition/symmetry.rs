//! Symmetries of a definition, and moves that can be taken back: found in the rules, not believed.
//!
//! A rule along a way is compared with others by its *form*: its patterns with classes as the sets of pieces they stand for, and
//! the steps from cell to cell that make the way. Two rules of one form make the same moves. A pattern that is read from its end
//! along the opposite way is another form of the same rule, where neither a chain, an end of the line nor a turn asks for the order.
//! Cells and pieces may be exchanged when that takes every form to a form. What remains the same in two rules only by what their
//! patterns happen to fit is not seen: then a symmetry is refused that is one.

#[cfg(test)]
mod tests;

use super::blocks::{Blocks, asked_cells};
use super::board::{Board, Form, Place as Step};
use super::rules::{Names, Rule, Token, What};
use super::set::Set;
use super::text::filled;
use super::{Definition, Goal, Motion};
use crate::board::Cell;
use crate::outcome::{Checked, OrRefuse, Place, all, ensure, limit};
use crate::text::small;

/// The most symmetries whose products are looked at.
const MOST: usize = 1000;

/// An exchange of cells and contents.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Symmetry {
    /// Where each cell goes.
    cells: Vec<usize>,
    /// What each content becomes; nothing stays nothing.
    contents: Vec<Cell>,
}

/// What tokens are, whatever their classes are called, and which of them are runs: a class is the set of its pieces, and a number by which it is
/// known again.
type Pattern = Vec<(What, Vec<Cell>, bool)>;

/// The steps of a way, or the lines of it.
type Steps = (bool, Set<Vec<usize>>);

/// A rule along a way.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Read {
    left: Pattern,
    right: Pattern,
    different: Pairs,
    /// Whether the line ends, whether it is a chain, and whether it costs nothing.
    kinds: [bool; 3],
    steps: Steps,
}

/// How a rule is read.
#[derive(Clone, Copy, Default)]
struct Reading<'a> {
    /// From right to left: what takes it back.
    back: bool,
    /// From the last cell to the first.
    reversed: bool,
    by: Option<&'a Symmetry>,
}

impl Reading<'_> {
    fn content(&self, content: Cell) -> Cell {
        self.by.map_or(content, |by| by.contents[content as usize])
    }

    fn form(self, rule: &Rule, names: &Names, steps: &Steps) -> Read {
        let in_order = |tokens: &[Token]| -> Vec<Token> {
            if self.reversed { tokens.iter().rev().copied().collect() } else { tokens.to_vec() }
        };
        let (left, right) = (in_order(&rule.left), in_order(&rule.right));
        let (left, right) = if self.back { (right, left) } else { (left, right) };
        // In the order in which they are met.
        let mut classes: Vec<usize> = Vec::new();
        let mut pattern = |tokens: &[Token]| -> Pattern {
            let known = |token: &Token| match token.what {
                What::Content(content) => (What::Content(self.content(content)), Vec::new(), token.run),
                What::Any | What::Unseen => (token.what, Vec::new(), token.run),
                What::Class(class) => {
                    let number = classes.iter().position(|&other| other == class).unwrap_or(classes.len());
                    if number == classes.len() {
                        classes.push(class);
                    }
                    (What::Class(number), self.set(&names.classes[class].1), token.run)
                }
            };
            tokens.iter().map(known).collect()
        };
        let (left, right) = (pattern(&left), pattern(&right));
        let number = |class| classes.iter().position(|&other| other == class).unwrap_or(usize::MAX);
        let pair = |&(one, other): &(usize, usize)| {
            let (one, other) = (number(one), number(other));
            (one.min(other), one.max(other))
        };
        let different = filled(rule.different.iter().map(pair));
        let step = |cells: &Vec<usize>| -> Vec<usize> {
            let cells = cells.iter().map(|&cell| self.by.map_or(cell, |by| by.cells[cell]));
            if self.reversed { cells.rev().collect() } else { cells.collect() }
        };
        let steps = (steps.0, filled(steps.1.iter().map(step)));
        Read { left, right, different, kinds: [rule.ends, rule.chain, rule.free], steps }
    }

    /// The pieces that pieces become, ascending.
    fn set(&self, pieces: &[Cell]) -> Vec<Cell> {
        let mut set: Vec<Cell> = pieces.iter().map(|&piece| self.content(piece)).collect();
        set.sort_unstable();
        set
    }
}

/// Cells and what they hold, ascending.
type Shown = Vec<(usize, Cell)>;

/// Pairs of classes; or a cycle by the pairs of cells of which the one gives its content to the other.
type Pairs = Set<(usize, usize)>;

impl Definition {
    /// All forms of the rules as they are read.
    fn forms(&self, rules: &[Rule], reading: Reading<'_>) -> Set<Read> {
        let steps: Vec<Steps> = (0..self.board.ways.len()).map(|way| steps(&self.board, way)).collect();
        let of = |rule: &Rule| -> Vec<Read> {
            rule.ways.iter().map(|&way| reading.form(rule, &self.names, &steps[way])).collect()
        };
        let rules = rules.iter().filter(|rule| !reading.reversed || !rule.ends && !rule.chain && self.sides.is_empty());
        filled(rules.flat_map(of))
    }

    /// All forms, also those of patterns that are read from the end.
    fn all_forms(&self, rules: &[Rule]) -> Set<Read> {
        let mut forms = self.forms(rules, Reading::default());
        forms.extend(Vec::from(self.forms(rules, Reading { reversed: true, ..Reading::default() })));
        forms
    }

    /// Whether every move can be taken back by a move, as far as the forms of the rules show that.
    pub(crate) fn is_undirected(&self) -> bool {
        let Motion::Pieces(rules, cycles) = &self.motion else { return true };
        let simple = self.sides.is_empty() && rules.iter().all(|rule| !rule.chain);
        let all = pairs(cycles);
        let turned = |cycle: &Pairs| -> Pairs { filled(cycle.iter().map(|&(from, to)| (to, from))) };
        let back = Reading { back: true, ..Reading::default() };
        simple
            && all.iter().all(|cycle| all.contains(&turned(cycle)))
            && self.forms(rules, back).is_subset(&self.all_forms(rules))
    }

    /// The symmetries that lines tell, with the identity, once it is certain that they are a group of symmetries of rules, start
    /// and goals.
    pub(crate) fn symmetries(&self, lines: &[String]) -> Checked<Vec<Symmetry>> {
        limit(lines.len() <= MOST, format_args!("more than {MOST} symmetries"))?;
        let mut all: Set<Symmetry> = filled([self.identity()]);
        for (number, line) in (1..).zip(lines) {
            let symmetry = self.read_symmetry(line).at(format_args!("symmetry {number}"))?;
            self.verify_symmetry(&symmetry).at(format_args!("symmetry {number}"))?;
            ensure(all.insert(symmetry), "it is there already").at(format_args!("symmetry {number}"))?;
        }
        let closed = all.iter().all(|one| all.iter().all(|other| all.contains(&one.then(other))));
        ensure(closed, "the symmetries are no group: two of them, one after the other, are another one")?;
        Ok(all.into())
    }

    /// All products of some symmetries, the identity first.
    pub(crate) fn products(&self, given: &[Symmetry]) -> Checked<Vec<Symmetry>> {
        let mut all = vec![self.identity()];
        let mut seen: Set<Symmetry> = filled(all.iter().cloned());
        let mut at = 0;
        while at < all.len() {
            for symmetry in given {
                let product = all[at].then(symmetry);
                if seen.insert(product.clone()) {
                    all.push(product);
                }
            }
            limit(all.len() <= MOST, format_args!("more than {MOST} symmetries"))?;
            at += 1;
        }
        Ok(all)
    }

    fn identity(&self) -> Symmetry {
        Symmetry { cells: (0..self.board.cells()).collect(), contents: (0..self.bases().0 as Cell).collect() }
    }

    fn read_symmetry(&self, line: &str) -> Checked<Symmetry> {
        let parts = line.strip_prefix("cells ").and_then(|line| line.split_once(" contents "));
        let (cells, contents) = parts.or_refuse("`cells .. contents ..` expected")?;
        let numbers = |text: &str, count: usize| -> Checked<Vec<usize>> {
            let numbers: Vec<usize> = all(text.split(' ').map(|word| Ok(small(word)? as usize)))?;
            let distinct: Set<usize> = filled(numbers.iter().copied());
            let right = numbers.len() == count && distinct.iter().copied().eq(1..=count);
            ensure(right, format_args!("the numbers from 1 to {count} belong here, each once"))?;
            Ok(numbers)
        };
        let cells = numbers(cells, self.board.cells()).at("cells")?;
        let contents = numbers(contents, self.bases().0 as usize - 1).at("contents")?;
        let contents = std::iter::once(0).chain(contents.into_iter().map(|content| content as Cell));
        Ok(Symmetry { cells: cells.into_iter().map(|cell| cell - 1).collect(), contents: contents.collect() })
    }

    fn verify_symmetry(&self, symmetry: &Symmetry) -> Checked<()> {
        let mut image = vec![0; self.start.len()];
        let is_kept = self.apply(symmetry, &self.start, &mut image).is_some() && image == self.start;
        ensure(is_kept, "it changes the start")?;
        self.verify_exchange(symmetry, &self.goals)
    }

    /// Refuses an exchange that does not take moves to moves and these goals to goals. The start may become another position.
    pub(crate) fn verify_exchange(&self, symmetry: &Symmetry, goals: &[Goal]) -> Checked<()> {
        let by = Reading { by: Some(symmetry), ..Reading::default() };
        let same = self.sides.iter().all(|side| by.set(side) == *side);
        ensure(same, "it changes whose pieces are whose")?;
        match &self.motion {
            Motion::Blocks(blocks) => self.verify_blocks(blocks, symmetry)?,
            Motion::Pieces(rules, cycles) => {
                let kept = self.forms(rules, by).is_subset(&self.all_forms(rules));
                ensure(kept, "a rule becomes none of the rules")?;
                let cell = |cell: usize| symmetry.cells[cell];
                let all = pairs(cycles);
                let image = |cycle: &Pairs| -> Pairs { filled(cycle.iter().map(|&(from, to)| (cell(from), cell(to)))) };
                ensure(all.iter().all(|cycle| all.contains(&image(cycle))), "a cycle becomes none of the cycles")?;
            }
        }
        for goal in goals {
            let image = match goal {
                Goal::Picture(asked) => self.picture(symmetry, asked).map(Goal::Picture),
                Goal::Most(count, pieces) => Some(Goal::Most(*count, by.set(pieces))),
                Goal::Stuck => Some(Goal::Stuck),
                Goal::Fewest(pieces) => Some(Goal::Fewest(by.set(pieces))),
            };
            ensure(image.is_some_and(|image| goals.contains(&image)), "a goal becomes none of the goals")?;
        }
        Ok(())
    }

    /// What a picture becomes, in which the first cell of a block stands for all of it. None: a block has no room.
    fn picture(&self, symmetry: &Symmetry, shown: &[(usize, Cell)]) -> Option<Shown> {
        let mut picture = vec![None; self.board.cells()];
        for &(cell, content) in shown {
            let &(cell, content) = self.image(symmetry, cell, content)?.first()?;
            picture[cell] = Some(content);
        }
        Some(asked_cells(&picture))
    }

    /// What a content of a cell becomes: of a block, which its first cell tells, all cells with the first one before the others.
    /// None: it has no room.
    pub(crate) fn image(&self, symmetry: &Symmetry, cell: usize, content: Cell) -> Option<Vec<(usize, Cell)>> {
        let becomes = symmetry.contents[content as usize];
        match &self.motion {
            Motion::Blocks(blocks) if content == blocks.covered() => Some(Vec::new()),
            Motion::Blocks(blocks) if content > 0 => {
                let cells = blocks.cells(&self.board, content as usize - 1, self.board.places[cell])?;
                let mut cells: Vec<usize> = cells.into_iter().map(|cell| symmetry.cells[cell]).collect();
                cells.sort_unstable();
                let content = |at: usize| if at == 0 { becomes } else { blocks.covered() };
                Some(cells.into_iter().enumerate().map(|(at, cell)| (cell, content(at))).collect())
            }
            _ => Some(vec![(symmetry.cells[cell], becomes)]),
        }
    }

    /// Writes what a position becomes. None: a block has no room.
    pub(crate) fn apply(&self, symmetry: &Symmetry, position: &[Cell], image: &mut [Cell]) -> Option<()> {
        image.copy_from_slice(position);
        for (cell, &content) in position[..self.board.cells()].iter().enumerate() {
            if matches!(self.motion, Motion::Pieces(..)) {
                image[symmetry.cells[cell]] = symmetry.contents[content as usize];
            } else {
                self.image(symmetry, cell, content)?.into_iter().for_each(|(cell, content)| image[cell] = content);
            }
        }
        Some(())
    }

    /// Of the images of a position by a group, the one with the least number, which stands for all.
    pub(crate) fn least(&self, group: &[Symmetry], position: &[Cell]) -> Vec<Cell> {
        let (mut least, mut image) = (position.to_vec(), vec![0; position.len()]);
        // The first one is the identity.
        for symmetry in group.iter().skip(1) {
            if self.apply(symmetry, position, &mut image).is_some() && image < least {
                std::mem::swap(&mut image, &mut least);
            }
        }
        least
    }

    /// Blocks go alike when every step becomes a step, and every kind one of the same shape that goes in these directions.
    fn verify_blocks(&self, blocks: &Blocks, symmetry: &Symmetry) -> Checked<()> {
        let board = &self.board;
        let covered = blocks.covered();
        ensure(symmetry.contents[covered as usize] == covered, "a kind of block becomes none")?;
        let near = |cell: usize, step: Step| {
            let place = board.places[cell];
            board.at(&(place.0 + step.0, place.1 + step.1))
        };
        let mut turned = Vec::new();
        for &step in board.steps() {
            let is_image = |other: &Step| {
                (0..board.cells())
                    .all(|cell| near(cell, step).map(|next| symmetry.cells[next]) == near(symmetry.cells[cell], *other))
            };
            let images: Vec<Step> = board.steps().iter().copied().filter(is_image).collect();
            ensure(!images.is_empty(), "a step of a block becomes none")?;
            turned.push((step, images));
        }
        for kind in 0..covered as usize - 1 {
            let other = symmetry.contents[kind + 1] as usize - 1;
            for first in 0..board.cells() {
                if blocks.cells(board, kind, board.places[first]).is_none() {
                    continue;
                }
                let image = self.image(symmetry, first, kind as Cell + 1).unwrap_or_default();
                let image: Vec<usize> = image.into_iter().map(|(cell, _)| cell).collect();
                let fits = blocks.cells(board, other, board.places[image[0]]).as_ref() == Some(&image);
                ensure(fits, "a kind of block becomes one of another shape")?;
            }
            let (steps, others) = (blocks.steps(kind), blocks.steps(other));
            let goes = |step: &Step| {
                turned.iter().any(|(known, images)| known == step && images.iter().any(|image| others.contains(image)))
            };
            ensure(
                steps.len() == others.len() && steps.iter().all(goes),
                "a kind of block becomes one that goes otherwise",
            )?;
        }
        Ok(())
    }
}

/// The steps of a way. Those of `lines` are the lines, as a cell may lie on several.
fn steps(board: &Board, number: usize) -> Steps {
    let way = &board.ways[number];
    let is_line = board.form == Form::Graph && number == 1;
    if !is_line {
        let from = |stop: usize| way.next[stop].iter().map(move |&next| vec![way.cells[stop], way.cells[next]]);
        return (false, filled((0..way.cells.len()).flat_map(from)));
    }
    let (mut lines, mut line) = (Set::default(), Vec::new());
    for (&cell, next) in way.cells.iter().zip(&way.next) {
        line.push(cell);
        if next.is_empty() {
            lines.insert(std::mem::take(&mut line));
        }
    }
    (true, lines)
}

fn pairs(cycles: &[Vec<(usize, usize)>]) -> Set<Pairs> {
    filled(cycles.iter().map(|cycle| filled(cycle.iter().copied())))
}

impl Symmetry {
    /// Cells and contents that are exchanged one to one; nothing stays nothing. None: they are not.
    pub(crate) fn new(cells: Vec<usize>, contents: Vec<Cell>) -> Option<Self> {
        let mut seen = vec![false; cells.len()];
        let one_to_one = cells.iter().all(|&cell| !std::mem::replace(&mut seen[cell], true));
        let mut met = vec![false; contents.len()];
        let alike = contents.iter().any(|&content| std::mem::replace(&mut met[content as usize], true));
        (one_to_one && !alike && contents[0] == 0).then_some(Self { cells, contents })
    }

    /// First this one, then another one.
    fn then(&self, other: &Self) -> Self {
        Self {
            cells: self.cells.iter().map(|&cell| other.cells[cell]).collect(),
            contents: self.contents.iter().map(|&content| other.contents[content as usize]).collect(),
        }
    }
}
