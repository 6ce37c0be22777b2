//! The messages about a game.

use dashu_int::UBig;
use saltus::answers::{Answers, Solvability};
use saltus::plan::Spelling;
use saltus::scene::Outline;
use saltus::verdict::{Outcome, Verdict};

use super::game::Game;
use crate::solve::{counted, pieces, reached};

/// The state of the game.
pub fn standing(game: &Game) -> String {
    let now = &game.now;
    let mut parts = vec![counted(&UBig::from(game.moves()), "move", "moves")];
    if let Some(turn) = now.turn.as_ref().filter(|_| !now.is_over) {
        parts.push(format!("{turn} has the turn"));
    }
    if let Some(left) = now.left {
        parts.push(format!("{} left", pieces(&*now.instance, &UBig::from(left))));
    }
    match (now.is_over, now.left) {
        (true, None) => parts.push("SOLVED".into()),
        (true, Some(_)) => parts.push("OVER: no move is possible".into()),
        (false, _) if now.choices.is_empty() => parts.push("no move is possible".into()),
        (false, _) => {}
    }
    parts.join(", ")
}

/// Whether it can still be solved.
pub fn solvability(instance: &dyn Answers, has_moves: bool, known: &Solvability) -> String {
    match known {
        Solvability::GaveUp(stop) => format!("not known whether it can be solved: {stop}"),
        Solvability::Yes(because) => format!("can be solved: {because}"),
        // Nothing is lost where pieces count: only so much can be reached.
        Solvability::No(because) if instance.pieces().is_some() => because.clone(),
        Solvability::No(because) if has_moves => format!("can no longer be solved: {because}"),
        Solvability::No(because) => format!("cannot be solved: {because}"),
    }
}

/// The best move, and how far the end is.
pub fn hint(instance: &dyn Answers, verdict: &Verdict) -> String {
    match (&verdict.outcome, best(verdict)) {
        (Outcome::Solved { .. }, None) => "this is the end".into(),
        (_, None) => found(instance, verdict),
        (_, Some(best)) => format!("best: {best}; {}", found(instance, verdict)),
    }
}

/// The first move of the play found.
pub fn best(verdict: &Verdict) -> Option<String> {
    let plan = verdict.plan().filter(|plan| !plan.moves().is_zero())?;
    plan.steps(&UBig::ZERO, &UBig::ONE, Spelling::Own).next().map(|step| step.text)
}

/// What was found out about the end.
pub fn found(instance: &dyn Answers, verdict: &Verdict) -> String {
    match &verdict.outcome {
        Outcome::Solved { plan, lower } => reached(instance, &**plan, lower, " to the end"),
        Outcome::Unsolvable { because } => format!("the goal cannot be reached: {because}"),
        Outcome::GaveUp { stop, .. } => format!("no answer: {stop}"),
    }
}

/// What the game is about, where a picture does not tell it.
pub fn aim(instance: &dyn Answers, outline: &Outline) -> Option<String> {
    if let Some([_, several]) = instance.pieces() {
        return Some(format!("leave as few {several} as possible"));
    }
    let marked = outline.marked.len();
    (marked > 0).then(|| format!("fill the {} marked *", if marked == 1 { "cell" } else { "cells" }))
}

/// A word as a shell takes it.
fn shell_word(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,+@".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The command that goes on from here.
pub fn resume(game: &Game) -> String {
    let words: Vec<String> = game.start.split(' ').map(shell_word).collect();
    let moves = game.texts().collect::<Vec<_>>().join(" ");
    let command = format!("saltus play {}", words.join(" "));
    if moves.is_empty() { command } else { format!("{command} --moves \"{moves}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_takes_every_word_as_it_is() {
        for (word, quoted) in [("bw_wb", "bw_wb"), ("cells:0,0R;1,0*", "'cells:0,0R;1,0*'"), ("it's", "'it'\\''s'")] {
            assert_eq!(shell_word(word), quoted);
        }
    }
}
