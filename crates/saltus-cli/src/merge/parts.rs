//! The parts of a search as its answer: the shortest play of all of them, and the counts of the last iteration that all have finished, of
//! which the certificate's transcript is made. The plays are replayed. The counts are those of the files: what they show is reported as proved only if
//! the checker has repeated the iteration.

use std::path::Path;

use dashu_int::UBig;
use saltus::answers::{Answers, Replayed};
use saltus::evidence::Evidence;
use saltus::family;
use saltus::gate::{self, Answer, Refuted, Thoroughness};
use saltus::limits::Stop;
use saltus::parts::{Divided, Iteration, Part};
use saltus::search::Halted;
use saltus::verdict::{Note, Outcome, Verdict};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Records, bad};
use crate::args::Merge;
use crate::exit::{Code, Done, Early};
use crate::records::{self, Whole, stop_of};
use crate::solve::{self, Wanted, wrong};
use crate::{Session, certify, families, resume};

/// More subtrees than any cut makes.
const MOST_SUBTREES: u64 = 1 << 24;

#[derive(Deserialize)]
struct Record {
    puzzle: String,
    length: Option<Whole>,
    moves: Option<Vec<String>>,
    limit: Option<String>,
    expanded: u64,
    schema: u64,
    saltus: String,
    part: Option<Part>,
}

/// A part, and where its record is.
struct Found {
    place: String,
    record: Record,
    part: Part,
}

/// Whether a file begins with the record of a part.
pub fn is_in(path: &Path, longest: u64) -> bool {
    #[derive(Deserialize)]
    struct Head {
        part: Option<IgnoredAny>,
    }
    let Ok(mut records) = Records::open(path, longest) else { return false };
    let is_there = records.next().unwrap_or(false);
    is_there && serde_json::from_slice::<Head>(&records.bytes).is_ok_and(|head| head.part.is_some())
}

pub fn merge(session: &mut Session, args: &Merge) -> Done {
    if args.batch.is_some() || !args.proved_by.is_empty() {
        return Err(Early::usage(
            "--in FILE and --proved-by FILE go with the shards of a batch, and these are the parts of a search",
        ));
    }
    let parts = read(args, session.longest_input())?;
    let place = &parts[0].place;
    let instance = &*families::parse(&parts[0].record.puzzle).map_err(|why| bad(place, why))?;
    let divided = instance.divided().map_err(|why| bad(place, why))?;
    refuse_other_thresholds(&parts, divided.step())?;
    let joined = join(instance, &*divided, &parts)?;
    let (answer, claim) = passed(session, args, instance, joined)?;
    let code = solve::code(answer.verdict());
    if let Some(file) = &args.output {
        resume::open(session, file, false)?;
    }
    solve::answer(session, instance, &answer, &Wanted::ALL)?;
    if let Some(lower) = claim.as_ref().and_then(lower_of)
        && Some(lower) > lower_of(answer.verdict())
    {
        session
            .remark(format_args!("claimed by the parts: no play has fewer than {lower} moves; --check has it checked"));
    }
    match &args.cert {
        None => Ok(code),
        Some(file) => {
            let told = claim.as_ref().unwrap_or(answer.verdict());
            let certificate = gate::certificate(instance, told, &session.limits());
            Ok(code.max(certify::place(session, certificate, file)?))
        }
    }
}

/// What is known, and what is claimed beyond that. With --check the claim is what is known, where the checker accepts it.
///
/// # Errors
/// When what is said is refuted.
fn passed(
    session: &mut Session,
    args: &Merge,
    instance: &dyn Answers,
    Joined { known, mut claim }: Joined,
) -> Done<(Answer, Option<Verdict>)> {
    if let Some(told) = claim.take_if(|_| args.check) {
        match gate::confirm(instance, told, &session.limits()) {
            Ok(Ok(answer)) => return Ok((answer, None)),
            Ok(Err((told, why))) => {
                session.remark(format_args!("not checked: {why}"));
                claim = Some(told);
            }
            Err(Refuted(why)) => {
                return Err(Early::Fault(format!("the parts say what is not so: {why}"), Code::REFUTED));
            }
        }
    }
    let passed = gate::pass(instance, known, Thoroughness::Small, &session.limits());
    passed.map(|answer| (answer, claim)).map_err(|refuted| wrong(instance, &refuted))
}

