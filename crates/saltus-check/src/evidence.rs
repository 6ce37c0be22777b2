//! Decides a certificate: its play, and then its lower bound or that there is no play.

use crate::board::{Board, Cell};
use crate::board_set;
use crate::certificate::Certificate;
use crate::chinese;
use crate::claim::Claim;
use crate::clobber;
use crate::instance::Instance::{self, Chinese, Clobber, Vacancy};
use crate::outcome::{Checked, Limits, OrRefuse, Place, Verified, ensure, refuse};
use crate::play;
use crate::potential;
use crate::puzzle::Puzzle;
use crate::shift::{BLACK, Moves, Shift, WHITE};
use crate::theorem;
use crate::transcript::Transcript;
use crate::views::Views;
use dashu_int::UBig;

/// What is verified, if the certificate proves its claim.
pub(crate) fn verify(bytes: &[u8], limits: &Limits) -> Checked<Verified> {
    let certificate = Certificate::read(bytes, suits, limits)?;
    let by_play = verify_play(&certificate, limits)?;
    let by_evidence = verify_evidence(&certificate, limits)?;
    let Certificate { puzzle, claim_text, by, .. } = certificate;
    let assumes = by_play.into_iter().chain(by_evidence).map(String::from).collect();
    Ok(Verified { claim: claim_text.into(), puzzle: puzzle.into(), by: by.into(), assumes })
}

/// Whether evidence can prove such a claim. None: there is no such evidence about this family.
fn suits(by: &[&str], instance: &Instance, claim: &Claim) -> Option<bool> {
    let (bound, never) = (claim.lower.is_some(), claim.unsolvable);
    Some(match (by, instance) {
        // Every play has at least 0 moves.
        (["witness"], _) => claim.reached.is_some() && claim.lower.as_ref().is_none_or(UBig::is_zero),
        (["potential", _] | ["transcript"] | ["theorem", "reversal"], Vacancy(_))
        | (["bound" | "closed-set", "components"] | ["dual"] | ["theorem", "trees" | "alternate"], Clobber(_))
        | (["layers"], Chinese(_)) => bound,
        (["order" | "parity"] | ["theorem", "winnable"], Vacancy(_)) => never,
        (["closed-set", _], Vacancy(_)) | (["closed-set", "zero"], Chinese(_)) => bound || never,
        _ => return None,
    })
}

