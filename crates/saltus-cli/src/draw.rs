//! `saltus draw`.

mod names;

use std::fmt;
use std::io::{self, IsTerminal as _};
use std::path::Path;

use crate::families;
use clap::ValueEnum as _;
use dashu_int::UBig;
use saltus::answers::Answers;
use saltus::draw::{CannotDraw, Picture, Size, animation, board, film, raster, text};
use saltus::limits::Stop;
use saltus::plan::Style;
use saltus::record::Status;
use saltus::scene::{Film, View};
use saltus::verdict::Outcome;
use serde::de::{Deserializer, SeqAccess, Visitor};

use crate::args::{Draw, Range, Shape, Type};
use crate::commands::no_picture;
use crate::exit::{Code, Done, Early};
use crate::solve::{Title, counted, made, passed, pieces, praise};
use crate::{Session, batch, files, input};

/// Ranges begin no later than here: each move before is made.
const LAST_FIRST: u64 = 100_000;

/// The number of moves before a range that are made at once.
const AT_ONCE: u64 = 200;

pub fn run(session: &mut Session, args: &Draw) -> Done {
    if let Some(lesson) = &args.sheet {
        return sheet(session, args, lesson);
    }
    #[cfg(feature = "by-name")]
    if !args.trace.is_empty() {
        return trace(session, args);
    }
    let wanted = wanted(args).map_err(Early::usage)?;
    let instance = &*batch::instance_of(session, &args.words)?;
    let drawn = picture(session, instance, args, wanted);
    session.clear_progress();
    match drawn {
        Ok(bytes) => files::place(session, &args.output, |out| out.write_all(&bytes)),
        Err(Undrawn::Bad(why)) => Err(Early::unfit(instance, why)),
        Err(Undrawn::File(why)) => Err(Early::Fault(why, Code::IO)),
        Err(Undrawn::Unsolvable(because)) => {
            let told = format!("{}: unsolvable: {because}", Title(instance));
            no_picture(session, instance, told, (Status::Unsolvable, &because, Code::UNSOLVABLE))
        }
        Err(Undrawn::Stop(stop)) => {
            let told = format!("{}: {stop}", Title(instance));
            no_picture(session, instance, told, (Status::GaveUp, &stop.to_string(), Code::stopped(stop)))
        }
    }
}

/// What searches expanded, as a chart.
#[cfg(feature = "by-name")]
fn trace(session: &mut Session, args: &Draw) -> Done {
    match args.kind.or_else(|| named(&args.output)) {
        Some(Type::Svg) => crate::trace::draw(session, args, &args.trace),
        None if args.output.as_os_str() == "-" => crate::trace::draw(session, args, &args.trace),
        _ => Err(Early::usage("a trace is drawn as SVG: -o FILE.svg, or --as svg")),
    }
}

/// A lesson as a worksheet.
#[cfg(feature = "serve")]
fn sheet(session: &mut Session, args: &Draw, lesson: &Path) -> Done {
    if args.kind.or_else(|| named(&args.output)) != Some(Type::Pdf) {
        return Err(Early::usage("a worksheet is a PDF: -o FILE.pdf, or --as pdf"));
    }
    let text = crate::site::text(lesson)?;
    let pages = saltus_api::print(families::all(), &text, args.link.as_deref(), &session.limits());
    session.clear_progress();
    let wrong = |why: &dyn fmt::Display, code| Early::Fault(format!("{}: {why}", lesson.display()), code);
    let pages = pages
        .map_err(|(kind, why)| wrong(&why, if kind == saltus_api::Kind::Bug { Code::BUG } else { Code::BAD_INPUT }))?;
    let bytes = saltus::draw::pdf(&pages).map_err(|why| wrong(&why, Code::BAD_INPUT))?;
    files::place(session, &args.output, |out| out.write_all(&bytes))
}

#[cfg(not(feature = "serve"))]
fn sheet(session: &mut Session, _: &Draw, _: &Path) -> Done {
    Ok(crate::without(session, "worksheets", "serve"))
}

