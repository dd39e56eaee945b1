//! The program: parse, run, say what went wrong, choose the exit code. All else
//! is in the library.

use std::process::ExitCode;

use clap::Parser;
use rivals::cli::{Cli, REFUSED, complain};

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(success) => success.into(),
        Err(report) => {
            // The rendering follows NO_COLOR and whether stderr is a terminal.
            complain(&format!("{report:?}"));
            ExitCode::from(REFUSED)
        }
    }
}
