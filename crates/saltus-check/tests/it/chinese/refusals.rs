//! One fault at a time, in certificates and records that are right otherwise.

use super::{Game, MEET, MIRROR};
use crate::refusals::assert_refuted;
use crate::support::{certificate, changed_bits, every_truncation_is_refused, leb128, outcome};
use saltus_check::{Limits, Outcome, check, check_record};

/// One man that goes over another one, which comes along.
const LINE: &str = "chinese cells:0,0R;1,0B;2,0;3,0* players=2 order=RB";
const MOVES: &str = "a1-c1\nb1-a1\nc1-d1\n";

fn numbers(numbers: &[u128]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| leb128(number)).collect()
}

/// Layers of [`LINE`] for games of one turn, in which the winner needs two moves.
fn good() -> Vec<u8> {
    certificate(LINE, "optimal 3", "layers", &[("moves", MOVES.as_bytes()), ("layers", &numbers(&[1, 0, 0]))])
}

#[track_caller]
fn assert_bad(puzzle: &str, claim: &str, by: &str, blocks: &[(&str, &[u8])], part: &str) {
    assert_refuted(&outcome(&certificate(puzzle, claim, by, blocks)), part);
}

#[test]
fn good_ones_are_verified() {
    assert_eq!(
        outcome(&good()).to_string(),
        format!("VERIFIED optimal 3 {LINE} by layers, assuming theorem layers (docs/theorems.md#layers)")
    );
    for (puzzle, claim, moves) in [
        ("cells:0,0R* players=1 order=R", "plan 0", ""),
        ("triangle:4 men=1 players=1 order=R", "plan 3", "a1-b1\nb1-c1\nc1-d1\n"),
        ("triangle:4 men=1 players=2 order=BR goal=3", "plan 6", "d1-d2\na1-b2\nd2-d3\nb2-c3\nd3-d2\nc3-d4\n"),
        ("rhombus:1 men=1 players=1 order=R rows=./../.../../R", "plan 0", ""),
    ] {
        let puzzle = format!("chinese {puzzle}");
        let text = outcome(&certificate(&puzzle, claim, "witness", &[("moves", moves.as_bytes())])).to_string();
        assert_eq!(text, format!("VERIFIED {claim} {puzzle} by witness"));
    }
}

#[test]
fn every_truncation_and_every_changed_bit_is_refused() {
    let good = good();
    every_truncation_is_refused(&good);
    for (bit, outcome) in changed_bits(&good) {
        assert!(
            !matches!(outcome, Outcome::Verified(text) if text.to_string() != format!("optimal 3 {LINE} by layers, assuming theorem layers (docs/theorems.md#layers)")),
            "{bit}"
        );
    }
}

#[test]
fn boards_of_all_kinds_are_read() {
    // What is proved of them is that the winner cannot be first to fill the goal before its first
    // turn.
    for line in [
        "star men=10 players=1 order=R",
        "star men=10 players=6 order=OPGYBR",
        "star men=15 players=2 order=RB",
        "star men=10 players=2 order=BR goal=2",
        "star:1 men=1 players=5 order=RBYGP",
        "star:12 men=6 players=1 order=R",
        "rhombus men=10 players=2 order=RB",
        "rhombus:15 men=6 players=1 order=R",
        "triangle:13 men=10 players=3 order=YRB",
        "triangle:2 men=1 players=1 order=R",
        "triangle:4 men=3 players=2 order=RB rows=./BR/RR./B...",
        "triangle:44 men=3 players=3 order=RBY goal=3",
        "cells:-1000,0R;0,0;0,1*;1000,1000B players=2 order=BR",
    ] {
        let place = line.split("order=").nth(1).unwrap().find('R').unwrap() + 1;
        let file = |lower: usize| {
            let claim = format!("at-least {lower}");
            certificate(&format!("chinese {line}"), &claim, "layers", &[("layers", &numbers(&[0, 0, 0]))])
        };
        assert_eq!(
            outcome(&file(place)).to_string(),
            format!(
                "VERIFIED at-least {place} chinese {line} by layers, assuming theorem layers (docs/theorems.md#layers)"
            )
        );
        assert_refuted(&outcome(&file(place + 1)), &format!("line 3: the layers prove no more than {place}"));
    }
}

