//! Certificates with something changed: in the bytes, or in the meaning with lengths and check sums made right again.

use std::sync::LazyLock;

use dashu_int::UBig;
use saltus::evidence::{ClosedSet, Evidence};
use saltus::limits::Limits;
use saltus::notation::{Instance as _, number};
use saltus::puzzle::Zero;
use saltus::shift::bounds::{Chain, Displacement, Vacancy, chain_applies};
use saltus::{proof, reverse, shift, tiles};

use super::dice::{Dice, pick};
use super::small;

/// Instances whose certificates are of every kind, and small enough that a set is checked in microseconds.
pub static SEEDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("../data/seeds.txt").lines().collect());

/// Instances of the other families, small enough that all positions are met in a moment.
pub static OTHERS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("../data/others.txt").lines().collect());

/// The certificate of the answer to a line.
///
/// # Panics
/// When there is none.
pub fn certificate(line: &str) -> Vec<u8> {
    certificate_by(line, None)
}

/// The certificate of the answer to a line, by a closed set with every bound that applies to it.
///
/// # Panics
/// When there is none.
pub fn closed_sets(line: &str) -> Vec<Vec<u8>> {
    let unsolvable = certificate(line).windows(11).any(|window| window == b"\nclaim unso");
    let mut sets = every_closed_set(line);
    sets.truncate(if unsolvable { 1 } else { sets.len() });
    sets.into_iter().map(|evidence| certificate_by(line, Some(evidence))).collect()
}

/// The closed sets with all bounds that apply, first the one with none.
fn every_closed_set(line: &str) -> Vec<Box<dyn Evidence>> {
    use saltus::reverse::bounds::{Colours, Inversions};
    use saltus::tiles::bounds as of_tiles;
    if let Ok(puzzle) = shift::read(line).map(|instance| instance.puzzle().expect("small")) {
        let mut sets: Vec<Box<dyn Evidence>> = vec![
            Box::new(ClosedSet::new(puzzle.clone(), Zero, "zero")),
            Box::new(ClosedSet::new(puzzle.clone(), Displacement, "displacement")),
        ];
        if puzzle.gaps() == 1 {
            sets.push(Box::new(ClosedSet::new(puzzle.clone(), Vacancy::new(&puzzle), "vacancy")));
        }
        if chain_applies(&puzzle) {
            sets.push(Box::new(ClosedSet::new(puzzle, Chain, "chain")));
        }
        return sets;
    }
    let tiles = tiles::read(line);
    let counts_runs = tiles.as_ref().is_ok_and(|instance| instance.metric == tiles::Metric::Runs);
    if let Ok(puzzle) = tiles.map(|instance| instance.puzzle().expect("small")) {
        if counts_runs {
            return vec![Box::new(ClosedSet::new(puzzle, Zero, "zero"))];
        }
        return vec![
            Box::new(ClosedSet::new(puzzle.clone(), Zero, "zero")),
            Box::new(ClosedSet::new(puzzle.clone(), of_tiles::Vacancy, "vacancy")),
            Box::new(ClosedSet::new(puzzle, of_tiles::Manhattan, "manhattan")),
        ];
    }
    let puzzle = reverse::read(line).expect("one of three families").puzzle().expect("small");
    vec![
        Box::new(ClosedSet::new(puzzle.clone(), Zero, "zero")),
        Box::new(ClosedSet::new(puzzle.clone(), Inversions, "inversions")),
        Box::new(ClosedSet::new(puzzle, Colours, "colours")),
    ]
}

/// Both of these, taken apart.
pub fn certificates(line: &str) -> Vec<Document> {
    let all = [vec![certificate(line)], closed_sets(line)].concat();
    all.iter().map(|bytes| Document::read(bytes)).collect()
}

