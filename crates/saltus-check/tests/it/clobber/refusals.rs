//! One fault at a time, in certificates and records that are right otherwise.

use crate::refusals::assert_refuted;
use crate::support::{certificate, changed_bits, every_truncation_is_refused, is_verified, outcome, payload};
use saltus_check::{Limits, Outcome, check, check_record};

const DUAL: &str = "rows 1\nentries 2\nn0 + + +\nn1 n0 + n0\ncodes 1\n";

/// The dual of `bw`: N, then N or R, which is better.
fn dual(codes: &[u8]) -> Vec<u8> {
    [DUAL.as_bytes(), codes].concat()
}

/// A white pawn with three black ones around it: the example of docs/certificates.md.
const STAR: &[u8] = b"scale 1\n1-2 1 0 -1 1\n1-3 1 0 -1 1\n1-4 1 0 -1 1\n";

/// `value 1 clobber line bw`, a right certificate.
fn good() -> Vec<u8> {
    certificate("clobber line bw", "value 1", "dual", &[("word", &[1]), ("dual", &dual(&[0, 1]))])
}

#[track_caller]
fn assert_bad(puzzle: &str, claim: &str, by: &str, blocks: &[(&str, &[u8])], part: &str) {
    assert_refuted(&outcome(&certificate(puzzle, claim, by, blocks)), part);
}

#[test]
fn good_ones_are_verified() {
    assert_eq!(
        outcome(&good()).to_string(),
        "VERIFIED value 1 clobber line bw by dual, assuming theorem dual (docs/theorems.md#dual)"
    );
    for (puzzle, claim, by, blocks) in [
        ("line bw", "leaves 2", "witness", &[("moves", &b""[..])][..]),
        ("line bw", "leaves 1", "witness", &[("moves", b"2-1\n")]),
        ("line bw", "value-between 0 1", "theorem trees", &[("word", &[2])]),
        ("line .", "value 0", "dual", &[("word", b""), ("dual", b"rows 1\nentries 0\ncodes 1\n")]),
        ("cycle ...", "value 0", "dual", &[("word", &[0]), ("dual", b"rows 1\nentries 0\ncodes 1\n")]),
        ("cycle bbb", "value 3", "dual", &[("moves", b""), ("dual", b"")]),
        ("cycle bwb", "leaves 1", "witness", &[("word", &[0b00_01_00_10])]),
        ("grid bw/.w turns=alternate first=w", "value-between 1 2", "bound components", &[("moves", b"2-1\n")]),
        ("cube bwbw", "value-at-least 2", "bound components", &[]),
        ("hamming 3x1 bww", "value 1", "closed-set components", &[("moves", b"1-2\n3-2\n"), ("set", b"")]),
        ("graph bwb 1-2 1-3 2-3", "leaves 1", "witness", &[("moves", b"2-1\n3-1\n")]),
        ("multipartite 1,1,1 bwb", "leaves 1", "witness", &[("moves", b"2-1\n3-1\n")]),
        ("multipartite 1,3 wbbb", "value 3", "bound independent", &[("moves", b"1-2\n"), ("independent", &[0b1110])]),
        ("graph wbbb 1-2 1-3 1-4", "value-at-least 3", "bound forest", &[("independent", &[0b1110]), ("prices", STAR)]),
        ("graph wbbb 1-2 1-3 1-4", "value-at-least 3", "bound forest", &[("independent", b""), ("prices", STAR)]),
    ] {
        let puzzle = format!("clobber {puzzle}");
        let outcome = outcome(&certificate(&puzzle, claim, by, blocks)).to_string();
        assert_eq!(outcome, format!("VERIFIED {claim} {puzzle} by {by}{}", crate::support::assuming(by)));
    }
}

#[test]
fn sets_that_are_not_independent() {
    let bad = |puzzle: &str, block: &[u8], part: &str| {
        let puzzle = format!("clobber {puzzle}");
        assert_bad(&puzzle, "value-at-least 3", "bound independent", &[("independent", block)], part);
    };
    for puzzle in ["multipartite 1,3 wbbb", "graph wbbb 1-2 1-3 1-4"] {
        bad(puzzle, &[0b1111], "independent: two of its cells are next to each other");
        bad(puzzle, &[0b0011], "independent: two of its cells are next to each other");
        bad(puzzle, &[0b1110, 0], "independent: it does not have a bit for each cell");
        bad(puzzle, &[], "independent: it does not have a bit for each cell");
        bad(puzzle, &[0b1_1110], "independent: an unused bit is set");
        bad(puzzle, &[0b1100], "independent proves no more than 1");
    }
    bad("multipartite 1,3 wbb.", &[0b1110], "independent: a cell of it has no pawn");
}

