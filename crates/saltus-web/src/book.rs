//! What the engine says of the first positions of a puzzle, written down with a site, so that a page plays before the module has come.

use std::collections::HashMap;

use saltus_api::limits::Limits;
use saltus_api::registry::Registry;
use saltus_api::{Kind, call};
use serde_json::{Value, json};

/// What every position of a puzzle has in common.
const COMMON: [&str; 5] = ["outline", "palette", "goal", "pieces", "scene"];
/// What each has of its own.
const OWN: [&str; 4] = ["line", "turn", "over", "left"];

/// The book of a board of the gallery, or of a day, has no more positions than this. It is a file of its own.
pub(crate) const FEW: usize = 30;

/// Of how many first positions a book says what is known, and what that may cost for each of them.
pub(crate) struct Hints {
    pub(crate) positions: usize,
    pub(crate) limits: Limits<'static>,
}

impl Hints {
    pub(crate) const ALL: Hints = Hints { positions: usize::MAX, limits: Limits::DEFAULT };
    pub(crate) const NONE: Hints = Hints { positions: 0, limits: Limits::DEFAULT };

    /// What is known for certain about a position, if it is found soon.
    fn of(&self, families: &Registry, line: &Value) -> Option<Value> {
        let hint = asked(families, "hint", &json!({ "line": line }), &self.limits)?;
        (hint["optimal"] == true || hint["status"] == "unsolvable").then_some(hint)
    }
}

/// The engine's answer, if it has one within these limits.
fn asked(families: &Registry, name: &str, request: &Value, limits: &Limits<'_>) -> Option<Value> {
    let reply = call(families, name, request.to_string().as_bytes(), limits);
    (reply.kind == Kind::Json).then(|| serde_json::from_slice(&reply.bytes).ok())?
}

/// The first positions of the puzzle on this line, at most `most`, in the order in which they are found: `root` has what they share, and each has its
/// moves with the position that each leads to (`null` beyond the book), and the first ones have what is known about them (`hint`).
pub(crate) fn book(families: &Registry, line: &str, most: usize, hints: &Hints) -> Option<Value> {
    let play = |line: &Value, moves: &[&Value]| {
        asked(families, "play", &json!({ "line": line, "moves": moves }), &Limits::DEFAULT)
    };
    let mut root = play(&line.into(), &[])?;
    let mut found = vec![root.clone()];
    let mut numbers = HashMap::from([(root["line"].to_string(), 0)]);
    let mut positions = Vec::new();
    while positions.len() < found.len() {
        let position = found[positions.len()].clone();
        let mut moves = Vec::new();
        for choice in position["choices"].as_array()? {
            let after = play(&position["line"], &[&choice["text"]])?;
            let key = after["line"].to_string();
            if !numbers.contains_key(&key) && found.len() < most {
                numbers.insert(key.clone(), found.len());
                found.push(after.clone());
            }
            moves.push(json!([choice["text"], choice["path"], after["frames"][0]["changes"], numbers.get(&key)]));
        }
        let mut own = json!({ "moves": moves });
        for name in OWN {
            own[name] = position[name].clone();
        }
        if positions.len() < hints.positions
            && position["over"] == false
            && let Some(hint) = hints.of(families, &position["line"])
        {
            own["hint"] = hint;
        }
        positions.push(own);
    }
    let mut shared = json!({ "start": root["start"].take() });
    for name in COMMON {
        shared[name] = root[name].take();
    }
    Some(json!({ "asked": line, "root": shared, "positions": positions }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_has_all_positions_of_a_small_puzzle() {
        let book = book(&saltus_api::registry(), "shift 1 1", 100, &Hints::ALL).expect("a book");
        let positions = book["positions"].as_array().expect("positions");
        // _bw and bw_ are lost, and each of the two plays has two positions more; both end at w_b.
        assert_eq!(positions.len(), 6);
        assert_eq!(positions[0]["hint"]["length"], 3);
        assert_eq!(positions[0]["moves"][0][0], "1-2");
        assert!(positions.iter().flat_map(|one| one["moves"].as_array().expect("moves")).all(|step| step[3].is_u64()));
    }

    #[test]
    fn a_book_ends_where_it_is_full() {
        let book =
            book(&saltus_api::registry(), "shift 3 3", 3, &Hints { positions: 1, ..Hints::ALL }).expect("a book");
        let positions = book["positions"].as_array().expect("positions");
        assert_eq!(positions.len(), 3);
        assert_eq!(positions[0]["hint"]["length"], 15);
        assert!(positions[1]["hint"].is_null());
        assert!(book["positions"][2]["moves"].as_array().expect("moves").iter().all(|step| step[3].is_null()));
        assert!(super::book(&saltus_api::registry(), "shift 3", 3, &Hints::NONE).is_none());
    }
}
