//! Pictures of pixels: any picture as PNG, a play as an animated GIF.
//!
//! The same drawings as in SVG, painted by `resvg`. A GIF has one palette of the colours that occur most, and of each frame only what changed.

use std::borrow::Cow;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree};
use rustc_hash::FxHashMap;

use super::animation::{caption, captions, eased, extent, words};
use super::markup::Markup;
use super::svg::{self, Extent, Head, Names, Size, Stage};
use super::ways::{CELL, Leg, Point};
use super::{CannotDraw, palette};
use saltus_core::scene::{Film, Spot, Tint};

/// Pictures of up to this many pixels are painted.
pub const MOST_PIXELS: u64 = 1 << 25;
/// Animations of up to this many moves are painted,
pub const MOST_MOVES: usize = 200;
/// with up to this many frames,
pub const MOST_FRAMES: usize = 3_000;
/// and this many pixels in all of them.
pub const MOST_PIXELS_OF_FRAMES: u64 = 1 << 30;

/// Hundredths of a second: before the first move, behind each, behind the last, and each picture of a piece on its way.
const FIRST: u16 = 90;
const REST: u16 = 32;
const LAST: u16 = 260;
const MOMENT: u16 = 6;
/// Pictures of a step, and of a hop.
const STEP: i32 = 5;
const HOP: i32 = 7;

/// A picture in SVG as PNG, in the size that it says.
///
/// # Errors
/// When it has too many pixels.
pub fn png(svg: &str) -> Result<Vec<u8>, CannotDraw> {
    let tree = read(svg);
    let size = tree.size().to_int_size();
    let mut pixmap = canvas(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.width(), size.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect("a vector takes all");
    writer.write_image_data(&pixmap.take_demultiplied()).expect("as many pixels as the header says");
    writer.finish().expect("a vector takes all");
    Ok(bytes)
}

/// A picture that was written here.
fn read(svg: &str) -> Tree {
    Tree::from_str(svg, &Options::default()).expect("pictures of ours are SVG")
}

/// Room for so many pixels.
fn canvas(wide: u32, high: u32) -> Result<Pixmap, CannotDraw> {
    let pixels = u64::from(wide) * u64::from(high);
    let fits = (pixels <= MOST_PIXELS).then(|| Pixmap::new(wide, high)).flatten();
    fits.ok_or_else(|| {
        let why =
            format!("{wide} x {high} pixels are more than {MOST_PIXELS}; a smaller --cell, a range of moves or SVG");
        CannotDraw(why)
    })
}

/// A play as an animated GIF that begins again at its end; `first` is the number of its first move.
///
/// # Errors
/// When it has too many moves, frames, cells or pixels.
pub fn gif(film: &Film, first: u64, size: Size) -> Result<Vec<u8>, CannotDraw> {
    let moves = film.frames.len();
    if moves > MOST_MOVES {
        return Err(CannotDraw::moves(moves, "a GIF", MOST_MOVES));
    }
    let stage = Stage::new(&film.outline, [&film.start])?;
    let painter = Painter::new(&stage, film, first, size)?;
    painter.fits(film)?;
    let mut standing: Vec<Option<&Spot>> =
        film.start.spots().map(|spot| (spot.tint != Tint::Vacant).then_some(spot)).collect();
    let start = painter.still(&standing, 0);
    let mut recorder = Recorder::new(&painter.sample(film, &standing, &start)?, &start);
    recorder.add(&start, FIRST);
    for (number, frame) in (1..).zip(&film.frames) {
        let [from, to] = [frame.path.first(), frame.path.last()].map(|cell| cell.map_or(0, |&cell| cell as usize));
        let Some(mover) = standing[from].take() else { continue };
        let ground = painter.still(&standing, number);
        for place in painter.way(&frame.path) {
            recorder.add(&painter.with(&ground, mover, place), MOMENT);
        }
        standing[to] = Some(mover);
        let rest = if number == moves { LAST } else { REST };
        recorder.add(&painter.still(&standing, number), rest);
    }
    Ok(recorder.finish())
}

/// Paints the moments of a play.
struct Painter<'a> {
    stage: &'a Stage<'a>,
    captions: Vec<String>,
    extent: Extent,
    cell: u32,
    /// Each piece alone.
    pieces: Vec<Tree>,
}

impl<'a> Painter<'a> {
    fn new(stage: &'a Stage<'a>, film: &Film, first: u64, size: Size) -> Result<Self, CannotDraw> {
        let captions = captions(film, first);
        let extent = extent(stage, film, &captions);
        let cell = size.cell.unwrap_or_else(|| size.pixels(extent.width() * 2, 44));
        let mut painter = Painter { stage, captions, extent, cell, pieces: Vec::new() };
        let (wide, high) = painter.pixels();
        if wide.max(high) > u32::from(u16::MAX) {
            return Err(CannotDraw(format!("{wide} x {high} pixels are more than a GIF can have; a smaller --cell")));
        }
        canvas(wide, high)?;
        painter.pieces = (0..stage.count()).map(|number| painter.alone(number)).collect();
        Ok(painter)
    }

