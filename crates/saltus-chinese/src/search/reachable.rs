//! Every position that can be reached, each visited once.
//!
//! This is breadth-first search by turns. It ends on every board whose positions have room in
//! memory, whether there is a game or not, so that the portfolio of solvers ends, too. A position
//! is packed: the ranks of the armies (`Ranks`) and the turn, one after the other, each in as few
//! bits as it needs. Moves are not stored: a game is found backwards, since the man that made a
//! move can take it back.
//!
//! The code is not generic over the number of players: missing armies have no men and
//! take no bits.
//!
//! ```
//! use saltus_chinese::search::reachable::{Visited, visit};
//! use saltus_core::{limits::Limits, notation::Instance as _};
//!
//! // Blue stands alone in a corner with no way out, on the cell that red wants.
//! let puzzle = saltus_chinese::read("chinese cells:0,0R;1,0;5,0B* players=2 order=RB").unwrap().puzzle().unwrap();
//! let Some(Ok(Visited::NoGame(reachable))) = visit(&puzzle, &Limits::default()) else { panic!("few positions") };
//! // The start, and the position after red's first move, in which blue cannot move.
//! assert_eq!(reachable.count(), 2);
//! ```

use std::hash::BuildHasher;

use dashu_int::UBig;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::field::{Cells, each, pop};
use super::game::{Armies, Game, ManMove, occupied};
use super::ranks::Ranks;
use crate::rules::{Chinese, Contents, Player, State};
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::notation::Certified as _;
use saltus_core::search::{Halted, breadth_first};

/// The most players.
pub(super) const PLAYERS: usize = Player::ALL.len();

/// The most words of a packed position: six ranks of at most 64 bits, and the turn.
pub(super) const MOST_WORDS: usize = PLAYERS + 1;

/// Bits of the turn.
const TURN_BITS: u32 = 3;

/// What a visit of all positions has come to.
pub enum Visited {
    /// A goal can be reached.
    Game {
        /// A shortest game.
        steps: Vec<ManMove>,
        /// Positions whose moves were made.
        expanded: u64,
    },
    /// No goal can be reached.
    NoGame(Reachable),
}

/// Visits positions by the number of turns to them, up to the first goal. None when the board or an
/// army is too large.
pub fn visit(puzzle: &Chinese, limits: &Limits<'_>) -> Option<Result<Visited, Halted>> {
    let game = Game::<PLAYERS>::new(puzzle)?;
    let players = puzzle.order().len();
    Some(Search::new(game, players, limits).run())
}

/// The keys of all positions that can be reached, in ascending order: a set that is closed under
/// moves. On any board, of any width.
///
/// It proves that there is no game if no goal is among them; from a goal no move leads on.
///
/// ```
/// use saltus_chinese::search::reachable::closed_set;
/// use saltus_core::{limits::Limits, notation::Instance as _};
///
/// let line = "chinese cells:0,0R;1,0;5,0B* players=2 order=RB";
/// let puzzle = saltus_chinese::read(line).unwrap().puzzle().unwrap();
/// assert_eq!(closed_set(&puzzle, &Limits::default()).unwrap().len(), 2);
/// ```
///
/// # Errors
/// The limit that is reached.
pub fn closed_set(puzzle: &Chinese, limits: &Limits<'_>) -> Result<Vec<UBig>, Stop> {
    let halted = |halted: Halted| halted.stop;
    let visited = visit(puzzle, limits).transpose().map_err(halted)?;
    let mut keys: Vec<UBig> = if let Some(Visited::NoGame(reachable)) = visited {
        limits.afford(reachable.bytes() + reachable.key_bytes())?;
        reachable.states().map(|state| puzzle.key(&state)).collect()
    } else {
        // A board that has no room in a set of cells, or a game: all positions, by the rules.
        let explored = breadth_first::explore(puzzle, breadth_first::Until::Everything, limits).map_err(halted)?;
        explored.states().iter().map(|state| puzzle.key(state)).collect()
    };
    keys.sort_unstable();
    Ok(keys)
}

