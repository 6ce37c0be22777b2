use super::*;
use crate::rules::{Instance, read};
use saltus_core::laws;
use saltus_core::notation::Instance as _;
use saltus_core::random::Random;
use std::collections::BTreeSet;

fn laid_out(line: &str) -> Chinese {
    read(line).unwrap_or_else(|bad| panic!("{line}: {bad}")).puzzle().unwrap()
}

/// 59,466 positions, none of which is the goal.
const NO_GAME: &str = "chinese cells:1,1R;0,2Y;2,0R;2,2B;1,0Y;4,1*;1,2;0,1;3,0G*;2,1 players=4 order=GBYR";

#[test]
fn fields_of_a_packed_position_do_not_overlap() {
    let mut random = Random::new(1);
    for (cells, men) in
        [(121, [10, 10, 10, 0, 0, 0]), (128, [15; 6]), (91, [10, 10, 10, 0, 0, 0]), (1, [1, 0, 0, 0, 0, 0])]
    {
        let packing = Packing::new(cells, men);
        for _ in 0..200 {
            let armies = men.map(|men| {
                let mut places: Vec<usize> = (0..cells).collect();
                random.shuffle(&mut places);
                places[..men].iter().fold(0, |army: Cells, cell| army | 1 << cell)
            });
            let (ranks, turn) = (armies.map(|army| packing.ranks.rank(army)), random.below(6));
            let packed = packing.packed(&ranks, turn);
            assert!(packed[packing.words..].iter().all(|&word| word == 0));
            assert_eq!(packing.unpacked(&packed[..packing.words]), (ranks, turn));
            assert_eq!(packing.armies(&ranks), armies);
        }
    }
}

/// By the puzzle's own moves: the same positions, or a game as long as a shortest one.
fn is_right(line: &str) {
    let puzzle = laid_out(line);
    let expected = breadth_first::solve(&puzzle, &Limits::DEFAULT).unwrap();
    match (visit(&puzzle, &Limits::DEFAULT).unwrap().unwrap(), expected.plan) {
        (Visited::NoGame(reachable), None) => {
            assert_eq!(reachable.count(), expected.expanded, "{line}");
            let all: BTreeSet<State> = laws::all_states(&puzzle, 100_000).into_iter().collect();
            assert!(reachable.states().collect::<BTreeSet<State>>() == all, "{line}");
            let keys: BTreeSet<UBig> = all.iter().map(|state| key(&puzzle, state)).collect();
            assert!(closed_set(&puzzle, &Limits::DEFAULT).unwrap().into_iter().eq(keys), "{line}");
        }
        (Visited::Game { steps, .. }, Some(plan)) => {
            assert_eq!(steps.len(), plan.len(), "{line}");
            crate::search::tests::answers::replays(&puzzle, &steps);
        }
        (_, plan) => panic!("{line}: {plan:?}"),
    }
}

#[test]
fn positions_are_those_of_the_rules() {
    is_right(NO_GAME);
    for line in [
        "chinese cells:0,0R*;1,0B players=2 order=RB",
        "chinese cells:0,0R;1,0B* players=2 order=RB",
        "chinese cells:0,0R;1,0;5,0B* players=2 order=BR",
        "chinese triangle:4 men=3",
        "chinese triangle:4 men=3 players=3 order=BYR",
        "chinese rhombus:1 men=3 players=2",
        "chinese star:1 men=1 players=6 order=OPGYBR",
    ] {
        is_right(line);
    }
    let mut random = Random::new(8);
    for round in 0..60 {
        let instance = crate::search::tests::any_board(1 + round % 4, 1 + round % 3, &mut random);
        is_right(&instance.to_string());
    }
}

/// Boards with more than 128 cells have no room in a set of cells, and armies of more than 15 men
/// no rank.
#[test]
fn keys_have_any_width() {
    let line = |y: i32| format!("{},0", 3 * y);
    let cells: Vec<String> = (2..200).map(line).collect();
    let puzzle = laid_out(&format!("chinese cells:0,0R;1,0;2,0;{}* players=1", cells.join(";")));
    assert!(visit(&puzzle, &Limits::DEFAULT).is_none());
    let keys = closed_set(&puzzle, &Limits::DEFAULT).unwrap();
    // Red on one of the first three of 201 cells, and a digit for the turn.
    let expected: Vec<UBig> = [199, 200, 201].map(|place| UBig::ONE << place).into();
    assert_eq!(keys, expected);
    // The example of docs/certificates.md.
    let puzzle = laid_out("chinese cells:0,0R;1,0*;5,0B players=2 order=BR");
    assert_eq!(closed_set(&puzzle, &Limits::DEFAULT).unwrap(), [UBig::from(33u8)]);
    // What has room in 128 bits is the key that there was before.
    let puzzle = laid_out(NO_GAME);
    for state in laws::sample_states(&puzzle, 100, 1) {
        use saltus_core::notation::Certified as _;
        assert_eq!(key(&puzzle, &state), UBig::from(puzzle.key(&state).unwrap()));
    }
}

#[test]
fn limits_are_kept() {
    let puzzle = laid_out(NO_GAME);
    let stop = |limits: &Limits<'_>| visit(&puzzle, limits).unwrap().err().expect("a limit").stop;
    assert_eq!(stop(&Limits { nodes: 59_465, ..Limits::DEFAULT }), Stop::Nodes);
    assert!(matches!(stop(&Limits { memory: 500_000, ..Limits::DEFAULT }), Stop::Memory { .. }));
    // 8 bytes a position, and 5 for its place in the index, with room to grow.
    assert!(visit(&puzzle, &Limits { nodes: 59_466, memory: 3_000_000, ..Limits::DEFAULT }).unwrap().is_ok());
}

#[test]
fn a_game_of_no_turns_needs_no_position() {
    let instance: Instance = read("chinese cells:0,0R*;1,0B players=2 order=RB").unwrap();
    let found = visit(&instance.puzzle().unwrap(), &Limits { nodes: 0, ..Limits::DEFAULT }).unwrap();
    assert!(matches!(found, Ok(Visited::Game { steps, expanded: 0 }) if steps.is_empty()));
}
