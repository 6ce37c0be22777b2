//! Which front end has which question: the table is compared with their own lists, and docs/questions.md is made of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use serde_json::Value;

use crate::support::run;

/// The front ends.
const FRONT_ENDS: [&str; 6] = ["program", "server, module", "Python", "npm", "npx saltus", "page"];

/// A question, and the name that it has in each front end: commands; requests; functions and methods; methods; commands; requests. What begins with `-` is why
/// there is none.
struct Question {
    is: &'static str,
    names: [&'static str; 6],
}

/// What belongs to a program alone.
const OF_PROGRAM: &str = "-of a program";
/// What a page does not list.
const PLAYS: &str = "-a page plays one";
/// What writes or reads files.
const FILES: &str = "-about files";
/// What the module does not know.
const NOT_IN_MODULE: &str = "-not in the module";
/// What Python has by other libraries.
const BY_PROGRAM: &str = "-by the program, which the package has";

#[rustfmt::skip]
const QUESTIONS: &[Question] = &[
    Question { is: "a shortest play", names: ["solve", "solve", "solve, solve_many, Puzzle.solve", "solve, record", "solve", "solve"] },
    Question { is: "its certificate", names: ["solve", "certificate", "Puzzle.certificate", "certificate", "solve", "certificate"] },
    Question { is: "is there a play, and why not", names: ["solvable", "solvable", "Puzzle.solvable", "solvable", "solvable", "solvable"] },
    Question { is: "does a certificate hold", names: ["check", "check", "check", "check", "-`npx saltus-check`", "check"] },
    Question { is: "how many shortest plays", names: ["count", "count", "Puzzle.count", "count", "count", PLAYS] },
    Question { is: "all of them", names: ["list", "list", "Puzzle.solutions", "list", "list", PLAYS] },
    Question { is: "all positions", names: ["survey", "survey", "Puzzle.survey, Puzzle.space, sweep", "survey", "survey", "around, graph"] },
    Question { is: "what theory says", names: ["explain", "explain", "Puzzle.explain", "explain", "explain", "explain"] },
    Question { is: "searches side by side", names: ["compare", "trace", "compare, trace", "trace", "-by `trace`, in code", "trace"] },
    Question { is: "a new puzzle", names: ["new", "new", "new, random_instances", "new", "new", "new"] },
    Question { is: "the board, moves, and what may be done", names: ["show, play", "show, play, puzzle, arrange", "Puzzle, Puzzle.show, Puzzle.play, Puzzle.moves, Puzzle.labels", "show, play, moves", "show", "play, arrange"] },
    Question { is: "how good are the moves", names: ["play", "hint, rank, around", "-`Puzzle.space` has all of them", "hint, rank", "-of a page", "hint, rank, around"] },
    Question { is: "a picture", names: ["draw", "draw", "Puzzle.svg", "draw", "draw", "draw"] },
    Question { is: "a worksheet", names: ["draw", "sheet", BY_PROGRAM, "sheet", OF_PROGRAM, "sheet"] },
    Question { is: "the state graph", names: ["graph", "graph", "Puzzle.graph", "graph", "graph", "graph"] },
    Question { is: "the families and puzzles with a name", names: ["puzzles", "families, classics, known", "families, classics", "families, classics", "puzzles", "families, classics, known"] },
    Question { is: "a definition as a line", names: ["export", "definition", "Puzzle.from_text, Puzzle.from_file", "definition", "-an `@FILE` is one", "definition"] },
    Question { is: "the puzzle in other formats", names: ["export", "export", "Puzzle.export", NOT_IN_MODULE, NOT_IN_MODULE, OF_PROGRAM] },
    Question { is: "a page to play on", names: ["serve, site, daily", "qr", "explore, Puzzle.explore", "-the element of `saltus/element`", "site", "qr"] },
    Question { is: "records of several machines", names: ["merge", FILES, "merge", FILES, FILES, FILES] },
    Question { is: "tables of large searches", names: ["tables", FILES, "pattern_database", FILES, FILES, FILES] },
    Question { is: "rules of one's own, in code", names: ["-a crate with its own `main`", "-a definition", "Rules, search", "-a definition", "-a definition", "-a definition"] },
    Question { is: "what the sources state", names: ["reproduce", "-of a program", BY_PROGRAM, NOT_IN_MODULE, NOT_IN_MODULE, "-`results.html` has the report"] },
    Question { is: "words of Clobber", names: ["word", "-of a program", BY_PROGRAM, NOT_IN_MODULE, NOT_IN_MODULE, OF_PROGRAM] },
    Question { is: "any request by its name", names: [OF_PROGRAM, "-all of these", "-all of these", "call", OF_PROGRAM, OF_PROGRAM] },
    Question { is: "the program itself", names: ["bench, completions, man, help", OF_PROGRAM, OF_PROGRAM, OF_PROGRAM, OF_PROGRAM, OF_PROGRAM] },
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
fn lists() -> [BTreeSet<String>; 6] {
    let help = run("--help").out;
    let commands = between(&help, "Commands:\n", "\n\nOptions").lines().filter_map(|line| name(line, 2));
    let requests = requests().into_iter().flat_map(|text| rows(&text, "name"));
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
    let assets = texts("crates/saltus-web/assets", "js").concat();
    let sends = ["json(\"", "asked(\"", "file(\""];
    let sent = sends.iter().flat_map(|call| assets.split(call).skip(1)).filter_map(|rest| name(rest, 0));
    [
        commands.map(str::to_owned).collect(),
        requests.collect(),
        functions.map(str::to_owned).chain(methods.map(|name| format!("Puzzle.{name}"))).collect(),
        node.map(str::to_owned).collect(),
        npx.map(str::to_owned).collect(),
        sent.map(str::to_owned).collect(),
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

/// Parameters that are no flags of the program: what each is.
#[rustfmt::skip]
const OTHERS: &[(&str, &str)] = &[
    ("line", "PUZZLE"), ("lines", "what `--in` reads"), ("puzzles", "what `--in` reads"), ("rules", "rules in code"), ("text", "the text of a definition"),
    ("path", "a file with a definition"), ("files", "FILE of `merge`"), ("certificate", "FILE of `check`"), ("labels", "what stands on the cells"), ("turn", "whose turn it is"),
    ("limits", "`timeout`, `memory` (`--memory-limit`) and `nodes` (`--node-limit`)"), ("steps", "what the checker may do"), ("name", "a request"), ("request", "what it says"),
    ("signal", "ends a call, as Ctrl-C does"), ("options", "an object with the parameters"), ("wanted", "the same, of new puzzles"), ("what", "the same, of a picture"),
    ("searches", "`--search`, several"), ("form", "`--as`, a word of Python"), ("start", "`--from`, from 0 on"), ("by", "`--solver`"), ("settings", "those of a search"),
    ("tiles", "of a pattern"), ("answers", "whether they are shown"), ("height", "pixels"), ("site", "where a page lies"),
];

/// A name as the program spells it; what limits have is named after them there.
fn spelled(name: &str) -> String {
    match name {
        "memory" => "memory-limit".to_owned(),
        "nodes" => "node-limit".to_owned(),
        _ => name.replace('_', "-"),
    }
}

/// What stands before the colons of a list: the names of parameters or fields.
fn declared(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', ';', '{', '(', '\n']).filter_map(|part| {
        let (name, _) = part.trim().trim_start_matches("pub(crate) ").trim_start_matches('*').split_once(':')?;
        let name = name.trim_end_matches('?');
        Some(name)
            .filter(|name| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'))
    })
}

/// The texts of the files of a folder whose names end so.
fn texts(folder: &str, end: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)).expect("a folder");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let wanted = paths.filter(|path| path.extension().is_some_and(|found| found == end));
    wanted.map(|path| fs::read_to_string(path).expect("text")).collect()
}

/// The flags of all commands.
fn flags() -> BTreeSet<String> {
    let [commands, ..] = lists();
    let commands = commands.iter().filter(|command| *command != "help");
    let helps: String = commands.map(|command| run(&format!("{command} --help")).out).collect();
    let flag = |line: &str| {
        let long = line.trim_start().strip_prefix("--").or_else(|| line.split_once(", --").map(|(_, rest)| rest))?;
        name(long, 0).map(str::to_owned)
    };
    helps.lines().filter_map(flag).collect()
}

/// The tables of requests, which are made from their types.
fn requests() -> [String; 2] {
    ["requests", "local"].map(|table| text(&format!("crates/saltus-api/{table}.md")))
}

/// What the rows of a table begin with, by the heading of that column.
fn rows(text: &str, heading: &str) -> Vec<String> {
    let table = text.lines().skip_while(|line| !line.starts_with(&format!("| {heading} |"))).skip(2);
    let rows = table.map_while(|line| line.strip_prefix("| `"));
    rows.map(|row| between(row, "", "`").to_owned()).collect()
}

/// The fields of these requests, and of limits.
fn fields(requests: &[String]) -> BTreeSet<String> {
    let declared: Value = serde_json::from_str(&text("docs/openapi.json")).expect("JSON");
    let limits = declared["components"]["schemas"]["Limits"]["properties"].as_object().expect("fields").keys();
    requests.iter().flat_map(|text| rows(text, "field")).chain(limits.cloned()).collect()
}

/// The parameters of the functions of the Python package, and of the methods of a puzzle.
fn keywords() -> BTreeSet<String> {
    let [_, _, functions, ..] = lists();
    let package = texts("crates/saltus-python/python/saltus", "py").concat();
    let puzzle = text("crates/saltus-python/python/saltus/_puzzle.py");
    let signatures = functions.iter().flat_map(|function| {
        let (among, begin) = match function.strip_prefix("Puzzle.") {
            Some(method) => (between(&puzzle, "class Puzzle:", "\nclass "), format!("\n    def {method}(")),
            None => (&*package, format!("\ndef {function}(")),
        };
        among.split(&begin).skip(1).map(|rest| between(rest, "", ") ->").to_owned()).collect::<Vec<_>>()
    });
    signatures.flat_map(|signature| declared(&signature).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The parameters of the methods of the npm package, and what their options have.
fn options() -> BTreeSet<String> {
    let types = text("npm/index.d.ts");
    let methods = between(&types, "export class Saltus {", "\n}").lines();
    let methods = methods.filter_map(|line| line.split_once("): ")).map(|(before, _)| before);
    let options = between(&types, "export interface Options {", "\n}").lines();
    // Of a field with a function, only its name; what requests have is as it is declared.
    let options = options.filter_map(|line| line.split_inclusive(':').next());
    methods.chain(options).flat_map(declared).map(str::to_owned).chain(fields(&requests()[..1])).collect()
}

#[test]
fn parameters_have_the_names_of_flags() {
    let (flags, others) = (flags(), [fields(&requests()), keywords(), options()]);
    for (front_end, has) in FRONT_ENDS[1..].iter().zip(&others) {
        assert!(has.len() > 10, "{front_end}: {has:?}");
        for name in has {
            let is_told = OTHERS.iter().any(|(other, _)| other == name);
            assert!(is_told || flags.contains(&spelled(name)), "{front_end}: no command has --{}", spelled(name));
        }
    }
    for (name, _) in OTHERS {
        assert!(others.iter().any(|has| has.contains(*name)), "nobody has {name}");
    }
}

/// The parameters that several front ends have, as a table.
fn shared() -> String {
    let others = [fields(&requests()), keywords(), options()];
    let mut table = String::from(
        "\n## Parameters\n\nA parameter has the name of the program's flag, as each language spells it; times are seconds, memory is bytes. These are known to others than the program:\n\n",
    );
    writeln!(table, "| program | {} |\n|---|{}", FRONT_ENDS[1..4].join(" | "), "---|".repeat(3)).unwrap();
    for flag in flags() {
        let cells = others
            .each_ref()
            .map(|has| has.iter().find(|name| spelled(name) == flag).map_or(String::new(), |name| format!("`{name}`")));
        if cells.iter().any(|cell| !cell.is_empty()) {
            writeln!(table, "| `--{flag}` | {} |", cells.join(" | ")).unwrap();
        }
    }
    table += "\n| no flag of the program | what it is |\n|---|---|\n";
    for (name, is) in OTHERS {
        writeln!(table, "| `{name}` | {is} |").unwrap();
    }
    table
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
    page += &shared();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/questions.md");
    if env::var_os("SALTUS_UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
        fs::write(&path, &page).expect("the page is written");
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), page, "(SALTUS_UPDATE_SNAPSHOTS=1 accepts)");
}
