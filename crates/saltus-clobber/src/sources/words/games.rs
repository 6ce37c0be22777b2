//! The word of a game (section 2) and Proposition 1.
//!
//! **Proposition 1.** For each game there is one that removes as many pawns in which no pawn that
//! has moved is taken by one that has not. Suppose that A has not moved and takes B, which has. The
//! place that B left is empty, and after the move A's is too: the pawn that is left never meets
//! another one again, so no later move touches the two places. Let B take A instead, from the same
//! place: the later moves stay as they are, legal and equally many. So the moves can be transformed
//! one by one, as they come.

use super::alphabet::{Mark, Symbol};
use super::{Form, letters};
use crate::rules::{Clobber, Colour, Move, State, Turns};
use saltus_core::board::Board;
use saltus_core::puzzle::{Puzzle, Refusal};

/// What a game is as a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its word: a symbol for each separation.
    pub word: Vec<Symbol>,
    /// The first move, from 1, in which a pawn that has not moved takes one that has; none when the
    /// game obeys Proposition 1.
    pub breach: Option<usize>,
}

/// The word of a game, which need not be played to the end. Linear time.
///
/// ```
/// use saltus_clobber::sources::words::{Form, Text, game};
/// use saltus_clobber::rules::{Colour::{Black, White}, Move};
///
/// let moves = [Move { from: 1, to: 2 }, Move { from: 0, to: 1 }];
/// let refused = game(Form::Line, &[Black, Black, White], moves).unwrap_err();
/// assert!(refused.to_string().starts_with("move 2: "));
///
/// let moves = [Move { from: 2, to: 1 }, Move { from: 0, to: 1 }];
/// let game = game(Form::Line, &[Black, Black, White], moves).unwrap();
/// assert_eq!(Text(&game.word).to_string(), ">s <a");
/// assert_eq!(game.breach, Some(2), "the first pawn had not moved");
/// ```
///
/// # Errors
/// The first move that the rules forbid; or that the form is a cycle of fewer than three places,
/// which is a line.
pub fn game(form: Form, pawns: &[Colour], moves: impl IntoIterator<Item = Move>) -> Result<Game, Refusal> {
    if form == Form::Cycle && pawns.len() < 3 {
        return Err(Refusal("a cycle of fewer than three pawns is played as a line".to_owned()));
    }
    let mut word: Vec<Symbol> = letters(form, pawns).map(|letter| Symbol { mark: Mark::Bar, letter }).collect();
    let mut play = Play::new(form, pawns);
    let mut breach = None;
    for (number, mv) in moves.into_iter().enumerate() {
        if let Err(Refusal(why)) = play.puzzle.check(&play.state, &mv) {
            return Err(Refusal(format!("move {}: {why}", number + 1)));
        }
        if play.breaks_the_rule(mv) {
            breach = breach.or(Some(number + 1));
        }
        play.make(mv);
        let (separation, mark) = crossing(mv);
        word[separation].mark = mark;
    }
    Ok(Game { word, breach })
}

/// The separation that a move crosses, from 0, and which way. Places that are neighbours over the
/// seam are at least two apart.
fn crossing(mv: Move) -> (usize, Mark) {
    let (low, high) = (mv.from.min(mv.to), mv.from.max(mv.to));
    let left = if high - low == 1 { low } else { high };
    (left as usize, if mv.from == left { Mark::Right } else { Mark::Left })
}

/// A configuration in play that remembers which pawns have moved.
#[derive(Clone, Debug)]
struct Play {
    puzzle: Clobber,
    state: State,
    /// Whether what stands on the place has moved.
    moved: Vec<bool>,
}

impl Play {
    fn new(form: Form, pawns: &[Colour]) -> Self {
        let board = match form {
            Form::Line => Board::line(pawns.len()),
            Form::Cycle => Board::cycle(pawns.len()),
        };
        let puzzle = Clobber::new(board, &pawns.iter().map(|&pawn| Some(pawn)).collect(), Turns::Free);
        Play { state: puzzle.start(), puzzle, moved: vec![false; pawns.len()] }
    }

    fn breaks_the_rule(&self, mv: Move) -> bool {
        !self.moved[mv.from as usize] && self.moved[mv.to as usize]
    }

    fn make(&mut self, mv: Move) {
        self.puzzle.play(&mut self.state, &mv);
        self.moved[mv.to as usize] = true;
    }
}

/// The moves of a game, transformed to obey Proposition 1: as many, and of every two pawns that
/// meet the one that has moved takes.
///
/// The moves of a game that obeys it pass unchanged. Where a move is against the rules of play, it
/// and what follows, which cannot be judged, pass unchanged too.
pub fn obeying(form: Form, pawns: &[Colour], moves: impl IntoIterator<Item = Move>) -> impl Iterator<Item = Move> {
    let (mut play, mut is_lost) = (Play::new(form, pawns), false);
    moves.into_iter().map(move |mut mv| {
        is_lost = is_lost || play.puzzle.check(&play.state, &mv).is_err();
        if !is_lost {
            if play.breaks_the_rule(mv) {
                mv = Move { from: mv.to, to: mv.from };
            }
            play.make(mv);
        }
        mv
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Colour::{Black, White};
    use crate::sources::words::Text;

    fn mv(from: u32, to: u32) -> Move {
        Move { from: from - 1, to: to - 1 }
    }

    /// Example (1) of the paper.
    #[test]
    fn the_papers_example() {
        let pawns = [Black, Black, White, White, Black];
        let game = game(Form::Line, &pawns, [mv(4, 5), mv(3, 2), mv(2, 1)]).unwrap();
        assert_eq!((Text(&game.word).to_string().as_str(), game.breach), ("<s <a |s >a", None));
    }

    #[test]
    fn the_seam_is_the_last_separation() {
        let pawns = [Black, White, White];
        let word = |moves: &[Move]| Text(&game(Form::Cycle, &pawns, moves.to_vec()).unwrap().word).to_string();
        assert_eq!(word(&[mv(1, 3)]), "|a |s <a");
        assert_eq!(word(&[mv(3, 1)]), "|a |s >a");
        assert_eq!(word(&[mv(1, 2), mv(2, 3)]), ">a >s |a");
        let line = |moves: &[Move]| Text(&game(Form::Line, &pawns[..2], moves.to_vec()).unwrap().word).to_string();
        assert_eq!((line(&[mv(1, 2)]), line(&[mv(2, 1)])), (">a".to_owned(), "<a".to_owned()), "no seam");
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let refusal =
            |form, pawns: &[Colour], moves: &[Move]| game(form, pawns, moves.to_vec()).unwrap_err().to_string();
        assert!(refusal(Form::Line, &[Black, White], &[mv(1, 2), mv(2, 1)]).starts_with("move 2: "));
        assert!(refusal(Form::Line, &[], &[mv(1, 2)]).starts_with("move 1: "));
        assert!(refusal(Form::Cycle, &[Black, White], &[mv(1, 2)]).contains("played as a line"));
        assert_eq!(game(Form::Line, &[], []).unwrap().word, []);
    }

    #[test]
    fn mending_turns_the_move_round() {
        let pawns = [Black, Black, White];
        let mended: Vec<Move> = obeying(Form::Line, &pawns, [mv(3, 2), mv(1, 2)]).collect();
        assert_eq!(mended, [mv(3, 2), mv(2, 1)]);
        // Moves that are not a game pass: this code does not check them.
        let odd = [mv(1, 2), mv(3, 2), mv(1, 2)];
        assert_eq!(obeying(Form::Line, &pawns, odd).collect::<Vec<_>>(), odd);
    }
}
