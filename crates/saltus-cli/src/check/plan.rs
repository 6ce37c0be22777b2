//! `saltus check --plan`: moves without a record, as people and planners write them.

use std::path::Path;

use saltus::answers::{Answers, Replayed};
use saltus::notation::{BadInput, Unread};

use super::{Finding, replayed, say, shown};
use crate::exit::{Code, Done, Early};
use crate::{Session, families, input};

/// The format of [export](Answers::export) that planners read.
const PDDL: &str = "pddl";

/// Replays the moves of a file.
///
/// # Errors
/// When writing fails.
pub(super) fn check(session: &mut Session, instance: &dyn Answers, file: &Path) -> Done {
    let shown_file = file.display();
    let wrong = |why: &str| Early::Fault(format!("{shown_file}: {why}"), Code::BAD_INPUT);
    let Some(bytes) = input::whole(file, session.longest_input()).map_err(Early::of_file(file))? else {
        let why = format!("{shown_file} is longer than half of the memory limit");
        return say(session, None, &Finding::Undecided(why), None);
    };
    let text = String::from_utf8(bytes).map_err(|_| wrong("not valid UTF-8"))?;
    if text.trim_start().starts_with('{') {
        let why = "the file has records, which `saltus check FILE` reads; a plan is moves set apart by blanks";
        return Err(wrong(why));
    }
    let finding = if is_plan(&text) {
        let planned = planned(session, instance, &text);
        planned.map_err(|why| Early::unread(instance, &shown(instance), why))?
    } else {
        solves(instance, instance, &mut words(&text))
    };
    say(session, None, &finding, None)
}

/// Whether a text is the plan of a planner: what is no comment are steps; a plan of none has a comment on its cost.
fn is_plan(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    lines.peek().is_some() && lines.find(|line| !line.starts_with(';')).is_none_or(|line| line.starts_with('('))
}

/// Moves, whose lines may have comments after #.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    lines.flat_map(|line| line.split([' ', ',', '\t'])).filter(|word| !word.is_empty())
}

/// What comes of the steps of a planner, for which the puzzle was exported, or the definition that its line means.
fn planned(session: &Session, instance: &dyn Answers, text: &str) -> Result<Finding, Unread> {
    let limits = session.limits();
    let defined;
    let (of, planned) = if let Some(planned) = instance.plan(PDDL, text, &limits) {
        (instance, planned)
    } else {
        defined = families::parse(&instance.definition()?)?;
        let planned = defined.plan(PDDL, text, &limits);
        (&*defined, planned.ok_or_else(|| BadInput::line("this puzzle is not exported for planners"))?)
    };
    Ok(match planned? {
        Ok(moves) => solves(instance, of, &mut moves.iter().map(String::as_str)),
        Err(bad) => Finding::Refuted(format!("{}: {bad}", shown(instance))),
    })
}

/// What comes of moves of a puzzle or of its definition.
fn solves(instance: &dyn Answers, defined: &dyn Answers, moves: &mut dyn Iterator<Item = &str>) -> Finding {
    let shown = shown(instance);
    match replayed(&shown, defined, moves) {
        Err(finding) => finding,
        Ok(Replayed { left: Some(left), .. }) => Finding::Verified(format!("leaves {left} {shown}")),
        Ok(Replayed { paid, moves, .. }) => Finding::Verified(format!("plan {} {shown}", paid.unwrap_or(moves))),
    }
}
