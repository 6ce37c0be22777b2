//! `saltus play`, on a terminal and line by line.

use crate::pseudo_terminal::Terminal;
use crate::support::{HARD, run, run_with, run_words, shell, signal};

const SIZE: (u16, u16) = (24, 80);

fn play(puzzle: &str) -> Terminal {
    let words: Vec<&str> = ["play"].into_iter().chain(puzzle.split(' ')).collect();
    let terminal = Terminal::start(&words, SIZE);
    terminal.see("? help");
    terminal
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut terminal = play("shift 1 1");
    assert!(terminal.is_held());
    // The only piece next to the cursor that may move, then typed moves.
    terminal.see("[b] _  w");
    terminal.keys("\r");
    terminal.see("1 move");
    terminal.keys("3-1\r");
    terminal.see("2 moves");
    terminal.keys(":2-3\r");
    terminal.see("SOLVED");
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
    terminal.see("saltus play shift 1 1 --moves \"1-2 3-1 2-3\"");
}

#[test]
fn arrows_pick_and_drop() {
    let mut terminal = play("clobber grid bwb/wbw");
    terminal.see("[b] w  b");
    terminal.keys("\x1b[B");
    terminal.see("[w] b  w");
    terminal.keys("\r\x1b[C");
    terminal.see("(b) w  b");
    terminal.see("<w>[b] w");
    terminal.keys("\r");
    terminal.see("5 pawns left");
    terminal.keys("u");
    terminal.see("6 pawns left");
    terminal.keys("r");
    terminal.see("5 pawns left");
    terminal.keys("R");
    terminal.see("6 pawns left");
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
    terminal.see("clobber grid bwb/wbw");
}

