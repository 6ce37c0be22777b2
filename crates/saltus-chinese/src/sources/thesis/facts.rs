//! What the thesis's notions are of one position, in words.

use std::fmt::Display;

use dashu_int::UBig;

use super::criteria::Criterion;
use super::heuristics::Values;
use super::measures::{Measure, critical_move};
use super::{Frame, Thesis};
use crate::rules::{Move, Place, Player, State};
use saltus_core::puzzle::Puzzle;

/// The most moves whose values are printed.
const MOST_MOVES: usize = 5;

/// Topics and what is so, for the start of a game: armies, heads and tails, distances, the bounds,
/// the critical move for an upper bound, types, ladders, centroids, projection, the moves of
/// greatest value for the player to move, how many arrangements there are, and which criteria of
/// section 3 each move meets.
///
/// Without an upper bound the thesis's 58 turns are taken for three players with ten men; for
/// others the critical move is printed as a formula.
pub fn facts(thesis: &Thesis, upper: Option<u32>) -> Vec<(String, String)> {
    let state = thesis.puzzle().start();
    let mut facts = Vec::new();
    let mut add = |topic: &str, text: String| facts.push((topic.to_owned(), text));
    add("coordinates", coordinates(thesis.frame()).to_owned());
    for player in players(thesis) {
        let army = thesis.army(&state, player);
        add(&format!("army-{}", player.name()), army_text(thesis, &army));
    }
    add("distances", distances(thesis, &state));
    add("lower-bound", bounds(thesis, &state));
    add("critical-move", critical(thesis, upper));
    add("types", types(thesis, &state));
    add("ladders", ladders(thesis, &state));
    add("centroids", centroids(thesis, &state));
    if let Some(text) = projection(thesis, &state) {
        add("projection", text);
    }
    add("values", values(thesis, &state));
    add("arrangements", arrangements(thesis, &state));
    criteria(thesis, &state, &mut add);
    facts
}

fn players(thesis: &Thesis) -> impl Iterator<Item = Player> + Clone {
    Player::ALL.into_iter().take(thesis.players())
}

fn coordinates(frame: Frame) -> &'static str {
    match frame {
        Frame::Triangle => "i = x and j = y, red from (1, 1) along i",
        Frame::Swapped => "i = y and j = x, red from (1, 1) along i",
        Frame::Middle { .. } => "i = the row, j = 1 + |x - y|, red along i",
        Frame::Distance => "i = the distance to the goal with a minus sign, j = 1",
    }
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// A cell's name and coordinates.
fn name(thesis: &Thesis, place: Place) -> String {
    let (x, y) = place;
    thesis.cell_at(place).map_or_else(String::new, |cell| format!("{} ({x}, {y})", thesis.puzzle().name(cell)))
}

fn move_name(thesis: &Thesis, mv: &Move) -> String {
    format!("{}-{}", thesis.puzzle().name(mv.from()), thesis.puzzle().name(mv.to()))
}

fn army_text(thesis: &Thesis, army: &[Place]) -> String {
    let name = |place| name(thesis, place);
    let men = format!("{} men", army.len());
    match (thesis.head(army), thesis.tail(army)) {
        (Some(head), Some(tail)) => format!("{men}, head {}, tail {}", name(head), name(tail)),
        _ => men,
    }
}

fn distances(thesis: &Thesis, state: &State) -> String {
    let goal = |measure: Measure| {
        let head = thesis.head(&thesis.army(state, Player::WINNER))?;
        thesis.goal().iter().map(|&goal| measure.between(head, goal)).min()
    };
    let steps = goal(Measure::Steps).unwrap_or(0);
    let printed = goal(Measure::Printed).unwrap_or(0);
    let mut parts = vec![format!("red's head to the goal {steps} steps, {printed} by (1)")];
    for other in players(thesis).skip(1) {
        let apart = thesis.armies_apart(state, Player::WINNER, other).unwrap_or(0);
        let heads = thesis.heads_apart(state, Player::WINNER, other).unwrap_or(0);
        parts.push(format!("red to {} {apart} steps until men are adjacent, heads {heads} by (1)", other.name()));
    }
    parts.join("; ")
}

