//! How much children gain that give pawns of two colours, for a given difference of the two
//! numbers: in constant time, from how many children there are of each class.
//!
//! A child is known by its gains on the two sides, each at most 1; it may also be on no side, for
//! 0. Its class is whether these are 1, 0 or less. Two children on different sides that gain
//! nothing together may as well be on no side. So either there are children on one side only, the
//! best ones; or no child gains less than 0 (docs/theorems.md, `trees`).

/// Less than any sum of gains that can be had, also when such are added to it.
pub(super) const NEVER: i64 = -(1 << 40);

/// A gain of 1.
const ONE: usize = 2;
/// A gain of 0.
const ZERO: usize = 1;
/// A gain below 0, or none at all.
const LESS: usize = 0;

/// The class of a gain, which is at most 1.
fn class(gain: i64) -> usize {
    (gain + 1).max(0) as usize
}

/// Children, counted.
#[derive(Clone, Debug)]
pub(super) struct ChildTally {
    /// By the classes on side 0 and side 1.
    counts: [[i64; 3]; 3],
    /// The best gains on either side: three, so that with any child taken out two are left.
    best: [[i64; 3]; 2],
}

impl Default for ChildTally {
    fn default() -> Self {
        ChildTally { counts: [[0; 3]; 3], best: [[NEVER; 3]; 2] }
    }
}

impl ChildTally {
    /// Counts a child with these gains on side 0 and side 1.
    pub(super) fn add(&mut self, sides: [i64; 2]) {
        self.counts[class(sides[0])][class(sides[1])] += 1;
        for (best, mut gain) in self.best.iter_mut().zip(sides) {
            for place in best {
                if gain > *place {
                    std::mem::swap(place, &mut gain);
                }
            }
        }
    }

    /// Takes a child out that was counted. Only two of the best gains are known afterwards.
    pub(super) fn remove(&mut self, sides: [i64; 2]) {
        self.counts[class(sides[0])][class(sides[1])] -= 1;
        for (best, gain) in self.best.iter_mut().zip(sides) {
            if let Some(place) = best.iter().position(|&kept| kept == gain) {
                best[place..].rotate_left(1);
                best[2] = NEVER;
            }
        }
    }

    /// Whether a difference cannot be had without children that gain less than 0: then the side,
    /// and how many children of that side, the best ones, are all that is chosen.
    pub(super) fn forced(&self, difference: i64) -> Option<(usize, usize)> {
        let (side, count) = (usize::from(difference < 0), difference.unsigned_abs() as usize);
        (count > 0 && self.best[side][count - 1] < 0).then_some((side, count))
    }

    /// The greatest gain of a choice of children with this difference, -2 to 2; less than [`NEVER`]
    /// / 2 when there is none.
    pub(super) fn gain(&self, difference: i64) -> i64 {
        if let Some((side, count)) = self.forced(difference) {
            return self.best[side][..count].iter().sum();
        }
        let ones: i64 = self.counts[ONE].iter().sum::<i64>() + self.counts[ZERO][ONE] + self.counts[LESS][ONE];
        ones - self.balance(difference).lost()
    }

    /// How a difference is had that is not forced, with the greatest gain.
    ///
    /// All children that gain 1 on some side do so, but for as few as possible. The *surplus* is
    /// how far side `toward` then leads beyond what is asked, children that gain 1 on both sides
    /// left out.
    pub(super) fn balance(&self, difference: i64) -> Balance {
        let counts = &self.counts;
        let lead = counts[ONE][ZERO] + counts[ONE][LESS] - counts[ZERO][ONE] - counts[LESS][ONE] - difference;
        let toward = usize::from(lead < 0);
        let of = |there: usize, back: usize| if toward == 0 { counts[there][back] } else { counts[back][there] };
        let (mut surplus, both) = (lead.abs(), of(ONE, ONE));
        // What children that gain 1 on both sides cannot settle: they leave nothing, or 1 for
        // parity, if they are enough.
        let enough = surplus <= both;
        let mut rest = if enough { (both - surplus) % 2 } else { surplus - both };
        let fillers_back = rest.min(of(ZERO, ZERO) + of(LESS, ZERO));
        rest -= fillers_back;
        let fillers_toward = if enough { rest.min(of(ZERO, LESS)) } else { 0 };
        rest -= fillers_toward;
        let turned = of(ONE, ZERO).min(rest / 2);
        let idle = rest - 2 * turned;
        let both_idle = (idle - (of(ONE, LESS) + of(ONE, ZERO) - turned)).max(0);
        surplus += fillers_toward - fillers_back - 2 * turned - (idle - both_idle);
        let both_back = (both + surplus - both_idle) / 2;
        Balance { toward, fillers_back, fillers_toward, turned, idle: idle - both_idle, both_idle, both_back }
    }
}

