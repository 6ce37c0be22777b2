//! `saltus survey` by many workers, and `saltus solve --disk`.

mod processes;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use dashu_int::UBig;
use saltus::answers::{Answers, By, CannotSurvey, Survey};
use saltus::fact::{self, Fact};
use saltus::limits::{Limits, Stop};
use saltus::puzzle::Keyed;
use saltus::verdict::{Outcome, Verdict};
use saltus_sweep::{Goal, Secret, Settings, Swept, line_of, sweep};

use crate::args::{self, Sweep};
use crate::{Session, system};
use processes::{Others, loopback, read_hosts};

/// A survey, or why there is none; none either in processes that leave it to the first one to tell.
type Found = Result<Option<Survey>, CannotSurvey>;

/// The keys of a puzzle; else a sentence.
fn keyed(instance: &dyn Answers) -> Result<Arc<dyn Keyed>, String> {
    let which = "those of one board have them where a position fits into 64 bytes, and definitions where one fits into four words and every move costs 1";
    instance.keyed().ok_or_else(|| format!("this puzzle has no keys: {which}"))
}

/// The answer: where memory does not suffice, or a sweep has begun in the folder, that of a sweep. A sentence on a puzzle without keys.
pub fn solve(instance: &dyn Answers, disk: &Path, limits: &Limits<'_>) -> Result<Verdict, String> {
    let keyed = keyed(instance)?;
    let has_begun = disk.join("sweep").exists();
    let mut before = (!has_begun).then(|| instance.solve(limits));
    if let Some(before) =
        before.take_if(|before| before.is_settled() || !matches!(before.stop(), Some(Stop::Memory { .. })))
    {
        return Ok(before);
    }
    // What earlier searches keep gives way.
    _ = limits.afford(limits.memory);
    let workers = limits.threads.max(1);
    let settings = Settings { workers, memory: limits.memory / workers as u64, ..Settings::new(disk) };
    let mut swept = saltus_sweep::solve(instance, &keyed, &settings, limits);
    let Some(mut before) = before.filter(|_| !swept.is_settled()) else { return Ok(swept) };
    match (&before.outcome, &mut swept.outcome) {
        // A play that may be improved is more than none.
        (Outcome::Solved { .. }, _) => {
            before.keep_lower(&swept);
            before.limit = swept.stop();
            return Ok(before);
        }
        (Outcome::GaveUp { lower: before, .. }, Outcome::GaveUp { lower, .. }) if before > lower => {
            lower.clone_from(before);
        }
        _ => {}
    }
    Ok(swept)
}

/// The survey; a sentence where the puzzle has none.
pub fn survey(
    session: &mut Session,
    instance: &dyn Answers,
    args: &args::Survey,
    disk: &Path,
) -> Result<Found, String> {
    let keyed = keyed(instance)?;
    if args.positions.as_ref().and_then(|folder| folder.extension()).is_some_and(|extension| extension == "csv") {
        return Err("--positions: a sweep is written as a folder of Parquet files, not as text".into());
    }
    #[cfg(not(feature = "parquet"))]
    if args.positions.is_some() {
        return Err("this program was built without Parquet (feature `parquet`)".into());
    }
    let secret = secret(&args.sweep)?;
    let found = survey_of(session, instance, &keyed, &args.sweep, disk, secret);
    #[cfg(feature = "parquet")]
    if let (Some(folder), Ok(Some(_))) = (&args.positions, &found)
        && let Err(why) = export(session, instance, &*keyed, [disk, folder])
    {
        return Ok(Err(why));
    }
    Ok(found)
}

/// The variable that a scheduler gives the secret in.
const SECRET: &str = "SALTUS_SECRET";

/// The secret that the processes of `--hosts` have in common.
fn secret(args: &Sweep) -> Result<Secret, String> {
    match (&args.secret, std::env::var_os(SECRET)) {
        _ if args.hosts.is_none() => Ok(Secret::default()),
        (Some(file), _) => Secret::read(file),
        (None, Some(secret)) => Secret::new(secret.as_encoded_bytes()).map_err(|why| format!("{SECRET}: {why}")),
        (None, None) => Err(format!("--hosts: the processes need a secret, in the file of --secret or in {SECRET}")),
    }
}

/// Writes the layers in the first folder as a dataset into the second one.
#[cfg(feature = "parquet")]
fn export(
    session: &mut Session,
    instance: &dyn Answers,
    keyed: &dyn Keyed,
    [layers, dataset]: [&Path; 2],
) -> Result<(), CannotSurvey> {
    let written = saltus_sweep::export(keyed, &line_of(instance), layers, dataset, &session.budget.limits());
    session.clear_progress();
    written?;
    session.remark(format_args!("{instance}: its positions are in {}", dataset.display()));
    Ok(())
}

