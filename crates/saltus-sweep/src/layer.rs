//! Sorted keys in files: in blocks of differences, each with a checksum.
//!
//! ```text
//! count      4 bytes: keys of the block, at least 1
//! bytes      4 bytes: of its differences
//! checksum   4 bytes: the CRC-32 (IEEE) of the tag of the file, count, bytes, and all that follows
//! first      the first key: as many bytes as a key has, the highest first
//! ...        each other key less the one before it, 7 bits a byte, the lowest first; all but the last byte have the bit 128
//! ```
//!
//! Count, bytes and checksum have their lowest byte first. The tag, which is not in the file, is its layer and its bucket, 8 bytes
//! each: a file in the place of another is found out.

use std::fmt::Write as _;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use saltus_core::checksum::Hasher;
pub(crate) use saltus_core::engine::Key;
use saltus_core::engine::{from_bytes, to_bytes};
use saltus_core::fs::File;
use saltus_core::store::Fault;
use sha2::{Digest, Sha256};

/// Parts of each layer. Which keys belong to which follows from the keys alone, so that any number of workers can go on.
pub(crate) const BUCKETS: usize = 256;

/// Bytes of differences after which a block ends.
const BLOCK: usize = 1 << 15;

/// No block has more: a last difference may still be written. A reader holds one block, and nothing else that counts.
pub(crate) const LONGEST_BLOCK: usize = BLOCK + 80;

/// Bytes before the first key of a block.
const HEAD: usize = 12;

/// Where a key belongs. Neighbours share a bucket, so that differences are small.
pub(crate) fn bucket_of<const N: usize>(key: &Key<N>) -> usize {
    let mut hash = 0u64;
    for (at, word) in key.iter().enumerate() {
        let word = if at + 1 == N { word >> 8 } else { *word };
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

/// The larger key less the smaller one.
fn difference<const N: usize>(larger: &Key<N>, smaller: &Key<N>) -> Key<N> {
    let (mut result, mut borrow) = ([0; N], false);
    for at in (0..N).rev() {
        let (less, first) = larger[at].overflowing_sub(smaller[at]);
        let (less, second) = less.overflowing_sub(borrow.into());
        (result[at], borrow) = (less, first || second);
    }
    result
}

/// The sum; none where it has no room.
fn sum<const N: usize>(a: &Key<N>, b: &Key<N>) -> Option<Key<N>> {
    let (mut result, mut carry) = ([0; N], false);
    for at in (0..N).rev() {
        let (more, first) = a[at].overflowing_add(b[at]);
        let (more, second) = more.overflowing_add(carry.into());
        (result[at], carry) = (more, first || second);
    }
    (!carry).then_some(result)
}

fn write_difference<const N: usize>(mut rest: Key<N>, out: &mut Vec<u8>) {
    loop {
        let low = (rest[N - 1] & 127) as u8;
        for at in (0..N).rev() {
            let carried = if at > 0 { rest[at - 1] << 57 } else { 0 };
            rest[at] = rest[at] >> 7 | carried;
        }
        if rest == [0; N] {
            out.push(low);
            return;
        }
        out.push(low | 128);
    }
}

/// The difference at the beginning of some bytes, and how many it has.
fn read_difference<const N: usize>(bytes: &[u8]) -> Option<(Key<N>, usize)> {
    let mut result = [0; N];
    for (at, byte) in bytes.iter().enumerate() {
        let (bits, shift) = (u64::from(byte & 127), 7 * at);
        let (word, within) = (N.checked_sub(1 + shift / 64)?, shift % 64);
        result[word] |= bits << within;
        if within > 57 {
            let high = bits >> (64 - within);
            match word.checked_sub(1) {
                Some(word) => result[word] |= high,
                None if high > 0 => return None,
                None => {}
            }
        }
        if byte & 128 == 0 {
            return Some((result, at + 1));
        }
    }
    None
}

/// What a file is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) layer: u64,
    pub(crate) bucket: u64,
}

fn checksum(tag: Tag, head: &[u8], rest: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(&tag.layer.to_le_bytes());
    hasher.update(&tag.bucket.to_le_bytes());
    hasher.update(head);
    hasher.update(rest);
    hasher.finalize()
}

/// The file of a bucket.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bucket {
    pub(crate) number: usize,
    pub(crate) keys: u64,
    pub(crate) bytes: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub(crate) hash: String,
}

