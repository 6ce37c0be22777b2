//! Decides a certificate: its play, and then its lower bound.

use crate::board::{Board, Cell};
use crate::certificate::{Certificate, Claim, Evidence, Reader};
use crate::chinese;
use crate::clobber;
use crate::closed_set;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, refuse};
use crate::play;
use crate::potential::Potential;
use crate::puzzle::Puzzle;
use crate::shift::{BLACK, Moves, Shift, WHITE};
use crate::theorem;
use crate::transcript::Transcript;
use crate::views::Views;
use dashu_int::IBig;

/// The claim and the puzzle, if the certificate proves the one of the other.
pub(crate) fn verify(bytes: &[u8], limits: &Limits) -> Checked<String> {
    let reader = &mut Reader { bytes, at: 0 };
    let puzzle_text = reader.puzzle()?;
    if clobber::is_named(puzzle_text) {
        return clobber::verify(reader, puzzle_text, limits);
    }
    if chinese::is_named(puzzle_text) {
        return chinese::verify(reader, puzzle_text, limits);
    }
    let certificate = Certificate::read(reader, puzzle_text, limits)?;
    let Certificate { puzzle, claim, claim_text, .. } = &certificate;
    let remark = match &claim.plan {
        Some(k) => play::verify(puzzle, certificate.moves, k, limits)?,
        None => "",
    };
    match certificate.evidence {
        Evidence::Witness => {}
        Evidence::Potential(name) => verify_potential(name, &certificate, limits)?,
        Evidence::ClosedSet(name) => {
            let views = views(&certificate, limits)?;
            closed_set::verify(name, &certificate, views.as_ref(), limits)?;
        }
        Evidence::Order => verify_order(puzzle, limits).at("line 4")?,
        Evidence::Parity => match puzzle {
            Puzzle::Tiles(tiles) => tiles.verify_parity(limits),
            _ => refuse("parity is an argument about tiles"),
        }
        .at("line 4")?,
        Evidence::Transcript => verify_transcript(&certificate, limits)?,
        Evidence::Reversal => {
            theorem::reversal(puzzle).and_then(|bound| reaches(&bound, claim, "reversal")).at("line 4")?;
        }
        Evidence::Winnable => theorem::verify_not_winnable(puzzle).at("line 4")?,
    }
    Ok(format!("{claim_text} {puzzle_text}{remark}"))
}

/// The patterns, when the certificate has any.
fn views(certificate: &Certificate<'_>, limits: &Limits) -> Checked<Option<Views>> {
    certificate.tables.map(|tables| Views::build(&certificate.puzzle, tables, limits)).transpose()
}

/// Whether a proved bound is at least the claimed one.
fn reaches(proved: &IBig, claim: &Claim, what: &str) -> Checked<()> {
    let reached = claim.lower.as_ref().is_some_and(|claimed| proved >= claimed.as_ibig());
    ensure(reached, format_args!("{what} proves no more than {proved}"))
}

fn verify_potential(name: &str, certificate: &Certificate<'_>, limits: &Limits) -> Checked<()> {
    let Certificate { puzzle, claim, .. } = certificate;
    let potential = Potential::named(name, puzzle).at("line 4")?;
    let views = views(certificate, limits)?;
    let value = potential.at_start(puzzle, views.as_ref(), limits).at("line 4")?;
    reaches(&value, claim, name).at("line 4")
}

fn verify_transcript(certificate: &Certificate<'_>, limits: &Limits) -> Checked<()> {
    let Certificate { puzzle, claim, .. } = certificate;
    let Puzzle::Tiles(tiles) = puzzle else {
        return refuse("transcripts are about tiles").at("line 4");
    };
    let transcript = Transcript::read(certificate.transcript, limits)?;
    reaches(&transcript.bound(tiles).into(), claim, "the transcript").at("line 3")?;
    transcript.ensure_affordable(limits)?;
    let views = views(certificate, limits)?.or_refuse("there are no patterns")?;
    transcript.verify(tiles, &views, limits)
}

/// Forward moves keep the blacks in order and carry them only to the right, the whites only to the left. So there
/// is no play when some checker stands beyond its place already.
fn verify_order(puzzle: &Puzzle, limits: &Limits) -> Checked<()> {
    if let Puzzle::Tiles(tiles) = puzzle {
        return tiles.verify_order();
    }
    let Puzzle::Shift(shift @ Shift { moves: Moves::Forward, .. }) = puzzle else {
        return refuse("order is an argument about forward moves of shift and about tiles");
    };
    // In a start that is not written out the blacks stand leftmost and the whites rightmost: none is beyond.
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
