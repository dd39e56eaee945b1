//! A game from its first question to its last, on any interface: who acts, what is asked, the
//! commands, the modes, and what is saved.

mod commands;
mod ending;

use std::time::Instant;

use clap::ValueEnum;

use super::ui::{Kind, Left, Prompt, Ui};
use super::words::{Command, Meaning, meaning, plain};
use crate::commands::Reviewed;
use crate::history::Keeper;
use crate::personalities::Member;
use crate::play::Seat;
use crate::play::record::Record;
use crate::play::show::{LogLine, Scene};
use crate::session::{Next, Session};
use crate::table::{Said, Table};
use crate::tables::met::OpenGame;

/// Where the game stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::play) enum Mode {
    /// At every event.
    Interactive,
    /// After each turn, and for decisions.
    Turns,
    /// For decisions only.
    Automatic,
}

impl Mode {
    const ALL: [Self; 3] = [Self::Interactive, Self::Turns, Self::Automatic];

    /// The word of the mode.
    pub(in crate::cli::play) fn word(self) -> &'static str {
        match self {
            Self::Interactive => "interactive",
            Self::Turns => "turns",
            Self::Automatic => "automatic",
        }
    }

    /// The mode of a word.
    pub(in crate::cli::play) fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.word() == word)
    }

    /// The mode to which the key for modes changes.
    pub(in crate::cli::play) fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

/// How a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Where it stops.
    pub mode: Mode,
    /// Whether hints are shown at every decision.
    pub hints: bool,
}

/// What the program does for a table.
pub(super) struct Services<'a> {
    /// How the game begins, for all eyes: who plays, and the hash of the seed.
    pub opening: Vec<LogLine>,
    /// Saves the game; `None` if it is not saved.
    pub keeper: Option<&'a mut dyn Keeper>,
    /// Who a stranger could be.
    pub candidates: Vec<Member>,
    /// The earlier games of the strangers, each with the seat at this table.
    pub met: &'a [(Seat, OpenGame)],
    /// Reviews a finished game, if it can be reviewed.
    pub review: &'a dyn Fn(&Record) -> Option<miette::Result<Reviewed>>,
    /// What the opponents have learned of the people; `None` if they do not learn.
    pub learned: Option<String>,
    /// How many guesses of strangers were right, and how many there were, where games are kept.
    pub tally: &'a dyn Fn() -> Option<[usize; 2]>,
}

/// Plays at a table on an interface until the game is over or left.
pub(super) struct GameLoop<'a> {
    table: &'a mut Table,
    ui: &'a mut dyn Ui,
    services: Services<'a>,
    options: Options,
    /// What each person has not been told yet; only in games that hide.
    news: Vec<Vec<LogLine>>,
    /// An answer that was given at a stop.
    answered: Option<String>,
    /// Whether the last attempt to save failed.
    unsaved: bool,
    /// The person who was asked last.
    asked: Option<Seat>,
    /// Whether others have acted since the last decision of a person.
    fresh: bool,
    /// Whose turn it was after the last step.
    mover: Option<Seat>,
    /// How the game ended, as a sentence.
    result: String,
}

impl<'a> GameLoop<'a> {
    pub(super) fn new(
        table: &'a mut Table,
        ui: &'a mut dyn Ui,
        options: Options,
        services: Services<'a>,
    ) -> Self {
        let seats = table.session().header().seats.len();
        Self {
            table,
            ui,
            services,
            options,
            news: vec![Vec::new(); seats],
            answered: None,
            unsaved: false,
            asked: None,
            fresh: true,
            mover: None,
            result: String::new(),
        }
    }

    fn session(&self) -> &dyn Session {
        self.table.session()
    }

    /// Plays until the game is over or left.
    pub(super) fn run(&mut self) -> Left {
        if self.table.is_secret() {
            self.ui.clear();
        }
        // A screen has the opening in its log, where the game does not wait until it is read.
        if self.ui.stays() {
            for told in &self.services.opening {
                self.ui.happened(told, &Scene::default());
            }
        }
        let known = if self.table.is_secret() {
            &self.services.opening
        } else {
            self.table.log(self.reader())
        };
        self.ui.recall(known);
        let said = self.table.begin();
        self.show(said);
        self.mover = self.table.mover();
        self.ui.set_motion(self.options.mode != Mode::Automatic);
        loop {
            self.save(false);
            let stepped = match self.session().next() {
                Next::Over(outcome) => return self.end(&outcome),
                Next::Person(_) if self.session().goes_without_asking() => {
                    self.advance();
                    continue;
                }
                Next::Person(seat) => self.decide(seat),
                Next::Agent(seat) => self.agent(seat),
                Next::Chance => {
                    self.goes_on();
                    self.advance();
                    Ok(())
                }
            };
            if let Err(left) = stepped.and_then(|()| self.stop()) {
                self.save(false);
                if self.table.is_secret() {
                    self.ui.clear();
                }
                return left;
            }
        }
    }

