//! How a command line names games and players.

use std::ffi::OsStr;
use std::sync::OnceLock;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};

use super::shared::{PERSONALITIES_FOLDER, in_configs};
use crate::catalogue::{GameEntry, catalogue, find};
use crate::tournament::config::TournamentConfig;

/// The default game, for runs that name none.
#[must_use]
pub(crate) fn default_game() -> &'static GameEntry {
    &catalogue()[0]
}

fn game_help() -> String {
    let default = default_game().info().name;
    format!("Game; `rivals games` lists all [default: from the configuration, or {default}]")
}

/// The flag that names a game.
#[derive(Debug, Args)]
pub(crate) struct GameArg {
    #[arg(long, value_name = "GAME", value_parser = find, help = game_help())]
    pub game: Option<&'static GameEntry>,
}

/// A parser of the id of a player, which may have spaces around it. Shells complete the ids of
/// the built-in players and the names of the agents of all games; any other text is accepted as
/// well, as players may have files of their own.
#[derive(Clone, Debug)]
pub(crate) struct PlayerId;

impl TypedValueParser for PlayerId {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        Ok(text.trim().to_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(player_ids().iter().map(|id| PossibleValue::new(&**id))))
    }
}

/// The ids of the built-in players of all games and of the files in `configs/personalities`, and
/// the names of agents without parameters.
fn player_ids() -> &'static [String] {
    static IDS: OnceLock<Vec<String>> = OnceLock::new();
    IDS.get_or_init(|| {
        let mut ids = Vec::new();
        for info in catalogue().iter().map(GameEntry::info) {
            let roster = TournamentConfig::built_in_roster(info);
            ids.extend(roster.members.iter().map(|member| member.id().to_owned()));
            let plain = info.agents.iter().filter(|kind| kind.parameters.is_empty());
            ids.extend(plain.map(|kind| kind.name.to_owned()));
        }
        let own = in_configs(PERSONALITIES_FOLDER).and_then(|folder| folder.read_dir().ok());
        let files = own.into_iter().flatten().flatten().map(|entry| entry.path());
        let files = files.filter(|file| file.extension().is_some_and(|ending| ending == "toml"));
        ids.extend(files.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())));
        ids.sort_unstable();
        ids.dedup();
        ids
    })
}
