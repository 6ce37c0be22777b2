//! Exact counts, one per state: 64 bits each until one of them needs more.

use dashu_int::UBig;

/// Counts of plays, by the number of the state.
#[derive(Clone, Debug)]
pub(super) enum Counts {
    Narrow(Vec<u64>),
    Wide(Wide),
}

#[derive(Clone, Debug)]
pub(super) struct Wide {
    counts: Vec<UBig>,
    /// Words of all digits.
    words: usize,
}

impl Counts {
    /// Bytes of one count, while all are narrow.
    pub(super) const NARROW: usize = size_of::<u64>();

    pub(super) fn new() -> Self {
        Counts::Narrow(Vec::new())
    }

    /// Appends a count.
    pub(super) fn push(&mut self, count: u64) {
        match self {
            Counts::Narrow(counts) => counts.push(count),
            Counts::Wide(wide) => wide.counts.push(count.into()),
        }
    }

    /// Adds the count of one state to that of another.
    pub(super) fn add(&mut self, to: u32, from: u32) {
        let (to, from) = (to as usize, from as usize);
        match self {
            Counts::Narrow(counts) => {
                if let Some(sum) = counts[to].checked_add(counts[from]) {
                    counts[to] = sum;
                    return;
                }
                let mut wide = Wide { counts: counts.iter().map(|&count| count.into()).collect(), words: 0 };
                wide.add(to, from);
                *self = Counts::Wide(wide);
            }
            Counts::Wide(wide) => wide.add(to, from),
        }
    }

    pub(super) fn get(&self, id: u32) -> UBig {
        match self {
            Counts::Narrow(counts) => counts[id as usize].into(),
            Counts::Wide(wide) => wide.counts[id as usize].clone(),
        }
    }

    /// Bytes held beyond [`Counts::NARROW`] a state.
    pub(super) fn extra_bytes(&self) -> u64 {
        match self {
            Counts::Narrow(_) => 0,
            Counts::Wide(Wide { counts, words }) => {
                (counts.capacity() * (size_of::<UBig>() - Self::NARROW) + words * size_of::<usize>()) as u64
            }
        }
    }
}

impl Wide {
    fn add(&mut self, to: usize, from: usize) {
        let amount = std::mem::take(&mut self.counts[from]);
        let before = self.counts[to].as_words().len();
        self.counts[to] += &amount;
        self.words += self.counts[to].as_words().len() - before;
        self.counts[from] = amount;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_when_64_bits_are_full() {
        let mut counts = Counts::new();
        counts.push(1);
        counts.push(1);
        for _ in 0..50 {
            counts.add(0, 1);
            counts.add(1, 0);
        }
        // Every second Fibonacci number: F(101) and F(102).
        assert_eq!(counts.get(0), "573147844013817084101".parse().unwrap());
        assert_eq!(counts.get(1), "927372692193078999176".parse().unwrap());
        assert!(counts.extra_bytes() > 0);
        counts.push(7);
        assert_eq!(counts.get(2), UBig::from(7u8));
    }
}
