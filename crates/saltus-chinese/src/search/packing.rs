//! A position as words: the ranks of the armies ([`Ranks`]) and the turn, one after the other, each in as few bits as it needs.
//!
//! The code is not generic over the number of players: missing armies have no men and take no bits.

use super::field::Cells;
use super::game::Key;
use super::ranks::Ranks;
use crate::rules::Player;

/// The most players.
pub(super) const PLAYERS: usize = Player::ALL.len();

/// The most words of a packed position: six ranks of at most 64 bits, and the turn.
pub(super) const MOST_WORDS: usize = PLAYERS + 1;

/// Bits of the turn.
const TURN_BITS: u32 = 3;

/// A packed position; words beyond those of its [`Packing`] are 0.
pub(super) type PackedPosition = [u64; MOST_WORDS];

/// Where the bits of a packed position are.
pub(super) struct Packing {
    /// Where the rank of each army begins, and its bits.
    fields: [(u32, u32); PLAYERS],
    /// Where the turn begins.
    turn: u32,
    /// Words of a packed position.
    pub(super) words: usize,
}

impl Packing {
    /// For armies of `men` men on `cells` cells.
    pub(super) fn new(cells: usize, men: [usize; PLAYERS]) -> Self {
        let ranks = Ranks::new();
        let mut at = 0;
        let fields = men.map(|men| {
            // The last army of all stands on the last cells.
            let last: Cells = (cells - men..cells).fold(0, |army, cell| army | 1 << cell);
            let bits = u64::BITS - ranks.rank(last).leading_zeros();
            at += bits;
            (at - bits, bits)
        });
        Packing { fields, turn: at, words: (at + TURN_BITS).div_ceil(u64::BITS) as usize }
    }

    pub(super) fn packed(&self, ranks: &Key<PLAYERS>, turn: usize) -> PackedPosition {
        let mut packed = [0; MOST_WORDS];
        for (&rank, &(at, _)) in ranks.iter().zip(&self.fields) {
            put(&mut packed, at, rank);
        }
        put(&mut packed, self.turn, turn as u64);
        packed
    }

    pub(super) fn unpacked(&self, packed: &[u64]) -> (Key<PLAYERS>, usize) {
        (self.fields.map(|(at, bits)| get(packed, at, bits)), get(packed, self.turn, TURN_BITS) as usize)
    }
}

/// Adds a number at a place where there are zeros.
fn put(packed: &mut PackedPosition, at: u32, number: u64) {
    let (word, shift) = ((at / u64::BITS) as usize, at % u64::BITS);
    packed[word] |= number << shift;
    if shift > 0 && number >> (u64::BITS - shift) != 0 {
        packed[word + 1] |= number >> (u64::BITS - shift);
    }
}

/// The number at a place, of `bits` bits.
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

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::random::Random;

    #[test]
    fn fields_do_not_overlap() {
        let mut random = Random::new(1);
        for (cells, men) in
            [(121, [10, 10, 10, 0, 0, 0]), (128, [15; 6]), (91, [10, 10, 10, 0, 0, 0]), (1, [1, 0, 0, 0, 0, 0])]
        {
            let (packing, numbers) = (Packing::new(cells, men), Ranks::new());
            for _ in 0..200 {
                let armies = men.map(|men| {
                    let mut places: Vec<usize> = (0..cells).collect();
                    random.shuffle(&mut places);
                    places[..men].iter().fold(0, |army: Cells, cell| army | 1 << cell)
                });
                let (ranks, turn) = (armies.map(|army| numbers.rank(army)), random.below(6));
                let packed = packing.packed(&ranks, turn);
                assert!(packed[packing.words..].iter().all(|&word| word == 0));
                assert_eq!(packing.unpacked(&packed[..packing.words]), (ranks, turn));
                assert_eq!(std::array::from_fn(|army| numbers.army(ranks[army], men[army])), armies);
            }
        }
    }
}