/// All positions that can be reached.
///
/// ```
/// use saltus_chinese::search::reachable::{Visited, visit};
/// use saltus_core::{limits::Limits, notation::Instance as _, puzzle::Puzzle as _};
///
/// let line = "chinese cells:0,0R;1,0;5,0B* players=2 order=RB";
/// let puzzle = saltus_chinese::read(line).unwrap().puzzle().unwrap();
/// let Some(Ok(Visited::NoGame(found))) = visit(&puzzle, &Limits::default()) else { panic!() };
/// assert_eq!(found.states().next(), Some(puzzle.start()));
/// ```
pub struct Reachable {
    positions: PositionSet,
    packing: Packing,
    players: usize,
    cells: usize,
}

impl Reachable {
    /// How many there are.
    pub fn count(&self) -> u64 {
        self.positions.count() as u64
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.positions.bytes()
    }

    /// Bytes that the keys of all positions take, about.
    fn key_bytes(&self) -> u64 {
        let bits = (self.cells + 1) * (usize::BITS - self.players.leading_zeros()) as usize;
        self.count() * (size_of::<UBig>() + bits / 8) as u64
    }

    /// The positions in the order in which they were found: the nearest to the start first.
    pub fn states(&self) -> impl Iterator<Item = State> {
        (0..self.positions.count()).map(|id| {
            let (ranks, turn) = self.packing.unpacked(self.positions.get(id));
            state_of(&self.packing.armies(&ranks), turn, self.cells)
        })
    }
}

/// The position of these armies on so many cells.
pub(super) fn state_of(armies: &Armies<PLAYERS>, turn: usize, cells: usize) -> State {
    let mut contents: Box<[Contents]> = vec![None; cells].into();
    for (&army, player) in armies.iter().zip(Player::ALL) {
        each(army).for_each(|cell| contents[cell] = Some(player));
    }
    State::new(contents, turn)
}

/// The ranks of the armies of a position.
pub(super) type ArmyRanks = [u64; PLAYERS];

/// A packed position; words beyond those of its [`Packing`] are 0.
pub(super) type Packed = [u64; MOST_WORDS];

/// Where the bits of a packed position are.
pub(super) struct Packing {
    ranks: Ranks,
    men: [usize; PLAYERS],
    /// Where the rank of each army begins, and its bits.
    fields: [(u32, u32); PLAYERS],
    /// Where the turn begins.
    turn: u32,
    words: usize,
}

impl Packing {
    /// For the positions of a game.
    pub(super) fn of(game: &Game<PLAYERS>) -> Self {
        Packing::new(game.field.cells(), game.start.map(|army| army.count_ones() as usize))
    }

    /// For armies of so many men on so many cells.
    fn new(cells: usize, men: [usize; PLAYERS]) -> Self {
        let ranks = Ranks::new();
        let mut at = 0;
        let fields = men.map(|men| {
            // The last army of all stands on the last cells.
            let last: Cells = (cells - men..cells).fold(0, |army, cell| army | 1 << cell);
            let bits = u64::BITS - ranks.rank(last).leading_zeros();
            at += bits;
            (at - bits, bits)
        });
        Packing { ranks, men, fields, turn: at, words: (at + TURN_BITS).div_ceil(u64::BITS) as usize }
    }

    /// Words of a packed position.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn packed(&self, ranks: &ArmyRanks, turn: usize) -> Packed {
        let mut packed = [0; MOST_WORDS];
        for (&rank, &(at, _)) in ranks.iter().zip(&self.fields) {
            put(&mut packed, at, rank);
        }
        put(&mut packed, self.turn, turn as u64);
        packed
    }

    pub(super) fn unpacked(&self, packed: &[u64]) -> (ArmyRanks, usize) {
        (self.fields.map(|(at, bits)| get(packed, at, bits)), get(packed, self.turn, TURN_BITS) as usize)
    }

    pub(super) fn armies(&self, ranks: &ArmyRanks) -> Armies<PLAYERS> {
        std::array::from_fn(|army| self.ranks.army(ranks[army], self.men[army]))
    }
}

