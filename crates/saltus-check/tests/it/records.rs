//! Records of every family.

use saltus_check::{Limits, check_record};

#[track_caller]
fn assert_outcome(puzzle: &str, moves: &[&str], value: &str, outcome: &str) {
    let (length, moves) = (moves.len(), moves.join(r#"",""#));
    let record =
        format!(r#"{{"puzzle":"{puzzle}","status":"solved","length":{length},"value":{value},"moves":["{moves}"]}}"#);
    assert_eq!(check_record(&record, &Limits::default()).to_string(), outcome, "{record}");
}

#[test]
fn of_moves() {
    let line = "chinese cells:0,0R;1,0B;2,0;3,0* players=2 order=RB";
    let cases: [(&str, &[&str], &str); 11] = [
        ("shift bw_", &["1-3", "2-1"], "VERIFIED plan 2 shift bw_ by witness"),
        ("shift bw_", &["2-3", "1-2"], "REFUTED move 1: a checker moves backward only with moves=back or moves=all"),
        ("shift bw_ moves=back", &["2-3", "1-2"], "REFUTED plan: the last board is not the goal"),
        ("reverse 2", &["3-1", "2-3", "1-2"], "VERIFIED plan 3 reverse 2 by witness"),
        ("reverse 2", &["2-1", "1-2", "3-1"], "REFUTED plan: the last board is not the goal"),
        ("reverse 2", &["3-1", "2-3", "2-2"], "REFUTED move 3: the cell is vacant"),
        ("tiles 2x2 0 2 1 3", &["1", "3"], "VERIFIED plan 2 tiles 2x2 0 2 1 3 by witness"),
        ("tiles 2x2 0 2 1 3", &["3", "1"], "REFUTED move 1: the tile 3 is not there, next to the vacancy"),
        ("tiles 2x2 0 5 1 5 to 1 5 5 0", &["1U", "5L"], "VERIFIED plan 2 tiles 2x2 0 5 1 5 to 1 5 5 0 by witness"),
        (line, &["a1-c1", "b1-d1"], "REFUTED play: the winner's men do not fill the goal"),
        (line, &["a1-b1"], "REFUTED move 1: a man stands on b1 already"),
    ];
    for (puzzle, moves, outcome) in cases {
        assert_outcome(puzzle, moves, "null", outcome);
    }
    let won = format!("VERIFIED plan 3 {line} by witness");
    assert_outcome(line, &["a1-c1", "b1-a1", "c1-d1"], "null", &won);
}

#[test]
fn of_pawns() {
    let cases: [(&str, &[&str], &str, &str); 3] = [
        ("clobber line bwwb", &["1-2", "4-3"], "2", "VERIFIED leaves 2 clobber line bwwb by witness"),
        ("clobber cycle bwb", &["1-2", "3-2"], "1", "REFUTED move 2: a pawn takes only pawns of the other colour"),
        ("clobber line bwwb", &["1-2", "4-3"], "1", "REFUTED play: 1 claimed, but 2 pawns are left"),
    ];
    for (puzzle, moves, value, outcome) in cases {
        assert_outcome(puzzle, moves, value, outcome);
    }
}
