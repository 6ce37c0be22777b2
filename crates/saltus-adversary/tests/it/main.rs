//! The laws on a few thousand seeded cases, and on those that broke one once.

use saltus::laws::Random;
use saltus_adversary as laws;
use saltus_adversary::judged::{self, Fate};
use saltus_adversary::{definitions, dice, hunt, program};

/// Inputs of random bytes, every second one made of the one before by a few changes.
fn for_inputs(seed: u64, rounds: usize, law: fn(&[u8])) {
    let mut random = Random::new(seed);
    let mut input = Vec::new();
    law(&input);
    for round in 0..rounds {
        if round % 2 == 0 {
            let length = random.below(120);
            input = (0..length).map(|_| random.number() as u8).collect();
        } else {
            change(&mut input, &mut random);
        }
        law(&input);
    }
}

fn change(input: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let at = random.below(input.len() + 1);
        match random.below(3) {
            0 => input.truncate(at),
            1 => input.insert(at, random.number() as u8),
            _ if at < input.len() => input[at] ^= 1 << random.below(8),
            _ => {}
        }
    }
}

#[test]
fn notation_round_trip() {
    for_inputs(1, 40_000, laws::notation_round_trip);
}

#[test]
fn lines_of_plain_text() {
    // Even first byte: the rest is the line.
    let mut random = Random::new(2);
    let letters = b"shiftrevsbw_0123456789 =tomanyallbackfirstx  00112233bw/./turnseedRBY;,:*\t@-+.\n\0\x7f\xc3\xa4";
    for _ in 0..20_000 {
        let tail: Vec<u8> = (0..random.below(30)).map(|_| letters[random.below(letters.len())]).collect();
        let heads = [
            &b"\0shift "[..],
            b"\0reverse ",
            b"\0tiles ",
            b"\0tiles 2x2 ",
            b"\0clobber line ",
            b"\0clobber grid ",
            b"\0chinese triangle:3 men=1 ",
            b"\0chinese cells:0,0R;1,0*",
            b"\0",
        ];
        let head = heads[random.below(heads.len())];
        laws::notation_round_trip(&[head, &tail].concat());
    }
}

#[test]
fn certificate_never_lies() {
    for_inputs(3, 10_000, laws::certificate_never_lies);
    for seed in laws::seeds() {
        laws::certificate_never_lies(&[&[0], &seed.write()[..]].concat());
    }
}

#[test]
fn moves_are_legal() {
    for_inputs(4, 2_000, laws::moves_are_legal);
}

#[test]
fn checker_agrees_with_replay() {
    for_inputs(5, 20_000, laws::checker_agrees_with_replay);
}

/// Processes are this program with the word `saltus` in front.
fn with_program() {
    program::PROGRAM.get_or_init(|| env!("CARGO_BIN_EXE_saltus-adversary").into());
}

#[test]
fn definitions_are_answered() {
    let (mut random, mut right, mut all) = (Random::new(6), 0, 0);
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..random.below(500)).map(|_| random.number() as u8).collect();
        right += usize::from(judged::are_answered(&definitions::line(&mut dice::Bytes(&bytes))) == Fate::Right);
        all += 1;
    }
    assert!(3 * right > all, "{right} of {all} name a puzzle of few positions");
}

#[test]
fn records_are_valid() {
    with_program();
    for_inputs(7, 30, judged::records_are_valid);
}

#[test]
fn failing_files_spoil_no_answer() {
    with_program();
    for_inputs(8, 20, laws::files::failing_files_spoil_no_answer);
}

/// What broke a law once does so no more.
#[test]
fn what_was_found_is_mended() {
    with_program();
    let text = include_str!("../../corpus.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (law, case) = hunt::kept(line).unwrap_or_else(|| panic!("{line}: a law and bytes"));
        (law.holds)(&case);
    }
}
