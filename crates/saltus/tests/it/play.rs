//! Plays as front ends see them: what is shown, what may be done, and the line of every position on the way.

use saltus::answers::{Answers, Choice, Play};
use saltus::random::Random;
use saltus::scene::{Outline, Scene, Tint};

const LINES: [&str; 22] = [
    "shift 3 2",
    "shift 2 2 first=w",
    "shift 2 3 moves=back",
    "shift bw_wb to wb_bw moves=all",
    "reverse 5",
    "reverse 4 from=2 to=any",
    "reverse 2 1 _ 3 to 3 2 1 _",
    "tiles 2x3 1 0 3 4 2 5",
    "tiles 3x3 random seed=3 to blank-first",
    "tiles 2x2 1 1 0 2 to 0 1 2 1",
    "clobber line bwwbb.w",
    "clobber cycle bwwbwb turns=alternate",
    "clobber grid bwb/wbw turns=alternate first=w",
    "clobber cube bwwbwbbw",
    "clobber hamming 2x3 bwbwbw",
    "clobber graph bwbw 1-2 2-3 3-4 1-4",
    "chinese triangle:5 men=3 players=3 order=RYB",
    "chinese star:2 men=3 players=2",
    "chinese star:1 men=1 players=6",
    "chinese rhombus:2 men=3 goal=2",
    "chinese triangle:4 men=1 players=2 rows=./RB/.../....",
    "chinese cells:0,0R;1,0B;2,0;3,0* players=2 order=BR",
];

fn play(puzzle: &dyn Answers, moves: &[String]) -> Play {
    puzzle.play(&mut moves.iter().map(String::as_str)).unwrap()
}

/// Plays that end by themselves or at a greatest number of moves.
fn each_play(mut visit: impl FnMut(&str, &dyn Answers, &[String], &Play)) {
    const MOST_MOVES: usize = 12;
    for (seed, line) in (0..).zip(LINES) {
        let puzzle = saltus::parse(line).unwrap();
        let mut random = Random::new(seed);
        for _ in 0..10 {
            let mut moves = Vec::new();
            loop {
                let now = play(&*puzzle, &moves);
                visit(line, &*puzzle, &moves, &now);
                if now.choices.is_empty() || moves.len() == MOST_MOVES {
                    break;
                }
                let choice = random.number() as usize % now.choices.len();
                moves.push(now.choices[choice].text.clone());
            }
        }
    }
}

fn labels(scene: &Scene) -> Vec<&str> {
    scene.spots().map(|spot| spot.label.as_str()).collect()
}

fn texts(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.text.as_str()).collect()
}

#[test]
fn the_line_of_a_position_names_it() {
    each_play(|line, _, moves, now| {
        let puzzle = saltus::parse(&now.line).unwrap_or_else(|bad| panic!("{line} {moves:?}: {}: {bad}", now.line));
        assert_eq!(puzzle.to_string(), now.line, "{line} {moves:?}: canonical");
        let again = play(&*puzzle, &[]);
        let last = now.film.frames.last().map_or(&now.film.start, |frame| &frame.scene);
        assert_eq!(&again.film.start, last, "{line} {moves:?}");
        assert_eq!(again.film.outline, now.film.outline, "{line} {moves:?}");
        assert_eq!(texts(&again.choices), texts(&now.choices), "{line} {moves:?}");
        assert_eq!(
            (again.is_over, again.left, again.turn),
            (now.is_over, now.left, now.turn.clone()),
            "{line} {moves:?}"
        );
        if moves.is_empty() {
            assert_eq!(now.line, saltus::parse(line).unwrap().to_string());
        }
    });
}

/// The piece that is first on the path goes to its end, and nothing else changes.
#[test]
fn paths_are_what_moves_do() {
    each_play(|line, _, moves, now| {
        let mut before = now.film.start.clone();
        for frame in &now.film.frames {
            let (from, to) = (frame.path[0] as usize, frame.path[frame.path.len() - 1] as usize);
            let (old, new) = (labels(&before), labels(&frame.scene));
            assert_eq!(new[to], old[from], "{line} {moves:?}");
            let is_vacant = |cell: usize| frame.scene.spots().nth(cell).is_some_and(|spot| spot.tint == Tint::Vacant);
            assert!(is_vacant(from), "{line} {moves:?}");
            for cell in (0..old.len()).filter(|cell| ![from, to].contains(cell)) {
                assert_eq!(old[cell], new[cell], "{line} {moves:?}");
            }
            before = frame.scene.clone();
        }
        for choice in &now.choices {
            assert!(choice.path.len() > 1 && choice.path.iter().all(|&cell| (cell as usize) < labels(&before).len()));
        }
    });
}

