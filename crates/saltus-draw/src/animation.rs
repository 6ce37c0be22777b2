//! A play as an animated SVG: pieces slide, hop in arcs and fade when they are captured; after a
//! pause the play repeats.
//!
//! Each piece that moves has one list of places and times for the whole play ([SMIL]): nothing
//! depends on scripts, and every round is like the first. A viewer without animation shows the
//! start.
//!
//! [SMIL]: https://www.w3.org/TR/SVG11/animate.html

use std::collections::BTreeMap;

use super::board::{DrawnBoard, Names, PiecesByCell, RADIUS};
use super::picture::{Extent, Ink, Mark, Picture, Size, SymbolId, fitted, words};
use super::steps::{scenes, steps};
use super::svg::Escaped;
use super::ways::{Leg, Point};
use super::{CannotDraw, letters, palette};
use saltus_core::limits::{Limits, Stop};
use saltus_core::scene::Film;

/// Animations have up to this many moves.
pub const MOST_MOVES: usize = 300;

/// Milliseconds: before the first move, after each, after the last.
const FIRST: u32 = 900;
const REST: u32 = 320;
const LAST: u32 = 2600;
/// Milliseconds of a step, and of each hop.
const STEP: u32 = 300;
const HOP: u32 = 420;
/// Milliseconds in which a captured piece fades.
const FADE: u32 = 160;

/// Around the board.
const MARGIN: i32 = 40;
/// Text below the board.
const CAPTION: i32 = 2;

/// A piece and where it is at what time.
struct Track {
    /// Its number on the stage.
    piece: usize,
    keys: Vec<(u32, Point)>,
    /// When it is put, if it was not there from the start.
    put: Option<u32>,
    /// When it is taken.
    taken: Option<u32>,
}

/// Everything that happens.
struct Timeline {
    tracks: Vec<Track>,
    /// When each move begins.
    begins: Vec<u32>,
    total: u32,
}

/// A play that moves; `first` is the number of its first move.
///
/// # Errors
/// When it has too many moves or cells, or a limit is reached.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_core::scene::{Film, Frame, Outline, PieceForm, Scene, Spot, Tint};
/// use saltus_draw::{Size, animation};
///
/// let [piece, vacancy] = [("b", Tint::Dark), ("_", Tint::Vacant)]
///     .map(|(label, tint)| Spot { label: label.into(), tint });
/// let start = Scene { rows: vec![vec![piece.clone(), vacancy.clone()]], spaced: false };
/// let scene = Scene { rows: vec![vec![vacancy, piece]], spaced: false };
/// let frames = vec![Frame { text: "1-2".into(), path: vec![0, 1], scene }];
/// let film = Film { outline: Outline::rows(2, 2, PieceForm::Disc), start, frames };
/// let svg = animation::animated("shift 1 0", &film, 1, Size::default(), &Limits::DEFAULT)?;
/// assert!(svg.contains("<animateTransform "));
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
pub fn animated(name: &str, film: &Film, first: u64, size: Size, limits: &Limits<'_>) -> Result<String, CannotDraw> {
    let moves = film.frames.len();
    if moves > MOST_MOVES {
        return Err(CannotDraw::moves(moves, "an animation", MOST_MOVES));
    }
    let stage = DrawnBoard::new(&film.outline, scenes(film))?;
    let captions = captions(film, first);
    let extent = extent(&stage, film, &captions);
    let timeline = Timeline::of(&stage, film, limits)?;
    let told = said(film).collect::<Vec<_>>().join(" ");
    let mut out = Picture::new(name, told, extent, size.pixels(extent.width(), 56));
    out.ground();
    stage.define(&mut out, Names::Hidden);
    out.put(Mark::Use(SymbolId::Board, None, None));
    // Pieces that never move lie below those that may hop over them.
    let (moving, resting): (Vec<&Track>, Vec<&Track>) = timeline.tracks.iter().partition(|track| track.keys.len() > 1);
    for track in resting.into_iter().chain(moving) {
        timeline.piece(&mut out, track);
    }
    stage.above(&mut out);
    timeline.captions(&mut out, &captions, extent);
    Ok(out.svg())
}

/// The text below the board from the start on and during each move.
pub(super) fn captions(film: &Film, first: u64) -> Vec<String> {
    let start = if first == 1 { "start".to_owned() } else { format!("after move {}", first - 1) };
    let moves = (first..).zip(said(film)).map(|(number, text)| format!("{number}. {text}"));
    std::iter::once(start).chain(moves).collect()
}

/// Each move as text, after what the piece that makes it is called, or only that where the move is named by the piece.
pub(super) fn said(film: &Film) -> impl Iterator<Item = String> {
    steps(film).zip(&film.frames).map(|(step, frame)| {
        let mover = step.path.first().and_then(|&cell| step.before.spots().nth(cell as usize));
        let text = frame.text.as_str();
        match mover.and_then(|mover| Some((film.outline.piece_name(&mover.label)?, mover.label == text))) {
            Some((name, false)) => format!("{name} {text}"),
            Some((name, true)) => name.to_owned(),
            None => text.to_owned(),
        }
    })
}

