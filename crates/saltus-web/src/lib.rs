//! The page of `saltus serve`: a small server of files that are part of the program, and of what
//! `saltus-api` answers.
//!
//! By default it listens on the loopback. It trusts no name in a request, and bounds
//! everything that a request may cost: bytes, time, memory, nodes, searches and connections at
//! once. It depends on no puzzle.

mod admission;
mod answer;
mod api;
mod assets;
mod book;
mod bundle;
mod connection;
mod connections;
mod events;
mod guard;
mod lessons;
mod modules;
mod pages;
mod policy;
mod server;
mod settings;
pub mod site;
mod work;

pub use lessons::Lesson;
pub use modules::{Modules, NoModule};
pub use server::serve;
pub use settings::{Search, Settings};
