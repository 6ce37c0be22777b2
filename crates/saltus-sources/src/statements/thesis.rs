//! Statements of N. Fonseca, *Optimizing a Game of Chinese Checkers* (2015), by all positions of small games.
//!
//! Where the thesis is wrong, what is verified is the statement that holds in its place; the tests have the printed one
//! contradicted. Except where a function says otherwise, a size is the side of a triangle, and the games are those of 1
//! and 3 men a player, of one to three players.

use std::collections::{BTreeSet, HashMap};

use saltus::chinese::sources::thesis::Thesis;
use saltus::chinese::sources::thesis::measures::critical_move;
use saltus::chinese::sources::thesis::types::{Census, ManType};
use saltus::chinese::{self, Chinese, Move, Place, Player, State, distance};
use saltus::limits::Limits;
use saltus::puzzle::Puzzle;
use saltus::search::breadth_first::{self, Exploration, Until};

use super::leapfrogging::DIRECTIONS;
use super::{Checking, Contradiction, Statement, Verified, leapfrogging};

pub(super) const ALL: &[Statement] = &[
    Statement { name: "leapfrogging", upto: 4, verify: leapfrogging::leapfrogging },
    Statement { name: "equation-1", upto: 9, verify: equation_1 },
    Statement { name: "equation-2", upto: 4, verify: equation_2 },
    Statement { name: "critical-move", upto: 4, verify: critical_moves },
    Statement { name: "criterion-1", upto: 4, verify: criterion_1 },
    Statement { name: "figure-3", upto: 4, verify: figure_3 },
    Statement { name: "ladders", upto: 4, verify: ladders },
    Statement { name: "man-types", upto: 40, verify: man_types },
    Statement { name: "restricted-region", upto: 14, verify: restricted_region },
    Statement { name: "possible-moves", upto: 4, verify: possible_moves },
];

/// The rows of the base of ten men.
const BASE: i32 = 4;

/// In place of equation (1): the distance of two cells, the fewest steps of a man alone, is max(|dx|, |dy|, |dx + dy|).
/// On triangles, by walking from every cell.
fn equation_1(upto: usize, checking: &mut Checking<'_>) -> Verified {
    distances(upto, checking, |(dx, dy)| dx.unsigned_abs().max(dy.unsigned_abs()).max((dx + dy).unsigned_abs()))
}

fn distances(upto: usize, checking: &mut Checking<'_>, formula: impl Fn(Place) -> u32) -> Verified {
    for side in 1..=upto as i32 {
        let cells = triangle(side);
        for &from in &cells {
            let steps = steps_from(&cells, [from]);
            for &to in &cells {
                let (told, found) = (formula((to.0 - from.0, to.1 - from.1)), steps[&to]);
                checking.ensure(told == found, || {
                    format!("from {from:?} to {to:?} a man takes {found} steps, not {told}")
                })?;
            }
        }
    }
    Ok(())
}

/// In place of (2): a game lasts at least as many turns as there are until the winner's next, 1, and as many as there
/// are players for each further man outside. From every position from which the goal is reached.
fn equation_2(upto: usize, checking: &mut Checking<'_>) -> Verified {
    bounds(upto, checking, Thesis::lower_bound)
}

/// Compares a bound with the turns that remain.
fn bounds(upto: usize, checking: &mut Checking<'_>, bound: impl Fn(&Thesis, &State) -> u32) -> Verified {
    of_all_remaining(upto, checking, |thesis, state, turns| {
        let told = bound(thesis, state);
        (told > turns).then(|| format!("{turns} turns remain, and the bound is {told}"))
    })
}

/// In a game of U turns a man of the winner is in the goal by turn U - P(m - 1), with P players and m men: from every
/// position without one more than P(m - 1) turns remain.
fn critical_moves(upto: usize, checking: &mut Checking<'_>) -> Verified {
    of_all_remaining(upto, checking, |thesis, state, turns| {
        let is_late = critical_move(turns, thesis.players() as u32, thesis.men as u32).is_none_or(|turn| turn == 0);
        let is_outside = state.army(Player::WINNER).iter().all(|cell| !thesis.puzzle().goal().contains(cell));
        (is_late && is_outside).then(|| format!("{turns} turns remain, and no red man is in the goal"))
    })
}

