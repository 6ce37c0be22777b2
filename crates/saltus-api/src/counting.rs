//! All shortest plays and all positions, counted and listed.

use std::io::{self, Write};

use dashu_int::UBig;
use saltus::answers::{Answers, CannotSurvey, Listing};
use saltus::limits::Limits;
use saltus::plan::{Plan, Style};
use saltus::record::{self, Status, Wanted};
use saltus::registry::Registry;
use serde::{Deserialize, Serialize};

use crate::hint::text;
use crate::puzzle::{parse, parse_any};
use crate::reply::{Fault, Kind, Reply, held};
use crate::search::{Asked, Narrower};

/// A reply has no more plays than this.
const MOST_PLAYS: u32 = 1000;
/// Nor more moves in all.
const MOST_MOVES: u64 = 100_000;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedList {
    /// A line of notation.
    line: String,
    #[serde(default)]
    limits: Narrower,
    /// The number of the first play, from 1 on.
    #[serde(default = "one")]
    from: u64,
    /// How many plays at most; no more than 1000.
    #[serde(default = "ten")]
    take: u32,
}

fn one() -> u64 {
    1
}

fn ten() -> u32 {
    10
}

/// Shortest plays.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "status")]
pub(crate) enum Listed {
    /// `total` has the digits of how many there are.
    Solved {
        total: String,
        plays: Vec<Vec<String>>,
    },
    Unsolvable {
        because: String,
    },
    GaveUp {
        because: String,
    },
}

pub(crate) fn count(families: &Registry, Asked { line, limits }: &Asked, granted: &Limits<'_>) -> Result<Reply, Fault> {
    let instance = parse(families, line)?;
    let count = instance.count(&limits.of(granted)?);
    Ok(Reply::new(Kind::Json, held(|out| record::write_count(out, &*instance, &count, &Wanted::default()))?))
}

pub(crate) fn survey(
    families: &Registry,
    Asked { line, limits }: &Asked,
    granted: &Limits<'_>,
) -> Result<Reply, Fault> {
    let instance = parse_any(families, line)?;
    Ok(Reply::new(Kind::Json, held(surveyed(&*instance, &limits.of(granted)?)?)?))
}

/// What writes the record of `saltus survey --format json`.
pub(crate) fn surveyed<'a>(
    instance: &'a dyn Answers,
    limits: &Limits<'_>,
) -> Result<impl FnOnce(&mut dyn Write) -> io::Result<()> + use<'a>, Fault> {
    let survey = match instance.survey(limits) {
        Ok(survey) => Ok(survey),
        Err(CannotSurvey::Stop(stop)) => Err(stop.to_string()),
        Err(CannotSurvey::Storage(why)) => return Err(Fault::new(Kind::Bug, why)),
    };
    Ok(move |out: &mut dyn Write| match survey {
        Ok(survey) => record::write_survey(out, instance, &survey, &Wanted::default()),
        Err(why) => record::write_no_answer(out, ("survey", instance), (Status::GaveUp, &why), &Wanted::default()),
    })
}

pub(crate) fn list(families: &Registry, asked: &AskedList, granted: &Limits<'_>) -> Result<Reply, Fault> {
    let AskedList { line, limits, from, take } = asked;
    if *from == 0 || !(1..=MOST_PLAYS).contains(take) {
        return Err(Fault::bad(format!("plays count from 1, and 1 to {MOST_PLAYS} are listed at once")));
    }
    let instance = parse(families, line)?;
    let listed = match instance.list(&limits.of(granted)?) {
        Listing::Unsolvable(because) => Listed::Unsolvable { because },
        Listing::GaveUp(stop) => Listed::GaveUp { because: stop.to_string() },
        Listing::Solutions(solutions) => {
            let mut plays: Vec<Vec<String>> = Vec::new();
            let mut fault = None;
            let visited = solutions.visit(&UBig::from(from - 1), &mut |plan| {
                match words_of(plan, plays.len()) {
                    Ok(words) => plays.push(words),
                    Err(why) => fault = Some(why),
                }
                Ok(fault.is_none() && plays.len() < *take as usize)
            });
            visited.map_err(|error| Fault::new(Kind::Bug, error.to_string()))?;
            if let Some(fault) = fault {
                return Err(fault);
            }
            Listed::Solved { total: solutions.count().to_string(), plays }
        }
    };
    Ok(Reply::json(&listed))
}

/// The moves of a play that follows so many others.
fn words_of(plan: &dyn Plan, before: usize) -> Result<Vec<String>, Fault> {
    let moves = plan.moves();
    if &moves * UBig::from(before + 1) > UBig::from(MOST_MOVES) {
        return Err(Fault::too_much(format!("more than {MOST_MOVES} moves are not listed at once")));
    }
    plan.replay(&moves).map_err(|wrong| Fault::new(Kind::Bug, wrong.to_string()))?;
    let written = text(held(|out| plan.write(&UBig::ZERO, &moves, Style::WORDS, out))?)?;
    Ok(written.split_ascii_whitespace().map(str::to_owned).collect())
}
