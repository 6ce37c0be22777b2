//! What theory says of a position of shifting checkers.

use dashu_int::UBig;

use crate::shift::bounds::{Chain, inversion_pairs, inversions};
use crate::shift::closed::counts;
use crate::shift::closed::plans::RowPlay;
use crate::shift::closed::sections::Sections;
use crate::shift::closed::sorted::SortedLine;
use crate::shift::closed::winnable::{is_lost, why_lost};
use crate::shift::notation::usual_goal;
use crate::shift::rules::{Classes, Instance, Setup, Shift, TABLE_1, census, text};
use saltus_core::fact::{Fact, Value};
use saltus_core::notation::Instance as _;
use saltus_core::puzzle::Puzzle;

/// Fibonacci numbers are written out up to this index.
const MOST_WRITTEN: u32 = 10_000;

/// The rules with Table 1 of Zhu et al. (2015): what each class of moves adds to the inversion pairs and to the vacancy inversion pairs.
pub(super) fn rules(instance: &Instance) -> String {
    let row = |&(class, before, after): &(u8, &[u8], &[u8])| {
        let ((pairs, vacancy), (pairs_after, vacancy_after)) = (inversion_pairs(before), inversion_pairs(after));
        let added = |before: u64, after: u64| match after as i64 - before as i64 {
            0 => "0".to_owned(),
            added => format!("{added:+}"),
        };
        let (pairs, vacancy) = (added(pairs, pairs_after), added(vacancy, vacancy_after));
        let allowed = if class <= instance.classes.last() { "yes" } else { "no" };
        format!("{class:>5}  {:<3} -> {:<3}  {pairs:>15}  {vacancy:>13}  {allowed}\n", text(before), text(after))
    };
    let rows: String = TABLE_1.iter().map(row).collect();
    format!("{}\n\nclass  move        inversion pairs  vacancy pairs  allowed here\n{rows}", Instance::RULES)
}

/// All of it.
pub(super) fn facts(instance: &Instance) -> Vec<Fact> {
    match &instance.setup {
        Setup::Classical { n, m, gaps, white_first } => explain_classical(instance, [n, m, gaps], !white_first),
        Setup::Boards { start, goal } => explain_boards(instance, start, goal),
    }
}

fn explain_classical(instance: &Instance, [n, m, gaps]: [&UBig; 3], black_first: bool) -> Vec<Fact> {
    if let Some(walk) = instance.walk() {
        let because = "with one colour the vacancy walks from end to end";
        let length = Fact::new("length", walk.total()).unit("moves").because(because);
        return vec![length, Fact::new("solutions", walk.ways()).unit("plays")];
    }
    let (pairs, vacancy_pairs) = (n * m, gaps * (n + m));
    let bound = |moves: UBig, because| Fact::new("lower-bound", moves).unit("moves").because(because);
    if instance.own_jumps().is_some() {
        let least = &pairs + ((&vacancy_pairs + UBig::ONE) >> 1);
        return vec![bound(least, "nm + k(n+m)/2, rounded up: a move carries a checker two cells at most")];
    }
    let total = &pairs + &vacancy_pairs;
    let (formula, why) = match (gaps.is_one(), instance.classes) {
        (true, Classes::Forward) => (
            "nm + n + m (Theorems 1 and 2)",
            "every forward move removes exactly one inversion or vacancy inversion, so every finished game has this length",
        ),
        (true, _) => (
            "nm + n + m (Theorems 1 and 2)",
            "backward moves and jumps over the own colour do not help: the potential `chain` falls by at most 1 in any of the twelve moves",
        ),
        (false, _) => (
            "nm + k(n+m): gather, swap the sides, spread",
            "nm + k(n+m): every forward move removes exactly one inversion or vacancy inversion, and the others add one",
        ),
    };
    let mut facts = vec![Fact::new("length", total.clone()).unit("moves").because(formula), bound(total, why)];
    facts.extend(explain_solutions(n, m, gaps));
    let play = Sections::new(n.clone(), m.clone(), black_first);
    if gaps.is_one() {
        let least = n.min(m);
        let shape = format!("each one slide and then at most {least} of the jumps, all in one direction (Lemmas 2-4)");
        facts.push(Fact::new("sections", play.count()).because(shape));
        // The numbers have about (n + m) / 2 bits; beyond this nobody reads them.
        if instance.classes == Classes::Forward
            && n + m <= UBig::from(2_000u32)
            && let (Ok(small_n), Ok(small_m)) = (u64::try_from(n), u64::try_from(m))
        {
            facts.extend(explain_graph(small_n, small_m));
        }
    }
    facts.push(Fact::new("inversion-pairs", pairs).of("the start").because("none at the goal"));
    facts.push(Fact::new("vacancy-pairs", vacancy_pairs).of("the start").because("none at the goal"));
    if gaps.is_one() {
        facts.extend(explain_ends(&play));
    }
    facts
}