#[test]
fn lines_that_are_not_canonical() {
    for (line, part) in [
        ("", "there is no board ``"),
        ("square men=1 players=1 order=R", "there is no board `square`"),
        ("star:4 men=1 players=1 order=R", "not canonical: 4 is not written"),
        ("rhombus:4 men=1 players=1 order=R", "not canonical: 4 is not written"),
        ("triangle men=1 players=1 order=R", "there is no board `triangle`"),
        ("triangle:1 men=1 players=1 order=R", "there is no board"),
        ("star:0 men=1 players=1 order=R", "there is no board"),
        ("star:04 men=1 players=1 order=R", "`04` is not a number"),
        ("star:-1 men=1 players=1 order=R", "`-1` is not a number"),
        ("star:45 men=1 players=1 order=R", "there is no board"),
        ("star:13 men=1 players=1 order=R", "a board has 1 to 1024 cells"),
        ("rhombus:16 men=1 players=1 order=R", "a board has 1 to 1024 cells"),
        ("triangle:45 men=1 players=1 order=R", "there is no board"),
        ("triangle:99999999999999999999 men=1 players=1 order=R", "is out of range"),
        ("star", "`men=..` expected, found ``"),
        ("star players=1 order=R", "`men=..` expected"),
        ("star men=10", "`players=..` expected"),
        ("star men=10 players=1", "`order=..` expected"),
        ("star men=4 players=1 order=R", "4 men are not the men of a base"),
        ("star men=0 players=1 order=R", "0 men are not the men of a base"),
        ("star men=9999 players=1 order=R", "men=9999 is out of range"),
        ("star men=10 players=7 order=R", "1 to 6 play"),
        ("star men=10 players=0 order=", "1 to 6 play"),
        ("rhombus men=10 players=3 order=RBY", "there is no place for 3 players"),
        ("triangle:9 men=1 players=4 order=RBYG", "there is no place for 4 players"),
        ("star men=10 players=2 order=R", "each player is named once"),
        ("star men=10 players=2 order=RR", "each player is named once"),
        ("star men=10 players=2 order=RY", "`Y` is none of the players"),
        ("star men=10 players=2 order=rb", "`r` is none of the players"),
        ("star men=21 players=2 order=RB", "the bases do not fit on the board"),
        ("star men=15 players=6 order=RBYGPO", "the bases overlap"),
        ("triangle:5 men=6 players=3 order=RBY", "the bases overlap"),
        ("rhombus:1 men=3 players=1 order=R goal=2", "not canonical: this is the goal anyway"),
        ("star men=10 players=1 order=R goal=4", "not canonical: this is the goal anyway"),
        ("star men=10 players=1 order=R goal=1", "the goal is the winner's own corner"),
        ("star men=10 players=1 order=R goal=7", "there is no such corner"),
        ("star men=10 players=1 order=R goal=0", "there is no such corner"),
        ("star men=10 players=1 order=R ", "unexpected ``"),
        ("star men=10  players=1 order=R", "`players=..` expected"),
        ("star men=10 players=1 order=R random", "unexpected `random`"),
        ("triangle:2 men=1 players=1 order=R rows=R/..", "not canonical: the men stand there anyway"),
        ("triangle:2 men=1 players=1 order=R rows=./.R goal=3", "unexpected `goal=3`"),
        ("triangle:2 men=1 players=1 order=R rows=./..R", "these are not the rows of the board"),
        ("triangle:2 men=1 players=1 order=R rows=./R", "these are not the rows of the board"),
        ("triangle:2 men=1 players=1 order=R rows=./.R/", "these are not the rows of the board"),
        ("triangle:2 men=1 players=1 order=R rows=./..", "the winner has 0 men for 1 cells"),
        ("triangle:2 men=1 players=1 order=R rows=./RR", "the winner has 2 men for 1 cells"),
        ("triangle:2 men=1 players=2 order=RB rows=./.R", "a player has no men"),
        ("triangle:2 men=1 players=2 order=RB rows=Y/.R", "`Y` is none of the players"),
        ("cells: players=1 order=R", "`` is no cell"),
        ("cells:0,0R;1,0* men=1 players=1 order=R", "`players=..` expected"),
        ("cells:0,0R;1,0* players=1 order=R goal=2", "unexpected `goal=2`"),
        ("cells:0,0R;1,0* players=1 order=R rows=./R", "unexpected `rows=./R`"),
        ("cells:1,0R;0,0* players=1 order=R", "not canonical: the cells are not in their order"),
        ("cells:0,1;1,0R* players=1 order=R", "not canonical: the cells are not in their order"),
        ("cells:0,0R;0,0* players=1 order=R", "not canonical: the cells are not in their order"),
        ("cells:0,0R*; players=1 order=R", "`` is no cell"),
        ("cells:0,0*R players=1 order=R", "is not a number"),
        ("cells:0,0RR* players=1 order=R", "is not a number"),
        ("cells:0,0r* players=1 order=R", "`r` is none of the players"),
        ("cells:00,0R* players=1 order=R", "`00` is not a number"),
        ("cells:-0,0R* players=1 order=R", "`-0` is not a number"),
        ("cells:0,0,0R* players=1 order=R", "`0,0` is not a number"),
        ("cells:0R* players=1 order=R", "`0` is no cell"),
        ("cells:0,1001R* players=1 order=R", "`1001` is beyond 1000"),
        ("cells:0,0R players=1 order=R", "the winner has 1 men for 0 cells"),
        ("cells:0,0 players=1 order=R", "a player has no men"),
        ("cells:0,0R* players=2 order=RB", "a player has no men"),
    ] {
        assert_bad(&format!("chinese {line}"), "plan 0", "witness", &[("moves", b"")], part);
        let outcome = outcome(&certificate(&format!("chinese {line}"), "plan 0", "witness", &[("moves", b"")]));
        assert!(outcome.to_string().starts_with("REFUTED line 2: "), "{outcome}");
    }
    let many: Vec<_> = (-512..=512).map(|y| format!("{},{y}", -y)).collect();
    assert_bad(&format!("chinese cells:{} players=1 order=R", many.join(";")), "plan 0", "witness", &[], "1024 cells");
}

