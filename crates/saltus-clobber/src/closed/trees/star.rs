//! What is best at one vertex, given what its children offer: linear in their number.
//!
//! A *gain* is how many edges of a child's subtree, the edge to its parent included, are crossed
//! more than when that edge is not crossed. Of the two colours at a vertex, side 0 is
//! the other than its own and side 1 its own; a child on side 0 has given a pawn of the other
//! colour. The *difference* is how many more children are on side 0 than on side 1.

use crate::rules::Colour;

use super::tally::{ChildTally, NEVER};

/// The gains of a vertex for its parent, by the colour of the pawn. `i32::MIN`: it cannot be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Offer {
    gives: [i32; 2],
    takes: [i32; 2],
}

impl Offer {
    /// The gains of a child that gives, on each side, to a parent of this colour.
    fn sides(&self, own: Colour) -> [i64; 2] {
        [own.other(), own].map(|colour| widened(self.gives[colour as usize]))
    }

    fn takes(&self, colour: Colour) -> i64 {
        widened(self.takes[colour as usize])
    }
}

fn widened(gain: i32) -> i64 {
    if gain == i32::MIN { NEVER } else { gain.into() }
}

/// The edge between a vertex and its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// Not crossed.
    Apart,
    /// Crossed upwards by a pawn of this colour.
    Gives(Colour),
    /// Crossed downwards by a pawn of this colour.
    Takes(Colour),
}

/// What a vertex does with its children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The gains of the children together.
    pub(super) gain: i64,
    /// The child, from 0, to which the vertex gives a pawn, and of which colour.
    pub(super) leaves: Option<(usize, Colour)>,
    difference: i64,
}

/// A vertex and its children.
pub(super) struct Star<'a> {
    own: Colour,
    children: &'a [Offer],
    tally: ChildTally,
    /// The best gains for the differences -1, 0, 1 and 2.
    gains: [i64; 4],
}

impl<'a> Star<'a> {
    pub(super) fn new(own: Colour, children: &'a [Offer]) -> Self {
        let mut tally = ChildTally::default();
        children.iter().for_each(|child| tally.add(child.sides(own)));
        let gains = [-1, 0, 1, 2].map(|difference| tally.gain(difference));
        Star { own, children, tally, gains }
    }

    /// The best gain when the vertex gives nothing to a child.
    fn stays(&self, difference: i64) -> i64 {
        self.gains[(difference + 1) as usize]
    }

    /// The best that a vertex can do with its children when it gives nothing to its parent, which
    /// gives it a pawn of this colour, or nothing.
    pub(super) fn best(&self, arrival: Option<Colour>) -> Choice {
        // With the parent's pawn the difference is 0 or 1.
        let even = arrival.map_or(0, |colour| if colour == self.own { 1 } else { -1 });
        let cases = [(even, self.own), (even + 1, self.own.other())];
        let stays = |(difference, _)| Choice { gain: self.stays(difference), leaves: None, difference };
        let [mut best, other] = cases.map(stays);
        if other.gain > best.gain {
            best = other;
        }
        for (index, child) in self.children.iter().enumerate() {
            for (difference, colour) in cases {
                // Without a child the gain of the others is not greater: most children need not be
                // tried.
                if child.takes(colour) + self.stays(difference) > best.gain {
                    let gain = child.takes(colour) + self.without(index).gain(difference);
                    if gain > best.gain {
                        best = Choice { gain, leaves: Some((index, colour)), difference };
                    }
                }
            }
        }
        best
    }

    fn without(&self, child: usize) -> ChildTally {
        let mut tally = self.tally.clone();
        tally.remove(self.children[child].sides(self.own));
        tally
    }

    /// What the vertex offers its parent; `apart` is its best gain without.
    pub(super) fn offer(&self, apart: i64) -> Offer {
        // No gain that can be had is beyond 32 bits, as there are fewer edges than that.
        let narrowed = |gain: i64| i32::try_from(1 + gain - apart).unwrap_or(i32::MIN);
        let mut offer = Offer::default();
        for (difference, colour) in [(0, self.own), (1, self.own.other())] {
            offer.gives[colour as usize] = narrowed(self.stays(difference));
            offer.takes[colour as usize] = narrowed(self.best(Some(colour)).gain);
        }
        offer
    }

    /// What is best under this link to the parent.
    pub(super) fn choose(&self, link: Link) -> Choice {
        let giving = |difference| Choice { gain: self.stays(difference), leaves: None, difference };
        match link {
            Link::Apart => self.best(None),
            Link::Takes(colour) => self.best(Some(colour)),
            Link::Gives(colour) => giving(i64::from(colour != self.own)),
        }
    }

    /// Carries a choice out: the links of the children.
    pub(super) fn deal(&self, choice: &Choice, links: &mut [Link]) {
        let receiver = choice.leaves.map(|(child, _)| child);
        let tally = receiver.map_or_else(|| self.tally.clone(), |child| self.without(child));
        let givers = || (0..self.children.len()).filter(|&child| Some(child) != receiver);
        let sides = |child: usize| self.children[child].sides(self.own);
        let link = |side: usize| Link::Gives(if side == 0 { self.own.other() } else { self.own });
        links.fill(Link::Apart);
        if let Some((side, count)) = tally.forced(choice.difference) {
            for _ in 0..count {
                let free = givers().filter(|&child| links[child] == Link::Apart);
                let best = free.max_by_key(|&child| sides(child)[side]).expect("a choice that can be made");
                links[best] = link(side);
            }
        } else {
            let mut balance = tally.balance(choice.difference);
            for child in givers() {
                links[child] = balance.next(sides(child)).map_or(Link::Apart, link);
            }
        }
        if let Some((child, colour)) = choice.leaves {
            links[child] = Link::Takes(colour);
        }
    }
}
