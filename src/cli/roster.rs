//! `rivals roster`: who there is, and what they are like.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::tournament::{chosen_rules, read};
use crate::command::output::terminal_width;
use crate::command::shared::{ChosenRules, TextFormat};
use crate::command::{Failure, Output, help_end};
use crate::games::dragon_slayer::Rules;
use crate::personalities::Roster;
use crate::personalities::shown as report;

/// List everybody who plays, with the traits that differ from the optimum's.
///
/// A personality is a TOML file of figures on scales; the README says how to add
/// one. Beside the personalities play policies, to measure them against.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = help_end("
        # everybody of the built-in roster
        rivals roster
    ")
)]
pub struct RosterArgs {
    #[command(subcommand)]
    command: Option<RosterCommand>,
    #[command(flatten)]
    source: SourceArgs,
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

#[derive(Debug, Subcommand)]
enum RosterCommand {
    Show(ShowArgs),
}

/// Draw one of them: every trait and value on its scale.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # what Daniel is like
        rivals roster show daniel
    "))]
struct ShowArgs {
    /// The id of a personality, or the name of a policy
    id: String,
    #[command(flatten)]
    source: SourceArgs,
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

/// Where the roster comes from.
#[derive(Debug, Args)]
struct SourceArgs {
    /// Folder of personalities, as configs/personalities
    #[arg(long, value_name = "DIR")]
    personalities: Option<PathBuf>,
    /// Configuration file whose roster is shown [default: configs/tournament.toml if it exists,
    /// else the built-in copy]
    #[arg(long, value_name = "FILE", conflicts_with = "personalities")]
    config: Option<PathBuf>,
}

impl SourceArgs {
    /// The roster, and the rules of its configuration; a folder of personalities has no rules.
    fn read(&self) -> Result<(Roster, ChosenRules), Failure> {
        if let Some(folder) = &self.personalities {
            let roster = Roster::from_folder(folder)?.with_baselines();
            return Ok((roster, ChosenRules::new(Rules::built_in(), None)));
        }
        let config = read(self.config.as_deref())?;
        let rules = chosen_rules(&config);
        Ok((config.roster, rules))
    }
}

impl RosterArgs {
    pub fn run(self) -> Result<Output, Failure> {
        if let Some(RosterCommand::Show(args)) = self.command {
            return args.run();
        }
        let (roster, rules) = self.source.read()?;
        let text = match self.format {
            TextFormat::Json => report::roster_json(&roster, rules.name().as_deref()),
            TextFormat::Table => rules.above(&report::list(&roster, terminal_width())),
        };
        Ok(Output::done(text))
    }
}

impl ShowArgs {
    fn run(self) -> Result<Output, Failure> {
        let (roster, rules) = self.source.read()?;
        let member = roster.member(&self.id)?;
        let text = match self.format {
            TextFormat::Json => report::member_json(&member, rules.name().as_deref()),
            TextFormat::Table => rules.above(&report::drawing(&member, terminal_width())),
        };
        Ok(Output::done(text))
    }
}