#[test]
fn claims_and_evidence() {
    let layers: &[(&str, &[u8])] = &[("layers", &[1, 0, 0])];
    for (claim, by, blocks, part) in [
        ("unsolvable", "layers", layers, "line 4: this evidence does not go with this claim"),
        ("at-least 3", "witness", &[], "line 4: this evidence does not go with this claim"),
        ("plan 3", "layers", &[], "line 4: this evidence does not go with this claim"),
        ("at-least 3", "closed-set types", &[], "line 4: `closed-set types` is no evidence about this puzzle"),
        ("at-least 3", "closed-set zero", &[], "a block `set` expected"),
        ("plan 3", "closed-set zero", &[], "line 4: this evidence does not go with this claim"),
        ("optimal 3", "witness", &[], "line 4: this evidence does not go with this claim"),
        ("value 3", "layers", layers, "line 3: `value 3` is not a claim"),
        ("between 4 3", "layers", layers, "line 3: the lower bound is above the upper one"),
        ("at-least 4", "layers", layers, "line 3: the layers prove no more than 3"),
        ("at-least 3", "layers", &[], "a block `layers` expected"),
        ("optimal 3", "layers", layers, "a block `moves` expected"),
    ] {
        assert_bad(LINE, claim, by, blocks, part);
    }
}

#[test]
fn plays() {
    for (moves, part) in [
        ("", "moves: 3 claimed, but there are 0 moves"),
        ("a1-c1\nb1-a1\n", "moves: 3 claimed, but there are 2 moves"),
        ("a1-c1\nb1-a1\nc1-d1\nb1-a1\n", "moves, line 4: the game is over"),
        ("a1-c1\nb1-a1\nc1-b1\n", "play: the winner's men do not fill the goal"),
        ("a1-c1\nb1-a1\nc1-d1", "moves, line 3: the line is not ended"),
        ("a1-c1\nc1-d1\n", "moves, line 2: no man of the player whose turn it is stands there"),
        ("b1-c1\n", "moves, line 1: no man of the player"),
        ("a1-b1\n", "moves, line 1: a man stands on b1 already"),
        ("a1-d1\n", "moves, line 1: no way leads from a1 to d1"),
        ("a1-c1-d1\n", "moves, line 1: no way leads from c1 to d1"),
        ("a1\n", "moves, line 1: the man stays where it is"),
        ("a1-a1\n", "moves, line 1: the man was on a1 before"),
        ("a1-c1-a1\n", "moves, line 1: the man was on a1 before"),
        ("a1-e1\n", "moves, line 1: there is no cell `e1`"),
        ("a1-c2\n", "moves, line 1: there is no cell `c2`"),
        ("a1-c0\n", "moves, line 1: there is no cell `c0`"),
        ("a1-c01\n", "moves, line 1: `01` is not a number"),
        ("a1-C1\n", "moves, line 1: `C1` is not a number"),
        ("a1-1\n", "moves, line 1: there is no cell `1`"),
        ("a1-zzzzzzzzzzzzzzzzzzzzz1\n", "moves, line 1: there is no cell"),
        ("a1-\n", "moves, line 1: `` is not a number"),
        ("a1 - c1\n", "moves, line 1: `1 ` is not a number"),
        ("\n", "moves, line 1: `` is not a number"),
    ] {
        assert_bad(LINE, "plan 3", "witness", &[("moves", moves.as_bytes())], part);
    }
    assert_bad(LINE, "plan 3", "witness", &[("moves", b"a1-c1\n\xff\n")], "moves: not ASCII");
    // A long way round to a cell that a step leads to, and a jump over where the man came from.
    let ring = "chinese cells:0,0R;1,0;0,1B;2,0*;1,1B;0,2;2,1;1,2;2,2 players=2 order=RB";
    let moves = |text: &str| outcome(&certificate(ring, "plan 1", "witness", &[("moves", text.as_bytes())]));
    assert_eq!(moves("a1-c3-c1\n").to_string(), format!("VERIFIED plan 1 {ring} by witness"));
    assert_refuted(&moves("a1-c1\n"), "no way leads from a1 to c1");
}

