use super::super::tests::LINES;
use super::*;
use saltus::limits::Limits;
use saltus::random::Random;
use saltus::verdict::Outcome;

fn game(line: &str) -> Game {
    Game::new(&*families::parse(line).unwrap()).unwrap()
}

fn labels(scene: &Scene) -> String {
    scene.spots().map(|spot| spot.label.as_str()).collect()
}

fn solve(game: &mut Game) {
    let Outcome::Solved { plan, .. } = game.now.instance.solve(&Limits::default()).outcome else { panic!("solvable") };
    game.follow(plan);
}

/// What the game shows is what comes of its moves by the rules, from the start on.
fn agrees(game: &Game) {
    let instance = families::parse(&game.start).unwrap();
    let play = instance.play(&mut game.texts()).unwrap();
    let shown = play.film.frames.last().map_or(&play.film.start, |frame| &frame.scene);
    assert_eq!(&game.now.scene, shown);
    assert_eq!(game.now.line, play.line);
    assert_eq!(game.now.choices, play.choices);
    assert_eq!((&game.now.turn, game.now.is_over, game.now.left), (&play.turn, play.is_over, play.left));
    assert_eq!(game.now.instance.to_string(), game.now.line);
    assert!(game.made.iter().map(|made| &made.path).eq(play.film.frames.iter().map(|frame| &frame.path)));
    assert!(game.cursor() < game.outline.places.len());
    // A piece in hand may move.
    assert!(game.picked().is_none_or(|cell| game.now.from(cell).next().is_some()));
    assert_eq!(game.targets().is_empty(), game.picked().is_none());
}

/// Any cell of a block picks it up, and puts it back; it may come to cells of its own.
#[test]
fn a_block_is_picked_by_any_cell() {
    let mut game = game("rules board: . A A . ; blocks unit: A ; goal: A A . .");
    for (cell, pressed) in [(2, Press::Picked), (1, Press::LetGo), (2, Press::Picked), (2, Press::Made)] {
        game.place_cursor(cell);
        assert_eq!(game.press().unwrap(), pressed);
    }
    assert_eq!(labels(&game.now.scene), "..AA");
}

/// Whatever is done, the game is one that the rules allow, and nothing panics.
#[test]
fn any_keys_keep_to_the_rules() {
    for (seed, line) in (0..).zip(LINES) {
        let mut game = game(line);
        let mut random = Random::new(seed);
        for _ in 0..150 {
            match random.number() % 16 {
                0..4 => game.go(Way::ALL[random.number() as usize % 4]),
                4..8 => game.go_next(random.number().is_multiple_of(2)),
                8..12 => _ = game.press().unwrap(),
                12 => _ = game.undo().unwrap(),
                13 => _ = game.redo().unwrap(),
                14 => _ = game.let_go(),
                _ if game.now.choices.is_empty() => _ = game.restart().unwrap(),
                _ => {
                    let choice = random.number() as usize % game.now.choices.len();
                    let text = game.now.choices[choice].text.clone();
                    game.make(&text).unwrap();
                }
            }
            agrees(&game);
        }
    }
}

/// Every move that the rules list for a pair of cells can be made with the cursor alone.
#[test]
fn pieces_go_where_they_may() {
    for line in LINES {
        let mut game = game(line);
        for choice in game.now.choices.clone() {
            let (from, to) = ends(&choice.path);
            game.place_cursor(from);
            let has_one_target = game.now.has_one_target();
            if !has_one_target {
                assert_eq!(game.press(), Ok(Press::Picked), "{line}");
                assert!(game.targets().contains(&to), "{line}");
                game.place_cursor(to);
            }
            assert_eq!(game.press(), Ok(Press::Made), "{line}: {}", choice.text);
            assert_eq!(game.cursor(), to);
            assert_eq!(ends(&game.made[0].path), (from, to), "{line}");
            assert_eq!(game.undo(), Ok(true));
            assert_eq!(game.cursor(), from);
        }
    }
}

#[test]
fn a_piece_is_picked_and_let_go() {
    let mut game = game("clobber line bwb");
    assert_eq!((game.cursor(), game.movable()), (0, vec![0, 1, 2]));
    assert_eq!(game.press(), Ok(Press::Picked));
    assert_eq!((game.picked(), game.targets()), (Some(0), vec![1]));
    assert_eq!(game.press(), Ok(Press::LetGo));
    // A pawn takes one side or the other; another pawn that may move is picked in its place.
    game.go(Way::Right);
    assert_eq!(game.cursor(), 1);
    assert_eq!(game.press(), Ok(Press::Picked));
    assert_eq!(game.targets(), [0, 2]);
    game.go_next(false);
    assert_eq!((game.cursor(), game.press()), (2, Ok(Press::Made)));
    assert_eq!((labels(&game.now.scene).as_str(), game.now.left), ("b.w", Some(2)));
    assert!(game.now.is_over);
    assert_eq!(game.press(), Ok(Press::Refused("no move is possible")));
}

