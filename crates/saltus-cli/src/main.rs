//! The program `saltus`.

use std::process::ExitCode;

fn main() -> ExitCode {
    saltus_cli::main(saltus::registry())
}
