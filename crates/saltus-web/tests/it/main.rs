//! The server as whoever connects to it sees it: raw bytes over sockets.

mod endpoints;
mod flood;
mod hostile;
mod support;
mod token;
