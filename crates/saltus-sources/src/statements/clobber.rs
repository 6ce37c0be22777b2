//! Statements of V. D. Blondel, J. M. Hendrickx, R. M. Jungers, *Solitaire Clobber as an optimization problem on words*
//! (2008), by all games on all small lines and cycles. The games are played by the few lines of rules in this file.
//!
//! A size is a number of pawns; a cycle has at least three.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

use saltus::clobber::Colour::{self, Black, White};
use saltus::clobber::Move;
use saltus::clobber::sources::cuts::{self, Cut};
use saltus::clobber::sources::letter_pairs;
use saltus::clobber::sources::section4::{self, Strategy};
use saltus::clobber::sources::words::{
    Form, Letter, Mark, SIMPLIFIED, Scan, Seen, Symbol, Text, admissible, admissible_simplified, fits, letters, moves,
};

use super::graphs::{self, Best, Cells, Edge, Step, after, legal, played, word_of};
use super::{Checking, Contradiction, Statement, Verified};

pub(super) const ALL: &[Statement] = &[
    Statement { name: "abstract-words", upto: 7, verify: words_of_cycles },
    Statement { name: "proposition-1", upto: 8, verify: proposition_1 },
    Statement { name: "lemma-2", upto: 8, verify: lemma_2 },
    Statement { name: "two-configurations", upto: 8, verify: two_configurations },
    Statement { name: "removed-pawns", upto: 8, verify: removed_pawns },
    Statement { name: "theorem-3", upto: 8, verify: theorem_3 },
    Statement { name: "theorem-4", upto: 8, verify: theorem_4 },
    Statement { name: "lemma-5", upto: 8, verify: lemma_5 },
    Statement { name: "lemma-6", upto: 8, verify: lemma_6 },
    Statement { name: "proposition-7", upto: 9, verify: proposition_7 },
    Statement { name: "lemma-8", upto: 8, verify: lemma_8 },
    Statement { name: "proposition-9", upto: 8, verify: proposition_9 },
    Statement { name: "theorem-10", upto: 8, verify: theorem_10 },
    Statement { name: "theorem-11", upto: 11, verify: theorem_11 },
    Statement { name: "nine-vertices", upto: 11, verify: nine_vertices },
    Statement { name: "theorem-12", upto: 10, verify: theorem_12 },
    Statement { name: "checkerboards", upto: 15, verify: checkerboards },
    Statement { name: "theorem-13", upto: 15, verify: theorem_13 },
    Statement { name: "strategy", upto: 12, verify: strategy },
    Statement { name: "worst-cycles", upto: 11, verify: worst_cycles },
    Statement { name: "duchene-algorithms", upto: 11, verify: all_cuts },
    Statement { name: "np-complete", upto: 10, verify: graphs::np_complete },
    Statement { name: "np-complete-graphs", upto: 6, verify: graphs::np_complete_graphs },
    Statement { name: "words-on-graphs", upto: 5, verify: graphs::words_on_graphs },
];

/// All configurations of n pawns.
fn configurations(n: usize) -> impl Iterator<Item = Vec<Colour>> {
    (0..1u64 << n).map(move |set| (0..n).map(|i| if set >> i & 1 == 1 { White } else { Black }).collect())
}

fn is_mixed(pawns: &[Colour]) -> bool {
    pawns.contains(&Black) && pawns.contains(&White)
}

fn show(pawns: &[Colour]) -> String {
    pawns.iter().map(|pawn| pawn.letter()).collect()
}

fn opposite(pawns: &[Colour]) -> Vec<Colour> {
    pawns.iter().map(|pawn| pawn.other()).collect()
}

fn full(pawns: &[Colour]) -> Cells {
    pawns.iter().map(|&pawn| Some(pawn)).collect()
}

/// The separations, as the edges of a graph: from each place to the next one.
fn separations(form: Form, n: usize) -> Vec<Edge> {
    (0..n - usize::from(form == Form::Line)).map(|place| (place, (place + 1) % n)).collect()
}

fn bars(word: &[Symbol]) -> usize {
    word.iter().filter(|symbol| symbol.mark == Mark::Bar).count()
}

