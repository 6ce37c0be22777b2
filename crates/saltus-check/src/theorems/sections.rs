//! The theorem `sections`: the classical construction is a legal play of `shift N M`, however long.

use crate::families::Puzzle;
use crate::families::shift::Shift;
use crate::families::vacancy::{Replay, Run, Walk};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, refuse};
use dashu_int::{IBig, UBig};

/// Whether black begins, if a payload is the construction.
pub(crate) fn begins(payload: &[u8]) -> Option<bool> {
    match payload {
        b"construction sections first=b\n" => Some(true),
        b"construction sections first=w\n" => Some(false),
        _ => None,
    }
}

/// Replays the construction if that is affordable; otherwise the section theorem says that it is a
/// legal play.
pub(crate) fn verify(puzzle: &Puzzle, black_first: bool, k: &UBig, limits: &Limits) -> Checked<Option<&'static str>> {
    let Puzzle::Shift(Shift { n, m, gaps, start: None, goal: None, .. }) = puzzle else {
        return refuse("the construction is for `shift N M`").at("moves");
    };
    // Without one of the colours it is the other one that begins.
    let begins = n.is_zero() == m.is_zero() || m.is_zero() == black_first;
    ensure(begins, "there is no checker of the colour that shall begin").at("moves")?;
    let length = n * m + gaps * (n + m);
    ensure(length == *k, format_args!("the construction has {length} moves")).at("moves")?;
    if let Some(mut walk) = Walk::new(puzzle) {
        // From cell N to cell 1, or from cell 2 to the last one.
        let (from, stride) = if m.is_zero() { (n.clone(), -IBig::ONE) } else { (UBig::from(2u8), IBig::ONE) };
        if !length.is_zero() {
            walk.run(&Run { from, stride, count: length })?;
        }
        return walk.finish().map(|()| None);
    }
    if limits.count(k).is_err() || limits.length(&puzzle.cells()).is_err() {
        return Ok(Some("sections"));
    }
    let mut replay = Replay::new(puzzle, limits)?;
    let (n, m) = (u64::try_from(n).or_refuse("no board")?, u64::try_from(m).or_refuse("no board")?);
    let spare = u64::try_from(gaps).or_refuse("no board")? - 1;
    // A slide leads from a cell, counted from 1, to the one before or after it, counted from 0.
    for slide in 0..m * spare {
        let cell = n + spare + 2 + slide / spare - slide % spare;
        replay.leave_for(cell, cell as usize - 2)?;
    }
    let mut to = n as usize;
    for cell in sections(n, m, black_first) {
        replay.leave_for(cell, to)?;
        to = cell as usize - 1;
    }
    for slide in 0..n * spare {
        let cell = m + n + 1 - slide / spare + slide % spare;
        replay.leave_for(cell, cell as usize)?;
    }
    replay.finish().map(|()| None)
}

/// With several vacancies, whites slide left past all but one of them, and blacks right at the end. Between, the cells that the moves of the construction leave: a section is one slide and then as many
/// jumps as there is room for, all by the same colour.
fn sections(n: u64, m: u64, black_first: bool) -> impl Iterator<Item = u64> {
    (1..=n + m).flat_map(move |j| {
        let jumps = j.min(n).min(m).min(n + m - j);
        let lowest = n.abs_diff(j) + 1;
        let ascending = (j % 2 == 0) == black_first;
        (0..=jumps).map(move |i| lowest + 2 * if ascending { i } else { jumps - i })
    })
}
