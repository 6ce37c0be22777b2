//! The server as whoever connects to it sees it: raw bytes over sockets.
#![allow(unreachable_pub)]

mod adversary;
mod endpoints;
mod flood;
mod hostile;
mod support;
mod token;
