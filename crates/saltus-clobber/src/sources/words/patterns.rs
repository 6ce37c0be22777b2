//! The forbidden patterns of Theorem 3 and Theorem 10 as tables, and a scan for them.
//!
//! `x` is either letter. With every pattern its mirror image is forbidden (read backwards, arrows
//! turned), except in the simplified classes 6' and 7', which choose one of two mirror images; the
//! other choice gives the same values, as tests find. Of class 4 and class 7' the head of [`super`] says
//! how they are read.

use std::fmt::{self, Display};

use super::alphabet::{Letter, Mark, Seen, Text};

/// A class of forbidden patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    name: &'static str,
    why: &'static str,
}

impl Class {
    /// Why no game obeying Proposition 1 has such a word (Proposition 7), or why none is needed
    /// (Theorem 10).
    pub fn why(self) -> &'static str {
        self.why
    }
}

impl Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

const C1: Class = Class { name: "1", why: "two pawns would leave one place" };
const C2: Class = Class {
    name: "2",
    why: "two pawns that meet differ in colour, so the one that comes second has not moved before and takes one that has",
};
const C3: Class = Class {
    name: "3",
    why: "the pawn that begins here would take one of its own colour, or has not moved and takes one that has",
};
const C4: Class = Class {
    name: "4",
    why: "the pawn that goes on has the colour of the pawn it would take, and none comes from the other side to take that one first",
};
const C5: Class = Class {
    name: "5",
    why: "two pawns that meet differ in colour, so the one that crosses the s has not moved before and takes one that has",
};
const C6: Class = Class { name: "6", why: "the two pawns that meet would have the same colour" };
const C7: Class = Class { name: "7", ..C6 };
/// Takes the place of class 6 in Theorem 10.
const S6: Class = Class {
    name: "6'",
    why: "of two pawns that meet like this the other one can take, and the word is without this pattern",
};
/// Takes the place of class 7 in Theorem 10.
const S7: Class = Class { name: "7'", why: "whatever stands before it, class 1, 6' or 7 forbids it as well" };

/// The length of the longest pattern.
pub(super) const LONGEST: usize = 4;

/// A forbidden pattern: 2 to 4 symbols in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The class it is in.
    pub class: Class,
    places: [Seen; LONGEST],
    length: usize,
}

impl Pattern {
    /// Reads a pattern of a table when the program is compiled.
    const fn new(class: Class, text: &str) -> Pattern {
        let text = text.as_bytes();
        assert!(text.len() % 3 == 2 && text.len() < 3 * LONGEST);
        let mut places = [Seen::BORDER; LONGEST];
        let mut at = 0;
        while 3 * at < text.len() {
            assert!(at == 0 || text[3 * at - 1] == b' ');
            places[at] = place(text[3 * at], text[3 * at + 1]);
            at += 1;
        }
        Pattern { class, places, length: at }
    }

    /// Its places, from left to right.
    pub fn places(&self) -> &[Seen] {
        &self.places[..self.length]
    }
}

const fn place(mark: u8, letter: u8) -> Seen {
    let mark = match mark {
        b'|' => Mark::Bar,
        b'>' => Mark::Right,
        b'<' => Mark::Left,
        _ => panic!("a mark is |, > or <"),
    };
    let letter = match letter {
        b's' => Some(Letter::Same),
        b'a' => Some(Letter::Alternate),
        b'x' => None,
        _ => panic!("a letter is s, a or x"),
    };
    Seen { mark, letter }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text(self.places()).fmt(f)
    }
}

/// The seven classes of section 2: what no word between two bars may contain (Theorem 3).
pub const PATTERNS: [Pattern; 12] = [
    Pattern::new(C1, "<x >x"),
    Pattern::new(C2, ">s <s"),
    Pattern::new(C3, "|x >s"),
    Pattern::new(C3, "<s |x"),
    Pattern::new(C4, ">x >a >x"),
    Pattern::new(C4, ">x >a |x"),
    Pattern::new(C4, "<x <a <x"),
    Pattern::new(C4, "|x <a <x"),
    Pattern::new(C5, "|x >a <s"),
    Pattern::new(C5, ">s <a |x"),
    Pattern::new(C6, ">x >a <a <x"),
    Pattern::new(C7, "|x >a <a |x"),
];