    fn pixels(&self) -> (u32, u32) {
        let pixels = |units: i32| (units as u32 * self.cell).div_ceil(CELL as u32);
        (pixels(self.extent.width()), pixels(self.extent.height()))
    }

    /// Whether all frames have room.
    fn fits(&self, film: &Film) -> Result<(), CannotDraw> {
        let frames: usize = film.frames.iter().map(|frame| self.way(&frame.path).len() + 1).sum::<usize>() + 1;
        let (wide, high) = self.pixels();
        let pixels = frames as u64 * u64::from(wide) * u64::from(high);
        if frames > MOST_FRAMES || pixels > MOST_PIXELS_OF_FRAMES {
            return Err(CannotDraw(format!(
                "the GIF would have {frames} frames of {wide} x {high} pixels, more than {MOST_FRAMES} frames or {MOST_PIXELS_OF_FRAMES} pixels; \
                 a range of the moves or a smaller --cell"
            )));
        }
        Ok(())
    }

    /// The whole picture with some drawings in it.
    fn picture(&self, fill: impl FnOnce(&mut Markup)) -> String {
        let mut out = Markup::default();
        svg::head(&mut out, Head { name: "", told: "", extent: self.extent, cell: self.cell });
        out.put("<defs>");
        self.stage.define(&mut out, Names::Hidden);
        out.put("</defs>");
        fill(&mut out);
        out.put("</svg>");
        out.text()
    }

    /// The board with these pieces and the caption behind a move.
    fn still(&self, standing: &[Option<&Spot>], number: usize) -> Pixmap {
        let svg = self.picture(|out| {
            // GIF knows no half transparency: the ground has no round corners.
            svg::panel(out, self.extent, palette::GROUND, 0);
            out.put("<use href=\"#board\"/>");
            for (cell, spot) in standing.iter().enumerate().filter_map(|(cell, spot)| spot.map(|spot| (cell, spot))) {
                self.stage.piece(out, cell, spot, None);
            }
            out.put(words(&caption(&self.captions[number], self.extent)));
        });
        let (wide, high) = self.pixels();
        let mut pixmap = Pixmap::new(wide, high).expect("its size was looked at before");
        resvg::render(&read(&svg), Transform::identity(), &mut pixmap.as_mut());
        pixmap
    }

    /// One piece in the middle of the plane.
    fn alone(&self, number: usize) -> Tree {
        read(&self.picture(|out| out.put(format_args!("<use href=\"#p{number}\"/>"))))
    }

    /// A picture with one piece more.
    fn with(&self, ground: &Pixmap, piece: &Spot, (x, y): Point) -> Pixmap {
        let mut pixmap = ground.clone();
        let number = self.stage.reference(piece).expect("every piece is defined");
        let scale = self.cell as f32 / CELL as f32;
        let moved = Transform::from_translate(x as f32 * scale, y as f32 * scale);
        resvg::render(&self.pieces[number], moved, &mut pixmap.as_mut());
        pixmap
    }

    /// Where a piece is on its way, the two ends left out.
    fn way(&self, path: &[u32]) -> Vec<Point> {
        let places = |leg: Leg| eased(leg, if leg.control.is_some() { HOP } else { STEP });
        let mut all: Vec<Point> = self.stage.legs(path).into_iter().flat_map(places).collect();
        all.pop();
        all
    }

    /// Pictures that have about all colours of the play.
    fn sample(&self, film: &Film, standing: &[Option<&Spot>], start: &Pixmap) -> Result<Vec<Pixmap>, CannotDraw> {
        let mut pictures = vec![start.clone()];
        let mut seen: Vec<&Spot> = Vec::new();
        for frame in &film.frames {
            let piece = frame.path.first().and_then(|&cell| standing[cell as usize]);
            let Some(piece) = piece.filter(|piece| !seen.contains(piece)) else { continue };
            seen.push(piece);
            let way = self.way(&frame.path);
            pictures.extend(way.get(way.len() / 2).map(|&place| self.with(start, piece, place)));
        }
        Ok(pictures)
    }
}

/// Writes frames, each as what differs from the one before.
struct Recorder {
    encoder: gif::Encoder<Vec<u8>>,
    palette: Palette,
    wide: usize,
    /// The picture shown, in numbers of colours.
    shown: Vec<u8>,
    /// The frame that waits for its time: nothing may change behind it.
    waiting: Option<gif::Frame<'static>>,
}

