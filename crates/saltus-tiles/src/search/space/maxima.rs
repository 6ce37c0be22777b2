//! Local maxima: states from which every move leads nearer to the goal.

use super::bit_store::{Access, BitStore, Memory};
use super::plan::{Buffers, SpacePlan, slot};
use super::sweep::share;
use saltus_core::answers::CannotSurvey;
use saltus_core::limits::{Limits, Tally};

/// Counts them, given the bits of the states with the vacancy in white cells and in black ones.
pub(super) fn count(plan: &SpacePlan, late: &[Memory; 2], limits: &Limits<'_>) -> Result<u64, CannotSurvey> {
    let seen = Tally::default();
    let count = |black| Pass { plan, late, black, limits, seen: &seen }.run();
    Ok(count(false)? + count(true)?)
}

/// The pass over the cells of a colour.
struct Pass<'a> {
    plan: &'a SpacePlan,
    late: &'a [Memory; 2],
    black: bool,
    limits: &'a Limits<'a>,
    /// States looked at, for the progress.
    seen: &'a Tally,
}

impl Pass<'_> {
    fn run(&self) -> Result<u64, CannotSurvey> {
        let cells = self.plan.cells(self.black);
        share(cells.len(), self.plan, self.limits, |jobs| {
            let mut own = self.late[usize::from(self.black)].access()?;
            let mut others = self.late[usize::from(!self.black)].access()?;
            let (mut nearer, mut further) = (vec![0; self.plan.piece], vec![0; self.plan.piece]);
            let (mut buffers, mut maxima) = (self.plan.buffers(), 0);
            for (at, first) in jobs {
                self.read_nearer(&mut *own, cells[at], first, &mut nearer)?;
                further.fill(0);
                self.add_further(&mut *others, cells[at], first, &nearer, &mut buffers, &mut further)?;
                maxima += further.iter().map(|word| u64::from((!word & self.all()).count_ones())).sum::<u64>();
                self.account()?;
            }
            Ok(maxima)
        })
    }

    /// The bit that nearer neighbours have: from an even distance, one that is less by 1 has the
    /// other bit than this; from an odd one, the same.
    fn read_nearer(
        &self,
        own: &mut dyn Access,
        cell: usize,
        first: usize,
        nearer: &mut [u64],
    ) -> Result<(), CannotSurvey> {
        if !own.read(slot(cell), first, nearer)? {
            nearer.fill(0);
        }
        if self.black == self.plan.boards.is_black(self.plan.boards.vacancy) {
            nearer.iter_mut().for_each(|word| *word = !*word);
        }
        Ok(())
    }

    /// Marks the states that have a neighbour whose bit is not that of nearer ones.
    fn add_further(
        &self,
        others: &mut dyn Access,
        cell: usize,
        first: usize,
        nearer: &[u64],
        buffers: &mut Buffers,
        further: &mut [u64],
    ) -> Result<(), CannotSurvey> {
        for pull in &self.plan.pulls[cell] {
            buffers.sum.fill(0);
            self.plan.pull(others, pull, first, buffers)?;
            let words = buffers.sum.iter().zip(nearer);
            further.iter_mut().zip(words).for_each(|(further, (bits, nearer))| *further |= bits ^ nearer);
        }
        Ok(())
    }

    /// The bits of a word that are states.
    fn all(&self) -> u64 {
        (1 << self.plan.boards.orders.bits) - 1
    }

    fn account(&self) -> Result<(), CannotSurvey> {
        let done = self.seen.add(self.plan.piece as u64 * self.plan.boards.orders.bits);
        self.limits.report("local maxima", done, Some(self.plan.boards.count()));
        Ok(self.limits.spend(0, 0)?)
    }
}
