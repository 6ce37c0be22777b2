//! Which positions can no longer be finished in time. docs/certificates.md and docs/theorems.md
//! prove each rule.

use crate::rules::{Chinese, Player, State};
use crate::search::field::{Cells, Field, bit, each, pop};
use crate::search::game::{Armies, Game, occupied};
use saltus_core::family::{self, NamedBound};
use saltus_core::puzzle::Bound;

/// The bounds that a generic search can be asked to use, by name.
pub(crate) const BOUNDS: &[NamedBound<Chinese>] = &[NamedBound {
    name: "turns",
    says: "the turns until the winner's next, that one, and a round of all players for each further man outside the goal",
    make: |_, word, _| family::Bounds::plain(TurnsNeeded, word),
}];

/// The turns until the winner's next, that one, and as many as there are players for each further goal cell without a man of the winner; 0 at
/// the goal.
///
/// No turn lowers it by more than 1: another player's brings the winner's next one nearer by 1 and fills no goal cell for it; the winner's own fills one
/// at most, and its next is a round later.
#[derive(Clone, Copy, Debug)]
pub struct TurnsNeeded;

impl Bound<Chinese> for TurnsNeeded {
    fn of(&self, puzzle: &Chinese, state: &State) -> u32 {
        let (order, mut open, mut before) = (puzzle.order(), 0, 0);
        for &cell in puzzle.goal() {
            open += usize::from(state.cells()[cell as usize] != Some(Player::WINNER));
        }
        while before < order.len() && order[(state.turn() + before) % order.len()] != Player::WINNER {
            before += 1;
        }
        if open == 0 { 0 } else { (before + 1 + order.len() * (open - 1)) as u32 }
    }
}

/// The version of the pruning rules. A change of what a rule drops, or of how positions are
/// numbered, raises it: then no search goes on from the layers of the version before.
pub const RULES_VERSION: u64 = 1;

/// Which rules a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each rule is a switch of its own")]
pub struct Rules {
    /// Men of a type that the goal does not need must take a step.
    pub types: bool,
    /// Helpers must have left the goal in time.
    pub leave: bool,
    /// With no move to spare, the goal must be filled in an order in which it can be.
    pub settle: bool,
    /// Jumps need men to jump over, and each turn puts one man on one cell.
    pub fills: bool,
    /// Where the winner's next move needs a helper's help, only helpers' moves that can help are
    /// made.
    pub touch: bool,
    /// Where the winner's next move needs the help of the helpers before it, they must be able to
    /// give it.
    ///
    /// The predicate applies if as many moves are left to the winner as it has men outside the
    /// goal, at least one, and one helper p, or two helpers p and q in this order, move before the
    /// winner does. A *landing cell* is any cell but a goal cell with a man of the winner. Define
    /// for the position:
    ///
    /// - R(k) are the cells from which a path of jumps between landing cells, at most k of them
    ///   over empty cells and the others over men, leads to a goal cell without a man of the
    ///   winner, the empty path included.
    /// - A(k) are the cells to which such a path leads from a cell with a man of the winner outside
    ///   the goal.
    /// - E(p) are the cells of p's men, the empty cells next to them, and the empty cells to which
    ///   jumps over men to empty cells lead from them. E(q) is the same with men on the cells of
    ///   E(p), too, for what is jumped over, and with the cells of p's men empty, for what is
    ///   landed on.
    /// - helps(X, A, R) says that there is a jump from a cell of A to a cell of R over an empty
    ///   cell of X.
    ///
    /// The position is excluded unless
    ///
    /// - a man of the winner outside the goal stands next to a goal cell or in R(0), or
    /// - helps(E(p), A(0), R(0)), or helps(E(q), A(0), R(0)) if there is q, or
    /// - there is q, and helps(E(p), A(0), R(1)) and helps(E(q), A(1), R(0)), or the same with p
    ///   and q exchanged.
    pub ahead: bool,
    /// Positions represent their mirror images.
    pub mirror: bool,
}

impl Rules {
    /// All rules.
    pub const ALL: Rules =
        Rules { types: true, leave: true, settle: true, fills: true, touch: true, ahead: true, mirror: true };
    /// The names of the rules.
    pub const NAMES: [&str; 7] = ["types", "leave", "settle", "fills", "touch", "ahead", "mirror"];

