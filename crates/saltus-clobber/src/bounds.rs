//! Lower bounds on the pawns left in Solitaire Clobber, on any graph.
//!
//! E. D. Demaine, M. L. Demaine, R. Fleischer, *Solitaire Clobber* (Theoretical Computer Science
//! 313, 2004), have the invariant for grids; it holds on every bipartite graph, and for each
//! component of the pawns apart. The balance of an independent set and the prices on edges are ours.

mod prices;

pub use prices::Prices;
pub(crate) use prices::{SCALE, is_sparse};

use crate::rules::{Clobber, Colour};
use saltus_core::board::{Board, Cell};
use saltus_core::limits::Limits;
use saltus_core::puzzle::{Bound, Puzzle};

/// The sum over the connected components of the pawns of: their number, if they have one colour;
/// else 2, if the component is bipartite and its pawns and its clashing pawns are together
/// divisible by 3; else 1.
///
/// The black pawns on one side of the bipartition and the white ones on the other are *clashing*. A
/// move removes one pawn and two clashing ones, or removes one pawn and adds a clashing one: the
/// sum keeps its remainder modulo 3, and for a single pawn that is 1 or 2. Which side is which does
/// not matter: with p pawns, c of them clashing, the other choice has p + (p - c), which is -(p +
/// c) modulo 3. Pawns never leave the cells of their component, and in one colour no pawn can move.
/// (docs/certificates.md has the proof in full.)
///
/// ```
/// use saltus_clobber::{Pawns, bounds::Components};
/// use saltus_core::board::Board;
///
/// let least = |board: &Board, pawns: &str| Components::of(board, &pawns.parse::<Pawns>().unwrap().iter().collect::<Vec<_>>());
/// assert_eq!((least(&Board::grid(2, 2), "bbww"), least(&Board::grid(2, 2), "bwwb")), (2, 1));
/// assert_eq!((least(&Board::line(7), "bb.w.bw"), least(&Board::cycle(3), "bww")), (4, 1));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Components;

/// The same, and for components of both colours the best of it, of the balance of a set of cells of
/// which no two are adjacent, and of prices on the edges.
///
/// Inside such a set let black have d pawns more than white, and outside B black and W white pawns
/// stand. Then d - B - 2W never falls: it stays where a black pawn leaves the set, where a white one
/// does, and where a white one comes in; else it rises by 1 to 3. So at least d + 2 - B - 2W pawns
/// are left, and as many with the colours exchanged. (docs/certificates.md has the proof.) Every
/// such set gives a bound. The sets looked at are the sides of a bipartite component, and two
/// that are made greedily, of cells with few neighbours, for either colour.
///
/// What prices say is in `bounds/prices.rs`.
///
/// ```
/// use saltus_clobber::{Pawns, bounds::LowerBound};
/// use saltus_core::{board::Board, limits::Limits};
///
/// let bound = |board: &Board, pawns: &str| LowerBound::of(board, &pawns.parse::<Pawns>().unwrap().iter().collect::<Vec<_>>(), &Limits::DEFAULT);
/// let found = bound(&Board::multipartite(&[2, 6]), "wwbbbbbb");
/// assert_eq!((found.least, found.set), (4, Some(vec![false, false, true, true, true, true, true, true])));
/// // A white pawn among three black ones, next to a black pawn among three white ones.
/// let found = bound(&Board::graph(8, &[(0, 1), (0, 2), (0, 3), (0, 4), (4, 5), (4, 6), (4, 7)]), "wbbbbwww");
/// assert_eq!((found.least, found.set), (4, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerBound {
    /// Every play leaves at least this many pawns.
    pub least: usize,
    /// By cell, whether it is in the set; none where no set is better than the rest.
    pub set: Option<Vec<bool>>,
    /// The prices of edges, in ascending order of their cells.
    pub prices: Vec<Prices>,
}

impl LowerBound {
    /// The bound of a configuration. Where a limit on time or memory is reached, prices are left out.
    pub fn of(board: &Board, cells: &[Option<Colour>], limits: &Limits<'_>) -> Self {
        Self::by_component(board, cells, limits).0
    }

