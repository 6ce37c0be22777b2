//! The answer is the same whoever sweeps, and whatever happens in between.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::time::Duration;

use saltus_core::answers::{Answers, CannotSurvey, Count};
use saltus_core::limits::{Limits, Stop};
use saltus_core::plan::Plan;
use saltus_core::puzzle::{Keyed, Repeats};
use saltus_core::random::Random;
use saltus_core::registry::Registry;
use saltus_core::verdict::Outcome;
use saltus_sweep::{Goal, Settings, Swept, solve, sweep};
use tempfile::TempDir;

const PEGS: &str = "rules board: o . o o / o o o o / o o o o / o o o o ; move: o o . -> . . o ; goal most 1: o";
const TOADS: &str = "rules board: t t t t . f f f f ; move right: t . -> . t / t f . -> . f t ; \
                     move left: f . -> . f / f t . -> . t f ; goal: f f f f . t t t t";
const KNIGHTS: &str = "rules board: w . w / . . . / . . . / b . b ; class x: w b ; move knight: x . -> . x ; \
                       goal: b . b / . . . / . . . / w . w";
const LINES: [&str; 4] = ["reverse 6 from=1", PEGS, TOADS, KNIGHTS];

/// A folder that is in memory where there is such a place: each layer is synced, for which a disk takes its time.
fn place() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { TempDir::new_in(memory).unwrap() } else { TempDir::new().unwrap() }
}

fn puzzle(line: &str) -> Box<dyn Answers> {
    let families = Registry::new()
        .with::<saltus_shifting::reverse::Instance>()
        .with::<saltus_shifting::shift::Instance>()
        .with::<saltus_rules::Instance>()
        .with::<saltus_clobber::rules::Instance>()
        .with::<saltus_chinese::rules::Instance>();
    families.parse(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))
}

fn swept(line: &str, settings: &Settings, limits: &Limits<'_>) -> Result<Swept, CannotSurvey> {
    let puzzle = puzzle(line);
    let found = sweep(&puzzle.keyed().expect("it has keys"), &puzzle.to_string(), settings, limits);
    found.map(|found| found.expect("the first process tells"))
}

fn sentence(found: Result<Swept, CannotSurvey>) -> String {
    match found {
        Err(CannotSurvey::Storage(why)) => why,
        other => panic!("{other:?}"),
    }
}

/// The files of all whole layers, without the manifests.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for layer in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if layer.is_dir() {
            for file in fs::read_dir(&layer).unwrap().map(|entry| entry.unwrap().path()) {
                found.insert(file.strip_prefix(folder).unwrap().to_owned(), fs::read(&file).unwrap());
            }
        }
    }
    found
}

/// Whether a play goes from the start to a goal by moves.
fn is_play(keyed: &dyn Keyed, play: &[Vec<u8>]) -> bool {
    let mut start = vec![0; keyed.width()];
    keyed.start(&mut start);
    let leads = |pair: &[Vec<u8>]| {
        let mut leads = false;
        keyed.successors(&pair[0], &mut |key| leads |= key == pair[1]);
        leads
    };
    play[0] == start && play.windows(2).all(leads) && keyed.is_goal(&play[play.len() - 1])
}

#[test]
fn any_number_of_workers_finds_what_the_survey_does() {
    let repeats = LINES.map(|line| puzzle(line).keyed().unwrap().repeats());
    assert_eq!(repeats, [Repeats::Near, Repeats::Never, Repeats::Anywhere, Repeats::Near]);
    for line in LINES {
        let (puzzle, mut first) = (puzzle(line), None);
        // Little memory is spilt, and a slice ends within a layer; small layers are made alone, or none.
        for (workers, memory, alone) in [(1, 1 << 30, 1 << 20), (1, 0, 0), (2, 0, 0), (3, 1 << 30, 50)] {
            let folder = place();
            let settings = Settings { workers, memory, alone, ..Settings::new(folder.path()) };
            let found = swept(line, &settings, &Limits::default()).unwrap();
            // All is there: nothing is done again.
            assert_eq!(swept(line, &settings, &Limits { nodes: 0, ..Limits::default() }).unwrap(), found);
            let all = (found, files(folder.path()));
            assert_eq!(*first.get_or_insert_with(|| all.clone()), all, "{line}: {workers} workers");
        }
        let (found, _) = first.unwrap();
        let survey = puzzle.survey(&Limits::default()).unwrap();
        let told: Vec<String> = survey.distribution.iter().map(ToString::to_string).collect();
        assert_eq!(found.layers.iter().map(ToString::to_string).collect::<Vec<_>>(), told, "{line}");
        let fact = |topic| survey.facts.iter().find(|fact| fact.topic == topic).map(|fact| fact.value.to_string());
        if let Some(dead_ends) = fact("dead-ends") {
            assert_eq!(found.dead_ends.to_string(), dead_ends, "{line}");
        }
        let Goal { distance, keys: play, plays } = found.goal.expect("each has a goal");
        assert!(is_play(&*puzzle.keyed().unwrap(), &play) && play.len() == distance + 1, "{line}");
        match puzzle.count(&Limits::default()) {
            Count::Solutions { solutions, .. } => assert_eq!(plays, Some(solutions), "{line}"),
            _ => panic!("{line}: plays are counted"),
        }
        let length = fact("length").unwrap_or_else(|| match puzzle.solve(&Limits::default()).outcome {
            Outcome::Solved { plan, .. } => plan.moves().to_string(),
            _ => panic!("{line}: it has a play"),
        });
        assert_eq!(distance.to_string(), length, "{line}");
    }
}

