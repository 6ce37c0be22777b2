//! Numerals, words and lines of what is read. A numeral is ASCII digits without sign or leading
//! zeros, so that a number has one spelling.

use crate::outcome::{Checked, OrRefuse, ensure, limit, quote, refuse};
use dashu_int::{IBig, UBig};
use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Split;
use unicode_segmentation::UnicodeSegmentation as _;

/// Longest numeral read: keeps the arithmetic on hostile input cheap.
const DIGITS: usize = 1_000_000;

/// Letters with the marks that stand on them.
pub(crate) fn characters(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true)
}

/// The character that those after it in a cluster stand on.
pub(crate) fn base(character: &str) -> char {
    character.chars().next().unwrap_or_default()
}

/// Whether a character begins with a sign that can be seen; a blank is alone.
pub(crate) fn is_printable(character: &str) -> bool {
    match base(character) {
        ' ' => character == " ",
        '"' | '\'' | '\\' => true,
        sign => sign.escape_debug().len() == 1,
    }
}

/// The word itself, if it is a numeral.
pub(crate) fn numeral(word: &str) -> Checked<&str> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (word == "0" || !word.starts_with('0'));
    ensure(plain, format_args!("{} is not a number without sign or leading zeros", quote(word)))?;
    limit(word.len() <= DIGITS, format_args!("a number of more than {DIGITS} digits"))?;
    Ok(word)
}

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
        Some("0") => refuse("`-0` is not a number"),
        Some(digits) => Ok(-IBig::from(natural(digits)?)),
        None => Ok(natural(word)?.into()),
    }
}

/// A cell, counted from 1, of a board of `cells` cells.
pub(crate) fn cell(word: &str, cells: usize) -> Checked<usize> {
    let number = small(word)?;
    let on_board = (1..=cells as u64).contains(&number);
    ensure(on_board, format_args!("there is no cell {number}"))?;
    Ok(number as usize - 1)
}

pub(crate) fn from_to(text: &str) -> Checked<(&str, &str)> {
    text.split_once('-').or_refuse(format_args!("{} is not FROM-TO", quote(text)))
}

/// What follows a key in a line.
pub(crate) fn after<'a>(line: &'a str, key: &str) -> Checked<&'a str> {
    line.strip_prefix(key).or_refuse(format_args!("`{key}..` expected, found {}", quote(line)))
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex_digits(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        write!(text, "{byte:02x}").expect("a text takes everything");
    }
    text
}

/// The words of a line. Two blanks in a row make an empty word, which nothing accepts.
pub(crate) type Words<'a> = Peekable<Split<'a, char>>;

/// Which of two words is next, counted from 1, if one of them is; else 0.
pub(crate) fn next_of(words: &mut Words<'_>, known: [&str; 2]) -> usize {
    let next = words.next_if(|word| known.contains(word));
    known.iter().position(|word| next == Some(*word)).map_or(0, |at| at + 1)
}

/// The word `gaps=K`, if it is next; 1 if it is not.
pub(crate) fn vacancies(words: &mut Words<'_>) -> Checked<UBig> {
    let Some(word) = words.next_if(|word| word.starts_with("gaps=")) else { return Ok(UBig::ONE) };
    let gaps = natural(&word["gaps=".len()..])?;
    ensure(!gaps.is_one(), "not canonical: one vacancy is the default")?;
    ensure(!gaps.is_zero(), "a board has a vacancy")?;
    Ok(gaps)
}

/// Refuses words that nothing has read.
pub(crate) fn verify_end(words: &mut Words<'_>) -> Checked<()> {
    match words.next() {
        Some(word) => refuse(format_args!("not canonical: unexpected {}", quote(word))),
        None => Ok(()),
    }
}

/// Words with this between them.
pub(crate) fn joined(words: &[&str], between: &str) -> String {
    let mut text = String::new();
    for (number, word) in words.iter().enumerate() {
        text.push_str(if number > 0 { between } else { "" });
        text.push_str(word);
    }
    text
}

/// The lines of a payload with their numbers, each refused if it is not ended.
pub(crate) fn lines(payload: &[u8]) -> Checked<impl Iterator<Item = (usize, Checked<&str>)>> {
    let text = std::str::from_utf8(payload).or_refuse("not ASCII")?;
    let lines = text.split_inclusive('\n').map(|line| line.strip_suffix('\n').or_refuse("the line is not ended"));
    Ok((1..).zip(lines))
}
