//! Choices, from the bytes of a fuzzer or from a generator of numbers.

use saltus::laws::Random;

/// Whatever makes choices.
pub trait Dice {
    /// A number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize;
}

impl Dice for Random {
    fn below(&mut self, end: usize) -> usize {
        Random::below(self, end)
    }
}

/// Two bytes a choice; the first of all when none are left.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// Whether all bytes are used.
    pub fn is_spent(&self) -> bool {
        self.0.is_empty()
    }
}

impl Dice for Bytes<'_> {
    fn below(&mut self, end: usize) -> usize {
        let (now, later) = self.0.split_at(self.0.len().min(2));
        self.0 = later;
        now.iter().fold(0, |number, &byte| number << 8 | usize::from(byte)) % end
    }
}

/// One of several.
pub fn pick<T: Copy>(items: &[T], dice: &mut impl Dice) -> T {
    items[dice.below(items.len())]
}
