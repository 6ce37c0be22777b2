//! What theory says of a position of shifting checkers.

use dashu_int::UBig;

use crate::shift::bounds::{Chain, inversions};
use crate::shift::closed::counts;
use crate::shift::closed::plans::RowPlay;
use crate::shift::closed::sections::Sections;
use crate::shift::closed::winnable::{is_reachable, why_lost};
use crate::shift::rules::{BLACK, Classes, Instance, Setup, Shift, WHITE, census, sides};
use saltus_core::fact::Fact;
use saltus_core::puzzle::Puzzle;

/// Fibonacci numbers are written out up to this index.
const MOST_WRITTEN: u32 = 10_000;

/// All of it.
pub(super) fn facts(instance: &Instance) -> Vec<Fact> {
    match &instance.setup {
        Setup::Classical { n, m, white_first } => explain_classical(instance, n, m, !white_first),
        Setup::Boards { start, goal } => explain_boards(instance, start, goal),
    }
}

fn explain_classical(instance: &Instance, n: &UBig, m: &UBig, black_first: bool) -> Vec<Fact> {
    let own_jumps = instance.classes == Classes::All;
    let mut facts = Vec::new();
    if let Some(walk) = instance.walk() {
        let because = "with one colour the vacancy walks from end to end";
        facts.push(Fact::new("length", walk.total()).unit("moves").because(because));
        facts.push(Fact::new("solutions", walk.ways()).unit("plays"));
        return facts;
    }
    let play = Sections::new(n.clone(), m.clone(), black_first);
    let total = play.total();
    facts.push(Fact::new("length", total.clone()).unit("moves").because("nm + n + m (Theorems 1 and 2)"));
    let forward_only = instance.classes == Classes::Forward;
    facts.push(Fact::new("lower-bound", total.clone()).unit("moves").because(
        if forward_only {
            "every forward move removes exactly one inversion or vacancy inversion, so every finished game has this length"
        } else {
            "backward moves and jumps over the own colour do not help: the potential `chain` falls by at most 1 in any of the twelve moves"
        },
    ));
    let least = n.min(m);
    let index = n.max(m) + UBig::from(2u8);
    let formula = format!("F({index}), a Fibonacci number ({})", instance.known_by());
    facts.push(if !least.is_one() {
        Fact::new("solutions", counts::solutions(n, m, own_jumps)).unit("plays").because(instance.known_by())
    } else if index <= UBig::from(MOST_WRITTEN) {
        Fact::new("solutions", counts::solutions(n, m, own_jumps)).unit("plays").because(formula)
    } else {
        Fact::new("solutions-formula", formula)
    });
    let shape = format!("each one slide and then at most {least} of the jumps, all in one direction (Lemmas 2-4)");
    facts.push(Fact::new("sections", play.count()).because(shape));
    // The numbers have about (n + m) / 2 bits; beyond this nobody reads them.
    if forward_only
        && n + m <= UBig::from(2_000u32)
        && let (Ok(small_n), Ok(small_m)) = (u64::try_from(n), u64::try_from(m))
    {
        facts.extend(explain_graph(small_n, small_m));
    }
    facts
}

/// What is known of the graph of forward play.
fn explain_graph(n: u64, m: u64) -> Vec<Fact> {
    let (positions, dead) = counts::reachable(n, m);
    let mut facts = vec![
        Fact::new("positions", positions).because("they can be reached by forward play"),
        Fact::new("dead-ends", dead),
        Fact::new("winning", counts::on_a_winning_line(n, m))
            .unit("positions")
            .because("from these the goal can be reached"),
    ];
    if n.min(m) >= 2 {
        let odds = UBig::from(2u8).pow(usize::try_from(n * m - 1).expect("small"));
        facts.push(
            Fact::new("random-play", format!("1/{odds}"))
                .because("the probability that uniformly random forward play wins"),
        );
    }
    facts
}

fn explain_boards(instance: &Instance, start: &[u8], goal: &[u8]) -> Vec<Fact> {
    let (n, m) = census(start);
    let classical_goal = *goal == sides(WHITE, m, BLACK, n);
    let mut facts = vec![Fact::new("pieces", n).of("black"), Fact::new("pieces", m).of("white")];
    if instance.classes != Classes::Forward {
        if classical_goal && n > 0 && m > 0 {
            let least = Chain::potential(start);
            facts.push(Fact::new("lower-bound", least).unit("moves").because("the potential `chain`"));
        }
        return facts;
    }
    if let Some(because) = instance.blocked() {
        facts.push(Fact::new("solvable", false).because(because));
        return facts;
    }
    if !classical_goal {
        facts.push(match inversions(start).checked_sub(inversions(goal)) {
            None => Fact::new("solvable", false).because("forward moves only lower the inversions"),
            Some(moves) => {
                let because = "if the goal can be reached: every forward move lowers the inversions by one";
                Fact::new("length", moves).unit("moves").because(because)
            }
        });
        return facts;
    }
    facts.extend(explain_position(start, n, m));
    facts
}

/// A position of the classical game under forward play.
fn explain_position(cells: &[u8], n: usize, m: usize) -> Vec<Fact> {
    let left = inversions(cells);
    let total = (n * m + n + m) as u64;
    let mut facts = Vec::new();
    let reachable = is_reachable(cells);
    facts.push(Fact::new("reachable", reachable).because(if reachable {
        "from the start of the classical game"
    } else {
        "forward play from the start of the classical game never comes here"
    }));
    if reachable {
        let because = format!("of the {total} of the game: every way here from its start has so many");
        facts.push(Fact::new("step", total - left).unit("moves").because(because));
    }
    if let Some(why) = why_lost(cells) {
        facts.push(Fact::new("inversions", left));
        facts.push(Fact::new("solvable", false).because(why));
        return facts;
    }
    facts.push(Fact::new("solvable", true));
    facts.push(Fact::new("length", left).unit("moves"));
    if let Some(first) = classical_line(cells, n, m, total - left) {
        facts.push(Fact::new("line", "classical").because(format!("{first} moves first in it")));
    }
    facts.extend(explain_moves(cells));
    facts
}

/// The classical play that comes by.
fn classical_line(cells: &[u8], n: usize, m: usize, step: u64) -> Option<&'static str> {
    let passes = |black_first: bool| {
        let play = Sections::new(n as u64, m as u64, black_first);
        play.board(&step).cells(cells.len()).is_some_and(|board| board == cells)
    };
    match (passes(true), passes(false)) {
        (true, true) => Some("either colour"),
        (true, false) => Some("black"),
        (false, true) => Some("white"),
        (false, false) => None,
    }
}

/// Which moves win and which lose.
fn explain_moves(cells: &[u8]) -> Vec<Fact> {
    let puzzle = Shift::new(cells, cells, Classes::Forward);
    let mut moves = Vec::new();
    puzzle.moves(&puzzle.start(), &mut moves);
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for hop in moves {
        let mut next = puzzle.start();
        puzzle.play(&mut next, &hop);
        let name = format!("{}-{}", hop.from + 1, hop.to + 1);
        match why_lost(next.cells()) {
            None => good.push(name),
            Some(why) => bad.push(Fact::new("losing-move", name).because(why)),
        }
    }
    let because = if good.len() == 1 { "it is forced" } else { "" };
    let winning = (!good.is_empty()).then(|| Fact::new("winning-moves", good).because(because));
    winning.into_iter().chain(bad).collect()
}