    fn advance(&mut self) {
        let said = self.table.advance();
        self.show(said);
    }

    /// Asks; returns the [`plain`] words.
    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left> {
        Ok(plain(&self.ui.ask(prompt)?))
    }

    /// The answer that was given at a stop, or else to this question.
    fn answer(&mut self, prompt: &Prompt) -> Result<String, Left> {
        self.answered.take().map_or_else(|| self.ask(prompt), Ok)
    }

    /// The next step begins.
    fn goes_on(&mut self) {
        if !self.table.is_secret() {
            let scene = self.session().scene(self.reader());
            self.ui.goes_on(&scene);
        }
    }

    /// Keeps what is not kept yet. A failure is said once, and the next entries try again. The end
    /// is kept last, with the guesses and remarks that follow it: when the game is `over`.
    fn save(&mut self, over: bool) {
        let Some(keeper) = &mut self.services.keeper else {
            return;
        };
        let entries = self.table.unsaved(over).to_vec();
        if entries.is_empty() && !self.unsaved {
            return;
        }
        self.table.saved(entries.len());
        match keeper.add(&entries) {
            Ok(()) if self.unsaved => {
                self.unsaved = false;
                self.ui.say("The game is saved again.");
            }
            Ok(()) => {}
            Err(error) if !self.unsaved => {
                self.unsaved = true;
                let text = format!("The game is not saved: {error}. It goes on.");
                self.ui.say(&text);
            }
            Err(_) => {}
        }
    }

    /// Where the game stops by now.
    pub(super) fn mode(&self) -> Mode {
        self.options.mode
    }

    /// Whether everything is kept.
    pub(super) fn is_saved(&self) -> bool {
        self.services.keeper.is_some() && !self.unsaved
    }

    /// The seat through whose eyes the game is shown: the person that decides, or that decided
    /// last.
    fn reader(&self) -> Seat {
        match self.session().next() {
            Next::Person(seat) => seat,
            _ => self.asked.or(self.table.persons().first().copied()).unwrap_or(Seat::FIRST),
        }
    }

    /// An agent decides.
    fn agent(&mut self, seat: Seat) -> Result<(), Left> {
        self.goes_on();
        let text = format!("{} ...", self.session().names().does(seat, "think"));
        if !self.ui.think(&text, self.session().thinking()) {
            return Err(Left::Interrupted);
        }
        self.advance();
        self.fresh = true;
        Ok(())
    }

    /// Shows what was said, or keeps it for a person who does not have the keyboard.
    fn show(&mut self, said: Vec<Said>) {
        let reader = self.reader();
        for Said { to, line } in said {
            match to {
                None => self.show_to_all(&line),
                Some(seat) if self.table.is_secret() => {
                    self.news[usize::from(seat.0)].push(line);
                }
                Some(seat) if seat == reader => {
                    let scene = self.session().told_scene(reader);
                    self.ui.happened(&line, &scene);
                }
                Some(_) => {}
            }
        }
    }

    /// Shows a line that all may see.
    fn show_to_all(&mut self, line: &LogLine) {
        let scene = match (self.table.is_secret(), self.session().next()) {
            (true, _) => Scene::default(),
            (false, Next::Over(_)) => self.session().scene(self.reader()),
            (false, _) => self.session().told_scene(self.reader()),
        };
        self.ui.happened(line, &scene);
    }

    /// Says something to all.
    fn say_to_all(&mut self, text: &str) {
        let said = self.table.say(text);
        self.show_to_all(&said.line);
    }

