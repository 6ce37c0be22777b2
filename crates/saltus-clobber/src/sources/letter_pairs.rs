//! The value of a line by a shortest path: Blondel, Hendrickx and Jungers (2008), Theorem 11, as
//! written.
//!
//! The vertices of a graph are the 25 pairs of symbols of the simplified alphabet ([`Seen::SIMPLE`]).
//! From (u, v) an edge leads to (v, w) unless u v w contains a pattern of Theorem 10; it weighs 1
//! if w is a bar. A path from `||` to `||` spells a word between two bars on each side; one of n +
//! 1 edges that has the letters of a configuration of n pawns is a game on it. With f(l, v) the
//! least weight of a path of l edges from `||` to v that has the letters so far, f(l, v) = min over
//! u of f(l - 1, u) + p(u, v), and the value is read off at f(n + 1, `||`).
//!
//! At each l at most nine vertices have the two letters in question, and each has at most three
//! predecessors that have. In fact only 18 vertices are ever met, and at most eight at a time: the
//! ninth would be `<x >x`. So two bits for each of eight vertices record how the shortest path came
//! there: 16 bits a pawn are enough to find the word again.
//!
//! The weight of the path counts the two bars after the word, which are not separations, so the
//! value is the weight less 1. How class 7' is read, see [`super::words`].

use std::iter;
use std::sync::LazyLock;

use super::words::{Form, Letter, Mark, Pattern, SIMPLIFIED, Scan, Seen, Symbol, letters};
use crate::rules::Colour;

/// The number of a pair of symbols: 5 times that of the first and that of the second, as [`Seen::SIMPLE`] has them.
type SymbolPair = usize;

const VERTICES: usize = 25;

/// The vertex `||`.
const START: SymbolPair = 0;

/// No path: more than any weight, and the weights of a path can still be added.
const NONE: usize = usize::MAX / 2;

/// What is known about a symbol beforehand: its letter; none of the bars around the word.
type Known = Option<Letter>;

/// The numbers of the symbols that agree with what is known, at most three.
fn consistent(known: Known) -> impl Iterator<Item = usize> {
    (0..5).filter(move |&symbol| Seen::SIMPLE[symbol].letter.is_none_or(|letter| known == Some(letter)))
}

/// A vertex that can be reached where three symbols are known, and from where.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    vertex: SymbolPair,
    /// Its predecessors, at most three; then [`NOWHERE`].
    from: [SymbolPair; 3],
}

impl Arrival {
    /// The mark of its second symbol.
    fn mark(&self) -> Mark {
        Seen::SIMPLE[self.vertex % 5].mark
    }
}

/// No vertex: no path leads there.
const NOWHERE: SymbolPair = VERTICES;

/// The least weights of paths to the vertices; the last is that of [`NOWHERE`].
type PathWeights = [usize; VERTICES + 1];

/// For each arrival two bits, the first arrival lowest: which of its predecessors the best path
/// comes from.
type Choices = u16;

/// The graph, its edges sorted by what is known of the three symbols that they span.
#[derive(Debug)]
struct Graph {
    arrivals: [Vec<Arrival>; 27],
}

impl Graph {
    fn new(patterns: &[Pattern]) -> Self {
        let known = |digit: usize| [None, Some(Letter::Same), Some(Letter::Alternate)][digit % 3];
        let arrivals = |number: usize| arrivals(patterns, [known(number / 9), known(number / 3), known(number)]);
        Graph { arrivals: std::array::from_fn(arrivals) }
    }

    fn arrivals(&self, known: [Known; 3]) -> &[Arrival] {
        let digit = |known: Known| known.map_or(0, |letter| letter as usize + 1);
        &self.arrivals[known.into_iter().fold(0, |number, known| 3 * number + digit(known))]
    }