/// What is to be seen: the board, the pieces on their way, the captions.
pub(super) fn extent(stage: &DrawnBoard<'_>, film: &Film, captions: &[String]) -> Extent {
    let legs = steps(film).map(|step| step.legs(stage));
    let mut board = legs.fold(stage.extent(), |extent, legs| extent.with_legs(&legs, RADIUS)).wider(MARGIN);
    // Captions that are much wider than the board are cut short.
    let text = captions.iter().map(|caption| letters::width(caption) * CAPTION).max().unwrap_or(0).min(700);
    let missing = (text + 2 * MARGIN - board.width()).max(0).midpoint(1);
    board.left -= missing;
    board.right += missing;
    Extent { bottom: board.bottom + letters::HEIGHT * CAPTION + 12, ..board }
}

/// A caption in its place.
pub(super) fn caption(text: &str, extent: Extent) -> Mark {
    let text = fitted(text, CAPTION, extent.width() - 2 * MARGIN);
    let left = extent.left.midpoint(extent.right) - letters::width(&text) * CAPTION / 2;
    let top = extent.bottom - letters::HEIGHT * CAPTION - MARGIN + 6;
    words(&text, (left, top), CAPTION, palette::INK)
}

/// Places on a leg from its beginning to its end, slow at both ends: as many as asked for, without
/// the first.
pub(super) fn eased(leg: Leg, count: i32) -> impl Iterator<Item = Point> {
    const WHOLE: i64 = 1000;
    (1..=count).map(move |at| {
        let [at, count] = [at, count].map(i64::from);
        // 3x² - 2x³, in thousandths.
        let part = WHOLE * (3 * at * at * count - 2 * at * at * at) / (count * count * count);
        leg.at(part as i32, WHOLE as i32)
    })
}

impl Timeline {
    fn of(stage: &DrawnBoard<'_>, film: &Film, limits: &Limits<'_>) -> Result<Self, Stop> {
        let (mut tracks, mut standing) = (Vec::new(), BTreeMap::new());
        let track = |cell: usize, piece, put| Track { piece, keys: vec![(0, stage.places[cell])], put, taken: None };
        for (cell, piece) in stage.standing(&film.start) {
            standing.insert(cell, tracks.len());
            tracks.push(track(cell, piece, None));
        }
        let (mut now, mut begins) = (FIRST, Vec::new());
        for step in steps(film) {
            limits.spend(0, 0)?;
            begins.push(now);
            let pieces: PiecesByCell = standing.iter().map(|(&cell, &number)| (cell, tracks[number].piece)).collect();
            let change = step.change(stage, &pieces);
            let follow = |(from, _, legs): &(usize, usize, Vec<Leg>)| tracks[standing[from]].follow(legs, now);
            let end = change.moved.iter().map(follow).max().unwrap_or(now + FADE);
            for cell in &change.taken {
                tracks[standing[cell]].taken = Some(end - FADE);
            }
            change.apply(&mut standing, |cell, piece| {
                tracks.push(track(cell, piece, Some(end - FADE)));
                tracks.len() - 1
            });
            now = end + REST;
        }
        Ok(Timeline { tracks, begins, total: now - REST + LAST })
    }

    /// A time as a part of the whole, with five digits.
    fn part(&self, time: u32) -> String {
        match u64::from(time) * 100_000 / u64::from(self.total) {
            0 => "0".into(),
            100_000 => "1".into(),
            part => format!("0.{part:05}").trim_end_matches('0').into(),
        }
    }

    fn piece(&self, out: &mut Picture, track: &Track) {
        let symbol = SymbolId::Piece(track.piece);
        let (_, place) = track.keys[0];
        if track.keys.len() == 1 && track.taken.is_none() && track.put.is_none() {
            out.put(Mark::Use(symbol, Some(place), None));
            return;
        }
        out.add(Mark::Open(Some(place), Ink::SAME));
        if track.put.is_some() {
            // A viewer without animation shows the start.
            out.add("<g opacity=\"0\">");
        }
        out.put(Mark::Use(symbol, None, None));
        if track.keys.len() > 1 {
            let last = track.keys.last().map(|&(_, place)| (self.total, place));
            let keys = || track.keys.iter().copied().chain(last);
            let places: Vec<String> = keys().map(|(_, (x, y))| format!("{x} {y}")).collect();
            let times: Vec<String> = keys().map(|(time, _)| self.part(time)).collect();
            out.put(format!(
                "<animateTransform attributeName=\"transform\" type=\"translate\" values=\"{}\" keyTimes=\"{}\" {}/>",
                places.join(";"),
                times.join(";"),
                self.again()
            ));
        }
        if track.put.is_some() || track.taken.is_some() {
            let put = track.put.map(|put| [(0, 0), (put, 0), (put + FADE, 1)]);
            let taken = track.taken.map(|taken| [(taken, 1), (taken + FADE, 0)]);
            let begin = put.is_none().then_some((0, 1));
            let last = (self.total, u8::from(taken.is_none()));
            let keys =
                || begin.into_iter().chain(put.into_iter().flatten()).chain(taken.into_iter().flatten()).chain([last]);
            out.put(format!(
                "<animate attributeName=\"opacity\" values=\"{}\" keyTimes=\"{}\" {}/>",
                keys().map(|(_, value)| value.to_string()).collect::<Vec<_>>().join(";"),
                keys().map(|(time, _)| self.part(time)).collect::<Vec<_>>().join(";"),
                self.again()
            ));
        }
        if track.put.is_some() {
            out.add("</g>");
        }
        out.put(Mark::Close);
    }

