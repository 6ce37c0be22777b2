//! The program `saltus-check`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(saltus_check::program::run(std::env::args_os().skip(1).collect()))
}