    /// All rules but those with these names.
    pub fn without(names: &[String]) -> Rules {
        let on = |name: &str| !names.iter().any(|other| other == name);
        let [types, leave, settle, fills, touch, ahead, mirror] = Self::NAMES.map(on);
        Rules { types, leave, settle, fills, touch, ahead, mirror }
    }

    /// The names of these rules, set apart by spaces.
    pub fn names(self) -> String {
        let Rules { types, leave, settle, fills, touch, ahead, mirror } = self;
        let on = [types, leave, settle, fills, touch, ahead, mirror];
        let mut names = String::new();
        for (name, is_on) in Self::NAMES.into_iter().zip(on) {
            if is_on && !names.is_empty() {
                names.push(' ');
            }
            names += if is_on { name } else { "" };
        }
        names
    }

    /// No rule but that every man outside the goal needs a move.
    pub const NONE: Rules =
        Rules { types: false, leave: false, settle: false, fills: false, touch: false, ahead: false, mirror: false };
}

/// The moves that are left when some turns have been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnsLeft<const P: usize> {
    /// Of each player, up to the winner's last.
    pub moves: [u32; P],
    /// The turns that the winner's next moves must wait for.
    pub wait: Wait,
}

impl<const P: usize> TurnsLeft<P> {
    /// After `time` of `length` turns, the last of which is the winner's.
    pub fn of(game: &Game<P>, time: u32, length: u32) -> Self {
        let mut moves = [0; P];
        for (player, moves) in moves.iter_mut().enumerate() {
            *moves = game.order.turns_of(player, time, length);
        }
        let before = game.order.end_of_round(time) - 1 - time;
        TurnsLeft { moves, wait: Wait { before, round: game.order.players() } }
    }
}

/// The turns that a move of the winner must wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Turns strictly before the winner's next.
    pub before: u32,
    /// Turns from one of the winner's to its next.
    pub round: u32,
}

/// The rules, with what can be known of the goal beforehand.
#[derive(Clone, Debug)]
pub struct GameBounds {
    /// The rules.
    pub(crate) rules: Rules,
    /// What the winner must fill.
    pub(crate) goal: Cells,
    /// Cells outside the goal next to it.
    pub(crate) rim: Cells,
    types: [Cells; 4],
    /// How many goal cells are of each type.
    wanted: [u32; 4],
    /// The cells of the goal, for numbers of its subsets.
    goal_cells: Vec<u8>,
    /// By the number of a set of goal cells with settled men: whether each of the others can be
    /// reached.
    fillable: Vec<bool>,
}

impl GameBounds {
    /// The rules for a game.
    pub fn new<const P: usize>(game: &Game<P>, rules: Rules) -> Self {
        let Game { field, goal, types, .. } = game;
        let mut bounds = GameBounds {
            rules,
            goal: *goal,
            rim: field.around(*goal) & !goal,
            types: *types,
            wanted: types.map(|cells| (cells & goal).count_ones()),
            goal_cells: each(*goal).map(|cell| cell as u8).collect(),
            fillable: Vec::new(),
        };
        bounds.look_ahead(field);
        bounds
    }

    /// Fills the table of the goal's subsets.
    fn look_ahead(&mut self, field: &Field) {
        let subsets = 0..1usize << self.goal_cells.len();
        let cells = |subset: usize| {
            let inside = |place: &usize| subset >> place & 1 == 1;
            (0..self.goal_cells.len()).filter(inside).fold(0, |set, place| set | bit(self.goal_cells[place].into()))
        };
        let fillable = |settled: Cells| self.goal & !settled & !self.reached_from_outside(field, settled) == 0;
        self.fillable = subsets.map(|subset| fillable(cells(subset))).collect();
    }

    /// The goal cells without settled men that one move can reach from outside if men to jump over
    /// stand where they should.
    fn reached_from_outside(&self, field: &Field, settled: Cells) -> Cells {
        let inside = self.goal & !settled;
        let mut open = field.all() & !self.goal;
        let steps = field.around(open) & inside;
        let mut jumps = 0;
        while open != 0 {
            let from = pop(&mut open);
            for over in each(field.over(from)) {
                let land = bit(field.land(from, over)) & inside & !jumps;
                jumps |= land;
                open |= land;
            }
        }
        steps | jumps
    }

    fn number(&self, inside: Cells) -> usize {
        self.goal_cells
            .iter()
            .enumerate()
            .fold(0, |number, (place, &cell)| number | (((inside >> cell) & 1) as usize) << place)
    }

