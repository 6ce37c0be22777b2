//! Numbers that look random and are the same everywhere: for tests, and for boards named by a seed.
//! This module depends on no puzzle.

/// A generator of numbers: the same seed gives the same numbers everywhere.
///
/// `SplitMix64` (G. L. Steele, D. Lea, C. H. Flood, *Fast splittable pseudorandom number
/// generators*, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next number, any of 64 bits.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.number()) * end as u128) >> 64) as usize
    }

    /// Puts items into an order, each with the same probability; returns whether that took an odd
    /// number of exchanges.
    pub fn shuffle<T>(&mut self, items: &mut [T]) -> bool {
        let mut odd = false;
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
            odd ^= other != last;
        }
        odd
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_the_paper() {
        // The first numbers of the reference program for seed 1234567.
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.number()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn shuffles_know_their_parity() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let mut items: Vec<usize> = (0..6).collect();
            let odd = random.shuffle(&mut items);
            let inversions = (0..6).flat_map(|a| (a..6).map(move |b| (a, b))).filter(|&(a, b)| items[a] > items[b]);
            assert_eq!(inversions.count() % 2 == 1, odd, "{items:?}");
        }
    }
}