#[test]
fn layers_that_prove_nothing() {
    let with = |line: &str, claim: &str, payload: &[u128], part: &str| {
        assert_bad(line, claim, "layers", &[("layers", &numbers(payload))], part);
    };
    with(LINE, "at-least 3", &[], "layers: the payload ends");
    with(LINE, "at-least 3", &[1, 0], "layers: the payload ends");
    with(LINE, "at-least 3", &[2, 0, 0], "layers: turn 2 is not the winner's");
    with(LINE, "at-least 3", &[1 << 32, 0, 0], "layers: turn 4294967296 is out of range");
    with(LINE, "at-least 3", &[1 << 64, 0, 0], "layers: a number beyond 64 bits");
    with(LINE, "at-least 3", &[1, 4, 0], "layers: there are no flags 4");
    with(LINE, "at-least 3", &[1, 1, 0], "layers: the board is not its own mirror image");
    with(LINE, "at-least 3", &[1, 2, 1, 0], "layers: only with one player a game backwards is a game");
    with(LINE, "at-least 3", &[1, 0, 2, 0, 0], "layers: there are more layers than moves of the winner");
    with(LINE, "at-least 3", &[1, 0, 0, 0], "layers: there is something after the last layer");
    with(LINE, "at-least 3", &[1, 0, 1], "layers, layer 1: the payload ends");
    with(LINE, "at-least 3", &[1, 0, 1, 1], "layers, layer 1: the payload ends inside it");
    with(LINE, "at-least 3", &[1, 0, 1, 1 << 63, 0], "layers, layer 1: the payload ends inside it");
    with(LINE, "at-least 3", &[1, 0, 1, 1, 4, 0], "layers, layer 1: position 1: there is no army of that rank");
    with(LINE, "at-least 3", &[1, 0, 1, 1, 0, 4], "layers, layer 1: position 1: there is no army of that rank");
    with(LINE, "at-least 3", &[1, 0, 1, 2, 0, 1, 0, 0], "layers, layer 1: position 2: the same position again");
    with(LINE, "at-least 3", &[1, 0, 1, 1, 3, 0], "layers, layer 1: the goal is in it");
    with(
        LINE,
        "at-least 5",
        &[3, 0, 1, 1, 1, 1],
        "layers, layer 0: at turn 1 the move a1-c1 from R/B/./. leads out of the layers",
    );
    with(LINE, "at-least 5", &[3, 0, 1, 2, 1, 1, 1, 1], "layers, layer 1: two men on one cell with ./R/./.");
    with(
        LINE,
        "at-least 5",
        &[3, 0, 1, 1, 2, 1],
        "layers, layer 1: at turn 3 the move c1-d1 from B/./R/. fills the goal",
    );
    with("chinese cells:0,0R* players=1 order=R", "at-least 1", &[0, 0, 0], "line 2: the start is the goal");
    let halves: Vec<_> = (0..80).map(|x| format!("{x},0{}", if x < 40 { "R" } else { "*" })).collect();
    let halves = format!("chinese cells:{} players=1 order=R", halves.join(";"));
    with(&halves, "at-least 1", &[0, 0, 0], "layers: the ranks of an army are beyond 64 bits");
}

