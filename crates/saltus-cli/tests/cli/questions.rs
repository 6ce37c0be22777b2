//! Which front end has which question: the table is compared with their own lists, and docs/questions.md is made of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::support::run;

/// The front ends.
const FRONT_ENDS: [&str; 5] = ["program", "server, module", "Python", "npm", "npx saltus"];

/// A question, and the name that it has in each front end: commands; requests; functions and methods; methods; commands. What begins with `-` is why there
/// is none.
struct Question {
    is: &'static str,
    names: [&'static str; 5],
}

/// What belongs to a program alone.
const OF_PROGRAM: &str = "-of a program";
/// What takes longer than a page waits, or is larger than it shows.
const LONG: &str = "-no page waits so long";
/// What writes or reads files.
const FILES: &str = "-about files";
/// What the module does not know.
const NOT_IN_MODULE: &str = "-not in the module";
/// What Python has by other libraries.
const BY_PROGRAM: &str = "-by the program, which the package has";

#[rustfmt::skip]
const QUESTIONS: &[Question] = &[
    Question { is: "a shortest play", names: ["solve", "solve", "solve, solve_many, Puzzle.solve", "solve, record", "solve"] },
    Question { is: "its certificate", names: ["solve", "certificate", "Puzzle.certificate", "certificate", "solve"] },
    Question { is: "is there a play, and why not", names: ["solvable", "solvable", "Puzzle.solvable", "solvable", "solvable"] },
    Question { is: "does a certificate hold", names: ["check", "check", "check", "check", "-`npx saltus-check`"] },
    Question { is: "how many shortest plays", names: ["count", "count", "Puzzle.count", "count", "count"] },
    Question { is: "all of them", names: ["list", "list", "Puzzle.solutions", "list", "list"] },
    Question { is: "all positions", names: ["survey", "survey", "Puzzle.survey, Puzzle.space", "survey", "survey"] },
    Question { is: "what theory says", names: ["explain", "explain", "Puzzle.explain", "explain", "explain"] },
    Question { is: "searches side by side", names: ["compare", LONG, "compare", NOT_IN_MODULE, NOT_IN_MODULE] },
    Question { is: "a new puzzle", names: ["new", "new", "new, random_instances", "new", OF_PROGRAM] },
    Question { is: "the board, moves, and what may be done", names: ["show, play", "play, puzzle, arrange", "Puzzle, Puzzle.play, Puzzle.moves, Puzzle.labels", "play, moves", "-`saltus play` is of a terminal"] },
    Question { is: "how good are the moves", names: ["play", "hint, rank, around", "-`Puzzle.space` has all of them", "hint, rank", "-of a page"] },
    Question { is: "a picture", names: ["draw", "draw", "Puzzle.svg", "draw", "draw"] },
    Question { is: "a worksheet", names: ["draw", "sheet", BY_PROGRAM, "sheet", OF_PROGRAM] },
    Question { is: "the state graph", names: ["graph", "graph", "Puzzle.graph", "graph", "graph"] },
    Question { is: "the families and puzzles with a name", names: ["puzzles", "families, classics, known", "families, classics", "families, classics", "puzzles"] },
    Question { is: "a definition as a line", names: ["export", "definition", "Puzzle.from_text, Puzzle.from_file", "definition", "-an `@FILE` is one"] },
    Question { is: "the puzzle in other formats", names: ["export", "export", "Puzzle.export", NOT_IN_MODULE, NOT_IN_MODULE] },
    Question { is: "a page to play on", names: ["serve, site, daily", "qr", "explore, Puzzle.explore", "-the element of `saltus/element`", "site"] },
    Question { is: "records of several machines", names: ["merge", FILES, BY_PROGRAM, FILES, FILES] },
    Question { is: "tables of large searches", names: ["tables", FILES, "pattern_database", FILES, FILES] },
    Question { is: "rules of one's own, in code", names: ["-a crate with its own `main`", "-a definition", "Rules, search", "-a definition", "-a definition"] },
    Question { is: "what the sources state", names: ["reproduce", "-of a program", BY_PROGRAM, NOT_IN_MODULE, NOT_IN_MODULE] },
    Question { is: "words of Clobber", names: ["word", "-of a program", BY_PROGRAM, NOT_IN_MODULE, NOT_IN_MODULE] },
    Question { is: "any request by its name", names: [OF_PROGRAM, "-all of these", "-all of these", "call", OF_PROGRAM] },
    Question { is: "the program itself", names: ["bench, completions, man, help", OF_PROGRAM, OF_PROGRAM, OF_PROGRAM, OF_PROGRAM] },
];

/// The text of a file of the repository.
fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The part of a text between two others.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let at = text.find(begin).unwrap_or_else(|| panic!("no {begin}")) + begin.len();
    let length = text[at..].find(end).unwrap_or_else(|| panic!("no {end} after {begin}"));
    &text[at..at + length]
}

