//! One line names one instance: the words of a line, and the messages for a bad one.

use std::borrow::Cow;
use std::fmt::Display;
use std::io;
use std::str::FromStr;

use dashu_int::UBig;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::limits::{Limits, Stop};
use crate::plan::Spelling;
use crate::scene::Scene;

/// Input that names no instance: the place and the rule broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// Column of the fault, in characters from 1; 0 when it concerns the whole line.
    pub column: usize,
    /// One sentence without the place.
    pub why: String,
}

impl BadInput {
    /// A fault of the whole line.
    pub fn line(why: impl Into<String>) -> Self {
        BadInput { column: 0, why: why.into() }
    }
}

impl Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.column > 0 {
            write!(f, "column {}: ", self.column)?;
        }
        f.write_str(&self.why)
    }
}

impl std::error::Error for BadInput {}

/// Why a line with a word from a stream was not read, or a file of another format not written.
#[derive(Debug)]
pub enum Unread {
    /// It names no instance.
    Bad(BadInput),
    /// The stream failed.
    Input(io::Error),
    /// It does not fit in what may be used.
    Stop(Stop),
}

impl From<BadInput> for Unread {
    fn from(bad: BadInput) -> Self {
        Unread::Bad(bad)
    }
}

impl From<Stop> for Unread {
    fn from(stop: Stop) -> Self {
        Unread::Stop(stop)
    }
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Unread::Input(error)
    }
}

/// One word of a line and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word itself, without blanks.
    pub text: &'a str,
    /// Its first character's column, from 1.
    pub column: usize,
}

impl Word<'_> {
    /// A fault in this word.
    pub fn fault(&self, why: impl Display) -> BadInput {
        BadInput { column: self.column, why: format!("\"{}\" {why}", shorten(self.text)) }
    }

    /// A fault at one character of this word.
    pub fn fault_at(&self, offset: usize, why: impl Into<String>) -> BadInput {
        BadInput { column: self.column + offset, why: why.into() }
    }

    /// A whole number without sign or leading zeros, of any size.
    ///
    /// # Errors
    /// When the word is anything else.
    pub fn number(&self) -> Result<UBig, BadInput> {
        number(self.text).ok_or_else(|| self.fault("is not a whole number (digits 0-9, no sign, no leading zero)"))
    }
}

/// Reads a whole number without sign or leading zeros.
pub fn number(text: &str) -> Option<UBig> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let minimal = text == "0" || !text.starts_with('0');
    if plain && minimal { UBig::from_str_radix(text, 10).ok() } else { None }
}

/// What is said of a word that should be a number.
pub const NO_NUMBER: &str = "not a whole number (digits 0-9, no sign)";

/// A range of whole numbers from 1 on, both ends included; without a last one, it does not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first number in it.
    pub first: UBig,
    /// The last one.
    pub last: Option<UBig>,
}

impl Range {
    /// Reads a range, or the number that is its only one.
    ///
    /// ```
    /// use saltus_core::notation::Range;
    ///
    /// assert_eq!(Range::or_one("8"), "8..8".parse());
    /// assert!(Range::or_one("8..").unwrap().holds(&9u8.into()));
    /// ```
    ///
    /// # Errors
    /// What is wrong.
    pub fn or_one(text: &str) -> Result<Self, String> {
        match number(text) {
            Some(one) => Ok(Range { first: one.clone(), last: Some(one) }),
            None => text.parse(),
        }
    }

    /// Whether a number is in it.
    pub fn holds(&self, number: &UBig) -> bool {
        *number >= self.first && self.last.as_ref().is_none_or(|last| number <= last)
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once("..").ok_or("a range is A..B, A.. or ..B")?;
        let read = |text: &str| number(text).ok_or(NO_NUMBER);
        let first = if first.is_empty() { UBig::ONE } else { read(first)? };
        let last = if last.is_empty() { None } else { Some(read(last)?) };
        if first.is_zero() {
            return Err("moves count from 1".into());
        }
        if last.as_ref().is_some_and(|last| *last < first) {
            return Err("the range ends before it begins".into());
        }
        Ok(Range { first, last })
    }
}

/// A word cut short for a message.
fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain("...".chars()).collect()
}