fn bounds(thesis: &Thesis, state: &State) -> String {
    let [holds, printed, meant] = [thesis.lower_bound(state), thesis.printed_bound(state), thesis.meant_bound(state)];
    format!("{holds} turns at least; (2) says {printed} as printed and {meant} as its proof means it, and is no bound")
}

fn critical(thesis: &Thesis, upper: Option<u32>) -> String {
    let (players, men) = (thesis.players() as u32, thesis.men() as u32);
    let upper = upper.or((players == 3 && men == 10).then_some(58));
    let behind = players * men.saturating_sub(1);
    match upper.map(|upper| (upper, critical_move(upper, players, men))) {
        None => format!("U_B - {behind}: by then a red man is in the goal, in a game of U_B turns"),
        Some((upper, Some(turn))) => {
            format!("{upper} - {behind} = {turn}: by then a red man is in the goal, in a game of {upper} turns")
        }
        Some((upper, None)) => format!("none: {upper} turns are fewer than {behind}"),
    }
}

fn types(thesis: &Thesis, state: &State) -> String {
    let of = |player: Player| format!("{} {}", player.name(), thesis.census(state, player));
    let armies = players(thesis).map(of).collect::<Vec<_>>().join("; ");
    let (own, goal) = (thesis.census(state, Player::WINNER), super::types::Census::of(thesis.goal()));
    let steps = own.steps_to(goal);
    let forced = match steps {
        0 => "red may do with jumps alone".to_owned(),
        1 => "one of red's moves must be a step".to_owned(),
        steps => format!("{steps} of red's moves must be steps"),
    };
    format!("men of types 1 to 4: {armies}; goal {goal}; {forced}")
}

fn ladders(thesis: &Thesis, state: &State) -> String {
    let ladders = thesis.ladders(state);
    let text = |ladder: &super::types::Ladder| {
        let rungs = ladder.rungs.iter().filter_map(|&rung| thesis.cell_at(rung));
        let rungs: Vec<String> = rungs.map(|cell| thesis.puzzle().name(cell)).collect();
        format!("{} of {}", ladder.kind(), rungs.join(" "))
    };
    if ladders.is_empty() { "none".to_owned() } else { list(ladders.iter().map(text)) }
}

fn centroids(thesis: &Thesis, state: &State) -> String {
    let of = |player: Player| Some(format!("{} {}", player.name(), thesis.centroid(state, player)?));
    let ideal = thesis.ideal_centroid().map(|ideal| format!("ideal {ideal}"));
    list(players(thesis).filter_map(of).chain(ideal))
}

fn projection(thesis: &Thesis, state: &State) -> Option<String> {
    let projection = thesis.projection(state)?;
    let share = projection.share()?;
    let length = projection.length()?;
    let angle = match projection.signed_square_of_cosine() {
        None => "red is where it began".to_owned(),
        Some(cosine) => format!("the cosine's square is {cosine}"),
    };
    Some(format!("P = {length:.3}, {share} of the ideal way; {angle}"))
}

fn values(thesis: &Thesis, state: &State) -> String {
    let ranked = thesis.ranked(state, Values::Section4(Measure::Printed));
    if ranked.is_empty() {
        return "there is no move".to_owned();
    }
    let text = |(mv, value): &(Move, i32)| format!("{} {value}", move_name(thesis, mv));
    let best = list(ranked.iter().take(MOST_MOVES).map(text));
    format!("{}: {best}, of {} moves", thesis.puzzle().mover(state).name(), ranked.len())
}

/// How many arrangements of all men there are on the board, men of one army being equal: cells! / (men! .. empty!).
fn arrangements(thesis: &Thesis, state: &State) -> String {
    let cells = state.cells().len() as u64;
    let armies: Vec<u64> = players(thesis).map(|player| state.army(player).len() as u64).collect();
    // Choose the cells of one army after the other; each product of successive numbers is divisible.
    let choose = |from: u64, men: u64| (1..=men).fold(UBig::ONE, |ways, man| ways * (from - men + man) / man);
    let mut free = cells;
    let ways = armies.iter().fold(UBig::ONE, |ways, &men| {
        free -= men;
        ways * choose(free + men, men)
    });
    let digits = ways.to_string();
    format!("{digits} (of {} digits) with {cells} cells and armies of {}", digits.len(), list(&armies))
}

