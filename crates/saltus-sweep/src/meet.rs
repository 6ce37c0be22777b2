//! How the processes of a sweep find one another, and who they are.
//!
//! Each calls those before it and is called by those after it. Both sides of a connection send the greeting and a number that nobody has
//! used before; then the one that called says who it is and what it does, with a code over that and both numbers (HMAC, RFC 2104, with
//! SHA-256) which only those know who have the secret; and when that is right, the other one does the same. So whoever does not know the
//! secret is not heard, and hears nothing; what was said in another connection is worth nothing in this one. What follows is neither
//! encrypted nor signed.
//!
//! ```text
//! greeting   15 bytes
//! number     32 bytes, random
//!
//! process    4 bytes
//! kind       1 byte: what the connection is for
//! length     4 bytes: of the text
//! text       version, build, puzzle ..
//! code       32 bytes: over the side (1 byte: 0 called), the number of the speaker, that of the listener, and all from `process` on
//! ```
//!
//! Each process has another connection with the first one, over which both say every second that they are there: a process that was
//! stopped does not, while one that works long does.

use std::io::{self, Read, Write};
use std::net::{IpAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use hmac::{Hmac, KeyInit, Mac};
use saltus_core::fs;
use sha2::Sha256;

use crate::layer::{hex, told};

/// How long a process waits for the others.
const PATIENCE: Duration = Duration::from_mins(1);

/// How often those who wait look up.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

/// How long who calls may take to say who it is.
const HEARING: Duration = Duration::from_secs(5);

/// How many who have called may be about to say it.
const MOST_CALLERS: usize = 32;

/// Bytes of what a process says of itself, at most.
const LONGEST_HELLO: u32 = 1 << 20;

/// How often a process says that it is there, and after how long one that does not stands still.
const BEAT: Duration = Duration::from_secs(1);
const STILL: Duration = Duration::from_secs(10);

/// Bytes of a secret, at least.
const LEAST_SECRET: usize = 16;

/// What each side of a connection says first.
const GREETING: &[u8; 15] = b"saltus sweep 2\n";

/// What a connection is for.
const PACKETS: u8 = 0;
const PULSE: u8 = 1;

/// What the processes of a sweep know, and nobody else.
#[derive(Clone, Default)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// A secret of these bytes; white space around them is left out.
    ///
    /// # Errors
    /// One sentence, where they are fewer than 16.
    pub fn new(bytes: &[u8]) -> Result<Self, String> {
        let bytes = bytes.trim_ascii();
        if bytes.len() < LEAST_SECRET {
            return Err(format!("a secret has at least {LEAST_SECRET} bytes"));
        }
        Ok(Secret(bytes.to_vec()))
    }

    /// The secret in a file.
    ///
    /// # Errors
    /// One sentence, where the file cannot be read or has too few bytes.
    pub fn read(path: &Path) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| told(path, "reading", error))?;
        Secret::new(&bytes).map_err(|why| format!("{}: {why}", path.display()))
    }

    /// 64 hexadecimal digits that nobody else knows.
    ///
    /// # Errors
    /// What the system says.
    pub fn random() -> io::Result<String> {
        Ok(hex(&number()?))
    }

    /// Whether there is none.
    pub(crate) fn is_missing(&self) -> bool {
        self.0.is_empty()
    }

    /// The code over what one side says to the other.
    fn code(&self, side: Side, numbers: [&[u8; 32]; 2], said: &[u8]) -> Hmac<Sha256> {
        let mut code = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key may have any length");
        code.update(&[side as u8]);
        numbers.iter().for_each(|number| code.update(*number));
        code.update(said);
        code
    }
}

/// It is not to stand in any report.
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// A number that nobody has used before.
fn number() -> io::Result<[u8; 32]> {
    let mut number = [0; 32];
    getrandom::fill(&mut number).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(number)
}

/// What a process says of itself, and its secret.
pub(crate) struct Own {
    pub(crate) process: usize,
    pub(crate) secret: Secret,
    pub(crate) hello: String,
}

/// Where the workers are.
pub(crate) struct Crew<'a> {
    /// Address and port of each process; none or one where there is only this.
    pub(crate) hosts: &'a [String],
    /// Workers of each.
    pub(crate) threads: usize,
    /// Which of them this is, and what it says of itself to the others.
    pub(crate) own: Arc<Own>,
    /// What is wrong with what another one says.
    pub(crate) compare: &'a dyn Fn(usize, &str) -> Result<(), String>,
    /// Reports that a process stands still.
    pub(crate) tell: Option<fn(&str)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Called,
    Caller,
}

/// Who is at the other end: process, kind and text.
type Heard = (usize, u8, String);