/// How many children do other than go to side `toward` if they gain 1 there, else to the other side
/// if they gain 1 there.
#[derive(Clone, Debug)]
pub(super) struct Balance {
    toward: usize,
    /// Gain 0 on the other side, not 1 on either, and go there.
    fillers_back: i64,
    /// Gain 0 on side `toward` only, and go there.
    fillers_toward: i64,
    /// Gain 1 on side `toward`, and go to the other side for 0.
    turned: i64,
    /// Gain 1 on side `toward` only, and do nothing.
    idle: i64,
    /// Gain 1 on both sides, and do nothing.
    both_idle: i64,
    /// Gain 1 on both sides, and go to the other side.
    both_back: i64,
}

impl Balance {
    /// How many children gain nothing that gain 1 on some side.
    fn lost(&self) -> i64 {
        self.turned + self.idle + self.both_idle
    }

    /// Deals the parts out, to one child after the other: the side that a child goes to, if any.
    pub(super) fn next(&mut self, sides: [i64; 2]) -> Option<usize> {
        let (toward, back) = (self.toward, 1 - self.toward);
        match (class(sides[toward]), class(sides[back])) {
            (ONE, ONE) if used(&mut self.both_idle) => None,
            (ONE, ONE) if used(&mut self.both_back) => Some(back),
            (ONE, ZERO) if used(&mut self.turned) => Some(back),
            (ONE, ZERO | LESS) if used(&mut self.idle) => None,
            (ONE, _) => Some(toward),
            (_, ONE) => Some(back),
            (_, ZERO) => used(&mut self.fillers_back).then_some(back),
            (ZERO, _) => used(&mut self.fillers_toward).then_some(toward),
            _ => None,
        }
    }
}

/// Whether something was left of a part; one less is.
fn used(part: &mut i64) -> bool {
    let left = *part > 0;
    *part -= i64::from(left);
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::random::Random;

    /// Every difference's greatest gain, child after child.
    fn plainly(children: &[[i64; 2]]) -> Vec<i64> {
        let middle = children.len() + 2;
        let mut best = vec![NEVER; 2 * middle + 1];
        best[middle] = 0;
        for [plus, minus] in children {
            let before = best.clone();
            for at in 1..before.len() - 1 {
                best[at] = before[at].max(before[at - 1] + plus).max(before[at + 1] + minus);
            }
        }
        best[middle - 2..=middle + 2].to_vec()
    }

    /// The gain and the difference of what is dealt out.
    fn dealt(children: &[[i64; 2]], mut balance: Balance) -> (i64, i64) {
        let sides = children.iter().filter_map(|child| Some((child, balance.next(*child)?)));
        sides.fold((0, 0), |(gain, lead), (child, side)| (gain + child[side], lead + [1, -1][side]))
    }

    fn agrees(children: &[[i64; 2]], removed: &[[i64; 2]]) {
        let mut tally = ChildTally::default();
        children.iter().chain(removed).for_each(|&child| tally.add(child));
        removed.iter().for_each(|&child| tally.remove(child));
        for (difference, &expected) in (-2..).zip(&plainly(children)) {
            let gain = tally.gain(difference);
            assert_eq!(gain.max(NEVER / 2), expected.max(NEVER / 2), "{children:?} {removed:?} {difference}");
            if tally.forced(difference).is_none() {
                assert_eq!(dealt(children, tally.balance(difference)), (gain, difference), "{children:?}");
            }
        }
    }

    #[test]
    fn gains_agree_with_all_choices() {
        let gains = [1, 0, -1, -3, NEVER];
        let child = |number: usize| [gains[number % 5], gains[number / 5]];
        for number in 0..25usize.pow(3) {
            let three = [child(number % 25), child(number / 25 % 25), child(number / 625)];
            for count in 0..=3 {
                let (kept, rest) = three.split_at(count);
                agrees(kept, &rest[..rest.len().min(1)]);
            }
        }
        let mut random = Random::new(3);
        for round in 0..60_000 {
            // Few classes in each round, so that these are many.
            let kinds: Vec<_> = (0..=round % 4).map(|_| child(random.below(25))).collect();
            let children: Vec<_> = (0..random.below(16)).map(|_| kinds[random.below(kinds.len())]).collect();
            agrees(&children, &[]);
            agrees(&children, &kinds[..1]);
        }
    }
}