/// Ascending keys on their way into a file.
pub(crate) struct Writer<const N: usize> {
    path: PathBuf,
    file: File,
    width: usize,
    tag: Tag,
    /// Room for the head, the first key and the differences.
    block: Vec<u8>,
    count: u32,
    last: Key<N>,
    keys: u64,
    bytes: u64,
    hash: Sha256,
}

impl<const N: usize> Writer<N> {
    /// Makes the file.
    pub(crate) fn new(path: &Path, width: usize, tag: Tag) -> Result<Self, String> {
        let file = File::create(path).map_err(|error| told(path, "making the file", error))?;
        let block = Vec::with_capacity(HEAD + width + LONGEST_BLOCK);
        Ok(Writer {
            path: path.to_owned(),
            file,
            width,
            tag,
            block,
            count: 0,
            last: [0; N],
            keys: 0,
            bytes: 0,
            hash: Sha256::new(),
        })
    }

    /// The next key, which is greater than the one before.
    pub(crate) fn push(&mut self, key: &Key<N>) -> Result<(), String> {
        if self.count == 0 {
            self.block.resize(HEAD + self.width, 0);
            to_bytes(key, &mut self.block[HEAD..]);
        } else {
            debug_assert!(*key > self.last, "keys ascend");
            write_difference(difference(key, &self.last), &mut self.block);
        }
        (self.last, self.count) = (*key, self.count + 1);
        if self.block.len() - self.width >= HEAD + BLOCK { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> Result<(), String> {
        if self.count == 0 {
            return Ok(());
        }
        let (head, rest) = self.block.split_at_mut(HEAD);
        head[..4].copy_from_slice(&self.count.to_le_bytes());
        head[4..8].copy_from_slice(&((rest.len() - self.width) as u32).to_le_bytes());
        let checksum = checksum(self.tag, &head[..8], rest);
        head[8..].copy_from_slice(&checksum.to_le_bytes());
        self.file.write_all(&self.block).map_err(|error| told(&self.path, "writing", error))?;
        self.hash.update(&self.block);
        self.keys += u64::from(self.count);
        self.bytes += self.block.len() as u64;
        self.count = 0;
        self.block.clear();
        Ok(())
    }

    /// Ends a part of the file: what follows has another tag. How many bytes the file has up to here.
    pub(crate) fn cut(&mut self, tag: Tag) -> Result<u64, String> {
        self.end_block()?;
        self.tag = tag;
        Ok(self.bytes)
    }

    /// What a manifest says of the file, which is then complete.
    pub(crate) fn finish(mut self) -> Result<Bucket, String> {
        self.end_block()?;
        let Writer { tag, keys, bytes, .. } = self;
        Ok(Bucket { number: tag.bucket as usize, keys, bytes, hash: hex(&self.hash.finalize()) })
    }
}

/// Bytes as manifests write them.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a text takes everything");
        text
    })
}

/// One sentence on what the system refused.
pub(crate) fn told(path: &Path, doing: &'static str, error: io::Error) -> String {
    Fault::system(path, doing)(error).to_string()
}

/// The keys of a file, or of a part of one, in their order.
pub(crate) struct Reader<const N: usize> {
    path: PathBuf,
    file: File,
    width: usize,
    tag: Tag,
    /// Bytes up to the end.
    rest: u64,
    /// Blocks that were begun.
    blocks: u64,
    block: Vec<u8>,
    /// Where the next difference begins.
    at: usize,
    /// Keys of the block that are to come.
    count: u32,
    last: Key<N>,
}

impl<const N: usize> Reader<N> {
    /// Opens a file that has `bytes` bytes.
    pub(crate) fn open(path: &Path, width: usize, tag: Tag, bytes: u64) -> Result<Self, String> {
        let reader = Reader::part(path, width, tag, 0..bytes)?;
        let there = reader.file.metadata().map_err(|error| told(path, "reading", error))?.len();
        if there == bytes { Ok(reader) } else { Err(reader.broken(&format!("it has {there} bytes, not {bytes}"))) }
    }