#[test]
fn prices_that_are_none() {
    let bad = |puzzle: &str, block: &[u8], part: &str| {
        let puzzle = format!("clobber {puzzle}");
        assert_bad(&puzzle, "value-at-least 3", "bound forest", &[("independent", b""), ("prices", block)], part);
    };
    let star = "graph wbbb 1-2 1-3 1-4";
    bad(star, b"", "prices: there is no scale");
    bad(star, b"scale 0\n", "prices, line 1: the scale is not positive");
    bad(star, b"scale 16777217\n", "prices, line 1: a price out of range");
    bad(star, b"1-2 1 1 1 1\n", "prices, line 1: `scale NUMBER` expected");
    bad(star, b"scale 1\n1-2 1 1 1\n", "prices, line 2: an edge and four prices expected");
    bad(star, b"scale 1\n1-2 1 1 1 -16777217\n", "prices, line 2: a price out of range");
    bad(star, b"scale 1\n2-3 1 1 1 1\n", "prices, line 2: there is no such edge");
    bad(star, b"scale 1\n2=3 0 0 0 0\n", "prices, line 2: there is no such edge");
    bad(star, b"scale 1\n1=x 0 0 0 0\n", "prices, line 2: ");
    bad(star, b"scale 1\n1-2=3 0 0 0 0\n", "prices, line 2: ");
    bad(star, b"scale 1\n1-3 1 1 1 1\n1-2 1 1 1 1\n", "prices, line 3: it does not ascend");
    bad(star, b"scale 1\n1-2 1 1 1 1\n1-2 1 1 1 1\n", "prices, line 3: it does not ascend");
    bad("graph wb.b 1-2 1-3 1-4", b"scale 1\n1-3 1 1 1 1\n", "prices, line 2: an end has no pawn");
    bad(star, b"scale 1\n1-2 1 1 1 1", "prices, line 2: the line is not ended");
    bad(star, b"scale 1\n", "forest proves no more than 1");
    bad("multipartite 1,3 wbbb", STAR, "prices: there are no prices for such a board");
}

#[test]
fn every_truncation_and_every_changed_bit_is_refused() {
    let good = good();
    every_truncation_is_refused(&good);
    for (bit, outcome) in changed_bits(&good) {
        assert!(matches!(outcome, Outcome::Refuted(_)), "{bit}");
    }
}

