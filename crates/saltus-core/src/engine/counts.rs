//! Numbers of plays, of any size.

use dashu_int::UBig;

/// A number for each of some states. All take equally many words, the lowest first, and one more as soon as one of them needs it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    words: Vec<u64>,
    /// Words of a number; 0 where there is none yet.
    width: usize,
}

impl Counts {
    #[inline]
    pub(crate) fn get(&self, at: usize) -> &[u64] {
        &self.words[at * self.width..][..self.width]
    }

    #[inline]
    pub(crate) fn push(&mut self, number: &[u64]) {
        match number {
            [word] if self.width == 1 => self.words.push(*word),
            _ => {
                self.widen(number.len());
                self.words.extend_from_slice(number);
                self.words.resize(self.words.len() + self.width - number.len(), 0);
            }
        }
    }

    /// Adds to the number of a state.
    #[inline]
    pub(crate) fn add(&mut self, at: usize, number: &[u64]) {
        if let ([word], 1) = (number, self.width)
            && let Some(sum) = self.words[at].checked_add(*word)
        {
            self.words[at] = sum;
        } else {
            self.add_words(at, number);
        }
    }

    #[cold]
    fn add_words(&mut self, at: usize, number: &[u64]) {
        self.widen(number.len());
        let mut carry = false;
        for (place, sum) in self.words[at * self.width..][..self.width].iter_mut().enumerate() {
            (*sum, carry) = sum.carrying_add(number.get(place).copied().unwrap_or(0), carry);
        }
        if carry {
            let last = self.width;
            self.widen(last + 1);
            self.words[at * self.width + last] = 1;
        }
    }

    fn widen(&mut self, width: usize) {
        if width > self.width {
            let old = std::mem::take(&mut self.words);
            for number in old.chunks_exact(self.width.max(1)) {
                self.words.extend_from_slice(number);
                self.words.resize(self.words.len() + width - number.len(), 0);
            }
            self.width = width;
        }
    }

    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<u64>()) as u64
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(crate) fn number(&self, at: usize) -> UBig {
        self.get(at).iter().rev().fold(UBig::ZERO, |number, &word| (number << 64) + word)
    }
    /// Adds the number of one state to that of another.
    #[inline]
    pub(crate) fn add_own(&mut self, to: usize, from: usize) {
        match *self.get(from) {
            [word] => self.add(to, &[word]),
            ref words => {
                let words = words.to_vec();
                self.add(to, &words);
            }
        }
    }

    /// Bytes held beyond one word a number.
    pub(crate) fn extra_bytes(&self) -> u64 {
        ((self.words.len() - self.words.len() / self.width.max(1)) * size_of::<u64>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_when_64_bits_are_full() {
        let mut counts = Counts::default();
        counts.push(&[1]);
        counts.push(&[1]);
        assert_eq!(counts.extra_bytes(), 0);
        for _ in 0..50 {
            counts.add_own(0, 1);
            counts.add_own(1, 0);
        }
        // Every second Fibonacci number: F(101) and F(102).
        assert_eq!(counts.number(0), "573147844013817084101".parse().unwrap());
        assert_eq!(counts.number(1), "927372692193078999176".parse().unwrap());
        assert!(counts.extra_bytes() > 0);
        counts.push(&[7]);
        assert_eq!(counts.number(2), UBig::from(7u8));
    }
}
