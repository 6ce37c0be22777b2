//! The difference letters of a row, read from its pawns 64 at a time.

/// The letters between neighbours, in words without empty cells: bit 1 where the colour alternates. Bit i of word i / 64 is set where
/// pawn i is white.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters<'a>(pub(super) &'a [u64]);

impl Letters<'_> {
    /// Letters 64 i to 64 i + 63, the first one the lowest bit. There is a word after this one.
    #[inline]
    pub(super) fn word(self, i: usize) -> u64 {
        self.0[i] ^ (self.0[i] >> 1 | self.0[i + 1] << 63)
    }

    /// The colours of the pawns that words of letters come from, from word i on: one word more than
    /// those.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn pawns<const N: usize>(self, i: usize) -> [u64; N] {
        self.0[i..i + N].try_into().expect("so many words")
    }
}
