//! Pictures: of positions, of plays, and of all positions there are.

use saltus::answers::{Answers, Play};
use saltus::draw::{self, CannotDraw, Picture, Size, animation, film, layered, raster};
use saltus::graph::Failure;
use saltus::limits::Limits;
use saltus::registry::Registry;
use serde::Deserialize;

use crate::play::{begin, followed};
use crate::puzzle::{Line, board};
use crate::reply::{Fault, Kind, Reply};

/// The greatest number of cells in all positions of a film together.
const MOST_CELLS: usize = 250_000;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// A line of notation.
    line: String,
    #[serde(default)]
    moves: Vec<String>,
    /// `svg` (the default) or `png` for the position after the moves; `film`, `animation` or `gif` for the play.
    #[serde(default, rename = "as")]
    #[cfg_attr(test, schemars(with = "String", extend("enum" = ["svg", "png", "film", "animation", "gif"])))]
    shape: Option<String>,
}

/// A position or a play as a file.
pub(crate) fn draw(
    families: &Registry,
    Asked { line, moves, shape }: &Asked,
    limits: &Limits<'_>,
) -> Result<Reply, Fault> {
    let shape = shape.as_deref().unwrap_or("svg");
    // The frames of a play are held, and those of a position are not.
    let play = match shape {
        "svg" | "png" => None,
        "gif" => Some(("a GIF", raster::MOST_MOVES)),
        "film" => Some(("a film strip", film::MOST_MOVES)),
        "animation" => Some(("an animation", animation::MOST_MOVES)),
        _ => return Err(Fault::bad("as= is one of svg, png, gif, film and animation")),
    };
    let instance = board(families, line)?;
    if let Some((what, most)) = play.filter(|(_, most)| moves.len() > *most) {
        return Err(Fault::too_much(format!("{} moves are too many for {what}; {most} have room", moves.len())));
    }
    let name = instance.to_string();
    let (mut frames, cells) = (Vec::new(), begin(&*instance)?.film.start.spots().count());
    let mut shown = followed(&*instance, moves, |frame| {
        if play.is_none() {
            frames.clear();
        }
        frames.push(frame);
        frames.len() * cells <= MOST_CELLS
    })?;
    shown.film.frames = frames;
    let (size, first) = (Size::default(), 1);
    Ok(match shape {
        "svg" => Reply::new(Kind::Svg, position(&shown, size)?.svg()).named("board.svg"),
        "png" => Reply::new(Kind::Png, raster::png(&position(&shown, size)?, limits)?).named("board.png"),
        "gif" => Reply::new(Kind::Gif, raster::gif(&shown.film, first, size, limits)?).named("play.gif"),
        "film" => {
            let summary = if moves.len() == 1 { "1 move".to_owned() } else { format!("{} moves", moves.len()) };
            Reply::new(Kind::Svg, film::strip(&name, &summary, &shown.film, first, size)?.svg()).named("film.svg")
        }
        _ => Reply::new(Kind::Svg, animation::animated(&name, &shown.film, first, size, limits)?).named("play.svg"),
    })
}

/// A card with the board of a line and words ([`draw::card`]), as PNG; none where it cannot be drawn or painted.
pub fn card(
    families: &Registry,
    line: &str,
    (name, title, lines): (&str, &str, &[&str]),
    ground: &'static str,
) -> Option<Vec<u8>> {
    let play = begin(&*board(families, line).ok()?).ok()?;
    let board = draw::board::draw("", &play.film.outline, &play.film.start, Size::default()).ok()?;
    raster::png(&draw::card::draw(&board, name, title, lines, ground), &Limits::default()).ok()
}

/// The board after all moves.
fn position(play: &Play, size: Size) -> Result<Picture, CannotDraw> {
    let scene = play.film.frames.last().map_or(&play.film.start, |frame| &frame.scene);
    draw::board::draw(&play.line, &play.film.outline, scene, size)
}

/// All positions that can be reached.
pub(crate) fn graph(families: &Registry, Line { line }: &Line, limits: &Limits<'_>) -> Result<Reply, Fault> {
    Ok(Reply::new(Kind::Svg, graph_of(&*board(families, line)?, limits)?))
}

fn graph_of(instance: &dyn Answers, limits: &Limits<'_>) -> Result<String, Fault> {
    const MOST: usize = layered::MOST_STATES;
    let too_many = || Fault::too_much(format!("more than {MOST} positions can be reached, too many to draw"));
    let graph = instance.graph(limits).map_err(|failure| match failure {
        Failure::TooMany => too_many(),
        Failure::Stop(stop) => Fault::too_much(format!("no graph: {stop}")),
    })?;
    if graph.nodes.len() > MOST {
        return Err(too_many());
    }
    Ok(layered::draw(&graph, Size::default())?.svg())
}
