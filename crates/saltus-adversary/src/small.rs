//! Small instances of every family, lines that nearly name one, and plays that are nearly legal.

use std::sync::LazyLock;

use saltus::chinese::{self, Player};
use saltus::clobber::{self, Colour, Shape, Turns};
use saltus::notation::MoveText;
use saltus::reverse::{self, GAP as VACANT};
use saltus::shift::{self, BLACK, Classes, GAP, WHITE, packed};
use saltus::tiles::{self, Goal};

use super::dice::{Dice, pick};

/// No board here has more cells.
pub const MOST_CELLS: usize = 9;

/// An instance of any family.
pub enum Named {
    /// Shifting checkers.
    Shift(shift::Instance),
    /// Numbered reversal.
    Reverse(reverse::Instance),
    /// Sliding tiles.
    Tiles(tiles::Instance),
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Named::Shift(instance) => instance.fmt(f),
            Named::Reverse(instance) => instance.fmt(f),
            Named::Tiles(instance) => instance.fmt(f),
        }
    }
}

/// Any small instance of a family whose plays have a goal.
pub fn instance(dice: &mut impl Dice) -> Named {
    match dice.below(7) {
        0 => {
            let (n, m) = (dice.below(4), dice.below(4));
            let gaps = 1 + dice.below(2);
            let (start, goal) = (packed(BLACK, n, gaps, WHITE, m), packed(WHITE, m, gaps, BLACK, n));
            Named::Shift(shift::Instance::boards(start, goal, classes(dice)))
        }
        1 | 2 => Named::Shift(boards(dice)),
        3 => {
            let n = dice.below(6);
            let (from, to) = (dice.below(n + 1), dice.below(n + 2));
            let to = (to <= n).then_some(to.into());
            let gaps = (1 + dice.below(3).min(6 - n)).into();
            Named::Reverse(reverse::Instance { gaps, ..reverse::Instance::reversal(n, from, to) })
        }
        4 => Named::Reverse(arrangements(dice)),
        _ => Named::Tiles(slides(dice)),
    }
}

/// A board of up to six cells: different tiles to a goal with a name or any other, or equal tiles.
fn slides(dice: &mut impl Dice) -> tiles::Instance {
    let sizes = [(1, 1), (1, 4), (5, 1), (2, 2), (2, 2), (2, 3), (2, 3), (3, 2)];
    let (height, width) = pick(&sizes, dice);
    let cells = height * width;
    let mut goal = match dice.below(4) {
        0 => Goal::BlankFirst.cells(cells),
        1 => Goal::BlankLast.cells(cells).into_iter().map(|tile| tile.div_ceil(2)).collect(),
        _ => Goal::BlankLast.cells(cells),
    };
    let mut start = goal.clone();
    shuffle(&mut start, dice);
    if dice.below(3) == 0 {
        shuffle(&mut goal, dice);
    }
    let runs = !tiles::has_repeated(&goal) && dice.below(3) == 0;
    let metric = if runs { tiles::Metric::Runs } else { tiles::Metric::Single };
    tiles::Instance { metric, ..tiles::Instance::new(height, width, start, goal) }
}

fn grid(dice: &mut impl Dice) -> Shape {
    let (height, width) = pick(&[(1, 1), (2, 2), (2, 3), (3, 2), (3, 3)], dice);
    Shape::Grid { height, width }
}

/// Some pairs of `cells` cells.
fn edges(cells: u32, dice: &mut impl Dice) -> Shape {
    let pairs = (0..cells).flat_map(|b| (0..b).map(move |a| (a, b)));
    Shape::graph(pairs.filter(|_| dice.below(3) > 0))
}

/// A configuration of Solitaire Clobber, also with empty cells.
pub fn clobber(dice: &mut impl Dice) -> clobber::Instance {
    let shape = match dice.below(7) {
        0 => Shape::Line,
        1 => Shape::Cycle,
        2 => grid(dice),
        3 => Shape::Cube { dimension: dice.below(4) as u32 },
        4 => Shape::Hamming((0..=dice.below(2)).map(|_| 1 + dice.below(3)).collect()),
        5 => Shape::Multipartite((0..=dice.below(3)).map(|_| 1 + dice.below(3)).collect()),
        _ => Shape::Graph { edges: Vec::new() },
    };
    let cells = shape.cells().unwrap_or_else(|| 1 + dice.below(MOST_CELLS));
    let shape = match shape {
        Shape::Graph { .. } => edges(cells as u32, dice),
        other => other,
    };
    let contents = [Some(Colour::Black), Some(Colour::White), Some(Colour::Black), Some(Colour::White), None];
    let pawns = (0..cells).map(|_| pick(&contents, dice)).collect();
    let turns = [
        Turns::Free,
        Turns::Alternate { first: None },
        Turns::Alternate { first: Some(Colour::Black) },
        Turns::Alternate { first: Some(Colour::White) },
    ];
    clobber::Instance::new(shape, pawns).with_turns(pick(&turns, dice))
}