    /// The same; and the cells of each component, in ascending order, with its own bound.
    pub(crate) fn by_component(
        board: &Board,
        cells: &[Option<Colour>],
        limits: &Limits<'_>,
    ) -> (Self, Vec<(Vec<usize>, usize)>) {
        let mut bounds = Vec::new();
        let mut found = LowerBound { least: 0, set: None, prices: Vec::new() };
        let mut prices: Vec<Prices> = Vec::new();
        let (mut sides, mut inside) = (vec![None; cells.len()], vec![false; cells.len()]);
        for (whole, mut members) in components(board, cells, &mut sides) {
            members.sort_unstable();
            let mut least = whole.least();
            if whole.black % whole.pawns > 0 {
                let mut best = None;
                for set in candidates(board, cells, (&whole, &members), &sides, &mut inside) {
                    let inside = |colour| set.iter().filter(|&&cell| cells[cell] == Some(colour)).count();
                    let [black, white] = [inside(Colour::Black), inside(Colour::White)];
                    let bound = balance([black, white], [whole.black - black, whole.pawns - whole.black - white]);
                    if bound > least as i64 {
                        best = Some(set);
                        least = bound as usize;
                    }
                }
                if let Some((bound, found)) = prices::bound(board, cells, &members, limits)
                    && bound > least
                {
                    prices.extend(found);
                    (least, best) = (bound, None);
                }
                if let Some(set) = best {
                    let all = found.set.get_or_insert_with(|| vec![false; cells.len()]);
                    set.iter().for_each(|&cell| all[cell] = true);
                }
            }
            found.least += least;
            bounds.push((members, least));
        }
        let all: Vec<usize> = (0..prices.len()).collect();
        let ascending = by_key(&all, &|number| prices[number].ends[1] as usize);
        let order = by_key(&ascending, &|number| prices[number].ends[0] as usize);
        found.prices = order.into_iter().map(|number| prices[number]).collect();
        (found, bounds)
    }
}

/// Sets of cells of a component of which no two are adjacent.
fn candidates(
    board: &Board,
    cells: &[Option<Colour>],
    (whole, members): (&Component, &[usize]),
    sides: &[Option<bool>],
    inside: &mut [bool],
) -> Vec<Vec<usize>> {
    let mut sets = Vec::new();
    if whole.clashing.is_some() {
        sets.extend(
            [false, true].map(|side| members.iter().copied().filter(|&cell| sides[cell] == Some(side)).collect()),
        );
    }
    let degree = |cell: usize| board.neighbours(cell as Cell).filter(|&next| cells[next as usize].is_some()).count();
    for colour in [Colour::Black, Colour::White] {
        // A pawn of the colour is worth 2 more inside than outside, one of the other colour 1.
        let worth = |cell: usize| if cells[cell] == Some(colour) { 2 } else { 1 };
        let key = |cell: usize| (degree(cell) + 1) * 2 / worth(cell);
        let mut set = Vec::new();
        for cell in by_key(members, &key) {
            if board.neighbours(cell as Cell).all(|next| !inside[next as usize]) {
                inside[cell] = true;
                set.push(cell);
            }
        }
        set.iter().for_each(|&cell| inside[cell] = false);
        sets.push(set);
    }
    sets
}

/// These cells, those with the lowest keys first; of one key, in their order.
fn by_key(cells: &[usize], key: &dyn Fn(usize) -> usize) -> Vec<usize> {
    let mut starts = vec![0];
    for &cell in cells {
        let after = key(cell) + 1;
        starts.resize(starts.len().max(after + 1), 0);
        starts[after] += 1;
    }
    for key in 1..starts.len() {
        starts[key] += starts[key - 1];
    }
    let mut order = vec![0; cells.len()];
    for &cell in cells {
        let place = &mut starts[key(cell)];
        order[*place] = cell;
        *place += 1;
    }
    order
}

/// What a component is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its pawns.
    pub pawns: usize,
    /// Its black ones.
    pub black: usize,
    /// Its clashing pawns, black ones on the side of its first cell; none where it is not
    /// bipartite.
    pub clashing: Option<usize>,
}

