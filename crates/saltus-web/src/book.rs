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

/// The engine's answer, if it has one.
fn asked(families: &Registry, name: &str, request: &Value) -> Option<Value> {
    let reply = call(families, name, request.to_string().as_bytes(), &Limits::default());
    (reply.kind == Kind::Json).then(|| serde_json::from_slice(&reply.bytes).ok())?
}

/// The first positions of the puzzle on this line, at most `most`, in the order in which they are found: `root` has what they share, and each has its
/// moves with the position that each leads to (`null` beyond the book), and, if wanted, what is known about it (`hint`).
pub(crate) fn book(families: &Registry, line: &str, most: usize, has_hints: bool) -> Option<Value> {
    let mut root = asked(families, "play", &json!({ "line": line, "moves": [] }))?;
    let mut found = vec![root.clone()];
    let mut numbers = HashMap::from([(root["line"].to_string(), 0)]);
    let mut positions = Vec::new();
    while positions.len() < found.len() {
        let position = found[positions.len()].clone();
        let mut moves = Vec::new();
        for choice in position["choices"].as_array()? {
            let after = asked(families, "play", &json!({ "line": position["line"], "moves": [choice["text"]] }))?;
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
        if has_hints && position["over"] == false {
            own["hint"] = asked(families, "hint", &json!({ "line": position["line"] }))?;
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
        let book = book(&saltus_api::registry(), "shift 1 1", 100, true).expect("a book");
        let positions = book["positions"].as_array().expect("positions");
        // _bw and bw_ are lost, and each of the two plays has two positions more; both end at w_b.
        assert_eq!(positions.len(), 6);
        assert_eq!(positions[0]["hint"]["length"], 3);
        assert_eq!(positions[0]["moves"][0][0], "1-2");
        assert!(positions.iter().flat_map(|one| one["moves"].as_array().expect("moves")).all(|step| step[3].is_u64()));
    }

    #[test]
    fn a_book_ends_where_it_is_full() {
        let book = book(&saltus_api::registry(), "shift 3 3", 3, false).expect("a book");
        assert_eq!(book["positions"].as_array().expect("positions").len(), 3);
        assert!(book["positions"][2]["moves"].as_array().expect("moves").iter().all(|step| step[3].is_null()));
        assert!(super::book(&saltus_api::registry(), "shift 3", 3, false).is_none());
    }
}