/// The number of shortest plays, or its formula where it is long.
fn explain_solutions(n: &UBig, m: &UBig, gaps: &UBig) -> Option<Fact> {
    let index = n.max(m) + UBig::from(2u8);
    let formula = format!("F({index}), a Fibonacci number (theorem 4)");
    let is_one_against = gaps.is_one() && n.min(m).is_one();
    if is_one_against && index > UBig::from(MOST_WRITTEN) {
        return Some(Fact::new("solutions-formula", formula));
    }
    let solutions = Fact::new("solutions", counts::solutions(n, m, gaps)?).unit("plays");
    Some(match gaps.is_one() {
        true if is_one_against => solutions.because(formula),
        true => solutions.because("theorem 4"),
        false => solutions.because("by formula, proved in docs/theorems.md"),
    })
}

/// The boards at the ends of sections, which the paper calls lambda, mu and nu (section 5). Against a single checker mu is one of
/// the boards of Lemma 11, and other plays pass it by. Where n < m they are the paper's in a mirror, colours exchanged.
fn ends(play: &Sections<UBig>) -> [(&'static str, &'static str); 3] {
    let (n, m) = play.sides();
    [("lambda", "Lemma 8"), ("mu", if n.min(m).is_one() { "Lemma 11" } else { "Lemma 9" }), ("nu", "Lemma 10")]
}

/// Which of [`ends`] ends section j of a play, and its number.
fn end_of(play: &Sections<UBig>, j: &UBig) -> (usize, UBig) {
    let (n, m) = play.sides();
    let (least, most) = (n.min(m), n.max(m));
    match j {
        j if j <= least => (0, j.clone()),
        j if j <= most => (1, j - least),
        j => (2, j - most),
    }
}

fn explain_ends(play: &Sections<UBig>) -> Vec<Fact> {
    /// Boards up to this many checkers are shown.
    const MOST_SHOWN: u8 = 12;
    let (n, m) = play.sides();
    let (least, between) = (n.min(m), n.max(m) - n.min(m));
    if n + m > UBig::from(MOST_SHOWN) {
        let after = [
            format!("t(t+3)/2, t = 1..{least}"),
            format!("{} + {}t, t = 1..{between}", play.last_of(least), least + UBig::ONE),
            format!("{} - ({least}-t)({least}-t+1)/2, t = 1..{least}", play.total()),
        ];
        let ends = ends(play).into_iter().zip(after).filter(|((name, _), _)| *name != "mu" || !between.is_zero());
        return ends
            .map(|((name, lemma), after)| {
                let because = format!("the moves that lead to its boards ({lemma})");
                Fact::new("section-ends-formula", after).of(name).because(because)
            })
            .collect();
    }
    let mut after: [Vec<UBig>; 3] = Default::default();
    let mut j = UBig::ONE;
    while j <= play.count() {
        after[end_of(play, &j).0].push(play.last_of(&j));
        j += UBig::ONE;
    }
    let board = |i: &UBig| text(&play.board(i).cells(usize::from(MOST_SHOWN) + 1).expect("few cells")).to_owned();
    let mut facts = Vec::new();
    for ((name, lemma), after) in ends(play).into_iter().zip(after).filter(|(_, after)| !after.is_empty()) {
        let boards: Vec<String> = after.iter().map(board).collect();
        facts.push(Fact::new("section-ends", boards).of(name).because(lemma));
        facts.push(Fact::new("section-ends-after", Value::Wholes(after)).of(name).unit("moves"));
    }
    facts
}

/// What is known of the graph of forward play.
fn explain_graph(n: u64, m: u64) -> Vec<Fact> {
    let (positions, winning) = counts::reachable(n, m, 1).expect("one vacancy");
    let mut facts = vec![
        Fact::new("positions", positions).because("they can be reached by forward play"),
        Fact::new("dead-ends", counts::dead_ends(n, m)),
        Fact::new("winning", winning).unit("positions").because("from these the goal can be reached"),
    ];
    if n.min(m) >= 2 {
        let odds = UBig::from(2u8).pow(usize::try_from(n * m - 1).expect("small"));
        facts.push(
            Fact::new("luck", format!("1/{odds}")).because("the probability that uniformly random forward play wins"),
        );
    }
    facts
}

