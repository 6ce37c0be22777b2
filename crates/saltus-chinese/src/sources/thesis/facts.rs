//! What the thesis's notions are of one position, in words.

use std::fmt::Display;

use dashu_int::UBig;

use super::criteria::Criterion;
use super::heuristics::MoveValues;
use super::measures::{Measure, critical_move};
use super::types::Census;
use super::{CoordinateAxes, Thesis};
use crate::rules::{Move, Place, Player, State};
use saltus_core::fact::{Fact, Value};
use saltus_core::puzzle::Puzzle;

/// The most moves whose values are printed.
const MOST_MOVES: usize = 5;

/// What the notions are, for the start of a game: armies, heads and tails, distances, the bounds,
/// the critical move for an upper bound, types, ladders, centroids, projection, the moves of
/// greatest value for the player to move, how many arrangements there are, and which criteria of
/// section 3 each move meets.
///
/// Without an upper bound the thesis's 58 turns are taken for three players with ten men; for
/// others the critical move is printed as a formula.
pub fn facts(thesis: &Thesis, upper: Option<u32>) -> Vec<Fact> {
    let state = thesis.puzzle().start();
    let mut facts = vec![Fact::new("coordinates", coordinates(thesis.axes))];
    for player in players(thesis) {
        let army = thesis.army(&state, player);
        let ends = [("head", thesis.head(&army)), ("tail", thesis.tail(&army))];
        let ends = ends.into_iter().filter_map(|(topic, place)| Some(Fact::new(topic, name(thesis, place?))));
        facts.extend(ends.map(|fact| fact.of(player.name())));
    }
    facts.extend(distances(thesis, &state));
    facts.push(bounds(thesis, &state));
    facts.push(critical(thesis, upper));
    facts.extend(types(thesis, &state));
    facts.push(Fact::new("ladders", ladders(thesis, &state)));
    facts.extend(centroids(thesis, &state));
    facts.extend(projection(thesis, &state));
    facts.extend(values(thesis, &state));
    facts.push(arrangements(thesis, &state));
    facts.extend(criteria(thesis, &state));
    facts
}

fn players(thesis: &Thesis) -> impl Iterator<Item = Player> + Clone {
    Player::ALL.into_iter().take(thesis.players())
}

