//! One layer from the last two, and what else takes a pass over all arrangements.
//!
//! A move takes the vacancy to a cell of the other colour, the cells being coloured like a
//! chessboard. So the states next to layer d belong to layers d - 1 and d + 1, and all of them to
//! the cells of one colour, while those of layer d belong to the others: layer d + 1 is what lies
//! next to layer d without layer d - 1, and may take its place. Every piece is found by itself,
//! from layers that are complete; so nothing depends on the threads or on the order.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::bit_store::{Access, BitStore};
use super::plan::{Buffers, SpacePlan, slot};
use saltus_core::answers::CannotSurvey;
use saltus_core::limits::{Limits, Tally};
use saltus_core::threads;

/// What finds layer d + 1. It is the next, layer d the last.
pub(super) struct Sweep<'a> {
    pub(super) plan: &'a SpacePlan,
    /// The colour of the cells of the next layer.
    pub(super) black: bool,
    /// Layer d - 1, if there is one.
    pub(super) before: Option<&'a dyn BitStore>,
    pub(super) last: &'a dyn BitStore,
    pub(super) next: &'a dyn BitStore,
    /// Where the states of the next layer are noted, if they are.
    pub(super) late: Option<&'a dyn BitStore>,
    pub(super) limits: &'a Limits<'a>,
    /// States of all layers up to the last; those of the next are added.
    pub(super) known: Tally,
}

impl Sweep<'_> {
    /// How many states the next layer has.
    pub(super) fn run(&self) -> Result<u64, CannotSurvey> {
        let cells = self.plan.cells(self.black);
        share(cells.len(), self.plan, self.limits, |jobs| {
            let mut buffers = self.plan.buffers();
            let (mut last, mut next) = (self.last.access()?, self.next.access()?);
            let mut before = self.before.map(BitStore::access).transpose()?;
            let mut late = self.late.map(BitStore::access).transpose()?;
            let mut new = 0;
            for (at, first) in jobs {
                // All that is next to the last layer.
                buffers.sum.fill(0);
                for pull in &self.plan.pulls[cells[at]] {
                    self.plan.pull(&mut *last, pull, first, &mut buffers)?;
                }
                let found = find_new(before.as_deref_mut(), cells[at], first, &mut buffers)?;
                next.write(slot(cells[at]), first, &buffers.sum)?;
                if let Some(late) = late.as_deref_mut().filter(|_| found > 0) {
                    note(late, cells[at], first, &mut buffers)?;
                }
                self.account(found)?;
                new += found;
            }
            Ok(new)
        })
    }

    /// Reports one more piece, and asks whether to go on.
    fn account(&self, found: u64) -> Result<(), CannotSurvey> {
        let done = self.known.add(found);
        self.limits.report("breadth-first search", done, Some(self.plan.boards.count()));
        Ok(self.limits.spend(0, 0)?)
    }
}

/// Takes out what is known; gives how many states are left.
fn find_new(
    before: Option<&mut (dyn Access + '_)>,
    cell: usize,
    first: usize,
    buffers: &mut Buffers,
) -> Result<u64, CannotSurvey> {
    let Buffers { sum, spare } = buffers;
    if let Some(before) = before
        && before.read(slot(cell), first, spare)?
    {
        sum.iter_mut().zip(spare).for_each(|(sum, known)| *sum &= !*known);
    }
    Ok(sum.iter().map(|word| u64::from(word.count_ones())).sum())
}

/// Adds the sum to what is there.
fn note(late: &mut dyn Access, cell: usize, first: usize, buffers: &mut Buffers) -> Result<(), CannotSurvey> {
    let Buffers { sum, spare } = buffers;
    if late.read(slot(cell), first, spare)? {
        sum.iter_mut().zip(spare).for_each(|(sum, late)| *sum |= *late);
    }
    late.write(slot(cell), first, sum)
}

/// Pieces that a thread must have for itself before it is worth its start.
const ENOUGH: usize = 8;

/// Lets the threads share all pieces of `cells` cells, and adds up what they give. A job is the
/// number of a cell and the first word of one of its pieces.
pub(super) fn share(
    cells: usize,
    plan: &SpacePlan,
    limits: &Limits<'_>,
    work: impl Fn(&mut dyn Iterator<Item = (usize, usize)>) -> Result<u64, CannotSurvey> + Sync,
) -> Result<u64, CannotSurvey> {
    let each = plan.boards.orders.words as usize / plan.piece;
    let (next, all) = (AtomicUsize::new(0), cells * each);
    let jobs = |_| {
        let job = || Some(next.fetch_add(1, Relaxed)).filter(|&job| job < all);
        work(&mut std::iter::from_fn(job).map(|job| (job / each, job % each * plan.piece)))
    };
    threads::gather(limits.threads.min(all / ENOUGH), jobs).into_iter().sum()
}