#[test]
fn lines_that_are_not_canonical() {
    for (line, part) in [
        ("", "a board without cells"),
        ("line", "a board without cells"),
        ("line ", "a board without cells"),
        ("grid /", "a board without cells"),
        ("star bw", "`star` is no board"),
        ("line bx", "not a configuration"),
        ("line bW", "not a configuration"),
        ("line bw/bw", "not a configuration"),
        ("line 12", "not a configuration"),
        ("line 12 random seed=5", "not a configuration"),
        ("line bw random", "unexpected `random`"),
        ("line bw ", "unexpected ``"),
        ("line  bw", "a board without cells"),
        ("line bw 1-2", "unexpected `1-2`"),
        ("line bw turns=free", "unexpected `turns=free`"),
        ("line bw first=b", "unexpected `first=b`"),
        ("line bw first=b turns=alternate", "unexpected `first=b`"),
        ("line bw turns=alternate first=any", "unexpected `first=any`"),
        ("line bw turns=alternate turns=alternate", "unexpected"),
        ("line bw turns=alternate first=b first=b", "unexpected"),
        ("grid bw/b", "not equally long"),
        ("grid bw/bw/", "not equally long"),
        ("grid /bw", "not equally long"),
        ("grid 2x2", "not a configuration"),
        ("cube bwb", "2, 4, 8, .. cells or one, not 3"),
        ("hamming 3x3 bwb", "`3x3` is not a board of 3 cells"),
        ("hamming 3 bwbw", "`3` is a board of 3 cells, not 4"),
        ("hamming 0 b", "`0` is not a board"),
        ("hamming 03 bwb", "leading zeros"),
        ("hamming 3x bwb", "is not a number"),
        ("hamming 18446744073709551615x3 bwb", "not a board of 3 cells"),
        ("hamming bwb", "a board without cells"),
        ("multipartite 2,2 bwb", "`2,2` is a board of 4 cells, not 3"),
        ("multipartite 0,3 bwb", "a part has no cells"),
        ("multipartite 1x2 bwb", "is not a number"),
        ("multipartite 1,02 bwb", "leading zeros"),
        ("multipartite 1,18446744073709551615 bwb", "a size out of range"),
        ("multipartite bwb", "a board without cells"),
        ("graph bw 2-1", "does not begin with the lower cell"),
        ("graph bw 1-1", "does not begin with the lower cell"),
        ("graph bwb 2-3 1-2", "`1-2` does not ascend"),
        ("graph bwb 1-2 1-2", "`1-2` does not ascend"),
        ("graph bw 1-3", "`1-3` is not an edge of 2 cells"),
        ("graph bw 0-1", "`0-1` is not an edge of 2 cells"),
        ("graph bw 1", "`1` is not an edge A-B"),
        ("graph bw 1-02", "leading zeros"),
        ("graph bw 1-2 ", "`` is not an edge A-B"),
        ("graph bw turns=alternate 1-2", "unexpected `1-2`"),
    ] {
        assert_bad(&format!("clobber {line}"), "leaves 1", "witness", &[("moves", b"1-2\n")], "line 2: ");
        assert_bad(&format!("clobber {line}"), "leaves 1", "witness", &[("moves", b"1-2\n")], part);
    }
    assert_bad("clobber", "leaves 0", "witness", &[("moves", b"")], "a board without cells");
    assert_bad("clobbers line b", "leaves 0", "witness", &[("moves", b"")], "no rules for `clobbers`");
}

#[test]
fn claims_and_evidence() {
    for (claim, by, part) in [
        ("plan 1", "witness", "line 3: `plan 1` is not a claim about this puzzle"),
        ("unsolvable", "dual", "is not a claim"),
        ("value", "dual", "is not a claim"),
        ("value 1 1", "dual", "is not a claim"),
        ("value 01", "dual", "leading zeros"),
        ("value -1", "dual", "is not a number"),
        ("value-at-least 18446744073709551616", "dual", "a block `dual` expected"),
        ("value-between 2 1", "dual", "line 3: the lower bound is above the upper one"),
        ("value-between 1", "dual", "is not a claim"),
        ("leaves 1", "dual", "line 4: this evidence does not go with this claim"),
        ("value 1", "witness", "does not go with this claim"),
        ("value-at-least 1", "witness", "does not go with this claim"),
        ("value 1", "potential chain", "line 4: `potential chain` is no evidence about this puzzle"),
        ("value 1", "bound zero", "is no evidence"),
        ("value 1", "closed-set zero", "is no evidence"),
        ("value 1", "theorem turns", "is no evidence"),
        ("value 1", "dual ", "is no evidence"),
        ("leaves 3", "witness", "line 3: there are fewer pawns"),
        ("leaves 2", "witness", "play: 2 claimed, but 1 pawns are left"),
        ("leaves 0", "witness", "play: 0 claimed, but 1 pawns are left"),
        ("value 1", "bound components", "the check sum is wrong"),
    ] {
        let sum = if part.starts_with("the check sum") { "block moves 4 00000000\n1-2\n\n" } else { "" };
        let file = certificate("clobber line bw", claim, by, &[("moves", b"1-2\n")]);
        let file = match sum {
            "" => file,
            sum => format!("saltus certificate 1\npuzzle clobber line bw\nclaim {claim}\nby {by}\n{sum}end\n").into(),
        };
        assert_refuted(&outcome(&file), part);
    }
    let too_high = |puzzle, by| certificate(puzzle, "value-at-least 3", by, &[]);
    assert_refuted(&outcome(&too_high("clobber line bw", "theorem trees")), "line 4: trees proves no more than 1");
    assert_refuted(&outcome(&too_high("clobber line bw", "bound components")), "components proves no more than 1");
    assert_refuted(&outcome(&too_high("clobber cycle bwb", "theorem trees")), "line 4: the pawns with the edges");
}

