//! The real program, run as people and scripts run it, well and badly.
#![cfg(unix)]

mod batch;
mod certificates;
mod commands;
mod interrupted;
mod limits;
mod snapshots;
mod streams;
mod support;
mod verify;
mod words;
