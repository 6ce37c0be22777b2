//! Replay names the first fault of a play.

use saltus_core::notation::Instance as _;
use saltus_core::verify::{Fault, replay};
use saltus_shifting::shift;

#[test]
fn faults_name_the_move() {
    let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
    assert_eq!(replay(&puzzle, ["1-2", "3-1", "2-3"].into_iter()), Ok(3));
    assert_eq!(replay(&puzzle, ["1-2"].into_iter()), Err(Fault::End { moves: 1 }));
    let fault = replay(&puzzle, ["1-2", "2-1"].into_iter()).unwrap_err();
    assert!(fault.to_string().starts_with("move 2: 2-1 on _bw: a move of class 7"), "{fault}");
    let fault = replay(&puzzle, ["1-2", "x"].into_iter()).unwrap_err();
    assert!(fault.to_string().starts_with("move 2: \"x\" is not a move"), "{fault}");
}