#[test]
fn blocks_in_their_order() {
    let (moves, dual) = (("moves", &b"1-2\n"[..]), dual(&[0, 1]));
    let (word, dual) = (("word", &[1][..]), ("dual", dual.as_slice()));
    let bad = |claim: &str, by: &str, blocks: &[(&str, &[u8])], part: &str| {
        assert_bad("clobber line bw", claim, by, blocks, part);
    };
    bad("value 1", "dual", &[dual, moves], "a block `moves` expected");
    bad("value 1", "dual", &[dual], "a block `moves` expected");
    bad("value 1", "dual", &[word, moves, dual], "a block `dual` expected");
    bad("value 1", "dual", &[word], "a block `dual` expected, found `end`");
    bad("value-at-least 1", "dual", &[word, dual], "a block `dual` expected");
    bad("value-at-least 1", "bound components", &[dual], "`end` expected");
    bad("value-at-least 1", "closed-set components", &[dual], "a block `set` expected");
    bad("leaves 1", "witness", &[moves, word], "`end` expected");
}

#[test]
fn moves_against_the_rules() {
    for (puzzle, moves, part) in [
        ("line bw.", "1-2", "moves, line 1: the line is not ended"),
        ("line bw.", "1-2\n\n", "moves, line 2: `` is not FROM-TO"),
        ("line bw.", "1-2\n2-1\n", "moves, line 2: a pawn takes only pawns of the other colour"),
        ("line bw.", "1-2\n1-2\n", "moves, line 2: no pawn stands there"),
        ("line bw.", "2-3\n", "moves, line 1: a pawn takes only"),
        ("line bw.", "3-2\n", "no pawn stands there"),
        ("line bbw", "1-2\n", "a pawn takes only"),
        ("line bbw", "1-3\n", "the cells are not next to each other"),
        ("line bbw", "3-3\n", "the cells are not next to each other"),
        ("cycle bbbw", "2-4\n", "the cells are not next to each other"),
        ("line bw", "2-3\n", "there is no such cell"),
        ("line bw", "0-1\n", "there is no such cell"),
        ("line bw", "18446744073709551615-1\n", "there is no such cell"),
        ("line bw", "18446744073709551616-1\n", "out of range"),
        ("line bw", "1 2\n", "`1 2` is not FROM-TO"),
        ("line bw", "1-2-1\n", "is not a number"),
        ("line bw", "+1-2\n", "is not a number"),
        ("line bw", "1-2\r\n", "is not a number"),
        ("line bw", "\u{ff11}-2\n", "is not a number"),
        ("grid bb/ww", "1-4\n", "the cells are not next to each other"),
        ("grid bbb/www", "3-4\n", "the cells are not next to each other"),
        ("cube bbbw", "1-4\n", "the cells are not next to each other"),
        ("hamming 2x3 bbbwww", "1-5\n", "the cells are not next to each other"),
        ("graph bbw 1-2 2-3", "1-3\n", "the cells are not next to each other"),
        ("line bw turns=alternate first=w", "1-2\n", "it is the other colour's turn"),
        ("line bwwb turns=alternate", "1-2\n4-3\n", "moves, line 2: it is the other colour's turn"),
    ] {
        assert_bad(&format!("clobber {puzzle}"), "leaves 1", "witness", &[("moves", moves.as_bytes())], part);
    }
    assert_bad("clobber line bw", "leaves 1", "witness", &[("moves", b"1-2\xff\n")], "moves: not ASCII");
}

#[test]
fn words_against_the_rules() {
    for (puzzle, word, part) in [
        ("line bwb", &[][..], "word: 2 separations take 1 bytes"),
        ("line bwb", &[1, 0], "word: 2 separations take 1 bytes"),
        ("line bwb", &[0b01_0001], "word: the unused bits are not 0"),
        ("line bwb", &[0b1100], "word: the symbol of separation 2 is 3"),
        ("cycle bwb", &[0b01_0101], "word: on a cycle some separation is not crossed"),
        ("line bwb", &[0b0110], "word, separation 2: two pawns would leave one cell"),
        ("cycle wbbb", &[0b10_00_00_01], "word, separation 1: two pawns would leave one cell"),
        ("line bbb", &[0b0001], "word, separation 1: a pawn takes only"),
        ("line bwb", &[0b0101], "word, separation 2: a pawn takes only"),
        ("line bwb", &[0b1001], "word, separation 2: a pawn takes only"),
        ("line .wb", &[0b0001], "word, separation 1: no pawn stands there"),
        ("line .wb", &[0b0010], "word, separation 1: a pawn takes only"),
        ("line bw turns=alternate", &[1], "word: a word is a play with turns=free"),
        ("grid bw", &[1], "word: a word is a play on a line or a cycle"),
    ] {
        assert_bad(&format!("clobber {puzzle}"), "leaves 1", "witness", &[("word", word)], part);
    }
}

