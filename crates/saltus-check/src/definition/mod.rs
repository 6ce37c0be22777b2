//! Puzzles given as data, by docs/definitions.md: a line that says what the board, the pieces, the
//! moves and the goals are, and an interpreter of it.
//!
//! A position is a row of digits as in its number, with one more for the turn.

mod blocks;
mod board;
mod ground;
mod play;
mod rules;
mod set;
mod symmetry;
#[cfg(test)]
mod tests;
mod text;

use crate::board::Cell;
use crate::outcome::{Checked, OrRefuse, all, ensure, quote, refuse};
use blocks::Blocks;
use board::Board;
use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};
#[cfg(test)]
pub(crate) use ground::Interpreter;
pub(crate) use ground::{Part, Step, Write, spend};
pub(crate) use play::Play;
pub(crate) use rules::What;
use rules::{EMPTY, Names, Rule};
use set::Set;
pub(crate) use symmetry::Symmetry;
pub(crate) use text::MOST as MOST_CELLS;
use text::{Statement, Text, few, filled, is_piece};

/// What changes positions.
enum Motion {
    /// Rules, and cycles as pairs of a cell and the one to which its content goes.
    Pieces(Vec<Rule>, Vec<Vec<(usize, usize)>>),
    Blocks(Blocks),
}

#[derive(PartialEq)]
pub(crate) enum Goal {
    /// Cells and what they hold, ascending.
    Picture(Vec<(usize, Cell)>),
    /// At most this many cells hold one of these pieces, which are in ascending order.
    Most(usize, Vec<Cell>),
    Stuck,
    /// Never reached: what counts is how many of these pieces are left, which are in ascending order.
    Fewest(Vec<Cell>),
}

/// A puzzle.
pub(crate) struct Definition {
    /// What outcomes call it ([`crate::name`]).
    pub(crate) name: String,
    board: Board,
    names: Names,
    /// The digits of the start.
    pub(crate) start: Vec<Cell>,
    /// By side, in the order of the turns, its pieces, ascending. Empty: there are no turns.
    pub(crate) sides: Vec<Vec<Cell>>,
    motion: Motion,
    pub(crate) goals: Vec<Goal>,
}

impl Definition {
    /// Reads what follows the word `rules`.
    pub(crate) fn read(line: &str) -> Checked<Self> {
        let text = Text::read(line)?;
        let board = Board::read(&text)?;
        let right = board.shown.iter().all(|word| word == "." || is_piece(word));
        ensure(right, "something that cannot be a piece is in the picture of `board`")?;
        let shown = match text.one("start")? {
            Some(start) => board.contents(start.plain()?, true)?,
            None => board.shown.clone(),
        };
        let names = read_names(&text, &shown)?;
        let start = all(shown.iter().map(|word| names.content(word)))?;
        let motion = Motion::Pieces(Vec::new(), Vec::new());
        let mut this = Self { name: String::new(), board, names, start, sides: Vec::new(), motion, goals: Vec::new() };
        this.read_turns(&text)?;
        match text.one("blocks")? {
            Some(blocks) => this.read_blocks(blocks, &text, &shown)?,
            None => this.read_moves(&text)?,
        }
        for goal in text.all("goal") {
            let goal = this.read_goal(goal)?;
            this.goals.push(goal);
        }
        ensure(!this.goals.is_empty(), "there is no `goal`")?;
        ensure(this.goals.len() == 1 || !this.counts_pieces(), "`goal fewest` is not the only goal")?;
        ensure(!this.has_free() || !this.counts_pieces(), "`cost 0` does not go with `goal fewest`")?;
        this.name = format!("rules sha256:{} ({} cells, {})", text.digest, this.board.cells(), this.aim());
        Ok(this)
    }

    /// What its goals are, in none of its own words.
    fn aim(&self) -> String {
        match &self.goals[..] {
            [Goal::Picture(_)] => "goal picture".into(),
            [Goal::Most(most, _)] => format!("goal most {most}"),
            [Goal::Stuck] => "goal stuck".into(),
            [Goal::Fewest(_)] => "goal fewest".into(),
            several => format!("{} goals", several.len()),
        }
    }

    fn read_turns(&mut self, text: &Text<'_>) -> Checked<()> {
        let Some(turns) = text.one("turns")? else { return Ok(()) };
        for side in turns.plain()?.list()? {
            self.sides.push(match self.names.class(&side) {
                Some(class) => self.names.classes[class].1.clone(),
                None => vec![self.names.piece(&side)?],
            });
        }
        ensure(self.sides.len() > 1, "turns are of two sides or more")?;
        self.start.push(0);
        let cycle = text.all("cycle").next();
        ensure(cycle.is_none(), "`cycle` does not go with `turns`")
    }

