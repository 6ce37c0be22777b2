//! Whether the goal of a board of tiles can be reached, in linear time.
//!
//! - In a single row or column no tile ever passes another: exactly when start and goal have the
//!   tiles in one order.
//! - Elsewhere, with two equal tiles: always. Exchanging the two changes the parity below and
//!   nothing else.
//! - Elsewhere, all tiles different: a move exchanges the vacancy with a tile, so k moves make a
//!   permutation of the cells of sign (-1)^k; and each takes the vacancy to a cell of the other
//!   colour of the chessboard, so k has the parity of its distance from where it ends. The sign of
//!   the permutation from start to goal must therefore be (-1)^distance: W. W. Johnson, *Notes on
//!   the "15" puzzle*, 1879. That this suffices: W. E. Story, ibid.; R. M. Wilson, *Graph puzzles,
//!   homotopy, and the alternating group*, 1974, for all graphs but cycles and one of seven
//!   vertices; A. F. Archer, *A modern treatment of the 15 puzzle*, 1999. The one cycle among the
//!   boards, 2x2, has three tiles, whose rotations are all even permutations; the tests search it
//!   and all others up to 3x3.
//!
//! People count inversions instead, pairs of tiles of which the greater comes first. A move along a
//! row changes none; one along a column carries a tile past w - 1 others. So with w odd the parity
//! of the inversions never changes, and with w even that of inversions plus row of the vacancy.
//! Both ways are computed and must agree: the sign decides, the inversions explain.

use crate::rules::{Instance, has_repeated, vacancy};
use saltus_core::answers::Obstruction;

/// What decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A single row or column: the order of the tiles.
    Order,
    /// Two tiles are equal, and there is room to exchange them.
    Equal,
    /// The parity of the permutation, and of the vacancy's way.
    Parity,
}

/// The rule for an instance.
///
/// ```
/// use saltus_tiles::closed::solvability::{Rule, rule};
///
/// let rule_of = |line| rule(&saltus_tiles::read(line).unwrap());
/// assert_eq!(rule_of("tiles 2x3 1 2 3 4 5 0"), Rule::Parity);
/// assert_eq!(rule_of("tiles 1x4 0 1 2 3"), Rule::Order);
/// ```
pub fn rule(instance: &Instance) -> Rule {
    if instance.height.min(instance.width) == 1 {
        Rule::Order
    } else if has_repeated(&instance.start) {
        Rule::Equal
    } else {
        Rule::Parity
    }
}

/// Whether the goal can be reached.
///
/// ```
/// use saltus_tiles::closed::solvability::{Rule, because, is_solvable, rule};
///
/// // Sam Loyd's puzzle: 14 and 15 are exchanged.
/// let line = "tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";
/// let loyd = saltus_tiles::read(line).unwrap();
/// assert_eq!((is_solvable(&loyd), rule(&loyd)), (false, Rule::Parity));
/// assert!(because(&loyd).contains("odd"));
/// ```
pub fn is_solvable(instance: &Instance) -> bool {
    match rule(instance) {
        Rule::Order => tiles(&instance.start).eq(tiles(&instance.goal_cells())),
        Rule::Equal => true,
        Rule::Parity => {
            let goal = instance.goal_cells();
            let way = distance(instance.width, vacancy(&instance.start), vacancy(&goal));
            is_odd(&instance.start, &goal) == (way % 2 == 1)
        }
    }
}

/// The tiles in reading order.
fn tiles(cells: &[u32]) -> impl Iterator<Item = u32> + '_ {
    cells.iter().copied().filter(|&tile| tile != 0)
}

/// Rows and columns between two cells.
pub(crate) fn distance(width: usize, a: usize, b: usize) -> usize {
    (a / width).abs_diff(b / width) + (a % width).abs_diff(b % width)
}

