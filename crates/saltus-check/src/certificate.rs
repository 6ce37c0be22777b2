//! The reader of a certificate file: header lines, then payload blocks, then `end`.
//!
//! Nothing is believed here and nothing is searched; but every byte has its place, and what is left over, missing
//! or spelled otherwise is refused.

use crate::number::{natural, small};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse};
use crate::puzzle::Puzzle;
use dashu_int::UBig;

/// A certificate, read but not yet believed.
pub(crate) struct Certificate<'a> {
    pub(crate) puzzle: Puzzle,
    pub(crate) claim: Claim,
    pub(crate) evidence: Evidence<'a>,
    /// The line that made the claim.
    pub(crate) claim_text: &'a str,
    /// The payload of the block `moves`; empty unless a plan is claimed.
    pub(crate) moves: &'a [u8],
    /// The payload of the block `tables`; there when the evidence is about patterns.
    pub(crate) tables: Option<&'a [u8]>,
    /// The payload of the block `set`; empty unless the evidence is a closed set.
    pub(crate) set: &'a [u8],
    /// The payload of the block `transcript`; empty unless that is the evidence.
    pub(crate) transcript: &'a [u8],
}

/// What is claimed.
#[derive(Default)]
pub(crate) struct Claim {
    /// A play of exactly that many moves exists.
    pub(crate) plan: Option<UBig>,
    /// Every play has at least that many moves.
    pub(crate) lower: Option<UBig>,
    /// There is no play.
    pub(crate) unsolvable: bool,
}

