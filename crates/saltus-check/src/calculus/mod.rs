//! Evidence in the calculus of docs/calculus.md, which is for every definition: sums of weights that moves do not change, or do not lower by more
//! than they cost.
//!
//! Nothing is searched: each rule is looked at on all walks of the board, and each goal cell by cell.

mod goals;
mod pairs;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod weights;

use crate::board::Cell;
use crate::certificate::{Claim, MOVES, PIECES};
use crate::definition::{Definition, Goal, Play};
use crate::outcome::{Checked, Limits, OrRefuse, Place, Verified, ensure, quote, refuse};
use crate::rules::Rules as _;
use crate::text::natural;
use dashu_int::UBig;
use goals::Goals;
use terms::Terms;
use text::{Node, number, read_file};
use weights::Weights;

/// What is verified of a certificate of format 2.
pub(crate) fn verify(bytes: &[u8], limits: &Limits) -> Checked<Verified> {
    let (head, nodes) = read_file(bytes, limits)?;
    let line = head.puzzle.strip_prefix("rules ").or_refuse("format 2 is about definitions").at("line 2")?;
    let definition = Definition::read(line).at("line 2")?;
    let words = if definition.counts_pieces() { &PIECES } else { &MOVES };
    let claim = Claim::read(head.claim, words).at("line 3")?;
    let (moves, evidence): (Vec<&Node<'_>>, Vec<&Node<'_>>) = nodes.iter().partition(|node| node.words == ["moves"]);
    match (&claim.reached, moves.as_slice()) {
        (None, []) => {}
        (Some(reached), [moves]) => verify_play(&definition, moves, reached, limits)?,
        (None, [moves, ..]) => return moves.refuse("no play is claimed"),
        (Some(_), _) => return refuse("one list of `moves` is needed").at("line 3"),
    }
    let by = verify_evidence(&definition, &claim, &evidence, limits)?;
    let (claim, puzzle, costs) = (head.claim.into(), definition.name.clone(), definition.has_free());
    Ok(Verified { claim, puzzle, costs, by, assumes: Vec::new() })
}

/// Replays a list of positions.
fn verify_play(definition: &Definition, moves: &Node<'_>, reached: &UBig, limits: &Limits) -> Checked<()> {
    let mut play = Play::new(definition, limits);
    for node in &moves.below {
        let turn = play.position().get(definition.cells()).copied();
        let position = read_position(definition, &node.words, turn);
        position.and_then(|position| play.go_to(position)).at(node.place())?;
    }
    play.verify_end(moves.below.len() as u64, reached).at(moves.place())
}

/// A position: `=NUMBER`, or what the cells hold. `turn` is the side that has moved, if there are turns.
fn read_position(definition: &Definition, words: &[&str], turn: Option<Cell>) -> Checked<Vec<Cell>> {
    if let [word] = words
        && let Some(number) = word.strip_prefix('=')
    {
        return definition.position(&natural(number)?).or_refuse(format_args!("{} is no position", quote(number)));
    }
    let mut position = Vec::new();
    for word in words.iter().filter(|word| !["/", "#"].contains(*word)) {
        match definition.content(word) {
            Some(content) => position.push(content),
            None => {
                for letter in crate::text::characters(word).filter(|letter| *letter != "#") {
                    let content = definition.content(letter);
                    position.push(content.or_refuse(format_args!("{} is no piece", quote(letter)))?);
                }
            }
        }
    }
    let sides = definition.bases().1.unwrap_or(1) as Cell;
    position.extend(turn.map(|turn| (turn + 1) % sides));
    ensure(definition.is_position(&position), "this is no position")?;
    Ok(position)
}

/// Checks what is claimed of every play, and returns what shows that.
fn verify_evidence(definition: &Definition, claim: &Claim, evidence: &[&Node<'_>], limits: &Limits) -> Checked<String> {
    let lower = claim.lower.clone().unwrap_or_default();
    if !claim.unsolvable && lower.is_zero() && evidence.is_empty() {
        return Ok("witness".into());
    }
    // That fewer pieces are never left means that no play comes to the goal of one piece less.
    let fewer = match definition.goals() {
        [Goal::Fewest(pieces)] => {
            let most = usize::try_from(&lower).ok().and_then(|lower| lower.checked_sub(1));
            vec![Goal::Most(most.or_refuse("as many pieces are not there").at("line 3")?, pieces.clone())]
        }
        _ => Vec::new(),
    };
    let list = if fewer.is_empty() { definition.goals() } else { &fewer };
    let goals = Goals { definition, list, limits };
    match evidence {
        [node] if node.words == ["residue"] => verify_residue(&goals, node),
        [node] if node.words == ["sign"] => goals.verify_sign(node),
        [node] if node.words == ["never"] => {
            let terms = Terms::read(definition, &node.below, limits)?;
            terms.verify_prices(definition, 0, limits).at(node.place())?;
            let (value, top) = (terms.of(definition.start()), terms.top(&goals));
            let why = format_args!("a goal may have {top}, and the start has no more than {value}");
            ensure(value > top, why).at(node.place())?;
            Ok("never".into())
        }
        _ if claim.unsolvable || !fewer.is_empty() => {
            refuse("one of `residue`, `sign` and `never` is needed").at("line 3")
        }
        _ => verify_bounds(&goals, evidence, &lower),
    }
}

/// Checks that every play costs so much, by the greatest of some bounds.
fn verify_bounds(goals: &Goals<'_>, evidence: &[&Node<'_>], lower: &UBig) -> Checked<String> {
    let mut best = 0;
    for node in evidence {
        let scale = match node.words.as_slice() {
            ["bound"] => 1,
            &["bound", "scale", scale] => number(scale).at(node.place())?,
            _ => return node.refuse("`bound` is expected"),
        };
        ensure(scale > 0, "a scale is 1 or more").at(node.place())?;
        let terms = Terms::read(goals.definition, &node.below, goals.limits)?;
        terms.verify_prices(goals.definition, scale, goals.limits).at(node.place())?;
        let gap = terms.of(goals.definition.start()) - terms.top(goals);
        best = best.max(gap.div_euclid(scale) + i128::from(gap.rem_euclid(scale) > 0));
    }
    let proved = UBig::try_from(best).unwrap_or_default();
    ensure(proved >= *lower, format_args!("the bounds prove no more than {best}")).at("line 3")?;
    Ok("bound".into())
}

/// Checks that no rule changes some residues, and that no goal has those of the start.
fn verify_residue(goals: &Goals<'_>, node: &Node<'_>) -> Checked<String> {
    let mut residues = Vec::new();
    for part in &node.below {
        let &["mod", modulus] = part.words.as_slice() else { return part.refuse("`mod N` is expected") };
        let modulus = number(modulus).at(part.place())?;
        ensure(modulus > 0, "a modulus is 1 or more").at(part.place())?;
        let weights = Weights::read(goals.definition, &part.below, goals.limits)?;
        weights.verify_residue(goals.definition, modulus, goals.limits).at(part.place())?;
        residues.push((modulus, weights));
    }
    ensure(!goals.may_have(&residues)?, "a goal may have the residues of the start").at(node.place())?;
    let moduli: Vec<String> = residues.iter().map(|(modulus, _)| modulus.to_string()).collect();
    Ok(format!("residue mod {}", moduli.join(" ")))
}