/// Up to [`MOST_CELLS`] hexagonal cells with men of one to three players; none where a player has no man.
pub fn chinese(dice: &mut impl Dice) -> Option<chinese::Instance> {
    let (width, players) = (2 + dice.below(3) as i32, 1 + dice.below(3));
    let places: Vec<chinese::Place> = (0..MOST_CELLS as i32).map(|cell| (cell % width - 1, cell / width - 1)).collect();
    let mut cells = Vec::new();
    for place in places.into_iter().filter(|_| dice.below(6) > 0).collect::<Vec<_>>() {
        cells.push((place, Player::ALL[..players].get(dice.below(players + 2)).copied(), false));
    }
    let men = cells.iter().filter(|(_, man, _)| *man == Some(Player::Red)).count();
    let mut goals: Vec<usize> = (0..cells.len()).collect();
    shuffle(&mut goals, dice);
    goals.into_iter().take(men).for_each(|cell| cells[cell].2 = true);
    let mut order = Player::ALL[..players].to_vec();
    shuffle(&mut order, dice);
    chinese::Instance::cells(cells, order).ok()
}

/// Armies in corners, or shuffled; none where they have no room.
fn corners(dice: &mut impl Dice) -> Option<chinese::Instance> {
    let shapes = [
        chinese::Shape::Star { arm: 1 + dice.below(2) as u32 },
        chinese::Shape::Rhombus { reach: 1 + dice.below(4) as u32 },
        chinese::Shape::Triangle { side: 2 + dice.below(4) as u32 },
    ];
    let shape = shapes[dice.below(shapes.len())].clone();
    let mut order = Player::ALL[..=dice.below(shape.most_players())].to_vec();
    shuffle(&mut order, dice);
    let goal = 2 + dice.below(shape.corners().len() - 1);
    let instance = chinese::Instance::new(shape, pick(&[1, 1, 3], dice), order, goal).ok()?;
    let mut position = instance.start().to_vec();
    if dice.below(2) == 0 {
        shuffle(&mut position, dice);
    }
    instance.with_position(position.into()).ok()
}

fn classes(dice: &mut impl Dice) -> Classes {
    pick(&[Classes::Forward, Classes::Back, Classes::All], dice)
}

/// Two boards, or one and the classical goal.
fn boards(dice: &mut impl Dice) -> shift::Instance {
    let all = dice.below(MOST_CELLS - 1);
    let (n, gaps) = (dice.below(all + 1), 1 + dice.below((MOST_CELLS - all).min(3)));
    let mut cells = [vec![BLACK; n], vec![WHITE; all - n], vec![GAP; gaps]].concat();
    shuffle(&mut cells, dice);
    let start = cells.clone();
    shuffle(&mut cells, dice);
    let goal = if dice.below(2) == 0 { packed(WHITE, all - n, gaps, BLACK, n) } else { cells };
    shift::Instance::boards(start, goal, classes(dice))
}

/// An arrangement, to the reversed order or to another arrangement.
fn arrangements(dice: &mut impl Dice) -> reverse::Instance {
    let n = dice.below(6);
    let mut cells: Vec<u16> = (VACANT..=n as u16).collect();
    cells.resize(n + 1 + dice.below(3).min(6 - n), VACANT);
    shuffle(&mut cells, dice);
    let start = cells.clone();
    shuffle(&mut cells, dice);
    let goal = (dice.below(3) > 0).then_some(cells);
    reverse::Instance::arrangements(start, goal)
}

pub(crate) fn shuffle<T>(items: &mut [T], dice: &mut impl Dice) {
    for last in (1..items.len()).rev() {
        items.swap(last, dice.below(last + 1));
    }
}

/// Words of the notation and near it.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("../data/words.txt").lines().collect());

/// A line that may name an instance.
pub fn words(dice: &mut impl Dice) -> String {
    let line = match dice.below(5) {
        0 => clobber(dice).to_string(),
        1 => corners(dice).map_or_else(String::new, |instance| instance.to_string()),
        2 => chinese(dice).map_or_else(String::new, |instance| instance.to_string()),
        _ => instance(dice).to_string(),
    };
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for _ in 0..dice.below(4) {
        let at = dice.below(words.len() + 1);
        match dice.below(4) {
            0 if at < words.len() => drop(words.remove(at)),
            1 if at < words.len() => pick(&WORDS, dice).clone_into(&mut words[at]),
            _ => words.insert(at, pick(&WORDS, dice).to_owned()),
        }
    }
    words.join(pick(&[" ", "  ", "\t", "\u{a0}", "\n"], dice))
}

/// A move as text.
pub fn move_text<P: MoveText>(puzzle: &P, mv: &P::Move) -> String {
    let mut text = String::new();
    puzzle.write_move(mv, &mut text);
    text
}

/// Changes a play a little.
pub fn spoil(play: &mut Vec<String>, dice: &mut impl Dice) {
    let at = dice.below(play.len() + 1);
    let (from, to) = (dice.below(MOST_CELLS + 2), dice.below(MOST_CELLS + 2));
    let odd = ["", "3", "3-", "-3", "03-4", "3-4 ", "3--4", "a-b", "4-18446744073709551617", "+3-4", "3\u{2212}4"];
    let tile = format!("{from}{}", pick(&["", "", "L", "R", "U", "D"], dice));
    match dice.below(8) {
        0 if at < play.len() => drop(play.remove(at)),
        1 if at < play.len() => play[at] = format!("{from}-{to}"),
        6 if at < play.len() => play[at] = tile,
        7 => play.insert(at, tile),
        2 if at + 1 < play.len() => play.swap(at, at + 1),
        3 => play.truncate(at),
        4 => play.insert(at, pick(&odd, dice).to_owned()),
        _ => play.insert(at, format!("{from}-{to}")),
    }
}
