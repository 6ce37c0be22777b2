//! The types of men (Figure 3), and ladders.

use std::fmt::{self, Display};

use super::Thesis;
use super::heuristics::shift;
use crate::notation::shapes::cell_at;
use crate::rules::{Contents, Place, Player, State};

/// The parities of i and j. A jump keeps them, a step changes them.
///
/// The thesis says that men of types 1 and 4 jump only over men of types 2 and 3, and the other
/// way round. So it is for jumps along (1,0) and (0,1); a jump along (1,-1) leads over the other type
/// of the same kind of ladder: 1 over 4, 2 over 3. So a man can jump over one of any other type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ManType {
    /// Type 1: i odd, j odd.
    One,
    /// Type 2: i odd, j even.
    Two,
    /// Type 3: i even, j odd.
    Three,
    /// Type 4: i even, j even.
    Four,
}

impl ManType {
    /// All of them, by number.
    pub const ALL: [ManType; 4] = [ManType::One, ManType::Two, ManType::Three, ManType::Four];

    /// The type of a cell with these coordinates: i is x and j is y, on every board.
    pub fn of((x, y): Place) -> Self {
        // 3 for even x and y, 2 less for odd x and 1 less for odd y.
        Self::ALL[(3 - 2 * x.rem_euclid(2) - y.rem_euclid(2)) as usize]
    }

    /// Its number in Figure 3, 1 to 4.
    pub fn number(self) -> usize {
        self as usize + 1
    }
}

/// How many of some places are of each type, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census(pub [usize; 4]);

impl Census {
    /// Counts places.
    ///
    /// The thesis says that red's base has the types of blue's base and not those of yellow's. With
    /// ten men on side 13 red's base has 3, 3, 3, 1 of types 1 to 4, blue's 3, 1, 3, 3 and yellow's
    /// 3, 3, 1, 3: two men must step for either. On side 12 a base is red's shifted by 8, and all
    /// three have the same types. The claim holds on neither board.
    pub fn of(places: &[Place]) -> Self {
        let count = |of: ManType| places.iter().filter(|&&place| ManType::of(place) == of).count();
        Census(ManType::ALL.map(count))
    }

    /// The steps that men of these types must make to have the types of `other`: a step changes the
    /// type of one man.
    pub fn steps_to(self, other: Census) -> usize {
        self.0.iter().zip(other.0).map(|(&own, other)| own.saturating_sub(other)).sum()
    }
}

impl Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two, three, four] = self.0;
        write!(f, "{one}, {two}, {three}, {four}")
    }
}

/// Men over which one man can jump one after another in one direction.
///
/// The thesis names 2-3 ladders and 1-4 ladders and does not define them. Here a ladder is at least
/// two men of any players, each two cells from the next in one direction, the cells between them
/// empty; the cells just outside its ends are on the board and at least one is empty. It is as long
/// as it can be. All its men have one type, which determines its kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ladder {
    /// The men, from one end to the other.
    pub rungs: Vec<Place>,
    /// The step along it: (1,0), (0,1) or (1,-1).
    pub direction: Place,
}

impl Ladder {
    /// Its kind: the types that its men may be of.
    pub fn kind(&self) -> &'static str {
        match ManType::of(self.rungs[0]) {
            ManType::One | ManType::Four => "1-4",
            ManType::Two | ManType::Three => "2-3",
        }
    }
}

impl Thesis {
    /// The types of a player's men.
    pub fn census(&self, state: &State, player: Player) -> Census {
        Census::of(&self.army(state, player))
    }

    /// All ladders of a position: by direction, then by their first man.
    pub fn ladders(&self, state: &State) -> Vec<Ladder> {
        let mut ladders = Vec::new();
        for direction in [(1, 0), (0, 1), (1, -1)] {
            ladders.extend(self.puzzle.coordinates().iter().filter_map(|&first| self.ladder(state, first, direction)));
        }
        ladders
    }

    /// The ladder whose first man stands here.
    fn ladder(&self, state: &State, first: Place, direction: Place) -> Option<Ladder> {
        let on = |times: i32| self.content(state, shift(first, direction, times));
        let is_rung = |times: i32| on(times).flatten().is_some();
        let goes_on = |gap: i32, rung: i32| on(gap) == Some(None) && is_rung(rung);
        if !is_rung(0) || goes_on(-1, -2) {
            return None;
        }
        let cells = self.puzzle.coordinates().len() as i32;
        let rungs = 1 + (1..cells).take_while(|&rung| goes_on(2 * rung - 1, 2 * rung)).count() as i32;
        let ends = [on(-1), on(2 * rungs - 1)];
        let passes = rungs >= 2 && ends.contains(&Some(None)) && !ends.contains(&None);
        let rungs = (0..rungs).map(|rung| shift(first, direction, 2 * rung)).collect();
        passes.then_some(Ladder { rungs, direction })
    }

    /// The content of a place of a position; none off the board.
    pub(super) fn content(&self, state: &State, place: Place) -> Option<Contents> {
        self.cell_at(place).map(|cell| state.cells()[cell as usize])
    }

