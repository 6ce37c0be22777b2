//! The reader of a certificate file: header lines, then payload blocks, then `end`.
//!
//! Nothing is believed here and nothing is searched; but every byte has its place, and what is left
//! over, missing or spelled otherwise is refused.

use crate::families::Instance;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse};
use crate::text::{after, characters, is_printable, natural, small};
use dashu_int::{IBig, UBig};

/// How lines begin that may have more than ASCII.
const DEFINITIONS: [&str; 2] = ["puzzle rules ", "instance rules "];

/// A certificate, read but not yet believed.
pub(crate) struct Certificate<'a> {
    pub(crate) instance: Instance,
    /// The line that names it.
    pub(crate) puzzle: &'a str,
    pub(crate) claim: Claim,
    /// The line that makes the claim.
    pub(crate) claim_text: &'a str,
    /// The words of the line that names the evidence.
    pub(crate) by: &'a str,
    /// The payloads by their names.
    blocks: Vec<(&'static str, &'a [u8])>,
}

impl<'a> Certificate<'a> {
    /// Reads a file. `kind` tells of evidence whether it can prove a claim and which blocks it
    /// needs, and nothing of evidence that it does not know.
    pub(crate) fn read(
        bytes: &'a [u8],
        kind: impl Fn(&[&str], &Instance, &Claim) -> Option<(bool, &'static [&'static str])>,
        limits: &Limits,
    ) -> Checked<Self> {
        let reader = &mut Reader { bytes, at: 0 };
        reader.header(1, "saltus certificate ", |version| ensure(version == "1", "the version is not 1"))?;
        let (puzzle, instance) = reader.header(2, "puzzle ", |text| {
            ensure(!text.starts_with("rules "), "certificates about definitions have format 2 (docs/calculus.md)")?;
            Ok((text, Instance::read(text, limits)?))
        })?;
        let read_claim = |text| Ok((text, Claim::read(text, instance.claims())?));
        let (claim_text, claim) = reader.header(3, "claim ", read_claim)?;
        let (by, names) = reader.header(4, "by ", |by| {
            let kind = kind(&by.splitn(3, ' ').collect::<Vec<_>>(), &instance, &claim);
            let (suits, names) = kind.or_refuse(format_args!("{} is no evidence about this puzzle", quote(by)))?;
            ensure(suits, "this evidence does not go with this claim")?;
            Ok((by, names))
        })?;
        let as_word = matches!(instance, Instance::Clobber(_)) && reader.is_at("block word ");
        let play = claim.reached.as_ref().map(|_| if as_word { "word" } else { "moves" });
        let mut blocks = Vec::new();
        for name in play.into_iter().chain(names.iter().copied()) {
            let place = format!("byte {}", reader.at);
            blocks.push((name, reader.block(name).at(place)?));
        }
        reader.end()?;
        Ok(Self { instance, puzzle, claim, claim_text, by, blocks })
    }

    /// The payload of a block, if there is one.
    pub(crate) fn block(&self, name: &str) -> Option<&'a [u8]> {
        self.blocks.iter().find(|block| block.0 == name).map(|block| block.1)
    }
}

/// Parts a bundle, certificates one after the other, after the first one: the certificate and what follows it. What does not follow the format is
/// one certificate with all that comes after.
pub(crate) fn split_first(bytes: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    // Whether lines are as they should be is seen when their certificate is read.
    while let Some(length) = bytes[at..].iter().position(|byte| *byte == b'\n') {
        let line = std::str::from_utf8(&bytes[at..at + length]).unwrap_or_default();
        at += length + 1;
        if line == "end" {
            if bytes[at..].starts_with(b"saltus certificate ") {
                return bytes.split_at(at);
            }
            break;
        }
        let payload = line.strip_prefix("block ").and_then(|block| block.split(' ').nth(1)?.parse::<usize>().ok());
        let Some(next) = at.checked_add(payload.map_or(0, |payload| payload.saturating_add(1))) else { break };
        if next > bytes.len() {
            break;
        }
        at = next;
    }
    (bytes, &[])
}

