//! Solitaire Clobber as words, in addition to what `saltus reproduce` verifies of the paper's theorems: all small lines and cycles by separate rules, and
//! long ones.

use std::collections::HashMap;

use proptest::collection::vec;
use proptest::prelude::*;
use saltus::clobber::Colour::{self, Black, White};
use saltus::clobber::Move;
use saltus::clobber::sources::cuts::{self, Cut};
use saltus::clobber::sources::letter_pairs;
use saltus::clobber::sources::words::{
    self, Form, Letter, Mark, Seen, Symbol, Text, admissible, admissible_simplified, configuration, fits, game,
    letters, moves, obeying,
};

type Cells = Vec<Option<Colour>>;

/// All configurations of n pawns.
fn configurations(n: usize) -> impl Iterator<Item = Vec<Colour>> {
    (0..1u32 << n).map(move |set| (0..n).map(|i| if set >> i & 1 == 1 { White } else { Black }).collect())
}

fn is_mixed(pawns: &[Colour]) -> bool {
    pawns.contains(&Black) && pawns.contains(&White)
}

fn show(pawns: &[Colour]) -> String {
    pawns.iter().map(|pawn| pawn.letter()).collect()
}

/// All words of `symbols` symbols.
fn all_words(symbols: usize) -> Vec<Vec<Symbol>> {
    let longer = |words: Vec<Vec<Symbol>>| -> Vec<Vec<Symbol>> {
        words.iter().flat_map(|word| Symbol::all().map(|symbol| [&word[..], &[symbol]].concat())).collect()
    };
    (0..symbols).fold(vec![Vec::new()], |words, _| longer(words))
}

fn bars(word: &[Symbol]) -> usize {
    word.iter().filter(|symbol| symbol.mark == Mark::Bar).count()
}

/// Separations of n places: their number, and between which places they lie.
fn separations(form: Form, n: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let most = if form == Form::Cycle { n } else { n.saturating_sub(1) };
    (0..most).map(move |separation| (separation, separation, (separation + 1) % n))
}

/// The moves of a configuration with the separation and the mark of each.
fn legal(form: Form, cells: &Cells) -> Vec<(Move, usize, Mark)> {
    let mut found = Vec::new();
    for (separation, left, right) in separations(form, cells.len()) {
        if cells[left].is_some() && cells[right].is_some() && cells[left] != cells[right] {
            let (from, to) = (left as u32, right as u32);
            found.push((Move { from, to }, separation, Mark::Right));
            found.push((Move { from: to, to: from }, separation, Mark::Left));
        }
    }
    found
}

fn played(cells: &Cells, mv: Move) -> Cells {
    let mut next = cells.clone();
    next[mv.to as usize] = next[mv.from as usize].take();
    next
}

/// The fewest pawns that any play leaves.
fn value_by_play(form: Form, cells: &Cells, known: &mut HashMap<Cells, usize>) -> usize {
    if let Some(&value) = known.get(cells) {
        return value;
    }
    let nexts: Vec<usize> =
        legal(form, cells).into_iter().map(|(mv, ..)| value_by_play(form, &played(cells, mv), known)).collect();
    let value = nexts.into_iter().min().unwrap_or(cells.iter().flatten().count());
    known.insert(cells.clone(), value);
    value
}

/// Every configuration of these sizes with its value.
fn values(form: Form, sizes: std::ops::RangeInclusive<usize>) -> Vec<(Vec<Colour>, usize)> {
    let mut known = HashMap::new();
    let mut value = |pawns: &[Colour]| value_by_play(form, &pawns.iter().map(|&pawn| Some(pawn)).collect(), &mut known);
    sizes.flat_map(configurations).map(|pawns| (value(&pawns), pawns)).map(|(value, pawns)| (pawns, value)).collect()
}

/// All games on a configuration, as sequences of moves.
fn all_games(form: Form, cells: &Cells, before: &mut Vec<Move>, visit: &mut impl FnMut(&[Move])) {
    visit(before);
    for (mv, ..) in legal(form, cells) {
        before.push(mv);
        all_games(form, &played(cells, mv), before, visit);
        before.pop();
    }
}