/// What is drawn, and how it is written, as the flags and the name of the file say.
fn wanted(args: &Draw) -> Result<(Shape, Type), String> {
    let kind = match args.kind.or_else(|| named(&args.output)) {
        Some(kind) => kind,
        // Who looks at a terminal wants no markup.
        None if args.output.as_os_str() == "-" && args.shape.is_none() && io::stdout().is_terminal() => Type::Txt,
        None if args.output.as_os_str() == "-" => Type::Svg,
        None => {
            let file = args.output.display();
            return Err(format!(
                "{file}: its name ends neither in .svg nor .pdf, .png, .gif or .txt; --as says what it is"
            ));
        }
    };
    let shape = args.shape.unwrap_or(match kind {
        Type::Gif => Shape::Animation,
        Type::Svg | Type::Pdf | Type::Png if args.range.is_some() => Shape::Film,
        Type::Svg | Type::Pdf | Type::Png | Type::Txt => Shape::Board,
    });
    if let Some(why) = meaningless(args, shape, kind) {
        return Err(why.into());
    }
    if matches!(kind, Type::Png | Type::Gif) {
        raster::available().map_err(|why| why.to_string())?;
    }
    names::misplaced(args, shape, kind)?;
    Ok((shape, kind))
}

/// What flags ask for that would not be got, in a sentence.
fn meaningless(args: &Draw, shape: Shape, kind: Type) -> Option<&'static str> {
    if kind == Type::Txt && shape != Shape::Board {
        Some("a .txt holds a board; `saltus solve` writes a play as text")
    } else if shape == Shape::Animation && !matches!(kind, Type::Gif | Type::Svg) {
        Some("an animation is written as .svg or .gif")
    } else if kind == Type::Gif && shape != Shape::Animation {
        Some("a .gif is an animation; boards and film strips are written as .svg, .pdf or .png")
    } else if args.range.is_some() && shape == Shape::Board {
        Some("--range goes with film strips and animations; --at I chooses a board")
    } else if args.at.is_some() && shape != Shape::Board {
        Some("--at goes with a board; --range A..B chooses moves of film strips and animations")
    } else if args.cell.is_some() && kind == Type::Txt {
        Some("--cell goes with pictures: text has no pixels")
    } else if args.view.is_some() && (shape != Shape::Board || kind == Type::Txt) {
        Some("--view goes with the picture of a board")
    } else {
        None
    }
}

/// The type that a file's name ends in.
fn named(file: &Path) -> Option<Type> {
    Type::from_str(file.extension()?.to_str()?, true).ok()
}

/// Why there is no picture.
enum Undrawn {
    Bad(String),
    File(String),
    Unsolvable(String),
    Stop(Stop),
}

impl From<CannotDraw> for Undrawn {
    fn from(why: CannotDraw) -> Self {
        match why {
            CannotDraw::Unfit(why) => Undrawn::Bad(why),
            CannotDraw::Stop(stop) => Undrawn::Stop(stop),
        }
    }
}

impl From<String> for Undrawn {
    fn from(why: String) -> Self {
        Undrawn::Bad(why)
    }
}

fn picture(
    session: &Session,
    instance: &dyn Answers,
    args: &Draw,
    (shape, kind): (Shape, Type),
) -> Result<Vec<u8>, Undrawn> {
    let size = Size { cell: args.cell };
    let own_name = || instance.title().map_or_else(|| instance.to_string(), str::to_owned);
    let name = args.title.clone().unwrap_or_else(own_name);
    let called = names::of_pieces(instance, args)?;
    if shape == Shape::Board {
        let moved = position(session, instance, args)?;
        let instance = moved.as_deref().unwrap_or(instance);
        if let Some(view) = &args.view {
            let View { mut outline, scene, arrows } = instance.view(view).map_err(|bad| bad.to_string())?;
            outline.called = called;
            return written(session, &board::draw_with(&name, &outline, &scene, &arrows, size)?, kind);
        }
        let mut film = instance.play(&mut std::iter::empty())?.film;
        film.outline.called = called;
        return match kind {
            Type::Txt => Ok((text::draw(&film.start, false) + "\n").into_bytes()),
            _ => written(session, &board::draw(&name, &film.outline, &film.start, size)?, kind),
        };
    }
    let (mut film, first, summary) = part(session, instance, args, (shape, kind))?;
    film.outline.called = called;
    match (shape, kind) {
        (Shape::Film, _) => written(session, &film::strip(&name, &summary, &film, first, size)?, kind),
        (_, Type::Gif) => Ok(raster::gif(&film, first, size, &session.limits())?),
        _ => Ok(animation::animated(&name, &film, first, size, &session.limits())?.into_bytes()),
    }
}

