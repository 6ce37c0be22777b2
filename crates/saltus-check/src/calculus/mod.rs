//! Evidence in the calculus of docs/calculus.md, which is for every definition: sums that moves do not change, or do not lower by more than they cost;
//! tables of what positions look like from afar; sets of positions that no cheap play leaves.
//!
//! For sums and tables each rule is looked at on all walks of the board, and each goal cell by cell. A set is what [`crate::closed_set`] checks. Only what
//! is `built` is searched for; then it is checked as if it had been written out.

mod goals;
mod ground;
mod index;
mod pairs;
mod positions;
mod sets;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod views;
mod weights;

use crate::board::Cell;
use crate::certificate::{Claim, MOVES, PIECES};
use crate::closed_set::Aim;
use crate::definition::{Definition, Goal, Play};
use crate::families::Instance;
use crate::outcome::{Checked, Limits, OrRefuse, Place, Verified, ensure, refuse};
use crate::rules::Rules as _;
use crate::text::joined;
use dashu_int::UBig;
use goals::Goals;
use positions::read_position;
use terms::{Bounds, Terms};
use text::{Node, number, read_file};
use weights::Weights;

/// What is verified of a certificate of format 2.
pub(crate) fn verify(bytes: &[u8], limits: &Limits) -> Checked<Verified> {
    let ([puzzle, claimed], nodes) = read_file(bytes, limits)?;
    let instance = Instance::read(puzzle, limits).at("line 2")?;
    let definition = instance.into_definition(puzzle, limits).at("line 2")?;
    let words = if definition.counts_pieces() { &PIECES } else { &MOVES };
    let claim = Claim::read(claimed, words).at("line 3")?;
    let (moves, evidence): (Vec<&Node<'_>>, Vec<&Node<'_>>) = nodes.iter().partition(|node| node.words == ["moves"]);
    match (&claim.reached, moves.as_slice()) {
        (None, []) => {}
        (Some(reached), [moves]) => verify_play(&definition, moves, reached, limits)?,
        (None, [moves, ..]) => return moves.refuse("no play is claimed"),
        (Some(_), _) => return refuse("one list of `moves` is needed").at("line 3"),
    }
    let by = verify_evidence(&definition, &claim, &evidence, limits)?;
    let (claim, puzzle, costs) = (claimed.into(), definition.name.clone(), definition.has_free());
    Ok(Verified { claim, puzzle, costs, by, assumes: Vec::new() })
}

/// Replays a list of positions.
fn verify_play(definition: &Definition, moves: &Node<'_>, reached: &UBig, limits: &Limits) -> Checked<()> {
    let mut play = Play::new(definition, limits);
    for node in &moves.below {
        let sides = definition.bases().1.unwrap_or(1) as Cell;
        let next = play.position.get(definition.cells()).map_or(0, |turn| (turn + 1) % sides);
        let position = read_position(definition, node.leaf()?, next);
        position.and_then(|position| play.go_to(position)).at(node.place())?;
    }
    play.verify_end(moves.below.len() as u64, reached).at(moves.place())
}

