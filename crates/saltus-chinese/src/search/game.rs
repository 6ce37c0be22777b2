//! An instance in the form that a search needs: armies as sets, the winner's first, and the player
//! to move at every time.

use super::field::{Cells, Field, bit, pop, set};
use super::ranks::{MOST_MEN, Ranks};
use super::symmetry;
use crate::rules::{Chinese, Player};
/// The armies as numbers (`Ranks`): what is stored and sorted.
pub use saltus_core::engine::Key;
use saltus_core::puzzle::Puzzle as _;

/// The cells of all men: the winner's army, then those of the helpers.
pub type Armies<const P: usize> = [Cells; P];

/// A move of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ManMove {
    /// Its cell.
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
    /// Whose turn comes first, second, ..: of at most P players; other armies have no men.
    pub order: TurnOrder,
    /// What the winner must fill.
    pub goal: Cells,
    /// The cells of each type, by the parities of their coordinates.
    pub types: [Cells; 4],
    /// Where each cell goes when x and y change places; none where start and goal are not their own
    /// images.
    pub mirror: Option<Vec<u8>>,
    /// Where each cell goes when start and goal of the winner change places, and back again when
    /// that is done twice; none where the board does not allow it.
    pub exchange: Option<Vec<u8>>,
    ranks: Ranks,
}

impl<const P: usize> Game<P> {
    /// A puzzle as a game of at most P players; none when it has more, more cells than fit in a
    /// set, or too large armies.
    ///
    /// ```
    /// use saltus_chinese::search::game::Game;
    /// use saltus_core::notation::Instance as _;
    ///
    /// let puzzle = saltus_chinese::read("chinese star players=2").unwrap().puzzle().unwrap();
    /// let game = Game::<2>::new(&puzzle).unwrap();
    /// assert_eq!(game.start.map(|army| army.count_ones()), [10, 10]);
    /// // Red's third turn is the fifth of all.
    /// assert_eq!((game.order.length(3), game.order.player(4)), (5, 0));
    /// assert!(Game::<1>::new(&puzzle).is_none());
    /// ```
    pub fn new(puzzle: &Chinese) -> Option<Self> {
        let Game { line, field, start: armies, order, goal, types, mirror, exchange, ranks } = of_any_players(puzzle)?;
        let mut start = [0; P];
        start.copy_from_slice(armies.get(..P)?);
        (order.0.len() <= P).then_some(Game { line, field, start, order, goal, types, mirror, exchange, ranks })
    }

    /// The armies as numbers.
    #[inline]
    pub(crate) fn key(&self, armies: &Armies<P>) -> Key<P> {
        let mut key = [0; P];
        for (rank, &army) in key.iter_mut().zip(armies) {
            *rank = self.ranks.rank(army);
        }
        key
    }

    /// The armies of a key.
    #[inline]
    pub(crate) fn armies(&self, key: &Key<P>) -> Armies<P> {
        let mut armies = self.start;
        for (army, &rank) in armies.iter_mut().zip(key) {
            *army = self.ranks.army(rank, army.count_ones() as usize);
        }
        armies
    }

    /// The key of a position; with `mirror` the smaller one of it and its mirror image.
    #[inline]
    pub(crate) fn canonical(&self, armies: &Armies<P>, mirror: bool) -> Key<P> {
        let key = self.key(armies);
        match &self.mirror {
            Some(image) if mirror => key.min(self.key(&images_of(image, armies))),
            _ => key,
        }
    }

    /// How many positions a canonical key stands for, where it is made with the mirror.
    pub(crate) fn orbit(&self, armies: &Armies<P>) -> u64 {
        1 + u64::from(self.mirror.as_ref().is_some_and(|image| images_of(image, armies) != *armies))
    }

    /// A position with start and goal exchanged.
    ///
    /// # Panics
    /// When the board does not allow it.
    pub(crate) fn exchanged(&self, armies: &Armies<P>) -> Armies<P> {
        images_of(self.exchange.as_ref().expect("a board that allows it"), armies)
    }
}

/// Whose turn comes first, second, .., again and again: numbers of armies, the winner's 0.
#[derive(Clone, Debug)]
pub struct TurnOrder(Vec<usize>);

impl TurnOrder {
    /// The order of play of a puzzle. Armies come in the order of letters.
    pub(crate) fn of(puzzle: &Chinese) -> Self {
        let order = puzzle.order();
        let army = |player: &Player| order.iter().filter(|other| *other < player).count();
        TurnOrder(order.iter().map(army).collect())
    }

    /// How many players there are.
    pub(crate) fn players(&self) -> u32 {
        self.0.len() as u32
    }

    /// The place of the one to move after `time` turns.
    #[inline]
    pub(crate) fn place(&self, time: u32) -> usize {
        time as usize % self.0.len()
    }

    /// Whose turn comes after `time` turns.
    #[inline]
    pub fn player(&self, time: u32) -> usize {
        self.0[self.place(time)]
    }

    /// The time after the winner's first turn that comes after `time` turns.
    pub(crate) fn end_of_round(&self, time: u32) -> u32 {
        (time..time + self.players()).find(|&time| self.player(time) == 0).expect("the winner plays") + 1
    }

    /// The first turn in which the winner has made `moves` moves.
    pub fn length(&self, moves: u32) -> u32 {
        (0..moves).fold(0, |time, _| self.end_of_round(time))
    }

    /// How many of the turns `from + 1..=to` are this player's.
    pub(crate) fn turns_of(&self, player: usize, from: u32, to: u32) -> u32 {
        (from..to).filter(|&time| self.player(time) == player).count() as u32
    }

    /// The winner's last turn of the first `most`; 0 where it has none.
    pub(crate) fn last_turn(&self, most: u32) -> u32 {
        (1..=most).rev().find(|turn| self.player(turn - 1) == 0).unwrap_or(0)
    }
}

/// A puzzle as a game of as many players as there may be.
fn of_any_players(puzzle: &Chinese) -> Option<Game<{ Player::ALL.len() }>> {
    let field = Field::new(puzzle.board())?;
    let start = puzzle.start();
    let order = TurnOrder::of(puzzle);
    let mut armies = [0; Player::ALL.len()];
    for (&player, &army) in puzzle.order().iter().zip(&order.0) {
        armies[army] = set(start.army(player));
    }
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
    // Done twice it must lead back: a turn by a sixth may exchange start and goal, too, and does
    // not.
    let returns = |image: &Vec<u8>| (0..).zip(image).all(|(cell, &there)| image[usize::from(there)] == cell);
    let exchanges = |image: &&Vec<u8>| returns(image) && keeps(image, armies[0], goal) && keeps(image, goal, armies[0]);
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

/// All cells with men.
#[inline]
pub(crate) fn occupied<const P: usize>(armies: &Armies<P>) -> Cells {
    let mut all = 0;
    for army in armies {
        all |= army;
    }
    all
}

/// The image of a set.
#[inline]
pub(crate) fn image_of(image: &[u8], mut cells: Cells) -> Cells {
    let mut set = 0;
    while cells != 0 {
        set |= bit(image[pop(&mut cells)] as usize);
    }
    set
}

/// The image of a position.
#[inline]
fn images_of<const P: usize>(image: &[u8], armies: &Armies<P>) -> Armies<P> {
    let mut images = [0; P];
    for (there, &army) in images.iter_mut().zip(armies) {
        *there = image_of(image, army);
    }
    images
}
