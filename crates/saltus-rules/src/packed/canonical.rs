//! The least image of a position under the symmetries.

use super::{FieldLayout, Key, or};
use crate::definition::{Content, Definition};
use crate::geometry::Cell;
use crate::symmetry::Symmetry;

/// A group of symmetries, as tables: what the bits of a part of a key become under each of them.
#[derive(Debug)]
pub(crate) struct Canonical<const W: usize> {
    /// How many symmetries there are, the identity among them.
    order: usize,
    /// The same, with the identity again and again up to 2, 4 or a multiple of 8.
    lanes: usize,
    parts: Vec<Part>,
    /// For each part and each of its values, its image under each symmetry.
    images: Vec<Key<W>>,
}

/// Some bits of a word of a key.
#[derive(Debug)]
struct Part {
    word: usize,
    shift: u32,
    mask: u64,
    /// Where its images begin.
    first: usize,
}

/// The most bits of a part, of few symmetries and of many: tables take a few MiB at most.
const PART: u32 = 8;
pub(super) const SHORT_PART: u32 = 4;

/// Up to this many symmetries are few, even for positions of four words.
pub(super) const FEW: usize = 16;

/// Images that are made together.
const LANES: usize = 8;

impl<const W: usize> Canonical<W> {
    /// The tables of symmetries without the identity that are a group with it.
    pub(crate) fn new(definition: &Definition, layout: &FieldLayout, group: &[Symmetry]) -> Self {
        let order = group.len() + 1;
        let lanes = if order <= LANES { order.next_power_of_two() } else { order.next_multiple_of(LANES) };
        let mut tables = Canonical { order, lanes, parts: Vec::new(), images: Vec::new() };
        if group.is_empty() {
            return tables;
        }
        // Whole fields, as many in each part of a word as in the others.
        let bits = if W * W * lanes > 16 * FEW { SHORT_PART } else { PART };
        let most = (bits / layout.bits).max(1) as usize;
        let fields = layout.fields();
        for (word, begin) in (0..fields).step_by(layout.per_word).enumerate() {
            let here = layout.per_word.min(fields - begin);
            let each = here.div_ceil(here.div_ceil(most));
            for part in (0..here).step_by(each) {
                let width = each.min(here - part);
                let (shift, bits) = (part as u32 * layout.bits, width as u32 * layout.bits);
                tables.parts.push(Part { word, shift, mask: (1 << bits) - 1, first: tables.images.len() });
                for value in 0..1u64 << bits {
                    for symmetry in group {
                        let image = (0..width).fold([0; W], |image, at| {
                            let content = (value >> (at as u32 * layout.bits) & layout.field) as Content;
                            or(image, image_of(definition, layout, symmetry, begin + part + at, content))
                        });
                        tables.images.push(image);
                    }
                    let mut same = [0; W];
                    same[word] = value << shift;
                    tables.images.extend(std::iter::repeat_n(same, lanes - group.len()));
                }
            }
        }
        tables
    }

    /// Hands all images of a key to `visit`, some at a time; none, where there is only the identity.
    #[inline]
    fn images(&self, key: &Key<W>, visit: impl FnMut(&[Key<W>])) {
        match self.lanes {
            1 => {}
            2 => self.images_by::<2>(key, visit),
            4 => self.images_by::<4>(key, visit),
            _ => self.images_by::<LANES>(key, visit),
        }
    }

    /// The same, as many at a time as is said.
    #[inline]
    fn images_by<const L: usize>(&self, key: &Key<W>, mut visit: impl FnMut(&[Key<W>])) {
        for begin in (0..self.lanes).step_by(L) {
            let mut images = [[0; W]; L];
            for part in &self.parts {
                let value = (key[part.word] >> part.shift & part.mask) as usize;
                let row = &self.images[part.first + value * self.lanes + begin..][..L];
                images.iter_mut().zip(row).for_each(|(image, part)| *image = or(*image, *part));
            }
            visit(&images);
        }
    }

    /// The least of all positions that symmetries make of one.
    #[inline]
    pub(crate) fn least(&self, key: Key<W>) -> Key<W> {
        let mut least = key;
        self.images(&key, |images| least = images.iter().fold(least, |least, image| least.min(*image)));
        least
    }

    /// How many different positions symmetries make of one.
    pub(crate) fn orbit(&self, key: &Key<W>) -> u64 {
        if self.lanes == 1 {
            return 1;
        }
        let mut same = 0;
        self.images(key, |images| same += images.iter().filter(|image| *image == key).count() as u64);
        // The identity comes again at the end.
        self.order as u64 / (same - (self.lanes - self.order) as u64)
    }

    /// How many symmetries there are, the identity among them.
    pub(crate) fn order(&self) -> usize {
        self.order
    }
}

/// What one field becomes. Values that no content has become nothing.
fn image_of<const W: usize>(
    definition: &Definition,
    layout: &FieldLayout,
    symmetry: &Symmetry,
    field: usize,
    value: Content,
) -> Key<W> {
    let mut image = [0; W];
    if field == layout.cells {
        if usize::from(value) < definition.turns.len() {
            layout.set(&mut image, field, symmetry.side(value).into());
        }
    } else if value <= definition.last_content() {
        for (cell, content) in symmetry.image(definition, field as Cell, value) {
            layout.set(&mut image, cell.into(), content.into());
        }
    }
    image
}
