//! The difference letters of a line, read from its pawns 64 at a time.

/// The letters between neighbours of a line without empty cells: bit 1 where the colour alternates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters<'a> {
    white: &'a [u64],
    count: usize,
}

impl<'a> Letters<'a> {
    /// The letters of a line of `pawns` pawns, at least one; bit i of word i / 64 of `white` is set
    /// where pawn i is white.
    pub(super) fn new(white: &'a [u64], pawns: usize) -> Self {
        debug_assert!(pawns > 0 && white.len() == pawns.div_ceil(64));
        Letters { white, count: pawns - 1 }
    }

    /// How many there are.
    pub(super) fn count(self) -> usize {
        self.count
    }

    /// Letters 64 i to 64 i + 63, the first one the lowest bit. What lies beyond the last letter is
    /// not defined.
    #[inline]
    pub(super) fn word(self, i: usize) -> u64 {
        let next = self.white.get(i + 1).copied().unwrap_or(0);
        self.white[i] ^ (self.white[i] >> 1 | next << 63)
    }

    /// The colours of the pawns that words of letters come from, from word i on: one word more than
    /// those.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn pawns<const N: usize>(self, i: usize) -> [u64; N] {
        self.white[i..i + N].try_into().expect("so many words")
    }

    /// How many letters from letter i on, at most `most`, are `s`.
    pub(super) fn same_from(self, i: usize, most: usize) -> usize {
        let mut run = 0;
        while run < most {
            let at = i + run;
            let zeros = ((self.word(at / 64) >> (at % 64)).trailing_zeros() as usize).min(64 - at % 64);
            run += zeros;
            if at % 64 + zeros < 64 {
                break;
            }
        }
        run.min(most)
    }
}