/// A text as it is taken in: in normal form C, so that what looks the same is the same.
///
/// ```
/// assert_eq!(saltus_core::notation::normal("e\u{301}"), "\u{e9}");
/// ```
#[cfg(not(target_family = "wasm"))]
pub fn normal(text: &str) -> Cow<'_, str> {
    use unicode_normalization::{UnicodeNormalization as _, is_nfc};
    if text.is_ascii() || is_nfc(text) { text.into() } else { text.nfc().collect() }
}

/// A text as it is taken in: who calls a module has it in normal form C, by `String.prototype.normalize`. The tables for that would be a
/// tenth of the module.
#[cfg(target_family = "wasm")]
pub fn normal(text: &str) -> Cow<'_, str> {
    text.into()
}

/// The characters of a text as people count them: each with the marks that stand on it.
///
/// ```
/// use saltus_core::notation::characters;
///
/// assert_eq!(characters("a\u{939}\u{93f}\u{265e}\u{fe0e}").collect::<Vec<_>>(), ["a", "\u{939}\u{93f}", "\u{265e}\u{fe0e}"]);
/// ```
pub fn characters(text: &str) -> Box<dyn Iterator<Item = &str> + '_> {
    Box::new(text.graphemes(true))
}

/// The first sign of each character, without the marks that stand on it.
pub fn signs(text: &str) -> Vec<char> {
    characters(text).filter_map(|character| character.chars().next()).collect()
}

/// How many characters a text has.
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { characters(text).count() }
}

/// Whether a text is a name: a word of letters and digits, or one other character of which the sign is not `reserved`.
///
/// ```
/// use saltus_core::notation::is_name;
///
/// assert!(["A1", "\u{3b1}\u{3b2}", "\u{265e}", "$"].iter().all(|name| is_name(name, ".#")));
/// assert!(["", "#", "a#", "$$"].iter().all(|name| !is_name(name, ".#")));
/// ```
pub fn is_name(text: &str, reserved: &str) -> bool {
    match signs(text)[..] {
        [sign] => sign.is_alphanumeric() || !reserved.contains(sign),
        _ => is_word(text),
    }
}

/// Whether a text is a word of letters and digits.
pub fn is_word(text: &str) -> bool {
    !text.is_empty() && signs(text).iter().all(|sign| sign.is_alphanumeric())
}

/// Whether a character can be seen: it is no control character, none that changes the direction of others, no mark without a letter, and
/// no blank but the usual one.
fn is_seen(character: &str) -> bool {
    let Some(sign) = character.chars().next() else { return false };
    // What is escaped though it is no quotation mark is not printed, or is a mark that stands on nothing.
    let is_printed = matches!(sign, '\\' | '\'' | '"') || sign.escape_debug().next() != Some('\\');
    is_printed && (sign != ' ' || character.len() == 1)
}

/// The words of a line in the characters of all writings, split at blanks. The line is [`normal`].
///
/// # Errors
/// A character that cannot be seen.
pub fn words_of_text(line: &str) -> Result<Vec<Word<'_>>, BadInput> {
    let is_odd = |character: &str| character != "\t" && !is_seen(character);
    let is_plain = line.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
    let odd = if is_plain { None } else { characters(line).enumerate().find(|(_, character)| is_odd(character)) };
    if let Some((at, odd)) = odd {
        return Err(foreign(at + 1, odd));
    }
    let (mut column, mut rest) = (1, line);
    let word = |text: &'_ str| {
        let before = text.as_ptr() as usize - rest.as_ptr() as usize;
        column += width(&rest[..before]);
        rest = &rest[before..];
        column
    };
    let columns = line.split_ascii_whitespace().map(word);
    Ok(line.split_ascii_whitespace().zip(columns).map(|(text, column)| Word { text, column }).collect())
}

fn foreign(column: usize, character: &str) -> BadInput {
    BadInput { column, why: format!("the character {} is not part of any notation", character.escape_unicode()) }
}

/// The words of a line, split at blanks.
///
/// # Errors
/// A control character or anything beyond ASCII: neither belongs to the notation of a family.
pub fn words(line: &str) -> Result<Vec<Word<'_>>, BadInput> {
    words_of_text(line).and_then(plain)
}