    /// Opens a part of a file.
    pub(crate) fn part(path: &Path, width: usize, tag: Tag, bytes: std::ops::Range<u64>) -> Result<Self, String> {
        let open = || {
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(bytes.start))?;
            Ok(file)
        };
        let file = open().map_err(|error| told(path, "reading", error))?;
        let rest = bytes.end - bytes.start;
        let path = path.to_owned();
        Ok(Reader { path, file, width, tag, rest, blocks: 0, block: Vec::new(), at: 0, count: 0, last: [0; N] })
    }

    fn broken(&self, why: &str) -> String {
        Fault::corrupt(&self.path, format!("block {}", self.blocks), format!("the file is damaged: {why}")).to_string()
    }

    /// The head of the next block, and the first key; none at the end.
    fn begin(&mut self) -> Result<Option<[u8; HEAD]>, String> {
        if self.rest == 0 {
            return Ok(None);
        }
        self.blocks += 1;
        let mut begin = [0; HEAD + 64];
        let begin = &mut begin[..HEAD + self.width];
        self.file.read_exact(begin).map_err(|error| told(&self.path, "reading", error))?;
        let (head, first) = begin.split_first_chunk::<HEAD>().expect("it is longer");
        let head = *head;
        self.block.clear();
        self.block.extend_from_slice(first);
        let [count, bytes] = [0, 4].map(|at| u32::from_le_bytes(head[at..at + 4].try_into().expect("4 bytes")));
        let all = (HEAD + self.width) as u64 + u64::from(bytes);
        if count == 0 || bytes as usize > LONGEST_BLOCK || all > self.rest {
            return Err(self.broken("its sizes are none that are written"));
        }
        self.rest -= all;
        self.count = count;
        Ok(Some(head))
    }

    /// Reads the differences of the block that was begun.
    fn fill(&mut self, head: &[u8; HEAD]) -> Result<(), String> {
        let bytes = u32::from_le_bytes(head[4..8].try_into().expect("4 bytes")) as usize;
        self.block.reserve_exact(bytes);
        self.block.resize(self.width + bytes, 0);
        let read = self.file.read_exact(&mut self.block[self.width..]);
        read.map_err(|error| told(&self.path, "reading", error))?;
        let (found, said) =
            (checksum(self.tag, &head[..8], &self.block), u32::from_le_bytes(head[8..].try_into().expect("4 bytes")));
        if found != said {
            return Err(self.broken(&format!("its checksum is {found:08x}, not {said:08x}")));
        }
        Ok(())
    }

    /// The next key; none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Key<N>>, String> {
        if self.count == 0 {
            let Some(head) = self.begin()? else { return Ok(None) };
            self.fill(&head)?;
            (self.last, self.at) = (from_bytes(&self.block[..self.width]), self.width);
        } else {
            let next = read_difference(&self.block[self.at..])
                .and_then(|(more, length)| Some((sum(&self.last, &more)?, length)));
            let Some((key, length)) = next else { return Err(self.broken("its differences end early")) };
            (self.last, self.at) = (key, self.at + length);
        }
        self.count -= 1;
        Ok(Some(self.last))
    }

    /// Whether a key is in the file. Two blocks are looked at in full: the one that may hold it, and the next one, whose first key says so.
    pub(crate) fn contains(mut self, key: &Key<N>) -> Result<bool, String> {
        // The block before the first one that begins beyond the key.
        let mut before = None;
        while let Some(head) = self.begin()? {
            if from_bytes::<N>(&self.block[..self.width]) > *key {
                self.fill(&head)?;
                break;
            }
            let system = |error| told(&self.path, "reading", error);
            let place = self.file.stream_position().map_err(system)?;
            let bytes = u32::from_le_bytes(head[4..8].try_into().expect("4 bytes"));
            self.file.seek(SeekFrom::Current(bytes.into())).map_err(system)?;
            before = Some((head, self.block.clone(), self.count, place, self.blocks));
        }
        let Some((head, first, count, place, number)) = before else { return Ok(false) };
        self.file.seek(SeekFrom::Start(place)).map_err(|error| told(&self.path, "reading", error))?;
        (self.block, self.blocks) = (first, number);
        self.fill(&head)?;
        (self.last, self.at, self.count) = (from_bytes(&self.block[..self.width]), self.width, count - 1);
        while self.last < *key && self.count > 0 {
            self.next()?;
        }
        Ok(self.last == *key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::random::Random;

    const TAG: Tag = Tag { layer: 3, bucket: 7 };

    fn keys_of<const N: usize>(width: usize, count: usize) -> Vec<Key<N>> {
        let mut random = Random::new(width as u64);
        let mut bytes = vec![0; width];
        let mut keys: Vec<Key<N>> = (0..count)
            .map(|_| {
                bytes.iter_mut().for_each(|byte| *byte = random.below(256) as u8);
                // Some lie close together.
                let near = random.below(width);
                bytes[..near].fill(0);
                from_bytes(&bytes)
            })
            .collect();
        keys.extend([[0; N], from_bytes(&vec![255; width])]);
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    fn round_trip<const N: usize>(width: usize) {
        let folder = tempfile::tempdir().unwrap();
        let (path, keys) = (folder.path().join("keys"), keys_of::<N>(width, 20_000));
        let mut writer = Writer::<N>::new(&path, width, TAG).unwrap();
        keys.iter().for_each(|key| writer.push(key).unwrap());
        let Bucket { keys: count, bytes, .. } = writer.finish().unwrap();
        assert_eq!(count, keys.len() as u64);
        let open = || Reader::<N>::open(&path, width, TAG, bytes).unwrap();
        let mut reader = open();
        for key in &keys {
            assert_eq!(reader.next().unwrap().as_ref(), Some(key), "{width}");
        }
        assert_eq!(reader.next().unwrap(), None);
        for key in keys.iter().step_by(997).chain(keys.last()) {
            assert!(open().contains(key).unwrap(), "{width}");
            let mut other = *key;
            other[N - 1] ^= 1;
            assert_eq!(open().contains(&other).unwrap(), keys.binary_search(&other).is_ok(), "{width}");
        }
    }

    #[test]
    fn keys_of_any_width_come_back() {
        round_trip::<1>(1);
        round_trip::<1>(5);
        round_trip::<1>(8);
        round_trip::<2>(9);
        round_trip::<2>(16);
        round_trip::<4>(31);
        round_trip::<8>(64);
    }

    #[test]
    fn a_change_of_any_byte_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let (path, keys) = (folder.path().join("keys"), keys_of::<1>(6, 60));
        let mut writer = Writer::<1>::new(&path, 6, TAG).unwrap();
        keys.iter().for_each(|key| writer.push(key).unwrap());
        let bytes = writer.finish().unwrap().bytes;
        let read = |tag| -> Result<(), String> {
            let mut reader = Reader::<1>::open(&path, 6, tag, bytes)?;
            while reader.next()?.is_some() {}
            Ok(())
        };
        read(TAG).unwrap();
        assert!(read(Tag { layer: 3, bucket: 8 }).unwrap_err().contains("damaged"));
        let good = std::fs::read(&path).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 16;
            std::fs::write(&path, bad).unwrap();
            let why = read(TAG).unwrap_err();
            assert!(why.contains("keys: block 1: the file is damaged"), "byte {at}: {why}");
        }
        std::fs::write(&path, &good[..good.len() - 1]).unwrap();
        assert!(read(TAG).unwrap_err().contains("bytes, not"));
    }

    /// What comes before a block's checksum is believed only together with it, also where one key is looked for.
    #[test]
    fn a_key_is_looked_for_in_sound_blocks() {
        let folder = tempfile::tempdir().unwrap();
        let (path, keys) = (folder.path().join("keys"), keys_of::<1>(8, 20_000));
        let mut writer = Writer::<1>::new(&path, 8, TAG).unwrap();
        keys.iter().for_each(|key| writer.push(key).unwrap());
        let bytes = writer.finish().unwrap().bytes;
        let (good, mut random, mut found) = (std::fs::read(&path).unwrap(), Random::new(1), 0);
        assert!(bytes > 2 * BLOCK as u64, "there are some blocks");
        for _ in 0..300 {
            let (mut bad, end) = (good.clone(), if random.below(2) == 0 { 20 } else { good.len() });
            bad[random.below(end)] ^= 1 << random.below(8);
            std::fs::write(&path, bad).unwrap();
            let key = keys[random.below(keys.len())];
            let said = Reader::<1>::open(&path, 8, TAG, bytes).unwrap().contains(&key);
            assert_ne!(said, Ok(false));
            found += u32::from(said.is_err());
        }
        assert!(found > 60, "{found}");
    }

    #[test]
    fn buckets_are_filled_alike() {
        let mut counts = [0u32; BUCKETS];
        (0..1u64 << 20).for_each(|rank| counts[bucket_of(&[rank])] += 1);
        assert!(counts.iter().all(|count| (2048..8192).contains(count)), "{counts:?}");
    }
}