/// Says who this is, and hears who is at the other end of a connection.
fn shake(mut socket: &TcpStream, own: &Own, side: Side, kind: u8, patience: Duration) -> io::Result<Heard> {
    let end = Instant::now() + patience;
    let (mine, mut theirs, mut greeting) = (number()?, [0; 32], [0; GREETING.len()]);
    socket.write_all(&[&GREETING[..], &mine].concat())?;
    if side == Side::Caller {
        read(socket, end, &mut greeting)?;
        read(socket, end, &mut theirs)?;
    }
    let say = |theirs: &[u8; 32]| {
        let mut said = (own.process as u32).to_le_bytes().to_vec();
        said.push(kind);
        said.extend((own.hello.len() as u32).to_le_bytes());
        said.extend(own.hello.as_bytes());
        let code = own.secret.code(side, [&mine, theirs], &said).finalize().into_bytes();
        said.extend(code);
        said
    };
    let stranger = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why);
    if side == Side::Caller && greeting == *GREETING {
        socket.write_all(&say(&theirs))?;
    }
    if side == Side::Called {
        read(socket, end, &mut greeting)?;
        read(socket, end, &mut theirs)?;
    }
    if greeting != *GREETING {
        return Err(stranger("it is no sweep of this version"));
    }
    let mut said = vec![0; 9];
    read(socket, end, &mut said)?;
    let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("4 bytes"));
    let (process, its, length) = (number(&said[..4]), said[4], number(&said[5..]));
    if length > LONGEST_HELLO {
        return Err(stranger("it is no sweep of this version"));
    }
    let mut code = [0; 32];
    said.resize(9 + length as usize, 0);
    read(socket, end, &mut said[9..])?;
    read(socket, end, &mut code)?;
    let other = if side == Side::Caller { Side::Called } else { Side::Caller };
    if own.secret.code(other, [&theirs, &mine], &said).verify_slice(&code).is_err() {
        return Err(stranger("its secret is another one"));
    }
    if side == Side::Called {
        socket.write_all(&say(&theirs))?;
    }
    let text = String::from_utf8(said.split_off(9)).map_err(|_| stranger("it is no sweep of this version"))?;
    Ok((process as usize, its, text))
}