/// The certificates that each solver of the family gives for a line, that in the calculus, and those of claims that are weaker, taken apart.
///
/// # Panics
/// When a line is none.
pub fn certificates_by_all(line: &str) -> Vec<Document> {
    let subject = saltus::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
    let limits = Limits { nodes: 1 << 20, ..Limits::default() };
    let families = saltus::registry();
    let solvers = &families.family(subject.family()).expect("it is known").solvers;
    let solved = solvers.iter().filter_map(|solver| subject.solve_by(solver, &limits).ok());
    let mut all: Vec<_> = solved.filter_map(|verdict| subject.certificate(&verdict, &limits).ok()).collect();
    all.extend(saltus::gate::in_calculus(&*subject, &subject.solve(&limits), &limits).ok());
    let within = (0u8..4).map(UBig::from).map(|most| (subject.within(&most, &limits), most));
    all.extend(within.filter_map(|(found, most)| subject.certificate_within(&found, &most, &limits).ok()));
    let mut documents: Vec<Document> = Vec::new();
    for certificate in all {
        let mut bytes = Vec::new();
        certificate.write(&mut bytes).expect("memory takes all");
        let document = Document::read(&bytes);
        if !documents.contains(&document) {
            documents.push(document);
        }
    }
    documents
}

fn certificate_by(line: &str, evidence: Option<Box<dyn Evidence>>) -> Vec<u8> {
    let subject = saltus::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
    let mut verdict = subject.solve(&Limits::default());
    verdict.evidence = evidence.unwrap_or(verdict.evidence);
    let certificate = subject.certificate(&verdict, &Limits::default());
    let mut bytes = Vec::new();
    certificate.unwrap_or_else(|why| panic!("{line}: {why}")).write(&mut bytes).expect("memory takes all");
    bytes
}

/// A certificate taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Line(Vec<u8>),
    Block { name: Vec<u8>, payload: Vec<u8> },
}

impl Document {
    /// Takes a certificate apart that was written right.
    ///
    /// # Panics
    /// When it was not.
    pub fn read(bytes: &[u8]) -> Self {
        let mut parts = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let (line, behind) = split_line(rest);
            rest = behind;
            let words: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
            if let [b"block", name, length, _] = words[..] {
                let length: usize =
                    std::str::from_utf8(length).ok().and_then(|text| text.parse().ok()).expect("a length");
                parts.push(Part::Block { name: name.to_vec(), payload: rest[..length].to_vec() });
                rest = &rest[length + 1..];
            } else {
                parts.push(Part::Line(line.to_vec()));
            }
        }
        Document(parts)
    }

    /// Puts it together, with lengths and check sums as they should be.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for part in &self.0 {
            match part {
                Part::Line(line) => bytes.extend(line),
                Part::Block { name, payload } => {
                    bytes.extend(b"block ");
                    bytes.extend(name);
                    bytes.extend(format!(" {} {:08x}\n", payload.len(), crc32fast::hash(payload)).bytes());
                    bytes.extend(payload);
                }
            }
            bytes.push(b'\n');
        }
        bytes
    }

    fn line_mut(&mut self, at: usize) -> Option<&mut Vec<u8>> {
        match self.0.get_mut(at) {
            Some(Part::Line(line)) => Some(line),
            _ => None,
        }
    }

    fn payload_mut(&mut self, wanted: &[u8]) -> Option<&mut Vec<u8>> {
        self.0.iter_mut().find_map(|part| match part {
            Part::Block { name, payload } if name == wanted => Some(payload),
            _ => None,
        })
    }

    /// The text of one of the first lines.
    fn field(&self, at: usize) -> String {
        match self.0.get(at) {
            Some(Part::Line(line)) => String::from_utf8_lossy(line).into_owned(),
            _ => String::new(),
        }
    }
}

fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[]),
    }
}

/// A certificate with up to three changes of meaning, or of bytes, or both.
pub fn mutate<D: Dice>(seed: &Document, others: &[Document], dice: &mut D) -> Vec<u8> {
    let mut document = seed.clone();
    let kind = dice.below(8);
    if kind > 0 {
        for _ in 0..=dice.below(3) {
            change_meaning(&mut document, others, dice);
        }
    }
    let mut bytes = document.write();
    if kind <= 1 {
        for _ in 0..=dice.below(2) {
            change_bytes(&mut bytes, dice);
        }
    }
    bytes
}

