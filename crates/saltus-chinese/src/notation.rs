//! The notation of Chinese Checkers.

pub(crate) mod shapes;

use std::collections::HashSet;
use std::fmt::{self, Debug, Display, Formatter};

use dashu_int::UBig;

use crate::definition;
use crate::notation::shapes::{MOST_CELLS, MOST_COORDINATE, Part, Place, Unfit};
use crate::rules::layout::{self, cells_text, rows_text};
use crate::rules::{ARMIES, Chinese, Contents, EMPTY, EMPTY_GOAL, Instance, Player, Shape, letters};
use saltus_core::notation::{self, BadInput, TooLarge, Word};

/// The number after the colon of a star and a rhombus if nothing is said.
const USUAL_SIZE: u32 = 4;

/// The men of an army if nothing is said.
const USUAL_MEN: usize = 10;

/// All armies, all orders of play.
const ALL: &str = "all";

impl Debug for Instance {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("chinese ")?;
        match self.shape() {
            Shape::Star { arm: USUAL_SIZE } => f.write_str("star")?,
            Shape::Star { arm } => write!(f, "star:{arm}")?,
            Shape::Rhombus { reach: USUAL_SIZE } => f.write_str("rhombus")?,
            Shape::Rhombus { reach } => write!(f, "rhombus:{reach}")?,
            Shape::Triangle { side } => write!(f, "triangle:{side}")?,
            Shape::Cells(places) => f.write_str(&cells_text(places, self.start(), self.goal()))?,
        }
        let order = if self.has_all_orders() { ALL.to_owned() } else { letters(self.order()) };
        let players = self.order().len();
        let Some(corner) = self.goal_corner() else {
            return write!(f, " players={players} order={order}");
        };
        let men = if self.has_all_armies() { ALL.to_owned() } else { self.men().to_string() };
        write!(f, " men={men} players={players} order={order}")?;
        if corner != self.shape().usual_goal() {
            write!(f, " goal={corner}")?;
        }
        if self.is_moved() {
            write!(f, " rows={}", rows_text(&self.shape().coordinates(), self.start()))?;
        }
        Ok(())
    }
}

impl notation::Instance for Instance {
    type Puzzle = Chinese;

    const NAME: &'static str = "chinese";
    const NOTATION: &'static str = "\
chinese star | rhombus | triangle:N | star:A | rhombus:A
                                                  a board; star is star:4 with 121 cells, rhombus is rhombus:4 with 81
chinese .. [men=M] [players=P] [order=RBY] [goal=C] [rows=R/../...]
                                                  armies of 1, 3, 6, 10, .. men (10), players (1), their letters in the
                                                  order of play, the corner that red is to fill, another position
chinese cells:0,0R;1,0;2,0B* [players=P] [order=RB]
                                                  any cells X,Y, each with the letter of a man and * for the goal
chinese .. [men=all] [order=all]                  the armies of 1, 3, 6, 10, 15 men that fit, every order of play, for
                                                  a survey of how long their shortest games are";
    const RULES: &'static str = "\
Men of up to six players, R B Y G P O, stand on a board of hexagonal cells. A turn is one step of a man to an adjacent
empty cell, or a chain of jumps, each over an adjacent man of any colour to the empty cell just beyond; no man is taken.
The players take turns in the given order, and nobody passes. All help red to fill the goal in the fewest turns of
all players together. Corners are counted from 1, red's, around the board. Rows are named a, b, c, .. from red's
corner, and their cells are counted from 1; a move lists all cells where the man has been: a1-c1-c3.
In pictures * is an empty goal cell.";
    const EXAMPLES: &'static [&'static str] = &[
        "chinese triangle:4 men=1",
        "chinese triangle:5 men=3",
        "chinese rhombus:2 men=3",
        "chinese triangle:5 men=3 players=3 order=RYB",
        "chinese star:2 men=3 players=2",
        "chinese rhombus men=6",
        "chinese star",
    ];

    fn parse(mut words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        let found = notation::options(&mut words, &["men", "players", "order", "goal", "rows"])?;
        let Some((board, more)) = words.split_first() else {
            return Err(BadInput::line("chinese needs a board, such as: chinese star players=2"));
        };
        if let Some(more) = more.first() {
            return Err(more.fault("does not belong there: a board is one word, and options have a ="));
        }
        let options = LineWords { board: *board, found };
        match board.text.strip_prefix("cells:") {
            Some(list) => any_cells(Word { text: list, column: board.column + "cells:".len() }, &options),
            None => with_corners(&options),
        }
    }

    fn definition(&self) -> Result<String, BadInput> {
        definition::of(self)
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        if labels.len() != self.start().len() {
            return Err(BadInput::line(format!("the board has {} cells, not {}", self.start().len(), labels.len())));
        }
        let content = |&label: &&str| match label {
            EMPTY | EMPTY_GOAL => Ok(None),
            man => man.parse().ok().and_then(Player::from_letter).map(Some).ok_or_else(|| no_player(man)),
        };
        let position = labels.iter().map(content).collect::<Result<_, _>>()?;
        let first = match turn {
            None => self.order()[0],
            Some(turn) => turn.parse().ok().and_then(Player::from_letter).ok_or_else(|| no_player(turn))?,
        };
        let moved = self.clone().with_position(position).and_then(|instance| instance.beginning_with(first));
        moved.map_err(|unfit| BadInput::line(unfit.why))
    }

    fn is_set(&self) -> bool {
        self.has_all_armies() || self.has_all_orders()
    }

    fn size(&self) -> UBig {
        self.start().len().into()
    }

    /// # Panics
    /// When it is a set.
    fn puzzle(&self) -> Result<Chinese, TooLarge> {
        assert!(!self.is_set(), "a set is surveyed, not played");
        Ok(Chinese::new(self.shape().coordinates(), self.goal().into(), self.order().into(), self.start().into()))
    }
}

