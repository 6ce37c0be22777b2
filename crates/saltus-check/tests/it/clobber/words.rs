//! The block `word`: the words accepted are those of plays, all of them, and nothing else.

use super::{Board, Pawns, Truth, Turns, after, count};
use crate::support::is_verified;
use std::collections::BTreeSet;

/// The payload: four symbols a byte.
pub(super) fn packed(word: &[u8]) -> Vec<u8> {
    word.chunks(4).map(|symbols| symbols.iter().rev().fold(0, |byte, symbol| byte << 2 | symbol)).collect()
}

/// How many separations a line or a cycle has.
pub(super) fn separations(board: &Board) -> usize {
    if board.name == "cycle" && board.cells > 2 { board.cells } else { board.cells - 1 }
}

/// Enters a move into a word.
fn cross(word: &mut [u8], (from, to): (usize, usize), cells: usize) {
    let over_seam = cells > 2 && (from, to) == (cells - 1, 0);
    if to == from + 1 || over_seam {
        word[from] = 1;
    } else {
        word[to] = 2;
    }
}

/// The word of a play.
pub(super) fn word_of(board: &Board, play: &[(usize, usize)]) -> Vec<u8> {
    let mut word = vec![0; separations(board)];
    play.iter().for_each(|&step| cross(&mut word, step, board.cells));
    word
}

/// The words of all plays, ended or not.
fn words_of_plays(board: &Board, pawns: &[u8]) -> BTreeSet<Vec<u8>> {
    let start: (Pawns, Vec<u8>) = (pawns.to_vec(), vec![0; separations(board)]);
    let mut seen = BTreeSet::from([start.clone()]);
    let mut to_visit = vec![start];
    while let Some((pawns, word)) = to_visit.pop() {
        for step in board.moves(&pawns, 0) {
            let mut next = (after(&pawns, step), word.clone());
            cross(&mut next.1, step, board.cells);
            if seen.insert(next.clone()) {
                to_visit.push(next);
            }
        }
    }
    seen.into_iter().map(|(_, word)| word).collect()
}

fn assert_words(board: &Board, pawns: &[u8]) {
    let plays = words_of_plays(board, pawns);
    let length = separations(board);
    let mut fewest = count(pawns);
    for index in 0..3usize.pow(length as u32) {
        let word: Vec<u8> = (0..length).map(|place| (index / 3usize.pow(place as u32) % 3) as u8).collect();
        let crossed = word.iter().filter(|&&symbol| symbol > 0).count();
        let accepts = |left: usize| {
            let claim = format!("leaves {left}");
            is_verified(&board.file((pawns, Turns::Free), &claim, "witness", &[("word", &packed(&word))]))
        };
        let left = count(pawns).saturating_sub(crossed);
        assert_eq!(accepts(left), plays.contains(&word), "{} {word:?}", board.text(pawns, Turns::Free));
        if plays.contains(&word) {
            fewest = fewest.min(left);
            assert!(!accepts(left + 1) && (left == 0 || !accepts(left - 1)), "{word:?}");
        }
    }
    assert_eq!(fewest, Truth::new(board, false).fewest(pawns, 0));
}

#[test]
fn the_words_of_plays_are_accepted_and_no_others() {
    for cells in 1..=5 {
        for board in [Board::line(cells), Board::cycle(cells)] {
            board.all_pawns().for_each(|pawns| assert_words(&board, &pawns));
        }
    }
    for board in [Board::line(6), Board::line(7), Board::cycle(6)] {
        board.all_pawns().filter(|pawns| count(pawns) == board.cells).for_each(|pawns| assert_words(&board, &pawns));
    }
}
