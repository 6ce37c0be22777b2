use super::super::tests::{LINES, budget};
use super::*;
use crate::families;
use saltus::random::Random;

fn desk(line: &str) -> Desk {
    let game = Game::new(&*families::parse(line).unwrap()).unwrap();
    let budget = budget();
    Desk::new(game, Effort::all(&budget, None), Effort::small(&budget))
}

fn press(desk: &mut Desk, keys: &str) {
    for key in keys.chars() {
        desk.press(match key {
            '\n' => Key::Enter,
            '\x1b' => Key::Escape,
            '\t' => Key::Tab,
            '\x7f' => Key::Backspace,
            letter => Key::Letter(letter),
        });
    }
}

fn shown(desk: &mut Desk) -> String {
    desk.screen((24, 80)).text()
}

/// Waits for all answers.
fn think(desk: &mut Desk) {
    while desk.asked.is_some() || desk.watch.is_some() {
        desk.look_at_thoughts();
        std::thread::yield_now();
    }
}

#[test]
fn typed_moves_are_made_up_to_a_bad_one() {
    let mut desk = desk("shift 2 2");
    press(&mut desk, "2-3\n:4-2, 9-9 5-4\n");
    assert_eq!(desk.game.texts().collect::<Vec<_>>(), ["2-3", "4-2"]);
    assert!(desk.message.starts_with("9-9"), "{}", desk.message);
    press(&mut desk, ":undo\n:\x1b7\x7f\x7fu");
    assert_eq!((desk.game.moves(), &desk.typed), (0, &None));
    press(&mut desk, "rr:quit\n");
    assert_eq!((desk.game.moves(), desk.is_over()), (2, true));
}

#[test]
fn hints_and_solutions() {
    let mut desk = desk("shift 2 2");
    press(&mut desk, "H");
    think(&mut desk);
    assert_eq!(desk.message, "best: 2-3; 8 moves to the end, the fewest possible");
    assert_eq!(desk.hint, [1, 2]);
    press(&mut desk, "S");
    think(&mut desk);
    press(&mut desk, "nnn");
    assert!(shown(&mut desk).contains("solution: 3 of 8"));
    press(&mut desk, "nnnnn");
    assert!(shown(&mut desk).contains("SOLVED"));
    press(&mut desk, "n");
    assert!(desk.message.starts_with("this is the end of the solution"), "{}", desk.message);
    press(&mut desk, "pR");
    assert_eq!(desk.game.moves(), 0);
}

#[test]
fn a_lost_position_is_noticed() {
    let mut desk = desk("shift 3 3");
    think(&mut desk);
    assert!(shown(&mut desk).contains("can be solved"));
    press(&mut desk, ":3-4 2-3\n");
    think(&mut desk);
    assert!(shown(&mut desk).contains("can no longer be solved"));
    press(&mut desk, "c");
    think(&mut desk);
    assert!(desk.message.starts_with("can no longer be solved: "), "{}", desk.message);
    press(&mut desk, "u");
    think(&mut desk);
    assert!(shown(&mut desk).contains("can be solved"));
}

/// A move or Escape ends what is being searched for.
#[test]
fn searches_are_stopped() {
    let mut desk = desk("reverse 9 2 14 5 18 12 1 17 8 _ 3 13 16 4 11 6 10 15 7");
    press(&mut desk, "H");
    assert!(shown(&mut desk).contains("searching"));
    press(&mut desk, "\x1b");
    assert_eq!(desk.message, "stopped");
    press(&mut desk, "H\n");
    assert!(desk.asked.is_none() && desk.game.moves() == 1);
}

#[test]
fn pages_are_read_and_left() {
    let mut desk = desk("shift 3 3");
    press(&mut desk, "?");
    assert!(shown(&mut desk).contains("take the last move back"));
    press(&mut desk, &"j".repeat(500));
    assert!(shown(&mut desk).lines().filter(|line| !line.is_empty()).count() > 15);
    press(&mut desk, "qx");
    think(&mut desk);
    assert!(!desk.is_over() && desk.page.is_some());
    press(&mut desk, "\x1b");
    assert!(desk.page.is_none());
}

/// Whatever is pressed on whatever board, nothing panics and the game keeps to the rules.
#[test]
fn any_keys() {
    const KEYS: &[u8] = b"hjkl\n\n\n\t\t \x1bunnppprRHSxc?:123-,a\x7f";
    for (seed, line) in (0..).zip(LINES) {
        let mut desk = desk(line);
        let mut random = Random::new(seed);
        for _ in 0..120 {
            let key = char::from(KEYS[random.number() as usize % KEYS.len()]);
            press(&mut desk, &key.to_string());
            desk.look_at_thoughts();
            let size = (random.number() as usize % 30, random.number() as usize % 90);
            desk.screen(size);
        }
        let play = families::parse(line).unwrap().play(&mut desk.game.texts()).unwrap();
        assert_eq!(play.line, desk.game.now.line);
    }
}
