//! Lines and cycles too long to be held as text: their pawns come from a stream.

use std::io::{self, Read};

use crate::notation::read_turns;
use crate::rules::{Instance, NoPawn, Pawns, Shape};
use saltus_core::limits::Limits;
use saltus_core::notation::{self, BadInput, Unread, Word};

/// Bytes read at a time: they fit in a near cache, where they are packed.
const PIECE: usize = 1 << 17;

impl Instance {
    /// Reads `clobber line`, `clobber cycle`, `clobber line bits` or `clobber cycle bits`, of which
    /// the pawns are in a stream: letters with nothing but blanks after them, or a bit a pawn,
    /// the lowest bit of each byte first and set for white, with `pawns=N` among the words after to
    /// say how many of the bits count. None when no such stream can occur there; then nothing has
    /// been read.
    ///
    /// # Errors
    /// What is wrong with the pawns or the words, and where; when the stream fails; when there are
    /// too many pawns for the limits.
    pub fn read_stream(
        before: &[Word<'_>],
        stream: &mut dyn Read,
        after: Vec<Word<'_>>,
        limits: &Limits<'_>,
    ) -> Option<Result<Self, Unread>> {
        let (shape, are_bits) = match *before {
            [shape] => (shape, false),
            [shape, bits] if bits.text == "bits" => (shape, true),
            _ => return None,
        };
        let shape = match shape.text {
            "line" => Shape::Line,
            "cycle" => Shape::Cycle,
            _ => return None,
        };
        let last = before.last().expect("the shape is there");
        let column = last.column + last.text.len() + 1;
        Some(read(shape, are_bits, stream, column, after, limits))
    }
}

fn read(
    shape: Shape,
    are_bits: bool,
    stream: &mut dyn Read,
    column: usize,
    mut after: Vec<Word<'_>>,
    limits: &Limits<'_>,
) -> Result<Instance, Unread> {
    let keys: &[&str] = if are_bits { &["turns", "first", "pawns"] } else { &["turns", "first"] };
    let options = notation::options(&mut after, keys)?;
    if let Some(more) = after.first() {
        return Err(more.fault("does not belong there").into());
    }
    let option = |name: &str| options.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let turns = read_turns(option("turns"), option("first"))?;
    let pawns = if are_bits { bits(stream, option("pawns"), limits)? } else { letters(stream, column, limits)? };
    if pawns.cells() == 0 {
        return Err(BadInput { column, why: "there are no pawns".into() }.into());
    }
    Ok(Instance::new(shape, pawns).with_turns(turns))
}

fn letters(stream: &mut dyn Read, column: usize, limits: &Limits<'_>) -> Result<Pawns, Unread> {
    let mut pawns = Pawns::new();
    let mut piece = Vec::with_capacity(PIECE);
    let (mut passed, mut has_ended) = (0, false);
    loop {
        fill(stream, &mut piece)?;
        if piece.is_empty() {
            return Ok(pawns);
        }
        limits.spend(0, 2 * pawns.bytes() + PIECE as u64)?;
        let mut first = 0;
        if !has_ended && let Err(NoPawn { offset }) = pawns.push_letters(&piece) {
            (first, has_ended) = (offset, true);
        }
        // Blanks may follow, and nothing else.
        if has_ended && let Some(odd) = piece[first..].iter().position(|byte| !byte.is_ascii_whitespace()) {
            let why = format!("'{}' is neither b, w nor . (no pawn)", piece[first + odd].escape_ascii());
            return Err(BadInput { column: column + passed + first + odd, why }.into());
        }
        passed += piece.len();
    }
}

fn bits(stream: &mut dyn Read, pawns: Option<Word<'_>>, limits: &Limits<'_>) -> Result<Pawns, Unread> {
    let wanted = match pawns {
        None => None,
        Some(word) => {
            let number = word.number()?;
            Some(usize::try_from(&number).map_err(|_| word.fault("is more than any memory holds"))?)
        }
    };
    let mut words = Vec::new();
    let mut piece = Vec::with_capacity(PIECE);
    let mut bytes = 0;
    while bytes % PIECE == 0 {
        fill(stream, &mut piece)?;
        if piece.is_empty() {
            break;
        }
        limits.spend(0, 16 * words.len() as u64 + PIECE as u64)?;
        bytes += piece.len();
        piece.resize(piece.len().next_multiple_of(8), 0);
        words.extend(piece.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)));
    }
    let cells = wanted.unwrap_or(8 * bytes);
    if cells > 8 * bytes {
        let word = pawns.expect("otherwise they are as many as the bits");
        return Err(word.fault(format!("is more than the {} bits that there are", 8 * bytes)).into());
    }
    Ok(Pawns::from_bits(cells, words))
}

