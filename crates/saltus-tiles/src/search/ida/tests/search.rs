//! Nodes, walks and transcripts.

use std::sync::atomic::AtomicBool;

use super::super::dive::{Gauge, Shared};
use super::super::engine::{Budget, Ida, Root};
use super::super::parallel::{self, PartOutcome};
use super::super::views::PatternViews;
use super::super::{End, Iteration, Searched, Setting, schedule, solve};
use super::{GoalSize, views, walked};
use crate::bounds::patterns::symmetry::GridSymmetry;
use crate::evidence::Transcript;
use crate::search::words::Words;
use saltus_core::board::Board;
use saltus_core::limits::{Limits, Stop};
use saltus_core::random::Random;
use saltus_core::search::Halted;

/// The slow counterpart: one iteration, every bound computed from scratch.
struct Slow<'a> {
    views: &'a PatternViews,
    words: &'a Words,
    board: Board,
    threshold: u32,
    cut: usize,
    position: Vec<u8>,
    walk: Vec<u8>,
    above: u64,
    below: Vec<u64>,
}

impl Slow<'_> {
    /// True when a play was found; then `walk` is that play.
    fn visit(&mut self, state: u32) -> bool {
        if self.walk.len() as u32 + self.views.bound(&self.position).expect("right tables") > self.threshold {
            return false;
        }
        if self.walk.len() == self.cut {
            self.below.push(0);
        }
        if self.position.iter().enumerate().all(|(cell, &home)| cell == usize::from(home)) {
            return true;
        }
        *if self.walk.len() < self.cut { &mut self.above } else { self.below.last_mut().expect("a subtree") } += 1;
        (0..4).any(|direction| self.words.next(state, direction).is_some_and(|next| self.go(direction, next)))
    }

    fn go(&mut self, direction: usize, state: u32) -> bool {
        let now = self.views.vacancy_of(&self.position);
        let next = self.board.step(now as u32, direction).expect("the automaton keeps to the board") as usize;
        self.position.swap(now, next);
        self.walk.push(direction as u8);
        let found = self.visit(state);
        if !found {
            self.walk.pop();
            self.position.swap(now, next);
        }
        found
    }
}

/// A position with what it is searched with.
struct Case<'a> {
    views: &'a PatternViews,
    words: &'a Words,
    position: &'a [u8],
}

impl Case<'_> {
    fn slowly(&self, threshold: u32, cut: usize) -> PartOutcome {
        let Case { views, words, position } = *self;
        let board = Board::grid(views.height, views.width);
        let (walk, below) = (Vec::new(), Vec::new());
        let position = position.to_vec();
        let start = words.start(views.vacancy_of(&position) as u32);
        let mut slow = Slow { views, words, board, threshold, cut, position, walk, above: 0, below };
        let found = slow.visit(start);
        let Slow { walk, above, below, .. } = slow;
        PartOutcome { expanded: above + below.iter().sum::<u64>(), walk: found.then_some(walk), above, below }
    }

    /// The outcomes of all iterations, uncut; the last finds a play.
    fn iterations(&self) -> Vec<(u32, PartOutcome)> {
        let mut all = Vec::new();
        for threshold in (self.views.bound(self.position).expect("right tables")..).step_by(2) {
            all.push((threshold, self.slowly(threshold, 0)));
            if all.last().is_some_and(|(_, outcome)| outcome.walk.is_some()) {
                break;
            }
        }
        all
    }

    fn setting(&self) -> Setting<'_> {
        Setting { views: self.views, words: self.words, from: 0, node_budget: u64::MAX, part: None }
    }

    fn shown(&self) -> String {
        let PatternViews { height, width, vacancy, .. } = self.views;
        format!("{height}x{width} {vacancy} {:?} {:?}", self.position, self.views.patterns())
    }
}

/// Every iteration at every cut on one to three threads.
fn engine_agrees<'a, const VIEWS: usize>(
    make: &(impl Fn() -> Ida<'a, VIEWS> + Sync),
    shared: &Shared<'a>,
    case: &Case<'_>,
) {
    for (threshold, _) in case.iterations() {
        for depth in 0..=5.min(threshold as usize) {
            let slow = case.slowly(threshold, depth);
            let fast = parallel::iterate(make, shared, threshold, (depth, None)).expect("no limit");
            assert_eq!(fast, slow, "{} threshold {threshold} depth {depth}", case.shown());
            if slow.walk.is_none() {
                parts_agree(make, shared, (threshold, depth), &slow);
            }
            let cut = parallel::cut(&mut make(), threshold, depth);
            if slow.walk.is_none() {
                assert_eq!((cut.above, cut.walks.len()), (slow.above, slow.below.len()), "{}", case.shown());
            }
            assert!(cut.walks.is_sorted() && cut.walks.iter().all(|walk| walk.len() == depth));
        }
    }
}