impl Component {
    /// Every play leaves at least this many of its pawns.
    pub fn least(self) -> usize {
        match self {
            Component { pawns, black, .. } if black == 0 || black == pawns => pawns,
            Component { pawns, clashing: Some(clashing), .. } if (pawns + clashing) % 3 == 0 => 2,
            _ => 1,
        }
    }
}

/// The bound of [`LowerBound`] of a component of both colours by the pawns of each colour inside the
/// set and outside.
pub(crate) fn balance(inside: [usize; 2], outside: [usize; 2]) -> i64 {
    let [one, other] = inside.map(|pawns| pawns as i64);
    let [one_outside, other_outside] = outside.map(|pawns| pawns as i64);
    (one - other - one_outside - 2 * other_outside).max(other - one - other_outside - 2 * one_outside) + 2
}

impl Components {
    /// The bound of a configuration.
    pub fn of(board: &Board, cells: &[Option<Colour>]) -> usize {
        Self::list(board, cells).into_iter().map(Component::least).sum()
    }

    /// The connected components of the pawns, in the order of their first cells.
    pub fn list(board: &Board, cells: &[Option<Colour>]) -> Vec<Component> {
        components(board, cells, &mut vec![None; cells.len()]).into_iter().map(|(component, _)| component).collect()
    }
}

/// The connected components of the pawns, in the order of their first cells, with their cells, of which `sides` then has each one's side.
fn components(board: &Board, cells: &[Option<Colour>], sides: &mut [Option<bool>]) -> Vec<(Component, Vec<usize>)> {
    let mut found = Vec::new();
    for first in 0..cells.len() {
        if cells[first].is_none() || sides[first].is_some() {
            continue;
        }
        let mut component = Component { pawns: 0, black: 0, clashing: Some(0) };
        sides[first] = Some(false);
        let mut members = vec![first];
        let mut visited = 0;
        while let Some(&cell) = members.get(visited) {
            visited += 1;
            let (Some(colour), Some(side)) = (cells[cell], sides[cell]) else { continue };
            let is_black = colour == Colour::Black;
            component.pawns += 1;
            component.black += usize::from(is_black);
            component.clashing = component.clashing.map(|clashing| clashing + usize::from(is_black != side));
            for next in board.neighbours(cell as Cell).map(|next| next as usize) {
                match sides[next] {
                    _ if cells[next].is_none() => {}
                    None => {
                        sides[next] = Some(!side);
                        members.push(next);
                    }
                    Some(known) if known == side => component.clashing = None,
                    Some(_) => {}
                }
            }
        }
        found.push((component, members));
    }
    found
}

/// Every move to the goal takes one pawn, so the moves still needed are known, unless the bound says that it cannot be reached. Where no
/// number of pawns is asked for, no move is needed.
impl Bound<Clobber> for Components {
    fn of(&self, puzzle: &Clobber, state: &<Clobber as Puzzle>::State) -> u32 {
        let Some(most) = puzzle.most() else { return 0 };
        if Components::of(puzzle.board(), state.cells()) > most {
            return u32::MAX;
        }
        state.count().saturating_sub(most) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Instance, Pawns, Turns};
    use crate::samples::{CONTENTS, all, fewest};
    use crate::search;
    use saltus_core::notation::{self, Instance as _};
    use saltus_core::random::Random;
    use std::collections::HashMap;

    /// All configurations with empty cells of some boards, bipartite ones and others.
    #[test]
    fn never_above_the_value_and_never_lower_after_a_move() {
        let boards = [Board::line(7), Board::cycle(5), Board::cycle(6), Board::grid(2, 3), Board::hamming(&[3, 2])];
        for board in boards {
            let mut known = HashMap::new();
            for pawns in all(board.cells()) {
                let puzzle = Clobber::new(board.clone(), &pawns, Turns::Free);
                let state = puzzle.start();
                let least = Components::of(puzzle.board(), state.cells());
                assert!(least <= fewest(&puzzle, &state, &mut known), "{board:?} {pawns}");
                let mut moves = Vec::new();
                puzzle.moves(&state, &mut moves);
                for mv in moves {
                    let mut next = state.clone();
                    puzzle.play(&mut next, &mv);
                    assert!(Components::of(puzzle.board(), next.cells()) >= least, "{board:?} {pawns} {mv:?}");
                }
            }
        }
    }