/// Reads until the piece is full or nothing more comes.
fn fill(stream: &mut dyn Read, piece: &mut Vec<u8>) -> io::Result<usize> {
    piece.clear();
    stream.take(PIECE as u64).read_to_end(piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::random::Random;

    /// A stream that gives a few bytes at a time.
    struct Trickle<'a>(&'a [u8], Random);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(1 + self.1.below(1000));
            let (now, later) = self.0.split_at(count);
            buffer[..count].copy_from_slice(now);
            self.0 = later;
            Ok(count)
        }
    }

    fn stream(before: &str, bytes: &[u8], after: &str) -> Result<Instance, Unread> {
        let before = notation::words(before).unwrap();
        let after = notation::words(after).unwrap();
        let mut stream = Trickle(bytes, Random::new(bytes.len() as u64));
        Instance::read_stream(&before, &mut stream, after, &Limits::DEFAULT).unwrap()
    }

    fn fault(before: &str, bytes: &[u8], after: &str) -> (usize, String) {
        match stream(before, bytes, after) {
            Err(Unread::Bad(bad)) => (bad.column, bad.why),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_same_as_from_a_line() {
        let mut random = Random::new(5);
        for cells in [1, 63, 64, 65, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 17] {
            let text: String = (0..cells).map(|_| ['b', 'w', '.'][random.below(2 + cells % 2)]).collect();
            for (end, after) in [("", ""), ("\n", "turns=alternate first=w"), (" \r\n\n", "turns=free")] {
                let whole: Instance = notation::read_line(&format!("clobber cycle {text} {after}")).unwrap();
                assert_eq!(stream("cycle", (text.clone() + end).as_bytes(), after).unwrap(), whole);
            }
        }
    }

    #[test]
    fn bits_are_pawns() {
        let whole: Instance = notation::read_line("clobber line wbbbbbbbwwbb").unwrap();
        assert_eq!(stream("line bits", &[1, 3, 0xff], "pawns=12").unwrap(), whole);
        assert_eq!(stream("line bits", &vec![1; 2 * PIECE + 3], "").unwrap().cells(), 8 * (2 * PIECE + 3));
    }

    #[test]
    fn faults_name_their_column() {
        assert_eq!(fault("line", b"bwxb", "").0, 8);
        assert_eq!(fault("line", b"bw b", "").0, 9);
        let mut long = "b".repeat(2 * PIECE).into_bytes();
        long.push(0xff);
        let (column, why) = fault("cycle", &long, "");
        assert_eq!(column, 7 + 2 * PIECE);
        assert!(why.starts_with("'\\xff' is neither"), "{why}");
        assert!(fault("line", b"\n", "").1.contains("no pawns"));
        assert!(fault("line", b"bw", "pawns=2").1.contains("pawns"));
        assert!(fault("line bits", b"b", "pawns=9").1.contains("8 bits"));
        assert!(fault("line", b"bw", "bw").1.contains("does not belong"));
    }

    #[test]
    fn other_boards_have_no_streams() {
        for before in ["grid", "graph", "line random", ""] {
            let words = notation::words(before).unwrap();
            assert!(Instance::read_stream(&words, &mut &b"bw"[..], Vec::new(), &Limits::DEFAULT).is_none(), "{before}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let limits = Limits { memory: 1 << 18, ..Limits::DEFAULT };
        let words = notation::words("line").unwrap();
        let mut endless = io::repeat(b'w');
        let read = Instance::read_stream(&words, &mut endless, Vec::new(), &limits).unwrap();
        assert!(matches!(read, Err(Unread::Stop(_))), "{read:?}");
    }
}