/// The words, if they are ASCII.
///
/// # Errors
/// The first character that is not.
pub(crate) fn plain(words: Vec<Word<'_>>) -> Result<Vec<Word<'_>>, BadInput> {
    let Some(word) = words.iter().find(|word| !word.text.is_ascii()) else { return Ok(words) };
    let odd = characters(word.text).enumerate().find(|(_, character)| !character.is_ascii());
    let (at, odd) = odd.expect("one is not ASCII");
    Err(foreign(word.column + at, odd))
}

/// The word that somebody may have meant who wrote another: the most like it, if one is like it at all.
///
/// ```
/// use saltus_core::notation::nearest;
///
/// assert_eq!(nearest("shft", ["tiles", "shift"]), Some("shift"));
/// assert_eq!(nearest("chess", ["tiles", "shift"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Nobody mistypes so long a name.
    const LONGEST: usize = 40;
    if word.len() > LONGEST {
        return None;
    }
    let far = |other: &str| strsim::damerau_levenshtein(word, other);
    let (distance, near) = known.into_iter().map(|other| (far(other), other)).min()?;
    (distance <= 1.max(near.len() / 3)).then_some(near)
}

/// The same where some words are other names of what is known: `others` has pairs of them.
///
/// ```
/// use saltus_core::notation::meant;
///
/// let others = [("dfs", "depth-first"), ("dfs", "ida-star")];
/// assert_eq!(meant("DFS", &others, &["a-star", "ida-star"]), Some("ida-star"));
/// assert_eq!(meant("astar", &others, &["a-star", "ida-star"]), Some("a-star"));
/// ```
pub fn meant<'a>(word: &str, others: &[(&str, &str)], known: &[&'a str]) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    let of = |name: &str| known.iter().copied().find(|other| *other == name);
    let named = others.iter().filter(|(other, _)| *other == word).find_map(|(_, name)| of(name));
    named.or_else(|| nearest(&word, known.iter().copied()))
}

/// Words with this between them.
///
/// ```
/// assert_eq!(saltus_core::notation::joined(&["bw", "wb"], "/"), "bw/wb");
/// ```
// Compiled once, and not for each crate that calls it.
#[inline(never)]
pub fn joined(words: &[&str], between: &str) -> String {
    words.join(between)
}

/// The labels of the cells of a position that is written as one text, which is [`normal`]: a character each, with `/` between rows where one likes, or words set
/// apart by commas or blanks. `#` is no cell.
///
/// ```
/// use saltus_core::notation::labels;
///
/// assert_eq!(labels("ab./#.b"), ["a", "b", ".", ".", "b"]);
/// assert_eq!(labels("10,11/.,#"), ["10", "11", "."]);
/// ```
pub fn labels(text: &str) -> Vec<&str> {
    let text = text.trim();
    let labels: Vec<&str> = if text.contains([',', ' ', '\t']) {
        text.split([',', ' ', '\t', '/']).collect()
    } else {
        text.split('/').flat_map(characters).collect()
    };
    labels.into_iter().filter(|label| !matches!(*label, "" | "#")).collect()
}

/// Takes the words `KEY=VALUE` out of `words`.
///
/// # Errors
/// A key that is not among `keys`, one given twice, or one without a value.
pub fn options<'a>(words: &mut Vec<Word<'a>>, keys: &[&str]) -> Result<Vec<(&'a str, Word<'a>)>, BadInput> {
    let mut found: Vec<(&'a str, Word<'a>)> = Vec::new();
    for word in words.iter().filter(|word| word.text.contains('=')) {
        let (key, value) = word.text.split_once('=').expect("has =");
        if !keys.contains(&key) {
            return Err(word.fault(format!("is no option here; there are: {}", keys.join("=, ") + "=")));
        }
        if found.iter().any(|(known, _)| *known == key) {
            return Err(word.fault("is given twice"));
        }
        if value.is_empty() {
            return Err(word.fault("has no value"));
        }
        found.push((key, Word { text: value, column: word.column + key.len() + 1 }));
    }
    words.retain(|word| !word.text.contains('='));
    Ok(found)
}

/// The value of `gaps=`: how many cells of a row are vacant.
///
/// # Errors
/// When it is no number, or 0.
pub fn vacancies(value: &Word<'_>) -> Result<UBig, BadInput> {
    let gaps = value.number()?;
    if gaps.is_zero() {
        return Err(value.fault("is no number of vacancies; a board has at least one"));
    }
    Ok(gaps)
}

/// A family's instance: what one line names.
///
/// An instance only names; it may be far too large to play (`shift N M` with thirty digits).
/// [`Instance::puzzle`] lays it out where that is possible.
pub trait Instance: Clone + Display + Sized {
    /// The puzzle to play.
    type Puzzle: crate::puzzle::Puzzle;

