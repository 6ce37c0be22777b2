//! Keys, and the files that hold them: blocks of ascending keys, written as differences.

use super::folder::Claimed;
use crate::outcome::{Checked, OrRefuse, Place, ensure, refuse, resource};
use crate::text::hex_digits;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// A key: its words, the highest first.
pub(super) type Key<const N: usize> = [u64; N];

/// Parts of a layer.
pub(super) const BUCKETS: usize = 256;

/// Bytes of a block before its first key.
const HEAD: usize = 12;

/// No block that is written has more bytes of differences.
const LONGEST: usize = (1 << 15) + 80;

/// The bucket of a key.
pub(super) fn bucket_of<const N: usize>(key: &Key<N>) -> usize {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = 0u64;
    for (place, &word) in key.iter().enumerate() {
        let word = if place == N - 1 { word >> 8 } else { word };
        hash = (hash ^ word).wrapping_mul(FACTOR);
        hash ^= hash >> 32;
    }
    (hash.wrapping_mul(FACTOR) >> 56) as usize
}

/// The key with these bytes, the highest first.
pub(super) fn from_bytes<const N: usize>(bytes: &[u8]) -> Key<N> {
    let mut key = [0; N];
    for (&byte, place) in bytes.iter().rev().zip(0..) {
        key[N - 1 - place / 8] |= u64::from(byte) << (place % 8 * 8);
    }
    key
}

/// A key as messages and manifests write it.
pub(super) fn hex<const N: usize>(key: &Key<N>, width: usize) -> String {
    let digit = |place: usize| key[N - 1 - place / 16] >> (place % 16 * 4) & 15;
    (0..2 * width).rev().filter_map(|place| char::from_digit(digit(place) as u32, 16)).collect()
}

