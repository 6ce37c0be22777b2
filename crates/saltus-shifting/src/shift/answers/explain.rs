//! What theory says of a position of shifting checkers.

use dashu_int::UBig;

use crate::shift::bounds::{Chain, inversions};
use crate::shift::closed::counts;
use crate::shift::closed::plans::RowPlay;
use crate::shift::closed::sections::Sections;
use crate::shift::closed::winnable::{is_reachable, why_lost};
use crate::shift::rules::{BLACK, Classes, Instance, Setup, Shift, WHITE, census, sides};
use saltus_core::answers::Fact;
use saltus_core::puzzle::Puzzle;

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
        facts.push(Fact::new(
            "length",
            format!("{} moves: with one colour the vacancy walks from end to end", walk.total()),
        ));
        facts.push(Fact::new("solutions", walk.ways().to_string()));
        return facts;
    }
    let play = Sections::new(n.clone(), m.clone(), black_first);
    let total = play.total();
    facts.push(Fact::new("length", format!("{total} = nm + n + m moves (Theorems 1 and 2)")));
    let forward_only = instance.classes == Classes::Forward;
    facts.push(Fact::new(
        "lower-bound",
        if forward_only {
            "every forward move removes exactly one inversion or vacancy inversion, so every finished game has this length"
        } else {
            "backward moves and jumps over the own colour do not help: the potential `chain` falls by at most 1 in any of the twelve moves"
        },
    ));
    let least = n.min(m);
    let solutions = if least.is_one() {
        format!("F({}), a Fibonacci number", n.max(m) + UBig::from(2u8))
    } else {
        counts::solutions(n, m, own_jumps).to_string()
    };
    facts.push(Fact::new("solutions", format!("{solutions} ({})", instance.known_by())));
    facts.push(Fact::new(
        "shape",
        format!(
            "{} sections, each one slide and then at most {least} of the jumps, all in one direction (Lemmas 2-4)",
            play.count()
        ),
    ));
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
    let (boards, dead) = counts::reachable(n, m);
    let mut facts = vec![
        Fact::new("reachable", format!("{boards} boards by forward play, {dead} of them dead ends")),
        Fact::new("winning", format!("{} of them can still win", counts::on_a_winning_line(n, m))),
    ];
    if n.min(m) >= 2 {
        let odds = UBig::from(2u8).pow(usize::try_from(n * m - 1).expect("small"));
        facts.push(Fact::new("random-play", format!("uniformly random forward play wins with probability 1/{odds}")));
    }
    facts
}

fn explain_boards(instance: &Instance, start: &[u8], goal: &[u8]) -> Vec<Fact> {
    let (n, m) = census(start);
    let classical_goal = *goal == sides(WHITE, m, BLACK, n);
    let mut facts = vec![Fact::new("checkers", format!("{n} black, {m} white"))];
    if instance.classes != Classes::Forward {
        if classical_goal && n > 0 && m > 0 {
            let least = Chain::potential(start);
            facts.push(Fact::new("lower-bound", format!("{least} moves (the potential `chain`)")));
        }
        return facts;
    }
    if let Some(because) = instance.blocked() {
        facts.push(Fact::new("winnable", format!("no: {because}")));
        return facts;
    }
    if !classical_goal {
        let moves = inversions(start).checked_sub(inversions(goal));
        let text = moves.map_or("no play: forward moves only lower the inversions".into(), |moves| {
            format!("{moves}, if the goal can be reached: every forward move lowers the inversions by one")
        });
        facts.push(Fact::new("length", text));
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
    facts.push(Fact::new(
        "step",
        if reachable {
            format!("{} of {total}: the board can be reached from the start, always by that many moves", total - left)
        } else {
            format!("none: forward play from the start never comes here; {left} inversions are left")
        },
    ));
    if let Some(why) = why_lost(cells) {
        facts.push(Fact::new("winnable", format!("no: {why}")));
        return facts;
    }
    facts.push(Fact::new("winnable", format!("yes, in {left} moves")));
    if let Some(first) = classical_line(cells, n, m, total - left) {
        facts.push(Fact::new("line", format!("on the classical play in which {first} moves first")));
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
            Some(why) => bad.push(format!("{name} ({why})")),
        }
    }
    let mut facts = Vec::new();
    if !good.is_empty() {
        let forced = if good.len() == 1 { " (forced)" } else { "" };
        facts.push(Fact::new("winning-moves", format!("{}{forced}", good.join(", "))));
    }
    if !bad.is_empty() {
        facts.push(Fact::new("losing-moves", bad.join("; ")));
    }
    facts
}
