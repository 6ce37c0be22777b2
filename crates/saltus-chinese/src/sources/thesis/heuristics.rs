//! The integers that the thesis gives to moves (section 4): the more, the sooner the search tries
//! them.
//!
//! What its words leave open is settled here as each function says. All distances are taken in one
//! [`Measure`]; the thesis's is (1).

use super::Thesis;
use super::measures::Measure;
use crate::rules::{Contents, Move, Place, Player, State};

/// Which values order the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveValues {
    /// Those of section 4: [`Thesis::value`].
    Section4(Measure),
    /// Those of section 3 together: [`Thesis::value_together`].
    Together,
}

/// A position and a move in it, as the heuristics see them.
struct MoveSeen<'a> {
    thesis: &'a Thesis,
    state: &'a State,
    measure: Measure,
    from: Place,
    to: Place,
}

impl Thesis {
    /// Whether a helper stands in the winner's way and must leave the goal, as blue of the thesis: part of its base is in the goal. Any other, as
    /// yellow, is far away and must come.
    pub fn leaves(&self, player: Player) -> bool {
        self.base(player).iter().any(|place| self.goal.contains(place))
    }

    /// The value of a move of the player to move, by the heuristic of red, blue or yellow.
    pub fn value(&self, state: &State, mv: &Move, measure: Measure) -> i32 {
        let seen = MoveSeen { thesis: self, state, measure, from: self.place(mv.from()), to: self.place(mv.to()) };
        match self.puzzle.mover(state) {
            Player::WINNER => seen.winner(),
            helper => seen.helper() + if self.leaves(helper) { seen.leaves() } else { seen.comes() },
        }
    }

    /// All moves of the player to move with their values, greatest first; equal ones in the order
    /// of moves.
    pub fn ranked(&self, state: &State, values: MoveValues) -> Vec<(Move, i32)> {
        let mut moves = Vec::new();
        saltus_core::puzzle::Puzzle::moves(&self.puzzle, state, &mut moves);
        let mut ranked: Vec<(Move, i32)> = moves
            .into_iter()
            .map(|mv| {
                let value = match values {
                    MoveValues::Section4(measure) => self.value(state, &mv, measure),
                    MoveValues::Together => self.value_together(state, &mv),
                };
                (mv, value)
            })
            .collect();
        ranked.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        ranked
    }
}

impl MoveSeen<'_> {
    /// The content of a place once the man has left: none off the board.
    fn on(&self, place: Place) -> Option<Contents> {
        Some(self.thesis.content(self.state, place)?.filter(|_| place != self.from))
    }

    fn apart(&self, a: Place, b: Place) -> u32 {
        self.measure.between(a, b)
    }

    /// The other men, with the player of each.
    fn others(&self) -> impl Iterator<Item = (Place, Player)> {
        let all = self.thesis.puzzle.coordinates().iter().zip(self.state.cells());
        all.filter_map(|(&place, man)| Some((place, (*man)?))).filter(|&(place, _)| place != self.from)
    }

    /// Red: the distance moved, less the least distance from there to a goal cell without a red
    /// man; one more if another man is then one or two cells away; one less for leaving the part of
    /// the board with j < 6, one more for coming back from j > 6.
    ///
    /// It is once one more, however many men are near. A move from j = 6 itself to a smaller j gets
    /// nothing, as the words have it. With the printed measure a man at (1,1) from another is next
    /// to it.
    fn winner(&self) -> i32 {
        let open = |goal: &Place| self.on(*goal) != Some(Some(Player::WINNER));
        let left = self.thesis.goal.iter().filter(|goal| open(goal)).map(|&goal| self.apart(self.to, goal)).min();
        let near = self.others().any(|(place, _)| self.apart(self.to, place) <= 2);
        self.moved() - left.unwrap_or(0) as i32 + i32::from(near) + self.keeps_to_the_edge()
    }

    fn moved(&self) -> i32 {
        self.apart(self.from, self.to) as i32
    }

    fn keeps_to_the_edge(&self) -> i32 {
        let edge = self.thesis.edge();
        match (self.thesis.across(self.from), self.thesis.across(self.to)) {
            (from, to) if from < edge && to >= edge => -1,
            (from, to) if from > edge && to < edge => 1,
            _ => 0,
        }
    }

    /// Blue and yellow: one more next to a red man, but two less if none there can jump over the man
    /// because another stands beyond it; one more at distance three from a red man.
    ///
    /// Each counts once. "Next to" means one step away in any measure, since only there is it a matter of
    /// jumps. If the cell beyond is off the board no man stands there, and nothing is subtracted.
    fn helper(&self) -> i32 {
        let red = |place: Place| self.on(place) == Some(Some(Player::WINNER));
        let beside = DIRECTIONS.into_iter().filter(|&by| red(shift(self.to, by, -1)));
        let beyond: Vec<_> = beside.map(|by| self.on(shift(self.to, by, 1))).collect();
        let can_jump = beyond.contains(&Some(None));
        let is_barred = beyond.iter().any(|cell| matches!(cell, Some(Some(_))));
        let at_three = self.others().any(|(place, man)| man == Player::WINNER && self.apart(self.to, place) == 3);
        i32::from(!beyond.is_empty()) - 2 * i32::from(!can_jump && is_barred) + i32::from(at_three)
    }

    /// Blue: one more for leaving the goal, one less for entering it.
    fn leaves(&self) -> i32 {
        let inside = |place: Place| i32::from(self.thesis.goal.contains(&place));
        inside(self.from) - inside(self.to)
    }

    /// Yellow: the distance moved less j - 5, which is how far the man is then beyond the part of
    /// the board where red plays. For other numbers of men the 5 is [`Thesis::edge`] - 1.
    fn comes(&self) -> i32 {
        self.moved() - (self.thesis.across(self.to) - (self.thesis.edge() - 1))
    }
}

