//! How far an army is: distance, head and tail, what remains.

use super::Thesis;
use crate::bounds::TurnsNeeded;
use crate::rules::{Place, Player, State, distance};
use saltus_core::puzzle::Bound as _;

/// Distance (1) as printed: the greater of |dx| and |dy|.
///
/// The steps are (1,0), (0,1), (1,-1) and back. So this is the number of steps on an empty lattice,
/// [`distance`], unless dx and dy have the same sign: from (1,1) to (2,2) takes two steps, not one.
/// It is never larger.
pub fn printed_distance(a: Place, b: Place) -> u32 {
    a.0.abs_diff(b.0).max(a.1.abs_diff(b.1))
}

/// Which distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// [`printed_distance`].
    Printed,
    /// [`distance`]: the steps of a man alone on the whole lattice.
    Steps,
}

impl Measure {
    /// How far apart two places are.
    pub fn between(self, a: Place, b: Place) -> u32 {
        match self {
            Measure::Printed => printed_distance(a, b),
            Measure::Steps => distance(a, b),
        }
    }
}

/// The turn, counted from 1, after which the winner must have a man in the goal if the game is to
/// have at most `upper` turns: alpha = `U_B` - 3(10 - 1), with the number of players for 3 and that
/// of the winner's men for 10. None if there are no such turns.
///
/// This holds for a game whose last turn is number `upper`, which is the winner's: he has m - 1
/// moves after turn alpha. For a game of any fewer turns the last such turn is earlier still. It is
/// the lower bound [`Thesis::lower_bound`] of a position with no man in the goal, said the other
/// way round.
pub fn critical_move(upper: u32, players: u32, men: u32) -> Option<u32> {
    upper.checked_sub(players * men.checked_sub(1)?)
}

impl Thesis {
    /// The head: of the men with the greatest i the one with the least j. None of an army without
    /// men.
    ///
    /// The definition is made for red. For a helper it names the man farthest ahead in red's
    /// direction. Where men are equal in both (only with [`super::CoordinateAxes::Middle`] and
    /// [`super::CoordinateAxes::Distance`]), it is the first in the order of cells.
    pub fn head(&self, army: &[Place]) -> Option<Place> {
        army.iter().copied().min_by_key(|&place| (-self.along(place), self.across(place)))
    }

    /// The tail, as meant: of the men with the least i the one with the greatest j; the first of
    /// equals.
    pub fn tail(&self, army: &[Place]) -> Option<Place> {
        army.iter().copied().min_by_key(|&place| (self.along(place), -self.across(place)))
    }

    /// The i and j of the tail as printed: the least i, but the greatest j "of the men with the
    /// greatest i". No man need stand there, and at the start it is red's corner instead of the end
    /// of its edge.
    pub fn printed_tail(&self, army: &[Place]) -> Option<(i32, i32)> {
        let least = army.iter().map(|&place| self.along(place)).min()?;
        let greatest = army.iter().map(|&place| self.along(place)).max()?;
        let j = army.iter().filter(|&&place| self.along(place) == greatest).map(|&place| self.across(place)).max()?;
        Some((least, j))
    }

    /// The distance between two armies, in the words of the definition: the fewest steps until a
    /// man is adjacent to one of the other army, on an empty lattice. 0 when two are adjacent. None
    /// of an army without men.
    pub fn armies_apart(&self, state: &State, one: Player, other: Player) -> Option<u32> {
        let (one, other) = (self.army(state, one), self.army(state, other));
        let pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| distance(a, b)));
        pairs.min().map(|steps| steps.saturating_sub(1))
    }

    /// The distance between two armies, in the symbols of the definition: (1) between their heads.
    pub fn heads_apart(&self, state: &State, one: Player, other: Player) -> Option<u32> {
        let head = |player| self.head(&self.army(state, player));
        Some(printed_distance(head(one)?, head(other)?))
    }

    /// How many of the winner's men are in the goal.
    pub fn arrived(&self, state: &State) -> usize {
        state.army(Player::WINNER).into_iter().filter(|&cell| self.is_goal_cell(cell)).count()
    }

    /// The lower bound (2) as printed: the least distance (1) from the winner's head to any cell of
    /// the goal, and as many turns as there are players for each man outside.
    ///
    /// It is no lower bound. It counts the man that enters first twice, once by its distance and
    /// once among the men outside: with one man left to make one step it gives at least 3 for three
    /// players, and the game is over after 1. On a triangle of side 3 with one man it is too large
    /// at the start. It also takes a step for a turn, though a chain of jumps goes many steps in
    /// one turn, and a second step takes as many turns as there are players. It is not tight
    /// either: it does not see that men of a wrong type must step.
    pub fn printed_bound(&self, state: &State) -> u32 {
        let head = self.head(&self.army(state, Player::WINNER));
        let to = |head: Place| self.goal.iter().map(|&goal| printed_distance(head, goal)).min();
        head.and_then(to).unwrap_or(0) + self.turns_for(self.men - self.arrived(state))
    }

    /// The lower bound (2) as its proof means it: the least number of steps from a man outside to a
    /// goal cell without a red man, and as many turns as there are players for each *other* man
    /// outside. It agrees with [`critical_move`]. 0 at the goal.
    ///
    /// It is no lower bound either, as soon as a man can jump farther than the steps that it
    /// counts.
    pub fn meant_bound(&self, state: &State) -> u32 {
        let army = self.army(state, Player::WINNER);
        let open: Vec<Place> = self.goal.iter().copied().filter(|goal| !army.contains(goal)).collect();
        let outside = army.iter().filter(|place| !self.goal.contains(place));
        let steps = outside.flat_map(|&man| open.iter().map(move |&goal| distance(man, goal))).min();
        steps.map_or(0, |steps| steps + self.turns_for(open.len() - 1))
    }

    /// What is left of (2) as a lower bound of the remaining turns: every man outside needs a move
    /// of its own, and the winner's moves are as many turns apart as there are players. 0 at the
    /// goal.
    ///
    /// The turns until the winner moves, one for its first move, and P for each further man
    /// outside: no game is shorter. It is the bound `turns` of searches.
    pub fn lower_bound(&self, state: &State) -> u32 {
        TurnsNeeded.of(&self.puzzle, state)
    }

    fn turns_for(&self, moves: usize) -> u32 {
        (self.players() * moves) as u32
    }
}

#[cfg(test)]
pub(super) mod tests;
