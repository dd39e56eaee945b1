//! `rivals sbt referee`: the referee of the file protocol, for two programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use miette::{Context, IntoDiagnostic, miette};

use super::sbt::read_file;
use crate::command::output::print_note;
use crate::command::shared::whole_number;
use crate::command::{Output, help_end};
use crate::engine;
use crate::games::battletech::BattleTech;
use crate::games::battletech::sbt::{self, PHASES, SECONDS};
use crate::play::{Game, Playthrough, Seat, Turn};

/// Play a game between programs of the file protocol.
///
/// Each program is started in the folder for each phase of its mech, with the number of its player
/// and the phase behind its own words. It has 10 seconds to write accionJ#.sbt; without an answer its
/// mech does nothing. Standard error names what was refused. The output is the game, as `rivals engine
/// battletech` answers the question `play`; it is the same game if both decide alike and no mech tries
/// to stand up.
///
/// The folder also has turno.sbt, which other referees lack and programs need not read: the seed, the
/// turn, the last turn, and for each mech the hexes that it has moved and whether its pilot is
/// conscious.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # does running to the enemy win?
    rivals sbt referee 'rivals sbt' 'rivals sbt --agent charge' --seed 7
"))]
pub(super) struct RefereeArgs {
    /// Command lines, split into words at spaces, one for each mech
    #[arg(value_name = "PROGRAM", num_args = 2..=4, required = true)]
    programs: Vec<String>,
    /// Setup of the game
    #[arg(long, value_name = "SETUP", default_value = "duel")]
    setup: String,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// Folder of the files [default: a temporary one]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl RefereeArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let game = Arc::new(BattleTech::default());
        let dice = engine::dice(Some(self.seed));
        let seats = self.programs.len();
        let start = game.set_up(&self.setup, seats, &mut dice.opening())?;
        if game.seats_of(&start) != seats {
            let help = "write a program for each mech of the setup";
            return Err(miette!(help = help, "the setup {} has more mechs", self.setup));
        }
        let temporary = tempfile::tempdir().into_diagnostic()?;
        let folder = self.folder.as_deref().unwrap_or(temporary.path());
        fs::create_dir_all(folder).into_diagnostic()?;
        let mut playthrough = Playthrough::from_state(game, start, seats, dice);
        let outcome = loop {
            match playthrough.turn() {
                Turn::Over(outcome) => break outcome,
                Turn::Chance(_) => drop(playthrough.roll()),
                Turn::Decide(seat) => self.ask(&mut playthrough, seat, folder)?,
            }
        };
        let answer = engine::played(&playthrough, &outcome);
        Ok(Output::done(format!("{answer}\n")))
    }

    /// Lets the program of a seat decide in a phase, and plays its answer.
    fn ask(
        &self,
        playthrough: &mut Playthrough<BattleTech>,
        seat: Seat,
        folder: &Path,
    ) -> miette::Result<()> {
        let state = playthrough.state();
        let phase = PHASES.into_iter().find(|(_, phase)| *phase == state.phase);
        let (phase, _) = phase.expect("seats decide in these phases alone");
        for (name, text) in sbt::write(state, seat, self.seed) {
            // The texts are of ISO-8859-1.
            let byte = |letter| u8::try_from(letter).unwrap_or(b'?');
            let bytes: Vec<u8> = text.chars().map(byte).collect();
            fs::write(folder.join(name), bytes).into_diagnostic()?;
        }
        let file = folder.join(sbt::answer_name(seat.0));
        if file.is_dir() {
            fs::remove_dir_all(&file).into_diagnostic()?;
        } else if file.exists() {
            fs::remove_file(&file).into_diagnostic()?;
        }
        let program = &self.programs[usize::from(seat.0)];
        let is_in_time = run_program(program, [&seat.0.to_string(), phase], folder)?;
        let answer = sbt::actions(state, seat, &|name| read_file(folder, name));
        let here = format!("{seat}, turn {}, {phase}", state.turn);
        let (actions, notes) = match answer {
            _ if !is_in_time => (Vec::new(), vec![format!("no answer in {SECONDS} seconds")]),
            Ok(answer) => answer,
            Err(error) => (Vec::new(), vec![format!("{error:#}")]),
        };
        let refused = sbt::play(playthrough, actions);
        for note in notes.into_iter().chain(refused.iter().map(|it| format!("{it} is not legal"))) {
            print_note(&format!("{here}: {note}"));
        }
        Ok(())
    }
}

/// Runs a program to its end, or until its time is over; returns whether it has ended by itself.
fn run_program(line: &str, args: [&str; 2], folder: &Path) -> miette::Result<bool> {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default();
    // A path starts from the current folder, and the program runs in another.
    let path = if name.contains('/') { fs::canonicalize(name).ok() } else { None };
    let mut command = Command::new(path.unwrap_or_else(|| name.into()));
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.args(words).args(args).current_dir(folder);
    let started = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
    let mut child = started.into_diagnostic().wrap_err_with(|| format!("cannot start {name}"))?;
    let begun = Instant::now();
    while child.try_wait().into_diagnostic()?.is_none() {
        if begun.elapsed() > Duration::from_secs(SECONDS) {
            // With all that it has started, where there are groups of processes.
            #[cfg(unix)]
            let _ =
                Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
            let _ = child.kill();
            child.wait().into_diagnostic()?;
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(true)
}
