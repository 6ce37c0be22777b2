//! Counts of a fixed number of 64-bit words, lowest first: what addition in large tables needs, and
//! no more.

use dashu_int::UBig;

/// Adds; the sum has room in `sum`, and what `more` has beyond it is 0.
pub(super) fn add(sum: &mut [u64], more: &[u64]) {
    let mut carry = false;
    for (place, word) in sum.iter_mut().enumerate() {
        let more = more.get(place).copied().unwrap_or(0);
        if more == 0 && !carry {
            continue;
        }
        let (partial, over) = word.overflowing_add(more);
        let (total, over_again) = partial.overflowing_add(u64::from(carry));
        (*word, carry) = (total, over || over_again);
    }
    debug_assert!(!carry && more.iter().skip(sum.len()).all(|&word| word == 0), "the sum has room");
}

/// How many bits the number has, without leading zeros.
pub(super) fn bits(number: &[u64]) -> u32 {
    let last = number.iter().rposition(|&word| word != 0);
    last.map_or(0, |place| 64 * (place as u32 + 1) - number[place].leading_zeros())
}

/// The same number without a fixed size.
pub(super) fn unbounded(number: &[u64]) -> UBig {
    let bytes: Vec<u8> = number.iter().flat_map(|word| word.to_le_bytes()).collect();
    UBig::from_le_bytes(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn carries_run_through() {
        let mut sum = [u64::MAX, u64::MAX, 0];
        add(&mut sum, &[1]);
        assert_eq!(sum, [0, 0, 1]);
        add(&mut sum, &[u64::MAX, u64::MAX, 0, 0]);
        assert_eq!(sum, [u64::MAX, u64::MAX, 1]);
        assert_eq!([bits(&[]), bits(&[0, 0]), bits(&[1, 0]), bits(&[0, 5])], [0, 0, 1, 67]);
    }

    proptest! {
        #[test]
        fn sums_are_those_of_numbers_without_a_size(
            a in proptest::collection::vec(any::<u64>(), 0..5), b in proptest::collection::vec(any::<u64>(), 0..5)
        ) {
            let mut sum = a.clone();
            sum.resize(a.len().max(b.len()) + 1, 0);
            add(&mut sum, &b);
            let expected = unbounded(&a) + unbounded(&b);
            prop_assert_eq!(bits(&sum).div_ceil(64) as usize, sum.len() - sum.iter().rev().take_while(|&&word| word == 0).count());
            prop_assert_eq!(unbounded(&sum), expected);
        }
    }
}
