//! A long play through a pipe against plain copying: `cargo bench -p saltus-cli --bench stream`.
//!
//! Both ways run in turn on the same machine, and the best of three counts; only their ratio is asserted, and the processor time that
//! the program spends outside of the system. With `SALTUS_STREAM=20000` the play has 400,040,000 moves (the copy needs 4.7 GB
//! of memory). With `--counts` nothing is timed, and the bytes of the play are all that is printed (`.ci/counts`).

use std::process::{Command, ExitCode};
use std::time::Instant;

const SALTUS: &str = env!("CARGO_BIN_EXE_saltus");

/// Writing may take at most this many times what copying takes.
const MOST_RATIO: f64 = 1.5;
/// Seconds of user time for the whole play.
const MOST_USER: f64 = 0.3;

fn main() -> ExitCode {
    let size: u32 = std::env::var("SALTUS_STREAM").ok().and_then(|size| size.parse().ok()).unwrap_or(6000);
    let file = copy_place();
    let solve = format!("{SALTUS} solve shift {size} {size} --format moves");
    shell(&format!("{solve} > {file}"));
    let bytes = std::fs::metadata(&file).map_or(0, |found| found.len());
    if std::env::args().any(|arg| arg == "--counts") {
        let _ = std::fs::remove_file(&file);
        println!("bytes of the play of shift {size} {size}\t{bytes}");
        return ExitCode::SUCCESS;
    }
    let (mut write, mut copy, mut user) = (f64::MAX, f64::MAX, f64::MAX);
    for _ in 0..3 {
        copy = copy.min(seconds(&format!("cat {file} | cat > /dev/null")));
        write = write.min(seconds(&format!("{solve} | cat > /dev/null")));
        // Without a reader, so that the user time is the program's alone.
        let before = children_user();
        shell(&format!("{solve} > /dev/null"));
        user = user.min(children_user() - before);
    }
    let _ = std::fs::remove_file(&file);
    let ratio = write / copy;
    println!(
        "shift {size} {size}: {bytes} bytes; write : copy = {ratio:.2} (at most {MOST_RATIO}); user {user:.2} s (at most {MOST_USER})"
    );
    if bytes > 0 && ratio <= MOST_RATIO && user <= MOST_USER { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A file in memory where there is such a place.
fn copy_place() -> String {
    let memory = std::path::Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("saltus-stream-{}", std::process::id())).display().to_string()
}

fn shell(line: &str) {
    let status = Command::new("sh").args(["-c", line]).status();
    assert!(status.is_ok_and(|status| status.success()), "{line}");
}

fn seconds(line: &str) -> f64 {
    let begun = Instant::now();
    shell(line);
    begun.elapsed().as_secs_f64()
}

/// User time of all children that have ended, in seconds (field 16 of the process's line, in hundredths).
fn children_user() -> f64 {
    let line = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = line.rsplit(')').next().unwrap_or_default();
    fields.split_whitespace().nth(13).and_then(|ticks| ticks.parse::<f64>().ok()).map_or(0.0, |ticks| ticks / 100.0)
}
