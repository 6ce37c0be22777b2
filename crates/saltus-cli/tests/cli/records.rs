//! Whatever a puzzle is called and whatever its pieces are: its records are JSON that the schema describes, and give back the very line; tables,
//! graphs and exports can be read, too.

use std::collections::BTreeMap;
use std::fs;

use saltus::random::Random;
use saltus::record::Status;
use saltus_adversary::schema::faults_of_record;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Run, run, run_words};

/// Characters that mean something in a format, and some from elsewhere. `;` and `/` part statements and rows, and ` #` may begin a comment.
const LETTERS: &str = "\"\"\"\\\\\\{}{}[]:,,'`<>&%$=+-*~^|!?()@_.  azAZ09\u{e9}\u{fc}\u{df}\u{3bb}\u{3a9}\u{436}\u{732b}\u{265e}\u{1f438}";

/// Titles that have been faults.
const TITLES: &[&str] = &[
    "The \"Six\" frogs",
    "x\",\"optimal\":true,\"length\":1,\"z\":\"",
    "ends in \\",
    "\\n \\N \\\" {a,b} </script> 100%",
];

const PIECES: &str = "ab\"\\{}[]'<&%$~^@_=\u{e9}\u{3bb}\u{732b}\u{265e}";

fn one_of(letters: &str, dice: &mut Random) -> char {
    let all: Vec<char> = letters.chars().collect();
    all[dice.below(all.len())]
}