/// A still picture in its type.
fn written(session: &Session, picture: &Picture, kind: Type) -> Result<Vec<u8>, Undrawn> {
    match kind {
        Type::Png => Ok(raster::png(picture, &session.limits())?),
        Type::Pdf => Ok(picture.pdf()?),
        _ => Ok(picture.svg().into_bytes()),
    }
}

/// The position that is asked for; none for the start.
fn position(session: &Session, instance: &dyn Answers, args: &Draw) -> Result<Option<Box<dyn Answers>>, Undrawn> {
    let at = args.at.clone();
    let moves = match (&args.moves, &at) {
        (None, None) => return Ok(None),
        (None, Some(at)) if at.is_zero() => return Ok(None),
        _ => Moves::of(session, instance, args)?,
    };
    let at = at.unwrap_or_else(|| moves.count());
    if at > moves.count() {
        return Err(format!("--at {at}: the play has only {}", counted(&moves.count(), "move", "moves")).into());
    }
    moves.skip(session, instance, &at)
}

/// A part of a play to be drawn, the number of its first move, and what it comes to.
fn part(
    session: &Session,
    instance: &dyn Answers,
    args: &Draw,
    (shape, kind): (Shape, Type),
) -> Result<(Film, u64, String), Undrawn> {
    let moves = Moves::of(session, instance, args)?;
    let all = moves.count();
    let whole = Range { first: UBig::ONE, last: None };
    let Range { first, last } = args.range.clone().unwrap_or(whole);
    if first > all.clone().max(UBig::ONE) {
        return Err(format!("--range: the play has only {}", counted(&all, "move", "moves")).into());
    }
    let last = last.map_or(all.clone(), |last| last.min(all.clone()));
    let after = first - UBig::ONE;
    let (most, what) = match (shape, kind) {
        (Shape::Film, _) => (film::MOST_MOVES, "a film strip"),
        (_, Type::Gif) => (raster::MOST_MOVES, "a GIF"),
        _ => (animation::MOST_MOVES, "an animation"),
    };
    let count = &last - &after;
    if count > UBig::from(most) {
        return Err(CannotDraw::moves(count, what, most).into());
    }
    // What is to be seen of a cell takes about so much, in each of the boards.
    let cells = u64::try_from(instance.size()).unwrap_or(u64::MAX);
    let boards = u64::try_from(count.clone()).expect("no more than have room") + 1;
    session.limits().afford(cells.saturating_mul(80 * boards)).map_err(Undrawn::Stop)?;
    let begin = moves.skip(session, instance, &after)?;
    let texts = moves.between(&after, &last);
    let played = begin.as_deref().unwrap_or(instance).play(&mut texts.iter().map(String::as_str))?;
    let summary = if count == all {
        moves.summary(instance, played.left)
    } else {
        format!("moves {} to {last} of {all}", &after + UBig::ONE)
    };
    let first = u64::try_from(after).expect("no later than ranges begin") + 1;
    Ok((played.film, first, summary))
}

/// The moves of a list, each on a line of its own or an empty one before it.
fn listed(moves: &str) -> String {
    moves.replace([' ', ',', '\t', '\r'], "\n")
}

/// Moves on lines: there may be more of them than strings have room.
fn words(moves: &str) -> impl Iterator<Item = &str> {
    moves.split('\n').filter(|word| !word.is_empty())
}