/// Fills the buffer, all of it before `end`.
fn read(mut socket: &TcpStream, end: Instant, mut bytes: &mut [u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        socket.set_read_timeout(Some(left))?;
        match socket.read(bytes) {
            Ok(0) => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it hung up")),
            Ok(count) => bytes = &mut bytes[count..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Whom a process has called, and what it heard.
type Answer = (TcpStream, io::Result<Heard>);

/// The connections of a process with the others.
struct Meeting<'a, 'c> {
    crew: &'c Crew<'a>,
    sockets: Vec<Option<TcpStream>>,
    pulses: Vec<Option<TcpStream>>,
    end: Instant,
    /// Who has called and is none of us, and why.
    stranger: Option<(IpAddr, String)>,
}

/// Connects every process with every other.
pub(crate) fn meet(
    crew: &Crew<'_>,
    watch: &mut dyn FnMut() -> bool,
) -> Result<(Vec<Option<TcpStream>>, Pulse), String> {
    let process = crew.own.process;
    let own = &crew.hosts[process];
    let listener = TcpListener::bind(own).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    let none = || crew.hosts.iter().map(|_| None).collect::<Vec<_>>();
    let (sockets, pulses) = (none(), none());
    let mut meeting = Meeting { crew, sockets, pulses, end: Instant::now() + PATIENCE, stranger: None };
    let listener =
        listener.map_err(|error| give_up(crew, format!("process {process} cannot listen at {own}: {error}")))?;
    meeting.gather(&listener, watch)?;
    let failed = |error: io::Error| format!("a connection failed: {error}");
    for socket in meeting.sockets.iter().flatten() {
        let set = socket.set_read_timeout(None).and_then(|()| socket.set_nodelay(true));
        set.and_then(|()| heed_silence(socket)).map_err(failed)?;
    }
    let pulses = meeting.pulses.into_iter().enumerate().filter_map(|(other, socket)| Some((other, socket?)));
    Ok((meeting.sockets, Pulse::new(pulses.collect()).map_err(failed)?))
}

/// Calls the others, that they do not wait for a process which cannot take part. What is wrong between them and this one, if anything, says more than
/// what is wrong here: they have the hosts in another order, or do something else in the same folder.
pub(crate) fn give_up(crew: &Crew<'_>, why: String) -> String {
    let end = Instant::now() + HEARING;
    let mut named = None;
    for (other, host) in crew.hosts.iter().enumerate() {
        // One that has just been started may not listen yet; where this one should, another one may.
        let socket = loop {
            match call(host) {
                Ok(socket) => break Some(socket),
                Err(_) if other != crew.own.process && Instant::now() < end => thread::sleep(PAUSE),
                Err(_) => break None,
            }
        };
        let heard = socket.and_then(|socket| shake(&socket, &crew.own, Side::Caller, PACKETS, HEARING).ok());
        let differs = heard.and_then(|(number, _, hello)| (crew.compare)(number, &hello).err());
        named = named.or(differs);
    }
    named.unwrap_or(why)
}

impl Meeting<'_, '_> {
    /// Waits a moment for another process.
    fn wait(&self, who: usize, watch: &mut dyn FnMut() -> bool) -> Result<(), String> {
        let (process, hosts) = (self.crew.own.process, self.crew.hosts);
        if !watch() {
            return Err(format!("process {process} was stopped"));
        }
        if let Some(gone) = self.sockets.iter().position(|socket| socket.as_ref().is_some_and(has_hung_up)) {
            return Err(format!("process {gone} at {} does not talk: it hung up before all had met", hosts[gone]));
        }
        thread::sleep(PAUSE);
        if Instant::now() < self.end {
            return Ok(());
        }
        let called = self.stranger.as_ref();
        let called = called.map_or(String::new(), |(address, why)| format!("; {address} called: {why}"));
        Err(format!("process {who} at {} did not answer in {} seconds{called}", hosts[who], PATIENCE.as_secs()))
    }

    /// Takes in one that was called, and says who it is.
    fn take_called(&mut self, other: usize, kind: u8, (socket, heard): Answer) -> Result<(), String> {
        let host = &self.crew.hosts[other];
        let (number, _, hello) = heard.map_err(|error| {
            let hint = if error.kind() == io::ErrorKind::UnexpectedEof { "; is its secret another one?" } else { "" };
            format!("process {other} at {host} does not talk: {error}{hint}")
        })?;
        (self.crew.compare)(number, &hello)?;
        if number != other {
            return Err(format!("at {host} is process {number}, and not {other}"));
        }
        let sockets = if kind == PULSE { &mut self.pulses } else { &mut self.sockets };
        sockets[other] = Some(socket);
        Ok(())
    }

    /// Who is missing, and for what.
    fn missing(&self) -> Option<(usize, u8)> {
        let process = self.crew.own.process;
        let has_pulse = |other: usize| (process == 0) != (other == 0);
        let is_missing = |other: usize| {
            if self.sockets[other].is_none() {
                return Some((other, PACKETS));
            }
            (has_pulse(other) && self.pulses[other].is_none()).then_some((other, PULSE))
        };
        (0..self.sockets.len()).filter(|&other| other != process).find_map(is_missing)
    }

    /// Calls those before this process and hears those who call, until all are there.
    fn gather(&mut self, listener: &TcpListener, watch: &mut dyn FnMut() -> bool) -> Result<(), String> {
        let (process, hosts) = (self.crew.own.process, self.crew.hosts);
        let ((heard, hearing), (answered, answers)) = (channel(), channel());
        let (mut callers, mut is_calling) = (0, false);
        while let Some((missing, kind)) = self.missing() {
            if missing < process && !is_calling {
                is_calling = true;
                let (own, host, answered) = (Arc::clone(&self.crew.own), hosts[missing].clone(), answered.clone());
                // Where hosts are in another order, the one that is called may wait for an answer from here.
                thread::spawn(move || {
                    let socket = call(&host).ok();
                    let answer = socket.map(|socket| (shake(&socket, &own, Side::Caller, kind, PATIENCE), socket));
                    _ = answered.send((missing, kind, answer.map(|(heard, socket)| (socket, heard))));
                });
            }
            for (other, kind, answer) in answers.try_iter() {
                is_calling = false;
                answer.map_or(Ok(()), |answer| self.take_called(other, kind, answer))?;
            }
            for (socket, address, found) in hearing.try_iter() {
                callers -= 1;
                match found {
                    Ok(found) => self.take(socket, found)?,
                    // What does not talk like one of us is none of us.
                    Err(error) => self.stranger = Some((address, io::Error::to_string(&error))),
                }
            }
            // Whoever says nothing keeps nobody else waiting.
            match (callers < MOST_CALLERS).then(|| listener.accept()) {
                Some(Ok((_, address))) if !is_listed(hosts, address.ip()) => {
                    self.stranger = Some((address.ip(), "it is not listed".into()));
                }
                Some(Ok((socket, address))) => {
                    callers += 1;
                    let (own, heard) = (Arc::clone(&self.crew.own), heard.clone());
                    thread::spawn(move || {
                        let found = socket.set_nonblocking(false);
                        let found = found.and_then(|()| shake(&socket, &own, Side::Called, PACKETS, HEARING));
                        // Where all have met, nobody listens.
                        _ = heard.send((socket, address.ip(), found));
                    });
                }
                _ => self.wait(missing, watch)?,
            }
        }
        Ok(())
    }

    /// Takes in one that knows the secret.
    fn take(&mut self, socket: TcpStream, (other, kind, hello): Heard) -> Result<(), String> {
        (self.crew.compare)(other, &hello)?;
        let sockets = if kind == PULSE { &mut self.pulses } else { &mut self.sockets };
        if other <= self.crew.own.process || sockets.get(other).is_none_or(Option::is_some) {
            return Err(format!("a process called that says that it is number {other}, which is none that is missing"));
        }
        sockets[other] = Some(socket);
        Ok(())
    }
}

/// Whether the other end of a connection is closed.
fn has_hung_up(socket: &TcpStream) -> bool {
    let looked = socket.set_nonblocking(true).and_then(|()| socket.peek(&mut [0]));
    _ = socket.set_nonblocking(false);
    looked.map_or_else(|error| error.kind() != io::ErrorKind::WouldBlock, |count| count == 0)
}

/// Signs of life, between the first process and each other one.
#[derive(Default)]
pub(crate) struct Pulse {
    others: Vec<Life>,
    said: Option<Instant>,
}

struct Life {
    process: usize,
    socket: TcpStream,
    heard: Instant,
    is_still: bool,
}

impl Pulse {
    fn new(sockets: Vec<(usize, TcpStream)>) -> io::Result<Self> {
        let life = |(process, socket): (usize, TcpStream)| {
            socket.set_nonblocking(true)?;
            Ok(Life { process, socket, heard: Instant::now(), is_still: false })
        };
        Ok(Pulse { others: sockets.into_iter().map(life).collect::<io::Result<_>>()?, said: None })
    }

    /// Sends a heartbeat, and reports processes whose heartbeat is missing or has returned. To be called again and again.
    /// Faults of a connection are reported by the exchange of packets.
    pub(crate) fn beat(&mut self, crew: &Crew<'_>) {
        if self.others.is_empty() || self.said.is_some_and(|said| said.elapsed() < BEAT) {
            return;
        }
        self.said = Some(Instant::now());
        for life in &mut self.others {
            _ = life.socket.write(&[0]);
            if matches!(life.socket.read(&mut [0; 64]), Ok(1..)) {
                life.heard = Instant::now();
            }
            let is_still = life.heard.elapsed() >= STILL;
            if is_still != life.is_still {
                life.is_still = is_still;
                let what = if is_still { "stands still: all wait for it" } else { "goes on" };
                let who = format!("process {} at {} {what}", life.process, crew.hosts[life.process]);
                crew.tell.iter().for_each(|tell| tell(&who));
            }
        }
    }
}

/// Has the system break a connection whose other end has been silent for a minute: a host without power says nothing.
#[cfg(target_os = "linux")]
fn heed_silence(socket: &TcpStream) -> io::Result<()> {
    use rustix::net::sockopt;
    sockopt::set_socket_keepalive(socket, true)?;
    sockopt::set_tcp_keepidle(socket, PATIENCE / 2)?;
    sockopt::set_tcp_keepintvl(socket, PATIENCE / 6)?;
    sockopt::set_tcp_keepcnt(socket, 3)?;
    sockopt::set_tcp_user_timeout(socket, PATIENCE.as_millis() as u32)?;
    Ok(())
}

/// Elsewhere the system breaks it after what it takes for long.
#[cfg(not(target_os = "linux"))]
#[allow(clippy::unnecessary_wraps)]
fn heed_silence(_: &TcpStream) -> io::Result<()> {
    Ok(())
}

/// Whether a process may call from there.
fn is_listed(hosts: &[String], address: IpAddr) -> bool {
    let of = |host: &String| {
        host.to_socket_addrs()
            .is_ok_and(|mut found| found.any(|found| found.ip().to_canonical() == address.to_canonical()))
    };
    hosts.iter().any(of)
}

fn call(host: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, Duration::from_secs(5)) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_are_listed() {
        let hosts = ["127.0.0.1:7101".to_owned(), "[::1]:7102".to_owned(), "no such name".to_owned()];
        for (address, is_there) in
            [("127.0.0.1", true), ("::ffff:127.0.0.1", true), ("::1", true), ("127.0.0.2", false), ("::2", false)]
        {
            assert_eq!(is_listed(&hosts, address.parse().unwrap()), is_there, "{address}");
        }
    }
}