fn title(dice: &mut Random) -> String {
    let letters: String = (0..=dice.below(20)).map(|_| one_of(LETTERS, dice)).collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Definitions of toads and frogs with titles and pieces like these.
fn definitions(seed: u64) -> Vec<String> {
    let mut dice = Random::new(seed);
    let mut titles: Vec<String> = TITLES.iter().map(|title| (*title).to_owned()).collect();
    titles.extend((0..60).map(|_| title(&mut dice)));
    titles.iter().filter(|title| !title.is_empty()).map(|title| definition(title, &mut dice)).collect()
}

fn definition(title: &str, dice: &mut Random) -> String {
    let t = one_of(PIECES, dice);
    let others: String = PIECES.chars().filter(|&piece| piece != t).collect();
    let f = one_of(&others, dice);
    format!(
        "rules title: {title} ; board: {t}{t}.{f} ; move right: {t} . -> . {t} / {t} {f} . -> . {f} {t} ; \
         move left: {f} . -> . {f} / {f} {t} . -> . {t} {f} ; goal: {f}.{t}{t}"
    )
}

/// Definitions in a file, and what is known of records about them.
struct Batch {
    folder: TempDir,
    lines: Vec<String>,
    /// The kinds of records met, by command.
    met: BTreeMap<String, usize>,
}

impl Batch {
    fn new(seed: u64) -> Self {
        let (folder, lines) = (tempfile::tempdir().expect("a folder"), definitions(seed));
        fs::write(folder.path().join("batch"), lines.join("\n")).expect("a file");
        Batch { folder, lines, met: BTreeMap::new() }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn run(&self, command: &str) -> Run {
        let file = self.path("batch");
        run_words(&command.split(' ').chain(["--in", &file]).collect::<Vec<_>>())
    }

    /// The records of a run are about these lines, and as the schema says.
    fn check(&mut self, run: &Run, command: &str) {
        assert!(!run.out.is_empty() && !run.err.contains("bug"), "{command}: {}", run.err);
        for record in run.records() {
            assert_eq!(faults_of_record(&record), [""; 0], "{command}: {record}");
            let Some(puzzle) = record["puzzle"].as_str() else { continue };
            let line = record["line"].as_u64().map_or(&self.lines[0], |number| &self.lines[number as usize - 1]);
            if record["status"] == Status::Refused.word() {
                assert_eq!(puzzle, line);
            } else {
                let (told, asked) = (saltus::parse(puzzle).expect("a puzzle"), saltus::parse(line).expect("a puzzle"));
                assert_eq!(
                    (told.title(), told.to_string(), puzzle),
                    (asked.title(), asked.to_string(), &*asked.to_string())
                );
                *self.met.entry(command.to_owned()).or_default() += 1;
            }
        }
    }
}

#[test]
fn any_title_and_any_piece_can_be_read_again() {
    for seed in [1, 2] {
        let mut batch = Batch::new(seed);
        let commands = [
            "solve",
            "solve --solver breadth-first",
            "count",
            "list --take 2",
            "solvable",
            "solvable --at-most 9",
            "solvable --at-most 3",
            "show",
            "show --at 1",
            "explain",
            "survey",
            "survey --node-limit 1",
            "graph --node-limit 1",
            "compare --search a-star:zero",
        ];
        for command in commands {
            let run = batch.run(&format!("{command} --format json"));
            batch.check(&run, command);
            assert!(batch.met[command] > 10, "{command}: {} of {}", batch.met[command], batch.lines.len());
        }
        let records = batch.run("solve --format json").out;
        fs::write(batch.path("records"), records).expect("a file");
        let verified = run(&format!("check {} --format json", batch.path("records")));
        assert!(verified.out.contains("verified"), "{verified:?}");
        batch.check(&verified, "check");
        let line = batch.lines[0].clone();
        for words in [
            &["play", &line, "--plain", "--moves", "4-3"][..],
            &["puzzles", &line],
            &["new", &line, "--length", "2", "--seed", "1"],
            &["solve", &line, "--part", "1/2"],
            &["solve", "rules title: \"\\ ; board: a"],
        ] {
            let run = run_words(&[words, &["--format", "json"]].concat());
            let records = run.records();
            assert!(!records.is_empty(), "{run:?}");
            for record in &records {
                assert_eq!(faults_of_record(record), [""; 0], "{words:?}: {record}");
                let title = record["puzzle"].as_str().expect("a line").split(" ; ").next();
                assert_eq!(title, words[1].split(" ; ").next());
            }
        }
    }
}

#[test]
fn a_title_forges_no_field() {
    let line = definition(TITLES[1], &mut Random::new(3));
    let record = run_words(&["solve", &line, "--format", "json"]).record();
    assert_eq!((&record["length"], &record["z"]), (&5.into(), &Value::Null));
}

#[test]
fn tables_have_the_lines_of_the_records() {
    let batch = Batch::new(4);
    for command in ["solve", "count", "list --take 2", "solvable", "explain", "survey"] {
        let (json, csv) =
            (batch.run(&format!("{command} --format json")), batch.run(&format!("{command} --format csv")));
        assert_eq!(json.code, csv.code, "{command}: {csv:?}");
        let puzzles: BTreeMap<String, String> = json
            .records()
            .iter()
            .map(|record| (record["line"].to_string(), record["puzzle"].as_str().expect("a line").to_owned()))
            .collect();
        let mut table = csv::Reader::from_reader(csv.out.as_bytes());
        let head = table.headers().expect("a head").clone();
        let mut told = BTreeMap::new();
        for row in table.records() {
            let row = row.expect("a row");
            let of = |name| row[head.iter().position(|column| column == name).expect("a column")].to_owned();
            told.insert(of("line"), of("puzzle"));
        }
        assert_eq!(told, puzzles, "{command}");
    }
}

/// The tokens of DOT: quoted texts with what they stand for, and everything else. None where it is no DOT.
fn dot(text: &str) -> Option<Vec<(bool, String)>> {
    let (mut tokens, mut letters) = (Vec::new(), text.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            letter if letter.is_whitespace() => {}
            '"' => {
                let mut text = String::new();
                loop {
                    match letters.next()? {
                        '"' => break,
                        '\\' => match letters.next()? {
                            'n' => text.push('\n'),
                            letter @ ('"' | '\\') => text.push(letter),
                            _ => return None,
                        },
                        '\n' => return None,
                        letter => text.push(letter),
                    }
                }
                tokens.push((true, text));
            }
            '-' if letters.next_if_eq(&'>').is_some() => tokens.push((false, "->".into())),
            '{' | '}' | '[' | ']' | '=' | ';' | ',' => tokens.push((false, letter.into())),
            letter if letter.is_ascii_alphanumeric() => {
                let mut word = String::from(letter);
                while let Some(letter) = letters.next_if(char::is_ascii_alphanumeric) {
                    word.push(letter);
                }
                tokens.push((false, word));
            }
            _ => return None,
        }
    }
    Some(tokens)
}

#[test]
fn graphs_can_be_read() {
    let batch = Batch::new(5);
    let mut names = Vec::new();
    let out = batch.run("graph").out;
    let tokens = dot(&out).expect("DOT");
    let mut depth = 0;
    for (at, (is_quoted, token)) in tokens.iter().enumerate() {
        match token.as_str() {
            _ if *is_quoted => {
                let before = &tokens[at - 1].1;
                assert!(before == "=" || before == "digraph", "{before} {token}");
                names.extend((before == "digraph").then(|| token.clone()));
            }
            "{" | "[" => depth += 1,
            "}" | "]" => depth -= 1,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    let parsed = batch.lines.iter().filter_map(|line| saltus::parse(line).ok());
    let lines: Vec<String> = parsed.map(|puzzle| puzzle.to_string()).collect();
    assert!(lines.len() > 10 && names == lines, "{names:?}");
}

#[test]
fn exports_can_be_read() {
    let lines = definitions(6);
    let parsed: Vec<&String> = lines.iter().filter(|line| saltus::parse(line).is_ok()).take(8).collect();
    assert_eq!(parsed.len(), 8);
    for line in parsed {
        let out = run_words(&["export", line, "--as", "pddl"]).out;
        let mut depth = 0;
        for code in out.lines().map(|row| row.split(';').next().unwrap_or_default()) {
            for token in code.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
                match token {
                    "(" => depth += 1,
                    ")" => depth -= 1,
                    word => {
                        let name = word.trim_start_matches([':', '?']);
                        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
                        assert!(depth > 0 && (is_plain || word == "="), "{word} of {line}");
                    }
                }
            }
        }
        assert!(depth == 0 && out.contains("(define (problem"), "{out}");
    }
}
