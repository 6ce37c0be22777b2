//! A game under way, without a terminal: the position, the moves made and taken back, the piece in
//! hand, the solution that is followed.

use std::iter;

use crate::families;
use dashu_int::UBig;
use saltus::answers::{Answers, Choice};
use saltus::plan::{Plan, Spelling};
use saltus::scene::{Outline, PieceForm, Scene, Tint};

use super::compass::{Aim, Way};

/// A position, and how it can go on.
pub struct Position {
    /// What is asked about it: an instance of its own.
    pub instance: Box<dyn Answers>,
    pub scene: Scene,
    /// Its line of notation.
    pub line: String,
    pub turn: Option<String>,
    pub is_over: bool,
    /// The pieces left, where these count.
    pub left: Option<u64>,
    pub choices: Vec<Choice>,
}

impl Position {
    /// The moves that the piece on a cell has.
    pub fn from(&self, cell: usize) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(move |choice| ends(&choice.path).0 == cell)
    }

    /// The move of the fewest jumps from one cell to another.
    fn way(&self, from: usize, to: usize) -> Option<&Choice> {
        self.from(from).filter(|choice| ends(&choice.path).1 == to).min_by_key(|choice| choice.path.len())
    }

    /// Whether every move ends on the same cell: then the piece alone names its move.
    fn has_one_target(&self) -> bool {
        let mut targets = self.choices.iter().map(|choice| ends(&choice.path).1);
        let first = targets.next();
        targets.all(|target| Some(target) == first)
    }
}

/// The cell that a path leaves, and the one where it stays.
fn ends(path: &[u32]) -> (usize, usize) {
    let cell = |end: Option<&u32>| end.map_or(0, |&cell| cell as usize);
    (cell(path.first()), cell(path.last()))
}