fn change_meaning<D: Dice>(document: &mut Document, others: &[Document], dice: &mut D) {
    match dice.below(15) {
        14 => *document = bare_claim(dice),
        0 => change_parts(&mut document.0, dice),
        1 => rename(document, others, dice),
        2 | 3 => reclaim(document, dice),
        4 => change_evidence(document, others, dice),
        5 => borrow_block(document, others, dice),
        6 => change_token(document, dice),
        7 | 8 => change_play(document, dice),
        9 => insert_detour(document, dice),
        10..=12 => change_set(document, dice),
        _ => change_payload(document, dice),
    }
}

/// A lower bound out of thin air, with evidence that needs no block.
fn bare_claim<D: Dice>(dice: &mut D) -> Document {
    let (instance, evidence) = (small::instance(dice), pick(&EVIDENCE, dice));
    let claim = if dice.below(3) == 0 { "unsolvable".into() } else { format!("at-least {}", dice.below(20)) };
    let lines = [
        "saltus certificate 1",
        &format!("puzzle {instance}"),
        &format!("claim {claim}"),
        &format!("by {evidence}"),
        "end",
    ];
    Document(lines.iter().map(|line| Part::Line(line.as_bytes().to_vec())).collect())
}

/// A line or block away, twice, or in another place.
fn change_parts<D: Dice>(parts: &mut Vec<Part>, dice: &mut D) {
    if parts.is_empty() {
        return;
    }
    let (at, other) = (dice.below(parts.len()), dice.below(parts.len()));
    match dice.below(3) {
        0 => drop(parts.remove(at)),
        1 => parts.insert(other, parts[at].clone()),
        _ => parts.swap(at, other),
    }
}

/// The same proof of another instance.
fn rename<D: Dice>(document: &mut Document, others: &[Document], dice: &mut D) {
    let other = match dice.below(4) {
        0 | 1 => others[dice.below(others.len())].field(1),
        2 => format!("puzzle {}", small::clobber(dice)),
        _ => format!("puzzle {}", small::instance(dice)),
    };
    if let Some(line) = document.line_mut(1) {
        *line = other.into_bytes();
    }
}

/// Another claim with numbers close by.
fn reclaim<D: Dice>(document: &mut Document, dice: &mut D) {
    let claim = document.field(2);
    let mut numbers = claim.split(' ').filter_map(number);
    let upper = numbers.next_back().unwrap_or(UBig::ZERO);
    let near = |dice: &mut D| shifted(&upper, dice.below(5));
    let counts_pieces = ["leaves", "value"].iter().any(|word| claim.starts_with(&format!("claim {word}")));
    let words = if counts_pieces ^ (dice.below(16) == 0) {
        ["leaves", "value-at-least", "value", "value-between"]
    } else {
        ["plan", "at-least", "optimal", "between"]
    };
    let claim = match dice.below(5) {
        3 => format!("{} {} {}", words[3], near(dice), near(dice)),
        4 => "unsolvable".into(),
        word => format!("{} {}", words[word], near(dice)),
    };
    if let Some(line) = document.line_mut(2) {
        *line = format!("claim {claim}").into_bytes();
    }
    if dice.below(4) > 0 {
        keep_what_is_needed(document, &claim);
    }
}

/// The number plus `by` minus 2, or 0.
fn shifted(number: &UBig, by: usize) -> UBig {
    let more = number + UBig::from(by);
    if more < UBig::from(2u8) { UBig::ZERO } else { more - UBig::from(2u8) }
}

/// Makes evidence and blocks fit the claim, so that more than their absence is tested.
fn keep_what_is_needed(document: &mut Document, claim: &str) {
    let plays = ["plan", "optimal", "between", "leaves", "value ", "value-between"];
    let has_play = plays.iter().any(|word| claim.starts_with(word));
    if (claim.starts_with("plan") || claim.starts_with("leaves"))
        && let Some(line) = document.line_mut(3)
    {
        *line = b"by witness".to_vec();
    }
    let has_set = document.field(3).starts_with("by closed-set");
    document.0.retain(|part| match part {
        Part::Block { name, .. } => {
            (!matches!(&name[..], b"moves" | b"word") || has_play) && (name != b"set" || has_set)
        }
        Part::Line(_) => true,
    });
}

