//! The classical play in O(1) a question: move i, the board after move i, where a section begins.
//!
//! Zhu et al. (2015), Theorem 3, formulas (29) and (30), in exact integers and without cases for n
//! < m. The play of `b^n _ w^m` falls into n + m *sections*: section j is one slide and then a(j) =
//! min(j, n, m, n + m - j) jumps, all in one direction. With u = min(n, m) the sections grow up to
//! j = u, keep their length up to j = max(n, m), and shrink again. The cell that a move leaves is
//! the vacancy after it; in section j these are |n - j| + 1 + 2 t, t = 0..a(j), taken downwards
//! when (-1)^j is the sign of the play (+1: black moves first), else upwards.
//!
//! Why: after section j the board is `b^(n-j)` (or `w^(j-n)`), then a(j) pairs `wb` or `bw` with
//! the vacancy at one end, then `w^(m-j)` (or `b^(j-m)`). One slide brings the next checker to the
//! vacancy; the jumps carry the vacancy through the pairs to the other end. docs/theorems.md has
//! the induction.

use std::fmt::{self, Display};

use dashu_int::UBig;

use crate::natural::Natural;

/// The classical play of one size, with one of the two first moves. n and m may be zero.
///
/// ```
/// use saltus_shifting::shift::closed::sections::Sections;
///
/// let play = Sections::small(&3u8.into(), &2u8.into(), true).unwrap();
/// assert_eq!((*play.total(), play.count()), (11, 5));
/// assert_eq!((play.locate(&1).section, play.cell(&1)), (1, 3));
/// assert_eq!(play.jumps(&1), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Sections<N> {
    n: N,
    m: N,
    black_first: bool,
    /// min(n, m)
    least: N,
    /// Moves in the growing sections 1..=u.
    growing: N,
    /// Moves up to the end of the sections of full length.
    steady: N,
    total: N,
}

/// Where a move stands in the play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionMove<N> {
    /// Its section, from 1; 0 before the first move.
    pub section: N,
    /// Jumps of the section.
    pub jumps: N,
    /// Jumps of the section made up to and with this move.
    pub made: N,
}

/// A board in runs, left to right: the cells that repeat, and how often.
///
/// ```
/// use dashu_int::UBig;
/// use saltus_shifting::shift::closed::sections::Sections;
///
/// let million = UBig::from(1_000_000u32);
/// let start = Sections::new(million.clone(), million.clone(), true).board(&UBig::ZERO);
/// assert_eq!(start.count(), [million.clone(), million.clone()]);
/// assert_eq!(start.at(&(million + UBig::ONE)), Some(b'_'));
/// assert_eq!(start.cells(1000), None); // too many to be written out
/// let play = Sections::new(3u8.into(), 2u8.into(), true);
/// assert_eq!(play.board(&11u8.into()).cells(9).unwrap(), b"ww_bbb");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunLengths(pub Vec<(&'static str, UBig)>);

impl RunLengths {
    /// What stands in a cell, from 1; none beyond the board.
    pub fn at(&self, cell: &UBig) -> Option<u8> {
        let mut left = (*cell != UBig::ZERO).then(|| cell - UBig::ONE)?;
        for (pattern, times) in &self.0 {
            let length = times * UBig::from(pattern.len());
            if left < length {
                let place = usize::try_from(&left % UBig::from(pattern.len())).expect("a place in a short pattern");
                return Some(pattern.as_bytes()[place]);
            }
            left -= length;
        }
        None
    }

    /// The same board without stretches of no cell, and with one stretch where two of the same cell meet.
    #[must_use]
    pub fn joined(self) -> Self {
        let mut joined: Vec<(&str, UBig)> = Vec::new();
        for (pattern, times) in self.0.into_iter().filter(|(_, times)| !times.is_zero()) {
            match joined.last_mut().filter(|last| last.0 == pattern) {
                Some(last) => last.1 += times,
                None => joined.push((pattern, times)),
            }
        }
        RunLengths(joined)
    }

    /// The cells one by one, if there are at most `most`.
    pub fn cells(&self, most: usize) -> Option<Vec<u8>> {
        let mut cells = Vec::new();
        for (pattern, times) in &self.0 {
            let times = usize::try_from(times).ok()?;
            if times > most || cells.len() + times * pattern.len() > most {
                return None;
            }
            cells.extend_from_slice(pattern.repeat(times).as_bytes());
        }
        Some(cells)
    }

    /// How many black and how many white checkers there are.
    pub fn count(&self) -> [UBig; 2] {
        [b'b', b'w'].map(|colour| {
            let of = |pattern: &str| pattern.bytes().filter(|&cell| cell == colour).count();
            self.0.iter().map(|(pattern, times)| times * UBig::from(of(pattern))).sum()
        })
    }
}

impl Sections<u64> {
    /// The play in 64-bit integers, when all that is computed on the way fits.
    pub fn small(n: &UBig, m: &UBig, black_first: bool) -> Option<Self> {
        let (n, m) = (u64::try_from(n).ok()?, u64::try_from(m).ok()?);
        let total = n.checked_mul(m)?.checked_add(n)?.checked_add(m)?;
        (total < 1 << 58).then(|| Self::new(n, m, black_first))
    }
}

