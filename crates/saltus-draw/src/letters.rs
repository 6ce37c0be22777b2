//! An alphabet of strokes, so that a picture needs no font and looks the same everywhere.
//!
//! Each letter is the path of a pen in the language of SVG paths, on a grid on which capitals and
//! digits are 12 high, small letters 8, and descenders 4. Coordinates stay whole numbers: letters
//! are magnified by whole factors.

use super::picture::Pen;
use saltus_core::notation::signs;

/// How high capitals and digits are.
pub(super) const HEIGHT: i32 = 12;
/// Between two letters.
const APART: i32 = 3;

/// A letter: how wide it is, and the pen's way.
type Letter = (i32, &'static str);

/// What has no letter here.
const UNKNOWN: Letter = (6, "M0 0H6V12H0Z");

/// The letter of a sign: a table, and so longer than other functions.
#[rustfmt::skip]
const fn letter(sign: char) -> Letter {
    match sign {
        '0' => (8, "M0 4Q0 0 4 0Q8 0 8 4V8Q8 12 4 12Q0 12 0 8Z"),
        '1' => (4, "M0 3L4 0V12"),
        '2' => (8, "M0 4Q0 0 4 0Q8 0 8 4Q8 6 5 8L0 12H8"),
        '3' => (8, "M0 1Q1 0 4 0Q8 0 8 3Q8 6 4 6Q8 6 8 9Q8 12 4 12Q1 12 0 11"),
        '4' => (8, "M6 12V0L0 8H8"),
        '5' => (8, "M7 0H1L0 6Q2 5 4 5Q8 5 8 8Q8 12 4 12Q1 12 0 11"),
        '6' => (8, "M7 1Q6 0 4 0Q0 0 0 5V8Q0 12 4 12Q8 12 8 8Q8 5 4 5Q0 5 0 8"),
        '7' => (8, "M0 0H8L3 12"),
        '8' => (8, "M4 6Q1 6 1 3Q1 0 4 0Q7 0 7 3Q7 6 4 6Q0 6 0 9Q0 12 4 12Q8 12 8 9Q8 6 4 6"),
        '9' => (8, "M1 11Q2 12 4 12Q8 12 8 7V4Q8 0 4 0Q0 0 0 4Q0 7 4 7Q8 7 8 4"),
        'A' => (8, "M0 12L4 0L8 12M1 9H7"),
        'B' => (7, "M0 6H4Q7 6 7 9Q7 12 4 12H0V0H4Q7 0 7 3Q7 6 4 6"),
        'C' => (8, "M8 2Q7 0 4 0Q0 0 0 5V7Q0 12 4 12Q7 12 8 10"),
        'D' => (8, "M0 0V12H3Q8 12 8 7V5Q8 0 3 0Z"),
        'E' => (6, "M6 0H0V12H6M0 6H5"),
        'F' => (6, "M6 0H0V12M0 6H5"),
        'G' => (8, "M8 2Q7 0 4 0Q0 0 0 5V7Q0 12 4 12Q8 12 8 8V7H5"),
        'H' => (8, "M0 0V12M8 0V12M0 6H8"),
        'I' => (4, "M0 0H4M2 0V12M0 12H4"),
        'J' => (6, "M6 0V9Q6 12 3 12Q0 12 0 9"),
        'K' => (7, "M0 0V12M7 0L0 7M3 4L7 12"),
        'L' => (6, "M0 0V12H6"),
        'M' => (10, "M0 12V0L5 8L10 0V12"),
        'N' => (8, "M0 12V0L8 12V0"),
        'O' => (10, "M0 5Q0 0 5 0Q10 0 10 5V7Q10 12 5 12Q0 12 0 7Z"),
        'P' => (7, "M0 12V0H4Q7 0 7 3V4Q7 7 4 7H0"),
        'Q' => (10, "M0 5Q0 0 5 0Q10 0 10 5V7Q10 12 5 12Q0 12 0 7ZM7 9L10 12"),
        'R' => (7, "M0 12V0H4Q7 0 7 3V4Q7 7 4 7H0M4 7L7 12"),
        'S' => (7, "M7 2Q6 0 4 0Q0 0 0 3Q0 6 4 6Q7 6 7 9Q7 12 3 12Q1 12 0 10"),
        'T' => (8, "M0 0H8M4 0V12"),
        'U' => (8, "M0 0V8Q0 12 4 12Q8 12 8 8V0"),
        'V' => (8, "M0 0L4 12L8 0"),
        'W' => (12, "M0 0L3 12L6 3L9 12L12 0"),
        'X' => (8, "M0 0L8 12M8 0L0 12"),
        'Y' => (8, "M0 0L4 6L8 0M4 6V12"),
        'Z' => (8, "M0 0H8L0 12H8"),
        'a' => (6, "M6 4V12M6 8Q6 4 3 4Q0 4 0 8Q0 12 3 12Q6 12 6 8"),
        'b' => (6, "M0 0V12M0 8Q0 4 3 4Q6 4 6 8Q6 12 3 12Q0 12 0 8"),
        'c' => (6, "M6 5Q5 4 3 4Q0 4 0 8Q0 12 3 12Q5 12 6 11"),
        'd' => (6, "M6 0V12M6 8Q6 4 3 4Q0 4 0 8Q0 12 3 12Q6 12 6 8"),
        'e' => (6, "M0 8H6Q6 4 3 4Q0 4 0 8Q0 12 3 12Q5 12 6 11"),
        'f' => (4, "M4 0Q2 0 2 3V12M0 4H4"),
        'g' => (6, "M6 4V13Q6 16 3 16Q1 16 0 15M6 8Q6 4 3 4Q0 4 0 8Q0 12 3 12Q6 12 6 8"),
        'h' => (6, "M0 0V12M0 8Q0 4 3 4Q6 4 6 8V12"),
        'i' => (0, "M0 4V12M0 0V1"),
        'j' => (3, "M3 4V14Q3 16 0 16M3 0V1"),
        'k' => (5, "M0 0V12M5 4L0 9M2 7L5 12"),
        'l' => (2, "M0 0V10Q0 12 2 12"),
        'm' => (10, "M0 4V12M0 7Q0 4 3 4Q5 4 5 7V12M5 7Q5 4 8 4Q10 4 10 7V12"),
        'n' => (6, "M0 4V12M0 8Q0 4 3 4Q6 4 6 8V12"),
        'o' => (6, "M0 8Q0 4 3 4Q6 4 6 8Q6 12 3 12Q0 12 0 8"),
        'p' => (6, "M0 4V16M0 8Q0 4 3 4Q6 4 6 8Q6 12 3 12Q0 12 0 8"),
        'q' => (6, "M6 4V16M6 8Q6 4 3 4Q0 4 0 8Q0 12 3 12Q6 12 6 8"),
        'r' => (4, "M0 4V12M0 8Q0 4 4 4"),
        's' => (5, "M5 5Q4 4 3 4Q0 4 0 6Q0 8 3 8Q5 8 5 10Q5 12 2 12Q1 12 0 11"),
        't' => (4, "M2 1V9Q2 12 4 12M0 4H4"),
        'u' => (6, "M0 4V8Q0 12 3 12Q6 12 6 8V4M6 8V12"),
        'v' => (6, "M0 4L3 12L6 4"),
        'w' => (8, "M0 4L2 12L4 6L6 12L8 4"),
        'x' => (6, "M0 4L6 12M6 4L0 12"),
        'y' => (6, "M0 4L3 12M6 4L3 12L2 15Q1 16 0 16"),
        'z' => (6, "M0 4H6L0 12H6"),
        ' ' => (3, ""),
        '-' => (4, "M0 7H4"),
        '_' => (6, "M0 13H6"),
        '.' => (0, "M0 11V12"),
        ',' => (1, "M1 11L0 14"),
        ':' => (0, "M0 5V6M0 11V12"),
        ';' => (1, "M1 5V6M1 11L0 14"),
        '=' => (5, "M0 5H5M0 9H5"),
        '/' => (5, "M5 0L0 13"),
        '*' => (6, "M3 1V7M0 2L6 6M6 2L0 6"),
        '+' => (6, "M3 4V10M0 7H6"),
        '(' => (2, "M2 0Q0 2 0 6Q0 10 2 13"),
        ')' => (2, "M0 0Q2 2 2 6Q2 10 0 13"),
        '<' => (6, "M6 3L0 7L6 11"),
        '>' => (6, "M0 3L6 7L0 11"),
        '?' => (6, "M0 3Q0 0 3 0Q6 0 6 3Q6 6 3 7V8M3 11V12"),
        '!' => (0, "M0 0V8M0 11V12"),
        '|' => (0, "M0 0V13"),
        '\'' => (0, "M0 0V3"),
        '"' => (3, "M0 0V3M3 0V3"),
        '^' => (6, "M0 4L3 0L6 4"),
        '@' => (10, "M7 8Q7 9 5 9Q3 9 3 6Q3 3 5 3Q7 3 7 6V8Q10 9 10 6Q10 0 5 0Q0 0 0 6Q0 12 5 12L8 11"),
        '$' => (8, "M8 3Q7 1 4 1Q0 1 0 4Q0 6 4 6Q8 7 8 9Q8 11 4 11Q1 11 0 9M4 0V13"),
        '&' => (8, "M8 12L2 4Q1 0 4 0Q6 0 6 2Q6 4 3 6Q0 7 0 9Q0 12 3 12Q6 12 8 7"),
        '%' => (8, "M8 0L0 12M0 2Q0 0 2 0Q3 0 3 2Q3 4 2 4Q0 4 0 2M5 10Q5 8 6 8Q8 8 8 10Q8 12 6 12Q5 12 5 10"),
        '#' => (8, "M3 1L1 11M7 1L5 11M0 4H8M0 8H8"),
        '[' => (3, "M3 0H0V13H3"),
        ']' => (3, "M0 0H3V13H0"),
        '{' => (4, "M4 0Q2 0 2 2V5Q2 6 0 6Q2 7 2 8V11Q2 13 4 13"),
        '}' => (4, "M0 0Q2 0 2 2V5Q2 6 4 6Q2 7 2 8V11Q2 13 0 13"),
        '~' => (6, "M0 8Q0 6 2 6L4 8Q6 8 6 6"),
        '`' => (2, "M0 0L2 3"),
        '\\' => (5, "M0 0L5 13"),
        _ => UNKNOWN,
    }
}

/// The first sign of a text that pictures have no letter for; a box is drawn in its place.
///
/// ```
/// assert_eq!(saltus_draw::missing_letter("Frösche"), Some('ö'));
/// assert_eq!(saltus_draw::missing_letter("frogs & toads"), None);
/// ```
pub fn missing_letter(text: &str) -> Option<char> {
    text.chars().find(|&sign| letter(sign) == UNKNOWN)
}

/// How wide a text is.
pub(super) fn width(text: &str) -> i32 {
    (signs(text).into_iter().map(|sign| letter(sign).0 + APART).sum::<i32>() - APART).max(0)
}

/// The pen's path for a text from its upper left corner, enlarged by `factor` relative to the grid.
pub(super) fn way(text: &str, factor: i32) -> Vec<Pen> {
    let (mut way, mut left) = (Vec::new(), 0);
    for sign in signs(text) {
        let (wide, strokes) = letter(sign);
        draw(strokes, left, factor, &mut way);
        left += (wide + APART) * factor;
    }
    way
}

/// Adds the pen's way of one letter.
fn draw(strokes: &str, left: i32, factor: i32, way: &mut Vec<Pen>) {
    let mut rest = strokes;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_uppercase()).map_or(rest.len(), |at| at + 1);
        let numbers = rest[1..end].split(' ').filter(|word| !word.is_empty());
        let numbers: Vec<i32> =
            numbers.map(|number| factor * number.parse::<i32>().expect("the table has whole numbers")).collect();
        way.push(match (command, &numbers[..]) {
            ('M', &[x, y]) => Pen::Move((left + x, y)),
            ('L', &[x, y]) => Pen::Line((left + x, y)),
            ('H', &[x]) => Pen::Across(left + x),
            ('V', &[y]) => Pen::Down(y),
            ('Q', &[across, down, x, y]) => Pen::Curve((left + across, down), (left + x, y)),
            ('Z', []) => Pen::Close,
            _ => unreachable!("the table has no other commands"),
        });
        rest = &rest[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every coordinate of a letter lies in its box.
    #[test]
    fn letters_keep_to_their_boxes() {
        for sign in ' '..='~' {
            let (wide, strokes) = letter(sign);
            let numbers: Vec<i32> =
                strokes.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
            assert!(numbers.iter().all(|number| (0..=16).contains(number)), "{sign}");
            let mut at_right = false;
            for command in strokes.split_inclusive(|c: char| c.is_ascii_uppercase()) {
                at_right |= command.contains(&wide.to_string());
            }
            assert!(at_right || strokes.is_empty(), "{sign} is {wide} wide");
        }
    }

    /// No two signs of the notation look alike.
    #[test]
    fn letters_differ() {
        let signs: Vec<char> = ('!'..='~').collect();
        for (at, &sign) in signs.iter().enumerate() {
            assert_ne!(letter(sign), UNKNOWN, "{sign}");
            assert!(signs[..at].iter().all(|&other| letter(other).1 != letter(sign).1), "{sign}");
        }
    }

    /// What has no letter is a box, one for each character.
    #[test]
    fn signs_of_other_writings_are_boxes() {
        assert_eq!(width("\u{265e}\u{fe0e}"), UNKNOWN.0);
        assert_eq!(way("a\u{939}\u{93f}", 1).len(), way("a", 1).len() + way("\u{265e}", 1).len());
    }

    #[test]
    fn text_is_placed_and_magnified() {
        let text: String = way("1-", 2).iter().map(Pen::to_string).collect();
        assert_eq!(text, "M0 6L8 0V24M14 14H22");
        assert_eq!((width("1-"), width("")), (11, 0));
    }
}
