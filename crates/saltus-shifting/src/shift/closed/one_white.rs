//! All shortest plays against a single opponent: the k-th of F(n + 2) without the others.
//!
//! Zhu et al. (2015), Lemma 11 and Theorem 4, count the plays of `shift N 1`. They correspond to
//! the binary words z(0) .. z(n-1) without two ones in a row (Zeckendorf's representations of 0 ..
//! F(n+2) - 1, where z(t) weighs F(n + 1 - t)): with t = (i - 1) div 2 and r = (i - 1) mod 2, move
//! i leaves the cell n - t + 2 if r xor z(t) = 0 and n - t otherwise, z(n) being 0. Two plays part
//! at the first letter in which their words differ, and there the larger word takes the lower cell;
//! so plays in ascending order of cells are words in descending order.

use dashu_int::UBig;

use super::counts::{fibonacci, fibonacci_pair};

/// A shortest play of n checkers of one colour against one of the other.
///
/// ```
/// use saltus_shifting::shift::closed::one_white::OneWhite;
///
/// let play = OneWhite::nth(1, false, &0u8.into()).unwrap();
/// assert_eq!(play.moves(), 3);
/// assert_eq!([0, 1, 2, 3].map(|i| play.cell(i)), [2, 1, 3, 2]); // the vacancy after each move
/// // `shift 2 1` has three shortest plays, each of five moves.
/// let plays = (0..9u8).map_while(|k| OneWhite::nth(2, false, &k.into()));
/// assert!(plays.map(|play| play.moves()).eq([5, 5, 5]));
/// ```
#[derive(Clone, Debug)]
pub struct OneWhite {
    word: Vec<bool>,
    /// The single checker is black: the play is that of `shift N 1` seen in a mirror.
    mirrored: bool,
}

impl OneWhite {
    /// The play number k, from 0, of `shift N 1` (or, mirrored, of `shift 1 N`), in ascending order
    /// of the cells left.
    ///
    /// None if there are fewer.
    pub fn nth(n: usize, mirrored: bool, k: &UBig) -> Option<Self> {
        let all = fibonacci(n + 2);
        if *k >= all {
            return None;
        }
        // A mirror turns ascending cells into descending ones.
        let rank = if mirrored { k.clone() } else { all - UBig::ONE - k };
        Some(OneWhite { word: halves(n, rank).letters, mirrored })
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

/// A word without two ones in a row, and what its letters, which weigh F(n+1), F(n), .., F(2), add up to when each weighs one Fibonacci
/// number less: F(n), .., F(1).
struct FibonacciWord {
    letters: Vec<bool>,
    shifted: UBig,
}

/// Words up to this length are read off letter by letter.
const SHORT: usize = 256;

/// The word of a rank, by halves, so that long numbers are multiplied and not worn down bit by bit.
///
/// A letter that weighs F(a) in the upper half alone weighs F(a + low) = F(a) F(low+1) + F(a-1)
/// F(low) in the whole word. So a half of rank v, shifted v', weighs v F(low+1) + v' F(low), about
/// v F(n+1) / F(high+1); a guess for v is off by one at most or two, and is mended.
fn halves(n: usize, rank: UBig) -> FibonacciWord {
    if n <= SHORT {
        return letter_by_letter(n, rank);
    }
    let (high, low) = (n / 2, n - n / 2);
    let (shift, step) = fibonacci_pair(low);
    let mut guess = (&rank * fibonacci(high + 1) / fibonacci(n + 1)).min(fibonacci(high + 2) - UBig::ONE);
    loop {
        let upper = halves(high, guess.clone());
        let weight = &guess * &step + &upper.shifted * &shift;
        if weight > rank {
            guess -= UBig::ONE;
            continue;
        }
        let rest = &rank - weight;
        // After a one the lower half begins with a zero: it has F(low+1) words instead of F(low+2).
        let room = if upper.letters.last() == Some(&true) { step.clone() } else { &step + &shift };
        if rest >= room {
            guess += UBig::ONE;
            continue;
        }
        let lower = halves(low, rest);
        let shifted = &upper.shifted * &step + (&guess - &upper.shifted) * &shift + lower.shifted;
        let mut letters = upper.letters;
        letters.extend(lower.letters);
        return FibonacciWord { letters, shifted };
    }
}

fn letter_by_letter(n: usize, mut rank: UBig) -> FibonacciWord {
    let (mut low, mut high) = fibonacci_pair(n);
    let mut shifted = UBig::ZERO;
    let letters = (0..n)
        .map(|_| {
            let letter = rank >= high;
            if letter {
                rank -= &high;
                shifted += &low;
            }
            high -= &low;
            std::mem::swap(&mut low, &mut high);
            letter
        })
        .collect();
    FibonacciWord { letters, shifted }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That the k-th word is the k-th play, `lists_of_classical_instances` of the crate `saltus` compares with search.
    #[test]
    fn halves_agree_with_letters() {
        for n in [SHORT + 1, 2 * SHORT + 1, 1000, 3001] {
            let all = fibonacci(n + 2);
            let ranks = (0..40u32).map(|k| &all * UBig::from(k) / UBig::from(40u8));
            let edges = [&all - UBig::ONE, UBig::ONE, fibonacci(n + 1), fibonacci(n + 1) - UBig::ONE];
            for rank in ranks.chain(edges) {
                let (slow, fast) = (letter_by_letter(n, rank.clone()), halves(n, rank));
                assert_eq!(fast.letters, slow.letters, "{n}");
                assert_eq!(fast.shifted, slow.shifted, "{n}");
            }
        }
    }
}
