//! The program: parse, run, say what went wrong, choose the exit code. All else
//! is in the library.

use std::process::ExitCode;

use clap::Parser;
use rivals::cli::Cli;
use rivals::cli::complain;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(success) => success.into(),
        Err(failure) => {
            let code = failure.exit_code();
            // The rendering follows NO_COLOR and whether stderr is a terminal.
            complain(&format!("{:?}", miette::Report::new(failure)));
            code
        }
    }
}