/// The word is one of the configuration, and its game leaves as many pawns as it should.
fn word_is_played(form: Form, pawns: &[Colour], word: &[Symbol], value: usize) {
    let text = format!("{} on {}", Text(word), show(pawns));
    assert!(fits(form, word, pawns), "{text}");
    let moves = moves(form, word).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let game = game(form, pawns, moves).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    assert_eq!((&game.word[..], game.breach), (word, None), "{text}");
    let arrows = word.len() - bars(word);
    assert_eq!(pawns.len() - arrows, value, "{text}");
}

#[test]
fn proposition_1_any_game_can_be_mended() {
    let cycles = (3..=5).flat_map(configurations).map(|pawns| (Form::Cycle, pawns));
    let (mut games, mut mended) = (0, 0);
    for (form, pawns) in (0..=6).flat_map(configurations).map(|pawns| (Form::Line, pawns)).chain(cycles) {
        let cells = pawns.iter().map(|&pawn| Some(pawn)).collect();
        all_games(form, &cells, &mut Vec::new(), &mut |moves| {
            let found = game(form, &pawns, moves.to_vec()).expect("a game");
            let obeying: Vec<Move> = obeying(form, &pawns, moves.to_vec()).collect();
            let better = game(form, &pawns, obeying.clone()).expect("a game as well");
            assert_eq!((better.breach, bars(&better.word)), (None, bars(&found.word)));
            assert_eq!(found.breach.is_some(), obeying != moves);
            games += 1;
            mended += usize::from(found.breach.is_some());
        });
    }
    assert!(games > mended && mended > 1000, "{games} games, {mended} mended");
}

#[test]
fn every_admissible_word_has_its_game_and_no_other() {
    let lines = (0..=6).flat_map(all_words).map(|word| (Form::Line, word));
    let cycles = (3..=6).flat_map(all_words).map(|word| (Form::Cycle, word));
    for (form, word) in lines.chain(cycles) {
        if admissible(form, &word).is_err() {
            assert!(words::moves(form, &word).is_err(), "{}", Text(&word));
            continue;
        }
        for first in [Black, White] {
            let pawns = configuration(form, &word, first).expect("an admissible word has its pawns");
            word_is_played(form, &pawns, &word, bars(&word) + usize::from(form == Form::Line));
        }
    }
}

#[test]
fn what_the_simplified_alphabet_admits_is_admissible() {
    for word in (0..=6).flat_map(all_words) {
        let simple: Vec<Seen> = word.iter().map(|symbol| symbol.simple()).collect();
        assert!(admissible_simplified(&simple).is_err() || admissible(Form::Line, &word).is_ok(), "{}", Text(&word));
    }
}

/// Whichever neighbours are taken; and A, B, C with one of D and E are enough.
#[test]
fn theorem_12_holds_for_all_neighbours_and_with_four_cuts() {
    for (cycle, value) in values(Form::Cycle, 3..=9) {
        let n = cycle.len();
        for first in (0..n).filter(|&first| cycle[first] != cycle[(first + 1) % n]) {
            for last in [Cut::D, Cut::E] {
                let four = cuts::best_at(&cycle, first, &[Cut::A, Cut::B, Cut::C, last], letter_pairs::value);
                assert_eq!(four.value, value, "{} {first} {last:?}", show(&cycle));
            }
        }
    }
}

#[test]
fn some_cycle_needs_each_cut() {
    let (cycle, value) = values(Form::Cycle, 6..=6).into_iter().find(|(cycle, _)| show(cycle) == "wwbwbb").unwrap();
    assert_eq!(value, 1);
    let pairs: Vec<usize> = (0..6).filter(|&first| cycle[first] != cycle[(first + 1) % 6]).collect();
    for dropped in [&[Cut::A][..], &[Cut::B], &[Cut::C], &[Cut::D, Cut::E]] {
        let kept: Vec<Cut> = Cut::ALL.into_iter().filter(|cut| !dropped.contains(cut)).collect();
        let fails = |&&first: &&usize| cuts::best_at(&cycle, first, &kept, letter_pairs::value).value != value;
        assert_eq!(pairs.iter().filter(fails).count(), 1, "{dropped:?}");
    }
}

