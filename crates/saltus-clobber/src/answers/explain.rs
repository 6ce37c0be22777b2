//! What theory states about a configuration.

use std::sync::Arc;

use super::solvers;
use crate::bounds::{Component, Components, Independent};
use crate::closed::division::{Division, Segment};
use crate::closed::letters::Ends;
use crate::closed::{fast, multipartite, trees};
use crate::rules::{Clobber, Colour, Instance, Pawns, Shape, Turns};
use crate::sources::cuts::{self, Cut};
use crate::sources::letter_pairs;
use crate::sources::section4::{self, Strategy};
use crate::sources::words::Text;
use saltus_core::answers::Fact;
use saltus_core::limits::Limits;
use saltus_core::notation::Instance as _;
use saltus_core::puzzle::Puzzle;

/// Rows up to this long are shown symbol by symbol.
const MOST_SHOWN: usize = 500;

/// All facts that are found without a search.
pub(super) fn facts(instance: &Instance, limits: &Limits<'_>) -> Vec<Fact> {
    let pawns = instance.pawns();
    let mut facts = vec![Fact::new("pawns", census(pawns))];
    if let Some(ends) = instance.ends() {
        row(instance, pawns, ends, limits, &mut facts);
        return facts;
    }
    if let Ok(puzzle) = instance.puzzle() {
        graph(&puzzle, &mut facts);
    }
    if let Some((puzzle, parts)) = solvers::in_parts(instance) {
        let value = multipartite::solve(&parts, puzzle.start().cells()).value;
        facts.push(Fact::new("complete-multipartite", format!("value {value}, by a formula")));
    }
    facts
}

fn census(pawns: &Pawns) -> String {
    let white: usize = pawns.white().iter().map(|word| word.count_ones() as usize).sum();
    let empty = pawns.cells() - pawns.count();
    let cells = if empty > 0 { format!(", {empty} of the cells empty") } else { String::new() };
    format!("{} black, {white} white{cells}", pawns.count() - white)
}

/// A line or a cycle where any pawn may move at any time.
fn row(instance: &Instance, pawns: &Arc<Pawns>, ends: Ends, limits: &Limits<'_>, facts: &mut Vec<Fact>) {
    let value = match ends {
        Ends::Open => fast::line_value(pawns, limits.threads),
        Ends::Joined => fast::cycle_value(pawns, limits.threads),
    };
    facts.push(Fact::new("value", format!("{value}: the fewest pawns that any play leaves")));
    if pawns.cells() > MOST_SHOWN {
        return;
    }
    facts.push(Fact::new("segments", segments(pawns, ends)));
    let Some(colours) = instance.colours().filter(|colours| !colours.is_empty()) else { return };
    if instance.shape == Shape::Cycle && colours.len() >= 3 {
        cycle(&colours, facts);
    } else {
        let solution = letter_pairs::solve(&colours);
        let word = if solution.word.is_empty() { "(empty)".to_owned() } else { Text(&solution.word).to_string() };
        facts.push(Fact::new("word", word));
        facts.push(Fact::new("letter-pairs", format!("{} by the paper's graph (Theorem 11)", solution.value)));
        if colours.iter().any(|colour| *colour != colours[0]) {
            let left = Strategy::on_line(&colours).count();
            facts.push(Fact::new("section-4", format!("{left} by the strategy of section 4")));
        }
    }
}

/// The parts of an optimal division.
fn segments(pawns: &Arc<Pawns>, ends: Ends) -> String {
    let division = Division::new(Arc::clone(pawns), ends);
    let cells = pawns.cells();
    let letter = |cell: usize| pawns.get(cell % cells).map_or('.', Colour::letter);
    let show = |segment: Segment| {
        let pawns: String = (0..segment.cells()).map(|i| letter(segment.first + i)).collect();
        match (segment.right, segment.left) {
            (0, 0) => pawns,
            (right, 0) => format!("{pawns} (first pawn right {right})"),
            (0, left) => format!("{pawns} (last pawn left {left})"),
            (right, left) => format!("{pawns} (first pawn right {right}, last pawn left {left})"),
        }
    };
    let parts: Vec<String> = division.segments().map(show).collect();
    parts.join(" | ")
}

fn cycle(colours: &[Colour], facts: &mut Vec<Fact>) {
    let n = colours.len();
    let Some(first) = cuts::first_pair(colours) else {
        facts.push(Fact::new("moves", "none: all pawns have one colour"));
        return;
    };
    let word = cuts::solve(colours).word;
    facts.push(Fact::new("word", format!("{} (the last symbol is the seam's)", Text(&word))));
    let each: Vec<String> = Cut::ALL
        .iter()
        .map(|cut| format!("{cut:?} {}", cuts::best_at(colours, first, &[*cut], letter_pairs::value).value))
        .collect();
    facts.push(Fact::new(
        "cuts",
        format!("{} by Theorem 12 beside pawns {} and {}", each.join(", "), first + 1, first + 2),
    ));
    if let Some((start, left)) = section4::best_cut(colours) {
        let text = format!("{left} by the strategy of section 4, cut before pawn {}", start + 1);
        facts.push(Fact::new("section-4", text));
    }
    facts.push(Fact::new(
        "n/3",
        format!("floor({n}/3) = {}: the worst of {n} pawns of both colours, for n = 3 and n >= 6", n / 3),
    ));
}

/// Any graph.
fn graph(puzzle: &Clobber, facts: &mut Vec<Fact>) {
    let start = puzzle.start();
    let bound = Independent::of(puzzle.board(), start.cells());
    let name = if bound.set.is_some() { "independent" } else { "components" };
    facts.push(Fact::new("lower-bound", format!("{} pawns stay in every play (the bound `{name}`)", bound.least)));
    match Components::list(puzzle.board(), start.cells())[..] {
        [Component { pawns, clashing: Some(clashing), .. }] => {
            let rest = (pawns + clashing) % 3;
            let text =
                format!("{pawns} pawns and {clashing} clashing ones, together {rest} modulo 3, which no move changes");
            facts.push(Fact::new("invariant", text));
        }
        [_] => facts.push(Fact::new("invariant", "none: the graph is not bipartite")),
        ref several => facts.push(Fact::new("components", format!("{}, each for itself", several.len()))),
    }
    if puzzle.turns() == Turns::Free
        && let Some(value) = trees::value(puzzle.board(), start.cells())
    {
        facts.push(Fact::new("tree", format!("value {value}, in linear time (theorem \"trees\")")));
    }
}