/// Cells in their order, each once.
fn ordered(mut cells: Vec<usize>) -> Vec<usize> {
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// A move that was made.
struct Made {
    text: String,
    path: Vec<u32>,
    /// The position before it.
    before: String,
}

/// A solution from some position of the game on.
struct Solution {
    /// The moves made before it begins.
    base: usize,
    plan: Box<dyn Plan + Send>,
    /// Its moves, as far as they were asked for.
    known: Vec<String>,
}

impl Solution {
    /// The move after `after` of its own.
    fn step(&mut self, after: usize) -> Option<&str> {
        while self.known.len() <= after {
            let (first, last) = (UBig::from(self.known.len()), UBig::from(self.known.len() + 1));
            if last > self.plan.moves() {
                return None;
            }
            let text = self.plan.steps(&first, &last, Spelling::Own).next()?.text;
            self.known.push(text);
        }
        Some(&self.known[after])
    }
}

/// The result of pressing Enter on a cell.
#[derive(Debug, PartialEq, Eq)]
pub enum Press {
    /// The piece there is in hand.
    Picked,
    /// It is no longer.
    LetGo,
    /// A move was made.
    Made,
    /// Nothing, and why.
    Refused(&'static str),
}

/// A game under way.
pub struct Game {
    /// The line of its start.
    pub start: String,
    pub outline: Outline,
    pub now: Position,
    made: Vec<Made>,
    /// Moves taken back, the next one to be made again last.
    undone: Vec<String>,
    cursor: usize,
    aim: Aim,
    picked: Option<usize>,
    solution: Option<Solution>,
}

impl Game {
    /// The game of an instance at its start.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn new(instance: &dyn Answers) -> Result<Self, String> {
        let start = instance.to_string();
        let (now, outline, _) = after(instance, None)?;
        let cursor = now.choices.first().map_or(0, |choice| ends(&choice.path).0);
        let aim = Aim::at(outline.places.get(cursor).copied().unwrap_or_default());
        let (made, undone) = (Vec::new(), Vec::new());
        Ok(Game { start, outline, now, made, undone, cursor, aim, picked: None, solution: None })
    }

    /// The number of moves made.
    pub fn moves(&self) -> usize {
        self.made.len()
    }

    /// The moves made.
    pub fn texts(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.made.iter().map(|made| made.text.as_str())
    }

    pub fn cursor(&self) -> usize {
        self.cursor
    }

    pub fn picked(&self) -> Option<usize> {
        self.picked
    }

    /// Where the piece in hand can go.
    pub fn targets(&self) -> Vec<usize> {
        let choices = self.picked.iter().flat_map(|&cell| self.now.from(cell));
        ordered(choices.map(|choice| ends(&choice.path).1).collect())
    }

    /// The cells whose pieces may move.
    pub fn movable(&self) -> Vec<usize> {
        ordered(self.now.choices.iter().map(|choice| ends(&choice.path).0).collect())
    }

    /// The cell that moves name of the piece on this one: the first of a block.
    fn first(&self, cell: usize) -> usize {
        let spots = || self.now.scene.spots();
        let block =
            spots().nth(cell).filter(|spot| self.outline.pieces == PieceForm::Block && spot.tint != Tint::Vacant);
        block.and_then(|block| spots().position(|spot| spot == block)).unwrap_or(cell)
    }

    /// Moves the cursor, if there is something that way.
    pub fn go(&mut self, way: Way) {
        self.cursor = self.aim.step(&self.outline.places, self.cursor, way).unwrap_or(self.cursor);
    }

    /// Whether arrow keys slide tiles: where a board of tiles that go along rows and columns has one vacancy, and no tile is in hand.
    pub fn is_sliding(&self) -> bool {
        let vacancies = self.now.scene.spots().filter(|spot| spot.tint == Tint::Vacant).count();
        let is_straight = |choice: &Choice| {
            let (from, to) = ends(&choice.path);
            let [(x, y), (to_x, to_y)] = [from, to].map(|cell| self.outline.places[cell]);
            (x == to_x) != (y == to_y)
        };
        self.outline.pieces == PieceForm::Tile
            && vacancies == 1
            && self.picked.is_none()
            && self.now.choices.iter().all(is_straight)
    }

    /// Slides the tile next to the vacancy this way; false where there is none.
    ///
    /// # Errors
    /// When the rules refuse a move that they listed.
    pub fn slide(&mut self, way: Way) -> Result<bool, String> {
        // A row of tiles that is pushed at once is named for a tile that goes to the cell of another.
        let goes = self.now.choices.iter().find(|choice| {
            let (from, to) = ends(&choice.path);
            let is_vacant = self.now.scene.spots().nth(to).is_some_and(|spot| spot.tint == Tint::Vacant);
            is_vacant && way.leads(self.outline.places[from], self.outline.places[to])
        });
        let Some(text) = goes.map(|choice| choice.text.clone()) else { return Ok(false) };
        self.make(&text).map(|()| true)
    }

    /// Moves the cursor to the next target of the piece in hand, or to the next piece that may
    /// move.
    pub fn go_next(&mut self, backwards: bool) {
        let stops = if self.picked.is_some() { self.targets() } else { self.movable() };
        let behind = || stops.iter().find(|&&cell| cell > self.cursor).or(stops.first());
        let before = || stops.iter().rfind(|&&cell| cell < self.cursor).or(stops.last());
        if let Some(&cell) = if backwards { before() } else { behind() } {
            self.place_cursor(cell);
        }
    }

    fn place_cursor(&mut self, cell: usize) {
        self.cursor = cell;
        if let Some(&place) = self.outline.places.get(cell) {
            self.aim = Aim::at(place);
        }
    }

    /// Picks the piece under the cursor, or drops the one in hand there.
    ///
    /// # Errors
    /// When the rules refuse a move that they listed.
    pub fn press(&mut self) -> Result<Press, String> {
        let here = self.cursor;
        let first = self.first(here);
        let choice = match self.picked {
            Some(from) if from == here => None,
            // A block may come to cells of its own.
            Some(from) => self.now.way(from, here),
            None if self.now.has_one_target() => self.now.from(first).min_by_key(|choice| choice.path.len()),
            None => None,
        };
        if choice.is_none() && self.picked == Some(first) {
            self.picked = None;
            return Ok(Press::LetGo);
        }
        if let Some(text) = choice.map(|choice| choice.text.clone()) {
            return self.make(&text).map(|()| Press::Made);
        }
        if self.now.from(first).next().is_some() {
            self.picked = Some(first);
            return Ok(Press::Picked);
        }
        Ok(Press::Refused(match self.picked {
            Some(_) => "the piece in hand cannot go there",
            None if self.now.choices.is_empty() => "no move is possible",
            None => "nothing stands there that may move",
        }))
    }

    /// Drops the piece in hand; false when there is none.
    pub fn let_go(&mut self) -> bool {
        self.picked.take().is_some()
    }

    /// Makes a move.
    ///
    /// # Errors
    /// Why it cannot be made; the sentence begins with the move.
    pub fn make(&mut self, text: &str) -> Result<(), String> {
        self.play(text).map_err(|why| if why.starts_with(text) { why } else { format!("{text}: {why}") })?;
        self.undone.clear();
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let (next, _, made) = after(&*self.now.instance, Some(text))?;
        let (text, path) = made.ok_or("the move has no effect")?;
        let before = std::mem::replace(&mut self.now, next).line;
        self.picked = None;
        self.place_cursor(ends(&path).1);
        self.made.push(Made { text, path, before });
        Ok(())
    }

    /// Takes the last move back; false when there is none.
    ///
    /// # Errors
    /// When the position before it cannot be played.
    pub fn undo(&mut self) -> Result<bool, String> {
        self.back_to(self.made.len().saturating_sub(1))
    }

    /// Takes all moves back but so many.
    fn back_to(&mut self, moves: usize) -> Result<bool, String> {
        let Some(first) = self.made.get(moves) else { return Ok(false) };
        self.now = read(&first.before)?;
        self.picked = None;
        self.place_cursor(ends(&first.path).0);
        self.undone.extend(self.made.drain(moves..).rev().map(|made| made.text));
        self.solution.take_if(|solution| moves < solution.base);
        Ok(true)
    }

    /// Makes the move again that was taken back last; false when there is none.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn redo(&mut self) -> Result<bool, String> {
        let Some(text) = self.undone.last().cloned() else { return Ok(false) };
        self.play(&text)?;
        self.undone.pop();
        Ok(true)
    }

    /// Takes all moves back.
    ///
    /// # Errors
    /// When the start cannot be played.
    pub fn restart(&mut self) -> Result<bool, String> {
        self.back_to(0)
    }

    /// A solution from here on, to be followed with [`Game::next`] and [`Game::previous`].
    pub fn follow(&mut self, plan: Box<dyn Plan + Send>) {
        self.solution = Some(Solution { base: self.made.len(), plan, known: Vec::new() });
    }

    /// How many moves of the solution have been made, and how many it has, while the game follows
    /// it.
    ///
    /// # Errors
    /// Why it follows none.
    pub fn followed(&mut self) -> Result<(usize, UBig), &'static str> {
        let solution = self.solution.as_mut().ok_or("no solution has been asked for")?;
        let own = &self.made[solution.base..];
        for (k, made) in own.iter().enumerate() {
            if solution.step(k) != Some(&made.text) {
                return Err("the game has left the solution");
            }
        }
        Ok((own.len(), solution.plan.moves()))
    }

    /// Makes the next move of the solution.
    ///
    /// # Errors
    /// Why there is none.
    pub fn next(&mut self) -> Result<(), String> {
        let (done, _) = self.followed()?;
        let text = self.solution.as_mut().and_then(|solution| solution.step(done)).map(str::to_owned);
        let text = text.ok_or("this is the end of the solution")?;
        // The part that was taken back stays, to be made again.
        if self.undone.last() == Some(&text) { self.redo().map(|_| ()) } else { self.make(&text) }
    }

    /// Takes the last move of the solution back.
    ///
    /// # Errors
    /// Why there is none.
    pub fn previous(&mut self) -> Result<(), String> {
        match self.followed()? {
            (0, _) => Err("this is the beginning of the solution".into()),
            _ => self.undo().map(|_| ()),
        }
    }
}

