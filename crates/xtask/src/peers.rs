//! Other programs for the same work, in turns with this one (docs/searches.md#other-programs).
//!
//! Nothing is fetched: the paths of the other programs are given, and what was not given is left out. What each program prints is compared with
//! the published answer, in every run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{Outcome, cargo, metadata, output, root};

/// Work, what it comes to, and the programs for it: the first is saltus.
struct Row {
    work: &'static str,
    right: Vec<u64>,
    tasks: Vec<Task>,
}

/// One way to do the work of a row.
struct Task {
    name: &'static str,
    command: Vec<String>,
    /// What it reads.
    input: String,
    /// How often it runs for one figure, where one run is too short for a clock.
    times: u32,
    /// The answers in what it prints.
    answers: fn(&str) -> Vec<u64>,
}

/// The flags: other programs, and what is about all of them.
const FLAGS: [&str; 10] =
    ["clausecker", "fastcal", "kociemba", "slidy", "rumur", "spin", "row", "runs", "saltus", "tables"];

/// What was given for each flag.
type Given = BTreeMap<&'static str, String>;

/// Runs all rows, or those with a word in their names, and prints the table.
pub(crate) fn run(words: &[&str]) -> Outcome<()> {
    let mut given: Given = BTreeMap::new();
    for pair in words.chunks(2) {
        let flag = FLAGS.iter().find(|flag| pair[0].strip_prefix("--") == Some(flag)).filter(|_| pair.len() == 2);
        let flag =
            flag.ok_or_else(|| format!("peers: {} is none of --{} with a value", pair[0], FLAGS.join(", --")))?;
        // Programs run in a folder of their own; a name without a folder is looked for as the shell does.
        let value = pair[1];
        let is_path = *flag != "row" && (value.contains('/') || *flag == "tables");
        given.insert(flag, if is_path { std::path::absolute(value)?.display().to_string() } else { value.into() });
    }
    let target = metadata::read()?.target;
    let folder = target.join("peers");
    fs::create_dir_all(&folder)?;
    let built = target.join("release/saltus");
    let saltus = given.get("saltus").map_or(built, PathBuf::from);
    if !given.contains_key("saltus") {
        output(cargo().args(["build", "--release", "--locked", "--package", "saltus-cli"]))?;
    }
    let tables = given.get("tables").map_or_else(|| folder.join("tables"), PathBuf::from);
    let [saltus, tables] = [saltus, tables].map(|path| path.display().to_string());
    let setting = Setting { given: &given, saltus, tables };
    let runs = given.get("runs").map_or(Ok(5), |runs| runs.parse::<usize>())?.max(1);
    let wanted = |row: &Row| given.get("row").is_none_or(|word| row.work.contains(word));
    println!("| work | program | user seconds: least, median | system: median | saltus to it: least, median |");
    println!("|---|---|---|---|---|");
    for row in setting.rows(&folder)?.iter().filter(|row| wanted(row)) {
        row.run(runs, &folder)?;
    }
    Ok(())
}

impl Row {
    /// Every program in turn, so often; then the lines of the table.
    fn run(&self, runs: usize, folder: &Path) -> Outcome<()> {
        if self.tasks.len() == 1 {
            eprintln!("{}: none of the other programs for this was given", self.work);
        }
        let mut seconds = vec![Vec::new(); self.tasks.len()];
        // The first run fills the caches of the system, and is not counted.
        for run in 0..=runs {
            for (task, seconds) in self.tasks.iter().zip(&mut seconds) {
                let (used, printed) = task.run(folder).map_err(|why| format!("{}: {why}", self.work))?;
                let found = (task.answers)(&printed);
                if found != self.right {
                    let place = found.iter().zip(&self.right).take_while(|(found, right)| found == right).count();
                    let [found, right] =
                        [&found, &self.right].map(|all| all.get(place).map_or("nothing".into(), u64::to_string));
                    return Err(format!(
                        "{}: answer {} of {} is {found}, not {right}",
                        self.work,
                        place + 1,
                        task.name
                    )
                    .into());
                }
                if run > 0 {
                    seconds.push(used);
                }
            }
        }
        for (task, theirs) in self.tasks.iter().zip(&seconds) {
            let [(least, median), (_, system)] = [0, 1].map(|which| spread(theirs.iter().map(|used| used[which])));
            // Run by run, as the machine may be slower in one than in another.
            let ratio = spread(seconds[0].iter().zip(theirs).map(|(ours, theirs)| ours[0] / theirs[0]));
            let ratio = if task.name == "saltus" { String::new() } else { format!("{:.2}, {:.2}", ratio.0, ratio.1) };
            println!("| {} | {} | {least:.4}, {median:.4} | {system:.4} | {ratio} |", self.work, task.name);
        }
        Ok(())
    }
}

