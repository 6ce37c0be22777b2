//! Positions: what is to be seen of them, and what can be done.

use std::cell::Cell;

use saltus::answers::{Answers, Choice, Material, Play};
use saltus::draw::text;
use saltus::record::{self, Origin, Status};
use saltus::registry::Registry;
use saltus::scene::{CellForm, Frame, Outline, PieceForm, Scene, Spot, Tint, Told};
use serde::{Deserialize, Serialize};

use crate::puzzle::board;
use crate::reply::{Fault, Kind, Reply, held};

/// The greatest number of cells that a play shows: all of its first position, and those that its moves change.
const MOST_SHOWN: usize = 250_000;
/// What a picture shows is found by looking at every cell after every move, at this many in all.
const MOST_LOOKED_AT: usize = 1 << 24;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// A line of notation.
    pub(crate) line: String,
    #[serde(default)]
    /// Moves that are made.
    pub(crate) moves: Vec<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrangement {
    /// A line of notation.
    line: String,
    /// What stands on each cell.
    labels: Vec<String>,
    #[serde(default)]
    /// Whose turn it is.
    turn: Option<String>,
}

/// A puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Arranged {
    line: String,
}

/// What does not change in play.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Outline"))]
pub(crate) struct OutlineShown<'a> {
    cells: CellForm,
    pieces: PieceForm,
    /// In thousandths of the distance between neighbours, right and down.
    places: &'a [(i32, i32)],
    names: &'a [String],
    /// Cells that are joined.
    links: &'a [(u32, u32)],
    marked: &'a [u32],
    walls: &'a [(i32, i32)],
    told: Option<Told>,
}

/// A move, and what stands after it on the cells that it changes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Frame"))]
pub(crate) struct FrameShown {
    text: String,
    path: Vec<u32>,
    /// The cells that the move changes, and what is on them then.
    changes: Vec<(usize, String, Tint)>,
}

/// A move, and the cells that its piece comes to.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Choice"))]
pub(crate) struct ChoiceShown<'a> {
    text: &'a str,
    path: &'a [u32],
}

/// A play: its start, what its moves change, and the moves that may follow.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Play"))]
pub(crate) struct PlayShown<'a> {
    /// The canonical line of the start.
    start: String,
    /// The line of the position after the moves.
    line: &'a str,
    outline: OutlineShown<'a>,
    scene: Vec<&'a Spot>,
    frames: Vec<FrameShown>,
    turn: Option<&'a str>,
    over: bool,
    /// Pieces left, where these count.
    left: Option<u64>,
    choices: Vec<ChoiceShown<'a>>,
    /// What may stand on a cell.
    palette: &'a [Spot],
    goal: Option<Vec<&'a Spot>>,
    /// What pieces are called that count: one, several.
    pieces: Option<[&'static str; 2]>,
}

pub(crate) fn play(families: &Registry, Asked { line, moves }: &Asked) -> Result<Reply, Fault> {
    let instance = board(families, line)?;
    let mut scene = begin(&*instance)?.film.start;
    let (mut frames, mut shown) = (Vec::new(), scene.spots().count());
    let play = followed(&*instance, moves, |Frame { text, path, scene: after }| {
        let changes = changes(&scene, &after);
        shown += changes.len();
        frames.push(FrameShown { text, path, changes });
        scene = after;
        shown <= MOST_SHOWN
    })?;
    let material = instance.material().map_err(|too_large| Fault::too_much(too_large.to_string()))?;
    Ok(Reply::json(&shown_as(&*instance, &play, frames, &material)))
}

/// The record of `saltus show --format json`.
pub(crate) fn show(families: &Registry, Asked { line, moves }: &Asked) -> Result<Reply, Fault> {
    let instance = board(families, line)?;
    let mut scene = begin(&*instance)?.film.start;
    followed(&*instance, moves, |frame| {
        scene = frame.scene;
        true
    })?;
    let after_move = (!moves.is_empty()).then(|| moves.len().into());
    let shown = record::Show { after_move, board: &text::draw(&scene, false) };
    let (about, origin) = (&*instance, Origin::default());
    let about = record::Puzzle::new(&about, &origin);
    Ok(Reply::new(Kind::Json, held(|out| record::write(out, "show", &about, Status::Answered, &shown))?))
}

/// An instance before its first move.
pub(crate) fn begin(instance: &dyn Answers) -> Result<Play, Fault> {
    instance.play(&mut std::iter::empty()).map_err(Fault::too_much)
}

/// Makes moves, if they are not too many; `visit` says whether more may follow.
pub(crate) fn followed(
    instance: &dyn Answers,
    moves: &[String],
    mut visit: impl FnMut(Frame) -> bool,
) -> Result<Play, Fault> {
    let cells = usize::try_from(&instance.size()).expect("few, as has been asked");
    let most = MOST_LOOKED_AT / cells.max(1);
    let (begun, goes_on) = (Cell::new(0), Cell::new(moves.len() <= most));
    let mut texts =
        moves.iter().map(String::as_str).take_while(|_| goes_on.get()).inspect(|_| begun.set(begun.get() + 1));
    let play = instance.follow(&mut texts, &mut |frame| goes_on.set(visit(frame)));
    let play = play.map_err(|fault| Fault::bad(fault).after(begun.get().max(1) - 1))?;
    if begun.get() < moves.len() {
        let fewer = if begun.get() == 0 { most } else { begun.get() - 1 };
        return Err(Fault::too_much(format!("{} moves are too many; on this board {fewer} can be shown", moves.len())));
    }
    Ok(play)
}

/// The cells that differ between two positions, as the second has them.
fn changes(before: &Scene, after: &Scene) -> Vec<(usize, String, Tint)> {
    let cells = before.spots().zip(after.spots()).enumerate();
    let changed = cells.filter(|(_, (before, after))| before != after);
    changed.map(|(cell, (_, after))| (cell, after.label.clone(), after.tint)).collect()
}

fn shown_as<'a>(
    instance: &dyn Answers,
    play: &'a Play,
    frames: Vec<FrameShown>,
    material: &'a Material,
) -> PlayShown<'a> {
    PlayShown {
        start: instance.to_string(),
        line: &play.line,
        outline: outline(&play.film.outline, instance.told()),
        scene: play.film.start.spots().collect(),
        frames,
        turn: play.turn.as_deref(),
        over: play.is_over,
        left: play.left,
        choices: play.choices.iter().map(|Choice { text, path, .. }| ChoiceShown { text, path }).collect(),
        palette: &material.palette,
        goal: material.goal.as_ref().map(|goal| goal.spots().collect()),
        pieces: instance.pieces(),
    }
}

fn outline(outline: &Outline, told: Option<Told>) -> OutlineShown<'_> {
    let Outline { cells, pieces, ref places, ref names, ref links, ref marked, ref walls, .. } = *outline;
    OutlineShown { cells, pieces, places, names, links, marked, walls, told }
}

pub(crate) fn arrange(families: &Registry, Arrangement { line, labels, turn }: &Arrangement) -> Result<Reply, Fault> {
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let instance = board(families, line)?.arranged(&labels, turn.as_deref())?;
    Ok(Reply::json(&Arranged { line: instance.to_string() }))
}
