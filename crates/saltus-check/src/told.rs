//! An outcome as JSON, for pages: the same from the checker's module in a browser and from the server.

use serde::Serialize;

use crate::outcome::{Outcome, Verified};

#[derive(Default, Serialize)]
struct Shown<'a> {
    verified: bool,
    told: String,
    claim: Option<&'a str>,
    /// Theorems that are taken as proved in docs/theorems.md.
    theorems: &'a [String],
    /// What was checked: what is so, a colon, and how that is known.
    what: Vec<String>,
    because: Option<&'a str>,
}

impl Outcome {
    /// The outcome as one JSON object: `verified`; `told`, the word and the claim; `claim` and `theorems` of what is verified; `what` was
    /// checked, a list of sentences with a colon before how it is known; and `because`, why it is not verified.
    ///
    /// ```
    /// use saltus_check::{Limits, check};
    ///
    /// let certificate = b"saltus certificate 1\npuzzle reverse 6\nclaim at-least 21\nby theorem reversal\nend\n";
    /// let told = check(certificate, &Limits::default()).json();
    /// assert!(told.starts_with(r#"{"verified":true,"told":"VERIFIED at-least 21","claim":"at-least 21","theorems":["reversal"],"#));
    /// let refuted = check(b"saltus certificate 1\n", &Limits::default()).json();
    /// assert!(refuted.starts_with(r#"{"verified":false,"told":"REFUTED","claim":null,"theorems":[],"what":[],"because":""#));
    /// ```
    pub fn json(&self) -> String {
        let word = |word: &str, why| Shown { told: word.into(), because: Some(why), ..Shown::default() };
        let told = match self {
            Outcome::Verified(verified) => Shown {
                verified: true,
                told: format!("VERIFIED {}", verified.claim),
                claim: Some(&verified.claim),
                theorems: &verified.assumes,
                what: what(verified),
                because: None,
            },
            Outcome::Refuted(why) => word("REFUTED", why),
            Outcome::Resource(why) => word("RESOURCE", why),
        };
        serde_json::to_string(&told).expect("texts and lists")
    }
}

/// What a claim says of plays, and what shows it.
fn what(Verified { claim, puzzle, costs, by, assumes }: &Verified) -> Vec<String> {
    let mut words = claim.split(' ');
    let (kind, numbers) = (words.next().unwrap_or_default(), words.collect::<Vec<_>>());
    let (least, most) = (numbers.first().copied().unwrap_or_default(), numbers.last().copied().unwrap_or_default());
    let moves = |number: &str| match number {
        _ if *costs => format!("a cost of {number}"),
        "1" => "1 move".into(),
        _ => format!("{number} moves"),
    };
    let replayed = || if assumes.is_empty() { "replayed" } else { "replayed, or by the theorem named" };
    let play = || format!("The play is legal and reaches the goal: {}, {}", moves(most), replayed());
    let left = || format!("The play is legal: {most} left, {}", replayed());
    let bound = |what: String| format!("{what}: {}", reason(by, assumes));
    match kind {
        "plan" => vec![play()],
        "optimal" => vec![play(), bound("No play is shorter".into())],
        "between" => vec![play(), bound(format!("No play is shorter than {}", moves(least)))],
        "at-least" => vec![bound(format!("No play is shorter than {}", moves(least)))],
        "unsolvable" => vec![bound("No play reaches the goal".into())],
        "leaves" => vec![left()],
        "value" | "value-between" => vec![left(), bound(format!("No play leaves fewer than {least}"))],
        "value-at-least" => vec![bound(format!("No play leaves fewer than {least}"))],
        "sweep" => vec![format!("Every layer is all positions at its distance: {puzzle}")],
        _ => vec![format!("Every entry is exact: {puzzle}")],
    }
}

/// Evidence in words.
fn reason(by: &str, assumes: &[String]) -> String {
    let (kind, name) = by.split_once(' ').unwrap_or((by, ""));
    match kind {
        "witness" => "nothing less is possible".into(),
        "potential" => format!("the potential {name} falls by at most 1 in a move"),
        "closed-set" | "set" => "no shorter play leaves a set of positions, gone through again".into(),
        "re-executed" => "the search was made again".into(),
        "order" => "pieces keep an order that the goal breaks".into(),
        "residue" => "no move changes some sums of weights modulo a number, and every goal has others".into(),
        "sign" => "every move exchanges what cells hold, and every goal has the other sign".into(),
        "never" => "no move lowers a sum of weights, and every goal has less".into(),
        "bound" if name.is_empty() => "a sum of weights falls by no more than a move costs".into(),
        "parity" => "every move keeps a parity that the goal breaks".into(),
        "transcript" => "the search was followed again".into(),
        "layers" => "all positions that could matter, layer by layer, were gone through again".into(),
        "theorem" => format!("theorem {}, evaluated", assumes.last().map_or(name, String::as_str)),
        _ => format!("{by}, computed again"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_told() {
        let told = |claim: &str, puzzle: &str, by: &str| {
            let costs = puzzle == "free";
            what(&Verified { claim: claim.into(), puzzle: puzzle.into(), costs, by: by.into(), assumes: Vec::new() })
        };
        let expected = [
            "The play is legal and reaches the goal: 15 moves, replayed",
            "No play is shorter: the potential forward falls by at most 1 in a move",
        ];
        assert_eq!(told("optimal 15", "shift 3 3", "potential forward"), expected);
        let between = told("between 2 7", "free", "closed-set zero");
        assert_eq!(between[1].split(':').next(), Some("No play is shorter than a cost of 2"));
        assert_eq!(told("unsolvable", "tiles 2x2 2 1 3 0", "parity").len(), 1);
        assert!(told("value 2", "clobber line bw", "dual")[1].starts_with("No play leaves fewer than 2: dual, "));
        assert_eq!(told("sweep", "shift 1 0: 2 positions", "")[0].split(':').nth(1), Some(" shift 1 0"));
        assert_eq!(told("table", "tiles 1x2 vacancy 2", ""), ["Every entry is exact: tiles 1x2 vacancy 2"]);
    }
}
