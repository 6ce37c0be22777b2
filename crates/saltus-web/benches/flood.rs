//! A flood of hard solves, in bounded memory; then easy ones over keep-alive connections while two
//! hard ones run, which are cancelled at the end. Asserts what the server must reach.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use saltus_web::Settings;

const CONNECTIONS: usize = 32;
const TIME: Duration = Duration::from_secs(5);
/// Easy solves a second.
const TARGET: f64 = 1000.0;
/// Bytes of memory for all searches.
const MEMORY: u64 = 512 << 20;
/// The memory of the server without searches: connections, answers, the allocator.
const BESIDE: u64 = 256 << 20;

const HARD: &str = "reverse%209%202%2014%205%2018%2012%201%2017%208%20_%203%2013%2016%204%2011%206%2010%2015%207";
const EASY: [&str; 4] = ["shift 3 3", "clobber line bwbwwb", "tiles 2x3 1 0 3 4 2 5", "reverse 4"];

fn connect(address: SocketAddr) -> BufReader<TcpStream> {
    let stream = TcpStream::connect(address).expect("connected");
    stream.set_nodelay(true).expect("set");
    BufReader::new(stream)
}

/// Sends a request, and gives the status of its answer, whose body is read if it has a length.
fn ask(stream: &mut BufReader<TcpStream>, request: &str) -> u16 {
    stream.get_mut().write_all(request.as_bytes()).expect("sent");
    let (mut status, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).expect("a line");
        if line == "\r\n" {
            break;
        }
        if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
            status = rest[..3].parse().expect("a status");
        }
        if let Some(rest) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
            length = rest.trim().parse().expect("a number");
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("a body");
    status
}

fn post(line: &str) -> String {
    let body = format!("{{\"line\":\"{line}\"}}");
    let head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length:";
    format!("{head} {}\r\n\r\n{body}", body.len())
}

fn follow() -> String {
    format!("GET /api/solve?line={HARD} HTTP/1.1\r\nHost: localhost\r\n\r\n")
}

/// The most memory that this process has had, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    line.split_whitespace().nth(1).expect("a number").parse::<u64>().expect("a number") << 10
}

/// Easy solves a second, and the longest that one took.
fn easy(address: SocketAddr) -> (f64, Duration) {
    let (answered, longest) = (AtomicU64::new(0), AtomicU64::new(0));
    let begun = Instant::now();
    thread::scope(|scope| {
        for first in 0..CONNECTIONS {
            let (answered, longest) = (&answered, &longest);
            scope.spawn(move || {
                let mut stream = connect(address);
                for line in EASY.iter().cycle().skip(first % EASY.len()) {
                    let asked = Instant::now();
                    if asked - begun >= TIME {
                        break;
                    }
                    assert_eq!(ask(&mut stream, &post(line)), 200, "{line}");
                    answered.fetch_add(1, Ordering::Relaxed);
                    longest.fetch_max(asked.elapsed().as_micros() as u64, Ordering::Relaxed);
                }
            });
        }
    });
    let rate = answered.into_inner() as f64 / begun.elapsed().as_secs_f64();
    (rate, Duration::from_micros(longest.into_inner()))
}

/// Hard solves from many connections at once, again and again; how many were begun and how many
/// were refused.
fn flood(address: SocketAddr) -> (u64, u64) {
    let (taken, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    let begun = Instant::now();
    thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(|| {
                while begun.elapsed() < TIME {
                    let mut stream = connect(address);
                    match ask(&mut stream, &follow()) {
                        200 => {
                            taken.fetch_add(1, Ordering::Relaxed);
                            thread::sleep(Duration::from_millis(500));
                        }
                        429 | 503 => _ = refused.fetch_add(1, Ordering::Relaxed),
                        status => panic!("{status}"),
                    }
                }
            });
        }
    });
    (taken.into_inner(), refused.into_inner())
}

/// A server of one's own.
struct Server {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<io::Result<()>>,
}

impl Server {
    fn new(settings: Settings) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let asked_to_stop = stop.clone();
        let (sender, receiver) = mpsc::channel();
        let settings = Settings { port: 0, ..settings };
        let thread = thread::spawn(move || {
            saltus_web::serve(settings, &asked_to_stop, |place| sender.send(place.to_owned()).expect("heard"))
        });
        let place: String = receiver.recv().expect("an address");
        let address = place["http://".len()..].trim_end_matches('/').parse().expect("a number");
        Server { address, stop, thread }
    }

    /// Whether this many searches are running.
    fn runs(&self, searches: usize) -> bool {
        let mut stream = connect(self.address);
        let request = "GET /api/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.get_mut().write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        answer.contains(&format!("{{\"searches\":{searches},"))
    }

    fn end(self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().expect("no panic").expect("served");
    }
}

fn main() {
    // First, since what is measured is the most memory that there ever was.
    let server = Server::new(Settings { memory: MEMORY, ..Settings::default() });
    let (taken, refused) = flood(server.address);
    server.end();
    let peak = peak();
    let most = MEMORY + BESIDE;
    println!("a flood of hard solves: {taken} begun, {refused} refused");
    println!("  most memory {} MiB, {:.2} of what is granted", peak >> 20, peak as f64 / most as f64);
    assert!(taken > 0 && refused > 0, "a flood");
    assert!(peak <= most, "too much memory");

    let server = Server::new(Settings::default());
    let (alone, longest_alone) = easy(server.address);
    let mut hard: Vec<_> = (0..2).map(|_| connect(server.address)).collect();
    hard.iter_mut().for_each(|stream| assert_eq!(ask(stream, &follow()), 200));
    let (beside, longest_beside) = easy(server.address);
    assert!(server.runs(2), "the hard searches are still running");
    drop(hard);
    let left = Instant::now();
    while !server.runs(0) {
        assert!(left.elapsed() < TIME, "searches go on that nobody waits for");
    }
    let left = left.elapsed();
    server.end();
    println!(
        "easy solves over {CONNECTIONS} connections beside two hard ones: {beside:.0} a second, {:.1} of the target",
        beside / TARGET
    );
    println!(
        "  {:.2} of the {alone:.0} a second alone; the longest took {longest_beside:.1?}, alone {longest_alone:.1?}",
        beside / alone
    );
    println!("  the hard ones ended {left:.1?} after their connections");
    assert!(beside >= TARGET, "too slow beside hard searches");
}
