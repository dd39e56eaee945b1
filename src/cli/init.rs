//! `rivals init`: writes the built-in configuration of a game to files, to be edited.

use std::path::{Path, PathBuf};

use clap::Args;
use miette::miette;

use super::tournament::{TOURNAMENT_FILE, configs_of};
use crate::catalogue::{GameEntry, Playable};
use crate::command::output::write;
use crate::command::shared::PERSONALITIES_FOLDER;
use crate::command::{GameArg, Output, default_game, help_end};
use crate::config::Source;
use crate::personality_files::BUILT_IN_FILES;
use crate::text::number::counted;
use crate::tournament::config::TournamentConfig;
use rivals_core::sentences::PLAYERS;

/// Write the built-in configuration, players and rules to a folder, to be edited.
///
/// Existing files are never overwritten. In the folder `configs`, which is the default, the files
/// replace the built-in ones for every command that runs beside it; in another folder, name them
/// with --config.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # a league of your own: edit the files, then play
    rivals init mine
    rivals tournament --config mine/tournament.toml --roster abel,carla -n 100
"))]
pub(super) struct InitArgs {
    /// Folder for the files, created if it is missing [default: configs, or configs/GAME for
    /// another game than the default]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    game: GameArg,
}

impl InitArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let game = self.game.game.unwrap_or_else(default_game);
        let info = game.info();
        let configs = configs_of(game);
        let folder = self.folder.unwrap_or_else(|| configs.clone());
        let mut files = vec![(PathBuf::from(TOURNAMENT_FILE), tournament(game))];
        if let (Some(name), Some(text)) = (info.rule_file, game.rule_text()) {
            files.push((PathBuf::from(name), text.to_owned()));
        }
        // Elsewhere personalities play only where they are named.
        if info.personalities && TournamentConfig::built_in_roster(info).beside.is_empty() {
            let personality = |(name, text): (&str, &str)| {
                (Path::new(PERSONALITIES_FOLDER).join(name), text.to_owned())
            };
            files.extend(BUILT_IN_FILES.map(personality));
        }
        let player = |(name, text): &(&str, &str)| {
            (Path::new(PLAYERS).join(format!("{name}.toml")), (*text).to_owned())
        };
        files.extend(info.players.iter().map(player));
        let mut paths = files.iter().map(|(name, _)| folder.join(name));
        let file = folder.is_file().then(|| folder.clone());
        if let Some(there) = file.or_else(|| paths.find(|path| path.symlink_metadata().is_ok())) {
            return Err(miette!(
                help = "give another folder, such as `rivals init my-league`, or move it away",
                "{} exists already",
                there.display()
            ));
        }
        for (name, text) in &files {
            write(&folder.join(name), text)?;
        }
        let config = if folder != configs {
            format!(" --config {}", folder.join(TOURNAMENT_FILE).display())
        } else if info.name == default_game().info().name {
            // Every command finds these files by itself.
            String::new()
        } else {
            format!(" --game {}", info.name)
        };
        Ok(Output::done(format!(
            "Wrote {} to {}.\n\nEdit them, then look at the players and play:\n  \
             rivals roster{config}\n  rivals tournament{config} --out my-results\n",
            counted(files.len() as u64, "file", "files"),
            folder.display()
        )))
    }
}

/// The text of a game's tournament file. The rules of a game without a rule file follow as a
/// comment, if they can be read back.
fn tournament(game: &GameEntry) -> String {
    let mut text = game.info().tournament.to_owned();
    let rules = game.load(None).map(|game| game.rules_text()).unwrap_or_default();
    let source = Source::new("", format!("[rules]\n{rules}")).only_table("rules");
    if game.rule_text().is_none() && game.load(Some(&source)).is_ok() {
        text += "\n# The built-in rules. To change them, remove the # of these lines.\n# [rules]\n";
        for line in rules.lines() {
            text += &format!("# {line}\n");
        }
    }
    text
}
