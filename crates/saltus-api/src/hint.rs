//! How far it is to the end, which moves are best, and what shows that there is none.

use dashu_int::UBig;
use saltus::answers::{Answers, Obstruction, Play};
use saltus::gate::Standing;
use saltus::limits::Limits;
use saltus::plan::{Plan, Style};
use saltus::record::{Proof, Whole};
use saltus::registry::Registry;
use saltus::verdict::Outcome;
use serde::Serialize;

use crate::bounds::{Bounds, found};
use crate::known::{self, Here};
use crate::play::begin;
use crate::puzzle::{Line, board};
use crate::ranking::{Ranking, shown};
use crate::reply::{Fault, Kind, Reply, held};

/// The node limit that all searches for other best moves of a recorded result share.
const SOME_NODES: u64 = 200_000;

/// How far it is to the end. `lower` and `upper` bound the number by which plays are judged: moves; what they cost, where some moves cost nothing; the pieces left,
/// where these count. `lower` is never above `upper`, and both are null where no play reaches the goal; `upper` alone is null where no play is known.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Hint {
    #[cfg_attr(test, schemars(extend("enum" = ["solved", "unsolvable", "gave-up", "over"])))]
    status: &'static str,
    /// The moves of the play.
    length: Option<Whole>,
    /// The pieces that it leaves, where these count.
    value: Option<Whole>,
    /// What it costs, where some moves cost nothing.
    cost: Option<Whole>,
    /// Whether no play is better.
    optimal: bool,
    lower: Option<Whole>,
    upper: Option<Whole>,
    /// The best moves that are known.
    best: Vec<String>,
    /// Whether these are all best moves.
    complete: bool,
    proof: Option<Proof>,
    /// Why there is no answer.
    because: Option<String>,
    trap: Option<Obstruction>,
    known: Option<Here>,
}

pub(crate) fn hint(families: &Registry, Line { line }: &Line, limits: &Limits<'_>) -> Result<Reply, Fault> {
    let instance = board(families, line)?;
    let play = begin(&*instance)?;
    let known = known::at(families, &*instance);
    let hint = if play.is_over { over(&play) } else { hint_for(families, &*instance, &play, known.as_ref(), limits)? };
    Ok(Reply::json(&Hint { trap: instance.obstruction(), known, ..hint }))
}

/// The end of a play.
fn over(play: &Play) -> Hint {
    let number = Some(UBig::from(play.left.unwrap_or(0)));
    let bounds = || shown(number.as_ref());
    Hint { status: "over", value: play.left.and(bounds()), lower: bounds(), upper: bounds(), ..Hint::default() }
}

fn hint_for(
    families: &Registry,
    instance: &dyn Answers,
    play: &Play,
    known: Option<&Here>,
    limits: &Limits<'_>,
) -> Result<Hint, Fault> {
    let (bounds, answer) = found(families, instance, limits)?;
    let range = || {
        let [lower, upper] = bounds.shown();
        Hint { lower, upper, ..Hint::default() }
    };
    let Some(answer) = answer else {
        // All best moves, if they are soon found.
        let some = Limits { nodes: limits.nodes.min(SOME_NODES), ..limits.part(2) };
        let best = all_best(families, instance, play, &bounds, &some)?;
        return recorded(known.expect("a play that no search found"), &bounds, best, range());
    };
    let proof = Proof::from(answer.standing());
    Ok(match answer.into_verdict().outcome {
        Outcome::Unsolvable { because } => {
            Hint { status: "unsolvable", because: Some(because), proof: Some(proof), ..Hint::default() }
        }
        Outcome::GaveUp { stop, .. } => Hint { status: "gave-up", because: Some(stop.to_string()), ..range() },
        Outcome::Solved { plan, .. } => {
            let all = all_best(families, instance, play, &bounds, limits)?;
            Hint {
                status: "solved",
                length: Some(plan.moves().into()),
                value: shown(plan.left().as_ref()),
                cost: shown(plan.paid().as_ref()),
                optimal: bounds.settled() == Some(&plan.cost()),
                complete: all.is_some(),
                best: match all {
                    Some(all) => all,
                    None => first_move(&*plan)?.into_iter().collect(),
                },
                proof: Some(proof),
                ..range()
            }
        }
    })
}

/// A recorded play that is better than any that was found.
fn recorded(known: &Here, bounds: &Bounds, best: Option<Vec<String>>, range: Hint) -> Result<Hint, Fault> {
    let optimal = bounds.settled().is_some();
    Ok(Hint {
        status: "solved",
        length: range.upper.clone(),
        optimal,
        complete: best.is_some(),
        best: best.unwrap_or_else(|| known.moves.first().map(|&mv| mv.to_owned()).into_iter().collect()),
        proof: Some((&Standing::claimed("recorded", Vec::new())).into()),
        ..range
    })
}

/// The first move of a play, if it has any.
fn first_move(plan: &dyn Plan) -> Result<Option<String>, Fault> {
    if plan.moves().is_zero() {
        return Ok(None);
    }
    text(held(|out| plan.write(&UBig::ZERO, &UBig::ONE, Style::WORDS, out))?).map(Some)
}

/// What was written, as a text.
pub(crate) fn text(bytes: Vec<u8>) -> Result<String, Fault> {
    String::from_utf8(bytes).map_err(|_| Fault::new(Kind::Bug, "what was written is no text"))
}

/// All best moves; none where the position is not settled, or the limits do not suffice to know them.
fn all_best(
    families: &Registry,
    instance: &dyn Answers,
    play: &Play,
    bounds: &Bounds,
    limits: &Limits<'_>,
) -> Result<Option<Vec<String>>, Fault> {
    let Some(number) = bounds.settled() else { return Ok(None) };
    // Those that lead to more need not be known exactly; but a number of pieces is no number of moves.
    let step = u32::from(!play.choices.iter().any(|choice| choice.is_free));
    let rest = u32::try_from(number).ok().filter(|_| instance.pieces().is_none());
    let at_most = rest.map_or(u32::MAX, |rest| rest.saturating_sub(step));
    let ranking = Ranking::new(families, instance, &play.choices, bounds.clone(), &Limits { at_most, ..*limits })?;
    let best = play.choices.iter().zip(ranking.best()).filter(|(_, is_best)| *is_best);
    Ok(ranking.is_complete().then(|| best.map(|(choice, _)| choice.text.clone()).collect()))
}
