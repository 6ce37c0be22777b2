//! Numerals: ASCII digits without sign or leading zeros, so that a number has one spelling.

use crate::outcome::{Checked, OrRefuse, ensure, quote, resource};
use dashu_int::{IBig, UBig};

/// Longest numeral read: keeps the arithmetic on hostile input cheap.
const DIGITS: usize = 1_000_000;

/// The word itself, if it is a numeral.
fn numeral(word: &str) -> Checked<&str> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (word == "0" || !word.starts_with('0'));
    ensure(plain, format_args!("{} is not a number without sign or leading zeros", quote(word)))?;
    if word.len() > DIGITS {
        return resource(format_args!("a number of more than {DIGITS} digits"));
    }
    Ok(word)
}

/// A number of any size.
pub(crate) fn natural(word: &str) -> Checked<UBig> {
    UBig::from_str_radix(numeral(word)?, 10).or_refuse("not a number")
}

/// A number of 64 bits; a larger one cannot be right where this is asked for.
pub(crate) fn small(word: &str) -> Checked<u64> {
    numeral(word)?.parse().or_refuse(format_args!("{} is out of range", quote(word)))
}

/// A number with an optional minus sign; zero has none.
pub(crate) fn integer(word: &str) -> Checked<IBig> {
    match word.strip_prefix('-') {
        Some(digits) => {
            ensure(digits != "0", "`-0` is not a number")?;
            Ok(-IBig::from(natural(digits)?))
        }
        None => Ok(natural(word)?.into()),
    }
}