/// Replays the play, if one is claimed. Returns the theorem that stands in for that, if one does.
fn verify_play(certificate: &Certificate<'_>, limits: &Limits) -> Checked<Option<&'static str>> {
    let Some(reached) = &certificate.claim.reached else { return Ok(None) };
    let moves = certificate.block("moves");
    match &certificate.instance {
        Vacancy(puzzle) => return play::verify(puzzle, moves.unwrap_or_default(), reached, limits),
        Clobber(clobber) => clobber.moves_to(reached).and_then(|moves| limits.count(&moves))?,
        Chinese(_) => limits.count(reached)?,
    };
    if let (Clobber(clobber), Some(word)) = (&certificate.instance, certificate.block("word")) {
        return clobber::verify_word(clobber, word, reached, limits).map(|()| None);
    }
    let mut play = certificate.instance.play(limits)?;
    play::make_lines(&mut *play, moves.unwrap_or_default())?;
    play.verify_end(reached).map(|()| None)
}

/// Checks the evidence. Returns the theorem that it rests on, if the checker only evaluates what
/// that says.
fn verify_evidence(certificate: &Certificate<'_>, limits: &Limits) -> Checked<Option<&'static str>> {
    let Certificate { instance, claim, by, .. } = certificate;
    let block = |name| certificate.block(name).unwrap_or_default();
    let words: Vec<&str> = by.splitn(3, ' ').collect();
    match (instance, words.as_slice()) {
        (_, ["witness"]) => {}
        (Vacancy(puzzle), ["potential", name]) => {
            let views = views(certificate, puzzle, limits)?;
            let value = potential::at_start(name, puzzle, views.as_ref(), limits).at("line 4")?;
            claim.verify_reached(&value, name).at("line 4")?;
        }
        (Vacancy(puzzle), ["closed-set", name]) => {
            let views = views(certificate, puzzle, limits)?;
            board_set::verify(puzzle, name, claim, block("set"), views.as_ref(), limits)?;
        }
        (Vacancy(puzzle), ["order"]) => verify_order(puzzle, limits).at("line 4")?,
        (Vacancy(Puzzle::Tiles(tiles)), ["parity"]) => tiles.verify_parity(limits).at("line 4")?,
        (Vacancy(puzzle @ Puzzle::Tiles(tiles)), ["transcript"]) => {
            let transcript = Transcript::read(block("transcript"), limits)?;
            claim.verify_reached(&transcript.bound(tiles).into(), "the transcript").at("line 3")?;
            transcript.ensure_affordable(limits)?;
            let views = views(certificate, puzzle, limits)?.or_refuse("there are no patterns")?;
            transcript.verify(tiles, &views, limits)?;
        }
        (Vacancy(puzzle), ["theorem", "reversal"]) => {
            let bound = theorem::reversal(puzzle).at("line 4")?;
            claim.verify_reached(&bound, "reversal").at("line 4")?;
            return Ok(Some("reversal"));
        }
        (Vacancy(puzzle), ["theorem", "winnable"]) => {
            theorem::verify_not_winnable(puzzle).at("line 4")?;
            return Ok(Some("winnable"));
        }
        (Vacancy(_), _) => return refuse("this evidence is about tiles").at("line 4"),
        (Clobber(clobber), ["bound", "components"]) => {
            claim.verify_reached(&clobber::components(clobber, limits)?.into(), "components").at("line 4")?;
        }
        (Clobber(clobber), ["closed-set", _]) => clobber::verify_set(clobber, claim, block("set"), limits)?,
        (Clobber(clobber), ["dual"]) => clobber::verify_dual(clobber, claim, block("dual"), limits)?,
        (Clobber(clobber), ["theorem", "trees"]) => {
            let value = clobber::trees(clobber, limits).at("line 4")?;
            claim.verify_reached(&value.into(), "trees").at("line 4")?;
            return Ok(Some("trees"));
        }
        (Clobber(clobber), _) => {
            let value = clobber::alternate(clobber, limits).at("line 4")?;
            claim.verify_reached(&value.into(), "alternate").at("line 4")?;
            return Ok(Some("alternate"));
        }
        (Chinese(chinese), ["layers"]) => chinese::verify_layers(chinese, claim, block("layers"), limits)?,
        (Chinese(chinese), _) => chinese::verify_set(chinese, claim, block("set"), limits)?,
    }
    Ok(None)
}

/// The patterns, when the certificate has any.
fn views(certificate: &Certificate<'_>, puzzle: &Puzzle, limits: &Limits) -> Checked<Option<Views>> {
    certificate.block("tables").map(|tables| Views::build(puzzle, tables, limits)).transpose()
}

/// Forward moves keep the blacks in order and carry them only to the right, the whites only to the
/// left. So there is no play when some checker stands beyond its place already.
fn verify_order(puzzle: &Puzzle, limits: &Limits) -> Checked<()> {
    if let Puzzle::Tiles(tiles) = puzzle {
        return tiles.verify_order();
    }
    let Puzzle::Shift(shift @ Shift { moves: Moves::Forward, .. }) = puzzle else {
        return refuse("order is an argument about forward moves of shift and about tiles");
    };
    // In a start that is not written out the blacks stand leftmost and the whites rightmost: none
    // is beyond.
    let beyond = match &shift.start {
        Some(start) => {
            let goal = shift.goal(limits)?;
            let mut blacks = places(start, BLACK).zip(places(&goal, BLACK));
            let mut whites = places(start, WHITE).zip(places(&goal, WHITE));
            blacks.any(|(now, then)| now > then) || whites.any(|(now, then)| now < then)
        }
        None => false,
    };
    ensure(beyond, "no checker stands beyond its place at the goal")
}

fn places(board: &Board, colour: Cell) -> impl Iterator<Item = usize> {
    let cells = board.cells().iter().enumerate();
    cells.filter(move |&(_, &cell)| cell == colour).map(|(index, _)| index)
}
