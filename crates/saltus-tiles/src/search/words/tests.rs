//! The slow counterparts: the definition word by word, and breadth-first search over arrangements.

use std::collections::{HashMap, HashSet};

use super::*;

/// The tile on each cell after a word from a board that has each tile at home, and the cell where
/// the word ends.
type Effect = (Vec<u8>, Cell);

fn at_home(board: &Board, cell: Cell) -> Effect {
    ((0..board.cells()).map(|cell| cell as u8).collect(), cell)
}

fn after(board: &Board, (tiles, cell): &Effect, direction: Direction) -> Option<Effect> {
    let next = board.step(*cell, direction)?;
    let mut tiles = tiles.clone();
    tiles.swap(*cell as usize, next as usize);
    Some((tiles, next))
}

/// By start cell: the words of at most `longest` letters that have the effect of a smaller word.
fn not_least(board: &Board, longest: usize) -> Vec<HashSet<Vec<Direction>>> {
    let from = |cell| {
        let mut found = HashSet::new();
        let mut words = vec![(Vec::new(), at_home(board, cell))];
        let mut effects = HashSet::new();
        for _ in 0..=longest {
            let mut longer = Vec::new();
            for (word, effect) in words {
                for direction in 0..4 {
                    longer.extend(
                        after(board, &effect, direction).map(|next| ([&word[..], &[direction]].concat(), next)),
                    );
                }
                if !effects.insert(effect) {
                    found.insert(word);
                }
            }
            words = longer;
        }
        found
    };
    (0..board.cells() as Cell).map(from).collect()
}

/// Every walk that is allowed, step by step: what is refused next is what leaves the board or ends
/// with a forbidden word.
fn follow(
    words: &Words,
    board: &Board,
    (state, walk, cells): (u32, &mut Vec<Direction>, &mut Vec<Cell>),
    left: usize,
    forbidden: &impl Fn(Cell, &[Direction]) -> bool,
) {
    let cell = *cells.last().expect("a walk is somewhere");
    assert_eq!(words.cell(state), cell);
    for direction in 0..4 {
        walk.push(direction);
        let next = board.step(cell, direction);
        let refused = next.is_none() || (0..walk.len()).any(|from| forbidden(cells[from], &walk[from..]));
        assert_eq!(words.next(state, direction).is_none(), refused, "{walk:?} from {}", cells[0]);
        if let (Some(state), Some(next)) = (words.next(state, direction), next)
            && left > 1
        {
            cells.push(next);
            follow(words, board, (state, walk, cells), left - 1, forbidden);
            cells.pop();
        }
        walk.pop();
    }
}

#[test]
fn refuses_exactly_what_the_definition_forbids() {
    let sizes = [(1, 1, 4), (1, 4, 8), (2, 2, 12), (2, 3, 12), (3, 2, 10), (2, 4, 10), (4, 2, 10), (3, 3, 10)];
    for (height, width, most) in sizes {
        let board = Board::grid(height, width);
        let not_least = not_least(&board, most);
        for longest in 0..=most {
            let words = Words::new(height, width, longest);
            let forbidden = |cell: Cell, word: &[_]| word.len() <= longest && not_least[cell as usize].contains(word);
            for cell in 0..board.cells() as Cell {
                let start = (words.start(cell), &mut Vec::new(), &mut vec![cell]);
                follow(&words, &board, start, most + 1, &forbidden);
            }
        }
    }
}

/// How many allowed walks of 0, 1, .. `most` steps there are from a cell.
fn walks(words: &Words, cell: Cell, most: usize) -> Vec<u64> {
    let mut ends = HashMap::from([(words.start(cell), 1)]);
    let mut counts = vec![1];
    for _ in 0..most {
        let mut then = HashMap::new();
        for (state, count) in ends {
            let next = (0..4).filter_map(|direction| words.next(state, direction));
            next.for_each(|next| *then.entry(next).or_insert(0) += count);
        }
        counts.push(then.values().sum());
        ends = then;
    }
    counts
}

/// How many effects need 0, 1, .. `most` steps from a cell, by breadth-first search.
fn effects(board: &Board, cell: Cell, most: usize) -> Vec<u64> {
    let mut layer = vec![at_home(board, cell)];
    let mut seen: HashSet<Effect> = layer.iter().cloned().collect();
    let mut counts = vec![1];
    for _ in 0..most {
        let next = layer.iter().flat_map(|effect| (0..4).filter_map(|direction| after(board, effect, direction)));
        layer = next.filter(|effect| seen.insert(effect.clone())).collect();
        counts.push(layer.len() as u64);
    }
    counts
}

#[test]
fn up_to_the_longest_word_there_is_one_walk_for_each_effect() {
    for (height, width, longest) in [(2, 5, 13), (3, 3, 13), (3, 4, 11), (5, 3, 10), (4, 4, 9), (5, 5, 8), (4, 6, 8)] {
        let (board, words) = (Board::grid(height, width), Words::new(height, width, longest));
        for cell in 0..board.cells() as Cell {
            assert_eq!(walks(&words, cell, longest), effects(&board, cell, longest), "{height}x{width} from {cell}");
        }
    }
}