    /// The first word of the notation.
    const NAME: &'static str;
    /// The forms of the notation, one a line.
    const NOTATION: &'static str;
    /// The rules in prose.
    const RULES: &'static str;
    /// Lines to begin with, from small to large; each has a solution.
    const EXAMPLES: &'static [&'static str];
    /// Whether people name things in its lines, by characters of all writings; else the lines are ASCII.
    const HAS_NAMES: bool = false;

    /// Reads the words after the family's name. Printing the instance gives the canonical line.
    ///
    /// # Errors
    /// The place and the rule broken.
    fn parse(words: Vec<Word<'_>>) -> Result<Self, BadInput>;

    /// Lays out what every search of it needs, where that can be much, and gives what is left of the limits.
    ///
    /// # Errors
    /// The limit that is reached.
    fn lay_out<'a>(&self, limits: &Limits<'a>) -> Result<Limits<'a>, Stop> {
        Ok(*limits)
    }

    /// Whether its puzzle gave every move at every position that it was asked for so far. No answer is given out otherwise.
    ///
    /// # Errors
    /// The limit that kept moves back.
    fn was_whole(&self) -> Result<(), Stop> {
        Ok(())
    }

    /// Bytes of what it has laid out.
    fn held(&self) -> u64 {
        0
    }

    /// The same board with other pieces on it: for each cell in the order of its number the label
    /// that pictures have there ([`crate::scene::Scene::spots`]), and for families with turns the
    /// label of the pieces that have it. The goal stays.
    ///
    /// # Errors
    /// The rule that is broken.
    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput>;

    /// What it means: the same puzzle as a line of the family `rules` ([`crate::definition`]), whose positions, cells, moves and goals are the
    /// same, and which knows nothing else.
    ///
    /// # Errors
    /// When no definition has room for it, or can say what it is.
    fn definition(&self) -> Result<String, BadInput> {
        Err(BadInput::line(format!("{} puzzles have no definition", Self::NAME)))
    }

    /// How many cells its board has, which is known before it is laid out.
    fn size(&self) -> UBig;

    /// What it is called, where its line says so and would be too long for people.
    fn title(&self) -> Option<&str> {
        None
    }

    /// Whether it names many positions, for a survey, and none to play.
    fn is_set(&self) -> bool {
        false
    }

    /// Lays the instance out for play. It must be no set.
    ///
    /// # Errors
    /// When it has more cells than can be laid out.
    fn puzzle(&self) -> Result<Self::Puzzle, TooLarge>;
}

/// Reads a whole line that must name an instance of one family.
///
/// # Errors
/// The place and the rule broken.
pub fn read_line<I: Instance>(line: &str) -> Result<I, BadInput> {
    let line = normal(line);
    let mut words = words_of_text(&line)?;
    match words.first() {
        Some(first) if first.text == I::NAME => {
            words.remove(0);
            I::parse(if I::HAS_NAMES { words } else { plain(words)? })
        }
        Some(first) => Err(first.fault(format!("is not the family {}", I::NAME))),
        None => Err(BadInput::line("the line is empty")),
    }
}

/// Checks that no player is named to move, in a family without turns.
///
/// # Errors
/// When one is named.
pub fn without_turn(turn: Option<&str>) -> Result<(), BadInput> {
    turn.map_or(Ok(()), |turn| {
        Err(BadInput::line(format!("\"{}\" cannot have the turn: there are no turns", shorten(turn))))
    })
}

/// Reads words after a family's name.
///
/// # Errors
/// The rule broken.
pub fn read_words<I: Instance>(text: &str) -> Result<I, BadInput> {
    words(text).and_then(I::parse)
}

/// A position as an instance of its own, where its notation has it.
pub(crate) fn arranged_to<I: Instance>(instance: &I, scene: &Scene, turn: Option<&str>) -> Option<I> {
    instance.arranged(&scene.labels(), turn).ok()
}

/// The line of a position, if there is one.
pub(crate) fn line_of<I: Instance>(instance: &I, scene: &Scene, turn: Option<&str>) -> Option<String> {
    arranged_to(instance, scene, turn).map(|instance| instance.to_string())
}

/// An instance that has no room on this machine to be laid out cell by cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Its cells.
    pub cells: UBig,
    /// The most cells that can be laid out.
    pub most: u64,
}

impl Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the board has {} cells; at most {} can be laid out one by one", self.cells, self.most)
    }
}