    /// Moves that the winner needs at least: one for each man outside, and a step for each man of a
    /// wrong type, which can be the same only next to the goal.
    ///
    /// ```
    /// use saltus_chinese::bounds::{GameBounds, Rules};
    /// use saltus_chinese::search::game::Game;
    /// use saltus_core::notation::Instance as _;
    ///
    /// let puzzle = saltus_chinese::read("chinese triangle:13 players=3").unwrap().puzzle().unwrap();
    /// let game = Game::<3>::new(&puzzle).unwrap();
    /// // Ten men, and two of them of types that the goal does not need.
    /// assert_eq!(GameBounds::new(&game, Rules::ALL).moves_needed(game.start[0]), 12);
    /// assert_eq!(GameBounds::new(&game, Rules::NONE).moves_needed(game.start[0]), 10);
    /// ```
    #[inline]
    pub fn moves_needed(&self, army: Cells) -> u32 {
        let outside = army & !self.goal;
        let steps: u32 = if self.rules.types {
            let steps = |of_type: usize| {
                let cells = self.types[of_type];
                let surplus = (army & cells).count_ones().saturating_sub(self.wanted[of_type]);
                surplus.saturating_sub((outside & self.rim & cells).count_ones())
            };
            (0..4).map(steps).sum()
        } else {
            0
        };
        outside.count_ones() + steps
    }

    /// Whether a position may still be finished, as far as all rules tell.
    #[inline]
    pub fn allow<const P: usize>(&self, field: &Field, armies: &Armies<P>, left: &TurnsLeft<P>) -> bool {
        self.moves_needed(armies[0]) <= left.moves[0]
            && self.goal_can_be_filled(armies, left)
            && self.can_be_crossed(field, armies, left)
    }

    /// Whether a position may still be finished, as far as `leave` and `settle` tell.
    #[inline]
    pub fn goal_can_be_filled<const P: usize>(&self, armies: &Armies<P>, left: &TurnsLeft<P>) -> bool {
        if self.rules.leave {
            for (army, &moves) in armies[1..].iter().zip(&left.moves[1..]) {
                if (army & self.goal).count_ones() > moves {
                    return false;
                }
            }
        }
        let tight = left.moves[0] == (armies[0] & !self.goal).count_ones();
        !(self.rules.settle && tight) || self.fillable[self.number(armies[0] & self.goal)]
    }

    /// Whether men may still be put in time where the winner's jumps need them.
    pub fn can_be_crossed<const P: usize>(&self, field: &Field, armies: &Armies<P>, left: &TurnsLeft<P>) -> bool {
        let outside = armies[0] & !self.goal;
        let Some(spare) = self.spare_to_be_crossed(outside.count_ones(), left) else { return true };
        let occupied = occupied(armies);
        if spare == 0 {
            self.crossed_at_once(field, occupied, armies[0], left.wait)
        } else {
            self.crossed_with_a_break(field, occupied, outside, left.wait)
        }
    }

    /// How many moves the winner has to spare with `outside` men outside: none or one. Nothing
    /// if more are, about which `fills` knows nothing.
    #[inline]
    pub fn spare_to_be_crossed<const P: usize>(&self, outside: u32, left: &TurnsLeft<P>) -> Option<u32> {
        let spare = left.moves[0].wrapping_sub(outside);
        (self.rules.fills && spare <= 1 && outside > 0).then_some(spare)
    }

    /// Every move to come is the only one of some man outside.
    fn crossed_at_once(&self, field: &Field, occupied: Cells, army: Cells, left: Wait) -> bool {
        let outside = army & !self.goal;
        let settled = army & self.goal;
        let mut reach = JumpReach::new(field, occupied, settled, self.goal & !settled);
        let (mut cost, mut turns) = (0, left.before);
        for k in 1..=outside.count_ones() {
            while cost < turns && (outside & (reach.cells | self.rim)).count_ones() < k {
                if !reach.pay(field) {
                    // What is not reached now never will be.
                    return outside & !(reach.cells | self.rim) == 0;
                }
                cost += 1;
            }
            if (outside & (reach.cells | self.rim)).count_ones() < k {
                return false;
            }
            turns += left.round;
        }
        true
    }

