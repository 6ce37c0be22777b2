//! A play as an animated GIF: one palette of the colours that occur most, and of each frame only
//! what changed.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use tiny_skia::{Pixmap, PremultipliedColorU8};

use super::paint::{self, Brush, canvas, pixmap_bytes};
use super::{MOST_FRAMES, MOST_MOVES, MOST_PIXELS_OF_FRAMES};
use crate::animation::{caption, captions, eased, extent};
use crate::board::{DrawnBoard, Names, PiecesByCell};
use crate::picture::{Mark, Picture, Size, SymbolId, panel};
use crate::steps::{scenes, steps};
use crate::ways::{Leg, Point};
use crate::{CannotDraw, palette};
use saltus_core::limits::Limits;
use saltus_core::scene::Film;

/// Hundredths of a second: before the first move, after each, after the last, and for each picture
/// of a piece on its way.
const FIRST: u16 = 90;
const REST: u16 = 32;
const LAST: u16 = 260;
const MOMENT: u16 = 6;
/// Pictures of a step, and of a hop.
const STEP: i32 = 5;
const HOP: i32 = 7;

/// See [`super::gif`].
pub(super) fn gif(film: &Film, first: u64, size: Size, limits: &Limits<'_>) -> Result<Vec<u8>, CannotDraw> {
    let moves = film.frames.len();
    if moves > MOST_MOVES {
        return Err(CannotDraw::moves(moves, "a GIF", MOST_MOVES));
    }
    let stage = DrawnBoard::new(&film.outline, scenes(film))?;
    let painter = Painter::new(&stage, film, first, size)?;
    painter.fits(film)?;
    // The start, the ground, the picture that is made, as numbers what it is and what is shown, and the file.
    let pixels = pixmap_bytes(&painter.empty);
    let may_go_on = |recorder: Option<&Recorder>| {
        limits.spend(0, 4 * pixels + recorder.map_or(0, |recorder| 2 * recorder.encoder.get_ref().capacity() as u64))
    };
    may_go_on(None)?;
    let mut standing = stage.standing(&film.start);
    let start = painter.still(&standing, 0);
    let mut recorder = Recorder::new(painter.sample(film, &standing, &start), &start);
    recorder.add(&start, FIRST);
    for (number, step) in (1..).zip(steps(film)) {
        let change = step.change(&stage, &standing);
        let resting = standing.iter().filter(|&(cell, _)| change.moved.iter().all(|(from, ..)| from != cell));
        let ground = painter.still(&resting.map(|(&cell, &piece)| (cell, piece)).collect(), number);
        let ways: Vec<(usize, Point, Vec<Point>)> =
            change.moved.iter().map(|(from, to, legs)| (standing[from], stage.places[*to], way(legs))).collect();
        for moment in 0..ways.iter().map(|(_, _, way)| way.len()).max().unwrap_or(0) {
            let at =
                |(piece, end, way): &(usize, Point, Vec<Point>)| (*piece, way.get(moment).copied().unwrap_or(*end));
            may_go_on(Some(&recorder))?;
            recorder.add(&painter.with(&ground, &ways.iter().map(at).collect::<Vec<_>>()), MOMENT);
        }
        change.apply(&mut standing, |_, piece| piece);
        let rest = if number == moves { LAST } else { REST };
        recorder.add(&painter.still(&standing, number), rest);
    }
    Ok(recorder.finish())
}

/// Paints the moments of a play.
struct Painter<'a> {
    stage: &'a DrawnBoard<'a>,
    captions: Vec<String>,
    /// The definitions of the board and of the pieces, and nothing that is seen.
    empty: Picture,
}

impl<'a> Painter<'a> {
    fn new(stage: &'a DrawnBoard<'a>, film: &Film, first: u64, size: Size) -> Result<Self, CannotDraw> {
        let captions = captions(film, first);
        let extent = extent(stage, film, &captions);
        let cell = size.cell.unwrap_or_else(|| size.pixels(extent.width() * 2, 44));
        let mut empty = Picture::new("", String::new(), extent, cell);
        let (wide, high) = empty.pixels();
        if wide.max(high) > u32::from(u16::MAX) {
            return Err(CannotDraw::Unfit(format!(
                "{wide} x {high} pixels are more than a GIF can have; a smaller --cell"
            )));
        }
        paint::fits(&empty)?;
        stage.define(&mut empty, Names::Hidden);
        Ok(Painter { stage, captions, empty })
    }

