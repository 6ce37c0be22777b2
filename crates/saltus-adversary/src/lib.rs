//! The adversary: laws of saltus, a function each. It takes any bytes, makes a case of them, and panics when the law is broken.
//!
//! `cargo xtask adversary --seed N --minutes M` tries ever new cases of all [laws](LAWS) in turn; the same seed gives the same cases. A case that
//! breaks a law is made small and kept in `corpus.txt`, which the tests try again. The tests try some cases of each law in every run, and the
//! folder `fuzz` has a fuzz target for each (`cargo +nightly fuzz run moves_are_legal`).

pub mod definitions;
pub mod dice;
pub mod files;
pub mod hunt;
pub mod judged;
pub mod mutants;
pub mod oracle;
pub mod plain;
pub mod program;
pub mod schema;
pub mod small;

use std::fmt::Debug;
use std::sync::OnceLock;

use dice::{Bytes, Dice};
use mutants::Document;
use oracle::{Oracle, Truth};
use saltus::chinese;
use saltus::clobber::{self, Move};
use saltus::laws;
use saltus::notation::{self, Instance, MoveText};
use saltus::puzzle::{Backward, Puzzle, Undo};
use saltus::reverse;
use saltus::row::{self, Hop};
use saltus::shift;
use saltus::tiles::{self, Slide};
use saltus::verify;
use saltus_check::{Limits, Outcome};
use small::Named;

/// A law, and how often it is tried in a round.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// Its name.
    pub name: &'static str,
    /// Panics when the case breaks it.
    pub holds: fn(&[u8]),
    /// Cases of a round.
    pub cases: usize,
    /// The most bytes of a case.
    pub bytes: usize,
}

const fn law(name: &'static str, holds: fn(&[u8]), cases: usize, bytes: usize) -> Law {
    Law { name, holds, cases, bytes }
}

/// All laws; a round takes a minute or so.
pub const LAWS: &[Law] = &[
    law("notation_round_trip", notation_round_trip, 20_000, 120),
    law("moves_are_legal", moves_are_legal, 1_000, 120),
    law("checker_agrees_with_replay", checker_agrees_with_replay, 10_000, 120),
    law("certificate_never_lies", certificate_never_lies, 10_000, 120),
    law("definitions_are_answered", judged::definitions_are_answered, 1_000, 500),
    law("records_are_valid", judged::records_are_valid, 100, 500),
    law("failing_files_spoil_no_answer", files::failing_files_spoil_no_answer, 40, 12),
];

/// A line that is read prints in canonical form, which is read to the same by the solver and by the checker; a line that
/// is not read is refused at a place inside it.
///
/// # Panics
/// When the law is broken.
pub fn notation_round_trip(data: &[u8]) {
    match data.split_first() {
        Some((first, rest)) if first % 2 == 0 => line_is_stable(&String::from_utf8_lossy(rest)),
        _ => line_is_stable(&small::words(&mut Bytes(data))),
    }
}

/// The law of [`notation_round_trip`] for one line.
///
/// # Panics
/// When the law is broken.
pub fn line_is_stable(line: &str) {
    // A random configuration may have 10^9 cells, which take long to print.
    if clobber::read(line).is_ok_and(|instance| instance.cells() > 1 << 16) {
        return;
    }
    instance_is_stable::<shift::Instance>(line);
    instance_is_stable::<reverse::Instance>(line);
    instance_is_stable::<tiles::Instance>(line);
    instance_is_stable::<clobber::Instance>(line);
    instance_is_stable::<chinese::Instance>(line);
    match saltus::parse(line) {
        Err(bad) => {
            assert!(bad.column <= line.chars().count(), "{line:?}: column {} is behind the line", bad.column);
            assert!(!bad.why.is_empty(), "{line:?} is refused for no reason");
        }
        Ok(subject) => {
            assert!(!line.chars().any(|c| c.is_control() && c != '\t'), "{line:?} holds a control character");
            line_is_canonical(&subject.to_string());
        }
    }
}

