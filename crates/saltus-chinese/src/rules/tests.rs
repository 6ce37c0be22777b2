use super::*;
use saltus_core::laws;
use saltus_core::notation::Instance as _;

fn laid_out(line: &str) -> Chinese {
    read(line).unwrap_or_else(|bad| panic!("{line}: {bad}")).puzzle().unwrap()
}

/// Small boards of all shapes; the number of players goes up to six.
const SMALL: [&str; 8] = [
    "chinese triangle:3 men=1",
    "chinese triangle:4 men=3 goal=3",
    "chinese triangle:3 men=1 players=3 order=YRB",
    "chinese star:1 men=1 players=2",
    "chinese star:1 men=1 players=6 order=OPGYBR",
    "chinese rhombus:1 men=3",
    "chinese rhombus:2 men=1 players=2",
    "chinese cells:0,0R;1,0;2,0B*;0,1R;1,1;-1,2*;-1,1;3,-1;4,-2",
];

/// A path that is not straight is conceived where it is the one to be listed.
#[test]
fn laws_hold() {
    for line in SMALL {
        let puzzle = laid_out(line);
        let cells = puzzle.coordinates().len() as Cell;
        let conceivable = |state: &State| {
            let all = (0..cells).flat_map(move |from| (0..cells).map(move |to| (from, to)));
            let straight = all.clone().map(|(from, to)| Move::new([from, to]));
            let found = all.filter_map(|(from, to)| puzzle.path(state, from, to)).filter(|mv| mv.path().len() > 2);
            straight.chain(found).collect::<Vec<_>>()
        };
        laws::moves_obey(&puzzle, &laws::sample_states(&puzzle, 300, 3), conceivable);
    }
}

#[test]
fn cells_have_names() {
    let puzzle = laid_out("chinese star");
    let name = |place| puzzle.name(puzzle.coordinates().iter().position(|&other| other == place).unwrap() as Cell);
    assert_eq!(puzzle.coordinates().len(), 121);
    assert_eq!((name((-4, -4)), name((-3, -4)), name((-4, -3))), ("a1".into(), "b1".into(), "b2".into()));
    assert_eq!(
        (name((4, -8)), name((-8, 4)), name((0, 0)), name((4, 4))),
        ("e1".into(), "e13".into(), "i5".into(), "q1".into())
    );
    for cell in 0..121 {
        assert_eq!(puzzle.layout.cell(&puzzle.name(cell)), Some(cell));
    }
    for wrong in ["", "a", "1", "a0", "a2", "a01", "A1", "r1", "e14", "a-1", "a1 ", "zzzzzzzz1", "\u{e4}1"] {
        assert_eq!(puzzle.layout.cell(wrong), None, "{wrong}");
    }
}

#[test]
fn bases_are_in_the_corners() {
    let start = |line| {
        let puzzle = laid_out(line);
        puzzle.rows(&puzzle.start())
    };
    assert_eq!(start("chinese triangle:4 men=3 players=2 order=BR"), "R/RR/B../BB..");
    assert_eq!(start("chinese triangle:4 men=1 players=3"), "R/../.../B..Y");
    assert_eq!(start("chinese star:1 men=1 players=6"), "R/Y..O/.../P..G/B");
    let thesis = laid_out("chinese triangle:13 players=3");
    let types = |cells: &[Cell]| {
        let mut types = [0; 4];
        for &cell in cells {
            let (x, y) = thesis.coordinates()[cell as usize];
            types[(2 * (1 - x % 2) + 1 - y % 2) as usize] += 1;
        }
        types
    };
    let [red, yellow] = [Player::Red, Player::Yellow].map(|player| types(&thesis.start().army(player)));
    assert_eq!((red, types(thesis.goal()), yellow), ([3, 3, 3, 1], [3, 1, 3, 3], [3, 3, 1, 3]));
    assert_eq!(thesis.goal(), thesis.start().army(Player::Blue));
}

/// The longest chain is one move, and so is a step that a chain could do, too.
#[test]
fn paths_have_the_fewest_jumps() {
    let line = laid_out("chinese cells:0,0R;1,0R;2,0;3,0R;4,0;5,0R;6,0*;7,0*;0,1*;1,1*");
    let state = line.start();
    let text = |from, to| {
        let mut text = String::new();
        line.write_move(&line.path(&state, from, to).unwrap(), &mut text);
        text
    };
    let cell = |name| line.layout.cell(name).unwrap();
    assert_eq!(text(cell("a1"), cell("g1")), "a1-c1-e1-g1");
    assert_eq!(text(cell("b1"), cell("c1")), "b1-c1");
    assert_eq!(line.path(&state, cell("g1"), cell("h1")), None);
    assert_eq!(line.path(&state, 99, 0), None);
}