/// Reads all parts of one search, in order.
fn read(args: &Merge, longest: u64) -> Done<Vec<Found>> {
    let mut parts: Vec<Found> = Vec::new();
    for path in &args.files {
        let mut records = Records::open(path, longest)?;
        while records.next()? {
            let mut record: Record =
                serde_json::from_slice(&records.bytes).map_err(|error| records.bad(records::bad(&error).why))?;
            let Some(part) = record.part.take() else {
                return Err(records.bad("the record is of no part of a search (solve --part)"));
            };
            let found = Found { place: records.place(), record, part };
            if let Some(why) = found.unfit(&parts) {
                return Err(records.bad(why));
            }
            records.refuse_contradiction()?;
            parts.push(found);
        }
    }
    parts.sort_by_key(|found| found.part.number);
    let of = parts.first().map_or(0, |first| first.part.of);
    let missing = (1..=of).filter(|&number| parts.binary_search_by_key(&number, |found| found.part.number).is_err());
    let named: Vec<String> = missing.clone().take(5).map(|number| number.to_string()).collect();
    match missing.count() {
        0 => Ok(parts),
        1 => Err(Early::Fault(format!("part {} of {of} is missing", named[0]), Code::BAD_INPUT)),
        count => {
            let more = if count > named.len() { ", .." } else { "" };
            let why = format!("{count} of {of} parts are missing: {}{more}", named.join(", "));
            Err(Early::Fault(why, Code::BAD_INPUT))
        }
    }
}

impl Found {
    /// Why it is no part of the same search as those before it, if it is not.
    fn unfit(&self, before: &[Found]) -> Option<String> {
        let Found { record, part, .. } = self;
        let Part { number, of, bound, iterations, .. } = part;
        if !(1..=*of).contains(number) {
            return Some(format!("there is no part {number} of {of}"));
        }
        let subtrees =
            |iteration: &Iteration| iteration.below.iter().try_fold(0u64, |sum, below| sum.checked_add(below.1));
        if iterations.iter().any(|iteration| subtrees(iteration).is_none_or(|subtrees| subtrees > MOST_SUBTREES)) {
            return Some(format!("an iteration has more than {MOST_SUBTREES} subtrees"));
        }
        if let Some(twice) = before.iter().find(|other| other.part.number == *number) {
            return Some(format!("part {number} of {of} is in {}, too", twice.place));
        }
        let first = before.first()?;
        let (place, other) = (&first.place, &first.part);
        if record.puzzle != first.record.puzzle {
            Some(format!("a part of another puzzle than that of {place}"))
        } else if (record.schema, &record.saltus) != (first.record.schema, &first.record.saltus) {
            let (schema, saltus) = (first.record.schema, &first.record.saltus);
            Some(format!(
                "written by saltus {} (schema {}), and {place} by saltus {saltus} (schema {schema})",
                record.saltus, record.schema
            ))
        } else if *of != other.of {
            Some(format!("a part of {of}, and that of {place} is one of {}", other.of))
        } else if (part.words, &part.views, bound) != (other.words, &other.views, &other.bound) {
            Some(format!("its search has other tables or words than that of {place}"))
        } else {
            let mut both = iterations.iter().zip(&other.iterations);
            let differs = |(one, other): (&Iteration, &Iteration)| {
                ((one.depth, one.above) != (other.depth, other.above)).then_some(one.threshold)
            };
            let threshold = both.find_map(differs)?;
            Some(format!("its iteration {threshold} is cut otherwise than that of {place}"))
        }
    }

    /// Its play, as its length and its choices.
    fn play(&self, instance: &dyn Answers, divided: &dyn Divided) -> Done<Option<(u64, Vec<u8>)>> {
        let bad = |why: String| bad(&self.place, why);
        let (Some(length), Some(moves)) = (&self.record.length, &self.record.moves) else { return Ok(None) };
        let replayed = instance.replay(&mut moves.iter().map(String::as_str)).map_err(bad)?;
        match replayed {
            Some(Replayed { moves, .. }) if length.as_u64() != Some(moves) => {
                Err(bad(format!("{moves} moves, not {length}")))
            }
            _ => {
                let choices =
                    divided.choices(moves).ok_or_else(|| bad("its moves are not those of the puzzle".into()))?;
                Ok(Some((moves.len() as u64, choices)))
            }
        }
    }
}

/// What all parts together come to.
struct Joined {
    /// What holds whatever the files say.
    known: Verdict,
    /// What they say beyond that, if anything.
    claim: Option<Verdict>,
}

