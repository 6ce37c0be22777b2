//! The marks of a picture, painted by `tiny-skia`.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use super::MOST_PIXELS;
use crate::CannotDraw;
use crate::picture::{Extent, FAINT, Ink, NONE, Pen, Picture, Shape, SymbolId, rgb};
use crate::shapes::Shapes;
use crate::ways::Point;
use saltus_core::limits::Limits;

/// See [`super::png`].
pub(super) fn png(picture: &Picture, limits: &Limits<'_>) -> Result<Vec<u8>, CannotDraw> {
    fits(picture)?;
    // The pixels, and at most as many bytes again of the file.
    limits.spend(0, 2 * pixmap_bytes(picture))?;
    let mut pixmap = canvas(picture);
    Brush::new(picture).all(&mut pixmap);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    let mut pixels = pixmap.take_demultiplied();
    let is_opaque = pixels.chunks_exact(4).all(|pixel| pixel[3] == u8::MAX);
    if is_opaque {
        for at in 0..pixels.len() / 4 {
            pixels.copy_within(4 * at..4 * at + 3, 3 * at);
        }
        pixels.truncate(pixels.len() / 4 * 3);
    }
    encoder.set_color(if is_opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    // Few colours in large areas are packed best as they are: a card takes 49 kB instead of 70.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().expect("a vector takes all");
    writer.write_image_data(&pixels).expect("as many pixels as the header says");
    writer.finish().expect("a vector takes all");
    Ok(bytes)
}

/// Bytes of the pixels of a picture.
pub(super) fn pixmap_bytes(picture: &Picture) -> u64 {
    let (wide, high) = picture.pixels();
    4 * u64::from(wide) * u64::from(high)
}

/// Whether a picture is small enough to be painted.
pub(super) fn fits(picture: &Picture) -> Result<(), CannotDraw> {
    let (wide, high) = picture.pixels();
    if pixmap_bytes(picture) <= 4 * MOST_PIXELS {
        return Ok(());
    }
    let why = format!("{wide} x {high} pixels are more than {MOST_PIXELS}; a smaller --cell, a range of moves or SVG");
    Err(CannotDraw::Unfit(why))
}

/// Room for the pixels of a picture that fits, all of them transparent.
pub(super) fn canvas(picture: &Picture) -> Pixmap {
    let (wide, high) = picture.pixels();
    Pixmap::new(wide, high).expect("no side is empty, and its size was looked at before")
}

/// Paints the shapes of a picture.
pub(super) struct Brush<'a> {
    shapes: Shapes<'a>,
    /// From units to pixels.
    scale: Transform,
}

impl<'a> Brush<'a> {
    pub(super) fn new(picture: &'a Picture) -> Self {
        Brush { shapes: Shapes::new(picture), scale: fitting(picture) }
    }

    /// Paints the whole picture.
    pub(super) fn all(&self, pixmap: &mut Pixmap) {
        self.shapes.all(&mut |shape, place, ink| paint(shape, self.moved(place), ink, pixmap));
    }

    /// Paints a symbol in a place.
    pub(super) fn symbol(&self, symbol: SymbolId, place: Point, pixmap: &mut Pixmap) {
        self.shapes.symbol(symbol, place, &mut |shape, place, ink| paint(shape, self.moved(place), ink, pixmap));
    }

    fn moved(&self, (x, y): Point) -> Transform {
        self.scale.pre_translate(x as f32, y as f32)
    }
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

/// Fills a shape, then strokes it.
fn paint(shape: &Shape, transform: Transform, ink: Ink, pixmap: &mut Pixmap) {
    let path = match shape {
        Shape::Circle(place, radius) => circle(place.unwrap_or_default(), *radius),
        Shape::Rect(extent, round) => rectangle(*extent, *round),
        Shape::Path(_, way) => drawn(way),
    };
    // A text of blanks has no path.
    let Some(path) = path else { return };
    if let Some(fill) = ink.fill.filter(|fill| *fill != NONE) {
        pixmap.fill_path(&path, &coloured(fill, ink.is_faint), FillRule::Winding, transform, None);
    }
    if let Some(stroke) = ink.stroke {
        pixmap.stroke_path(&path, &coloured(stroke, ink.is_faint), &stroked(ink), transform, None);
    }
}

/// A colour `#rrggbb`.
fn coloured(colour: &str, is_faint: bool) -> Paint<'static> {
    let [red, green, blue] = rgb(colour);
    let mut paint = Paint::default();
    let cover = if is_faint { u32::from(u8::MAX) * FAINT / 100 } else { u8::MAX.into() };
    paint.set_color(Color::from_rgba8(red, green, blue, cover as u8));
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
fn circle(place: Point, radius: i32) -> Option<Path> {
    let extent = Extent::around(place, radius);
    let [last, first, second, third] = extent.rounded(radius);
    let mut path = PathBuilder::new();
    path.move_to(extent.right as f32, place.1 as f32);
    for [_, at, end] in [first, second, third, last] {
        corner(&mut path, at, end);
    }
    path.close();
    path.finish()
}

/// A rectangle with round corners, clockwise from the upper left, where SVG begins.
fn rectangle(extent: Extent, round: i32) -> Option<Path> {
    let [left, top, right, bottom] = [extent.left, extent.top, extent.right, extent.bottom].map(|side| side as f32);
    let mut path = PathBuilder::new();
    if round == 0 {
        path.push_rect(Rect::from_ltrb(left, top, right, bottom)?);
        return path.finish();
    }
    path.move_to(left + round as f32, top);
    for [side, at, end] in extent.rounded(round) {
        path.line_to(side.0 as f32, side.1 as f32);
        corner(&mut path, at, end);
    }
    path.close();
    path.finish()
}

/// A quarter of a circle to a place, within a corner.
fn corner(path: &mut PathBuilder, corner: Point, to: Point) {
    /// How far the control points are from the ends, as a part of the radius.
    const HANDLE: f32 = 0.552_284_8;
    let from = path.last_point().unwrap_or_default();
    let [corner, to] = [corner, to].map(|(x, y)| (x as f32, y as f32));
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
        now = pen.end(now);
        let (x, y) = (now.0 as f32, now.1 as f32);
        match *pen {
            Pen::Move(_) => path.move_to(x, y),
            Pen::Line(_) | Pen::Across(_) | Pen::Down(_) => path.line_to(x, y),
            Pen::Curve((across, down), _) => path.quad_to(across as f32, down as f32, x, y),
            Pen::Cubic((across, down), (toward, low), _) => {
                path.cubic_to(across as f32, down as f32, toward as f32, low as f32, x, y);
            }
            Pen::Close => path.close(),
        }
    }
    path.finish()
}
