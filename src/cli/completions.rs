//! `rivals completions`: prints the script with which a shell completes the arguments.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::Cli;
use crate::command::{Output, help_end};

/// Print the completion script of a shell.
///
/// The script completes commands, flags and their values. The manual of the shell says where
/// to put it. In bash, eval "$(rivals completions bash)" loads it at once.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # write the script for bash, for ~/.local/share/bash-completion/completions
    rivals completions bash > rivals
"))]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "rivals", &mut script);
        let script = String::from_utf8(script).expect("help is UTF-8");
        Ok(Output::done(script))
    }
}