/// Adds a number at a place where there are zeros.
fn put(packed: &mut Packed, at: u32, number: u64) {
    let (word, shift) = ((at / u64::BITS) as usize, at % u64::BITS);
    packed[word] |= number << shift;
    if shift > 0 && number >> (u64::BITS - shift) != 0 {
        packed[word + 1] |= number >> (u64::BITS - shift);
    }
}

/// The number at a place, of so many bits.
fn get(packed: &[u64], at: u32, bits: u32) -> u64 {
    if bits == 0 {
        return 0;
    }
    let (word, shift) = ((at / u64::BITS) as usize, at % u64::BITS);
    let mut number = packed[word] >> shift;
    if shift + bits > u64::BITS {
        number |= packed[word + 1] << (u64::BITS - shift);
    }
    number & u64::MAX >> (u64::BITS - bits)
}

/// Packed positions, each once, numbered in the order in which they came.
struct PositionSet {
    words: usize,
    list: Vec<u64>,
    /// Numbers of positions, by what is hashed of them.
    index: HashTable<u32>,
}

fn hash(position: &[u64]) -> u64 {
    FxBuildHasher.hash_one(position)
}

impl PositionSet {
    fn new(words: usize) -> Self {
        PositionSet { words, list: Vec::new(), index: HashTable::new() }
    }

    fn count(&self) -> usize {
        self.list.len() / self.words
    }

    fn get(&self, id: usize) -> &[u64] {
        &self.list[id * self.words..(id + 1) * self.words]
    }

    fn find(&self, position: &Packed) -> Option<usize> {
        let position = &position[..self.words];
        self.index.find(hash(position), |&id| self.get(id as usize) == position).map(|&id| id as usize)
    }

    /// Adds a position if it is new.
    fn add(&mut self, position: &Packed, limits: &Limits<'_>) -> Result<(), Stop> {
        let position = &position[..self.words];
        let hashed = hash(position);
        if self.index.find(hashed, |&id| self.get(id as usize) == position).is_some() {
            return Ok(());
        }
        if self.list.len() == self.list.capacity() {
            self.make_room(limits)?;
        }
        let PositionSet { words, list, index } = self;
        let id = (list.len() / *words) as u32;
        list.extend_from_slice(position);
        index.insert_unique(hashed, id, |&id| hash(&list[id as usize * *words..(id as usize + 1) * *words]));
        Ok(())
    }

    /// Grows by half, and asks before.
    #[cold]
    fn make_room(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        let count = self.count();
        let more = (count / 2).max(64);
        let needed = self.bytes_for(count + more);
        // Numbers have 32 bits.
        if count + more > u32::MAX as usize {
            return Err(Stop::Memory { needed });
        }
        limits.afford(needed)?;
        let PositionSet { words, list, index } = self;
        list.reserve_exact(more * *words);
        index.reserve(more, |&id| hash(&list[id as usize * *words..(id as usize + 1) * *words]));
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.bytes_for(self.list.capacity() / self.words)
    }

    fn bytes_for(&self, positions: usize) -> u64 {
        // A table is at most 7/8 full and a power of 2; each place takes a number and a byte.
        let places = (positions * 8 / 7).next_power_of_two();
        (positions * self.words * size_of::<u64>() + places * (size_of::<u32>() + 1)) as u64
    }
}

/// A search under way.
struct Search<'a> {
    game: Game<PLAYERS>,
    players: usize,
    packing: Packing,
    positions: PositionSet,
    /// The number of the first position after each number of turns.
    starts: Vec<usize>,
    limits: &'a Limits<'a>,
    meter: Meter<'a>,
}

/// The step of the winner that ends a game, and the position after it.
type End = (Armies<PLAYERS>, ManMove);

impl<'a> Search<'a> {
    fn new(game: Game<PLAYERS>, players: usize, limits: &'a Limits<'a>) -> Self {
        let packing = Packing::of(&game);
        let positions = PositionSet::new(packing.words);
        let meter = Meter::new(limits, "all positions");
        Search { game, players, packing, positions, starts: Vec::new(), limits, meter }
    }

