//! What on the board shows that a position is lost, in the words of the game: black checkers are toads, which go right,
//! and white ones frogs, which go left. The theorem is that of [`winnable`](crate::shift::closed::winnable), so with one vacancy this covers every
//! position of forward play that is lost for the classical goal, and no other; with several, those that are frozen.

use std::ops::Range;

use crate::shift::closed::winnable::{Loss, why_lost};
use crate::shift::notation::usual_goal;
use crate::shift::rules::{BLACK, Classes, GAP, Instance, Setup};
use saltus_core::answers::Obstruction;

/// What shows it; none where the goal can be reached, or the theorem says nothing of it.
pub(super) fn of(instance: &Instance) -> Option<Obstruction> {
    let Setup::Boards { start, goal } = &instance.setup else { return None };
    if instance.classes != Classes::Forward || *goal != usual_goal(start) {
        return None;
    }
    Some(match why_lost(start)? {
        Loss::Wall(wall) => {
            let [own, others] = names(start[wall.start]);
            Obstruction {
                cells: cells(wall),
                words: "too wide to hop",
                title: format!("Two {own} side by side."),
                why: format!("The {others} can never pass them, so this cannot be won any more."),
            }
        }
        Loss::EvenRun(fence) => {
            let [own, others] = names(start[fence.start + 1]);
            Obstruction {
                words: "an even number",
                title: format!("{} {own} between two {others}.", in_words(fence.len() - 2)),
                why: "Only an odd number could still get out, so this cannot be won any more.".into(),
                cells: cells(fence),
            }
        }
        Loss::Frozen(stretch) => Obstruction {
            words: "frozen",
            title: "These can never let one another pass.".into(),
            why: "Whoever moves here shuts the others in again, so this cannot be won any more.".into(),
            cells: cells(stretch),
        },
        Loss::Parity(toads, frogs) => {
            let gap = start.iter().position(|&cell| cell == GAP).expect("a board has a vacancy");
            let words = if toads % 2 == 0 { "both even" } else { "both odd" };
            Obstruction {
                // If none is next to the gap, the other colour there shows it.
                cells: cells(gap - toads.max(1)..gap + frogs.max(1) + 1),
                words,
                title: "The two sides block each other.".into(),
                why: format!(
                    "Beside the gap stand {} and {}, {words}, with others still to pass on each side, so this cannot be won any more.",
                    counted(toads, "toad"),
                    counted(frogs, "frog"),
                ),
            }
        }
    })
}

fn cells(range: Range<usize>) -> Vec<u32> {
    range.map(|cell| cell as u32).collect()
}

/// What checkers of this colour are called, and the others.
fn names(colour: u8) -> [&'static str; 2] {
    if colour == BLACK { ["toads", "frogs"] } else { ["frogs", "toads"] }
}

fn counted(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}"),
        1 => format!("one {what}"),
        _ => format!("{} {what}s", in_words(number).to_lowercase()),
    }
}

/// A number of at least 2 at the beginning of a sentence.
fn in_words(number: usize) -> String {
    const WORDS: [&str; 9] = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
    WORDS.get(number - 2).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shift::read;
    use saltus_core::answers::Answers;

    #[test]
    fn it_is_told_in_words() {
        let told = |board: &str| {
            let Obstruction { cells, words, title, why } = read(board).unwrap().obstruction().unwrap();
            (cells, words, title, why)
        };
        let (cells, words, title, why) = told("shift b_bbwww");
        assert_eq!((cells, words, &*title), (vec![2, 3], "too wide to hop", "Two toads side by side."));
        assert_eq!(why, "The frogs can never pass them, so this cannot be won any more.");
        let (cells, words, title, _) = told("shift bwbbw_w");
        assert_eq!((cells, words, &*title), (vec![1, 2, 3, 4], "an even number", "Two toads between two frogs."));
        let (cells, words, _, why) = told("shift bwb_wbw");
        assert_eq!((cells, words), (vec![2, 3, 4], "both odd"));
        assert!(why.starts_with("Beside the gap stand one toad and one frog, both odd, with "), "{why}");
        assert!(told("shift bw_bw").3.starts_with("Beside the gap stand no toad and no frog, both even, with "));
        let (cells, words, ..) = told("shift b_bbw_bww_");
        assert_eq!((cells, words), ((2..9).collect(), "frozen"));
        for other in ["shift 3 3", "shift b_bw_", "shift b_bbwww moves=back", "shift b_bbwww to b_bbwww"] {
            assert_eq!(read(other).unwrap().obstruction(), None, "{other}");
        }
    }
}
