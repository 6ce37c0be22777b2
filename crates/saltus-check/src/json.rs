//! Outcomes as JSON, for pages.

use crate::Outcome;
use serde::Serialize;

#[derive(Serialize)]
struct Told<'a> {
    verified: bool,
    told: String,
    claim: Option<&'a str>,
    theorems: &'a [String],
    what: Vec<&'static str>,
    because: Option<&'a str>,
}

impl Outcome {
    /// The outcome as JSON: `verified`; `told`, the line that the program prints; `claim` and `theorems` (what is assumed) of a claim that is
    /// true, with `what` was done to find that out, in sentences; `because` of any other one.
    ///
    /// ```
    /// use saltus_check::{Limits, check};
    ///
    /// let certificate = "saltus certificate 1\npuzzle reverse 6\nclaim at-least 21\nby theorem reversal\nend\n";
    /// let json = check(certificate.as_bytes(), &Limits::default()).json();
    /// assert!(json.starts_with(r#"{"verified":true,"told":"VERIFIED at-least 21 reverse 6 by theorem reversal"#));
    /// assert!(check(b"", &Limits::default()).json().starts_with(r#"{"verified":false,"told":"REFUTED"#));
    /// ```
    pub fn json(&self) -> String {
        let told = self.to_string();
        let told = match self {
            Outcome::Verified(verified) => Told {
                verified: true,
                told,
                claim: Some(&verified.claim),
                theorems: &verified.assumes,
                what: what(&verified.claim, &verified.by),
                because: None,
            },
            Outcome::Refuted(why) | Outcome::Resource(why) => {
                Told { verified: false, told, claim: None, theorems: &[], what: Vec::new(), because: Some(why) }
            }
        };
        serde_json::to_string(&told).expect("texts")
    }
}

/// What the checker did, in sentences, by the words of the claim and of its evidence.
fn what(claim: &str, by: &str) -> Vec<&'static str> {
    let first = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    let has_play = matches!(&*first(claim), "plan" | "optimal" | "between" | "leaves" | "value" | "value-between");
    let replayed = has_play.then_some("The play was followed to its end, by rules of the checker's own.");
    let shown = match &*first(by) {
        "potential" => "A potential, which no move lowers by more than 1, was computed at the start.",
        "transcript" => "The positions that the search visited were visited again, with tables made anew.",
        "closed-set" => "Every move from every position of a set was made: none leaves it against the claim.",
        "re-executed" => "A search by code of the checker's own came to the same result.",
        "layers" => "Every turn from every position of the layers was made: no shorter game goes elsewhere.",
        "order" => "No move changes the order of the pieces, which is not that of the goal.",
        "parity" => "Moves keep the parity of the arrangement, which is not that of the goal.",
        "bound" => "A lower bound was computed at the start.",
        "dual" => "The weights that the certificate gives were checked.",
        "theorem" => "What the theorem states was computed for this puzzle.",
        _ => return replayed.into_iter().collect(),
    };
    replayed.into_iter().chain([shown]).collect()
}
