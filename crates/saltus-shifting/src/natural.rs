//! Whole numbers in two sizes under one name: `u64` where everything fits, [`UBig`] where it does
//! not.
//!
//! A closed form is written once over [`Natural`]; the compiler makes the fast and the boundless
//! version of it.

use std::fmt::{Debug, Display};
use std::ops::{Add, Mul, Sub};

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem, SquareRoot};

/// A whole number that is never negative.
pub trait Natural:
    Clone
    + Ord
    + Display
    + Debug
    + From<u64>
    + for<'a> Add<&'a Self, Output = Self>
    + for<'a> Sub<&'a Self, Output = Self>
    + for<'a> Mul<&'a Self, Output = Self>
{
    /// Quotient and remainder.
    fn divided(&self, by: &Self) -> (Self, Self);
    /// The square root, rounded down; below 2^62 for `u64`.
    #[must_use]
    fn root(&self) -> Self;
    /// Whether 2 does not divide it.
    fn is_odd(&self) -> bool;

    /// Sum.
    #[must_use]
    fn plus(&self, other: &Self) -> Self {
        self.clone() + other
    }

    /// Difference; `other` is not the larger one.
    #[must_use]
    fn minus(&self, other: &Self) -> Self {
        self.clone() - other
    }

    /// Product.
    #[must_use]
    fn times(&self, other: &Self) -> Self {
        self.clone() * other
    }

    /// |self - other|
    #[must_use]
    fn distance(&self, other: &Self) -> Self {
        if self < other { other.minus(self) } else { self.minus(other) }
    }

    /// self + 1
    #[must_use]
    fn next(&self) -> Self {
        self.plus(&Self::from(1))
    }

    /// z (z + 1) / 2
    #[must_use]
    fn triangle(&self) -> Self {
        self.times(&self.next()).divided(&Self::from(2)).0
    }

    /// The largest k with k (k + 1) / 2 <= self: floor((sqrt(8 self + 1) - 1) / 2).
    #[must_use]
    fn triangle_root(&self) -> Self {
        self.times(&Self::from(8)).next().root().minus(&Self::from(1)).divided(&Self::from(2)).0
    }
}

impl Natural for u64 {
    #[inline]
    fn divided(&self, by: &Self) -> (Self, Self) {
        (self / by, self % by)
    }
    #[inline]
    fn root(&self) -> Self {
        debug_assert!(*self < 1 << 62);
        // The root of the nearest double is off by one at most, next to a square.
        let guess = (*self as f64).sqrt() as u64;
        match guess * guess {
            square if square > *self => guess - 1,
            square if square + 2 * guess < *self => guess + 1,
            _ => guess,
        }
    }
    #[inline]
    fn is_odd(&self) -> bool {
        self & 1 == 1
    }
}

impl Natural for UBig {
    fn divided(&self, by: &Self) -> (Self, Self) {
        self.div_rem(by)
    }
    fn root(&self) -> Self {
        self.sqrt()
    }
    fn is_odd(&self) -> bool {
        self.bit(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn roots_are_exact_around_every_power() {
        for bits in 0..31 {
            for root in [1u64 << bits, (1 << bits) + 1, (1 << bits) * 3 / 2] {
                for square in [root * root - 1, root * root, root * root + 1, root * root + 2 * root] {
                    assert_eq!(square.root(), square.isqrt(), "{square}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn both_sizes_agree(a in 0u64..1 << 59, b in 1u64..1 << 59) {
            prop_assert_eq!(UBig::from(a).root(), UBig::from(a.root()));
            prop_assert_eq!(a.root(), a.isqrt());
            prop_assert_eq!(UBig::from(a).triangle_root(), UBig::from(a.triangle_root()));
            let k = a.triangle_root();
            prop_assert!(u128::from(k) * u128::from(k + 1) / 2 <= u128::from(a));
            prop_assert!(u128::from(k + 1) * u128::from(k + 2) / 2 > u128::from(a));
            let (quotient, rest) = UBig::from(a).divided(&UBig::from(b));
            prop_assert_eq!((quotient, rest), (UBig::from(a / b), UBig::from(a % b)));
        }
    }
}