    fn read_moves(&mut self, text: &Text<'_>) -> Checked<()> {
        let (mut rules, mut cycles) = (Vec::new(), Vec::new());
        for statement in text.all("move") {
            let chains = statement.heads.iter().filter(|head| **head == "chain").count();
            ensure(chains < 2, "`chain` comes twice")?;
            let mut heads: Vec<&str> = statement.heads.iter().copied().filter(|head| *head != "chain").collect();
            let cost = heads.iter().position(|head| *head == "cost");
            if let Some(at) = cost {
                ensure(heads.get(at + 1) == Some(&"0"), "`cost` is not `cost 0`")?;
                ensure(chains == 0, "`cost 0` does not go with `chain`")?;
                heads.drain(at..at + 2);
            }
            let kinds = [chains == 1, cost.is_some(), !self.sides.is_empty()];
            let ways = self.board.directions(&heads)?;
            ensure(!statement.rows.is_empty(), "a `move` has no rule")?;
            for row in &statement.rows {
                rules.push(Rule::read(row, &self.names, &ways, kinds)?);
            }
        }
        for statement in text.all("cycle") {
            let cycle = self.read_cycle(statement)?;
            match statement.heads.as_slice() {
                [] => {}
                ["both"] => cycles.push(cycle.iter().map(|&(from, to)| (to, from)).collect()),
                _ => return refuse("the only headword of `cycle` is both"),
            }
            cycles.push(cycle);
        }
        self.motion = Motion::Pieces(rules, cycles);
        Ok(())
    }

    fn read_cycle(&self, statement: &Statement<'_>) -> Checked<Vec<(usize, usize)>> {
        let &[row] = statement.rows.as_slice() else { return refuse("a `cycle` has one row") };
        // Without brackets it is one cycle.
        let bare = |text: &str| !text.contains(['(', ')']);
        let inner = row.strip_prefix('(').and_then(|row| row.strip_suffix(')'));
        let parts: Vec<&str> = match inner {
            Some(inner) => inner.split(") (").collect(),
            None => vec![row],
        };
        let (mut pairs, mut seen) = (Vec::new(), Set::default());
        for part in parts {
            ensure(bare(part), "the brackets of a `cycle` are not `(..) (..)`")?;
            let mut cells = Vec::new();
            for word in part.split_ascii_whitespace() {
                let cell = self.board.names.iter().position(|name| name == word);
                cells.push(cell.or_refuse(format_args!("there is no cell {}", quote(word)))?);
            }
            ensure(cells.len() > 1, "a cycle has two cells or more")?;
            ensure(cells.iter().all(|&cell| seen.insert(cell)), "a cell comes twice in a `cycle`")?;
            let next = cells.iter().copied().cycle().skip(1);
            pairs.extend(cells.iter().copied().zip(next));
        }
        Ok(pairs)
    }

    fn read_blocks(&mut self, statement: &Statement<'_>, text: &Text<'_>, shown: &[String]) -> Checked<()> {
        for keyword in ["pieces", "turns", "move", "cycle"] {
            let other = text.all(keyword).next();
            ensure(other.is_none(), format_args!("`{keyword}` does not go with `blocks`"))?;
        }
        let mut named = Set::default();
        for goal in text.all("goal").filter(|goal| goal.heads.is_empty()) {
            named.extend(self.board.contents(goal, false)?);
        }
        let (blocks, start) = Blocks::read(statement, &self.board, shown, &named)?;
        self.start = start;
        self.motion = Motion::Blocks(blocks);
        Ok(())
    }

    fn read_goal(&self, statement: &Statement<'_>) -> Checked<Goal> {
        match (statement.heads.as_slice(), &self.motion) {
            ([], Motion::Blocks(blocks)) => {
                let shown = self.board.contents(statement, false)?;
                Ok(Goal::Picture(blocks.goal(&self.board, &shown)?))
            }
            ([], Motion::Pieces(..)) => {
                let shown = self.board.contents(statement, false)?;
                let asked = shown.iter().enumerate().filter(|(_, word)| *word != "?");
                let content = |(cell, word): (usize, &String)| Ok((cell, self.names.content(word)?));
                all(asked.map(content)).map(Goal::Picture)
            }
            (["most", count], Motion::Pieces(..)) => {
                let plain = *count == "0" || count.bytes().all(|byte| byte.is_ascii_digit()) && !count.starts_with('0');
                let count = count.parse().ok().filter(|_| plain);
                let count = count.or_refuse("`goal most` is followed by a number")?;
                Ok(Goal::Most(count, self.names.pieces(&statement.set()?)?))
            }
            (["fewest"], Motion::Pieces(..)) => Ok(Goal::Fewest(self.names.pieces(&statement.set()?)?)),
            (["stuck"], _) => {
                ensure(statement.rows.is_empty(), "something follows `goal stuck:`")?;
                Ok(Goal::Stuck)
            }
            _ => refuse("a goal is a picture, or of pieces `most N` or `fewest`, or `stuck`"),
        }
    }
}