/// Whether a text is a key as messages and manifests write it.
pub(super) fn is_key(text: &str, width: usize) -> bool {
    text.len() == 2 * width && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// What the system said when a file was opened or read.
pub(super) fn unreadable<T>(error: &io::Error) -> Checked<T> {
    match error.kind() {
        ErrorKind::NotFound => refuse("the file is missing"),
        ErrorKind::UnexpectedEof => refuse("the file ends early"),
        _ => resource(format_args!("a file cannot be read: {error}")),
    }
}

/// A block by what stands before its differences.
pub(super) struct Block<const N: usize> {
    /// Where it begins.
    at: u64,
    pub(super) first: Key<N>,
    pub(super) keys: u64,
}

/// The keys of a file, in their order.
pub(super) struct Bucket<const N: usize> {
    file: File,
    /// As messages name it.
    pub(super) name: String,
    /// Layer and bucket.
    tag: [u64; 2],
    width: usize,
    /// Bytes and keys that are to come.
    bytes: u64,
    keys: u64,
    /// Where the whole file is read: the hash of what was read, and what the manifest says of all.
    hash: Option<(Sha256, String)>,
    /// First key and differences of the block at hand.
    block: Vec<u8>,
    /// Where the next difference begins, and the keys of the block that are to come.
    at: usize,
    left: u32,
    last: Option<Key<N>>,
}

impl<const N: usize> Bucket<N> {
    /// Opens the file of a bucket, which must have this many keys and bytes.
    /// If it is to be `hashed`, it is read to its end and must have the SHA-256 then.
    pub(super) fn open(folder: &Path, tag: [usize; 2], width: usize, row: &Claimed, hashed: bool) -> Checked<Self> {
        let Claimed { keys, bytes, .. } = *row;
        let name = format!("layer-{:05}/bucket-{:03x}", tag[0], tag[1]);
        let opened = File::open(folder.join(&name)).and_then(|file| Ok((file.metadata()?.len(), file)));
        let (there, file) = opened.or_else(|error| unreadable(&error)).at(&name)?;
        ensure(there == bytes, format_args!("it has {there} bytes, and the manifest says {bytes}")).at(&name)?;
        let (tag, hash) = (tag.map(|part| part as u64), hashed.then(|| (Sha256::new(), row.hash.clone())));
        Ok(Self { file, name, tag, width, bytes, keys, hash, block: Vec::new(), at: 0, left: 0, last: None })
    }

    /// The next key; none at the end.
    #[inline]
    pub(super) fn next(&mut self) -> Checked<Option<Key<N>>> {
        let key = match self.last {
            Some(last) if self.left > 0 => match difference(&self.block[self.at..]) {
                Some((more, length)) => {
                    self.at += length;
                    sum(&last, &more).filter(|key| *key > last)
                }
                None => None,
            },
            _ => match self.begin() {
                Ok(false) => return Ok(None),
                Ok(true) => {
                    Some(from_bytes(&self.block[..self.width])).filter(|key| self.last.is_none_or(|last| *key > last))
                }
                Err(why) => return Err(why).at(&self.name),
            },
        };
        self.accept(key)
    }

    #[inline]
    fn accept(&mut self, key: Option<Key<N>>) -> Checked<Option<Key<N>>> {
        self.left -= 1;
        let ends = self.left > 0 || self.at == self.block.len();
        let right = |key: &Key<N>| ends && bucket_of(key) as u64 == self.tag[1];
        match key.filter(right) {
            Some(key) => {
                self.last = key.into();
                Ok(self.last)
            }
            None => self.blame(key),
        }
    }

    /// Says what is wrong with a key.
    #[cold]
    fn blame(&self, key: Option<Key<N>>) -> Checked<Option<Key<N>>> {
        let why = match key {
            None => "its keys do not ascend".to_string(),
            Some(key) if bucket_of(&key) as u64 == self.tag[1] => "a block has more bytes than its keys".to_string(),
            Some(key) => {
                format!("key {} belongs into bucket {:03x}", hex(&key, self.width), bucket_of(&key))
            }
        };
        refuse(why).at(&self.name)
    }

    /// Reads the next block. Whether there is one.
    fn begin(&mut self) -> Checked<bool> {
        if self.bytes == 0 {
            ensure(self.keys == 0, format_args!("the manifest says that it has {} more keys", self.keys))?;
            if let Some((hash, said)) = self.hash.take() {
                let found = hex_digits(&hash.finalize());
                ensure(found == said, format_args!("its SHA-256 is {found}, and the manifest says {said}"))?;
            }
            return Ok(false);
        }
        let head = self.head()?;
        self.fill(&head)?;
        if let Some((hash, _)) = &mut self.hash {
            hash.update(head);
            hash.update(&self.block);
        }
        let (count, bytes) = sizes(&head);
        self.bytes -= (HEAD + self.width) as u64 + u64::from(bytes);
        let left = self.keys.checked_sub(count.into());
        self.keys = left.or_refuse("it has more keys than the manifest says")?;
        (self.at, self.left) = (self.width, count);
        Ok(true)
    }

    /// The head of the block at which the file is, and its first key.
    fn head(&mut self) -> Checked<[u8; HEAD]> {
        let mut head = [0; HEAD];
        self.block.resize(self.width, 0);
        let read = self.file.read_exact(&mut head).and_then(|()| self.file.read_exact(&mut self.block));
        read.or_else(|error| unreadable(&error))?;
        let (count, bytes) = sizes(&head);
        let all = (HEAD + self.width) as u64 + u64::from(bytes);
        let right = count > 0 && bytes as usize <= LONGEST && all <= self.bytes;
        ensure(right, "the file is damaged: no block has such sizes")?;
        Ok(head)
    }

    /// Reads what follows the first key.
    fn fill(&mut self, head: &[u8; HEAD]) -> Checked<()> {
        self.block.resize(self.width + sizes(head).1 as usize, 0);
        self.file.read_exact(&mut self.block[self.width..]).or_else(|error| unreadable(&error))?;
        let mut hasher = crc32fast::Hasher::new();
        self.tag.iter().for_each(|part| hasher.update(&part.to_le_bytes()));
        hasher.update(&head[..8]);
        hasher.update(&self.block);
        let (found, said) = (hasher.finalize().to_le_bytes(), &head[8..]);
        ensure(found == said, "the file is damaged, or was written for another place: a check sum is wrong")
    }

    /// All blocks, without their keys.
    pub(super) fn blocks(&mut self) -> Checked<Vec<Block<N>>> {
        let (mut blocks, mut at) = (Vec::new(), 0);
        while self.bytes > 0 {
            let head = self.head().at(&self.name)?;
            let (count, bytes) = sizes(&head);
            blocks.push(Block { at, first: from_bytes(&self.block), keys: count.into() });
            let all = (HEAD + self.width) as u64 + u64::from(bytes);
            (at, self.bytes) = (at + all, self.bytes - all);
            self.file.seek(SeekFrom::Start(at)).or_else(|error| unreadable(&error)).at(&self.name)?;
        }
        Ok(blocks)
    }

    /// The key of that number, counted from 0, when these are its blocks.
    pub(super) fn nth(&mut self, blocks: &[Block<N>], mut number: u64) -> Checked<Option<Key<N>>> {
        for block in blocks {
            if number < block.keys {
                let mut key = self.go(block)?;
                for _ in 0..number {
                    key = self.next()?;
                }
                return Ok(key);
            }
            number -= block.keys;
        }
        Ok(None)
    }

    /// Whether a key is in one of these blocks.
    pub(super) fn contains(&mut self, blocks: &[Block<N>], key: &Key<N>) -> Checked<bool> {
        let after = blocks.partition_point(|block| block.first <= *key);
        let Some(block) = after.checked_sub(1).map(|at| &blocks[at]) else { return Ok(false) };
        self.go(block)?;
        self.reach(key)
    }

    /// Goes on to a key, which is no less than the one before. Whether it is there.
    #[inline]
    pub(super) fn reach(&mut self, key: &Key<N>) -> Checked<bool> {
        while self.last.is_none_or(|last| last < *key) && self.next()?.is_some() {}
        Ok(self.last == Some(*key))
    }

    /// Reads a block, after which nothing is to come. Its first key.
    fn go(&mut self, block: &Block<N>) -> Checked<Option<Key<N>>> {
        self.file.seek(SeekFrom::Start(block.at)).or_else(|error| unreadable(&error)).at(&self.name)?;
        (self.bytes, self.keys, self.left, self.last) = (u64::MAX, block.keys, 0, None);
        let first = self.next()?;
        self.bytes = 0;
        Ok(first)
    }
}

/// Keys and bytes of differences of a block.
fn sizes(head: &[u8; HEAD]) -> (u32, u32) {
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    (number(0), number(4))
}

/// The number at the beginning of some bytes, and how many it takes.
#[inline]
fn difference<const N: usize>(bytes: &[u8]) -> Option<(Key<N>, usize)> {
    let mut number = [0; N];
    for (place, &byte) in bytes.iter().enumerate() {
        let (bits, at) = (u64::from(byte & 127), 7 * place);
        let (word, shift) = (at / 64, at % 64);
        *number.get_mut((N - 1).checked_sub(word)?)? |= bits << shift;
        let over = bits >> 1 >> (63 - shift);
        if over > 0 {
            number[(N - 1).checked_sub(word + 1)?] |= over;
        }
        if byte < 128 {
            return Some((number, place + 1));
        }
    }
    None
}

/// None: it has no room.
#[inline]
fn sum<const N: usize>(one: &Key<N>, other: &Key<N>) -> Option<Key<N>> {
    let (mut sum, mut carry) = ([0; N], false);
    for place in (0..N).rev() {
        (sum[place], carry) = one[place].carrying_add(other[place], carry);
    }
    (!carry).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_several_words() {
        let all = [u64::MAX; 2];
        assert_eq!(difference::<2>(&[255, 255, 255, 255, 255, 255, 255, 255, 255, 1]), Some(([0, u64::MAX], 10)));
        assert_eq!(difference::<1>(&[128, 128, 128, 128, 128, 128, 128, 128, 128, 2]), None);
        assert_eq!(difference::<2>(&[128, 128, 128, 128, 128, 128, 128, 128, 128, 2]), Some(([1, 0], 10)));
        assert_eq!(difference::<1>(&[128]), None);
        assert_eq!((sum(&[0, u64::MAX], &[0, 1]), sum(&all, &[0, 1])), (Some([1, 0]), None));
        let key = from_bytes::<2>(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!((key, hex(&key, 9).as_str()), ([1, 0x0203_0405_0607_0809], "010203040506070809"));
        assert!(is_key(&hex(&key, 9), 9) && !is_key("0102030405060708", 9));
        assert!(is_key("0f", 1) && !is_key("0g", 1) && !is_key("0F", 1) && !is_key("+1", 1));
    }
}