    /// The cell at a place, if there is one.
    pub(super) fn cell_at(&self, place: Place) -> Option<u32> {
        cell_at(self.puzzle.coordinates(), place).map(|cell| cell as u32)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::tests::thesis;
    use super::*;
    use saltus_core::puzzle::Puzzle;

    #[test]
    fn figure_3_has_rows_of_1_2_and_of_3_4() {
        for i in 1..=13 {
            let row: String = (1..=14 - i).map(|j| ManType::of((i, j)).number().to_string()).collect();
            let pattern = if i % 2 == 1 { "1212121212121" } else { "3434343434343" };
            assert_eq!(row, pattern[..14 - i as usize]);
        }
    }

    #[test]
    fn the_bases_match_on_neither_board_as_claimed() {
        let census = |n: i32, player| Census::of(thesis(&format!("chinese triangle:{n} players=3")).base(player));
        let [red, blue, yellow] = [Player::Red, Player::Blue, Player::Yellow].map(|player| census(13, player));
        assert_eq!([red.0, blue.0, yellow.0], [[3, 3, 3, 1], [3, 1, 3, 3], [3, 3, 1, 3]]);
        assert_eq!((red.steps_to(blue), red.steps_to(yellow)), (2, 2));
        let [red, blue, yellow] = [Player::Red, Player::Blue, Player::Yellow].map(|player| census(12, player));
        assert_eq!([red.0, blue.0, yellow.0], [[3, 3, 3, 1]; 3]);
        assert_eq!((red.steps_to(blue), red.steps_to(yellow)), (0, 0));
    }

    /// By moves that the rules yield: a step changes the type, jumps keep it; the men jumped over
    /// are of the types said.
    #[test]
    fn jumps_keep_the_type() {
        let thesis = thesis("chinese star:3 men=6 players=3");
        let puzzle = thesis.puzzle();
        let mut state = puzzle.start();
        let mut seen = BTreeSet::new();
        for turn in 0..300 {
            let mut moves = Vec::new();
            puzzle.moves(&state, &mut moves);
            for mv in &moves {
                let places: Vec<Place> = mv.path().iter().map(|&cell| puzzle.coordinates()[cell as usize]).collect();
                let step = crate::rules::distance(places[0], places[1]) == 1;
                let of = ManType::of(places[0]);
                assert_eq!(ManType::of(places[places.len() - 1]) == of, !step);
                for hop in places.windows(2).filter(|_| !step) {
                    let over = ManType::of((i32::midpoint(hop[0].0, hop[1].0), i32::midpoint(hop[0].1, hop[1].1)));
                    let diagonal = hop[0].0 + hop[0].1 == hop[1].0 + hop[1].1;
                    assert_eq!(over.number() + of.number() == 5, diagonal);
                    assert_ne!(of, over);
                    seen.insert((of, over));
                }
            }
            puzzle.play(&mut state, &moves[turn * 7 % moves.len()]);
        }
        assert_eq!(seen.len(), 12);
    }

    /// The cells just outside the ends of a ladder.
    fn ends(ladder: &Ladder) -> (Place, Place) {
        let last = ladder.rungs[ladder.rungs.len() - 1];
        (shift(ladder.rungs[0], ladder.direction, -1), shift(last, ladder.direction, 1))
    }

    #[test]
    fn ladders_let_a_man_pass() {
        // A row: a man at its beginning, a ladder of two, room beyond it; further on a man that
        // ends no ladder.
        let row = |men: &str| {
            let cells: Vec<String> = men
                .chars()
                .enumerate()
                .map(|(x, man)| format!("{x},1{}", if man == '.' { String::new() } else { man.to_string() }))
                .collect();
            thesis(&format!("chinese cells:{};0,3R;1,3* players=2", cells.join(";")))
        };
        let ladders = |men: &str| {
            let thesis = row(men);
            let all = thesis.ladders(&thesis.puzzle().start());
            all.iter().map(|ladder| (ladder.rungs.len(), ladder.kind(), ends(ladder))).collect::<Vec<_>>()
        };
        assert_eq!(ladders(".B.B..B"), [(2, "1-4", ((0, 1), (4, 1)))]);
        assert_eq!(ladders("B.B.B.."), []);
        assert_eq!(ladders("..B.B.B."), [(3, "2-3", ((1, 1), (7, 1)))]);
        assert_eq!(ladders("BB.B."), [(2, "1-4", ((0, 1), (4, 1)))]);
        assert_eq!(ladders("BB.BB"), []);
        assert_eq!(ladders(".B.B"), []);
        assert_eq!(ladders(".BB.BB."), []);
    }

    /// A man put on one end of a ladder whose other end is empty gets there in one move.
    #[test]
    fn one_move_passes_a_ladder() {
        let thesis = thesis("chinese star:3 men=6 players=3");
        let puzzle = thesis.puzzle();
        let mut state = puzzle.start();
        let mut passed = 0;
        for turn in 0..300 {
            for ladder in thesis.ladders(&state) {
                let (one, other) = ends(&ladder);
                let [one, other] = [one, other].map(|place| thesis.cell_at(place).unwrap());
                let mut cells: Box<[_]> = state.cells().into();
                let (from, to) = if cells[other as usize].is_none() { (one, other) } else { (other, one) };
                cells[from as usize] = Some(puzzle.mover(&state));
                assert!(puzzle.path(&State::new(cells, state.turn()), from, to).is_some());
                passed += 1;
            }
            let mut moves = Vec::new();
            puzzle.moves(&state, &mut moves);
            puzzle.play(&mut state, &moves[turn * 5 % moves.len()]);
        }
        assert!(passed > 100);
    }
}