    /// One move to come is not the last of its man, so one of the next two is. (To allow for more
    /// of them was tried, and drops little.)
    fn crossed_with_a_break(&self, field: &Field, occupied: Cells, outside: Cells, left: Wait) -> bool {
        let turns = left.before + left.round;
        let reached = |target: Cells, cost: u32| {
            let mut reach = JumpReach::new(field, occupied, 0, target);
            for _ in 0..cost {
                reach.pay(field);
            }
            reach.cells
        };
        // Its man makes it from where he is now ...
        if outside & (self.rim | reached(self.goal, turns)) != 0 {
            return true;
        }
        // ... or has made the first of the two as well: a step, or jumps before a step. One of the
        // turns is then his own.
        let step_first = field.around(self.rim | reached(self.goal, turns - 1));
        outside & (step_first | reached(self.rim, turns - 1)) != 0
    }
    /// Who of the winner's men `outside` can jump into the goal after `turns` turns from one turn
    /// on, and where this one turn must put a man so that others can: the cost of a jump path falls
    /// only by a man on one of the cells that a cheapest path jumps over.
    pub fn help(&self, field: &Field, occupied: Cells, army: Cells, turns: u32) -> NeededHelp {
        let settled = army & self.goal;
        let outside = army & !self.goal;
        let turns = turns as usize;
        let mut levels = [0; MOST_TURNS + 1];
        let mut reach = JumpReach::new(field, occupied, settled, self.goal & !settled);
        levels[0] = reach.cells;
        for level in &mut levels[1..=turns + 1] {
            reach.pay(field);
            *level = reach.cells;
        }
        let start = levels[turns] | self.rim;
        let mut help = NeededHelp { ready: outside & start, start, fill: 0 };
        let mut open = outside & levels[turns + 1] & !start;
        for cost in (1..=turns + 1).rev() {
            let exact = levels[cost] & !levels[cost - 1];
            let mut seen = open;
            let mut next = 0;
            while open != 0 {
                let cell = pop(&mut open);
                for over in each(field.over(cell)) {
                    let land = bit(field.land(cell, over));
                    if occupied & bit(over) != 0 {
                        open |= land & exact & !seen;
                        seen |= land & exact;
                    } else if levels[cost - 1] & land != 0 {
                        help.fill |= bit(over);
                        next |= land;
                    }
                }
            }
            open = next;
        }
        help
    }
}

/// The most turns between two moves of a player.
const MOST_TURNS: usize = 6;

/// Where a man must be put next if the winner is to jump into the goal in time.
#[derive(Clone, Copy, Debug)]
pub struct NeededHelp {
    /// Men of the winner that no man needs to be put anywhere for.
    pub ready: Cells,
    /// Cells from which one could jump into the goal in time.
    pub start: Cells,
    /// Cells of which one must be filled by the next turn, for men that are not ready.
    pub fill: Cells,
}

/// The cells from which jumps reach a target at some cost: a unit for each cell without a man that
/// is jumped over.
pub struct JumpReach {
    /// The cells reached so far.
    pub(crate) cells: Cells,
    /// Reached cells whose jumps over empty cells were not followed yet.
    unpaid: Cells,
    occupied: Cells,
    barred: Cells,
}

impl JumpReach {
    /// The cells from which men to jump over lead to `target`, without landing on `barred`.
    pub fn new(field: &Field, occupied: Cells, barred: Cells, target: Cells) -> Self {
        let mut reach = JumpReach { cells: 0, unpaid: 0, occupied, barred };
        reach.spread(field, target);
        reach
    }

    /// Adds cells, and those from which occupied cells alone lead to them.
    fn spread(&mut self, field: &Field, cells: Cells) {
        let mut open = cells & !self.cells;
        self.cells |= open;
        self.unpaid |= open;
        while open != 0 {
            let to = pop(&mut open);
            let mut over = field.over(to) & self.occupied;
            while over != 0 {
                let from = bit(field.land(to, pop(&mut over))) & !self.cells & !self.barred;
                self.cells |= from;
                self.unpaid |= from;
                open |= from;
            }
        }
    }

    /// Follows jumps over one more empty cell; false when there are none.
    pub fn pay(&mut self, field: &Field) -> bool {
        let mut paid = std::mem::take(&mut self.unpaid);
        let mut new = 0;
        while paid != 0 {
            let to = pop(&mut paid);
            let mut over = field.over(to) & !self.occupied;
            while over != 0 {
                new |= bit(field.land(to, pop(&mut over)));
            }
        }
        new &= !self.cells & !self.barred;
        self.spread(field, new);
        new != 0
    }
}
