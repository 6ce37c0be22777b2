//! Runs the real program and says how it ended. Nothing here hangs: what takes ten minutes is killed and fails the test.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// The program.
pub const SALTUS: &str = env!("CARGO_BIN_EXE_saltus");

/// An instance whose solution takes minutes, so that it is still being searched for when a test interferes.
pub const HARD: &str = "reverse 9 2 14 5 18 12 1 17 8 _ 3 13 16 4 11 6 10 15 7";

/// A guard against hanging, not a measure of speed: a busy machine takes its time.
pub const PATIENCE: Duration = Duration::from_mins(10);

/// How a run ended.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The lines of standard output.
    pub fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// The records of standard output.
    #[track_caller]
    pub fn records(&self) -> Vec<Value> {
        let record = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
        self.out.lines().map(record).collect()
    }

    /// The only record of standard output.
    #[track_caller]
    pub fn record(&self) -> Value {
        let mut records = self.records();
        assert_eq!(records.len(), 1, "{self:?}");
        records.remove(0)
    }
}

/// The program, with nothing from the environment that changes its output.
pub fn saltus<'a>(words: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(SALTUS);
    command.args(words).current_dir(env!("CARGO_MANIFEST_DIR"));
    let coloured = ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"];
    // Without these there is no folder of tables.
    for name in coloured.into_iter().chain(["SALTUS_CACHE_DIR", "XDG_CACHE_HOME", "HOME"]) {
        command.env_remove(name);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program with the words of `line`.
pub fn run(line: &str) -> Run {
    finish(start(&mut saltus(line.split(' '))))
}

/// Runs the program with these words.
pub fn run_words(words: &[&str]) -> Run {
    finish(start(&mut saltus(words.iter().copied())))
}

/// Runs the program with the words of `line` and something to read.
pub fn run_with(line: &str, input: &[u8]) -> Run {
    let mut child = start(saltus(line.split(' ')).stdin(Stdio::piped()));
    let mut pipe = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        // The program need not read it all.
        let _ = pipe.write_all(&input);
    });
    let run = finish(child);
    writer.join().expect("no panic");
    run
}

/// Runs the program until a line of standard error is what is waited for, and stops it then. All lines until there.
pub fn watch(line: &str, input: &[u8], is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let mut child = start(saltus(line.split(' ')).stdin(Stdio::piped()));
    child.stdin.take().expect("piped").write_all(input).expect("it is read");
    let mut lines = Vec::new();
    let mut is_told = false;
    for said in BufReader::new(child.stderr.take().expect("piped")).lines() {
        lines.push(said.expect("text"));
        is_told = is_wanted(&lines[lines.len() - 1]);
        if is_told {
            signal(child.id(), "INT");
            break;
        }
    }
    let code = finish(child).code;
    assert!(is_told && code == 130, "{line}: {code}, {lines:?}");
    lines
}

/// Runs a line of shell in which `$0` is the program.
pub fn shell(line: &str) -> Run {
    let mut command = Command::new("bash");
    command.args(["-c", line, SALTUS]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(start(&mut command))
}

/// Starts a command.
pub fn start(command: &mut Command) -> Child {
    command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Sends a signal by its name.
pub fn signal(pid: u32, name: &str) {
    let sent = Command::new("bash").args(["-c", &format!("kill -{name} {pid}")]).status();
    assert!(sent.expect("a shell").success(), "kill -{name} {pid}");
}

/// Waits for the end, and collects what was said.
pub fn finish(child: Child) -> Run {
    let pid = child.id();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = receiver.recv_timeout(PATIENCE) else {
        signal(pid, "KILL");
        panic!("process {pid} hangs");
    };
    let Output { status, stdout, stderr } = output.expect("a child of ours");
    let text = |bytes| String::from_utf8(bytes).expect("saltus writes UTF-8");
    Run { code: code(status), out: text(stdout), err: text(stderr) }
}

/// The exit code as a shell has it.
fn code(status: ExitStatus) -> i32 {
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).expect("ended")
}