#[test]
fn duals_that_prove_nothing() {
    let at_least = |puzzle: &str, lower: usize, payload: &[u8]| {
        let claim = format!("value-at-least {lower}");
        outcome(&certificate(&format!("clobber {puzzle}"), &claim, "dual", &[("dual", payload)]))
    };
    let line = |payload: &[u8]| at_least("line bw", 1, payload);
    assert!(matches!(line(&dual(&[0, 1])), Outcome::Verified(_)));
    for (from, to, part) in [
        ("rows 1", "rows 4", "dual: 1 rows expected, found `4`"),
        ("rows 1", "row 1", "dual: `rows ..` expected"),
        ("entries 2", "entries 3", "dual, entry 3: "),
        ("entries 2", "entries 1", "dual: `codes ..` expected"),
        ("entries 2", "entries 65537", "dual: more than 65536 entries"),
        ("entries 2", "entries 18446744073709551615", "more than 65536 entries"),
        ("codes 1", "codes 2", "dual: codes of 2 entries have 1 bytes, not `2`"),
        ("codes 1\n", "codes 1", "dual: "),
        ("n0 + + +", "n0 + +", "dual, entry 1: a source is missing"),
        ("n0 + + +", "n0 + + + +", "dual, entry 1: too many sources"),
        ("n0 + + +", "n0 + + -", "dual, entry 1: `-` is no source"),
        ("n0 + + +", "n2 + + +", "`n2` is no source"),
        ("n0 + + +", "N0 + + +", "`N0` is no source"),
        ("n0 + + +", "n00 + + +", "`n00` is no source"),
        ("n0 + + +", "n0 +  +", "is no source"),
        ("n0 + + +", "n1 + + +", "dual, pawn 1: the potential of N is above 0"),
        ("n0 + + +", "+ + + +", "dual, pawn 1: the potential of N is above 0"),
        ("n0 + + +", "n0 l0 + +", "dual, pawn 2: L is higher than the pawn before allows"),
        ("n1 n0 + n0", "n1 n1 + n0", "dual, pawn 2: R is higher than"),
        ("n1 n0 + n0", "n1 n0 + n1", "dual, pawn 2: B is higher than"),
        ("n1 n0 + n0", "n1 n0 + l0", "dual, pawn 2: B is higher than"),
        ("n1 n0 + n0", "+ n0 + n0", "dual, pawn 2: N is higher than"),
        ("n1 n0 + n0", "r1 n0 + n0", "dual, pawn 2: N is higher than"),
    ] {
        let changed = DUAL.replacen(from, to, 1);
        assert_ne!(changed, DUAL);
        assert_refuted(&line(&[changed.as_bytes(), &[0, 1]].concat()), part);
    }
    assert_refuted(&line(&dual(&[0])), "dual, pawn 2: there is no code");
    assert_refuted(&line(&dual(&[0, 2])), "dual, pawn 2: there is no entry 3");
    assert_refuted(&line(&dual(&[0, 1, 1])), "dual: there are more codes than pawns");
    assert_refuted(&line(b""), "dual: the file ends inside a line");
    assert_refuted(&at_least("line bw", 2, &dual(&[0, 1])), "the dual proves no more than 1");
    assert_refuted(&at_least("line ..", 0, &dual(&[0])), "there are more codes than pawns");
    assert_refuted(&at_least("cycle bbb", 3, &dual(&[0, 1])), "the block is empty");
    assert_refuted(&at_least("cycle bbb", 4, b""), "proves no more than 3");
    assert_refuted(&at_least("cycle bbw", 1, &dual(&[0, 1])), "4 rows expected");
    assert_refuted(&at_least("grid bw", 1, &dual(&[0, 1])), "line 4: a dual is about a line or a cycle");
    // On bbw, read round and round, rows of one number each pass every pawn.
    let row = |more: usize| [format!("n{more}").as_str(); 4].join(" ");
    let rows = |first: &str| {
        let others = [row(0), row(0), row(0), row(0)].join(" ");
        [format!("rows 4\nentries 2\n{first}\n{others}\ncodes 1\n").as_bytes(), &[0, 1, 1, 1]].concat()
    };
    let zeros = [row(0), row(0), row(0), row(0)].join(" ");
    assert!(matches!(at_least("cycle bbw", 0, &rows(&zeros)), Outcome::Verified(_)));
    assert_refuted(&at_least("cycle bbw", 1, &rows(&zeros)), "proves no more than 0");
    for (register, name) in ["N", "R", "L", "B"].into_iter().enumerate() {
        let mut four = [row(0), row(0), row(0), row(0)];
        four[register] = row(1);
        let above = format!("dual, pawn 1: the potential of {name} in its own row is above 0");
        assert_refuted(&at_least("cycle bbw", 0, &rows(&four.join(" "))), &above);
    }
}