/// The six directions of a step.
pub(super) const DIRECTIONS: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

pub(super) fn shift((x, y): Place, (dx, dy): Place, times: i32) -> Place {
    (x + times * dx, y + times * dy)
}

#[cfg(test)]
mod tests {
    use super::super::tests::thesis;
    use super::*;
    use saltus_core::puzzle::Puzzle;

    /// A move between these places by the player to move.
    fn value(thesis: &Thesis, state: &State, from: Place, to: Place, measure: Measure) -> i32 {
        let cell = |place| thesis.cell_at(place).unwrap();
        let mv = thesis.puzzle().path(state, cell(from), cell(to)).expect("it is a move");
        thesis.value(state, &mv, measure)
    }

    /// A triangle with these men, the first letter of `order` to move.
    fn with_men(side: i32, men: usize, order: &str, places: &[(Place, char)]) -> Thesis {
        let row = |sum: i32| {
            let letter = |y: i32| places.iter().find(|(place, _)| *place == (sum - y, y)).map_or('.', |(_, man)| *man);
            (1..sum).map(letter).collect::<String>()
        };
        let rows: Vec<String> = (2..=side + 1).map(row).collect();
        let players = order.len();
        thesis(&format!("chinese triangle:{side} men={men} players={players} order={order} rows={}", rows.join("/")))
    }

    #[test]
    fn red_counts_distances() {
        let thesis = thesis("chinese triangle:13 players=3");
        let start = thesis.puzzle().start();
        for measure in [Measure::Printed, Measure::Steps] {
            // (4,1) steps to (5,1): 1 moved, 5 left, a man next to it.
            assert_eq!(value(&thesis, &start, (4, 1), (5, 1), measure), 1 - 5 + 1);
            // (3,1) jumps over it: 2 moved, 5 left.
            assert_eq!(value(&thesis, &start, (3, 1), (5, 1), measure), 2 - 5 + 1);
        }
        // (3,2) to (4,2): to (10,1) or (10,2).
        assert_eq!(value(&thesis, &start, (3, 2), (4, 2), Measure::Printed), 1 - 6 + 1);
    }

