//! The instance that a canonical line names: a board, where the armies stand, whose turn it is, and
//! the goal.

use super::board::{Board, MOST_CELLS, Place, Shape, row_and_y};
use crate::outcome::{Checked, OrRefuse, all, ensure, quote, refuse};
use crate::text::{Words, after, integer, joined, small};

/// The players, the winner first.
const LETTERS: &str = "RBYGPO";

/// How many there are at most.
pub(crate) const MOST_PLAYERS: usize = LETTERS.len();

/// One instance. Players are numbered from 0, the winner.
pub(crate) struct Chinese {
    pub(crate) board: Board,
    /// By player, the cells of its men at the start, ascending.
    pub(crate) armies: Vec<Vec<usize>>,
    pub(crate) order: Vec<usize>,
    /// The cells that the winner's men have to fill, ascending. There are as many as men.
    pub(crate) goal: Vec<usize>,
}

impl Chinese {
    /// Reads what follows the word `chinese`.
    pub(crate) fn read(words: &mut Words<'_>) -> Checked<Self> {
        let board = words.next().unwrap_or_default();
        match board.strip_prefix("cells:") {
            Some(list) => Self::read_cells(list, words),
            None => Self::read_shape(board, words),
        }
    }

    fn read_shape(board: &str, words: &mut Words<'_>) -> Checked<Self> {
        let shape = Shape::read(board)?;
        let men = number(words, "men=")?;
        let side = (1..=men).find(|side| side * (side + 1) / 2 >= men);
        let side = side.filter(|side| side * (side + 1) / 2 == men);
        let side = side.or_refuse(format_args!("{men} men are not the men of a base"))?;
        let (players, order) = read_players(words)?;
        let seats = shape.seats(players)?;
        let armies = all(seats.iter().map(|&corner| shape.base(corner, side)))?;
        let mut corner = shape.goal;
        if words.peek().is_some_and(|word| word.starts_with("goal=")) {
            corner = number(words, "goal=")?;
            ensure(corner != shape.goal, "not canonical: this is the goal anyway")?;
            ensure(corner != 1, "the goal is the winner's own corner")?;
        }
        let goal = shape.base(corner, side)?;
        let mut used = armies.concat();
        if !seats.contains(&corner) {
            used.extend(&goal);
        }
        ensure(are_different(used), "the bases overlap")?;
        let mut instance = Self { board: shape.board, armies, order, goal };
        if let Some(rows) = words.next_if(|word| word.starts_with("rows=")) {
            let armies = instance.read_rows(&rows["rows=".len()..])?;
            ensure(armies != instance.armies, "not canonical: the men stand there anyway")?;
            instance.armies = armies;
        }
        instance.verified()
    }

    /// What stands on the cells, row by row.
    fn read_rows(&self, text: &str) -> Checked<Vec<Vec<usize>>> {
        let lengths = self.board.rows().map(|row| row.len());
        ensure(text.split('/').map(str::len).eq(lengths), "these are not the rows of the board")?;
        let mut armies = vec![Vec::new(); self.armies.len()];
        for (cell, letter) in text.chars().filter(|&letter| letter != '/').enumerate() {
            if letter != '.' {
                armies[player(letter, self.armies.len())?].push(cell);
            }
        }
        Ok(armies)
    }

    fn read_cells(list: &str, words: &mut Words<'_>) -> Checked<Self> {
        let (players, order) = read_players(words)?;
        let (mut places, mut armies, mut goal) = (Vec::new(), vec![Vec::new(); players], Vec::new());
        for (cell, item) in list.split(';').enumerate() {
            ensure(cell < MOST_CELLS, format_args!("a board has 1 to {MOST_CELLS} cells"))?;
            let rest = item.strip_suffix('*');
            goal.extend(rest.map(|_| cell));
            let mut rest = rest.unwrap_or(item);
            if let Some(letter) = rest.chars().next_back().filter(char::is_ascii_alphabetic) {
                armies[player(letter, players)?].push(cell);
                rest = &rest[..rest.len() - 1];
            }
            places.push(read_place(rest)?);
        }
        let ascending = places.windows(2).all(|pair| row_and_y(pair[0]) < row_and_y(pair[1]));
        ensure(ascending, "not canonical: the cells are not in their order")?;
        Self { board: Board::new(places)?, armies, order, goal }.verified()
    }

