//! Workers in threads and processes that send one another packets, turn by turn. The one module that knows timely dataflow.
//!
//! F. `McSherry`, D. G. Murray, R. Isaacs, M. Isard, *Naiad: a timely dataflow system* (2013). The dataflow is one exchange of packets by
//! their receiver, with a probe behind it. Its times are turns: a turn ends for a worker when the probe says that every packet of it has
//! arrived everywhere. So a turn is also a barrier, and what is sent in it is all that is ever on its way: timely has no back-pressure.
//!
//! Timely is fail-stop: where a process is lost, its threads panic. This module makes a sentence of that, and closes all connections, so
//! that the others learn of it at once. It makes the connections itself: timely would take any peer, wait for ever, and write to
//! standard output.

use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks, initialize_from};
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandleVec, ProbeHandle};
use timely::worker::Worker;

/// How long a process waits for the others.
const PATIENCE: Duration = Duration::from_mins(1);

/// How often those who wait look up.
const PAUSE: Duration = Duration::from_millis(20);

/// Bytes of what a process says of itself, at most.
const LONGEST_HELLO: u32 = 1 << 20;

/// Receiver, turn, kind and content.
type Packet = (u64, u64, u64, Vec<u64>);

/// What receives packets: their kind and their content.
pub(crate) type Receive<'a> = &'a mut dyn FnMut(u64, Vec<u64>);

/// A process was lost.
#[derive(Debug)]
pub(crate) struct Lost;

/// One worker's end of the exchange.
pub(crate) struct Link {
    worker: Worker,
    input: InputHandleVec<u64, Packet>,
    probe: ProbeHandle<u64>,
    inbox: Rc<RefCell<VecDeque<Packet>>>,
    turn: u64,
    lost: Arc<AtomicBool>,
}

impl Link {
    fn new(mut worker: Worker, lost: Arc<AtomicBool>) -> Self {
        let inbox: Rc<RefCell<VecDeque<Packet>>> = Rc::default();
        let filled = Rc::clone(&inbox);
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, packets) = scope.new_input::<Vec<Packet>>();
            let arrived = packets.unary::<timely::container::CapacityContainerBuilder<Vec<()>>, _, _, _>(
                Exchange::new(|packet: &Packet| packet.0),
                "arrive",
                |_, _| move |input, _| input.for_each(|_, packets| filled.borrow_mut().extend(packets.drain(..))),
            );
            (input, arrived.probe().0)
        });
        Link { worker, input, probe, inbox, turn: 0, lost }
    }

    /// The number of this worker.
    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    /// How many there are.
    pub(crate) fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Sends a packet to a worker; it arrives in this turn.
    pub(crate) fn send(&mut self, to: usize, kind: u64, content: Vec<u64>) {
        self.input.send((to as u64, self.turn, kind, content));
    }

    /// Takes in what has arrived of this turn.
    pub(crate) fn receive(&mut self, receive: Receive<'_>) {
        self.input.flush();
        self.worker.step();
        self.take(receive);
    }

    fn take(&mut self, receive: Receive<'_>) {
        // Those who have seen the end of a turn send packets of the next one to those who have not.
        let packets = std::mem::take(&mut *self.inbox.borrow_mut());
        for packet in packets {
            if packet.1 == self.turn {
                receive(packet.2, packet.3);
            } else {
                self.inbox.borrow_mut().push_back(packet);
            }
        }
    }

    /// Ends the turn: when it returns, all packets of the turn have been taken in, here and everywhere.
    pub(crate) fn end_turn(&mut self, receive: Receive<'_>) -> Result<(), Lost> {
        self.input.advance_to(self.turn + 1);
        while self.probe.less_than(&(self.turn + 1)) {
            if self.lost.load(Ordering::Relaxed) {
                return Err(Lost);
            }
            self.worker.step_or_park(Some(PAUSE));
            self.take(receive);
        }
        self.take(receive);
        self.turn += 1;
        Ok(())
    }
}

/// Where the workers are.
pub(crate) struct Crew<'a> {
    /// Address and port of each process; none or one where there is only this.
    pub(crate) hosts: &'a [String],
    /// Which of them this is.
    pub(crate) process: usize,
    /// Workers of each.
    pub(crate) threads: usize,
    /// What this process says of itself to the others.
    pub(crate) hello: &'a str,
    /// What is wrong with what another one says.
    pub(crate) compare: &'a dyn Fn(usize, &str) -> Result<(), String>,
}