    /// All independent sets of the components of random graphs, with empty cells; and what is found
    /// is one of them.
    #[test]
    fn no_set_and_no_prices_bound_above_the_value() {
        let mut random = Random::new(8);
        let (mut better, mut priced) = (0, 0);
        for _ in 0..1500 {
            let cells = 2 + random.below(7);
            let density = 1 + random.below(4);
            let pairs = (0..cells as Cell).flat_map(|a| (0..a).map(move |b| (b, a)));
            let edges: Vec<_> = pairs.filter(|_| random.below(5) < density).collect();
            let board = Board::graph(cells, &edges);
            for _ in 0..4 {
                // Mostly of one colour, or the bound is rarely any good.
                let pawns: Pawns = (0..cells).map(|_| CONTENTS[random.below(6).saturating_sub(3)]).collect();
                let puzzle = Clobber::new(board.clone(), &pawns, Turns::Free);
                let state = puzzle.start();
                let value = fewest(&puzzle, &state, &mut HashMap::new());
                let bound = |set: &[bool]| {
                    let mut sum = 0;
                    for (whole, members) in super::components(&board, state.cells(), &mut vec![None; cells]) {
                        let inside = [Colour::Black, Colour::White].map(|colour| {
                            members.iter().filter(|&&cell| set[cell] && state.cells()[cell] == Some(colour)).count()
                        });
                        let both = whole.black % whole.pawns > 0;
                        let outside = [whole.black - inside[0], whole.pawns - whole.black - inside[1]];
                        let least =
                            if both { balance(inside, outside).max(whole.least() as i64) } else { whole.pawns as i64 };
                        sum += least;
                    }
                    sum as usize
                };
                let is_independent = |set: &[bool]| !edges.iter().any(|&(a, b)| set[a as usize] && set[b as usize]);
                for set in 0..1usize << cells {
                    let set: Vec<bool> = (0..cells).map(|cell| set >> cell & 1 == 1).collect();
                    assert!(!is_independent(&set) || bound(&set) <= value, "{pawns} {edges:?} {set:?}");
                }
                let found = LowerBound::of(&board, state.cells(), &Limits::DEFAULT);
                let components = Components::of(&board, state.cells());
                let set = found.set.clone().unwrap_or(vec![false; cells]);
                assert!(is_independent(&set) && found.least <= value, "{pawns} {edges:?} {set:?}");
                if found.prices.is_empty() {
                    assert_eq!(bound(&set), found.least, "{pawns} {edges:?} {set:?}");
                    better += usize::from(found.least > components);
                    assert_eq!(found.set.is_some(), found.least > components);
                } else {
                    assert!(found.least > components);
                    priced += 1;
                }
            }
        }
        assert!(better > 20 && priced > 20, "{better} {priced}");
    }

    /// Four pawns that hang on a board by one edge: they keep one, and where they need the others for that, these keep one or two, too.
    #[test]
    fn what_hangs_on_a_board_is_settled() {
        const SHAPE: &str = "??????? ??????? ??..??? ..bw??? .ww.???";
        let (mut random, mut with_three) = (Random::new(1), 0);
        for _ in 0..40 {
            let lot = |letter| if letter == '?' { ['b', 'w'][random.below(2)] } else { letter };
            let line = format!("clobber grid {}", SHAPE.replace(' ', "/").chars().map(lot).collect::<String>());
            let instance: Instance = notation::read_line(&line).unwrap();
            let puzzle = instance.puzzle().unwrap();
            let (board, cells) = (puzzle.board(), puzzle.start().cells().to_vec());
            let found = LowerBound::of(board, &cells, &Limits::DEFAULT);
            let value = search::forests(board, &cells, &Limits::DEFAULT).value;
            assert_eq!(found.least, value, "{line}");
            with_three += usize::from(value == 3 && Components::of(board, &cells) < 3);
        }
        assert_eq!(with_three, 16);
    }
}
