//! The positions of a definition as keys: what stands on each cell, and the least that symmetries make of that.

use super::bucket::Key;
use super::space::{Seen, Space};
use crate::board::Cell;
use crate::definition::{Definition, Interpreter, Symmetry};
use crate::outcome::{Checked, Limits, Place, ensure, limit};

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

pub(super) struct Positions<'a, const N: usize> {
    definition: &'a Definition,
    interpreter: Interpreter<'a>,
    fields: Fields,
    /// How many symmetries there are, the identity among them.
    order: usize,
    /// How many values a field may have.
    values: usize,
    /// By field and value, what that becomes in a key by each symmetry.
    images: Vec<Key<N>>,
    undirected: bool,
    /// Steps that the moves of one position may take.
    steps: u64,
    digits: Vec<Cell>,
    /// The images of the position at hand.
    keys: Vec<Key<N>>,
}

impl<'a, const N: usize> Positions<'a, N> {
    /// `lines` are the symmetries that the sweep tells.
    pub(super) fn new(definition: &'a Definition, lines: &[String], limits: &Limits) -> Checked<Self> {
        ensure(!definition.has_free(), "there are no sweeps of puzzles in which not all moves count")?;
        let (fields, (base, sides)) = (Fields::of(definition)?, definition.bases());
        let group = definition.symmetries(lines).at("payload")?;
        let (values, cells) = (base.max(sides.unwrap_or(0)) as usize, fields.count - usize::from(sides.is_some()));
        let mut images = limits.filled(fields.count * values * group.len(), [0; N], "the tables of symmetries")?;
        let mut rows = images.chunks_exact_mut(group.len());
        for field in 0..fields.count {
            for value in 0..values as Cell {
                for (symmetry, image) in group.iter().zip(rows.next().into_iter().flatten()) {
                    for (field, value) in image_of(definition, symmetry, field, value, cells) {
                        let (word, shift) = fields.place::<N>(field);
                        image[word] |= u64::from(value) << shift;
                    }
                }
            }
        }
        let (undirected, order) = (definition.is_undirected(), group.len());
        let (digits, keys) = (vec![0; fields.count], vec![[0; N]; order]);
        let interpreter = Interpreter::new(definition, limits);
        Ok(Self {
            definition,
            interpreter,
            fields,
            order,
            values,
            images,
            undirected,
            steps: limits.nodes,
            digits,
            keys,
        })
    }

    fn write(&mut self, key: &Key<N>) {
        for (field, digit) in self.digits.iter_mut().enumerate() {
            let (word, shift) = self.fields.place::<N>(field);
            *digit = (key[word] >> shift & ((1 << self.fields.bits) - 1)) as Cell;
        }
    }
}

/// What a field becomes by a symmetry.
fn image_of(
    definition: &Definition,
    symmetry: &Symmetry,
    field: usize,
    value: Cell,
    cells: usize,
) -> Vec<(usize, Cell)> {
    if field >= cells {
        return vec![(field, value)];
    }
    let is_content = u64::from(value) < definition.bases().0;
    // Where a block has no room none is ever looked up.
    let image = is_content.then(|| definition.image(symmetry, field, value)).flatten();
    image.unwrap_or_default()
}

/// Writes the images of a position as keys.
#[inline]
fn write_images<const N: usize>(images: &[Key<N>], values: usize, digits: &[Cell], keys: &mut [Key<N>]) {
    let order = keys.len();
    keys.fill([0; N]);
    for (rows, &digit) in images.chunks_exact(values * order).zip(digits) {
        let row = &rows[digit as usize * order..][..order];
        for (key, image) in keys.iter_mut().zip(row) {
            key.iter_mut().zip(image).for_each(|(word, part)| *word |= part);
        }
    }
}

fn least<const N: usize>(keys: &[Key<N>]) -> Key<N> {
    keys.iter().min().copied().unwrap_or([0; N])
}

impl<const N: usize> Space<N> for Positions<'_, N> {
    fn start(&self) -> Key<N> {
        let mut keys = self.keys.clone();
        write_images(&self.images, self.values, &self.definition.start, &mut keys);
        least(&keys)
    }

    fn is_undirected(&self) -> bool {
        self.undirected
    }

    fn look(&mut self, key: &Key<N>, after: &mut Vec<Key<N>>) -> Checked<Seen> {
        self.write(key);
        let Self { definition, interpreter, images, values, digits, keys, order, steps, .. } = self;
        ensure(definition.is_position(digits), "the key is no position of this puzzle")?;
        write_images(images, *values, digits, keys);
        ensure(least(keys) == *key, "the key is not the least that symmetries make of it")?;
        let same = keys.iter().filter(|image| *image == key).count();
        interpreter.steps = *steps;
        let (is_goal, mut position) = (interpreter.is_goal(digits)?, digits.clone());
        interpreter.each_move(digits, &mut |changes, _| {
            changes.iter().for_each(|&(place, digit)| position[place] = digit);
            write_images(images, *values, &position, keys);
            after.push(least(keys));
            changes.iter().for_each(|&(place, _)| position[place] = digits[place]);
            Ok(())
        })?;
        Ok(Seen { positions: (*order / same) as u64, is_goal, left: definition.left(digits) })
    }
}
