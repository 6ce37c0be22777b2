//! Pictures: of positions, of plays, and of all positions there are.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract;
use axum::http::Uri;
use axum::response::Response;
use saltus::catalog::{Play, Subject};
use saltus::draw::{self, CannotDraw, Picture, Size, animation, film, layered, raster};
use saltus::graph::Failure;

use super::{asked, asked_or};
use crate::answer::{Fault, bytes, download};
use crate::server::State;
use crate::work::{Cost, board, within};

const SVG: &str = "image/svg+xml";

/// What is asked for.
#[derive(Clone, Copy)]
enum Shape {
    Board,
    Png,
    Gif,
    Film,
    Animation,
}

impl Shape {
    fn named(name: &str) -> Result<Self, Fault> {
        Ok(match name {
            "svg" => Shape::Board,
            "png" => Shape::Png,
            "gif" => Shape::Gif,
            "film" => Shape::Film,
            "animation" => Shape::Animation,
            _ => return Err(Fault::bad("as= is one of svg, png, gif, film and animation")),
        })
    }

    /// What pictures of plays are called, and their most moves; none for a position, behind however many moves.
    fn most_moves(self) -> Option<(&'static str, usize)> {
        match self {
            Shape::Board | Shape::Png => None,
            Shape::Gif => Some(("a GIF", raster::MOST_MOVES)),
            Shape::Film => Some(("a film strip", film::MOST_MOVES)),
            Shape::Animation => Some(("an animation", animation::MOST_MOVES)),
        }
    }
}

impl From<CannotDraw> for Fault {
    fn from(why: CannotDraw) -> Self {
        Fault::too_much(why.to_string())
    }
}

/// A position or a play as a file.
pub(super) async fn draw(extract::State(state): extract::State<Arc<State>>, uri: Uri) -> Result<Response, Fault> {
    let line = asked(&uri, "line")?;
    let moves = asked_or(&uri, "moves", "")?;
    let shape = Shape::named(&asked_or(&uri, "as", "svg")?)?;
    within(&state.admission.pictures, move |_| drawn(&*board(&line)?, &moves, shape)).await
}

fn drawn(subject: &dyn Subject, moves: &str, shape: Shape) -> Result<Response, Fault> {
    let moves: Vec<&str> = moves.split([',', ' ']).filter(|mv| !mv.is_empty()).collect();
    if let Some((what, most)) = shape.most_moves().filter(|(_, most)| moves.len() > *most) {
        return Err(Fault::too_much(format!("{} moves are too many for {what}; {most} have room", moves.len())));
    }
    let name = subject.to_string();
    let play = super::play::made(subject, &moves)?;
    let size = Size::default();
    let first = 1;
    Ok(match shape {
        Shape::Board => download(SVG, "board.svg", position(&play, size)?.svg()),
        Shape::Png => download("image/png", "board.png", raster::png(&position(&play, size)?)?),
        Shape::Gif => download("image/gif", "play.gif", raster::gif(&play.film, first, size)?),
        Shape::Film => {
            let summary = if moves.len() == 1 { "1 move".to_owned() } else { format!("{} moves", moves.len()) };
            download(SVG, "film.svg", film::strip(&name, &summary, &play.film, first, size)?.svg())
        }
        Shape::Animation => download(SVG, "play.svg", animation::animated(&name, &play.film, first, size)?),
    })
}

/// The board behind all moves.
fn position(play: &Play, size: Size) -> Result<Picture, CannotDraw> {
    let scene = play.film.frames.last().map_or(&play.film.start, |frame| &frame.scene);
    draw::board::draw(&play.line, &play.film.outline, scene, size)
}

/// All positions that can be reached.
pub(super) async fn graph(extract::State(state): extract::State<Arc<State>>, uri: Uri) -> Result<Response, Fault> {
    let line = asked(&uri, "line")?;
    within(&state.admission.moderate, move |lost| Ok(bytes(SVG, graph_of(&*board(&line)?, lost)?))).await
}

fn graph_of(subject: &dyn Subject, lost: &AtomicBool) -> Result<String, Fault> {
    const MOST: usize = layered::MOST_STATES;
    let too_many = || Fault::too_much(format!("more than {MOST} positions can be reached, too many to draw"));
    let graph = subject.graph(&Cost::HINT.limits(lost)).map_err(|failure| match failure {
        Failure::TooMany => too_many(),
        Failure::Stop(stop) => Fault::too_much(format!("no graph: {stop}")),
    })?;
    if graph.nodes.len() > MOST {
        return Err(too_many());
    }
    Ok(layered::svg(&graph, Size::default())?)
}