/// Checks what is claimed of every play, and returns what shows that.
fn verify_evidence(definition: &Definition, claim: &Claim, evidence: &[&Node<'_>], limits: &Limits) -> Checked<String> {
    let lower = claim.lower.clone().unwrap_or_default();
    let shows_nothing = claim.lower.is_none() && !claim.unsolvable && !evidence.is_empty();
    ensure(!shows_nothing, "this claim needs `moves` and nothing else").at("line 3")?;
    if !claim.unsolvable && lower.is_zero() && evidence.is_empty() {
        return Ok("witness".into());
    }
    // That fewer pieces are never left means that no play comes to the goal of one piece less.
    let fewer = match &definition.goals[..] {
        [Goal::Fewest(pieces)] => {
            let most = usize::try_from(&lower).ok().and_then(|lower| lower.checked_sub(1));
            vec![Goal::Most(most.or_refuse("as many pieces are not there").at("line 3")?, pieces.clone())]
        }
        _ => Vec::new(),
    };
    let list = if fewer.is_empty() { &definition.goals } else { &fewer };
    let goals = Goals { definition, list, limits };
    match evidence {
        [node] if node.words == ["residue"] => verify_residue(&goals, node),
        [node] if node.words == ["sign"] => goals.verify_sign(node),
        [node] if node.words == ["never"] => {
            let terms = Terms::read(&goals, node, 0)?;
            let (value, top) = (terms.of(&definition.start), terms.top(&goals));
            let why = format_args!("a goal may have {top}, and the start has no more than {value}");
            ensure(value > top, why).at(node.place())?;
            Ok("never".into())
        }
        _ => verify_set_or_bounds(&goals, evidence, &lower, claim.unsolvable || !fewer.is_empty()),
    }
}

/// Checks that every play costs so much, by bounds and a set; or that there is no play, by a set.
fn verify_set_or_bounds(goals: &Goals<'_>, evidence: &[&Node<'_>], lower: &UBig, never: bool) -> Checked<String> {
    let (mut nodes, mut symmetries, mut sets, mut clock) = (Vec::new(), Vec::new(), Vec::new(), None);
    for &node in evidence {
        match node.words.as_slice() {
            ["bound"] | ["bound", "scale", _] if !never => nodes.push(node),
            ["clock", ..] if !never => {
                let again = clock.replace(node).is_some();
                ensure(!again, "there is one clock").at(node.place())?;
            }
            ["symmetry"] => symmetries.push(node),
            ["set"] => sets.push(node),
            ["set", "built"] => node.leaf().map(|_| sets.push(node))?,
            _ if never => return node.refuse("one of `residue`, `sign`, `never` and `set` is expected"),
            _ => return node.refuse("`bound`, `symmetry` or `set` is expected"),
        }
    }
    let lower = &clock.map_or_else(|| Ok(lower.clone()), |clock| goals.clock(clock, lower))?;
    let bounds = Bounds::read(goals, &nodes)?;
    let best = bounds.of(&goals.definition.start);
    let far = !never && UBig::from(best) >= *lower;
    let mut by: Vec<String> = Vec::new();
    by.extend((!nodes.is_empty()).then(|| "bound".into()));
    by.extend(clock.map(|clock| joined(&clock.words, " ")));
    let &[set] = sets.as_slice() else {
        ensure(symmetries.is_empty() && sets.is_empty(), "one `set` is expected, to which symmetries belong")
            .at("line 3")?;
        ensure(!never, "one of `residue`, `sign`, `never` and `set` is needed").at("line 3")?;
        ensure(far, format_args!("the bounds prove no more than {best}")).at("line 3")?;
        return Ok(by.join(", "));
    };
    let counts = goals.definition.counts_pieces();
    // No cost comes near a claim beyond 64 bits.
    let lower = if never && !counts { None } else { u64::try_from(lower).ok() };
    let aim = Aim { lower, cost: u64::from(!never), far, zeros: None };
    let symmetry = if symmetries.is_empty() { "" } else { " with symmetries" };
    let count = sets::verify(goals, &symmetries, set, &bounds, &aim)?;
    by.insert(0, format!("set of {count}{symmetry}"));
    Ok(by.join(", "))
}

/// Checks that no rule changes some residues, and that no goal has those of the start.
fn verify_residue(goals: &Goals<'_>, node: &Node<'_>) -> Checked<String> {
    let (mut residues, mut left) = (Vec::new(), *goals.limits);
    left.nodes /= node.below.len().max(1) as u64;
    for part in &node.below {
        let &["mod", modulus] = part.words.as_slice() else { return part.refuse("`mod N` is expected") };
        let modulus = number(modulus).at(part.place())?;
        ensure(modulus > 0, "a modulus is 1 or more").at(part.place())?;
        let weights = Weights::read(goals.definition, &part.below, &left)?;
        left.memory = left.memory.saturating_sub(weights.bytes());
        let what = format!("changes the sum modulo {modulus}");
        weights.verify_added(goals.definition, (modulus, false), &what, &left).at(part.place())?;
        residues.push((modulus, weights));
    }
    ensure(!goals.may_have(&residues)?, "a goal may have the residues of the start").at(node.place())?;
    let moduli: Vec<String> = residues.iter().map(|(modulus, _)| modulus.to_string()).collect();
    Ok(format!("residue mod {}", moduli.join(" ")))
}
