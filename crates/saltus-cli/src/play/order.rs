//! What a player can type: words, or moves.

use saltus::answers::{Answers, Solvability};
use saltus::fact::Fact;
use saltus::limits::Limits;
use saltus::verdict::Verdict;

use crate::solve::passed;

/// What a player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Undo,
    Redo,
    Restart,
    Next,
    Previous,
    Hint,
    Solve,
    Solvable,
    Explain,
    Board,
    Help,
    Quit,
}

/// What an order asks for, which takes time to find.
pub enum Answer {
    Hint(Verdict),
    Solution(Verdict),
    Solvable(Solvability),
    Facts(Vec<Fact>),
}

impl Order {
    /// What it asks for: a hint, if nothing else.
    pub fn answer(self, instance: &dyn Answers, limits: &Limits<'_>) -> Answer {
        match self {
            Order::Solve => Answer::Solution(passed(instance, limits)),
            Order::Solvable => Answer::Solvable(instance.solvability(limits)),
            Order::Explain => Answer::Facts(instance.explain(limits)),
            _ => Answer::Hint(passed(instance, limits)),
        }
    }
}

/// Each order, its word, the key for it where the game has the screen, and what it does.
pub const ORDERS: [(Order, &str, &str, &str); 12] = [
    (Order::Undo, "undo", "u", "take the last move back"),
    (Order::Redo, "redo", "r", "make it again"),
    (Order::Restart, "restart", "R", "take all moves back"),
    (Order::Hint, "hint", "H", "the best move, and how far the end is"),
    (Order::Solve, "solve", "S", "find a solution to step through"),
    (Order::Next, "next", "n", "the next move of the solution"),
    (Order::Previous, "previous", "p", "take a move of the solution back"),
    (Order::Solvable, "solvable", "c", "whether it can still be solved, and why (not)"),
    (Order::Explain, "explain", "x", "what theory says of the position"),
    (Order::Board, "board", "", "show the board again"),
    (Order::Help, "help", "?", "all keys and words, and the rules"),
    (Order::Quit, "quit", "q", "end, and say how to go on later"),
];

/// The order that a word is; none where it is moves.
///
/// # Errors
/// What a word is called now that was an order.
pub fn of_word(word: &str) -> Result<Option<Order>, String> {
    if word == "check" {
        return Err("check is now called solvable".into());
    }
    Ok(ORDERS.iter().find(|order| order.1 == word).map(|order| order.0))
}

/// The order that a key is.
pub fn of_key(key: char) -> Option<Order> {
    ORDERS.iter().find(|order| order.2.chars().eq([key])).map(|order| order.0)
}

/// Moves, set apart by blanks or commas.
pub fn moves(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', ',']).filter(|text| !text.is_empty())
}