/// The fewest segments closed so far, by what the letters of the open one are: none; `a s*`; such that an `a` makes them complete; complete.
/// Complete are `s* a` and `a s* a s* a`, and none and `a s*` may also be closed.
type Registers = [usize; 4];

const NEVER: usize = usize::MAX / 2;

/// The recurrence of four registers, one letter on.
fn next([n, r, l, b]: Registers, letter: Letter) -> Registers {
    let closed = 1 + n.min(r).min(b);
    match letter {
        Letter::Same => [closed, r, n.min(l), NEVER],
        Letter::Alternate => [closed, n, r, n.min(l)],
    }
}

fn line_by_registers(pawns: &[Colour]) -> usize {
    let [n, r, _, b] = letters(Form::Line, pawns).fold([0, NEVER, NEVER, NEVER], next);
    1 + n.min(r).min(b)
}

/// The least closed walk around the cycle; a cycle of one colour has walks without any segment, which do not count.
fn cycle_by_registers(cycle: &[Colour]) -> usize {
    let closed = |register: usize| {
        let mut start = [NEVER; 4];
        start[register] = 0;
        letters(Form::Cycle, cycle).fold(start, next)[register]
    };
    if is_mixed(cycle) { (0..4).map(closed).min().expect("four registers") } else { cycle.len() }
}

#[test]
fn registers_agree_with_play() {
    for (pawns, value) in values(Form::Line, 1..=9) {
        assert_eq!(line_by_registers(&pawns), value, "{}", show(&pawns));
    }
    for (cycle, value) in values(Form::Cycle, 3..=9) {
        let best = cuts::best(&cycle, letter_pairs::value);
        assert_eq!((best.value, best.cut.is_some()), (value, is_mixed(&cycle)), "{}", show(&cycle));
        assert_eq!(cycle_by_registers(&cycle), value, "{}", show(&cycle));
    }
}

/// Pawns with runs of many lengths.
fn pawns(most: usize) -> impl Strategy<Value = Vec<Colour>> {
    let even = vec(prop_oneof![Just(Black), Just(White)], 1..=most);
    let runs = vec(1..8usize, 1..=most / 4).prop_map(move |runs| {
        let run = |(at, &length): (usize, &usize)| vec![if at % 2 == 0 { Black } else { White }; length];
        runs.iter().enumerate().flat_map(run).take(most).collect()
    });
    prop_oneof![even, runs]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn long_lines_have_the_value_of_the_registers(pawns in pawns(200)) {
        let solution = letter_pairs::solve(&pawns);
        let value = line_by_registers(&pawns);
        prop_assert_eq!((solution.value, letter_pairs::value(&pawns)), (value, value));
        let simple: Vec<Seen> = solution.word.iter().map(|symbol| symbol.simple()).collect();
        prop_assert_eq!(admissible_simplified(&simple), Ok(()));
        word_is_played(Form::Line, &pawns, &solution.word, solution.value);
    }

    #[test]
    fn long_cycles_have_the_value_of_the_registers(cycle in pawns(200)) {
        prop_assume!(cycle.len() >= 3 && is_mixed(&cycle));
        let best = cuts::best(&cycle, letter_pairs::value);
        prop_assert_eq!(best.value, cycle_by_registers(&cycle));
        word_is_played(Form::Cycle, &cycle, &cuts::solve(&cycle).word, best.value);
    }

    #[test]
    fn words_are_read_as_they_are_printed(marks in vec((0..3usize, 0..2usize), 0..40)) {
        let word: Vec<Symbol> =
            marks.iter().map(|&(mark, letter)| Symbol { mark: Mark::ALL[mark], letter: Letter::ALL[letter] }).collect();
        prop_assert_eq!(words::read(&Text(&word).to_string()), Ok(word));
    }

    #[test]
    fn no_text_is_too_odd_to_be_read(text in "[|<>sa x\u{2190}\t]{0,20}") {
        if let Err(fault) = words::read(&text) {
            prop_assert!((1..=text.chars().count()).contains(&fault.column));
        }
    }
}