/// The words of a line.
struct LineWords<'a> {
    board: Word<'a>,
    found: Vec<(&'a str, Word<'a>)>,
}

impl<'a> LineWords<'a> {
    fn get(&self, name: &str) -> Option<Word<'a>> {
        self.found.iter().find(|(key, _)| *key == name).map(|(_, word)| *word)
    }

    /// The word of an option that means all there are.
    fn all(&self, name: &str) -> Option<Word<'a>> {
        self.get(name).filter(|word| word.text == ALL)
    }

    /// The set, where the line names one.
    fn set(&self, first: Instance) -> Instance {
        let armies = if self.all("men").is_some() { first.with_all_armies() } else { first };
        if self.all("order").is_some() { armies.with_all_orders() } else { armies }
    }

    /// A fault in the first of these options that was given, else in the board.
    fn blame(&self, unfit: Unfit) -> BadInput {
        let options: &[&str] = match unfit.part {
            Part::Board => &[],
            Part::Men => &["men"],
            Part::Order => &["players", "order"],
            Part::Goal => &["goal"],
            Part::Position => &["rows"],
        };
        let word = options.iter().find_map(|option| self.get(option)).unwrap_or(self.board);
        BadInput { column: word.column, why: unfit.why }
    }

    fn number(&self, name: &str) -> Result<Option<usize>, BadInput> {
        self.get(name).map(|word| small(&word).map(|number| number as usize)).transpose()
    }

    /// The players in the order of play; `usual` many if neither their number nor the order is
    /// given.
    fn order(&self, usual: usize) -> Result<Vec<Player>, BadInput> {
        let players = self.number("players")?;
        if let (Some(0 | 7..), Some(word)) = (players, self.get("players")) {
            return Err(word.fault("is not a number of players: 1 to 6"));
        }
        let Some(word) = self.get("order").filter(|word| word.text != ALL) else {
            return Ok(Player::ALL[..players.unwrap_or(usual)].to_vec());
        };
        let mut order: Vec<Player> = Vec::new();
        for (offset, letter) in word.text.chars().enumerate() {
            match Player::from_letter(letter) {
                None => return Err(word.fault_at(offset, format!("'{letter}' is no player: R B Y G P O"))),
                Some(again) if order.contains(&again) => {
                    return Err(word.fault_at(offset, format!("'{letter}' comes twice in the order of play")));
                }
                Some(player) => order.push(player),
            }
        }
        let wanted = &Player::ALL[..players.unwrap_or(order.len())];
        if order.len() == wanted.len() && wanted.iter().all(|player| order.contains(player)) {
            Ok(order)
        } else {
            Err(word.fault(format!("does not name each of the players {} once", letters(wanted))))
        }
    }
}

/// A number of few digits.
fn small(word: &Word<'_>) -> Result<u32, BadInput> {
    const MOST_DIGITS: usize = 9;
    if word.text.len() > MOST_DIGITS && word.text.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(word.fault("is too large"));
    }
    word.number().map(|number| u32::try_from(number).expect("nine digits have room"))
}

fn with_corners(options: &LineWords<'_>) -> Result<Instance, BadInput> {
    let shape = read_shape(&options.board)?;
    let order = options.order(1)?;
    let all_men = options.all("men").is_some();
    let men = if all_men { ARMIES[0] } else { options.number("men")?.unwrap_or(USUAL_MEN) };
    let goal = options.number("goal")?.unwrap_or(shape.usual_goal());
    let instance = Instance::new(shape, men, order, goal).map_err(|unfit| options.blame(unfit))?;
    let Some(word) = options.get("rows") else { return Ok(options.set(instance)) };
    if all_men {
        return Err(word.fault("does not fit: with men=all, men stand in their bases"));
    }
    let position = read_rows(&word, &instance)?;
    instance.with_position(position).map(|instance| options.set(instance)).map_err(|unfit| options.blame(unfit))
}