fn coordinates(axes: CoordinateAxes) -> &'static str {
    match axes {
        CoordinateAxes::Triangle => "i = x and j = y, red from (1, 1) along i",
        CoordinateAxes::Swapped => "i = y and j = x, red from (1, 1) along i",
        CoordinateAxes::Middle { .. } => "i = the row, j = 1 + |x - y|, red along i",
        CoordinateAxes::Distance => "i = the distance to the goal with a minus sign, j = 1",
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

fn distances(thesis: &Thesis, state: &State) -> Vec<Fact> {
    let goal = |measure: Measure| {
        let head = thesis.head(&thesis.army(state, Player::WINNER))?;
        thesis.goal.iter().map(|&goal| measure.between(head, goal)).min()
    };
    let steps = goal(Measure::Steps).unwrap_or(0);
    let printed = goal(Measure::Printed).unwrap_or(0);
    let far = |of: String, steps: u32| Fact::new("distance", steps).of(of).unit("steps");
    let mut facts = vec![far("red to the goal".into(), steps).because(format!("of its head; {printed} by (1)"))];
    for other in players(thesis).skip(1) {
        let apart = thesis.armies_apart(state, Player::WINNER, other).unwrap_or(0);
        let heads = thesis.heads_apart(state, Player::WINNER, other).unwrap_or(0);
        let because = format!("until men are adjacent; of the heads {heads} by (1)");
        facts.push(far(format!("red to {}", other.name()), apart).because(because));
    }
    facts
}

fn bounds(thesis: &Thesis, state: &State) -> Fact {
    let [holds, printed, meant] = [thesis.lower_bound(state), thesis.printed_bound(state), thesis.meant_bound(state)];
    let because = format!("(2) says {printed} as printed and {meant} as its proof means it, and is no bound");
    Fact::new("lower-bound", holds).unit("turns").because(because)
}

fn critical(thesis: &Thesis, upper: Option<u32>) -> Fact {
    let (players, men) = (thesis.players() as u32, thesis.men as u32);
    let upper = upper.or((players == 3 && men == 10).then_some(58));
    let behind = players * men.saturating_sub(1);
    match upper.map(|upper| (upper, critical_move(upper, players, men))) {
        None => {
            let because = "by then a red man is in the goal, in a game of U_B turns";
            Fact::new("critical-move-formula", format!("U_B - {behind}")).because(because)
        }
        Some((upper, Some(turn))) => {
            let because = format!("{upper} - {behind}: by then a red man is in the goal, in a game of {upper} turns");
            Fact::new("critical-move", turn).because(because)
        }
        Some((upper, None)) => {
            Fact::new("critical-move-formula", "none").because(format!("{upper} turns are fewer than {behind}"))
        }
    }
}

fn types(thesis: &Thesis, state: &State) -> impl Iterator<Item = Fact> {
    let of = |name: &str, census: Census| {
        let census: Value = census.0.into_iter().collect();
        Fact::new("types", census).of(name).because("of types 1 to 4")
    };
    let armies: Vec<Fact> = players(thesis).map(|player| of(player.name(), thesis.census(state, player))).collect();
    armies.into_iter().chain([of("the goal", Census::of(&thesis.goal))])
}

fn ladders(thesis: &Thesis, state: &State) -> Vec<String> {
    let text = |ladder: &super::types::Ladder| {
        let rungs = ladder.rungs.iter().filter_map(|&rung| thesis.cell_at(rung));
        let rungs: Vec<String> = rungs.map(|cell| thesis.puzzle().name(cell)).collect();
        format!("{} of {}", ladder.kind(), rungs.join(" "))
    };
    thesis.ladders(state).iter().map(text).collect()
}

fn centroids(thesis: &Thesis, state: &State) -> impl Iterator<Item = Fact> {
    let at = |of: &str, centroid: String| Fact::new("centroid", centroid).of(of);
    let of = |player: Player| Some(at(player.name(), thesis.centroid(state, player)?.to_string()));
    let ideal = thesis.ideal_centroid().map(|ideal| at("the ideal", ideal.to_string()));
    players(thesis).filter_map(of).chain(ideal).collect::<Vec<_>>().into_iter()
}

fn projection(thesis: &Thesis, state: &State) -> Option<Fact> {
    let projection = thesis.projection(state)?;
    let share = projection.share()?;
    let length = projection.length()?;
    let angle = match projection.signed_square_of_cosine() {
        None => "red is where it began".to_owned(),
        Some(cosine) => format!("the cosine's square is {cosine}"),
    };
    let because = format!("P, {share} of the ideal way; {angle}");
    Some(Fact::new("projection", Value::Decimal(format!("{length:.3}"))).because(because))
}

fn values(thesis: &Thesis, state: &State) -> Option<Fact> {
    let ranked = thesis.ranked(state, MoveValues::Section4(Measure::Printed));
    let text = |(mv, value): &(Move, i32)| format!("{} {value}", move_name(thesis, mv));
    let best: Vec<String> = ranked.iter().take(MOST_MOVES).map(text).collect();
    let mover = thesis.puzzle().mover(state).name();
    let because = format!("the best by section 4, of {} moves", ranked.len());
    (!best.is_empty()).then(|| Fact::new("move-values", best).of(mover).because(because))
}

/// How many arrangements of all men there are on the board, men of one army being equal: cells! / (men! .. empty!).
fn arrangements(thesis: &Thesis, state: &State) -> Fact {
    let cells = state.cells().len() as u64;
    let armies: Vec<u64> = players(thesis).map(|player| state.army(player).len() as u64).collect();
    // Choose the cells of one army after the other; each product of successive numbers is divisible.
    let choose = |from: u64, men: u64| (1..=men).fold(UBig::ONE, |ways, man| ways * (from - men + man) / man);
    let mut free = cells;
    let ways = armies.iter().fold(UBig::ONE, |ways, &men| {
        free -= men;
        ways * choose(free + men, men)
    });
    let digits = ways.to_string().len();
    let because = format!("a number of {digits} digits, with {cells} cells and armies of {}", list(&armies));
    Fact::new("arrangements", ways).because(because)
}

/// Which criteria are for the player to move, and its moves by those that they meet, most first.
fn criteria(thesis: &Thesis, state: &State) -> Vec<Fact> {
    let number = |criterion: Criterion| (criterion as usize + 1).to_string();
    let mover = thesis.puzzle().mover(state);
    let asked = Criterion::ALL.into_iter().filter(|criterion| criterion.is_for(mover));
    let asked: Vec<String> = asked.map(|criterion| format!("{}: {}", number(criterion), criterion.text())).collect();
    let mut groups: Vec<(Vec<Criterion>, Vec<String>)> = Vec::new();
    for (mv, met) in thesis.criteria(state) {
        let name = move_name(thesis, &mv);
        match groups.iter_mut().find(|(other, _)| *other == met) {
            Some((_, names)) => names.push(name),
            None => groups.push((met, vec![name])),
        }
    }
    groups.sort_by_key(|(met, _)| (std::cmp::Reverse(met.len()), met.clone()));
    let met = groups.into_iter().map(|(met, names)| {
        let met = met.into_iter().map(number).collect::<Vec<_>>().join("+");
        Fact::new("moves-meeting", names).of(if met.is_empty() {
            "no criterion".into()
        } else {
            format!("criterion {met}")
        })
    });
    [Fact::new("criteria", asked)].into_iter().chain(met).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::thesis;
    use super::*;

    fn fact(line: &str, upper: Option<u32>, subject: &str) -> String {
        let facts = facts(&thesis(line), upper);
        facts.into_iter().find(|fact| fact.subject() == subject).expect("it is told").to_string()
    }

    #[test]
    fn the_thesis_in_words() {
        let line = "chinese triangle:13 players=3";
        let told = |subject| fact(line, None, subject);
        assert_eq!(told("head of red"), "d1 (4, 1)");
        assert_eq!(told("tail of red"), "d4 (1, 4)");
        let critical = "31: 58 - 27: by then a red man is in the goal, in a game of 58 turns";
        assert_eq!(told("critical-move"), critical);
        assert!(told("types of the goal").starts_with("3, 1, 3, 3"));
        assert_eq!(told("centroid of red"), "(2, 2)");
        assert_eq!(told("centroid of the ideal"), "(9, 0)");
        assert!(told("move-values of red").ends_with("of 14 moves"));
        assert!(told("lower-bound").starts_with("28 turns: (2) says 36 as printed and 33"));
        assert_eq!(fact(line, Some(20), "critical-move-formula"), "none: 20 turns are fewer than 27");
    }

    /// 91! / (10!^3 61!) and 78! / (10!^3 48!); the thesis says 10^101.
    #[test]
    fn arrangements_are_counted() {
        let told = |line: &str| fact(&format!("chinese {line} players=3"), None, "arrangements");
        let known =
            "5574210939810443706057775853931130560: a number of 37 digits, with 91 cells and armies of 10, 10, 10";
        assert_eq!(told("triangle:13"), known);
        assert!(told("triangle:12").starts_with("19090300184035505090723195964025200: a number of 35 digits, with 78"));
        // One man of each of two players on six cells.
        assert!(
            fact("chinese triangle:3 men=1 players=2", None, "arrangements").starts_with("30: a number of 2 digits")
        );
    }

    #[test]
    fn moves_come_by_their_criteria() {
        let met =
            |criterion: &str| fact("chinese triangle:13 players=3", None, &format!("moves-meeting of {criterion}"));
        assert_eq!(met("criterion 1+4+5"), "c1-e1");
        assert_eq!(met("criterion 1+5"), "c2-e2, c3-e3");
        assert_eq!(met("criterion 1"), "c1-e3, c2-e4, c3-e5");
        assert_eq!(met("criterion 3"), "d4-e4, d4-e5");
        assert_eq!(met("no criterion"), "d1-e1, d1-e2, d2-e2, d2-e3, d3-e3, d3-e4");
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
            assert!(facts.len() >= 9 && facts.iter().all(|fact| !fact.topic.is_empty()), "{line}");
        }
    }
}