    /// Whether all frames have room.
    fn fits(&self, film: &Film) -> Result<(), CannotDraw> {
        let frames: usize = steps(film).map(|step| way(&step.legs(self.stage)).len() + 1).sum::<usize>() + 1;
        let (wide, high) = self.empty.pixels();
        let pixels = frames as u64 * u64::from(wide) * u64::from(high);
        if frames > MOST_FRAMES || pixels > MOST_PIXELS_OF_FRAMES {
            return Err(CannotDraw::Unfit(format!(
                "the GIF would have {frames} frames of {wide} x {high} pixels, more than {MOST_FRAMES} frames or \
                 {MOST_PIXELS_OF_FRAMES} pixels; a range of the moves or a smaller --cell"
            )));
        }
        Ok(())
    }

    /// The board with these pieces and the caption of a move.
    fn still(&self, standing: &PiecesByCell, number: usize) -> Pixmap {
        let mut picture = self.empty.clone();
        let extent = picture.extent;
        // GIF has no partial transparency: the background has no round corners.
        picture.put(panel(extent, palette::GROUND, 0));
        picture.put(Mark::Use(SymbolId::Board, None, None));
        self.stage.put(&mut picture, standing, Names::Hidden);
        picture.put(caption(&self.captions[number], extent));
        let mut pixmap = canvas(&picture);
        Brush::new(&picture).all(&mut pixmap);
        pixmap
    }

    /// A picture with more pieces, by their numbers.
    fn with(&self, ground: &Pixmap, pieces: &[(usize, Point)]) -> Pixmap {
        let mut pixmap = ground.clone();
        let brush = Brush::new(&self.empty);
        pieces.iter().for_each(|&(piece, place)| brush.symbol(SymbolId::Piece(piece), place, &mut pixmap));
        pixmap
    }

    /// Pictures that have about all colours of the play.
    fn sample(&self, film: &Film, standing: &PiecesByCell, start: &Pixmap) -> impl Iterator<Item = Pixmap> {
        let mut seen: Vec<usize> = Vec::new();
        let pieces = steps(film).filter_map(move |step| {
            let piece = step.path.first().and_then(|&cell| standing.get(&(cell as usize)).copied());
            let piece = piece.filter(|piece| !seen.contains(piece))?;
            seen.push(piece);
            let way = way(&step.legs(self.stage));
            way.get(way.len() / 2).map(|&place| self.with(start, &[(piece, place)]))
        });
        std::iter::once_with(|| start.clone()).chain(pieces)
    }
}

/// Where a piece is on its way, the two ends left out.
fn way(legs: &[Leg]) -> Vec<Point> {
    let places = |leg: &Leg| eased(*leg, if leg.control.is_some() { HOP } else { STEP });
    let mut all: Vec<Point> = legs.iter().flat_map(places).collect();
    all.pop();
    all
}

/// Writes frames, each as what differs from the one before.
struct Recorder {
    encoder: gif::Encoder<Vec<u8>>,
    palette: Palette,
    wide: usize,
    /// The picture shown, in numbers of colours.
    shown: Vec<u8>,
    /// The frame that waits for its time: what follows may not change anything.
    waiting: Option<gif::Frame<'static>>,
}

impl Recorder {
    fn new(sample: impl Iterator<Item = Pixmap>, start: &Pixmap) -> Self {
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

    /// The part of the picture that is not as shown: left, top, and the first right and below it.
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

type Rgb = [u8; 3];

/// The colours of a GIF.
struct Palette {
    colours: Vec<Rgb>,
    /// Numbers found before.
    known: FxHashMap<Rgb, u8>,
}

impl Palette {
    /// The number for pixels that do not change.
    const SAME: u8 = 255;

    /// The colours that occur most.
    fn of(pictures: impl Iterator<Item = Pixmap>) -> Self {
        let mut counts: FxHashMap<Rgb, u32> = FxHashMap::default();
        for picture in pictures {
            for pixel in picture.pixels() {
                *counts.entry([pixel.red(), pixel.green(), pixel.blue()]).or_default() += 1;
            }
        }
        let mut counts: Vec<(Rgb, u32)> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let colours: Vec<Rgb> = counts.into_iter().map(|(colour, _)| colour).take(usize::from(Self::SAME)).collect();
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
    fn number(&mut self, colour: Rgb) -> u8 {
        let colours = &self.colours;
        *self.known.entry(colour).or_insert_with(|| {
            let far = |other: &Rgb| -> u32 {
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
