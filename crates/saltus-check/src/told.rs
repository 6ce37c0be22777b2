//! An outcome as JSON, for pages: the same from the checker's module in a browser and from the server.

use serde::Serialize;

use crate::outcome::{Outcome, Verified};
use crate::text::joined;

#[derive(Default, Serialize)]
struct Shown<'a> {
    verified: bool,
    told: String,
    claim: Option<&'a str>,
    /// Theorems that are taken as proved in docs/theorems.md.
    theorems: &'a [String],
    /// What was checked: what is so, a colon, and how that is known.
    what: Vec<String>,
    /// Why no play does better, in one plain sentence.
    why: Option<String>,
    because: Option<&'a str>,
}

impl Outcome {
    /// The outcome as one JSON object: `verified`; `told`, the word and the claim; `claim` and `theorems` of what is verified; `what` was
    /// checked, a list of sentences with a colon before how it is known; `why` no play does better, in one plain sentence, where the claim says so; and `because`, why it is
    /// not verified.
    ///
    /// ```
    /// use saltus_check::{Limits, check};
    ///
    /// let certificate = b"saltus certificate 1\npuzzle reverse 6\nclaim at-least 21\nby theorem reversal\nend\n";
    /// let told = check(certificate, &Limits::default()).json();
    /// assert!(told.starts_with(r#"{"verified":true,"told":"VERIFIED at-least 21","claim":"at-least 21","theorems":["reversal"],"#));
    /// let refuted = check(b"saltus certificate 1\n", &Limits::default()).json();
    /// assert!(refuted.starts_with(r#"{"verified":false,"told":"REFUTED","claim":null,"theorems":[],"what":[],"why":null,"because":""#));
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
                why: why(verified),
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
    let moves = |number: &str| if *costs { format!("a cost of {number}") } else { counted(number) };
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

/// Why no play does better, in one sentence for people who know the board and no names of proofs.
fn why(Verified { claim, puzzle, by, .. }: &Verified) -> Option<String> {
    let mut words = claim.split(' ');
    let (claimed, least) = (words.next()?, words.next().unwrap_or_default());
    if ["plan", "leaves", "sweep", "table"].contains(&claimed) {
        return None;
    }
    let (kind, name) = by.split_once(' ').unwrap_or((by, ""));
    // Where the number stands there is `#`.
    let sentence = match (kind, name) {
        ("potential", "forward" | "chain") => return Some(crossings(puzzle, least, name == "chain")),
        ("closed-set" | "set", _) => return Some(searched(claimed, least)),
        ("potential", "inversions") => "A hop puts one pair right, a slide none; # are wrong.",
        ("potential", "manhattan") => "A move brings one tile one step nearer; # steps are left.",
        ("potential", "patterns") => "Groups of tiles, each counted alone, need #.",
        ("potential", "vacancy") => "The gap is so far from its place that it needs # moves to come there.",
        ("potential", "displacement") => {
            "A move brings the pieces two steps nearer at most; with fewer than # moves they do not arrive."
        }
        ("potential", _) => "What is left to do falls by one in a move and no faster, and at the start # are left.",
        ("re-executed", _) => "Searched again from both ends: they do not meet before #.",
        ("transcript", _) => "The search was followed again to its end; it needs #.",
        ("layers", _) => {
            "Turn by turn, all that could still do it was gone through again. The goal is reached at turn #, not sooner."
        }
        ("dual", _) => {
            "Every play cuts the row into groups and leaves one piece of each. Fewer than # groups cannot be."
        }
        ("bound", "components") => "What hangs together keeps at least one piece. In all # are kept.",
        ("bound", "independent") => "A count of the pieces on cells that do not touch never falls, and keeps #.",
        ("bound", "forest") => {
            "Each edge has prices, which one end pays to the other. The cheapest that the pieces can do, each by itself or those of a region together, adds up to # that stay."
        }
        ("bound", "lines") => {
            "A push moves tiles of one line only, and there is so far to go in rows and columns that it takes #."
        }
        ("bound", _) => {
            "Each place and piece has a weight. A move takes no more off the sum than it counts, so it takes #."
        }
        ("order", _) => "Nobody can pass here, and the goal asks for another order.",
        ("parity", _) => {
            "Each move swaps the gap with a tile and takes it from dark to light or back. As many swaps as the goal asks for never fit the place of the gap."
        }
        ("residue", _) => {
            "A certain sum stays the same in every move, but for whole rounds. Every goal has another one."
        }
        ("sign", _) => {
            "Every move is the same kind of exchange, odd or even. No number of them makes the one that the goal asks for."
        }
        ("never", _) => "No move lowers a certain sum, and every goal has less of it.",
        ("theorem", "frozen") => {
            "Pieces that nobody can pass any more stay where they are, and the goal asks for others there."
        }
        ("theorem", "winnable") => "A proved rule says from which boards the two sides can pass. This is none of them.",
        ("theorem", _) => "A proved rule says # for this board. The second program worked it out.",
        _ => return None,
    };
    Some(joined(&sentence.split('#').collect::<Vec<_>>(), least))
}

/// How crossings and slides add up. Their numbers are those of two whole sides, where the claim is all of their sum.
fn crossings(puzzle: &str, least: &str, is_back: bool) -> String {
    let mut words = puzzle.split(' ').skip(1);
    let mut side = || words.next()?.parse::<u64>().ok();
    let crossings = side().zip(side()).and_then(|(one, other)| one.checked_mul(other));
    let slides = least.parse::<u64>().ok().zip(crossings).and_then(|(all, crossings)| all.checked_sub(crossings));
    let each = if is_back {
        "Going back helps nobody: no move takes away more than one crossing or one slide."
    } else {
        "Each move takes away one crossing or one slide."
    };
    match (is_back, crossings.zip(slides)) {
        (false, Some((one, other))) => {
            format!("{each} There are {one} and {other} at the start, none at the goal: {least}.")
        }
        (false, None) => format!("{each} There are {least} more at the start than at the goal."),
        (true, Some((one, other))) => format!("{each} {one} and {other} make {least}."),
        (true, None) => format!("{each} There are {least}."),
    }
}

/// What a set of positions shows.
fn searched(claimed: &str, least: &str) -> String {
    match (claimed, least.parse::<u64>()) {
        ("unsolvable", _) => {
            "Every position that can be reached was gone through again. None of them is the goal.".into()
        }
        ("optimal" | "between" | "at-least", Ok(least)) if least > 0 => {
            let moves = counted(&(least - 1).to_string());
            format!(
                "Every position that a play of {moves} could go through was gone through again. None of them is the goal."
            )
        }
        _ => {
            format!(
                "Every position that can be reached was gone through again. In each of them at least {least} are left."
            )
        }
    }
}

fn counted(moves: &str) -> String {
    if moves == "1" { "1 move".into() } else { format!("{moves} moves") }
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

    #[test]
    fn reasons_have_the_numbers_of_the_board() {
        let told = |claim: &str, puzzle: &str, by: &str| {
            why(&Verified {
                claim: claim.into(),
                puzzle: puzzle.into(),
                costs: false,
                by: by.into(),
                assumes: Vec::new(),
            })
        };
        let expected =
            "Each move takes away one crossing or one slide. There are 9 and 6 at the start, none at the goal: 15.";
        assert_eq!(told("optimal 15", "shift 3 3", "potential forward").as_deref(), Some(expected));
        let written = told("optimal 14", "shift bb_bwww", "potential forward").expect("a bound");
        assert!(written.ends_with("There are 14 more at the start than at the goal."), "{written}");
        let back = told("optimal 15", "shift 3 3 moves=all", "potential chain").expect("a bound");
        assert!(back.ends_with("9 and 6 make 15."), "{back}");
        assert!(
            told("between 4 7", "tiles 2x3 1 0 3 4 2 5", "closed-set manhattan")
                .expect("a bound")
                .contains("a play of 3 moves")
        );
        assert!(told("value 2", "rules x", "set").expect("a bound").ends_with("at least 2 are left."));
        assert_eq!(told("plan 15", "shift 3 3", "witness"), None);
        assert_eq!(told("optimal 0", "shift 0 0", "witness"), None);
    }

    /// What has a name in the checker has a sentence, and none of the sentences has a name.
    #[test]
    fn every_kind_of_evidence_has_a_reason() {
        let kinds = "potential forward,potential chain,potential displacement,potential vacancy,potential inversions,potential colours,potential manhattan,potential patterns,\
                     closed-set zero,set,re-executed colours,order,parity,transcript,layers,dual,residue,sign,never,bound,bound lines,bound components,bound independent,bound forest";
        for by in kinds.split(',').map(str::to_owned).chain(crate::THEOREMS.map(|name| format!("theorem {name}"))) {
            for claim in ["at-least 7", "unsolvable"] {
                let verified = Verified {
                    claim: claim.into(),
                    puzzle: String::new(),
                    costs: false,
                    by: by.clone(),
                    assumes: Vec::new(),
                };
                let told = why(&verified).unwrap_or_else(|| panic!("{by}"));
                assert!(
                    told.ends_with('.')
                        && !["potential", "inversion", "vacancy", "theorem", "bound", "certificate"]
                            .iter()
                            .any(|word| told.contains(word)),
                    "{told}"
                );
            }
        }
    }
}