/// The cells above, below, left and right of one, on a board of so many cells in rows of `width`.
pub(crate) fn beside(cell: usize, cells: usize, width: usize) -> [Option<usize>; 4] {
    [
        (cell >= width).then(|| cell - width),
        (cell + width < cells).then(|| cell + width),
        (!cell.is_multiple_of(width)).then(|| cell - 1),
        (cell % width + 1 < width).then(|| cell + 1),
    ]
}

/// Whether the permutation of the cells from start to goal is odd: its cells less its cycles are.
pub(crate) fn is_odd(start: &[u32], goal: &[u32]) -> bool {
    let greatest = goal.iter().copied().max().unwrap_or(0);
    let mut home = vec![0; greatest as usize + 1];
    goal.iter().enumerate().for_each(|(cell, &tile)| home[tile as usize] = cell);
    let mut seen = vec![false; start.len()];
    let mut odd = false;
    for first in 0..start.len() {
        let mut cell = first;
        while !std::mem::replace(&mut seen[cell], true) {
            cell = home[start[cell] as usize];
            odd ^= cell != first;
        }
    }
    odd
}

/// Pairs of tiles of which the greater comes first, the vacancy left out. O(n log n).
///
/// ```
/// use saltus_tiles::closed::solvability::inversions;
///
/// assert_eq!(inversions(&[3, 1, 0, 2]), 2); // 3 before 1, and 3 before 2
/// ```
pub fn inversions(cells: &[u32]) -> u64 {
    let mut order: Vec<u32> = tiles(cells).collect();
    let mut merged = order.clone();
    let (mut pairs, mut run) = (0, 1);
    while run < order.len() {
        for (from, into) in order.chunks(2 * run).zip(merged.chunks_mut(2 * run)) {
            let (left, right) = from.split_at(run.min(from.len()));
            pairs += merge(left, right, into);
        }
        std::mem::swap(&mut order, &mut merged);
        run *= 2;
    }
    pairs
}

/// Merges two ascending runs, and counts the pairs that change their order.
fn merge(mut left: &[u32], mut right: &[u32], into: &mut [u32]) -> u64 {
    let mut pairs = 0;
    for place in into {
        match (left, right) {
            ([least, rest @ ..], [other, ..]) if least <= other => (*place, left) = (*least, rest),
            ([least, rest @ ..], []) => (*place, left) = (*least, rest),
            (_, [least, rest @ ..]) => {
                pairs += left.len() as u64;
                (*place, right) = (*least, rest);
            }
            ([], []) => {}
        }
    }
    pairs
}

/// The row of the vacancy, from 1.
fn row_of_vacancy(width: usize, cells: &[u32]) -> usize {
    vacancy(cells) / width + 1
}

fn parity(number: u64) -> &'static str {
    if number % 2 == 1 { "odd" } else { "even" }
}

/// Why the goal can be reached, or why not, in words.
///
/// ```
/// use saltus_tiles::closed::solvability::because;
///
/// let instance = saltus_tiles::read("tiles 1x4 0 2 1 3").unwrap();
/// assert!(because(&instance).starts_with("in a single row the tiles never change their order"));
/// ```
pub fn because(instance: &Instance) -> String {
    match rule(instance) {
        Rule::Order => because_of_order(instance),
        Rule::Equal => {
            "two tiles are equal, and there is room to exchange them: every arrangement of these tiles can be \
                        reached (Wilson 1974)"
                .into()
        }
        Rule::Parity => because_of_parity(instance),
    }
}