/// Each move, and what is said of it.
#[test]
fn bad_moves_are_refused() {
    // R on a1, blue around: a triangle of side 5 with blue men on b1, c2 and d1.
    let puzzle = laid_out("chinese triangle:5 men=1 players=2 rows=R/B./.B./B.../.....");
    let state = puzzle.start();
    let judge = |text| puzzle.read_move(&state, text).map(|mv| puzzle.check(&state, &mv));
    for legal in ["a1-c1", "a1-c1-c3", "a1-b2", "a1-c1-e1"] {
        assert_eq!(judge(legal), Ok(Ok(())), "{legal}");
    }
    let refused = [
        ("b2-b1", "no man stands there"),
        ("b1-b2", "it is red's turn"),
        ("a1-b1", "a man stands where it lands"),
        ("a1-c1-d2", "neither one step nor a chain"),
        ("a1-c3", "a jump needs a man"),
        ("a1-e1", "neither one step"),
        ("a1-a1", "comes to a cell twice"),
        ("a1-c1-a1", "comes to a cell twice"),
        ("a1-c1-c3-c1", "comes to a cell twice"),
    ];
    for (text, part) in refused {
        match judge(text) {
            Ok(Err(refusal)) => assert!(refusal.0.contains(part) && refusal.0.starts_with(text), "{refusal}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in ["", "a1", "a1-", "-a1", "a1-z1", "a1--b2", "a1 - b2", "\u{e4}1-b2"] {
        assert!(judge(text).is_err(), "{text}");
    }
    assert!(puzzle.check(&state, &Move::new([0, 99])).is_err());
}

/// Whichever player's turn it would be.
#[test]
fn nobody_moves_after_the_goal() {
    let puzzle = laid_out("chinese triangle:3 men=1 players=2 rows=./.B/R..");
    let (state, mut moves) = (puzzle.start(), Vec::new());
    puzzle.moves(&state, &mut moves);
    assert!(puzzle.is_goal(&state) && moves.is_empty());
    assert_eq!(puzzle.check(&state, &Move::new([3, 1])), Err(Refusal("c1-b1: the game is over".into())));
}

#[test]
fn keys_are_numbers_of_any_size() {
    let key = |line| {
        let puzzle = laid_out(line);
        puzzle.key(&puzzle.start())
    };
    // R in the first of six cells, blue in the fourth, red to move: 100200 0 in base 3.
    assert_eq!(key("chinese triangle:3 men=1 players=2"), UBig::from(3u64 * (243 + 2 * 9)));
    assert_eq!(key("chinese triangle:3 men=1"), UBig::from(64u8));
    assert!(key("chinese star players=2") > UBig::ONE << 128, "wider than 128 bits");
}

#[test]
fn evidence_is_a_move_a_line() {
    let puzzle = laid_out("chinese triangle:3 men=1 players=2");
    let mut text = Vec::new();
    puzzle.write_evidence(&[Move::new([0, 1]), Move::new([3, 4]), Move::new([1, 3])], &mut text).unwrap();
    assert_eq!(text, b"a1-b1\nc1-c2\nb1-c1\n");
}

/// A helper moves as often as the winner.
#[test]
fn players_take_turns() {
    let puzzle = laid_out("chinese star men=6 players=6 order=PRBYGO");
    let mut state = puzzle.start();
    let mut moves = Vec::new();
    for turn in 0..13 {
        assert_eq!((state.turn(), puzzle.mover(&state)), (turn % 6, puzzle.order()[turn % 6]));
        moves.clear();
        puzzle.moves(&state, &mut moves);
        puzzle.play(&mut state, &moves[turn % moves.len()]);
    }
    moves.clear();
    puzzle.moves(&state, &mut moves);
    let ends: Vec<(Cell, Cell)> = moves.iter().map(|mv| (mv.from(), mv.to())).collect();
    assert!(ends.is_sorted() && ends.len() > 6);
    assert_eq!(Player::ALL.map(|player| state.army(player).len()), [6; 6]);
}

/// What a line refuses at its place, an instance refuses, too.
#[test]
fn instances_refuse_what_does_not_fit() {
    let part = |found: Result<Instance, Unfit>| found.map_err(|unfit| unfit.part).err();
    let triangle =
        |side, men, order: &[Player], goal| Instance::new(Shape::Triangle { side }, men, order.to_vec(), goal);
    let [red, blue] = [Player::Red, Player::Blue];
    assert_eq!(part(triangle(3, 1, &[blue, red], 3)), None);
    assert_eq!(part(triangle(u32::MAX, 1, &[red], 2)), Some(Part::Board));
    assert_eq!(part(triangle(3, usize::MAX, &[red], 2)), Some(Part::Men));
    assert_eq!(part(triangle(3, 1, &[red, red], 2)), Some(Part::Order));
    assert_eq!(part(triangle(3, 1, &[blue], 2)), Some(Part::Order));
    assert_eq!(part(triangle(3, 1, &[], 2)), Some(Part::Order));
    assert_eq!(part(triangle(3, 1, &[red], 0)), Some(Part::Goal));
    let cells =
        |places: &[Place]| Instance::cells(places.iter().map(|&place| (place, Some(red), true)).collect(), vec![red]);
    assert_eq!(part(cells(&[(1000, -1000)])), None);
    assert_eq!(part(cells(&[(0, i32::MIN), (i32::MAX, i32::MAX)])), Some(Part::Board));
    assert_eq!(part(cells(&[])), Some(Part::Board));
    let any = Shape::cells([(i32::MAX, i32::MAX), (0, 0), (0, 0)]);
    assert_eq!((any.count(), part(Instance::new(any, 1, vec![red], 2))), (2, Some(Part::Board)));
}