/// The moves that a file lists, or those of the puzzle's record there.
fn kept(session: &Session, instance: &dyn Answers, file: &str) -> Result<String, Undrawn> {
    let bytes = input::whole(Path::new(file), session.longest_input());
    let bytes = bytes.map_err(|error| Undrawn::File(format!("{file}: {error}")))?;
    let bytes = bytes.ok_or_else(|| format!("--moves: {file} is longer than half of the memory limit"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("--moves: {file} is not valid UTF-8"))?;
    if !text.trim_start().starts_with('{') {
        return Ok(listed(&text));
    }
    let name = instance.to_string();
    let record = text.lines().filter_map(|line| serde_json::from_str::<Kept>(line).ok()).find(|record| {
        // The line need not be the canonical one.
        record.puzzle == name || families::parse(&record.puzzle).is_ok_and(|other| other.to_string() == name)
    });
    Ok(record.ok_or_else(|| format!("--moves: {file} has no record of this puzzle with its moves"))?.moves)
}

/// What is read of a record.
#[derive(serde::Deserialize)]
struct Kept {
    puzzle: String,
    #[serde(deserialize_with = "lines")]
    moves: String,
}

/// A list of words as lines.
fn lines<'de, D: Deserializer<'de>>(words: D) -> Result<String, D::Error> {
    struct Lines;
    impl<'de> Visitor<'de> for Lines {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of moves")
        }

        fn visit_seq<S: SeqAccess<'de>>(self, mut words: S) -> Result<String, S::Error> {
            let mut lines = String::new();
            while let Some(word) = words.next_element::<String>()? {
                lines += &word;
                lines.push('\n');
            }
            Ok(lines)
        }
    }
    words.deserialize_seq(Lines)
}

/// The moves to be drawn: given, or of a solution.
enum Moves {
    /// On lines.
    Given(String),
    Solved {
        plan: Box<dyn saltus::plan::Plan + Send>,
        is_optimal: bool,
    },
}

impl Moves {
    fn of(session: &Session, instance: &dyn Answers, args: &Draw) -> Result<Self, Undrawn> {
        if let Some(moves) = &args.moves {
            return match moves.strip_prefix('@') {
                None => Ok(Moves::Given(listed(moves))),
                Some(file) => Ok(Moves::Given(kept(session, instance, file)?)),
            };
        }
        let verdict = passed(instance, &session.limits());
        let is_optimal = verdict.optimal();
        match verdict.outcome {
            Outcome::Solved { plan, .. } => Ok(Moves::Solved { plan, is_optimal }),
            Outcome::Unsolvable { because } => Err(Undrawn::Unsolvable(because)),
            Outcome::GaveUp { stop, .. } => Err(Undrawn::Stop(stop)),
        }
    }

    fn count(&self) -> UBig {
        match self {
            Moves::Given(moves) => UBig::from(words(moves).count()),
            Moves::Solved { plan, .. } => plan.moves(),
        }
    }

    /// The moves after the first number, up to and with the second.
    fn between(&self, after: &UBig, last: &UBig) -> Vec<String> {
        match self {
            Moves::Given(moves) => {
                let [after, last] = [after, last].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
                words(moves).take(last).skip(after).map(str::to_owned).collect()
            }
            Moves::Solved { plan, .. } => {
                let mut text = Vec::new();
                plan.write(after, last, Style::LINES, &mut text).expect("a vector takes all");
                String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
            }
        }
    }

    /// The position after a number of moves; none for the start.
    fn skip(
        &self,
        session: &Session,
        instance: &dyn Answers,
        count: &UBig,
    ) -> Result<Option<Box<dyn Answers>>, Undrawn> {
        if *count > UBig::from(LAST_FIRST) {
            return Err(format!(
                "pictures begin no later than after move {LAST_FIRST}; saltus show --at draws any board as text"
            )
            .into());
        }
        let (mut now, mut made) = (None::<Box<dyn Answers>>, UBig::ZERO);
        while made < *count {
            session.limits().spend(0, 0).map_err(Undrawn::Stop)?;
            let next = (&made + UBig::from(AT_ONCE)).min(count.clone());
            let texts = self.between(&made, &next);
            let played = now.as_deref().unwrap_or(instance).play(&mut texts.iter().map(String::as_str))?;
            now = Some(families::parse(&played.line).expect("the line of a position names it"));
            made = next;
        }
        Ok(now)
    }

    /// How long the play is, and how good.
    fn summary(&self, instance: &dyn Answers, left: Option<u64>) -> String {
        let (moves, best) = match self {
            Moves::Solved { plan, is_optimal } => (made(&**plan), Some(praise(&**plan)).filter(|_| *is_optimal)),
            Moves::Given(_) => (counted(&self.count(), "move", "moves"), None),
        };
        let pieces = left.map_or(String::new(), |left| format!(", {} left", pieces(instance, &left.into())));
        let praise = best.map_or(String::new(), |best| format!(", {best}"));
        format!("{moves}{pieces}{praise}")
    }
}
