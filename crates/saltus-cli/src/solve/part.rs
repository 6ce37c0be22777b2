//! `saltus solve --part I/N`: a part of a long search, as a record that `saltus merge` joins with the others.

use saltus::answers::{Answers, Solvability};
use saltus::family;
use saltus::gate::{self, Answer, Refuted, Thoroughness};
use saltus::limits::{Limits, Stop};
use saltus::parts::{Divided, End, Fault, Part};
use saltus::record::{self, Status, Text};
use saltus::search::Halted;
use saltus::verdict::Verdict;

use super::{Title, Wanted, answer, wrong};
use crate::args::{Share, Solve};
use crate::exit::{Code, Done, Early};
use crate::{Session, batch};

/// What a part came to.
struct Searched {
    /// Its play, or that it has none.
    verdict: Verdict,
    part: Part,
    expanded: u64,
    /// What ended it before its end.
    stop: Option<Stop>,
}

pub fn run(session: &mut Session, args: &Solve, share: Share) -> Done {
    batch::in_turn(session, &args.puzzle, &mut |session, instance| {
        let mut divided = instance.divided().map_err(|why| Early::unfit(instance, format!("--part: {why}")))?;
        if let Solvability::No(_) = instance.solvability(&session.limits()) {
            let found = gate::solve(instance, &session.limits());
            return told(session, instance, found);
        }
        match session.measured(|limits| search(&mut *divided, share, args.at_most, limits)) {
            Ok(searched) => write(session, instance, searched),
            Err(Fault::Stop(stop)) => {
                let halted = family::gave_up(Halted { stop, lower: 0, expanded: 0 });
                let halted = Verdict { solver: divided.solver(), ..halted };
                let found = gate::pass(instance, halted, Thoroughness::Small, &session.limits());
                told(session, instance, found)
            }
            Err(Fault::Contradicted) => {
                let why = "a table of the search is damaged; `saltus tables check` says which";
                Err(Early::Fault(format!("{}: {why}", Title(instance)), Code::CORRUPT))
            }
        }
    })
}

/// Writes an answer that is no part.
fn told(session: &mut Session, instance: &dyn Answers, found: Result<Answer, Refuted>) -> Done {
    let found = found.map_err(|refuted| wrong(instance, &refuted))?;
    answer(session, instance, &found, &Wanted::ALL).map(|()| super::code(found.verdict()))
}

/// Iteration after iteration, up to plays of `at_most` moves, or of fewer than the quick play has.
fn search(
    divided: &mut dyn Divided,
    share: Share,
    at_most: Option<u32>,
    limits: &Limits<'_>,
) -> Result<Searched, Fault> {
    let part = divided.begin(share.first, share.of, limits)?;
    let (bound, step) = (part.bound, divided.step());
    // Parts may know different plays.
    let quick = if at_most.is_none() { divided.quick(limits) } else { None };
    let length = quick.as_ref().and_then(|quick| u32::try_from(&quick.plan()?.moves()).ok());
    let none = || Verdict {
        solver: divided.solver(),
        ..family::gave_up(Halted { stop: Stop::Length, lower: bound, expanded: 0 })
    };
    let mut searched = Searched { verdict: quick.unwrap_or_else(none), part, expanded: 0, stop: None };
    let Some(most) = at_most.or(length.map(|length| length.saturating_sub(step))) else {
        searched.stop = Some(limits.spend(0, 0).err().unwrap_or(Stop::Nodes));
        return Ok(searched);
    };
    // A start that is the goal has no shorter play.
    let first = if length == Some(bound) { u32::MAX } else { bound };
    for threshold in (first..=most).step_by(step as usize) {
        searched.stop = limits.spend(searched.expanded, 0).err();
        if searched.stop.is_some() {
            break;
        }
        let left = Limits { nodes: limits.nodes.saturating_sub(searched.expanded), ..*limits };
        let (end, expanded) = match divided.iterate(&searched.part, threshold, &left) {
            Ok(made) => made,
            Err(halted) => {
                searched.expanded += halted.expanded;
                searched.stop = Some(halted.stop);
                break;
            }
        };
        searched.expanded += expanded;
        match end {
            End::Play(choices) => {
                searched.verdict = divided.played(&choices, searched.expanded);
                break;
            }
            End::Nothing(iteration) => searched.part.iterations.push(iteration),
            End::Contradicted => return Err(Fault::Contradicted),
        }
    }
    Ok(searched)
}

fn write(session: &mut Session, instance: &dyn Answers, searched: Searched) -> Done {
    let Searched { verdict, part, expanded, stop } = searched;
    let passed = gate::pass(instance, verdict, Thoroughness::Small, &session.limits());
    let passed = passed.map_err(|refuted| wrong(instance, &refuted))?;
    let (status, told) = record::Solve::of(passed.verdict(), passed.standing().into(), &session.wanted());
    let limit = stop.as_ref().map(|stop| Text(stop));
    let told = record::Solve { limit, expanded: expanded.into(), part: Some(&part), ..told };
    let told = if status == Status::Solved {
        told
    } else {
        let because = stop.as_ref().map_or(Text(&"this part has no play of so few moves"), |stop| Text(stop));
        record::Solve { because: Some(because), lower: Some(part.bound.into()), ..told }
    };
    session.answer(instance, status, &told)?;
    Ok(stop.map_or(Code::OK, Code::stopped))
}