/// A step takes a man one cell further, and a chain of jumps at least two.
fn criterion_1(upto: usize, checking: &mut Checking<'_>) -> Verified {
    of_all_moves(upto, checking, |puzzle, _, mv| {
        let places = places(puzzle, mv);
        let far = distance(places[0], places[places.len() - 1]);
        let holds = if is_step(puzzle, mv) { far == 1 } else { far >= 2 };
        (!holds).then(|| format!("it ends {far} cells away"))
    })
}

/// Figure 3: a man changes its type by a step, and only by a step.
fn figure_3(upto: usize, checking: &mut Checking<'_>) -> Verified {
    of_all_moves(upto, checking, |puzzle, _, mv| {
        let types: Vec<usize> = places(puzzle, mv).into_iter().map(|place| ManType::of(place).number()).collect();
        let is_kept = types[0] == types[types.len() - 1];
        (is_kept == is_step(puzzle, mv)).then(|| format!("the types of the cells are {types:?}"))
    })
}

/// In place of the caption of Figure 3: a jump along (1,0) or (0,1) leads from a man of type 1 or 4 over one of type 2
/// or 3, or the other way round; a jump along (1,-1) leads over the other of the pair.
fn ladders(upto: usize, checking: &mut Checking<'_>) -> Verified {
    jumped_over(upto, checking, |of, over, direction| (of + over == 5) == (direction.0 + direction.1 == 0))
}

/// Compares the types of a man and of the man that it jumps over, for each jump.
fn jumped_over(upto: usize, checking: &mut Checking<'_>, may: impl Fn(usize, usize, Place) -> bool) -> Verified {
    of_all_moves(upto, checking, |puzzle, _, mv| {
        if is_step(puzzle, mv) {
            return None;
        }
        places(puzzle, mv).windows(2).find_map(|hop| {
            let direction = ((hop[1].0 - hop[0].0) / 2, (hop[1].1 - hop[0].1) / 2);
            let over = (hop[0].0 + direction.0, hop[0].1 + direction.1);
            let (of, over) = (ManType::of(hop[0]).number(), ManType::of(over).number());
            (of == over || !may(of, over, direction))
                .then(|| format!("a man of type {of} jumps over one of type {over}"))
        })
    })
}

/// In place of the claim on bases: red's base of ten men differs in its types from blue's by as many men as from
/// yellow's. On triangles of up to so many cells a side.
fn man_types(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for side in 2 * BASE..=upto as i32 {
        let [red, blue, yellow] = bases(side).map(|base| Census::of(&base));
        let holds = red.steps_to(blue) == red.steps_to(yellow);
        checking.ensure(holds, || format!("side {side}: red has {red}, blue {blue}, yellow {yellow}"))?;
    }
    Ok(())
}

/// In the region i < n - 3, j < 6 of a triangle of side n (the thesis has n = 13) no step that does not lower i takes a
/// man away from the goal. On every triangle of up to so many cells a side; also outside the region, where the distance
/// is n - 3 - i, too.
fn restricted_region(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for side in 2 * BASE..=upto as i32 {
        let cells = triangle(side);
        let [_, goal, _] = bases(side);
        let steps = steps_from(&cells, goal);
        for &(i, j) in &cells {
            let left = steps[&(i, j)];
            let holds = left as i32 == (side - BASE + 1 - i).max(0);
            checking.ensure(holds, || format!("side {side}: ({i}, {j}) is {left} steps from the goal"))?;
            let ahead = DIRECTIONS.iter().filter(|(di, _)| *di >= 0).map(|(di, dj)| (i + di, j + dj));
            for to in ahead.filter(|to| i < side - BASE + 1 && cells.contains(to)) {
                if steps[&to] > left {
                    let why = format!("side {side}: a step from ({i}, {j}) to {to:?} leads away from the goal");
                    return Err(Contradiction::Case(why));
                }
            }
        }
    }
    Ok(())
}

/// The procedure of section 4 for the possible moves, in which the man stays in the array, finds the moves of the
/// rules.
fn possible_moves(upto: usize, checking: &mut Checking<'_>) -> Verified {
    of_all_positions(upto, checking, |thesis, state, moves| {
        let puzzle = thesis.puzzle();
        let found: BTreeSet<(Place, Place)> =
            moves.iter().map(|mv| (places(puzzle, mv)[0], puzzle.coordinates()[mv.to() as usize])).collect();
        let told = procedure(puzzle, state);
        (!puzzle.is_goal(state) && found != told)
            .then(|| format!("the moves are {found:?}, and by the procedure {told:?}"))
    })
}

