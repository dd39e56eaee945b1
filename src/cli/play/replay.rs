//! A finished game step by step, with what each decision cost.

use std::io::{self, IsTerminal};

use miette::miette;

use super::lines::{self, Lines};
use super::screen::{self, Screen};
use super::ui::{Kind, Left, Prompt, Ui};
use super::words::{Command, Meaning, meaning, plain};
use crate::cli::interrupt::Interrupt;
use crate::play::Seat;
use crate::play::record::Record;
use crate::table::Frame;
use crate::tables::home::Begun;

/// What can be written at every step.
const HELP: &str = "] or Enter goes on a step, [ goes back one, and the number of a step goes to \
                    it. On the board [ ] is what was played and < > what was best. quit leaves.";

/// Shows a game step by step, on a full screen or, in `plain` mode and elsewhere, in lines.
///
/// # Errors
/// If the game is not over, or the interface cannot be used.
pub(in crate::cli) fn watch(record: &Record, plain: bool) -> miette::Result<Left> {
    if record.end().is_none() {
        let help = "go on with it: rivals play --resume";
        return Err(miette!(
            help = help,
            "the game is not over, and its replay would tell too much"
        ));
    }
    let interrupt = Interrupt::listen_at_a_terminal()?;
    if io::stdin().is_terminal() && !plain && screen::is_possible() {
        let mut ui = Screen::open(interrupt.flag())
            .map_err(|error| miette!(help = "use --plain", "the screen cannot be used: {error}"))?;
        return Ok(steps(&mut ui, record));
    }
    let mut ui = Lines::new(lines::Source::input(), io::stdout(), interrupt.flag());
    ui.width = lines::width();
    let left = steps(&mut ui, record);
    ui.finish()?;
    Ok(left)
}

/// Shows the steps of a game until the person leaves.
pub(super) fn steps(ui: &mut dyn Ui, record: &Record) -> Left {
    let seat = record.header.persons().next().map_or(Seat::FIRST, |(seat, _)| seat);
    let (mut step, mut games) = (0, Begun::default());
    loop {
        let session = games.begin(&record.header);
        let frame = session.map(|session| Frame::at(session, record, step, seat));
        let Some(Ok(frame)) = frame else {
            ui.say("The game cannot be played again by this program.");
            return Left::Over;
        };
        ui.recall(&frame.log);
        if ui.stays() {
            let told = frame.log[frame.log.len() - frame.told..].iter();
            told.for_each(|told| ui.say(&told.text));
        }
        ui.stands(&frame.scene, true);
        step = match asked(ui, &frame) {
            Ok(step) => step,
            Err(left) => return left,
        };
    }
}

/// Asks to which step the replay goes.
fn asked(ui: &mut dyn Ui, frame: &Frame) -> Result<usize, Left> {
    let prompt = Prompt::new(Kind::Replay, frame.note.clone());
    loop {
        let words = plain(&ui.ask(&prompt)?);
        match &*words {
            "" if frame.step == frame.steps => return Err(Left::Over),
            "" | "]" => return Ok((frame.step + 1).min(frame.steps)),
            "[" => return Ok(frame.step.saturating_sub(1)),
            _ => match (words.parse::<usize>(), meaning(&[], &words)) {
                (Ok(step), _) => return Ok(step.min(frame.steps)),
                (_, Meaning::Command(Command::Quit)) => return Err(Left::Over),
                _ => ui.say(HELP),
            },
        }
    }
}