/// What a line names prints as a line that names the same; a line that names nothing of the family is refused at a place
/// inside it.
///
/// # Panics
/// When the law is broken.
pub fn instance_is_stable<I: Instance + PartialEq + Debug>(line: &str) {
    match notation::read_line::<I>(line) {
        Err(bad) => assert!(bad.column <= line.chars().count(), "{line:?}: column {} is behind the line", bad.column),
        Ok(instance) => {
            let canonical = instance.to_string();
            let again = notation::read_line::<I>(&canonical);
            assert_eq!(again.as_ref(), Ok(&instance), "{line:?} is printed as {canonical:?}");
            assert_eq!(again.map(|again| again.to_string()), Ok(canonical), "the canonical form is stable");
        }
    }
}

/// A line prints as itself, and the checker reads it.
///
/// # Panics
/// When it does not.
pub fn line_is_canonical(line: &str) {
    let again = saltus::parse(line).unwrap_or_else(|bad| panic!("{line:?} was printed, but {bad}"));
    assert_eq!(again.to_string(), line, "the canonical form is stable");
    // Only definitions have names that people give.
    let is_definition = line.starts_with("rules ");
    let is_plain = line.is_ascii() || is_definition;
    assert!(is_plain && !line.chars().any(char::is_control), "{line:?} is not plain");
    let (format, play) = if is_definition { (2, "moves\n") } else { (1, "by witness\nblock moves 0 00000000\n\n") };
    let certificate = format!("saltus certificate {format}\npuzzle {line}\nclaim plan 0\n{play}end\n");
    if let Outcome::Refuted(why) = saltus_check::check(certificate.as_bytes(), &LIMITS) {
        assert!(!why.starts_with("line 2"), "the checker does not read {line:?}: {why}");
    }
}

/// What a check may spend here: mutants may name boards as large as they like.
pub const LIMITS: Limits = Limits { memory: 1 << 26, moves: 1 << 20, cells: 1 << 16, nodes: 1 << 20, part: (1, 1) };

/// A certificate that the checker accepts makes a true claim, whatever wrote it.
///
/// # Panics
/// When the law is broken.
pub fn certificate_never_lies(data: &[u8]) {
    let mut oracle = Oracle::default();
    match data.split_first() {
        Some((first, rest)) if first % 4 == 0 => accepted_is_true(rest, &mut oracle),
        _ => {
            let (mut dice, seeds) = (Bytes(data), seeds());
            let seed = &seeds[dice.below(seeds.len())];
            accepted_is_true(&mutants::mutate(seed, seeds, &mut dice), &mut oracle)
        }
    };
}

/// What became of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The checker did not accept it.
    Refused,
    /// It was accepted, and its claim is true.
    True,
    /// It was accepted, and its instance is too large for the oracle.
    Unjudged,
}

/// The law of [`certificate_never_lies`] for one certificate.
///
/// # Panics
/// When the law is broken.
pub fn accepted_is_true(certificate: &[u8], oracle: &mut Oracle) -> Fate {
    let Outcome::Verified(verified) = saltus_check::check(certificate, &LIMITS) else { return Fate::Refused };
    let text = String::from_utf8_lossy(certificate);
    let mut lines = text.lines().skip(1);
    let mut field = |key: &str| lines.next().and_then(|line| line.strip_prefix(key)).expect("an accepted line");
    let (puzzle, claim) = (field("puzzle "), field("claim "));
    assert_eq!(
        (verified.claim, verified.puzzle),
        (claim.into(), saltus_check::name(puzzle)),
        "another claim was verified"
    );
    match oracle.judge(puzzle, claim) {
        Truth::True => Fate::True,
        Truth::TooLarge => Fate::Unjudged,
        Truth::False => panic!("accepted, but {claim} of {puzzle} is false:\n{}", certificate.escape_ascii()),
    }
}

/// Some true certificates, of every kind.
pub fn seeds() -> &'static [Document] {
    static SEEDS: OnceLock<Vec<Document>> = OnceLock::new();
    SEEDS.get_or_init(|| {
        let sliding = mutants::SEEDS.iter().flat_map(|line| mutants::certificates(line));
        let lines = mutants::SEEDS.iter().chain(mutants::OTHERS.iter());
        sliding.chain(lines.flat_map(|line| mutants::certificates_by_all(line))).collect()
    })
}

