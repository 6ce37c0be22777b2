//! Results of docs/results.md and docs/classics.md that hold a play, for positions that no search settles while somebody waits.
//!
//! They are data, a line each: the puzzle; a lower bound; the moves of the play; `proved` where the bound is as much and has that label, else
//! `searched`; the source; the play. What is known of a position is known of all positions on its play: after k moves
//! the rest is k shorter, and no play from there can have fewer moves than the bound less k.

use std::sync::{LazyLock, OnceLock};

use dashu_int::UBig;
use saltus::answers::Answers;
use saltus::registry::Registry;
use serde::Serialize;

use crate::bounds::Bounds;
use crate::facts::Nothing;
use crate::puzzle::parse;
use crate::reply::{Fault, Reply};

static RESULTS: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let lines = include_str!("../data/known.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(Known::read).collect()
});

/// A result.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Known {
    pub(crate) line: &'static str,
    pub(crate) length: usize,
    pub(crate) lower: usize,
    pub(crate) proved: bool,
    pub(crate) source: &'static str,
    #[serde(skip)]
    pub(crate) moves: Vec<&'static str>,
    #[serde(skip)]
    cells: OnceLock<UBig>,
    /// The lines of the positions before each move.
    #[serde(skip)]
    positions: OnceLock<Vec<String>>,
}

impl Known {
    fn read(line: &'static str) -> Self {
        // A definition has no bar in its line.
        let mut parts = line.split(" | ");
        let mut part = || parts.next().expect("six parts");
        let (line, lower, length, label, source) = (part(), part(), part(), part(), part());
        let moves = part().split(' ').collect();
        let number = |text: &str| text.parse().expect("a number");
        let (lower, length) = (number(lower), number(length));
        let (cells, positions) = (OnceLock::new(), OnceLock::new());
        Known { line, length, lower, proved: label == "proved", source, moves, cells, positions }
    }

    fn cells(&self, families: &Registry) -> &UBig {
        self.cells.get_or_init(|| parse(families, self.line).map_or(UBig::ZERO, |instance| instance.size()))
    }

    fn positions(&self, families: &Registry) -> &[String] {
        self.positions.get_or_init(|| {
            let mut positions = Vec::new();
            let mut next = Some(self.line.to_owned());
            for mv in &self.moves {
                let Some(Ok(instance)) = next.map(|line| parse(families, &line)) else { break };
                positions.push(instance.to_string());
                next = instance.play(&mut std::iter::once(*mv)).ok().map(|play| play.line);
            }
            positions
        })
    }
}

/// A recorded result for exactly this position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Here {
    length: usize,
    lower: usize,
    proved: bool,
    source: &'static str,
    pub(crate) moves: &'static [&'static str],
}

impl Here {
    fn of(known: &'static Known, made: usize) -> Self {
        let Known { length, lower, proved, source, ref moves, .. } = *known;
        Here { length: length - made, lower: lower.saturating_sub(made), proved, source, moves: &moves[made..] }
    }

    pub(crate) fn bounds(&self) -> Bounds {
        Bounds { lower: Some(self.lower.into()), upper: Some((self.length.into(), self.length.into())) }
    }
}

/// What is recorded of a position.
pub(crate) fn at(families: &Registry, instance: &dyn Answers) -> Option<Here> {
    let (line, cells) = (instance.to_string(), instance.size());
    let family = line.split(' ').next();
    let is_alike = |known: &&Known| known.line.split(' ').next() == family && *known.cells(families) == cells;
    let on_its_play = |known: &'static Known| {
        let made = known.positions(families).iter().position(|position| *position == line)?;
        Some(Here::of(known, made))
    };
    RESULTS.iter().filter(is_alike).filter_map(on_its_play).min_by_key(|here| (here.length, usize::MAX - here.lower))
}

pub(crate) fn known(_: &Nothing) -> Result<Reply, Fault> {
    Ok(Reply::json(&*RESULTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every play reaches the goal in its length, and its line is the canonical one.
    #[test]
    fn results_are_plays() {
        let families = saltus::registry();
        for known in RESULTS.iter() {
            let instance = families.parse(known.line).unwrap();
            assert_eq!(instance.to_string(), known.line);
            let replayed = instance.replay(&mut known.moves.iter().copied()).unwrap().unwrap();
            assert_eq!((replayed.moves, known.moves.len()), (known.length as u64, known.length), "{}", known.line);
            // The number is that of moves.
            assert_eq!((replayed.left, replayed.paid), (None, None), "{}", known.line);
            assert!(known.lower <= known.length && (!known.proved || known.lower == known.length), "{}", known.line);
            assert_eq!(known.positions(&families).len(), known.length, "{}", known.line);
        }
    }

    /// The games in the documents are the ones here.
    #[test]
    fn games_of_the_documents_are_recorded() {
        let games =
            include_str!("../../../docs/games/chinese.jsonl").lines().map(|game| serde_json::from_str(game).unwrap());
        let games: Vec<serde_json::Value> = games.collect();
        assert!(games.len() > 40);
        for game in games {
            let known = RESULTS.iter().find(|known| known.line == game["puzzle"]).expect("a result of this line");
            assert_eq!(game["moves"], serde_json::json!(known.moves), "{}", known.line);
        }
    }

    #[test]
    fn results_hold_along_their_plays() {
        let families = saltus::registry();
        let known =
            RESULTS.iter().find(|known| known.line == "chinese triangle:13 men=10 players=3 order=RBY").unwrap();
        assert_eq!((known.length, known.proved), (40, true));
        let later = &known.positions(&families)[3];
        let here = at(&families, &*families.parse(later).unwrap()).unwrap();
        assert_eq!((here.length, here.lower, here.moves.len()), (37, 37, 37));
        assert!(at(&families, &*families.parse("chinese triangle:13 players=3 order=RBY men=1").unwrap()).is_none());
    }
}
