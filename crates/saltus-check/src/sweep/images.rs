//! The positions of a definition as keys: what stands on each cell, and the least that symmetries make of that.

use super::bucket::Key;
use crate::board::Cell;
use crate::definition::{Definition, Symmetry};
use crate::outcome::{Checked, Limits, Place, ensure, limit};
use crate::rules::Change;

/// The digits of a position, and the one for its turn, as fields of words of 64 bits. No field is in two of them.
#[derive(Clone, Copy)]
struct Fields {
    count: usize,
    bits: usize,
    /// Fields of a word.
    each: usize,
}

impl Fields {
    fn of(definition: &Definition) -> Checked<Self> {
        let (base, sides) = definition.bases();
        let count = definition.start.len();
        let bits = (base.max(sides.unwrap_or(0)).next_power_of_two().ilog2() as usize).max(1);
        let fields = Self { count, bits, each: 64 / bits };
        limit(fields.words() <= 4, "keys of positions of more than four words")?;
        Ok(fields)
    }

    fn words(self) -> usize {
        self.count.div_ceil(self.each)
    }

    /// Word and lowest bit of a field. A key of fewer words than there is room for has zeros above.
    fn place<const N: usize>(self, field: usize) -> (usize, usize) {
        (N - self.words() + field / self.each, field % self.each * self.bits)
    }
}

/// Bytes of a key.
pub(super) fn width(definition: &Definition) -> Checked<usize> {
    Ok(8 * Fields::of(definition)?.words())
}

/// How digits become keys.
pub(super) struct Images<const N: usize> {
    fields: Fields,
    /// How many values a field may have.
    values: usize,
    /// By field and value, what that becomes in a key by each symmetry.
    rows: Vec<Key<N>>,
    /// The images of the position at hand, one for each symmetry, the identity among these.
    keys: Vec<Key<N>>,
    /// Whether a digit alone decides some bits of an image: then so does what a move changes.
    apart: bool,
}

impl<const N: usize> Images<N> {
    /// `lines` are the symmetries that the sweep tells.
    pub(super) fn new(definition: &Definition, lines: &[String], limits: &Limits) -> Checked<Self> {
        ensure(!definition.has_free(), "there are no sweeps of puzzles in which not all moves count")?;
        let (fields, (base, sides)) = (Fields::of(definition)?, definition.bases());
        let group = definition.symmetries(lines).at("payload")?;
        let values = base.max(sides.unwrap_or(0)) as usize;
        let mut rows = limits.filled(fields.count * values * group.len(), [0; N], "the tables of symmetries")?;
        let mut left = rows.chunks_exact_mut(group.len());
        // By symmetry and field of the image, the field that it is of.
        let mut of = vec![usize::MAX; group.len() * fields.count];
        let mut apart = true;
        for field in 0..fields.count {
            for value in 0..values as Cell {
                let images = left.next().into_iter().flatten();
                for ((symmetry, image), of) in group.iter().zip(images).zip(of.chunks_exact_mut(fields.count)) {
                    for (to, value) in image_of(definition, symmetry, field, value) {
                        let (word, shift) = fields.place::<N>(to);
                        image[word] |= u64::from(value) << shift;
                        apart &= of[to] == usize::MAX || of[to] == field;
                        of[to] = field;
                    }
                }
            }
        }
        Ok(Self { fields, values, rows, keys: vec![[0; N]; group.len()], apart })
    }

    pub(super) fn write(&self, key: &Key<N>, digits: &mut [Cell]) {
        for (field, digit) in digits.iter_mut().enumerate() {
            let (word, shift) = self.fields.place::<N>(field);
            *digit = (key[word] >> shift & ((1 << self.fields.bits) - 1)) as Cell;
        }
    }

    /// The least image of a position, which is at hand from now on.
    pub(super) fn key(&mut self, digits: &[Cell]) -> Key<N> {
        let order = self.keys.len();
        self.keys.fill([0; N]);
        for (rows, &digit) in self.rows.chunks_exact(self.values * order).zip(digits) {
            let row = &rows[digit as usize * order..][..order];
            for (key, image) in self.keys.iter_mut().zip(row) {
                key.iter_mut().zip(image).for_each(|(word, part)| *word |= part);
            }
        }
        self.keys.iter().min().copied().unwrap_or([0; N])
    }

    /// The least image after changes to the position at hand, which has these digits; none where only the whole position tells.
    #[inline]
    pub(super) fn key_after(&self, digits: &[Cell], changes: &[Change]) -> Option<Key<N>> {
        if !self.apart {
            return None;
        }
        let (order, mut least) = (self.keys.len(), [u64::MAX; N]);
        for symmetry in 0..order {
            let mut key = self.keys[symmetry];
            for &(field, digit) in changes {
                let row = field * self.values;
                let old = &self.rows[(row + digits[field] as usize) * order + symmetry];
                let new = &self.rows[(row + digit as usize) * order + symmetry];
                for word in 0..N {
                    key[word] ^= old[word] ^ new[word];
                }
            }
            if key < least {
                least = key;
            }
        }
        Some(least)
    }

    /// How many positions the key of a position stands for.
    pub(super) fn positions(&mut self, key: &Key<N>, digits: &[Cell]) -> Checked<u64> {
        ensure(self.key(digits) == *key, "the key is not the least that symmetries make of it")?;
        let same = self.keys.iter().filter(|image| *image == key).count();
        Ok((self.keys.len() / same) as u64)
    }
}

/// What a field becomes by a symmetry.
fn image_of(definition: &Definition, symmetry: &Symmetry, field: usize, value: Cell) -> Vec<(usize, Cell)> {
    if field >= definition.cells() {
        return vec![(field, value)];
    }
    let is_content = u64::from(value) < definition.bases().0;
    // Where a block has no room none is ever looked up.
    let image = is_content.then(|| definition.image(symmetry, field, value)).flatten();
    image.unwrap_or_default()
}