/// The least and the median.
fn spread(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut all: Vec<f64> = numbers.collect();
    all.sort_by(f64::total_cmp);
    (all[0], all[all.len() / 2])
}

impl Task {
    /// The user and system seconds of a run with those of its children, and what it printed. The standard library does not tell what children
    /// used; bash does.
    fn run(&self, folder: &Path) -> Outcome<([f64; 2], String)> {
        let script = "TIMEFORMAT='%3U %3S'; n=$1; shift
            time for ((run = 0; run < n; run++)); do \"$@\" <input >output || exit; done";
        fs::write(folder.join("input"), &self.input)?;
        let mut bash = Command::new("bash");
        bash.current_dir(folder).args(["-c", script, "bash", &self.times.to_string()]).args(&self.command);
        let done = bash.output()?;
        let told = String::from_utf8_lossy(&done.stderr);
        if !done.status.success() {
            return Err(format!("{}: {}\n{told}", self.command.join(" "), done.status).into());
        }
        let seconds = told.lines().last().and_then(|line| line.split_once(' ')).ok_or("bash tells no times")?;
        let times = f64::from(self.times);
        let used = [seconds.0.parse::<f64>()? / times, seconds.1.parse::<f64>()? / times];
        Ok((used, fs::read_to_string(folder.join("output"))?))
    }
}

/// The programs, and where saltus finds tables.
struct Setting<'a> {
    given: &'a Given,
    saltus: String,
    tables: String,
}

