//! Searches that were asked for. What turns out to be easy is answered at once; what is not needs leave.

use std::io::{self, Write};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Extension;
use axum::extract::{self, Request};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use saltus::catalog::{CannotCertify, Subject};
use saltus::limits::{Limits, Share, Stop};
use saltus::record;
use saltus::verdict::{Outcome, Verdict};
use serde::Deserialize;

use super::{asked, body};
use crate::admission::{Interest, Ticket};
use crate::answer::{Fault, bytes, download};
use crate::events;
use crate::server::{Client, State};
use crate::work::{Cost, Grant, apart, parse, within};

/// Answers and certificates are held so far, in bytes.
const LONGEST_ANSWER: usize = 16 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    line: String,
    #[serde(default)]
    limits: Narrower,
}

/// Limits below those that are granted.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Narrower {
    /// Seconds.
    time: Option<f64>,
    /// Bytes.
    memory: Option<u64>,
    nodes: Option<u64>,
}

impl Narrower {
    fn of(&self, cost: Cost) -> Result<Cost, Fault> {
        let time = match self.time {
            None => cost.time,
            Some(seconds) => {
                let asked = Duration::try_from_secs_f64(seconds);
                asked.map_err(|_| Fault::bad("limits.time is a number of seconds"))?.min(cost.time)
            }
        };
        let memory = self.memory.map_or(cost.memory, |memory| memory.min(cost.memory));
        Ok(Cost { time, memory, nodes: self.nodes.map_or(cost.nodes, |nodes| nodes.min(cost.nodes)) })
    }
}

/// The record of an answer.
pub(super) async fn solve(
    extract::State(state): extract::State<Arc<State>>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<Response, Fault> {
    let Asked { line, limits } = body(&state, request).await?;
    let cost = limits.of(state.grant.cost)?;
    let line: Arc<str> = line.into();
    if let Some(record) = at_once(&state, &line, cost).await? {
        return Ok(bytes("application/json", record));
    }
    let ticket = state.admission.ticket(client.0)?;
    let grant = Grant { cost, threads: state.grant.threads, cache: state.grant.cache.clone() };
    let interest = Interest::default();
    let lost = interest.lost();
    let record = apart(move || {
        let _ticket = ticket;
        searched(&line, &grant.limits(&lost))
    });
    let record = record.await?;
    drop(interest);
    Ok(bytes("application/json", record))
}

/// The same with reports on the way to it, as events.
pub(super) async fn follow(
    extract::State(state): extract::State<Arc<State>>,
    Extension(client): Extension<Client>,
    uri: Uri,
) -> Result<Response, Fault> {
    let line: Arc<str> = asked(&uri, "line")?.into();
    if let Some(record) = at_once(&state, &line, state.grant.cost).await? {
        return Ok(bytes("text/event-stream", events::event("answer", &String::from_utf8_lossy(&record))));
    }
    let ticket = state.admission.ticket(client.0)?;
    let interest = Interest::default();
    let lost = interest.lost();
    let (sender, response) = events::stream(interest);
    let (grant, admission) = (state.grant.clone(), state.admission.clone());
    tokio::spawn(async move {
        let sender = Arc::new(sender);
        let progress = sender.clone();
        let record = apart(move || {
            let _ticket = ticket;
            searched(&line, &Limits { progress: Some(&*progress), ..grant.limits(&lost) })
        });
        let answer = record.await.and_then(|record| {
            let event = events::event("answer", &String::from_utf8_lossy(&record));
            admission.keep(event)
        });
        sender.send(answer.unwrap_or_else(|fault| {
            events::event("failed", &format!("{{\"error\":{}}}", record::quoted(fault.error())))
        }));
    });
    Ok(response)
}

/// The answer to what is easy: the same that a search with the whole cost would give. None for what is not.
async fn at_once(state: &State, line: &Arc<str>, whole: Cost) -> Result<Option<Vec<u8>>, Fault> {
    let line = line.clone();
    within(&state.admission.quick, move |lost| {
        let subject = parse(&line)?;
        let cost = Cost {
            time: Cost::QUICK.time.min(whole.time),
            memory: Cost::QUICK.memory.min(whole.memory),
            nodes: Cost::QUICK.nodes.min(whole.nodes),
        };
        let short = AtomicBool::new(false);
        let share = Some(Share { whole: whole.memory, short: &short });
        let verdict = subject.solve(&Limits { share, ..cost.limits(lost) });
        let met = match verdict.outcome {
            Outcome::GaveUp { stop, .. } => Some(stop),
            _ => verdict.limit,
        };
        // Where more would not be granted the answer stays what it is.
        let is_last = match met {
            None | Some(Stop::Memory { .. } | Stop::Cells { .. }) => true,
            Some(Stop::Nodes) => cost.nodes == whole.nodes,
            Some(Stop::Time) => cost.time == whole.time,
            Some(Stop::Cancelled | Stop::Storage) => false,
        };
        if short.load(Ordering::Relaxed) || !is_last { Ok(None) } else { written(&*subject, &verdict).map(Some) }
    })
    .await
}

/// Searches, and writes the record of it.
fn searched(line: &str, limits: &Limits<'_>) -> Result<Vec<u8>, Fault> {
    let subject = parse(line)?;
    let verdict = subject.solve(limits);
    written(&*subject, &verdict)
}

fn written(subject: &dyn Subject, verdict: &Verdict) -> Result<Vec<u8>, Fault> {
    held(|out| record::write_verdict(out, subject, verdict, &record::Wanted::default()))
}

/// The certificate of an answer.
pub(super) async fn certificate(
    extract::State(state): extract::State<Arc<State>>,
    Extension(client): Extension<Client>,
    uri: Uri,
) -> Result<Response, Fault> {
    let line = asked(&uri, "line")?;
    let certificate = certified(&state, client.0, line).await?;
    Ok(download("application/octet-stream", "saltus.cert", certificate))
}

async fn certified(state: &State, client: IpAddr, line: String) -> Result<Vec<u8>, Fault> {
    let ticket: Ticket = state.admission.ticket(client)?;
    let interest = Interest::default();
    let (lost, grant) = (interest.lost(), state.grant.clone());
    let certificate = apart(move || {
        let _ticket = ticket;
        let limits = grant.limits(&lost);
        let subject = parse(&line)?;
        let verdict = subject.solve(&limits);
        let certificate = subject.certificate(&verdict, &limits).map_err(|why| match (why, &verdict.outcome) {
            (CannotCertify::NoAnswer, Outcome::GaveUp { stop, .. }) => Fault::too_much(format!("no answer: {stop}")),
            (why, _) => Fault::too_much(format!("no certificate: {why}")),
        })?;
        held(|out| certificate.write(out))
    });
    let certificate = certificate.await;
    drop(interest);
    certificate
}

/// What is written, if it is not too long.
fn held(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Vec<u8>, Fault> {
    let mut held = Held(Vec::new());
    match write(&mut held) {
        Ok(()) => Ok(held.0),
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => {
            Err(Fault::too_much("the answer is too long to be sent; the command line writes it"))
        }
        Err(_) => Err(Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "the answer could not be written")),
    }
}

/// Bytes up to a limit.
struct Held(Vec<u8>);

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST_ANSWER {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
