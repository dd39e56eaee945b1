//! A game of `rivals play` at its table, from the first question until it is left.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use super::PlayArgs;
use super::beginning::StartedGame;
use super::game_loop::{GameLoop, Mode, Options, Services};
use super::ui::{Left, Ui};
use crate::cli::seating::speakers;
use crate::command::data::DataArg;
use crate::command::print;
use crate::commands;
use crate::history::{GameKeeper, Keeper};
use crate::session::{Next, Session};
use crate::tables::home::Home;
use crate::tables::met::{STRANGER_OF, candidates, earlier};
use crate::tables::seating::{self, game_called};

/// The setting that remembers the mode.
const MODE: &str = "mode";

impl PlayArgs {
    /// Plays a game to its end, or until it is left; returns how, and a note for the user.
    pub(super) fn at_table(
        &self,
        started: StartedGame,
        ui: &mut dyn Ui,
        live: bool,
    ) -> miette::Result<(Left, String)> {
        let StartedGame { session, mut keeper, told, kept, learned } = started;
        let header = session.header();
        let options = Options {
            mode: self.mode.map_or_else(|| self.usual_mode(live), Ok)?,
            hints: self.hints || header.hints,
        };
        let game = game_called(&header.game)?;
        let library = if header.met.is_empty() { None } else { self.data.find()? };
        let met = library.map_or_else(|| Ok(Vec::new()), |library| earlier(&library, header))?;
        let services = Services {
            opening: seating::opening(&*session, learned.clone()),
            learned,
            tally: &|| self.tally(),
            keeper: keeper.as_mut().map(|keeper| keeper as &mut dyn Keeper),
            candidates: candidates(header, &met)?,
            met: &met,
            review: &|record| Some((commands::review::solved(game)?.review)(record, "this game")),
        };
        let folder = self.personalities.as_deref();
        let remarks = !self.quiet_rivals;
        let speakers = speakers(header, folder)?;
        if let Some(work) = session.prepare() {
            // Without a thread, the work is done when it must be.
            let _ = std::thread::Builder::new().spawn(work);
        }
        let mut table = seating::table(session, &services.opening, told, kept, speakers, remarks);
        let mut game_loop = GameLoop::new(&mut table, ui, options, services);
        let left = game_loop.run();
        let mode = game_loop.mode();
        let (saved, result) = (game_loop.is_saved(), game_loop.result().to_owned());
        let over = !result.is_empty();
        if over {
            // Who the stranger was is told: the games that waited for it end as well.
            for (_, game) in &met {
                let history = self.data.open()?;
                GameKeeper::resume(history, game.id, &game.record).add(&game.ending)?;
            }
        }
        let waits = matches!(table.session().next(), Next::Over(_));
        let note = match (over, saved) {
            (true, _) if ui.stays() && (saved || self.no_save) => String::new(),
            (true, true) => result,
            (true, false) if self.no_save => result,
            (false, true) if waits => format!(
                "The game waits until you say who the stranger was: rivals play --resume{0} asks \
                 again. In another game, {STRANGER_OF}{1} seats the same stranger.",
                self.data.flag(),
                keeper.as_ref().and_then(GameKeeper::id).unwrap_or_default()
            ),
            (false, true) => format!(
                "The game is saved; rivals play --resume{} goes on with it.",
                self.data.flag()
            ),
            (false, false) if self.no_save => "The game is not saved.".to_owned(),
            (_, false) => written_aside(table.session(), &self.data)?,
        };
        if matches!(left, Left::Next(_)) && !saved && !self.no_save {
            ui.say(&note);
        }
        if saved && live {
            // The game is kept; that its mode is not remembered is no reason to fail.
            let _ = self.data.open().map(|history| history.set_setting(MODE, mode.word()));
        }
        Ok((left, note))
    }

    /// How many of my guesses were right, and how many there were.
    fn tally(&self) -> Option<[usize; 2]> {
        let history = self.data.find().ok().flatten()?;
        Home::of(Some(&history), self.my_name()).ok()?.tally()
    }

    /// The mode of the last game at a terminal.
    fn usual_mode(&self, live: bool) -> miette::Result<Mode> {
        if !live {
            return Ok(Mode::Automatic);
        }
        let kept = self.history()?.map(|history| history.setting(MODE)).transpose()?.flatten();
        Ok(kept.and_then(|word| Mode::of(&word)).unwrap_or(Mode::Interactive))
    }
}

/// Writes a game that could not be saved into a new file of the current folder, or else prints it;
/// returns a note.
fn written_aside(session: &dyn Session, data: &DataArg) -> miette::Result<String> {
    let text = session.record().write_sealed();
    let name = |number: u32| PathBuf::from(format!("rivals-game-{number}.jsonl"));
    let path = (1..).map(name).find(|path| !path.exists());
    let path = path.expect("some number is free");
    if let Err(error) = File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()))
    {
        print(&text)?;
        return Ok(format!(
            "The game could not be saved, and {} cannot be written: {error}. Its record is above.",
            path.display()
        ));
    }
    Ok(format!(
        "The game could not be saved; it is in {0}. When it can be: rivals history import {0}{1}, \
         which also completes what is kept of it",
        path.display(),
        data.flag()
    ))
}
