//! `saltus solve --part I/N`: a part of a long search, as a record that `saltus merge` joins with the others.

use std::io;

use saltus::answers::{Answers, Solvability};
use saltus::clock;
use saltus::family;
use saltus::gate::{self, Answer, Refuted, Thoroughness};
use saltus::limits::{Limits, Stop};
use saltus::notation::BadInput;
use saltus::record::{self, Status, Text};
use saltus::search::Halted;
use saltus::tiles::search::ida::{self, End, Setting, schedule};
use saltus::verdict::{Outcome, Verdict};

use super::{Title, Wanted, answer, wrong};
use crate::args::{Share, Solve};
use crate::exit::Code;
use crate::parts::{Board, Iteration, Part, SOLVER};
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

/// Why a part came to nothing.
enum Fault {
    Stop(Stop),
    /// The tables contradict themselves.
    Contradicted,
}

pub fn run(session: &mut Session, args: &Solve, share: Share) -> io::Result<Code> {
    batch::in_turn(session, &args.puzzle, |session, instance| {
        let Some(board) = Board::of(instance) else {
            return batch::unfit(session, instance, &BadInput::line(format!("--part: {}", Board::WHICH)));
        };
        if let Solvability::No(_) = instance.check(&session.limits()) {
            let found = gate::solve(instance, &session.limits());
            return told(session, instance, found);
        }
        let limits = session.budget.limits();
        let (searched, spent) = clock::measured(|| search(instance, &board, share, args.at_most, &limits));
        session.spent = spent;
        session.clear_progress();
        match searched {
            Ok(searched) => write(session, instance, searched),
            Err(Fault::Stop(stop)) => {
                let halted = family::gave_up(Halted { stop, lower: 0, expanded: 0 });
                let halted = Verdict { solver: SOLVER, ..halted };
                let found = gate::pass(instance, halted, Thoroughness::Small, &session.limits());
                told(session, instance, found)
            }
            Err(Fault::Contradicted) => {
                let why = "a table of the search is damaged; `saltus tables check` says which";
                session.complain(format_args!("{}: {why}", Title(instance)));
                Ok(Code::CORRUPT)
            }
        }
    })
}

/// Writes an answer that is no part.
fn told(session: &mut Session, instance: &dyn Answers, found: Result<Answer, Refuted>) -> io::Result<Code> {
    let told = match found {
        Ok(found) => answer(session, instance, &found, &Wanted::ALL)?.map(|()| super::code(found.verdict())),
        Err(refuted) => Err(refuted),
    };
    Ok(told.unwrap_or_else(|refuted| wrong(session, instance, &refuted)))
}

/// Iteration after iteration, up to plays of `at_most` moves, or of fewer than the quick play has.
fn search(
    instance: &dyn Answers,
    board: &Board,
    share: Share,
    at_most: Option<u32>,
    limits: &Limits<'_>,
) -> Result<Searched, Fault> {
    let (height, width, vacancy) = (board.position.height, board.position.width, board.position.vacancy);
    let (homes, number) = (&board.position.homes, |number: u64| usize::try_from(number).unwrap_or(usize::MAX));
    let partition = schedule::certifying(height, width, vacancy);
    let views = partition.views(height, width, vacancy, limits).map_err(Fault::Stop)?;
    let words = schedule::words(height, width, schedule::LONGEST_WORD);
    let bound = views.bound(homes).ok_or(Fault::Contradicted)?;
    let from_one = |pattern: &Vec<u8>| pattern.iter().map(|cell| cell + 1).collect();
    let part = Part {
        number: share.first,
        of: share.of,
        words: words.longest(),
        views: views.patterns().iter().map(|view| view.iter().map(from_one).collect()).collect(),
        bound,
        iterations: Vec::new(),
    };
    // The same in every part, where no clock ends the beams; parts may also know different plays.
    let quick = || instance.solve_by("beam", &limits.part(1)).ok();
    let quick = if at_most.is_none() { quick() } else { None };
    let length = quick.as_ref().and_then(|quick| match &quick.outcome {
        Outcome::Solved { plan, .. } => u32::try_from(&plan.moves()).ok(),
        _ => None,
    });
    let none =
        || Verdict { solver: SOLVER, ..family::gave_up(Halted { stop: Stop::Length, lower: bound, expanded: 0 }) };
    let mut searched = Searched { verdict: quick.unwrap_or_else(none), part, expanded: 0, stop: None };
    let Some(most) = at_most.or(length.map(|length| length.saturating_sub(2))) else {
        searched.stop = Some(limits.spend(0, 0).err().unwrap_or(Stop::Nodes));
        return Ok(searched);
    };
    // A start that is the goal has no shorter play.
    let first = if length == Some(bound) { u32::MAX } else { bound };
    for threshold in (first..=most).step_by(2) {
        searched.stop = limits.spend(searched.expanded, 0).err();
        if searched.stop.is_some() {
            break;
        }
        let part = Some((number(share.first), number(share.of)));
        let setting = Setting { views: &views, words: &words, from: threshold, node_budget: 0, part };
        let left = Limits { nodes: limits.nodes.saturating_sub(searched.expanded), ..*limits };
        let found = match ida::solve(homes, setting, &left, &mut |_| ()) {
            Ok(found) => found,
            Err(halted) => {
                searched.expanded += halted.expanded;
                searched.stop = Some(halted.stop);
                break;
            }
        };
        searched.expanded += found.expanded;
        match (found.end, found.transcript) {
            (End::Found(walk), _) => {
                searched.verdict = board.played(instance, &walk, searched.expanded);
                break;
            }
            (End::BudgetSpent(_), Some(done)) => {
                let (depth, above, below) = (done.depth, done.above, done.below);
                searched.part.iterations.push(Iteration { threshold, depth, above, below });
            }
            (End::Contradicted | End::BudgetSpent(_), _) => return Err(Fault::Contradicted),
        }
    }
    Ok(searched)
}

fn write(session: &mut Session, instance: &dyn Answers, searched: Searched) -> io::Result<Code> {
    let Searched { verdict, part, expanded, stop } = searched;
    let passed = match gate::pass(instance, verdict, Thoroughness::Small, &session.limits()) {
        Ok(passed) => passed,
        Err(refuted) => return Ok(wrong(session, instance, &refuted)),
    };
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