fn read_shape(word: &Word<'_>) -> Result<Shape, BadInput> {
    let (name, size) = match word.text.split_once(':') {
        None => (word.text, None),
        Some((name, size)) => (name, Some(small(&Word { text: size, column: word.column + name.len() + 1 })?)),
    };
    match (name, size) {
        ("star", size) => Ok(Shape::Star { arm: size.unwrap_or(USUAL_SIZE) }),
        ("rhombus", size) => Ok(Shape::Rhombus { reach: size.unwrap_or(USUAL_SIZE) }),
        ("triangle", Some(side)) => Ok(Shape::Triangle { side }),
        ("triangle", None) => Err(word.fault("needs the cells on a side, such as triangle:13")),
        _ => Err(word.fault("is no board; there are: star, rhombus, triangle:N, cells:LIST")),
    }
}

/// The contents of all cells, row by row.
fn read_rows(word: &Word<'_>, instance: &Instance) -> Result<Box<[Contents]>, BadInput> {
    let lengths: Vec<usize> = layout::rows(&instance.shape().coordinates()).into_iter().map(|row| row.len()).collect();
    let rows: Vec<&str> = word.text.split('/').collect();
    if rows.len() != lengths.len() {
        return Err(word.fault(format!("has {} rows, the board {}", rows.len(), lengths.len())));
    }
    let mut contents = Vec::new();
    let mut begin = 0;
    for (row, length) in rows.iter().zip(lengths) {
        for (place, letter) in row.chars().enumerate() {
            let man = Player::from_letter(letter);
            if man.is_none() && letter != '.' {
                let why = format!("'{letter}' is neither a man, R B Y G P O, nor . (an empty cell)");
                return Err(word.fault_at(begin + place, why));
            }
            contents.push(man);
        }
        if row.len() != length {
            let why = format!("this row has {} cells, that of the board {length}", row.len());
            return Err(word.fault_at(begin.min(word.text.len() - 1), why));
        }
        begin += row.len() + 1;
    }
    Ok(contents.into())
}

fn no_player(label: &str) -> BadInput {
    Word { text: label, column: 0 }.fault("is no player: R B Y G P O")
}

/// A list of cells, set apart by semicolons.
fn any_cells(list: Word<'_>, options: &LineWords<'_>) -> Result<Instance, BadInput> {
    if let Some(word) = ["men", "goal", "rows"].into_iter().find_map(|name| options.get(name)) {
        return Err(word.fault("does not fit: a list of cells says itself where men stand and where the goal is"));
    }
    let mut column = list.column;
    let mut cells = Vec::new();
    let mut known = HashSet::new();
    for text in list.text.split(';') {
        let item = Word { text, column };
        let cell = read_cell(&item)?;
        if !known.insert(cell.0) {
            return Err(item.fault("is a cell that was named before"));
        }
        if cells.len() == MOST_CELLS {
            return Err(item.fault(format!("is one cell too many: a board has at most {MOST_CELLS}")));
        }
        cells.push(cell);
        column += text.len() + 1;
    }
    let armies = cells.iter().filter_map(|(_, man, _)| *man).map(|man| man.index() + 1).max();
    let order = options.order(armies.unwrap_or(1))?;
    Instance::cells(cells, order).map(|instance| options.set(instance)).map_err(|unfit| options.blame(unfit))
}

/// `X,Y`, the letter of a man or nothing, and a star on a goal cell.
fn read_cell(item: &Word<'_>) -> Result<(Place, Contents, bool), BadInput> {
    let wrong = || item.fault("is not a cell X,Y with the letter of a man or without, and a * on a goal cell");
    let (rest, in_goal) = item.text.strip_suffix('*').map_or((item.text, false), |rest| (rest, true));
    let man = rest.chars().next_back().and_then(Player::from_letter);
    let place = &rest[..rest.len() - usize::from(man.is_some())];
    let (x, y) = place.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| {
        let (digits, sign) = text.strip_prefix('-').map_or((text, 1), |digits| (digits, -1));
        let plain = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if !plain || (digits.starts_with('0') && text != "0") {
            return Err(wrong());
        }
        let number = digits.parse::<i32>().ok().filter(|number| *number <= MOST_COORDINATE);
        let far = || item.fault(format!("is too far away: coordinates are -{MOST_COORDINATE} to {MOST_COORDINATE}"));
        number.map(|number| sign * number).ok_or_else(far)
    };
    Ok(((number(x)?, number(y)?), man, in_goal))
}

#[cfg(test)]
mod tests;
