//! The marks of a picture, painted by `tiny-skia`.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use super::MOST_PIXELS;
use crate::CannotDraw;
use crate::picture::{Extent, Ink, Mark, NONE, Pen, Picture, Shape, Symbol};
use crate::ways::Point;

/// See [`super::png`].
pub(super) fn png(picture: &Picture) -> Result<Vec<u8>, CannotDraw> {
    let mut pixmap = canvas(picture)?;
    Brush::new(picture).all(&mut pixmap);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect("a vector takes all");
    writer.write_image_data(&pixmap.take_demultiplied()).expect("as many pixels as the header says");
    writer.finish().expect("a vector takes all");
    Ok(bytes)
}

/// Room for the pixels of a picture, all of them transparent.
pub(super) fn canvas(picture: &Picture) -> Result<Pixmap, CannotDraw> {
    let (wide, high) = picture.pixels();
    let pixels = u64::from(wide) * u64::from(high);
    let fits = (pixels <= MOST_PIXELS).then(|| Pixmap::new(wide, high)).flatten();
    fits.ok_or_else(|| {
        let why =
            format!("{wide} x {high} pixels are more than {MOST_PIXELS}; a smaller --cell, a range of moves or SVG");
        CannotDraw(why)
    })
}

/// Paints the marks of a picture.
pub(super) struct Brush<'a> {
    marks: &'a [Mark],
    /// Where the marks of each symbol are.
    symbols: FxHashMap<Symbol, Range<usize>>,
    /// From units to pixels.
    scale: Transform,
}

/// What holds in a group.
#[derive(Clone, Copy)]
struct Group {
    transform: Transform,
    ink: Ink,
}

impl Group {
    fn within(self, place: Option<Point>, ink: Ink) -> Group {
        Group { transform: moved(self.transform, place), ink: merged(self.ink, ink) }
    }
}

impl<'a> Brush<'a> {
    pub(super) fn new(picture: &'a Picture) -> Self {
        let marks = &picture.marks[..];
        let mut symbols = FxHashMap::default();
        for (at, mark) in marks.iter().enumerate() {
            if let Mark::Define(symbol) = mark {
                symbols.insert(*symbol, at + 1..end(marks, at));
            }
        }
        Brush { marks, symbols, scale: fitting(picture) }
    }

    /// Paints the whole picture.
    pub(super) fn all(&self, pixmap: &mut Pixmap) {
        self.paint(0..self.marks.len(), Group { transform: self.scale, ink: Ink::SAME }, pixmap);
    }

    /// Paints a symbol in a place.
    pub(super) fn symbol(&self, symbol: Symbol, place: Point, pixmap: &mut Pixmap) {
        let group = Group { transform: self.scale, ink: Ink::SAME }.within(Some(place), Ink::SAME);
        self.paint(self.symbols[&symbol].clone(), group, pixmap);
    }

    fn paint(&self, part: Range<usize>, group: Group, pixmap: &mut Pixmap) {
        let mut open = vec![group];
        let mut at = part.start;
        while at < part.end {
            let group = open[open.len() - 1];
            match &self.marks[at] {
                Mark::Shape(shape, ink) => paint(shape, group.within(None, *ink), pixmap),
                Mark::Open(place, ink) => open.push(group.within(*place, *ink)),
                Mark::Close => {
                    open.pop();
                }
                Mark::Define(symbol) => at = self.symbols[symbol].end,
                Mark::Use(symbol, place, _) => {
                    self.paint(self.symbols[symbol].clone(), group.within(*place, Ink::SAME), pixmap);
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
            Mark::Open(..) | Mark::Define(_) => depth += 1,
            Mark::Close => depth -= 1,
            _ => {}
        }
        depth == 0
    };
    open + marks[open..].iter().position(closed).expect("groups are closed")
}

/// The picture in the middle of its pixels, as large as they have room for.
fn fitting(picture: &Picture) -> Transform {
    let (extent, (wide, high)) = (picture.extent, picture.pixels());
    let [across, down] = [(wide, extent.width()), (high, extent.height())].map(|(of, units)| of as f32 / units as f32);
    let scale = across.min(down);
    let room = |pixels: u32, units: i32| (pixels as f32 - units as f32 * scale) / 2.0;
    let (x, y) = (room(wide, extent.width()), room(high, extent.height()));
    Transform::from_translate(x, y).pre_scale(scale, scale).pre_translate(-extent.left as f32, -extent.top as f32)
}

fn moved(transform: Transform, place: Option<Point>) -> Transform {
    place.map_or(transform, |(x, y)| transform.pre_translate(x as f32, y as f32))
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
    }
}

/// Fills a shape, then strokes it.
fn paint(shape: &Shape, Group { transform, ink }: Group, pixmap: &mut Pixmap) {
    let (place, path) = match shape {
        Shape::Circle(place, radius) => (None, circle(place.unwrap_or_default(), *radius)),
        Shape::Rect(extent, round) => (None, rectangle(*extent, *round)),
        Shape::Path(place, way) => (*place, drawn(way)),
    };
    // A text of blanks has no path.
    let Some(path) = path else { return };
    let transform = moved(transform, place);
    if let Some(fill) = ink.fill.filter(|fill| *fill != NONE) {
        pixmap.fill_path(&path, &coloured(fill), FillRule::Winding, transform, None);
    }
    if let Some(stroke) = ink.stroke {
        pixmap.stroke_path(&path, &coloured(stroke), &stroked(ink), transform, None);
    }
}

/// A colour `#rrggbb`.
fn coloured(colour: &str) -> Paint<'static> {
    let part = |at: usize| u8::from_str_radix(&colour[at..at + 2], 16).expect("colours have six digits");
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(part(1), part(3), part(5), u8::MAX));
    paint
}

