//! Every answer has a certificate that the checker accepts, and no changed certificate makes it accept what is false.
//!
//! The checker shares no code with the solver; these tests need both, and therefore live here.

use std::collections::BTreeMap;

use crate::common::{CLASSES, boards, boards_with, option, random_arrangement, random_board, sizes, wide_sizes};
use dashu_int::UBig;
use saltus::answers::Answers as _;
use saltus::laws::Random;
use saltus::reverse;
use saltus::shift::{self, Classes, Instance, packed, sides};
use saltus_adversary::mutants::{Document, EVIDENCE, certificate, closed_sets, mutate};
use saltus_adversary::oracle::{Oracle, Truth};
use saltus_adversary::{Fate, accepted_is_true, seeds, small};
use saltus_check::{Limits, Outcome, check};

/// The certificate of the answer to a line is accepted, for this very line, and settles the matter.
fn is_verified(line: &str) {
    is_accepted(line, &certificate(line));
}

fn is_accepted(line: &str, certificate: &[u8]) {
    let text = String::from_utf8_lossy(certificate);
    let mut lines = text.lines().skip(1);
    assert_eq!(lines.next(), Some(format!("puzzle {line}").as_str()));
    let claim = lines.next().and_then(|line| line.strip_prefix("claim ")).expect("a claim");
    match check(certificate, &Limits::default()) {
        Outcome::Verified(what) => {
            assert!(format!("{} {}", what.claim, what.puzzle) == format!("{claim} {line}"), "{line}: {what}");
            assert!(claim == "unsolvable" || claim.starts_with("optimal"), "{line}: only {claim}");
        }
        other => panic!("{line}: {other}\n{text}"),
    }
}

#[test]
fn classical_instances() {
    for (n, m) in sizes(9) {
        for classes in CLASSES {
            is_verified(&format!("shift {n} {m}{}", option(classes)));
            if n > 0 && m > 0 {
                is_verified(&format!("shift {n} {m} first=w{}", option(classes)));
            }
        }
    }
}

#[test]
fn every_small_pair_of_boards() {
    for (n, m) in sizes(3) {
        let boards = boards(n, m);
        for classes in CLASSES {
            for (start, goal) in boards.iter().flat_map(|start| boards.iter().map(move |goal| (start, goal))) {
                is_verified(&Instance::boards(start.clone(), goal.clone(), classes).to_string());
            }
        }
    }
}

#[test]
fn every_board_to_the_classical_goal_and_from_the_classical_start() {
    for (n, m) in sizes(6) {
        for board in boards(n, m) {
            let goal = Instance::boards(board.clone(), sides(b'w', m, b'b', n), Classes::Forward);
            let start = Instance::boards(sides(b'b', n, b'w', m), board, Classes::Forward);
            is_verified(&goal.to_string());
            is_verified(&start.to_string());
        }
    }
}

#[test]
fn several_vacancies() {
    for (n, m, gaps) in wide_sizes(8) {
        for classes in CLASSES.into_iter().filter(|classes| *classes != Classes::All || n + m + gaps < 8) {
            is_verified(&format!("shift {n} {m} gaps={gaps}{}", option(classes)));
            if n > 0 && m > 0 {
                is_verified(&format!("shift {n} {m} gaps={gaps} first=w{}", option(classes)));
            }
        }
    }
    for (n, m, gaps) in wide_sizes(6) {
        for board in boards_with(n, m, gaps) {
            let ends = [packed(b'b', n, gaps, b'w', m), packed(b'w', m, gaps, b'b', n)];
            for classes in CLASSES {
                is_verified(&Instance::boards(board.clone(), ends[1].clone(), classes).to_string());
            }
            is_verified(&Instance::boards(ends[0].clone(), board, Classes::Forward).to_string());
        }
    }
    let ten_to_30 = format!("1{}", "0".repeat(30));
    for line in [
        "shift 40 30 gaps=7".to_owned(),
        format!("shift {ten_to_30} {ten_to_30} gaps={ten_to_30}"),
        format!("shift {ten_to_30} 0 gaps=2 moves=back"),
        format!("shift 0 7 gaps={ten_to_30}"),
    ] {
        is_verified(&line);
    }
    // A play and a bound, where no formula is known.
    for line in ["shift 30 20 gaps=3 moves=all".to_owned(), format!("shift {ten_to_30} 20 gaps=2 moves=all")] {
        let certificate = certificate(&line);
        assert!(String::from_utf8_lossy(&certificate).contains("\nclaim between "), "{line}");
        assert!(matches!(check(&certificate, &Limits::default()), Outcome::Verified(_)), "{line}");
    }
}