/// A move in the family's notation, and its path.
type Step = (String, Vec<u32>);

/// The position after a move, or the start; and what was done.
fn after(instance: &dyn Answers, text: Option<&str>) -> Result<(Position, Outline, Option<Step>), String> {
    let play = match text {
        None => instance.play(&mut iter::empty()),
        Some(text) => instance.play(&mut iter::once(text)),
    };
    // Moves are made one at a time: their number has no meaning.
    let play = play.map_err(|fault| fault.strip_prefix("move 1: ").map(str::to_owned).unwrap_or(fault))?;
    let instance = families::parse(&play.line).map_err(|bad| bad.to_string())?;
    let mut film = play.film;
    let frame = film.frames.pop();
    let (scene, step) = match frame {
        None => (film.start, None),
        Some(frame) => (frame.scene, Some((frame.text, frame.path))),
    };
    let (line, turn, is_over, left, choices) = (play.line, play.turn, play.is_over, play.left, play.choices);
    Ok((Position { instance, scene, line, turn, is_over, left, choices }, film.outline, step))
}

fn read(line: &str) -> Result<Position, String> {
    let instance = families::parse(line).map_err(|bad| bad.to_string())?;
    Ok(after(&*instance, None)?.0)
}

#[cfg(test)]
mod tests;
