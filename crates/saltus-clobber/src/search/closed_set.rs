//! What proves a lower bound to a checker: every configuration that is reached without the bound
//! `components` rising to it.

use dashu_int::UBig;
use rustc_hash::FxHashSet;

use crate::bounds::Components;
use crate::rules::{Clobber, Colour, Pawns, Turns};
use saltus_core::board::Board;
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::notation::Certified as _;
use saltus_core::puzzle::Puzzle;

/// The keys ([`Certified::key`](saltus_core::notation::Certified::key)) of all configurations that
/// can be reached from these pawns through configurations of which the bound [`Components`] does
/// not say that `lower` pawns are left. When every play leaves `lower` pawns or more, none of them
/// has fewer.
///
/// ```
/// use saltus_clobber::{Pawns, Turns, search};
/// use saltus_core::board::Board;
/// use saltus_core::limits::Limits;
///
/// let pawns: Pawns = "bbww".parse().unwrap();
/// let cells: Vec<_> = pawns.iter().collect();
/// let keys = |lower| search::closed_set(&Board::grid(2, 2), &cells, Turns::Free, lower, &Limits::DEFAULT).unwrap();
/// // The bound of the start says that two pawns are left or more.
/// assert!(keys(2).is_empty());
/// assert!(!keys(3).is_empty());
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn closed_set(
    board: &Board,
    cells: &[Option<Colour>],
    turns: Turns,
    lower: usize,
    limits: &Limits<'_>,
) -> Result<Vec<UBig>, Stop> {
    let puzzle = Clobber::new(board.clone(), &cells.iter().copied().collect::<Pawns>(), turns);
    let key = |state: &_| puzzle.key(state);
    let is_inside = |state: &<Clobber as Puzzle>::State| Components::of(board, state.cells()) < lower;
    let mut meter = Meter::new(limits, "closed set");
    let mut known: FxHashSet<UBig> = FxHashSet::default();
    let mut open: Vec<_> = Some(puzzle.start()).into_iter().filter(is_inside).collect();
    known.extend(open.iter().map(key));
    let mut moves = Vec::new();
    while let Some(state) = open.pop() {
        let bytes =
            (2 * size_of::<UBig>() * known.capacity() + open.len() * (size_of_val(&state) + cells.len())) as u64;
        meter.node(|| bytes)?;
        moves.clear();
        puzzle.moves(&state, &mut moves);
        for mv in &moves {
            let mut next = state.clone();
            puzzle.play(&mut next, mv);
            if is_inside(&next) && known.insert(key(&next)) {
                open.push(next);
            }
        }
    }
    let mut keys: Vec<UBig> = known.into_iter().collect();
    keys.sort_unstable();
    Ok(keys)
}