/// Which criteria are for the player to move, and its moves by those that they meet, most first.
fn criteria(thesis: &Thesis, state: &State, add: &mut impl FnMut(&str, String)) {
    let number = |criterion: Criterion| (criterion as usize + 1).to_string();
    let mover = thesis.puzzle().mover(state);
    let asked = Criterion::ALL.into_iter().filter(|criterion| criterion.is_for(mover));
    add("criteria", list(asked.map(|criterion| format!("{}: {}", number(criterion), criterion.text()))));
    let mut groups: Vec<(Vec<Criterion>, Vec<String>)> = Vec::new();
    for (mv, met) in thesis.criteria(state) {
        let name = move_name(thesis, &mv);
        match groups.iter_mut().find(|(other, _)| *other == met) {
            Some((_, names)) => names.push(name),
            None => groups.push((met, vec![name])),
        }
    }
    groups.sort_by_key(|(met, _)| (std::cmp::Reverse(met.len()), met.clone()));
    let text = |(met, names): (Vec<Criterion>, Vec<String>)| {
        let met = met.into_iter().map(number).collect::<Vec<_>>().join("+");
        format!("{} {}", if met.is_empty() { "none" } else { &met }, names.join(" "))
    };
    let groups: Vec<String> = groups.into_iter().map(text).collect();
    add("criteria-met", if groups.is_empty() { "there is no move".to_owned() } else { groups.join("; ") });
}

#[cfg(test)]
mod tests {
    use super::super::tests::thesis;
    use super::*;

    fn fact(line: &str, upper: Option<u32>, topic: &str) -> String {
        let facts = facts(&thesis(line), upper);
        facts.into_iter().find(|(key, _)| key == topic).expect("it is told").1
    }

    #[test]
    fn the_thesis_in_words() {
        let line = "chinese triangle:13 players=3";
        let told = |topic| fact(line, None, topic);
        assert_eq!(told("army-red"), "10 men, head d1 (4, 1), tail d4 (1, 4)");
        assert_eq!(told("critical-move"), "58 - 27 = 31: by then a red man is in the goal, in a game of 58 turns");
        assert!(told("types").ends_with("goal 3, 1, 3, 3; 2 of red's moves must be steps"));
        assert_eq!(told("centroids"), "red (2, 2), blue (11, 2), yellow (2, 11), ideal (9, 0)");
        assert!(told("values").ends_with("of 14 moves"));
        assert!(told("lower-bound").starts_with("28 turns at least; (2) says 36 as printed and 33"));
        assert_eq!(fact(line, Some(20), "critical-move"), "none: 20 turns are fewer than 27");
    }

    /// 91! / (10!^3 61!) and 78! / (10!^3 48!); the thesis says 10^101.
    #[test]
    fn arrangements_are_counted() {
        let told = |line: &str| fact(&format!("chinese {line} players=3"), None, "arrangements");
        let known = "5574210939810443706057775853931130560 (of 37 digits) with 91 cells and armies of 10, 10, 10";
        assert_eq!(told("triangle:13"), known);
        assert!(told("triangle:12").starts_with("19090300184035505090723195964025200 (of 35 digits) with 78 cells"));
        // One man of each of two players on six cells.
        assert!(fact("chinese triangle:3 men=1 players=2", None, "arrangements").starts_with("30 (of 2 digits)"));
    }

    #[test]
    fn moves_come_by_their_criteria() {
        let told = fact("chinese triangle:13 players=3", None, "criteria-met");
        let known = "1+4+5 c1-e1; 1+5 c2-e2 c3-e3; 1 c1-e3 c2-e4 c3-e5; 3 d4-e4 d4-e5; none d1-e1 d1-e2 d2-e2 d2-e3 d3-e3 d3-e4";
        assert_eq!(told, known);
        let told = fact("chinese triangle:13 players=3 order=BYR", None, "criteria");
        assert_eq!(told, "2: others move next to a red man");
    }

    #[test]
    fn every_board_has_its_facts() {
        let lines = [
            "star players=6",
            "rhombus players=2",
            "triangle:12",
            "cells:0,0R*;1,0B;2,0 players=2",
            "star goal=3 men=1",
        ];
        for line in lines {
            let facts = facts(&thesis(&format!("chinese {line}")), None);
            assert!(
                facts.len() >= 9 && facts.iter().all(|(topic, text)| !topic.is_empty() && !text.is_empty()),
                "{line}"
            );
        }
    }
}