    /// The recurrence: the weights of paths one edge longer, and how the best came.
    fn step(&self, known: [Known; 3], weights: &PathWeights) -> (PathWeights, Choices) {
        let mut next = [NONE; VERTICES + 1];
        let mut choices = 0;
        for (at, arrival) in self.arrivals(known).iter().enumerate() {
            let weights = arrival.from.map(|before| weights[before]);
            let (choice, least) = first_least(weights);
            next[arrival.vertex] = least + usize::from(arrival.mark() == Mark::Bar);
            choices |= choice << (2 * at);
        }
        (next, choices)
    }

    /// The value of a line that has pawns, `note` being given how the paths of each length came.
    fn value(&self, pawns: &[Colour], mut note: impl FnMut(Choices)) -> usize {
        let mut weights = [NONE; VERTICES + 1];
        weights[START] = 0;
        let two_bars = iter::repeat_n(None, 2);
        let symbols = two_bars.clone().chain(letters(Form::Line, pawns).map(Some)).chain(two_bars);
        let mut known = [None; 3];
        for (at, symbol) in symbols.enumerate() {
            known = [known[1], known[2], symbol];
            if at >= 2 {
                let (next, choices) = self.step(known, &weights);
                weights = next;
                note(choices);
            }
        }
        weights[START] - 1
    }

    /// The word of the path that the choices tell, from its end.
    fn word(&self, pawns: &[Colour], choices: &[Choices]) -> Vec<Symbol> {
        // The symbol `at` is between the pawns at - 2 and at - 1.
        let known = |at: usize| -> Known {
            let pair = pawns.get(at.checked_sub(2)?..at)?;
            Some(Letter::between(pair[0], pair[1]))
        };
        let mut word = Vec::with_capacity(pawns.len() - 1);
        let mut here = START;
        for (edge, choices) in choices.iter().enumerate().rev() {
            let known = [known(edge), known(edge + 1), known(edge + 2)];
            let arrivals = self.arrivals(known);
            let at = arrivals.iter().position(|arrival| arrival.vertex == here).expect("the path came here");
            if let Some(letter) = known[2] {
                word.push(Symbol { mark: arrivals[at].mark(), letter });
            }
            let choice = (choices >> (2 * at)) & 3;
            here = arrivals[at].from[usize::from(choice)];
        }
        word.reverse();
        word
    }
}

/// The least of three weights and its number, the first of several.
fn first_least([a, b, c]: [usize; 3]) -> (Choices, usize) {
    let (choice, least) = if b < a { (1, b) } else { (0, a) };
    if c < least { (2, c) } else { (choice, least) }
}

/// The vertices that can be reached where three symbols are known.
fn arrivals(patterns: &[Pattern], known: [Known; 3]) -> Vec<Arrival> {
    let mut found = Vec::new();
    for first in consistent(known[1]) {
        for second in consistent(known[2]) {
            let (mut from, mut count) = ([NOWHERE; 3], 0);
            for zeroth in consistent(known[0]).filter(|&zeroth| is_allowed(patterns, [zeroth, first, second])) {
                from[count] = 5 * zeroth + first;
                count += 1;
            }
            if count > 0 {
                found.push(Arrival { vertex: 5 * first + second, from });
            }
        }
    }
    found
}

/// Whether an edge spans the symbols with these numbers.
fn is_allowed(patterns: &[Pattern], symbols: [usize; 3]) -> bool {
    let mut scan = Scan::new(patterns);
    symbols.into_iter().all(|symbol| scan.push(Seen::SIMPLE[symbol]).is_none())
}

/// The paper's graph.
static GRAPH: LazyLock<Graph> = LazyLock::new(|| Graph::new(&SIMPLIFIED));

/// The fewest pawns that can be left on a line. Linear time, constant memory.
pub fn value(pawns: &[Colour]) -> usize {
    if pawns.is_empty() { 0 } else { GRAPH.value(pawns, |_| {}) }
}

/// What is best on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The fewest pawns that can be left.
    pub value: usize,
    /// The word of a game that leaves them.
    pub word: Vec<Symbol>,
}