#[test]
fn positions_that_are_late_are_left_out() {
    for line in ["chinese triangle:5 men=3", "chinese triangle:7 men=3", "chinese triangle:6 men=3 players=2", KNIGHTS]
    {
        let puzzle = puzzle(line);
        let Count::Solutions { length, solutions, .. } = puzzle.count(&Limits::default()) else { panic!("{line}") };
        let length: u32 = length.to_string().parse().unwrap();
        let within = |most| {
            let folder = place();
            let settings = Settings { within: Some(most), workers: 2, ..Settings::new(folder.path()) };
            swept(line, &settings, &Limits::default()).unwrap()
        };
        assert_eq!(within(length - 1).goal, None, "{line}");
        // Two more: with two players one move more is no later turn of the winner.
        let [found, more] = [within(length), within(length + 2)];
        let Goal { distance, keys, plays } = found.goal.expect("it is in time");
        assert_eq!((distance as u32, keys.len() as u32, plays), (length, length + 1, Some(solutions)), "{line}");
        assert_eq!(puzzle.keyed().unwrap().moves(&keys).len(), distance, "{line}");
        let sums = [&found.keys, &more.keys].map(|keys| keys.iter().sum::<u64>());
        assert!(sums[0] < sums[1], "{line}: {sums:?}");
    }
}

#[test]
fn the_farthest_leave_the_fewest() {
    for (line, left) in [("clobber grid bwb/wbw/bwb", 2), ("clobber cycle bwbwbwbw", 2), ("clobber line bbbwww", 3)] {
        let (puzzle, folder) = (puzzle(line), place());
        let found = swept(line, &Settings { workers: 2, ..Settings::new(folder.path()) }, &Limits::default()).unwrap();
        let survey = puzzle.survey(&Limits::default()).unwrap();
        let told: Vec<String> = survey.distribution.iter().map(ToString::to_string).collect();
        assert_eq!(found.layers.iter().map(ToString::to_string).collect::<Vec<_>>(), told, "{line}");
        assert_eq!((puzzle.keyed().unwrap().left(&found.farthest), found.goal), (Some(left), None), "{line}");
    }
}

#[test]
fn a_shortest_play_is_found_by_layers() {
    let fewest = ["clobber grid bwb/wbw/bwb", "clobber line bbbwww"];
    let none = "rules board: a . . / . . . ; move: a . -> . a ; goal: . . . / . a a";
    let others =
        ["shift 2 3", "reverse 5", "chinese triangle:5 men=3", none, "rules board: a . ; move: a . -> . a ; goal: a ."];
    for line in LINES.into_iter().chain(fewest).chain(others) {
        let (puzzle, folder) = (puzzle(line), place());
        let (keyed, known) = (puzzle.keyed().unwrap(), puzzle.solve(&Limits::default()));
        let settings = |nodes, alone| {
            let settings = Settings { workers: 2, alone, ..Settings::new(folder.path()) };
            solve(&*puzzle, &keyed, &settings, &Limits { nodes, ..Limits::default() })
        };
        let stopped = settings(1, 0);
        if let Outcome::GaveUp { stop: Stop::Nodes, lower } = &stopped.outcome {
            let is_lower = |plan: &dyn Plan| *lower <= plan.cost();
            assert!(
                matches!(&known.outcome, Outcome::Solved { plan, .. } if is_lower(&**plan)) || line == none,
                "{line}"
            );
        }
        for _ in 0..2 {
            let found = settings(u64::MAX, 1 << 12);
            match (&found.outcome, &known.outcome) {
                (Outcome::Solved { plan, lower }, Outcome::Solved { plan: other, .. }) => {
                    assert_eq!((plan.cost(), lower), (other.cost(), &other.cost()), "{line}");
                    assert!(plan.replay(&plan.moves()).is_ok(), "{line}");
                }
                (Outcome::Unsolvable { .. }, Outcome::Unsolvable { .. }) => assert_eq!(line, none),
                _ => panic!("{line}: an answer of another kind"),
            }
        }
        // A whole sweep goes on from there, and comes to the same as one from the start.
        let [more, whole] = [folder, place()].map(|folder| {
            let swept = swept(line, &Settings::new(folder.path()), &Limits::default()).unwrap();
            (swept, files(folder.path()))
        });
        assert_eq!(more, whole, "{line}");
    }
    let (puzzle, folder) = (puzzle(LINES[0]), place());
    fs::write(folder.path().join("sweep"), "of something else").unwrap();
    let found = solve(&*puzzle, &puzzle.keyed().unwrap(), &Settings::new(folder.path()), &Limits::default());
    assert_eq!(found.stop(), Some(Stop::Storage));
}

