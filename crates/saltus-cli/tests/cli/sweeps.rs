//! Surveys by many workers.

use crate::support::{Run, run, run_words};

const PEGS: &str = "rules board: o . o o / o o o o / o o o o / o o o o ; move: o o . -> . . o ; goal most 1: o";

/// A survey with these options, in a folder of its own.
fn sweep(line: &str, options: &str) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = folder.path().join("layers");
    let mut words = vec!["survey", line, "--disk", disk.to_str().expect("a name")];
    words.extend(options.split_whitespace());
    let first = run_words(&words);
    // All is there now.
    assert_eq!(run_words(&words).out, first.out);
    first
}

#[test]
fn the_record_is_the_same_whoever_sweeps() {
    for (line, options) in [
        ("reverse 6 from=1", &["--processes 2", "--workers 3"][..]),
        (PEGS, &["--processes 3 --workers 2 --memory-limit 10M"]),
        ("shift 3 3", &["--processes 2"]),
        ("tiles 2x3 1 2 3 4 5 0", &["--workers 3"]),
    ] {
        let first = sweep(line, "--workers 1 --format json");
        assert_eq!((first.code, first.out.contains(r#""topic":"root""#)), (0, true), "{first:?}");
        for options in options {
            let other = sweep(line, &format!("{options} --format json"));
            assert_eq!((other.code, &other.out), (0, &first.out), "{line}: {options}: {other:?}");
        }
    }
}

#[test]
fn it_tells_what_the_survey_in_memory_does() {
    for line in [PEGS, "shift 3 3"] {
        let (swept, held) = (sweep(line, "--workers 2"), run_words(&["survey", line]));
        let rows = |run: &Run| -> Vec<String> {
            run.out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
        };
        let (swept, held) = (rows(&swept), rows(&held));
        // How many plays there are is not counted, and another position may be the example.
        let missing = held.iter().filter(|told| !swept.contains(told));
        let is_known =
            |told: &&String| ["solutions", "example", "closed-form"].iter().any(|topic| told.starts_with(topic));
        let missing: Vec<&String> = missing.filter(|told| !is_known(told)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(swept.len() > 10, "{swept:?}");
    }
}

#[test]
fn what_cannot_be_swept_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (disk, keys) = (folder.path().display(), tempfile::tempdir().expect("a folder"));
    ["short", "long"].iter().zip([15, 16]).for_each(|(name, bytes)| {
        std::fs::write(keys.path().join(name), format!("{}\n", "x".repeat(bytes))).expect("a file");
    });
    let secrets = keys.path().display();
    for (options, code) in [
        (format!("survey clobber line 5 --disk {disk} --workers 2"), 2),
        ("survey reverse 5 --workers 2".into(), 2),
        (format!("survey reverse 5 --disk {disk} --process 0"), 2),
        (format!("survey reverse 5 --disk {disk} --processes 2 --hosts x --process 0"), 2),
        // Hosts without a secret, and with one that is too short.
        (format!("survey reverse 5 --disk {disk} --hosts /nonexistent --process 0"), 2),
        (format!("survey reverse 5 --disk {disk} --hosts /nonexistent --process 0 --secret {secrets}/short"), 2),
        (format!("survey reverse 5 --disk {disk} --hosts /nonexistent --process 0 --secret {secrets}/long"), 74),
    ] {
        let run = run(&options);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{options}: {run:?}");
    }
    // A small one is swept before anybody looks at the limit.
    assert_eq!(run(&format!("survey reverse 8 --disk {disk}/8 --workers 1 --node-limit 0")).code, 22);
    assert_eq!(run(&format!("survey reverse 5 --disk {disk}/5 --workers 1 --node-limit 1000")).code, 0);
    let other = run(&format!("survey reverse 6 --disk {disk}/5 --workers 1"));
    assert!(other.code == 74 && other.err.contains("another sweep"), "{other:?}");
}

#[test]
fn a_search_without_room_in_memory_goes_to_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = folder.path().join("layers");
    let solve = |rest: &str| run(&format!("solve klotski --format json --disk {} {rest}", disk.display()));
    // What memory has room for leaves no folder.
    assert_eq!((solve("").out, disk.exists()), (run("solve klotski --format json").out, false));
    let stopped = solve("--memory-limit 200k --node-limit 5000");
    let lower = stopped.out.split_once(r#""lower":"#).and_then(|(_, rest)| rest.split(',').next());
    // The search in memory has shown that 57 are needed.
    let is_kept = lower.and_then(|lower| lower.parse::<u32>().ok()).is_some_and(|lower| (57..=116).contains(&lower));
    assert!(stopped.code == 22 && is_kept, "{stopped:?}");
    let found = solve("--memory-limit 200k");
    assert_eq!(found.code, 0, "{found:?}");
    for field in [r#""length":116,"#, r#""optimal":true,"#, r#""solver":"sweep","#] {
        assert!(found.out.contains(field), "{field}: {found:?}");
    }
    let other = run(&format!("solve tiles-3x3 --disk {}", disk.display()));
    assert!(other.code == 74 && other.err.contains("another sweep"), "{other:?}");
}

#[test]
fn a_sweep_is_written_as_a_dataset() {
    let folder = tempfile::tempdir().expect("a folder");
    let [disk, out] = ["layers", "dataset"].map(|name| folder.path().join(name));
    let line = format!(
        "survey reverse 5 from=0 --disk {} --workers 2 --format json --positions {}",
        disk.display(),
        out.display()
    );
    let first = run(&line);
    assert_eq!(first.code, 0, "{first:?}");
    let files = || -> Vec<(std::path::PathBuf, std::time::SystemTime)> {
        let file = |distance: usize| out.join(format!("distance={distance}/part-0.parquet"));
        let files = (0..).map(file).take_while(|file| file.exists());
        files.map(|file| (file.clone(), file.metadata().and_then(|found| found.modified()).expect("a time"))).collect()
    };
    let all = files();
    assert_eq!(Some(all.len()), first.record()["distribution"].as_array().map(Vec::len));
    // What is whole is kept; what is missing is made.
    std::fs::remove_file(&all[3].0).expect("a file");
    assert_eq!(run(&line).out, first.out);
    assert!(files().iter().zip(&all).enumerate().all(|(layer, (now, then))| (now == then) == (layer != 3)));
    let refused = |words: &str, code: i32, why: &str| {
        let run = run(words);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{run:?}");
        assert!(run.err.lines().count() == 1 && run.err.contains(why), "{run:?}");
    };
    let other = folder.path().join("other");
    let survey =
        |disk: &std::path::Path, rest: &str| format!("survey reverse 5 from=1 --disk {} {rest}", disk.display());
    refused(&survey(&other, &format!("--workers 1 --positions {}", out.display())), 74, "no part of the dataset");
    refused(&survey(&other, "--workers 1 --positions /dev/null"), 74, "this is no folder");
    refused(&survey(&other, "--workers 1 --positions x.csv"), 2, "not as text");
    refused(&survey(&other, "--positions x.csv"), 2, "--workers");
}

/// Processes that start others and are ended by signals.
#[cfg(target_os = "linux")]
mod processes {
    use std::fs;
    use std::path::Path;
    use std::process::Child;
    use std::time::{Duration, Instant};

    use crate::support::{PATIENCE, finish, saltus, signal, start};

    /// Waits until there is something, and fails after a while.
    fn until<T>(what: &str, find: impl Fn() -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = find() {
                return found;
            }
            assert!(Instant::now() < end, "{what}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// A survey that takes long, by two processes; and the second of them.
    fn two(disk: &Path) -> (Child, u32) {
        let disk = disk.to_str().expect("a name");
        let parent = start(&mut saltus(["survey", "reverse 11", "--disk", disk, "--processes", "2"]));
        let children = format!("/proc/{0}/task/{0}/children", parent.id());
        let child = until("it starts another process", || fs::read_to_string(&children).ok()?.trim().parse().ok());
        (parent, child)
    }

    /// Whether a process has ended; it may wait for somebody to ask how.
    fn has_ended(process: u32) -> bool {
        let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        state.rsplit(") ").next().is_none_or(|rest| rest.is_empty() || rest.starts_with(['Z', 'X']))
    }

    #[test]
    fn the_end_of_another_process_is_told() {
        // Before they have met, and after.
        for layer in [None, Some("layer-00004")] {
            let folder = tempfile::tempdir().expect("a folder");
            let disk = folder.path().join("layers");
            let (parent, child) = two(&disk);
            if let Some(layer) = layer {
                until("there are layers", || disk.join(layer).exists().then_some(()));
            } else {
                signal(child, "STOP");
            }
            signal(child, "KILL");
            let run = finish(parent);
            // Not that it does not answer, which would be said a minute later.
            assert_eq!((run.code, run.err.lines().count()), (74, 1), "{run:?}");
            assert!(run.err.contains("process 1 was ended by signal 9"), "{run:?}");
        }
    }

    #[test]
    fn what_another_process_says_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let disk = folder.path().join("layers");
        let (parent, child) = two(&disk);
        signal(child, "TERM");
        let run = finish(parent);
        assert_eq!((run.code, run.err.lines().count()), (74, 1), "{run:?}");
        assert!(run.err.contains("process 1"), "{run:?}");
    }

    #[test]
    fn others_end_with_the_process_that_has_started_them() {
        for layer in [None, Some("layer-00004")] {
            let folder = tempfile::tempdir().expect("a folder");
            let disk = folder.path().join("layers");
            let (mut parent, child) = two(&disk);
            if let Some(layer) = layer {
                until("there are layers", || disk.join(layer).exists().then_some(()));
            } else {
                // It has no chance to meet the first one.
                signal(child, "STOP");
            }
            parent.kill().expect("it is there");
            parent.wait().expect("it was killed");
            if layer.is_none() {
                signal(child, "CONT");
            }
            until("it has ended", || has_ended(child).then_some(()));
        }
    }
}

/// The script for Slurm, with a queue of one machine whose two nodes are its own addresses.
#[cfg(target_os = "linux")]
#[test]
fn the_script_for_slurm_sweeps() {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let fakes = [
        ("scontrol", "[ \"$*\" = 'show hostnames nodes[1-2]' ] && printf '127.0.0.%s\\n' 1 2"),
        (
            "srun",
            "[ \"$1\" = --kill-on-bad-exit=1 ] && shift && SLURM_PROCID=1 \"$@\" & SLURM_PROCID=0 \"${@:2}\" && wait $!",
        ),
    ];
    for (name, script) in fakes {
        std::fs::write(path(name), format!("#!/usr/bin/env bash\n{script}\n")).expect("a file");
        std::fs::set_permissions(path(name), std::fs::Permissions::from_mode(0o755)).expect("a program");
    }
    let program = Path::new(crate::support::SALTUS).parent().expect("a folder");
    let search =
        format!("{}:{}:{}", folder.path().display(), program.display(), std::env::var("PATH").expect("a path"));
    let port =
        std::net::TcpListener::bind("0.0.0.0:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let mut command = std::process::Command::new("bash");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/sweep.slurm"));
    command.arg("reverse 6").arg(path("layers")).args(["--positions"]).arg(path("dataset"));
    command.env("PATH", search).env("SALTUS_PORT", port.to_string());
    command.envs([("SLURM_JOB_ID", "12"), ("SLURM_JOB_NODELIST", "nodes[1-2]"), ("SLURM_CPUS_PER_TASK", "2")]);
    let pipes = command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::piped());
    let swept = crate::support::finish(crate::support::start(pipes.stderr(std::process::Stdio::piped())));
    assert_eq!((swept.code, &swept.out), (0, &sweep("reverse 6", "--workers 1").out), "{swept:?}");
    assert!(path("dataset/distance=1/part-0.parquet").exists());
    assert!(!path("layers/hosts-12").exists());
}
