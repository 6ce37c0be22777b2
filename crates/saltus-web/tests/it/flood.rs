//! Too much at once.

use std::thread;

use saltus_web::Settings;
use serde_json::json;

use crate::support::{Client, HARD, Server, encoded};

fn hard_search(server: &Server) -> Client {
    let mut client = server.connect();
    client.ask(&format!("/api/solve?line={}", encoded(HARD)));
    assert_eq!(client.head().status, 200);
    client
}

#[test]
fn searches_are_bounded_for_a_client() {
    let server = Server::new();
    let running: Vec<Client> = (0..3).map(|_| hard_search(&server)).collect();
    assert_eq!(server.searches(), 3);
    let refused = [
        server.get(&format!("/api/solve?line={}", encoded(HARD))),
        server.get(&format!("/api/certificate?line={}", encoded(HARD))),
        server.post("/api/solve", &json!({"line": HARD})),
    ];
    for answer in refused {
        assert!(answer.refusal(429).starts_with("3 searches of yours are running"));
        assert!(answer.field("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok()));
    }
    // What is easy needs no leave.
    assert_eq!(server.post("/api/solve", &json!({"line": "shift 3 3"})).value()["length"], 15);
    drop(running);
    server.await_searches(0);
    drop(hard_search(&server));
}

#[test]
fn searches_are_bounded_in_all() {
    let server = Server::with(Settings { searches: 1, ..Settings::default() });
    let running = hard_search(&server);
    let answer = server.get(&format!("/api/solve?line={}", encoded(HARD)));
    assert!(answer.refusal(503).starts_with("1 searches are running") && answer.field("retry-after").is_some());
    drop(running);
    server.await_searches(0);
    drop(hard_search(&server));
}

/// Many threads ask for what is hard, and leave; in the end all is as in the beginning.
#[test]
fn a_flood_passes() {
    let server = Server::new();
    let statuses: Vec<u16> = thread::scope(|scope| {
        let ask = || {
            let mut client = server.connect();
            client.ask(&format!("/api/solve?line={}", encoded(HARD)));
            client.head().status
        };
        let threads: Vec<_> = (0..24).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(statuses.iter().all(|status| [200, 429, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200), "{statuses:?}");
    server.await_searches(0);
    assert_eq!(server.post("/api/solve", &json!({"line": "shift 3 3"})).value()["length"], 15);
}

/// While searches run, a play is answered.
#[test]
fn what_is_light_is_answered_beside_searches() {
    let server = Server::new();
    let mut running: Vec<Client> = (0..3).map(|_| hard_search(&server)).collect();
    let mut client = server.connect();
    for _ in 0..50 {
        assert_eq!(client.post("/api/play", &json!({"line": "chinese star"})).status, 200);
    }
    // They are still at it.
    assert!(running.iter_mut().all(|search| search.event().0 == "progress"));
    assert_eq!(server.searches(), 3);
}

#[test]
fn connections_are_bounded() {
    let server = Server::with(Settings { connections: 4, ..Settings::default() });
    let mut open: Vec<Client> = (0..4).map(|_| server.connect()).collect();
    open.iter_mut().for_each(|client| assert_eq!(client.get("/api/families").status, 200));
    let answer = server.connect().ask("/api/families").answer();
    assert!(answer.refusal(503).contains("too many connections") && answer.field("retry-after").is_some());
    // Those that there are go on; one that ends makes room.
    assert_eq!(open[3].get("/api/families").status, 200);
    open.pop();
    let begun = std::time::Instant::now();
    loop {
        let mut client = server.connect();
        if client.ask("/api/families").answer().status == 200 {
            break;
        }
        assert!(begun.elapsed() < crate::support::PATIENCE);
    }
}

/// Each takes files of this process, which may have more of them than it has at first.
fn let_many_files_be_open() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        setrlimit(Resource::Nofile, rustix::process::Rlimit { current: limit.maximum, ..limit })
            .expect("a higher limit");
    }
}

/// A thousand connections that begin a request and do not end it take no place from those that ask, though all come from one address.
#[test]
fn half_open_connections_stop_nobody() {
    let_many_files_be_open();
    let server = Server::new();
    let half_open = || {
        let mut client = server.connect();
        client.try_send("GET /api/families HTTP/1.1\r\nHost: ");
        client
    };
    let mut open: Vec<Client> = (0..1000).map(|_| half_open()).collect();
    for request in 0..60 {
        open.extend((0..4).map(|_| half_open()));
        assert_eq!(server.get("/api/families").status, 200, "request {request}");
    }
}

/// One address that takes all connections leaves room for the others, whatever it does with them;
/// what it still has is answered.
#[cfg(target_os = "linux")]
#[test]
fn connections_are_shared_by_clients() {
    const MOST: usize = 48;
    let half_open = [
        "",
        "GET / HTTP/1.1\r\nHost: ",
        "POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n",
        "GET /api/families HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ];
    for sent in half_open {
        let server = Server::with(Settings { connections: MOST, ..Settings::default() });
        let flood = |number: usize| -> Vec<Client> {
            let open = (0..number).map(|_| {
                let mut client = server.connect_from([127, 0, 0, 2]);
                client.try_send(sent);
                client
            });
            open.collect()
        };
        // Nobody else wants them, so it may have all.
        let mut first = server.connect_from([127, 0, 0, 2]);
        assert_eq!(first.get("/api/families").status, 200);
        let _flood = flood(MOST + 16);
        let begun = std::time::Instant::now();
        while first.get("/api/status").value()["connections"] != MOST {
            assert!(begun.elapsed() < crate::support::PATIENCE, "{sent:?}");
        }
        // Each of these has two at the same time, and keeps them while the flood goes on.
        let mut others: Vec<Client> = (0..16).map(|number| server.connect_from([127, 0, 1, 1 + number / 2])).collect();
        others.iter_mut().for_each(|client| assert_eq!(client.get("/api/families").status, 200, "{sent:?}"));
        let _more = flood(16);
        others.iter_mut().for_each(|client| assert_eq!(client.get("/api/families").status, 200, "{sent:?}"));
    }
}

/// Connections are refused to the client who has the most of them.
#[cfg(target_os = "linux")]
#[test]
fn shares_are_even() {
    use std::io::Read;

    let server = Server::with(Settings { connections: 4, ..Settings::default() });
    let open = |client: u8| {
        let mut client = server.connect_from([127, 0, 0, client]);
        let status = client.get("/api/families").status;
        (client, status)
    };
    let first: Vec<_> = (0..4).map(|_| open(2)).collect();
    let second: Vec<_> = (0..2).map(|_| open(3)).collect();
    assert!(first.iter().chain(&second).all(|(_, status)| *status == 200));
    // Two each.
    assert_eq!((open(2).1, open(3).1), (503, 503));
    let third = open(4);
    assert_eq!(third.1, 200);
    let fourth = open(5);
    assert_eq!(fourth.1, 200);
    // One each.
    assert_eq!((open(2).1, open(6).1), (503, 503));
    let all = first.into_iter().chain(second).chain([third, fourth]);
    let left = all.filter_map(|(mut client, _)| {
        client.try_send("GET /api/families HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let mut answer = Vec::new();
        let read = client.stream.read_to_end(&mut answer);
        read.is_ok_and(|length| length > 0).then_some(())
    });
    assert_eq!(left.count(), 4);
}

/// A server that ends takes its searches with it.
#[test]
fn the_end_is_the_end_of_searches() {
    let server = Server::new();
    let mut running = hard_search(&server);
    drop(server);
    assert!(running.is_closed());
}
