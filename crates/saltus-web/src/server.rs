//! Listens for connections, and passes requests to the handlers that answer them.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as _, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tower_service::Service;

use crate::admission::Admission;
use crate::answer::Fault;
use crate::api;
use crate::connection::{Activity, Watched, unharmed};
use crate::connections::Connections;
use crate::guard::{self, Guard};
use saltus_api::registry::Registry;

use crate::settings::Settings;
use crate::work::{Cost, Grant};

/// How often it is asked whether to end.
const BETWEEN_QUESTIONS: Duration = Duration::from_millis(50);
/// How long searches have to hear that they are to end.
const GRACE: Duration = Duration::from_millis(300);
/// The greatest size of the head of a request in bytes, and the greatest number of its fields.
const LONGEST_HEAD: usize = 1 << 15;
const MOST_FIELDS: usize = 64;
/// Connections that are turned away at the same time, with how many bytes and how much time; further ones are closed
/// without a response.
const MOST_TURNED_AWAY: usize = 32;

/// What all requests share.
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) families: Arc<Registry>,
    pub(crate) admission: Arc<Admission>,
    pub(crate) grant: Arc<Grant>,
    pub(crate) connections: AtomicUsize,
    guard: Guard,
}

/// The sender of a request: clients are distinguished by their addresses.
#[derive(Clone, Copy)]
pub(crate) struct Client(pub(crate) IpAddr);

/// Serves the page until `shutdown` is set. `ready` is called with the address of the page, with
/// the token where it needs one.
///
/// Searches that are running then are cancelled.
///
/// # Errors
/// When it cannot listen there.
pub fn serve(settings: Settings, shutdown: &AtomicBool, ready: impl FnOnce(&str)) -> io::Result<()> {
    serve_routes(settings, api::router, shutdown, ready)
}

fn serve_routes(
    settings: Settings,
    routes: fn(Arc<State>) -> Router,
    shutdown: &AtomicBool,
    ready: impl FnOnce(&str),
) -> io::Result<()> {
    let runtime = runtime(&settings)?;
    let served = runtime.block_on(listen(settings, routes, shutdown, ready));
    runtime.shutdown_timeout(GRACE);
    served
}

fn runtime(settings: &Settings) -> io::Result<Runtime> {
    /// Searches are recursive.
    const STACK: usize = 8 << 20;
    Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(settings.searches + Admission::PLACES)
        .thread_stack_size(STACK)
        .thread_name("serve")
        .enable_all()
        .build()
}

async fn listen(
    settings: Settings,
    routes: fn(Arc<State>) -> Router,
    shutdown: &AtomicBool,
    ready: impl FnOnce(&str),
) -> io::Result<()> {
    let listener = TcpListener::bind((settings.address, settings.port)).await?;
    let address = listener.local_addr()?;
    let most = settings.connections;
    let state = Arc::new(State::new(settings, address)?);
    let router = routes(state.clone());
    ready(&place(address, state.guard.token()));
    let mut questions = tokio::time::interval(BETWEEN_QUESTIONS);
    let mut connections = Connections::new(most);
    let mut turned_away = JoinSet::new();
    while !shutdown.load(Ordering::Relaxed) {
        state.connections.store(connections.len(), Ordering::Relaxed);
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) if connections.have_room_for(peer.ip()) => {
                    let activity = Activity::new();
                    let answers = answer_all(state.clone(), router.clone(), stream, peer, activity.clone());
                    connections.add(peer.ip(), activity, answers);
                }
                Ok((stream, _)) if turned_away.len() < MOST_TURNED_AWAY => {
                    turned_away.spawn(turn_away(stream));
                }
                Ok(_) => {}
                // Too many files are open, or the like: it may pass.
                Err(_) => tokio::time::sleep(BETWEEN_QUESTIONS).await,
            },
            () = connections.one_ends() => {}
            Some(_) = turned_away.join_next() => {}
            _ = questions.tick() => {}
        }
    }
    // With the connections go the searches that were asked for there.
    connections.end().await;
    Ok(())
}

/// The address of the page.
fn place(mut address: SocketAddr, token: Option<&str>) -> String {
    // A browser cannot open the address that means all addresses.
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    let token = token.map(|token| format!("?token={token}"));
    format!("http://{address}/{}", token.unwrap_or_default())
}

impl State {
    fn new(settings: Settings, address: SocketAddr) -> io::Result<Self> {
        let short = Cost::QUICK.memory * Admission::QUICK as u64 + Cost::HINT.memory * Admission::MODERATE as u64;
        let memory = settings.memory.saturating_sub(short).max(settings.memory / 2) / settings.searches.max(1) as u64;
        let grant = Grant {
            cost: Cost { time: settings.search.time, memory, nodes: settings.search.nodes },
            threads: settings.search.threads,
            cache: settings.cache.as_deref().map(Into::into),
        };
        Ok(State {
            families: Arc::new(settings.families.clone()),
            admission: Arc::new(Admission::new(&settings)),
            grant: Arc::new(grant),
            connections: AtomicUsize::new(0),
            guard: Guard::new(address.ip(), address.port())?,
            settings,
        })
    }
}

