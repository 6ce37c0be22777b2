//! Decides a certificate: its play, and then its lower bound or that there is no play.

use crate::certificate::{Certificate, Claim};
use crate::closed_set::{self, Aim};
use crate::families::Instance::{self, Chinese, Clobber, Definition, Vacancy};
use crate::families::{Puzzle, clobber, vacancy};
use crate::outcome::{Checked, Limits, Place, Verified, ensure, refuse};
use crate::text;
use crate::theorems::clobber::components::Components;
use crate::theorems::clobber::{alternate, dual, trees};
use crate::theorems::potentials::patterns::Views;
use crate::theorems::{
    NAMES, frozen, layers, lines, order, parity, potentials, re_executed, reversal, sections, transcript, winnable,
};
use dashu_int::{IBig, UBig};

/// What is verified, if the certificate proves its claim.
pub(crate) fn verify(bytes: &[u8], limits: &Limits) -> Checked<Verified> {
    let certificate = Certificate::read(bytes, kind, limits)?;
    let by_play = verify_play(&certificate, limits)?;
    let by_evidence = verify_evidence(&certificate, limits)?;
    let Certificate { puzzle, claim_text, by, .. } = certificate;
    let theorem = NAMES.into_iter().find(|name| by.split(' ').any(|word| word == *name));
    let theorem = theorem.map(|name| match by_evidence {
        Some(positions) => format!("{name} by program over {positions} positions"),
        None => name.into(),
    });
    let assumes = by_play.map(String::from).into_iter().chain(theorem).collect();
    Ok(Verified { claim: claim_text.into(), puzzle: puzzle.into(), costs: false, by: by.into(), assumes })
}

/// Whether evidence can prove such a claim, and the blocks that it needs in addition to the play. None:
/// there is no such evidence about this family.
fn kind(by: &[&str], instance: &Instance, claim: &Claim) -> Option<(bool, &'static [&'static str])> {
    let (bound, never) = (claim.lower.is_some(), claim.unsolvable);
    if let Vacancy(puzzle) = instance
        && puzzle.counts_runs()
        && !matches!(by, ["witness" | "order" | "parity"] | ["closed-set" | "re-executed", "zero"] | ["bound", "lines"])
    {
        return None;
    }
    Some(match (by, instance) {
        // Every play has at least 0 moves.
        (["witness"], _) => (claim.reached.is_some() && claim.lower.as_ref().is_none_or(UBig::is_zero), &[]),
        (["potential", "patterns"], Vacancy(_)) => (bound, &["tables"]),
        (["potential" | "re-executed", _] | ["theorem", "reversal"], Vacancy(_))
        | (["bound", "components"] | ["theorem", "trees" | "alternate"], Clobber(_)) => (bound, &[]),
        (["transcript"], Vacancy(_)) => (bound, &["tables", "transcript"]),
        (["bound", "lines"], Vacancy(puzzle)) if puzzle.counts_runs() => (bound, &[]),
        (["dual"], Clobber(_)) => (bound, &["dual"]),
        (["bound", "independent"], Clobber(_)) => (bound, &["independent"]),
        (["bound", "forest"], Clobber(_)) => (bound, &["independent", "prices"]),
        (["layers"], Chinese(_)) => (bound, &["layers"]),
        (["order" | "parity"] | ["theorem", "winnable" | "frozen"], Vacancy(_)) => (never, &[]),
        (["closed-set", "patterns"], Vacancy(_)) => (bound || never, &["tables", "set"]),
        (["closed-set", _], Vacancy(_)) | (["closed-set", "zero"], Chinese(_)) => (bound || never, &["set"]),
        (["closed-set", "components"], Clobber(_)) => (bound, &["set"]),
        _ => return None,
    })
}