fn survey_of(
    session: &mut Session,
    instance: &dyn Answers,
    keyed: &Arc<dyn Keyed>,
    args: &Sweep,
    disk: &Path,
    secret: Secret,
) -> Found {
    let workers = args.workers.map_or(1, NonZeroUsize::get);
    let storage = CannotSurvey::Storage;
    let mut settings = Settings { workers, within: args.within, secret, ..Settings::new(disk) };
    settings.tell = (!session.common.quiet).then_some(|what| eprintln!("saltus: {what}"));
    settings.memory = session.budget.memory / workers as u64;
    let mut others = Others::default();
    if let Some(file) = &args.hosts {
        let read = read_hosts(file).and_then(|(hosts, is_started)| {
            settings.hosts = hosts;
            if is_started { others.is_started() } else { Ok(()) }
        });
        read.map_err(|error| storage(format!("{}: {error}", file.display())))?;
        settings.process = args.process.unwrap_or(0);
    }
    let processes = args.processes.map_or(1, NonZeroUsize::get);
    settings.memory /= processes as u64;
    if processes > 1 {
        settings.hosts = loopback(processes).map_err(|error| storage(format!("no port is free: {error}")))?;
        let memory = session.budget.memory / processes as u64;
        start(&mut others, instance, &mut settings, memory)
            .map_err(|error| storage(format!("the processes cannot be started: {error}")))?;
    }
    let line = line_of(instance);
    let found = session.measured(|limits| {
        others.together(|stop| sweep(keyed, &line, &settings, &Limits { cancel: Some(stop), ..*limits }))
    });
    Ok(found?.map(|found| told(&**keyed, found, settings.within)))
}

/// Starts the other processes of a sweep on this machine.
fn start(others: &mut Others, instance: &dyn Answers, settings: &mut Settings, memory: u64) -> std::io::Result<()> {
    let secret = Secret::random()?;
    settings.secret = Secret::new(secret.as_bytes()).map_err(std::io::Error::other)?;
    for process in 1..settings.hosts.len() {
        let mut command = system::itself()?;
        command.args(["survey", &instance.to_string(), "--quiet", "--disk"]).arg(&settings.folder);
        command.args(["--workers", &settings.workers.to_string(), "--hosts", "-"]);
        command.args(["--process", &process.to_string(), "--memory-limit", &memory.to_string()]);
        command.env(SECRET, &secret);
        if let Some(most) = settings.within {
            command.args(["--within", &most.to_string()]);
        }
        others.start(command, process, &settings.hosts)?;
    }
    Ok(())
}

fn told(keyed: &dyn Keyed, found: Swept, within: Option<u32>) -> Survey {
    let (eccentricity, such) = (found.layers.len() as u32 - 1, found.layers[found.layers.len() - 1]);
    let (positions, example) = (found.layers.iter().sum::<u64>(), keyed.line(&found.farthest));
    let mut facts = fact::extent(positions, Some(found.dead_ends), eccentricity, such, example);
    if let Some(most) = within {
        // They would be of the positions that are left.
        facts.retain(|fact| fact.topic == "positions");
        facts.push(Fact::new("within", most).unit("moves").because("positions that may be part of such a play"));
    }
    match (found.goal, keyed.left(&found.farthest), within) {
        (Some(Goal { distance, keys, plays }), ..) => {
            facts.push(Fact::new("length", distance).unit("moves"));
            facts.extend(plays.map(|plays| Fact::new("solutions", plays).unit("plays")));
            let moves = keyed.moves(&keys);
            facts.extend((!moves.is_empty()).then(|| Fact::new("moves", moves)));
        }
        (None, Some(left), None) => {
            facts.push(Fact::new("value", left).because("the fewest pieces that can be left"));
        }
        (None, Some(_), Some(_)) => {}
        (None, None, Some(most)) => {
            let because = format!("no play has {most} moves or fewer");
            facts.push(Fact::new("lower-bound", u64::from(most) + 1).unit("moves").because(because));
        }
        (None, None, None) => facts.extend(fact::goal(None)),
    }
    let distribution = found.layers.into_iter().map(UBig::from).collect();
    facts.push(
        Fact::new("root", found.root).because("the SHA-256 of head and manifests, which hold those of all buckets"),
    );
    Survey { by: By::Distance, distribution, facts, limit: None }
}
