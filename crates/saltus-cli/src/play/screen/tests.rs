use super::super::tests::LINES;
use super::*;
use crate::families;

fn new(line: &str) -> Game {
    Game::new(&*families::parse(line).unwrap()).unwrap()
}

#[test]
fn the_whole_screen() {
    let mut play = new("shift 2 2");
    play.make("2-3").unwrap();
    let goal = Goal::Picture(families::parse("shift 2 2").unwrap().material().unwrap().goal.unwrap());
    let view =
        View { message: "a message".into(), outlook: "can be solved".into(), goal: Some(goal), ..View::default() };
    let rows = [
        " shift 2 2                                 ? help",
        "",
        "                  b  _ [b] w  w",
        "",
        "",
        " goal: ww_bb",
        " 1 move; can be solved",
        " a message",
        " arrows  enter: pick  : type a move  u undo  ...",
    ];
    assert_eq!(game(&mut play, &view, (9, 50)).text(), rows.join("\n"));
}

/// Nothing panics, and the cursor is always to be seen where there is room at all.
#[test]
fn all_boards_on_all_screens() {
    for line in LINES {
        let mut play = new(line);
        for size in [(0, 0), (1, 1), (3, 200), (7, 30), (8, 31), (10, 40), (24, 80), (60, 200)] {
            for cell in 0..play.outline.places.len() {
                while play.cursor() != cell && cell < play.movable().len() {
                    play.go_next(false);
                    if !play.movable().contains(&cell) {
                        break;
                    }
                }
                let canvas = game(&mut play, &View::default(), size);
                assert_eq!((canvas.rows(), canvas.columns()), size);
                let is_seen = canvas.text().lines().skip(1).any(|row| row.contains('[') && row.contains(']'));
                assert!(is_seen || size < LEAST || size.1 < LEAST.1, "{line} {size:?}\n{}", canvas.text());
            }
        }
    }
}

#[test]
fn a_small_terminal_says_what_it_needs() {
    let mut play = new("shift 2 2");
    assert_eq!(game(&mut play, &View::default(), (3, 20)).text(), "too small:\n20x3, but\n30x7 are needed");
}

#[test]
fn what_can_be_done_is_marked() {
    let mut play = new("clobber line bwb");
    play.go_next(false);
    play.press().unwrap();
    let board = |play: &mut Game, hint: &[u32]| {
        let view = View { hint: hint.to_vec(), ..View::default() };
        game(play, &view, (7, 30)).text().lines().find(|line| line.contains('[')).unwrap().trim().to_owned()
    };
    assert_eq!(board(&mut play, &[]), "(b)[w](b)");
    play.go_next(false);
    assert_eq!(board(&mut play, &[]), "(b)<w>[b]");
    play.let_go();
    assert_eq!(board(&mut play, &[0, 1]), "{b}{w}[b]");
}

/// Also where somebody stands on them.
#[test]
fn cells_to_be_filled_are_marked() {
    let mut play = new("chinese triangle:3 men=1 players=2");
    let shown = game(&mut play, &View::default(), (8, 40)).text();
    assert_eq!(shown.matches('*').count(), play.outline.marked.len(), "{shown}");
}

#[test]
fn lines_are_wrapped_between_words() {
    assert_eq!(wrapped("aa bb cc dd\n\n   ee ffffffffffff", 10), ["aa bb cc", "dd", "", "   ee", "   ffffffffffff"]);
}
