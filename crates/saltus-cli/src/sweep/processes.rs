//! The processes of a sweep on this machine: those that this one starts, and the one that has started this one.
//!
//! A process that is started gets the hosts on its standard input, which stays open as long as the parent process lives: when it
//! ends, the process stops. The parent process reports its standard error.

use std::io::{self, BufRead, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use saltus::answers::CannotSurvey;
use saltus::clock::Instant;
use saltus::limits::Stop;

use crate::{input, signals, system};

/// How often the others are looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// How long they may take to end where one has failed.
const GRACE: Duration = Duration::from_secs(1);

/// Bytes that are kept of what a process says.
const MOST_SAID: u64 = 4096;

/// Bytes of a list of hosts.
const MOST_HOSTS: u64 = 1 << 20;

/// What stands alone on a line after the hosts, where standard input stays open.
const DOT: &str = ".";

/// The hosts of a file, or of standard input where it is `-`; and whether a dot ends them.
pub fn read_hosts(file: &Path) -> io::Result<(Vec<String>, bool)> {
    let mut hosts = Vec::new();
    for line in input::open(file)?.take(MOST_HOSTS).lines() {
        match line?.trim() {
            DOT => return Ok((hosts, file.as_os_str() == "-")),
            "" => {}
            host => hosts.push(host.to_owned()),
        }
    }
    Ok((hosts, false))
}

/// Addresses of this machine that nobody listens at.
pub fn loopback(processes: usize) -> io::Result<Vec<String>> {
    let listeners: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<io::Result<_>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}

/// A process that this one has started.
struct Other {
    number: usize,
    child: Child,
    /// Held open: its end tells the process that this one has ended.
    _stdin: ChildStdin,
    /// Reads its standard error, which ends with it.
    reader: Option<JoinHandle<Vec<u8>>>,
    said: Vec<u8>,
    end: Option<ExitStatus>,
}

impl Other {
    fn start(mut command: Command, number: usize, hosts: &[String]) -> io::Result<Self> {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (mut stdin, stderr) = (child.stdin.take().expect("piped"), child.stderr.take().expect("piped"));
        // Where it has ended already, that is found out later.
        _ = stdin.write_all(format!("{}\n{DOT}\n", hosts.join("\n")).as_bytes());
        let reader = thread::Builder::new().name("standard error".into()).spawn(move || read(stderr))?;
        Ok(Other { number, child, _stdin: stdin, reader: Some(reader), said: Vec::new(), end: None })
    }

    /// Finds out whether it has ended, and what it has said.
    fn look(&mut self) {
        if self.end.is_none() {
            self.end = self.child.try_wait().ok().flatten();
        }
        if self.end.is_some()
            && let Some(reader) = self.reader.take()
        {
            self.said = reader.join().unwrap_or_default();
        }
    }

    /// How it has failed, if it has.
    fn fault(&self) -> Option<String> {
        let (end, number) = (self.end.filter(|end| !end.success())?, self.number);
        let said = String::from_utf8_lossy(&self.said);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(match (said.strip_prefix("saltus: ").unwrap_or(&said), system::signal(end)) {
            ("", Some(signal)) => format!("process {number} was ended by signal {signal}"),
            ("", None) => format!("process {number} ended with exit code {}", end.code().unwrap_or_default()),
            (said, _) => format!("process {number}: {said}"),
        })
    }
}

/// The first bytes that a process says; the rest is read, so that it never waits.
fn read(mut stderr: ChildStderr) -> Vec<u8> {
    let mut said = Vec::new();
    _ = stderr.by_ref().take(MOST_SAID).read_to_end(&mut said);
    _ = io::copy(&mut stderr, &mut io::sink());
    said
}

/// The other processes of a sweep. Those that this one has started are killed where it fails.
#[derive(Default)]
pub struct Others {
    started: Vec<Other>,
    /// Where another process has started this one, which ends with it: reads standard input to its end.
    starter: Option<JoinHandle<()>>,
    /// Why the sweep was stopped, other than by a signal or a limit.
    why: Option<String>,
}

impl Others {
    /// Notes that another process has started this one.
    ///
    /// # Errors
    /// What the system says.
    pub fn is_started(&mut self) -> io::Result<()> {
        let to_its_end = || _ = io::copy(&mut io::stdin(), &mut io::sink());
        self.starter = Some(thread::Builder::new().name("standard input".into()).spawn(to_its_end)?);
        Ok(())
    }

    /// Starts one more.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(&mut self, command: Command, number: usize, hosts: &[String]) -> io::Result<()> {
        self.started.push(Other::start(command, number, hosts)?);
        Ok(())
    }

    /// Sweeps, as long as the others do; `sweep` is to stop where its flag says so.
    ///
    /// # Errors
    /// What was wrong here or with another process.
    pub fn together<T>(
        mut self,
        sweep: impl FnOnce(&AtomicBool) -> Result<T, CannotSurvey>,
    ) -> Result<T, CannotSurvey> {
        let stop = AtomicBool::new(false);
        let (over, is_over) = channel::<()>();
        let (others, flag) = (&mut self, &stop);
        let found = thread::scope(|scope| {
            scope.spawn(move || {
                while is_over.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                    if signals::asked_to_stop() || others.look() {
                        flag.store(true, Ordering::Relaxed);
                    }
                }
            });
            // Dropped at the end, also that of a panic.
            let _over = over;
            sweep(flag)
        });
        let why = match found {
            Ok(found) => {
                // They are about to end.
                self.started.drain(..).for_each(|mut other| _ = other.child.wait());
                return Ok(found);
            }
            Err(why @ CannotSurvey::Stop(stop)) if stop != Stop::Cancelled || signals::asked_to_stop() => {
                return Err(why);
            }
            Err(CannotSurvey::Stop(_)) => None,
            Err(CannotSurvey::Storage(why)) => Some(why),
        };
        let end = Instant::now() + GRACE;
        while self.started.iter().any(|other| other.end.is_none()) && Instant::now() < end {
            self.look();
            thread::sleep(PAUSE);
        }
        let mut faults = self.started.iter().filter_map(Other::fault);
        Err(CannotSurvey::Storage(match why {
            // A fault in one process is mostly reported by all.
            Some(own) => match faults.find(|fault| !fault.ends_with(&own)) {
                Some(fault) => format!("{own}: {fault}"),
                None => own,
            },
            None => self.why.take().unwrap_or_else(|| Stop::Cancelled.to_string()),
        }))
    }

    /// Whether one of them has failed or gone.
    fn look(&mut self) -> bool {
        self.started.iter_mut().for_each(Other::look);
        if self.why.is_none() {
            self.why = self.started.iter().find_map(Other::fault);
        }
        if self.why.is_none() && self.starter.as_ref().is_some_and(JoinHandle::is_finished) {
            self.why = Some("the process that has started this one has ended".into());
        }
        self.why.is_some()
    }
}

impl Drop for Others {
    fn drop(&mut self) {
        for mut other in self.started.drain(..) {
            _ = other.child.kill();
            _ = other.child.wait();
        }
    }
}