/// 'Steps', 'adjacent jumps' and 'jumps' of section 4, for each man of the player whose turn it is.
fn procedure(puzzle: &Chinese, state: &State) -> BTreeSet<(Place, Place)> {
    let array: HashMap<Place, bool> =
        puzzle.coordinates().iter().copied().zip(state.cells().iter().map(Option::is_some)).collect();
    let is_empty = |place: &Place| array.get(place) == Some(&false);
    let beside = |(x, y): Place, times: i32| DIRECTIONS.map(|(dx, dy)| (x + times * dx, y + times * dy));
    let adjacent_jumps = |place: Place| {
        let over = beside(place, 1).into_iter().zip(beside(place, 2));
        let over = over.filter(|(over, to)| array.get(over) == Some(&true) && is_empty(to));
        over.map(|(_, to)| to).collect::<Vec<_>>()
    };
    let men = state.army(puzzle.mover(state)).into_iter().map(|cell| puzzle.coordinates()[cell as usize]);
    let moves = men.flat_map(|man| {
        let steps = beside(man, 1).into_iter().filter(is_empty);
        let mut jumps: BTreeSet<Place> = adjacent_jumps(man).into_iter().collect();
        loop {
            let more: BTreeSet<Place> =
                jumps.iter().flat_map(|&place| adjacent_jumps(place)).chain(jumps.iter().copied()).collect();
            if more == jumps {
                break;
            }
            jumps = more;
        }
        steps.chain(jumps).map(|to| (man, to)).collect::<Vec<_>>()
    });
    moves.collect()
}

/// The games of triangles of up to so many cells a side.
fn games(upto: usize) -> impl Iterator<Item = Thesis> {
    let sides = (2..=upto).flat_map(|side| [1, 3].map(|men| (side, men)));
    let lines = sides.flat_map(|(side, men)| {
        (1..=3).map(move |players| format!("chinese triangle:{side} men={men} players={players}"))
    });
    lines.filter_map(|line| Thesis::new(&chinese::read(&line).ok()?).ok())
}

/// Every position that the start leads to.
fn positions(puzzle: &Chinese, limits: &Limits<'_>) -> Result<Exploration<State>, Contradiction> {
    Ok(breadth_first::explore(puzzle, Until::Everything, limits)?)
}

/// The turns that remain from each position, none where the goal is not reached.
fn remaining(puzzle: &Chinese, all: &Exploration<State>) -> Vec<Option<u32>> {
    let states = all.states();
    let (mut before, mut moves) = (vec![Vec::new(); states.len()], Vec::new());
    for (at, state) in states.iter().enumerate() {
        puzzle.moves(state, &mut moves);
        for mv in moves.drain(..) {
            let mut next = state.clone();
            puzzle.play(&mut next, &mv);
            before[all.find(&next).expect("all are explored")].push(at);
        }
    }
    let mut remaining = vec![None; states.len()];
    let mut open: Vec<usize> = all.goals().iter().map(|&goal| goal as usize).collect();
    for turns in 0.. {
        open.retain(|&at| remaining[at].is_none());
        open.iter().for_each(|&at| remaining[at] = Some(turns));
        if open.is_empty() {
            break;
        }
        open = open.iter().flat_map(|&at| before[at].iter().copied()).collect();
        open.sort_unstable();
        open.dedup();
    }
    remaining
}

/// Looks at each position from which the goal is reached, with the turns that remain.
fn of_all_remaining(
    upto: usize,
    checking: &mut Checking<'_>,
    look: impl Fn(&Thesis, &State, u32) -> Option<String>,
) -> Verified {
    for thesis in games(upto) {
        let all = positions(thesis.puzzle(), checking.limits)?;
        for (state, turns) in all.states().iter().zip(remaining(thesis.puzzle(), &all)) {
            let Some(turns) = turns else { continue };
            checking.case(said(&thesis, state, look(&thesis, state, turns)))?;
        }
    }
    Ok(())
}

