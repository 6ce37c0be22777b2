//! Plays of grids: by the rules, and as good as the bound.

use super::*;
use crate::bounds::Components;
use crate::rules::{Clobber, Pawns, Turns};
use crate::samples::played;
use saltus_core::board::Board;

/// The pawns that the play leaves, after each of its moves was checked by the rules; none where no
/// play is found.
fn left(height: usize, width: usize, pawns: &Pawns) -> Option<usize> {
    let cells: Vec<_> = pawns.iter().collect();
    let found = solve(width, &cells, &Limits::DEFAULT).expect("no limit")?;
    let puzzle = Clobber::new(Board::grid(height, width), pawns, Turns::Free);
    let left = played(&puzzle, &found.moves).count();
    assert_eq!((left, found.lower), (found.value, found.value), "{height}x{width} {pawns}");
    assert_eq!(found.value, Components::of(puzzle.board(), &cells), "{height}x{width} {pawns}");
    Some(found.value)
}

type IsWhite<'a> = &'a mut dyn FnMut(usize, &mut Random) -> bool;

fn drawn(cells: usize, random: &mut Random, is_white: IsWhite<'_>) -> Pawns {
    let colour = |white| Some(if white { Colour::White } else { Colour::Black });
    (0..cells).map(|cell| colour(is_white(cell, random))).collect()
}

/// Wherever a play is found it is as good as the bound; it is found but for a few. (One board in five.)
#[test]
fn three_times_five() {
    let found = (0..1u64 << 15).step_by(5).filter(|white| left(3, 5, &Pawns::from_bits(15, vec![*white])).is_some());
    assert!(found.count() > 6_400);
}

/// All sizes, with rare and frequent white pawns.
#[test]
fn larger_ones_now_and_then() {
    let mut random = Random::new(3);
    let (mut found, mut all) = (0, 0);
    for height in 3..=14 {
        for width in 5..=24 {
            let most = [2, 2, 3, 10, height * width][random.below(5)];
            let pawns = drawn(height * width, &mut random, &mut |_, random| random.below(most) == 0);
            let one = |colour| pawns.iter().all(|content| content == Some(colour));
            if !one(Colour::White) && !one(Colour::Black) {
                all += 1;
                found += u32::from(left(height, width, &pawns).is_some());
            }
        }
    }
    assert!(found * 100 >= all * 97, "{found} of {all}");
}

#[test]
fn large_ones() {
    let mut random = Random::new(5);
    for (height, width) in [(50, 50), (90, 70), (4, 200), (200, 5)] {
        let cells = height * width;
        let row = |cell: usize| cell / width;
        let kinds: [IsWhite<'_>; 7] = [
            &mut |_, random| random.below(2) == 0,
            &mut |_, random| random.below(10) == 0,
            &mut |cell, _| (row(cell) + cell % width) % 2 == 0,
            &mut |cell, _| 2 * row(cell) < height,
            &mut |cell, _| row(cell) % 2 == 0,
            &mut |cell, _| row(cell) / 3 % 2 == 0,
            &mut |cell, _| cell == cells / 3,
        ];
        for (kind, is_white) in kinds.into_iter().enumerate() {
            let pawns = drawn(cells, &mut random, is_white);
            if height > 4 || kind != 5 {
                assert!(left(height, width, &pawns).is_some(), "{height}x{width} kind {kind}");
            }
        }
    }
}

/// Blocks of each colour, also such as leave blocks of two rows or columns at an edge.
#[test]
fn blocks() {
    for block in 2..=9 {
        for side in (3 * block).max(8)..=5 * block {
            let is_white = &mut |cell: usize, _: &mut Random| (cell / side / block + cell % side / block) % 2 == 1;
            let pawns = drawn(side * side, &mut Random::new(0), is_white);
            assert!(left(side, side, &pawns).is_some(), "blocks of {block} on {side}x{side}");
        }
    }
}

#[test]
fn others_are_left_to_the_search() {
    let of = |width: usize, text: &str| {
        let cells: Vec<_> = text.parse::<Pawns>().unwrap().iter().collect();
        solve(width, &cells, &Limits::DEFAULT).unwrap()
    };
    assert_eq!(of(10, "bwbwbwbwbwwwbbwbwbwb"), None, "two rows");
    assert_eq!(of(5, "bbbbbbbbbbbbbbb"), None, "one colour");
    assert_eq!(of(5, "bwbwb.wbwbwbwbw"), None, "an empty cell");
}

#[test]
fn a_limit_stops_it() {
    let pawns = Pawns::from_bits(64, vec![0x9e37_79b9_7f4a_7c15]);
    let cells: Vec<_> = pawns.iter().collect();
    let halted = solve(8, &cells, &Limits { nodes: 1, ..Limits::DEFAULT }).unwrap_err();
    assert_eq!(halted.stop, saltus_core::limits::Stop::Nodes);
}
