//! The open connections, and their clients. One client may have all of them. When all are taken
//! and another one is wanted, first one that sends no request is closed, then one of the client
//! with the most.

use std::collections::HashMap;
use std::future::{Future, pending};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::{AbortHandle, Id, JoinError, JoinSet};

use crate::connection::Activity;

/// The first head of a connection may take so long where others want its place.
const SOON: Duration = Duration::from_secs(5);

/// One of them.
struct Open {
    /// How many were opened before it.
    number: u64,
    client: IpAddr,
    activity: Arc<Activity>,
    task: AbortHandle,
}

/// All of them, up to a limit.
pub(crate) struct Connections {
    most: usize,
    opened: u64,
    tasks: JoinSet<()>,
    /// Those whose tasks have not been asked to end.
    open: HashMap<Id, Open>,
}

impl Connections {
    pub(crate) fn new(most: usize) -> Self {
        Connections { most, opened: 0, tasks: JoinSet::new(), open: HashMap::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether a client may have one more. Where all are taken, the first to go is one that has sent
    /// no whole head in time, whoever has it; then one of the client with the most, unless it would
    /// then have fewer than the new client; then the new client's own that has sent no whole head.
    pub(crate) fn have_room_for(&mut self, client: IpAddr) -> bool {
        while let Some(ended) = self.tasks.try_join_next_with_id() {
            self.forget(ended);
        }
        if self.len() < self.most {
            return true;
        }
        let mut shares: HashMap<IpAddr, usize> = HashMap::new();
        self.open.values().for_each(|open| *shares.entry(open.client).or_default() += 1);
        let own = shares.get(&client).copied().unwrap_or_default();
        let greatest = shares.into_iter().max_by_key(|(_, share)| *share);
        let loser = greatest.filter(|(_, share)| *share > own + 1).map(|(loser, _)| loser);
        let may_go = |open: &Open| {
            let owes = open.activity.owes_head();
            owes.is_some_and(|time| time >= SOON)
                || loser.map_or(owes.is_some() && open.client == client, |loser| open.client == loser)
        };
        let least = self
            .open
            .iter()
            .filter(|(_, open)| may_go(open))
            .min_by_key(|(_, open)| (open.activity.worth(), open.number));
        let closed = least.map(|(id, _)| *id).and_then(|id| self.open.remove(&id));
        closed.inspect(|open| open.task.abort()).is_some()
    }

    /// Adds one, which is open as long as `answers` has not ended.
    pub(crate) fn add(
        &mut self,
        client: IpAddr,
        activity: Arc<Activity>,
        answers: impl Future<Output = ()> + Send + 'static,
    ) {
        let task = self.tasks.spawn(answers);
        self.open.insert(task.id(), Open { number: self.opened, client, activity, task });
        self.opened += 1;
    }

    /// Waits until one has ended; for ever where there is none.
    pub(crate) async fn one_ends(&mut self) {
        match self.tasks.join_next_with_id().await {
            Some(ended) => self.forget(ended),
            None => pending().await,
        }
    }

    fn forget(&mut self, ended: Result<(Id, ()), JoinError>) {
        self.open.remove(&ended.map_or_else(|error| error.id(), |(id, ())| id));
    }

    /// Closes all.
    pub(crate) async fn end(&mut self) {
        self.tasks.shutdown().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Connections without answers: of each the client, and whether it has sent a request.
    fn full(open: &[(u8, bool)]) -> (Connections, Vec<Arc<Activity>>) {
        let mut connections = Connections::new(open.len());
        let activities = open.iter().map(|&(client, has_spoken)| {
            let activity = Activity::new();
            assert!(connections.have_room_for(address(client)));
            connections.add(address(client), activity.clone(), pending());
            if has_spoken {
                drop(activity.request());
            }
            activity
        });
        let activities = activities.collect();
        (connections, activities)
    }

    fn address(client: u8) -> IpAddr {
        [127, 0, 0, client].into()
    }

    fn is_open(connections: &Connections, activity: &Arc<Activity>) -> bool {
        connections.open.values().any(|open| Arc::ptr_eq(&open.activity, activity))
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_sends_no_head_in_time_goes_first() {
        let (mut connections, activities) = full(&[(1, true), (1, true), (2, false), (3, true)]);
        tokio::time::advance(SOON.saturating_sub(Duration::from_millis(1))).await;
        // Not yet: the client with the most loses one, and where all have one nobody does.
        assert!(connections.have_room_for(address(4)) && !is_open(&connections, &activities[0]));
        connections.add(address(4), Activity::new(), pending());
        assert!(!connections.have_room_for(address(3)));
        tokio::time::advance(Duration::from_millis(1)).await;
        assert!(connections.have_room_for(address(3)) && !is_open(&connections, &activities[2]));
        assert!([1, 3].into_iter().all(|kept| is_open(&connections, &activities[kept])));
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_makes_room_for_itself() {
        let (mut connections, activities) = full(&[(1, true), (1, false), (1, false), (2, false)]);
        for gone in [1, 2] {
            assert!(connections.have_room_for(address(1)) && !is_open(&connections, &activities[gone]));
            let activity = Activity::new();
            connections.add(address(1), activity.clone(), pending());
            drop(activity.request());
        }
        assert!(!connections.have_room_for(address(1)), "all of its connections are in use");
        assert!(is_open(&connections, &activities[0]) && is_open(&connections, &activities[3]));
    }
}
