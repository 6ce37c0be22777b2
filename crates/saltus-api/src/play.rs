//! Positions: what is to be seen of them, and what can be done.

use saltus::answers::{Answers, Choice, Material, Play};
use saltus::registry::Registry;
use saltus::scene::{CellForm, Outline, PieceForm, Scene, Spot, Tint};
use serde::{Deserialize, Serialize};

use crate::puzzle::board;
use crate::reply::{Fault, Reply};

/// A play shows so many cells in all its positions together.
const MOST_SHOWN: usize = 250_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    line: String,
    #[serde(default)]
    moves: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrangement {
    line: String,
    labels: Vec<String>,
    #[serde(default)]
    turn: Option<String>,
}

#[derive(Serialize)]
struct Arranged {
    line: String,
}

#[derive(Serialize)]
struct SpotShown<'a> {
    label: &'a str,
    tint: &'static str,
}

#[derive(Serialize)]
struct OutlineShown<'a> {
    cells: &'static str,
    pieces: &'static str,
    places: &'a [(i32, i32)],
    names: &'a [String],
    links: &'a [(u32, u32)],
    marked: &'a [u32],
    walls: &'a [(i32, i32)],
}

#[derive(Serialize)]
struct FrameShown<'a> {
    text: &'a str,
    path: &'a [u32],
    scene: Vec<SpotShown<'a>>,
}

#[derive(Serialize)]
struct ChoiceShown<'a> {
    text: &'a str,
    path: &'a [u32],
}

#[derive(Serialize)]
struct PlayShown<'a> {
    start: String,
    line: &'a str,
    outline: OutlineShown<'a>,
    scene: Vec<SpotShown<'a>>,
    frames: Vec<FrameShown<'a>>,
    turn: Option<&'a str>,
    over: bool,
    left: Option<u64>,
    choices: Vec<ChoiceShown<'a>>,
    palette: Vec<SpotShown<'a>>,
    goal: Option<Vec<SpotShown<'a>>>,
    pieces: Option<[&'static str; 2]>,
}

pub(crate) fn play(families: &Registry, Asked { line, moves }: &Asked) -> Result<Reply, Fault> {
    let instance = board(families, line)?;
    let play = made(&*instance, moves)?;
    let material = instance.material().map_err(|too_large| Fault::too_much(too_large.to_string()))?;
    Ok(Reply::json(&shown(&*instance, &play, &material)))
}

/// Makes moves, if they are not too many.
pub(crate) fn made(instance: &dyn Answers, moves: &[String]) -> Result<Play, Fault> {
    let cells = usize::try_from(&instance.size()).expect("few, as has been asked");
    let most = MOST_SHOWN / cells.max(1);
    if moves.len() > most {
        return Err(Fault::too_much(format!("{} moves are too many; on this board {most} can be shown", moves.len())));
    }
    let mut begun = 0;
    let play = instance.play(&mut moves.iter().map(String::as_str).inspect(|_| begun += 1));
    play.map_err(|fault| Fault::bad(fault).after(begun.max(1) - 1))
}

fn shown<'a>(instance: &dyn Answers, play: &'a Play, material: &'a Material) -> PlayShown<'a> {
    PlayShown {
        start: instance.to_string(),
        line: &play.line,
        outline: outline(&play.film.outline),
        scene: scene(&play.film.start),
        frames: play
            .film
            .frames
            .iter()
            .map(|frame| FrameShown { text: &frame.text, path: &frame.path, scene: scene(&frame.scene) })
            .collect(),
        turn: play.turn.as_deref(),
        over: play.is_over,
        left: play.left,
        choices: play.choices.iter().map(|Choice { text, path }| ChoiceShown { text, path }).collect(),
        palette: material.palette.iter().map(spot).collect(),
        goal: material.goal.as_ref().map(scene),
        pieces: instance.pieces(),
    }
}

fn outline(outline: &Outline) -> OutlineShown<'_> {
    OutlineShown {
        cells: match outline.cells {
            CellForm::Square => "square",
            CellForm::Hollow => "hollow",
            CellForm::Framed => "framed",
            CellForm::Hole => "hole",
        },
        pieces: match outline.pieces {
            PieceForm::Disc => "disc",
            PieceForm::Tile => "tile",
            PieceForm::Peg => "peg",
            PieceForm::Block => "block",
        },
        places: &outline.places,
        names: &outline.names,
        links: &outline.links,
        marked: &outline.marked,
        walls: &outline.walls,
    }
}

fn scene(scene: &Scene) -> Vec<SpotShown<'_>> {
    scene.spots().map(spot).collect()
}

fn spot(spot: &Spot) -> SpotShown<'_> {
    SpotShown { label: &spot.label, tint: tint(spot.tint) }
}

fn tint(tint: Tint) -> &'static str {
    match tint {
        Tint::Vacant => "vacant",
        Tint::Dark => "dark",
        Tint::Light => "light",
        Tint::Plain => "plain",
        Tint::Red => "red",
        Tint::Blue => "blue",
        Tint::Yellow => "yellow",
        Tint::Green => "green",
        Tint::Purple => "purple",
        Tint::Orange => "orange",
        Tint::Teal => "teal",
        Tint::Pink => "pink",
        Tint::Brown => "brown",
        Tint::Lime => "lime",
        Tint::Sky => "sky",
        Tint::Grey => "grey",
        Tint::Absent => "absent",
    }
}

pub(crate) fn arrange(families: &Registry, Arrangement { line, labels, turn }: &Arrangement) -> Result<Reply, Fault> {
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let instance = board(families, line)?.arranged(&labels, turn.as_deref())?;
    Ok(Reply::json(&Arranged { line: instance.to_string() }))
}
