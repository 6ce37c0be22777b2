//! A separate server on a free port, and a client that sends given bytes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use saltus_web::Settings;
use serde_json::Value;

/// A guard against hanging, not a measure of speed: a busy machine takes its time.
pub const PATIENCE: Duration = Duration::from_mins(10);

/// An instance whose solution takes minutes, so that it is still being searched for when a test
/// interferes.
pub const HARD: &str = "reverse 9 2 14 5 18 12 1 17 8 _ 3 13 16 4 11 6 10 15 7";

/// A running server, which ends with this.
pub struct Server {
    pub address: SocketAddr,
    /// The address that it says it has.
    pub place: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn new() -> Self {
        Self::with(Settings::default())
    }

    pub fn with(settings: Settings) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let asked_to_stop = stop.clone();
        let (sender, receiver) = std::sync::mpsc::channel();
        let settings = Settings { port: 0, ..settings };
        let thread = thread::spawn(move || {
            saltus_web::serve(settings, &asked_to_stop, |place| sender.send(place.to_owned()).expect("heard"))
                .expect("served");
        });
        let place: String = receiver.recv_timeout(PATIENCE).expect("an address");
        let authority = place.strip_prefix("http://").and_then(|rest| rest.split('/').next()).expect("an address");
        let mut address: SocketAddr = authority.parse().expect("a number");
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::from([127, 0, 0, 1]));
        }
        Server { address, place, stop, thread: Some(thread) }
    }

    pub fn connect(&self) -> Client {
        self.client(TcpStream::connect(self.address).expect("connected"))
    }

    /// Connects from another address of the loopback. Linux has many; elsewhere they have to be set
    /// up.
    #[cfg(target_os = "linux")]
    pub fn connect_from(&self, source: [u8; 4]) -> Client {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().expect("a runtime");
        let connected = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4()?;
            socket.bind((source, 0).into())?;
            socket.connect(self.address).await?.into_std()
        });
        let stream = connected.expect("connected");
        stream.set_nonblocking(false).expect("set");
        self.client(stream)
    }

    fn client(&self, stream: TcpStream) -> Client {
        stream.set_read_timeout(Some(PATIENCE)).expect("set");
        stream.set_write_timeout(Some(PATIENCE)).expect("set");
        stream.set_nodelay(true).expect("set");
        Client { stream: BufReader::new(stream), host: self.address.to_string() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.connect().get(path)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.connect().post(path, body)
    }

    /// The searches that are running.
    pub fn searches(&self) -> u64 {
        self.get("/api/status").value()["searches"].as_u64().expect("a number")
    }

    /// Waits until `wanted` searches are running.
    #[track_caller]
    pub fn await_searches(&self, wanted: u64) {
        let begun = Instant::now();
        while self.searches() != wanted {
            assert!(begun.elapsed() < PATIENCE, "{} searches are running, not {wanted}", self.searches());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().expect("until now").join();
        if !thread::panicking() {
            ended.expect("no panic");
        }
    }
}

/// One connection.
pub struct Client {
    pub stream: BufReader<TcpStream>,
    pub host: String,
}

impl Client {
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        self.stream.get_mut().write_all(bytes.as_ref()).expect("sent");
        self
    }

    /// Sends what may be refused while it is being sent.
    pub fn try_send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        let _ = self.stream.get_mut().write_all(bytes.as_ref());
        self
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.ask(path);
        self.answer()
    }

    /// Sends a request for a path.
    pub fn ask(&mut self, path: &str) -> &mut Self {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        self.send(request)
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.give(path, &body.to_string());
        self.answer()
    }

    /// Sends a request with a body.
    pub fn give(&mut self, path: &str, body: &str) -> &mut Self {
        let kind = "Content-Type: application/json";
        let length = body.len();
        let request =
            format!("POST {path} HTTP/1.1\r\nHost: {}\r\n{kind}\r\nContent-Length: {length}\r\n\r\n{body}", self.host);
        self.send(request)
    }

    /// The head of an answer; the body is still to be read.
    pub fn head(&mut self) -> Answer {
        let status = self.line();
        let status = status.strip_prefix("HTTP/1.1 ").and_then(|rest| rest[..3].parse().ok());
        let mut fields = Vec::new();
        loop {
            let line = self.line();
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(": ").expect("a field");
            fields.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        Answer { status: status.expect("a status"), fields, body: Vec::new() }
    }

    pub fn answer(&mut self) -> Answer {
        let mut answer = self.head();
        if answer.field("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk() {
                answer.body.extend(chunk);
            }
        } else if let Some(length) = answer.field("content-length") {
            answer.body = vec![0; length.parse().expect("a number")];
            self.stream.read_exact(&mut answer.body).expect("a body");
        }
        answer
    }

    /// The next chunk of a body; none at its end.
    pub fn chunk(&mut self) -> Option<Vec<u8>> {
        let length = usize::from_str_radix(&self.line(), 16).expect("a length");
        let mut chunk = vec![0; length];
        self.stream.read_exact(&mut chunk).expect("a chunk");
        assert_eq!(self.line(), "");
        (length > 0).then_some(chunk)
    }

    /// The next event and its data.
    pub fn event(&mut self) -> (String, Value) {
        loop {
            let chunk = String::from_utf8(self.chunk().expect("an event")).expect("text");
            if let Some((name, data)) = chunk.strip_prefix("event: ").and_then(|rest| rest.split_once("\ndata: ")) {
                return (name.to_owned(), serde_json::from_str(data).expect("JSON"));
            }
            assert_eq!(chunk, ":\n\n", "a comment");
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("a line");
        line.strip_suffix("\r\n").expect("a whole line").to_owned()
    }

    /// Whether the server has closed it, which is waited for.
    pub fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => true,
            Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub fields: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }

    /// The body of an answer that went well.
    #[track_caller]
    pub fn value(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// The sentence of one that did not.
    #[track_caller]
    pub fn refusal(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let value: Value = serde_json::from_slice(&self.body).expect("JSON");
        value["error"].as_str().expect("a sentence").to_owned()
    }
}

/// A text in an address.
pub fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { (byte as char).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
