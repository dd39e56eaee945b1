//! `rivals completions`: what a shell needs to complete the program's arguments.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::Cli;
use crate::command::{Output, help_end};

/// Print the completions of a shell.
///
/// They are generated from the same definitions as the help. Where a shell looks for
/// them is said in its manual; bash takes them at once with eval.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # a file for bash, as for ~/.local/share/bash-completion/completions
    rivals completions bash > rivals
"))]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    pub fn run(self) -> miette::Result<Output> {
        Ok(Output::done(script(self.shell)))
    }
}

fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    generate(shell, &mut Cli::command(), "rivals", &mut script);
    String::from_utf8(script).expect("help is UTF-8")
}
