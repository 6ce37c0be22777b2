//! One record of `saltus solve --format json`: a puzzle and a play, claimed to lead from its start to its goal.

use crate::chinese;
use crate::clobber;
use crate::number::natural;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse, resource};
use crate::play::Replay;
use crate::puzzle::Puzzle;
use dashu_int::UBig;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The keys that matter. Each may be there once: of two, readers that keep the first and readers that keep the
/// last would see different records. The length is kept as written, for it may be longer than 64 bits.
#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    puzzle: Option<Cow<'a, str>>,
    #[serde(borrow)]
    status: Option<Cow<'a, str>>,
    #[serde(borrow)]
    length: Option<&'a RawValue>,
    /// What Clobber is about: how many pawns are left.
    #[serde(borrow)]
    value: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Option<Vec<&'a str>>,
}

/// The claim and the puzzle, if the moves of the record are such a play.
pub(crate) fn verify(line: &str, limits: &Limits) -> Checked<String> {
    // A move takes three bytes of the line at least, and 16 in the vector, up to thrice while that grows.
    limits.room(line.len() as u128 * 16, "the record")?;
    let record: Record<'_> = match serde_json::from_str(line) {
        Ok(record) => record,
        Err(error) => return refuse(error).at("record"),
    };
    let status = record.status.or_refuse("there is no `status`").at("record")?;
    if status != "solved" {
        let status = quote(&status);
        return resource(format_args!("an answer with the status {status} needs a certificate"));
    }
    let text = record.puzzle.or_refuse("there is no `puzzle`").at("record")?;
    let length = record.length.or_refuse("there is no `length`").at("record")?;
    let moves = record.moves.or_refuse("there is no `moves`").at("record")?;
    let length = natural(length.get()).at("length")?;
    let made = moves.len();
    let right = length == UBig::from(made);
    ensure(right, format_args!("{length} claimed, but there are {made} moves")).at("length")?;
    limits.count(&length)?;
    if clobber::is_named(&text) {
        let value = record.value.or_refuse("there is no `value`").at("record")?;
        return clobber::verify_record(&text, &moves, value.get(), limits);
    }
    if chinese::is_named(&text) {
        return chinese::verify_record(&text, &moves);
    }
    let puzzle = Puzzle::read(&text, limits).at("puzzle")?;
    replay(&puzzle, &moves, limits)?;
    Ok(format!("plan {length} {text}"))
}

fn replay(puzzle: &Puzzle, moves: &[&str], limits: &Limits) -> Checked<()> {
    let mut replay = Replay::new(puzzle, limits)?;
    for (index, text) in moves.iter().enumerate() {
        let from = puzzle.read_move(replay.board(), text).at(format_args!("move {}", index + 1))?;
        replay.leave(from)?;
    }
    replay.finish()
}
