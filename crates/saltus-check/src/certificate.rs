//! The reader of a certificate file: header lines, then payload blocks, then `end`.
//!
//! Nothing is believed here and nothing is searched; but every byte has its place, and what is left
//! over, missing or spelled otherwise is refused.

use crate::claim::Claim;
use crate::instance::Instance;
use crate::number::small;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse};

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
    /// Reads a file. `suits` tells whether evidence can prove a claim, and nothing of evidence that
    /// it does not know.
    pub(crate) fn read(
        bytes: &'a [u8],
        suits: impl Fn(&[&str], &Instance, &Claim) -> Option<bool>,
        limits: &Limits,
    ) -> Checked<Self> {
        let reader = &mut Reader { bytes, at: 0 };
        let version = reader.field("saltus certificate ").at("line 1")?;
        ensure(version == "1", "the version is not 1").at("line 1")?;
        let puzzle = reader.field("puzzle ").at("line 2")?;
        let instance = Instance::read(puzzle, limits).at("line 2")?;
        let claim_text = reader.field("claim ").at("line 3")?;
        let claim = Claim::read(claim_text, instance.claims()).at("line 3")?;
        let by = reader.field("by ").at("line 4")?;
        let words: Vec<&str> = by.splitn(3, ' ').collect();
        let suits = suits(&words, &instance, &claim);
        let suits = suits.or_refuse(format_args!("{} is no evidence about this puzzle", quote(by))).at("line 4")?;
        ensure(suits, "this evidence does not go with this claim").at("line 4")?;
        let mut blocks = Vec::new();
        if claim.reached.is_some() {
            let as_word = matches!(instance, Instance::Clobber(_)) && reader.is_at("block word ");
            reader.block_into(&mut blocks, if as_word { "word" } else { "moves" })?;
        }
        if words[0] == "transcript" || words.get(1) == Some(&"patterns") {
            reader.block_into(&mut blocks, "tables")?;
        }
        for (evidence, name) in
            [("dual", "dual"), ("layers", "layers"), ("closed-set", "set"), ("transcript", "transcript")]
        {
            if words[0] == evidence {
                reader.block_into(&mut blocks, name)?;
            }
        }
        reader.end()?;
        Ok(Self { instance, puzzle, claim, claim_text, by, blocks })
    }

    /// The payload of a block, if there is one.
    pub(crate) fn block(&self, name: &str) -> Option<&'a [u8]> {
        self.blocks.iter().find(|block| block.0 == name).map(|block| block.1)
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

    /// Whether the next line begins like this.
    fn is_at(&self, begin: &str) -> bool {
        self.bytes[self.at..].starts_with(begin.as_bytes())
    }

    /// Reads the block of that name, which stands here.
    fn block_into(&mut self, blocks: &mut Vec<(&'static str, &'a [u8])>, name: &'static str) -> Checked<()> {
        let place = format!("byte {}", self.at);
        blocks.push((name, self.block(name).at(place)?));
        Ok(())
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

    /// The last line, with nothing after it.
    fn end(&mut self) -> Checked<()> {
        let place = format!("byte {}", self.at);
        let line = self.line().at(&place)?;
        ensure(line == "end", format_args!("`end` expected, found {}", quote(line))).at(&place)?;
        ensure(self.at == self.bytes.len(), "there is something after the end").at(&place)
    }
}