/// Two tiles that no moves exchange, though the goal needs it; none where the goal can be reached. With the two exchanged a board of several
/// rows and columns can be solved.
pub(crate) fn exchanged(instance: &Instance) -> Option<Obstruction> {
    if is_solvable(instance) {
        return None;
    }
    let (start, goal) = (&instance.start, instance.goal_cells());
    let cell_of = |cells: &[u32], tile| cells.iter().position(|&other| other == tile).expect("the same tiles");
    let told = |cells: [usize; 2], words, title: &str, why: String| {
        let mut cells = cells.map(|cell| cell as u32).to_vec();
        cells.sort_unstable();
        Obstruction { cells, words, title: title.into(), why }
    };
    if rule(instance) == Rule::Order {
        let places =
            |cells: &[u32]| cells.iter().copied().enumerate().filter(|&(_, tile)| tile != 0).collect::<Vec<_>>();
        let (here, there) = (places(start), places(&goal));
        let first = here.iter().zip(&there).position(|(here, there)| here.1 != there.1).expect("the orders differ");
        // Labels may be equal: what the goal wants here stands further on.
        let late = here[first..].iter().find(|(_, tile)| *tile == there[first].1).expect("the same tiles");
        let why = format!("In a single line {} never passes {}, so the goal cannot be reached.", late.1, here[first].1);
        return Some(told([here[first].0, late.0], "wrong order", "Two tiles in the wrong order.", why));
    }
    let home = |cell: usize| cell_of(&goal, start[cell]);
    let is_astray = |&cell: &usize| start[cell] != 0 && home(cell) != cell && start[home(cell)] != 0;
    let astray = || (0..start.len()).filter(is_astray);
    // Best two that both come home. Where one tile only is astray, with its home empty, any two will do.
    let both =
        astray().find(|&cell| home(home(cell)) == cell).or_else(|| astray().next_back()).map(|one| [one, home(one)]);
    let [one, other] = both.unwrap_or_else(|| {
        let mut tiles = (0..start.len()).rev().filter(|&cell| start[cell] != 0);
        [(); 2].map(|()| tiles.next().expect("a board with one tile can be solved"))
    });
    let (a, b) = (start[one.min(other)], start[one.max(other)]);
    let why = format!("If {a} and {b} changed places, it could be solved; slides alone can never do only that.");
    Some(told([one, other], "exchanged", "Two tiles would have to change places.", why))
}

fn because_of_order(instance: &Instance) -> String {
    let line = if instance.height == 1 { "row" } else { "column" };
    let goal = instance.goal_cells();
    let mut pairs = tiles(&instance.start).zip(tiles(&goal)).zip(1..);
    match pairs.find(|((here, there), _)| here != there) {
        None => format!("in a single {line} the tiles never change their order, and it is that of the goal"),
        Some(((here, there), place)) => format!(
            "in a single {line} the tiles never change their order, but here {here} comes where the goal has {there} (tile \
             number {place})"
        ),
    }
}

fn because_of_parity(instance: &Instance) -> String {
    let goal = instance.goal_cells();
    let (start, goal) = (HandCount::new(instance, &instance.start), HandCount::new(instance, &goal));
    let what = if start.row.is_some() { "inversions + row of the vacancy" } else { "inversions" };
    let width = parity(instance.width as u64);
    let end = if start.sum() % 2 == goal.sum() % 2 {
        "and every board of the same parity can be reached (Story 1879)"
    } else {
        "so the goal cannot be reached (Johnson 1879)"
    };
    format!("{what} = {start} at the start, {goal} at the goal; with {width} width no move changes this parity, {end}")
}

/// What people count.
struct HandCount {
    inversions: u64,
    /// The row of the vacancy, where it counts: with even width.
    row: Option<u64>,
}

impl HandCount {
    fn new(instance: &Instance, cells: &[u32]) -> Self {
        let row = row_of_vacancy(instance.width, cells) as u64;
        HandCount { inversions: inversions(cells), row: Some(row).filter(|_| instance.width.is_multiple_of(2)) }
    }

    fn sum(&self) -> u64 {
        self.inversions + self.row.unwrap_or(0)
    }
}

impl std::fmt::Display for HandCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(row) = self.row {
            write!(f, "{} + {row} = ", self.inversions)?;
        }
        write!(f, "{} ({})", self.sum(), parity(self.sum()))
    }
}

