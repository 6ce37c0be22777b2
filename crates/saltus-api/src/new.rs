//! New puzzles of a material, as `saltus new` makes them.

use std::num::NonZeroUsize;

use saltus::generate::{Failure, Maker, Wanted, material};
use saltus::lesson;
use saltus::limits::Limits;
use saltus::notation::Range;
use saltus::record::{Status, Whole};
use saltus::registry::Registry;
use serde::{Deserialize, Serialize};

use crate::puzzle;
use crate::reply::{Fault, Reply};
use crate::search::Narrower;

/// At most this many puzzles are made for one request.
const MOST: usize = 60;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a condition that goes with any other")]
pub(crate) struct Asked {
    /// A line of notation.
    line: String,
    /// The moves of a shortest play, or what they cost where some cost nothing, or the pieces left where these count: a number or a range, such as `3..9`.
    #[serde(default)]
    length: Option<String>,
    /// Of how many random plays one is a shortest one: a number or a range.
    #[serde(default)]
    luck: Option<String>,
    /// Only one first move begins a shortest play.
    #[serde(default)]
    unique_first: bool,
    /// No move along its shortest play loses.
    #[serde(default)]
    no_losing: bool,
    /// The longest that there are, or of those that are tried.
    #[serde(default)]
    hardest: bool,
    /// Pieces are left out as long as the length stays (definitions, Clobber).
    #[serde(default)]
    minimal: bool,
    /// How many puzzles, at most 60; without it, one.
    #[serde(default)]
    count: Option<NonZeroUsize>,
    /// The same seed makes the same puzzles.
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    limits: Narrower,
}

/// A new puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "NewPuzzle"))]
pub(crate) struct MadeShown {
    line: String,
    length: Whole,
}

/// New puzzles.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Made {
    /// `unsolvable`: there is no such puzzle, or no other one; `gave-up`: none was found.
    #[cfg_attr(test, schemars(extend("enum" = ["answered", "unsolvable", "gave-up"])))]
    status: &'static str,
    seed: u64,
    puzzles: Vec<MadeShown>,
    /// Why there are fewer than were wanted.
    because: Option<String>,
    /// The puzzles as a lesson (docs/lessons.md).
    lesson: String,
}

pub(crate) fn new(families: &Registry, asked: &Asked, granted: &Limits<'_>) -> Result<Reply, Fault> {
    let limits = &asked.limits.of(granted)?;
    let range = |text: &Option<String>, name: &str| {
        let read = text.as_deref().map(Range::or_one).transpose();
        read.map_err(|why| Fault::bad(format!("{name}: {why}")))
    };
    let count = asked.count.map_or(1, NonZeroUsize::get);
    if count > MOST {
        return Err(Fault::too_much(format!("{count} puzzles are too many for one request; it makes {MOST}")));
    }
    let wanted = Wanted {
        length: range(&asked.length, "length")?,
        luck: range(&asked.luck, "luck")?,
        unique_first: asked.unique_first,
        no_losing: asked.no_losing,
        hardest: asked.hardest,
        minimal: asked.minimal,
        count,
        ..Wanted::default()
    };
    let (line, own) = material(families, &asked.line);
    let seed = own.unwrap_or(asked.seed);
    let instance = puzzle::material(families, &line)?;
    let mut text = lesson::begin(&lesson::title(&*instance, &line), count, seed);
    let mut puzzles = Vec::new();
    let made = Maker::new(families, (&line, &*instance), &wanted, limits, seed).and_then(|maker| {
        maker.make(&mut |made| {
            let line = made.short(families, &line);
            text += &lesson::chapter(puzzles.len() + 1, &line);
            puzzles.push(MadeShown { line, length: made.length.into() });
            Ok(())
        })
    });
    let (status, because) = match made {
        Ok(()) => (Status::Answered, None),
        Err(Failure::None(why)) => (Status::Unsolvable, Some(why)),
        Err(Failure::NotFound(why)) => (Status::GaveUp, Some(why)),
        Err(Failure::Stop(stop)) => (Status::GaveUp, Some(stop.to_string())),
        Err(Failure::Unfit(why)) => return Err(Fault::bad(why)),
        Err(Failure::Refuted(refuted)) => return Err(refuted.into()),
        Err(Failure::Output(_)) => unreachable!("memory takes what is written"),
    };
    Ok(Reply::json(&Made { status: status.word(), seed, puzzles, because, lesson: text }))
}