/// Looks at each position that the start leads to, with its moves.
fn of_all_positions(
    upto: usize,
    checking: &mut Checking<'_>,
    look: impl Fn(&Thesis, &State, &[Move]) -> Option<String>,
) -> Verified {
    let mut moves = Vec::new();
    for thesis in games(upto) {
        for state in positions(thesis.puzzle(), checking.limits)?.states() {
            moves.clear();
            thesis.puzzle().moves(state, &mut moves);
            checking.case(said(&thesis, state, look(&thesis, state, &moves)))?;
        }
    }
    Ok(())
}

/// Looks at each move from each position that the start leads to, and counts positions.
fn of_all_moves(
    upto: usize,
    checking: &mut Checking<'_>,
    look: impl Fn(&Chinese, &State, &Move) -> Option<String>,
) -> Verified {
    of_all_positions(upto, checking, |thesis, state, moves| {
        let puzzle = thesis.puzzle();
        let named = |mv: &Move| Some(format!("{}: {}", mv_name(puzzle, mv), look(puzzle, state, mv)?));
        moves.iter().find_map(named)
    })
}

/// What does not hold, and where.
fn said(thesis: &Thesis, state: &State, why: Option<String>) -> Option<String> {
    let puzzle = thesis.puzzle();
    let (players, turn) = (thesis.players(), puzzle.mover(state).name());
    why.map(|why| format!("{} ({players} players, {turn} to move): {why}", puzzle.rows(state)))
}

fn mv_name(puzzle: &Chinese, mv: &Move) -> String {
    mv.path().iter().map(|&cell| puzzle.name(cell)).collect::<Vec<_>>().join("-")
}

fn places(puzzle: &Chinese, mv: &Move) -> Vec<Place> {
    mv.path().iter().map(|&cell| puzzle.coordinates()[cell as usize]).collect()
}

fn is_step(puzzle: &Chinese, mv: &Move) -> bool {
    puzzle.board().are_adjacent(mv.path()[0], mv.path()[1])
}

/// The cells (i, j) of a triangle.
fn triangle(side: i32) -> BTreeSet<Place> {
    (1..=side).flat_map(|i| (1..=side + 1 - i).map(move |j| (i, j))).collect()
}

/// The bases of ten men of red, blue and yellow, on a side of at least eight cells.
fn bases(side: i32) -> [Vec<Place>; 3] {
    let of = |is_in: fn(i32, Place) -> bool| triangle(side).into_iter().filter(|&cell| is_in(side, cell)).collect();
    [of(|_, (i, j)| i + j <= BASE + 1), of(|side, (i, _)| i > side - BASE), of(|side, (_, j)| j > side - BASE)]
}

/// The fewest steps of a man alone from the nearest of some cells to each cell.
fn steps_from(cells: &BTreeSet<Place>, from: impl IntoIterator<Item = Place>) -> HashMap<Place, u32> {
    let mut open: Vec<Place> = from.into_iter().collect();
    let mut steps = HashMap::new();
    for step in 0.. {
        open.retain(|place| cells.contains(place) && !steps.contains_key(place));
        if open.is_empty() {
            break;
        }
        steps.extend(open.iter().map(|&place| (place, step)));
        open = open.iter().flat_map(|&(x, y)| DIRECTIONS.map(|(dx, dy)| (x + dx, y + dy))).collect();
        open.sort_unstable();
        open.dedup();
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus::chinese::sources::thesis::measures::printed_distance;

    fn is_contradicted(verdict: &Verified) -> bool {
        matches!(verdict, Err(Contradiction::Case(_)))
    }

    #[test]
    fn what_is_printed_is_contradicted() {
        let checking = || Checking::new(&Limits::DEFAULT);
        assert!(is_contradicted(&distances(3, &mut checking(), |way| printed_distance((0, 0), way))));
        assert!(is_contradicted(&bounds(3, &mut checking(), Thesis::printed_bound)));
        assert!(is_contradicted(&bounds(3, &mut checking(), Thesis::meant_bound)));
        // Types 1 and 4 over 2 and 3 only, and the other way round.
        assert!(is_contradicted(&jumped_over(4, &mut checking(), |of, over, _| of + over != 5)));
    }

    #[test]
    fn limits_are_kept() {
        let limits = Limits { nodes: 100, ..Limits::DEFAULT };
        assert!(matches!(equation_2(4, &mut Checking::new(&limits)), Err(Contradiction::Stop(_))));
    }
}