/// The pieces, in the order of their numbers, and the classes.
fn read_names(text: &Text<'_>, shown: &[String]) -> Checked<Names> {
    let declared = text.one("pieces")?.map(|pieces| pieces.plain()?.set()).transpose()?;
    let mut pieces: Vec<String> = declared.unwrap_or_default();
    let mut seen: Set<String> = filled(pieces.iter().cloned());
    pieces.extend(shown.iter().filter(|word| *word != "." && seen.insert((*word).clone())).cloned());
    few(pieces.len(), "pieces")?;
    ensure(!pieces.is_empty(), "there is no piece")?;
    let wrong = pieces.iter().find(|piece| !is_piece(piece));
    ensure(wrong.is_none(), format_args!("{} cannot be a piece", quote(wrong.map_or("", |piece| piece))))?;
    let mut names = Names { pieces, classes: Vec::new() };
    for class in text.all("class") {
        let &[name] = class.heads.as_slice() else { return refuse("a `class` has one name") };
        names.add_class(name, &class.set()?)?;
    }
    Ok(names)
}

impl Definition {
    /// Whether what counts is how many pieces are left, and not the moves to a goal.
    pub(crate) fn counts_pieces(&self) -> bool {
        matches!(self.goals[..], [Goal::Fewest(_), ..])
    }

    /// Whether some moves cost nothing.
    pub(crate) fn has_free(&self) -> bool {
        self.rules().iter().any(|rule| rule.free)
    }

    pub(crate) fn cells(&self) -> usize {
        self.board.cells()
    }

    pub(crate) fn cell_name(&self, cell: usize) -> &str {
        &self.board.names[cell]
    }

    /// The content that a word of a picture means.
    pub(crate) fn content(&self, word: &str) -> Option<Cell> {
        match &self.motion {
            Motion::Blocks(blocks) => blocks.content(word),
            Motion::Pieces(..) => self.names.content(word).ok(),
        }
    }

    /// The pieces of a class.
    pub(crate) fn class(&self, number: usize) -> &[Cell] {
        &self.names.classes[number].1
    }

    /// Its rules; there are none for blocks.
    fn rules(&self) -> &[Rule] {
        match &self.motion {
            Motion::Pieces(rules, _) => rules,
            Motion::Blocks(_) => &[],
        }
    }

    /// Whether moves may have several steps.
    pub(crate) fn has_chains(&self) -> bool {
        self.rules().iter().any(|rule| rule.chain)
    }

    /// How many pieces are left, where that is what counts.
    pub(crate) fn left(&self, position: &[Cell]) -> Option<u64> {
        let [Goal::Fewest(pieces)] = &self.goals[..] else { return None };
        Some(holding(&position[..self.board.cells()], pieces) as u64)
    }

    /// The base of the digits, and that of the last one, which tells the turn, if there are turns.
    pub(crate) fn bases(&self) -> (u64, Option<u64>) {
        let greatest = match &self.motion {
            Motion::Pieces(..) => self.names.pieces.len() as u64,
            Motion::Blocks(blocks) => blocks.covered().into(),
        };
        (greatest + 1, (!self.sides.is_empty()).then_some(self.sides.len() as u64))
    }

    /// Whether digits are a position.
    pub(crate) fn is_position(&self, digits: &[Cell]) -> bool {
        let Some((cells, turn)) = digits.split_at_checked(self.board.cells()) else { return false };
        let (base, sides) = self.bases();
        let turn_is_right = match turn {
            [] => sides.is_none(),
            [turn] => sides.is_some_and(|sides| u64::from(*turn) < sides),
            _ => false,
        };
        let blocks_are_right = match &self.motion {
            Motion::Pieces(..) => true,
            Motion::Blocks(blocks) => blocks.all(&self.board, cells).is_some(),
        };
        turn_is_right && cells.iter().all(|&digit| u64::from(digit) < base) && blocks_are_right
    }

    /// The number of a position.
    pub(crate) fn number(&self, position: &[Cell]) -> UBig {
        let (base, sides) = self.bases();
        let (cells, turn) = position.split_at(self.board.cells());
        let number = cells.iter().fold(UBig::ZERO, |number, &digit| number * base + digit);
        turn.iter().zip(sides).fold(number, |number, (&turn, sides)| number * sides + turn)
    }

    /// The position that has a number. None: there is none.
    pub(crate) fn position(&self, number: &UBig) -> Option<Vec<Cell>> {
        let (base, sides) = self.bases();
        // No digit has more than 32 bits: what is longer is not worth a division.
        if number.bit_len() > 32 * self.start.len() {
            return None;
        }
        let mut number = number.clone();
        let mut position = vec![EMPTY; self.start.len()];
        for (place, digit) in position.iter_mut().enumerate().rev() {
            let base = sides.filter(|_| place == self.board.cells()).unwrap_or(base);
            let (rest, low) = number.div_rem(base);
            (number, *digit) = (rest, low as Cell);
        }
        (number.is_zero() && self.is_position(&position)).then_some(position)
    }
}

/// How many cells hold one of these pieces, which are in ascending order.
fn holding(cells: &[Cell], pieces: &[Cell]) -> usize {
    cells.iter().filter(|content| pieces.binary_search(content).is_ok()).count()
}