#[test]
fn symmetries() {
    let with = |line: &str, payload: &[u128], part: &str| {
        let claim = format!("at-least {}", payload[0] + 1);
        assert_bad(&format!("chinese {line}"), &claim, "layers", &[("layers", &numbers(payload))], part);
    };
    with("cells:0,0R;1,0;0,1* players=1 order=R", &[0, 1, 0], "layers: the goal is not its own mirror image");
    with(
        "cells:0,0R;1,0;2,0*;2,1 players=1 order=R",
        &[0, 2, 0],
        "layers: no symmetry of the board exchanges the start",
    );
    with("triangle:4 men=1 players=1 order=R", &[2, 2, 2, 0], "layers: half of 2 are not 2 layers");
    // All twelve symmetries exchange something: a small triangle turned by any of them, with a
    // corner to go to.
    for turn in 0..12 {
        let turned = |mut place: (i32, i32)| {
            (0..turn % 6).for_each(|_| place = (-place.1, place.0 + place.1));
            if turn < 6 { place } else { (place.1, place.0) }
        };
        let mut cells =
            [((0, 0), 1), ((1, 0), 0), ((2, 0), 2), ((0, 1), 0), ((1, 1), 0)].map(|(c, man)| (turned(c), man));
        cells.sort_by_key(|&((x, y), _)| (x + y, y));
        let goal = cells.iter().position(|cell| cell.1 == 2).unwrap();
        let game = Game::list(&cells.map(|cell| cell.0), &cells.map(|cell| cell.1 % 2), &[goal]);
        let payload = game.payload(1, MEET, &game.half_layers(1, super::ANYTHING));
        assert!(matches!(outcome(&game.bound_file(1, &payload)), Outcome::Verified(_)), "{}", game.line());
        let wrong = game.payload(2, MEET, &game.half_layers(2, super::ANYTHING));
        assert_refuted(&outcome(&game.bound_file(2, &wrong)), "begins a game of 2 moves");
    }
    let star = Game::star(1, 1, 1);
    let wrong = star.payload(4, MEET | MIRROR, &star.half_layers(4, super::ANYTHING));
    assert_refuted(&outcome(&star.bound_file(4, &wrong)), "begins a game of 4 moves");
}

#[test]
fn resources() {
    let game = Game::star(2, 2, 1);
    let layers = game.layers(9, super::ANYTHING);
    let file = game.bound_file(9, &game.payload(9, 0, &layers));
    let with = |limits: Limits| check(&file, &limits).to_string();
    assert!(with(Limits::default()).starts_with("VERIFIED "));
    let moves = |moves| with(Limits { moves, ..Limits::default() });
    assert_eq!(moves(20), "RESOURCE layers with more than 20 moves");
    let memory = |memory| with(Limits { memory, ..Limits::default() });
    for (bytes, part) in [(1000, "ranks: "), (1216, "the layers: ")] {
        assert!(memory(bytes).starts_with(&format!("RESOURCE {part}")), "{}", memory(bytes));
    }
    let witness = certificate(LINE, "plan 3", "witness", &[("moves", MOVES.as_bytes())]);
    let few = check(&witness, &Limits { moves: 2, ..Limits::default() });
    assert_eq!(few.to_string(), "RESOURCE a play of more than 2 moves");
}

#[test]
fn records() {
    let record = |line: &str| check_record(line, &Limits::default());
    let good = format!(r#"{{"puzzle":"{LINE}","status":"solved","length":3,"moves":["a1-c1","b1-a1","c1-d1"]}}"#);
    assert_eq!(record(&good).to_string(), format!("VERIFIED plan 3 {LINE} by witness"));
    for (from, to, part) in [
        ("c1-d1", "c1-b1", "play: the winner's men do not fill the goal"),
        ("c1-d1", "c1-e1", "move 3: there is no cell `e1`"),
        ("\"length\":3", "\"length\":4", "length: 4 claimed, but there are 3 moves"),
        ("\"length\":3", "\"length\":3,\"lower\":4", "lower: 4 is more than 3"),
        ("order=RB", "order=RB ", "puzzle: not canonical: unexpected ``"),
        ("1,0B", "1,0\u{e9}", "puzzle: "),
    ] {
        let bad = good.replace(from, to);
        assert_ne!(bad, good);
        assert_refuted(&record(&bad), part);
    }
}
