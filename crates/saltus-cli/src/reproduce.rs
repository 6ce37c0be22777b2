//! `saltus reproduce`: every item of the sources.

mod statements;
