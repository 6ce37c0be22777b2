//! What is known of all shortest plays and of all positions, and the puzzle in other formats.

use dashu_int::UBig;
use saltus::answers::{Answers, CannotSurvey, Listing};
use saltus::limits::Limits;
use saltus::notation::Unread;
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
#[serde(deny_unknown_fields)]
pub(crate) struct AskedList {
    line: String,
    #[serde(default)]
    limits: Narrower,
    /// The first play, from 1 on.
    #[serde(default = "one")]
    from: u64,
    #[serde(default = "ten")]
    take: u32,
}

fn one() -> u64 {
    1
}

fn ten() -> u32 {
    10
}

fn rules() -> String {
    "rules".into()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedAs {
    line: String,
    #[serde(rename = "as", default = "rules")]
    form: String,
    #[serde(default)]
    limits: Narrower,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "status")]
enum Listed {
    Solved { total: String, plays: Vec<Vec<String>> },
    Unsolvable { because: String },
    GaveUp { because: String },
}

#[derive(Serialize)]
struct File {
    name: &'static str,
    text: String,
}

pub(crate) fn count(families: &Registry, Asked { line, limits }: &Asked, granted: &Limits<'_>) -> Result<Reply, Fault> {
    counted(&*parse(families, line)?, &limits.of(granted)?)
}

/// The record of `saltus count --format json`.
pub(crate) fn counted(instance: &dyn Answers, limits: &Limits<'_>) -> Result<Reply, Fault> {
    let count = instance.count(limits);
    let record = held(|out| record::write_count(out, instance, &count, &Wanted::default()))?;
    Ok(Reply::new(Kind::Json, record))
}

pub(crate) fn survey(
    families: &Registry,
    Asked { line, limits }: &Asked,
    granted: &Limits<'_>,
) -> Result<Reply, Fault> {
    surveyed(&*parse_any(families, line)?, &limits.of(granted)?)
}

/// The record of `saltus survey --format json`.
pub(crate) fn surveyed(instance: &dyn Answers, limits: &Limits<'_>) -> Result<Reply, Fault> {
    let record = match instance.survey(limits) {
        Ok(survey) => held(|out| record::write_survey(out, instance, &survey, &Wanted::default())),
        Err(CannotSurvey::Stop(stop)) => {
            let (about, why) = (("survey", instance), stop.to_string());
            held(|out| record::write_no_answer(out, about, (Status::GaveUp, &why), &Wanted::default()))
        }
        Err(CannotSurvey::Storage(why)) => return Err(Fault::new(Kind::Bug, why)),
    };
    Ok(Reply::new(Kind::Json, record?))
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

pub(crate) fn export(families: &Registry, asked: &AskedAs, granted: &Limits<'_>) -> Result<Reply, Fault> {
    let instance = parse(families, &asked.line)?;
    match families.exported(&*instance, &asked.form, &asked.limits.of(granted)?) {
        Some(Ok(files)) => Ok(Reply::json(
            &files.into_iter().map(|file| File { name: file.name, text: file.text }).collect::<Vec<_>>(),
        )),
        Some(Err(Unread::Bad(bad))) => Err(bad.into()),
        Some(Err(Unread::Stop(stop))) => Err(Fault::too_much(stop.to_string())),
        Some(Err(Unread::Input(error))) => Err(Fault::new(Kind::Bug, error.to_string())),
        None => Err(Fault::bad(format!("nothing is exported as {:?}: there are pddl and rules", asked.form))),
    }
}
