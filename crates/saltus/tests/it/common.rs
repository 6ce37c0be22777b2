//! What several tests need: every small board, random ones, and plays as text.

use dashu_int::UBig;
use saltus::laws::Random;
use saltus::limits::Limits;
use saltus::plan::{Plan, Style};
use saltus::shift::{BLACK, Classes, GAP, WHITE};

/// Enough for every breadth-first search of these boards; a search that turns in circles is stopped early.
pub(crate) const LIMITS: Limits<'static> = Limits { memory: 1 << 30, nodes: 6_000, ..Limits::DEFAULT };

pub(crate) const CLASSES: [Classes; 3] = [Classes::Forward, Classes::Back, Classes::All];

/// The option of the notation that names the classes.
pub(crate) fn option(classes: Classes) -> &'static str {
    match classes {
        Classes::Forward => "",
        Classes::Back => " moves=back",
        Classes::All => " moves=all",
    }
}

/// All n and m with n + m up to `most`.
pub(crate) fn sizes(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=most).flat_map(|all| (0..=all).map(move |n| (n, all - n)))
}

/// Every board with `n` blacks and `m` whites.
pub(crate) fn boards(n: usize, m: usize) -> Vec<Vec<u8>> {
    let orders = (0..1u32 << (n + m)).filter(|set| set.count_ones() as usize == n);
    orders.flat_map(|set| (0..=n + m).map(move |gap| board(set, n + m, gap))).collect()
}

fn board(blacks: u32, checkers: usize, gap: usize) -> Vec<u8> {
    let mut cells: Vec<u8> = (0..checkers).map(|place| if blacks >> place & 1 == 1 { BLACK } else { WHITE }).collect();
    cells.insert(gap, GAP);
    cells
}

/// Every board with `n` blacks, `m` whites and `gaps` vacancies.
pub(crate) fn boards_with(n: usize, m: usize, gaps: usize) -> Vec<Vec<u8>> {
    arrangements(&[vec![BLACK; n], vec![WHITE; m], vec![GAP; gaps]].concat())
}

/// All n, m and k >= 2 with n + m + k up to `most`.
pub(crate) fn wide_sizes(most: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    sizes(most - 2).flat_map(move |(n, m)| (2..=most - n - m).map(move |gaps| (n, m, gaps)))
}

/// A board with `n` blacks, `m` whites and `gaps` vacancies, all equally likely.
pub(crate) fn random_board(random: &mut Random, n: usize, m: usize, gaps: usize) -> Vec<u8> {
    let mut cells = [vec![BLACK; n], vec![WHITE; m], vec![GAP; gaps]].concat();
    random.shuffle(&mut cells);
    cells
}

/// An arrangement of the checkers 1 to `n` and the vacancy, 0.
pub(crate) fn random_arrangement(random: &mut Random, n: u16) -> Vec<u16> {
    let mut cells: Vec<u16> = (0..=n).collect();
    random.shuffle(&mut cells);
    cells
}

/// Rows and columns of all boards of at most `most` cells.
pub(crate) fn sizes_of_boards(most: usize) -> impl Iterator<Item = (usize, usize)> {
    let sizes = (1..=most).flat_map(move |height| (1..=most).map(move |width| (height, width)));
    sizes.filter(move |(height, width)| height * width <= most)
}

/// Every order of some labels, each once.
pub(crate) fn arrangements<T: Copy + Ord>(labels: &[T]) -> Vec<Vec<T>> {
    if labels.is_empty() {
        return vec![Vec::new()];
    }
    let mut different = labels.to_vec();
    different.sort_unstable();
    different.dedup();
    let with_first = |first: T| {
        let mut rest = labels.to_vec();
        rest.remove(rest.iter().position(|&label| label == first).expect("one of them"));
        arrangements(&rest).into_iter().map(move |rest| [&[first][..], &rest].concat())
    };
    different.into_iter().flat_map(with_first).collect()
}

/// The moves of a play as text.
pub(crate) fn moves(plan: &dyn Plan) -> Vec<String> {
    let mut text = Vec::new();
    plan.write(&UBig::ZERO, &plan.moves(), Style::LINES, &mut text).expect("memory takes all");
    String::from_utf8(text).expect("moves are ASCII").lines().map(str::to_owned).collect()
}
