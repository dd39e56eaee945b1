//! `rivals sbt`: answers for a player in the file protocol of a referee.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use miette::miette;

use super::referee::RefereeArgs;
use crate::command::output::{print_note, write};
use crate::command::{Output, help_end};
use crate::engine;
use crate::games::battletech::sbt::{self, PHASES, SECONDS, Told, answer_name};
use crate::games::battletech::{BattleTech, State};
use crate::play::{Decision, Seat, Stream};
use rivals_core::contest::Players;

/// Decide for a player of BattleTech in the file protocol of a referee.
///
/// Reads the files mapaJ#.sbt, mechsJ#.sbt, defmechJ#-k.sbt, iniciativaJ#.sbt, configJ#.sbt and
/// mov.sbt of the player, and writes accionJ#.sbt. If a file is broken, the answer is to do nothing,
/// and standard error names the file and the line; it is the same if the agent takes more than 9
/// seconds. Standard error also names what the files have and the rules lack.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = help_end("
        # how does the first player move at the end of a game between two programs?
        rivals sbt referee 'rivals sbt' 'rivals sbt' --folder game
        rivals sbt 0 Movimiento --folder game
    ")
)]
pub(crate) struct SbtArgs {
    #[command(subcommand)]
    referee: Option<SbtCommand>,
    /// Number of the player, from 0
    #[arg(required = true, value_name = "PLAYER", value_parser = clap::value_parser!(u8).range(0..4))]
    player: Option<u8>,
    /// Phase of the turn
    #[arg(required = true, value_name = "PHASE", value_parser = PossibleValuesParser::new(PHASES.map(|(word, _)| word)))]
    phase: Option<String>,
    /// Folder of the files
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// Agent that decides; `rivals games battletech` lists all
    #[arg(long, value_name = "AGENT", default_value = "seed")]
    agent: String,
    /// Order of iniciativaJ#.sbt: as the mechs move, or the winner, who moves last, first
    #[arg(long, value_name = "ORDER", value_parser = ORDERS, default_value = ORDERS[0])]
    initiative: String,
}

#[derive(Debug, Subcommand)]
enum SbtCommand {
    Referee(RefereeArgs),
}

/// The readings of the file of the initiative.
const ORDERS: [&str; 2] = ["acting-order", "winner-first"];

impl SbtArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let (player, word) = match (self.referee, self.player, self.phase) {
            (Some(SbtCommand::Referee(args)), ..) => return args.run(),
            (None, Some(player), Some(phase)) => (player, phase),
            _ => unreachable!("clap requires a player and a phase"),
        };
        let phase = PHASES.into_iter().find(|(other, _)| *other == word).expect("clap knows it").1;
        let file = self.folder.join(answer_name(player));
        // The answer if anything below fails.
        write(&file, &sbt::idle_answer(phase))?;
        let game = BattleTech::default();
        let mut agent = game.player(&self.agent)?;
        let winner_first = self.initiative == ORDERS[1];
        let told = sbt::read(player, phase, winner_first, &|name| read_file(&self.folder, name));
        let Told { state, seed, notes } =
            told.map_err(|error| miette!(help = error.help, "{}: {}", error.field, error.message))?;
        notes.iter().for_each(|note| print_note(&format!("note: {note}")));
        let seat = Seat(player);
        let dice = engine::dice(Some(seed));
        let mut choose = move |state: &State, actions: &[_]| {
            let mut rng = dice.stream(Stream::Agent(seat), state.moment(seat));
            let at = Decision::new(&game, seat, state, actions);
            agent.decide(&at, &mut rng).ok().map(|thought| thought.action)
        };
        let (ready, answer) = mpsc::channel();
        thread::spawn(move || ready.send(sbt::answer(state, seat, &mut choose)));
        let answer = answer.recv_timeout(Duration::from_secs(SECONDS - 1)).map_err(|_| {
            let help = "choose a faster agent, or a smaller number for it";
            miette!(help = help, "{} did not decide in {} seconds", self.agent, SECONDS - 1)
        })?;
        write(&file, &answer)?;
        Ok(Output::done(String::new()))
    }
}

/// The text of a file of the protocol, which is of ISO-8859-1.
pub(super) fn read_file(folder: &Path, name: &str) -> Option<String> {
    let bytes = fs::read(folder.join(name)).ok()?;
    Some(bytes.into_iter().map(char::from).collect())
}
