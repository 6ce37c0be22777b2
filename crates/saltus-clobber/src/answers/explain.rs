//! What theory states about a configuration.

use std::sync::Arc;

use super::solvers;
use crate::bounds::{Component, Components, LowerBound};
use crate::closed::division::{Division, Segment};
use crate::closed::letters::Form;
use crate::closed::{fast, multipartite, trees};
use crate::evidence;
use crate::rules::{Clobber, Colour, Instance, Pawns, Turns};
use crate::sources::cuts::{self, Cut};
use crate::sources::letter_pairs;
use crate::sources::section4::{self, Strategy};
use crate::sources::words::Text;
use saltus_core::fact::Fact;
use saltus_core::limits::Limits;
use saltus_core::notation::Instance as _;
use saltus_core::puzzle::Puzzle;

/// Rows up to this long are shown symbol by symbol.
const MOST_SHOWN: usize = 500;

/// All facts that are found without a search.
pub(super) fn facts(instance: &Instance, limits: &Limits<'_>) -> Vec<Fact> {
    let pawns = instance.pawns();
    let mut facts = census(pawns);
    if let Some(form) = instance.free_form() {
        row(instance, pawns, form, limits, &mut facts);
        return facts;
    }
    if let Ok(puzzle) = instance.puzzle() {
        graph(&puzzle, limits, &mut facts);
    }
    if let Some((puzzle, parts)) = solvers::in_parts(instance) {
        let value = multipartite::solve(&parts, puzzle.start().cells()).value;
        facts.push(Fact::new("value", value).unit("pawns").because("the graph is complete multipartite: by a formula"));
    }
    facts
}

fn census(pawns: &Pawns) -> Vec<Fact> {
    let white: usize = pawns.white().iter().map(|word| word.count_ones() as usize).sum();
    let empty = pawns.cells() - pawns.count();
    let mut facts =
        vec![Fact::new("pieces", pawns.count() - white).of("black"), Fact::new("pieces", white).of("white")];
    if empty > 0 {
        facts.push(Fact::new("empty", empty).unit("cells"));
    }
    facts
}

/// A line or a cycle where any pawn may move at any time.
fn row(instance: &Instance, pawns: &Arc<Pawns>, form: Form, limits: &Limits<'_>, facts: &mut Vec<Fact>) {
    let value = fast::value(pawns, form, limits.threads);
    facts.push(Fact::new("value", value).unit("pawns").because("the fewest that any play leaves"));
    if pawns.cells() > MOST_SHOWN {
        return;
    }
    facts.push(Fact::new("segments", segments(pawns, form)));
    let Some(colours) = instance.colours().filter(|colours| !colours.is_empty()) else { return };
    if form.of(colours.len()) == Form::Cycle {
        cycle(&colours, facts);
    } else {
        let solution = letter_pairs::solve(&colours);
        facts.push(Fact::new("word", Text(&solution.word).to_string()));
        let by_graph = Fact::new("value", solution.value).of("letter pairs").unit("pawns");
        facts.push(by_graph.because("by the paper's graph (Theorem 11)"));
        if colours.iter().any(|colour| *colour != colours[0]) {
            let left = Strategy::on_cycle(&colours, 0).count();
            let by_strategy = Fact::new("upper-bound", left).of("section 4").unit("pawns");
            facts.push(by_strategy.because("by its strategy"));
        }
    }
}

/// The parts of an optimal division.
fn segments(pawns: &Arc<Pawns>, form: Form) -> Vec<String> {
    let division = Division::new(Arc::clone(pawns), form, 1);
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
    division.segments().map(show).collect()
}

fn cycle(colours: &[Colour], facts: &mut Vec<Fact>) {
    let n = colours.len();
    let Some(first) = cuts::first_pair(colours) else {
        facts.push(Fact::new("branching", 0u8).unit("moves").because("all pawns have one colour"));
        return;
    };
    let word = cuts::solve(colours).word;
    facts.push(Fact::new("word", Text(&word).to_string()).because("the last symbol is the seam's"));
    for cut in Cut::ALL {
        let left = cuts::best_at(colours, first, &[cut], letter_pairs::value).value;
        let because = format!("by Theorem 12 beside pawns {} and {}", first + 1, first + 2);
        facts.push(Fact::new("upper-bound", left).of(format!("cut {cut:?}")).unit("pawns").because(because));
    }
    if let Some((start, left)) = section4::best_cut(colours) {
        let because = format!("by its strategy, cut before pawn {}", start + 1);
        facts.push(Fact::new("upper-bound", left).of("section 4").unit("pawns").because(because));
    }
    let because = format!("floor({n}/3), for n = 3 and n >= 6");
    facts.push(Fact::new("maximum", n / 3).of(format!("{n} pawns of both colours")).unit("pawns").because(because));
}

/// Any graph.
fn graph(puzzle: &Clobber, limits: &Limits<'_>, facts: &mut Vec<Fact>) {
    let start = puzzle.start();
    let bound = LowerBound::of(puzzle.board(), start.cells(), limits);
    let (least, kind) = (bound.least, evidence::bound(bound).kind());
    let name = kind.trim_start_matches("bound ");
    facts.push(Fact::new("lower-bound", least).unit("pawns").because(format!("the bound `{name}`")));
    match Components::list(puzzle.board(), start.cells())[..] {
        [Component { pawns, clashing: Some(clashing), .. }] => {
            let rest = (pawns + clashing) % 3;
            let because = format!("{pawns} pawns and {clashing} clashing ones modulo 3, which no move changes");
            facts.push(Fact::new("invariant", rest).because(because));
        }
        [_] => facts.push(Fact::new("bipartite", false).because("so there is no invariant")),
        ref several => facts.push(Fact::new("components", several.len()).because("each is for itself")),
    }
    if puzzle.turns() == Turns::Free
        && let Some(value) = trees::value(puzzle.board(), start.cells())
    {
        facts.push(Fact::new("value", value).unit("pawns").because("in linear time (theorem \"trees\")"));
    }
}
