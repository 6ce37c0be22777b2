//! The real program, run as people and scripts run it, well and badly.
#![cfg(unix)]
// A program has no users of its items but itself; `pub` marks what other modules use.
#![allow(unreachable_pub)]

mod batch;
mod certificates;
mod check;
mod commands;
mod compare;
mod daily;
mod family;
mod help;
mod interrupted;
mod ladders;
mod limits;
mod memory;
mod merge;
mod new;
mod parallel;
mod pictures;
mod play;
mod pseudo_terminal;
mod questions;
mod readme;
mod records;
mod reproduce;
mod resume;
mod serve;
mod snapshots;
mod streams;
mod support;
mod sweeps;
mod tables;
mod words;