/// The patterns of Theorem 10: classes 6' and 7' instead of 6 and 7.
pub const SIMPLIFIED: [Pattern; 12] = {
    let mut all = PATTERNS;
    all[10] = Pattern::new(S6, ">x >a <a");
    all[11] = Pattern::new(S7, ">a <a |x");
    all
};

/// The same with the mirror images of 6' and 7'.
#[cfg(test)]
pub(crate) const SIMPLIFIED_MIRRORED: [Pattern; 12] = {
    let mut all = SIMPLIFIED;
    all[10] = Pattern::new(S6, ">a <a <x");
    all[11] = Pattern::new(S7, "|x >a <a");
    all
};

/// Looks for patterns in symbols that come one by one.
#[derive(Clone, Debug)]
pub struct Scan<'a> {
    patterns: &'a [Pattern],
    /// The last symbols, the newest at the end.
    last: [Option<Seen>; LONGEST],
}

impl<'a> Scan<'a> {
    /// No symbols yet.
    pub fn new(patterns: &'a [Pattern]) -> Self {
        Scan { patterns, last: [None; LONGEST] }
    }

    /// Adds a symbol; the first pattern of the table that it completes.
    pub fn push(&mut self, symbol: Seen) -> Option<&'a Pattern> {
        self.last.rotate_left(1);
        self.last[LONGEST - 1] = Some(symbol);
        self.patterns.iter().find(|pattern| self.ends_with(pattern.places()))
    }

    fn ends_with(&self, places: &[Seen]) -> bool {
        let tail = &self.last[LONGEST - places.len()..];
        places.iter().zip(tail).all(|(place, symbol)| symbol.is_some_and(|symbol| place.stands_for(symbol)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The image of a pattern in a mirror.
    fn mirror(pattern: &Pattern) -> Pattern {
        let mut image = *pattern;
        image.places[..pattern.length].reverse();
        for place in &mut image.places {
            place.mark = [Mark::Bar, Mark::Left, Mark::Right][place.mark as usize];
        }
        image
    }

    /// The tables of the paper, corrected.
    #[test]
    fn tables_print_as_in_the_paper() {
        let print = |table: &[Pattern]| {
            let lines: Vec<String> = table.iter().map(|pattern| format!("{} {pattern}", pattern.class)).collect();
            lines.join(", ")
        };
        assert_eq!(
            print(&PATTERNS),
            "1 <x >x, 2 >s <s, 3 |x >s, 3 <s |x, 4 >x >a >x, 4 >x >a |x, 4 <x <a <x, 4 |x <a <x, 5 |x >a <s, 5 >s <a |x, \
             6 >x >a <a <x, 7 |x >a <a |x"
        );
        assert_eq!(print(&SIMPLIFIED[..10]), print(&PATTERNS[..10]));
        assert_eq!(print(&SIMPLIFIED[10..]), "6' >x >a <a, 7' >a <a |x");
        assert_eq!(print(&SIMPLIFIED_MIRRORED[10..]), "6' >a <a <x, 7' |x >a <a");
    }

    #[test]
    fn the_seven_classes_are_their_own_mirror_images() {
        for pattern in PATTERNS {
            assert!(PATTERNS.contains(&mirror(&pattern)), "{pattern}");
            assert_eq!(mirror(&mirror(&pattern)), pattern);
        }
        for (pattern, image) in SIMPLIFIED.iter().zip(&SIMPLIFIED_MIRRORED).skip(10) {
            assert_eq!(mirror(pattern), *image);
            assert!(!SIMPLIFIED.contains(image), "{pattern}");
        }
    }

    /// So words may be judged with one bar or two at the ends, and a bar needs no letter.
    #[test]
    fn bars_stand_at_the_ends_of_patterns_only_and_without_a_letter() {
        for pattern in PATTERNS.iter().chain(&SIMPLIFIED).chain(&SIMPLIFIED_MIRRORED) {
            let places = pattern.places();
            let inside = &places[1..places.len() - 1];
            assert!(inside.iter().all(|place| place.mark != Mark::Bar), "{pattern}");
            assert!(places.iter().all(|place| place.mark != Mark::Bar || place.letter.is_none()), "{pattern}");
            assert!(places.iter().any(|place| place.mark != Mark::Bar), "{pattern}");
        }
    }
}
