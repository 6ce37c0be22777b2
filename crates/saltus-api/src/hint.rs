//! How far it is to the end, and which moves are best.

use dashu_int::UBig;
use saltus::answers::{Answers, Choice};
use saltus::gate::{self, Thoroughness};
use saltus::limits::Limits;
use saltus::plan::{Plan, Style};
use saltus::record::{self, whole};
use saltus::registry::Registry;
use saltus::verdict::{Outcome, Standing};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::puzzle::{Line, board};
use crate::reply::{Fault, Kind, Reply, held, raw};

/// What is known of a position. Numbers are written in full, whatever their size.
#[derive(Default, Serialize)]
struct Hint {
    status: &'static str,
    length: Option<Box<RawValue>>,
    value: Option<Box<RawValue>>,
    cost: Option<Box<RawValue>>,
    optimal: bool,
    best: Vec<String>,
    /// Whether these are all best moves.
    complete: bool,
    proof: Option<Box<RawValue>>,
    because: Option<String>,
}

pub(crate) fn hint(families: &Registry, Line { line }: &Line, limits: &Limits<'_>) -> Result<Reply, Fault> {
    Ok(Reply::json(&hint_for(families, &*board(families, line)?, limits)?))
}

fn hint_for(families: &Registry, instance: &dyn Answers, limits: &Limits<'_>) -> Result<Hint, Fault> {
    let play = instance.play(&mut std::iter::empty()).map_err(Fault::too_much)?;
    if play.is_over {
        return Ok(Hint { status: "over", value: play.left.map(|left| raw(whole(&left.into()))), ..Hint::default() });
    }
    let answer = gate::pass(instance, instance.solve(limits), Thoroughness::Small, limits)?;
    let proof = proof(&answer.standing)?;
    let verdict = answer.verdict;
    let is_optimal = verdict.optimal();
    Ok(match verdict.outcome {
        Outcome::Unsolvable { because } => {
            Hint { status: "unsolvable", because: Some(because), proof: Some(proof), ..Hint::default() }
        }
        Outcome::GaveUp { stop, .. } => Hint { status: "gave-up", because: Some(stop.to_string()), ..Hint::default() },
        Outcome::Solved { plan, .. } => {
            let first = first_move(&*plan)?;
            let all = if is_optimal { best_moves(families, instance, &*plan, &play.choices, limits) } else { None };
            Hint {
                status: "solved",
                length: Some(raw(whole(&plan.moves()))),
                value: plan.left().map(|left| raw(whole(&left))),
                cost: plan.paid().map(|paid| raw(whole(&paid))),
                optimal: is_optimal,
                complete: all.is_some(),
                best: all.unwrap_or_else(|| first.into_iter().collect()),
                proof: Some(proof),
                because: None,
            }
        }
    })
}

fn proof(standing: &Standing) -> Result<Box<RawValue>, Fault> {
    Ok(raw(text(held(|out| record::write_proof(out, standing))?)?))
}

/// The first move of a play, if it has any.
fn first_move(plan: &dyn Plan) -> Result<Option<String>, Fault> {
    if plan.moves().is_zero() {
        return Ok(None);
    }
    text(held(|out| plan.write(&UBig::ZERO, &UBig::ONE, Style::WORDS, out))?).map(Some)
}

fn text(bytes: Vec<u8>) -> Result<String, Fault> {
    String::from_utf8(bytes).map_err(|_| Fault::new(Kind::Bug, "what was written is no text"))
}

/// All moves that lead to the same end as a best play does; none when the limits do not suffice to
/// know them.
fn best_moves(
    families: &Registry,
    instance: &dyn Answers,
    plan: &dyn Plan,
    choices: &[Choice],
    limits: &Limits<'_>,
) -> Option<Vec<String>> {
    if plan.paid().is_some() {
        // A choice does not say what it costs.
        return None;
    }
    // A move is one of the moves that count, where these count.
    let rest = if plan.left().is_some() { plan.cost() } else { plan.moves() - UBig::ONE };
    let mut best = Vec::new();
    for choice in choices {
        let line = instance.play(&mut std::iter::once(choice.text.as_str())).ok()?.line;
        let verdict = board(families, &line).ok()?.solve(limits);
        match &verdict.outcome {
            Outcome::Unsolvable { .. } => {}
            // It is no better however much is not known of it.
            Outcome::Solved { lower, .. } | Outcome::GaveUp { lower, .. } if *lower > rest => {}
            Outcome::Solved { plan, .. } if plan.cost() <= rest => best.push(choice.text.clone()),
            Outcome::Solved { .. } | Outcome::GaveUp { .. } => return None,
        }
    }
    Some(best)
}