impl Setting<'_> {
    fn rows(&self, folder: &Path) -> Outcome<Vec<Row>> {
        let fifteen = boards("korf100.txt", 16)?;
        let easy: Vec<Board> = fifteen.iter().filter(|board| board.number == 79).cloned().collect();
        // One of the 17 positions that are farthest from the goal.
        let farthest =
            Board { number: 0, moves: 80, cells: vec![0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1] };
        let large = ["--solver", "pattern-databases-7-8"];
        self.tables(&["tiles", "4x4", "7-8"])?;
        let mut rows = vec![
            self.solving("Korf's hundred 15-puzzles, 7-8", &fifteen, 1, &large, &["kociemba"]),
            self.solving("a 15-puzzle of 80 moves, 7-8", &[farthest], 1, &large, &["kociemba"]),
            self.solving("Korf's 15-puzzle 79 alone, of 42 moves", &easy, 20, &[], &["kociemba", "slidy"]),
            self.solving("Korf's hundred 15-puzzles, nothing on disk", &fifteen, 1, &[], &["slidy"]),
        ];
        rows.push(self.klotski()?);
        if self.given.contains_key("clausecker") {
            self.tables(&["tiles", "5x5", "6-6-6-6"])?;
            let some = boards("korf24_easier25.txt", 25)?.into_iter().filter(|board| [38, 40].contains(&board.number));
            rows.push(self.solving("Korf's 24-puzzles 38 and 40", &some.collect::<Vec<_>>(), 1, &[], &["clausecker"]));
        }
        let survey = self.saltus(&["survey", "reverse", "9", "--format", "json"], |text| {
            vec![records(text, "distribution").iter().sum()]
        });
        rows.push(Row { work: "all positions of reverse 9", right: vec![3_628_800], tasks: vec![survey] });
        rows.last_mut().expect("a row").tasks.extend(self.checkers(folder)?);
        for (work, n) in [("shift 2000 2000 printed", 2000), ("shift 4000 4000 printed", 4000)] {
            let moves = self.saltus(&["solve", "shift", &n.to_string(), &n.to_string(), "--format", "moves"], |text| {
                vec![text.split_whitespace().count() as u64]
            });
            rows.push(Row { work, right: vec![n * n + 2 * n], tasks: vec![moves] });
        }
        Ok(rows)
    }

    fn saltus(&self, words: &[&str], answers: fn(&str) -> Vec<u64>) -> Task {
        let words = [&[&*self.saltus][..], words, &["--quiet", "--threads", "1"]].concat();
        Task {
            name: "saltus",
            command: words.iter().map(ToString::to_string).collect(),
            input: String::new(),
            times: 1,
            answers,
        }
    }

    /// Builds the tables of a partition, unless they are there.
    fn tables(&self, partition: &[&str]) -> Outcome<()> {
        output(Command::new(&self.saltus).args(["tables", "build"]).args(partition).args(["--cache-dir", &self.tables]))
            .map(drop)
    }

    /// Boards as a batch of saltus, and for programs that read the cells of a board from each line and print a line that begins with its moves.
    fn solving(&self, work: &'static str, boards: &[Board], times: u32, words: &[&str], peers: &[&'static str]) -> Row {
        let cells = |board: &Board| board.cells.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = boards.iter().map(cells).collect();
        let size = if boards[0].cells.len() == 16 { "tiles 4x4" } else { "tiles 5x5" };
        let words = [&["solve", "--in", "-", "--format", "json", "--cache-dir", &self.tables], words].concat();
        let ours = self.saltus(&words, |text| records(text, "length"));
        let mut tasks = vec![Task { input: format!("{size} {}\n", lines.join(&format!("\n{size} "))), times, ..ours }];
        tasks.extend(peers.iter().filter_map(|name| self.peer(name, &lines.join("\n"), times)));
        Row { work, right: boards.iter().map(|board| board.moves).collect(), tasks }
    }

    /// A program that reads a board from each line and prints a line that begins with its moves, if it was given.
    fn peer(&self, name: &'static str, lines: &str, times: u32) -> Option<Task> {
        let command = vec![self.given.get(name)?.clone()];
        let answers =
            |text: &str| text.lines().filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect();
        Some(Task { name, command, input: format!("{lines}\n"), times, answers })
    }

    /// Klotski from many starts, as definitions and as boards.
    fn klotski(&self) -> Outcome<Row> {
        let text = fs::read_to_string(root().join("crates/xtask/klotski.txt"))?;
        let (mut right, mut boards, mut puzzles) = (Vec::new(), Vec::new(), Vec::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (moves, board) = line.split_once(' ').ok_or("klotski.txt: moves and a board")?;
            right.push(moves.parse()?);
            boards.push(board);
            let cells: Vec<String> = board.chars().map(String::from).collect();
            let goal = "? ? ? ? / ? ? ? ? / ? ? ? ? / ? B B ? / ? B B ?";
            let cells = cells.join(" ");
            puzzles.push(format!("rules board: {cells} ; blocks walk: A B C D E F G H I J ; goal: {goal}\n"));
        }
        let ours = self.saltus(&["solve", "--in", "-", "--format", "json"], |text| records(text, "length"));
        let mut tasks = vec![Task { input: puzzles.concat(), ..ours }];
        tasks.extend(self.peer("fastcal", &boards.join("\n"), 1));
        Ok(Row { work: "Klotski from a hundred starts, by piece moves", right, tasks })
    }

    /// The model checkers, with a model of `reverse 9` each, translated and compiled.
    fn checkers(&self, folder: &Path) -> Outcome<Vec<Task>> {
        let mut tasks = Vec::new();
        let mut compile = |name, words: &[&str], flags: &[&str], run: &[&str], answers| {
            let file = format!("{name}.c");
            output(Command::new(&self.given[name]).current_dir(folder).args(words))?;
            output(Command::new("cc").current_dir(folder).args(["-O3", "-w", "-o", name, &file]).args(flags))?;
            let command = [&[&*format!("./{name}")], run].concat().iter().map(ToString::to_string).collect();
            tasks.push(Task { name, command, input: String::new(), times: 1, answers });
            Ok::<_, Box<dyn std::error::Error>>(())
        };
        let hops = [("g >= 1", "g-1"), ("g >= 2", "g-2"), ("g <= 8", "g+1"), ("g <= 7", "g+2")];
        if self.given.contains_key("spin") {
            let hop = |(guard, from)| format!("  :: d_step {{ {guard} -> c[g] = c[{from}]; g = {from}; c[g] = 0 }}\n");
            let cells = "byte c[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};\nbyte g;\n";
            let model = format!("{cells}active proctype p() {{ do\n{} od }}\n", hops.map(hop).concat());
            fs::write(folder.join("reverse.pml"), model)?;
            fs::write(folder.join("spin.c"), "#include \"pan.c\"\n")?;
            let (flags, run) = (["-DSAFETY", "-DNOREDUCE", "-DMEMLIM=8000"], ["-n", "-m10000000", "-w23"]);
            compile("spin", &["-a", "reverse.pml"], &flags, &run, |text| before(text, " states, stored"))?;
        }
        if self.given.contains_key("rumur") {
            let hop =
                |(guard, from)| format!("rule {guard} ==> begin c[g] := c[{from}]; g := {from}; c[g] := 0; end;\n");
            let start = "startstate begin for i: 0..9 do c[i] := i; end; g := 0; end;\n";
            let model = format!("var c: array [0..9] of 0..9; g: 0..9;\n{start}{}", hops.map(hop).concat());
            fs::write(folder.join("reverse.m"), model)?;
            let words = ["--deadlock-detection", "off", "--threads", "1", "--output", "rumur.c", "reverse.m"];
            let flags = ["-lpthread", "-latomic", "-mcx16"];
            compile("rumur", &words, &flags, &[], |text| before(text, " states,"))?;
        }
        Ok(tasks)
    }
}