/// Replays the play, if one is claimed. Returns the theorem that stands in for that, if one does.
fn verify_play(certificate: &Certificate<'_>, limits: &Limits) -> Checked<Option<&'static str>> {
    let Some(reached) = &certificate.claim.reached else { return Ok(None) };
    let moves = certificate.block("moves").unwrap_or_default();
    if let (Vacancy(puzzle), Some(black_first)) = (&certificate.instance, sections::begins(moves)) {
        return sections::verify(puzzle, black_first, reached, limits);
    }
    match &certificate.instance {
        Vacancy(puzzle) if puzzle.has_one_vacancy() || moves.starts_with(b"construction") => {
            return vacancy::verify(puzzle, moves, reached, limits).map(|()| None);
        }
        Clobber(clobber) => clobber.moves_to(reached).and_then(|moves| limits.count(&moves))?,
        Vacancy(_) | Chinese(_) | Definition(_) => limits.count(reached)?,
    };
    if let (Clobber(clobber), Some(word)) = (&certificate.instance, certificate.block("word")) {
        return clobber::verify_word(clobber, word, reached, limits).map(|()| None);
    }
    let mut rules = certificate.instance.rules(limits)?;
    let mut made = 0;
    for (number, line) in text::lines(moves).at("moves")? {
        line.and_then(|line| rules.make(line)).at(format_args!("moves, line {number}"))?;
        made += 1;
    }
    rules.verify_end(made, reached).map(|()| None)
}

/// Checks the evidence. Returns how many positions a run met, if it rests on what that has shown.
fn verify_evidence(certificate: &Certificate<'_>, limits: &Limits) -> Checked<Option<u64>> {
    let Certificate { instance, claim, by, .. } = certificate;
    let block = |name| certificate.block(name).unwrap_or_default();
    let words: Vec<&str> = by.splitn(3, ' ').collect();
    let reached = |bound: Checked<IBig>| {
        bound.and_then(|bound| claim.verify_reached(&bound, words[words.len() - 1])).at("line 4")
    };
    match (instance, words.as_slice()) {
        (_, ["witness"]) => Ok(()),
        (Vacancy(puzzle), ["theorem", "reversal"]) => return verify_reversal(puzzle, claim).at("line 4"),
        (Vacancy(puzzle), ["theorem", "winnable"]) => winnable::verify(puzzle).at("line 4"),
        (Vacancy(puzzle), ["theorem", "frozen"]) => frozen::verify(puzzle).at("line 4"),
        (Clobber(clobber), ["theorem", "trees"]) => reached(trees::value(clobber, limits).map(IBig::from)),
        (Clobber(clobber), ["theorem", "alternate"]) => reached(alternate::value(clobber, limits).map(IBig::from)),
        (_, ["closed-set", name]) => verify_set(certificate, name, limits),
        (Vacancy(puzzle), ["re-executed", name]) => re_executed::verify(puzzle, name, claim, limits).at("line 4"),
        (Vacancy(puzzle), ["potential", name]) => {
            let views = views(certificate, limits)?;
            reached(potentials::at_start(name, puzzle, views.as_ref(), limits))
        }
        (Vacancy(puzzle), ["order"]) => order::verify(puzzle, limits).at("line 4"),
        (Vacancy(Puzzle::Tiles(tiles)), ["parity"]) => parity::verify(tiles, limits).at("line 4"),
        (Vacancy(Puzzle::Tiles(tiles)), ["transcript"]) => {
            transcript::verify(tiles, claim, [block("tables"), block("transcript")], limits)
        }
        (Vacancy(Puzzle::Tiles(tiles)), ["bound", "lines"]) => reached(lines::bound(tiles, limits).map(IBig::from)),
        (Clobber(clobber), ["bound", _]) => {
            let (set, prices) = (certificate.block("independent"), certificate.block("prices"));
            // With prices the set may be empty.
            let set = set.filter(|set| prices.is_none() || !set.is_empty());
            let mut bound = Components::new(clobber, set, prices, limits)?;
            reached(Ok(bound.bound(&clobber.start, u64::MAX).into()))
        }
        (Clobber(clobber), ["dual"]) => dual::verify(clobber, claim, block("dual"), limits),
        (Chinese(chinese), ["layers"]) => layers::verify(chinese, claim, block("layers"), limits),
        _ => refuse("this evidence does not apply to this puzzle").at("line 4"),
    }
    .map(|()| None)
}

/// Checks that the block `set` proves the claim with the bound of that name.
fn verify_set(certificate: &Certificate<'_>, name: &str, limits: &Limits) -> Checked<()> {
    let Certificate { instance, claim, .. } = certificate;
    let payload = certificate.block("set").unwrap_or_default();
    let views = views(certificate, limits)?;
    let aim = match instance {
        Vacancy(puzzle) => {
            ensure(name == "zero" || !claim.unsolvable, "this bound does not go with this claim").at("line 4")?;
            let at_start = match name {
                "zero" => IBig::ZERO,
                name => potentials::at_start(name, puzzle, views.as_ref(), limits).at("line 4")?,
            };
            Aim::of_moves(claim, &at_start)
        }
        Clobber(clobber) => {
            let lower = claim.lower_or_most();
            let far = Components::new(clobber, None, None, limits)?.bound(&clobber.start, lower) >= lower;
            Aim { lower: Some(lower), cost: 0, far, zeros: Some("Clobber") }
        }
        Chinese(_) | Definition(_) => Aim::of_moves(claim, &IBig::ZERO),
    };
    if payload.is_empty() {
        // There is nothing else to check: no state is written out, however large.
        return ensure(aim.far, "the start is not in it").at("set");
    }
    let mut rules = instance.rules(limits)?;
    let mut bound = match instance {
        Vacancy(puzzle) => potentials::bound(name, puzzle, views.as_ref(), limits)?,
        Clobber(clobber) => Components::new(clobber, None, None, limits)?.into_bound(aim.lower.unwrap_or(0)),
        Chinese(_) | Definition(_) => closed_set::zero(),
    };
    closed_set::verify(&mut *rules, &mut *bound, payload, &aim, limits)
}

/// Compares what the theorem says with the claim. Returns how many positions a run met, if without it the theorem says less than is claimed.
fn verify_reversal(puzzle: &Puzzle, claim: &Claim) -> Checked<Option<u64>> {
    let run = match claim.verify_reached(&reversal::bound(puzzle, false)?, "reversal") {
        Ok(()) => None,
        Err(_) => reversal::run(puzzle),
    };
    let bound = reversal::bound(puzzle, run.is_some())?;
    claim.verify_reached(&bound, "reversal").map(|()| run)
}

/// The patterns, when the certificate has any.
fn views(certificate: &Certificate<'_>, limits: &Limits) -> Checked<Option<Views>> {
    let Some(tables) = certificate.block("tables") else { return Ok(None) };
    match &certificate.instance {
        Vacancy(Puzzle::Tiles(tiles)) => Views::build(tiles, tables, limits).map(Some),
        _ => refuse("there are patterns only for tiles"),
    }
}