/// All evidence there is.
pub static EVIDENCE: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("../data/evidence.txt").lines().collect());

fn change_evidence<D: Dice>(document: &mut Document, others: &[Document], dice: &mut D) {
    let evidence = pick(&EVIDENCE, dice);
    if let Some(line) = document.line_mut(3) {
        *line = format!("by {evidence}").into_bytes();
    }
    let has_set = document.payload_mut(b"set").is_some();
    if evidence.starts_with("closed-set") && !has_set {
        borrow_block(document, others, dice);
    } else if !evidence.starts_with("closed-set") && has_set {
        document.0.retain(|part| !matches!(part, Part::Block { name, .. } if name == b"set"));
    }
}

/// A block of another certificate in place of the one of that name, or in front of the end.
fn borrow_block<D: Dice>(document: &mut Document, others: &[Document], dice: &mut D) {
    let blocks = others[dice.below(others.len())].0.iter().filter(|part| matches!(part, Part::Block { .. }));
    let blocks: Vec<&Part> = blocks.collect();
    if blocks.is_empty() {
        return;
    }
    let block = pick(&blocks, dice).clone();
    let Part::Block { name, payload } = &block else { return };
    match document.payload_mut(name) {
        Some(mine) => mine.clone_from(payload),
        None => document.0.insert(document.0.len().saturating_sub(1), block),
    }
}

/// One word of one of the first lines.
fn change_token<D: Dice>(document: &mut Document, dice: &mut D) {
    if let Some(line) = document.line_mut(dice.below(5)) {
        let text = String::from_utf8_lossy(line).into_owned();
        *line = with_other_word(&text, dice).into_bytes();
    }
}

fn with_other_word<D: Dice>(line: &str, dice: &mut D) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = dice.below(words.len());
    let changed = match (number(&words[at]), dice.below(5)) {
        (Some(number), 0..4) => shifted(&number, dice.below(5)).to_string(),
        (None, 0) => number(words[at].trim_start_matches('-')).map_or(String::new(), |number| number.to_string()),
        (None, 1 | 2) => changed_letters(&words[at], dice),
        _ => pick(
            &[
                "",
                "0",
                "1",
                "2",
                "-1",
                "-2",
                "zero",
                "end",
                "moves=all",
                "moves=back",
                "first=w",
                "to",
                "blank-first",
                "2x2",
                "3x2",
            ],
            dice,
        )
        .to_string(),
    };
    words[at] = changed;
    words.join(" ")
}

/// Two letters of a word change places: a board stays a board.
fn changed_letters<D: Dice>(word: &str, dice: &mut D) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    if !letters.is_empty() {
        let (at, other) = (dice.below(letters.len()), dice.below(letters.len()));
        letters.swap(at, other);
    }
    letters.into_iter().collect()
}

/// A line of a block of text away, twice, elsewhere, or otherwise.
fn change_play<D: Dice>(document: &mut Document, dice: &mut D) {
    let name: &[u8] =
        pick(&[b"moves", b"moves", b"moves", b"word", b"tables", b"transcript", b"dual", b"prices"], dice);
    let Some(payload) = document.payload_mut(name) else { return };
    let text = String::from_utf8_lossy(payload).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        lines.push("1".into());
    }
    let (at, other) = (dice.below(lines.len()), dice.below(lines.len()));
    match dice.below(5) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => *payload = b"construction sections first=w\n".to_vec(),
        _ => lines[at] = with_other_word(&lines[at], dice),
    }
    *payload = lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect();
}