/// What needs two bytes a code.
#[test]
fn many_entries() {
    let unused = "b1 b1 b1 b1\n".repeat(300);
    let text = format!("rows 1\nentries 302\nn0 + + +\n{unused}n1 n0 + n0\ncodes 2\n");
    let file = |codes: &[u8]| {
        let payload = [text.as_bytes(), codes].concat();
        certificate("clobber line bw", "value-at-least 1", "dual", &[("dual", &payload)])
    };
    assert!(is_verified(&file(&[0, 0, 45, 1])));
    assert_refuted(&outcome(&file(&[0, 0, 46, 1])), "there is no entry 303");
    assert_refuted(&outcome(&file(&[0, 0, 45])), "dual, pawn 2: there is no code");
    assert_refuted(&outcome(&file(&[0, 0, 45, 1, 0])), "more codes than pawns");
}

#[test]
fn sets_that_prove_nothing() {
    let set = |puzzle: &str, lower: usize, payload: &[u8]| {
        let claim = format!("value-at-least {lower}");
        outcome(&certificate(&format!("clobber {puzzle}"), &claim, "closed-set components", &[("set", payload)]))
    };
    // Every move divides bbwbb into parts that leave 3 pawns or 4.
    let (start, moved) = (81 + 27 + 18 + 3 + 1, 81 + 54 + 3 + 1);
    let whole = payload(&[(start, 0)]);
    assert!(matches!(set("line bbwbb", 3, &whole), Outcome::Verified(_)));
    assert_refuted(&set("line bbwbb", 3, b""), "set: the start is not in it");
    assert_refuted(&set("line bbwbb", 4, &whole), "set, entry 1: the move 3-2 leaves it with g + h = 3");
    assert_refuted(&set("line bbwbb", 3, &payload(&[(moved, 0)])), "set: the start is not in it");
    assert_refuted(&set("line bbwbb", 3, &payload(&[(start, 1)])), "set: for Clobber every g is 0");
    let few = payload(&[(1, 0), (start, 0)]);
    assert_refuted(&set("line bbwbb", 3, &few), "set, entry 1: it has no more than 1 pawns");
    let wide = payload(&[(start, 0), (243, 0)]);
    assert_refuted(&set("line bbwbb", 3, &wide), "set, entry 2: the key is no state of this puzzle");
    assert_refuted(&set("line bbwbb", 3, &[5]), "set, entry 1: the payload ends inside an entry");
    assert_refuted(&set("line bbwbb", 3, &[5, 0, 0, 0]), "set, entry 2: the same key again");
    let with_turn = |turn: u128| payload(&[(3 * start + turn, 0)]);
    for (first, right) in [("", 0), (" first=b", 1), (" first=w", 2)] {
        for turn in 0..3 {
            let puzzle = format!("line bbwbb turns=alternate{first}");
            let verified = matches!(set(&puzzle, 3, &with_turn(turn)), Outcome::Verified(_));
            assert_eq!(verified, turn == right, "{puzzle} {turn}");
        }
    }
}