#[test]
fn hints_and_solutions_come_while_keys_are_heard() {
    let mut terminal = play("reverse 5");
    terminal.keys("H");
    terminal.see("best: ");
    terminal.keys("S");
    terminal.see("n makes the next");
    terminal.keys("nnn");
    terminal.see("solution: 3 of");
    terminal.keys("p");
    terminal.see("solution: 2 of");
    terminal.keys("?");
    terminal.see("take the last move back");
    terminal.keys("q");
    terminal.see("solution: 2 of");
    // A search without end in sight is left by a key.
    let mut hard = play(HARD);
    hard.keys("H");
    hard.see("searching");
    hard.keys("\x1b");
    hard.see("stopped");
    hard.keys("Hq");
    assert_eq!(hard.end(), 0);
    terminal.keys("\x04");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_lost_game_is_noticed() {
    let mut terminal = play("shift 3 3");
    terminal.see("can be solved");
    terminal.keys(":3-4 2-3\r");
    terminal.see("can no longer be solved");
    terminal.keys("u");
    terminal.see("; can be solved");
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_terminal_is_given_back_after_signals() {
    for (name, code) in [("TERM", 143), ("INT", 130), ("HUP", 129), ("QUIT", 131)] {
        let mut terminal = play("shift 3 3");
        terminal.keys("3-4\r");
        terminal.see("1 move");
        signal(terminal.pid(), name);
        assert_eq!(terminal.end(), code, "{name}");
    }
}

#[test]
fn ctrl_c_ends_a_game_and_says_how_to_go_on() {
    let mut terminal = play("shift 3 3");
    terminal.keys("3-4\r");
    terminal.see("1 move");
    terminal.keys("\x03");
    assert_eq!(terminal.end(), 130);
    terminal.see("saltus play shift 3 3 --moves \"3-4\"");
}

#[test]
fn ctrl_z_gives_the_terminal_back_until_the_game_goes_on() {
    let mut terminal = play("shift 3 3");
    for key in ["\x1a", "kill"] {
        if key == "kill" {
            signal(terminal.pid(), "TSTP");
        } else {
            terminal.keys(key);
        }
        terminal.wait("a stop", Terminal::is_stopped);
        terminal.wait("the terminal as it was", Terminal::is_restored);
        signal(terminal.pid(), "CONT");
        terminal.wait("the game", Terminal::is_held);
        terminal.see("[b] _  w");
    }
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_terminal_may_change_its_size() {
    let mut terminal = play("shift 30 30");
    terminal.resize((5, 20));
    terminal.see("too small");
    terminal.resize((12, 60));
    terminal.see("? help");
    terminal.see("[b] _  w");
    // The board is wider than that: it follows the cursor.
    terminal.keys(&"l".repeat(30));
    terminal.see("w [w]");
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn no_colour_where_none_is_wanted() {
    for (flag, is_coloured) in [("never", false), ("auto", true)] {
        let words = ["play", "shift", "1", "1", "--color", flag];
        let mut terminal = Terminal::start(&words, SIZE);
        terminal.see("[b] _  w");
        assert_eq!(terminal.has_colour(), is_coloured);
        terminal.keys("q");
        assert_eq!(terminal.end(), 0);
    }
}

#[test]
fn a_terminal_that_cannot_be_drawn_on_gets_lines() {
    let mut terminal = Terminal::start(&["play", "shift", "1", "1", "--plain"], SIZE);
    terminal.see("b_w");
    assert!(!terminal.is_held());
    terminal.keys("9-9\n1-2\n");
    terminal.see("_bw");
    // A slip of the finger does not end it.
    terminal.see("saltus: 9-9");
    terminal.keys("3-1\n2-3\n\x04");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn scripts_play_for_themselves() {
    let run = run_with("play shift 1 1", b"1-2\n# a remark\n\n# two moves\n3-1  2-3\n");
    let shown = "0 moves\nb_w\n1-2: 1 move\n_bw\n3-1: 2 moves\nwb_\n2-3: 3 moves, SOLVED\nw_b\n";
    assert_eq!(run.out, format!("{shown}shift w_b\nsaltus play shift 1 1 --moves \"1-2 3-1 2-3\"\n"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn scripts_end_with_what_they_reached() {
    for (script, code) in [
        ("", 3),
        ("1-2\n", 3),
        ("solve\nnext\nnext\nnext\n", 0),
        ("solve\nnext\nnext\nnext\nundo\n", 3),
        ("1-2\nundo\nredo\nrestart\nquit\nno move\n", 3),
        ("3-2\n1-3\n2-1", 0),
        ("1-3\n", 65),
        ("1-2\nnonsense\n", 65),
        ("undo\n", 65),
        ("next\n", 65),
        ("\u{ff}\n", 65),
    ] {
        let run = run_with("play shift 1 1", script.as_bytes());
        assert_eq!(run.code, code, "{script:?}: {run:?}");
        assert_eq!(run.err.is_empty(), code != 65, "{script:?}");
    }
    assert_eq!(run_with("play shift 1 1", b"1-2\n\xff\n").code, 65);
    // Nothing can be moved, and the goal is another.
    assert_eq!(run("play shift ww_bb to bb_ww").code, 10);
}

#[test]
fn a_bad_move_is_named_with_its_line() {
    let run = run_with("play shift 2 2", b"2-3\n\n4-3\n5-4\n");
    assert_eq!(run.code, 65);
    assert!(run.err.starts_with("saltus: line 3: 4-3"), "{}", run.err);
    let run = run_words(&["play", "shift", "2", "2", "--moves", "2-3 4-3"]);
    assert_eq!(run.code, 65);
    assert!(run.err.starts_with("saltus: --moves: move 2: 4-3"), "{}", run.err);
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let whole = run_with("play clobber cycle bwbwbw", b"1-2\n4-3\n");
    let command = whole.lines().pop().expect("a line").replace("saltus", "$0");
    let resumed = shell(&format!("{command} < /dev/null"));
    assert_eq!(resumed.lines()[1..].to_vec(), whole.lines()[whole.lines().len() - 3..].to_vec());
    // The position is a puzzle of its own.
    let position = whole.lines()[whole.lines().len() - 2].to_owned();
    assert_eq!(run(&format!("solve {position}")).code, 0);
}

#[test]
fn games_are_recorded() {
    let run = run_with("play shift 1 1 --format json", b"1-2\n3-1\n");
    let record = run.record();
    assert_eq!(record["puzzle"], "shift 1 1");
    assert_eq!((&record["status"], &record["over"]), (&"answered".into(), &false.into()));
    assert_eq!(record["moves"], serde_json::json!(["1-2", "3-1"]));
    assert!(record["position"].as_str().is_some_and(|line| line.starts_with("shift wb_")), "{record}");
    assert_eq!(run_with("play shift 1 1 --format moves", b"1-2\n3-1\n").out, "1-2\n3-1\n");
}

#[test]
fn boards_that_nobody_plays_are_refused() {
    let run = run("play shift 1000000 1000000");
    assert_eq!(run.code, 21, "{run:?}");
    assert_eq!(run_words(&["play", "shift", "1000000000000", "1"]).code, 21);
}

#[test]
fn whoever_stops_reading_ends_it_quietly() {
    let run = shell("yes undo | head -c 100000 | sed 's/.*/1-2\\nundo/' | \"$0\" play shift 1 1 | head -n 3");
    assert_eq!((run.lines(), run.err.as_str()), (vec!["0 moves", "b_w", "1-2: 1 move"], ""));
}

/// In sliding tiles an arrow is the way of a tile; letters move the cursor there too.
#[test]
fn arrows_slide_tiles() {
    let mut terminal = play("tiles 2x2 1 0 3 2");
    terminal.keys("\x1b[C");
    terminal.see("1 move");
    terminal.keys("\x1b[C");
    terminal.see("no tile can go that way");
    terminal.keys("\x1b[D");
    terminal.see("2 moves");
    terminal.keys("j");
    terminal.keys("\x1b[A");
    terminal.see("SOLVED");
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
    terminal.see("--moves \"1 1 2\"");
    // Where a row of tiles may be pushed, too, the key is for the tile next to the vacancy alone.
    let mut terminal = play("tiles 2x3 1 2 0 3 4 5 metric=runs");
    terminal.keys("\x1b[C");
    terminal.see("1 move");
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
    terminal.see("--moves \"2\"");
}
