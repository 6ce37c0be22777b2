//! DVCBS, dynamic vertex cover bidirectional search: expands a least vertex cover of the known pairs.
//!
//! S. S. Shperberg, A. Felner, N. R. Sturtevant, S. E. Shimony, A. Hayoun, *Enriching non-parametric bidirectional search
//! algorithms*, AAAI 2019. The states that are ready (`fronts`) are taken together by side and g. Two such
//! clusters make pairs if their g and 1 add up to no more than the length looked at; a least cover of these pairs by clusters is found, one of its
//! clusters is expanded whole, and the cover is found anew. Clusters that make pairs form a staircase, so a least cover is all
//! near clusters with g < a and all far ones with g < length - a, for the best a. Of its clusters this search expands the one with the
//! fewest states, and among equals the least g. In practice it expands fewer states than NBS, though no factor is proved.

use super::bidirectional::SearchDirection;
use super::fronts::Fronts;
use super::{Found, Search};
use crate::limits::{Limits, Stop};
use crate::puzzle::{Backward, Bound};

/// Finds a shortest plan, by a bound on the moves to the goal and one on those from the start, both consistent.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, puzzle::Zero, search::dvcbs};
/// use saltus_shifting::shift::{self, bounds::Chain};
///
/// let puzzle = shift::read("shift 3 3 moves=all").unwrap().puzzle().unwrap();
/// let found = dvcbs::solve(&puzzle, &Chain, &Zero, &Limits::default()).unwrap();
/// assert_eq!(found.plan.unwrap().len(), 15);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn solve<P: Backward + ?Sized, T: Bound<P> + ?Sized, F: Bound<P> + ?Sized>(
    puzzle: &P,
    to_goal: &T,
    from_start: &F,
    limits: &Limits<'_>,
) -> Search<Found<P::Move>> {
    Fronts::solve(puzzle, (to_goal, from_start), limits, "DVCBS", cluster)
}

/// A least cover of the pairs of clusters whose g and 1 add up to `length` at most: the first g that it does not have, near and far;
/// none where there are no pairs. `near` and `far` are the sizes of clusters by g.
fn cover(near: &[u64], far: &[u64], length: u32) -> Option<(u32, u32)> {
    let below = |counts: &[u64], g: u32| counts.iter().take(g as usize).sum::<u64>();
    let cuts = (0..=length).map(|a| (below(near, a) + below(far, length - a), a));
    let (size, a) = cuts.min()?;
    (size > 0).then_some((a, length - a))
}

fn cluster<P: Backward + ?Sized, T: Bound<P> + ?Sized, F: Bound<P> + ?Sized>(
    fronts: &mut Fronts<'_, P, T, F>,
) -> Result<bool, Stop> {
    let Some((near, far)) = cover(&fronts.near.counts, &fronts.far.counts, fronts.lower) else { return Ok(false) };
    let smallest = |counts: &[u64], most: u32| {
        let clusters = (0..).zip(counts.iter().copied()).take(most as usize).filter(|(_, count)| *count > 0);
        clusters.map(|(g, count): (u32, u64)| (count, g)).min()
    };
    let (near, far) = (smallest(&fronts.near.counts, near), smallest(&fronts.far.counts, far));
    let (direction, (count, g)) = match (near, far) {
        (Some(near), Some(far)) if far < near => (SearchDirection::Backwards, far),
        (Some(near), _) => (SearchDirection::Forwards, near),
        (None, far) => (SearchDirection::Backwards, far.expect("a cover is not empty")),
    };
    for _ in 0..count {
        let (front, _) = direction.order(&fronts.near, &fronts.far);
        // A better play may have taken one away.
        let Some(id) = front.next(g) else { break };
        fronts.expand(direction, id)?;
        if fronts.is_found() {
            break;
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::cover;

    /// Every set of clusters covers all pairs or is larger or none is smaller.
    #[test]
    fn covers_are_least() {
        let mut random = crate::random::Random::new(1);
        for _ in 0..500 {
            let mut counts = || (0..=random.below(4)).map(|_| random.below(4) as u64).collect::<Vec<u64>>();
            let (near, far) = (counts(), counts());
            for length in 0..8 {
                let pairs: Vec<(usize, usize)> = (0..near.len())
                    .flat_map(|g| (0..far.len()).map(move |other| (g, other)))
                    .filter(|&(g, other)| near[g] > 0 && far[other] > 0 && g + other < length)
                    .collect();
                let bit = |set: u32, at: usize| set >> at & 1 == 1;
                let sets = (0..1u32 << near.len()).flat_map(|a| (0..1u32 << far.len()).map(move |b| (a, b)));
                let covers = sets.filter(|&(a, b)| pairs.iter().all(|&(g, other)| bit(a, g) || bit(b, other)));
                let size = |counts: &[u64], set: u32| {
                    (0..counts.len()).filter(|&at| bit(set, at)).map(|at| counts[at]).sum::<u64>()
                };
                let least = covers.map(|(a, b)| size(&near, a) + size(&far, b)).min();
                let found = cover(&near, &far, length as u32).map_or(0, |(a, b)| {
                    near.iter().take(a as usize).sum::<u64>() + far.iter().take(b as usize).sum::<u64>()
                });
                assert_eq!(Some(found), least, "{near:?} {far:?} {length}");
            }
        }
    }
}
