//! All arrangements of a board of sliding tiles, surveyed completely: how many there are at each
//! distance from a goal.
//!
//! ```
//! use saltus_core::limits::Limits;
//! use saltus_tiles::search::space::census;
//!
//! let survey = census(2, 2, 3, &Limits::default()).unwrap();
//! assert_eq!((survey.states(), survey.depth(), survey.antipodes()), (12, 6, 1));
//! assert_eq!((survey.mean(), survey.mean_decimal(3)), ((3, 1), "3.000".into()));
//! assert_eq!(survey.farthest, [[3, 2, 1, 0]]);
//! ```

use dashu_int::ops::Gcd;

/// How many arrangements there are at each distance from a goal, of all that can be reached, and those farthest away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// Arrangements at distance 0, 1, 2 and so on.
    pub layers: Vec<u64>,
    /// Arrangements of the last layer in lexicographic order, each as the goal cells of what is on its cells: all, or
    /// [`EXAMPLES`](crate::search::space::EXAMPLES) of them.
    pub farthest: Vec<Vec<u8>>,
}

impl Census {
    /// The largest distance.
    pub fn depth(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// How many arrangements can be reached.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// How many of them are farthest away.
    pub fn antipodes(&self) -> u64 {
        self.layers[self.depth() as usize]
    }

    /// The sum of all distances.
    pub fn distance_sum(&self) -> u128 {
        (0..).zip(&self.layers).map(|(distance, &states): (u128, _)| distance * u128::from(states)).sum()
    }

    /// The mean distance, a fraction in lowest terms.
    pub fn mean(&self) -> (u128, u128) {
        let (sum, states) = (self.distance_sum(), u128::from(self.states()));
        let divisor = sum.gcd(states);
        (sum / divisor, states / divisor)
    }

    /// The mean distance with `places` decimal places, at most 18; halves are rounded up.
    ///
    /// # Panics
    /// When more places are asked for.
    pub fn mean_decimal(&self, places: usize) -> String {
        assert!(places <= 18, "at most 18 places");
        let (sum, states) = (self.distance_sum(), u128::from(self.states()));
        let unit = 10u128.pow(places as u32);
        // Below 2^64 * 2^32 * 2^60 * 2 for as long as distances are below 2^32, and they are below
        // 2^8.
        let rounded = (2 * sum * unit + states) / (2 * states);
        let point = if places > 0 { "." } else { "" };
        let fraction = if places > 0 { format!("{:0places$}", rounded % unit) } else { String::new() };
        format!("{}{point}{fraction}", rounded / unit)
    }
}

#[cfg(test)]
mod tests {
    use crate::search::space::census;
    use saltus_core::limits::Limits;

    #[test]
    fn means_are_exact() {
        let survey = census(2, 3, 5, &Limits::default()).expect("no limit");
        let sum: u64 = (0..).zip(&survey.layers).map(|(distance, states)| distance * states).sum();
        let (numerator, denominator) = survey.mean();
        assert_eq!(numerator * 360, u128::from(sum) * denominator);
        assert_eq!((survey.distance_sum(), survey.mean()), (4544, (568, 45)));
        let decimals: Vec<String> = [0, 1, 2, 3, 18].map(|places| survey.mean_decimal(places)).into();
        assert_eq!(decimals, ["13", "12.6", "12.62", "12.622", "12.622222222222222222"]);
    }
}