/// A rule that is often repeated, for the 15-puzzle and beyond: "the goal can be reached exactly
/// when N + K is even", N the inversions of the start and K the row of its vacancy, from 1 at the
/// top.
///
/// Where all tiles differ it is right for boards of two rows or more and even width, to a goal of
/// which N + K is even itself; by accident for 1x3 to a goal with the greater tile first; and
/// nowhere else. Among the goals with tiles in ascending order those are the ones of even width
/// with the vacancy in an even row; for `1 2 .. 0` therefore the boards of even width and even
/// height, and for `0 1 2 ..` none. To every other goal on a board of two rows or more it is always
/// wrong with even width; with odd width, three or more, where K + N(goal) is odd
/// (docs/theorems.md).
///
/// ```
/// use saltus_tiles::closed::solvability::Textbook;
///
/// let line = "tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";
/// let rule = Textbook::new(&saltus_tiles::read(line).unwrap());
/// assert_eq!((rule.inversions, rule.row), (1, 4));
/// assert!(!rule.says_solvable() && rule.is_right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Textbook {
    /// N of the start.
    pub inversions: u64,
    /// K of the start.
    pub row: u64,
    /// Whether all tiles differ and the rule is right for all starts on this board to this goal.
    pub applies: bool,
    /// Whether its answer for this very start is right.
    pub is_right: bool,
}

impl Textbook {
    /// What the rule says of an instance.
    pub fn new(instance: &Instance) -> Self {
        let (start, goal) = (&instance.start, instance.goal_cells());
        let row = |cells: &[u32]| row_of_vacancy(instance.width, cells) as u64;
        let (inversions_here, row_here) = (inversions(start), row(start));
        let meant = rule(instance) == Rule::Parity && instance.width.is_multiple_of(2);
        let accident = (instance.height, instance.width) == (1, 3) && !has_repeated(start);
        Textbook {
            inversions: inversions_here,
            row: row_here,
            applies: (meant || accident) && (inversions(&goal) + row(&goal)).is_multiple_of(2),
            is_right: is_solvable(instance) == (inversions_here + row_here).is_multiple_of(2),
        }
    }