/// The first word of a line that is indented by `indent` blanks, up to the first character that no name has.
fn name(line: &str, indent: usize) -> Option<&str> {
    let rest = line.strip_prefix(&" ".repeat(indent))?;
    let end =
        rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-').unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// The names that each front end has, by its own list.
fn lists() -> [BTreeSet<String>; 5] {
    let help = run("--help").out;
    let commands = between(&help, "Commands:\n", "\n\nOptions").lines().filter_map(|line| name(line, 2));
    let request = |line: &str| Some(between(line.strip_prefix("    (\"")?, "", "\"").to_owned());
    let requests = ["lib", "local"].map(|file| text(&format!("crates/saltus-api/src/{file}.rs")));
    let requests =
        requests.iter().flat_map(|text| between(text, "static OPERATIONS", "];\n").lines().filter_map(request));
    let package = text("crates/saltus-python/python/saltus/__init__.py");
    let exported = between(&package, "__all__ = [\n", "]").lines().map(|line| line.trim().trim_matches(['"', ',']));
    // Types of answers are no questions.
    let functions = exported.filter(|name| name.starts_with(char::is_lowercase) || ["Puzzle", "Rules"].contains(name));
    let puzzle = text("crates/saltus-python/python/saltus/_puzzle.py");
    let methods =
        between(&puzzle, "class Puzzle:", "\nclass ").lines().filter_map(|line| line.strip_prefix("    def "));
    let methods = methods.filter_map(|line| name(line, 0)).filter(|name| !name.starts_with('_'));
    let types = text("npm/index.d.ts");
    let of_class = between(&types, "export class Saltus {", "\n}").lines();
    let node =
        of_class.filter(|line| line.contains('(')).filter_map(|line| name(line, 2)).filter(|name| *name != "private");
    let table = text("npm/commands.js");
    let npx = between(&table, "export const COMMANDS = {\n", "\n};").lines().filter_map(|line| name(line, 2));
    [
        commands.map(str::to_owned).collect(),
        requests.collect(),
        functions.map(str::to_owned).chain(methods.map(|name| format!("Puzzle.{name}"))).collect(),
        node.map(str::to_owned).collect(),
        npx.map(str::to_owned).collect(),
    ]
}

/// The names of a cell; none where it says why there is none.
fn names(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(", ").filter(|_| !cell.starts_with('-'))
}

#[test]
fn every_front_end_has_every_question_or_a_reason() {
    for (at, has) in lists().into_iter().enumerate() {
        let told: BTreeSet<String> =
            QUESTIONS.iter().flat_map(|question| names(question.names[at])).map(str::to_owned).collect();
        let front_end = FRONT_ENDS[at];
        assert_eq!(told.difference(&has).collect::<Vec<_>>(), [""; 0], "not in the list of {front_end}");
        assert_eq!(has.difference(&told).collect::<Vec<_>>(), [""; 0], "of {front_end}, and in no row of the table");
        assert!(has.len() >= 5, "{front_end}: {has:?}");
    }
    let reasons = QUESTIONS.iter().flat_map(|question| question.names).filter_map(|cell| cell.strip_prefix('-'));
    assert!(reasons.into_iter().all(|why| why.len() > 5));
}

#[test]
fn docs_have_the_table() {
    let mut page = String::from(
        "# Questions\n\nWhich front end has which question, and by which name. A test compares this table with the lists of the front ends, and makes this page.\n\n",
    );
    writeln!(page, "| question | {} |\n|---|{}", FRONT_ENDS.join(" | "), "---|".repeat(FRONT_ENDS.len())).unwrap();
    for question in QUESTIONS {
        let cell = |cell: &str| match cell.strip_prefix('-') {
            Some(why) => format!("({why})"),
            None => names(cell).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        };
        writeln!(page, "| {} | {} |", question.is, question.names.map(cell).join(" | ")).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/questions.md");
    if env::var_os("SALTUS_UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
        fs::write(&path, &page).expect("the page is written");
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), page, "(SALTUS_UPDATE_SNAPSHOTS=1 accepts)");
}
