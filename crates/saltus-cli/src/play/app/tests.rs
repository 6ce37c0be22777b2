use super::super::background::effort;
use super::super::tests::{LINES, budget};
use super::*;
use saltus::random::Random;

fn app(line: &str) -> App {
    let game = Game::new(&*families::parse(line).unwrap()).unwrap();
    let budget = budget();
    App::new(game, effort(&budget))
}

fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        app.press(match key {
            '\n' => Key::Enter,
            '\x1b' => Key::Escape,
            '\t' => Key::Tab,
            '\x7f' => Key::Backspace,
            letter => Key::Letter(letter),
        });
    }
}

fn shown(app: &mut App) -> String {
    app.screen((24, 80)).text()
}

/// Waits for all answers.
fn think(app: &mut App) {
    while app.request.is_some() || app.watch.is_some() {
        app.look_at_thoughts();
        std::thread::yield_now();
    }
}

#[test]
fn typed_moves_are_made_up_to_a_bad_one() {
    let mut app = app("shift 2 2");
    press(&mut app, "2-3\n:4-2, 9-9 5-4\n");
    assert_eq!(app.game.texts().collect::<Vec<_>>(), ["2-3", "4-2"]);
    assert!(app.view.message.starts_with("9-9"), "{}", app.view.message);
    press(&mut app, ":undo\n:\x1b7\x7f\x7fu");
    assert_eq!((app.game.moves(), &app.view.typed), (0, &None));
    press(&mut app, "rr:quit\n");
    assert_eq!((app.game.moves(), app.is_over), (2, true));
}

#[test]
fn hints_and_solutions() {
    let mut app = app("shift 2 2");
    press(&mut app, "H");
    think(&mut app);
    assert_eq!(app.view.message, "best: 2-3; 8 moves to the end, the fewest possible");
    assert_eq!(app.view.hint, [1, 2]);
    press(&mut app, "S");
    think(&mut app);
    press(&mut app, "nnn");
    assert!(shown(&mut app).contains("solution: 3 of 8"));
    press(&mut app, "nnnnn");
    assert!(shown(&mut app).contains("SOLVED"));
    press(&mut app, "n");
    assert!(app.view.message.starts_with("this is the end of the solution"), "{}", app.view.message);
    press(&mut app, "pR");
    assert_eq!(app.game.moves(), 0);
}

#[test]
fn a_lost_position_is_noticed() {
    let mut app = app("shift 3 3");
    think(&mut app);
    assert!(shown(&mut app).contains("can be solved"));
    press(&mut app, ":3-4 2-3\n");
    think(&mut app);
    assert!(shown(&mut app).contains("can no longer be solved"));
    press(&mut app, "c");
    think(&mut app);
    assert!(app.view.message.starts_with("can no longer be solved: "), "{}", app.view.message);
    press(&mut app, "u");
    think(&mut app);
    assert!(shown(&mut app).contains("can be solved"));
}

/// A move or Escape ends what is being searched for.
#[test]
fn searches_are_stopped() {
    let mut app = app("reverse 9 2 14 5 18 12 1 17 8 _ 3 13 16 4 11 6 10 15 7");
    press(&mut app, "H");
    assert!(shown(&mut app).contains("searching"));
    press(&mut app, "\x1b");
    assert_eq!(app.view.message, "stopped");
    press(&mut app, "H\n");
    assert!(app.request.is_none() && app.game.moves() == 1);
}

#[test]
fn pages_are_read_and_left() {
    let mut app = app("shift 3 3");
    press(&mut app, "?");
    assert!(shown(&mut app).contains("take the last move back"));
    press(&mut app, &"j".repeat(500));
    assert!(shown(&mut app).lines().filter(|line| !line.is_empty()).count() > 15);
    press(&mut app, "qx");
    think(&mut app);
    assert!(!app.is_over && app.page.is_some());
    press(&mut app, "\x1b");
    assert!(app.page.is_none());
}

/// Whatever is pressed on whatever board, nothing panics and the game keeps to the rules.
#[test]
fn any_keys() {
    const KEYS: &[u8] = b"hjkl\n\n\n\t\t \x1bunnppprRHSxc?:123-,a\x7f";
    for (seed, line) in (0..).zip(LINES) {
        let mut app = app(line);
        let mut random = Random::new(seed);
        for _ in 0..120 {
            let key = char::from(KEYS[random.number() as usize % KEYS.len()]);
            press(&mut app, &key.to_string());
            app.look_at_thoughts();
            let size = (random.number() as usize % 30, random.number() as usize % 90);
            app.screen(size);
        }
        let play = families::parse(line).unwrap().play(&mut app.game.texts()).unwrap();
        assert_eq!(play.line, app.game.now.line);
    }
}