/// The generated moves are the legal ones; undone, they restore; taken backwards, if that is possible, they are the same.
///
/// # Panics
/// When the law is broken.
pub fn moves_are_legal(data: &[u8]) {
    let mut dice = Bytes(data);
    if dice.below(5) == 0 {
        return hexagons_are_legal(&mut dice);
    }
    if dice.below(4) == 0 {
        let puzzle = small::clobber(&mut dice).puzzle().expect("small");
        let takes: Vec<Move> = hops().iter().map(|hop| Move { from: hop.from, to: hop.to }).collect();
        return along_a_play(&puzzle, |states| laws::moves_obey(&puzzle, states, |_| takes.iter().copied()), &mut dice);
    }
    match small::instance(&mut dice) {
        Named::Shift(instance) => there_and_back(&instance, &hops(), &mut dice),
        Named::Reverse(instance) => there_and_back(&instance, &hops(), &mut dice),
        Named::Tiles(instance) => there_and_back(&instance, &slides(), &mut dice),
    }
}

/// The same on hexagonal cells. Of the paths with more than one jump only those are conceived that the rules prefer: others are legal,
/// but not generated.
fn hexagons_are_legal(dice: &mut Bytes<'_>) {
    let Some(instance) = small::chinese(dice) else { return };
    let puzzle = instance.puzzle().expect("small");
    let conceivable = |state: &chinese::State| {
        let hops = hops();
        let straight = hops.iter().map(|hop| chinese::Move::new([hop.from, hop.to]));
        let preferred = hops.iter().filter_map(|hop| puzzle.path(state, hop.from, hop.to));
        let chains = preferred.filter(|mv| mv.path().len() > 2 && !puzzle.is_goal(state));
        straight.chain(chains).collect::<Vec<_>>()
    };
    along_a_play(&puzzle, |states| laws::moves_obey(&puzzle, states, conceivable), dice);
}

