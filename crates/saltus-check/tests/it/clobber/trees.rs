//! The theorem `trees`, on all small trees and forests.

use super::{Board, Truth, Turns, count};
use crate::support::{Dice, certificate, is_verified, outcome};
use saltus_check::{Limits, Outcome, check};

fn accepts(board: &Board, pawns: &[u8], lower: usize) -> bool {
    is_verified(&board.file((pawns, Turns::Free), &format!("value-at-least {lower}"), "theorem trees", &[]))
}

/// By vertex but the first, the parent before it: a tree of each form at least once.
fn parents(cells: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for vertex in 1..cells {
        let more = |parents: &Vec<usize>| {
            let lowest = parents.last().copied().unwrap_or(0);
            (lowest..vertex).map(|parent| [parents.as_slice(), &[parent]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(more).collect();
    }
    all
}

/// The tree with its vertices called otherwise.
fn tree(parents: &[usize], dice: &mut Dice) -> Board {
    let mut names: Vec<usize> = (0..=parents.len()).collect();
    (1..names.len()).for_each(|last| names.swap(last, dice.below(last + 1)));
    let edges: Vec<_> = (1..).zip(parents).map(|(vertex, &parent)| (names[vertex], names[parent])).collect();
    Board::graph(names.len(), &edges)
}

#[test]
fn the_theorem_tells_the_value_of_every_forest() {
    let mut dice = Dice(4);
    for cells in 1..=7 {
        for parents in parents(cells) {
            let board = tree(&parents, &mut dice);
            let mut truth = Truth::new(&board, false);
            // An empty cell makes a forest of a tree.
            for pawns in board.all_pawns().filter(|pawns| cells < 7 || count(pawns) == cells) {
                let value = truth.fewest(&pawns, 0);
                assert!(accepts(&board, &pawns, value), "{}", board.text(&pawns, Turns::Free));
                assert!(!accepts(&board, &pawns, value + 1), "{}", board.text(&pawns, Turns::Free));
            }
        }
    }
}

/// A forest is what the pawns stand on, whatever the board.
#[test]
fn forests_on_other_boards() {
    for board in [Board::grid(2, 3), Board::cycle(5), Board::cube(3), Board::hamming(&[3, 2])] {
        let mut truth = Truth::new(&board, false);
        for pawns in board.all_pawns() {
            // A graph is a forest when every part of it has a vertex with one neighbour at most.
            let mut left = pawns.clone();
            let near = |left: &[u8], cell: usize| {
                board.edges.iter().filter(|&&(a, b)| (a == cell || b == cell) && left[a] > 0 && left[b] > 0).count()
            };
            while let Some(leaf) = (0..board.cells).find(|&cell| left[cell] > 0 && near(&left, cell) < 2) {
                left[leaf] = 0;
            }
            let value = truth.fewest(&pawns, 0);
            let is_forest = count(&left) == 0;
            assert_eq!(accepts(&board, &pawns, value), is_forest, "{}", board.text(&pawns, Turns::Free));
            assert!(!accepts(&board, &pawns, value + 1));
        }
    }
}

#[test]
fn large_trees() {
    // On a path b^k w^k all that can be done is one move and a walk back.
    let k = 100_000;
    let path = format!("clobber line {}{}", "b".repeat(k), "w".repeat(k));
    let claim = |lower: usize| certificate(&path, &format!("value-at-least {lower}"), "theorem trees", &[]);
    let value = proved(&claim(2 * k));
    assert!(is_verified(&claim(value)) && !is_verified(&claim(value + 1)));
    // A white pawn with black ones around it: one takes it, and no other can take that.
    let leaves = 3_000;
    let edges: Vec<String> = (2..=leaves + 1).map(|leaf| format!("1-{leaf}")).collect();
    let star = format!("clobber graph w{} {}", "b".repeat(leaves), edges.join(" "));
    let file = certificate(&star, &format!("value-at-least {leaves}"), "theorem trees", &[]);
    assert!(is_verified(&file));
    let few = check(&file, &Limits { moves: 10_000, ..Limits::default() });
    assert!(matches!(few, Outcome::Resource(_)), "{few}");
}

/// The bound that a refusal tells.
fn proved(file: &[u8]) -> usize {
    let text = outcome(file).to_string();
    text.split_once("proves no more than ").unwrap().1.parse().unwrap()
}