    fn run(mut self) -> Result<Visited, Halted> {
        if self.game.start[0] == self.game.goal {
            return Ok(Visited::Game { steps: Vec::new(), expanded: 0 });
        }
        match self.grow() {
            Err(stop) => {
                let lower = self.starts.len() as u32;
                Err(Halted { stop, lower, expanded: self.meter.nodes().saturating_sub(1) })
            }
            Ok(Some((armies, last))) => {
                let steps = self.steps_to(armies, last);
                Ok(Visited::Game { steps, expanded: self.meter.nodes() })
            }
            Ok(None) => {
                let Search { positions, packing, players, game, .. } = self;
                Ok(Visited::NoGame(Reachable { positions, packing, players, cells: game.field.cells() }))
            }
        }
    }

    /// Visits positions turn by turn up to the end of a game; none when all are visited.
    fn grow(&mut self) -> Result<Option<End>, Stop> {
        let ranks = self.game.start.map(|army| self.packing.ranks.rank(army));
        self.positions.add(&self.packing.packed(&ranks, 0), self.limits)?;
        let mut next = 0;
        while next < self.positions.count() {
            self.starts.push(next);
            let turn = next..self.positions.count();
            next = turn.end;
            for id in turn {
                let positions = &self.positions;
                self.meter.node(|| positions.bytes())?;
                if let Some(end) = self.expand(id)? {
                    return Ok(Some(end));
                }
            }
        }
        Ok(None)
    }

    /// Makes the moves of a position.
    fn expand(&mut self, id: usize) -> Result<Option<End>, Stop> {
        let (mut ranks, turn) = self.packing.unpacked(self.positions.get(id));
        let armies = self.packing.armies(&ranks);
        let occupied = occupied(&armies);
        let player = self.game.order[turn];
        let army = armies[player];
        let after = (turn + 1) % self.players;
        // What no move of this player changes.
        ranks[player] = 0;
        let others = self.packing.packed(&ranks, after);
        let at = self.packing.fields[player].0;
        let mut men = army;
        while men != 0 {
            let from = pop(&mut men);
            let mut to = self.game.field.destinations(from, occupied);
            while to != 0 {
                let cell = pop(&mut to);
                let moved = army ^ (1 << from) ^ (1 << cell);
                if player == 0 && moved == self.game.goal {
                    let mut end = armies;
                    end[0] = moved;
                    return Ok(Some((end, ManMove { from: from as u8, to: cell as u8 })));
                }
                let mut packed = others;
                put(&mut packed, at, self.packing.ranks.rank(moved));
                self.positions.add(&packed, self.limits)?;
            }
        }
        Ok(None)
    }

    /// The moves from the start to a position, of which the last is known.
    fn steps_to(&self, mut armies: Armies<PLAYERS>, last: ManMove) -> Vec<ManMove> {
        let back = |armies: &mut Armies<PLAYERS>, player: usize, step: ManMove| {
            armies[player] ^= (1 << step.from) ^ (1 << step.to);
        };
        back(&mut armies, 0, last);
        let mut steps = vec![last];
        for turns in (0..self.starts.len() - 1).rev() {
            let player = self.game.player(turns as u32);
            let step = self.step_before(&armies, turns).expect("every position was reached from one turn before");
            back(&mut armies, player, step);
            steps.push(step);
        }
        steps.reverse();
        steps
    }

    /// The first step that leads from a position after so many turns to this one.
    fn step_before(&self, armies: &Armies<PLAYERS>, turns: usize) -> Option<ManMove> {
        let range = self.starts[turns]..self.starts[turns + 1];
        let player = self.game.player(turns as u32);
        let occupied = occupied(armies);
        let mut ranks = armies.map(|army| self.packing.ranks.rank(army));
        for to in each(armies[player]) {
            for from in each(self.game.field.destinations(to, occupied)) {
                ranks[player] = self.packing.ranks.rank(armies[player] ^ (1 << from) ^ (1 << to));
                let before = self.packing.packed(&ranks, turns % self.players);
                if self.positions.find(&before).is_some_and(|id| range.contains(&id)) {
                    return Some(ManMove { from: from as u8, to: to as u8 });
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