fn stroked(ink: Ink) -> Stroke {
    let dashes = ink.dashes.split_whitespace().map(|length| length.parse().expect("dashes are numbers")).collect();
    Stroke {
        width: ink.width as f32,
        line_cap: if ink.has_round_ends { LineCap::Round } else { LineCap::Butt },
        line_join: if ink.has_round_bends { LineJoin::Round } else { LineJoin::Miter },
        // None for no dashes.
        dash: StrokeDash::new(dashes, 0.0),
        ..Stroke::default()
    }
}

/// A circle, clockwise from its right end, where SVG begins.
fn circle((x, y): Point, radius: i32) -> Option<Path> {
    let [left, top, right, bottom] = [x - radius, y - radius, x + radius, y + radius].map(|side| side as f32);
    let (x, y) = (x as f32, y as f32);
    let mut path = PathBuilder::new();
    path.move_to(right, y);
    corner(&mut path, (right, bottom), (x, bottom));
    corner(&mut path, (left, bottom), (left, y));
    corner(&mut path, (left, top), (x, top));
    corner(&mut path, (right, top), (right, y));
    path.close();
    path.finish()
}

/// A rectangle with round corners, clockwise from the upper left, where SVG begins.
fn rectangle(extent: Extent, round: i32) -> Option<Path> {
    let [left, top, right, bottom] = [extent.left, extent.top, extent.right, extent.bottom].map(|side| side as f32);
    let round = round as f32;
    let mut path = PathBuilder::new();
    if round == 0.0 {
        path.push_rect(Rect::from_ltrb(left, top, right, bottom)?);
        return path.finish();
    }
    path.move_to(left + round, top);
    path.line_to(right - round, top);
    corner(&mut path, (right, top), (right, top + round));
    path.line_to(right, bottom - round);
    corner(&mut path, (right, bottom), (right - round, bottom));
    path.line_to(left + round, bottom);
    corner(&mut path, (left, bottom), (left, bottom - round));
    path.line_to(left, top + round);
    corner(&mut path, (left, top), (left + round, top));
    path.close();
    path.finish()
}

/// A quarter of a circle to a place, within a corner.
fn corner(path: &mut PathBuilder, corner: (f32, f32), to: (f32, f32)) {
    /// How far the control points are from the ends, as a part of the radius.
    const HANDLE: f32 = 0.552_284_8;
    let from = path.last_point().unwrap_or_default();
    let toward = |from: f32, corner: f32| from + (corner - from) * HANDLE;
    path.cubic_to(
        toward(from.x, corner.0),
        toward(from.y, corner.1),
        toward(to.0, corner.0),
        toward(to.1, corner.1),
        to.0,
        to.1,
    );
}

/// The way of a pen.
fn drawn(way: &[Pen]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut now = (0, 0);
    for pen in way {
        now = match *pen {
            Pen::Move(to) | Pen::Line(to) | Pen::Curve(_, to) => to,
            Pen::Across(x) => (x, now.1),
            Pen::Down(y) => (now.0, y),
            Pen::Close => now,
        };
        let (x, y) = (now.0 as f32, now.1 as f32);
        match *pen {
            Pen::Move(_) => path.move_to(x, y),
            Pen::Line(_) | Pen::Across(_) | Pen::Down(_) => path.line_to(x, y),
            Pen::Curve((across, down), _) => path.quad_to(across as f32, down as f32, x, y),
            Pen::Close => path.close(),
        }
    }
    path.finish()
}
