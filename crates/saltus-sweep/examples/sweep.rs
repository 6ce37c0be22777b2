//! A sweep by one of its processes: `sweep FOLDER LINE [workers=N] [process=I] [hosts=A,B] [memory=BYTES] [alone=KEYS]
//! [nodes=KEYS] [secret=TEXT]`. With `killed=STEP` the process ends at that step as one that is killed. Standard error tells what it took.

use std::process::{ExitCode, abort};
use std::sync::OnceLock;
use std::time::Instant;

use saltus_core::answers::CannotSurvey;
use saltus_core::limits::Limits;
use saltus_core::registry::Registry;
use saltus_sweep::{Secret, Settings, Swept, sweep};

/// The step at which this process ends.
static LAST: OnceLock<String> = OnceLock::new();

fn end_at(step: &str) {
    if LAST.get().is_some_and(|last| last == step) {
        abort();
    }
}

/// The processor's time that this process has taken, and the most memory that it had, where the system has files that tell.
fn spent() -> String {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/self/{name}")).unwrap_or_default();
    let (times, status) = (read("stat"), read("status"));
    let ticks = |at: usize| times.rsplit(") ").next()?.split(' ').nth(at)?.parse::<u64>().ok();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let seconds = (ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0)) as f64 / 100.0;
    format!("processor {seconds:.2} s, memory {}", memory.unwrap_or_default().trim())
}

fn run(args: &[String]) -> Result<Option<Swept>, String> {
    let [folder, line, options @ ..] = args else { return Err("a folder and a line are needed".into()) };
    let families = Registry::new()
        .with::<saltus_shifting::reverse::Instance>()
        .with::<saltus_shifting::shift::Instance>()
        .with::<saltus_tiles::Instance>()
        .with::<saltus_rules::Instance>();
    let puzzle = families.parse(line).map_err(|bad| bad.to_string())?;
    let (mut settings, mut nodes) = (Settings::new(folder.as_ref()), u64::MAX);
    settings.secret = Secret::new(b"that of this example")?;
    settings.tell = Some(|what| eprintln!("{what}"));
    for option in options {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let number = || value.parse::<u64>().map_err(|_| format!("{option}: a number belongs after ="));
        match name {
            "secret" => settings.secret = Secret::new(value.as_bytes())?,
            "workers" => settings.workers = number()? as usize,
            "process" => settings.process = number()? as usize,
            "memory" => settings.memory = number()?,
            "alone" => settings.alone = number()?,
            "nodes" => nodes = number()?,
            "killed" => {
                LAST.set(value.to_owned()).map_err(|_| "killed= is given twice")?;
                settings.step = Some(end_at);
            }
            "hosts" => settings.hosts = value.split(',').map(str::to_owned).collect(),
            _ => return Err(format!("{name}: there is no such option")),
        }
    }
    let keyed = puzzle.keyed().ok_or("this puzzle has no keys")?;
    sweep(&keyed, &puzzle.to_string(), &settings, &Limits { nodes, ..Limits::default() }).map_err(|why| match why {
        CannotSurvey::Stop(stop) => format!("{stop}: {}", spent()),
        CannotSurvey::Storage(why) => why,
    })
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let begun = Instant::now();
    match run(&args) {
        Ok(None) => {
            eprintln!("{}", spent());
            ExitCode::SUCCESS
        }
        Ok(Some(found)) => {
            println!("{found:?}");
            let (keys, seconds) = (found.keys.iter().sum::<u64>(), begun.elapsed().as_secs_f64());
            let [each, size] = [keys as f64 / seconds, found.bytes as f64 / keys as f64];
            eprintln!("{keys} keys in {seconds:.1} s: {each:.0} a second, {size:.2} bytes each, {}", spent());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