    #[test]
    fn red_keeps_to_the_edge() {
        // No man is near, the goal is the base at (13,1): ten men of whom one matters.
        let far: Vec<(Place, char)> = (1..=9).map(|x| ((x, 1), 'R')).collect();
        let alone = |from: Place, to: Place| {
            let men: Vec<_> = far.iter().copied().chain([(from, 'R')]).collect();
            let thesis = with_men(13, 10, "R", &men);
            value(&thesis, &thesis.puzzle().start(), from, to, Measure::Steps)
        };
        let left = |to| {
            thesis("chinese triangle:13").goal.iter().map(|&goal| Measure::Steps.between(to, goal)).min().unwrap()
                as i32
        };
        assert_eq!(alone((5, 5), (4, 6)), 1 - left((4, 6)) - 1);
        assert_eq!(alone((4, 7), (5, 6)), 1 - left((5, 6)));
        assert_eq!(alone((4, 6), (5, 5)), 1 - left((5, 5)));
        assert_eq!(alone((4, 6), (4, 7)), 1 - left((4, 7)));
    }

    #[test]
    fn red_comes_back_over_the_edge_by_a_jump() {
        let men: Vec<_> = (1..=8).map(|x| ((x, 1), 'R')).chain([((4, 7), 'R'), ((4, 6), 'R')]).collect();
        let thesis = with_men(13, 10, "R", &men);
        let start = thesis.puzzle().start();
        let left = thesis.goal.iter().map(|&goal| Measure::Steps.between((4, 5), goal)).min().unwrap() as i32;
        assert_eq!(value(&thesis, &start, (4, 7), (4, 5), Measure::Steps), 2 - left + 1 + 1);
    }

    #[test]
    fn helpers_stand_where_red_can_jump() {
        let at = |extra: &[(Place, char)], from: Place, to: Place| {
            let red: Vec<(Place, char)> = vec![((3, 3), 'R'), ((1, 1), 'R'), ((1, 2), 'R')];
            let men: Vec<_> = red.into_iter().chain(extra.iter().copied()).collect();
            let thesis = with_men(13, 3, "BR", &men);
            value(&thesis, &thesis.puzzle().start(), from, to, Measure::Steps)
        };
        // Next to (3,3) with (5,3) beyond it empty; (1,2) is three away from (4,3)? It is four; no
        // red man is three away.
        assert_eq!(at(&[((5, 2), 'B')], (5, 2), (4, 3)), 1);
        assert_eq!(at(&[((5, 2), 'B'), ((5, 3), 'B')], (5, 2), (4, 3)), 1 - 2);
        // Three away from (3,3).
        assert_eq!(at(&[((7, 3), 'B')], (7, 3), (6, 3)), 1);
        assert_eq!(at(&[((8, 3), 'B')], (8, 3), (7, 3)), 0);
    }

    #[test]
    fn blue_leaves_and_yellow_comes() {
        let thesis = thesis("chinese triangle:13 players=3 order=BYR");
        let mut state = thesis.puzzle().start();
        assert!(thesis.leaves(Player::Blue) && !thesis.leaves(Player::Yellow));
        for measure in [Measure::Printed, Measure::Steps] {
            assert_eq!(value(&thesis, &state, (10, 1), (9, 1), measure), 1);
        }
        let out =
            thesis.puzzle().path(&state, thesis.cell_at((10, 1)).unwrap(), thesis.cell_at((9, 1)).unwrap()).unwrap();
        thesis.puzzle().play(&mut state, &out);
        assert_eq!(value(&thesis, &state, (1, 10), (1, 9), Measure::Printed), 1 - (9 - 5));
        let mut back = state.clone();
        for (from, to) in [((1, 10), (1, 9)), ((4, 1), (5, 1))] {
            let mv = thesis.puzzle().path(&back, thesis.cell_at(from).unwrap(), thesis.cell_at(to).unwrap()).unwrap();
            thesis.puzzle().play(&mut back, &mv);
        }
        assert_eq!(value(&thesis, &back, (9, 1), (10, 1), Measure::Printed), -1);
    }

    #[test]
    fn ranks_fall() {
        let thesis = thesis("chinese star players=3");
        for values in
            [MoveValues::Section4(Measure::Printed), MoveValues::Section4(Measure::Steps), MoveValues::Together]
        {
            let ranked = thesis.ranked(&thesis.puzzle().start(), values);
            assert_eq!(ranked.len(), 14);
            assert!(ranked.windows(2).all(|pair| {
                let key = |(mv, value): &(Move, i32)| (-value, mv.from(), mv.to());
                key(&pair[0]) < key(&pair[1])
            }));
        }
    }
}
