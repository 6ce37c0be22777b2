//! The settings of the server.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use saltus_api::registry::Registry;

use crate::modules::Modules;

/// What one search may cost.
#[derive(Clone, Debug)]
pub struct Search {
    /// How long it may take.
    pub time: Duration,
    /// Nodes that it may expand.
    pub nodes: u64,
    /// Threads that it may use.
    pub threads: usize,
}

/// How the server listens, and what it grants.
#[derive(Clone)]
pub struct Settings {
    /// The families that it answers for.
    pub families: Registry,
    /// Where it listens; on any address but the loopback's a token is asked for.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What each search that was asked for may cost.
    pub search: Search,
    /// Bytes of memory for all searches together.
    pub memory: u64,
    /// Searches at once.
    pub searches: usize,
    /// Searches at once for one client, that is one address.
    pub searches_of_a_client: usize,
    /// Connections at once.
    pub connections: usize,
    /// How long the head of a request may take.
    pub head_time: Duration,
    /// How long the body of a request may take.
    pub body_time: Duration,
    /// How long a connection may be silent.
    pub idle_time: Duration,
    /// The folder of tables that are kept on disk.
    pub cache: Option<PathBuf>,
    /// A folder whose files are served instead of those in the program, for work on the page.
    pub assets: Option<PathBuf>,
    /// What the page goes on with when the server has ended, and checks certificates with.
    pub modules: Option<Modules>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            families: saltus_api::registry(),
            address: Ipv4Addr::LOCALHOST.into(),
            port: 7878,
            search: Search { time: Duration::from_mins(1), nodes: u64::MAX, threads: 1 },
            memory: 4 << 30,
            searches: 4,
            searches_of_a_client: 3,
            connections: 256,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            idle_time: Duration::from_mins(1),
            cache: None,
            assets: None,
            modules: Modules::built_in(),
        }
    }
}