    /// Where the mode stops, waits until the player goes on.
    fn stop(&mut self) -> Result<(), Left> {
        let mover = self.table.mover();
        let turned = std::mem::replace(&mut self.mover, mover) != mover;
        let goes_on = matches!(self.session().next(), Next::Person(_) | Next::Over(_));
        if goes_on || self.answered.is_some() || self.table.is_secret() {
            return Ok(());
        }
        if self.session().told(self.reader()).is_empty() {
            return Ok(());
        }
        let stops = |mode| mode == Mode::Interactive || mode == Mode::Turns && turned;
        while stops(self.options.mode) {
            let words = self.ask(&Prompt::new(Kind::Stop, ""))?;
            match meaning(&[], &words) {
                Meaning::Command(command) => {
                    if self.command(command)? {
                        break;
                    }
                }
                // The answer to the next question may be given here.
                _ => {
                    self.answered = Some(words).filter(|words| !words.is_empty());
                    break;
                }
            }
        }
        Ok(())
    }

    /// A person decides.
    fn decide(&mut self, seat: Seat) -> Result<(), Left> {
        self.pass_to(seat)?;
        self.fresh |= self.asked.replace(seat) != Some(seat);
        let scene = self.session().scene(seat);
        self.ui.stands(&scene, std::mem::take(&mut self.fresh));
        if self.options.hints {
            let hint = self.table.hint();
            self.ui.happened(&LogLine::line(hint), &scene);
        }
        let prompt = Prompt {
            choices: self.session().choices(),
            person: self.person(seat),
            ..Prompt::new(Kind::Decision, self.table.question())
        };
        let begun = Instant::now();
        let chosen = loop {
            let words = self.answer(&prompt)?;
            let found = self.session().find(&words).map(Meaning::Choice);
            match found.unwrap_or_else(|| meaning(&prompt.choices, &words)) {
                Meaning::Choice(chosen) => {
                    if self.confirmed(chosen, seat)? {
                        break chosen;
                    }
                }
                Meaning::Command(command) => {
                    if self.command(command)? {
                        return Ok(());
                    }
                }
                Meaning::Unclear(several) => {
                    let text = self.refusal(&words, &several, &prompt.choices);
                    self.ui.say(&text);
                }
            }
        };
        #[expect(clippy::cast_possible_truncation, reason = "below 2^64 for ages")]
        let ms = (self.ui.is_live()).then(|| begun.elapsed().as_millis() as u64);
        let said = self.table.choose(chosen, ms);
        self.show(said);
        Ok(())
    }

    /// The name of a person, where there are several.
    fn person(&self, seat: Seat) -> Option<String> {
        let several = self.table.persons().len() > 1;
        several.then(|| self.session().names().name(seat).to_owned())
    }

    /// Passes the keyboard on, if another person has it and must not see what this one sees.
    fn pass_to(&mut self, seat: Seat) -> Result<(), Left> {
        if !self.table.is_secret() {
            return Ok(());
        }
        if self.asked != Some(seat) {
            // What the first person sees before it takes the keyboard is for all eyes.
            if self.asked.is_some() {
                self.ui.clear();
            }
            let name = self.session().names().name(seat);
            let question = format!("{name} takes the keyboard and presses Enter.");
            self.ui.ask(&Prompt::new(Kind::Pass, question))?;
            self.fresh = true;
            let log = self.table.log(seat);
            let known = log.len() - self.news[usize::from(seat.0)].len();
            self.ui.recall(&log[..known]);
        }
        let scene = self.session().scene(seat);
        for told in std::mem::take(&mut self.news[usize::from(seat.0)]) {
            self.ui.happened(&told, &scene);
        }
        Ok(())
    }

    /// Asks once more before an action that is easily regretted.
    fn confirmed(&mut self, chosen: usize, seat: Seat) -> Result<bool, Left> {
        let Some(question) = self.session().confirm(chosen) else {
            return Ok(true);
        };
        let prompt = Prompt {
            choices: ["yes", "no"].map(str::to_owned).to_vec(),
            person: self.person(seat),
            ..Prompt::new(Kind::Question, question)
        };
        loop {
            let words = self.ask(&prompt)?;
            match meaning(&prompt.choices, &words) {
                Meaning::Choice(answer) => return Ok(answer == 0),
                // The question about the action has not been answered.
                Meaning::Command(Command::Undo) => return Ok(false),
                Meaning::Command(command) => drop(self.command(command)?),
                Meaning::Unclear(_) => self.ui.say("Answer yes or no."),
            }
        }
    }
}