#[test]
fn random_boards_of_all_classes() {
    let mut random = Random::new(1);
    for round in 0..300 {
        let all = 4 + round % 7;
        let n = random.below(all + 1);
        let mut board = || random_board(&mut random, n, all - n, if all < 8 { 1 + round % 4 } else { 1 });
        let (start, goal) = (board(), board());
        is_verified(&Instance::boards(start, goal, CLASSES[round % 3]).to_string());
    }
}

#[test]
fn classical_instances_of_any_size() {
    let ten_to_30 = format!("1{}", "0".repeat(30));
    for line in [
        "shift 40 50".to_owned(),
        "shift 1000 1 moves=all".to_owned(),
        format!("shift {ten_to_30} {ten_to_30}"),
        format!("shift {ten_to_30} 1 first=w"),
        format!("shift 3 {ten_to_30} moves=back"),
        format!("shift {ten_to_30} 7 first=w moves=all"),
    ] {
        is_verified(&line);
    }
}

#[test]
fn one_colour_of_any_size() {
    let ten_to_30 = format!("1{}", "0".repeat(30));
    for line in [
        "shift 1000 0".to_owned(),
        "shift 0 1001 moves=all".to_owned(),
        "shift 1000000000000 0".to_owned(),
        "shift 0 1000000000001 moves=all".to_owned(),
        format!("shift {ten_to_30} 0 moves=all"),
        format!("shift 0 {ten_to_30} moves=back"),
        format!("shift {ten_to_30} 0"),
    ] {
        is_verified(&line);
    }
}

/// Long boards: the play has thousands of moves, and 100 cells have no key.
#[test]
fn long_boards_of_forward_play() {
    let alternating = "bw".repeat(30);
    is_verified(&format!("shift {alternating}_bbbbb"));
    is_verified(&format!("shift {}_{}", "b".repeat(60), "wb".repeat(20)));
    is_verified(&format!("shift {}_{} to {}_{}", "b".repeat(50), "w".repeat(50), "b".repeat(50), "w".repeat(50)));
}

#[test]
fn reversals() {
    for n in 0..=5u8 {
        for (from, to) in (0..=n).flat_map(|from| (0..=n).map(Some).chain([None]).map(move |to| (from, to))) {
            is_verified(&reverse::Instance::reversal(n, from, to.map(Into::into)).to_string());
        }
    }
    for line in ["reverse 6", "reverse 7 from=3 to=4", "reverse 6 from=2 to=any", "reverse 8"] {
        is_verified(line);
    }
    for (n, gaps) in (0..=4u8).flat_map(|n| (2..=3u8).map(move |gaps| (n, gaps))) {
        for (from, to) in (0..=n).flat_map(|from| (0..=n).map(Some).chain([None]).map(move |to| (from, to))) {
            let one = reverse::Instance::reversal(n, from, to.map(Into::into));
            is_verified(&reverse::Instance { gaps: gaps.into(), ..one }.to_string());
        }
    }
    for line in
        ["reverse 5 gaps=2 from=5", "reverse 40 gaps=7", "reverse 4 gaps=20 from=4 to=4", "reverse 1 _ 3 _ 2 to=1"]
    {
        is_verified(line);
    }
}

/// The bound of the theorem is the library's, and no greater one.
#[test]
fn the_theorem_of_reversals_with_several_vacancies() {
    let by_theorem = |line: &str, claim: UBig| {
        let text = format!("saltus certificate 1\npuzzle {line}\nclaim at-least {claim}\nby theorem reversal\nend\n");
        check(text.as_bytes(), &Limits::default())
    };
    for (n, gaps) in (0..=9u8).flat_map(|n| (2..=4u8).map(move |gaps| (n, gaps))) {
        for (from, to) in (0..=n).flat_map(|from| (0..=n).map(Some).chain([None]).map(move |to| (from, to))) {
            let one = reverse::Instance::reversal(n, from, to.map(Into::into));
            let instance = reverse::Instance { gaps: gaps.into(), ..one };
            let line = instance.to_string();
            let (least, _) = instance.weaker_evidence().expect("a theorem");
            let more = by_theorem(&line, &least + UBig::ONE);
            assert!(matches!(by_theorem(&line, least.clone()), Outcome::Verified(_)), "{line}: {least}");
            assert!(matches!(more, Outcome::Refuted(_)), "{line}: {more}");
        }
    }
}