/// A position in a file.
pub(crate) struct Reader<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Reader<'a> {
    /// The next line without its end. Its bytes are printable ASCII: no CR, no tab; a definition has names in characters of all
    /// writings.
    pub(crate) fn line(&mut self) -> Checked<&'a str> {
        let rest = &self.bytes[self.at..];
        let has_names = DEFINITIONS.iter().any(|begin| self.is_at(begin));
        let length = rest.iter().position(|byte| !((b' '..=b'~').contains(byte) || has_names && *byte >= 0x80));
        let length = length.or_refuse("the file ends inside a line")?;
        let byte = rest[length];
        ensure(byte == b'\n', format_args!("the byte {byte:#04x} is not printable ASCII"))?;
        self.at += length + 1;
        let line = std::str::from_utf8(&rest[..length]).or_refuse("a line is not UTF-8")?;
        ensure(characters(line).all(is_printable), "a character that is not printable")?;
        Ok(line)
    }

    /// What is read of what follows `key` on the next line, which is that of the number.
    pub(crate) fn header<T>(&mut self, number: u64, key: &str, read: impl FnOnce(&'a str) -> Checked<T>) -> Checked<T> {
        self.field(key).and_then(read).at(format_args!("line {number}"))
    }

    /// What follows `key` on the next line.
    pub(crate) fn field(&mut self, key: &str) -> Checked<&'a str> {
        self.line().and_then(|line| after(line, key))
    }

    /// Whether the next line begins like this.
    fn is_at(&self, begin: &str) -> bool {
        self.bytes[self.at..].starts_with(begin.as_bytes())
    }

    /// The payload of the block of that name, which stands here.
    fn block(&mut self, name: &str) -> Checked<&'a [u8]> {
        let line = self.line()?;
        let words: Vec<&str> = line.splitn(5, ' ').collect();
        let &["block", found, length, sum] = words.as_slice() else {
            return refuse(format_args!("a block `{name}` expected, found {}", quote(line)));
        };
        ensure(found == name, format_args!("a block `{name}` expected, found {}", quote(line)))?;
        let length = small(length)?;
        let rest = &self.bytes[self.at..];
        let split = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
        let (payload, rest) = split.or_refuse("the file ends inside the block")?;
        let right = format!("{:08x}", crc32fast::hash(payload));
        ensure(sum == right, "the check sum is wrong")?;
        ensure(rest.first() == Some(&b'\n'), "the block does not end after its bytes")?;
        self.at += payload.len() + 1;
        Ok(payload)
    }

    /// The payload of a file that is one header and one payload, when its first line `bytes` has
    /// that number. Nothing follows it.
    pub(crate) fn payload(&mut self, first: u64) -> Checked<&'a [u8]> {
        let length = self.header(first, "bytes ", |length| {
            let digits = length.trim_start_matches('0');
            ensure(length.len() == 20, "20 digits belong here")?;
            small(if digits.is_empty() { "0" } else { digits })
        })?;
        let sum = self.header(first + 1, "payload ", Ok)?;
        // These are for readers that believe the payload.
        self.header(first + 2, "sha256 ", Ok)?;
        self.header(first + 3, "code ", Ok)?;
        let right = format!("{:08x}", crc32fast::hash(&self.bytes[..self.at]));
        self.header(first + 4, "header ", |found| ensure(found == right, "the check sum of the header is wrong"))?;
        let payload = &self.bytes[self.at..];
        ensure(payload.len() as u64 == length, format_args!("it has {} bytes", payload.len())).at("payload")?;
        ensure(format!("{:08x}", crc32fast::hash(payload)) == sum, "the check sum is wrong").at("payload")?;
        self.at = self.bytes.len();
        Ok(payload)
    }

    /// The last line, with nothing after it.
    fn end(&mut self) -> Checked<()> {
        let place = format!("byte {}", self.at);
        let line = self.line().at(&place)?;
        ensure(line == "end", format_args!("`end` expected, found {}", quote(line))).at(&place)?;
        ensure(self.at == self.bytes.len(), "there is something after the end").at(&place)
    }
}

/// What is claimed of what a play is to make small: its moves, or the pieces that it leaves.
#[derive(Default)]
pub(crate) struct Claim {
    /// Some play has exactly so much.
    pub(crate) reached: Option<UBig>,
    /// Every play has at least so much.
    pub(crate) lower: Option<UBig>,
    /// There is no play.
    pub(crate) unsolvable: bool,
}

/// The words of a claim: for a play, for a lower bound, for both with one number, and for both with
/// two.
pub(crate) type Words = [&'static str; 4];

/// Claims about moves to a goal.
pub(crate) const MOVES: Words = ["plan", "at-least", "optimal", "between"];

/// Claims about pieces that are left.
pub(crate) const PIECES: Words = ["leaves", "value-at-least", "value", "value-between"];

impl Claim {
    pub(crate) fn read(text: &str, names: &Words) -> Checked<Self> {
        let [play, bound, both, between] = names;
        let words: Vec<&str> = text.splitn(4, ' ').collect();
        let (lower, reached) = match *words.as_slice() {
            ["unsolvable"] if *names == MOVES => return Ok(Self { unsolvable: true, ..Self::default() }),
            [word, k] if word == *play => (None, Some(natural(k)?)),
            [word, l] if word == *bound => (Some(natural(l)?), None),
            [word, k] if word == *both => (Some(natural(k)?), Some(natural(k)?)),
            [word, l, k] if word == *between => (Some(natural(l)?), Some(natural(k)?)),
            _ => return refuse(format_args!("{} is not a claim about this puzzle", quote(text))),
        };
        ensure(reached.is_none() || lower <= reached, "the lower bound is above the upper one")?;
        Ok(Self { reached, lower, unsolvable: false })
    }

    /// The bound in 64 bits, in which a greater one is the greatest number; 0 where none is claimed.
    pub(crate) fn lower_or_most(&self) -> u64 {
        self.lower.as_ref().map_or(0, |lower| u64::try_from(lower).unwrap_or(u64::MAX))
    }

    /// Refuses unless a proved bound is at least the claimed one.
    pub(crate) fn verify_reached(&self, proved: &IBig, what: &str) -> Checked<()> {
        let reached = self.lower.as_ref().is_some_and(|claimed| proved >= claimed.as_ibig());
        ensure(reached, format_args!("{what} proves no more than {proved}"))
    }
}