impl std::error::Error for TooLarge {}

/// Moves as text.
pub trait MoveText: crate::puzzle::Puzzle {
    /// Whether its moves can also be written as letters of directions, `U D L R`: one piece at a
    /// time can move each way.
    const LETTERS: bool = false;

    /// Appends the move in the family's notation.
    fn write_move(&self, mv: &Self::Move, text: &mut String);

    /// Appends the move as it is to be spelled; in the family's notation where it has no other.
    fn write_move_as(&self, mv: &Self::Move, spelling: Spelling, text: &mut String) {
        let _ = spelling;
        self.write_move(mv, text);
    }

    /// Reads a move in the family's notation, made from `state`; whether it is legal is for
    /// [`crate::puzzle::Puzzle::check`] to say.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, BadInput>;

    /// The block of a certificate that [`MoveText::write_evidence`] writes.
    const BLOCK: &'static str = "moves";

    /// Writes that block: one move a line in the family's notation, where a family has nothing shorter.
    ///
    /// # Errors
    /// When `out` fails.
    fn write_evidence(&self, moves: &[Self::Move], out: &mut dyn io::Write) -> io::Result<()> {
        let mut text = String::new();
        moves.iter().try_for_each(|mv| {
            text.clear();
            self.write_move(mv, &mut text);
            text.push('\n');
            out.write_all(text.as_bytes())
        })
    }
}

/// What a certificate with a set of states needs to know of a puzzle; docs/certificates.md says how
/// each family does it.
pub trait Certified: MoveText {
    /// The state as a number: its digits are the cells, the first one the highest.
    fn key(&self, state: &Self::State) -> UBig;
}

/// A puzzle that front ends can play: with moves as text and pictures, and handed between threads.
pub trait Playable:
    MoveText<State: Send + Sync, Move: Send + Sync> + crate::scene::Draw + Clone + Send + Sync + 'static
{
}

impl<P: MoveText<State: Send + Sync, Move: Send + Sync> + crate::scene::Draw + Clone + Send + Sync + 'static> Playable
    for P
{
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_from_one() {
        let found = words("  shift\t3").unwrap();
        assert_eq!(found.iter().map(|word| (word.text, word.column)).collect::<Vec<_>>(), [("shift", 3), ("3", 9)]);
    }

    #[test]
    fn foreign_characters_are_named() {
        assert_eq!(words("shift \u{ff13}").unwrap_err().column, 7);
        assert!(words("shift 3\0").unwrap_err().why.contains("\\u{0}"));
        assert!(words("\u{feff}shift").is_err());
        assert!(words_of_text("title: \u{3b1} \u{265e}").is_ok_and(|words| words[2].column == 10));
        // Controls, what turns the direction of reading, what has no width, marks on nothing, other blanks, no characters.
        for odd in
            ["\0", "\u{85}", "\u{202e}", "\u{200b}", "\u{200d}", " \u{301}", "\u{a0}", "\u{2028}", "\u{ffff}", "\r"]
        {
            assert_eq!(words_of_text(&format!("a\u{308}{odd}")).is_err(), odd != "\u{200d}", "{odd:?}");
            // A joiner belongs to the blank before it.
            let column = if odd == "\u{200d}" { 2 } else { 3 };
            assert_eq!(words_of_text(&format!("a {odd}")).unwrap_err().column, column, "{odd:?}");
        }
    }

    #[test]
    fn numbers_have_one_form() {
        for bad in ["", "+5", "-0", "05", "5.", "0x5", "1_000", "1e3"] {
            assert!(number(bad).is_none(), "{bad}");
        }
        assert_eq!(number("0"), Some(UBig::from(0u8)));
        assert_eq!(number(&"9".repeat(99)).unwrap().to_string(), "9".repeat(99));
    }

    #[test]
    fn options_are_known_and_single() {
        let mut some = words("3 moves=all 4").unwrap();
        let found = options(&mut some, &["moves"]).unwrap();
        assert_eq!((found[0].1.text, found[0].1.column, some.len()), ("all", 9, 2));
        assert!(options(&mut words("a=1 a=2").unwrap(), &["a"]).is_err());
        assert_eq!(options(&mut words("3 a=").unwrap(), &["a"]).unwrap_err().column, 3);
        assert!(options(&mut words("b=1").unwrap(), &["a"]).unwrap_err().why.contains("a="));
    }
}