/// Where every move ends on the vacancy, a piece says it all.
#[test]
fn a_piece_beside_the_vacancy_moves_at_once() {
    let mut tiles = game("tiles 2x3 1 0 3 4 2 5");
    tiles.place_cursor(4);
    assert_eq!(tiles.press(), Ok(Press::Made));
    assert_eq!((labels(&tiles.now.scene).as_str(), tiles.cursor()), ("12345".replace("45", "4_5").as_str(), 1));
    tiles.place_cursor(0);
    assert_eq!(tiles.press(), Ok(Press::Refused("nothing stands there that may move")));
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut game = game("shift 2 2");
    assert_eq!((game.undo(), game.redo(), game.restart()), (Ok(false), Ok(false), Ok(false)));
    for text in ["2-3", "4-2", "5-4"] {
        game.make(text).unwrap();
    }
    assert_eq!(game.undo(), Ok(true));
    assert_eq!(game.undo(), Ok(true));
    assert_eq!((labels(&game.now.scene).as_str(), game.redo()), ("b_bww", Ok(true)));
    assert_eq!(game.texts().collect::<Vec<_>>(), ["2-3", "4-2"]);
    assert_eq!(game.restart(), Ok(true));
    assert_eq!(labels(&game.now.scene), "bb_ww");
    assert_eq!((game.redo(), game.redo(), game.redo(), game.redo()), (Ok(true), Ok(true), Ok(true), Ok(false)));
    assert_eq!(game.texts().collect::<Vec<_>>(), ["2-3", "4-2", "5-4"]);
    // Another move forgets what was taken back.
    game.undo().unwrap();
    game.make("1-4").unwrap_err();
    assert_eq!(game.redo(), Ok(true));
    game.undo().unwrap();
    let other = game.now.choices.iter().find(|choice| choice.text != "5-4").unwrap().text.clone();
    game.make(&other).unwrap();
    assert_eq!(game.redo(), Ok(false));
}

#[test]
fn a_bad_move_changes_nothing() {
    let mut game = game("shift 2 2");
    for bad in ["", "x", "1-3", "9-9", "3-2", "2-3-4", "\u{1f600}"] {
        let why = game.make(bad).unwrap_err();
        assert!(!why.is_empty() && !why.starts_with("move"), "{why}");
        assert_eq!((game.moves(), labels(&game.now.scene).as_str()), (0, "bb_ww"));
    }
}

#[test]
fn a_solution_is_followed() {
    for line in ["shift 2 2", "reverse 4", "clobber cycle bwbwbw", "chinese triangle:3 men=1 players=2"] {
        let mut game = game(line);
        assert!(game.next().is_err() && game.previous().is_err() && game.followed().is_err());
        solve(&mut game);
        let (_, length) = game.followed().unwrap();
        assert_eq!(game.previous().unwrap_err(), "this is the beginning of the solution");
        let mut moves = 0u32;
        while UBig::from(moves) < length {
            game.next().unwrap();
            moves += 1;
            assert_eq!(game.followed(), Ok((moves as usize, length.clone())), "{line}");
        }
        assert!(game.now.is_over, "{line}");
        assert_eq!(game.next().unwrap_err(), "this is the end of the solution");
        game.previous().unwrap();
        game.next().unwrap();
        assert!(game.now.is_over, "{line}");
        agrees(&game);
    }
}

#[test]
fn a_solution_can_be_left_and_found_again() {
    let mut game = game("tiles 2x3 1 0 3 4 2 5");
    game.make("1").unwrap();
    solve(&mut game);
    game.next().unwrap();
    let other = game.now.choices.iter().find(|choice| choice.text == "3").unwrap().text.clone();
    game.make(&other).unwrap();
    assert_eq!(game.next().unwrap_err(), "the game has left the solution");
    assert_eq!(game.previous().unwrap_err(), "the game has left the solution");
    game.undo().unwrap();
    assert_eq!(game.followed().map(|(done, _)| done), Ok(1));
    // Before its beginning there is none.
    game.undo().unwrap();
    game.undo().unwrap();
    assert!(game.next().unwrap_err().starts_with("no solution"));
}