fn explain_boards(instance: &Instance, start: &[u8], goal: &[u8]) -> Vec<Fact> {
    let (n, m) = census(start);
    let gaps = start.len() - n - m;
    let classical_goal = *goal == usual_goal(start);
    let (pairs, vacancy_pairs) = inversion_pairs(start);
    let mut facts = vec![
        Fact::new("pieces", n).of("black"),
        Fact::new("pieces", m).of("white"),
        Fact::new("inversion-pairs", pairs),
        Fact::new("vacancy-pairs", vacancy_pairs),
    ];
    if instance.classes != Classes::Forward {
        if classical_goal && n > 0 && m > 0 && gaps == 1 {
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
    facts.extend(explain_position(start, n, m, gaps));
    facts
}

/// A position of the classical game under forward play.
fn explain_position(cells: &[u8], n: usize, m: usize, gaps: usize) -> Vec<Fact> {
    let left = inversions(cells);
    let total = (n * m + gaps * (n + m)) as u64;
    let mut facts = Vec::new();
    // With several vacancies a board that is not known to be lost can be won where one colour has one checker at most; else only a search tells.
    let is_known = gaps == 1 || n.min(m) <= 1;
    let reversed: Vec<u8> = cells.iter().rev().copied().collect();
    let reachable = !is_lost(&reversed);
    if is_known || !reachable {
        facts.push(Fact::new("reachable", reachable).because(if reachable {
            "from the start of the classical game"
        } else {
            "forward play from the start of the classical game never comes here"
        }));
    }
    if reachable && is_known {
        let because = format!("of the {total} of the game: every way here from its start has so many");
        facts.push(Fact::new("step", total - left).unit("moves").because(because));
    }
    if let Some(why) = why_lost(cells) {
        facts.push(Fact::new("inversions", left));
        facts.push(Fact::new("solvable", false).because(why));
        return facts;
    }
    if is_known || SortedLine::new(cells, &usual_goal(cells)).is_some() {
        facts.push(Fact::new("solvable", true));
        facts.push(Fact::new("length", left).unit("moves"));
    } else {
        facts.push(Fact::new("length", left).unit("moves").because("if the goal can be reached, which a search tells"));
    }
    if gaps == 1 {
        facts.extend(classical_lines(cells, n, m, total - left));
    }
    facts.extend(explain_moves(cells, is_known));
    facts
}

/// The classical plays that come by, and which of their special boards this is.
fn classical_lines(cells: &[u8], n: usize, m: usize, step: u64) -> Option<Fact> {
    let step = UBig::from(step);
    let plays = [("black", true), ("white", false)]
        .map(|(first, is_black)| (first, Sections::new(UBig::from(n), UBig::from(m), is_black)));
    let by: Vec<_> = plays
        .iter()
        .filter(|(_, play)| play.board(&step).cells(cells.len()).is_some_and(|board| board == cells))
        .collect();
    let (first, play) = by.first()?;
    let first = if by.len() == 2 { "either colour" } else { first };
    let section = play.locate(&step).section;
    let end = if !section.is_zero() && play.last_of(&section) == step {
        let (end, number) = end_of(play, &section);
        let (name, lemma) = ends(play)[end];
        format!("; this is its board {name}({number}) ({lemma})")
    } else {
        String::new()
    };
    Some(Fact::new("line", "classical").because(format!("{first} moves first in it{end}")))
}

/// Which moves win and which lose.
fn explain_moves(cells: &[u8], is_known: bool) -> Vec<Fact> {
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
    let winning = (is_known && !good.is_empty()).then(|| Fact::new("winning-moves", good).because(because));
    winning.into_iter().chain(bad).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shift::read;

    fn fact(line: &str, subject: &str) -> Option<String> {
        facts(&read(line).unwrap()).into_iter().find(|fact| fact.subject() == subject).map(|fact| fact.to_string())
    }

    #[test]
    fn boards_on_the_way_are_named() {
        assert_eq!(
            fact("shift bbb_bwbww", "line").unwrap(),
            "classical: white moves first in it",
            "not at the end of a section"
        );
        let named = fact("shift bb_wbwbwb", "line").unwrap();
        assert_eq!(named, "classical: white moves first in it; this is its board lambda(3) (Lemma 8)");
        let pairs = ["inversion-pairs", "vacancy-pairs"].map(|topic| fact("shift bb_wbwbwb", topic).unwrap());
        assert_eq!(pairs, ["9", "5"]);
        let mu = |line: &str| fact(line, "section-ends-formula of mu");
        assert!(mu("shift 40 30").unwrap().contains("t = 1..10") && mu("shift 40 40").is_none());
    }

    #[test]
    fn table_1_is_as_printed() {
        let rules = rules(&read("shift 2 2 moves=back").unwrap());
        let rows: Vec<Vec<&str>> = rules.lines().rev().take(12).map(|row| row.split_whitespace().collect()).collect();
        assert_eq!(rows[11], ["1", "b_", "->", "_b", "0", "-1", "yes"]);
        assert_eq!(rows[9], ["3", "bw_", "->", "_wb", "-1", "0", "yes"]);
        assert_eq!(rows[4], ["8", "w_", "->", "_w", "0", "+1", "yes"]);
        assert_eq!(rows[0], ["12", "bb_", "->", "_bb", "0", "-2", "no"]);
    }
}
