//! The open connections, and their clients. One client may have all of them. When all are taken
//! and another client connects, the client with the most connections loses one.

use std::collections::HashMap;
use std::future::{Future, pending};
use std::net::IpAddr;
use std::sync::Arc;

use tokio::task::{AbortHandle, Id, JoinError, JoinSet};

use crate::connection::Activity;

/// One of them.
struct Open {
    client: IpAddr,
    activity: Arc<Activity>,
    task: AbortHandle,
}

/// All of them, up to a limit.
pub(crate) struct Connections {
    most: usize,
    tasks: JoinSet<()>,
    /// Those whose tasks have not been asked to end.
    open: HashMap<Id, Open>,
}

impl Connections {
    pub(crate) fn new(most: usize) -> Self {
        Connections { most, tasks: JoinSet::new(), open: HashMap::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether a client may have one more. Where all are taken, the client with the most loses one,
    /// unless it would then have fewer than the new client.
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
        let Some((loser, _)) = greatest.filter(|(_, share)| *share > own + 1) else { return false };
        // One on which nothing is being answered, if there is one; of these the longest silent.
        let of_loser = self.open.iter().filter(|(_, open)| open.client == loser);
        let least = of_loser.min_by_key(|(_, open)| (open.activity.is_busy(), open.activity.last()));
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
        self.open.insert(task.id(), Open { client, activity, task });
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