/// Does the work on every worker of this process, together with those of the others. `watch` is called again and again meanwhile, and
/// says whether to go on; once they have met, that is for the work itself to heed.
///
/// # Errors
/// One sentence, where the processes do not find one another or one is lost.
pub(crate) fn run<T: Send + 'static>(
    crew: &Crew<'_>,
    watch: &mut dyn FnMut() -> bool,
    work: impl Fn(&mut Link) -> Result<T, Lost> + Send + Sync + 'static,
) -> Result<Vec<T>, String> {
    silence_timely();
    let (mut sockets, mut ways) = (Vec::new(), Vec::new());
    if crew.hosts.len() > 1 {
        sockets = meet(crew, watch)?;
        let clone = |socket: &TcpStream| socket.try_clone().map_err(|error| format!("a connection failed: {error}"));
        ways = sockets.iter().flatten().map(clone).collect::<Result<_, _>>()?;
    }
    let (builders, guard) = builders(crew, sockets)?;
    let lost = Arc::new(AtomicBool::new(false));
    let results: Arc<Mutex<Vec<(usize, T)>>> = Arc::default();
    let (is_lost, found) = (Arc::clone(&lost), Arc::clone(&results));
    let guards = initialize_from(builders, guard, move |allocator| {
        let body = || {
            let worker = Worker::new(WorkerConfig::default(), allocator, None);
            let mut link = Link::new(worker, Arc::clone(&is_lost));
            match work(&mut link) {
                Ok(result) => {
                    found.lock().unwrap_or_else(PoisonError::into_inner).push((link.index(), result));
                    let Link { mut worker, input, .. } = link;
                    drop(input);
                    while worker.has_dataflows() && !is_lost.load(Ordering::Relaxed) {
                        worker.step_or_park(Some(PAUSE));
                    }
                }
                // Its end would look to the others like one in good order.
                Err(Lost) => std::mem::forget(link),
            }
        };
        // A panic of timely in a worker that has its result says only that another process was faster.
        if catch_unwind(AssertUnwindSafe(body)).is_err() {
            is_lost.store(true, Ordering::Relaxed);
        }
    })?;
    while !guards.guards().iter().all(thread::JoinHandle::is_finished) {
        _ = watch();
        thread::sleep(PAUSE / 4);
    }
    let is_whole = !lost.load(Ordering::Relaxed);
    if is_whole {
        // Its threads may still find that a process was killed after its work was done.
        _ = catch_unwind(AssertUnwindSafe(|| guards.join()));
    } else {
        ways.iter().for_each(|way| _ = way.shutdown(Shutdown::Both));
        std::mem::forget(guards);
    }
    let mut results = std::mem::take(&mut *results.lock().unwrap_or_else(PoisonError::into_inner));
    if results.len() < crew.threads {
        return Err(if crew.hosts.len() > 1 {
            "the connection to another process was lost".into()
        } else {
            "a worker failed".to_owned()
        });
    }
    results.sort_unstable_by_key(|result| result.0);
    Ok(results.into_iter().map(|result| result.1).collect())
}

/// What makes the workers, over these connections or within the process, and what is to be kept as long as they work.
fn builders(
    crew: &Crew<'_>,
    sockets: Vec<Option<TcpStream>>,
) -> Result<(Vec<AllocatorBuilder>, Box<dyn Any + Send>), String> {
    if sockets.is_empty() {
        return Config::Process(crew.threads).try_build();
    }
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(crew.threads, hooks.refill.clone(), None);
    let network = initialize_networking_from_sockets(local, sockets, crew.process, crew.threads, hooks);
    let (builders, guard) = network.map_err(|error| format!("the connections failed: {error}"))?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
}

/// Panics of timely's own threads are no errors of this program: they say that a process was lost, which is told otherwise.
fn silence_timely() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let name = thread::current().name().unwrap_or_default().to_owned();
            let text = info.payload_as_str().unwrap_or_default();
            let is_network = ["timely:send", "timely:recv"].iter().any(|begin| name.starts_with(begin));
            let is_poisoned = name.starts_with("timely:work") && text.contains("poisoned");
            if !is_network
                && !is_poisoned
                && !text.starts_with("Send thread panic")
                && !text.starts_with("Recv thread panic")
            {
                before(info);
            }
        }));
    });
}

