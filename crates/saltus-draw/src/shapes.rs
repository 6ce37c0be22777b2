//! The shapes of a picture one by one, each in its place and with all of its ink, for formats that know no groups and no symbols.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::picture::{Ink, Mark, Picture, Shape, SymbolId};
use super::ways::Point;

/// The shapes of a picture.
pub(super) struct Shapes<'a> {
    marks: &'a [Mark],
    /// Where the marks of each symbol are.
    symbols: FxHashMap<SymbolId, Range<usize>>,
}

/// Takes a shape, by how far it is moved, and its ink.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&Shape, Point, Ink);

impl<'a> Shapes<'a> {
    pub(super) fn new(picture: &'a Picture) -> Self {
        let marks = &picture.marks[..];
        let mut symbols = FxHashMap::default();
        for (at, mark) in marks.iter().enumerate() {
            if let Mark::Define(symbol) = mark {
                symbols.insert(*symbol, at + 1..end(marks, at));
            }
        }
        Shapes { marks, symbols }
    }

    /// All shapes of the picture, the lowest first.
    pub(super) fn all(&self, visit: Visit<'_>) {
        self.visit(0..self.marks.len(), ((0, 0), Ink::SAME), visit);
    }

    /// The shapes of a symbol in a place.
    #[cfg(feature = "raster")]
    pub(super) fn symbol(&self, symbol: SymbolId, place: Point, visit: Visit<'_>) {
        self.visit(self.symbols[&symbol].clone(), (place, Ink::SAME), visit);
    }

    fn visit(&self, part: Range<usize>, group: (Point, Ink), visit: Visit<'_>) {
        let mut open = vec![group];
        let mut at = part.start;
        while at < part.end {
            let (place, ink) = open[open.len() - 1];
            match &self.marks[at] {
                Mark::Shape(shape, own) | Mark::Unwritten(shape, own) => {
                    let own_place = if let Shape::Path(place, _) = shape { *place } else { None };
                    visit(shape, moved(place, own_place), merged(ink, *own));
                }
                Mark::Open(own_place, own) => open.push((moved(place, *own_place), merged(ink, *own))),
                Mark::Named(_, own_place) => open.push((moved(place, Some(*own_place)), ink)),
                Mark::Close => {
                    open.pop();
                }
                Mark::Define(symbol) => at = self.symbols[symbol].end,
                Mark::Use(symbol, own_place, _) => {
                    self.visit(self.symbols[symbol].clone(), (moved(place, *own_place), ink), visit);
                }
                Mark::Markup(_) | Mark::Break => {}
            }
            at += 1;
        }
    }
}

/// Where the group that is opened there is closed.
fn end(marks: &[Mark], open: usize) -> usize {
    let mut depth = 0;
    let closed = |mark: &Mark| {
        match mark {
            Mark::Open(..) | Mark::Named(..) | Mark::Define(_) => depth += 1,
            Mark::Close => depth -= 1,
            _ => {}
        }
        depth == 0
    };
    open + marks[open..].iter().position(closed).expect("groups are closed")
}

fn moved((x, y): Point, by: Option<Point>) -> Point {
    by.map_or((x, y), |(across, down)| (x + across, y + down))
}

/// The attributes of an ink, and where it has none, those of the ink of its group.
fn merged(group: Ink, ink: Ink) -> Ink {
    Ink {
        fill: ink.fill.or(group.fill),
        stroke: ink.stroke.or(group.stroke),
        width: if ink.width > 0 { ink.width } else { group.width },
        dashes: if ink.dashes.is_empty() { group.dashes } else { ink.dashes },
        has_round_ends: ink.has_round_ends || group.has_round_ends,
        has_round_bends: ink.has_round_bends || group.has_round_bends,
        is_faint: ink.is_faint || group.is_faint,
    }
}