/// A move and the move back in the middle of the play, and a claim to suit: true where moves can be taken back.
fn insert_detour<D: Dice>(document: &mut Document, dice: &mut D) {
    let Some(payload) = document.payload_mut(b"moves") else { return };
    let text = String::from_utf8_lossy(payload).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return;
    }
    let at = dice.below(lines.len());
    let numbers: Vec<i64> = lines[at].split(' ').filter_map(|word| word.parse().ok()).collect();
    let vacancy = match numbers[..] {
        [from] => from,
        [from, stride, count] => from.wrapping_add(stride.wrapping_mul(count.wrapping_sub(1))),
        _ => return,
    };
    let aside = vacancy.saturating_add(dice.below(5) as i64 - 2);
    lines.splice((at + 1)..=at, [aside.to_string(), vacancy.to_string()]);
    *payload = lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect();
    if let Some(line) = document.line_mut(2) {
        let claim = String::from_utf8_lossy(line).into_owned();
        let longer = |word: &str| number(word).map_or(word.to_owned(), |k| shifted(&k, 4).to_string());
        *line = claim.split(' ').map(longer).collect::<Vec<_>>().join(" ").into_bytes();
    }
}

/// An entry of the set away, twice, elsewhere or with another count; written again as the format wants it.
fn change_set<D: Dice>(document: &mut Document, dice: &mut D) {
    let Some(payload) = document.payload_mut(b"set") else { return };
    let Some(mut entries) = read_set(payload) else { return };
    let end = entries.len();
    let at = if end > 0 { dice.below(end) } else { 0 };
    match dice.below(7) {
        0 if end > 0 => drop(entries.remove(at)),
        1 if end > 0 => entries.insert(at, entries[at]),
        2 if end > 0 => entries[at].0 = entries[at].0.saturating_add_signed(dice.below(5) as i128 - 2),
        3 if end > 0 => entries[at].1 = entries[at].1.saturating_add_signed(dice.below(5) as i32 - 2),
        4 => entries.push((dice.below(20_000) as u128, dice.below(12) as u32)),
        5 => entries.iter_mut().for_each(|(_, g)| *g = 0),
        _ => entries.truncate(at),
    }
    *payload = proof::set_block(entries.into_iter().map(|(key, g)| (key.into(), g)).collect());
}

/// The entries of a set: key and count.
fn read_set(payload: &[u8]) -> Option<Vec<(u128, u32)>> {
    let (mut bytes, mut key, mut entries) = (payload.iter(), 0u128, Vec::new());
    while !bytes.as_slice().is_empty() {
        key = key.checked_add(leb128(&mut bytes)?)?;
        entries.push((key, u32::try_from(leb128(&mut bytes)?).ok()?));
    }
    Some(entries)
}

fn leb128<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Option<u128> {
    let mut number = 0;
    for shift in (0..126).step_by(7) {
        let byte = *bytes.next()?;
        number |= u128::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Bytes of one block, with its check sum made right.
fn change_payload<D: Dice>(document: &mut Document, dice: &mut D) {
    let names: [&[u8]; 9] =
        [b"moves", b"word", b"tables", b"dual", b"layers", b"set", b"transcript", b"independent", b"prices"];
    if let Some(payload) = document.payload_mut(pick(&names, dice)) {
        change_bytes(payload, dice);
    }
}

/// A bit, a byte or a line, whatever it means.
fn change_bytes<D: Dice>(bytes: &mut Vec<u8>, dice: &mut D) {
    if bytes.is_empty() {
        return bytes.push(dice.below(256) as u8);
    }
    let at = dice.below(bytes.len());
    match dice.below(7) {
        0 => bytes[at] ^= 1 << dice.below(8),
        1 => bytes[at] = dice.below(256) as u8,
        2 => drop(bytes.remove(at)),
        3 => bytes.insert(at, dice.below(256) as u8),
        4 => bytes.truncate(at),
        5 => bytes.extend_from_within(at..),
        _ => change_lines(bytes, dice),
    }
}

/// Two lines change places, or one comes twice.
fn change_lines<D: Dice>(bytes: &mut Vec<u8>, dice: &mut D) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let (at, other) = (dice.below(lines.len()), dice.below(lines.len()));
    if dice.below(2) == 0 {
        lines.swap(at, other);
    } else {
        lines.insert(other, lines[at]);
    }
    *bytes = lines.concat();
}