/// The laws of moves and of goals along one play.
fn there_and_back<I, P>(instance: &I, conceivable: &[P::Move], dice: &mut Bytes<'_>)
where
    I: Instance<Puzzle = P>,
    P: Backward + MoveText,
{
    let puzzle = instance.puzzle().expect("small");
    along_a_play(&puzzle, |states| laws::states_obey(&puzzle, states, |_| conceivable.iter().cloned()), dice);
}

/// All conceivable moves of a row.
fn hops() -> Vec<Hop> {
    row::conceivable(small::MOST_CELLS).collect()
}

/// All conceivable moves of tiles.
fn slides() -> Vec<Slide> {
    let (cells, tiles) = (0..7, 0..7);
    let pairs = cells.clone().flat_map(|from| cells.clone().map(move |to| (from, to)));
    pairs.flat_map(|(from, to)| tiles.clone().map(move |tile| Slide { tile, from, to })).collect()
}

/// Some laws at every state of one play.
fn along_a_play<P: Undo>(puzzle: &P, obey: impl Fn(&[P::State]), dice: &mut Bytes<'_>) {
    let mut state = puzzle.start();
    let mut moves = Vec::new();
    loop {
        obey(std::slice::from_ref(&state));
        moves.clear();
        puzzle.moves(&state, &mut moves);
        if moves.is_empty() || dice.is_spent() {
            break;
        }
        puzzle.play(&mut state, &moves[dice.below(moves.len())]);
    }
}

/// The checker accepts a play exactly when replaying it by the rules of the solver does.
///
/// # Panics
/// When the law is broken.
pub fn checker_agrees_with_replay(data: &[u8]) {
    let mut dice = Bytes(data);
    if dice.below(4) == 0 {
        return hexagons_agree(&mut dice);
    }
    match small::instance(&mut dice) {
        Named::Shift(instance) => play_to_goal(&instance, &mut dice, |start, goal| {
            let (start, goal) = (start.cells().to_vec(), goal.cells().to_vec());
            shift::Instance::boards(start, goal, instance.classes)
        }),
        Named::Reverse(instance) => play_to_goal(&instance, &mut dice, |start, goal| {
            let (start, goal) = (start.cells().to_vec(), goal.cells().to_vec());
            reverse::Instance::arrangements(start, Some(goal))
        }),
        Named::Tiles(instance) => play_to_goal(&instance, &mut dice, |start, goal| {
            let wide = |cells: &[u16]| cells.iter().map(|&tile| u32::from(tile)).collect();
            let (start, goal) = (wide(start.cells()), wide(goal.cells()));
            let metric = instance.metric;
            tiles::Instance { metric, ..tiles::Instance::new(instance.height, instance.width, start, goal) }
        }),
    }
}

/// Plays forth, and makes a goal of the cells where red's men stand in the end.
fn hexagons_agree(dice: &mut Bytes<'_>) {
    let Some(instance) = small::chinese(dice) else { return };
    let puzzle = instance.puzzle().expect("small");
    let (mut state, mut moves, mut text) = (puzzle.start(), Vec::new(), Vec::new());
    for _ in 0..dice.below(12) {
        moves.clear();
        puzzle.moves(&state, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = &moves[dice.below(moves.len())];
        text.push(small::move_text(&puzzle, mv));
        puzzle.play(&mut state, mv);
    }
    let men = puzzle.start();
    let cells = puzzle.coordinates().iter().zip(men.cells()).zip(state.cells());
    let cells = cells.map(|((&place, &man), &end)| (place, man, end == Some(chinese::Player::Red))).collect();
    let wanted = chinese::Instance::cells(cells, instance.order().to_vec()).expect("as many goal cells as men");
    let all = puzzle.coordinates().len();
    match dice.below(4) {
        0 => small::spoil(&mut text, dice),
        1 => {
            let path: Vec<String> = (0..2 + dice.below(3)).map(|_| puzzle.name(dice.below(all) as u32)).collect();
            let at = dice.below(text.len() + 1);
            text.truncate(at + dice.below(2));
            text.insert(at.min(text.len()), path.join("-"));
        }
        _ => {}
    }
    both_agree(&wanted, &text);
}

/// Walks back from a goal, then hands the way forth, with an error or not, to both.
fn play_to_goal<I>(instance: &I, dice: &mut Bytes<'_>, between: impl Fn(&StateOf<I>, &StateOf<I>) -> I)
where
    I: Instance<Puzzle: Backward + MoveText>,
{
    let puzzle = instance.puzzle().expect("small");
    let goal = puzzle.goals().swap_remove(0);
    let (mut state, mut moves, mut play) = (goal.clone(), Vec::new(), Vec::new());
    for _ in 0..dice.below(24) {
        moves.clear();
        puzzle.moves_into(&state, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())].clone();
        puzzle.undo(&mut state, &mv);
        play.push(mv);
    }
    play.reverse();
    let mut text: Vec<String> = play.iter().map(|mv| small::move_text(&puzzle, mv)).collect();
    if dice.below(3) > 0 {
        small::spoil(&mut text, dice);
    }
    both_agree(&between(&state, &goal), &text);
}

type StateOf<I> = <<I as Instance>::Puzzle as saltus::puzzle::Puzzle>::State;

fn both_agree<I: Instance<Puzzle: MoveText>>(instance: &I, moves: &[String]) {
    let puzzle = instance.puzzle().expect("small");
    let replayed = verify::replay(&puzzle, moves.iter().map(String::as_str));
    let list: Vec<String> = moves.iter().map(|mv| format!("\"{mv}\"")).collect();
    let (length, list) = (moves.len(), list.join(","));
    let record = format!(r#"{{"puzzle":"{instance}","status":"solved","length":{length},"moves":[{list}]}}"#);
    let outcome = saltus_check::check_record(&record, &LIMITS);
    let accepted = matches!(outcome, Outcome::Verified(_));
    assert_eq!(accepted, replayed.is_ok(), "{record}: replayed {replayed:?}, but the checker says {outcome}");
}
