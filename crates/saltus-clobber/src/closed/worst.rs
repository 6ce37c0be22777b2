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
use super::letters::{Form, Letter};
use super::registers::{Number as _, Register, Registers};
use crate::rules::Pawns;

/// By the register at the beginning and that at the end: the fewest boundaries.
type Matrix = [Registers<u16>; 4];

/// A product without its base, and whether its word has an odd number of letters a.
type State = (Matrix, bool);

/// The state after a letter, and how much the base grows.
fn after((matrix, is_odd): &State, letter: Letter) -> (State, i64) {
    let product = matrix.map(|row| row.step(letter));
    let base = product.iter().map(Registers::least).min().expect("four rows");
    let rest = |entry: u16| if entry - base > 3 { u16::NEVER } else { entry - base };
    ((product.map(|row| Registers(row.0.map(rest))), is_odd ^ (letter == Letter::Alternate)), base.into())
}

/// The least entry of the diagonal.
fn least_closed(matrix: &Matrix) -> u16 {
    let diagonal = Register::ALL.into_iter().zip(matrix).map(|(register, row)| row.get(register));
    diagonal.min().expect("four rows")
}

#[test]
fn no_cycle_is_worse_than_a_third() {
    let start = (Register::ALL.map(Registers::only), false);
    let mut numbers = HashMap::from([(start, 0)]);
    let mut states = vec![start];
    // From, to, and what the edge adds to 3 times the base less the letters.
    let mut edges = Vec::new();
    let mut from = 0;
    while from < states.len() {
        for letter in [Letter::Same, Letter::Alternate] {
            let (state, base) = after(&states[from], letter);
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
            assert!(3 * i64::from(least_closed(matrix)) + height <= 0, "{matrix:?} {height}");
        }
    }
    let all: Vec<i64> = heights.into_iter().flatten().collect();
    assert_eq!((all.len(), all.iter().min(), all.iter().max()), (7193, Some(&-13), Some(&-2)));
}

/// Numbers u for which every entry is at least 1 + u(begin) - u(end): then k factors have no
/// closed walk that counts fewer than k.
#[test]
fn a_third_is_attained() {
    // The entries of factors, each with the places of its registers.
    let mut entries = Vec::new();
    for same in 1..=3 {
        let word = [&[Letter::Alternate][..], &vec![Letter::Same; same], &[Letter::Alternate]].concat();
        let one: Matrix = Register::ALL.map(Registers::only);
        let factor = word.into_iter().fold(one, |product, letter| product.map(|row| row.step(letter)));
        for (begin, row) in factor.iter().enumerate() {
            let row = Register::ALL.map(|end| (begin, end as usize, row.get(end)));
            entries.extend(row.into_iter().filter(|entry| entry.2 < u16::NEVER));
        }
    }
    let mut numbers = [0i64; 4];
    for _ in 0..8 {
        for &(begin, end, entry) in &entries {
            numbers[end] = numbers[end].min(numbers[begin] + i64::from(entry) - 1);
        }
    }
    for (begin, end, entry) in entries {
        assert!(i64::from(entry) > numbers[end] - numbers[begin], "{numbers:?}");
    }
    for n in 6..400 {
        let mut text = "bww".repeat(n / 3);
        text.push_str(&"w".repeat(n % 3));
        assert_eq!(fast::value(&text.parse::<Pawns>().unwrap(), Form::Cycle, 1), n as u64 / 3, "{n}");
    }
}

#[test]
fn a_half_of_a_line_is_attained() {
    for n in 2..400 {
        let text = "b".repeat(n / 2) + "w" + &"b".repeat((n - 1) / 2);
        assert_eq!(fast::value(&text.parse::<Pawns>().unwrap(), Form::Line, 1), n.div_ceil(2) as u64, "{n}");
    }
}
