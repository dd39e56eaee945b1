//! The program `rivals`: it parses the arguments, runs the command, prints the error if
//! there is one, and chooses the exit code. Everything else is in the library.

use std::process::ExitCode;

use clap::Parser;
use rivals::cli::{Cli, REFUSED, print_note};

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(success) => success.into(),
        Err(report) => {
            // The rendering follows NO_COLOR and whether stderr is a terminal.
            print_note(&format!("{report:?}"));
            ExitCode::from(REFUSED)
        }
    }
}
