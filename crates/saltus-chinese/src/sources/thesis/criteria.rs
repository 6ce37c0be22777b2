//! The five criteria of section 3 for a move, and which of them a move meets.
//!
//! All but the second are about red's moves; the second is about those of the others. Where the words leave something open:
//!
//! - *The tail*: one of red's men of least i with the greatest j, as [`Thesis::tail`] has it.
//! - *Maximal, minimal*: among all moves that red has in the position.
//! - *Criterion 4*: as printed, d(from, to) is to be maximal and d(from, to) - d(to, G) minimal. The sentences below it ask for the
//!   greatest displacement and the least distance to the goal, and section 4 tries moves of greatest difference first. Of moves with the same
//!   displacement the one that ends nearest to the goal has the greatest difference, not the least; so the greatest is taken here. Distances
//!   are steps, d(to, G) the least one to a goal cell without a red man, 0 from such a cell. Both must be met by one move; there need
//!   not be any.

use super::Thesis;
use super::centroids::Ratio;
use super::measures::Measure;
use crate::rules::{Move, Place, Player, State, distance};
use saltus_core::puzzle::Puzzle;

/// A criterion for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// The red player only jumps.
    Jump,
    /// Blue and yellow players move into cells directly adjacent to a red man.
    Beside,
    /// The red player displaces the tail of R.
    Tail,
    /// The displacement is maximal, and so is its difference to the distance that is left.
    Far,
    /// The projection P of the army's way on the ideal one is maximal.
    Projection,
}

impl Criterion {
    /// All of them, in the thesis's order.
    pub const ALL: [Criterion; 5] =
        [Criterion::Jump, Criterion::Beside, Criterion::Tail, Criterion::Far, Criterion::Projection];

    /// What it asks for.
    pub fn text(self) -> &'static str {
        match self {
            Criterion::Jump => "red jumps",
            Criterion::Beside => "others move next to a red man",
            Criterion::Tail => "red moves its tail",
            Criterion::Far => "red moves farthest, and the difference to the distance left is greatest",
            Criterion::Projection => "the projection P becomes greatest",
        }
    }

    /// Whether it is about the moves of this player.
    pub fn is_for(self, player: Player) -> bool {
        (player == Player::WINNER) != (self == Criterion::Beside)
    }
}

impl Thesis {
    /// The moves of the player to move, each with the criteria that it meets, in the order of moves.
    ///
    /// ```
    /// use saltus_chinese::{self as chinese, sources::thesis::{Thesis, criteria::Criterion}};
    /// use saltus_core::puzzle::Puzzle;
    ///
    /// let thesis = Thesis::new(&chinese::read("chinese triangle:13 players=3").unwrap()).unwrap();
    /// let moves = thesis.criteria(&thesis.puzzle().start());
    /// let jumps = moves.iter().filter(|(_, met)| met.contains(&Criterion::Jump));
    /// assert_eq!((moves.len(), jumps.count()), (14, 6));
    /// ```
    pub fn criteria(&self, state: &State) -> Vec<(Move, Vec<Criterion>)> {
        let mut moves = Vec::new();
        self.puzzle().moves(state, &mut moves);
        let mover = self.puzzle().mover(state);
        let army = self.army(state, Player::WINNER);
        let tail = self.tail(&army);
        let ends = |mv: &Move| (self.place(mv.from()), self.place(mv.to()));
        let displaced = |mv: &Move| distance(ends(mv).0, ends(mv).1);
        let farther = |mv: &Move| i64::from(displaced(mv)) - i64::from(self.steps_left(&army, ends(mv)));
        let (far, farthest) = (moves.iter().map(displaced).max(), moves.iter().map(farther).max());
        let shares: Vec<Option<Ratio>> = moves.iter().map(|mv| self.share_after(state, mv)).collect();
        let most = shares.iter().copied().flatten().max();
        let meets = |criterion: Criterion, mv: &Move, share: Option<Ratio>| match criterion {
            Criterion::Jump => distance(ends(mv).0, self.place(mv.path()[1])) > 1,
            Criterion::Beside => army.iter().any(|&man| distance(man, ends(mv).1) == 1),
            Criterion::Tail => Some(ends(mv).0) == tail,
            Criterion::Far => Some(displaced(mv)) == far && Some(farther(mv)) == farthest,
            Criterion::Projection => share.is_some() && share == most,
        };
        let met = |mv: &Move, share| {
            Criterion::ALL.into_iter().filter(|one| one.is_for(mover) && meets(*one, mv, share)).collect()
        };
        let all: Vec<Vec<Criterion>> = moves.iter().zip(shares).map(|(mv, share)| met(mv, share)).collect();
        moves.into_iter().zip(all).collect()
    }

    /// The least distance from the end of a red move to a goal cell without a red man.
    fn steps_left(&self, army: &[Place], (from, to): (Place, Place)) -> u32 {
        let open = self.goal.iter().filter(|goal| **goal == from || !army.contains(goal));
        open.map(|&goal| Measure::Steps.between(to, goal)).min().unwrap_or(0)
    }

    /// The share of the ideal way after a move. P is this times the length of the ideal way.
    fn share_after(&self, state: &State, mv: &Move) -> Option<Ratio> {
        let mut after = state.clone();
        self.puzzle().play(&mut after, mv);
        self.projection(&after)?.share()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::thesis;
    use super::*;

    /// The numbers of the criteria that each move meets, by its name.
    fn met(line: &str) -> Vec<(String, Vec<usize>)> {
        let thesis = thesis(line);
        let name = |mv: &Move| format!("{}-{}", thesis.puzzle().name(mv.from()), thesis.puzzle().name(mv.to()));
        let all = thesis.criteria(&thesis.puzzle().start()).into_iter();
        all.map(|(mv, met)| (name(&mv), met.into_iter().map(|one| one as usize + 1).collect())).collect()
    }

    fn of(line: &str, mv: &str) -> Vec<usize> {
        met(line).into_iter().find(|(name, _)| name == mv).expect("it is a move").1
    }

    /// At the start the tail is (1,4) = d4. It can only step; (3,1) = c1 jumps over (4,1) along the ideal way.
    #[test]
    fn red_at_the_start() {
        let line = "chinese triangle:13 players=3";
        assert_eq!(of(line, "d4-e5"), [3]);
        assert_eq!(of(line, "c1-e1"), [1, 4, 5]);
        assert_eq!(of(line, "d1-e1"), [0usize; 0]);
        assert!(met(line).iter().all(|(_, met)| !met.contains(&2)));
    }

    /// Blue's man (3,2) comes next to red's (2,1), (2,2) or (1,3), or goes away.
    #[test]
    fn others_come_beside() {
        let line = "chinese triangle:6 men=1 players=2 order=BR rows=R/../.../..B./...../......";
        for (mv, met) in met(line) {
            assert!(met.is_empty(), "{mv}: red is far away");
        }
        let near = "chinese triangle:6 men=1 players=2 order=BR rows=R/../.B./..../...../......";
        assert_eq!(met(near).iter().filter(|(_, met)| *met == [2]).count(), 2);
    }
}
