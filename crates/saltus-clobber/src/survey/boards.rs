//! All configurations of any board, one by one.

use std::sync::atomic::{AtomicU64, Ordering};

use dashu_int::UBig;

use super::{Extreme, Values};
use crate::rules::Colour;
use saltus_core::limits::{Limits, Stop};
use saltus_core::threads;

/// The most cells whose 2^n configurations are solved one by one.
pub const MOST_CELLS: usize = 40;

/// Configurations that a thread takes at a time.
const PIECE: u64 = 64;

/// By value: how many configurations have it, how many of those have both colours, and the number of the first of these.
type Part = Vec<(u64, u64, u64)>;

/// Solves every configuration without empty cells; `symmetric` says that exchanging the colours
/// changes no value, which halves the work.
///
/// `value` gets the limits of one thread. A configuration's number, binary with the first cell
/// first and white as 1, gives the order in which the first of the worst is found; the answer does
/// not depend on threads.
///
/// ```
/// use saltus_clobber::closed::trees;
/// use saltus_clobber::{closed::letters::Form, survey::{boards, survey_clobber}};
/// use saltus_core::{board::Board, limits::Limits};
///
/// // A line of 8 pawns, as a tree.
/// let (line, limits) = (Board::line(8), Limits::default());
/// let value = |cells: &[_], _: &Limits<'_>| Ok(trees::value(&line, cells).expect("a tree"));
/// let values = boards::survey(8, true, value, &limits).unwrap();
/// assert_eq!(values, survey_clobber(Form::Line, 8, &limits).unwrap());
/// ```
///
/// # Errors
/// The limit that was reached; more than [`MOST_CELLS`] cells are refused.
pub fn survey(
    cells: usize,
    symmetric: bool,
    value: impl Fn(&[Option<Colour>], &Limits<'_>) -> Result<usize, Stop> + Sync,
    limits: &Limits<'_>,
) -> Result<Values, Stop> {
    if cells > MOST_CELLS {
        return Err(Stop::Cells { most: MOST_CELLS as u64 });
    }
    let (all, times) = if symmetric { (1u64 << (cells - 1), 2) } else { (1 << cells, 1) };
    let next = AtomicU64::new(0);
    let threads = limits.threads.max(1);
    let each = Limits { threads: 1, memory: limits.memory / threads as u64, progress: None, ..*limits };
    let solve = |part: &mut Part, first: u64| {
        limits.spend(0, 0)?;
        limits.report("configurations", first, Some(all));
        for number in first..all.min(first + PIECE) {
            let pawns: Vec<_> = pawns(number, cells).collect();
            let value = value(&pawns, &each)?;
            let (count, both, first) = &mut part[value];
            *count += times;
            if pawns.iter().any(|pawn| *pawn != pawns[0]) {
                (*both, *first) = (*both + times, number.min(*first));
            }
        }
        Ok(())
    };
    let parts = threads::gather(threads, |_| {
        let mut part = vec![(0, 0, u64::MAX); cells + 1];
        loop {
            let first = next.fetch_add(PIECE, Ordering::Relaxed);
            if first >= all {
                return Ok(part);
            }
            if let Err(stop) = solve(&mut part, first) {
                // The others need not go on.
                next.store(all, Ordering::Relaxed);
                return Err(stop);
            }
        }
    });
    let mut whole: Part = vec![(0, 0, u64::MAX); cells + 1];
    for part in parts {
        for ((count, both, first), more) in whole.iter_mut().zip(part?) {
            (*count, *both, *first) = (*count + more.0, *both + more.1, more.2.min(*first));
        }
    }
    let worst = whole.iter().rposition(|&(_, both, _)| both > 0);
    let extreme = worst.map(|value| {
        let (_, both, first) = whole[value];
        Extreme { value, count: UBig::from(both), first: pawns(first, cells).collect() }
    });
    Ok(Values { n: cells, counts: whole.into_iter().map(|(count, ..)| UBig::from(count)).collect(), extreme })
}

/// The pawns of a configuration by its number.
fn pawns(number: u64, cells: usize) -> impl Iterator<Item = Option<Colour>> {
    let is_white = move |cell: usize| number >> (cells - 1 - cell) & 1 == 1;
    (0..cells).map(move |cell| Some(if is_white(cell) { Colour::White } else { Colour::Black }))
}