/// Connects every process with every other: each calls those before it and is called by those after it.
fn meet(crew: &Crew<'_>, watch: &mut dyn FnMut() -> bool) -> Result<Vec<Option<TcpStream>>, String> {
    let Crew { hosts, process, .. } = *crew;
    let end = Instant::now() + PATIENCE;
    let own = &hosts[process];
    let listener = TcpListener::bind(own).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    let listener = listener.map_err(|error| format!("process {process} cannot listen at {own}: {error}"))?;
    let mut sockets: Vec<Option<TcpStream>> = hosts.iter().map(|_| None).collect();
    let mut wait = |who: usize, stranger: Option<IpAddr>| {
        if !watch() {
            return Err(format!("process {process} was stopped"));
        }
        thread::sleep(PAUSE);
        if Instant::now() < end {
            return Ok(());
        }
        let called = stranger.map_or(String::new(), |address| format!("; {address} called, which is not listed"));
        Err(format!("process {who} at {} did not answer in {} seconds{called}", hosts[who], PATIENCE.as_secs()))
    };
    for other in 0..process {
        let mut socket = loop {
            match call(&hosts[other]) {
                Ok(socket) => break socket,
                Err(_) => wait(other, None)?,
            }
        };
        greet(crew, other, &mut socket)?;
        sockets[other] = Some(socket);
    }
    let mut stranger = None;
    while let Some(missing) = (process + 1..hosts.len()).find(|&other| sockets[other].is_none()) {
        let Ok((mut socket, address)) = listener.accept() else {
            wait(missing, stranger)?;
            continue;
        };
        if !is_listed(hosts, address.ip()) {
            stranger = Some(address.ip());
            continue;
        }
        let heard = socket.set_nonblocking(false).and_then(|()| {
            socket.set_read_timeout(Some(Duration::from_secs(5)))?;
            hear(&mut socket)
        });
        // What does not talk like one of us is none of us.
        let Ok((other, hello)) = heard else { continue };
        _ = say(&mut socket, process, crew.hello);
        if other >= hosts.len() || other <= process || sockets[other].is_some() {
            return Err(format!("a process called that says that it is number {other}, which is none that is missing"));
        }
        (crew.compare)(other, &hello)?;
        sockets[other] = Some(socket);
    }
    for socket in sockets.iter().flatten() {
        let set = socket.set_read_timeout(None).and_then(|()| socket.set_nodelay(true));
        set.and_then(|()| heed_silence(socket)).map_err(|error| format!("a connection failed: {error}"))?;
    }
    Ok(sockets)
}

/// Says who this process is to one that it has called, and hears whether that is the one that it should be.
fn greet(crew: &Crew<'_>, other: usize, socket: &mut TcpStream) -> Result<(), String> {
    let host = &crew.hosts[other];
    let fault = |error: io::Error| format!("process {other} at {host} does not talk: {error}");
    say(socket, crew.process, crew.hello).map_err(fault)?;
    socket.set_read_timeout(Some(PATIENCE)).map_err(fault)?;
    let (number, hello) = hear(socket).map_err(fault)?;
    if number != other {
        return Err(format!("at {host} is process {number}, and not {other}"));
    }
    (crew.compare)(other, &hello)
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

/// What each side of a connection says first.
const GREETING: &[u8] = b"saltus sweep 1\n";

fn say(socket: &mut TcpStream, process: usize, hello: &str) -> io::Result<()> {
    let mut all = GREETING.to_vec();
    all.extend((process as u32).to_le_bytes());
    all.extend((hello.len() as u32).to_le_bytes());
    all.extend(hello.as_bytes());
    socket.write_all(&all)
}

fn hear(socket: &mut TcpStream) -> io::Result<(usize, String)> {
    let stranger = || io::Error::new(io::ErrorKind::InvalidData, "it is no sweep of this version");
    let (mut greeting, mut numbers) = ([0; GREETING.len()], [0; 8]);
    socket.read_exact(&mut greeting)?;
    if greeting != GREETING {
        return Err(stranger());
    }
    socket.read_exact(&mut numbers)?;
    let [process, length] = [0, 4].map(|at| u32::from_le_bytes(numbers[at..at + 4].try_into().expect("4 bytes")));
    if length > LONGEST_HELLO {
        return Err(stranger());
    }
    let mut hello = vec![0; length as usize];
    socket.read_exact(&mut hello)?;
    Ok((process as usize, String::from_utf8(hello).map_err(|_| stranger())?))
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