/// The layer of the goals is there: the answer is whole, and no bound above it is told.
#[test]
fn a_stop_after_the_last_layer_comes_too_late() {
    static STOP: AtomicBool = AtomicBool::new(false);
    fn at_the_goal(step: &str) {
        if step == "layer 10: committed" {
            STOP.store(true, Ordering::Relaxed);
            // Until it is seen.
            std::thread::sleep(Duration::from_millis(500));
        }
    }
    let (puzzle, folder) = (puzzle("reverse 4 from=0"), place());
    let settings = Settings { alone: 0, step: Some(at_the_goal), ..Settings::new(folder.path()) };
    let limits = Limits { cancel: Some(&STOP), ..Limits::default() };
    let found = solve(&*puzzle, &puzzle.keyed().unwrap(), &settings, &limits);
    assert!(STOP.load(Ordering::Relaxed) && found.optimal());
    assert!(matches!(found.outcome, Outcome::Solved { lower, .. } if lower == 10u8.into()));
}

#[test]
fn a_limit_stops_it_and_it_goes_on() {
    let [folder, other] = [place(), place()];
    let settings = |folder: &Path| Settings { alone: 0, memory: 0, ..Settings::new(folder) };
    let whole = swept(LINES[0], &settings(other.path()), &Limits::default()).unwrap();
    let cancel = AtomicBool::new(true);
    let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
    let stopped = swept(LINES[0], &settings(folder.path()), &limits);
    assert_eq!(stopped, Err(CannotSurvey::Stop(Stop::Cancelled)));
    assert_eq!(swept(LINES[0], &settings(folder.path()), &Limits::default()).unwrap(), whole);
    assert_eq!(files(folder.path()), files(other.path()));
}

#[test]
fn a_folder_is_for_one_sweep_at_a_time_and_one_space() {
    let folder = place();
    let settings = Settings::new(folder.path());
    let lock = saltus_core::store::lock_folder(folder.path()).unwrap();
    assert!(sentence(swept(LINES[0], &settings, &Limits::default())).contains("another process"));
    drop(lock);
    swept(LINES[0], &settings, &Limits::default()).unwrap();
    let why = sentence(swept("reverse 5", &settings, &Limits::default()));
    assert!(why.contains("another sweep") && why.contains("reverse 6 from=1"), "{why}");
    fs::remove_dir_all(folder.path().join("layer-00003")).unwrap();
    let why = sentence(swept(LINES[0], &settings, &Limits::default()));
    assert!(why.contains("layer 3 is missing"), "{why}");
}

/// A whole sweep is read, and nothing is written: the folder may be only for reading.
#[test]
fn a_whole_sweep_is_only_read() {
    let folder = place();
    let settings = Settings::new(folder.path());
    let whole = swept(PEGS, &settings, &Limits::default()).unwrap();
    let names = || {
        let entries = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap());
        entries
            .map(|entry| (entry.file_name(), entry.metadata().unwrap().modified().unwrap()))
            .collect::<BTreeMap<_, _>>()
    };
    ["lock", "run"].iter().for_each(|name| fs::remove_file(folder.path().join(name)).unwrap());
    let before = names();
    assert_eq!(swept(PEGS, &settings, &Limits::default()).unwrap(), whole);
    assert_eq!(names(), before);
}

/// What happens to files: a bit, a cut, two files exchanged, a file gone. The files that were changed, as they were.
fn damage(folder: &Path, names: &[PathBuf], random: &mut Random) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut pick = || folder.join(&names[random.below(names.len())]);
    let paths = [pick(), pick()];
    let good = paths.each_ref().map(|path| fs::read(path).unwrap());
    let mut bad = good[0].clone();
    match random.below(4) {
        // What comes first is what a search within a file believes first.
        0 => {
            let end = if random.below(2) == 0 { good[0].len().min(24) } else { good[0].len() };
            let at = random.below(end);
            bad[at] ^= 1 << random.below(8);
            fs::write(&paths[0], bad).unwrap();
        }
        1 => {
            bad.truncate(random.below(good[0].len()));
            fs::write(&paths[0], bad).unwrap();
        }
        2 => {
            fs::write(&paths[0], &good[1]).unwrap();
            fs::write(&paths[1], &good[0]).unwrap();
        }
        _ => fs::remove_file(&paths[0]).unwrap(),
    }
    paths.into_iter().zip(good).collect()
}