    /// Its answer.
    pub fn says_solvable(&self) -> bool {
        (self.inversions + self.row).is_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use saltus_core::laws;
    use saltus_core::notation::Instance as _;
    use saltus_core::random::Random;

    /// The arrangements that can be reached from one, as lists of labels.
    fn reachable(height: usize, width: usize, cells: &[u32]) -> HashSet<Vec<u32>> {
        let puzzle = Instance::new(height, width, cells.to_vec(), cells.to_vec()).puzzle().unwrap();
        let states = laws::all_states(&puzzle, 200_000);
        states.iter().map(|state| state.cells().iter().map(|&tile| u32::from(tile)).collect()).collect()
    }

    /// Every order of these labels, each once.
    fn arrangements(labels: &[u32]) -> Vec<Vec<u32>> {
        if labels.is_empty() {
            return vec![Vec::new()];
        }
        let mut different = labels.to_vec();
        different.sort_unstable();
        different.dedup();
        let with_first = |first: u32| {
            let mut rest = labels.to_vec();
            rest.remove(rest.iter().position(|&label| label == first).expect("one of them"));
            arrangements(&rest).into_iter().map(move |rest| [&[first][..], &rest].concat())
        };
        different.into_iter().flat_map(with_first).collect()
    }

    /// `1 2 ..` with the vacancy on a cell.
    fn ascending(cells: usize, gap: usize) -> Vec<u32> {
        let mut board: Vec<u32> = (1..cells as u32).collect();
        board.insert(gap, 0);
        board
    }

    /// All boards of at most `most` cells.
    fn boards(most: usize) -> impl Iterator<Item = (usize, usize)> {
        let sizes = (1..=most).flat_map(move |height| (1..=most).map(move |width| (height, width)));
        sizes.filter(move |(height, width)| height * width <= most)
    }

    /// All starts on all small boards and 3x3, to `1 2 ..` with the vacancy on every cell; and the
    /// rule N + K.
    #[test]
    fn goals_are_reached_exactly_where_told() {
        for (height, width) in boards(8).chain([(3, 3)]) {
            let cells = height * width;
            let starts = arrangements(&ascending(cells, 0));
            // The goals fall into classes that reach one another; each class is searched once.
            let mut classes: Vec<HashSet<Vec<u32>>> = Vec::new();
            for goal in (0..cells).map(|gap| ascending(cells, gap)) {
                if !classes.iter().any(|class| class.contains(&goal)) {
                    classes.push(reachable(height, width, &goal));
                }
                let class = classes.iter().find(|class| class.contains(&goal)).unwrap();
                let mut instance = Instance::new(height, width, goal.clone(), goal);
                let (mut right, mut applies) = (0, 0);
                for start in &starts {
                    instance.start.clone_from(start);
                    assert_eq!(is_solvable(&instance), class.contains(start), "{instance}");
                    let told = exchanged(&instance);
                    assert_eq!(told.is_none(), class.contains(start), "{instance}");
                    if let (Some(told), Rule::Parity) = (told, rule(&instance)) {
                        let [one, other] = told.cells[..] else { panic!("two cells") };
                        let mut cured = start.clone();
                        cured.swap(one as usize, other as usize);
                        assert!(class.contains(&cured) && !told.why.contains(" 0 "), "{instance}: {}", told.why);
                    }
                    let rule = Textbook::new(&instance);
                    assert_eq!(rule.is_right, rule.says_solvable() == class.contains(start), "{instance}");
                    right += usize::from(rule.is_right);
                    applies += usize::from(rule.applies);
                }
                // It applies to a board and goal exactly when it is right for all starts.
                assert_eq!(applies, if right == starts.len() { right } else { 0 }, "{instance}");
                let told =
                    height > 1 && width % 2 == 0 && row_of_vacancy(width, &instance.goal_cells()).is_multiple_of(2);
                assert_eq!(right == starts.len(), told, "{instance}");
            }
        }
    }

    #[test]
    fn exchanged_tiles_are_told() {
        let told = |line: &str| exchanged(&crate::read(line).unwrap()).map(|told| (told.cells, told.why));
        let (cells, why) = told("tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0").unwrap();
        assert_eq!(cells, [13, 14]);
        assert_eq!(why, "If 15 and 14 changed places, it could be solved; slides alone can never do only that.");
        let (cells, why) = told("tiles 1x5 1 3 0 2 4").unwrap();
        assert_eq!((cells, &*why), (vec![1, 3], "In a single line 2 never passes 3, so the goal cannot be reached."));
        assert_eq!(told("tiles 1x4 2 2 1 0 to 2 1 2 0").map(|(cells, _)| cells), Some(vec![1, 2]));
        assert_eq!(told("tiles 2x2 0 2 3 1").map(|(cells, _)| cells), Some(vec![2, 3]));
        assert_eq!(told("tiles 2x2 1 1 2 0 to 2 1 1 0"), None);
    }

    /// Any two arrangements with all tiles different: also goals in no order, and other labels.
    #[test]
    fn any_goal() {
        let mut random = Random::new(1);
        for (height, width) in boards(8) {
            let mut goal: Vec<u32> = (0..(height * width) as u32).map(|label| 3 * label).collect();
            for _ in 0..6 {
                random.shuffle(&mut goal);
                let class = reachable(height, width, &goal);
                let mut instance = Instance::new(height, width, goal.clone(), goal.clone());
                let rights = arrangements(&goal).into_iter().map(|start| {
                    instance.start = start;
                    assert_eq!(is_solvable(&instance), class.contains(&instance.start), "{instance}");
                    let rule = Textbook::new(&instance);
                    if height > 1 && width > 1 {
                        let row = if width % 2 == 0 { row_of_vacancy(width, &goal) as u64 } else { rule.row };
                        assert_eq!(rule.is_right, (inversions(&goal) + row).is_multiple_of(2), "{instance}");
                    }
                    (rule.is_right, rule.applies)
                });
                let rights: Vec<(bool, bool)> = rights.collect();
                let always = rights.iter().all(|(is_right, _)| *is_right);
                assert!(rights.iter().all(|(_, applies)| *applies == always), "{height}x{width} to {goal:?}");
            }
        }
    }

    /// The ways to part `rest` equal or different tiles into groups no larger than `most`.
    fn partitions(rest: usize, most: usize) -> Vec<Vec<usize>> {
        if rest == 0 {
            return vec![Vec::new()];
        }
        let with_first = |first: usize| {
            partitions(rest - first, first).into_iter().map(move |others| [&[first][..], &others].concat())
        };
        (1..=most.min(rest)).flat_map(with_first).collect()
    }

    /// Every multiset of tiles on all small boards and 3x3.
    #[test]
    fn equal_tiles() {
        for (height, width) in boards(8).chain([(3, 3)]) {
            let tiles = height * width - 1;
            for groups in partitions(tiles, tiles).into_iter().filter(|groups| groups.iter().any(|&group| group > 1)) {
                let labels = (1..).zip(&groups).flat_map(|(label, &group)| std::iter::repeat_n(label, group));
                let mut goal: Vec<u32> = std::iter::once(0).chain(labels).collect();
                Random::new(2).shuffle(&mut goal);
                let class = reachable(height, width, &goal);
                let mut instance = Instance::new(height, width, goal.clone(), goal.clone());
                for start in arrangements(&goal) {
                    instance.start = start;
                    assert_eq!(is_solvable(&instance), class.contains(&instance.start), "{instance}");
                }
            }
        }
    }

    /// The sign and the inversions are two ways to the same answer, on boards that are too large to
    /// be searched.
    #[test]
    fn inversions_agree_with_the_sign() {
        let mut random = Random::new(3);
        for round in 0..400 {
            let (height, width) = (2 + round % 7, 2 + round / 7 % 8);
            let mut goal = ascending(height * width, 0);
            random.shuffle(&mut goal);
            let mut start = goal.clone();
            random.shuffle(&mut start);
            let instance = Instance::new(height, width, start.clone(), goal.clone());
            let sum = |cells: &[u32]| HandCount::new(&instance, cells).sum();
            assert_eq!(is_solvable(&instance), sum(&start) % 2 == sum(&goal) % 2, "{instance}");
            assert_eq!(because(&instance).contains("cannot"), !is_solvable(&instance), "{instance}");
        }
    }

    #[test]
    fn inversions_are_pairs() {
        let mut random = Random::new(4);
        for length in 0..40 {
            let cells: Vec<u32> = (0..length).map(|_| random.below(9) as u32).collect();
            let tiles: Vec<u32> = tiles(&cells).collect();
            let pairs = (0..tiles.len()).flat_map(|a| (a..tiles.len()).map(move |b| (a, b)));
            assert_eq!(inversions(&cells), pairs.filter(|&(a, b)| tiles[a] > tiles[b]).count() as u64, "{cells:?}");
        }
    }

    #[test]
    fn the_rule_as_printed() {
        let told = |line: &str| Textbook::new(&crate::rules::read(line).unwrap());
        // On 4x4, 0 1 .. 15 cannot reach 1 .. 15 0.
        let board = told("tiles 4x4 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
        assert_eq!(board, Textbook { inversions: 0, row: 1, applies: true, is_right: true });
        let board = told("tiles 3x3 1 2 3 4 5 6 7 8 0");
        assert_eq!(board, Textbook { inversions: 0, row: 3, applies: false, is_right: false });
        let board = told("tiles 3x4 1 2 3 4 5 6 7 8 9 10 11 0");
        assert_eq!((board.applies, board.is_right), (false, false));
    }
}
