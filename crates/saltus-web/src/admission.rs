//! Admission of work: lanes for short work, tickets for searches. No request queues for a ticket.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::answer::Fault;
use crate::settings::Settings;

/// How long a request waits for its lane.
const PATIENCE: Duration = Duration::from_secs(5);

/// KiB of memory for answers that wait for their readers.
const ROOM: usize = 128 << 10;

/// Places for short pieces of work that run at the same time.
pub(crate) struct Lane {
    places: Arc<Semaphore>,
    width: usize,
}

impl Lane {
    fn new(width: usize) -> Self {
        Lane { places: Arc::new(Semaphore::new(width)), width }
    }

    /// A place in it, soon.
    pub(crate) async fn enter(&self) -> Result<OwnedSemaphorePermit, Fault> {
        let place = tokio::time::timeout(PATIENCE, self.places.clone().acquire_owned()).await;
        let busy = || Fault::busy(StatusCode::SERVICE_UNAVAILABLE, "the server is busy; try again in a moment");
        place.map_err(|_| busy())?.map_err(|_| busy())
    }

    fn taken(&self) -> usize {
        self.width - self.places.available_permits()
    }
}

/// The work in progress.
pub(crate) struct Admission {
    /// Positions and their arrangement: thousands a second.
    pub(crate) light: Lane,
    /// A first look at what may turn out to be hard: tens of milliseconds.
    pub(crate) quick: Lane,
    /// What may take a second or two.
    pub(crate) moderate: Lane,
    /// Pictures, which may take as long and cannot be stopped.
    pub(crate) pictures: Lane,
    /// For answers that are long, until they are read: in KiB.
    room: Arc<Semaphore>,
    searches: Mutex<Searches>,
    most: usize,
    most_of_a_client: usize,
}

#[derive(Default)]
struct Searches {
    all: usize,
    by_client: HashMap<IpAddr, usize>,
}

impl Admission {
    pub(crate) const LIGHT: usize = 8;
    pub(crate) const QUICK: usize = 4;
    pub(crate) const MODERATE: usize = 2;
    pub(crate) const PICTURES: usize = 2;
    /// All places in lanes.
    pub(crate) const PLACES: usize = Self::LIGHT + Self::QUICK + Self::MODERATE + Self::PICTURES;

    pub(crate) fn new(settings: &Settings) -> Self {
        Admission {
            light: Lane::new(Self::LIGHT),
            quick: Lane::new(Self::QUICK),
            moderate: Lane::new(Self::MODERATE),
            pictures: Lane::new(Self::PICTURES),
            room: Arc::new(Semaphore::new(ROOM)),
            searches: Mutex::default(),
            most: settings.searches,
            most_of_a_client: settings.searches_of_a_client,
        }
    }

    /// Leave to search, at once or not at all.
    pub(crate) fn ticket(self: &Arc<Self>, client: IpAddr) -> Result<Ticket, Fault> {
        let mut searches = self.searches();
        if searches.all >= self.most {
            let told = format!("{} searches are running, the most at once; try again when one has ended", self.most);
            return Err(Fault::busy(StatusCode::SERVICE_UNAVAILABLE, told));
        }
        let of_client = searches.by_client.entry(client).or_default();
        if *of_client >= self.most_of_a_client {
            let told = format!("{of_client} searches of yours are running, the most at once; cancel one or wait");
            return Err(Fault::busy(StatusCode::TOO_MANY_REQUESTS, told));
        }
        *of_client += 1;
        searches.all += 1;
        Ok(Ticket { admission: self.clone(), client })
    }

    /// Takes room for an answer until it has been sent, at once or not at all.
    pub(crate) fn keep(&self, answer: Bytes) -> Result<Bytes, Fault> {
        let wanted = u32::try_from(answer.len() >> 10).unwrap_or(u32::MAX);
        let full = |_| Fault::busy(StatusCode::SERVICE_UNAVAILABLE, "too many answers wait to be read; try again");
        let room = self.room.clone().try_acquire_many_owned(wanted).map_err(full)?;
        Ok(Bytes::from_owner(Kept { answer, _room: room }))
    }

    /// Searches and shorter pieces of work that are running.
    pub(crate) fn running(&self) -> (usize, usize) {
        let lanes = [&self.light, &self.quick, &self.moderate, &self.pictures];
        (self.searches().all, lanes.map(Lane::taken).iter().sum())
    }

    fn searches(&self) -> MutexGuard<'_, Searches> {
        // Counts are whole at any time.
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer and its room.
struct Kept {
    answer: Bytes,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.answer
    }
}

/// Leave to search, until it is dropped.
pub(crate) struct Ticket {
    admission: Arc<Admission>,
    client: IpAddr,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut searches = self.admission.searches();
        searches.all -= 1;
        if let Some(of_client) = searches.by_client.get_mut(&self.client) {
            *of_client -= 1;
            if *of_client == 0 {
                searches.by_client.remove(&self.client);
            }
        }
    }
}

/// Stops the work of a request when it is dropped: no client waits for it any more.
#[derive(Default)]
pub(crate) struct Interest(Arc<AtomicBool>);

impl Interest {
    /// Set when no client waits any more.
    pub(crate) fn lost(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

impl Drop for Interest {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
