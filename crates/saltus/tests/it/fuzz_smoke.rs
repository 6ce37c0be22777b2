//! The laws of the fuzz targets on a few thousand seeded inputs, with a stable compiler.

use saltus::laws::Random;

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
    for_inputs(1, 40_000, crate::fuzz_laws::notation_round_trip);
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
        crate::fuzz_laws::notation_round_trip(&[head, &tail].concat());
    }
}

#[test]
fn certificate_never_lies() {
    for_inputs(3, 10_000, crate::fuzz_laws::certificate_never_lies);
    for seed in crate::fuzz_laws::seeds() {
        crate::fuzz_laws::certificate_never_lies(&[&[0], &seed.write()[..]].concat());
    }
}

#[test]
fn moves_are_legal() {
    for_inputs(4, 2_000, crate::fuzz_laws::moves_are_legal);
}

#[test]
fn checker_agrees_with_replay() {
    for_inputs(5, 20_000, crate::fuzz_laws::checker_agrees_with_replay);
}