    /// Round after round.
    fn again(&self) -> String {
        format!("dur=\"{}ms\" repeatCount=\"indefinite\"", self.total)
    }

    /// One caption at a time: that of the move under way or made last.
    fn captions(&self, out: &mut Picture, captions: &[String], extent: Extent) {
        let begins: Vec<u32> = std::iter::once(0).chain(self.begins.iter().copied()).collect();
        for (at, text) in captions.iter().enumerate() {
            let (from, end) = (begins[at], begins.get(at + 1).copied().unwrap_or(self.total));
            let hidden = if at == 0 { "" } else { " visibility=\"hidden\"" };
            let (values, times) = match (from, end) {
                (0, end) => ("visible;hidden", format!("0;{}", self.part(end))),
                (from, end) if end == self.total => ("hidden;visible", format!("0;{}", self.part(from))),
                (from, end) => ("hidden;visible;hidden", format!("0;{};{}", self.part(from), self.part(end))),
            };
            let animate = format!(
                "<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{values}\" keyTimes=\"{times}\" {}/>",
                self.again()
            );
            // A play without moves has nothing to take turns with.
            let animate = if captions.len() > 1 { animate } else { String::new() };
            out.add(format!("<g{hidden}><title>{}</title>", Escaped(text)));
            out.add(caption(text, extent));
            out.put(animate + "</g>");
        }
    }
}

impl Track {
    /// Follows these legs from a time on; returns the time of its arrival.
    fn follow(&mut self, legs: &[Leg], from: u32) -> u32 {
        let resting = self.keys.last().expect("it stands somewhere").1;
        self.keys.push((from, resting));
        let mut now = from;
        for leg in legs {
            let (time, count) = if leg.control.is_some() { (HOP, 10) } else { (STEP, 6) };
            for (at, place) in (1..).zip(eased(*leg, count)) {
                self.keys.push((now + time * at / count as u32, place));
            }
            now += time;
        }
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::scene::{Frame, Outline, PieceForm, Scene, Spot, Tint};

    #[test]
    fn pieces_are_slow_at_both_ends() {
        let places: Vec<Point> = eased(Leg::new((0, 0), (100, 0), true), 4).collect();
        assert_eq!(places, [(16, 0), (50, 0), (84, 0), (100, 0)]);
    }

    #[test]
    fn times_are_parts_of_the_whole() {
        let timeline = Timeline { tracks: Vec::new(), begins: Vec::new(), total: 8000 };
        assert_eq!([0, 1, 4000, 8000].map(|time| timeline.part(time)), ["0", "0.00012", "0.5", "1"]);
    }

    /// A piece that is taken fades, also when it moved before.
    #[test]
    fn pieces_keep_their_tracks() {
        let row = |labels: &str| {
            let tint =
                |label| [(Tint::Dark, 'b'), (Tint::Light, 'w')].iter().find(|pair| pair.1 == label).map(|pair| pair.0);
            let spot = |label: char| Spot { label: label.into(), tint: tint(label).unwrap_or(Tint::Vacant) };
            Scene { rows: vec![labels.chars().map(spot).collect()], spaced: false }
        };
        let frame = |text: &str, path, labels| Frame { text: text.into(), path, scene: row(labels) };
        let frames = vec![frame("1-2", vec![0, 1], "_bbw"), frame("4-3", vec![3, 2], "_bw_")];
        let film = Film { outline: Outline::rows(4, 4, PieceForm::Disc), start: row("bwbw"), frames };
        let stage = DrawnBoard::new(&film.outline, [&film.start]).unwrap();
        let timeline = Timeline::of(&stage, &film, &Limits::DEFAULT).unwrap();
        let taken: Vec<bool> = timeline.tracks.iter().map(|track| track.taken.is_some()).collect();
        assert_eq!(taken, [false, true, true, false]);
        assert_eq!(timeline.tracks[0].keys.last().unwrap().1, (100, 0));
        assert_eq!(timeline.total, FIRST + 2 * STEP + REST + LAST);
    }
}