#[test]
fn walks_of_the_fifteen_puzzle_are_as_many_as_published() {
    // OEIS A089484 (Korf & Schultze 2005): positions of the 15-puzzle by distance, vacancy in the
    // corner.
    let published =
        [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821, 60842, 119_000, 231_844, 447_342];
    for longest in [14, 17] {
        let words = Words::new(4, 4, longest);
        assert_eq!(walks(&words, 0, longest), published[..=longest]);
        assert!(walks(&words, 0, longest + 1)[longest + 1] > published[longest + 1], "a longer word is not refused");
    }
}

/// Whether the allowed walks from this cell contain a shortest one to every arrangement that can be
/// reached.
fn keeps_a_shortest_walk(words: &Words, board: &Board, cell: Cell) -> bool {
    let mut layer = HashSet::from([at_home(board, cell)]);
    let mut kept = HashSet::from([(at_home(board, cell), words.start(cell))]);
    let mut before = HashSet::new();
    while !layer.is_empty() {
        let steps = |effect| (0..4).filter_map(move |direction| Some((direction, after(board, effect, direction)?)));
        let next: HashSet<Effect> = layer.iter().flat_map(steps).map(|(_, effect)| effect).collect();
        let next: HashSet<Effect> = next.into_iter().filter(|effect| !before.contains(effect)).collect();
        let walks = kept.iter().flat_map(|(effect, state)| steps(effect).map(move |(d, effect)| (effect, *state, d)));
        kept = walks
            .filter_map(|(effect, state, direction)| Some((effect, words.next(state, direction)?)))
            .filter(|(effect, _)| next.contains(effect))
            .collect();
        if kept.iter().map(|(effect, _)| effect).collect::<HashSet<_>>().len() < next.len() {
            return false;
        }
        before = std::mem::replace(&mut layer, next);
    }
    true
}

#[test]
fn a_shortest_walk_to_every_arrangement_is_left() {
    for (height, width, longest) in [(2, 2, 12), (2, 3, 6), (2, 3, 12), (2, 3, 16), (2, 4, 12), (2, 4, 16), (1, 4, 6)] {
        let (board, words) = (Board::grid(height, width), Words::new(height, width, longest));
        for cell in 0..board.cells() as Cell {
            assert!(keeps_a_shortest_walk(&words, &board, cell), "{height}x{width}, {longest} letters, from {cell}");
        }
    }
    let (board, words) = (Board::grid(3, 3), Words::new(3, 3, 14));
    assert!([0, 1, 4].into_iter().all(|cell| keeps_a_shortest_walk(&words, &board, cell)));
}

/// How many classes of states there are if all that refuse the same at the same cell are merged, by
/// Moore's refinement.
fn classes(words: &Words) -> usize {
    let states = 1..=words.states() as u32;
    let mut class: Vec<usize> =
        std::iter::once(0).chain(states.clone().map(|state| words.cell(state) as usize)).collect();
    let mut count = 0;
    loop {
        let mut number = HashMap::new();
        let mut finer = vec![0];
        for state in states.clone() {
            let next: [_; 4] = std::array::from_fn(|d| words.next(state, d).map(|next| class[next as usize]));
            let fresh = number.len();
            finer.push(*number.entry((class[state as usize], next)).or_insert(fresh));
        }
        if number.len() == count {
            return count;
        }
        (class, count) = (finer, number.len());
    }
}

#[test]
fn there_are_as_few_states_as_possible_and_all_are_visited() {
    for (height, width, longest) in [(1, 3, 2), (2, 3, 0), (2, 3, 14), (3, 3, 12), (2, 6, 14), (4, 4, 12), (4, 5, 11)] {
        let words = Words::new(height, width, longest);
        assert_eq!(classes(&words), words.states(), "{height}x{width}, {longest} letters");
        let mut seen: HashSet<u32> = (0..(height * width) as Cell).map(|cell| words.start(cell)).collect();
        let mut open: Vec<u32> = seen.iter().copied().collect();
        while let Some(state) = open.pop() {
            let next = (0..4).filter_map(|direction| words.next(state, direction));
            open.extend(next.filter(|&next| seen.insert(next)));
        }
        assert_eq!(seen.len(), words.states());
    }
}

#[test]
fn sizes_are_as_documented() {
    let size = |side, longest| {
        let words = Words::new(side, side, longest);
        (words.minimal_words(), words.states(), words.bytes())
    };
    assert_eq!([size(4, 2), size(4, 12)], [(48, 64, 1040), (3556, 11_671, 186_752)]);
    assert_eq!([size(4, 14), size(4, 16)], [(11_440, 38_219, 611_520), (42_187, 141_650, 2_266_416)]);
    assert_eq!([size(5, 2), size(5, 12)], [(80, 105, 1696), (12_960, 41_372, 661_968)]);
}

#[test]
fn without_words_only_the_board_binds() {
    for longest in 0..2 {
        let words = Words::new(2, 3, longest);
        assert_eq!((words.states(), words.minimal_words()), (6, 0));
        let allowed = |cell| (0..4).map(|d| u8::from(words.next(words.start(cell), d).is_some()) << d).sum::<u8>();
        assert_eq!((0..6).map(allowed).collect::<Vec<_>>(), [10, 11, 9, 6, 7, 5]);
    }
    let row = Words::new(1, 2, 2);
    let east = row.next(row.start(0), 1).unwrap();
    assert_eq!(row.cell(east), 1);
    assert!((0..4).all(|direction| row.next(east, direction).is_none()), "a walk may end up with no step left");
}