    /// Itself, if every player has men and the winner as many as it needs.
    fn verified(self) -> Checked<Self> {
        let fills = self.armies[0].len() == self.goal.len();
        ensure(fills, format_args!("the winner has {} men for {} cells", self.armies[0].len(), self.goal.len()))?;
        ensure(self.armies.iter().all(|army| !army.is_empty()), "a player has no men")?;
        Ok(self)
    }

    /// The board as the picture of a definition, in which a cell is two columns from those next to it, and `#` fills what is no cell.
    pub(crate) fn picture(&self, word: &dyn Fn(usize) -> String) -> String {
        let places = self.board.places.iter().enumerate();
        let least = places.clone().map(|(_, &(x, y))| y - x).min().unwrap_or(0);
        let first = self.board.places.first().map_or(0, |&(x, y)| x + y);
        let (mut text, mut row, mut column) = (String::new(), first, least);
        for (cell, &(x, y)) in places {
            while row < x + y {
                // A row without cells is there, too.
                text += if column == least { "# / " } else { " / " };
                (row, column) = (row + 1, least);
            }
            (column..y - x).for_each(|_| text.push('#'));
            text += &word(cell);
            column = y - x + 1;
        }
        text
    }

    /// A position as the rows of a line, given who stands on a cell.
    pub(crate) fn rows_text(&self, man: impl Fn(usize) -> Option<usize>) -> String {
        let letter = |cell| man(cell).and_then(|player| LETTERS.chars().nth(player)).unwrap_or('.');
        self.board.rows().map(|row| row.map(letter).collect()).collect::<Vec<String>>().join("/")
    }
}

/// The letters of players, as pieces of a definition.
pub(crate) fn letters(players: impl IntoIterator<Item = usize>) -> String {
    joined(&players.into_iter().map(|player| &LETTERS[player..=player]).collect::<Vec<_>>(), " ")
}

/// A number that no board is too small for.
fn number(words: &mut Words<'_>, key: &str) -> Checked<usize> {
    let number = small(after(words.next().unwrap_or_default(), key)?)?;
    let fits = usize::try_from(number).ok().filter(|&number| number <= MOST_CELLS);
    fits.or_refuse(format_args!("{key}{number} is out of range"))
}

/// How many players there are, and in which order they play.
fn read_players(words: &mut Words<'_>) -> Checked<(usize, Vec<usize>)> {
    let players = number(words, "players=")?;
    ensure((1..=MOST_PLAYERS).contains(&players), format_args!("1 to {MOST_PLAYERS} play"))?;
    let text = after(words.next().unwrap_or_default(), "order=")?;
    let order = all(text.chars().map(|letter| player(letter, players)))?;
    ensure(order.len() == players && are_different(order.clone()), "in the order each player is named once")?;
    Ok((players, order))
}

fn player(letter: char, players: usize) -> Checked<usize> {
    let player = LETTERS.chars().take(players).position(|other| other == letter);
    player.or_refuse(format_args!("{} is none of the players", quote(letter.encode_utf8(&mut [0; 4]))))
}

fn read_place(text: &str) -> Checked<Place> {
    let coordinate = |word| -> Checked<i32> {
        let number = i32::try_from(&integer(word)?).ok().filter(|number| number.abs() <= 1000);
        number.or_refuse(format_args!("{} is beyond 1000", quote(word)))
    };
    match text.split_once(',') {
        Some((x, y)) => Ok((coordinate(x)?, coordinate(y)?)),
        None => refuse(format_args!("{} is no cell", quote(text))),
    }
}

fn are_different(mut cells: Vec<usize>) -> bool {
    cells.sort_unstable();
    cells.windows(2).all(|pair| pair[0] != pair[1])
}
