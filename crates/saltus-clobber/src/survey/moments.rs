//! Mean and variance of the values, as fractions.

use dashu_int::UBig;

use super::Values;

impl Values {
    /// The mean value, a fraction in lowest terms.
    pub fn mean(&self) -> (UBig, UBig) {
        lowest(self.power_sum(1), self.n)
    }

    /// The variance of the values, a fraction in lowest terms.
    pub fn variance(&self) -> (UBig, UBig) {
        // E(v^2) - E(v)^2, over 4^n.
        lowest((self.power_sum(2) << self.n) - self.power_sum(1).pow(2), 2 * self.n)
    }

    /// The sum of the powers of all values.
    fn power_sum(&self, exponent: usize) -> UBig {
        self.counts.iter().enumerate().map(|(value, count)| UBig::from(value).pow(exponent) * count).sum()
    }
}

/// The fraction numerator / 2^`halvings` in lowest terms.
fn lowest(numerator: UBig, halvings: usize) -> (UBig, UBig) {
    let common = numerator.trailing_zeros().unwrap_or(halvings).min(halvings);
    (numerator >> common, UBig::ONE << (halvings - common))
}

/// A fraction with six decimal places; halves are rounded up.
///
/// ```
/// use saltus_clobber::survey::decimal;
///
/// assert_eq!(decimal(&(5u8.into(), 8u8.into())), "0.625000");
/// assert_eq!(decimal(&(200u8.into(), 3u8.into())), "66.666667");
/// ```
///
/// # Panics
/// When the denominator is 0.
pub fn decimal((numerator, denominator): &(UBig, UBig)) -> String {
    let unit = UBig::from(1_000_000u32);
    let rounded = (UBig::from(2u8) * numerator * &unit + denominator) / (UBig::from(2u8) * denominator);
    let (whole, part) = (&rounded / &unit, (&rounded % &unit).to_string());
    format!("{whole}.{part:0>6}")
}