/// A sweep that is read again, counted, traced or resumed after a random damage has the right answer, or an error that names the file.
#[test]
fn a_damaged_file_is_named_or_does_no_harm() {
    let mut random = Random::new(26);
    for line in ["reverse 5 from=1", "shift 3 2", PEGS, KNIGHTS] {
        let [folder, spare] = [place(), place()];
        let settings = Settings::new(folder.path());
        let whole = swept(line, &settings, &Limits::default()).unwrap();
        let all = files(folder.path());
        let spare = |layer: usize| spare.path().join(layer.to_string());
        let mut found = 0;
        for number in 0..250 {
            // Half of them are resumed, up to three layers before the end.
            let first = whole.layers.len() + 1 - if number % 2 == 0 { 0 } else { 1 + random.below(3) };
            let layer = |layer: usize| folder.path().join(format!("layer-{layer:05}"));
            (first..=whole.layers.len()).for_each(|number| fs::rename(layer(number), spare(number)).unwrap());
            let head = PathBuf::from("sweep");
            let there = all.keys().filter(|name| folder.path().join(name).exists());
            let names: Vec<PathBuf> = there.cloned().chain([head]).collect();
            let good = damage(folder.path(), &names, &mut random);
            match swept(line, &settings, &Limits::default()) {
                Err(CannotSurvey::Storage(why)) => {
                    let is_named = good.keys().any(|path| why.contains(&*path.to_string_lossy()));
                    assert!(is_named && !why.contains('\n'), "{line}: {good:?}: {why}");
                    found += 1;
                }
                other => assert_eq!(other.unwrap(), whole, "{line}: {:?}", good.keys()),
            }
            for number in first..=whole.layers.len() {
                _ = fs::remove_dir_all(layer(number));
                fs::rename(spare(number), layer(number)).unwrap();
            }
            good.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
        }
        assert_eq!(swept(line, &settings, &Limits::default()).unwrap(), whole);
        assert!(found > 60, "{line}: {found}");
    }
}

/// Processes of one test use ports that those of another one may just have left.
static PROCESSES: Mutex<()> = Mutex::new(());

fn program() -> PathBuf {
    let deps = std::env::current_exe().unwrap();
    let path = deps.parent().unwrap().with_file_name("examples").join("sweep");
    assert!(path.exists(), "{}: `cargo test` builds it", path.display());
    path
}