/// The fewest pawns that can be left on a line, and the word of a game that leaves them. Linear
/// time; four bytes a pawn.
///
/// ```
/// use saltus_clobber::sources::letter_pairs::solve;
/// use saltus_clobber::sources::words::Text;
/// use saltus_clobber::rules::Colour::{Black, White};
///
/// let solution = solve(&[Black, White, White, Black]);
/// assert_eq!(solution.value, 2);
/// assert_eq!(Text(&solution.word).to_string(), ">a >s |a");
/// ```
pub fn solve(pawns: &[Colour]) -> Solution {
    if pawns.is_empty() {
        return Solution { value: 0, word: Vec::new() };
    }
    let mut choices = Vec::with_capacity(pawns.len() + 1);
    let value = GRAPH.value(pawns, |choice| choices.push(choice));
    Solution { value, word: GRAPH.word(pawns, &choices) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Colour::{Black, White};
    use crate::samples::{colours, full};
    use crate::sources::words::{PATTERNS, SIMPLIFIED_MIRRORED, read};

    #[test]
    fn eighteen_vertices_are_met_and_eight_at_a_time() {
        let mut met = vec![START];
        for at in 0.. {
            let Some(&here) = met.get(at) else { break };
            let [first, second] = [here / 5, here % 5];
            let next = (0..5).filter(|&third| is_allowed(&SIMPLIFIED, [first, second, third]));
            let fresh: Vec<SymbolPair> = next.map(|third| 5 * second + third).filter(|v| !met.contains(v)).collect();
            met.extend(fresh);
        }
        assert_eq!(met.len(), 18);
        for arrivals in &GRAPH.arrivals {
            assert!(arrivals.len() <= 8, "two bits each have room");
        }
        assert!(GRAPH.arrivals.iter().any(|arrivals| arrivals.len() == 8));
    }

    #[test]
    fn either_choice_of_the_short_patterns_gives_the_same_values() {
        let mirrored = Graph::new(&SIMPLIFIED_MIRRORED);
        for pawns in (1..=10).flat_map(full).map(|pawns| colours(&pawns)) {
            assert_eq!(mirrored.value(&pawns, |_| {}), value(&pawns));
        }
    }

    /// The print's class 7' `>a <a <x`, and its class 4 without `>x >a |x`, let one pawn of `bwb`
    /// be left; two are.
    #[test]
    fn the_patterns_as_printed_are_refuted_by_three_pawns() {
        let without = |pattern: &str| -> Vec<Pattern> {
            let kept = SIMPLIFIED.into_iter().filter(|kept| kept.to_string() != pattern).collect::<Vec<_>>();
            assert_eq!(kept.len(), SIMPLIFIED.len() - 1);
            kept
        };
        let mut class_7 = without(">a <a |x");
        class_7.push(SIMPLIFIED_MIRRORED[10]);
        assert_eq!(class_7[11].to_string(), ">a <a <x");
        for printed in [class_7, without(">x >a |x")] {
            assert_eq!(Graph::new(&printed).value(&[Black, White, Black], |_| {}), 1);
        }
        assert_eq!(value(&[Black, White, Black]), 2);
    }

    /// Patterns of four symbols span two edges, so the graph cannot see them: hence Theorem 10.
    #[test]
    fn the_seven_classes_themselves_do_not_fit_the_graph() {
        assert_eq!(Graph::new(&PATTERNS).value(&[Black, White, Black], |_| {}), 1);
    }

    #[test]
    fn few_pawns() {
        assert_eq!(solve(&[]), Solution { value: 0, word: Vec::new() });
        assert_eq!(solve(&[Black]), Solution { value: 1, word: Vec::new() });
        assert_eq!(solve(&[Black, Black]), Solution { value: 2, word: read("|s").unwrap() });
        assert_eq!(solve(&[Black, White]).value, 1);
        assert_eq!((value(&[]), value(&[White; 100])), (0, 100));
    }
}