/// No play has fewer moves.
fn lower_of(verdict: &Verdict) -> Option<&UBig> {
    match &verdict.outcome {
        Outcome::Solved { lower, .. } | Outcome::GaveUp { lower, .. } => Some(lower),
        Outcome::Unsolvable { .. } => None,
    }
}

/// Refuses parts whose thresholds do not rise by so much from the bound of the start.
fn refuse_other_thresholds(parts: &[Found], step: u32) -> Done<()> {
    let is_other = |Part { bound, iterations, .. }: &Part| {
        let thresholds = (*bound..).step_by(step as usize);
        iterations.iter().zip(thresholds).any(|(iteration, threshold)| iteration.threshold != threshold)
    };
    let Some(Found { place, part: Part { bound, .. }, .. }) = parts.iter().find(|found| is_other(&found.part)) else {
        return Ok(());
    };
    Err(bad(place, format_args!("its iterations are not those of the thresholds {bound}, {bound} + {step}, ..")))
}

fn join(instance: &dyn Answers, divided: &dyn Divided, parts: &[Found]) -> Done<Joined> {
    let plays = parts.iter().map(|part| part.play(instance, divided)).collect::<Result<Vec<_>, _>>()?;
    // The least of the shortest: the same for any number of parts.
    let best = plays.into_iter().flatten().min();
    let finished = parts.iter().map(|found| found.part.iterations.len()).min().unwrap_or(0);
    let lower = parts[0].part.bound.saturating_add(divided.step() * finished as u32);
    let expanded = parts.iter().map(|found| found.record.expanded).sum();
    let stop =
        parts.iter().find_map(|found| found.record.limit.as_deref()).map(|limit| stop_of(limit).unwrap_or(Stop::Nodes));
    let notes = || vec![Note { what: "search", numbers: vec![("parts", parts.len() as u64)] }];
    let Some((length, choices)) = best else {
        let gave_up = |lower| {
            let halted = Halted { stop: stop.unwrap_or(Stop::Nodes), lower, expanded };
            Verdict { solver: divided.solver(), notes: notes(), ..family::gave_up(halted) }
        };
        let least = instance.weaker_evidence().and_then(|(least, _)| u32::try_from(&least).ok()).unwrap_or(0);
        return Ok(Joined { known: gave_up(least.min(lower)), claim: Some(gave_up(lower)) });
    };
    if length < u64::from(lower) {
        let why =
            format!("the parts contradict one another: there is a play of {length} moves, which none of them found");
        return Err(Early::Fault(why, Code::BAD_INPUT));
    }
    let played = || {
        let mut verdict = Verdict { notes: notes(), ..divided.played(&choices, expanded) };
        verdict.limit = stop.filter(|_| !verdict.optimal());
        verdict
    };
    let (known, mut claim) = (played(), played());
    let Outcome::Solved { lower: least, .. } = &mut claim.outcome else { return Ok(Joined { known, claim: None }) };
    if *least >= UBig::from(lower) {
        return Ok(Joined { known, claim: None });
    }
    *least = lower.into();
    claim.evidence = evidence(divided, parts, finished)?;
    claim.limit = stop.filter(|_| !claim.optimal());
    Ok(Joined { known, claim: Some(claim) })
}

/// What the last of `finished` iterations of all parts shows.
fn evidence(divided: &dyn Divided, parts: &[Found], finished: usize) -> Done<Box<dyn Evidence>> {
    let first = &parts[0].part;
    let Some(last) = finished.checked_sub(1) else { return Ok(divided.evidence(first, None)) };
    let of = |found: &Found| -> Vec<u64> {
        let repeated = |&(count, times): &(u64, u64)| std::iter::repeat_n(count, times as usize);
        found.part.iterations[last].below.iter().flat_map(repeated).collect()
    };
    let shares: Vec<Vec<u64>> = parts.iter().map(of).collect();
    let (all, step) = (shares.iter().map(Vec::len).sum::<usize>(), parts.len());
    for (before, (found, share)) in parts.iter().zip(&shares).enumerate() {
        // Of all subtrees, every N-th after the first ones.
        let due = (all + step - 1 - before) / step;
        if share.len() != due {
            let (place, threshold) = (&found.place, found.part.iterations[last].threshold);
            let why = format!("{} subtrees in iteration {threshold}, where its part has {due}", share.len());
            return Err(bad(place, why));
        }
    }
    let counts: Vec<u64> = (0..all).map(|subtree| shares[subtree % step][subtree / step]).collect();
    Ok(divided.evidence(first, Some((&first.iterations[last], &counts))))
}