/// All words with the letters of a configuration.
fn words_with_letters(form: Form, pawns: &[Colour]) -> Vec<Vec<Symbol>> {
    let longer = |words: Vec<Vec<Symbol>>, letter| {
        let marked = |word: &Vec<Symbol>| Mark::ALL.map(|mark| [&word[..], &[Symbol { mark, letter }]].concat());
        words.iter().flat_map(marked).collect()
    };
    letters(form, pawns).fold(vec![Vec::new()], longer)
}

/// All words of so many symbols.
fn words_of_length(length: usize) -> Vec<Vec<Symbol>> {
    let longer = |words: Vec<Vec<Symbol>>, _| {
        words.iter().flat_map(|word| Symbol::all().map(|symbol| [&word[..], &[symbol]].concat())).collect()
    };
    (0..length).fold(vec![Vec::new()], longer)
}

/// The words of all games, played to the end or not, in which no pawn that has moved is taken by one that has not.
fn words_of_games(
    form: Form,
    pawns: &[Colour],
    count: &mut Checking<'_>,
) -> Result<BTreeSet<Vec<Symbol>>, Contradiction> {
    graphs::words_of_games(&separations(form, pawns.len()), &full(pawns), true, count)
}

/// The numbers of pawns that games leave, whether played to the end or not, and whoever takes whom.
fn numbers_left(form: Form, pawns: &[Colour], count: &mut Checking<'_>) -> Result<BTreeSet<usize>, Contradiction> {
    let separations = separations(form, pawns.len());
    let (mut known, mut open) = (HashSet::from([full(pawns)]), vec![full(pawns)]);
    while let Some(cells) = open.pop() {
        count.node()?;
        for step in legal(&separations, &cells, None) {
            let next = after(&cells, step);
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    Ok(known.iter().map(|cells| cells.iter().flatten().count()).collect())
}

/// The value by search: the fewest pawns that any game leaves.
fn value(form: Form, pawns: &[Colour], count: &mut Checking<'_>) -> Result<usize, Contradiction> {
    Best::new(&separations(form, pawns.len()), false).value(&full(pawns), count)
}

/// Every configuration of n pawns with its value.
fn all_values(form: Form, n: usize, count: &mut Checking<'_>) -> Result<Vec<(Vec<Colour>, usize)>, Contradiction> {
    let separations = separations(form, n);
    let mut best = Best::new(&separations, false);
    configurations(n).map(|pawns| best.value(&full(&pawns), count).map(|value| (pawns, value))).collect()
}

/// Every game on every line of up to so many pawns, and every beginning of one.
fn every_game(
    upto: usize,
    count: &mut Checking<'_>,
    holds: impl Fn(&[Colour], &[Step]) -> bool,
    broken: &str,
) -> Verified {
    for pawns in (1..=upto).flat_map(configurations) {
        let separations = separations(Form::Line, pawns.len());
        let mut open = vec![(full(&pawns), Vec::new())];
        while let Some((cells, steps)) = open.pop() {
            count.ensure(holds(&pawns, &steps), || {
                let moves: Vec<String> =
                    steps.iter().map(|step| format!("{}-{}", step.from + 1, step.to + 1)).collect();
                format!("{} after {}: {broken}", show(&pawns), moves.join(", "))
            })?;
            let longer = |step| (after(&cells, step), [&steps[..], &[step]].concat());
            open.extend(legal(&separations, &cells, None).into_iter().rev().map(longer));
        }
    }
    Ok(())
}

/// Abstract and the proof of Theorem 13: a cyclic word is that of a game that obeys Proposition 1 if and only if it
/// has none of the patterns (1)-(7), all arrows one way around one colour excepted.
fn words_of_cycles(upto: usize, count: &mut Checking<'_>) -> Verified {
    words_are_those_without_patterns(Form::Cycle, 3..=upto, count)
}

/// Theorem 3: a word is that of a game that obeys Proposition 1 if and only if it has none of the patterns (1)-(7)
/// between two bars.
fn theorem_3(upto: usize, count: &mut Checking<'_>) -> Verified {
    words_are_those_without_patterns(Form::Line, 1..=upto, count)
}

fn words_are_those_without_patterns(form: Form, sizes: RangeInclusive<usize>, count: &mut Checking<'_>) -> Verified {
    for pawns in sizes.flat_map(configurations) {
        let of_games = words_of_games(form, &pawns, count)?;
        for word in words_with_letters(form, &pawns) {
            let (is_game, is_admissible) = (of_games.contains(&word), admissible(form, &word).is_ok());
            count.ensure(is_game == is_admissible, || {
                let game = if is_game { "that of a game" } else { "that of no game" };
                let pattern = if is_admissible { "has no forbidden pattern" } else { "has a forbidden pattern" };
                format!("{} on {} is {game} and {pattern}", Text(&word), show(&pawns))
            })?;
        }
    }
    Ok(())
}

/// Proposition 1: whatever number of pawns a game removes, a game removes in which no pawn that has moved is taken by
/// one that has not.
fn proposition_1(upto: usize, count: &mut Checking<'_>) -> Verified {
    let lines = (1..=upto).flat_map(configurations).map(|pawns| (Form::Line, pawns));
    let cycles = (3..upto).flat_map(configurations).map(|pawns| (Form::Cycle, pawns));
    for (form, pawns) in lines.chain(cycles) {
        let all = numbers_left(form, &pawns, count)?;
        let words = words_of_games(form, &pawns, count)?;
        let extra = usize::from(form == Form::Line);
        let obeying: BTreeSet<usize> = words.iter().map(|word| bars(word) + extra).collect();
        count.ensure(all == obeying, || {
            format!("{form:?} {}: games leave {all:?} pawns, and those that obey leave {obeying:?}", show(&pawns))
        })?;
    }
    Ok(())
}

/// Lemma 2: a separation between two neighbouring places is crossed by at most one pawn.
fn lemma_2(upto: usize, count: &mut Checking<'_>) -> Verified {
    let holds = |_: &[Colour], steps: &[Step]| {
        let mut crossed = HashSet::new();
        steps.iter().all(|step| crossed.insert(step.edge))
    };
    every_game(upto, count, holds, "a separation is crossed twice")
}

/// Section 2: an admissible word is that of games on exactly two configurations, which differ in all colours.
fn two_configurations(upto: usize, count: &mut Checking<'_>) -> Verified {
    for n in 1..=upto {
        let mut played: HashMap<Vec<Symbol>, Vec<Vec<Colour>>> = HashMap::new();
        for pawns in configurations(n) {
            for word in words_of_games(Form::Line, &pawns, count)? {
                played.entry(word).or_default().push(pawns.clone());
            }
        }
        for (word, on) in played {
            let are_two = on.len() == 2 && on[1] == opposite(&on[0]);
            count.ensure(are_two, || {
                let names: Vec<String> = on.iter().map(|pawns| show(pawns)).collect();
                format!("{} is the word of games on {}", Text(&word), names.join(", "))
            })?;
        }
    }
    Ok(())
}

/// Section 2: a game removes as many pawns as its word has arrows, and so leaves 1 more than the word has bars.
fn removed_pawns(upto: usize, count: &mut Checking<'_>) -> Verified {
    let holds = |pawns: &[Colour], steps: &[Step]| {
        let left = steps.iter().fold(full(pawns), |cells, &step| after(&cells, step)).iter().flatten().count();
        let bars = bars(&word_of(&separations(Form::Line, pawns.len()), &full(pawns), steps));
        left == bars + 1
    };
    every_game(upto, count, holds, "the word does not tell how many pawns are left")
}

/// Theorem 4: k pawns can be left if and only if an admissible word with the configuration's letters has k - 1 bars,
/// and the word gives the moves.
fn theorem_4(upto: usize, count: &mut Checking<'_>) -> Verified {
    for pawns in (1..=upto).flat_map(configurations) {
        let mut words = words_with_letters(Form::Line, &pawns);
        words.retain(|word| admissible(Form::Line, word).is_ok());
        let (left, by_words) = (numbers_left(Form::Line, &pawns, count)?, bars_and_one(&words));
        count.ensure(left == by_words, || {
            format!("{}: games leave {left:?} pawns, and by words they leave {by_words:?}", show(&pawns))
        })?;
        for word in words {
            let is_played = is_played(Form::Line, &pawns, &word);
            count
                .ensure(is_played, || format!("the moves of {} on {} are no game of it", Text(&word), show(&pawns)))?;
        }
    }
    Ok(())
}

fn bars_and_one(words: &[Vec<Symbol>]) -> BTreeSet<usize> {
    words.iter().map(|word| bars(word) + 1).collect()
}

/// Whether the moves of a word are a game on the configuration with this word.
fn is_played(form: Form, pawns: &[Colour], word: &[Symbol]) -> bool {
    let (separations, start) = (separations(form, pawns.len()), full(pawns));
    let game = moves(form, word).ok().and_then(|moves| played(&separations, &start, moves.map(places)));
    game.is_some_and(|game| word_of(&separations, &start, &game) == word)
}

fn places(mv: Move) -> (usize, usize) {
    (mv.from as usize, mv.to as usize)
}

/// Lemma 5: at most two pawns move onto a place; they come from two sides and differ in colour, and the second has the
/// colour of the pawn that was there at the start, and neither moves on nor is taken.
fn lemma_5(upto: usize, count: &mut Checking<'_>) -> Verified {
    let holds = |pawns: &[Colour], steps: &[Step]| {
        let mut cells = full(pawns);
        let mut arrivals = vec![Vec::new(); pawns.len()];
        for &step in steps {
            if arrivals[step.from].len() == 2 || arrivals[step.to].len() == 2 {
                return false;
            }
            arrivals[step.to].push((step.mark, cells[step.from]));
            cells = after(&cells, step);
        }
        arrivals.iter().zip(pawns).all(|(arrivals, &there)| match arrivals[..] {
            [first, second] => first.0 != second.0 && first.1 != second.1 && second.1 == Some(there),
            _ => true,
        })
    };
    every_game(upto, count, holds, "two pawns that come to a place are not as Lemma 5 says")
}

/// Lemma 6: where two neighbouring separations are crossed to the same side, the same pawn crosses first the one and
/// then the other, and it has not the colour of the pawn that stood between them.
fn lemma_6(upto: usize, count: &mut Checking<'_>) -> Verified {
    let holds = |pawns: &[Colour], steps: &[Step]| {
        let mut pawn_on: Vec<usize> = (0..pawns.len()).collect();
        let mut crossed = vec![None; pawns.len()];
        for (time, step) in steps.iter().enumerate() {
            pawn_on[step.to] = pawn_on[step.from];
            crossed[step.edge] = Some((step.mark, time, pawn_on[step.to]));
        }
        (1..pawns.len()).all(|place| match (crossed[place - 1], crossed[place]) {
            (Some((left, left_time, left_pawn)), Some((right, right_time, right_pawn))) if left == right => {
                let in_order = if left == Mark::Right { left_time < right_time } else { right_time < left_time };
                in_order && left_pawn == right_pawn && pawns[left_pawn] != pawns[place]
            }
            _ => true,
        })
    };
    every_game(upto, count, holds, "two arrows one way are not as Lemma 6 says")
}

/// Proposition 7: the word of a game that obeys Proposition 1 has none of the patterns (1)-(7) between two bars.
fn proposition_7(upto: usize, count: &mut Checking<'_>) -> Verified {
    for pawns in (1..=upto).flat_map(configurations) {
        for word in words_of_games(Form::Line, &pawns, count)? {
            let judged = admissible(Form::Line, &word);
            count.ensure(judged.is_ok(), || {
                let why = judged.err().map(|fault| fault.to_string()).unwrap_or_default();
                format!("{} is the word of a game on {}: {why}", Text(&word), show(&pawns))
            })?;
        }
    }
    Ok(())
}

/// Lemma 8: two words are admissible if and only if they are with a bar between them. Either may be empty.
fn lemma_8(upto: usize, count: &mut Checking<'_>) -> Verified {
    let mut of_games = BTreeSet::new();
    for pawns in (1..=upto).flat_map(configurations) {
        of_games.extend(words_of_games(Form::Line, &pawns, count)?);
    }
    let words: Vec<Vec<Vec<Symbol>>> = (0..upto.saturating_sub(1)).map(words_of_length).collect();
    for left in words.iter().flatten() {
        for right in words[..words.len() - left.len()].iter().flatten() {
            let are_games = of_games.contains(left) && of_games.contains(right);
            for letter in Letter::ALL {
                let joined = [&left[..], &[Symbol { mark: Mark::Bar, letter }], right].concat();
                count.ensure(of_games.contains(&joined) == are_games, || {
                    let [left, right, joined] = [left, right, &joined].map(|word| Text(word).to_string());
                    format!("{joined} and its two parts `{left}` and `{right}` are not alike words of games")
                })?;
            }
        }
    }
    Ok(())
}

/// Proposition 9: a word without the patterns (1)-(7) between two bars is that of a game that obeys Proposition 1.
fn proposition_9(upto: usize, count: &mut Checking<'_>) -> Verified {
    for pawns in (1..=upto).flat_map(configurations) {
        let of_games = words_of_games(Form::Line, &pawns, count)?;
        let mut words = words_with_letters(Form::Line, &pawns);
        words.retain(|word| admissible(Form::Line, word).is_ok());
        for word in words {
            count.ensure(of_games.contains(&word), || {
                format!("{} is the word of no game on {}", Text(&word), show(&pawns))
            })?;
        }
    }
    Ok(())
}

/// Theorem 10: k pawns can be left if and only if a word of the simplified alphabet with the configuration's letters
/// has k - 1 bars and none of the patterns (1)-(5), (6'), (7') between two bars on each side.
fn theorem_10(upto: usize, count: &mut Checking<'_>) -> Verified {
    for pawns in (1..=upto).flat_map(configurations) {
        let left = numbers_left(Form::Line, &pawns, count)?;
        let mut words = words_with_letters(Form::Line, &pawns);
        words.retain(|word| {
            let simple: Vec<Seen> = word.iter().map(|symbol| symbol.simple()).collect();
            admissible_simplified(&simple).is_ok()
        });
        let by_words = bars_and_one(&words);
        count.ensure(left == by_words, || {
            format!("{}: games leave {left:?} pawns, and by simplified words they leave {by_words:?}", show(&pawns))
        })?;
    }
    Ok(())
}

/// Theorem 11: the shortest path through the graph of letter pairs gives the value of a line, and the word of a game
/// that reaches it. (Not that the time is linear.)
fn theorem_11(upto: usize, count: &mut Checking<'_>) -> Verified {
    for n in 1..=upto {
        for (pawns, value) in all_values(Form::Line, n, count)? {
            let letter_pairs::Solution { value: by_path, word } = letter_pairs::solve(&pawns);
            let is_best = fits(Form::Line, &word, &pawns) && bars(&word) + 1 == value;
            let holds = by_path == value && is_best && is_played(Form::Line, &pawns, &word);
            count.ensure(holds, || {
                format!("{} has the value {value}; the path gives {by_path} and {}", show(&pawns), Text(&word))
            })?;
        }
    }
    Ok(())
}

/// Section 3, after Theorem 11: at each place of a path at most nine pairs of symbols agree with the configuration, and
/// each has at most three edges in and three out that do. At most eight are reached.
fn nine_vertices(upto: usize, count: &mut Checking<'_>) -> Verified {
    for pawns in (1..=upto).flat_map(configurations) {
        let bars = [None, None].into_iter();
        let known: Vec<_> = bars.clone().chain(letters(Form::Line, &pawns).map(Some)).chain(bars).collect();
        let mut reached = BTreeSet::from([(Seen::BORDER, Seen::BORDER)]);
        for around in known.windows(3) {
            let edges = edges([around[0], around[1], around[2]]);
            let out_of = |u, v| edges.iter().filter(|edge| (edge[0], edge[1]) == (u, v)).count();
            let into = |v, w| edges.iter().filter(|edge| (edge[1], edge[2]) == (v, w)).count();
            let degrees = edges.iter().all(|&[u, v, w]| out_of(u, v) <= 3 && into(v, w) <= 3);
            let agreeing = symbols_for(around[1]).len() * symbols_for(around[2]).len();
            let from_reached = edges.iter().filter(|edge| reached.contains(&(edge[0], edge[1])));
            reached = from_reached.map(|edge| (edge[1], edge[2])).collect();
            let holds = degrees && agreeing <= 9 && (1..=8).contains(&reached.len());
            count.ensure(holds, || {
                format!("{}: {agreeing} vertices agree and {} are reached", show(&pawns), reached.len())
            })?;
        }
    }
    Ok(())
}

/// The edges of the paper's graph, as the three symbols that they span, where these letters are known.
fn edges(known: [Option<Letter>; 3]) -> Vec<[Seen; 3]> {
    let [first, second, third] = known.map(symbols_for);
    let pairs = first.iter().flat_map(|&u| second.iter().map(move |&v| (u, v)));
    let all = pairs.flat_map(|(u, v)| third.iter().map(move |&w| [u, v, w]));
    let is_allowed = |symbols: &[Seen; 3]| {
        let mut scan = Scan::new(&SIMPLIFIED);
        symbols.iter().all(|&symbol| scan.push(symbol).is_none())
    };
    all.filter(is_allowed).collect()
}

/// The symbols of the simplified alphabet with this letter, or, for the bars around a word, with none.
fn symbols_for(letter: Option<Letter>) -> Vec<Seen> {
    Seen::SIMPLE.into_iter().filter(|symbol| symbol.mark == Mark::Bar || symbol.letter == letter).collect()
}

/// Theorem 12: the value of a cycle of both colours is the least value of the lines that the six situations beside two
/// neighbours of different colours give, whichever neighbours are taken. (Not that the time is linear.)
fn theorem_12(upto: usize, count: &mut Checking<'_>) -> Verified {
    for n in 3..=upto {
        let lines: HashMap<Vec<Colour>, usize> = all_values(Form::Line, n, count)?.into_iter().collect();
        for (cycle, value) in all_values(Form::Cycle, n, count)? {
            for first in (0..n).filter(|&first| cycle[first] != cycle[(first + 1) % n]) {
                let by_cuts = cuts::best_at(&cycle, first, &Cut::ALL, |line| lines[line]).value;
                count.ensure(by_cuts == value, || {
                    format!(
                        "the cycle {} has the value {value}; beside pawn {} the cuts give {by_cuts}",
                        show(&cycle),
                        first + 1
                    )
                })?;
            }
        }
    }
    Ok(())
}

/// Section 4, quoted from Demaine, Demaine and Fleischer: a checkerboard has the value n/4 + O(1), on the line
/// ceil(n/4) and 1 more if n is 3 modulo 4, on the cycle ceil(n/4).
fn checkerboards(upto: usize, count: &mut Checking<'_>) -> Verified {
    let lines = (1..=upto).map(|n| (Form::Line, n, n.div_ceil(4) + usize::from(n % 4 == 3)));
    let cycles = (4..=upto).step_by(2).map(|n| (Form::Cycle, n, n.div_ceil(4)));
    for (form, n, stated) in lines.chain(cycles) {
        let pawns: Vec<Colour> = [Black, White].into_iter().cycle().take(n).collect();
        let value = value(form, &pawns, count)?;
        count.ensure(value == stated, || format!("{form:?} {} has the value {value}, not {stated}", show(&pawns)))?;
    }
    Ok(())
}

/// Theorem 13: the cycle (bww)^k has the value k.
fn theorem_13(upto: usize, count: &mut Checking<'_>) -> Verified {
    for k in 1..=upto / 3 {
        let cycle = [Black, White, White].repeat(k);
        let value = value(Form::Cycle, &cycle, count)?;
        count.ensure(value == k, || format!("the cycle {} has the value {value}", show(&cycle)))?;
    }
    Ok(())
}

/// Section 4: wherever a cycle of both colours is cut after two pawns of different colours, each step of the strategy
/// removes at least two pawns, except the last two, and n/3 + 1 pawns are left at most.
fn strategy(upto: usize, count: &mut Checking<'_>) -> Verified {
    for cycle in (3..=upto).flat_map(configurations).filter(|cycle| is_mixed(cycle)) {
        for start in section4::cuts(&cycle) {
            let steps: Vec<usize> = Strategy::on_cycle(&cycle, start).map(|step| step.pawns()).collect();
            let early = &steps[..steps.len().saturating_sub(2)];
            let few = early.iter().all(|&pawns| pawns >= 3) && steps.len() <= cycle.len() / 3 + 1;
            let holds = few && pawns_after(&cycle, Strategy::on_cycle(&cycle, start)) == Some(steps.len());
            count.ensure(holds, || {
                format!("the cycle {} cut before pawn {}: steps of {steps:?}", show(&cycle), start + 1)
            })?;
        }
    }
    Ok(())
}

/// The pawns left after the moves of the strategy; none where one is against the rules.
fn pawns_after(cycle: &[Colour], strategy: Strategy<'_>) -> Option<usize> {
    let game = played(&separations(Form::Cycle, cycle.len()), &full(cycle), strategy.moves().map(places))?;
    Some(cycle.len() - game.len())
}

/// Section 4, the end: the worst value of a cycle of both colours is n/3 + O(1); it is floor(n/3), and 2 for 4 and 5
/// pawns.
fn worst_cycles(upto: usize, count: &mut Checking<'_>) -> Verified {
    for n in 3..=upto {
        let most = if n == 4 || n == 5 { 2 } else { n / 3 };
        let mut is_reached = false;
        for (cycle, value) in all_values(Form::Cycle, n, count)? {
            if is_mixed(&cycle) {
                is_reached |= value == most;
                count.ensure(value <= most, || format!("the cycle {} has the value {value}", show(&cycle)))?;
            }
        }
        count.ensure(is_reached, || format!("no cycle of {n} pawns of both colours has the value {most}"))?;
    }
    Ok(())
}

/// Section 1: the value of a cycle is the least value of the n lines into which it can be cut, each found in linear time.
fn all_cuts(upto: usize, count: &mut Checking<'_>) -> Verified {
    for n in 3..=upto {
        for (mut cycle, value) in all_values(Form::Cycle, n, count)? {
            let mut least = n;
            for _ in 0..n {
                cycle.rotate_left(1);
                least = least.min(letter_pairs::solve(&cycle).value);
            }
            count.ensure(least == value, || {
                format!("the cycle {} has the value {value}, and the best of its lines {least}", show(&cycle))
            })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus::limits::Limits;

    /// Proposition 7 is about games that obey Proposition 1.
    #[test]
    fn games_that_do_not_obey_may_have_a_pattern() {
        let without = |pawns: &[Colour], steps: &[Step]| {
            admissible(Form::Line, &word_of(&separations(Form::Line, pawns.len()), &full(pawns), steps)).is_ok()
        };
        let found = every_game(3, &mut Checking::new(&Limits::default()), without, "a pattern");
        assert_eq!(found, Err(Contradiction::Case("wbb after 1-2, 3-2: a pattern".to_owned())));
    }

    /// The abstract's 2n/3 without the O(1) is wrong for four pawns.
    #[test]
    fn a_third_of_four_pawns_is_too_little() {
        let values = all_values(Form::Cycle, 4, &mut Checking::new(&Limits::default())).expect("no limit");
        let most = values.iter().filter(|(cycle, _)| is_mixed(cycle)).map(|&(_, value)| value).max();
        assert_eq!(most, Some(2));
    }

    #[test]
    fn limits_stop_a_verification() {
        let limits = Limits { nodes: 100, ..Limits::default() };
        for statement in ALL.iter().filter(|statement| !["checkerboards", "theorem-13"].contains(&statement.name)) {
            let stopped = statement.verify(statement.upto, &limits);
            assert!(matches!(stopped, Err(Contradiction::Stop(_))), "{}: {stopped:?}", statement.name);
        }
    }
}
