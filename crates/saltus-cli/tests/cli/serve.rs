//! `saltus serve`: what it prints, what it answers, how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use crate::support::{HARD, finish, run, run_words, saltus, signal, start};

/// The body of the answer to a request, which is the last one of its connection.
fn ask(address: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("connected");
    let length = body.len();
    let fields =
        format!("Host: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close");
    write!(stream, "POST {path} HTTP/1.1\r\n{fields}\r\n\r\n{body}").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("text");
    answer.split_once("\r\n\r\n").expect("a body").1.to_owned()
}

#[test]
fn records_are_those_of_the_program() {
    let mut child = start(saltus(["serve", "--port", "0"]).stderr(std::process::Stdio::piped()));
    let mut said = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    said.read_line(&mut line).expect("a line");
    let address =
        line.strip_prefix("saltus: http://").and_then(|rest| rest.split('/').next()).expect("an address").to_owned();
    assert!(address.starts_with("127.0.0.1:"), "{line}");
    for puzzle in ["shift 3 3", "shift b_ to _b", "clobber line bwwbbw", "tiles 2x2 3 1 2 0", "reverse 1 3 2 _"] {
        let expected = run(&format!("solve {puzzle} --format json")).out;
        assert_eq!(ask(&address, "/api/solve", &format!("{{\"line\":\"{puzzle}\"}}")), expected, "{puzzle}");
    }
    // It ends although somebody searches.
    let mut stream = TcpStream::connect(&address).expect("connected");
    let request = format!("GET /api/solve?line={} HTTP/1.1\r\nHost: {address}\r\n\r\n", HARD.replace(' ', "+"));
    stream.write_all(request.as_bytes()).expect("sent");
    let mut head = [0; 12];
    stream.read_exact(&mut head).expect("an answer");
    assert_eq!(&head, b"HTTP/1.1 200");
    signal(child.id(), "INT");
    assert_eq!(finish(child).code, 130);
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let run = run_words(&["serve", "--port", &port]);
    assert_eq!((run.code, &*run.out), (74, ""));
    assert!(run.err.starts_with(&format!("saltus: 127.0.0.1 port {port}: ")), "{}", run.err);
}