/// A field of each record, a number or a list of them.
fn records(text: &str, field: &str) -> Vec<u64> {
    let records = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let numbers = |record: Value| record[field].as_array().cloned().unwrap_or_else(|| vec![record[field].clone()]);
    records.flat_map(numbers).filter_map(|number| number.as_u64()).collect()
}

/// The number in front of some words.
fn before(text: &str, words: &str) -> Vec<u64> {
    text.lines().filter_map(|line| line.split_once(words)?.0.split_whitespace().last()?.parse().ok()).collect()
}

/// A board of a published list, with the vacancy last at the goal, and its least number of moves.
#[derive(Clone)]
struct Board {
    number: u64,
    moves: u64,
    cells: Vec<u64>,
}

/// A list in the tests of the tiles, whose boards have the vacancy first at the goal: turned by half a turn, and the tiles renamed.
fn boards(file: &str, cells: usize) -> Outcome<Vec<Board>> {
    let text = fs::read_to_string(root().join("crates/saltus-tiles/tests/data").join(file))?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let board = |line: &str| {
        let numbers = line.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>()?;
        let turned = numbers[numbers.len() - cells..].iter().rev().map(|&tile| (cells as u64 - tile) % cells as u64);
        Ok(Board { number: numbers[0], moves: numbers[1], cells: turned.collect() })
    };
    lines.map(board).collect()
}