#[test]
fn random_arrangements() {
    let mut random = Random::new(2);
    for round in 0..60 {
        let n = 1 + round % 6;
        let (start, goal) = (random_arrangement(&mut random, n), random_arrangement(&mut random, n));
        let spare = |cells: Vec<u16>| [cells, vec![reverse::GAP; usize::from(round % 3)]].concat();
        let (start, goal) = (spare(start), (round % 5 > 0).then_some(spare(goal)));
        is_verified(&reverse::Instance::arrangements(start, goal).to_string());
    }
}

/// Closed sets prove what potentials and theorems prove, too.
#[test]
fn closed_sets_of_any_answer() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        let line = small::instance(&mut random).to_string();
        closed_sets(&line).iter().for_each(|certificate| is_accepted(&line, certificate));
    }
}

#[test]
fn certificates_are_taken_apart_and_put_together_again() {
    for seed in seeds() {
        assert_eq!(Document::read(&seed.write()), *seed);
        assert_ne!(accepted_is_true(&seed.write(), &mut Oracle::default()), Fate::Unjudged);
    }
}

/// The checker, asked for a claim that is one too strong, believes no evidence: not one that needs no block, nor the empty set.
fn believes_nothing_false(line: &str, oracle: &mut Oracle) {
    let bounds = (0..).map(|k| format!("at-least {k}"));
    let too_much = bounds.take(200).find(|claim| oracle.judge(line, claim) == Truth::False);
    let unsolvable = Some("unsolvable".to_owned()).filter(|claim| oracle.judge(line, claim) == Truth::False);
    let claims = [too_much, unsolvable];
    for (claim, evidence) in claims.iter().flatten().flat_map(|claim| EVIDENCE.iter().map(move |by| (claim, by))) {
        let set = if evidence.starts_with("closed-set") { "block set 0 00000000\n\n" } else { "" };
        let certificate = format!("saltus certificate 1\npuzzle {line}\nclaim {claim}\nby {evidence}\n{set}end\n");
        let fate = accepted_is_true(certificate.as_bytes(), oracle);
        assert_eq!(fate, Fate::Refused, "{claim} of {line} by {evidence}");
    }
}

#[test]
fn no_evidence_proves_too_much() {
    let mut oracle = Oracle::default();
    for (n, m) in sizes(4) {
        let boards = boards(n, m);
        for (start, goal) in boards.iter().flat_map(|start| boards.iter().map(move |goal| (start, goal))) {
            for classes in CLASSES {
                let instance = Instance::boards(start.clone(), goal.clone(), classes);
                believes_nothing_false(&instance.to_string(), &mut oracle);
            }
        }
    }
    for (n, m) in sizes(7) {
        for board in boards(n, m) {
            let goal = Instance::boards(board.clone(), sides(b'w', m, b'b', n), Classes::Forward);
            let start = Instance::boards(sides(b'b', n, b'w', m), board, Classes::Forward);
            believes_nothing_false(&goal.to_string(), &mut oracle);
            believes_nothing_false(&start.to_string(), &mut oracle);
        }
    }
    for (n, from) in (0..=6u8).flat_map(|n| (0..=n).map(move |from| (n, from))) {
        for to in (0..=n).map(Some).chain([None]) {
            let instance = reverse::Instance::reversal(n, from, to.map(Into::into));
            believes_nothing_false(&instance.to_string(), &mut oracle);
            for gaps in (2..=4u8).filter(|gaps| n + gaps <= 7) {
                let several = reverse::Instance { gaps: gaps.into(), ..instance.clone() };
                believes_nothing_false(&several.to_string(), &mut oracle);
            }
        }
    }
    let mut random = Random::new(4);
    for _ in 0..2_000 {
        believes_nothing_false(&small::instance(&mut random).to_string(), &mut oracle);
    }
}