/// What parts of an iteration count makes up what the whole counts.
fn parts_agree<'a, const VIEWS: usize>(
    make: &(impl Fn() -> Ida<'a, VIEWS> + Sync),
    shared: &Shared<'a>,
    (threshold, depth): (u32, usize),
    whole: &PartOutcome,
) {
    for step in [1, 2, 3] {
        let part = |first| parallel::iterate(make, shared, threshold, (depth, Some((first, step)))).expect("no limit");
        let parts: Vec<PartOutcome> = (1..=step).map(part).collect();
        assert!(parts.iter().all(|part| part.walk.is_none() && part.above == whole.above));
        let counts: Vec<u64> = (0..whole.below.len()).map(|number| parts[number % step].below[number / step]).collect();
        assert_eq!((counts.len(), &counts), (parts.iter().map(|part| part.below.len()).sum(), &whole.below));
    }
}

fn agrees(case: &Case<'_>, threads: usize) {
    let limits = Limits { threads, ..Limits::default() };
    let shared = Shared::new(&limits);
    let Case { views, words, position } = *case;
    let rows = (words.rows(), words.start(views.vacancy_of(position) as u32));
    let root = Root::new(views, position).expect("right tables");
    assert_eq!(Some(&root.bounds), views.values(position).as_ref());
    match views.list.len() {
        1 => engine_agrees(&|| Ida::<1>::new(&root, rows, Gauge::new(&shared)), &shared, case),
        _ => engine_agrees(&|| Ida::<2>::new(&root, rows, Gauge::new(&shared)), &shared, case),
    }
}

/// What [`solve`] must say, from the iterations of the slow counterpart.
fn solve_agrees(case: &Case<'_>) {
    let slow = case.iterations();
    let (mut watched, limits) = (Vec::new(), Limits::default());
    let searched = solve(case.position, case.setting(), &limits, &mut |iteration| watched.push(iteration));
    let expected: Vec<Iteration> = slow
        .iter()
        .map(|(threshold, outcome)| Iteration {
            threshold: *threshold,
            nodes: outcome.expanded,
            found: outcome.walk.is_some(),
        })
        .collect();
    assert_eq!(watched, expected, "{}", case.shown());
    let ((_, found), failed) = slow.split_last().expect("an iteration");
    let transcript = failed.last().map(|(threshold, outcome)| {
        let iteration = (case.words.longest(), *threshold, 0);
        Transcript::of(case.views.patterns(), iteration, 0, &[outcome.expanded])
    });
    let expected = Searched {
        end: End::Found(found.walk.clone().expect("a play")),
        expanded: slow.iter().map(|(_, outcome)| outcome.expanded).sum(),
        transcript,
    };
    assert_eq!(searched, Ok(expected), "{}", case.shown());
}

/// What a search may be given: one view or two, by one map or each pattern by its own.
fn tried(size: GoalSize, most: usize, random: &mut Random) -> Vec<PatternViews> {
    let symmetries = GridSymmetry::all(size.0, size.1);
    let [one, other] = [0, 1].map(|_| Some(&symmetries[random.below(symmetries.len())]));
    [&[one][..], &[one, other], &[None], &[None, None], &[one, None]]
        .into_iter()
        .map(|maps| views(size, most, maps, random))
        .collect()
}

/// Random positions of a board, within a range of random moves from the goal.
fn board_agrees(size: GoalSize, most: usize, moves: std::ops::Range<usize>, longest: usize, seed: u64) {
    let random = &mut Random::new(seed);
    let words = schedule::words(size.0, size.1, longest);
    for (round, views) in tried(size, most, random).into_iter().enumerate() {
        let position = walked(size, moves.start + random.below(moves.len()), random);
        let case = Case { views: &views, words: &words, position: &position };
        agrees(&case, 1 + round % 3);
        solve_agrees(&case);
    }
}

#[test]
fn sixteen_cells() {
    for (seed, vacancy) in [0, 3, 12, 15, 6].into_iter().enumerate() {
        board_agrees((4, 4, vacancy), 3, 8..21, 12, seed as u64);
        board_agrees((4, 4, vacancy), 4, 8..16, 4, 10 + seed as u64);
    }
    board_agrees((2, 8, 15), 3, 8..21, 12, 20);
    board_agrees((8, 2, 3), 4, 8..21, 12, 21);
}

#[test]
fn smaller_boards() {
    for (seed, size) in
        [(3, 3, 8), (3, 3, 4), (2, 5, 0), (5, 2, 7), (3, 4, 11), (4, 3, 4), (2, 2, 3)].into_iter().enumerate()
    {
        board_agrees(size, 3, 5..25, 12, 30 + seed as u64);
        board_agrees(size, 2, 5..15, 7, 40 + seed as u64);
    }
}

#[test]
fn twenty_five_cells() {
    board_agrees((5, 5, 24), 3, 8..16, 12, 50);
    board_agrees((5, 5, 0), 3, 8..16, 6, 51);
    board_agrees((3, 7, 10), 3, 8..16, 6, 52);
}

/// Walks that turn back, and those that leave nothing out but the board's edge.
#[test]
fn without_forbidden_words() {
    for longest in [0, 2, 3] {
        board_agrees((4, 4, 15), 3, 3..9, longest, 60 + longest as u64);
        board_agrees((3, 3, 8), 3, 3..9, longest, 70 + longest as u64);
    }
}

