//! An instance as a search wants it: armies as sets, the winner's first, and who is on turn at every time.

use super::field::{Cells, Field, bit, each, set};
use super::ranks::{MOST_MEN, Ranks};
use super::symmetry;
use crate::rules::{Chinese, Player};
use saltus_core::puzzle::Puzzle as _;

/// What stands where: the winner's army, then those of the helpers.
pub type Armies<const P: usize> = [Cells; P];

/// The same as numbers ([`Ranks`]): what is stored and sorted.
pub type Key<const P: usize> = [u64; P];

/// A move of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ManMove {
    /// Where he stands.
    pub from: u8,
    /// Where he goes.
    pub to: u8,
}

/// An instance.
#[derive(Clone, Debug)]
pub struct Game<const P: usize> {
    /// The puzzle, cell by cell: two games with one line are the same.
    pub line: String,
    /// The board.
    pub field: Field,
    /// The armies at the start.
    pub start: Armies<P>,
    /// Whose turn comes first, second, ..: numbers of armies. As many as there are players, at most P; other armies have no men.
    pub order: Vec<usize>,
    /// What the winner must fill.
    pub goal: Cells,
    /// The cells of each type, by the parities of their coordinates.
    pub types: [Cells; 4],
    /// Where each cell goes when x and y change places; none where start and goal are not their own images.
    pub mirror: Option<Vec<u8>>,
    /// Where each cell goes when start and goal of the winner change places, and back again when that is done twice; none where the board
    /// does not allow it.
    pub exchange: Option<Vec<u8>>,
    ranks: Ranks,
}

impl<const P: usize> Game<P> {
    /// A puzzle as a game of at most P players; none when it has more, more cells than fit in a set, or too large armies.
    pub fn new(puzzle: &Chinese) -> Option<Self> {
        let field = Field::new(puzzle.board())?;
        let start = puzzle.start();
        // Armies in the order of letters: the winner's first.
        let mut players = puzzle.order().to_vec();
        players.sort_unstable_by_key(|player| player.index());
        if players.len() > P {
            return None;
        }
        let armies: Armies<P> =
            std::array::from_fn(|army| players.get(army).map_or(0, |&player| set(start.army(player))));
        let place = |player: &Player| players.iter().position(|other| other == player).expect("each plays");
        let order: Vec<usize> = puzzle.order().iter().map(place).collect();
        if armies.iter().any(|army| army.count_ones() as usize > MOST_MEN) {
            return None;
        }
        let mut types = [0; 4];
        for (cell, (x, y)) in puzzle.coordinates().iter().enumerate() {
            types[(2 * (x & 1) + (y & 1)) as usize] |= bit(cell);
        }
        let goal = set(puzzle.goal().iter().copied());
        let images = symmetry::images(puzzle.coordinates());
        let keeps = |image: &Vec<u8>, from: Cells, to: Cells| image_of(image, from) == to;
        let mirror = symmetry::swapped(puzzle.coordinates())
            .filter(|image| keeps(image, goal, goal) && armies.iter().all(|&army| keeps(image, army, army)));
        // Done twice it must lead back: a turn by a sixth may exchange start and goal, too, and does not.
        let returns = |image: &Vec<u8>| (0..).zip(image).all(|(cell, &there)| image[usize::from(there)] == cell);
        let exchanges =
            |image: &&Vec<u8>| returns(image) && keeps(image, armies[0], goal) && keeps(image, goal, armies[0]);
        Some(Game {
            line: puzzle.line(),
            field,
            start: armies,
            order,
            goal,
            types,
            mirror,
            exchange: images.iter().find(exchanges).cloned(),
            ranks: Ranks::new(),
        })
    }

    /// How many players there are.
    pub fn players(&self) -> u32 {
        self.order.len() as u32
    }

    /// The armies as numbers.
    #[inline]
    pub fn key(&self, armies: &Armies<P>) -> Key<P> {
        armies.map(|army| self.ranks.rank(army))
    }

    /// The armies of a key.
    #[inline]
    pub fn armies(&self, key: &Key<P>) -> Armies<P> {
        std::array::from_fn(|army| self.ranks.army(key[army], self.start[army].count_ones() as usize))
    }

    /// The key of a position; with `mirror` the smaller one of it and its mirror image.
    #[inline]
    pub fn canonical(&self, armies: &Armies<P>, mirror: bool) -> Key<P> {
        let key = self.key(armies);
        match &self.mirror {
            Some(image) if mirror => key.min(self.key(&armies.map(|army| image_of(image, army)))),
            _ => key,
        }
    }

    /// A position with start and goal exchanged.
    ///
    /// # Panics
    /// When the board does not allow it.
    pub fn exchanged(&self, armies: &Armies<P>) -> Armies<P> {
        let exchange = self.exchange.as_ref().expect("a board that allows it");
        armies.map(|army| image_of(exchange, army))
    }

    /// Whose turn comes after so many.
    #[inline]
    pub fn player(&self, time: u32) -> usize {
        self.order[time as usize % self.order.len()]
    }

    /// The time behind the winner's first turn after `time` turns.
    pub fn end_of_round(&self, time: u32) -> u32 {
        let next = (0..self.players()).find(|turn| self.player(time + turn) == 0);
        time + next.expect("the winner plays") + 1
    }

    /// The first turn in which the winner has made so many moves.
    pub fn length(&self, moves: u32) -> u32 {
        (0..moves).fold(0, |time, _| self.end_of_round(time))
    }

    /// How many of the turns `from + 1..=to` are this player's.
    pub fn turns_of(&self, player: usize, from: u32, to: u32) -> u32 {
        (from..to).filter(|&time| self.player(time) == player).count() as u32
    }
}

/// All cells with men.
#[inline]
pub fn occupied<const P: usize>(armies: &Armies<P>) -> Cells {
    armies.iter().fold(0, |all, army| all | army)
}

/// The image of a set.
#[inline]
pub fn image_of(image: &[u8], cells: Cells) -> Cells {
    each(cells).fold(0, |set, cell| set | bit(image[cell] as usize))
}
