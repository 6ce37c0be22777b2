//! Plays of random moves: the first stage of a program for Chinese Checkers in N. Fonseca, *Optimizing a Game of Chinese Checkers* (2015), for any puzzle.

use dashu_int::UBig;

use crate::answers::{By, Survey};
use crate::fact::Fact;
use crate::limits::{Limits, Stop};
use crate::random::Random;
use crate::search::erased::Rules;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plays {
    /// How many plays.
    pub count: u64,
    /// The most moves of one.
    pub turns: u32,
    /// What the moves are drawn from: the same seed gives the same plays everywhere.
    pub seed: u64,
}

/// How plays ended.
#[derive(Clone, Debug, Default)]
struct Endings {
    /// Those that ended at a goal, by their moves; or, where as few pieces as possible are to be left, all by their pieces.
    ended: Vec<u64>,
    stuck: u64,
    unfinished: u64,
    moves: u64,
}

impl Endings {
    fn add(&mut self, number: usize) {
        self.ended.resize(self.ended.len().max(number + 1), 0);
        self.ended[number] += 1;
    }
}

/// Makes plays of moves drawn uniformly at random. A play ends at a goal, where no move can be made,
/// or at the greatest number of moves allowed.
///
/// ```
/// use saltus_core::search::erased::Typed;
/// use saltus_core::search::random_plays::{Plays, survey};
/// use saltus_core::{limits::Limits, notation::Instance, puzzle::Zero};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let rules = Typed::new(&puzzle, Box::new(Zero), None);
/// let found = survey(&rules, Plays { count: 100, turns: 10, seed: 1 }, &Limits::default()).unwrap();
/// assert_eq!(found.distribution, [0u8, 0, 0, 100].map(Into::into)); // it cannot be lost
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn survey(puzzle: &dyn Rules, plays: Plays, limits: &Limits<'_>) -> Result<Survey, Stop> {
    let (mut ends, mut random, mut moves) = (Endings::default(), Random::new(plays.seed), Vec::new());
    let start = puzzle.start();
    let is_of_pieces = puzzle.left(&start).is_some();
    for play in 0..plays.count {
        limits.spend(ends.moves, 0)?;
        let mut state = start.clone();
        let mut made = 0;
        while made < plays.turns && (is_of_pieces || !puzzle.is_goal(&state)) {
            moves.clear();
            puzzle.moves(&state, &mut moves);
            if moves.is_empty() {
                break;
            }
            puzzle.play(&mut state, &moves[random.below(moves.len())]);
            made += 1;
            if made % 4096 == 0 {
                limits.spend(ends.moves + u64::from(made), 0)?;
            }
        }
        ends.moves += u64::from(made);
        match puzzle.left(&state) {
            Some(left) => ends.add(left as usize),
            None if puzzle.is_goal(&state) => ends.add(made as usize),
            None if made == plays.turns => ends.unfinished += 1,
            None => ends.stuck += 1,
        }
        limits.report("random plays", play + 1, Some(plays.count));
    }
    Ok(told(ends, plays, is_of_pieces))
}

fn told(ends: Endings, plays: Plays, is_of_pieces: bool) -> Survey {
    let Endings { ended, stuck, unfinished, moves } = ends;
    let mut facts = vec![
        Fact::new("plays", plays.count)
            .because(format!("of random moves, {} at most, seed {}", plays.turns, plays.seed)),
        Fact::new("moves", moves),
    ];
    if !is_of_pieces {
        facts.push(Fact::new("solved", ended.iter().sum::<u64>()).unit("plays"));
        facts.push(Fact::new("dead-ends", stuck).unit("plays"));
        facts.push(Fact::new("unfinished", unfinished).unit("plays"));
    }
    let by = if is_of_pieces { By::Left } else { By::Moves };
    Survey { by, distribution: ended.into_iter().map(UBig::from).collect(), facts, limit: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Zero;
    use crate::search::erased::Typed;
    use crate::search::test_puzzles::Walk;

    /// On a path of three cells a walk of two moves is at its end in half of all plays.
    #[test]
    fn moves_are_all_alike() {
        let path = Walk::across(3, 1);
        let path = Typed::new(&path, Box::new(Zero), None);
        let plays = Plays { count: 40_000, turns: 2, seed: 7 };
        let found = survey(&path, plays, &Limits::default()).unwrap();
        let solved: UBig = found.distribution[2].clone();
        assert!((UBig::from(19_600u32)..UBig::from(20_400u32)).contains(&solved), "{solved}");
        assert_eq!(survey(&path, plays, &Limits::default()), Ok(found));
        assert_ne!(survey(&path, Plays { seed: 8, ..plays }, &Limits::default()).unwrap().distribution[2], solved);
        assert_eq!(survey(&path, plays, &Limits { nodes: 10, ..Limits::default() }), Err(Stop::Nodes));
    }
}
