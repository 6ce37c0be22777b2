//! `saltus survey` by many workers.

use std::path::Path;

use saltus::answers::{Answers, CannotSurvey, Survey};

use crate::Session;
use crate::args;
use crate::args::Sweep;

/// A survey, or why there is none; none either in processes that leave it to the first one to tell.
pub type Found = Result<Option<Survey>, CannotSurvey>;

impl Sweep {
    /// Whether an option asks for a sweep.
    pub fn is_asked(&self) -> bool {
        self.workers.is_some() || self.processes.is_some() || self.hosts.is_some()
    }
}

/// The survey; a sentence where the puzzle or the program has none.
#[cfg(not(feature = "sweep"))]
pub fn survey(_: &mut Session, _: &dyn Answers, _: &args::Survey, _: &Path) -> Result<Found, String> {
    Err("this program was built without sweeps (feature `sweep`)".into())
}

#[cfg(feature = "sweep")]
pub use with_feature::survey;

#[cfg(feature = "sweep")]
mod with_feature {
    use std::fs;
    use std::net::TcpListener;
    use std::num::NonZeroUsize;
    use std::path::PathBuf;
    use std::process::{Child, Command, Stdio};
    use std::sync::Arc;

    use dashu_int::UBig;
    use saltus::answers::By;
    use saltus::clock;
    use saltus::fact::{self, Fact};
    use saltus::puzzle::Keyed;
    use saltus_sweep::{Settings, Swept, sweep};

    use super::{Answers, CannotSurvey, Found, Path, Session, Survey, Sweep, args};

    /// The survey; a sentence where the puzzle or the program has none.
    pub fn survey(
        session: &mut Session,
        instance: &dyn Answers,
        args: &args::Survey,
        disk: &Path,
    ) -> Result<Found, String> {
        let Some(keyed) = instance.keyed() else {
            let which = "those of `shift`, `reverse` and `tiles` have them where a position fits into 64 bytes, and definitions where one fits into four words and every move costs 1";
            return Err(format!("this puzzle has no keys: {which}"));
        };
        if args.positions.as_ref().and_then(|folder| folder.extension()).is_some_and(|extension| extension == "csv") {
            return Err("--positions: a sweep is written as a folder of Parquet files, not as text".into());
        }
        if args.positions.is_some() && cfg!(not(feature = "parquet")) {
            return Err("this program was built without Parquet (feature `parquet`)".into());
        }
        let found = survey_of(session, instance, &keyed, &args.sweep, disk);
        Ok(match (&args.positions, found) {
            (Some(folder), Ok(Some(survey))) => {
                export(session, instance, &*keyed, [disk, folder]).map(|()| Some(survey))
            }
            (_, found) => found,
        })
    }

    /// Writes the layers in the first folder as a dataset into the second one.
    #[cfg(feature = "parquet")]
    fn export(
        session: &mut Session,
        instance: &dyn Answers,
        keyed: &dyn Keyed,
        [layers, dataset]: [&Path; 2],
    ) -> Result<(), CannotSurvey> {
        let written = saltus_sweep::export(keyed, &instance.to_string(), layers, dataset, &session.budget.limits());
        session.clear_progress();
        written?;
        session.remark(format_args!("{instance}: its positions are in {}", dataset.display()));
        Ok(())
    }

    /// Nobody comes here.
    #[cfg(not(feature = "parquet"))]
    fn export(_: &mut Session, _: &dyn Answers, _: &dyn Keyed, _: [&Path; 2]) -> Result<(), CannotSurvey> {
        Ok(())
    }

    fn survey_of(
        session: &mut Session,
        instance: &dyn Answers,
        keyed: &Arc<dyn Keyed>,
        args: &Sweep,
        disk: &Path,
    ) -> Found {
        let workers = args.workers.map_or(1, NonZeroUsize::get);
        let storage = CannotSurvey::Storage;
        let mut settings = Settings { workers, ..Settings::new(disk) };
        // Half of it is for what is on its way, and for files that are read and written.
        settings.memory = session.budget.memory / workers as u64 / 2;
        if let Some(file) = &args.hosts {
            let text = fs::read_to_string(file).map_err(|error| storage(format!("{}: {error}", file.display())))?;
            settings.hosts = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
            settings.process = args.process.unwrap_or(0);
        }
        let processes = args.processes.map_or(1, NonZeroUsize::get);
        settings.memory /= processes as u64;
        let mut others = Others::default();
        if processes > 1 {
            settings.hosts = loopback(processes).map_err(|error| storage(format!("no port is free: {error}")))?;
            let memory = session.budget.memory / processes as u64;
            others = Others::start(instance, &settings, memory)
                .map_err(|error| storage(format!("the processes cannot be started: {error}")))?;
        }
        let found;
        let line = instance.to_string();
        (found, session.spent) = clock::measured(|| sweep(keyed, &line, &settings, &session.budget.limits()));
        session.clear_progress();
        let found = found?;
        others.finish();
        Ok((settings.process == 0).then(|| told(&**keyed, found)))
    }

    /// Addresses of this machine that nobody listens at.
    fn loopback(processes: usize) -> std::io::Result<Vec<String>> {
        let listeners: Vec<_> =
            (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<std::io::Result<_>>()?;
        listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
    }

    /// The other processes of a sweep on this machine. They are killed where the first one fails.
    #[derive(Default)]
    struct Others {
        hosts: Option<PathBuf>,
        children: Vec<Child>,
    }

    impl Others {
        fn start(instance: &dyn Answers, settings: &Settings, memory: u64) -> std::io::Result<Self> {
            fs::create_dir_all(&settings.folder)?;
            let file = settings.folder.join(format!("hosts-{}", std::process::id()));
            fs::write(&file, settings.hosts.join("\n"))?;
            let program = std::env::current_exe()?;
            let mut others = Others { hosts: Some(file.clone()), children: Vec::new() };
            for process in 1..settings.hosts.len() {
                let mut command = Command::new(&program);
                command.args(["survey", &instance.to_string(), "--quiet", "--disk"]).arg(&settings.folder);
                command.args(["--workers", &settings.workers.to_string(), "--hosts"]).arg(&file);
                command.args(["--process", &process.to_string(), "--memory-limit", &memory.to_string()]);
                // What goes wrong there is told here.
                let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
                others.children.push(child);
            }
            Ok(others)
        }

        /// Waits for those that are about to end.
        fn finish(mut self) {
            for mut child in self.children.drain(..) {
                _ = child.wait();
            }
        }
    }

    impl Drop for Others {
        fn drop(&mut self) {
            for mut child in self.children.drain(..) {
                _ = child.kill();
                _ = child.wait();
            }
            if let Some(hosts) = &self.hosts {
                _ = fs::remove_file(hosts);
            }
        }
    }

    fn told(keyed: &dyn Keyed, found: Swept) -> Survey {
        let (eccentricity, such) = (found.layers.len() as u32 - 1, found.layers[found.layers.len() - 1]);
        let (positions, example) = (found.layers.iter().sum::<u64>(), keyed.line(&found.farthest));
        let mut facts = fact::extent(positions, Some(found.dead_ends), eccentricity, such, example);
        match found.goal {
            Some((distance, _)) => facts.push(Fact::new("length", distance).unit("moves")),
            None => facts.extend(fact::goal(None)),
        }
        let distribution = found.layers.into_iter().map(UBig::from).collect();
        Survey { by: By::Distance, distribution, facts, limit: None }
    }
}