/// Random runs of the vacancy through one colour, which may leave the board or step too far, to where they end.
fn random_walk(random: &mut Random) -> String {
    let (cells, colour) = (1 + random.below(5), if random.below(2) == 0 { 'b' } else { 'w' });
    let start = 1 + random.below(cells) as i64;
    let (mut vacancy, mut moves, mut made) = (start, String::new(), 0);
    for _ in 0..random.below(4) {
        let (step, stride, count) = (random.below(7) as i64 - 3, random.below(7) as i64 - 3, 1 + random.below(3));
        let from = vacancy + step;
        let run = if count == 1 { from.to_string() } else { format!("{from} {stride} {count}") };
        moves.extend([&run, "\n"]);
        vacancy = from + stride * (count as i64 - 1);
        made += count;
    }
    let board =
        |gap: i64| -> String { (1..=cells as i64).map(|cell| if cell == gap { '_' } else { colour }).collect() };
    let end = vacancy.clamp(1, cells as i64);
    let line = format!("shift {} to {}{}", board(start), board(end), option(CLASSES[random.below(3)]));
    let line = shift::read(&line).expect("two boards").to_string();
    let block = format!("block moves {} {:08x}\n{moves}\n", moves.len(), crc32fast::hash(moves.as_bytes()));
    format!("saltus certificate 1\npuzzle {line}\nclaim plan {made}\nby witness\n{block}end\n")
}

/// The checker takes runs of one colour as wholes; what it accepts must still be plays.
#[test]
fn walks_are_plays() {
    let (mut random, mut oracle) = (Random::new(5), Oracle::default());
    let fates = (0..60_000).map(|_| accepted_is_true(random_walk(&mut random).as_bytes(), &mut oracle));
    let accepted = fates.filter(|fate| *fate == Fate::True).count();
    assert!(accepted > 1_000, "hardly a walk is accepted: {accepted}");
}

/// The number of mutants in each part; the parts run in parallel.
const MUTANTS: usize = 100_000;

/// Changes certificates, and asks the oracle about every one that is still accepted.
fn no_mutant_lies(part: u64) {
    let (mut random, mut oracle) = (Random::new(100 + part), Oracle::default());
    let (mut changed, mut unjudged, mut beyond, mut accepted) = (0, Vec::new(), 0, BTreeMap::new());
    while changed < MUTANTS {
        let seed = &seeds()[random.below(seeds().len())];
        let mutant = mutate(seed, seeds(), &mut random);
        if mutant == seed.write() {
            continue;
        }
        changed += 1;
        match accepted_is_true(&mutant, &mut oracle) {
            Fate::Refused => {}
            Fate::True => *accepted.entry(kind(&mutant)).or_insert(0) += 1,
            // Residues are as short for a board that no oracle can judge.
            Fate::Unjudged if mutant.starts_with(b"saltus certificate 2") => beyond += 1,
            Fate::Unjudged => unjudged.push(String::from_utf8_lossy(&mutant).into_owned()),
        }
    }
    let all: usize = accepted.values().sum();
    println!("{changed} mutants, {all} accepted and true: {accepted:?}");
    assert!(all > MUTANTS / 100, "hardly a mutant comes past the reader: {all}");
    assert!(unjudged.is_empty(), "the oracle must be able to judge what is accepted: {unjudged:?}");
    assert!(beyond <= MUTANTS / 10_000, "few are too large for the oracle: {beyond}");
}

/// The first words of claim and evidence.
fn kind(certificate: &[u8]) -> String {
    let text = String::from_utf8_lossy(certificate);
    let word = |line: usize| text.lines().nth(line).and_then(|line| line.split(' ').nth(1)).unwrap_or_default();
    format!("{} by {}", word(2), word(3))
}

#[test]
fn no_mutant_lies_1() {
    no_mutant_lies(1);
}

#[test]
fn no_mutant_lies_2() {
    no_mutant_lies(2);
}

#[test]
fn no_mutant_lies_3() {
    no_mutant_lies(3);
}

#[test]
fn no_mutant_lies_4() {
    no_mutant_lies(4);
}
