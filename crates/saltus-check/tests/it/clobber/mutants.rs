//! Damaged certificates: whatever is accepted is true.

use super::dual::{Dual, SOURCES, payload as dual_payload};
use super::sets::entries;
use super::words::{packed, word_of};
use super::{ALL_TURNS, Board, Truth, Turns, begin, count, moves_text};
use crate::support::{Dice, is_verified, payload};
use crate::truth::damage;

/// A claim near the truth, its lower bound and what it says is left.
fn claim(value: usize, dice: &mut Dice) -> (String, usize, usize) {
    let lower = (value + dice.below(3)).saturating_sub(1);
    let left = lower + dice.below(2);
    (format!("value-between {lower} {left}"), lower, left)
}

#[test]
fn damaged_words_and_duals() {
    let (mut dice, mut accepted) = (Dice(5), 0);
    for board in [Board::line(7), Board::cycle(6), Board::cycle(7)] {
        let mut truth = Truth::new(&board, false);
        for pawns in board.all_pawns().step_by(7) {
            let value = truth.fewest(&pawns, 0);
            let word = packed(&word_of(&board, &truth.best_play(&pawns, 0)));
            let dual = dual_payload(&board, &pawns);
            for _ in 0..20 {
                let (mut word, mut dual) = (word.clone(), dual.clone());
                for _ in 0..dice.below(3) {
                    damage(if dice.below(3) == 0 { &mut word } else { &mut dual }, &mut dice);
                }
                let (claim, lower, left) = claim(value, &mut dice);
                let blocks: &[(&str, &[u8])] = &[("word", &word), ("dual", &dual)];
                if is_verified(&board.file((&pawns, Turns::Free), &claim, "dual", blocks)) {
                    accepted += 1;
                    assert!(lower <= value && (value..=count(&pawns)).contains(&left), "{claim}");
                }
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}

/// Sources and codes that are well written and wrong.
#[test]
fn changed_potentials_and_codes() {
    let (mut dice, mut accepted) = (Dice(6), 0);
    for board in [Board::line(6), Board::cycle(6)] {
        let mut truth = Truth::new(&board, false);
        for pawns in board.all_pawns().filter(|pawns| count(pawns) > 1) {
            let value = truth.fewest(&pawns, 0);
            let right = Dual::of(&board, &pawns);
            for _ in 0..30 {
                let mut dual = right.clone();
                for _ in 0..=dice.below(4) {
                    change(&mut dual, &mut dice);
                }
                let lower = value + dice.below(2);
                let blocks: &[(&str, &[u8])] = &[("dual", &dual.payload())];
                let claim = format!("value-at-least {lower}");
                if is_verified(&board.file((&pawns, Turns::Free), &claim, "dual", blocks)) {
                    accepted += 1;
                    assert_eq!(lower, value, "{}", board.text(&pawns, Turns::Free));
                }
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}

fn change(dual: &mut Dual, dice: &mut Dice) {
    let (pawn, known) = (dice.below(dual.codes.len()), dual.entries.len());
    if dice.below(4) == 0 {
        return dual.codes[pawn] = dice.below(known) as u8;
    }
    // An entry of its own, so that the other pawns keep theirs.
    let mut rows = dual.entries[usize::from(dual.codes[pawn])].clone();
    rows[dice.below(dual.rows)][dice.below(4)] = SOURCES[dice.below(SOURCES.len())];
    dual.codes[pawn] = known as u8;
    dual.entries.push(rows);
}

#[test]
fn damaged_plays_and_sets() {
    let (mut dice, mut accepted) = (Dice(7), 0);
    for (board, turns) in [Board::grid(2, 3), Board::hamming(&[3, 2])].iter().flat_map(|b| ALL_TURNS.map(|t| (b, t))) {
        let (turn, alternate) = begin(turns);
        let mut truth = Truth::new(board, alternate);
        for pawns in board.all_pawns().step_by(5) {
            let value = truth.fewest(&pawns, turn);
            let moves = moves_text(&truth.best_play(&pawns, turn));
            let set = payload(&entries(board, &pawns, turns, value));
            for _ in 0..10 {
                let (mut moves, mut set) = (moves.clone().into_bytes(), set.clone());
                for _ in 0..dice.below(3) {
                    damage(if dice.below(2) == 0 { &mut moves } else { &mut set }, &mut dice);
                }
                let (claim, lower, left) = claim(value, &mut dice);
                let blocks: &[(&str, &[u8])] = &[("moves", &moves), ("set", &set)];
                if is_verified(&board.file((&pawns, turns), &claim, "closed-set components", blocks)) {
                    accepted += 1;
                    assert!(lower <= value && (value..=count(&pawns)).contains(&left), "{claim}");
                }
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}