#[test]
fn resources() {
    let tight = |limits: Limits, file: &[u8]| check(file, &limits).to_string();
    let moves = |count: u64| Limits { moves: count, ..Limits::default() };
    let line = format!("clobber line {}", "bw".repeat(50));
    let witness = certificate(&line, "leaves 50", "witness", &[("word", &[0b0001_0001; 25])]);
    assert!(is_verified(&witness));
    assert_eq!(tight(moves(49), &witness), "RESOURCE a play of more than 49 moves");
    assert_eq!(tight(Limits { cells: 99, ..Limits::default() }, &witness), "RESOURCE a board of more than 99 cells");
    assert!(tight(Limits { memory: 99, ..Limits::default() }, &witness).starts_with("RESOURCE the pawns: 100 bytes"));
    for by in ["bound components", "theorem trees"] {
        let file = certificate(&line, "value-at-least 1", by, &[]);
        assert!(tight(moves(100), &file).starts_with("RESOURCE the "), "{by}");
        assert!(tight(Limits { memory: 400, ..Limits::default() }, &file).starts_with("RESOURCE the "), "{by}");
    }
    let graph = certificate("clobber graph bw 1-2", "value-at-least 1", "bound components", &[]);
    assert!(tight(Limits { memory: 15, ..Limits::default() }, &graph).starts_with("RESOURCE the edges"));
    let set = certificate(
        "clobber line bbwbb",
        "value-at-least 3",
        "closed-set components",
        &[("set", &payload(&[(130, 0)]))],
    );
    let few = Limits { nodes: 3, ..Limits::default() };
    assert_eq!(tight(few, &set), "RESOURCE a closed set with more than 3 steps");
    // A complete graph has many ways.
    let complete = certificate(
        &format!("clobber hamming 50000 {}", "b".repeat(50_000)),
        "value-at-least 1",
        "bound components",
        &[],
    );
    assert!(tight(Limits::default(), &complete).starts_with("RESOURCE the components: 2500000000 steps"));
}

#[test]
fn records() {
    let record = |line: &str| check_record(line, &Limits::default());
    let good = r#"{"puzzle":"clobber line bwb","status":"solved","length":1,"value":2,"moves":["1-2"]}"#;
    assert_eq!(record(good).to_string(), "VERIFIED leaves 2 clobber line bwb by witness");
    for (from, to, part) in [
        (r#""value":2,"#, "", "record: there is no `value`"),
        (r#""value":2"#, r#""value":1"#, "play: 1 claimed, but 2 pawns are left"),
        (r#""value":2"#, r#""value":"2""#, "value: "),
        (r#""value":2"#, r#""value":2.0"#, "value: "),
        (r#""value":2"#, r#""value":null"#, "record: there is no `value`"),
        (r#""value":2"#, r#""value":2,"value":2"#, "duplicate field"),
        (r#""value":2"#, r#""value":2,"lower":3"#, "lower: 3 is more than 2"),
        (r#""value":2"#, r#""value":2,"optimal":true,"lower":1"#, "optimal: 2 is not the lower bound 1"),
        (r#""value":2"#, r#""value":2,"lower":2.5"#, "lower: "),
        (r#""length":1"#, r#""length":2"#, "length: 2 claimed, but there are 1 moves"),
        ("bwb", "bwb ", "puzzle: not canonical"),
        ("line bwb", "ring bwb", "puzzle: `ring` is no board"),
        ("1-2", "1-3", "move 1: the cells are not next to each other"),
        ("1-2", "12", "move 1: `12` is not FROM-TO"),
        ("\"1-2\"", "\"1-2\",\"3-2\"", "length: 1 claimed"),
        (
            "\"length\":1,\"value\":2,\"moves\":[\"1-2\"]",
            "\"length\":2,\"value\":1,\"moves\":[\"1-2\",\"3-2\"]",
            "move 2: ",
        ),
    ] {
        let bad = good.replace(from, to);
        assert_ne!(bad, good);
        assert_refuted(&record(&bad), part);
    }
    // What is minimised are the pawns, not the moves.
    let lower = good.replace(r#""value":2"#, r#""value":2,"optimal":true,"lower":2"#);
    assert_eq!(record(&lower).to_string(), "VERIFIED leaves 2 clobber line bwb by witness");
    let unsolved = r#"{"puzzle":"clobber line bwb","status":"gave-up"}"#;
    assert!(matches!(record(unsolved), Outcome::Resource(_)));
    // The other families have no value, and may say what they like.
    let other = r#"{"puzzle":"shift 1 0","status":"solved","length":1,"value":7,"moves":["1-2"]}"#;
    assert_eq!(record(other).to_string(), "VERIFIED plan 1 shift 1 0 by witness");
}