#[test]
fn the_goal_itself() {
    for size in [(4, 4, 15), (3, 3, 4), (5, 5, 0)] {
        board_agrees(size, 3, 0..1, 12, 80);
    }
}

#[test]
fn budgets_are_moves_and_rooms() {
    for (moves, bound) in
        (1..40).chain([65535]).flat_map(|moves| (0..=moves).rev().step_by(2).take(90).map(move |bound| (moves, bound)))
    {
        let other = moves % 2;
        let budget = Budget::new(moves, [bound, other]);
        assert!(!budget.is_spent());
        // A bound of 0 cannot fall; one that rises must stay within the moves that are left.
        for (lower, after) in [(1, bound.checked_sub(1)), (0, Some(bound + 1))] {
            let Some(after) = after else { continue };
            let expected = (after < moves).then(|| Budget::new(moves - 1, [after, other.saturating_sub(1)]));
            let next = budget.moved().after(0, lower).and_then(|next| next.after(1, u64::from(other == 1)));
            if other == 1 || after >= moves {
                assert_eq!(next, expected, "{moves} {bound} {lower}");
            }
        }
    }
    assert!(Budget::new(0, [0]).is_spent());
}

/// The depth is the least with enough subtrees, or else the last that leaves some.
#[test]
fn cuts_are_deep_enough() {
    let (random, limits) = (&mut Random::new(90), Limits::default());
    let mut enough = 0;
    for (size, moves, longest, more) in [((4, 4, 15), 12, 0, 6), ((4, 4, 0), 6, 12, 0), ((4, 4, 6), 20, 12, 12)] {
        let map = GridSymmetry::all(4, 4).swap_remove(0);
        let views = views(size, 3, &[Some(&map)], random);
        let (words, position) = (schedule::words(4, 4, longest), walked(size, moves, random));
        let (start, shared) = (words.start(views.vacancy_of(&position) as u32), Shared::new(&limits));
        let root = Root::new(&views, &position).expect("right tables");
        let new = || Ida::<1>::new(&root, (words.rows(), start), Gauge::new(&shared));
        let threshold = views.bound(&position).expect("right tables") + more;
        let count = |depth| parallel::cut(&mut new(), threshold, depth).walks.len();
        let depth = parallel::depth(&mut new(), threshold, 0);
        assert_eq!(parallel::depth(&mut new(), threshold, depth), depth);
        let counts: Vec<usize> = (0..threshold as usize).map(count).collect();
        let wanted = counts.iter().position(|&count| count >= 4000);
        let last = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        assert_eq!(depth, wanted.unwrap_or(last), "{counts:?}");
        enough += usize::from(wanted.is_some());
    }
    assert!((1..3).contains(&enough), "both ways were taken");
}

/// A search whose budget ends after each iteration, resumed where it ended.
#[test]
fn a_node_budget_and_its_end() {
    let random = &mut Random::new(91);
    let words = schedule::words(3, 4, 12);
    let mut given_up = 0;
    for _ in 0..20 {
        let size = (3, 4, random.below(12));
        let views = views(size, 2, &[None], random);
        let position = walked(size, 24, random);
        let case = Case { views: &views, words: &words, position: &position };
        let whole = solve(&position, case.setting(), &Limits::default(), &mut |_| ()).expect("no limit");
        let (mut from, mut expanded) = (0, 0);
        let walk = loop {
            let setting = Setting { from, node_budget: 0, ..case.setting() };
            let part = solve(&position, setting, &Limits::default(), &mut |_| ()).expect("no limit");
            expanded += part.expanded;
            match part.end {
                End::Found(walk) => break walk,
                // A bound of the other parity means the same.
                End::Contradicted => unreachable!("the tables are right"),
                End::BudgetSpent(next) => (from, given_up) = (next - (given_up % 2), given_up + 1),
            }
        };
        assert_eq!((End::Found(walk), expanded), (whole.end, whole.expanded), "{}", case.shown());
    }
    assert!(given_up > 5);
}

#[test]
fn limits_are_kept() {
    let random = &mut Random::new(92);
    let (size, words) = ((4, 4, 15), schedule::words(4, 4, 12));
    let views = views(size, 3, &[None], random);
    let position = walked(size, 200, random);
    let case = Case { views: &views, words: &words, position: &position };
    let bound = views.bound(&position).expect("right tables");
    for threads in [1, 3] {
        let limits = Limits { nodes: 100_000, threads, ..Limits::default() };
        let Halted { stop, lower, expanded } =
            solve(&position, case.setting(), &limits, &mut |_| ()).expect_err("more nodes than that");
        assert_eq!(stop, Stop::Nodes);
        assert!(lower > bound && (lower - bound).is_multiple_of(2) && expanded > 100_000, "{lower} {expanded}");
        assert!(expanded < 100_000 + 3 * 70_000, "{expanded}");
    }
    let cancel = AtomicBool::new(true);
    let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
    let halted = solve(&position, case.setting(), &limits, &mut |_| ()).expect_err("somebody asked to stop");
    assert_eq!((halted.stop, halted.lower), (Stop::Cancelled, bound));
}