fn command(folder: &Path, line: &str, options: &[String]) -> Command {
    let mut command = Command::new(program());
    command.arg(folder).arg(line).args(options).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Ports below those that a system gives to whoever calls: nobody gets one between its choice and its use.
fn hosts(processes: usize) -> String {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 10_000 + (std::process::id() % 220) as u16 * 100;
    let ports = std::iter::repeat_with(|| first + NEXT.fetch_add(1, Ordering::Relaxed) % 100);
    let free = ports.filter(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok());
    free.take(processes).map(|port| format!("127.0.0.1:{port}")).collect::<Vec<_>>().join(",")
}

/// Several processes with the same number of workers each, one of which may be killed at a step.
fn start(folder: &Path, line: &str, (processes, workers): (usize, usize), killed: Option<(usize, &str)>) -> Vec<Child> {
    let hosts = hosts(processes);
    // A layer that the first worker makes alone has only the steps that are its own.
    let alone = if killed.is_some_and(|(_, step)| !step.ends_with("committed")) { 0 } else { 20 };
    let options = |process: usize| {
        ["memory=0".into(), format!("alone={alone}"), format!("workers={workers}")]
            .into_iter()
            .chain((processes > 1).then(|| format!("hosts={hosts}")))
            .chain([format!("process={process}")])
            .chain(killed.filter(|(victim, _)| *victim == process).map(|(_, step)| format!("killed={step}")))
            .collect::<Vec<String>>()
    };
    (0..processes).map(|process| command(folder, line, &options(process)).spawn().unwrap()).collect()
}

fn ends(children: Vec<Child>) -> Vec<Output> {
    children.into_iter().map(|child| child.wait_with_output().unwrap()).collect()
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn any_number_of_processes_finds_the_same() {
    let _guard = PROCESSES.lock();
    for line in [LINES[0], TOADS] {
        let mut first = None;
        for (processes, workers) in [(1, 1), (2, 1), (2, 2), (4, 1)] {
            let folder = place();
            let mut said = Vec::new();
            for output in ends(start(folder.path(), line, (processes, workers), None)) {
                assert!(output.status.success(), "{}", error(&output));
                said.extend(output.stdout);
            }
            // The first one says it all.
            let all = (said, files(folder.path()));
            assert!(*first.get_or_insert_with(|| all.clone()) == all, "{line}: {processes} processes");
        }
    }
}

/// What a process of the example says that it took: hundredths of a second of the processor, and kilobytes.
#[cfg(target_os = "linux")]
fn spent(output: &Output) -> [u64; 2] {
    let why = error(output);
    let told = why.split_once("processor ").unwrap_or_else(|| panic!("{why}")).1;
    let (seconds, memory) = told.split_once(" s, memory ").unwrap();
    let memory = memory.trim().strip_suffix(" kB").unwrap();
    [(seconds.parse::<f64>().unwrap() * 100.0) as u64, memory.parse().unwrap()]
}

/// Time of the processor, which does not depend on what else the machine does: those who wait take none of it.
#[cfg(target_os = "linux")]
#[test]
fn waiting_costs_nothing() {
    let _guard = PROCESSES.lock();
    let sum = |options: &[&str], processes: usize| -> u64 {
        let (folder, hosts) = (place(), hosts(processes));
        let start = |process: usize| {
            let own = [format!("process={process}"), format!("hosts={hosts}")];
            let all: Vec<String> = options.iter().map(|&option| option.to_owned()).chain(own).collect();
            command(folder.path(), "shift 8 8", &all).spawn().unwrap()
        };
        ends((0..processes).map(start).collect()).iter().map(|output| spent(output)[0]).sum()
    };
    let one = sum(&[], 1);
    // Many thin layers, that nobody shares; and with turns for each of them. Where all spin, they take thirty times as much.
    let [alone, shared] = [&[][..], &["alone=0"]].map(|options| sum(options, 4));
    assert!(alone < 2 * one + 20 && shared < 4 * one + 40, "{one}, {alone} and {shared}");
}

/// Wide keys, of which each worker would send some hundred thousand at a time.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_stays_within_its_limit() {
    let folder = place();
    let options = ["workers=4", "memory=4000000", "nodes=600000"].map(str::to_owned);
    let [output] = ends(vec![command(folder.path(), "tiles 8x8", &options).spawn().unwrap()]).try_into().unwrap();
    assert!(error(&output).contains("the node limit"), "{}", error(&output));
    assert!(spent(&output)[1] < 16_000 + 32_000, "{}", error(&output));
}

/// The steps of a layer; the first process alone commits it.
const STEPS: [&str; 7] = ["begun", "sent", "taken in", "written", "told", "committed", "known"];

/// What a process says that has lost another one: where it finds that out depends on how far it is.
fn is_loss(why: &str) -> bool {
    let sentences = [
        "the connection to another process was lost",
        "a connection failed",
        "the connections failed",
        "does not talk",
    ];
    why.lines().count() == 1 && sentences.iter().any(|sentence| why.contains(sentence))
}

/// One process is killed at each step; each run goes on where the last one was ended.
#[test]
fn a_killed_process_ends_all_and_the_next_run_goes_on() {
    let _guard = PROCESSES.lock();
    let line = "reverse 6";
    let [folder, other] = [place(), place()];
    let whole = ends(start(other.path(), line, (1, 1), None)).remove(0).stdout;
    let is_whole = |layer: &usize| folder.path().join(format!("layer-{layer:05}")).exists();
    for processes in 1..=3 {
        for (number, step) in STEPS.into_iter().enumerate() {
            // The layer of the start is made before.
            let next = (0..1_000).take_while(is_whole).count().max(1);
            let layer = next + number % 2;
            let victim = if step == "committed" { 0 } else { number % processes };
            let last = format!("layer {layer}: {step}");
            let children = start(folder.path(), line, (processes, 1 + number % 2), Some((victim, &last)));
            for (process, output) in ends(children).into_iter().enumerate() {
                let why = error(&output);
                assert!(!output.status.success(), "{last}: process {process} of {processes}");
                let is_right = if process == victim { output.status.code().is_none() } else { is_loss(&why) };
                assert!(is_right, "{last}: process {process} of {processes}: {:?} {why}", output.status);
            }
            // After its report the first process may be faster than the end.
            let is_late = ["committed", "known"].contains(&step) || step == "told" && is_whole(&layer);
            assert_eq!((is_whole(&(layer - 1)), is_whole(&layer)), (true, is_late), "{last}");
        }
    }
    for (output, said) in ends(start(folder.path(), line, (2, 1), None)).into_iter().zip([whole, Vec::new()]) {
        assert!(output.status.success(), "{}", error(&output));
        assert_eq!(output.stdout, said);
    }
    assert!(files(folder.path()) == files(other.path()), "the same files");
}

#[test]
fn peers_that_do_something_else_are_refused() {
    let _guard = PROCESSES.lock();
    let (folder, hosts) = (place(), hosts(2));
    let options = |process: usize| vec![format!("hosts={hosts}"), format!("process={process}")];
    for is_late in [false, true] {
        let folder = place();
        let start = |process: usize, line: &str| command(folder.path(), line, &options(process)).spawn().unwrap();
        let first = start(0, "reverse 6");
        // Who comes late finds the folder of what the first one does.
        while is_late && !folder.path().join("sweep").exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        for output in ends(vec![first, start(1, "reverse 7")]) {
            let why = error(&output);
            let words = ["does something else", "reverse 6", "reverse 7"];
            assert!(words.iter().all(|word| why.contains(word)), "{is_late}: {why}");
        }
    }
    let other = place();
    let folders = [&folder, &other];
    let children = folders.iter().enumerate();
    let children =
        children.map(|(process, folder)| command(folder.path(), "reverse 6", &options(process)).spawn().unwrap());
    let outputs = ends(children.collect());
    assert!(error(&outputs[1]).contains("has another folder"), "{}", error(&outputs[1]));
    assert_eq!(error(&outputs[0]).lines().count(), 1, "{}", error(&outputs[0]));
}

/// Who does not know the secret is not heard, whatever it says and however slowly, and ends nothing.
#[test]
fn strangers_are_not_heard() {
    let _guard = PROCESSES.lock();
    let (folder, hosts) = (place(), hosts(2));
    let options = |process: usize, secret: &str| {
        vec![format!("hosts={hosts}"), format!("process={process}"), format!("secret={secret} and some more of it")]
    };
    let start =
        |process: usize, secret: &str| command(folder.path(), "reverse 6", &options(process, secret)).spawn().unwrap();
    let first = start(0, "right");
    let call = || loop {
        match TcpStream::connect(hosts.split(',').next().unwrap()) {
            Ok(socket) => break socket,
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let _silent = call();
    let mut greeting = [0; 15 + 32];
    // As it was before there were secrets, as one that is cut, and as one with a wrong code: number 1 and no text.
    let said = [b"saltus sweep 1\n\x07\0\0\0\x01\0\0\0x".to_vec(), b"saltus sweep 2\n".to_vec(), {
        let mut said = b"saltus sweep 2\n".to_vec();
        said.extend([7; 32]);
        said.extend([1, 0, 0, 0, 0, 0, 0, 0, 0]);
        said.extend([9; 32]);
        said
    }];
    let mut sockets = said.map(|said| {
        let mut socket = call();
        socket.write_all(&said).unwrap();
        socket
    });
    // It answers none of them: there is a greeting, and then the end.
    let wrong = &mut sockets[2];
    wrong.read_exact(&mut greeting).unwrap();
    assert!(greeting.starts_with(b"saltus sweep 2\n"));
    assert!(matches!(wrong.read(&mut greeting), Ok(0) | Err(_)));
    let other = ends(vec![start(1, "wrong")]).remove(0);
    assert!(error(&other).contains("is its secret another one?"), "{}", error(&other));
    for output in ends(vec![first, start(1, "right")]) {
        assert!(output.status.success(), "{}", error(&output));
    }
}

#[test]
fn hosts_in_another_order_are_named_at_once() {
    let _guard = PROCESSES.lock();
    // Each has the two others in the other order; where it has its own place wrong, it and another one listen at the same.
    for (odd, permuted) in [[0, 2, 1], [2, 1, 0], [1, 0, 2]].into_iter().enumerate() {
        let (folder, hosts) = (place(), hosts(3));
        let hosts: Vec<&str> = hosts.split(',').collect();
        let start = |process: usize| {
            let mut own = hosts.clone();
            if process == odd {
                own = permuted.map(|at| hosts[at]).to_vec();
            }
            let options = [format!("hosts={}", own.join(",")), format!("process={process}")];
            command(folder.path(), "reverse 6", &options).spawn().unwrap()
        };
        let mut children: Vec<Child> = (0..3).map(start).collect();
        // One that finds it out says so, and does not wait for one that does not answer. Another may hear it hang up, and end before it.
        loop {
            let Some(at) = children.iter_mut().position(|child| child.try_wait().unwrap().is_some()) else {
                assert!(!children.is_empty(), "all have ended, and none says why");
                std::thread::sleep(Duration::from_millis(1));
                continue;
            };
            let ended = children.swap_remove(at).wait_with_output().unwrap();
            assert!(!ended.status.success());
            if error(&ended).contains("has the hosts in another order") {
                break;
            }
        }
        // Nor do the others go on; one that meets nobody any more would wait for a minute.
        children.iter_mut().for_each(|child| child.kill().unwrap());
        ends(children);
    }
}

/// A process that is stopped is reported, and the run continues with it.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_stands_still_is_told_of() {
    use std::io::{BufRead, BufReader};

    let _guard = PROCESSES.lock();
    let (folder, hosts) = (place(), hosts(2));
    let start = |process: usize| {
        let options = ["memory=0".to_owned(), format!("hosts={hosts}"), format!("process={process}")];
        command(folder.path(), "reverse 9", &options).spawn().unwrap()
    };
    let (mut first, second) = (start(0), start(1));
    while !folder.path().join("layer-00012").exists() {
        assert!(first.try_wait().unwrap().is_none(), "it takes longer");
        std::thread::sleep(Duration::from_millis(1));
    }
    let signal = |name: &str| Command::new("kill").args([name, &second.id().to_string()]).status().unwrap();
    assert!(signal("-STOP").success());
    let mut said = BufReader::new(first.stderr.take().unwrap()).lines().map(Result::unwrap);
    let told = said.next().unwrap();
    assert!(told.contains("process 1") && told.contains("stands still"), "{told}");
    assert!(signal("-CONT").success());
    let told = said.next().unwrap();
    assert!(told.contains("process 1") && told.contains("goes on"), "{told}");
    assert_eq!(said.count(), 1, "what it took");
    for output in ends(vec![first, second]) {
        assert!(output.status.success(), "{}", error(&output));
    }
}

/// Two processes whose connection goes through this test, which cuts it after a number of bytes.
#[test]
fn a_cut_connection_ends_both_and_the_next_run_goes_on() {
    let _guard = PROCESSES.lock();
    let (folder, hosts) = (place(), hosts(2));
    let (first, second) = hosts.split_once(',').unwrap();
    let relay = TcpListener::bind("127.0.0.1:0").unwrap();
    let options = |process: usize, first: &str| {
        let small = ["memory=0", "alone=20"].map(str::to_owned);
        small.into_iter().chain([format!("hosts={first},{second}"), format!("process={process}")]).collect::<Vec<_>>()
    };
    let start = |process: usize, first: &str| command(folder.path(), "reverse 8", &options(process, first)).spawn();
    let children = vec![start(0, first).unwrap(), start(1, &relay.local_addr().unwrap().to_string()).unwrap()];
    let pair = || {
        let (back, _) = relay.accept().unwrap();
        let forth = loop {
            match TcpStream::connect(first) {
                Ok(socket) => break socket,
                Err(_) => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        [back, forth]
    };
    let pump = |mut from: TcpStream, mut to: TcpStream| {
        std::thread::spawn(move || {
            let (mut bytes, mut all) = ([0; 512], 0);
            while all < 200_000 {
                match from.read(&mut bytes) {
                    Ok(count @ 1..) if to.write_all(&bytes[..count]).is_ok() => all += count,
                    _ => break,
                }
            }
            [from, to].iter().for_each(|socket| _ = socket.shutdown(Shutdown::Both));
            all
        })
    };
    let relayed = || {
        let [back, forth] = pair();
        let ways = [(&back, &forth), (&forth, &back)];
        ways.map(|(from, to)| pump(from.try_clone().unwrap(), to.try_clone().unwrap()))
    };
    // That of the packets, and that of signs of life, which are few.
    let pumps: Vec<_> = [relayed(), relayed()].into_iter().flatten().collect();
    for output in ends(children) {
        let why = error(&output);
        assert!(why.lines().count() == 1 && why.contains("the connection to another process was lost"), "{why}");
    }
    assert!(pumps.into_iter().any(|pump| pump.join().unwrap() >= 200_000), "it was cut here");
    let whole = swept("reverse 8", &Settings::new(folder.path()), &Limits::default()).unwrap();
    let other = place();
    assert_eq!(swept("reverse 8", &Settings::new(other.path()), &Limits::default()).unwrap(), whole);
}

/// No file may grow beyond a few blocks: what a full disk says, said of a file.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_all_with_a_sentence() {
    let _guard = PROCESSES.lock();
    let folder = place();
    let limited = |processes: usize| -> Vec<Output> {
        let hosts = hosts(processes);
        let start = |process: usize| {
            let mut shell = Command::new("sh");
            shell.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"]).arg(program()).arg(folder.path());
            shell.args(["reverse 8", "memory=200000", &format!("process={process}")]);
            if processes > 1 {
                shell.arg(format!("hosts={hosts}"));
            }
            shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        };
        ends((0..processes).map(start).collect())
    };
    for processes in [1, 2] {
        for output in limited(processes) {
            let why = error(&output);
            assert!(!output.status.success() && why.lines().count() == 1, "{why}");
            assert!(why.contains("writing failed"), "{why}");
        }
    }
    let other = place();
    let outputs = [&folder, &other].map(|folder| ends(start(folder.path(), "reverse 8", (1, 1), None)).remove(0));
    assert!(outputs[0].status.success(), "{}", error(&outputs[0]));
    assert_eq!(outputs[0].stdout, outputs[1].stdout);
}

#[cfg(feature = "parquet")]
mod dataset {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field, Row};
    use saltus_sweep::export;

    use super::*;

    fn exported(line: &str, layers: &Path, dataset: &Path) -> Result<(), CannotSurvey> {
        let puzzle = puzzle(line);
        export(&*puzzle.keyed().unwrap(), &puzzle.to_string(), layers, dataset, &Limits::default())
    }

    fn rows(dataset: &Path, distance: usize) -> Vec<Row> {
        let file = fs::File::open(dataset.join(format!("distance={distance}/part-0.parquet"))).unwrap();
        SerializedFileReader::new(file).unwrap().into_iter().map(Result::unwrap).collect()
    }

    fn field<'a>(row: &'a Row, name: &str) -> &'a Field {
        row.get_column_iter().find(|column| column.0 == name).unwrap().1
    }

    #[test]
    fn rows_are_what_was_swept() {
        // Keys of one word and of more.
        let [cells, half] = [". ".repeat(38), ". ".repeat(19)];
        let wide = format!(
            "rules board: t {cells} f ; move right: t . -> . t ; move left: f . -> . f ; goal: {half} t f {half}"
        );
        let wide = &*wide;
        assert!(puzzle(wide).keyed().unwrap().width() > 8);
        for line in LINES.into_iter().chain([wide]) {
            let [layers, dataset, again] = [place(), place(), place()];
            let settings = Settings { workers: 2, ..Settings::new(layers.path()) };
            let found = swept(line, &settings, &Limits::default()).unwrap();
            [&dataset, &again].iter().for_each(|to| exported(line, layers.path(), to.path()).unwrap());
            assert!(files(dataset.path()) == files(again.path()), "the same bytes");
            assert_eq!(fs::read_dir(dataset.path()).unwrap().count(), found.layers.len());
            let keyed = puzzle(line).keyed().unwrap();
            let mut positions = std::collections::BTreeSet::new();
            for (distance, (&count, &keys)) in found.layers.iter().zip(&found.keys).enumerate() {
                let rows = rows(dataset.path(), distance);
                assert_eq!(rows.len() as u64, keys);
                let mut sum = 0;
                for row in &rows {
                    let key = match field(row, "key") {
                        Field::ULong(number) => number.to_be_bytes().to_vec(),
                        Field::Bytes(bytes) => bytes.data().to_vec(),
                        other => panic!("{other:?}"),
                    };
                    let (Field::Str(position), &Field::ULong(weight)) =
                        (field(row, "position"), field(row, "positions"))
                    else {
                        panic!("{row:?}");
                    };
                    assert_eq!(keyed.line(&key).as_ref(), Some(position));
                    assert_eq!(keyed.weight(&key), weight);
                    positions.insert(position.clone());
                    sum += weight;
                }
                assert_eq!(sum, count, "{line}: distance {distance}");
            }
            assert_eq!(positions.len() as u64, found.keys.iter().sum::<u64>(), "each once");
        }
    }

    /// Random damages to layers that are then written as a dataset.
    #[test]
    fn a_damaged_layer_is_named_and_not_written() {
        let mut random = Random::new(27);
        let [layers, dataset] = [place(), place()];
        swept(KNIGHTS, &Settings::new(layers.path()), &Limits::default()).unwrap();
        exported(KNIGHTS, layers.path(), dataset.path()).unwrap();
        let (all, right) = (files(layers.path()), files(dataset.path()));
        let names: Vec<PathBuf> = all.keys().cloned().chain(["sweep".into()]).collect();
        let mut found = 0;
        for _ in 0..100 {
            let (good, other) = (damage(layers.path(), &names, &mut random), place());
            match exported(KNIGHTS, layers.path(), other.path()) {
                Err(CannotSurvey::Storage(why)) => {
                    let is_named = good.keys().any(|path| why.contains(&*path.to_string_lossy()));
                    assert!(is_named && !why.contains('\n'), "{:?}: {why}", good.keys());
                    found += 1;
                }
                other_result => {
                    other_result.unwrap();
                    assert!(files(other.path()) == right, "{:?}", good.keys());
                }
            }
            good.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
        }
        assert!(found > 50, "{found}");
    }

    /// Two threads sweep a space with more keys in a layer than a group of rows has.
    #[test]
    fn groups_follow_one_another() {
        let [layers, dataset] = [place(), place()];
        let settings = Settings { workers: 2, ..Settings::new(layers.path()) };
        let found = swept("reverse 9", &settings, &Limits::default()).unwrap();
        exported("reverse 9", layers.path(), dataset.path()).unwrap();
        let (distance, &keys) = found.keys.iter().enumerate().max_by_key(|(_, keys)| **keys).unwrap();
        let file = fs::File::open(dataset.path().join(format!("distance={distance}/part-0.parquet"))).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let groups = reader.metadata().row_groups().iter().map(|group| group.num_rows() as u64);
        let groups: Vec<u64> = groups.collect();
        assert_eq!(groups, [1 << 17, keys - (1 << 17)]);
    }

    #[test]
    fn only_a_whole_sweep_and_a_folder_of_its_own_will_do() {
        let [layers, dataset] = [place(), place()];
        let why = |layers: &Path| match exported("reverse 5", layers, dataset.path()) {
            Err(CannotSurvey::Storage(why)) => why,
            other => panic!("{other:?}"),
        };
        assert!(why(layers.path()).contains("not whole"));
        swept("reverse 5", &Settings::new(layers.path()), &Limits::default()).unwrap();
        fs::write(dataset.path().join("notes"), "mine").unwrap();
        assert!(why(layers.path()).contains("notes: this is no part of the dataset"));
        fs::remove_file(dataset.path().join("notes")).unwrap();
        // A killed export leaves this.
        fs::create_dir(dataset.path().join("distance=0")).unwrap();
        fs::write(dataset.path().join("distance=0/part-0.unfinished"), "PAR1").unwrap();
        exported("reverse 5", layers.path(), dataset.path()).unwrap();
        assert_eq!(fs::read_dir(dataset.path().join("distance=0")).unwrap().count(), 1);
        fs::write(dataset.path().join("distance=1/part-0.parquet"), "PAR1").unwrap();
        assert!(why(layers.path()).contains("distance=1"));
        let damaged = fs::read_dir(layers.path().join("layer-00002")).unwrap().map(|entry| entry.unwrap().path());
        let damaged = damaged.filter(|path| !path.ends_with("manifest")).min().unwrap();
        let mut bytes = fs::read(&damaged).unwrap();
        bytes[14] ^= 1;
        fs::write(&damaged, bytes).unwrap();
        fs::remove_dir_all(dataset.path().join("distance=1")).unwrap();
        fs::remove_dir_all(dataset.path().join("distance=2")).unwrap();
        assert!(why(layers.path()).contains("the file is damaged"));
        assert!(!dataset.path().join("distance=2/part-0.parquet").exists());
    }
}

/// A peg that goes on along the edges of a lattice has more ways than are looked through.
#[test]
fn moves_that_are_not_all_looked_through_end_a_sweep() {
    let hole = |row: usize, column: usize| if row % 2 != column % 2 || row + column == 0 { "o" } else { "." };
    let rows: Vec<String> = (0..9).map(|row| (0..9).map(|column| hole(row, column)).collect()).collect();
    let line = format!("rules board: {} ; move chain: o o . -> . . o ; goal most 1: o", rows.join(" / "));
    let place = place();
    for workers in 1..3 {
        let found = swept(&line, &Settings { workers, ..Settings::new(place.path()) }, &Limits::default());
        assert!(matches!(found, Err(CannotSurvey::Stop(Stop::Ways { most: 4096 }))), "{found:?}");
    }
}