/// Answers the requests of a connection, one after the other.
async fn answer_all(state: Arc<State>, router: Router, stream: TcpStream, peer: SocketAddr, activity: Arc<Activity>) {
    let Ok(local) = stream.local_addr() else { return };
    // Without this it is only slower.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request: Request<Incoming>| {
        let (state, router, activity) = (state.clone(), router.clone(), activity.clone());
        async move {
            let _busy = activity.request();
            Ok::<_, Infallible>(answer(&state, router, request.map(Body::new), peer.ip(), local.ip()).await)
        }
    });
    let io = TokioIo::new(Watched { stream, activity: activity.clone() });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(state.settings.head_time)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_FIELDS)
        .serve_connection(io, service);
    tokio::select! {
        // An error of one connection does not affect the others.
        _ = connection => {}
        () = activity.silent(state.settings.idle_time) => {}
    }
}

/// Answers one request.
async fn answer(
    state: &State,
    mut router: Router,
    mut request: Request<Body>,
    peer: IpAddr,
    local: IpAddr,
) -> Response {
    let admitted = state.guard.admit(local, request.method(), request.uri(), request.headers());
    let response = if let Err(refused) = admitted {
        *refused
    } else {
        request.extensions_mut().insert(Client(peer));
        match unharmed(router.call(request)).await {
            Some(Ok(response)) => response,
            None => Fault::bug().into_response(),
        }
    };
    let mut response = kept(&state.admission, response).await;
    guard::seal(&mut response, state.settings.modules.is_some());
    response
}

/// A long answer waits for its reader in a bounded buffer.
async fn kept(admission: &Admission, response: Response) -> Response {
    const LONG: u64 = 1 << 16;
    if response.body().size_hint().exact().is_none_or(|length| length <= LONG) {
        return response;
    }
    let (head, body) = response.into_parts();
    // It is there, and has a length.
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    match admission.keep(body) {
        Ok(body) => Response::from_parts(head, body.into()),
        Err(fault) => fault.into_response(),
    }
}

/// Reports that there are too many connections.
async fn turn_away(mut stream: TcpStream) {
    const ANSWER: &[u8] =
        b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 54\r\n\
        Retry-After: 1\r\nConnection: close\r\n\r\n{\"error\":\"there are too many connections; try again\"}\n";
    let farewell = async {
        stream.write_all(ANSWER).await?;
        stream.shutdown().await?;
        // What was sent is read: else the sender would see an error instead of the answer.
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    };
    // A failure or a delay is not reported.
    let _ = tokio::time::timeout(Duration::from_secs(1), farewell).await;
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::sync::mpsc;
    use std::thread;

    use axum::http::Uri;
    use axum::routing::get;

    use super::*;
    use crate::work;

    fn routes(state: Arc<State>) -> Router {
        let here = |uri: Uri| async move {
            assert_ne!(uri.path(), "/here", "a planted bug");
        };
        let apart = || work::apart(|| -> Response { panic!("a planted bug on another thread") });
        api::router(state).route("/here", get(here)).route("/apart", get(apart))
    }

    #[test]
    fn a_panic_harms_nobody_else() {
        let stop = Arc::new(AtomicBool::new(false));
        let asked_to_stop = stop.clone();
        let (sender, receiver) = mpsc::channel();
        let settings = Settings { port: 0, ..Settings::default() };
        let served = thread::spawn(move || {
            serve_routes(settings, routes, &asked_to_stop, |place| sender.send(place.to_owned()).expect("heard"))
        });
        let place = receiver.recv().unwrap();
        let address = place.strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).unwrap();
        let ask = |stream: &mut std::net::TcpStream, path: &str| {
            write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
            let mut start = [0; 12];
            stream.read_exact(&mut start).unwrap();
            String::from_utf8_lossy(&start[9..]).into_owned()
        };
        let mut other = std::net::TcpStream::connect(address).unwrap();
        other.write_all(b"GET /api/families HTTP/1.1\r\nHost: local").unwrap();
        for path in ["/here", "/apart", "/here"] {
            let mut stream = std::net::TcpStream::connect(address).unwrap();
            assert_eq!(ask(&mut stream, path), "500", "{path}");
        }
        // It began before the panics and ends after them.
        assert_eq!(
            {
                other.write_all(b"host\r\n\r\n").unwrap();
                let mut start = [0; 12];
                other.read_exact(&mut start).unwrap();
                start[9..].to_vec()
            },
            b"200"
        );
        stop.store(true, Ordering::Relaxed);
        served.join().unwrap().unwrap();
    }
}
