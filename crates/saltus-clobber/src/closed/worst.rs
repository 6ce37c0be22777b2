//! The worst cycles of all lengths (docs/theorems.md, "The worst cycles"): what the proof leaves to
//! a program.
//!
//! A word of letters s and a is read as a product of 4x4 matrices over (min, +). Of each product
//! the least entry is subtracted, which is its *base*, and what is then above 3 is taken as
//! infinite, which can only raise what follows. These are finitely many states. The *height* of a
//! state is the most that 3 times the base exceeds the number of letters, over all words of at
//! least six letters that lead there. Heights exist, and with the least entry of the diagonal they
//! say that no cycle of both colours has a value above a third of its pawns.

use std::collections::HashMap;

use super::fast;
use crate::rules::Pawns;

/// By the register at the beginning and that at the end, N R L B: the fewest boundaries; no number
/// where no walk leads there.
type Matrix = [[Option<i64>; 4]; 4];

const ONE: Matrix = {
    let mut one = [[None; 4]; 4];
    let mut register = 0;
    while register < 4 {
        one[register][register] = Some(0);
        register += 1;
    }
    one
};

/// The letter s.
const SAME: Matrix = [
    [Some(1), None, Some(0), None],
    [Some(1), Some(0), None, None],
    [None, None, Some(0), None],
    [Some(1), None, None, None],
];

/// The letter a.
const OTHER: Matrix = [
    [Some(1), Some(0), None, Some(0)],
    [Some(1), None, Some(0), None],
    [None, None, None, Some(0)],
    [Some(1), None, None, None],
];

fn times(left: &Matrix, right: &Matrix) -> Matrix {
    let sum = |row: usize, column: usize, by: usize| Some(left[row][by]? + right[by][column]?);
    std::array::from_fn(|row| std::array::from_fn(|column| (0..4).filter_map(|by| sum(row, column, by)).min()))
}

fn word(letters: &str) -> Matrix {
    letters.chars().fold(ONE, |product, letter| times(&product, if letter == 's' { &SAME } else { &OTHER }))
}

/// A product without its base, and whether its word has an odd number of letters a.
type State = (Matrix, bool);

/// The state after a letter, and how much the base grows.
fn after((matrix, is_odd): &State, letter: &Matrix) -> (State, i64) {
    let product = times(matrix, letter);
    let base = product.iter().flatten().flatten().min().copied().expect("a walk goes on");
    let rest = |entry: Option<i64>| entry.map(|entry| entry - base).filter(|&entry| entry <= 3);
    ((product.map(|row| row.map(rest)), is_odd ^ (*letter == OTHER)), base)
}

fn least_closed(matrix: &Matrix) -> Option<i64> {
    (0..4).filter_map(|register| matrix[register][register]).min()
}

#[test]
fn no_cycle_is_worse_than_a_third() {
    let start = (ONE, false);
    let mut numbers = HashMap::from([(start, 0)]);
    let mut states = vec![start];
    // From, to, and what the edge adds to 3 times the base less the letters.
    let mut edges = Vec::new();
    let mut from = 0;
    while from < states.len() {
        for letter in [SAME, OTHER] {
            let (state, base) = after(&states[from], &letter);
            let to = *numbers.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            });
            edges.push((from, to, 3 * base - 1));
        }
        from += 1;
    }
    assert_eq!((states.len(), edges.len()), (7237, 14_474));

    let mut layer = vec![None; states.len()];
    layer[0] = Some(0);
    for _ in 0..6 {
        let mut next = vec![None; states.len()];
        edges.iter().for_each(|&(from, to, add)| next[to] = next[to].max(layer[from].map(|height: i64| height + add)));
        layer = next;
    }
    let mut heights = layer;
    let mut rounds = 0;
    loop {
        let before = heights.clone();
        edges
            .iter()
            .for_each(|&(from, to, add)| heights[to] = heights[to].max(heights[from].map(|height| height + add)));
        if heights == before {
            break;
        }
        rounds += 1;
        assert!(rounds <= states.len(), "the heights end");
    }
    // The inequalities of the proof, whatever found the heights.
    assert!(edges.iter().all(|&(from, to, add)| heights[from].is_none_or(|height| heights[to] >= Some(height + add))));
    for ((matrix, is_odd), height) in states.iter().zip(&heights) {
        if let (false, Some(height)) = (is_odd, height) {
            assert!(least_closed(matrix).is_some_and(|least| 3 * least + height <= 0), "{matrix:?} {height}");
        }
    }
    let all: Vec<i64> = heights.into_iter().flatten().collect();
    assert_eq!((all.len(), all.iter().min(), all.iter().max()), (7193, Some(&-13), Some(&-2)));
}

/// Numbers u for which every entry is at least 1 + u(begin) - u(end): then k factors have no
/// closed walk that counts fewer than k.
#[test]
fn a_third_is_attained() {
    let factors = ["asa", "assa", "asssa"].map(word);
    let mut numbers = [0i64; 4];
    for _ in 0..8 {
        for factor in &factors {
            for (begin, end) in (0..16).map(|pair| (pair / 4, pair % 4)) {
                if let Some(entry) = factor[begin][end] {
                    numbers[end] = numbers[end].min(numbers[begin] + entry - 1);
                }
            }
        }
    }
    for factor in &factors {
        for (begin, end) in (0..16).map(|pair| (pair / 4, pair % 4)) {
            let entry = factor[begin][end];
            assert!(entry.is_none_or(|entry| entry > numbers[end] - numbers[begin]), "{numbers:?}");
        }
    }
    for n in 6..400 {
        let mut text = "bww".repeat(n / 3);
        text.push_str(&"w".repeat(n % 3));
        assert_eq!(fast::cycle_value(&text.parse::<Pawns>().unwrap(), 1), n as u64 / 3, "{n}");
    }
}

#[test]
fn a_half_of_a_line_is_attained() {
    for n in 2..400 {
        let text = "b".repeat(n / 2) + "w" + &"b".repeat((n - 1) / 2);
        assert_eq!(fast::line_value(&text.parse::<Pawns>().unwrap(), 1), n.div_ceil(2) as u64, "{n}");
    }
}