impl Recorder {
    fn new(sample: &[Pixmap], start: &Pixmap) -> Self {
        let palette = Palette::of(sample);
        let (wide, high) = (start.width(), start.height());
        let mut encoder = gif::Encoder::new(Vec::new(), wide as u16, high as u16, &palette.bytes())
            .expect("a vector takes all, and the palette has its size");
        encoder.set_repeat(gif::Repeat::Infinite).expect("a vector takes all");
        Recorder { encoder, palette, wide: wide as usize, shown: Vec::new(), waiting: None }
    }

    fn add(&mut self, picture: &Pixmap, time: u16) {
        let now = self.palette.numbers(picture);
        let Some((left, top, right, bottom)) = self.changed(&now) else {
            if let Some(waiting) = &mut self.waiting {
                waiting.delay = waiting.delay.saturating_add(time);
            }
            return;
        };
        let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
        for y in top..bottom {
            let row = y * self.wide + left..y * self.wide + right;
            match self.shown.get(row.clone()) {
                // What stays need not be said again.
                Some(before) => {
                    let pairs = now[row].iter().zip(before);
                    buffer.extend(pairs.map(|(now, before)| if now == before { Palette::SAME } else { *now }));
                }
                None => buffer.extend_from_slice(&now[row]),
            }
        }
        let frame = gif::Frame {
            delay: time,
            dispose: gif::DisposalMethod::Keep,
            transparent: Some(Palette::SAME),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: Cow::Owned(buffer),
            ..gif::Frame::default()
        };
        self.shown = now;
        let before = self.waiting.replace(frame);
        self.write(before);
    }

    /// The part of the picture that is not as shown: left, top, and behind it right, bottom.
    fn changed(&self, now: &[u8]) -> Option<(usize, usize, usize, usize)> {
        let high = now.len() / self.wide;
        if self.shown.is_empty() {
            return Some((0, 0, self.wide, high));
        }
        let differs = |at: &usize| now[*at] != self.shown[*at];
        let first = (0..now.len()).find(differs)?;
        let last = (0..now.len()).rfind(differs)?;
        let (top, bottom) = (first / self.wide, last / self.wide + 1);
        let in_column = |x: &usize| (top..bottom).any(|y| differs(&(y * self.wide + x)));
        let left = (0..self.wide).find(in_column)?;
        let right = (0..self.wide).rfind(in_column)? + 1;
        Some((left, top, right, bottom))
    }

    fn write(&mut self, frame: Option<gif::Frame<'static>>) {
        if let Some(frame) = frame {
            self.encoder.write_frame(&frame).expect("a vector takes all, and the frame lies in the picture");
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let last = self.waiting.take();
        self.write(last);
        self.encoder.into_inner().expect("a vector takes all")
    }
}

type Colour = [u8; 3];

/// The colours of a GIF.
struct Palette {
    colours: Vec<Colour>,
    /// Numbers found before.
    known: FxHashMap<Colour, u8>,
}

impl Palette {
    /// The number that stands for what does not change.
    const SAME: u8 = 255;

    /// The colours that occur most.
    fn of(pictures: &[Pixmap]) -> Self {
        let mut counts: FxHashMap<Colour, u32> = FxHashMap::default();
        for pixel in pictures.iter().flat_map(Pixmap::pixels) {
            *counts.entry([pixel.red(), pixel.green(), pixel.blue()]).or_default() += 1;
        }
        let mut counts: Vec<(Colour, u32)> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let colours: Vec<Colour> = counts.into_iter().map(|(colour, _)| colour).take(usize::from(Self::SAME)).collect();
        let known = (0..).zip(&colours).map(|(number, &colour)| (colour, number)).collect();
        Palette { colours, known }
    }

    /// A picture in numbers of colours.
    fn numbers(&mut self, picture: &Pixmap) -> Vec<u8> {
        let mut before = None;
        let number = |pixel: &PremultipliedColorU8| {
            let colour = [pixel.red(), pixel.green(), pixel.blue()];
            // Most pixels are like the one at their left.
            let number = match before {
                Some((same, number)) if same == colour => number,
                _ => self.number(colour),
            };
            before = Some((colour, number));
            number
        };
        picture.pixels().iter().map(number).collect()
    }

    /// The number of the nearest colour.
    fn number(&mut self, colour: Colour) -> u8 {
        let colours = &self.colours;
        *self.known.entry(colour).or_insert_with(|| {
            let far = |other: &Colour| -> u32 {
                colour.iter().zip(other).map(|(&one, &other)| u32::from(one.abs_diff(other)).pow(2)).sum()
            };
            (0..).zip(colours).min_by_key(|(_, other)| far(other)).map_or(0, |(number, _)| number)
        })
    }

    /// All 256, as the format has them.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colours.iter().flatten().copied().collect();
        bytes.resize(3 * 256, 0);
        bytes
    }
}