#[test]
fn boards_have_a_place_and_a_name_for_every_cell() {
    for line in LINES {
        let puzzle = saltus::parse(line).unwrap();
        let now = play(&*puzzle, &[]);
        let Outline { places, names, links, marked, .. } = &now.film.outline;
        let cells = labels(&now.film.start).len();
        assert_eq!((places.len(), names.len()), (cells, cells), "{line}");
        let distinct = |mut all: Vec<String>| {
            all.sort_unstable();
            all.dedup();
            all.len()
        };
        assert_eq!(distinct(names.clone()), cells, "{line}");
        assert_eq!(distinct(places.iter().map(|place| format!("{place:?}")).collect()), cells, "{line}");
        assert!(links.iter().all(|&(a, b)| a < b && (b as usize) < cells), "{line}");
        assert!(marked.iter().all(|&cell| (cell as usize) < cells), "{line}");
        // Moves are named by the cells' names, except where they are named by tiles.
        for choice in now.choices.iter().filter(|_| !line.starts_with("tiles")) {
            let path: Vec<&str> = choice.path.iter().map(|&cell| names[cell as usize].as_str()).collect();
            assert_eq!(choice.text, path.join("-"), "{line}");
        }
    }
}

#[test]
fn what_may_stand_on_a_cell_is_in_the_palette() {
    each_play(|line, puzzle, moves, now| {
        let material = puzzle.material().unwrap();
        assert_eq!(material.palette[0].tint, Tint::Vacant, "{line}");
        for scene in now.film.frames.iter().map(|frame| &frame.scene).chain(&material.goal) {
            let known = |spot: &saltus::scene::Spot| spot.tint == Tint::Vacant || material.palette.contains(spot);
            assert!(scene.spots().all(known), "{line} {moves:?}");
        }
    });
}

/// Two cells exchanged, which keeps the pieces.
#[test]
fn boards_can_be_arranged_otherwise() {
    for line in LINES {
        let puzzle = saltus::parse(line).unwrap();
        let now = play(&*puzzle, &[]);
        let mut wanted = labels(&now.film.start);
        let last = wanted.len() - 1;
        wanted.swap(0, last);
        let other = puzzle.arranged(&wanted, now.turn.as_deref()).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        let vacant = |label: &&str| if *label == "*" { "." } else { *label }.to_owned();
        let shown = play(&*other, &[]);
        let plain = |labels: &[&str]| labels.iter().map(vacant).collect::<Vec<_>>();
        assert_eq!(plain(&labels(&shown.film.start)), plain(&wanted), "{line}");
        assert_eq!(other.material().unwrap().goal, puzzle.material().unwrap().goal, "{line}");
    }
}

#[test]
fn faults_are_told() {
    let told = |line: &str, labels: &[&str], turn: Option<&str>| {
        saltus::parse(line).unwrap().arranged(labels, turn).map(|puzzle| puzzle.to_string()).unwrap_err().to_string()
    };
    assert_eq!(told("shift 1 1", &["b", "w", "w"], None), "\"bww\" has no vacancy (_); a board has at least one");
    assert_eq!(told("shift 1 1", &["b", "_", "w"], Some("b")), "\"b\" cannot have the turn: there are no turns");
    assert_eq!(told("tiles 2x2 1 2 3 0", &["random", "seed=1", "3", "0"], None), "\"seed=1\" is no label of a cell");
    assert_eq!(told("clobber line bw", &["b"], None), "the board has 2 cells, not 1");
    assert_eq!(told("clobber line bw", &["b", "x"], None), "'x' is neither b, w nor . (no pawn)");
    let hexagons = "chinese triangle:3 men=1 players=2";
    assert_eq!(told(hexagons, &["R", ".", ".", "B", "."], None), "the board has 6 cells, not 5");
    assert_eq!(told(hexagons, &["R", ".", ".", "?", "B", "."], None), "\"?\" is no player: R B Y G P O");
    assert_eq!(told(hexagons, &["R", ".", ".", ".", "B", "."], Some("Y")), "yellow does not play here");
    let fault = saltus::parse("shift 1 1").unwrap().play(&mut ["1-2", "1-2"].into_iter()).unwrap_err();
    assert!(fault.starts_with("move 2: "), "{fault}");
    let fault = saltus::parse("shift 1000000000000 1").unwrap().play(&mut [].into_iter()).unwrap_err();
    assert!(fault.starts_with("the board has 1000000000002 cells"), "{fault}");
}
