//! All shortest plays against a single opponent: the k-th of F(n + 2) without the others.
//!
//! Zhu et al. (2015), Lemma 11 and Theorem 4, count the plays of `shift N 1`. They correspond to the binary words
//! z(0) .. z(n-1) without two ones in a row (Zeckendorf's representations of 0 .. F(n+2) - 1, where z(t) weighs
//! F(n + 1 - t)): with t = (i - 1) div 2 and r = (i - 1) mod 2, move i leaves the cell n - t + 2 if r xor z(t) = 0 and n - t
//! otherwise, z(n) being 0. Two plays part at the first letter in which their words differ, and there the larger word takes
//! the lower cell; so plays in ascending order of cells are words in descending order.

use dashu_int::UBig;

use super::counts::{fibonacci, fibonacci_pair};

/// A shortest play of n checkers of one colour against one of the other.
#[derive(Clone, Debug)]
pub struct OneWhite {
    word: Vec<bool>,
    /// The single checker is black: the play is that of `shift N 1` seen in a mirror.
    mirrored: bool,
}

impl OneWhite {
    /// The play number k, from 0, of `shift N 1` (or, mirrored, of `shift 1 N`), in ascending order of the cells left.
    ///
    /// None when there are not so many.
    pub fn nth(n: usize, mirrored: bool, k: &UBig) -> Option<Self> {
        let all = fibonacci(n + 2);
        if *k >= all {
            return None;
        }
        // A mirror turns ascending cells into descending ones.
        let rank = if mirrored { k.clone() } else { all - UBig::ONE - k };
        Some(OneWhite { word: zeckendorf(n, rank), mirrored })
    }

    /// 2n + 1
    pub fn moves(&self) -> usize {
        2 * self.word.len() + 1
    }

    /// The cell that move i leaves, 0 <= i <= 2n + 1; move 0 is the start.
    pub fn cell(&self, i: usize) -> usize {
        let n = self.word.len();
        let cell = if let Some(before) = i.checked_sub(1) {
            let (t, r) = (before / 2, before % 2 == 1);
            let letter = self.word.get(t).copied().unwrap_or(false);
            if r == letter { n - t + 2 } else { n - t }
        } else {
            n + 1
        };
        if self.mirrored { n + 3 - cell } else { cell }
    }
}

/// The word of length n whose letters, weighing F(n+1), F(n), .., F(2), add up to `rank` without two ones in a row.
fn zeckendorf(n: usize, mut rank: UBig) -> Vec<bool> {
    let (mut low, mut high) = fibonacci_pair(n);
    (0..n)
        .map(|_| {
            let letter = rank >= high;
            if letter {
                rank -= &high;
            }
            high -= &low;
            std::mem::swap(&mut low, &mut high);
            letter
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closed::shift::paper::backtrack;
    use crate::closed::shift::sections::Sections;

    fn cells(play: &OneWhite) -> Vec<usize> {
        (1..=play.moves()).map(|i| play.cell(i)).collect()
    }

    #[test]
    fn the_kth_play_is_the_kth_that_backtracking_finds() {
        for n in 1..=9 {
            for mirrored in [false, true] {
                let mut plays = Vec::new();
                let (black, white) = if mirrored { (1, n) } else { (n, 1) };
                backtrack(black, white, |cells| plays.push(cells.to_vec()));
                plays.sort();
                for (k, play) in plays.iter().enumerate() {
                    let word = OneWhite::nth(n, mirrored, &UBig::from(k)).unwrap();
                    assert_eq!(cells(&word), *play, "{black} {white}: {k}");
                }
                assert!(OneWhite::nth(n, mirrored, &UBig::from(plays.len())).is_none());
            }
        }
    }

    #[test]
    fn the_first_play_is_the_classical_one() {
        for n in 1..40 {
            let first = OneWhite::nth(n, false, &UBig::ZERO).unwrap();
            let play = Sections::new(n as u64, 1, true);
            assert_eq!(cells(&first), (1..=*play.total()).map(|i| play.cell(&i) as usize).collect::<Vec<_>>());
        }
    }
}
