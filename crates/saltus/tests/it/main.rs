//! Tests of the library as a whole, in one program so that it is linked once. What needs a process of its own stands beside it.

mod certificates;
mod chinese_answers;
mod chinese_certificates;
mod chinese_laws;
mod chinese_schedule;
mod chinese_sets;
mod clobber;
mod clobber_answers;
mod clobber_certificates;
mod clobber_laws;
mod clobber_words;
mod common;
mod definitions;
mod draw;
mod edges;
// The folder fuzz is a workspace of its own; only its laws are taken in.
#[path = "../../../../fuzz/src/lib.rs"]
#[allow(dead_code, unreachable_pub, reason = "a library that is taken in as a module")]
mod fuzz_laws;
mod fuzz_smoke;
mod laws;
mod layers;
mod notation;
mod play;
mod progress;
mod reverse_facts;
mod searches;
mod shift_facts;
mod theorems;
mod tile_graph;
mod tile_space;
mod tile_tables;
mod tiles_certificates;
mod tiles_facts;
mod tiles_korf;
mod tiles_laws;
mod tiles_runs;
mod within;