/// What is to prove the lower bound or that there is no play.
pub(crate) enum Evidence<'a> {
    Witness,
    Potential(&'a str),
    ClosedSet(&'a str),
    Order,
    Parity,
    Transcript,
    Reversal,
    Winnable,
}

impl Claim {
    pub(crate) fn read(text: &str) -> Checked<Self> {
        let words: Vec<&str> = text.splitn(4, ' ').collect();
        let (lower, plan) = match *words.as_slice() {
            ["unsolvable"] => {
                return Ok(Self { unsolvable: true, ..Self::default() });
            }
            ["plan", k] => (None, Some(natural(k)?)),
            ["at-least", k] => (Some(natural(k)?), None),
            ["optimal", k] => (Some(natural(k)?), Some(natural(k)?)),
            ["between", l, k] => (Some(natural(l)?), Some(natural(k)?)),
            _ => return refuse(format_args!("{} is not a claim", quote(text))),
        };
        let ordered = plan.is_none() || lower <= plan;
        ensure(ordered, "the lower bound is above the upper one")?;
        Ok(Self { plan, lower, unsolvable: false })
    }
}

impl<'a> Evidence<'a> {
    /// Reads evidence that can prove such a claim.
    fn read(text: &'a str, claim: &Claim) -> Checked<Self> {
        let bound = claim.lower.is_some();
        let words: Vec<&str> = text.splitn(3, ' ').collect();
        let (suits, evidence) = match *words.as_slice() {
            ["witness"] => (!bound && !claim.unsolvable, Self::Witness),
            ["potential", name] => (bound, Self::Potential(name)),
            ["closed-set", bound_name] => (bound || claim.unsolvable, Self::ClosedSet(bound_name)),
            ["order"] => (claim.unsolvable, Self::Order),
            ["parity"] => (claim.unsolvable, Self::Parity),
            ["transcript"] => (bound, Self::Transcript),
            ["theorem", "reversal"] => (bound, Self::Reversal),
            ["theorem", "winnable"] => (claim.unsolvable, Self::Winnable),
            _ => return refuse(format_args!("{} is no evidence", quote(text))),
        };
        ensure(suits, "this evidence does not go with this claim")?;
        Ok(evidence)
    }

    /// Whether it is about the patterns of a block `tables`.
    fn has_patterns(&self) -> bool {
        matches!(self, Self::Potential("patterns") | Self::ClosedSet("patterns") | Self::Transcript)
    }
}

impl<'a> Certificate<'a> {
    /// Reads a file of which the line that names the puzzle has been read.
    pub(crate) fn read(reader: &mut Reader<'a>, puzzle_text: &'a str, limits: &Limits) -> Checked<Self> {
        let puzzle = Puzzle::read(puzzle_text, limits).at("line 2")?;
        let claim_text = reader.field("claim ").at("line 3")?;
        let claim = Claim::read(claim_text).at("line 3")?;
        let by = reader.field("by ").at("line 4")?;
        let evidence = Evidence::read(by, &claim).at("line 4")?;
        let moves = reader.block_if(claim.plan.is_some(), "moves")?;
        let tables = if evidence.has_patterns() { Some(reader.block_if(true, "tables")?) } else { None };
        let set = reader.block_if(matches!(evidence, Evidence::ClosedSet(_)), "set")?;
        let transcript = reader.block_if(matches!(evidence, Evidence::Transcript), "transcript")?;
        reader.end()?;
        Ok(Self { puzzle, claim, evidence, claim_text, moves, tables, set, transcript })
    }
}

/// A position in a file.
pub(crate) struct Reader<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Reader<'a> {
    /// The next line without its end. Its bytes are printable ASCII: no CR, no tab, no UTF-8.
    pub(crate) fn line(&mut self) -> Checked<&'a str> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| !(b' '..=b'~').contains(byte));
        let length = length.or_refuse("the file ends inside a line")?;
        let byte = rest[length];
        ensure(byte == b'\n', format_args!("the byte {byte:#04x} is not printable ASCII"))?;
        self.at += length + 1;
        std::str::from_utf8(&rest[..length]).or_refuse("not ASCII")
    }

    /// What follows `key` on the next line.
    pub(crate) fn field(&mut self, key: &str) -> Checked<&'a str> {
        let line = self.line()?;
        let value = line.strip_prefix(key);
        value.or_refuse(format_args!("`{key}..` expected, found {}", quote(line)))
    }

    /// The line that names the puzzle, at the beginning of a certificate.
    pub(crate) fn puzzle(&mut self) -> Checked<&'a str> {
        let version = self.field("saltus certificate ").at("line 1")?;
        ensure(version == "1", "the version is not 1").at("line 1")?;
        self.field("puzzle ").at("line 2")
    }

    /// Whether the next line begins like this.
    pub(crate) fn is_at(&self, begin: &str) -> bool {
        self.bytes[self.at..].starts_with(begin.as_bytes())
    }

    /// The payload of the block of that name, which stands here if there is to be one.
    pub(crate) fn block_if(&mut self, wanted: bool, name: &str) -> Checked<&'a [u8]> {
        let place = format!("byte {}", self.at);
        if wanted { self.block(name).at(place) } else { Ok(&[]) }
    }

    fn block(&mut self, name: &str) -> Checked<&'a [u8]> {
        let line = self.line()?;
        let words: Vec<&str> = line.splitn(5, ' ').collect();
        let (length, sum) = match *words.as_slice() {
            ["block", found, length, sum] if found == name => (small(length)?, sum),
            _ => {
                return refuse(format_args!("a block `{name}` expected, found {}", quote(line)));
            }
        };
        let rest = &self.bytes[self.at..];
        let split = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
        let (payload, rest) = split.or_refuse("the file ends inside the block")?;
        let right = format!("{:08x}", crc32fast::hash(payload));
        ensure(sum == right, "the check sum is wrong")?;
        ensure(rest.first() == Some(&b'\n'), "the block does not end after its bytes")?;
        self.at += payload.len() + 1;
        Ok(payload)
    }

    /// The last line, with nothing behind it.
    pub(crate) fn end(&mut self) -> Checked<()> {
        let place = format!("byte {}", self.at);
        let line = self.line().at(&place)?;
        ensure(line == "end", format_args!("`end` expected, found {}", quote(line))).at(&place)?;
        ensure(self.at == self.bytes.len(), "there is something behind the end").at(&place)
    }
}
