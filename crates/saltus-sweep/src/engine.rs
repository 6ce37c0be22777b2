//! Workers in threads and processes that send one another packets, turn by turn. The only module that knows timely dataflow.
//!
//! F. `McSherry`, D. G. Murray, R. Isaacs, M. Isard, *Naiad: a timely dataflow system* (2013). The dataflow is one exchange of packets by
//! their receiver, followed by a probe. Its times are turns: a turn ends for a worker when the probe says that every packet of it has
//! arrived everywhere. So a turn is also a barrier, and what is sent in it is all that is ever on its way: timely has no back-pressure.
//!
//! Timely is fail-stop: where a process is lost, its threads panic. This module makes a sentence of that, and closes all connections, so
//! that the others learn of it at once. The connections are made in `meet`: timely would take any peer, wait for ever, and write to
//! standard output. A worker that waits sleeps, which timely's do only where they have a clock.

use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
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

use crate::meet::{Crew, PAUSE, Pulse, meet};

/// Receiver, turn, kind and content.
type Packet = (u64, u64, u64, Vec<u64>);

/// What receives packets: their kind and their content.
pub(crate) type Receive<'a> = &'a mut dyn FnMut(u64, Vec<u64>);

/// How work ends early.
pub(crate) enum End {
    /// A process was lost.
    Lost,
    /// Of which all have been told.
    Fault(String),
}

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
    pub(crate) fn end_turn(&mut self, receive: Receive<'_>) -> Result<(), End> {
        self.input.advance_to(self.turn + 1);
        while self.probe.less_than(&(self.turn + 1)) {
            if self.lost.load(Ordering::Relaxed) {
                return Err(End::Lost);
            }
            self.worker.step_or_park(Some(PAUSE));
            self.take(receive);
        }
        self.take(receive);
        self.turn += 1;
        Ok(())
    }
}

/// Does the work on every worker of this process, together with those of the others. `watch` is called again and again meanwhile, and
/// says whether to go on; once they have met, that is for the work itself to heed.
///
/// # Errors
/// One sentence, where the processes do not find one another or one is lost.
pub(crate) fn run<T: Send + 'static>(
    crew: &Crew<'_>,
    watch: &mut dyn FnMut() -> bool,
    work: impl Fn(&mut Link) -> Result<T, End> + Send + Sync + 'static,
) -> Result<Vec<T>, String> {
    silence_timely();
    let (mut sockets, mut ways, mut pulse) = (Vec::new(), Vec::new(), Pulse::default());
    if crew.hosts.len() > 1 {
        (sockets, pulse) = meet(crew, watch)?;
        let clone = |socket: &TcpStream| socket.try_clone().map_err(|error| format!("a connection failed: {error}"));
        ways = sockets.iter().flatten().map(clone).collect::<Result<_, _>>()?;
    }
    let (builders, guard) = builders(crew, sockets)?;
    let lost = Arc::new(AtomicBool::new(false));
    let results: Arc<Mutex<Vec<Done<T>>>> = Arc::default();
    let (is_lost, found) = (Arc::clone(&lost), Arc::clone(&results));
    let guards = initialize_from(builders, guard, move |allocator| {
        let body = || {
            let worker =
                Worker::new(WorkerConfig::default().idle_spin(Duration::ZERO), allocator, Some(Instant::now()));
            let mut link = Link::new(worker, Arc::clone(&is_lost));
            let result = match work(&mut link) {
                Ok(result) => Ok(result),
                Err(End::Fault(fault)) => Err(fault),
                // Its end would look to the others like one in good order.
                Err(End::Lost) => return std::mem::forget(link),
            };
            found.lock().unwrap_or_else(PoisonError::into_inner).push((link.index(), result));
            let Link { mut worker, input, .. } = link;
            drop(input);
            while worker.has_dataflows() && !is_lost.load(Ordering::Relaxed) {
                worker.step_or_park(Some(PAUSE));
            }
        };
        // A panic of timely in a worker that has its result says only that another process was faster.
        if catch_unwind(AssertUnwindSafe(body)).is_err() {
            is_lost.store(true, Ordering::Relaxed);
        }
    })?;
    while !guards.guards().iter().all(thread::JoinHandle::is_finished) {
        _ = watch();
        pulse.beat(crew);
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
    all_of(crew, &results)
}

/// The number of a worker, and what it has made or why it has not.
type Done<T> = (usize, Result<T, String>);

/// What each worker of this process has found.
fn all_of<T>(crew: &Crew<'_>, results: &Mutex<Vec<Done<T>>>) -> Result<Vec<T>, String> {
    let mut results = std::mem::take(&mut *results.lock().unwrap_or_else(PoisonError::into_inner));
    if results.len() < crew.threads {
        return Err(if crew.hosts.len() > 1 {
            "the connection to another process was lost".into()
        } else {
            "a worker failed".to_owned()
        });
    }
    results.sort_unstable_by_key(|result| result.0);
    results.into_iter().map(|result| result.1).collect()
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
    let network = initialize_networking_from_sockets(local, sockets, crew.own.process, crew.threads, hooks);
    let (builders, guard) = network.map_err(|error| format!("the connections failed: {error}"))?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
}

/// Panics of timely's own threads are no errors of this program: they mean that a process was lost, which is reported elsewhere.
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