impl<N: Natural> Sections<N> {
    /// The play of n black and m white checkers.
    ///
    /// For `u64`, nm + n + m must be below 2^58 (see [`Sections::small`]).
    pub fn new(n: N, m: N, black_first: bool) -> Self {
        let (least, most) = if n < m { (n.clone(), m.clone()) } else { (m.clone(), n.clone()) };
        let growing = least.triangle().plus(&least);
        let steady = growing.plus(&most.minus(&least).times(&least.next()));
        let total = n.times(&m).plus(&n).plus(&m);
        Sections { n, m, black_first, least, growing, steady, total }
    }

    /// nm + n + m, the number of moves (Theorem 2).
    pub fn total(&self) -> &N {
        &self.total
    }

    /// n and m.
    pub(crate) fn sides(&self) -> (&N, &N) {
        (&self.n, &self.m)
    }

    /// n + m, the number of sections.
    pub fn count(&self) -> N {
        self.n.plus(&self.m)
    }

    /// Section and jump of move i, 0 <= i <= total.
    #[inline]
    pub fn locate(&self, i: &N) -> SectionMove<N> {
        if *i <= self.growing {
            // Sections 1..=j hold j (j + 3) / 2 moves; i - j (j + 1) / 2 counts the jumps of
            // section j.
            let j = i.triangle_root();
            SectionMove { made: i.minus(&j.triangle()), jumps: j.clone(), section: j }
        } else if *i <= self.steady {
            let (whole, made) = i.minus(&self.growing).minus(&N::from(1)).divided(&self.least.next());
            SectionMove { section: self.least.plus(&whole).next(), jumps: self.least.clone(), made }
        } else {
            let left = self.total.minus(i);
            let k = left.triangle_root();
            let made = k.minus(&left.minus(&k.triangle()));
            SectionMove { section: self.count().minus(&k), jumps: k, made }
        }
    }

    /// Whether section j runs downwards, which it does if (-1)^j is the sign of the play.
    #[inline]
    pub(crate) fn descending(&self, section: &N) -> bool {
        section.is_odd() != self.black_first
    }

    /// The cell that move i leaves, from 1: the vacancy after it. Move 0 is the start.
    #[inline]
    pub fn cell(&self, i: &N) -> N {
        let place = self.locate(i);
        let above = if self.descending(&place.section) { place.jumps.minus(&place.made) } else { place.made };
        self.n.distance(&place.section).next().plus(&above).plus(&above)
    }

    /// The jumps of section j, 0 <= j <= n + m; its moves are one more.
    pub fn jumps(&self, j: &N) -> N {
        j.clone().min(self.least.clone()).min(self.count().minus(j))
    }

    /// The number of the last move of section j, 0 <= j <= n + m.
    pub fn last_of(&self, j: &N) -> N {
        let most = self.count().minus(&self.least);
        if *j <= self.least {
            j.triangle().plus(j)
        } else if *j <= most {
            self.growing.plus(&j.minus(&self.least).times(&self.least.next()))
        } else {
            self.total.minus(&self.count().minus(j).triangle())
        }
    }
}

impl Sections<UBig> {
    /// The board after move i, in runs.
    pub fn board(&self, i: &UBig) -> RunLengths {
        let SectionMove { section: j, jumps, made } = self.locate(i);
        let side = |whole: &UBig, own, other| (if j <= *whole { own } else { other }, whole.distance(&j));
        let rest = jumps - &made;
        let (rest, made) = (("bw", rest), ("wb", made));
        let [before, after] = if self.descending(&j) { [rest, made] } else { [made, rest] };
        RunLengths(vec![side(&self.n, "b", "w"), before, ("_", UBig::ONE), after, side(&self.m, "w", "b")])
    }
}

/// Runs as `b^3 (wb)^2 _ w^1`, empty ones left out.
impl Display for RunLengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (pattern, times) in self.0.iter().filter(|(_, times)| !times.is_zero()) {
            f.write_str(gap)?;
            match *pattern {
                "_" if times.is_one() => f.write_str("_")?,
                single if single.len() == 1 => write!(f, "{single}^{times}")?,
                pair => write!(f, "({pair})^{times}")?,
            }
            gap = " ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sections_cover_the_play() {
        for (n, m) in (0..12u64).flat_map(|n| (0..12u64).map(move |m| (n, m))) {
            let play = Sections::new(n, m, true);
            let mut i = 0;
            for j in 1..=n + m {
                let jumps = play.jumps(&j);
                for made in 0..=jumps {
                    i += 1;
                    assert_eq!(play.locate(&i), SectionMove { section: j, jumps, made });
                }
                assert_eq!(play.last_of(&j), i);
            }
            assert_eq!(i, *play.total());
        }
    }

    #[test]
    fn runs_as_text() {
        let board = |i: u8| Sections::new(3u8.into(), 3u8.into(), true).board(&i.into());
        assert_eq!(board(0).to_string(), "b^3 _ w^3");
        assert_eq!(board(5).to_string(), "b^1 _ (wb)^2 w^1");
        assert_eq!(board(0).cells(6), None);
    }

    proptest! {
        #[test]
        fn both_sizes_agree(n in 0u64..1 << 28, m in 0u64..1 << 28, at in 0.0..1.0f64, black_first: bool) {
            let small = Sections::new(n, m, black_first);
            let i = (*small.total() as f64 * at) as u64;
            let big = Sections::new(UBig::from(n), UBig::from(m), black_first);
            prop_assert_eq!(big.cell(&UBig::from(i)), UBig::from(small.cell(&i)));
        }
    }
}
