//! The bounds: positions that they exclude cannot be finished in time, and what the slow bounds
//! here exclude they exclude.

use super::{ANYTHING, Game, MEET, Men, games};
use crate::support::is_verified;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The rules as they are stated, for games of up to `last` turns.
pub(super) struct Rules<'a> {
    pub(super) game: &'a Game,
    pub(super) last: usize,
}

const INFINITE: usize = usize::MAX / 2;

impl Rules<'_> {
    /// The turns that a player has left.
    fn turns(&self, player: u8, time: usize) -> Vec<usize> {
        (time + 1..=self.last).filter(|turn| self.game.player(turn - 1) == player).collect()
    }

    fn inside(&self, men: &[u8], player: u8) -> BTreeSet<usize> {
        self.game.goal.iter().copied().filter(|&cell| men[cell] == player).collect()
    }

    fn outside(&self, men: &[u8]) -> Vec<usize> {
        (0..men.len()).filter(|cell| men[*cell] == 1 && !self.game.goal.contains(cell)).collect()
    }

    fn touches_goal(&self, cell: usize) -> bool {
        self.game.near[cell].iter().any(|next| self.game.goal.contains(next))
    }

    /// Whether a position cannot be finished, `time` turns after the start.
    pub(super) fn exclude(&self, men: &[u8], time: usize) -> bool {
        let (left, outside) = (self.turns(1, time).len(), self.outside(men).len());
        if self.game.is_over(men) {
            return false;
        }
        self.types(men) > left
            || self.leave(men, time)
            || (left == outside && (self.settle(men, time) || self.fills_now(men, time) || self.ahead(men, time)))
            || (left == outside + 1 && self.fills_soon(men, time))
    }

    fn types(&self, men: &[u8]) -> usize {
        let outside = self.outside(men);
        let class = |cell: usize| (self.game.cells[cell].0.rem_euclid(2), self.game.cells[cell].1.rem_euclid(2));
        let steps = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|kind| {
            let own = (0..men.len()).filter(|&cell| men[cell] == 1 && class(cell) == kind).count();
            let room = self.game.goal.iter().filter(|&&cell| class(cell) == kind).count();
            let beside = outside.iter().filter(|&&cell| class(cell) == kind && self.touches_goal(cell)).count();
            own.saturating_sub(room).saturating_sub(beside)
        });
        outside.len() + steps.iter().sum::<usize>()
    }

    fn leave(&self, men: &[u8], time: usize) -> bool {
        (2..=self.game.players() as u8).any(|player| self.inside(men, player).len() > self.turns(player, time).len())
    }

    /// Whether a jump path leads out of the goal, or a step, over landing cells without settled
    /// men.
    fn leads_out(&self, cell: usize, settled: &BTreeSet<usize>) -> bool {
        let is_out = |cell: &usize| !self.game.goal.contains(cell);
        let mut seen = BTreeSet::from([cell]);
        let mut to_visit = vec![cell];
        while let Some(cell) = to_visit.pop() {
            for &(_, to) in &self.game.beyond[cell] {
                if is_out(&to) {
                    return true;
                }
                if !settled.contains(&to) && seen.insert(to) {
                    to_visit.push(to);
                }
            }
        }
        self.game.near[cell].iter().any(is_out)
    }

    /// Whether the rest of the goal can be filled, in some order.
    fn can_fill(&self, settled: &BTreeSet<usize>) -> bool {
        let holes: Vec<_> = self.game.goal.iter().filter(|cell| !settled.contains(cell)).collect();
        let fill = |&&hole: &&usize| {
            let then = settled.iter().copied().chain([hole]).collect();
            self.leads_out(hole, settled) && self.can_fill(&then)
        };
        holes.is_empty() || holes.iter().any(fill)
    }

    fn settle(&self, men: &[u8], time: usize) -> bool {
        let settled = self.inside(men, 1);
        let stuck = |player: u8| {
            let inside = self.inside(men, player);
            inside.len() == self.turns(player, time).len() && inside.iter().any(|&cell| !self.leads_out(cell, &settled))
        };
        !self.can_fill(&settled) || (2..=self.game.players() as u8).any(stuck)
    }

    /// By cell, the least cost of a jump path to one of `ends`.
    fn costs(&self, men: &[u8], ends: &dyn Fn(usize) -> bool, barred: &BTreeSet<usize>) -> Vec<usize> {
        let mut costs: Vec<_> = (0..men.len()).map(|cell| if ends(cell) { 0 } else { INFINITE }).collect();
        loop {
            let before = costs.clone();
            for cell in (0..men.len()).filter(|cell| !barred.contains(cell)) {
                for &(over, to) in self.game.beyond[cell].iter().filter(|(_, to)| !barred.contains(to)) {
                    costs[cell] = costs[cell].min(costs[to] + usize::from(men[over] == 0));
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// D of the definitions.
    fn direct(&self, men: &[u8], settled: &BTreeSet<usize>) -> Vec<usize> {
        let ends = |cell: usize| self.game.goal.contains(&cell) && !settled.contains(&cell);
        let mut costs = self.costs(men, &ends, settled);
        (0..men.len()).filter(|&cell| self.touches_goal(cell)).for_each(|cell| costs[cell] = 0);
        costs
    }

    fn fills_now(&self, men: &[u8], time: usize) -> bool {
        let costs = self.direct(men, &self.inside(men, 1));
        let mut d: Vec<_> = self.outside(men).iter().map(|&cell| costs[cell]).collect();
        d.sort_unstable();
        d.iter().zip(self.turns(1, time)).any(|(&d, turn)| d > turn - time - 1)
    }

    /// The cells of a player's men, and those to which it may get where some cells can be jumped over and some are taken.
    fn filled(
        &self,
        men: &[u8],
        player: u8,
        over: &dyn Fn(usize) -> bool,
        taken: &dyn Fn(usize) -> bool,
    ) -> BTreeSet<usize> {
        let own: BTreeSet<usize> = (0..men.len()).filter(|&cell| men[cell] == player).collect();
        let mut filled = own.clone();
        loop {
            let jumps =
                filled.iter().flat_map(|&cell| &self.game.beyond[cell]).filter(|jump| over(jump.0) && !taken(jump.1));
            let more: BTreeSet<usize> = jumps.map(|jump| jump.1).filter(|to| !filled.contains(to)).collect();
            if more.is_empty() {
                break;
            }
            filled.extend(more);
        }
        filled.extend(own.iter().flat_map(|&cell| &self.game.near[cell]).copied().filter(|&to| !taken(to)));
        filled
    }

    fn ahead(&self, men: &[u8], time: usize) -> bool {
        let helpers: Vec<u8> =
            (time..time + 9).map(|time| self.game.player(time)).take_while(|&player| player > 1).collect();
        if !(1..=2).contains(&helpers.len()) {
            return false;
        }
        let (settled, outside) = (self.inside(men, 1), self.outside(men));
        let hole = |cell: usize| self.game.goal.contains(&cell) && !settled.contains(&cell);
        let to = self.costs(men, &hole, &settled);
        let from = self.costs(men, &|cell| outside.contains(&cell), &settled);
        if outside.iter().any(|&cell| self.touches_goal(cell) || to[cell] == 0) {
            return false;
        }
        let helps = |filled: &BTreeSet<usize>, paid: usize, rest: usize| {
            (0..men.len()).filter(|&cell| from[cell] <= paid).any(|cell| {
                let jumps = self.game.beyond[cell].iter();
                jumps.into_iter().any(|&(over, land)| men[over] == 0 && filled.contains(&over) && to[land] <= rest)
            })
        };
        let first = self.filled(men, helpers[0], &|cell| men[cell] > 0, &|cell| men[cell] > 0);
        let Some(&second) = helpers.get(1) else { return !helps(&first, 0, 0) };
        let is_left = |cell: usize| men[cell] == helpers[0];
        let second = self.filled(men, second, &|cell| men[cell] > 0 || first.contains(&cell), &|cell| {
            men[cell] > 0 && !is_left(cell)
        });
        !(helps(&first, 0, 0)
            || helps(&second, 0, 0)
            || helps(&first, 0, 1) && helps(&second, 1, 0)
            || helps(&second, 0, 1) && helps(&first, 1, 0))
    }

    fn fills_soon(&self, men: &[u8], time: usize) -> bool {
        let none = BTreeSet::new();
        let direct = self.direct(men, &none);
        let ends = |cell: usize| self.game.goal.contains(&cell) || self.touches_goal(cell);
        let indirect = self.costs(men, &ends, &none);
        let before = self.turns(1, time)[1] - time - 1;
        self.outside(men).iter().all(|&cell| {
            let stepped = self.game.near[cell].iter().map(|&next| direct[next]).min().unwrap_or(INFINITE);
            direct[cell] > before && indirect[cell].min(stepped).min(direct[cell]) > before - 1
        })
    }
}

/// By position and the number of turns before it, modulo that of the players, the fewest turns to
/// the goal.
fn distances(game: &Game) -> BTreeMap<(Men, usize), Option<usize>> {
    let players = game.players();
    let start = (game.start.clone(), 0);
    let mut from: BTreeMap<(Men, usize), Vec<(Men, usize)>> = BTreeMap::from([(start.clone(), vec![])]);
    let mut to_visit = vec![start];
    while let Some(state) = to_visit.pop() {
        let next = if game.is_over(&state.0) { vec![] } else { game.next(&state.0, state.1) };
        for men in next {
            let next = (men, (state.1 + 1) % players);
            if !from.contains_key(&next) {
                to_visit.push(next.clone());
            }
            from.entry(next).or_default().push(state.clone());
        }
    }
    let mut distances: BTreeMap<_, _> = from.keys().map(|state| (state.clone(), None)).collect();
    let mut queue: VecDeque<_> = from.keys().filter(|state| game.is_over(&state.0)).map(|state| (state, 0)).collect();
    while let Some((state, distance)) = queue.pop_front() {
        let known = distances.get_mut(state).unwrap();
        if known.is_none() {
            *known = Some(distance);
            queue.extend(from[state].iter().map(|before| (before, distance + 1)));
        }
    }
    distances
}

/// Games with positions of all kinds: narrow ways, helpers in the goal, several men.
fn narrow_games() -> Vec<Game> {
    let row: Vec<_> = (0..7).map(|x| (x, 0)).collect();
    let fork = [(0, 0), (1, 0), (2, 0), (3, 0), (2, 1), (2, 2), (4, 0)];
    let block: Vec<_> = (0..4).flat_map(|sum| (0..=sum).map(move |y| (sum - y, y))).collect();
    let strip: Vec<_> = (0..5).flat_map(|row| (0..2).map(move |y| (row - y, y))).collect();
    // A cell of the goal after others, which men on both sides of the first can reach.
    let deep = [(0, 0), (1, 0), (2, 0), (1, 1), (3, 0), (2, 1), (4, 0), (5, 0)];
    // A jump leads to a cell next to the goal, and no shorter way there is as good.
    let bend = [(2, 0), (1, 1), (0, 2), (3, 0), (1, 2)];
    let long: Vec<_> = [(0, 0), (1, 0), (2, 0), (3, 0), (2, 1), (4, 0), (3, 1), (5, 0), (6, 0), (7, 0)].into();
    let sorted = |cells: &[(i32, i32)]| {
        let mut cells = cells.to_vec();
        cells.sort_by_key(|&(x, y)| (x + y, y));
        cells
    };
    vec![
        Game::list(&row, &[1, 0, 2, 0, 0, 0, 0], &[6]),
        Game::list(&row, &[1, 1, 0, 0, 0, 2, 0], &[5, 6]).with_order(&[2, 1]),
        Game::list(&row, &[1, 2, 0, 0, 0, 3, 0], &[5]).with_order(&[3, 1, 2]),
        Game::list(&sorted(&fork), &[1, 0, 2, 0, 0, 0, 0], &[6]),
        Game::list(&deep, &[1, 1, 1, 0, 0, 0, 0, 0], &[4, 6, 7]),
        Game::list(&deep, &[1, 1, 1, 0, 2, 0, 0, 0], &[4, 6, 7]).with_order(&[2, 1]),
        Game::list(&bend, &[0, 0, 1, 0, 2], &[3]).with_order(&[2, 1]),
        Game::list(&long, &[1, 1, 0, 0, 2, 0, 3, 0, 0, 0], &[7, 8]).with_order(&[2, 3, 1]),
        Game::list(&long, &[1, 1, 1, 2, 0, 0, 0, 0, 0, 0], &[7, 8, 9]),
        Game::list(&block, &[1, 1, 0, 1, 0, 0, 0, 0, 0, 0], &[5, 8, 9]),
        Game::list(&block, &[1, 1, 0, 0, 0, 2, 0, 0, 0, 0], &[8, 9]),
        Game::list(&block, &[2, 1, 1, 0, 0, 0, 0, 0, 0, 0], &[0, 4]).with_order(&[2, 1]),
        Game::list(&block, &[1, 1, 1, 0, 2, 0, 0, 0, 2, 0], &[7, 8, 9]),
        Game::list(&strip, &[1, 1, 1, 0, 0, 0, 0, 2, 3, 0], &[7, 8, 9]).with_order(&[3, 1, 2]),
        Game::list(&strip, &[1, 1, 1, 1, 0, 0, 0, 0, 0, 0], &[6, 7, 8, 9]),
        Game::list(&strip, &[1, 1, 2, 2, 0, 0, 0, 0, 0, 0], &[8, 9]).with_order(&[2, 1]),
    ]
}

#[test]
fn an_excluded_position_cannot_be_finished() {
    let (mut excluded, mut close) = (0, 0);
    for game in games().into_iter().chain(narrow_games()) {
        if game.name.contains("star:2") || game.name.contains("men=3 players=2") {
            continue;
        }
        let distances = distances(&game);
        for ((men, turn), distance) in distances.iter().step_by(distances.len() / 150 + 1) {
            let order: Vec<_> = (0..game.players()).map(|time| game.player(turn + time)).collect();
            let game = game.with_men(men).with_order(&order);
            if game.is_over(men) {
                continue;
            }
            for last in (game.place()..=30).step_by(game.players()) {
                let rules = Rules { game: &game, last };
                let payload = game.payload(last, 0, &[]);
                let accepted = is_verified(&game.bound_file(last, &payload));
                let possible = distance.is_some_and(|distance| distance <= last);
                assert!(!accepted || !possible, "{} {last}", game.line());
                assert!(accepted || !rules.exclude(men, 0), "{} {last}", game.line());
                excluded += usize::from(accepted);
                close += usize::from(accepted && *distance == Some(last + game.players()));
                if possible {
                    break;
                }
            }
        }
    }
    assert!(excluded > 4000 && close > 1500, "{excluded} {close}");
}

/// Layers that leave out whatever is excluded, also after the moves of helpers.
#[test]
fn what_is_excluded_need_not_be_in_a_layer() {
    let (mut all, mut needed) = (0, 0);
    for game in games().into_iter().chain(narrow_games()) {
        let (_, length) = game.best_play(60).unwrap();
        let last = game.before(length);
        let rules = Rules { game: &game, last };
        let layers = game.layers(last, &|men, time| rules.exclude(men, time));
        assert!(is_verified(&game.bound_file(last, &game.payload(last, 0, &layers))), "{}", game.line());
        all += game.layers(last, ANYTHING).iter().map(BTreeSet::len).sum::<usize>();
        needed += layers.iter().map(BTreeSet::len).sum::<usize>();
        if game.players() == 1 {
            let layers = game.half_layers(last, &|men, time| rules.exclude(men, time));
            let payload = game.payload(last, MEET, &layers);
            assert!(game.is_list || is_verified(&game.bound_file(last, &payload)), "{}", game.line());
        }
    }
    assert!(10 * needed < all, "{all} {needed}");
}
